// Addresses that lead nowhere: a host shows `404.html` for them, wherever it has put the site.

import assert from "node:assert/strict";

const HOST = "http://games.test/";

/** Opens an address on a host that has the site in a folder. */
async function visit(page, site, folder, at, look, then) {
  const context = await page.context().browser().newContext(look);
  try {
    await context.route(`${HOST}**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice(1);
      const name = path.startsWith(folder) ? path.slice(folder.length) : "";
      const isThere = site.files.has(name);
      const contentType = /\.json$/.test(name) && isThere ? "application/json" : "text/html; charset=utf-8";
      await route.fulfill({ status: isThere ? 200 : 404, contentType, body: await site.bytes(isThere ? name : "404.html") });
    });
    const reader = await context.newPage();
    const errors = [];
    reader.on("pageerror", (error) => errors.push(error.message));
    await reader.goto(HOST + folder + at, { waitUntil: "load" });
    await then(reader);
    assert.deepEqual(errors, []);
  } finally {
    await context.close();
  }
}

export default ({ http }) => {
  for (const folder of ["", "my/rules/"]) {
    http(`a lost address leads to the games, from any depth, in /${folder}`, async ({ page, site }) => {
      for (const at of ["nosuch.html", "tri-core/rules/nosuch/index.html", "a/b/c/%E0%A4%A", "assets/nosuch.js"]) {
        await visit(page, site, folder, at, {}, async (reader) => {
          assert.equal(await reader.locator("h1").innerText(), "Nothing here");
          await reader.locator("#lost-books a").first().waitFor();
          const links = await reader.locator("a").evaluateAll((all) => all.map((one) => one.href));
          assert.ok(links.length > 5, links.join());
          for (const link of links) assert.ok(link.startsWith(HOST + folder) && site.files.has(link.slice((HOST + folder).length)), link);
        });
      }
    });
  }
  http("a lost address says so without scripts as well", async ({ page, site }) => {
    await visit(page, site, "rules/", "a/b", { javaScriptEnabled: false }, async (reader) => {
      assert.match(await reader.locator("main").innerText(), /Nothing here[^]*Links to the games need JavaScript/);
      assert.equal(await reader.locator("#lost-books").isVisible(), false);
    });
  });
};

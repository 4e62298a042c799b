// Accessibility of what opens, and of getting about by keyboard. That of pages as they stand is told by `pages`.

import assert from "node:assert/strict";

import { CHAPTER, CHARACTER, LOOKS, PHONE, search, thin, violations } from "../steps.mjs";

export default ({ http }) => {
  // The rest of these pages is looked at by `pages`.
  for (const [colorScheme, rules] of [["light", undefined], ["dark", LOOKS]]) {
    http(`axe, ${colorScheme}: the search with results`, async ({ page, open }) => {
      await open(CHAPTER);
      await search(page, "atunement roll");
      await page.waitForFunction(() => document.querySelectorAll(".result-snippet mark").length > 1);
      assert.deepEqual(await violations(page, rules, "#site-search"), []);
    }, { colorScheme });
    http(`axe, ${colorScheme}: the search before it is asked, without results, and the marks that it leaves`, async ({ page, open }) => {
      await open(`${CHAPTER}?mark=priority`);
      await page.locator(".marked").waitFor();
      assert.deepEqual(await violations(page, rules, ".marked"), []);
      for (const query of ["", "nosuch:2", "gil"]) {
        await search(page, query);
        assert.deepEqual(await violations(page, rules, "#site-search"), [], query);
      }
    }, { colorScheme });
    http(`axe, ${colorScheme}: a note`, async ({ page, open }) => {
      await open(CHARACTER);
      await page.locator(".resource button.explained").first().click();
      await thin(page);
      assert.ok(await page.locator("main > :popover-open").isVisible());
      assert.deepEqual(await violations(page, rules, "main > :popover-open"), []);
    }, { colorScheme });
    http(`axe, ${colorScheme}: the contents on a phone`, async ({ page, open }) => {
      await open(CHAPTER);
      await page.locator(".menu").click();
      assert.ok(await page.locator("#site-contents").isVisible());
      assert.deepEqual(await violations(page, rules), []);
    }, { colorScheme, viewport: PHONE });
  }

  // One page for each look, with contents and outline beside the text.
  for (const at of [CHAPTER, "strains/rules/chances/index.html", "action-score/conditions/index.html", "treasure-hunters/actions/index.html", "dice-pool/rules/melee/index.html"]) {
    http(`axe, dark: what stands beside the text, ${at}`, async ({ page, open }) => {
      await open(at);
      assert.ok(await page.locator("#site-contents").isVisible());
      assert.deepEqual(await violations(page, LOOKS), []);
    }, { colorScheme: "dark" });
  }

  http("the first Tab offers to skip to the text", async ({ page, open }) => {
    await open(CHAPTER);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement.id), "site-main");
  });
  http("boxes that have nothing to scroll are no stop for Tab", async ({ page, open }) => {
    await open("tri-core/rules/core-actions/index.html");
    const wrong = await page.evaluate(() => Array.from(document.querySelectorAll(".scroll")).filter((box) => (box.tabIndex === 0) !== (box.scrollWidth > box.clientWidth + 1)).length);
    assert.equal(wrong, 0);
  });
  http("the fold of a ruling is named by its question, and described by what is in force", async ({ page, open }) => {
    await open("tri-core/rules/core-actions/index.html");
    const fold = page.locator("details.ruling > summary").first();
    const [question, answer] = [await fold.locator("b").innerText(), await fold.locator("span").last().innerText()];
    const wire = await page.context().newCDPSession(page);
    const { root } = await wire.send("DOM.getDocument");
    const { nodeId } = await wire.send("DOM.querySelector", { nodeId: root.nodeId, selector: "details.ruling > summary" });
    const { nodes: [{ name, description }] } = await wire.send("Accessibility.getPartialAXTree", { nodeId, fetchRelatives: false });
    await wire.detach();
    assert.equal(name.value.trim().toLowerCase(), `ruling ${question}`.toLowerCase());
    assert.equal(description.value, answer);
  });
};

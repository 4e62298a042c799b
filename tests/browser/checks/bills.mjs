// Bills on pages say what the data says. Pages are only read, and not shown: the browser is there to understand HTML.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";

import { BARE } from "../site.mjs";

/** Runs in the page: prices and total of the bill of each ability. */
async function billsOf(ids) {
  // A figure that explains itself is a button with its explanation behind it.
  const figures = (page, cells) => Array.from(page.querySelectorAll(cells), (cell) => (cell.querySelector("button, .figure") ?? cell).textContent);
  const read = async (id) => {
    const html = await (await fetch(`/tri-core/abilities/${id}/index.html`)).text();
    const page = new DOMParser().parseFromString(html, "text/html");
    return { id, prices: figures(page, ".bill tbody td:last-child"), spent: figures(page, ".bill .total td:last-child")[0] };
  };
  return Promise.all(ids.map(read));
}

export default ({ http }) => {
  http("every bill of an ability adds up to what the data says", async ({ page, open, site }) => {
    const { abilities } = JSON.parse(await readFile(path.join(site.folder, "../data/tri-core.json"), "utf8"));
    assert.ok(abilities.length >= 30);
    await open(BARE);
    const bills = new Map((await page.evaluate(billsOf, abilities.map((one) => one.ability))).map((bill) => [bill.id, bill]));
    for (const ability of abilities) {
      const { prices, spent } = bills.get(ability.ability);
      assert.deepEqual(prices, ability.items.map((item) => item.price.text), ability.name);
      assert.equal(spent, ability.spent.text, ability.name);
      const returned = ability.spent.terms.filter((term) => term.value < 0).reduce((sum, term) => sum + term.value, 0);
      assert.equal(prices.reduce((sum, price) => sum + Number(price), returned), ability.spent.value, ability.name);
    }
  });
};

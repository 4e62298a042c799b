// The page for addresses that lead nowhere, on a site of which nobody knows where it stands: it finds the folder of the site among
// those around this address, and leads from there to the games.
(async () => {
  const byId = (id) => document.getElementById(id);
  let shown = location.pathname;
  try { shown = decodeURIComponent(shown); } catch { /* it stays as it is written */ }
  byId("lost").querySelector("code").textContent = shown;
  byId("lost").hidden = false;
  const links = Array.from(document.querySelectorAll("a[data-path]"));
  const games = links.map((link) => link.dataset.path.split("/")[0]);
  const folders = [];
  for (let folder = new URL(".", location.href), last; folder.href !== last; folder = new URL("..", folder)) {
    // A folder in which one of a game stands comes first.
    if (games.some((game) => last === `${folder.href}${game}/`)) folders.unshift(folder);
    else folders.push(folder);
    last = folder.href;
  }
  for (const folder of folders) {
    const answer = await fetch(new URL("assets/pages/editions.json", folder)).catch(() => undefined);
    const editions = answer?.ok && await answer.json().catch(() => undefined);
    if (!editions?.books) continue;
    links.forEach((link) => { link.href = new URL(link.dataset.path, folder).href; });
    byId("lost-books").hidden = false;
    return;
  }
})();

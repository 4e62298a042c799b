// Runs before the page is drawn, so that a remembered theme does not flash, and that typefaces are asked for before style
// sheets have come that name them.
// crates/site/src/assets.rs calls it with the fonts that all pages are set in, and those that cards are set in as well.
(function (ofText, ofCards) {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");
  if (/[?&]embed\b/.test(location.search)) root.classList.add("embed");
  // Pages can be kept for when there is no network (site/keep.js).
  if (/^http/.test(location.protocol) && "serviceWorker" in navigator) root.classList.add("hosted");
  // Browsers load no font ahead from a disk.
  if (/^http/.test(location.protocol)) ofText.concat(root.hasAttribute("data-cards") ? ofCards : [], root.dataset.font).forEach(function (name) {
    var link = document.createElement("link");
    link.rel = "preload";
    link.as = "font";
    link.type = "font/woff2";
    link.crossOrigin = "";
    link.href = root.dataset.root + "assets/fonts/" + name;
    document.head.appendChild(link);
  });
  try {
    var theme = localStorage.getItem("makeready-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (_) { /* storage may be forbidden: the system's wish holds then */ }
})

// Runs before the page is drawn, so that a remembered theme does not flash.
(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");
  try {
    var theme = localStorage.getItem("deckle-theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch (_) { /* storage may be forbidden: the system's wish holds then */ }
})();

// For `deckle serve`: reloads the page when the stamp in the root changes. Works from a disk.
var deckleStamp = (function () {
  "use strict";
  var root = document.documentElement.dataset.root;
  var first = null;
  setInterval(function () {
    var script = document.createElement("script");
    script.src = root + "__stamp.js?" + Date.now();
    script.onload = script.onerror = function () { script.remove(); };
    document.head.appendChild(script);
  }, 700);
  return function (stamp) {
    if (first === null) first = stamp;
    else if (stamp !== first) location.reload();
  };
})();

// Keeps what was read for when there is no network. What the network has always comes first, so that nobody reads old rules
// where new ones are to be had; a book of which a page was opened is kept whole, a few files at a time.
"use strict";
var KEPT = "deckle";
/** Milliseconds after which what is kept is shown, where the network does not answer. */
var PATIENCE = 4000;
/** Files that are fetched at once. */
var AT_ONCE = 4;

self.addEventListener("install", function () { self.skipWaiting(); });
self.addEventListener("activate", function (event) { event.waitUntil(self.clients.claim()); });

// What is fetched is kept beside being shown: nobody waits for that, and where there is no room nothing is kept.
function fetched(request, event) {
  return fetch(request).then(function (response) {
    if (!response.ok || response.type !== "basic") return response;
    var copy = response.clone();
    event.waitUntil(caches.open(KEPT).then(function (cache) { return cache.put(request, copy); }).catch(function () {}));
    return response;
  });
}

function kept(request) {
  var address = request.url.split(/[?#]/)[0];
  return caches.match(/\/$/.test(address) ? address + "index.html" : address, { ignoreSearch: true });
}

/** A name with the hash of what is in the file: under it there is never anything else. */
var HASHED = /\.[0-9a-f]{8}(\.\w+)?$/;

self.addEventListener("fetch", function (event) {
  var request = event.request;
  if (request.method !== "GET" || request.url.indexOf(self.registration.scope) !== 0) return;
  if (HASHED.test(request.url)) {
    event.respondWith(caches.match(request).then(function (found) { return found || fetched(request, event); }));
    return;
  }
  var fresh = fetched(request, event).catch(function () { return kept(request); });
  // It goes on, and is kept, where what was kept has been shown before it came.
  event.waitUntil(fresh);
  var late = new Promise(function (done) { setTimeout(done, PATIENCE); }).then(function () { return kept(request); });
  late = late.then(function (found) { return found || fresh; });
  event.respondWith(Promise.race([fresh, late]).then(function (response) { return response || Response.error(); }));
});

// A page asks for its book to be kept: by the name of the list of its files.
self.addEventListener("message", function (event) {
  if (!/^[A-Za-z0-9_-]+$/.test(event.data)) return;
  event.waitUntil(keepAll("assets/pages/" + event.data + ".txt").catch(function () { /* the next page asks again */ }));
});

function keepAll(list) {
  var address = function (path) { return new URL(path, self.registration.scope).href; };
  return Promise.all([caches.open(KEPT), fetch(address(list)).then(function (answer) { return answer.text(); })]).then(function (both) {
    var cache = both[0], paths = both[1].split("\n").filter(Boolean);
    function next() {
      var path = paths.shift();
      if (!path) return Promise.resolve();
      return cache.match(address(path)).then(function (found) { return found || cache.add(address(path)); }).then(next);
    }
    return Promise.all(Array.from({ length: AT_ONCE }, next));
  });
}

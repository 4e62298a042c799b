// Listens for changes of the content, and fetches pages: the page itself may connect to nothing. A page that is not seen
// listens to nothing, since a browser keeps few connections to one place open.
"use strict";
let source = null;

function listen() {
  if (source) return;
  source = new EventSource("/-/events");
  source.onmessage = (event) => postMessage({ state: JSON.parse(event.data) });
}

function rest() {
  if (source) source.close();
  source = null;
}

async function load(path) {
  try {
    const answer = await fetch(path, { cache: "no-store" });
    postMessage({ path, page: answer.ok ? await answer.text() : null });
  } catch (_) { /* the server is gone: when it is back it says so */ }
}

onmessage = (event) => {
  if (event.data.load) load(event.data.load);
  else if (event.data.isSeen) listen();
  else rest();
};

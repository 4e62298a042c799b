// Marks, on the page that a result led to, the words that were asked for. They are drawn by the browser (CSS Custom Highlight), so that the
// page stays as it is; where a browser cannot, nothing is marked.
// In the address.
const MARK = "mark";
const MOST_MARKS = 2000;

// The words of a hit as they are marked: as they were read, in the order of the question. A rule that was asked for by its ID is seen as it is.
function toMark(hit, query) {
  if (hit.rule) return "";
  const seen = (word, { slip, isKin, stem }) => slip || (isKin ? stem : word);
  return query.words.filter((one) => hit.reads.has(one.word)).map((one) => seen(one.word, hit.reads.get(one.word))).join(" ");
}

function rangesOf(words) {
  const main = document.getElementById("site-main"), ranges = [];
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() && ranges.length < MOST_MARKS) {
    const node = texts.currentNode;
    if (node.parentElement.closest("[popover], script, style, .sr, svg")) continue;
    for (const { written, index } of askedAt(node.data, words, PAGE_LANG)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + written.length);
      ranges.push(range);
    }
  }
  return ranges;
}

// What is folded opens where all was found that was asked for.
function unfold(words) {
  for (const folded of document.querySelectorAll("#site-main details.ruling:not([open])")) {
    const written = folded.textContent.match(/[\p{L}\p{N}]+/gu) ?? [];
    if (words.every((word) => written.some((one) => isAsked(one, [word], PAGE_LANG)))) folded.open = true;
  }
}

function mark() {
  const asked = new URLSearchParams(location.search).get(MARK);
  if (!asked || !window.Highlight || !CSS.highlights) return;
  const words = wordsOf(asked).map((word) => ({ word, stem: stem(word, PAGE_LANG), isOpen: true }));
  const ranges = rangesOf(words);
  // What was found by another word than the page has says so: nothing else would.
  const told = ranges.length ? say("marked", { count: ranges.length }) : say("marked_none");
  unfold(words);
  CSS.highlights.set("searched", new Highlight(...ranges));
  const bar = element("div", "marked");
  bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", say("marks"));
  const clear = element("button", "", say("clear"));
  clear.type = "button";
  clear.setAttribute("aria-label", say("clear_marks", { words: asked }));
  clear.addEventListener("click", () => {
    CSS.highlights.delete("searched");
    bar.remove();
    inAddress(MARK, "");
    document.getElementById("site-main").focus({ preventScroll: true });
  });
  bar.append(element("span", "marked-words", asked), element("span", "marked-count", told), clear);
  document.body.append(bar);
}

// Puts a word of the address there, or takes it away. Browsers may forbid it on a disk, and when it comes too often.
function inAddress(name, value) {
  const at = new URL(location.href);
  if (value) at.searchParams.set(name, value);
  else at.searchParams.delete(name);
  if (at.href === location.href) return;
  try { history.replaceState(history.state, "", at); } catch (_) { /* then the address stays as it is */ }
}

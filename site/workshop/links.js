// Links that carry what they show: it stands behind the `#`, packed, and is sent to nobody.

// What the readings stand under that are not the campaign's.
const RULINGS = "rulings";
// The longest file that a link is made of, and that one is opened with.
const LONGEST_LINKED = 64 * 1024;

async function packedText(said) {
  const stream = new Blob([said]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

// Fails for what is no such text, and for what would unpack to more than a file may be.
async function unpackedText(packed) {
  const bytes = bytesOf(packed.replaceAll("-", "+").replaceAll("_", "/"));
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > LONGEST_LINKED) {
      reader.cancel().catch(() => {});
      throw new Error("too long");
    }
    parts.push(value);
  }
  return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(await new Blob(parts).arrayBuffer()));
}

// A short name for a text, the same for the same text.
function hashOf(said) {
  let hash = 0;
  for (const letter of said) hash = (Math.imul(hash, 31) + letter.codePointAt(0)) | 0;
  return (hash >>> 0).toString(36);
}

// A button that makes a link to a bench with this text and what else belongs to it, and copies it; where nothing can be copied, it
// stands there to be taken.
function linkButton(bench, said, more = () => []) {
  const place = el("span", { role: "status" });
  const make = async () => {
    const now = await said();
    if (new Blob([now]).size > LONGEST_LINKED) return void place.replaceChildren(text("link_too_long"));
    const rulings = begin.readings?.carried;
    const state = new URLSearchParams([["file", await packedText(now)], ...more(), ...(rulings ? [[RULINGS, rulings]] : [])]);
    const address = `${location.href.split("#")[0]}#${bench}?${state}`;
    try {
      await navigator.clipboard.writeText(address);
      place.replaceChildren(text("link_copied"));
    } catch (_) {
      place.replaceChildren(el("input", { readonly: true, value: address, "aria-label": text("link"), focus: ({ target }) => target.select() }));
    }
  };
  return [el("button", { type: "button", click: make }, text("copy_link")), place];
}

// What came by a link: its text, with what the link carried; nothing where that cannot be read.
async function fromLink(state) {
  const carried = state.get("file");
  return { carried, file: await unpackedText(carried).catch(() => null) };
}

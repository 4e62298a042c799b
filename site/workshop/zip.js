// Files of a zip archive, as browsers can unpack it: stored or deflated, within limits, and no path that leaves it; and archives to
// save, whose files are stored as they are.

const MOST_ZIPPED = 64 * 2 ** 20, MOST_UNPACKED = 128 * 2 ** 20, MOST_ENTRIES = 20000;

// The files, path to bytes. What is no archive, or too large, is an error.
async function unzipped(buffer) {
  const wrong = () => new Error(text("no_archive"));
  if (buffer.byteLength > MOST_ZIPPED) throw new Error(text("too_large"));
  const view = new DataView(buffer), bytes = new Uint8Array(buffer);
  // The end of the directory is within the last 64 KB, behind which there may be a comment.
  let end = buffer.byteLength - 22;
  while (end >= 0 && end > buffer.byteLength - 65558 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) throw wrong();
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true), left = MOST_UNPACKED;
  if (count > MOST_ENTRIES) throw new Error(text("too_large"));
  const files = new Map();
  try {
    for (let number = 0; number < count; number += 1) {
      if (view.getUint32(at, true) !== 0x02014b50) throw wrong();
      const method = view.getUint16(at + 10, true), packed = view.getUint32(at + 20, true), size = view.getUint32(at + 24, true);
      const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + name));
      const local = view.getUint32(at + 42, true);
      at += 46 + name + extra + comment;
      if (path.endsWith("/")) continue;
      left -= size;
      if (left < 0) throw new Error(text("too_large"));
      const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      files.set(path, await inflated(bytes.slice(from, from + packed), method, size));
    }
  } catch (error) {
    throw error instanceof RangeError ? wrong() : error;
  }
  return files;
}

// The bytes of one file, as many as its entry says and no more.
async function inflated(packed, method, size) {
  if (method === 0 && packed.length === size) return packed;
  if (method !== 8) throw new Error(text("no_archive"));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const plain = new Uint8Array(size);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => { throw new Error(text("no_archive")); });
    if (done) break;
    if (length + value.length > size) throw new Error(text("no_archive"));
    plain.set(value, length);
    length += value.length;
  }
  if (length < size) throw new Error(text("no_archive"));
  return plain;
}

// An archive of files, each with its path and its text or bytes. The same files make the same archive: all have the first date there is.
function zipped(files) {
  const encoder = new TextEncoder();
  const parts = [], directory = [];
  if (new Set(files.map(([path]) => path)).size < files.length) throw new Error("internal error: two files of an archive have one name");
  let at = 0;
  for (const [path, content] of files) {
    const name = encoder.encode(path), bytes = typeof content === "string" ? encoder.encode(content) : content;
    // Version 2, names in UTF-8, stored, the first of January 1980.
    const shared = zipFields([2, 20], [2, 0x0800], [2, 0], [2, 0], [2, 0x21], [4, crcOf(bytes)], [4, bytes.length], [4, bytes.length], [2, name.length], [2, 0]);
    directory.push(zipFields([4, 0x02014b50], [2, 20]), shared, zipFields([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), name);
    const head = zipFields([4, 0x04034b50]);
    parts.push(head, shared, name, bytes);
    at += head.length + shared.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  return new Blob([...parts, ...directory, zipFields([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0])]);
}

// Numbers of so many bytes each, the lowest byte first.
function zipFields(...fields) {
  return Uint8Array.from(fields.flatMap(([size, value]) => Array.from({ length: size }, (_, byte) => (value >>> (8 * byte)) & 0xff)));
}

// The checksum of an archive's file.
function crcOf(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (sum >>> 8) ^ CRC_TABLE[(sum ^ byte) & 0xff];
  return (sum ^ 0xffffffff) >>> 0;
}
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

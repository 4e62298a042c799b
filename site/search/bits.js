// Reads what crates/site/src/search/bits.rs writes: numbers as bits, six bits to a digit.
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const VALUE = new Map(Array.from(DIGITS, (digit, value) => [digit, value]));

function bitsOf(text) {
  let at = 0;
  const bit = () => VALUE.get(text[Math.floor(at / 6)]) >> (5 - at++ % 6) & 1;
  const plain = (bits) => {
    let number = 0;
    for (; bits > 0; bits--) number = number * 2 + bit();
    return number;
  };
  const below = (size) => {
    if (size < 2) return 0;
    const bits = 32 - Math.clz32(size - 1), short = 2 ** bits - size;
    const number = plain(bits - 1);
    return number < short ? number : number * 2 + bit() - short;
  };
  const gamma = () => {
    let bits = 0;
    while (!bit()) bits++;
    return 2 ** bits + plain(bits);
  };
  const unary = (most) => {
    let number = 1;
    while (number < most && bit()) number++;
    return number;
  };
  const rising = (into, from, count, low, high) => {
    if (!count) return;
    if (count === high - low) {
      for (let i = 0; i < count; i++) into[from + i] = low + i;
      return;
    }
    const middle = count >> 1;
    const number = low + middle + below(high - low - count + 1);
    into[from + middle] = number;
    rising(into, from, middle, low, number);
    rising(into, from + middle + 1, count - middle - 1, number + 1, high);
  };
  return { gamma, unary, rising };
}

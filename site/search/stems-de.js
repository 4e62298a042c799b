// Stems of German, by Snowball's algorithm (snowballstem.org/algorithms/german): the same as crates/site/src/search/words.rs takes
// from a library. A word is lower case and without the dots on its letters, but `ae` and its like are read as if they were there.
function stemOfGerman(word) {
  if (!/^[a-z]+$/.test(word)) return word;
  const DOTTED = { ae: "ä", oe: "ö", ue: "ü" }, PLAIN = { ä: "a", ö: "o", ü: "u", U: "u", Y: "y" };
  // A u or y between vowels is a consonant, and written as a capital.
  let stem = word.replace(/([aeiouy])([uy])(?=[aeiouy])/g, (_, before, one) => before + one.toUpperCase());
  stem = stem.replace(/qu|ae|oe|ue/g, (two) => DOTTED[two] || two);
  const behind = (from) => {
    const found = /[aeiouyäöü][^aeiouyäöü]/.exec(stem.slice(from));
    return found ? from + found.index + 2 : stem.length;
  };
  const start = stem.length < 3 ? stem.length : behind(0);
  const first = Math.max(start, Math.min(3, stem.length)), second = stem.length < 3 ? stem.length : behind(start);
  const before = (ending) => stem.slice(0, stem.length - ending.length);
  // The longest of some endings, if it begins behind a place, and what stands before it.
  const ended = (endings, place) => {
    const found = endings.exec(stem);
    return found && found.index >= place ? [found[0], before(found[0])] : [];
  };

  let [ending, rest] = ended(/(?:erinnen|erin|ern|em|er|en|es|lns|ln|e|s)$/, first);
  if (ending === "em") { if (!rest.endsWith("syst")) stem = rest; }
  else if (ending === "s") { if (/[bdfghklmnrt]$/.test(rest)) stem = rest; }
  else if (ending === "ln" || ending === "lns") stem = `${rest}l`;
  else if (ending) stem = /^e[ns]?$/.test(ending) && rest.endsWith("niss") ? rest.slice(0, -1) : rest;

  [ending, rest] = ended(/(?:est|en|er|et|st)$/, first);
  if (ending === "st") { if (/...[bdfghklmnt]$/.test(rest) && rest.length > 3) stem = rest; }
  else if (ending === "et") { if (/[dfgklmnrstUzä]$/.test(rest) && !/(?:geordn|intern|plan|tick|tr)$/.test(rest)) stem = rest; }
  else if (ending) stem = rest;

  [ending, rest] = ended(/(?:isch|lich|heit|keit|end|ung|ig|ik)$/, second);
  if (ending === "ig" || ending === "ik" || ending === "isch") { if (!rest.endsWith("e")) stem = rest; }
  else if (ending) {
    stem = rest;
    let further;
    if (ending === "end" || ending === "ung") [further, rest] = ended(/(?<!e)ig$/, second);
    else if (ending === "keit") [further, rest] = ended(/(?:lich|ig)$/, second);
    else [further, rest] = ended(/(?:er|en)$/, first);
    if (further) stem = rest;
  }
  return stem.replace(/[äöüUY]/g, (one) => PLAIN[one]);
}

// By languages. Words of others are found as they are written.
const STEMMERS = { en: stemOf, de: stemOfGerman };

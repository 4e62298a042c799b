// Stems of English, by Snowball's algorithm (snowballstem.org/algorithms/english): the same as crates/site/src/search/words.rs
// takes from a library. The steps have the names and the order of its description. A word is lower case and without accents.
const SPECIAL = {
  skis: "ski", skies: "sky", idly: "idl", gently: "gentl", ugly: "ugli", early: "earli", only: "onli", singly: "singl",
  sky: "sky", news: "news", howe: "howe", atlas: "atlas", cosmos: "cosmos", bias: "bias", andes: "andes",
};
// Endings and what takes their place, the longest first where one ends another.
const SECOND = [
  ["ational", "ate"], ["ization", "ize"], ["fulness", "ful"], ["ousness", "ous"], ["iveness", "ive"],
  ["tional", "tion"], ["biliti", "ble"], ["lessli", "less"], ["entli", "ent"], ["ation", "ate"], ["alism", "al"], ["aliti", "al"],
  ["ousli", "ous"], ["iviti", "ive"], ["fulli", "ful"], ["ogist", "og"], ["enci", "ence"], ["anci", "ance"], ["abli", "able"],
  ["izer", "ize"], ["ator", "ate"], ["alli", "al"], ["bli", "ble"], ["ogi", "og"], ["li", ""],
];
const THIRD = [["ational", "ate"], ["tional", "tion"], ["alize", "al"], ["icate", "ic"], ["iciti", "ic"], ["ative", ""], ["ical", "ic"], ["ness", ""], ["ful", ""]];
const FOURTH = ["ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize", "ion", "al", "er", "ic"];
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const SHORT = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy]|past)$/;

function stemOf(word) {
  if (word.length < 3 || !/^[a-z]+$/.test(word)) return word;
  if (Object.hasOwn(SPECIAL, word)) return SPECIAL[word];
  // A y that is a consonant is written as a capital.
  let stem = word.replace(/^y/, "Y");
  stem = stem.replace(/([aeiouy])y/g, "$1Y");
  const behind = (from) => {
    const found = /[aeiouy][^aeiouy]/.exec(stem.slice(from));
    return found ? from + found.index + 2 : stem.length;
  };
  const known = /^(?:gener|commun|arsen|past|univers|later|emerg|organ|inter)/.exec(stem);
  const first = known ? known[0].length : behind(0);
  const second = behind(first);
  const ends = (ending) => stem.endsWith(ending);
  const without = (ending) => stem.slice(0, stem.length - ending.length);

  // Plurals.
  if (ends("sses")) stem = without("es");
  else if (ends("ied") || ends("ies")) stem = without(stem.length > 4 ? "es" : "s");
  else if (ends("s") && !ends("us") && !ends("ss") && /[aeiouy].+$/.test(without("s"))) stem = without("s");

  // Past and progress.
  const tail = /(?:eedly|ingly|edly|eed|ing|ed)$/.exec(stem)?.[0];
  if (tail === "eed" || tail === "eedly") {
    if (stem.length - tail.length >= first && !/^(?:proc|exc|succ)$/.test(without(tail))) stem = without(tail) + "ee";
  } else if (tail) {
    const rest = without(tail);
    if (tail === "ing" && /^[^aeiouy]y$/.test(rest)) stem = rest.slice(0, -1) + "ie";
    else if (/[aeiouy]/.test(rest) && !(tail === "ing" && /^(?:inn|out|cann|herr|earr|even)$/.test(rest))) {
      stem = rest;
      if (/(?:at|bl|iz)$/.test(stem)) stem += "e";
      else if (DOUBLE.test(stem)) { if (!/^[aeo]..$/.test(stem)) stem = stem.slice(0, -1); }
      else if (stem.length === first && SHORT.test(stem)) stem += "e";
    }
  }
  if (/.[^aeiouy][yY]$/.test(stem)) stem = stem.slice(0, -1) + "i";

  // Endings that make one kind of word of another.
  const inSecond = SECOND.find((pair) => ends(pair[0]));
  if (inSecond && stem.length - inSecond[0].length >= first) {
    const rest = without(inSecond[0]);
    if (inSecond[0] === "li" ? /[cdeghkmnrt]$/.test(rest) : inSecond[0] !== "ogi" || rest.endsWith("l")) stem = rest + inSecond[1];
  }
  const inThird = THIRD.find((pair) => ends(pair[0]));
  if (inThird && stem.length - inThird[0].length >= (inThird[0] === "ative" ? Math.max(first, second) : first)) stem = without(inThird[0]) + inThird[1];
  const inFourth = FOURTH.find(ends);
  if (inFourth && stem.length - inFourth.length >= second && (inFourth !== "ion" || /[st]ion$/.test(stem))) stem = without(inFourth);

  // The end.
  if (ends("e")) {
    const at = stem.length - 1;
    if (at >= second || at >= first && !SHORT.test(without("e"))) stem = without("e");
  } else if (ends("ll") && stem.length - 1 >= second) stem = without("l");
  return stem.replace(/Y/g, "y");
}

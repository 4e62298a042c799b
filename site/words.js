// Says the words of the interface to the other scripts. crates/site/src/assets.rs calls it with those of a language.
(function (lang, decimal, texts) {
  "use strict";
  var plurals = new Intl.PluralRules(lang);
  // `values` stand in for the placeholders of a text; one that is called `count` chooses the plural.
  window.makereadyWords = function (key, values) {
    var text = texts[key];
    if (typeof text !== "string") text = text[plurals.select(values.count)] || text.other;
    return text.replace(/\{(\w+)\}/g, function (whole, name) { return values && name in values ? values[name] : whole; });
  };
  window.makereadyWords.number = function (number) { return String(number).replace(".", decimal); };
})

//! Suggestions: the nearest known word, and lists of words.

/// As many words as fit a line or two, and how many more there are.
pub fn listed(words: &[&str]) -> String {
    const MOST: usize = 24;
    let more = words.len().saturating_sub(MOST);
    let shown = words[..words.len() - more].join(", ");
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

/// The known word most like `wanted`, when one is near enough to be a typing error: a third of its letters
/// inserted, left out, replaced or swapped with a neighbor, and one in any case. Upper and lower case are alike.
///
/// ```
/// use makeready_rules::formula::nearest;
/// assert_eq!(nearest("Vigro", ["rigor", "vigor"]), Some("vigor"));
/// assert_eq!(nearest("WIT", ["grit", "wit"]), Some("wit"));
/// assert_eq!(nearest("wit", ["nerve", "with-it"]), None);
/// ```
pub fn nearest<'a>(wanted: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = wanted.to_lowercase();
    let length = wanted.chars().count();
    let most = (length / 3).max(1);
    // The distance takes the square of the length for every known word, and a word that long is not a typing error.
    if length > LONGEST_WORD {
        return None;
    }
    known
        .into_iter()
        // Each letter that one word has more than the other takes a step at least.
        .filter(|word| word.chars().take(length + most + 1).count().abs_diff(length) <= most)
        .map(|word| (strsim::osa_distance(&wanted, &word.to_lowercase()), word))
        .filter(|(distance, _)| *distance <= most)
        .min()
        .map(|(_, word)| word)
}

/// The longest word for which another one is suggested, in characters.
const LONGEST_WORD: usize = 100;

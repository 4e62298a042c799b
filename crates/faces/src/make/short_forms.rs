//! Short forms in what is said, explained where each stands first: `15 × Level (LVL) + Vitality (VIT)`.
//!
//! **In** words with short forms, and what each is short for. **Out** the same words, for those who have no sheet before them.

/// The words with each short form behind its whole name where it stands first. A short form stands there as a word of its own:
/// `PG` in `PGX` is none. One without capitals, such as `ally`, reads as the word that it is.
pub(super) fn explained(said: &str, names: &[(String, String)]) -> String {
    let mut names: Vec<&(String, String)> =
        names.iter().filter(|(short, whole)| short.contains(char::is_uppercase) && short != whole).collect();
    // `Strike ACC` is not `Strike` and `ACC`.
    names.sort_by_key(|(short, _)| std::cmp::Reverse(short.len()));
    let (mut out, mut last) = (String::new(), None);
    let mut rest = said;
    while let Some(c) = rest.chars().next() {
        let is_start = !last.is_some_and(char::is_alphanumeric);
        let stands_here = |(short, _): &(String, String)| {
            rest.strip_prefix(short.as_str()).is_some_and(|behind| !behind.starts_with(char::is_alphanumeric))
        };
        match names.iter().position(|name| is_start && stands_here(name)) {
            Some(at) => {
                let (short, whole) = names.remove(at);
                out += &format!("{whole} ({short})");
                (last, rest) = (short.chars().next_back(), &rest[short.len()..]);
            }
            None => {
                out.push(c);
                (last, rest) = (Some(c), &rest[c.len_utf8()..]);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::explained;

    fn of(said: &str) -> String {
        let names = [("LVL", "Level"), ("ATN", "Attunement"), ("R ATN", "Attunement Resolve"), ("Power", "Power")];
        let names = [&names[..], &[("ally", "Stat points of an ally")]].concat();
        let owned = |(short, whole): &(&str, &str)| ((*short).to_owned(), (*whole).to_owned());
        explained(said, &names.iter().map(owned).collect::<Vec<_>>())
    }

    #[test]
    fn a_short_form_is_explained_where_it_stands_first() {
        assert_eq!(of("15 \u{d7} LVL + ATN, or LVL"), "15 \u{d7} Level (LVL) + Attunement (ATN), or LVL");
        assert_eq!(of("Power + 2"), "Power + 2", "what is not short needs no other name");
        assert_eq!(of("an ally has none"), "an ally has none");
    }

    #[test]
    fn a_short_form_is_a_whole_word_and_the_longest_there() {
        assert_eq!(of("XLVL + LVLs + 2LVL"), "XLVL + LVLs + 2LVL");
        assert_eq!(of("R ATN + ATN"), "Attunement Resolve (R ATN) + Attunement (ATN)");
    }
}

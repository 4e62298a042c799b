//! Names in addresses and in what is asked: what a column, or one of its words, is called there.

use std::collections::BTreeSet;

use makeready_faces::order::slug;

/// Makes names that differ from one another.
#[derive(Debug, Default)]
pub struct Slugs {
    taken: BTreeSet<String>,
}

impl Slugs {
    /// Without names that mean something else.
    pub fn without(reserved: &[&str]) -> Self {
        Self { taken: reserved.iter().map(|name| (*name).to_owned()).collect() }
    }

    /// The slug of these words, with a number behind it where something else is called so.
    pub fn of(&mut self, words: &str) -> String {
        let plain = Some(slug(words)).filter(|plain| !plain.is_empty()).unwrap_or_else(|| "other".to_owned());
        let mut slug = plain.clone();
        let mut number = 2;
        while !self.taken.insert(slug.clone()) {
            slug = format!("{plain}-{number}");
            number += 1;
        }
        slug
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_become_names_that_differ() {
        let mut slugs = Slugs::without(&["sort"]);
        let of = |slugs: &mut Slugs, words: &[&str]| words.iter().map(|word| slugs.of(word)).collect::<Vec<_>>();
        let made = of(&mut slugs, &["Two ways to read it", "Sort", "STA / MNA / FOC", "sort", "?!"]);
        assert_eq!(made, ["two-ways-to-read-it", "sort-2", "sta-mna-foc", "sort-3", "other"]);
    }
}

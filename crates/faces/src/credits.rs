//! Credits of a print or a book: the game, its icons, its pictures, its typefaces.
//!
//! **In** the credits of a game, and what was [`Used`]. **Out** a [`Colophon`], the line at the foot of prints, and
//! [`drawn_by`], the icons by artist. Only what was actually used is named.

use std::collections::BTreeSet;

pub use makeready_content::concept::credits::{Author, CreditLine, GameCredits};
pub use makeready_content::picture::ArtCredit;
use makeready_embedded::credits::{Artist, IconCredit, IconLicence, icon_credits};
use makeready_embedded::{FONT_LICENCE, Typeface};

/// The work of others that a print or a book shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Used {
    /// Ids of icons.
    pub icons: BTreeSet<String>,
    /// Names of typefaces.
    pub typefaces: BTreeSet<&'static str>,
    /// Names of typefaces that the game brings.
    pub own_typefaces: BTreeSet<String>,
    /// Who drew the pictures, apart from the game's own authors.
    pub art: BTreeSet<ArtCredit>,
}

impl Used {
    /// Adds what something else shows.
    pub fn extend(&mut self, other: &Self) {
        self.icons.extend(other.icons.iter().cloned());
        self.typefaces.extend(&other.typefaces);
        self.own_typefaces.extend(other.own_typefaces.iter().cloned());
        self.art.extend(other.art.iter().cloned());
    }

    /// Adds who drew a picture, where anybody is named.
    pub fn note_art(&mut self, credit: &ArtCredit) {
        self.art.extend((!credit.is_empty()).then(|| credit.clone()));
    }

    /// The typefaces, by name.
    pub fn faces(&self) -> impl Iterator<Item = &'static Typeface> {
        self.typefaces.iter().filter_map(|name| Typeface::find(name))
    }
}

/// An artist, and icons by their hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// Who drew them.
    pub artist: &'static Artist,
    /// The license they are under.
    pub licence: &'static IconLicence,
    /// Id of each icon, and what its artist calls it.
    pub icons: Vec<(String, &'static str)>,
}

/// Icons by artist, in the order of the table. An icon without a known artist is left out; the table has all that the
/// program embeds.
pub fn drawn_by(icons: &BTreeSet<String>) -> Vec<Drawn> {
    let known = |id: &String| Some((id.clone(), icon_credits().icon(id)?));
    let known: Vec<(String, IconCredit)> = icons.iter().filter_map(known).collect();
    let of = |artist: &'static Artist| {
        let mut own = known.iter().filter(|(_, credit)| std::ptr::eq(credit.artist, artist)).peekable();
        let licence = own.peek()?.1.licence;
        Some(Drawn { artist, licence, icons: own.map(|(id, credit)| (id.clone(), credit.title)).collect() })
    };
    icon_credits().artists.iter().filter_map(of).collect()
}

/// How many authors are named where there is no room for all.
const NAMED_AT_LEAST: usize = 3;

/// The credits that a print carries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Colophon {
    /// Artists of the icons; may be empty.
    icons: String,
    /// The same without the addresses of the licenses.
    icons_short: String,
    /// Artists of the pictures; may be empty.
    art: String,
    /// The game's license and authors; may be empty.
    game: String,
    /// The same with the first authors only.
    game_short: String,
    /// Further credits of the game.
    credits: Vec<String>,
    /// The typefaces; may be empty.
    typefaces: String,
}

impl Colophon {
    /// The credits of a game and of what a print of it shows.
    pub fn new(game: &GameCredits, used: &Used) -> Self {
        let names = game.author_names();
        Self {
            icons: icons_line(&used.icons, true),
            icons_short: icons_line(&used.icons, false),
            art: art_line(&used.art),
            game: game_line(game, &enumerated(&names)),
            game_short: game_line(game, &shortened(&names)),
            credits: game.credits.iter().map(CreditLine::text).collect(),
            typefaces: typefaces_line(used),
        }
    }

    /// Everything, a phrase each.
    pub fn phrases(&self) -> Vec<&str> {
        self.made_of(&self.icons, &self.game, &self.credits, &self.typefaces)
    }

    /// Wordings for one line, from everything to the least that licenses require: artists with their licenses, the license
    /// of the game and its authors.
    pub fn wordings(&self) -> Vec<Vec<&str>> {
        let mut wordings = vec![
            self.phrases(),
            self.made_of(&self.icons, &self.game, &[], &self.typefaces),
            self.made_of(&self.icons, &self.game, &[], ""),
            self.made_of(&self.icons, &self.game_short, &[], ""),
            self.made_of(&self.icons_short, &self.game_short, &[], ""),
        ];
        wordings.dedup();
        wordings
    }

    fn made_of<'c>(&'c self, icons: &'c str, game: &'c str, credits: &'c [String], typefaces: &'c str) -> Vec<&'c str> {
        let credits = credits.iter().map(String::as_str);
        [icons, &self.art, game]
            .into_iter()
            .chain(credits)
            .chain([typefaces])
            .filter(|phrase| !phrase.is_empty())
            .collect()
    }
}

/// `Icons by Lorc and Skoll, game-icons.net, CC BY 3.0 (creativecommons.org/licenses/by/3.0), colored`
fn icons_line(icons: &BTreeSet<String>, has_addresses: bool) -> String {
    let table = icon_credits();
    let drawn = drawn_by(icons);
    let under = |licence: &&IconLicence| drawn.iter().any(|drawn| drawn.licence == *licence);
    let group = |(number, licence): (usize, &IconLicence)| {
        let own = drawn.iter().filter(|drawn| drawn.licence == licence);
        let names: Vec<&str> = own.map(|drawn| drawn.artist.name.as_str()).collect();
        // All have the same source, so it is named once.
        let source = if number == 0 { format!("{}, ", table.source.name) } else { String::new() };
        let address =
            if has_addresses && !licence.is_free { format!(" ({})", bare(&licence.url)) } else { String::new() };
        format!("by {}, {source}{}{address}", enumerated(&names), licence.name)
    };
    let groups: Vec<String> = table.licences.iter().filter(under).enumerate().map(group).collect();
    if groups.is_empty() { String::new() } else { format!("Icons {}; {}", groups.join("; "), table.changes) }
}

/// An address as people write it.
fn bare(url: &str) -> &str {
    url.trim_start_matches("https://").trim_end_matches('/')
}

/// `Embers by Ada and Bo, CC BY 4.0`
fn game_line(game: &GameCredits, authors: &str) -> String {
    let licence = game.licence.as_ref().map_or("", |licence| licence.name.as_str());
    match (authors.is_empty(), licence.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("{}: {licence}", game.title),
        (false, true) => format!("{} by {authors}", game.title),
        (false, false) => format!("{} by {authors}, {licence}", game.title),
    }
}

/// `Art by Ada, CC BY 4.0; by Bo`
fn art_line(credits: &BTreeSet<ArtCredit>) -> String {
    let phrase = |ArtCredit { credit, licence }: &ArtCredit| match (credit.is_empty(), licence.is_empty()) {
        (true, _) => format!("under {licence}"),
        (false, true) => format!("by {credit}"),
        (false, false) => format!("by {credit}, {licence}"),
    };
    let phrases: Vec<String> = credits.iter().map(phrase).collect();
    if phrases.is_empty() { String::new() } else { format!("Art {}", phrases.join("; ")) }
}

fn typefaces_line(used: &Used) -> String {
    let names: Vec<&str> = used.faces().map(|face| face.name).collect();
    let own: Vec<&str> = used.own_typefaces.iter().map(String::as_str).collect();
    match (names.is_empty(), own.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("Set in {}", enumerated(&own)),
        (false, true) => format!("Set in {}, {FONT_LICENCE}", enumerated(&names)),
        (false, false) => format!("Set in {}, {FONT_LICENCE}, and in {}", enumerated(&names), enumerated(&own)),
    }
}

/// `Ada, Bo, Cy and 4 others`
fn shortened(names: &[&str]) -> String {
    if names.len() <= NAMED_AT_LEAST + 1 {
        return enumerated(names);
    }
    let (named, others) = names.split_at(NAMED_AT_LEAST);
    format!("{} and {} others", named.join(", "), others.len())
}

/// `Ada, Bo and Cy`
fn enumerated(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use makeready_embedded::credits::Named;

    fn used(icons: &[&str], typefaces: &[&'static str]) -> Used {
        Used {
            icons: icons.iter().map(|id| (*id).to_owned()).collect(),
            typefaces: typefaces.iter().copied().collect(),
            ..Used::default()
        }
    }

    fn game(authors: &[&str], licence: &str) -> GameCredits {
        let author =
            |name: &&str| Author { named: Named { name: (*name).to_owned(), ..Named::default() }, ..Author::default() };
        GameCredits {
            title: "Embers".to_owned(),
            licence: (!licence.is_empty()).then(|| Named { name: licence.to_owned(), ..Named::default() }),
            authors: authors.iter().map(author).collect(),
            credits: Vec::new(),
        }
    }

    #[test]
    fn only_artists_of_icons_that_are_used_are_named_each_with_their_licence() {
        let colophon = Colophon::new(&GameCredits::default(), &used(&["anvil", "talk", "heart-plus"], &[]));
        let line = "Icons by Lorc and Skoll, game-icons.net, CC BY 3.0 (creativecommons.org/licenses/by/3.0); by Zeromancer, \
                    CC0 1.0; colored, reduced to one path";
        assert_eq!(colophon.phrases(), [line]);
        assert_eq!(Colophon::new(&GameCredits::default(), &Used::default()).phrases(), [""; 0]);
    }

    #[test]
    fn artists_of_pictures_are_named_in_every_wording_and_once_each() {
        let by = |credit: &str, licence: &str| ArtCredit { credit: credit.to_owned(), licence: licence.to_owned() };
        let mut used = used(&["anvil"], &["Cinzel"]);
        [by("Bo", ""), by("Ada", "CC BY 4.0"), by("", ""), by("Ada", "CC BY 4.0"), by("", "CC0")]
            .iter()
            .for_each(|credit| used.note_art(credit));
        let colophon = Colophon::new(&game(&["Cy"], "CC0"), &used);
        for words in colophon.wordings() {
            assert_eq!(words[1], "Art under CC0; by Ada, CC BY 4.0; by Bo");
        }
    }

    #[test]
    fn a_game_is_named_with_what_it_says_of_itself() {
        let line = |authors: &[&str], licence: &str| Colophon::new(&game(authors, licence), &Used::default()).game;
        assert_eq!(line(&[], ""), "");
        assert_eq!(line(&[], "CC BY 4.0"), "Embers: CC BY 4.0");
        assert_eq!(line(&["Ada", "Bo", "Cy"], ""), "Embers by Ada, Bo and Cy");
        assert_eq!(line(&["Ada"], "CC0"), "Embers by Ada, CC0");
    }

    #[test]
    fn what_is_said_gets_shorter_and_always_names_artists_and_the_licence_of_the_game() {
        let mut game = game(&["A", "B", "C", "D", "E"], "CC BY 4.0");
        game.credits = vec![CreditLine { what: "Map".to_owned(), who: "Dee".to_owned(), ..CreditLine::default() }];
        let colophon = Colophon::new(&game, &used(&["anvil"], &["Cinzel", "Barlow Condensed"]));
        let wordings = colophon.wordings();
        assert_eq!(wordings[0][2..], ["Map: Dee", "Set in Barlow Condensed and Cinzel, OFL 1.1"]);
        let lengths: Vec<usize> = wordings.iter().map(|words| words.concat().len()).collect();
        assert!(lengths.last() < lengths.first(), "{lengths:?}");
        for words in &wordings {
            assert!(
                words[0].contains("by Lorc, game-icons.net, CC BY 3.0") && words[1].contains("CC BY 4.0"),
                "{words:?}"
            );
        }
        assert_eq!(wordings.last().map(|words| words[1]), Some("Embers by A, B, C and 2 others, CC BY 4.0"));
    }
}

//! The places of a book on paper: the label of each for links, and the page on which it stands.
//!
//! **In** the places that texts define, in the order in which they stand; later the laid out pages. **Out** the labels that a
//! template may link to, and [`Pages`].

use std::collections::{BTreeMap, BTreeSet, HashMap};

use typst::foundations::{Content, Label, Selector};
use typst::introspection::{Introspector as _, Location};
use typst::layout::{Frame, FrameItem};
use typst::model::Destination;
use typst::utils::PicoStr;
use typst_layout::PagedDocument;

use makeready_prose::address::Place;

/// A place by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot(usize);

impl Spot {
    /// Its label in the template.
    pub fn label(self) -> String {
        format!("spot-{}", self.0)
    }
}

/// The places that are on paper.
#[derive(Clone, Debug, Default)]
pub struct Places(BTreeMap<Place, Spot>);

impl Places {
    /// Adds a place, unless it is there already.
    pub fn define(&mut self, place: Place) {
        let spot = Spot(self.0.len());
        self.0.entry(place).or_insert(spot);
    }

    /// The number of a place, where it is on paper. What stands on a page of its own on the site is a part of the book's
    /// text here, so that a place within it that is not on paper leads to the whole.
    pub fn find(&self, place: &Place) -> Option<Spot> {
        let whole = || self.0.get(&Place::page(&place.path));
        self.0.get(place).or_else(whole).copied()
    }

    /// Leaves out all that do not begin on paper.
    pub fn keep(&mut self, begun: &BTreeSet<Spot>) {
        self.0.retain(|_, spot| begun.contains(spot));
    }
}

/// What stands on which page, counted from 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pages {
    /// The page of each label that is on one.
    of_label: BTreeMap<String, usize>,
    /// The pages on which something leads to a place.
    mentions: BTreeMap<Spot, BTreeSet<usize>>,
    /// How many pages there are.
    pub count: usize,
}

impl Pages {
    /// Of a laid out book with so many places, and further labels.
    pub fn of(document: &PagedDocument, places: &Places, further: &[String]) -> Self {
        let mut found = Self { count: document.pages().len(), ..Self::default() };
        let spots = places.0.values().copied();
        let mut by_location: HashMap<Location, Spot> = HashMap::new();
        let labels = spots.map(|spot| (spot.label(), Some(spot)));
        for (name, spot) in labels.chain(further.iter().map(|label| (label.clone(), None))) {
            let Some(label) = Label::new(PicoStr::intern(&name)) else { continue };
            let elements = document.introspector().query(&Selector::Label(label));
            let Some(location) = elements.first().and_then(Content::location) else { continue };
            if let Some(page) = document.introspector().page(location) {
                found.of_label.insert(name, page.get());
            }
            if let Some(spot) = spot {
                by_location.insert(location, spot);
            }
        }
        for (number, page) in (1..).zip(document.pages()) {
            found.collect(&page.frame, number, &by_location);
        }
        found
    }

    fn collect(&mut self, frame: &Frame, page: usize, spots: &HashMap<Location, Spot>) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => self.collect(&group.frame, page, spots),
                FrameItem::Link(Destination::Location(location), _) => {
                    if let Some(spot) = spots.get(location) {
                        self.mentions.entry(*spot).or_default().insert(page);
                    }
                }
                _ => {}
            }
        }
    }

    /// The page of a label.
    pub fn page(&self, label: &str) -> Option<usize> {
        self.of_label.get(label).copied()
    }

    /// The pages from `first` to `last` on which something leads to a place.
    pub fn mentions(&self, spot: Spot, first: usize, last: usize) -> impl Iterator<Item = usize> {
        let pages = self.mentions.get(&spot).into_iter().flatten().copied();
        pages.filter(move |page| (first..=last).contains(page))
    }

    /// How many places a page leads to.
    pub fn leading_from(&self, page: usize) -> usize {
        self.mentions.values().filter(|pages| pages.contains(&page)).count()
    }

    /// Whether places stand where they stood, so that nothing that is said of pages has changed.
    pub fn agrees_with(&self, other: &Self) -> bool {
        self == other
    }
}

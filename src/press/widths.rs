//! How wide words come out on one line, before they are laid out.
//!
//! **In** words and the [`Voice`] that they are set in. **Out** their width in em, without tracking, as Typst will
//! set them: same fonts, same shaping. The templates divide by it where a name or figure must stay on one line;
//! to ask Typst itself (`measure`) takes a second layout for each.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use rustybuzz::ttf_parser::Tag;
use rustybuzz::{Feature, Script, ShapePlan, UnicodeBuffer, shape_with_plan};
use serde::Serialize;
use typst::layout::Ratio;
use typst::text::{FontInstance, FontStretch, FontStyle, FontVariant, FontWeight};

use super::cards::Entry;
use super::world;
use crate::faces::book::Look;

/// What the template reads: widths in em by voice and by words.
#[derive(Default, Serialize)]
pub struct Widths<'a> {
    title: BTreeMap<&'a str, f64>,
    caps: BTreeMap<Cow<'a, str>, f64>,
    figure: BTreeMap<&'a str, f64>,
}

/// The families that the templates ask for in labels and figures.
const PLAIN: [&str; 2] = ["Barlow", "Alegreya Sans"];

/// Stands between the parts of a type line.
const SEPARATOR: &str = "  ·  ";

impl<'a> Widths<'a> {
    /// Of everything on these cards that must stay on one line.
    pub fn of_cards(look: &'a Look, entries: &'a [Entry]) -> Self {
        let title = Voice::new([&look.display_font, PLAIN[1]], FontWeight::BOLD, FontStretch::NORMAL, &[b"lnum"]);
        let plain = Voice::new(PLAIN, FontWeight::SEMIBOLD, FontStretch::from_ratio(Ratio::new(0.75)), &[b"lnum", b"tnum"]);
        let mut widths = Self::default();
        widths.caps.insert(Cow::Borrowed(SEPARATOR), plain.width(SEPARATOR));
        for Entry { face, .. } in entries {
            widths.title.entry(&face.name).or_insert_with(|| title.width(&face.name));
            let labels = face.costs.iter().map(|cost| &cost.label).chain(face.facts.iter().map(|fact| &fact.label));
            let part = format!("{}/{}", face.part.0, face.part.1);
            let labels = labels.chain([&face.family.name, &face.type_line]).map(|words| Cow::Borrowed(words.as_str()));
            for words in labels.chain([Cow::Owned(part)]) {
                let width = plain.width(&words.to_uppercase());
                widths.caps.insert(words, width);
            }
            let figures = face.figures.iter().flat_map(|figure| figure.text.iter().chain([&figure.unit]));
            for words in figures.chain(face.costs.iter().map(|cost| &cost.extra)) {
                widths.figure.entry(words).or_insert_with(|| plain.width(words));
            }
        }
        widths
    }
}

/// Fonts in order of preference, the first that has a character sets it.
struct Voice {
    fonts: Vec<&'static FontInstance>,
    features: Vec<Feature>,
    plans: RefCell<Vec<(usize, Option<Script>, ShapePlan)>>,
}

impl Voice {
    fn new(families: [&str; 2], weight: FontWeight, stretch: FontStretch, features: &[&[u8; 4]]) -> Self {
        let variant = FontVariant::new(FontStyle::Normal, weight, stretch);
        let named = families.iter().filter_map(|family| world::face(family, variant));
        let feature = |tag: &&[u8; 4]| Feature::new(Tag::from_bytes(tag), 1, ..);
        Self {
            // Typst looks through all others as well before it gives a character up.
            fonts: named.chain(world::faces()).collect(),
            features: features.iter().map(feature).collect(),
            plans: RefCell::default(),
        }
    }

    /// Width of one line in em, rounded up to where figures stop to differ between machines.
    fn width(&self, words: &str) -> f64 {
        let mut em = 0.0;
        let mut run: Option<(Option<usize>, usize)> = None;
        for (at, c) in words.char_indices() {
            let font = self.fonts.iter().position(|font| font.ttf().glyph_index(c).is_some());
            if run.is_none_or(|(current, _)| current != font) {
                em += run.map_or(0.0, |(font, start)| self.run(font, &words[start..at]));
                run = Some((font, at));
            }
        }
        em += run.map_or(0.0, |(font, start)| self.run(font, &words[start..]));
        (em * 10_000.0).ceil() / 10_000.0
    }

    /// Width of characters that one font has. What no font has is refused later; until then it is an em wide.
    fn run(&self, font: Option<usize>, words: &str) -> f64 {
        let Some((index, font)) = font.and_then(|index| Some((index, self.fonts.get(index)?))) else {
            return words.chars().count() as f64;
        };
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(words);
        buffer.guess_segment_properties();
        let script = Some(buffer.script());
        let (direction, face) = (buffer.direction(), font.rusty());
        let mut plans = self.plans.borrow_mut();
        let known = plans.iter().position(|(of, other, _)| *of == index && *other == script);
        let at = known.unwrap_or_else(|| {
            plans.push((index, script, ShapePlan::new(face, direction, script, None, &self.features)));
            plans.len() - 1
        });
        let glyphs = shape_with_plan(face, &plans[at].2, buffer);
        let units: i32 = glyphs.glyph_positions().iter().map(|glyph| glyph.x_advance).sum();
        font.to_em(units).get()
    }
}

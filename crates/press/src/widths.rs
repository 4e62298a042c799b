//! The widths of words on one line, before they are laid out.
//!
//! **In** words and the [`Voice`] in which they are set. **Out** their width in em, without tracking, as Typst will
//! set them: same fonts, same shaping. The templates divide by it where a name or figure must stay on one line;
//! `measure` in Typst would take a second layout for each.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

use rustybuzz::ttf_parser::Tag;
use rustybuzz::{Feature, Script, ShapePlan, UnicodeBuffer, shape_with_plan};
use serde::Serialize;
use typst::layout::Ratio;
use typst::text::{FontInstance, FontStretch, FontStyle, FontVariant, FontWeight};

use super::PrintStyle;
use super::breaks::is_break;
use super::world::{self, Fonts};
use deckle_faces::book::Look;
use deckle_faces::card::{Block, CardFace};
use deckle_faces::sheet::{Handout, SheetBlock, SheetContent, ValueCell};
use deckle_faces::text::{Paragraph, Run, Style, plain_text};

/// Widths in em by voice and by words, for everything that must stay on one line.
pub struct Widths<'a> {
    title: Voice<'a>,
    /// Labels, in capitals.
    caps: Voice<'a>,
    /// Figures and their units.
    figure: Voice<'a>,
    /// The large figures of cards.
    bold: Voice<'a>,
    /// Names in running text.
    text: Voice<'a>,
}

/// For the template: width in em of every line that it must not break, by voice.
#[derive(Serialize)]
pub struct InEm<'a> {
    title: BTreeMap<Cow<'a, str>, f64>,
    caps: BTreeMap<Cow<'a, str>, f64>,
    figure: BTreeMap<Cow<'a, str>, f64>,
    bold: BTreeMap<Cow<'a, str>, f64>,
    text: BTreeMap<Cow<'a, str>, f64>,
}

/// The width of a table's column without line breaks, in em, and its length in characters, head included.
#[derive(Serialize)]
pub struct Column {
    cells: f64,
    words: usize,
    /// The widths of the longest words of its cells and of its head, in em: a column may be narrower.
    cell_word: f64,
    head_word: f64,
    /// The letters of the latter that are tracked: all but the last.
    head_letters: usize,
}

/// The families that the templates use.
const PLAIN: [&str; 2] = ["Barlow", "Alegreya Sans"];
/// The families of running text, and of figures.
pub const RUNNING: [&str; 2] = ["Alegreya Sans", "Barlow"];
const ACCESSIBLE: [&str; 2] = ["Atkinson Hyperlegible", "Alegreya Sans"];

/// The separators of the templates between the parts of a line.
const SEPARATORS: [&str; 2] = ["  ·  ", " · "];

impl<'a> Widths<'a> {
    /// Nothing measured yet.
    pub fn new(look: &Look, style: PrintStyle) -> Self {
        let condensed = FontStretch::from_ratio(Ratio::new(0.75));
        let fonts = world::fonts(look);
        let plain = |weight| Voice::new(fonts, PLAIN, weight, condensed, &[b"lnum", b"tnum"]);
        let running = if style.is_accessible { ACCESSIBLE } else { RUNNING };
        let display = [look.display_font.as_str(), RUNNING[0]];
        let mut widths = Self {
            title: Voice::new(fonts, display, FontWeight::BOLD, FontStretch::NORMAL, &[b"lnum"]),
            caps: plain(FontWeight::SEMIBOLD),
            figure: plain(FontWeight::SEMIBOLD),
            bold: plain(FontWeight::BOLD),
            text: Voice::new(fonts, running, FontWeight::MEDIUM, FontStretch::NORMAL, &[b"lnum"]),
        };
        SEPARATORS.iter().for_each(|words| widths.caps.add(words));
        widths
    }

    /// As the template reads them.
    pub fn in_em(self) -> InEm<'a> {
        let Self { title, caps, figure, bold, text } = self;
        InEm { title: title.widths, caps: caps.widths, figure: figure.widths, bold: bold.widths, text: text.widths }
    }

    fn caps(&mut self, words: &'a str) {
        self.caps.add_as(Cow::Borrowed(words), &words.to_uppercase());
    }

    /// Everything on a card.
    pub fn card(&mut self, face: &'a CardFace) {
        self.title.add(&face.name);
        self.caps(&face.family.name);
        self.caps(&face.type_line);
        let (part, count) = face.part;
        let part = format!("{part}/{count}");
        self.caps.add_as(Cow::Owned(part.clone()), &part);
        for cost in &face.costs {
            self.caps(&cost.label);
            self.figure.add(&cost.unit);
            let behind = [cost.unit.as_str(), &cost.extra].into_iter().filter(|words| !words.is_empty());
            let behind = behind.collect::<Vec<_>>().join(" ");
            self.figure.add_as(Cow::Owned(behind.clone()), &behind);
            [&cost.amount, &cost.extra].into_iter().for_each(|words| self.bold.add(words));
            let together = format!("{} {}", cost.amount, cost.unit);
            self.caps.add_as(Cow::Owned(together.clone()), &together.to_uppercase());
        }
        for figure in &face.figures {
            self.caps(&figure.label);
            self.figure.add(&figure.unit);
            figure.text.iter().for_each(|text| self.bold.add(text));
        }
        self.bold.add(&face.reaction_sign);
        face.facts.iter().for_each(|fact| self.caps(&fact.label));
        face.facts.iter().filter_map(|fact| fact.field.as_ref()).for_each(|field| self.figure.add(&field.unit));
        if let Some(badge) = &face.badge {
            self.bold.add(&badge.amount);
            self.bold.add(&badge.unit);
        }
        self.blocks(&face.blocks);
    }

    /// The columns of a part, if it is a table.
    pub fn columns(&self, block: &Block) -> Option<Vec<Column>> {
        let Block::Table(table) = block else { return None };
        let numeric = table.numeric.iter().copied();
        let columns = table.columns.iter().zip(numeric).enumerate().map(|(n, (head, is_numeric))| {
            let cells: Vec<&Paragraph> = table.rows.iter().filter_map(|row| row.get(n)).collect();
            let voice = if is_numeric { &self.figure } else { &self.text };
            let widest = cells.iter().map(|cell| voice.paragraph(cell)).fold(0.0, f64::max);
            let texts: Vec<String> = cells.iter().map(|cell| plain_text(cell)).collect();
            let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            let cell_word = longest_word(texts.iter().map(String::as_str));
            let head_word = longest_word([head.as_str()]);
            Column {
                cells: widest,
                words: longest.max(head.chars().count()),
                cell_word: voice.width(cell_word),
                head_word: self.caps.width(&head_word.to_uppercase()),
                head_letters: head_word.chars().count().saturating_sub(1),
            }
        });
        Some(columns.collect())
    }

    /// Everything in these parts.
    fn blocks(&mut self, blocks: &'a [Block]) {
        for block in blocks {
            match block {
                Block::Facts { facts } => facts.iter().for_each(|fact| self.caps(&fact.label)),
                Block::Table(table) => table.columns.iter().for_each(|head| self.caps(head)),
                Block::Heading { .. } | Block::Text { .. } | Block::Track(_) | Block::Lines { .. } => {}
            }
        }
    }

    /// Everything on a handout, or on this part of it.
    pub fn handout(&mut self, handout: &'a Handout, (part, count): (u32, u32)) {
        self.title.add(&handout.name);
        [&handout.role, &handout.subtitle, &handout.readers].into_iter().for_each(|words| self.caps(words));
        let part = format!("{part} of {count}");
        self.caps.add_as(Cow::Owned(part.clone()), &part.to_uppercase());
        self.caps("continued");
        self.figure.add(&handout.edition);
        self.sheet(&handout.blocks);
    }

    /// The line of the margin that names the edition.
    pub fn edition(&mut self, edition: &'a str) {
        self.figure.add(edition);
    }

    /// Everything in these blocks.
    pub fn sheet(&mut self, blocks: &'a [SheetBlock]) {
        blocks.iter().for_each(|block| self.content(&block.content));
    }

    fn content(&mut self, content: &'a SheetContent) {
        match content {
            SheetContent::Stats { groups } => {
                for group in groups {
                    group.total.iter().for_each(|total| self.cell(total));
                    for stat in &group.stats {
                        self.text.add(&stat.name);
                        self.text.add(&stat.abbr);
                    }
                }
            }
            SheetContent::Resources { resources } => resources.iter().for_each(|resource| self.cell(&resource.max)),
            SheetContent::Values { values } => values.iter().for_each(|value| self.cell(value)),
            SheetContent::Rolls { rows, .. } => {
                for row in rows {
                    self.text.add(&row.name);
                    self.figure.add(&row.cost);
                    row.cells.iter().for_each(|cell| self.cell(cell));
                }
            }
            SheetContent::Blocks { blocks } => self.blocks(blocks),
            SheetContent::Identity { .. }
            | SheetContent::Table(_)
            | SheetContent::Text { .. }
            | SheetContent::Tracks { .. }
            | SheetContent::Lines { .. } => {}
        }
    }

    fn cell(&mut self, cell: &'a ValueCell) {
        self.caps(&cell.name);
        self.caps(&cell.abbr);
        self.figure.add(&cell.unit);
        cell.text.iter().for_each(|text| self.figure.add(text));
    }
}

/// The word of most characters.
fn longest_word<'t>(texts: impl IntoIterator<Item = &'t str>) -> &'t str {
    let words = texts.into_iter().flat_map(str::split_whitespace);
    words.max_by_key(|word| word.chars().count()).unwrap_or_default()
}

/// Measures credits, and the feet of cards.
pub struct SmallPrint(Voice<'static>);

impl SmallPrint {
    /// Credits as the templates set them.
    pub fn new(look: &Look) -> Self {
        Self::weighing(look, FontWeight::MEDIUM)
    }

    /// The line in the foot of cards.
    pub fn of_feet(look: &Look) -> Self {
        Self::weighing(look, FontWeight::SEMIBOLD)
    }

    fn weighing(look: &Look, weight: FontWeight) -> Self {
        let condensed = FontStretch::from_ratio(Ratio::new(0.75));
        Self(Voice::new(world::fonts(look), PLAIN, weight, condensed, &[b"lnum", b"tnum"]))
    }

    /// Width of words on one line, in em.
    pub fn width(&self, words: &str) -> f64 {
        self.0.width(words)
    }
}

/// Fonts in order of preference, the first that has a character sets it.
struct Voice<'a> {
    widths: BTreeMap<Cow<'a, str>, f64>,
    fonts: Vec<&'static FontInstance>,
    features: Vec<Feature>,
    plans: RefCell<Vec<(usize, Option<Script>, ShapePlan)>>,
}

impl<'a> Voice<'a> {
    fn new(
        fonts: &'static Fonts,
        families: [&str; 2],
        weight: FontWeight,
        stretch: FontStretch,
        features: &[&[u8; 4]],
    ) -> Self {
        let variant = FontVariant::new(FontStyle::Normal, weight, stretch);
        let named = families.iter().filter_map(|family| fonts.find(family, variant));
        let feature = |tag: &&[u8; 4]| Feature::new(Tag::from_bytes(tag), 1, ..);
        Self {
            widths: BTreeMap::new(),
            // Typst falls back to all other fonts before it gives a character up.
            fonts: named.chain(fonts.all()).collect(),
            features: features.iter().map(feature).collect(),
            plans: RefCell::default(),
        }
    }

    /// An estimate of the width of a paragraph on one line.
    fn paragraph(&self, paragraph: &[Run]) -> f64 {
        let width = |run: &Run| match run.style {
            Style::Icon => 0.9,
            // As the templates draw them, at the usual size of text.
            Style::WriteNumber => 5.3,
            Style::WriteDice => 11.4,
            Style::Strong | Style::StrongEmphasis | Style::Figure => 1.04 * self.width(&run.text),
            Style::Plain | Style::Emphasis | Style::Formula => self.width(&run.text),
        };
        paragraph.iter().map(width).sum()
    }

    fn add(&mut self, words: &'a str) {
        self.add_as(Cow::Borrowed(words), words);
    }

    /// Adds, under `words`, the width of what they are set as.
    fn add_as(&mut self, words: Cow<'a, str>, set_as: &str) {
        if !self.widths.contains_key(&words) {
            let width = self.width(set_as);
            self.widths.insert(words, width);
        }
    }

    /// Width of one line in em, rounded up so that it is the same on all machines.
    fn width(&self, words: &str) -> f64 {
        let mut em = 0.0;
        let mut run: Option<(Option<usize>, usize)> = None;
        // Places to break at take no room, and not every font has them.
        for (at, c) in words.char_indices().filter(|(_, c)| !is_break(*c)) {
            let font = self.fonts.iter().position(|font| font.ttf().glyph_index(c).is_some());
            if run.is_none_or(|(current, _)| current != font) {
                em += run.map_or(0.0, |(font, start)| self.run(font, &words[start..at]));
                run = Some((font, at));
            }
        }
        em += run.map_or(0.0, |(font, start)| self.run(font, &words[start..]));
        (em * 10_000.0).ceil() / 10_000.0
    }

    /// Width of characters that one font has. What no font has is refused later; until then it counts as an em.
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use typst::layout::{Abs, Frame, FrameItem};

    use super::*;
    use crate::card_size::CardSize;
    use crate::card_text::CardText;
    use crate::cards::{FaceSpec, SizedFace, Typesetter};
    use crate::length::{Mm, Pt};
    use crate::pieces::tests::face;
    use crate::window::{CENTER, opened};

    fn look() -> Look {
        let color = |name: &str| (name.to_owned(), "#334455".to_owned());
        let palette = ["ink", "paper", "accent", "ground"].map(color);
        Look { palette: palette.into(), display_font: "Cinzel".to_owned(), ..Look::default() }
    }

    /// Width over size of each line that Typst set, by its words.
    fn set(frame: &Frame, found: &mut BTreeMap<String, f64>) {
        for (_, item) in frame.items() {
            match item {
                FrameItem::Group(group) => set(&group.frame, found),
                FrameItem::Text(text) => {
                    *found.entry(text.text.to_string()).or_default() += text.width() / text.size;
                }
                _ => {}
            }
        }
    }

    fn set_on_a_card(face: &CardFace) -> Result<BTreeMap<String, f64>, Box<dyn std::error::Error>> {
        let spec = FaceSpec {
            trim: CardSize::find("poker")?.trim,
            bleed: Mm::ZERO,
            safe: Mm::from_um(3_200),
            style: PrintStyle::default(),
            has_backs: false,
        };
        let look = look();
        let typesetter = Typesetter { look: &look, spec: &spec };
        let entry = SizedFace { face: face.clone(), text: CardText::Large, foot: Pt(6.5) };
        let mut found = BTreeMap::new();
        for laid in typesetter.lay_out_batch(&[entry])? {
            // Open, so that the name has the width of the card.
            set(&opened(&laid.page.frame, Some(Abs::pt(100.0)), CENTER), &mut found);
        }
        Ok(found)
    }

    #[test]
    fn widths_are_those_that_typst_sets() -> Result<(), Box<dyn std::error::Error>> {
        for name in ["Avalanche of Wyverns", "Tòtem 17", "Parry & Riposte", "AVATAR"] {
            let mut face = face(1, 2, 0);
            face.name = name.to_owned();
            face.type_line = "Waffles 1171".to_owned();
            face.icon = "broadsword".to_owned();
            face.family.icon = "broadsword".to_owned();
            let found = set_on_a_card(&face)?;
            let look = look();
            let mut widths = Widths::new(&look, PrintStyle::default());
            widths.card(&face);
            let known = widths.in_em();
            assert!((found[name] - known.title[name]).abs() < 0.001, "{name}: {} {}", found[name], known.title[name]);
            // The family, `F`, is in the type already; there is no tracking after the last letter.
            let line = found.get("WAFFLES 1171").ok_or("no type line")?;
            let tracked = known.caps["Waffles 1171"] + 11.0 * 0.07;
            assert!((line - tracked).abs() < 0.001, "{line} {tracked}");
        }
        Ok(())
    }

    #[test]
    fn what_no_font_has_still_takes_room() {
        let widths = Widths::new(&look(), PrintStyle::default());
        assert!(widths.title.width("\u{1F409}\u{1F409}") >= 2.0);
        assert!(widths.title.width("") == 0.0);
    }
}

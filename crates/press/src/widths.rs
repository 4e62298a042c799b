//! The widths of words on one line, before they are laid out.
//!
//! **In** words and the [`Kind`] of letters in which they are set. **Out** their width in em, without tracking, as Typst will
//! set them: same fonts, same shaping. The templates divide by it where a name or figure must stay on one line, and ask for it
//! with [`LINE_WIDTH`]; `measure` in Typst would take a second layout for each.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use rustybuzz::ttf_parser::Tag;
use rustybuzz::{Feature, Script, ShapePlan, UnicodeBuffer, shape_with_plan};
use serde::Serialize;
use typst::comemo::Tracked;
use typst::diag::{At, SourceResult};
use typst::engine::Engine;
use typst::foundations::{Args, Array, CastInfo, Context, NativeFuncData, NativeFuncPtr, Scope, Str, Type, Value};
use typst::layout::Ratio;
use typst::text::{FontInstance, FontStretch, FontStyle, FontVariant, FontWeight};

use super::PrintStyle;
use super::breaks::{SOFT_HYPHEN, hyphenated, is_break};
use super::world::{self, Fonts};
use makeready_faces::book::Look;
use makeready_faces::card::Block;
use makeready_faces::text::{Paragraph, Run, Style, plain_text};

/// The voices in which the columns of tables are measured.
pub struct Widths {
    /// Labels, in capitals.
    caps: Rc<Voice>,
    figure: Rc<Voice>,
    /// Running text.
    text: Rc<Voice>,
    language: String,
}

/// The width of a table's column without line breaks, in em, and its length in characters, head included.
#[derive(Serialize)]
pub struct Column {
    cells: f64,
    words: usize,
    /// The widths of the widest words of its cells and of its head, in em.
    cell_word: f64,
    head_word: f64,
    /// The same of the parts that words may be divided into.
    cell_part: f64,
    head_part: f64,
    /// The width of the widest box to write in, in points.
    widest_box: f64,
}

/// What stands between letters of a head, in em.
const HEAD_TRACKING: f64 = 0.07;
/// How many of the longest words are measured: the widest is among them.
const MEASURED: usize = 6;

/// The families that the templates use.
const PLAIN: [&str; 2] = ["Barlow", "Alegreya Sans"];
/// The families of running text, and of figures.
pub const RUNNING: [&str; 2] = ["Alegreya Sans", "Barlow"];
const ACCESSIBLE: [&str; 2] = ["Atkinson Hyperlegible", "Alegreya Sans"];

impl Widths {
    /// Of a look, in a style.
    pub fn new(look: &Look, style: PrintStyle) -> Self {
        let fonts = world::fonts(look);
        let of = |families: [&str; 2], weight, is_condensed| {
            Kind { families: families.map(str::to_owned).to_vec(), weight, is_condensed }.voice(fonts)
        };
        let running = if style.is_accessible { ACCESSIBLE } else { RUNNING };
        let plain = of(PLAIN, FontWeight::SEMIBOLD, true);
        let language = look.lang.language().to_owned();
        Self { caps: Rc::clone(&plain), figure: plain, text: of(running, FontWeight::MEDIUM, false), language }
    }

    /// The columns of a part, if it is a table.
    pub fn columns(&self, block: &Block) -> Option<Vec<Column>> {
        let Block::Table(table) = block else { return None };
        let numeric = table.numeric.iter().copied();
        let columns = table.columns.iter().zip(numeric).enumerate().map(|(n, (head, is_numeric))| {
            let cells: Vec<&Paragraph> = table.rows.iter().filter_map(|row| row.get(n)).collect();
            let voice = if is_numeric { &self.figure } else { &self.text };
            let width = |cell: &&Paragraph| width_of_line(cell).unwrap_or_else(|| voice.paragraph(cell));
            let widest = cells.iter().map(width).fold(0.0, f64::max);
            let written = cells.iter().filter(|cell| width_of_line(cell).is_none());
            let texts: Vec<String> = written.map(|cell| plain_text(cell)).collect();
            let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
            let capitals = head.to_uppercase();
            let head_width = |words: &str| self.caps.width(words) + HEAD_TRACKING * words.chars().count() as f64;
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            let (cell_word, cell_part) = self.widest(&texts, |words| voice.width(words));
            let (head_word, head_part) = self.widest(&[&capitals], head_width);
            let widest_in = |cell: &&Paragraph| {
                let boxes = cell.iter().filter_map(|run| box_width(run.style)).fold(0.0, f64::max);
                width_of_line(cell).unwrap_or(boxes)
            };
            let boxes = cells.iter().map(widest_in);
            Column {
                cells: widest,
                words: longest.max(head.chars().count()),
                cell_word,
                head_word,
                cell_part,
                head_part,
                widest_box: USUAL_SIZE * boxes.fold(0.0, f64::max),
            }
        });
        Some(columns.collect())
    }

    /// The widths of the widest word of some texts, and of the widest part that words may be divided into.
    fn widest(&self, texts: &[&str], width: impl Fn(&str) -> f64) -> (f64, f64) {
        let mut words: Vec<String> = texts.iter().flat_map(|text| on_one_line(text)).collect();
        words.sort_unstable_by(|one, other| other.chars().count().cmp(&one.chars().count()).then(one.cmp(other)));
        words.dedup();
        let word = words.iter().take(MEASURED).map(|word| width(word)).fold(0.0, f64::max);
        let divided = words.iter().map(|word| hyphenated(word, &self.language));
        let mut parts: Vec<String> = Vec::new();
        for word in divided {
            let pieces: Vec<&str> = word.split(SOFT_HYPHEN).collect();
            let with_hyphen =
                |(at, piece): (usize, &&str)| format!("{piece}{}", if at + 1 < pieces.len() { "-" } else { "" });
            parts.extend(pieces.iter().enumerate().map(with_hyphen));
        }
        parts.sort_unstable_by(|one, other| other.chars().count().cmp(&one.chars().count()).then(one.cmp(other)));
        parts.dedup();
        (word, parts.iter().take(MEASURED).map(|part| width(part)).fold(0.0, f64::max))
    }
}

/// The usual size of text, in points.
const USUAL_SIZE: f64 = 7.5;

/// The width in em of a box to write in, at the usual size of text: 14 mm, and for dice 30 mm and its outline, as the templates draw it.
const fn box_width(style: Style) -> Option<f64> {
    match style {
        Style::WriteNumber => Some(5.3),
        Style::WriteDice => Some(11.41),
        Style::Icon
        | Style::Strong
        | Style::StrongEmphasis
        | Style::Figure
        | Style::Plain
        | Style::Emphasis
        | Style::Formula
        | Style::Item
        | Style::InnerItem => None,
    }
}

/// The width in em of the line that a cell is drawn as which has nothing but a place to write in: 10.3 mm, and 20 mm for a roll.
fn width_of_line(cell: &[Run]) -> Option<f64> {
    let [only] = cell else { return None };
    match only.style {
        Style::WriteNumber => Some(3.9),
        Style::WriteDice => Some(7.6),
        style => box_width(style),
    }
}

/// What stands on one line: words, and figures with their units, as templates set them.
fn on_one_line(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() && c != '\u{a0}').filter(|word| !word.is_empty()) {
        let is_unit = word == "%" || word.starts_with("dice") || word.starts_with("die") || {
            let capitals = word.chars().take_while(|c| c.is_uppercase()).count();
            capitals == 2 && !word.chars().nth(2).is_some_and(char::is_alphanumeric)
        };
        match words.last_mut() {
            Some(last) if is_unit && last.ends_with(|c: char| c.is_ascii_digit()) => {
                last.push('\u{a0}');
                last.push_str(word);
            }
            _ => words.push(word.to_owned()),
        }
    }
    words
}

/// Measures credits, and the feet of cards.
pub struct SmallPrint(Rc<Voice>);

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
        let families = PLAIN.map(str::to_owned).to_vec();
        Self(Kind { families, weight, is_condensed: true }.voice(world::fonts(look)))
    }

    /// Width of words on one line, in em.
    pub fn width(&self, words: &str) -> f64 {
        self.0.width(words)
    }
}

/// For templates: the width in em of words on one line.
pub static LINE_WIDTH: NativeFuncData = NativeFuncData {
    function: NativeFuncPtr(&line_width),
    name: "line-width",
    title: "Line width",
    docs: "The width in em of words on one line, in these fonts and this weight.",
    def_site: None,
    keywords: &[],
    contextual: false,
    scope: LazyLock::new(&Scope::new),
    params: LazyLock::new(&Vec::new),
    returns: LazyLock::new(&|| CastInfo::Type(Type::of::<f64>())),
};

/// For templates: words that may break where their language breaks them.
pub static HYPHENATED: NativeFuncData = NativeFuncData {
    function: NativeFuncPtr(&hyphenated_words),
    name: "hyphenated",
    title: "Hyphenated",
    docs: "Words that may break where their language breaks them.",
    def_site: None,
    keywords: &[],
    contextual: false,
    scope: LazyLock::new(&Scope::new),
    params: LazyLock::new(&Vec::new),
    returns: LazyLock::new(&|| CastInfo::Type(Type::of::<Str>())),
};

fn hyphenated_words(_: &mut Engine, _: Tracked<Context>, args: &mut Args) -> SourceResult<Value> {
    let words: Str = args.expect("words")?;
    let language: Str = args.named("lang")?.unwrap_or_default();
    Ok(Value::Str(hyphenated(&words, &language).into()))
}

fn line_width(engine: &mut Engine, _: Tracked<Context>, args: &mut Args) -> SourceResult<Value> {
    let words: Str = args.expect("words")?;
    let families: Array = args.named("font")?.unwrap_or_default();
    let families = families.into_iter().map(Value::cast::<Str>).collect::<Result<Vec<_>, _>>().at(args.span)?;
    let weight = args.named("weight")?.unwrap_or(FontWeight::REGULAR);
    let is_condensed = args.named("condensed")?.unwrap_or(false);
    let families = families.into_iter().map(|family| family.as_str().to_owned()).collect();
    let fonts = world::fonts_of(&engine.world);
    Ok(Value::Float(Kind { families, weight, is_condensed }.voice(fonts).width(&words)))
}

/// How words are set.
#[derive(Clone, PartialEq, Eq)]
struct Kind {
    /// In order of preference.
    families: Vec<String>,
    weight: FontWeight,
    /// Whether letters are condensed, and figures as wide as one another.
    is_condensed: bool,
}

thread_local! {
    /// Voices by their fonts and kinds: some ten for each game.
    static VOICES: RefCell<Vec<(&'static Fonts, Kind, Rc<Voice>)>> = const { RefCell::new(Vec::new()) };
}

impl Kind {
    fn voice(self, fonts: &'static Fonts) -> Rc<Voice> {
        VOICES.with_borrow_mut(|voices| {
            let is_it = |(of, kind, _): &&(&'static Fonts, Self, _)| std::ptr::eq(*of, fonts) && *kind == self;
            if let Some((.., voice)) = voices.iter().find(is_it) {
                return Rc::clone(voice);
            }
            let voice = Rc::new(Voice::new(fonts, &self));
            voices.push((fonts, self, Rc::clone(&voice)));
            voice
        })
    }
}

/// Fonts in order of preference, the first that has a character sets it.
struct Voice {
    fonts: Vec<&'static FontInstance>,
    features: Vec<Feature>,
    plans: RefCell<Vec<(usize, Option<Script>, ShapePlan)>>,
    /// What was measured: cards of several people have the same labels and tables.
    known: RefCell<HashMap<String, f64>>,
}

/// So many widths are kept at most.
const MOST_KNOWN: usize = 20_000;

impl Voice {
    fn new(fonts: &'static Fonts, kind: &Kind) -> Self {
        let stretch = if kind.is_condensed { FontStretch::from_ratio(Ratio::new(0.75)) } else { FontStretch::NORMAL };
        let variant = FontVariant::new(FontStyle::Normal, kind.weight, stretch);
        let named = kind.families.iter().filter_map(|family| fonts.find(family, variant));
        let features: &[&[u8; 4]] = if kind.is_condensed { &[b"lnum", b"tnum"] } else { &[b"lnum"] };
        let feature = |tag: &&[u8; 4]| Feature::new(Tag::from_bytes(tag), 1, ..);
        Self {
            // Typst falls back to all other fonts before it gives a character up.
            fonts: named.chain(fonts.all()).collect(),
            features: features.iter().map(feature).collect(),
            plans: RefCell::default(),
            known: RefCell::default(),
        }
    }

    /// An estimate of the width of a paragraph on one line.
    fn paragraph(&self, paragraph: &[Run]) -> f64 {
        let width = |run: &Run| match run.style {
            Style::Icon => 0.9,
            Style::WriteNumber | Style::WriteDice => box_width(run.style).unwrap_or_default(),
            Style::Strong | Style::StrongEmphasis | Style::Figure => 1.04 * self.width(&run.text),
            Style::Plain | Style::Emphasis | Style::Formula | Style::Item | Style::InnerItem => self.width(&run.text),
        };
        paragraph.iter().map(width).sum()
    }

    /// Width of one line in em, rounded up so that it is the same on all machines.
    fn width(&self, words: &str) -> f64 {
        if let Some(em) = self.known.borrow().get(words) {
            return *em;
        }
        let em = self.measured(words);
        let mut known = self.known.borrow_mut();
        if known.len() == MOST_KNOWN {
            known.clear();
        }
        known.insert(words.to_owned(), em);
        em
    }

    fn measured(&self, words: &str) -> f64 {
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
    use crate::cards::{FaceSpec, Typesetter};
    use crate::foot::SharedCard;
    use crate::length::{Mm, Pt};
    use crate::pieces::tests::face;
    use crate::window::{CENTER, Opening, opened};
    use makeready_faces::card::CardFace;

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
        let card = SharedCard { face: face.clone(), foot: Pt(6.5) };
        let mut found = BTreeMap::new();
        for laid in typesetter.lay_out_batch(&[card], CardText::Usual)? {
            // Open, so that the name has the width of the card.
            let opening = Opening { window: Some(Abs::pt(60.0)), ..Opening::default() };
            set(&opened(&laid.page.frame, opening, CENTER), &mut found);
        }
        Ok(found)
    }

    fn voice(families: [&str; 2], weight: FontWeight, is_condensed: bool) -> Rc<Voice> {
        let families = families.map(str::to_owned).to_vec();
        Kind { families, weight, is_condensed }.voice(world::fonts(&look()))
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
            let title = voice(["Cinzel", "Alegreya Sans"], FontWeight::BOLD, false).width(name);
            assert!((found[name] - title).abs() < 0.001, "{name}: {} {title}", found[name]);
            // The family, `F`, is in the type already; there is no tracking after the last letter.
            let line = found.get("WAFFLES 1171").ok_or("no type line")?;
            let tracked = voice(PLAIN, FontWeight::SEMIBOLD, true).width("WAFFLES 1171") + 11.0 * 0.07;
            assert!((line - tracked).abs() < 0.001, "{line} {tracked}");
        }
        Ok(())
    }

    #[test]
    fn what_no_font_has_still_takes_room() {
        let title = voice(["Cinzel", "Alegreya Sans"], FontWeight::BOLD, false);
        assert!(title.width("\u{1F409}\u{1F409}") >= 2.0);
        assert!(title.width("") == 0.0);
    }
}

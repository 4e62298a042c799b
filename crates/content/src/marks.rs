//! The marks of a text: which asterisks are emphasis, which lines are items of lists, and what stands for itself.
//!
//! **In** a text as it was written. **Out** its paragraphs, and what in it was meant otherwise. An asterisk is a mark where words
//! begin behind it or end before it: between letters, figures or spaces it is an asterisk, and behind a backslash it is one
//! anywhere.

use std::ops::Range;

use makeready_rules::formula::{Formula, FormulaError};
use makeready_rules::template::{Form, Piece, Template};

use super::list_lines::{Item, items};
use super::markup::{Reading, escaped, icon};
use super::quotes;
use super::text::Mark;
use crate::words::Style;

/// What was meant otherwise than it is read.
#[derive(Clone, Debug, Default)]
pub struct Faults {
    /// Formulas that cannot be read; they are left out.
    pub formulas: Vec<FormulaError>,
    /// Asterisks that open words which nothing closes; they stay.
    pub unclosed: Vec<Range<usize>>,
    /// The first item of a list.
    pub list: Option<Range<usize>>,
    /// The first item of a list that stands in two others.
    pub deep: Option<Range<usize>>,
}

/// A part of a paragraph.
enum Token {
    /// A character.
    Sign(char),
    /// A straight quote that stays one.
    Straight(char),
    /// So many asterisks.
    Stars(Stars),
    /// An icon.
    Icon(String),
    /// A formula.
    Formula(Formula, Form, Range<usize>),
}

/// Asterisks in a row, as what each of them is read.
#[derive(Default)]
struct Stars {
    at: usize,
    /// How many stand for themselves.
    left: usize,
    /// Whether they end bold and italic words.
    closes: (bool, bool),
    /// Whether they begin some.
    opens: (bool, bool),
}

/// Reads a text.
pub fn read(text: &str) -> (Vec<Vec<Mark>>, Faults) {
    let (template, formulas) = Template::read(text);
    let listed = items(text);
    let mut reader = Reader {
        text,
        last_brace: text.rfind('}').unwrap_or(0),
        formulas: template.pieces.into_iter().filter(|piece| matches!(piece, Piece::Formula(..))).collect(),
        faults: Faults { formulas, list: listed.first().map(|item| item.at.clone()), ..Faults::default() },
        ..Reader::default()
    };
    reader.faults.deep = listed.iter().find(|item| item.is_too_deep).map(|item| item.at.clone());
    reader.formulas.reverse();
    reader.read(listed);
    (reader.paragraphs, reader.faults)
}

#[derive(Default)]
struct Reader<'t> {
    text: &'t str,
    /// Those that are still to come, the next one last.
    formulas: Vec<Piece>,
    tokens: Vec<Token>,
    /// The sign of the item that the paragraph is.
    item: Option<Mark>,
    paragraphs: Vec<Vec<Mark>>,
    /// Where the last closing brace stands: no formula begins behind it.
    last_brace: usize,
    faults: Faults,
}

impl Reader<'_> {
    fn read(&mut self, listed: Vec<Item>) {
        let mut listed = listed.into_iter().peekable();
        let mut at = 0;
        while let Some(next) = self.text[at..].chars().next() {
            let rest = &self.text[at..];
            // A formula goes over lines.
            while listed.next_if(|item| item.at.start < at).is_some() {}
            if let Some(item) = listed.next_if(|item| item.at.start == at) {
                self.end_paragraph();
                let style = if item.is_inner { Style::InnerItem } else { Style::Item };
                self.item = Some(Mark::Words(style, item.sign()));
                at = item.at.end;
                continue;
            }
            at += if let Some(length) = blank_line(rest) {
                self.end_paragraph();
                length
            } else if let Some(sign) = escaped(rest, Reading::Marked) {
                self.tokens.push(if matches!(sign, '"' | '\'') { Token::Straight(sign) } else { Token::Sign(sign) });
                2
            } else if next == '*' {
                let count = rest.len() - rest.trim_start_matches('*').len();
                self.tokens.push(Token::Stars(Stars { at, left: count, ..Stars::default() }));
                count
            } else if rest.starts_with("{{") || rest.starts_with("}}") {
                self.tokens.push(Token::Sign(next));
                2
            } else if next == '{' && !rest.starts_with("{#") {
                self.formula(at)
            } else if let Some(icon) = icon(rest) {
                self.tokens.push(Token::Icon(icon.to_owned()));
                icon.len() + 2
            } else {
                self.tokens.push(Token::Sign(next));
                next.len_utf8()
            };
        }
        self.end_paragraph();
    }

    /// Takes the formula that begins here; its length, braces and all. One that cannot be read has been reported.
    fn formula(&mut self, at: usize) -> usize {
        let end = if at < self.last_brace { self.text[at..].find('}') } else { None };
        let length = end.map_or(1, |end| end + 1);
        let is_here = |piece: &Piece| matches!(piece, Piece::Formula(_, _, range) if range.start < at + length);
        if self.formulas.last().is_some_and(is_here)
            && let Some(Piece::Formula(formula, form, range)) = self.formulas.pop()
        {
            self.tokens.push(Token::Formula(formula, form, range));
        }
        length
    }

    fn end_paragraph(&mut self) {
        let mut tokens = std::mem::take(&mut self.tokens);
        self.faults.unclosed.extend(resolve(&mut tokens));
        let mut marks: Vec<Mark> = self.item.take().into_iter().collect();
        let first = marks.len();
        let (mut words, mut is_strong, mut is_emphasized) = (String::new(), false, false);
        for token in tokens {
            match token {
                Token::Sign(sign) if sign.is_whitespace() => {
                    let is_first = marks.len() == first && words.is_empty();
                    if !words.ends_with(' ') && !is_first {
                        words.push(' ');
                    }
                }
                Token::Sign(sign) => words.push(sign),
                Token::Straight(sign) => words.push(quotes::kept(sign)),
                Token::Stars(Stars { left, closes, opens, .. }) => {
                    words.extend(std::iter::repeat_n('*', left));
                    if closes != (false, false) || opens != (false, false) {
                        flush(&mut marks, &mut words, Style::of_words(is_strong, is_emphasized));
                    }
                    is_strong = is_strong && !closes.0 || opens.0;
                    is_emphasized = is_emphasized && !closes.1 || opens.1;
                }
                Token::Icon(icon) => {
                    flush(&mut marks, &mut words, Style::of_words(is_strong, is_emphasized));
                    marks.push(Mark::Icon(icon));
                }
                Token::Formula(formula, form, at) => {
                    flush(&mut marks, &mut words, Style::of_words(is_strong, is_emphasized));
                    marks.push(Mark::Formula(formula, form, at));
                }
            }
        }
        words.truncate(words.trim_end_matches(' ').len());
        flush(&mut marks, &mut words, Style::of_words(is_strong, is_emphasized));
        if !marks.is_empty() {
            set_quotes(&mut marks);
            self.paragraphs.push(marks);
        }
    }
}

fn flush(marks: &mut Vec<Mark>, words: &mut String, style: Style) {
    if !words.is_empty() {
        marks.push(Mark::Words(style, std::mem::take(words)));
    }
}

/// Sets the quotes of a paragraph. A sign of its own stands for every formula: what it prints is not known yet.
fn set_quotes(marks: &mut [Mark]) {
    let mut pieces: Vec<String> = Vec::new();
    for mark in &mut *marks {
        pieces.push(match mark {
            Mark::Words(Style::Item | Style::InnerItem, _) => " ".to_owned(),
            Mark::Words(_, words) => std::mem::take(words),
            Mark::Icon(_) => "\u{2022}".to_owned(),
            Mark::Formula(..) => quotes::FORMULA.to_string(),
        });
    }
    quotes::set(&mut pieces);
    for (mark, piece) in marks.iter_mut().zip(pieces) {
        if let Mark::Words(style, words) = mark
            && !style.is_of_item()
        {
            *words = piece;
        }
    }
}

/// Finds which asterisks of a paragraph belong together; the places of those that open words and have no partner.
fn resolve(tokens: &mut [Token]) -> Vec<Range<usize>> {
    let mut open = Openers::default();
    let mut lost: Vec<usize> = Vec::new();
    for at in 0..tokens.len() {
        let Token::Stars(stars) = &tokens[at] else { continue };
        let count = stars.left;
        if count > 3 {
            continue;
        }
        let before = at.checked_sub(1).map(|before| sign_of(&tokens[before]));
        let behind = tokens.get(at + 1).map(sign_of);
        // One asterisk beside a figure and another sign of a word is a product, `2*grit`; between letters it may end the italic
        // beginning of a word, `*F*irst`. Two are never a product. A formula may print anything, so that words may end in front of it.
        let is_word = |token: Option<&Token>| matches!(token, Some(Token::Sign(sign)) if sign.is_alphanumeric());
        let is_figure = |token: Option<&Token>| matches!(token, Some(Token::Sign(sign)) if sign.is_numeric());
        let beside = [at.checked_sub(1).map(|before| &tokens[before]), tokens.get(at + 1)];
        let is_inside = count == 1 && beside.into_iter().all(is_word) && beside.into_iter().any(is_figure);
        let is_beside_formula = beside.into_iter().any(|token| matches!(token, Some(Token::Formula(..))));
        if before.is_some_and(|sign| !sign.is_whitespace()) && !is_inside {
            close(tokens, at, &mut open, &mut lost);
        }
        let is_behind_words = before.is_some_and(|sign| sign.is_alphanumeric() || matches!(sign, ')' | ']' | '}'));
        let is_free = matches!(&tokens[at], Token::Stars(stars) if stars.left == count);
        let may_open = !is_behind_words || count == 2 && is_beside_formula;
        if is_free && behind.is_some_and(|sign| !sign.is_whitespace()) && may_open {
            open.places.push(at);
        }
    }
    let unclosed = |at: usize| match &tokens[at] {
        // One in front of a text is the sign of a footnote.
        Token::Stars(stars) if stars.left > 1 || stars.left == 1 && at > 0 => Some(stars.at..stars.at + stars.left),
        _ => None,
    };
    lost.append(&mut open.places);
    // A paragraph of nothing else.
    if let [Token::Stars(stars)] = &*tokens
        && matches!(stars.left, 2 | 3)
    {
        lost = vec![0];
    }
    lost.sort_unstable();
    lost.into_iter().filter_map(unclosed).collect()
}

/// Openers that are still without a partner.
#[derive(Default)]
struct Openers {
    /// By token.
    places: Vec<usize>,
    /// For one, two and three asterisks that close: below this opener none is a partner. Without it every closer would look
    /// through all openers again.
    searched: [usize; 4],
}

impl Openers {
    /// Takes away the openers from this one on.
    fn cut(&mut self, place: usize) -> Vec<usize> {
        for searched in &mut self.searched {
            *searched = (*searched).min(place);
        }
        self.places.split_off(place)
    }
}

/// Takes partners for as many asterisks here as there are some. Openers between partners are lost.
fn close(tokens: &mut [Token], at: usize, open: &mut Openers, lost: &mut Vec<usize>) {
    let left_at = |tokens: &[Token], at: usize| if let Token::Stars(stars) = &tokens[at] { stars.left } else { 0 };
    loop {
        let left = left_at(tokens, at);
        // Two make bold words and one makes italic ones; what stands between partners and has none stands for itself.
        let taken = |opener: usize| match (left_at(tokens, opener), left) {
            (2.., 2..) => Some(2),
            (1 | 3, 1 | 3) => Some(1),
            _ => None,
        };
        let unsearched = open.searched[left]..open.places.len();
        let found = unsearched.rev().find_map(|place| Some((place, taken(open.places[place])?)));
        let Some((place, count)) = found else {
            open.searched[left] = open.places.len();
            return;
        };
        let opener = open.places[place];
        let is_strong = count == 2;
        if let Token::Stars(stars) = &mut tokens[opener] {
            stars.left -= count;
            stars.opens = (stars.opens.0 || is_strong, stars.opens.1 || !is_strong);
        }
        if let Token::Stars(stars) = &mut tokens[at] {
            stars.left -= count;
            stars.closes = (stars.closes.0 || is_strong, stars.closes.1 || !is_strong);
        }
        lost.extend(open.cut(place + 1));
        if left_at(tokens, opener) == 0 {
            open.cut(place);
        }
    }
}

/// What a part of a paragraph looks like to the asterisks beside it.
const fn sign_of(token: &Token) -> char {
    match token {
        Token::Sign(sign) | Token::Straight(sign) => *sign,
        Token::Stars(_) => '*',
        Token::Icon(_) => ':',
        Token::Formula(..) => '0',
    }
}

/// The length of a line break followed by at least one blank line.
fn blank_line(text: &str) -> Option<usize> {
    // Only at the first break: counting a long blank again at each of its characters would take for ever.
    let behind = text.strip_prefix('\n')?;
    let space = text.len() - behind.trim_start().len();
    text[1..space].contains('\n').then_some(space)
}

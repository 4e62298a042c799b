//! Taking a card apart, and assembling a part of it.
//!
//! **In** a [`CardFace`] that is too long. **Out** its [`Piece`]s in reading order, each small, and from
//! any run of them a face with the same head. Assembling all pieces yields the card again:
//! nothing is lost. Paragraphs can be cut in two at the end of a sentence or between words.

use super::breaks::LONGEST_WORD;
use makeready_faces::card::{Block, CardFace, Fact, Figure, Outcome, Table, Track};
use makeready_faces::text::{Paragraph, Run, Style};

/// The smallest part of a card that stands on its own. Pieces of one block carry its number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A large figure.
    Figure(Figure),
    /// A labeled line of the card.
    Fact(Fact),
    /// A paragraph of the body.
    Body(Paragraph),
    /// An outcome of the roll.
    Outcome(Outcome),
    /// The reaction.
    Reaction(Paragraph),
    /// A small heading.
    Heading(usize, String),
    /// A paragraph of a text block.
    Text(usize, Paragraph),
    /// A row of a table, with the head it needs.
    Row(usize, Table),
    /// Boxes to tick.
    Track(usize, Track),
    /// A labeled line of a block.
    BlockFact(usize, Fact),
    /// One line to write on.
    Line(usize),
}

/// All pieces of a face, in the order in which they stand on it.
pub fn pieces(face: &CardFace) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = face.figures.iter().cloned().map(Piece::Figure).collect();
    pieces.extend(face.body.iter().cloned().map(Piece::Body));
    pieces.extend(face.facts.iter().cloned().map(Piece::Fact));
    for (index, block) in face.blocks.iter().enumerate() {
        pieces.extend(block_pieces(index, block));
    }
    pieces.extend(face.outcomes.iter().cloned().map(Piece::Outcome));
    if !face.reaction.is_empty() {
        pieces.push(Piece::Reaction(face.reaction.clone()));
    }
    pieces
}

fn block_pieces(index: usize, block: &Block) -> Vec<Piece> {
    match block {
        Block::Heading { text } => vec![Piece::Heading(index, text.clone())],
        Block::Text { paragraphs } => {
            paragraphs.iter().map(|paragraph| Piece::Text(index, paragraph.clone())).collect()
        }
        Block::Table(table) => rows(index, table),
        Block::Track(track) => vec![Piece::Track(index, track.clone())],
        Block::Facts { facts } => facts.iter().map(|fact| Piece::BlockFact(index, fact.clone())).collect(),
        Block::Lines { lines } => (0..*lines).map(|_| Piece::Line(index)).collect(),
    }
}

fn rows(index: usize, table: &Table) -> Vec<Piece> {
    let single = |row: &Vec<Paragraph>| Table { rows: vec![row.clone()], ..headed(table) };
    table.rows.iter().map(|row| Piece::Row(index, single(row))).collect()
}

fn headed(table: &Table) -> Table {
    Table { columns: table.columns.clone(), numeric: table.numeric.clone(), rows: Vec::new() }
}

/// The head that every part of a card repeats; costs, and a badge to write in, are on the first part only.
fn head(face: &CardFace, part: (u32, u32)) -> CardFace {
    let is_first = part.0 == 1;
    CardFace {
        costs: if is_first { face.costs.clone() } else { Vec::new() },
        badge: face.badge.clone().filter(|badge| is_first || !badge.amount.is_empty()),
        has_extra_cost_box: is_first && face.has_extra_cost_box,
        figures: Vec::new(),
        facts: Vec::new(),
        body: Vec::new(),
        outcomes: Vec::new(),
        blocks: Vec::new(),
        reaction: Paragraph::new(),
        part,
        ..face.clone()
    }
}

/// A face with the head of `card` and these pieces.
pub fn assemble(card: &CardFace, pieces: &[Piece], part: (u32, u32)) -> CardFace {
    let mut result = head(card, part);
    let mut last_block = None;
    for piece in pieces {
        let block = block_of(piece);
        let is_same_block = block.is_some() && block == last_block;
        last_block = block;
        match piece {
            Piece::Figure(figure) => result.figures.push(figure.clone()),
            Piece::Fact(fact) => result.facts.push(fact.clone()),
            Piece::Body(paragraph) => result.body.push(paragraph.clone()),
            Piece::Outcome(outcome) => result.outcomes.push(outcome.clone()),
            Piece::Reaction(paragraph) => result.reaction.extend(paragraph.iter().cloned()),
            Piece::Heading(..)
            | Piece::Text(..)
            | Piece::Row(..)
            | Piece::Track(..)
            | Piece::BlockFact(..)
            | Piece::Line(_) => add_to_blocks(&mut result.blocks, piece, is_same_block),
        }
    }
    result
}

const fn block_of(piece: &Piece) -> Option<usize> {
    match piece {
        Piece::Heading(block, _)
        | Piece::Text(block, _)
        | Piece::Row(block, _)
        | Piece::Track(block, _)
        | Piece::BlockFact(block, _)
        | Piece::Line(block) => Some(*block),
        Piece::Figure(_) | Piece::Fact(_) | Piece::Body(_) | Piece::Outcome(_) | Piece::Reaction(_) => None,
    }
}

/// Where pieces divide into two halves that take about as much room: between two blocks if that is nearly the middle.
pub fn middle(pieces: &[Piece]) -> usize {
    const NEARLY: f64 = 0.15;
    let all: f64 = pieces.iter().map(bulk).sum();
    let shares = pieces.iter().scan(0.0, |sum, piece| {
        *sum += bulk(piece);
        Some(*sum / all.max(1.0))
    });
    let places: Vec<(usize, f64)> = shares.enumerate().map(|(at, share)| (at + 1, (share - 0.5).abs())).collect();
    let begins_block = |at: usize| at == pieces.len() || block_of(&pieces[at]) != block_of(&pieces[at - 1]);
    let nearest = |places: &mut dyn Iterator<Item = &(usize, f64)>| places.min_by(|a, b| a.1.total_cmp(&b.1)).copied();
    let between_blocks = nearest(&mut places.iter().filter(|(at, _)| begins_block(*at)));
    let found = between_blocks.filter(|(_, off)| *off <= NEARLY).or_else(|| nearest(&mut places.iter()));
    found.map_or(0, |(at, _)| at)
}

/// Adds a piece to the block it came from, or as a block of its own.
fn add_to_blocks(blocks: &mut Vec<Block>, piece: &Piece, is_same_block: bool) {
    let open = if is_same_block { blocks.last_mut() } else { None };
    match (piece, open) {
        (Piece::Text(_, paragraph), Some(Block::Text { paragraphs })) => {
            paragraphs.push(paragraph.clone());
        }
        (Piece::Row(_, row), Some(Block::Table(table))) => {
            table.rows.extend(row.rows.iter().cloned());
        }
        (Piece::BlockFact(_, fact), Some(Block::Facts { facts })) => facts.push(fact.clone()),
        (Piece::Line(_), Some(Block::Lines { lines })) => *lines += 1,
        _ => blocks.extend(as_block(piece)),
    }
}

fn as_block(piece: &Piece) -> Option<Block> {
    Some(match piece {
        Piece::Heading(_, text) => Block::Heading { text: text.clone() },
        Piece::Text(_, paragraph) => Block::Text { paragraphs: vec![paragraph.clone()] },
        Piece::Row(_, table) => Block::Table(table.clone()),
        Piece::Track(_, track) => Block::Track(track.clone()),
        Piece::BlockFact(_, fact) => Block::Facts { facts: vec![fact.clone()] },
        Piece::Line(_) => Block::Lines { lines: 1 },
        Piece::Figure(_) | Piece::Fact(_) | Piece::Body(_) | Piece::Outcome(_) | Piece::Reaction(_) => return None,
    })
}

/// Whether a face must not end with this piece, since it introduces the next.
pub const fn announces(piece: &Piece) -> bool {
    matches!(piece, Piece::Heading(..))
}

/// The name of a piece in messages.
pub fn name(piece: &Piece) -> String {
    match piece {
        Piece::Figure(figure) => format!("figure `{}`", figure.label),
        Piece::Fact(fact) | Piece::BlockFact(_, fact) => format!("fact `{}`", fact.label),
        Piece::Body(paragraph) => format!("body {}", quoted(paragraph)),
        Piece::Outcome(outcome) => format!("outcome `{}`", outcome.label),
        Piece::Reaction(_) => "reaction".to_owned(),
        Piece::Heading(_, text) => format!("heading `{text}`"),
        Piece::Text(_, paragraph) => format!("text {}", quoted(paragraph)),
        Piece::Row(_, table) => {
            let first = table.rows.first().and_then(|row| row.first());
            format!("table row {}", first.map(quoted).unwrap_or_default())
        }
        Piece::Track(_, track) => format!("track `{}`", track.label),
        Piece::Line(_) => "write-in lines".to_owned(),
    }
}

/// The first words of a paragraph.
fn quoted(paragraph: &Paragraph) -> String {
    let text = makeready_faces::text::plain_text(paragraph);
    let words: Vec<&str> = text.split_whitespace().collect();
    match words.get(..4) {
        Some(first) if words.len() > 4 => format!("`{} …`", first.join(" ")),
        _ => format!("`{}`", words.join(" ")),
    }
}

/// Cuts a piece that is too high for a card of its own into two, if it has text that can be cut.
pub fn halves(piece: &Piece) -> Option<(Piece, Piece)> {
    Some(match piece {
        Piece::Body(text) => both(text, Piece::Body)?,
        Piece::Reaction(text) => both(text, Piece::Reaction)?,
        Piece::Text(block, text) => both(text, |text| Piece::Text(*block, text))?,
        Piece::Outcome(outcome) => both(&outcome.text, |text| Piece::Outcome(Outcome { text, ..outcome.clone() }))?,
        Piece::Fact(fact) => both(&fact.text, |text| Piece::Fact(Fact { text, ..fact.clone() }))?,
        Piece::BlockFact(block, fact) => {
            both(&fact.text, |text| Piece::BlockFact(*block, Fact { text, ..fact.clone() }))?
        }
        Piece::Row(block, table) => {
            let (one, two) = halve_row(table)?;
            (Piece::Row(*block, one), Piece::Row(*block, two))
        }
        Piece::Figure(_) | Piece::Heading(..) | Piece::Track(..) | Piece::Line(_) => return None,
    })
}

fn both(text: &Paragraph, piece: impl Fn(Paragraph) -> Piece) -> Option<(Piece, Piece)> {
    let (one, two) = halve(text)?;
    Some((piece(one), piece(two)))
}

/// Cuts the longest cell of a one-row table; the other cells stay with the first half.
pub fn halve_row(table: &Table) -> Option<(Table, Table)> {
    let row = table.rows.first()?;
    let longest = (0..row.len()).max_by_key(|&cell| row.get(cell).map_or(0, length))?;
    let (one, two) = halve(row.get(longest)?)?;
    let first = row.iter().enumerate().map(|(c, cell)| if c == longest { one.clone() } else { cell.clone() });
    let second = row.iter().enumerate().map(|(c, _)| if c == longest { two.clone() } else { Vec::new() });
    let (first, second) = (first.collect(), second.collect());
    Some((Table { rows: vec![first], ..headed(table) }, Table { rows: vec![second], ..headed(table) }))
}

/// Length in characters.
pub fn length(paragraph: &Paragraph) -> usize {
    paragraph.iter().map(|run| run.text.chars().count()).sum()
}

/// Cuts a paragraph in two: at the end of the sentence nearest to the middle if one lies in the middle
/// half, else between the two words there. The space at the cut is dropped.
pub fn halve(paragraph: &Paragraph) -> Option<(Paragraph, Paragraph)> {
    let total = length(paragraph);
    let gaps = gaps(paragraph);
    let from_middle = |gap: &Gap| (gap.at * 2).abs_diff(total);
    let sentence = gaps.iter().filter(|gap| gap.ends_sentence && from_middle(gap) * 2 <= total);
    let gap = sentence.min_by_key(|gap| from_middle(gap)).or_else(|| gaps.iter().min_by_key(|gap| from_middle(gap)));
    match gap {
        Some(gap) => Some(cut(paragraph, gap)),
        None => Some(cut(paragraph, &within_word(paragraph, total)?)),
    }
}

/// The middle of a paragraph that is one word, if that is so long that it may break at the end of a line.
fn within_word(paragraph: &Paragraph, total: usize) -> Option<Gap> {
    if total < 2 * LONGEST_WORD {
        return None;
    }
    let mut at = 0;
    for (run, text) in paragraph.iter().enumerate() {
        let middle = (total / 2).saturating_sub(at);
        let place = text.text.char_indices().nth(middle).filter(|_| text.style.is_words());
        if let Some((byte, _)) = place.filter(|_| at + middle > 0) {
            return Some(Gap { at: at + middle, run, byte, ends_sentence: false });
        }
        at += text.text.chars().count();
    }
    None
}

/// A space between two words.
struct Gap {
    /// Characters before it.
    at: usize,
    run: usize,
    byte: usize,
    ends_sentence: bool,
}

fn gaps(paragraph: &Paragraph) -> Vec<Gap> {
    let mut gaps = Vec::new();
    let (mut at, mut previous) = (0, ' ');
    for (run, text) in paragraph.iter().enumerate() {
        for (byte, character) in text.text.char_indices() {
            // Figures and formulas stay whole: `3d12! + 7` is one thing.
            if character == ' ' && at > 0 && text.style.is_words() {
                gaps.push(Gap { at, run, byte, ends_sentence: matches!(previous, '.' | '!' | '?' | ':' | ';') });
            }
            (at, previous) = (at + 1, character);
        }
    }
    gaps.retain(|gap| gap.at + 1 < at);
    gaps
}

fn cut(paragraph: &Paragraph, gap: &Gap) -> (Paragraph, Paragraph) {
    let (before, from) = paragraph.split_at(gap.run);
    let (mut one, mut two) = (before.to_vec(), Vec::new());
    if let Some((run, after)) = from.split_first() {
        let (left, right) = run.text.split_at(gap.byte);
        one.extend(part_of(run, left));
        two.extend(part_of(run, right.trim_start_matches(' ')));
        two.extend(after.iter().cloned());
    }
    (one, two)
}

fn part_of(run: &Run, text: &str) -> Option<Run> {
    (!text.is_empty()).then(|| Run { text: text.to_owned(), ..run.clone() })
}

/// The part of a card that takes most room, for messages.
pub fn longest_field(face: &CardFace) -> String {
    let all = pieces(face);
    let longest = all.iter().max_by_key(|piece| weight(piece));
    longest.map_or_else(|| "head".to_owned(), name)
}

/// An estimate of the room that a piece takes: its length in characters, and some for what is around it.
pub fn bulk(piece: &Piece) -> f64 {
    20.0 + u32::try_from(weight(piece)).map_or(f64::MAX, f64::from)
}

/// The least room that a piece takes however it is set, in letters: an icon is as wide as the widest letter, and a row
/// has a line of its own even if it is empty.
pub fn least(piece: &Piece) -> usize {
    const LEAST_ROW: usize = 60;
    match piece {
        Piece::Figure(figure) => figure.terms.chars().count() + figure.note.chars().count(),
        Piece::Fact(fact) | Piece::BlockFact(_, fact) => letters(&fact.text),
        Piece::Body(text) | Piece::Reaction(text) | Piece::Text(_, text) => letters(text),
        Piece::Outcome(outcome) => letters(&outcome.text),
        Piece::Row(_, table) => table.rows.iter().flatten().map(letters).sum::<usize>().max(LEAST_ROW),
        Piece::Heading(..) | Piece::Track(..) | Piece::Line(_) => LEAST_ROW,
    }
}

/// How many letters a paragraph has, each icon counted as one.
pub fn letters(paragraph: &Paragraph) -> usize {
    let letters = |run: &Run| if run.style == Style::Icon { 1 } else { run.text.chars().count() };
    paragraph.iter().map(letters).sum()
}

fn weight(piece: &Piece) -> usize {
    match piece {
        Piece::Figure(figure) => figure.terms.len() + figure.note.len(),
        Piece::Fact(fact) | Piece::BlockFact(_, fact) => length(&fact.text),
        Piece::Body(text) | Piece::Reaction(text) | Piece::Text(_, text) => length(text),
        Piece::Outcome(outcome) => length(&outcome.text),
        Piece::Row(_, table) => table.rows.iter().flatten().map(length).sum(),
        Piece::Heading(..) | Piece::Track(..) | Piece::Line(_) => 0,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use super::*;
    use makeready_faces::card::{Badge, Cost, Family, OutcomeKind};
    use makeready_faces::text::plain_text;

    fn words(count: usize) -> Paragraph {
        let text: Vec<String> = (0..count).map(|n| format!("word{n}{}", if n % 7 == 6 { "." } else { "" })).collect();
        vec![Run::plain(text.join(" "))]
    }

    pub fn face(paragraphs: usize, rows: usize, lines: u32) -> CardFace {
        let row = |n: usize| vec![vec![Run::plain(format!("row {n}"))], words(3)];
        CardFace {
            id: "test".into(),
            name: "Test".into(),
            family: Family { id: "f".into(), name: "F".into(), color: "#112233".into(), icon: "x".into(), notch: 0 },
            icon: "x".into(),
            art: None,
            type_line: String::new(),
            is_blank: false,
            is_reference: false,
            costs: vec![Cost {
                label: String::new(),
                amount: "2".into(),
                pips: Some(2),
                unit: "AP".into(),
                extra: String::new(),
            }],
            badge: Some(Badge { amount: "2".into(), unit: "AP".into() }),
            has_extra_cost_box: true,
            figures: Vec::new(),
            facts: vec![Fact { label: "Range".into(), text: words(2), ..Fact::default() }],
            body: (0..paragraphs).map(|_| words(20)).collect(),
            outcomes: vec![Outcome { kind: OutcomeKind::Failure, label: "Failure".into(), text: words(5) }],
            blocks: vec![
                Block::Heading { text: "Table".into() },
                Block::Table(Table {
                    columns: vec!["A".into(), "B".into()],
                    numeric: vec![false, false],
                    rows: (0..rows).map(row).collect(),
                }),
                Block::Lines { lines },
                Block::Text { paragraphs: vec![words(4), words(6)] },
                Block::Facts { facts: vec![Fact { label: "One".into(), text: words(1), ..Fact::default() }] },
                Block::Track(Track { label: "Hurt".into(), boxes: 4 }),
            ],
            reaction_sign: String::new(),
            reaction: words(4),
            owner: String::new(),
            rule: String::new(),
            game: String::new(),
            number: String::new(),
            edition: String::new(),
            part: (1, 1),
        }
    }

    #[test]
    fn putting_all_pieces_together_gives_back_the_card() {
        let face = face(2, 3, 2);
        assert_eq!(assemble(&face, &pieces(&face), (1, 1)), face);
    }

    #[test]
    fn a_later_part_has_no_costs_and_repeats_the_head_of_its_table() {
        let face = face(1, 4, 1);
        let all = pieces(&face);
        let rows: Vec<Piece> = all.into_iter().filter(|piece| matches!(piece, Piece::Row(..))).skip(2).collect();
        let part = assemble(&face, &rows, (2, 2));
        assert!(part.costs.is_empty() && !part.has_extra_cost_box);
        let [Block::Table(table)] = part.blocks.as_slice() else { panic!("one table") };
        assert_eq!((table.columns.len(), table.rows.len()), (2, 2));
        assert_eq!(part.name, face.name);
    }

    #[test]
    fn a_paragraph_is_cut_at_the_end_of_a_sentence() {
        let paragraph = vec![Run::plain("One two three four. Five six seven eight nine.")];
        let halves = halve(&paragraph).map(|(one, two)| (plain_text(&one), plain_text(&two)));
        assert_eq!(halves, Some(("One two three four.".into(), "Five six seven eight nine.".into())));
    }

    #[test]
    fn a_single_word_cannot_be_cut() {
        assert_eq!(halve(&vec![Run::plain("unspeakable")]), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn nothing_is_lost_when_a_card_is_divided_anywhere(
            paragraphs in 0usize..4, rows in 1usize..5, lines in 1u32..4, at in any::<prop::sample::Index>(),
        ) {
            let face = face(paragraphs, rows, lines);
            let all = pieces(&face);
            let (one, two) = all.split_at(at.index(all.len() + 1));
            let (first, second) = (assemble(&face, one, (1, 2)), assemble(&face, two, (2, 2)));
            // Numbers of blocks start anew on each face, so compare the names.
            let mut names: Vec<String> = pieces(&first).iter().map(name).collect();
            names.extend(pieces(&second).iter().map(name));
            prop_assert_eq!(names, all.iter().map(name).collect::<Vec<_>>());
        }

        #[test]
        fn cutting_a_paragraph_loses_only_the_space(text in "[a-z. ]{0,60}", more in "[a-z. ]{1,60}") {
            let paragraph = vec![Run::plain(text), Run { style: Style::Strong, ..Run::plain(more) }];
            if let Some((one, two)) = halve(&paragraph) {
                let squeeze = |text: String| text.replace(' ', "");
                let joined = squeeze(plain_text(&one)) + &squeeze(plain_text(&two));
                prop_assert_eq!(joined, squeeze(plain_text(&paragraph)));
            }
        }
    }
}

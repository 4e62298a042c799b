//! Taking the blocks of a handout apart, and assembling some of them.
//!
//! **In** the blocks of a handout that is too long for its place. **Out** its [`Portion`]s in reading order, and from any
//! run of them blocks under the same titles. Assembling all portions yields the blocks again: nothing is lost.

use super::pieces;
use super::sheets::called;
use makeready_faces::card::Table;
use makeready_faces::sheet::{SheetBlock, SheetContent};

/// A block, or a part of one that can be set under its title alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// The index of its block.
    of: usize,
    block: SheetBlock,
}

/// All portions of these blocks. Blocks that are read line by line are divided by lines; groups of figures are not.
pub fn portions(blocks: &[SheetBlock]) -> Vec<Portion> {
    let of_block = |(of, block): (usize, &SheetBlock)| {
        let contents = contents(&block.content).into_iter();
        contents.map(|content| Portion { of, block: SheetBlock { content, ..block.clone() } }).collect::<Vec<_>>()
    };
    blocks.iter().enumerate().flat_map(of_block).collect()
}

fn contents(whole: &SheetContent) -> Vec<SheetContent> {
    let lines = match whole {
        SheetContent::Table(table) => rows(table),
        SheetContent::Text { paragraphs } => each(paragraphs, |paragraphs| SheetContent::Text { paragraphs }),
        SheetContent::Blocks { blocks } => each(blocks, |blocks| SheetContent::Blocks { blocks }),
        SheetContent::Tracks { tracks } => each(tracks, |tracks| SheetContent::Tracks { tracks }),
        SheetContent::Lines { lines } => (0..*lines).map(|_| SheetContent::Lines { lines: 1 }).collect(),
        SheetContent::Identity { .. }
        | SheetContent::Stats { .. }
        | SheetContent::Resources { .. }
        | SheetContent::Values { .. }
        | SheetContent::Rolls { .. } => Vec::new(),
    };
    if lines.is_empty() { vec![whole.clone()] } else { lines }
}

fn each<T: Clone>(list: &[T], content: impl Fn(Vec<T>) -> SheetContent) -> Vec<SheetContent> {
    list.iter().map(|one| content(vec![one.clone()])).collect()
}

fn rows(table: &Table) -> Vec<SheetContent> {
    each(&table.rows, |rows| SheetContent::Table(Table { rows, ..table.clone() }))
}

/// The blocks that these portions make.
pub fn assemble(portions: &[Portion]) -> Vec<SheetBlock> {
    let mut blocks: Vec<SheetBlock> = Vec::new();
    let mut last = None;
    for Portion { of, block } in portions {
        let open = if last == Some(*of) { blocks.last_mut() } else { None };
        last = Some(*of);
        match open {
            Some(open) => append(&mut open.content, &block.content),
            None => blocks.push(block.clone()),
        }
    }
    blocks
}

/// Adds a later part of a block to an earlier one of it.
fn append(open: &mut SheetContent, later: &SheetContent) {
    match (open, later) {
        (SheetContent::Table(open), SheetContent::Table(later)) => open.rows.extend(later.rows.iter().cloned()),
        (SheetContent::Text { paragraphs: open }, SheetContent::Text { paragraphs: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Blocks { blocks: open }, SheetContent::Blocks { blocks: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Tracks { tracks: open }, SheetContent::Tracks { tracks: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Lines { lines: open }, SheetContent::Lines { lines: later }) => *open += later,
        (SheetContent::Identity { lines: open }, SheetContent::Identity { lines: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Stats { groups: open }, SheetContent::Stats { groups: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Resources { resources: open }, SheetContent::Resources { resources: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Values { values: open }, SheetContent::Values { values: later }) => {
            open.extend(later.iter().cloned());
        }
        (SheetContent::Rolls { rows: open, .. }, SheetContent::Rolls { rows: later, .. }) => {
            open.extend(later.iter().cloned());
        }
        (open, later) => unreachable!("one block cannot mix {open:?} and {later:?}"),
    }
}

/// Cuts a portion that is too high for a place of its own into two, if it can be cut.
pub fn halves(portion: &Portion) -> Option<(Portion, Portion)> {
    let (one, two) = match &portion.block.content {
        SheetContent::Table(table) => {
            let (one, two) = pieces::halve_row(table)?;
            (SheetContent::Table(one), SheetContent::Table(two))
        }
        SheetContent::Text { paragraphs } => {
            let (one, two) = pieces::halve(paragraphs.first()?)?;
            let text = |paragraph| SheetContent::Text { paragraphs: vec![paragraph] };
            (text(one), text(two))
        }
        SheetContent::Identity { lines } => both(lines, |lines| SheetContent::Identity { lines })?,
        SheetContent::Stats { groups } => both(groups, |groups| SheetContent::Stats { groups })?,
        SheetContent::Resources { resources } => both(resources, |resources| SheetContent::Resources { resources })?,
        SheetContent::Values { values } => both(values, |values| SheetContent::Values { values })?,
        SheetContent::Rolls { columns, has_ranks, rows } => {
            both(rows, |rows| SheetContent::Rolls { columns: columns.clone(), has_ranks: *has_ranks, rows })?
        }
        SheetContent::Blocks { .. } | SheetContent::Tracks { .. } | SheetContent::Lines { .. } => return None,
    };
    let half = |content| Portion { of: portion.of, block: SheetBlock { content, ..portion.block.clone() } };
    Some((half(one), half(two)))
}

fn both<T: Clone>(list: &[T], content: impl Fn(Vec<T>) -> SheetContent) -> Option<(SheetContent, SheetContent)> {
    let (one, two) = list.split_at_checked(list.len().div_ceil(2)).filter(|(_, two)| !two.is_empty())?;
    Some((content(one.to_vec()), content(two.to_vec())))
}

/// How many letters the texts and tables of these portions have.
pub fn letters(portions: &[Portion]) -> usize {
    let of_portion = |portion: &Portion| match &portion.block.content {
        SheetContent::Text { paragraphs } => paragraphs.iter().map(pieces::letters).sum(),
        SheetContent::Table(table) => table.rows.iter().flatten().map(pieces::letters).sum(),
        SheetContent::Identity { .. }
        | SheetContent::Stats { .. }
        | SheetContent::Resources { .. }
        | SheetContent::Values { .. }
        | SheetContent::Rolls { .. }
        | SheetContent::Blocks { .. }
        | SheetContent::Tracks { .. }
        | SheetContent::Lines { .. } => 0,
    };
    portions.iter().map(of_portion).sum()
}

/// The name of the block of a portion in messages.
pub fn name(portion: &Portion) -> String {
    called(&portion.block)
}

#[cfg(test)]
mod tests {
    use super::*;
    use makeready_faces::card::Track;
    use makeready_faces::sheet::{Purpose, RollRow, StatGroup};
    use makeready_faces::text::{Paragraph, Run};

    fn text(words: &str) -> Paragraph {
        vec![Run::plain(words)]
    }

    /// A block of each kind that has parts, and one of the same kind right after it.
    fn blocks() -> Vec<SheetBlock> {
        let table = Table {
            columns: vec!["A".to_owned(), "B".to_owned()],
            numeric: vec![false, false],
            rows: vec![vec![text("one"), text("long enough to cut")], vec![text("two"), text("x")]],
        };
        let row = |name: &str| RollRow {
            name: name.to_owned(),
            icon: String::new(),
            note: String::new(),
            ranks: None,
            cells: Vec::new(),
            costs: Vec::new(),
        };
        let group = |name: &str| StatGroup {
            name: name.to_owned(),
            color: "#112233".to_owned(),
            total: None,
            stats: Vec::new(),
        };
        let contents = [
            SheetContent::Table(table.clone()),
            SheetContent::Table(Table { rows: Vec::new(), ..table }),
            SheetContent::Text { paragraphs: vec![text("First and second."), text("Third.")] },
            SheetContent::Text { paragraphs: vec![text("Of another block.")] },
            SheetContent::Identity { lines: vec![("A".to_owned(), None), ("B".to_owned(), None)] },
            SheetContent::Stats { groups: vec![group("Body"), group("Mind"), group("Spirit")] },
            SheetContent::Rolls {
                columns: vec!["Roll".to_owned()],
                has_ranks: false,
                rows: vec![row("Strike"), row("Volley")],
            },
            SheetContent::Tracks { tracks: vec![Track { label: "Hurt".to_owned(), boxes: 3 }; 2] },
            SheetContent::Lines { lines: 3 },
        ];
        let block =
            |(n, content)| SheetBlock { title: format!("Block {n}"), span: 12, purpose: Purpose::Play, content };
        contents.into_iter().enumerate().map(block).collect()
    }

    #[test]
    fn all_portions_together_are_the_blocks() {
        assert_eq!(assemble(&portions(&blocks())), blocks());
    }

    #[test]
    fn any_cut_between_portions_keeps_all_of_them() {
        let all = portions(&blocks());
        for at in 0..=all.len() {
            let (one, two) = all.split_at(at);
            let again = [portions(&assemble(one)), portions(&assemble(two))].concat();
            let contents = |portions: &[Portion]| portions.iter().map(|p| p.block.clone()).collect::<Vec<_>>();
            assert_eq!(contents(&again), contents(&all), "cut before {at}");
        }
    }

    #[test]
    fn lists_are_halved_and_put_together_again() {
        for portion in portions(&blocks()) {
            let is_list = matches!(
                portion.block.content,
                SheetContent::Identity { .. } | SheetContent::Stats { .. } | SheetContent::Rolls { .. }
            );
            match halves(&portion) {
                Some((one, two)) if is_list => assert_eq!(assemble(&[one, two]), vec![portion.block]),
                Some((one, two)) => assert_ne!(one, two),
                None => assert!(!is_list, "{portion:?}"),
            }
        }
    }
}

//! What a longer stat block says beyond a shorter one.
//!
//! **In** the blocks of both. **Out** of the longer one what the shorter does not say: line by line, so that of a table the rows
//! are left that stand in no other. Under which title something is said does not matter.

use crate::sheet::{SheetBlock, SheetContent};

/// Leaves in the longer one what is new there.
pub(super) fn keep_further(longer: &mut Vec<SheetBlock>, shorter: &[SheetBlock]) {
    longer.retain_mut(|block| {
        shorter.iter().for_each(|said| drop_said(&mut block.content, &said.content));
        !shorter.iter().any(|said| said.title == block.title && said.content == block.content)
            && !has_no_line(&block.content)
    });
}

/// Leaves in `content` the lines that `said` does not have, when that is of the same kind.
fn drop_said(content: &mut SheetContent, said: &SheetContent) {
    match content {
        SheetContent::Resources { resources } => {
            if let SheetContent::Resources { resources: said } = said {
                drop_all(resources, said);
            }
        }
        SheetContent::Values { values } => {
            if let SheetContent::Values { values: said } = said {
                drop_all(values, said);
            }
        }
        SheetContent::Rolls { columns, has_ranks, rows } => {
            if let SheetContent::Rolls { columns: same, has_ranks: alike, rows: said } = said
                && columns == same
                && has_ranks == alike
            {
                drop_all(rows, said);
            }
        }
        SheetContent::Table(table) => {
            if let SheetContent::Table(said) = said
                && table.columns == said.columns
            {
                drop_all(&mut table.rows, &said.rows);
            }
        }
        SheetContent::Text { paragraphs } => {
            if let SheetContent::Text { paragraphs: said } = said {
                drop_all(paragraphs, said);
            }
        }
        SheetContent::Tracks { tracks } => {
            if let SheetContent::Tracks { tracks: said } = said {
                drop_all(tracks, said);
            }
        }
        // Each of one piece, which is left out when it is the same.
        SheetContent::Identity { .. }
        | SheetContent::Stats { .. }
        | SheetContent::Lines { .. }
        | SheetContent::Blocks { .. } => {}
    }
}

fn drop_all<T: PartialEq>(lines: &mut Vec<T>, said: &[T]) {
    lines.retain(|line| !said.contains(line));
}

/// Whether a block shows nothing but its title.
pub(super) fn has_no_line(content: &SheetContent) -> bool {
    match content {
        SheetContent::Resources { resources } => resources.is_empty(),
        SheetContent::Values { values } => values.is_empty(),
        SheetContent::Rolls { rows, .. } => rows.is_empty(),
        SheetContent::Table(table) => table.rows.is_empty(),
        SheetContent::Text { paragraphs } => paragraphs.is_empty(),
        SheetContent::Tracks { tracks } => tracks.is_empty(),
        SheetContent::Identity { lines } => lines.is_empty(),
        SheetContent::Stats { groups } => groups.is_empty(),
        SheetContent::Lines { .. } | SheetContent::Blocks { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::keep_further;
    use crate::card::{Table, Track};
    use crate::sheet::{Purpose, SheetBlock, SheetContent};
    use crate::text::Run;

    fn block(title: &str, content: SheetContent) -> SheetBlock {
        SheetBlock { title: title.to_owned(), span: 12, purpose: Purpose::Play, content }
    }

    fn gear(names: &[&str]) -> SheetContent {
        let rows = names.iter().map(|name| vec![vec![Run::plain(*name)]]).collect();
        SheetContent::Table(Table { columns: vec!["Item".to_owned()], numeric: vec![false], rows })
    }

    #[test]
    fn what_the_shorter_one_says_is_left_out_line_by_line_under_whichever_title() {
        let stun = || SheetContent::Tracks { tracks: vec![Track { label: "Stun".to_owned(), boxes: 6 }] };
        let shorter = [
            block("Weapons", gear(&["Horns"])),
            block("Now", stun()),
            block("Notes", SheetContent::Lines { lines: 3 }),
        ];
        let mut longer = vec![
            block("Weapons and gear", gear(&["Horns", "Bell"])),
            block("Now", stun()),
            block("Notes", SheetContent::Lines { lines: 3 }),
            block("Scars", SheetContent::Lines { lines: 3 }),
        ];
        keep_further(&mut longer, &shorter);
        assert_eq!(
            longer,
            [block("Weapons and gear", gear(&["Bell"])), block("Scars", SheetContent::Lines { lines: 3 })]
        );
    }
}

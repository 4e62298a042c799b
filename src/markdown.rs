//! Views as Markdown, for notes kept as text.
//!
//! **In** [`Handout`]s. **Out** one text. Authors' text is escaped, so that none of it is read as Markdown.

use makeready_faces::card::{Block, Fact, Table, Track};
use makeready_faces::sheet::{
    Handout, ResourceCell, RollRow, SheetBlock, SheetContent, StatCell, StatGroup, ValueCell,
};
use makeready_faces::text::{ItemSign, Paragraph, Run, Style, item};
use makeready_jobs::seal::{Format, sealed_text};

/// Handouts, one after the other.
pub fn handouts(handouts: &[Handout]) -> String {
    sealed_text(Format::Markup, &handouts.iter().map(handout).collect::<Vec<_>>().join("\n---\n\n"))
}

fn handout(handout: &Handout) -> String {
    let beside = [&handout.role, &handout.subtitle, &handout.readers];
    let beside: Vec<&str> = beside.into_iter().filter(|words| !words.is_empty()).map(String::as_str).collect();
    let mut parts = vec![format!("# {}", escaped(&handout.name))];
    parts.extend((!beside.is_empty()).then(|| format!("*{}*", escaped(&beside.join(" \u{b7} ")))));
    for block in &handout.blocks {
        parts.extend((!block.title.is_empty()).then(|| format!("## {}", escaped(&block.title))));
        parts.extend(content(block).filter(|text| !text.is_empty()));
    }
    parts.push(format!("*{}*", escaped(&handout.edition)));
    parts.join("\n\n") + "\n"
}

fn content(block: &SheetBlock) -> Option<String> {
    Some(match &block.content {
        SheetContent::Identity { lines } => {
            let line = |(label, text): &(String, Option<String>)| {
                format!("- **{}** {}", escaped(label), escaped(text.as_deref().unwrap_or_default()))
            };
            lines.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        SheetContent::Stats { groups } => groups.iter().map(group).collect::<Vec<_>>().join("\n"),
        SheetContent::Resources { resources } => resources.iter().map(resource).collect::<Vec<_>>().join(" \u{b7} "),
        SheetContent::Values { values } => values.iter().map(labeled).collect::<Vec<_>>().join(" \u{b7} "),
        SheetContent::Rolls { columns, has_ranks, rows } => rolls(columns, *has_ranks, rows),
        SheetContent::Table(table) => of_table(table),
        SheetContent::Text { paragraphs } => of_paragraphs(paragraphs),
        SheetContent::Tracks { tracks } => tracks.iter().map(track).collect::<Vec<_>>().join("\n"),
        SheetContent::Blocks { blocks } => blocks.iter().filter_map(of_block).collect::<Vec<_>>().join("\n\n"),
        // Lines to write on are of no use in a text.
        SheetContent::Lines { .. } => return None,
    })
}

fn of_block(block: &Block) -> Option<String> {
    Some(match block {
        Block::Heading { text } => format!("### {}", escaped(text)),
        Block::Text { paragraphs } => of_paragraphs(paragraphs),
        Block::Table(table) => of_table(table),
        Block::Track(boxes) => track(boxes),
        Block::Facts { facts } => {
            let fact = |fact: &Fact| format!("- **{}** {}", escaped(&fact.label), line(&fact.text));
            facts.iter().map(fact).collect::<Vec<_>>().join("\n")
        }
        Block::Lines { .. } => return None,
    })
}

fn name(cell: &ValueCell) -> String {
    escaped(if cell.abbr.is_empty() { &cell.name } else { &cell.abbr })
}

fn figure(cell: &ValueCell) -> String {
    escaped(cell.text.as_deref().unwrap_or_default())
}

fn labeled(cell: &ValueCell) -> String {
    format!("{} **{}**", escaped(&cell.name), figure(cell))
}

fn group(group: &StatGroup) -> String {
    let total = group.total.as_ref().map(|total| format!(" {}", figure(total))).unwrap_or_default();
    let stat =
        |stat: &StatCell| format!("{} {}", escaped(&stat.name), escaped(stat.total.as_deref().unwrap_or_default()));
    let stats: Vec<String> = group.stats.iter().map(stat).collect();
    format!("- **{}{total}**: {}", escaped(&group.name), stats.join(", "))
}

fn resource(cell: &ResourceCell) -> String {
    format!("{} **{}**", name(&cell.max), figure(&cell.max))
}

fn rolls(columns: &[String], has_ranks: bool, rows: &[RollRow]) -> String {
    let has_costs = rows.iter().any(|row| !row.costs.is_empty());
    let mut head = vec![String::new(), "With".to_owned()];
    head.extend(has_ranks.then(|| "Ranks".to_owned()));
    head.extend(columns.iter().map(|column| escaped(column)));
    head.extend(has_costs.then(|| "Cost".to_owned()));
    let row = |row: &RollRow| {
        let mut cells = vec![format!("**{}**", escaped(&row.name)), escaped(&row.note)];
        cells.extend(has_ranks.then(|| escaped(row.ranks.as_deref().unwrap_or_default())));
        cells.extend(row.cells.iter().map(figure));
        cells.extend(has_costs.then(|| escaped(&row.costs.join(", "))));
        cells
    };
    grid(&head, &rows.iter().map(row).collect::<Vec<_>>())
}

fn of_table(table: &Table) -> String {
    let head: Vec<String> = table.columns.iter().map(|column| escaped(column)).collect();
    let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(|cell| line(cell)).collect()).collect();
    grid(&head, &rows)
}

fn grid(head: &[String], rows: &[Vec<String>]) -> String {
    let row = |cells: &[String]| format!("| {} |", cells.join(" | "));
    let mut lines = vec![row(head), format!("|{}", "---|".repeat(head.len()))];
    lines.extend(rows.iter().map(|cells| row(cells)));
    lines.join("\n")
}

fn track(track: &Track) -> String {
    format!("- {} {}", escaped(&track.label), "\u{2610}".repeat(track.boxes as usize))
}

fn of_paragraphs(paragraphs: &[Paragraph]) -> String {
    let mut text = String::new();
    let mut was_item = false;
    // How far the words of the outer item stand from the margin: an item in it begins there.
    let mut indent = 0;
    for paragraph in paragraphs {
        let listed = item(paragraph);
        if !text.is_empty() {
            text += if was_item && listed.is_some() { "\n" } else { "\n\n" };
        }
        was_item = listed.is_some();
        text += &match listed {
            Some((ItemSign { is_inner, number }, words)) => {
                let sign = number.map_or_else(|| "- ".to_owned(), |number| format!("{number}. "));
                if !is_inner {
                    indent = sign.len();
                }
                let indent = if is_inner { indent } else { 0 };
                format!("{}{sign}{}", " ".repeat(indent), opening(&line(words)))
            }
            None => opening(&line(paragraph)),
        };
    }
    text
}

/// Escapes the beginning of a paragraph that would read as a list.
fn opening(text: &str) -> String {
    let figures = text.chars().take_while(char::is_ascii_digit).count();
    match text[figures..].chars().next() {
        Some('.' | ')') if figures > 0 => format!("{}\\{}", &text[..figures], &text[figures..]),
        Some('-' | '+' | '=') if figures == 0 => format!("\\{text}"),
        _ => text.to_owned(),
    }
}

fn line(paragraph: &[Run]) -> String {
    let run = |run: &Run| match run.style {
        Style::Plain
        | Style::Figure
        | Style::Formula
        | Style::WriteNumber
        | Style::WriteDice
        | Style::Item
        | Style::InnerItem => escaped(&run.text),
        Style::Strong => marked("**", &run.text),
        Style::Emphasis => marked("*", &run.text),
        Style::StrongEmphasis => marked("***", &run.text),
        Style::Icon => String::new(),
    };
    paragraph.iter().map(run).collect()
}

/// Markdown's marks work only without a space inside them.
fn marked(mark: &str, text: &str) -> String {
    let inner = text.trim();
    let (before, behind) = text.split_once(inner).unwrap_or_default();
    if inner.is_empty() { text.to_owned() } else { format!("{before}{mark}{}{mark}{behind}", escaped(inner)) }
}

/// Text with Markdown and HTML escaped.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\`*_[]<>|#&~".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(if letter == '\n' { ' ' } else { letter });
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_authors_turn_into_no_marks() {
        let paragraph = vec![Run::plain("1. <b>a</b> | *b* [c](d) & "), strong(" # e ")];
        assert_eq!(of_paragraphs(&[paragraph]), "1\\. \\<b\\>a\\</b\\> \\| \\*b\\* \\[c\\](d) \\&  **\\# e** ");
        assert_eq!(of_paragraphs(&[vec![Run::plain("- not a list")]]), "\\- not a list");
        assert_eq!(of_paragraphs(&[vec![Run::plain("12) nor this")]]), "12\\) nor this");
        assert_eq!(line(&[strong("  ")]), "  ");
    }

    #[test]
    fn items_stand_in_others_as_far_in_as_the_sign_is_wide() {
        let listed = |style, sign: &str, words: &str| {
            vec![Run { style, text: sign.to_owned(), detail: String::new() }, Run::plain(words)]
        };
        let inner = |words| listed(Style::InnerItem, "\u{2013} ", words);
        let outer = |sign, words| listed(Style::Item, sign, words);
        let bullets = [outer("\u{2022} ", "a"), inner("b"), outer("\u{2022} ", "c"), vec![Run::plain("Next")]];
        assert_eq!(of_paragraphs(&bullets), "- a\n  - b\n- c\n\nNext");
        let numbers = [outer("9. ", "a"), inner("b"), outer("10. ", "c"), inner("- d"), vec![Run::plain("1. e")]];
        assert_eq!(of_paragraphs(&numbers), "9. a\n   - b\n10. c\n    - \\- d\n\n1\\. e");
    }

    fn strong(text: &str) -> Run {
        Run { style: Style::Strong, text: text.to_owned(), detail: String::new() }
    }
}

//! Paragraphs of runs to HTML. Figures have a note with their terms, which opens when pressed.

use makeready_faces::card::Table;
use makeready_faces::text::{ItemSign, Paragraph, Run, Style, item, plain_text};

use serde::Serialize;

use super::context::PageContext;
use super::html::Html;
use super::terms::Seen;

/// Whether glossary words are linked.
pub enum Linking<'s> {
    /// As on a card: no links.
    Off,
    /// As in running text, each word once.
    On(&'s mut Seen),
    /// What is the name of an entry, and nothing else, leads to it.
    Names,
}

/// The runs of one paragraph, without the `<p>`.
pub fn inline(runs: &[Run], page: &mut PageContext<'_>, linking: &mut Linking<'_>) -> Html {
    let mut out = Html::new();
    let mut last = None;
    for run in runs {
        run_into(&mut out, run, last, page, linking);
        last = run.text.chars().next_back().or(last);
    }
    out
}

/// Several paragraphs, each in a `<p>`, and lists.
pub fn paragraphs(all: &[Paragraph], page: &mut PageContext<'_>, linking: &mut Linking<'_>) -> Html {
    let mut out = Html::new();
    let mut lists = OpenLists::default();
    for paragraph in all {
        match item(paragraph) {
            Some((sign, words)) => {
                lists.begin_item(&mut out, sign);
                out.append(&inline(words, page, linking)).close("li");
            }
            None => {
                lists.end(&mut out, 0);
                let body = inline(paragraph, page, linking);
                out.open("p", &[]).append(&body).close("p");
            }
        }
    }
    lists.end(&mut out, 0);
    out
}

/// The lists around what is written next, the outer one first.
#[derive(Default)]
struct OpenLists(Vec<&'static str>);

impl OpenLists {
    /// Begins an item, and the list that it is the first of.
    fn begin_item(&mut self, out: &mut Html, sign: ItemSign) {
        let depth = if sign.is_inner && !self.0.is_empty() { 2 } else { 1 };
        let element = if sign.number.is_some() { "ol" } else { "ul" };
        let is_of_last = self.0.get(depth - 1) == Some(&element);
        self.end(out, if is_of_last { depth } else { depth - 1 });
        if !is_of_last {
            let first = sign.number.filter(|number| *number != 1).map(|number| number.to_string());
            let start = first.as_deref().map(|first| ("start", first));
            out.open(element, &start.into_iter().collect::<Vec<_>>());
            self.0.push(element);
        }
        // An item ends where the next one begins.
        out.open("li", &[]);
    }

    /// Ends lists until so many are open.
    fn end(&mut self, out: &mut Html, depth: usize) {
        while self.0.len() > depth {
            if let Some(element) = self.0.pop() {
                out.close(element);
            }
        }
    }
}

fn run_into(out: &mut Html, run: &Run, last: Option<char>, page: &mut PageContext<'_>, linking: &mut Linking<'_>) {
    match run.style {
        Style::Plain => {
            // No line begins with the point between two texts.
            let text = run.text.replace(" \u{b7} ", "\u{a0}\u{b7} ");
            match linking {
                Linking::Off => {
                    out.text(&text);
                }
                Linking::On(seen) => page.linked_text(out, &text, last, seen),
                Linking::Names => named(out, &text, page),
            }
        }
        Style::Strong => {
            out.open("strong", &[]);
            match linking {
                Linking::Names => named(out, &run.text, page),
                Linking::Off | Linking::On(_) => {
                    out.text(&run.text);
                }
            }
            out.close("strong");
        }
        Style::Emphasis => {
            out.element("em", &[], &run.text);
        }
        Style::StrongEmphasis => {
            out.open("strong", &[]).element("em", &[], &run.text).close("strong");
        }
        Style::Figure if run.detail.is_empty() => {
            out.element("span", &[("class", "figure")], &run.text);
        }
        Style::Figure => {
            let note = Note { name: "", formula: "", terms: &run.detail, rule: "" };
            out.append(&explained(&run.text, "figure", &note, page));
        }
        Style::WriteNumber | Style::WriteDice => {
            out.open(
                "span",
                &[("class", "gap"), ("role", "img"), ("aria-label", page.words().text("bench.to_fill_in"))],
            )
            .close("span");
        }
        Style::Formula => {
            out.element("span", &[("class", "formula")], &run.text);
        }
        Style::Item | Style::InnerItem => {
            out.text(&run.text);
        }
        Style::Icon => {
            let class = page.icon(&run.text);
            if !class.is_empty() {
                let (class, label) = (format!("icon own {class}"), run.text.replace('-', " "));
                out.open("span", &[("class", &class), ("role", "img"), ("aria-label", &label)]).close("span");
            }
        }
    }
}

/// A text, which leads to the entry whose name it is.
fn named(out: &mut Html, text: &str, page: &PageContext<'_>) {
    let href = page.named_href(text);
    if href.is_empty() {
        out.text(text);
    } else {
        out.element("a", &[("href", &href)], text);
    }
}

/// The note of a number: formula and terms. Parts that are unknown are empty.
pub struct Note<'n> {
    /// `Health Points`
    pub name: &'n str,
    /// The formula in the author's names.
    pub formula: &'n str,
    /// The formula with its values.
    pub terms: &'n str,
    /// Rule ID.
    pub rule: &'n str,
}

/// A number that shows its note when pressed (without any script), and with the script also on
/// hover and focus. Notes stand at the end of the page, each once, however many numbers have it.
pub fn explained(text: &str, class: &'static str, note: &Note<'_>, page: &mut PageContext<'_>) -> Html {
    let mut out = Html::new();
    if note.formula.is_empty() && note.terms.is_empty() && note.rule.is_empty() {
        out.element("span", &[("class", class)], text);
        return out;
    }
    let said = said(text, note, page);
    let id = page.note(said);
    out.element("button", &[("popovertarget", &id)], text);
    out
}

/// What a note says of a number.
fn said(text: &str, note: &Note<'_>, page: &PageContext<'_>) -> Html {
    let mut out = Html::new();
    if !note.name.is_empty() {
        out.open("strong", &[]).text(note.name).text(" ").element("b", &[], text).close("strong");
    }
    if !note.terms.is_empty() {
        out.text(note.terms);
    }
    if !note.formula.is_empty() && note.formula != note.terms {
        out.element("code", &[], note.formula);
    }
    if !note.rule.is_empty() {
        let href = page.rule_href(note.rule);
        if href.is_empty() {
            out.element("small", &[], note.rule);
        } else {
            out.element("a", &[("href", &href)], note.rule);
        }
    }
    out
}

/// A table for the templates.
#[derive(Debug, Serialize)]
pub struct TableView {
    /// Headings; empty when the table has no head.
    pub columns: Vec<ColumnView>,
    /// Cells.
    pub rows: Vec<Vec<CellView>>,
    /// Name for screen readers.
    pub label: String,
    /// The classes of its columns of numbers, and that of a table which phones show line by line.
    class: String,
}

impl TableView {
    /// How wide a phone is, in characters of a table, with the padding of its cells.
    const PHONE_CHARS: usize = 46;
    /// What stands between two columns, in characters.
    const GAP_CHARS: usize = 2;
    /// A cell longer than this is read badly in a column beside others.
    const LONG_CHARS: usize = 60;
    /// What is longer than this in the first column is no name.
    const NAME_CHARS: usize = 32;

    /// Where a phone has no room for the columns beside one another it shows each row as a small block of its own, with the name
    /// of the column before each cell. Tables of two columns, and of numbers alone, stay what they are.
    fn in_lines_on_phones(&mut self, texts: &[Vec<String>]) {
        let columns = texts.iter().map(Vec::len).max().unwrap_or(0);
        let of_column = |at: usize| texts.iter().filter_map(move |row| row.get(at));
        let narrowest = |at: usize| {
            let head = self.columns.get(at).map_or("", |column| column.text.as_str());
            let cells =
                of_column(at).map(|text| if is_tight(text) { text.chars().count() } else { longest_word(text) });
            cells.chain([longest_word(head)]).max().unwrap_or(0) + Self::GAP_CHARS
        };
        let is_long = |at: usize| of_column(at).any(|text| text.chars().count() > Self::LONG_CHARS);
        let has_long = (0..columns).any(is_long);
        let is_wide = (0..columns).map(narrowest).sum::<usize>() > Self::PHONE_CHARS;
        let are_numbers = (1..columns).all(|at| of_column(at).all(|text| !text.contains(char::is_alphabetic)));
        if columns < 3 || are_numbers || !(has_long || is_wide) {
            return;
        }
        if !self.class.is_empty() {
            self.class.push(' ');
        }
        self.class.push_str("by-line");
        // What is said of something that has a name speaks for itself, and of three columns the second is what the first is:
        // `Effect Value 25`. Where the first is no name, nothing says what the cells are but the names of their columns.
        let is_named = of_column(0).all(|text| text.chars().count() <= Self::NAME_CHARS);
        let is_clear = |at: usize| is_named && (at == 0 || is_long(at) || columns == 3 && at == 1);
        let labels: Vec<(usize, &ColumnView)> =
            self.columns.iter().enumerate().filter(|(at, _)| !is_clear(*at)).collect();
        for row in &mut self.rows {
            for (at, column) in &labels {
                if let Some(cell) = row.get_mut(*at).filter(|cell| !cell.html.as_str().is_empty()) {
                    cell.label.clone_from(&column.text);
                }
            }
        }
    }
}

fn longest_word(text: &str) -> usize {
    text.split_whitespace().map(|word| word.chars().count()).max().unwrap_or(0)
}

/// A heading of a table.
#[derive(Debug, Serialize)]
pub struct ColumnView {
    text: String,
    class: &'static str,
}

/// A cell of a table.
#[derive(Debug, Serialize)]
pub struct CellView {
    html: Html,
    class: &'static str,
    /// The name of its column, where phones show it before the cell.
    label: String,
}

impl CellView {
    /// The same cell with the name of its column.
    pub fn labelled(self, column: &str) -> Self {
        Self { label: column.to_owned(), ..self }
    }
}

/// The longest text of a cell that is kept on one line, in characters.
const TIGHT_CHARS: usize = 16;

/// Whether a cell reads badly when it is broken: a rule ID, a price as `1 / 2 / 3 AP`, a short sum.
pub fn is_tight(text: &str) -> bool {
    text.chars().count() <= TIGHT_CHARS
        && text.contains(['-', ' '])
        && text.contains(|c: char| c.is_ascii_digit())
        && !text.contains(char::is_lowercase)
}

/// A cell of a table; `class` is that of its column, which may be empty.
pub fn cell(text: &[Run], class: &'static str, page: &mut PageContext<'_>, linking: &mut Linking<'_>) -> CellView {
    let is_short_formula =
        matches!(text, [run] if run.style == Style::Formula && run.text.chars().count() <= TIGHT_CHARS);
    // The id of a rule is one word, hyphens and all.
    let is_whole = |text: &str| is_tight(text) || page.context.link_index.rule(text).is_some();
    let class = if class.is_empty() && (is_short_formula || is_whole(&plain_text(text))) { "tight" } else { class };
    let html = alone(text, page, linking).unwrap_or_else(|| inline(text, page, linking));
    CellView { html, class, label: String::new() }
}

/// A cell in which the name of an entry or the id of a rule stands alone leads there, be it in a running text linked elsewhere or not.
fn alone(text: &[Run], page: &PageContext<'_>, linking: &Linking<'_>) -> Option<Html> {
    let ([run], Linking::On(_) | Linking::Names) = (text, linking) else { return None };
    if run.style != Style::Plain {
        return None;
    }
    let href = [page.named_href(&run.text), page.rule_href(&run.text)].into_iter().find(|href| !href.is_empty())?;
    let mut out = Html::new();
    out.element("a", &[("href", &href)], &run.text);
    Some(out)
}

/// How many columns `site.css` can set as numbers by a class of their table: a class less on each cell.
const NUMBERED: usize = 12;

/// The classes of a table with such columns of numbers: `num-2 num-3`.
pub fn numeric_columns(is_numeric: impl Iterator<Item = bool>) -> String {
    let columns = is_numeric.take(NUMBERED).zip(1..).filter(|(is_numeric, _)| *is_numeric);
    columns.map(|(_, number)| format!("num-{number}")).collect::<Vec<_>>().join(" ")
}

/// The class of a cell in a column of numbers, which may be that of its table.
pub const fn numeric_cell(column: usize) -> &'static str {
    if column < NUMBERED { "" } else { "num" }
}

/// A table made from data, on a page.
pub fn table(table: &Table, label: &str, page: &mut PageContext<'_>, linking: &mut Linking<'_>) -> TableView {
    let mut view = card_table(table, label, page, linking);
    let texts = table.rows.iter().map(|row| row.iter().map(|text| plain_text(text)).collect());
    view.in_lines_on_phones(&texts.collect::<Vec<_>>());
    view
}

/// A table of a card, which is drawn as it prints on whatever screen.
pub fn card_table(table: &Table, label: &str, page: &mut PageContext<'_>, linking: &mut Linking<'_>) -> TableView {
    let is_numeric = |column: usize| table.numeric.get(column).copied().unwrap_or(false);
    let class = |column: usize| if is_numeric(column) { numeric_cell(column) } else { "" };
    let mut view = |column: usize, text: &[Run]| match is_numeric(column) {
        true => CellView { html: inline(text, page, linking), class: numeric_cell(column), label: String::new() },
        false => cell(text, "", page, linking),
    };
    let has_head = table.columns.iter().any(|column| !column.is_empty());
    let columns = table.columns.iter().enumerate().filter(|_| has_head);
    let of_columns = numeric_columns(table.numeric.iter().copied());
    let rows: Vec<Vec<CellView>> = table
        .rows
        .iter()
        .map(|row| {
            let cells = row.iter().enumerate();
            let mut cells: Vec<CellView> = cells.map(|(at, text)| view(at, text)).collect();
            // Where nothing stands behind a name, it is to be written; where there is no name, that is as well.
            if row.iter().skip(1).all(Vec::is_empty) {
                let open = row.iter().zip(&mut cells).filter(|(text, _)| text.is_empty());
                open.for_each(|(_, cell)| cell.class = "to-write");
            }
            cells
        })
        .collect();
    TableView {
        columns: columns.map(|(at, text)| ColumnView { text: text.clone(), class: class(at) }).collect(),
        rows,
        class: of_columns,
        label: if label.is_empty() { page.words().text("page.table").to_string() } else { label.to_string() },
    }
}

/// The text of a table, for the search.
pub fn table_text(table: &Table) -> String {
    let mut cells = table.columns.clone();
    cells.extend(table.rows.iter().flatten().map(|cell| plain_text(cell)));
    apart(&cells)
}

/// Texts behind one another that are no sentences, as `Range: 1 square · Legs`: what is found in them is read.
pub fn apart(texts: &[String]) -> String {
    let mut all = String::new();
    for text in texts.iter().map(|text| text.trim()).filter(|text| !text.is_empty()) {
        match all.chars().last() {
            None => {}
            Some('.' | '!' | '?' | ':' | ';') => all.push(' '),
            Some(_) => all += " \u{b7} ",
        }
        all += text;
    }
    all
}

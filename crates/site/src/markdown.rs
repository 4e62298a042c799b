//! Markdown to HTML: headings with addresses, rule anchors, links by kind and id, glossary words.
//!
//! **In** the Markdown of a chapter or an entry. **Out** [`Html`] and the [`Section`]s it has, for the
//! outline and the search. Raw HTML is shown as text; a link leads to `http`, `https`,
//! `mailto`, a chapter file or a heading, and anything else is a [`LinkProblem`](super::LinkProblem).

use std::collections::BTreeMap;
use std::ops::Range;

use makeready_prose::tree::opens_block;
use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, Event, HeadingLevel, LinkType, Tag, TagEnd};

use super::address::Place;
use super::anchors::{HeadingId, Slugs, events, is_rule_id, rule_anchor};
use super::context::{PageContext, Source};
use super::fault::LinkFault;
use super::html::Html;
use super::link_index::BrokenLink;
use super::runs;
use super::terms::Seen;

/// The part of a page under one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Id of the heading; empty for the text before the first.
    pub id: String,
    /// 1 for the page itself, then 2 and below.
    pub level: u8,
    /// Words of the heading.
    pub title: String,
    /// Rule IDs in it.
    pub rules: Vec<String>,
    /// Its plain text.
    pub text: String,
}

/// The sections of a page, collected while its Markdown is rendered.
pub struct PageSections {
    /// Sections so far; never empty.
    pub sections: Vec<Section>,
    slugs: Slugs,
    seen: Seen,
}

impl PageSections {
    /// A page of this title with nothing on it.
    pub fn new(title: &str) -> Self {
        let first = Section { level: 1, title: title.to_string(), ..Section::default() };
        Self { sections: vec![first], slugs: Slugs::default(), seen: Seen::default() }
    }

    /// Adds text of the page to the current section, for the search.
    pub fn add_text(&mut self, text: &str) {
        if let Some(section) = self.sections.last_mut() {
            section.text.push_str(text);
        }
    }

    /// The words linked in the current section.
    pub fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }
}

/// Renders Markdown onto a page.
pub fn render(
    markdown: &str,
    source: Source<'_>,
    page: &mut PageContext<'_>,
    page_sections: &mut PageSections,
) -> Html {
    let mut writer = Writer {
        page,
        page_sections,
        source,
        markdown,
        layers: vec![Html::new()],
        heading: None,
        link: Link::None,
        is_code: false,
        is_comment: false,
        table: None,
        last: None,
        footnotes: BTreeMap::new(),
        definitions: Vec::new(),
    };
    for (event, range) in events(markdown) {
        writer.event(event, range);
    }
    writer.finish()
}

/// What is rendered between a link's start and end.
enum Link {
    /// No link.
    None,
    /// An `<a>` was opened.
    Open,
    /// The words were already rendered; those of the source are dropped.
    Written,
    /// No `<a>`: the words only.
    Bare,
}

struct TableState {
    alignments: Vec<Alignment>,
    column: usize,
    is_head: bool,
}

struct Writer<'w, 'p> {
    page: &'w mut PageContext<'p>,
    page_sections: &'w mut PageSections,
    source: Source<'w>,
    markdown: &'w str,
    /// Output; headings and footnotes are rendered to a layer of their own and appended when complete.
    layers: Vec<Html>,
    heading: Option<(Option<String>, String)>,
    link: Link,
    is_code: bool,
    /// Whether this is inside a comment of HTML.
    is_comment: bool,
    table: Option<TableState>,
    /// Last character rendered in this block.
    last: Option<char>,
    /// Labels, each with its number in the order of first mention and the page's id for it.
    footnotes: BTreeMap<String, (usize, String)>,
    definitions: Vec<(String, Html)>,
}

impl Writer<'_, '_> {
    fn out(&mut self) -> &mut Html {
        self.layers.last_mut().expect("the first layer stays until the end")
    }

    fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(tag) => self.start(tag, range),
            Event::End(tag) => self.end(tag),
            Event::Text(text) => {
                self.refuse_open_link(range);
                self.text(&text);
            }
            Event::Html(text) | Event::InlineHtml(text) => self.html(&text, range),
            Event::InlineMath(text) | Event::DisplayMath(text) => self.text(&text),
            Event::Code(code) => self.code(&code),
            Event::FootnoteReference(label) => self.footnote_reference(&label),
            Event::SoftBreak => self.text("\n"),
            Event::HardBreak => {
                self.out().open("br", &[]);
                self.page_sections.add_text(" ");
            }
            Event::Rule => {
                self.out().open("hr", &[]);
            }
            Event::TaskListMarker(is_done) => self.text(if is_done { "☑ " } else { "☐ " }),
        }
    }

    fn start(&mut self, tag: Tag<'_>, range: Range<usize>) {
        if opens_block(&tag) {
            self.last = None;
        }
        match tag {
            Tag::Paragraph => self.open("p"),
            Tag::Heading { id, .. } => {
                self.heading = Some((id.map(|id| id.to_string()), String::new()));
                self.layers.push(Html::new());
            }
            Tag::BlockQuote(kind) => {
                let class = kind.map_or("quote", quote_class);
                self.out().open("blockquote", &[("class", class)]);
            }
            Tag::CodeBlock(kind) => {
                self.is_code = true;
                let language = match &kind {
                    CodeBlockKind::Fenced(info) => info.split_whitespace().next().unwrap_or_default(),
                    CodeBlockKind::Indented => "",
                };
                if language.is_empty() {
                    self.out().open("pre", &[("tabindex", "0")]).open("code", &[]);
                } else {
                    self.out().open("pre", &[("tabindex", "0")]).open("code", &[("data-language", language)]);
                }
            }
            Tag::HtmlBlock => self.open("p"),
            Tag::List(None) => self.open("ul"),
            Tag::List(Some(1)) => self.open("ol"),
            Tag::List(Some(first)) => {
                self.out().open("ol", &[("start", &first.to_string())]);
            }
            Tag::Item => self.open("li"),
            Tag::FootnoteDefinition(label) => {
                let (_, id) = self.footnote(&label);
                self.layers.push(Html::new());
                self.definitions.push((id, Html::new()));
            }
            Tag::DefinitionList => self.open("dl"),
            Tag::DefinitionListTitle => self.open("dt"),
            Tag::DefinitionListDefinition => self.open("dd"),
            Tag::Table(alignments) => {
                let table = self.page.words().text("page.table");
                let class = runs::numeric_columns(alignments.iter().map(|one| matches!(one, Alignment::Right)));
                self.table = Some(TableState { alignments, column: 0, is_head: false });
                self.out()
                    .open("div", &[("class", "scroll"), ("tabindex", "0"), ("role", "group"), ("aria-label", table)]);
                let classes = [("class", class.as_str())];
                self.out().open("table", if class.is_empty() { &[] } else { &classes });
            }
            Tag::TableHead => {
                self.set_table_head(true);
                self.open("thead");
                self.open("tr");
            }
            Tag::TableRow => {
                self.refuse_surplus_cells(range);
                self.set_table_head(false);
                self.open("tr");
            }
            Tag::TableCell => self.open_cell(range),
            Tag::Emphasis => self.open("em"),
            Tag::Strong => self.open("strong"),
            Tag::Strikethrough => self.open("s"),
            Tag::Superscript => self.open("sup"),
            Tag::Subscript => self.open("sub"),
            Tag::Link { link_type, dest_url, title, .. } => self.start_link(link_type, &dest_url, &title, range),
            Tag::Image { .. } => {
                self.page.broken_link(self.source, &range, BrokenLink { fault: LinkFault::Picture, suggestion: None });
            }
            Tag::MetadataBlock(_) => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => {
                self.is_comment = false;
                self.close_block("p");
            }
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::BlockQuote(_) => self.close_block("blockquote"),
            TagEnd::CodeBlock => {
                self.is_code = false;
                self.out().close("code");
                self.close_block("pre");
            }
            TagEnd::List(true) => self.close_block("ol"),
            TagEnd::List(false) => self.close_block("ul"),
            TagEnd::Item => self.close_block("li"),
            TagEnd::FootnoteDefinition => {
                let body = self.layers.pop().unwrap_or_default();
                if let Some(definition) = self.definitions.last_mut() {
                    definition.1 = body;
                }
            }
            TagEnd::DefinitionList => self.close_block("dl"),
            TagEnd::DefinitionListTitle => self.close_block("dt"),
            TagEnd::DefinitionListDefinition => self.close_block("dd"),
            TagEnd::Table => {
                self.table = None;
                self.out().close("tbody").close("table").close("div");
            }
            TagEnd::TableHead => {
                self.set_table_head(false);
                self.out().close("tr").close("thead").open("tbody", &[]);
            }
            TagEnd::TableRow => self.close_block("tr"),
            TagEnd::TableCell => self.close_cell(),
            TagEnd::Emphasis => self.close("em"),
            TagEnd::Strong => self.close("strong"),
            TagEnd::Strikethrough => self.close("s"),
            TagEnd::Superscript => self.close("sup"),
            TagEnd::Subscript => self.close("sub"),
            TagEnd::Link => {
                if matches!(std::mem::replace(&mut self.link, Link::None), Link::Open) {
                    self.close("a");
                }
            }
            TagEnd::Image | TagEnd::MetadataBlock(_) => {}
        }
    }

    fn open(&mut self, element: &'static str) {
        self.out().open(element, &[]);
    }

    fn close(&mut self, element: &'static str) {
        self.out().close(element);
    }

    fn close_block(&mut self, element: &'static str) {
        self.out().close(element).text("\n");
        self.page_sections.add_text(" ");
    }

    fn set_table_head(&mut self, is_head: bool) {
        if let Some(table) = &mut self.table {
            table.is_head = is_head;
            table.column = 0;
        }
    }

    fn open_cell(&mut self, range: Range<usize>) {
        let Some(table) = &mut self.table else { return };
        let class = match table.alignments.get(table.column) {
            Some(Alignment::Right) => runs::numeric_cell(table.column),
            Some(Alignment::Center) => "mid",
            _ if self.markdown.get(range).is_some_and(|cell| runs::is_tight(cell.trim())) => "tight",
            _ => "",
        };
        table.column += 1;
        let is_head = table.is_head;
        let mut attributes = Vec::new();
        if is_head {
            attributes.push(("scope", "col"));
        }
        if !class.is_empty() {
            attributes.push(("class", class));
        }
        self.out().open(if is_head { "th" } else { "td" }, &attributes);
    }

    fn close_cell(&mut self) {
        let is_head = self.table.as_ref().is_some_and(|table| table.is_head);
        self.close(if is_head { "th" } else { "td" });
        self.page_sections.add_text(" ");
    }

    fn text(&mut self, text: &str) {
        if matches!(self.link, Link::Written) {
            return;
        }
        if let Some((_, title)) = &mut self.heading {
            title.push_str(text);
            self.out().text(text);
            return;
        }
        self.page_sections.add_text(text);
        let is_head = self.table.as_ref().is_some_and(|table| table.is_head);
        let is_linkable = !is_head && !self.is_code && matches!(self.link, Link::None);
        let layer = self.layers.last_mut().expect("the first layer stays until the end");
        if is_linkable {
            self.page.linked_text(layer, text, self.last, &mut self.page_sections.seen);
        } else {
            layer.text(text);
        }
        self.last = text.chars().next_back().or(self.last);
    }

    /// Reports a link that is never closed, which would be rendered as it was written. In a table a link ends so when its
    /// `|` lacks a backslash, and the text after it would be lost.
    fn refuse_open_link(&mut self, range: Range<usize>) {
        let written = self.markdown.get(range.clone()).unwrap_or_default();
        let opens = written.match_indices("[[").find(|(at, _)| {
            let rest = &written[at + 2..];
            let kind = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
            kind > 0 && rest[kind..].starts_with(':')
        });
        if let Some((at, _)) = opens.filter(|_| !self.is_code) {
            let end = written[at..].find(char::is_whitespace).map_or(written.len(), |length| at + length);
            let broken_link = BrokenLink { fault: LinkFault::Unclosed, suggestion: None };
            self.page.broken_link(self.source, &(range.start + at..range.start + end), broken_link);
        }
    }

    fn code(&mut self, code: &str) {
        if matches!(self.link, Link::Written) {
            return;
        }
        match &mut self.heading {
            Some((_, title)) => title.push_str(code),
            None => self.page_sections.add_text(code),
        }
        self.out().element("code", &[], code);
        self.last = Some('`');
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        let Some((given, title)) = self.heading.take() else { return };
        let body = self.layers.pop().unwrap_or_default();
        let HeadingId { id, old } = self.page_sections.slugs.heading(given.as_deref(), &title);
        let is_rule = is_rule_id(&id);
        // The page's own title is the only h1.
        let level = (level as u8).max(2);
        let element = match level {
            2 => "h2",
            3 => "h3",
            4 => "h4",
            _ => "h5",
        };
        let href = format!("#{id}");
        let label = self.page.words().say("page.link_to", &[("heading", &title)]);
        let out = self.out();
        out.open(element, &[("id", &id)]);
        if let Some(old) = old {
            out.element("span", &[("id", &old)], "");
        }
        if is_rule {
            out.element("a", &[("class", "rid"), ("href", &href)], &id);
        }
        out.append(&body);
        if !is_rule {
            out.element("a", &[("class", "anchor"), ("href", &href), ("aria-label", &label)], "#");
        }
        out.close(element).text("\n");
        let rules = if is_rule { vec![id.clone()] } else { Vec::new() };
        self.page_sections.sections.push(Section { id, level, title, rules, text: String::new() });
        self.page_sections.seen = Seen::default();
    }

    /// Raw HTML is shown as text; a comment, which nobody is to read, is refused.
    fn html(&mut self, text: &str, range: Range<usize>) {
        if self.is_comment || text.trim_start().starts_with("<!--") {
            if !self.is_comment {
                self.page.broken_link(self.source, &range, BrokenLink { fault: LinkFault::Comment, suggestion: None });
            }
            self.is_comment = !text.contains("-->");
        } else {
            self.text(text);
        }
    }

    /// Reports a row with more cells than its table has columns: the parser drops them.
    fn refuse_surplus_cells(&mut self, range: Range<usize>) {
        let columns = self.table.as_ref().map_or(0, |table| table.alignments.len());
        let cells = self.markdown.get(range.clone()).map_or(0, cells_of);
        if cells > columns {
            let row = range.start..range.start + self.markdown[range].trim_end().len();
            let fault = LinkFault::SurplusCells { columns, cells };
            self.page.broken_link(self.source, &row, BrokenLink { fault, suggestion: None });
        }
    }

    fn start_link(&mut self, link_type: LinkType, dest: &str, title: &str, range: Range<usize>) {
        if let Some(id) = rule_anchor(link_type, dest) {
            self.rule_anchor(id, range);
            return;
        }
        if let LinkType::WikiLink { has_pothole } = link_type {
            self.named_link(dest.trim_end_matches('\\'), has_pothole, range);
            return;
        }
        let address = if link_type == LinkType::Email { format!("mailto:{dest}") } else { dest.to_string() };
        self.link = match self.checked_address(&address) {
            Ok((href, is_elsewhere)) => {
                let mut attributes = vec![("href", href.as_str())];
                if is_elsewhere {
                    attributes.extend([("class", "elsewhere"), ("rel", "noopener noreferrer external")]);
                }
                attributes.extend((!title.is_empty()).then_some(("title", title)));
                self.out().open("a", &attributes);
                Link::Open
            }
            Err(broken_link) => {
                self.page.broken_link(self.source, &range, broken_link);
                Link::Bare
            }
        };
    }

    /// `[[#AB-REACT-02]]`: the anchor of a rule.
    fn rule_anchor(&mut self, id: &str, range: Range<usize>) {
        self.link = Link::Written;
        if !is_rule_id(id) {
            let fault = LinkFault::BadRuleId { id: id.to_owned() };
            self.page.broken_link(
                self.source,
                &range,
                BrokenLink { fault, suggestion: Some(format!("#{}", id.to_uppercase())) },
            );
            return;
        }
        if self.page_sections.slugs.of(id) != id {
            let fault = LinkFault::RepeatedRule { id: id.to_owned() };
            self.page.broken_link(self.source, &range, BrokenLink { fault, suggestion: Some(format!("rule:{id}")) });
            return;
        }
        let class = if self.table.is_some() { "rid in-table" } else { "rid" };
        let href = format!("#{id}");
        self.out().element("a", &[("class", class), ("id", id), ("href", &href)], id);
        if let Some(section) = self.page_sections.sections.last_mut() {
            section.rules.push(id.to_string());
        }
    }

    /// `[[kind:id]]` or `[[kind:id|words]]`.
    fn named_link(&mut self, dest: &str, has_words: bool, range: Range<usize>) {
        let written = self.markdown.get(range.clone()).unwrap_or_default().trim_end_matches(']');
        if has_words && written.trim_end().ends_with('|') {
            self.page.broken_link(self.source, &range, BrokenLink { fault: LinkFault::NoWords, suggestion: None });
            self.link = Link::Bare;
            return;
        }
        let target = match self.page.context.link_index.resolve(dest) {
            Ok(target) => target.clone(),
            Err(broken_link) => {
                let range = self.target_range(dest, range);
                self.page.broken_link(self.source, &range, broken_link);
                self.link = Link::Bare;
                return;
            }
        };
        let here = match self.page_sections.sections.last() {
            Some(section) if !section.id.is_empty() => Place::spot(&self.page.path, &section.id),
            _ => Place::page(&self.page.path),
        };
        self.page.mentions.insert((target.place.clone(), here));
        self.page_sections.seen.add(&target.place);
        let href = self.page.href(&target.place);
        self.out().open("a", &[("href", &href)]);
        self.link = Link::Open;
        if !has_words {
            let words = target.words(dest);
            match &mut self.heading {
                Some((_, title)) => title.push_str(words),
                None => self.page_sections.add_text(words),
            }
            self.out().text(words).close("a");
            self.last = words.chars().next_back();
            self.link = Link::Written;
        }
    }

    /// The place of the target itself inside `[[target|words]]`.
    fn target_range(&self, dest: &str, link: Range<usize>) -> Range<usize> {
        match self.markdown.get(link.clone()).and_then(|text| text.find(dest)) {
            Some(at) => link.start + at..link.start + at + dest.len(),
            None => link,
        }
    }

    /// The address of an ordinary link, and whether it leaves the site.
    fn checked_address(&self, dest: &str) -> Result<(String, bool), BrokenLink> {
        let lower = dest.to_ascii_lowercase();
        if lower.starts_with("https://") || lower.starts_with("http://") || lower.starts_with("mailto:") {
            return Ok((dest.to_string(), true));
        }
        if let Some(id) = dest.strip_prefix('#') {
            let is_known = self.page.context.link_index.has_fragment(&self.page.path, id);
            let fault = LinkFault::NoHeading { id: id.to_owned(), is_here: true };
            return if is_known { Ok((dest.to_string(), false)) } else { Err(BrokenLink { fault, suggestion: None }) };
        }
        let (file, fragment) = dest.split_once('#').unwrap_or((dest, ""));
        let name = file.rsplit('/').next().unwrap_or(file);
        match name.strip_suffix(".md").and_then(|slug| self.page.context.link_index.chapter(slug)) {
            Some(target) => {
                let is_known =
                    fragment.is_empty() || self.page.context.link_index.has_fragment(&target.place.path, fragment);
                let fault = LinkFault::NoHeading { id: fragment.to_owned(), is_here: false };
                let place = Place::spot(&target.place.path, fragment);
                if is_known { Ok((self.page.href(&place), false)) } else { Err(BrokenLink { fault, suggestion: None }) }
            }
            None => Err(BrokenLink { fault: LinkFault::BadAddress { to: dest.to_owned() }, suggestion: None }),
        }
    }

    /// The number of a footnote, and its id.
    fn footnote(&mut self, label: &str) -> (usize, String) {
        if let Some(known) = self.footnotes.get(label) {
            return known.clone();
        }
        let id = self.page_sections.slugs.of(&format!("fn-{label}"));
        let footnote = (self.footnotes.len() + 1, id);
        self.footnotes.insert(label.to_string(), footnote.clone());
        footnote
    }

    fn footnote_reference(&mut self, label: &str) {
        let (number, id) = self.footnote(label);
        let number = number.to_string();
        let (href, back) = (format!("#{id}"), format!("{id}-ref"));
        let attributes = [("class", "footnote-ref"), ("id", back.as_str()), ("href", href.as_str())];
        self.out().open("sup", &[]).element("a", &attributes, &number).close("sup");
    }

    fn finish(mut self) -> Html {
        let mut out = self.layers.swap_remove(0);
        if self.definitions.is_empty() {
            return out;
        }
        let words = self.page.words();
        out.open("section", &[("class", "footnotes"), ("aria-label", words.text("page.footnotes"))]).open("ol", &[]);
        let order: BTreeMap<&String, usize> = self.footnotes.values().map(|(number, id)| (id, *number)).collect();
        self.definitions.sort_by_key(|(id, _)| order[id]);
        for (id, body) in &self.definitions {
            let back = format!("#{id}-ref");
            out.open("li", &[("id", id)]).append(body);
            out.element(
                "a",
                &[("class", "footnote-back"), ("href", &back), ("aria-label", words.text("page.back"))],
                "↑",
            );
            out.close("li");
        }
        out.close("ol").close("section");
        out
    }
}

/// How many cells a row of a table is written with: a `|` parts them unless a backslash stands before it, in code as well.
/// One inside a link lacks its backslash, which is reported of the link.
fn cells_of(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let row = row.strip_suffix('|').filter(|inner| !inner.ends_with('\\')).unwrap_or(row);
    let is_in_link = |at: usize| {
        let opening = row[..at].rfind("[[");
        opening.is_some_and(|opening| !row[opening..at].contains("]]")) && row[at..].contains("]]")
    };
    let parts = |(at, _): &(usize, &str)| !row[..*at].ends_with('\\') && !is_in_link(*at);
    row.match_indices('|').filter(parts).count() + 1
}

fn quote_class(kind: BlockQuoteKind) -> &'static str {
    match kind {
        BlockQuoteKind::Note => "quote note",
        BlockQuoteKind::Tip => "quote tip",
        BlockQuoteKind::Important => "quote important",
        BlockQuoteKind::Warning => "quote warning",
        BlockQuoteKind::Caution => "quote caution",
    }
}

//! All pages of one book, and the front page over all books.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde_json::json;

use deckle_faces::book::{Book, Entry, EntryKind, EntryLink};
use deckle_faces::credits::Used;

use super::address::{self, Place};
use super::chapter_page;
use super::chrome::{Chrome, ChromeBuilder, LinkView, PageKind, library, outline, outline_line};
use super::context::{AS_IT_IS, PageContext, RenderContext, Source};
use super::credits_page::{self, ImprintView};
use super::entry_page::{self, Mentions};
use super::fault::LinkFault;
use super::icons::{self, Drawing, Icons};
use super::link_index::LinkIndex;
use super::list_pages::{self, TileView};
use super::markdown::PageSections;
use super::pictures::{self, PictureView, Placed};
use super::search::{self, Document};
use super::templates::Templates;
use super::terms::Terms;
use super::{LinkProblem, SiteOptions, assets, own_icons, palette};

/// How many cards a cover shows.
const FANNED: usize = 5;

/// A rendered book.
pub struct Rendered {
    /// Path to bytes.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Broken links.
    pub problems: Vec<LinkProblem>,
    /// The work of others that its pages show.
    pub used: Used,
}

/// Renders all pages of a book but its credits page, which covers its prints as well. Without templates, broken links are
/// found all the same, and every file is empty.
pub fn render(
    book: &Book,
    books: &[Book],
    icons: &Icons,
    options: &SiteOptions,
    templates: Option<&Templates>,
) -> Rendered {
    let link_index = LinkIndex::new(book);
    let terms = Terms::new(book, &link_index);
    let mut members: BTreeMap<&EntryLink, Vec<&Entry>> = BTreeMap::new();
    for (group, entry) in book.entries.iter().filter_map(|entry| Some((entry.group.as_ref()?, entry))) {
        members.entry(group).or_default().push(entry);
    }
    let context = RenderContext { book, link_index, members, terms, icons };
    let mut renderer = BookRenderer {
        book,
        context: &context,
        chrome_builder: ChromeBuilder::new(book, books, icons),
        options,
        templates,
        files: BTreeMap::new(),
        problems: glossary_problems(book, &context.link_index),
        colors: BTreeSet::new(),
        documents: Vec::new(),
        mentions: Mentions::new(),
        headings: Vec::new(),
        icons: BTreeSet::new(),
        own_icons: BTreeSet::new(),
        pictures: BTreeSet::new(),
    };
    renderer.chapters();
    renderer.entries();
    renderer.lists();
    renderer.cover();
    if templates.is_some() {
        renderer.shared_files();
    }
    let mut used = Used { icons: renderer.icons, typefaces: assets::typefaces(book), ..Used::default() };
    pictures::note_used(book, &renderer.pictures, &mut used);
    own_icons::note_used(book, &renderer.own_icons, &mut used);
    Rendered { files: renderer.files, problems: renderer.problems, used }
}

/// The credits page of a book: path and contents.
pub fn credits(book: &Book, books: &[Book], icons: &Icons, templates: &Templates, used: &Used) -> (String, Vec<u8>) {
    let link_index = LinkIndex::new(book);
    let terms = Terms::new(book, &link_index);
    let context = RenderContext { book, link_index, members: BTreeMap::new(), terms, icons };
    let mut page = PageContext::new(&context, credits_page::path(book));
    page.icons.clone_from(&used.icons);
    let view = credits_page::of_book(book, used);
    let description = format!("Who made what {} shows.", book.title);
    let page_kind = PageKind::Other(credits_page::FOLDER);
    let chrome = ChromeBuilder::new(book, books, icons).chrome("Credits", &description, &page, &page_kind);
    (page.path, templates.page("credits.html", &chrome, &view).into_bytes())
}

fn glossary_problems(book: &Book, link_index: &LinkIndex) -> Vec<LinkProblem> {
    let lost = book.glossary.iter().filter(|term| link_index.entry(&term.target).is_none());
    lost.map(|term| {
        let (kind, id) = (term.target.kind.names().link, &term.target.id);
        let suggestion =
            link_index.resolve(&format!("{kind}:{id}")).err().and_then(|broken_link| broken_link.suggestion);
        let fault = LinkFault::DeadWord { words: term.words.clone(), kind: kind.to_owned(), id: id.clone() };
        LinkProblem { suggestion, ..LinkProblem::of_book(book, fault) }
    })
    .collect()
}

struct BookRenderer<'p> {
    book: &'p Book,
    context: &'p RenderContext<'p>,
    chrome_builder: ChromeBuilder<'p>,
    options: &'p SiteOptions,
    templates: Option<&'p Templates>,
    files: BTreeMap<String, Vec<u8>>,
    problems: Vec<LinkProblem>,
    colors: BTreeSet<String>,
    documents: Vec<Document>,
    mentions: Mentions,
    headings: Vec<(String, Place)>,
    icons: BTreeSet<String>,
    own_icons: BTreeSet<String>,
    pictures: BTreeSet<Placed>,
}

impl<'p> BookRenderer<'p> {
    fn page(&self, path: String) -> PageContext<'p> {
        PageContext::new(self.context, path)
    }

    /// The chrome of a page; empty where no page is rendered.
    fn chrome(&self, title: &str, description: &str, page: &PageContext<'_>, page_kind: &PageKind<'_>) -> Chrome {
        match self.templates {
            Some(_) => self.chrome_builder.chrome(title, description, page, page_kind),
            None => Chrome::default(),
        }
    }

    fn finish(&mut self, template: &str, chrome: &Chrome, content: &impl Serialize, page: PageContext<'_>) {
        let html = self.templates.map_or_else(String::new, |templates| templates.page(template, chrome, content));
        if self.files.insert(page.path.clone(), html.into_bytes()).is_some() {
            let fault = LinkFault::RepeatedAddress { path: page.path.clone() };
            self.problems.push(LinkProblem::of_book(self.book, fault));
        }
        self.problems.extend(page.problems);
        self.colors.extend(page.colors);
        self.icons.extend(page.icons);
        self.own_icons.extend(page.own_icons);
        self.pictures.extend(page.pictures);
    }

    fn chapters(&mut self) {
        let paths = address::chapters(self.book);
        for chapter in &self.book.chapters {
            let mut page = self.page(paths[&chapter.slug].clone());
            let mut page_sections = PageSections::new(&chapter.title);
            let view = chapter_page::view(chapter, &mut page, &mut page_sections);
            self.take_mentions(&page, &chapter.title, &page_sections);
            self.take_sections(&page.path, &chapter.title, &chapter.summary, &page_sections);
            let page_kind = PageKind::Chapter(&chapter.slug, &page_sections.sections);
            let mut chrome = self.chrome(&chapter.title, &chapter.summary, &page, &page_kind);
            chrome.outline = outline(&page_sections.sections);
            self.finish("chapter.html", &chrome, &view, page);
        }
    }

    fn take_mentions(&mut self, page: &PageContext<'_>, title: &str, page_sections: &PageSections) {
        let sections: BTreeMap<&str, &str> =
            page_sections.sections.iter().map(|section| (section.id.as_str(), section.title.as_str())).collect();
        for (target, from) in &page.mentions {
            let words = match sections.get(from.fragment.as_str()) {
                Some(section) if !from.fragment.is_empty() => format!("{title} › {section}"),
                _ => title.to_string(),
            };
            self.mentions.entry(target.clone()).or_default().insert(from.clone(), words);
        }
    }

    fn take_sections(&mut self, path: &str, title: &str, summary: &str, page_sections: &PageSections) {
        for section in &page_sections.sections {
            let is_first = section.level == 1;
            let place = Place::spot(path, &section.id);
            self.headings.push((section.title.clone(), place.clone()));
            self.documents.push(Document {
                kind: "Rules".to_string(),
                title: section.title.clone(),
                aliases: Vec::new(),
                address: self.short(&place),
                context: if is_first { String::new() } else { title.to_string() },
                rules: section.rules.clone(),
                text: if is_first { format!("{summary} {}", section.text) } else { section.text.clone() },
            });
        }
    }

    /// An address as the scripts store it: without the prefix that all addresses of the book share.
    fn short(&self, place: &Place) -> String {
        let folder = format!("{}/", address::segment(&self.book.id));
        let path = place.path.strip_prefix(&folder).unwrap_or(&place.path);
        let page = path.strip_suffix("index.html").unwrap_or(path).trim_end_matches('/');
        if place.fragment.is_empty() { page.to_string() } else { format!("{page}#{}", place.fragment) }
    }

    fn entries(&mut self) {
        let mentions = std::mem::take(&mut self.mentions);
        for entry in &self.book.entries {
            let place = address::entry(&self.book.id, entry.kind, &entry.id);
            let mut page = self.page(place.path.clone());
            let mut page_sections = PageSections::new(&entry.name);
            let view = entry_page::view(entry, &mentions, &self.options.output_root, &mut page, &mut page_sections);
            let text: Vec<&str> = page_sections.sections.iter().map(|section| section.text.as_str()).collect();
            self.documents.push(self.document(entry, &place, text.join(" ")));
            if entry.kind == EntryKind::Term {
                self.problems.extend(page.problems);
                continue;
            }
            let page_kind = PageKind::Entry(entry.kind, &entry.id);
            let mut chrome = self.chrome(&entry.name, &entry.summary, &page, &page_kind);
            chrome.outline = outline(&page_sections.sections);
            self.finish("entry.html", &chrome, &view, page);
        }
    }

    fn document(&self, entry: &Entry, place: &Place, text: String) -> Document {
        Document {
            kind: entry.kind.names().plural.to_string(),
            title: entry.name.clone(),
            aliases: entry
                .aliases
                .iter()
                .chain(&entry.found_by)
                .filter(|alias| **alias != entry.name)
                .cloned()
                .collect(),
            address: self.short(place),
            context: match (&entry.card, entry.group.as_ref().and_then(|group| self.context.link_index.entry(group))) {
                (Some(card), _) => card.type_line.clone(),
                (None, Some(group)) => group.name.clone(),
                (None, None) => String::new(),
            },
            rules: Some(entry.rule.clone()).into_iter().filter(|rule| !rule.is_empty()).collect(),
            text,
        }
    }

    fn lists(&mut self) {
        let kinds: Vec<EntryKind> = EntryKind::ALL
            .iter()
            .copied()
            .filter(|kind| *kind != EntryKind::Term && self.chrome_builder.has(*kind))
            .collect();
        for kind in kinds {
            let mut page = self.page(address::kind_page(&self.book.id, kind));
            let view = list_pages::kind(kind, &mut page);
            let title = kind.names().plural;
            let description = format!("{title} of {}.", self.book.title);
            let mut chrome = self.chrome(title, &description, &page, &PageKind::Kind(kind));
            chrome.outline = view.groups().map(|(title, id)| outline_line(title, id)).collect();
            self.finish("kind.html", &chrome, &view, page);
        }
        if self.chrome_builder.has(EntryKind::Term) {
            self.glossary();
        }
        self.index();
        self.rules();
        if !self.book.downloads.is_empty() {
            self.downloads();
        }
    }

    fn glossary(&mut self) {
        let page = self.page(address::kind_page(&self.book.id, EntryKind::Term));
        let view = list_pages::glossary(&page);
        let description = format!("The words of {} explained.", self.book.title);
        let chrome = self.chrome("Glossary", &description, &page, &PageKind::Kind(EntryKind::Term));
        self.finish("glossary.html", &chrome, &view, page);
        self.words_without_entry();
    }

    /// Adds words that only the glossary explains to the search.
    fn words_without_entry(&mut self) {
        let entries = self.book.entries.iter().filter(|one| one.kind == EntryKind::Term);
        let entries: BTreeSet<&str> = entries.map(|one| one.id.as_str()).collect();
        for term in &self.book.glossary {
            if term.target.kind != EntryKind::Term || entries.contains(term.target.id.as_str()) {
                continue;
            }
            let Some((first, others)) = term.words.split_first() else { continue };
            self.documents.push(Document {
                kind: EntryKind::Term.names().plural.to_string(),
                title: first.clone(),
                aliases: others.to_vec(),
                address: self.short(&address::entry(&self.book.id, EntryKind::Term, &term.target.id)),
                text: term.meaning.clone(),
                ..Document::default()
            });
        }
    }

    fn index(&mut self) {
        let page = self.page(address::page(&self.book.id, "a-z"));
        let view = list_pages::index(&self.headings, &page);
        let description = format!("Everything in {} by name.", self.book.title);
        let chrome = self.chrome("A to Z", &description, &page, &PageKind::Other("a-z"));
        self.finish("a-z.html", &chrome, &view, page);
    }

    fn rules(&mut self) {
        let page = self.page(address::page(&self.book.id, "rule"));
        let view = list_pages::rules(&page);
        let description = format!("All rules of {} by their IDs.", self.book.title);
        let mut chrome = self.chrome("Rule IDs", &description, &page, &PageKind::Other("rule"));
        chrome.outline = view.groups().map(|(name, id)| outline_line(name, id)).collect();
        self.finish("rule.html", &chrome, &view, page);
    }

    fn downloads(&mut self) {
        let mut page = self.page(address::page(&self.book.id, "downloads"));
        let file = self.book.id.clone();
        let source = Source { file: &file, offset: 0, written: &AS_IT_IS };
        let books = entry_page::downloads(&self.book.downloads, &self.options.output_root, source, &mut page);
        let entries: Vec<_> = self.book.entries.iter().filter(|entry| !entry.downloads.is_empty()).collect();
        let entries: Vec<_> = entries
            .into_iter()
            .map(|entry| {
                let links = entry_page::downloads(&entry.downloads, &self.options.output_root, source, &mut page);
                json!({ "name": entry.name, "links": links })
            })
            .collect();
        let description = format!("Cards, sheets and handouts of {} to print.", self.book.title);
        let chrome = self.chrome("To print", &description, &page, &PageKind::Other("downloads"));
        self.finish("downloads.html", &chrome, &json!({ "files": books, "entries": entries }), page);
    }

    fn cover(&mut self) {
        let mut page = self.page(address::cover(&self.book.id));
        let view = self.cover_view(&mut page);
        let chrome = self.chrome(&self.book.title, &self.book.tagline, &page, &PageKind::Cover);
        self.finish("cover.html", &chrome, &view, page);
    }

    fn cover_view(&self, page: &mut PageContext<'_>) -> CoverView {
        let book = self.book;
        let paths = address::chapters(book);
        let chapters = book.chapters.iter().map(|chapter| ChapterLine {
            number: chapter.number,
            title: chapter.title.clone(),
            summary: chapter.summary.clone(),
            href: page.href(&Place::page(&paths[&chapter.slug])),
        });
        let chapters = chapters.collect();
        let kinds = EntryKind::ALL.iter().copied().filter(|kind| self.chrome_builder.has(*kind)).map(|kind| KindLine {
            name: kind.names().plural,
            count: self.documents.iter().filter(|document| document.kind == kind.names().plural).count(),
            href: page.href(&Place::page(address::kind_page(&book.id, kind))),
        });
        let kinds = kinds.collect();
        let changed =
            book.entries.iter().filter(|entry| entry.kind == EntryKind::Ruling && entry_page::is_changed(entry));
        CoverView {
            title: book.title.clone(),
            tagline: book.tagline.clone(),
            sign: Sign::of(book, self.options),
            picture: page.picture(book.art.as_ref()),
            chapters,
            kinds,
            fan: fan(book, page),
            changed_rulings: changed.count(),
            imprint: credits_page::imprint(book),
            downloads: match book.downloads.is_empty() {
                true => String::new(),
                false => page.href(&Place::page(address::page(&book.id, "downloads"))),
            },
        }
    }

    fn shared_files(&mut self) {
        // The emblem stands on the cover, and on the page over all books.
        self.own_icons.insert(self.book.look.ornament.clone());
        let book_id = address::segment(&self.book.id);
        let ornaments = &self.options.ornaments;
        let style = format!(
            "{}{}{}{}",
            palette::stylesheet(self.book, &self.colors),
            assets::font_style(self.book, &self.options.fonts),
            assets::ornament_style(self.book, ornaments),
            pictures::style(&self.pictures) + &own_icons::style(self.book, &self.own_icons)
        );
        self.files.extend(pictures::files(self.book, &self.pictures));
        self.files.extend(assets::ornament_files(self.book, ornaments));
        self.files.insert(assets::book_style(&self.book.id), style.into_bytes());
        for (name, script) in search::scripts(&book_id, &self.book.title, &self.documents) {
            self.files.insert(format!("assets/search/{name}"), script.into_bytes());
        }
        self.files.insert(format!("assets/previews/{book_id}.js"), self.previews(&book_id).into_bytes());
    }

    /// Previews of links: address to kind, name, rule and summary.
    fn previews(&self, book_id: &str) -> String {
        let mut previews = BTreeMap::new();
        for target in self.context.link_index.targets().filter(|target| !target.summary.is_empty()) {
            let line = json!([target.kind, target.name, target.rule, target.summary]);
            previews.entry(self.short(&target.place)).or_insert(line);
        }
        let previews = json!(previews).to_string().replace('<', "\\u003c");
        format!("decklePreviews({},{previews});\n", json!(book_id))
    }
}

/// The emblem of a book's look.
#[derive(Serialize)]
#[serde(untagged)]
enum Sign {
    /// One that is embedded.
    Drawn(Drawing),
    /// One that the book brings.
    Own {
        /// Its class.
        own: String,
    },
}

impl Sign {
    fn of(book: &Book, options: &SiteOptions) -> Option<Self> {
        let emblem = &book.look.ornament;
        if book.look.icons.find(emblem).is_some() {
            return Some(Self::Own { own: own_icons::class(book, emblem) });
        }
        icons::drawing(emblem, options.ornaments.get(emblem)?).map(Self::Drawn)
    }
}

/// The cards on a cover: one of each family first.
fn fan(book: &Book, page: &mut PageContext<'_>) -> Vec<TileView> {
    let mut chosen: Vec<&Entry> = Vec::new();
    let with_card = || book.entries.iter().filter(|entry| entry.kind == EntryKind::Action && entry.card.is_some());
    let family = |entry: &Entry| entry.card.as_ref().map(|card| card.family.id.clone());
    for entry in with_card() {
        if chosen.len() < FANNED && !chosen.iter().any(|one| family(one) == family(entry)) {
            chosen.push(entry);
        }
    }
    for entry in with_card() {
        if chosen.len() < FANNED && !chosen.iter().any(|one| one.id == entry.id) {
            chosen.push(entry);
        }
    }
    chosen.into_iter().map(|entry| list_pages::tile(entry, page)).collect()
}

#[derive(Serialize)]
struct CoverView {
    title: String,
    tagline: String,
    sign: Option<Sign>,
    picture: Option<PictureView>,
    chapters: Vec<ChapterLine>,
    kinds: Vec<KindLine>,
    fan: Vec<TileView>,
    changed_rulings: usize,
    downloads: String,
    imprint: ImprintView,
}

#[derive(Serialize)]
struct ChapterLine {
    number: usize,
    title: String,
    summary: String,
    href: String,
}

#[derive(Serialize)]
struct KindLine {
    name: &'static str,
    count: usize,
    href: String,
}

#[derive(Serialize)]
struct BookTile {
    id: String,
    title: String,
    tagline: String,
    edition: String,
    href: String,
    counts: Vec<String>,
    bands: Vec<String>,
    sign: Option<Sign>,
}

/// The front page over all books.
pub fn home(books: &[Book], options: &SiteOptions, templates: &Templates) -> String {
    let count = |book: &Book, kind: EntryKind, word: &str| {
        let count = book.entries.iter().filter(|entry| entry.kind == kind).count();
        (count > 0).then(|| format!("{count} {word}"))
    };
    let tiles: Vec<BookTile> = books
        .iter()
        .map(|book| {
            let chapters = (!book.chapters.is_empty()).then(|| format!("{} chapters", book.chapters.len()));
            let counts = [
                chapters,
                count(book, EntryKind::Action, "actions"),
                count(book, EntryKind::Skill, "skills"),
                count(book, EntryKind::Character, "characters"),
            ];
            BookTile {
                id: address::segment(&book.id),
                title: book.title.clone(),
                tagline: book.tagline.clone(),
                edition: book.edition.clone(),
                href: address::cover(&book.id),
                counts: counts.into_iter().flatten().collect(),
                bands: family_colors(book),
                sign: Sign::of(book, options),
            }
        })
        .collect();
    let description = books.iter().map(|book| book.title.clone()).collect::<Vec<_>>().join(", ");
    let chrome = site_chrome("Rulebooks", description, "index.html", books);
    templates.page("home.html", &chrome, &json!({ "books": tiles }))
}

/// The credits page of the whole site.
pub fn site_credits(books: &[Book], icons: &Icons, templates: &Templates, used: &Used) -> String {
    let description = "Who made what these books show.".to_owned();
    let here = credits_page::site_path();
    let chrome = Chrome {
        crumbs: vec![LinkView { text: "All systems".to_owned(), href: address::relative(&here, "index.html") }],
        icons: used.icons.iter().filter_map(|id| icons.drawing(id).cloned()).collect(),
        ..site_chrome("Credits", description, &here, books)
    };
    templates.page("credits.html", &chrome, &credits_page::of_site(books, used))
}

/// The chrome of a page over all books.
fn site_chrome(title: &str, description: String, here: &str, books: &[Book]) -> Chrome {
    let first = books.first().map(|book| address::relative(here, &address::page(&book.id, "a-z")));
    Chrome {
        title: title.to_owned(),
        description,
        root: address::root_from(here),
        library: library(books),
        palettes: books.iter().map(|book| address::segment(&book.id)).collect(),
        credits_href: address::relative(here, &credits_page::site_path()),
        index_href: first.unwrap_or_default(),
        ..Chrome::default()
    }
}

fn family_colors(book: &Book) -> Vec<String> {
    let mut classes = Vec::new();
    for card in book.entries.iter().filter_map(|entry| entry.card.as_ref()) {
        let class = palette::class_of(&card.family.color);
        if !classes.contains(&class) {
            classes.push(class);
        }
    }
    classes
}

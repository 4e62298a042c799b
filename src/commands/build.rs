//! `makeready build`: everything, into one folder.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::books::{GameBook, site_options};
use super::documents::{self, Document, Noted};
use super::find_game::{find_games, outside_content};
use super::folder::{ContentFiles, Folder, Known, load_files, read_files};
use super::kept_pages::KeptPages;
use super::kept_prints::{About, Note};
use super::known::{self, unsigned};
use super::page_module::PageModules;
use super::print_flags::computing_failed;
use super::prints;
use super::progress::Progress;
use super::rests_on::with_game_but_chapters;
use super::share_pictures::SharePictures;
use super::since;
use super::wanted::{DATA, PRINTS, SITE, Shard, Wanted, is_asset};
use super::{
    CONTENT_HAS_ERRORS, COULD_NOT_READ_OR_WRITE, CommandResult, ContentArgs, Format, Stop, links, output, say,
    workshop_only,
};
use crate::plan::{Key, KeyBuilder, Store};
use crate::publish::{self, Files, Part, PublishError, Spare, Terms};
use makeready_content::diagnostic::{Counts, DiagnosticJson, to_json};
use makeready_content::game::{Game, Person};
use makeready_content::systems;
use makeready_faces::credits::Used;
use makeready_faces::make::{
    BillData, FaceBuilder, KeywordData, SheetData, ability_data, keyword_data, look, sheet_data,
};
use makeready_rules::formula::EvalError;
use makeready_site::{Earlier, LinkProblem, Site, SiteKit, Workshop};

/// Flags of `build`.
#[derive(clap::Args, Debug)]
pub struct BuildArgs {
    /// The game: its id, its folder, or a content folder [default: the game whose folder you are in; otherwise all games].
    #[arg(value_name = "GAME")]
    game: Option<PathBuf>,
    #[command(flatten)]
    content: ContentArgs,
    /// The output folder [default: `dist` here; next to the content folder if you are inside it].
    #[arg(long)]
    out: Option<PathBuf>,
    /// Build only this game. Does the same as GAME.
    #[arg(long, value_name = "GAME", conflicts_with = "game")]
    system: Option<PathBuf>,
    /// Make only `site`, `print`, `data`, or files of the output folder by path, such as `site/print/*`. Other files do
    /// not change.
    #[arg(long, value_name = "WHAT")]
    only: Vec<String>,
    /// Build only part I of N, for example part 2 of 7: `2/7`. Join all parts later with `makeready merge`.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Do not make PDFs or links to them. The site then needs about a tenth of the disk space.
    #[arg(long)]
    no_print: bool,
    /// Replace files of the output folder even if you changed them since the last build.
    #[arg(long)]
    force: bool,
    /// Rebuild everything. Do not read or write the cache folder `.makeready` next to the content folder.
    #[arg(long)]
    no_cache: bool,
    /// Compare with the earlier build in DIR. A page of each game lists the changes. So does a news feed, if
    /// `site.yaml` has an address.
    #[arg(long, value_name = "DIR")]
    changes_from: Option<PathBuf>,
    #[command(flatten)]
    alone: AloneArgs,
    #[command(flatten)]
    saying: SayingArgs,
}

/// Builds without games.
#[derive(clap::Args, Debug)]
struct AloneArgs {
    /// Build the workshop as one page without a game, into the folder `workshop`. People open their own games in it. It
    /// needs no content.
    #[arg(
        long,
        conflicts_with_all = ["game", "campaign", "system", "only", "shard", "no_print", "no_cache", "changes_from", "verbose"]
    )]
    workshop_only: bool,
}

/// How much a build says.
#[derive(clap::Args, Debug)]
struct SayingArgs {
    /// List cards and sheets whose text was shrunk or continues on extra cards or pages.
    #[arg(long)]
    verbose: bool,
    /// Show only errors and warnings, not the progress or the result.
    #[arg(long, conflicts_with = "verbose")]
    quiet: bool,
    /// The format of the result: readable text, or JSON for other programs.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// What a build has made, as data.
#[derive(Serialize)]
pub struct Report<'b> {
    /// The output folder.
    pub out: String,
    /// The number of its files.
    pub files: usize,
    /// Whether nothing had to be written.
    pub unchanged: bool,
    /// The games that were built.
    pub systems: Vec<&'b str>,
    /// The people, abilities and archetypes without which they were built.
    pub left_out: Vec<&'b str>,
    /// The people who break rules.
    pub drafts: Vec<&'b str>,
    /// The number of errors in the content.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
}

impl SayingArgs {
    /// Writes the report, where it is asked for.
    fn report(&self, report: &Report<'_>) -> CommandResult {
        match self.format {
            Format::Json => output::print_json(report),
            Format::Human => Ok(()),
        }
    }
}

impl BuildArgs {
    /// The hash of all that the output is made from.
    fn key(
        &self,
        system: Option<&str>,
        content: &ContentFiles,
        since: &Since,
        module: Option<&PageModules>,
    ) -> Option<Key> {
        Some(
            content
                .add_to(KeyBuilder::new("build")?)
                .with_value(&(system, &self.only, self.no_print))
                .with_value(since)
                .with(module.map_or([[0; 32]; 4], PageModules::hashes).as_flattened())
                .finish(),
        )
    }

    /// The earlier build that is compared with; nothing where none is asked for.
    fn since(&self, system: Option<&str>, content: &ContentFiles) -> Result<Since, Stop> {
        let Some(folder) = &self.changes_from else { return Ok(Since::new()) };
        let games = systems(content.sources());
        let built = games.iter().map(String::as_str);
        let built = built.filter(|id| system.is_none_or(|only| only == *id));
        since::read(folder, built).map_err(|fault| {
            say(&format!("error: {fault}"));
            Stop(COULD_NOT_READ_OR_WRITE)
        })
    }

    /// Which part of an output is made; none where it is all of it.
    fn part(&self, key: Option<Key>) -> Result<Option<Part>, Stop> {
        let Some(shard) = self.shard else { return Ok(None) };
        let Some(key) = key else {
            say("error: makeready cannot read its own program file, so it cannot check that parts belong together");
            return Err(Stop(COULD_NOT_READ_OR_WRITE));
        };
        Ok(Some(Part { number: shard.number, of: shard.of, made_from: key.to_hex() }))
    }
}

/// What games were in an earlier build, by their ids.
type Since = BTreeMap<String, Earlier>;

/// What the output of a build was in which there was nothing to find.
#[derive(Serialize, Deserialize)]
struct Unchanged {
    /// The hash of its manifest.
    manifest: String,
    /// The number of its files.
    files: usize,
    notes: Notes,
}

impl Unchanged {
    fn to_bytes(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("strings and numbers serialize")
    }

    fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }
}

/// Runs the command.
pub fn run(args: &BuildArgs, in_color: bool) -> CommandResult {
    if args.alone.workshop_only {
        let order = workshop_only::Order {
            content: &args.content.content,
            out: args.out.as_deref(),
            is_forced: args.force,
            is_quiet: args.saying.quiet,
            format: args.saying.format,
        };
        return workshop_only::run(&order, in_color);
    }
    let start = Instant::now();
    let found = find_games(args.game.as_deref().or(args.system.as_deref()), &args.content)?;
    let (place, system) = (&found.content, found.system.as_deref());
    let out = args.out.clone().unwrap_or_else(|| outside_content("dist", &place.content));
    let store = if args.no_cache { Store::none() } else { Store::beside(&place.content) };
    let terms = Terms { content: &place.content, has_games: true, is_forced: args.force };
    let content = read_files(place)?;
    let since = args.since(system, &content)?;
    let module = PageModules::find()?;
    let key = args.key(system, &content, &since, module.as_ref());
    let part = args.part(key)?;
    let record = key.filter(|_| part.is_none());
    if let Some(before) = record.and_then(|key| Unchanged::read(&store.get(key)?))
        && publish::stands(&out, terms, &before.manifest)
    {
        let seconds = start.elapsed().as_secs_f64();
        if !args.saying.quiet {
            say(&format!("{} files in {} are up to date ({seconds:.1} s)", before.files, out.display()));
            before.notes.report(args.saying.verbose);
        }
        let all = systems(content.sources());
        return args.saying.report(&Report {
            out: out.display().to_string(),
            files: before.files,
            unchanged: true,
            systems: all.iter().map(String::as_str).filter(|id| system.is_none_or(|only| only == *id)).collect(),
            left_out: Vec::new(),
            drafts: Vec::new(),
            errors: 0,
            warnings: 0,
        });
    }
    let folder = load_files(content, place, system, Known::Used(&store), None)?;
    let games = folder.games_or_stop(in_color)?;
    // Reported, or refused, before the printing, which takes longest.
    let wait = || say(&format!("waiting for another build next to {}", out.display()));
    let earlier = publish::look(&out, terms, wait).map_err(|error| refused(&error))?;
    if let Some(earlier) = earlier.filter(|_| !args.saying.quiet) {
        say(&format!("replacing {}: {earlier}", out.display()));
    }
    let wanted = Wanted::new(&args.only, args.no_print, args.shard);
    let (mut files, notes) = Making {
        folder: &folder,
        games,
        store: &store,
        wanted: &wanted,
        since: &since,
        module: module.as_ref(),
        is_quiet: args.saying.quiet,
    }
    .make(in_color)?;
    if part.is_none() && !wanted.is_everything() {
        let stays = |path: &str| !wanted.asks_for(path);
        let staying = publish::staying(&out, terms, stays, wait).map_err(|error| refused(&error))?;
        add(&mut files, staying)?;
    }
    let rules = games.iter().map(|g| (g.entries.head.id.clone(), g.fingerprint.clone())).collect();
    let earlier = match part {
        // A part is the same wherever it is made.
        Some(_) => Files::new(),
        None => publish::earlier_assets(&out, terms, &files, is_asset, wait).map_err(|error| refused(&error))?,
    };
    let files = publish::with_manifest(files, earlier, &rules, part);
    let spare = store.folder().map(Spare::within);
    publish::replace(&out, &files, terms, spare.as_ref(), wait).map_err(|error| refused(&error))?;
    if let Some(key) = record.filter(|_| folder.diagnostics.is_empty()) {
        let manifest = blake3::hash(files.get(publish::MANIFEST).map_or(&[], Vec::as_slice)).to_hex().to_string();
        store.put(key, &Unchanged { manifest, files: files.len(), notes: notes.clone() }.to_bytes());
    }
    if args.shard.is_none() {
        // Who makes a part has not seen every page.
        known::note(&store, &folder);
    }
    store.tidy();
    if !args.saying.quiet {
        say(&told(&files, &out, start));
        if let Some(shard) = args.shard {
            say(&format!("  this is part {shard}; `makeready merge` puts all parts together"));
        }
        if module.is_none() && files.contains_key("site/index.html") {
            say("note: the site has no workshops; run `bash page/build.sh` once to build their engine");
        } else if module.is_some_and(|module| !module.has_press()) && files.contains_key("site/index.html") {
            say("note: the workshops cannot print; run `bash page/build.sh` once to build the print engine");
        }
        notes.report(args.saying.verbose);
        unsigned(&store);
    }
    let Counts { errors, warnings } = folder.counts();
    args.saying.report(&Report {
        out: out.display().to_string(),
        files: files.len(),
        unchanged: false,
        systems: games.iter().map(|game| game.entries.head.id.as_str()).collect(),
        left_out: left_out(games),
        drafts: drafts(games),
        errors,
        warnings,
    })?;
    outcome(&folder, games)
}

/// The people, abilities and archetypes that are left out, since their files have errors.
fn left_out(games: &[Game]) -> Vec<&str> {
    games.iter().flat_map(|game| &game.set_aside).map(|one| one.id.as_str()).collect()
}

/// The people who break rules.
fn drafts(games: &[Game]) -> Vec<&str> {
    games.iter().flat_map(Game::people).filter(|who| !who.breaches.is_empty()).map(Person::id).collect()
}

/// What was made, where, and where to begin.
pub fn told(files: &Files, out: &Path, start: Instant) -> String {
    let megabytes = files.values().map(Vec::len).sum::<usize>() / 1_000_000;
    let seconds = start.elapsed().as_secs_f64();
    let mut told = format!("{} files, {megabytes} MB, in {} ({seconds:.1} s)", files.len(), out.display());
    if files.contains_key("site/index.html") {
        told += &format!("\n  start reading: {}", out.join("site").join("index.html").display());
    }
    if files.keys().any(|path| path.starts_with(PRINTS)) {
        told += &format!("\n  start printing: {}", out.join(PRINTS.trim_end_matches('/')).display());
    }
    told
}

/// Whether everything in the folder is right; where it is not, who is left out and who is printed as a draft.
fn outcome(folder: &Folder, games: &[Game]) -> CommandResult {
    let errors = folder.counts().errors;
    if errors == 0 {
        return Ok(());
    }
    for (what, ids) in [("left out", left_out(games)), ("printed as drafts", drafts(games))] {
        if !ids.is_empty() {
            say(&format!("  {what}: {}", ids.join(", ")));
        }
    }
    say(&format!(
        "{errors} {} in the content; everything else was built",
        if errors == 1 { "error" } else { "errors" }
    ));
    Err(Stop(CONTENT_HAS_ERRORS))
}

/// Adds files to those of an output; two of one path stop the build.
fn add(files: &mut Files, more: impl IntoIterator<Item = (String, Vec<u8>)>) -> CommandResult {
    publish::add(files, more).map_err(|error| refused(&error))
}

fn refused(error: &PublishError) -> Stop {
    say(&format!("error: {error}"));
    Stop(COULD_NOT_READ_OR_WRITE)
}

/// All that the output is made from, and which part of it is made.
struct Making<'a> {
    folder: &'a Folder,
    games: &'a [Game],
    store: &'a Store,
    wanted: &'a Wanted,
    /// What is compared with.
    since: &'a Since,
    /// What workshops run; none where it was not made.
    module: Option<&'a PageModules>,
    /// Whether nobody is told how far it is.
    is_quiet: bool,
}

impl Making<'_> {
    /// The files that are wanted, and notes on the prints among them.
    fn make(&self, in_color: bool) -> Result<(Files, Notes), Stop> {
        let Self { folder, games, wanted, .. } = *self;
        let documents: Vec<Vec<Document<'_>>> = games.iter().map(|game| self.documents(game)).collect();
        // Before the printing, which takes longest.
        let prints = documents.iter().flatten().flat_map(|document| &document.files);
        add(&mut Files::new(), prints.map(|file| (file.path.clone(), Vec::new())))?;
        let noted_as = self.recall(&documents);
        let kit = Arc::new(SiteKit::new(site_options(&folder.site, self.since.clone(), self.workshop())));
        let books = self.books(&documents, &kit).map_err(|error| computing_failed(&error))?;
        let site = Site::new(books.iter().map(|book| Arc::clone(&book.pages)).collect(), kit);
        let is_computed =
            || books.iter().find_map(GameBook::failure).map_or(Ok(()), |error| Err(computing_failed(&error)));
        let kept = (!wanted.is_part()).then(|| {
            KeptPages::restored(self.store, folder, &books, wanted.is_without_prints(), self.since, self.module)
        });
        // A broken link is reported before the printing, which takes longest.
        let mut pages = self.pages(&site).map_err(|found| {
            // What cannot be made has no links.
            is_computed()
                .err()
                .unwrap_or_else(|| folder.refuse(&links::diagnostics(&found, &site.books(), folder), in_color))
        })?;
        is_computed()?;
        kept.filter(|_| !pages.is_empty()).iter().for_each(|kept| kept.keep(&pages));
        // Of all that is asked for, in whatever part it is.
        let mut places = 0..;
        let mut is_mine = || wanted.has_place(places.next().unwrap_or_default());
        let mut files = Files::new();
        let data = games.iter().map(|game| (format!("{DATA}{}.json", game.entries.head.id), game));
        let data: Vec<_> = data.filter(|(path, _)| wanted.asks_for(path) && is_mine()).collect();
        let data = || data.into_par_iter().map(|(path, game)| (path, self.data(game))).collect::<Vec<_>>();
        // Neither keeps all cores busy.
        let (data, ()) = rayon::join(data, || {
            if wanted.is_everything() {
                site.prepare();
            }
        });
        for (path, data) in data {
            add(&mut files, [(path, data.map_err(|error| computing_failed(&error))?)])?;
        }
        let asked = |document: &&Document<'_>| document.files.iter().any(|file| wanted.asks_for(&file.path));
        let to_print: Vec<&Document<'_>> = documents.iter().flatten().filter(asked).filter(|_| is_mine()).collect();
        let asked = site.paths().into_iter().filter(|path| wanted.asks_for(&format!("{SITE}{path}")) && is_mine());
        let asked: Vec<(&str, Option<Vec<u8>>)> = asked.map(|path| (path, pages.remove(path))).collect();
        let rendered = asked.into_par_iter().filter_map(|(path, page)| Some((path, page.or_else(|| site.page(path))?)));
        let rendered: Vec<_> = rendered.map(|(path, page)| (format!("{SITE}{path}"), page)).collect();
        add(&mut files, rendered)?;
        is_computed()?;
        let (is_frame_mine, are_shared_mine) = (is_mine(), is_mine());
        let is_anything = places.start > 2;
        let shared = match are_shared_mine || !is_anything {
            true => self.share_pictures(&site, &books)?,
            false => Files::new(),
        };
        if wanted.may_ask_for_pages() && (is_frame_mine || !is_anything) {
            let frame = self.frame(&site, &documents)?;
            is_computed()?;
            if !is_anything && frame.is_empty() && shared.is_empty() {
                return Err(Wanted::matches_nothing());
            }
            add(&mut files, frame.into_iter().filter(|_| is_frame_mine))?;
        } else if !is_anything {
            return Err(Wanted::matches_nothing());
        }
        add(&mut files, shared.into_iter().filter(|_| are_shared_mine))?;
        is_computed()?;
        let (printed, notes) = print(&to_print, self, in_color)?;
        add(&mut files, printed.into_iter().filter(|(path, _)| wanted.asks_for(path)))?;
        for (key, documents) in noted_as.iter().zip(&documents) {
            if let Some((key, noted)) = key.zip(Noted::of(documents)) {
                self.store.put(key, &noted.to_bytes());
            }
        }
        Ok((files, notes))
    }

    /// What workshops are made of; none where nothing of the site is made that shows them.
    fn workshop(&self) -> Option<Workshop> {
        let module = self.module.filter(|_| self.wanted.may_ask_for_pages())?;
        Some(module.with_games(self.folder, self.games))
    }

    /// What there is to print of a game; nothing where prints are left out.
    fn documents<'m>(&'m self, game: &'m Game) -> Vec<Document<'m>> {
        match self.wanted.is_without_prints() {
            true => Vec::new(),
            false => documents::all(game, &self.folder.campaign, &self.folder.sources),
        }
    }

    /// Tells the documents of each game what an earlier run has noted of them, and returns the keys under which it is noted.
    fn recall(&self, documents: &[Vec<Document<'_>>]) -> Vec<Option<Key>> {
        let recalled = |(game, documents): (&Game, &Vec<Document<'_>>)| {
            let key = Noted::key(self.folder, game);
            if let Some(noted) = key.and_then(|key| Noted::read(&self.store.get(key)?)) {
                noted.recall(documents);
            }
            key
        };
        self.games.iter().zip(documents).map(recalled).collect()
    }

    /// The book of each game.
    fn books<'g>(&'g self, documents: &[Vec<Document<'_>>], kit: &SiteKit) -> Result<Vec<GameBook<'g>>, EvalError> {
        let books = self.games.par_iter().zip(documents);
        let books = books.map(|(game, documents)| GameBook::new(game, &self.folder.sources, documents, kit));
        // The first in order that fails is reported, whichever thread was first.
        books.collect::<Vec<_>>().into_iter().collect()
    }

    /// What pages share, in one part: to make any file of it takes a look at every page.
    fn frame(&self, site: &Site<'_>, documents: &[Vec<Document<'_>>]) -> Result<Files, Stop> {
        let used = self.used(documents).map_err(|error| computing_failed(&error))?;
        let frame = site.frame(&used).into_iter().map(|(path, bytes)| (format!("{SITE}{path}"), bytes));
        Ok(frame.filter(|(path, _)| self.wanted.asks_for(path)).collect())
    }

    /// The pictures that go with links to pages, in one part; none where nobody knows where the site is published.
    fn share_pictures(&self, site: &Site<'_>, books: &[GameBook<'_>]) -> Result<Files, Stop> {
        let mut files = Files::new();
        if !site.is_published() || !self.wanted.may_ask_for_pages() {
            return Ok(files);
        }
        for (game, book) in self.games.iter().zip(books) {
            let pictures = SharePictures::new(self.store, self.folder, game, &book.pages);
            let made = pictures.made(|path| self.wanted.asks_for(path)).map_err(|failure| {
                failure.tell(&format!("{SITE}{}", game.entries.head.id));
                Stop(CONTENT_HAS_ERRORS)
            })?;
            add(&mut files, made.into_iter().filter(|(path, _)| self.wanted.asks_for(path)))?;
        }
        Ok(files)
    }

    /// The content of `data/ID.json`. It tells what was found in the folder; where nothing was, an earlier run may have kept it.
    fn data(&self, game: &Game) -> Result<Vec<u8>, EvalError> {
        let Self { folder, store, .. } = *self;
        let is_clean = folder.diagnostics.is_empty();
        let key = KeyBuilder::new("data").filter(|_| is_clean);
        let key = key.map(|key| with_game_but_chapters(key, &folder.sources, game).finish());
        if let Some(kept) = key.and_then(|key| store.get(key)) {
            return Ok(kept);
        }
        let made = data(folder, game)?;
        key.into_iter().for_each(|key| store.put(key, &made));
        Ok(made)
    }

    /// All pages, where all of them are made at once; where only a part of them may be, those are rendered when it is known
    /// which. Either way their broken links are looked for; a part looks for those that authors wrote.
    ///
    /// # Errors
    /// All broken links.
    fn pages(&self, site: &Site<'_>) -> Result<Files, Vec<LinkProblem>> {
        let found = if self.wanted.is_part() {
            site.problems_at_sight()
        } else if self.wanted.may_ask_for_pages() {
            return site.pages();
        } else {
            site.problems()
        };
        if found.is_empty() { Ok(Files::new()) } else { Err(found) }
    }

    /// The work of others that prints of each game can show, by its id.
    fn used(&self, documents: &[Vec<Document<'_>>]) -> Result<BTreeMap<String, Used>, EvalError> {
        let of_game = |(game, documents): (&Game, &Vec<Document<'_>>)| {
            let look = look(game);
            let shown = documents.par_iter().map(|document| document.shown(&look));
            let used = shown.try_reduce(Used::default, |mut all, one| {
                all.extend(&one);
                Ok(all)
            })?;
            Ok((game.entries.head.id.clone(), used))
        };
        self.games.iter().zip(documents).map(of_game).collect()
    }
}

/// Prints the documents that were not printed before.
///
/// # Errors
/// After all that cannot be printed was reported.
fn print(documents: &[&Document<'_>], making: &Making<'_>, in_color: bool) -> Result<(Files, Notes), Stop> {
    let progress = Progress::of("prints", documents.len(), making.is_quiet);
    let (mut files, mut notes) = (Files::new(), Notes::default());
    let mut failures = Vec::new();
    for (document, printed) in prints::printed(documents, making.store, &progress, |printed| printed) {
        match printed {
            Ok(prints) => {
                prints.iter().flat_map(|print| &print.notes).for_each(|note| notes.add(&document.name, note));
                let pdfs = prints.into_iter().map(|print| print.pdf);
                add(&mut files, document.files.iter().map(|file| file.path.clone()).zip(pdfs))?;
            }
            Err(failure) => failures.push((document, failure)),
        }
    }
    drop(progress);
    if failures.is_empty() {
        return Ok((files, notes));
    }
    let (found, _) = prints::findings(&failures, making.folder);
    Err(if found.is_empty() { Stop(CONTENT_HAS_ERRORS) } else { making.folder.refuse(&found, in_color) })
}

/// The cards, sheets and handouts that did not fit as they usually do, by the document that they are in.
#[derive(Clone, Default, Serialize, Deserialize)]
struct Notes {
    smaller: BTreeMap<String, BTreeSet<String>>,
    longer: BTreeMap<String, BTreeSet<String>>,
}

impl Notes {
    /// Adds a note on a document. It is printed on several papers, and each of its cards is noted once.
    fn add(&mut self, document: &str, note: &Note) {
        let (noted, id) = match &note.about {
            About::Smaller(id) => (&mut self.smaller, id),
            About::Longer(id) => (&mut self.longer, id),
            About::Print => return,
        };
        noted.entry(document.to_owned()).or_default().insert(id.clone());
    }

    /// Reports how many there are, and which on request.
    fn report(&self, is_verbose: bool) {
        let about = |what: &str, noted: &BTreeMap<String, BTreeSet<String>>| {
            let count: usize = noted.values().map(BTreeSet::len).sum();
            if count == 0 {
                return;
            }
            let hint = if is_verbose { ":" } else { " (`--verbose` lists them)" };
            say(&format!("note: {what}: {count} of the cards, sheets and handouts{hint}"));
            for (document, ids) in noted.iter().filter(|(_, ids)| is_verbose && !ids.is_empty()) {
                say(&format!("  {document}: {}", ids.iter().map(String::as_str).collect::<Vec<_>>().join(", ")));
            }
        };
        about("text shrunk", &self.smaller);
        about("text continues on more cards or places", &self.longer);
    }
}

/// The content of `data/ID.json`. Serialized directly, since a tree of JSON takes ten times as much memory.
#[derive(Serialize)]
struct Data<'a> {
    system: &'a str,
    rules: &'a str,
    characters: Vec<SheetData>,
    keywords: Vec<KeywordData>,
    abilities: Vec<BillData>,
    diagnostics: Vec<DiagnosticJson>,
}

/// All values of all characters, all keywords, and the bills of all abilities as JSON.
pub fn data(folder: &Folder, game: &Game) -> Result<Vec<u8>, EvalError> {
    let people: Vec<&Person> = game.people().collect();
    let characters = people.into_par_iter().map(|who| sheet_data(&FaceBuilder::new(game, Some(who)), Vec::new()));
    // The first in order that fails is reported, whichever thread was first.
    let characters = characters.collect::<Vec<_>>().into_iter().collect::<Result<_, _>>()?;
    let data = Data {
        system: &game.entries.head.id,
        rules: &game.fingerprint,
        characters,
        keywords: keyword_data(game),
        abilities: ability_data(game, &folder.sources)?,
        diagnostics: folder.diagnostics.iter().map(|d| to_json(d, &folder.sources)).collect(),
    };
    let mut text = serde_json::to_vec(&data).expect("views serialize");
    text.push(b'\n');
    Ok(text)
}

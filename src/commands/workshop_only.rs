//! `makeready build --workshop-only`: the workshop as one page, without any game in it.
//!
//! **In** the modules for pages, and `site.yaml` of the content folder where there is one. **Out** a folder for a host or a disk, with the
//! page at its root. **Fails** where a module is missing, or `site.yaml` has errors.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use super::books::site_options;
use super::build::Report;
use super::find_game::{default_content, outside_content};
use super::page_module::{NAMED, PageModules};
use super::wanted::is_asset_of_site;
use super::{
    CONTENT_HAS_ERRORS, COULD_NOT_READ_OR_WRITE, CommandResult, Format, Stop, findings, io_stop, output, reading, say,
};
use crate::publish::{self, Files, PublishError, Terms};
use makeready_content::diagnostic::Counts;
use makeready_content::source::{FileId, SourceFile, Sources};
use makeready_content::{SITE, SiteFile, read_site};
use makeready_site::{Site, SiteKit};

/// The output folder, where none is given.
const OUT: &str = "workshop";

/// The page in its folder.
const PAGE: &str = "index.html";

/// The options of the command line.
pub struct Order<'a> {
    /// The content folder, which does not have to exist. Only its `site.yaml` is read.
    pub content: &'a Path,
    /// The output folder [default: `workshop`].
    pub out: Option<&'a Path>,
    /// Whether changed files and a build of games are replaced too.
    pub is_forced: bool,
    /// Whether nothing is reported but errors.
    pub is_quiet: bool,
    /// The format of the result.
    pub format: Format,
}

/// Builds the page.
pub fn run(order: &Order<'_>, in_color: bool) -> CommandResult {
    let start = Instant::now();
    let out = order.out.map_or_else(|| outside_content(OUT, order.content), Path::to_path_buf);
    let terms = Terms { content: order.content, has_games: false, is_forced: order.is_forced };
    let wait = || say(&format!("waiting for another build next to {}", out.display()));
    let site = site_file(order.content, in_color)?;
    let files = site_files(&site, &modules()?);
    let earlier =
        publish::earlier_assets(&out, terms, &files, is_asset_of_site, wait).map_err(|error| refused(&error))?;
    let files = publish::with_manifest(files, earlier, &BTreeMap::new(), None);
    let manifest = files.get(publish::MANIFEST).map_or(&[][..], Vec::as_slice);
    let is_unchanged = publish::stands(&out, terms, blake3::hash(manifest).to_hex().as_str());
    if !is_unchanged {
        let earlier = publish::look(&out, terms, wait).map_err(|error| refused(&error))?;
        if let Some(earlier) = earlier.filter(|_| !order.is_quiet) {
            say(&format!("replacing {}: {earlier}", out.display()));
        }
        publish::replace(&out, &files, terms, None, wait).map_err(|error| refused(&error))?;
    }
    if !order.is_quiet {
        say(&report_line(&files, &out, is_unchanged, start));
    }
    match order.format {
        Format::Human => Ok(()),
        Format::Json => output::print_json(&Report {
            out: out.display().to_string(),
            files: files.len(),
            unchanged: is_unchanged,
            systems: Vec::new(),
            left_out: Vec::new(),
            drafts: Vec::new(),
            errors: 0,
            warnings: 0,
        }),
    }
}

/// The files of the output without the manifest, path to bytes.
fn site_files(site: &SiteFile, modules: &PageModules) -> Files {
    let mut options = site_options(site, BTreeMap::new(), Some(modules.without_games()));
    if options.about.title.is_empty() {
        options.about.lang.words.text("workshop.alone").clone_into(&mut options.about.title);
    }
    Site::new(Vec::new(), Arc::new(SiteKit::new(options))).frame(&BTreeMap::new())
}

/// The modules with the print engine, which reads games.
///
/// # Errors
/// When one of them is missing.
fn modules() -> Result<PageModules, Stop> {
    let missing = |what: &str| {
        say(&format!("error: {what}; nothing was written"));
        if std::env::var_os(NAMED).is_some_and(|named| named.is_empty()) {
            say(&format!("  = help: unset the environment variable {NAMED}; if it is empty, no modules are used"));
        } else {
            say("  = help: run `bash page/build.sh` once in the folder of the source code; docs/page.md has more");
        }
        Stop(COULD_NOT_READ_OR_WRITE)
    };
    let modules = PageModules::find()?.ok_or_else(|| missing("the modules for the workshop are missing"))?;
    if modules.has_press() { Ok(modules) } else { Err(missing("the print engine of the workshop is missing")) }
}

/// Reads `site.yaml` of the content folder. Without this file the defaults hold.
///
/// # Errors
/// When the file cannot be read or has errors, or when the named content folder does not exist.
fn site_file(content: &Path, in_color: bool) -> Result<SiteFile, Stop> {
    if !content.is_dir() && content != default_content() {
        say(&format!("error: {} is not a folder; nothing was written", content.display()));
        say("  = help: name the folder with `site.yaml`, or leave --content out");
        return Err(Stop(COULD_NOT_READ_OR_WRITE));
    }
    let path = content.join(SITE);
    if !path.try_exists().map_err(|error| io_stop("read", &path, &error))? {
        return Ok(SiteFile::default());
    }
    let file = SourceFile { path: SITE.to_owned(), shown: path.display().to_string(), text: reading::text(&path)? };
    // Sources join letters and accents, as for all content files. Places in the messages are places in this text.
    let sources = Sources::new(vec![file]);
    read_site(&sources.file(FileId(0)).text, FileId(0)).map_err(|found| {
        findings::draw(&found, Counts::default(), &sources, in_color);
        say(&format!("{} has errors; nothing was written", path.display()));
        Stop(CONTENT_HAS_ERRORS)
    })
}

/// The result for people: the number of files, the folder, and the page to open.
fn report_line(files: &Files, out: &Path, is_unchanged: bool, start: Instant) -> String {
    let (count, seconds) = (files.len(), start.elapsed().as_secs_f64());
    if is_unchanged {
        return format!("{count} files in {} are up to date ({seconds:.1} s)", out.display());
    }
    let megabytes = files.values().map(Vec::len).sum::<usize>() / 1_000_000;
    let page = out.join(PAGE);
    format!("{count} files, {megabytes} MB, in {} ({seconds:.1} s)\n  open: {}", out.display(), page.display())
}

fn refused(error: &PublishError) -> Stop {
    say(&format!("error: {error}"));
    Stop(COULD_NOT_READ_OR_WRITE)
}

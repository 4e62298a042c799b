//! Publishing on a disk that fails, or in a program that is killed, at every step.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _, PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use super::disk::{Disk, Real};
use super::manifest::{MANIFEST, Manifest};
use super::paths::OutputPaths;
use super::standing::Standing;
use super::{Files, PublishError, Spare, Terms, look, replace, swap, with_manifest};

fn gently(content: &Path) -> Terms<'_> {
    Terms { content, has_games: false, is_forced: false }
}

/// A folder of the test's own, removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let name = format!("makeready-publish-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(folder.join("content")).unwrap();
        Self(fs::canonicalize(folder).unwrap())
    }

    fn out(&self) -> PathBuf {
        self.0.join("dist")
    }

    fn build(&self, files: &Files) -> Result<(), PublishError> {
        let content = self.0.join("content");
        replace(&self.out(), files, gently(&content), None, || {})
    }

    /// The same, with the output before the last as a beginning.
    fn build_on(&self, spare: &Spare, files: &Files) -> Result<(), PublishError> {
        let content = self.0.join("content");
        replace(&self.out(), files, gently(&content), Some(spare), || {})
    }

    fn spare(&self) -> Spare {
        let around = self.0.join(".makeready");
        fs::create_dir_all(&around).unwrap();
        Spare::within(&around)
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// Everything in the folder but the spare: path to what it is and says.
    fn all(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut open = vec![self.0.clone()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.ends_with(".makeready") {
                    continue;
                }
                let name = path.strip_prefix(&self.0).unwrap().display().to_string();
                let kind = fs::symlink_metadata(&path).unwrap().file_type();
                let said = if kind.is_dir() {
                    open.push(path);
                    "folder".to_owned()
                } else if kind.is_symlink() {
                    format!("-> {}", fs::read_link(&path).unwrap().display())
                } else if kind.is_file() {
                    fs::read_to_string(&path).unwrap()
                } else {
                    assert!(kind.is_fifo(), "{name}");
                    "fifo".to_owned()
                };
                found.insert(name, said);
            }
        }
        found
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// An output whose every file says `text`.
fn output(text: &str, paths: &[&str]) -> Files {
    let files = paths.iter().map(|path| ((*path).to_owned(), text.as_bytes().to_vec()));
    // One that stays as it is.
    let same = ("same.txt".to_owned(), b"same".to_vec());
    with_manifest(files.chain([same]).collect(), Files::new(), &BTreeMap::new(), None)
}

fn old() -> Files {
    output("old", &["a.txt", "gone/only/here.txt", "site/index.html", "site/old.html"])
}

fn older() -> Files {
    output("older", &["a.txt", "oldest/deep/here.txt", "site/index.html/not.txt", "site/older.html"])
}

fn new() -> Files {
    output("new", &["a.txt", "fresh/only/here.txt", "site/index.html", "site/new.html"])
}

/// Files that may be in and beside an output folder.
fn strew(scratch: &Scratch) {
    scratch.write("beside.txt", "mine");
    scratch.write("dist/CNAME", "rules.example");
    scratch.write("dist/.git/HEAD", "ref");
    scratch.write("dist/site/mine.html", "mine");
    scratch.write("dist/gone/only/mine.txt", "mine");
    fs::create_dir_all(scratch.0.join("dist/empty")).unwrap();
    symlink("../beside.txt", scratch.0.join("dist/link")).unwrap();
}

/// What the folder holds when the output is `files` and everything strewn is there.
fn expected(files: &Files) -> BTreeMap<String, String> {
    let scratch = Scratch::new();
    scratch.build(files).unwrap();
    strew(&scratch);
    scratch.all()
}

#[test]
fn assets_of_the_build_before_stay_for_one_build() {
    let scratch = Scratch::new();
    let content = scratch.0.join("content");
    let is_asset = |path: &str| path.starts_with("assets/");
    let spare = scratch.spare();
    let build = |name: &str| {
        let own = [("a.txt".to_owned(), name.into()), (format!("assets/{name}.js"), name.into())];
        let own = Files::from(own);
        let terms = gently(&content);
        let earlier = super::earlier_assets(&scratch.out(), terms, &own, is_asset, || {}).unwrap();
        scratch.build_on(&spare, &with_manifest(own, earlier, &BTreeMap::new(), None)).unwrap();
        let mut assets: Vec<String> = fs::read_dir(scratch.0.join("dist/assets"))
            .unwrap()
            .map(|one| one.unwrap().file_name().into_string().unwrap())
            .collect();
        assets.sort();
        assets
    };
    assert_eq!(build("one"), ["one.js"]);
    assert_eq!(build("one"), ["one.js"]);
    assert_eq!(build("two"), ["one.js", "two.js"]);
    // A build in which nothing is new takes none away.
    assert_eq!(build("two"), ["one.js", "two.js"]);
    assert_eq!(build("three"), ["three.js", "two.js"]);
    // One that is back is of this build again.
    assert_eq!(build("two"), ["three.js", "two.js"]);
    assert_eq!(build("four"), ["four.js", "two.js"]);
    let staying = super::staying(&scratch.out(), gently(&content), |_| true, || {}).unwrap();
    assert_eq!(staying.keys().collect::<Vec<_>>(), ["a.txt", "assets/four.js"], "what stays is of the last build");
    // What somebody has changed is not ours any more, and what a link leads to never was.
    let earlier = || super::earlier_assets(&scratch.out(), gently(&content), &Files::new(), is_asset, || {}).unwrap();
    assert_eq!(earlier().len(), 1);
    scratch.write("dist/assets/four.js", "mine");
    assert_eq!(earlier(), Files::new());
    fs::rename(scratch.0.join("dist/assets"), scratch.0.join("moved")).unwrap();
    scratch.write("moved/four.js", "four");
    symlink("../moved", scratch.0.join("dist/assets")).unwrap();
    assert_eq!(earlier(), Files::new());
}

#[test]
fn an_output_is_replaced_where_there_is_no_content_folder() {
    let scratch = Scratch::new();
    fs::remove_dir(scratch.0.join("content")).unwrap();
    scratch.build(&old()).unwrap();
    scratch.build(&new()).unwrap();
    assert_eq!(fs::read_to_string(scratch.out().join("a.txt")).unwrap(), "new");
    // A content folder that cannot be looked for may be anywhere: nothing is replaced.
    scratch.write("content", "a file");
    let content = scratch.0.join("content/below");
    let refused = replace(&scratch.out(), &old(), gently(&content), None, || {});
    assert!(matches!(refused, Err(PublishError::Io(..))), "{refused:?}");
    assert_eq!(fs::read_to_string(scratch.out().join("a.txt")).unwrap(), "new");
}

#[test]
fn a_folder_of_ours_is_replaced_and_what_is_not_ours_is_kept() {
    let scratch = Scratch::new();
    scratch.build(&old()).unwrap();
    strew(&scratch);
    fs::set_permissions(scratch.out(), fs::Permissions::from_mode(0o750)).unwrap();
    let content = scratch.0.join("content");
    let earlier = look(&scratch.out(), gently(&content), || {}).unwrap().unwrap();
    assert_eq!(
        earlier.to_string(),
        "6 files of an earlier build; files that makeready did not make stay: .git, CNAME, empty, gone/only/mine.txt, link \
         and 1 more"
    );
    scratch.build(&new()).unwrap();
    assert_eq!(scratch.all(), expected(&new()));
    assert_eq!(fs::metadata(scratch.out()).unwrap().permissions().mode() & 0o777, 0o750);
}

/// A manifest is ours by its contents, not by its name.
#[test]
fn a_folder_with_a_manifest_of_somebody_else_is_left_alone() {
    let manifests = [
        r#"{"name": "A web app", "icons": []}"#,
        r#"{"generator": "another 1.0", "rules": {}, "files": []}"#,
        r#"{"generator": "makeready 0.1.0", "rules": {}, "files": [{"path": "../content/x", "size": 1, "blake3": ""}]}"#,
        "not JSON",
        "",
    ];
    for manifest in manifests {
        let scratch = Scratch::new();
        scratch.write("dist/manifest.json", manifest);
        scratch.write("dist/index.html", "app");
        let before = scratch.all();
        let refused = scratch.build(&new()).unwrap_err();
        assert!(matches!(refused, PublishError::NotOurs(_)), "{manifest}: {refused}");
        assert_eq!(scratch.all(), before, "{manifest}");
    }
}

#[test]
fn a_manifest_behind_a_link_makes_no_folder_ours() {
    let scratch = Scratch::new();
    scratch.build(&old()).unwrap();
    fs::rename(scratch.out(), scratch.0.join("elsewhere")).unwrap();
    scratch.write("dist/letter.txt", "dear");
    symlink("../elsewhere/manifest.json", scratch.0.join("dist/manifest.json")).unwrap();
    let before = scratch.all();
    assert!(matches!(scratch.build(&new()).unwrap_err(), PublishError::NotOurs(_)));
    assert_eq!(scratch.all(), before);
}

/// The target of a link is not in the folder, even if the manifest lists a path through it.
#[test]
fn listed_files_behind_a_link_are_not_touched() {
    let scratch = Scratch::new();
    scratch.build(&old()).unwrap();
    fs::rename(scratch.0.join("dist/site"), scratch.0.join("elsewhere")).unwrap();
    symlink("../elsewhere", scratch.0.join("dist/site")).unwrap();
    let before = scratch.all();
    let refused = scratch.build(&new()).unwrap_err();
    assert!(matches!(&refused, PublishError::InTheWay(_, paths) if paths == &[PathBuf::from("site")]), "{refused}");
    assert_eq!(scratch.all(), before);
    // Where no file of ours is to be, the link is kept.
    scratch.build(&output("other", &["a.txt"])).unwrap();
    let after = scratch.all();
    assert_eq!(after["dist/site"], "-> ../elsewhere");
    assert_eq!(after["elsewhere/index.html"], "old");
}

#[test]
fn a_folder_that_holds_the_content_is_never_the_output() {
    let scratch = Scratch::new();
    let content = scratch.0.join("content/games");
    fs::create_dir_all(&content).unwrap();
    for out in [scratch.0.clone(), scratch.0.join("content"), content.clone(), content.join("..")] {
        // Not even with a manifest of ours in it.
        for (path, bytes) in output("x", &[]) {
            fs::write(out.join(path), bytes).unwrap();
        }
        let before = scratch.all();
        let refused = replace(&out, &new(), gently(&content), None, || {}).unwrap_err();
        assert!(matches!(refused, PublishError::HoldsContent(_)), "{refused}");
        assert_eq!(scratch.all(), before);
    }
}

#[test]
fn an_output_that_is_a_link_stays_one() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.0.join("real")).unwrap();
    symlink("real", scratch.out()).unwrap();
    scratch.build(&old()).unwrap();
    scratch.build(&new()).unwrap();
    let after = scratch.all();
    assert_eq!(after["dist"], "-> real");
    assert_eq!(after["real/a.txt"], "new");
    let names: Vec<&String> = after.keys().filter(|path| !path.contains('/')).collect();
    assert_eq!(names, ["content", "dist", "real"]);
}

#[test]
fn a_dead_link_and_a_file_are_refused() {
    let scratch = Scratch::new();
    symlink("nowhere", scratch.out()).unwrap();
    assert!(matches!(scratch.build(&new()).unwrap_err(), PublishError::DeadLink(_)));
    fs::remove_file(scratch.out()).unwrap();
    scratch.write("dist", "a file");
    assert!(matches!(scratch.build(&new()).unwrap_err(), PublishError::NotAFolder(_)));
    assert_eq!(scratch.all()["dist"], "a file");
}

#[test]
fn files_changed_by_hand_are_replaced_only_when_that_is_asked_for() {
    let scratch = Scratch::new();
    scratch.build(&old()).unwrap();
    scratch.write("dist/a.txt", "OLD");
    scratch.write("dist/site/index.html", "longer than before");
    let before = scratch.all();
    let refused = scratch.build(&new()).unwrap_err();
    assert!(matches!(&refused, PublishError::Changed(_, paths) if paths == &["a.txt", "site/index.html"]), "{refused}");
    assert_eq!(scratch.all(), before);
    let content = scratch.0.join("content");
    let terms = Terms { is_forced: true, ..gently(&content) };
    replace(&scratch.out(), &new(), terms, None, || {}).unwrap();
    assert_eq!(scratch.all()["dist/a.txt"], "new");
}

#[test]
fn what_stands_where_ours_should_is_told_and_kept() {
    let scratch = Scratch::new();
    scratch.build(&old()).unwrap();
    scratch.write("dist/site/new.html", "mine");
    scratch.write("dist/fresh", "mine");
    let before = scratch.all();
    let refused = scratch.build(&new()).unwrap_err();
    assert!(refused.to_string().contains(": fresh, site/new.html; move or rename them"), "{refused}");
    assert_eq!(scratch.all(), before);
}

/// A foreign folder with the name of one of ours.
#[test]
fn folders_of_the_same_name_are_joined() {
    let scratch = Scratch::new();
    scratch.build(&old()).unwrap();
    scratch.write("dist/fresh/only/mine.txt", "mine");
    fs::create_dir_all(scratch.0.join("dist/fresh/void")).unwrap();
    scratch.build(&new()).unwrap();
    let after = scratch.all();
    assert_eq!(after["dist/fresh/only/mine.txt"], "mine");
    assert_eq!(after["dist/fresh/only/here.txt"], "new");
    assert_eq!(after["dist/fresh/void"], "folder");
}

#[test]
fn a_path_out_of_the_folder_writes_nothing() {
    for path in ["../x", "/x", "a/../../x", "a//x", "a\\..\\x", "."] {
        let scratch = Scratch::new();
        let before = scratch.all();
        let bad = Files::from([(path.to_owned(), vec![])]);
        assert!(matches!(scratch.build(&bad).unwrap_err(), PublishError::BadPath(_)), "{path}");
        assert_eq!(scratch.all(), before, "{path}");
    }
}

/// A folder that has the name of the temporary one.
#[test]
fn a_reserved_name_of_somebody_else_is_left_alone() {
    for (path, text) in [(".dist.makeready-new/letter.txt", "dear"), (".dist.makeready-old", "a file")] {
        let scratch = Scratch::new();
        scratch.build(&old()).unwrap();
        scratch.write(path, text);
        let before = scratch.all();
        assert!(matches!(scratch.build(&new()).unwrap_err(), PublishError::Reserved(_)), "{path}");
        assert_eq!(scratch.all(), before, "{path}");
    }
}

/// The real disk until the program is killed in one step, half of which may be done, or the step fails.
struct Failing {
    /// Steps before it happens.
    steps: AtomicUsize,
    /// Whether the program is killed then, or the disk works again.
    is_killed: bool,
    /// Whether folders can be exchanged.
    exchanges: bool,
}

impl Failing {
    fn step(&self, half: impl FnOnce(), whole: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        const OVER: usize = usize::MAX / 2;
        let left = self.steps.fetch_sub(1, Ordering::SeqCst);
        let is_over = left > OVER;
        match left {
            0 => {
                half();
                Err(io::Error::other("the disk fails"))
            }
            _ if is_over && self.is_killed => Err(io::Error::other("the program is no more")),
            _ => whole(),
        }
    }

    /// Whether the step was reached.
    fn has_happened(&self) -> bool {
        self.steps.load(Ordering::SeqCst) > usize::MAX / 2
    }
}

impl Disk for Failing {
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        self.step(|| {}, || Real.make_folder(path))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.step(|| drop(Real.write(path, &bytes[..bytes.len() / 2])), || Real.write(path, bytes))
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        if !self.exchanges {
            return Err(io::ErrorKind::Unsupported.into());
        }
        self.step(|| {}, || Real.link(from, to))
    }

    fn sync(&self, _: &[PathBuf], _: &[PathBuf]) -> io::Result<()> {
        self.step(|| {}, || Ok(()))
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.step(|| {}, || Real.rename(from, to))
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        if !self.exchanges {
            return Err(io::ErrorKind::Unsupported.into());
        }
        self.step(|| {}, || Real.exchange(one, other))
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        self.step(|| {}, || Real.remove_file(path))
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        self.step(|| {}, || Real.remove_folder(path))
    }
}

/// Our files in the output folder: one text for every file of an output.
fn outputs(scratch: &Scratch) -> Option<Files> {
    let all = scratch.all();
    all.contains_key("dist").then(|| {
        let strewn = ["dist/CNAME", "dist/site/mine.html", "dist/gone/only/mine.txt", "dist/link"];
        let ours = all.into_iter().filter(|(path, text)| {
            !strewn.contains(&path.as_str()) && !path.starts_with("dist/.git") && text != "folder"
        });
        ours.filter_map(|(path, text)| Some((path.strip_prefix("dist/")?.to_owned(), text.into_bytes()))).collect()
    })
}

/// What there is before a build.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    Nothing,
    Output,
    OutputAndSpare,
}

/// Kills or fails a build at each of its steps in turn, compares what is left, and builds again.
fn at_every_step(is_killed: bool, exchanges: bool, before: Before) -> usize {
    let (has_old, has_spare) = (before != Before::Nothing, before == Before::OutputAndSpare);
    let mut steps = 0;
    loop {
        let scratch = Scratch::new();
        let spare = has_spare.then(|| scratch.spare());
        if let Some(spare) = &spare {
            scratch.build_on(spare, &older()).unwrap();
            scratch.build_on(spare, &old()).unwrap();
        }
        if has_old {
            scratch.build(&old()).unwrap();
            strew(&scratch);
        }
        let content = scratch.0.join("content");
        let disk = Failing { steps: steps.into(), is_killed, exchanges };
        let place = OutputPaths::of(&scratch.out(), &content).unwrap();
        let result = swap::replace(&disk, &place, &new(), gently(&content), spare.as_ref());
        if !disk.has_happened() {
            result.unwrap();
            return steps;
        }
        // Without its spare a build begins anew.
        assert!(result.is_err() || has_spare && outputs(&scratch) == Some(new()), "after step {steps}");
        let left = outputs(&scratch);
        let is_whole = left.as_ref().is_none_or(|left| *left == old() || *left == new());
        assert!(is_whole, "after step {steps}: {left:?}");
        assert!(left.is_some() || !exchanges || !has_old, "after step {steps} there is no output");
        let again = spare.as_ref().map_or_else(|| scratch.build(&new()), |spare| scratch.build_on(spare, &new()));
        again.unwrap_or_else(|error| panic!("after step {steps}: {error}"));
        let mut wanted = expected(&new());
        if !has_old {
            let strewn = |path: &String| {
                ["dist/.git", "dist/gone", "dist/empty", "beside.txt", "dist/link", "dist/CNAME", "dist/site/mine.html"]
                    .iter()
                    .any(|strewn| path.starts_with(strewn))
            };
            wanted.retain(|path, _| !strewn(path));
        }
        assert_eq!(scratch.all(), wanted, "after step {steps} and another build");
        steps += 1;
    }
}

#[test]
fn a_kill_at_any_step_leaves_the_old_output_or_the_new_and_the_next_build_nothing_else() {
    assert_eq!(at_every_step(true, true, Before::Output), 30);
    assert_eq!(at_every_step(true, true, Before::Nothing), 12);
}

#[test]
fn so_does_a_kill_where_two_folders_cannot_be_exchanged() {
    at_every_step(true, false, Before::Output);
    at_every_step(true, false, Before::Nothing);
}

#[test]
fn a_disk_that_fails_at_any_step_leaves_the_old_output_or_the_new() {
    for exchanges in [true, false] {
        at_every_step(false, exchanges, Before::Output);
        at_every_step(false, exchanges, Before::Nothing);
    }
}

#[test]
fn so_do_kills_and_failures_where_the_output_before_the_last_is_the_beginning() {
    for (is_killed, exchanges) in [(true, true), (true, false), (false, true), (false, false)] {
        assert!(at_every_step(is_killed, exchanges, Before::OutputAndSpare) > 10);
    }
}

/// Two builds take turns, and neither takes what the other has just written for changed by hand.
#[test]
fn a_look_never_compares_one_output_with_the_manifest_of_another() {
    let scratch = Scratch::new();
    let content = scratch.0.join("content");
    let many = |text: &str| {
        let paths: Vec<String> = (0..60).map(|number| format!("site/{number}/page.html")).collect();
        output(text, &paths.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let versions = [many("one"), many("other")];
    let spare = scratch.spare();
    scratch.build_on(&spare, &versions[0]).unwrap();
    std::thread::scope(|threads| {
        let builds = threads.spawn(|| {
            for round in 0..40 {
                scratch.build_on(&spare, &versions[round % 2]).unwrap();
            }
        });
        while !builds.is_finished() {
            look(&scratch.out(), gently(&content), || {}).unwrap();
            super::staying(&scratch.out(), gently(&content), |_| true, || {}).unwrap();
        }
        builds.join().unwrap();
    });
}

/// A disk on which somebody deletes something just before a step.
struct Meddled<'m> {
    before_write: &'m (dyn Fn(&Path) + Sync),
    before_exchange: &'m (dyn Fn() + Sync),
    after_exchange: &'m (dyn Fn() + Sync),
}

impl Disk for Meddled<'_> {
    fn make_folder(&self, path: &Path) -> io::Result<()> {
        Real.make_folder(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        (self.before_write)(path);
        Real.write(path, bytes)
    }

    fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        Real.link(from, to)
    }

    fn sync(&self, _: &[PathBuf], _: &[PathBuf]) -> io::Result<()> {
        (self.before_exchange)();
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        Real.rename(from, to)
    }

    fn exchange(&self, one: &Path, other: &Path) -> io::Result<()> {
        Real.exchange(one, other)?;
        (self.after_exchange)();
        Ok(())
    }

    fn remove_file(&self, path: &Path) -> io::Result<()> {
        Real.remove_file(path)
    }

    fn remove_folder(&self, path: &Path) -> io::Result<()> {
        Real.remove_folder(path)
    }
}

/// The folder of the spare is deleted while a build takes the spare out of it: file by file, in whatever place it is by then.
#[test]
fn a_spare_that_is_deleted_meanwhile_leaves_no_gap() {
    let nothing = || {};
    let keep = |_: &Path| {};
    for case in 0..5 {
        let scratch = Scratch::new();
        let spare = scratch.spare();
        for files in [older(), old(), new(), old()] {
            scratch.build_on(&spare, &files).unwrap();
        }
        let content = scratch.0.join("content");
        let place = OutputPaths::of(&scratch.out(), &content).unwrap();
        let kept = new().keys().find(|path| old().get(*path) == new().get(*path)).unwrap().clone();
        let delete_folder = |_: &Path| drop(fs::remove_dir_all(scratch.0.join(".makeready")));
        let file = if case > 2 { MANIFEST } else { &kept };
        let deletions = AtomicUsize::new(0);
        let delete_once = |folder: &Path| {
            if deletions.fetch_add(1, Ordering::Relaxed) == 0 {
                fs::remove_file(folder.join(file)).unwrap();
            }
        };
        let (delete_fresh, delete_out) = (|| delete_once(&place.fresh), || delete_once(&place.out));
        let disk = match case {
            0 => Meddled { before_write: &delete_folder, before_exchange: &nothing, after_exchange: &nothing },
            1 | 3 => Meddled { before_write: &keep, before_exchange: &delete_fresh, after_exchange: &nothing },
            _ => Meddled { before_write: &keep, before_exchange: &nothing, after_exchange: &delete_out },
        };
        swap::replace(&disk, &place, &new(), gently(&content), Some(&spare))
            .unwrap_or_else(|error| panic!("case {case}: {error}"));
        assert_eq!(outputs(&scratch), Some(new()), "case {case}");
    }
}

#[test]
fn two_files_of_one_path_are_refused() {
    let mut files = Files::new();
    super::add(&mut files, [("site/a.html".to_owned(), b"one".to_vec())]).unwrap();
    let refused = super::add(&mut files, [("site/a.html".to_owned(), b"other".to_vec())]);
    assert!(matches!(refused, Err(PublishError::Twice(path)) if path == "site/a.html"));
    assert_eq!(files["site/a.html"], b"one");
}

#[test]
fn a_spare_becomes_what_a_build_without_one_makes() {
    let scratch = Scratch::new();
    let spare = scratch.spare();
    scratch.build_on(&spare, &old()).unwrap();
    strew(&scratch);
    for files in [new(), older(), old(), old(), new(), older(), new()] {
        scratch.build_on(&spare, &files).unwrap();
        assert_eq!(scratch.all(), expected(&files));
    }
    assert!(Standing::compared(&spare.folder, &Manifest::read(&spare.folder).unwrap()).unwrap().changed.is_empty());
}

#[test]
fn what_is_the_same_is_not_made_again_and_what_was_changed_is() {
    let scratch = Scratch::new();
    let spare = scratch.spare();
    let numbered = |text: &str| output(text, &["a.txt", "site/index.html"]);
    let number = || fs::metadata(scratch.out().join("same.txt")).unwrap().ino();
    for text in ["one", "two", "three"] {
        scratch.build_on(&spare, &numbered(text)).unwrap();
    }
    let before = number();
    scratch.build_on(&spare, &numbered("four")).unwrap();
    assert_eq!(number(), before);
    // In the output and in the spare at once, since it is one file.
    scratch.write("dist/same.txt", "changed");
    assert!(matches!(scratch.build_on(&spare, &numbered("five")).unwrap_err(), PublishError::Changed(..)));
    let content = scratch.0.join("content");
    let terms = Terms { is_forced: true, ..gently(&content) };
    replace(&scratch.out(), &numbered("five"), terms, Some(&spare), || {}).unwrap();
    assert_eq!(outputs(&scratch), Some(numbered("five")));
}

#[test]
fn a_spare_with_files_of_somebody_else_is_left_alone() {
    let scratch = Scratch::new();
    let spare = scratch.spare();
    scratch.build_on(&spare, &older()).unwrap();
    scratch.build_on(&spare, &old()).unwrap();
    scratch.write(".makeready/output/mine.txt", "mine");
    scratch.build_on(&spare, &new()).unwrap();
    assert_eq!(outputs(&scratch), Some(new()));
    assert_eq!(fs::read_to_string(spare.folder.join("mine.txt")).unwrap(), "mine");
}

/// The output is removed by hand after a kill that left foreign files beside it.
#[test]
fn what_is_not_ours_comes_back_even_if_the_output_is_taken_away_after_a_kill() {
    for empties in [true, false] {
        let scratch = Scratch::new();
        scratch.build(&old()).unwrap();
        strew(&scratch);
        let content = scratch.0.join("content");
        let place = OutputPaths::of(&scratch.out(), &content).unwrap();
        let exchanged = (0..100).find(|steps| {
            let disk = Failing { steps: (*steps).into(), is_killed: true, exchanges: true };
            swap::replace(&disk, &place, &new(), gently(&content), None).unwrap_err();
            outputs(&scratch) == Some(new())
        });
        assert!(exchanged.is_some() && scratch.all().contains_key(".dist.makeready-new/CNAME"));
        fs::remove_dir_all(scratch.out()).unwrap();
        if empties {
            fs::create_dir(scratch.out()).unwrap();
        }
        scratch.build(&new()).unwrap();
        assert_eq!(scratch.all(), expected(&new()));
    }
}

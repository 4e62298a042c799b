//! Parts of an output, made apart and put together, are what one run makes.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::Command;

use crate::command::{NOTHING, Workspace, changes, tree};
use makeready_testing::page;

/// The parts of the small game, each in a folder `part-1` and so on.
fn parts(workspace: &Workspace, of: usize) -> Vec<String> {
    (1..=of)
        .map(|number| {
            let (folder, shard) = (format!("part-{number}"), format!("{number}/{of}"));
            let done = workspace.run(&["build", "--shard", &shard, "--out", &folder]);
            assert_eq!(done.code, 0, "{done}");
            folder
        })
        .collect()
}

fn merge(workspace: &Workspace, parts: &[String]) -> (u8, String) {
    let parts = parts.iter().map(String::as_str);
    let line: Vec<&str> = ["merge", "--out", "whole"].into_iter().chain(parts).collect();
    let done = workspace.run(&line);
    (u8::try_from(done.code).expect("an exit code"), done.to_string())
}

#[test]
fn parts_put_together_are_what_one_run_makes() {
    for of in [1, 2, 3, 7] {
        let workspace = Workspace::new();
        assert_eq!(workspace.run(&["build"]).code, 0);
        let mut parts = parts(&workspace, of);
        let sizes: Vec<usize> = parts.iter().map(|part| tree(&workspace.path().join(part)).len()).collect();
        assert!(sizes.iter().all(|size| *size > 1), "{sizes:?}");
        parts.reverse();
        let (code, said) = merge(&workspace, &parts);
        assert_eq!(code, 0, "{said}");
        let [whole, one] = ["whole", "dist"].map(|folder| tree(&workspace.path().join(folder)));
        assert_eq!(changes(&one, &whole), NOTHING, "{of} parts");
    }
}

/// Parts may be joined on a machine that does not have the content.
#[test]
fn parts_are_joined_twice_where_there_is_no_content_folder() {
    let workspace = Workspace::new();
    let parts = parts(&workspace, 2);
    fs::remove_dir_all(workspace.path().join("content")).expect("removed");
    let joined = || {
        let (code, said) = merge(&workspace, &parts);
        assert_eq!(code, 0, "{said}");
        tree(&workspace.path().join("whole"))
    };
    let first = joined();
    assert_eq!(changes(&first, &joined()), NOTHING);
}

#[test]
fn what_makes_no_whole_is_refused() {
    let workspace = Workspace::new();
    let parts = parts(&workspace, 3);
    let refused = |parts: &[String], why: &str| {
        let (code, said) = merge(&workspace, parts);
        assert!(code == 3 && said.contains(why), "{why}: {said}");
        assert!(!workspace.path().join("whole").exists());
    };
    refused(&parts[..2], "these parts are missing: 3/3");
    refused(&[parts[0].clone(), parts[1].clone(), parts[2].clone(), parts[1].clone()], "are both part 2");
    refused(&["content".to_owned()], "is not part of a build");
    let other = workspace.run(&["build", "--shard", "2/2", "--out", "other"]);
    assert_eq!(other.code, 0, "{other}");
    refused(&[parts[0].clone(), "other".to_owned()], "do not belong together");
    let text = String::from_utf8(workspace.read("content/lantern/rules/01-start.md")).expect("text");
    workspace.write("content/lantern/rules/01-start.md", text + "\nMore.\n");
    let edited = workspace.run(&["build", "--shard", "3/3", "--out", "edited"]);
    assert_eq!(edited.code, 0, "{edited}");
    refused(&[parts[0].clone(), parts[1].clone(), "edited".to_owned()], "do not belong together");
    let file = tree(&workspace.path().join(&parts[2])).into_keys().find(|path| path != "manifest.json");
    fs::write(workspace.path().join(&parts[2]).join(file.expect("a file")), "something else").expect("written");
    refused(&parts, "you changed it since the build");
}

/// Parts come from other machines. Whatever they hold, `merge` ends, and takes only what a build makes.
#[test]
fn hostile_parts_are_refused() {
    let workspace = Workspace::new();
    let parts = parts(&workspace, 2);
    let manifest = format!("{}/manifest.json", parts[1]);
    let sound = String::from_utf8(workspace.read(&manifest)).expect("text");
    let refused = |why: &str| {
        let (code, said) = merge(&workspace, &parts);
        assert!(code == 3 && said.contains(why) && said.len() < 1_000, "{why}: {said:.1000}");
        assert!(!workspace.path().join("whole").exists());
    };
    // What the manifest says.
    let sized =
        |path: &str, size: u64| format!("\"files\": [{{ \"path\": \"{path}\", \"size\": {size}, \"blake3\": \"\" }},");
    let listed = |path: &str| sized(path, 0);
    for (from, to, why) in [
        ("\"of\": 2", "\"of\": 4294967295".to_owned(), "an output has 10000 parts at most"),
        ("\"number\": 2", "\"number\": 3".to_owned(), "counted from 1"),
        ("\"files\": [", listed("CNAME"), "lists `CNAME`, which no build makes"),
        ("\"files\": [", listed("site/.git/hooks/post-checkout"), "which no build makes"),
        ("\"files\": [", listed("site/con"), "which no build makes"),
        ("\"files\": [", listed("site/Index.html"), "which are the same name on many computers"),
        ("\"files\": [", listed(&format!("site/{}x", "a/".repeat(200_000))), "which no build makes"),
        ("\"files\": [", sized("site/a", 256 << 20 | 1), "site/a has more than 268435456 bytes"),
        // Nothing is read, not even what is there.
        (
            "\"files\": [",
            (0..9).map(|n| sized(&format!("site/{n}"), 256 << 20)).collect::<String>().replace(",\"files\": [", ","),
            "the parts have more than 2147483648 bytes; the limit was passed at",
        ),
    ] {
        assert!(sound.contains(from), "{from} in {sound}");
        workspace.write(&manifest, sound.replacen(from, &to, 1));
        refused(why);
    }
    workspace.write(&manifest, &sound);
    // What the files are.
    let path =
        tree(&workspace.path().join(&parts[1])).into_keys().find(|path| path.starts_with("site/")).expect("a file");
    let file = workspace.path().join(&parts[1]).join(&path);
    let bytes = fs::read(&file).expect("it is there");
    let folder = file.parent().expect("a folder").to_path_buf();
    let replaced = |make: &dyn Fn(), why: &str| {
        fs::remove_file(&file).expect("removed");
        make();
        refused(why);
        fs::remove_file(&file).expect("removed");
        fs::write(&file, &bytes).expect("put back");
    };
    let pipe = || assert!(Command::new("mkfifo").arg(&file).status().expect("mkfifo runs").success());
    replaced(&pipe, "is not a file");
    replaced(&|| symlink("/dev/zero", &file).expect("a link"), "is not a file");
    let sparse = || fs::File::create(&file).and_then(|file| file.set_len(1 << 40)).expect("a large file");
    replaced(&sparse, "you changed it since the build");
    let elsewhere = workspace.path().join("elsewhere");
    fs::rename(&folder, &elsewhere).expect("moved");
    symlink(&elsewhere, &folder).expect("a link");
    refused("is reached through a symbolic link");
    fs::remove_file(&folder).expect("removed");
    fs::rename(&elsewhere, &folder).expect("moved back");
    let (code, said) = merge(&workspace, &parts);
    assert_eq!(code, 0, "{said}");
}

/// A part is no whole: a build without `--shard` into its folder replaces it, and the other way around.
#[test]
fn a_part_and_a_whole_replace_each_other() {
    let workspace = Workspace::new();
    for line in [&["build"][..], &["build", "--shard", "1/2"], &["build"]] {
        let done = workspace.run(line);
        assert_eq!(done.code, 0, "{done}");
    }
    let anew = workspace.run(&["build", "--no-cache", "--out", "anew"]);
    assert_eq!(anew.code, 0, "{anew}");
    let [one, two] = ["dist", "anew"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&one, &two), NOTHING);
}

#[test]
fn only_what_is_asked_for_is_made_and_the_rest_stays() {
    let workspace = Workspace::new();
    let run = |line: &[&str]| {
        let done = workspace.run(line);
        assert_eq!(done.code, 0, "{done}");
    };
    run(&["build"]);
    let before = tree(&workspace.path().join("dist"));
    let text = String::from_utf8(workspace.read("content/lantern/system.yaml")).expect("text");
    workspace.write("content/lantern/system.yaml", text.replacen("title: ", "title: New ", 1));
    run(&["build", "--no-cache", "--out", "anew"]);
    let anew = tree(&workspace.path().join("anew"));
    run(&["build", "--only", "site", "--only", "site/print/*/sheet-*"]);
    let after = tree(&workspace.path().join("dist"));
    let is_page = |path: &str| path.starts_with("site/") && !path.starts_with("site/print/");
    let is_asked = |path: &str| is_page(path) || path.starts_with("site/print/lantern/sheet-");
    for (path, bytes) in after.iter().filter(|(path, _)| *path != "manifest.json") {
        let wanted = if is_asked(path) { anew.get(path) } else { before.get(path) };
        assert_eq!(Some(bytes), wanted, "{path}");
    }
    assert_eq!(after.len(), before.len());
    run(&["build", "--only", "data", "--out", "data-only"]);
    let only: Vec<String> = tree(&workspace.path().join("data-only")).into_keys().collect();
    assert_eq!(only, ["data/lantern.json", "manifest.json"]);
    let nothing = workspace.run(&["build", "--only", "prints"]);
    assert!(nothing.code == 2 && nothing.to_string().contains("no file of the output matches `--only`"), "{nothing}");
    run(&["build"]);
    assert_eq!(changes(&tree(&workspace.path().join("dist")), &anew), NOTHING);
}

/// One file is in one part; the others are parts all the same.
#[test]
fn a_part_may_have_nothing_of_what_is_asked_for() {
    let workspace = Workspace::new();
    let parts = ["1/3", "2/3", "3/3"].map(|shard| {
        let folder = format!("part-{}", &shard[..1]);
        let done = workspace.run(&["build", "--only", "data", "--shard", shard, "--out", &folder]);
        assert_eq!(done.code, 0, "{done}");
        folder
    });
    let (code, said) = merge(&workspace, &parts);
    assert_eq!(code, 0, "{said}");
    let whole: Vec<String> = tree(&workspace.path().join("whole")).into_keys().collect();
    assert_eq!(whole, ["data/lantern.json", "manifest.json"]);
}

/// The line of the documentation for GNU parallel, as it stands there.
#[test]
fn the_line_for_gnu_parallel_makes_the_same_output() {
    if Command::new("parallel").arg("--version").output().is_err() {
        eprintln!("SKIPPED: parallel does not run");
        return;
    }
    let text = page("scale.md");
    let block = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let block = block.into_iter().find(|block| block.starts_with("seq ")).expect("the line begins with `seq`");
    let workspace = Workspace::new();
    assert_eq!(workspace.run(&["build", "--out", "whole"]).code, 0);
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_makeready")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let home = workspace.path().join("home");
    let done = Command::new("sh")
        .args(["-ec", block])
        .current_dir(workspace.path())
        .env("PATH", path)
        .env("HOME", home)
        .env("MAKEREADY_MODULE", "")
        .output()
        .expect("a shell");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let [one, two] = ["dist", "whole"].map(|folder| tree(&workspace.path().join(folder)));
    assert_eq!(changes(&one, &two), NOTHING);
}

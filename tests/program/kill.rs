//! A build that is killed: at random moments, and at single calls of the system.
//!
//! A few times by default; `MAKEREADY_KILLS=300` takes that many moments, and every call instead of every tenth.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::command::{NOTHING, Workspace, changes, tree};

/// How many moments, and how many calls are passed over between two that are looked at.
fn amount() -> (u32, usize) {
    let asked = std::env::var("MAKEREADY_KILLS").ok().and_then(|number| number.parse().ok());
    asked.map_or((8, 40), |number| (number, 1))
}

/// Two versions of one small game, and what a build makes of each, with something in it that is not ours.
struct Versions {
    workspace: Workspace,
    built: [BTreeMap<String, Vec<u8>>; 2],
    /// How long a build takes.
    time: Duration,
}

const SYSTEM: &str = "content/lantern/system.yaml";
const TITLES: [&str; 2] = ["title: The Lantern Trail", "title: The Other Trail"];

impl Versions {
    fn new() -> Self {
        let workspace = Workspace::new();
        let mut versions = Self { workspace, built: Default::default(), time: Duration::ZERO };
        for version in [1, 0] {
            versions.turn_to(version);
            let start = Instant::now();
            assert_eq!(versions.workspace.run(&["build"]).code, 0);
            versions.time = start.elapsed();
            versions.workspace.write("dist/CNAME", "rules.example");
            versions.workspace.write("dist/site/mine/page.html", "mine");
            versions.built[version] = tree(&versions.workspace.path().join("dist"));
        }
        assert_ne!(versions.built[0], versions.built[1]);
        versions
    }

    /// Makes the content say what it says in this version.
    fn turn_to(&self, version: usize) {
        let text = String::from_utf8(self.workspace.read(SYSTEM)).expect("text");
        let title = text.lines().find(|line| line.starts_with("title: ")).expect("a title");
        self.workspace.write(SYSTEM, text.replace(title, TITLES[version]));
    }

    /// Looks at what a kill has left, and at what the next build makes of it.
    fn look(&self, version: usize, about: &str) {
        let dist = self.workspace.path().join("dist");
        let is_ours = |path: &str| path != "CNAME" && path != "site/mine/page.html";
        let ours = |files: &BTreeMap<String, Vec<u8>>| -> BTreeMap<String, Vec<u8>> {
            files.iter().filter(|(path, _)| is_ours(path)).map(|(path, bytes)| (path.clone(), bytes.clone())).collect()
        };
        let left = ours(&tree(&dist));
        let is_whole = self.built.iter().any(|built| ours(built) == left);
        assert!(is_whole, "{about}: {} files are neither the old output nor the new", left.len());
        let ran = self.workspace.run(&["build"]);
        assert_eq!(ran.code, 0, "{about}: {ran}");
        assert_eq!(changes(&self.built[version], &tree(&dist)), NOTHING, "{about}, after another build");
        assert_eq!(self.workspace.names(), [".makeready", "content", "dist"], "{about}, after another build");
    }
}

#[test]
#[ignore = "slow: builds anew after each kill"]
fn a_kill_at_a_random_moment_leaves_the_old_output_or_the_new() {
    let versions = Versions::new();
    // Numbers that look random and are the same in every run.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    for turn in 0..amount().0 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let version = turn as usize % 2;
        versions.turn_to(1 - version);
        // Now and then with nothing kept, so that a kill meets a build that keeps its results.
        if turn % 2 == 0 {
            fs::remove_dir_all(versions.workspace.path().join(".makeready")).expect("it was kept");
        }
        let mut build = Command::new(env!("CARGO_BIN_EXE_makeready"));
        build.arg("build").current_dir(versions.workspace.path()).env("MAKEREADY_MODULE", "").stderr(Stdio::null());
        let mut build = build.spawn().expect("the program runs");
        // A little longer than a build takes; most of what can go wrong happens at its end.
        let share = f64::from(u32::try_from(state >> 40).expect("24 bits")) / f64::from(1 << 24);
        let part = if turn % 3 == 0 { share } else { 0.8 + 0.25 * share };
        std::thread::sleep(versions.time.mul_f64(part));
        build.kill().expect("it can be killed");
        build.wait().expect("it ends");
        versions.turn_to(version);
        versions.look(version, &format!("turn {turn}"));
    }
}

/// The calls that change a disk, as they are traced; each is counted on its own.
const CALLS: [&str; 6] = ["mkdir", "openat", "rename", "renameat2", "unlink", "rmdir"];

#[test]
#[ignore = "slow: builds anew after each kill"]
fn a_kill_at_a_call_of_the_swap_leaves_the_old_output_or_the_new() {
    let versions = Versions::new();
    let program = env!("CARGO_BIN_EXE_makeready");
    let trace = |arguments: &[&str]| {
        let mut strace = Command::new("strace");
        // Calls are counted for each thread, so the threads must do the same in every run.
        strace
            .args(arguments)
            .args([program, "build", "--no-cache"])
            .current_dir(versions.workspace.path())
            .env("MAKEREADY_MODULE", "")
            .env("RAYON_NUM_THREADS", "1");
        strace.stdout(Stdio::null()).stderr(Stdio::null()).status()
    };
    let log = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("calls-{}", std::process::id()));
    let log_name = log.display().to_string();
    let traced = trace(&["-f", "-qq", "-o", &log_name, "-e", &format!("trace={}", CALLS.join(","))]);
    if !traced.is_ok_and(|status| status.success()) {
        eprintln!("skipped: strace does not run here");
        return;
    }
    let text = fs::read_to_string(&log).expect("a log");
    // The log goes away with the test folder of the build.
    let _ = fs::remove_file(&log);
    let first = text.lines().position(|line| line.contains(".makeready-new")).expect("a folder is made ready");
    let mut looked_at = 0;
    for call in CALLS {
        let opens = format!(" {call}(");
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        let mut of_swap = BTreeSet::new();
        for (at, line) in text.lines().enumerate().filter(|(_, line)| line.contains(&opens)) {
            let thread = line.split(' ').next().unwrap_or_default();
            let count = counts.entry(thread).or_default();
            *count += 1;
            of_swap.extend((at >= first).then_some(*count));
        }
        for (turn, number) in of_swap.into_iter().enumerate().filter(|(turn, _)| turn % amount().1 == 0) {
            let version = turn % 2;
            versions.turn_to(1 - version);
            let inject = format!("inject={call}:signal=KILL:when={number}");
            let ended = trace(&["-f", "-qq", "-o", "/dev/null", "-e", &format!("trace={call}"), "-e", &inject]);
            assert!(!ended.expect("strace runs").success(), "{call} {number} kills the program");
            versions.turn_to(version);
            versions.look(version, &format!("{call} {number}"));
            looked_at += 1;
        }
    }
    assert!(looked_at > 5, "{looked_at} calls");
}

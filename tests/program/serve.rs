//! `makeready serve` from outside: what it answers and refuses, what it says of edits, and how it ends.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, UdpSocket};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::command::{NOTHING, Workspace, changes, tree};

/// What every answer must be there within.
const PATIENCE: Duration = Duration::from_mins(1);

/// A server, ended when dropped.
struct Server {
    child: Child,
    port: u16,
}

/// An answer.
#[derive(Debug)]
struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("the answer is text")
    }
}

impl Server {
    fn new(workspace: &Workspace, arguments: &[&str]) -> Self {
        Self::of(workspace.start(&[&["serve", "--port", "0"], arguments].concat()))
    }

    fn of(mut child: Child) -> Self {
        let mut line = String::new();
        let stdout = child.stdout.take().expect("stdout is read");
        BufReader::new(stdout).read_line(&mut line).expect("the address");
        let port = line.trim().strip_prefix("http://127.0.0.1:").and_then(|rest| rest.strip_suffix('/'));
        let port = port.and_then(|port| port.parse().ok()).unwrap_or_else(|| panic!("no address: {line:?}"));
        Self { child, port }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("set");
        stream
    }

    /// Asks for a target as it is written, under a name.
    fn ask(&self, method: &str, target: &str, host: &str) -> Answer {
        let mut stream = self.connect();
        let request = format!("{method} {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("asked");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("answered");
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let head = String::from_utf8(bytes[..end].to_vec()).expect("a head is text").to_lowercase();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head, body: bytes[end + 4..].to_vec() }
    }

    fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &format!("127.0.0.1:{}", self.port))
    }

    fn events(&self) -> Events {
        let mut stream = self.connect();
        let request = format!("GET /-/events HTTP/1.1\r\nHost: localhost:{}\r\n\r\n", self.port);
        stream.write_all(request.as_bytes()).expect("asked");
        Events(BufReader::new(stream))
    }

    /// Interrupts it as Ctrl-C does, and returns its exit code and how long it took.
    fn interrupt(&mut self) -> (Option<i32>, Duration) {
        let start = Instant::now();
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &id]).status().expect("kill runs").success());
        let status = self.child.wait().expect("it ends");
        (status.code(), start.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What is said of changes.
struct Events(BufReader<TcpStream>);

impl Events {
    fn next(&mut self) -> Value {
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("an event comes in time") > 0, "the server ended");
            if let Some(data) = line.strip_prefix("data: ") {
                return serde_json::from_str(data).expect("JSON");
            }
        }
    }

    /// The first event with, or without, faults.
    fn until(&mut self, has_faults: bool) -> (u64, String) {
        let latest = Instant::now() + PATIENCE;
        while Instant::now() < latest {
            let event = self.next();
            let faults = event["faults"].as_str().expect("faults").to_owned();
            if event["generation"] != 0 && faults.is_empty() != has_faults {
                return (event["generation"].as_u64().expect("a number"), faults);
            }
        }
        panic!("nothing came in time");
    }
}

/// A page without what the server adds.
fn without_script(page: &str) -> String {
    let lines = page.split_inclusive('\n').filter(|line| !line.starts_with("<script src=\"/-/live.js\""));
    lines.collect()
}

/// Compares every file of a build with what is served, but for credits, which cover the prints of a build as well.
fn compare(workspace: &Workspace, mut is_compared: impl FnMut(&str) -> bool) {
    let built = workspace.run(&["build", "--out", "built"]);
    assert_eq!(built.code, 0, "{built}");
    let mut built = tree(&workspace.path().join("built"));
    built.retain(|path, _| path != "manifest.json" && !path.contains("/credits/") && is_compared(path));
    let server = Server::new(workspace, &[]);
    let mut served = built.clone();
    for (path, bytes) in &mut served {
        let answer = server.get(&format!("/{path}"));
        assert_eq!(answer.status, 200, "{path}");
        *bytes = match path.ends_with(".html") {
            true => {
                assert!(answer.text().contains("<script src=\"/-/live.js\""), "{path} is live");
                without_script(answer.text()).into_bytes()
            }
            false => answer.body,
        };
    }
    assert!(built.len() > 30, "there is something to compare: {}", built.len());
    assert_eq!(changes(&built, &served), NOTHING);
    let credits = server.get("/site/credits/index.html");
    assert!(credits.status == 200 && credits.text().contains("Typefaces"), "{credits:?}");
}

#[test]
fn what_is_served_is_what_is_built() {
    let workspace = Workspace::empty();
    assert_eq!(workspace.run(&["new", "content"]).code, 0);
    // With an address, links to its pages have pictures.
    workspace.write("content/site.yaml", "format_version: 1\naddress: https://a.example/rules/\n");
    compare(&workspace, |_| true);
}

#[test]
#[ignore = "slow: builds Tri-Core and asks for all of its pages"]
fn every_page_of_tri_core_is_served_as_it_is_built() {
    let workspace = Workspace::empty();
    for (path, bytes) in tree(&makeready_testing::root().join("content")) {
        if path.starts_with("tri-core/") || path == "campaign.yaml" {
            workspace.write(&format!("content/{path}"), bytes);
        }
    }
    let mut decks = 0;
    // One deck shows what all show, and each takes seconds.
    compare(&workspace, |path| {
        decks += usize::from(path.contains("/cards-"));
        !path.contains("/cards-") || decks == 1
    });
}

#[test]
fn only_this_server_is_answered_for() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    let own = |name: &str| server.ask("GET", "/site/index.html", &format!("{name}:{}", server.port));
    for name in ["127.0.0.1", "localhost", "[::1]"] {
        assert_eq!(own(name).status, 200, "{name}");
    }
    for name in ["evil.example", "127.0.0.2", "localhost.evil.example"] {
        let answer = own(name);
        assert!(answer.status == 421 && answer.body.is_empty(), "{name}: {answer:?}");
    }
    for path in ["/site/index.html", "/-/events", "/-/live.js", "/"] {
        assert_eq!(server.ask("GET", path, "evil.example").status, 421, "{path}");
    }
    for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
        let answer = server.ask(method, "/site/index.html", &format!("localhost:{}", server.port));
        assert!(answer.status == 405 && answer.body.is_empty(), "{method}: {answer:?}");
    }
    let head = server.ask("HEAD", "/site/index.html", &format!("localhost:{}", server.port));
    assert!(head.status == 200 && head.body.is_empty(), "{head:?}");
}

#[test]
fn every_answer_keeps_pages_to_themselves() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    for path in ["/", "/site/", "/site/index.html", "/site/nothing.html", "/-/live.js", "/site/print/nothing.pdf"] {
        let head = server.get(path).head;
        for line in [
            "content-security-policy: default-src 'none'; script-src 'self'; ",
            "frame-ancestors 'none'",
            "x-content-type-options: nosniff",
            "referrer-policy: no-referrer",
            "cache-control: no-store",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(line), "{path} lacks {line}: {head}");
        }
    }
}

#[test]
fn no_path_leads_out_of_the_output() {
    let workspace = Workspace::new();
    workspace.write("secret.txt", "secret");
    workspace.write("site/secret.html", "secret");
    std::os::unix::fs::symlink("../secret.txt", workspace.path().join("site/link.html")).expect("a link");
    let server = Server::new(&workspace, &[]);
    for target in [
        "/secret.txt",
        "/content/campaign.yaml",
        "/site/secret.html",
        "/site/link.html",
        "/site/../secret.txt",
        "/site/../../secret.txt",
        "/site/%2e%2e/secret.txt",
        "/site/%2E%2E%2fsecret.txt",
        "/site/..%2fsecret.txt",
        "/site/..%5csecret.txt",
        "/site/%5c..%5c..%5csecret.txt",
        "/site/index.html%00.txt",
        "/site//index.html",
        "//secret.txt",
        "/site/./index.html",
        "/data/../secret.txt",
        "/site/print/lantern/../../secret.txt",
        "/etc/passwd",
        "/-/../secret.txt",
    ] {
        let answer = server.get(target);
        assert!(answer.status == 404 && !answer.text().contains("secret"), "{target}: {answer:?}");
    }
}

#[test]
fn no_other_machine_can_connect() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    // The address by which others know this machine: nothing is sent to learn it.
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket");
    let own = socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).and_then(|()| socket.local_addr());
    let others = own.ok().map(|own| own.ip()).filter(|own| !own.is_loopback() && !own.is_unspecified());
    // All of 127.0.0.0/8 is this machine; what listens everywhere would answer there too.
    for address in others.into_iter().chain([IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2))]) {
        let address = SocketAddr::new(address, server.port);
        assert!(TcpStream::connect_timeout(&address, Duration::from_secs(2)).is_err(), "{address} answers");
    }
}

#[test]
fn an_edit_arrives_by_itself() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    let mut events = server.events();
    let (first, _) = events.until(false);
    assert!(server.get("/site/lantern/").text().contains("Lantern Row"));
    workspace.replace("content/lantern/system.yaml", "title: Lantern Row", "title: The Other Trail");
    let (second, _) = events.until(false);
    assert!(second > first);
    let page = server.get("/site/lantern/");
    assert!(page.text().contains("The Other Trail"), "{page:?}");
    assert!(page.text().contains(&format!("data-generation=\"{second}\"")), "the page knows its generation");
    // As editors save: another file, which takes the name.
    let text = String::from_utf8(workspace.read("content/lantern/system.yaml")).expect("text");
    workspace.write("content/lantern/.system.yaml.new", text.replace("The Other Trail", "The Third Trail"));
    let folder = workspace.path().join("content/lantern");
    std::fs::rename(folder.join(".system.yaml.new"), folder.join("system.yaml")).expect("renamed");
    events.until(false);
    assert!(server.get("/site/lantern/").text().contains("The Third Trail"));
}

/// What was made for one edit is kept where the next one changes nothing of it.
#[test]
fn pages_after_edits_in_a_row_are_those_of_a_new_build() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    let mut events = server.events();
    let (mut shown, _) = events.until(false);
    for (path, before, after) in [
        ("rules/01-start.md", "costs {1 + 1} coins", "costs {1 + 2} coins, says [[action:rest-a-while]]"),
        ("actions/deeds.yaml", "    summary: \"Throw light.\"", "    summary: \"Throw it far.\""),
        ("rules/01-start.md", "{1 + 2} coins", "{2 + 2} coins"),
        ("characters/ida.yaml", "name: Ida Brook", "name: Ida Bruck"),
        ("rules/01-start.md", "{2 + 2} coins, says [[action:rest-a-while]]", "{1 + 1} coins"),
        ("system.yaml", "title: Lantern Row", "title: The Other Row"),
    ] {
        workspace.replace(&format!("content/lantern/{path}"), before, after);
        let (generation, _) = events.until(false);
        assert!(generation > shown, "{path}");
        shown = generation;
        let built = workspace.run(&["build", "--only", "site", "--no-cache", "--out", "built"]);
        assert_eq!(built.code, 0, "{built}");
        for (file, bytes) in tree(&workspace.path().join("built")) {
            if file.starts_with("site/") && !file.contains("/credits/") {
                let served = server.get(&format!("/{file}")).body;
                let served = if file.ends_with(".html") {
                    without_script(std::str::from_utf8(&served).expect("text")).into_bytes()
                } else {
                    served
                };
                assert!(served == bytes, "{file} after {after}");
            }
        }
    }
}

#[test]
fn a_fault_is_told_over_the_last_good_page() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    let mut events = server.events();
    events.until(false);
    let good = without_script(server.get("/site/lantern/").text());
    let chapter = "content/lantern/rules/01-start.md";
    let before = workspace.read(chapter);
    workspace.write(chapter, [&before[..], b"\nSee [[action:nothing]].\n"].concat());
    let (_, faults) = events.until(true);
    // `check` says the same, with a sum at the end.
    let said = workspace.run(&["check"]).stderr;
    assert!(faults.contains("error[broken-link]") && said.starts_with(&faults), "{faults}\n---\n{said}");
    assert_eq!(without_script(server.get("/site/lantern/").text()), good);
    workspace.write(chapter, &before);
    events.until(false);
    assert_eq!(without_script(server.get("/site/lantern/").text()), good);
}

#[test]
fn content_with_faults_from_the_start_is_shown_once_it_is_mended() {
    let workspace = Workspace::new();
    let sound = workspace.read("content/lantern/system.yaml");
    // In one step, as editors save: half a file would be content as well.
    let save = |text: &[u8]| {
        workspace.write("system.new", text);
        let to = workspace.path().join("content/lantern/system.yaml");
        fs::rename(workspace.path().join("system.new"), to).expect("it is replaced");
    };
    save(b"format_version: 1\n");
    let server = Server::of(workspace.start_with_log(&["serve", "--port", "0"], "log"));
    let mut events = server.events();
    let (_, faults) = events.until(true);
    assert!(faults.contains("error["), "{faults}");
    let answer = server.get("/site/index.html");
    assert!(answer.status == 503 && answer.text().contains("/-/live.js"), "{answer:?}");
    save(&sound);
    events.until(false);
    assert_eq!(server.get("/site/index.html").status, 200);
    save(b"format_version: 1\n");
    events.until(true);
    assert_eq!(server.get("/site/index.html").status, 200);
    // It says which of the two it shows with faults: nothing, or the last good pages. It says so after it has sent the event.
    let wanted = ["nothing to show yet", "ready", "showing the last good pages"];
    let latest = Instant::now() + PATIENCE;
    let states = || {
        let log = String::from_utf8(workspace.read("log")).expect("messages are UTF-8");
        let states = log.lines().filter_map(|line| line.strip_suffix(" ms)")?.rsplit_once(" ("));
        let mut states: Vec<String> =
            states.map(|(state, _)| state.rsplit("; ").next().unwrap_or_default().to_owned()).collect();
        states.dedup();
        states
    };
    while states().len() < wanted.len() && Instant::now() < latest {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(states(), wanted);
}

#[test]
fn an_interrupt_ends_it_at_once_and_well() {
    let workspace = Workspace::new();
    let mut server = Server::new(&workspace, &[]);
    // A page that waits for events must not hold it.
    let mut events = server.events();
    events.until(false);
    let (code, took) = server.interrupt();
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(1), "{took:?}");
}

#[test]
fn a_port_that_is_taken_is_named_with_a_way_out() {
    let workspace = Workspace::new();
    let server = Server::new(&workspace, &[]);
    let ran = workspace.run(&["serve", "--port", &server.port.to_string()]);
    assert_eq!(ran.code, 3, "{ran}");
    assert!(ran.stderr.contains(&server.port.to_string()) && ran.stderr.contains("--port"), "{ran}");
    let ran = workspace.run(&["serve", "--port", "0", "--content", "nowhere"]);
    assert_eq!(ran.code, 3, "{ran}");
}

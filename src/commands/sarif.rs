//! Findings as SARIF 2.1.0 (`check --format sarif`). Code hosts show each finding at its line.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::known::counted;
use makeready_content::code::Code;
use makeready_content::diagnostic::{Counts, Diagnostic, first, printable};
use makeready_content::limits::MOST_LISTED;
use makeready_content::source::{Sources, Span};

/// The findings of one run. `more` counts those that have been dropped already; `has_succeeded` says that the program itself did not fail.
pub fn log(findings: &[Diagnostic], more: Counts, sources: &Sources, has_succeeded: bool) -> Json {
    let listed = first(findings, MOST_LISTED);
    let more = findings.len() - listed.len() + more.all();
    let codes: BTreeMap<&str, &Code> = listed.iter().map(|one| (one.code.as_str(), &one.code)).collect();
    let numbers: BTreeMap<&str, usize> = codes.keys().enumerate().map(|(number, code)| (*code, number)).collect();
    let results: Vec<Json> = listed.iter().map(|one| result(one, numbers[one.code.as_str()], sources)).collect();
    let notes = match more {
        0 => Vec::new(),
        _ => vec![
            json!({ "level": "note", "message": { "text": format!("not listed: {}", counted(more, "more finding")) } }),
        ],
    };
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "makeready",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": codes.values().map(|code| rule(code)).collect::<Vec<_>>(),
            } },
            // Columns count characters, as in all messages.
            "columnKind": "unicodeCodePoints",
            "invocations": [{ "executionSuccessful": has_succeeded, "toolExecutionNotifications": notes }],
            "results": results,
        }],
    })
}

/// What a code means. The rules of a game explain themselves in each message.
fn rule(code: &Code) -> Json {
    let help = code.help();
    let Some((sentence, _)) = help.split_once(". ").or(Some((&help, ""))).filter(|_| !help.is_empty()) else {
        return json!({ "id": code.as_str(), "shortDescription": { "text": "A rule of the game is broken." } });
    };
    let sentence = format!("{}.", sentence.trim_end_matches('.'));
    json!({
        "id": code.as_str(),
        "shortDescription": { "text": sentence },
        "fullDescription": { "text": help },
        "help": { "text": help },
    })
}

fn result(finding: &Diagnostic, rule: usize, sources: &Sources) -> Json {
    let help = finding.help.iter().map(|help| format!("\nhelp: {}", printable(help)));
    let text: String = std::iter::once(printable(&finding.message)).chain(help).collect();
    let related = finding.related.iter().map(|(at, label)| {
        let mut place = location(*at, sources);
        place["message"] = json!({ "text": printable(label) });
        place
    });
    json!({
        "ruleId": finding.code.as_str(),
        "ruleIndex": rule,
        "level": if finding.is_error() { "error" } else { "warning" },
        "message": { "text": text },
        "locations": [location(finding.at, sources)],
        "relatedLocations": related.collect::<Vec<_>>(),
    })
}

fn location(at: Span, sources: &Sources) -> Json {
    let file = sources.file(at.file);
    let artifact = json!({ "uri": uri(&file.shown) });
    // Pictures and fonts have no lines.
    if file.text.is_empty() {
        return json!({ "physicalLocation": { "artifactLocation": artifact } });
    }
    let (line, column) = sources.line_column(at);
    let (end_line, end_column) = sources.line_column(Span { start: at.end, ..at });
    json!({ "physicalLocation": {
        "artifactLocation": artifact,
        "region": { "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column },
    } })
}

/// The URI of a path. A relative path gives a relative URI. `.` and `..` are resolved, because code hosts compare the URI with the
/// paths of a repository.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, "" | "..")) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    let has_drive = cfg!(windows) && path.as_bytes().get(1) == Some(&b':');
    let mut uri = String::from(match path.starts_with('/') {
        true => "file://",
        false if has_drive => "file:///",
        false => "",
    });
    for (index, byte) in parts.join("/").bytes().enumerate() {
        match byte {
            b':' if has_drive && index == 1 => uri.push(':'),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_are_references_of_uris() {
        assert_eq!(uri("content/a game/x#1.yaml"), "content/a%20game/x%231.yaml");
        assert_eq!(uri("/home/me/größe.yaml"), "file:///home/me/gr%C3%B6%C3%9Fe.yaml");
        assert_eq!(uri("./content/../content/./x.yaml"), "content/x.yaml");
        assert_eq!(uri("../game/x.yaml"), "../game/x.yaml");
        let backslash = if cfg!(windows) { "a/b.yaml" } else { "a%5Cb.yaml" };
        assert_eq!(uri("a\\b.yaml"), backslash);
    }
}

//! The texts of keywords in general: what each ability fills in for itself is marked, as pages shade it.
//!
//! **In** a paragraph whose formulas are undecided. **Out** the same, where what is filled in stands as `‹ways›`, and of what
//! stands as `[gains / loses]` one applies.

use deckle_faces::text::{Paragraph, Run, Style};

/// What the marks mean.
pub const EXPLAINED: &str = "Every ability fills in for itself what stands between \u{2039} and \u{203a}; of what stands between [ and ], one applies.";

/// Whether a paragraph has something to be filled in.
pub fn has_one(paragraph: &Paragraph) -> bool {
    paragraph.iter().any(|run| run.style == Style::Formula)
}

/// The paragraph with marks around what is filled in. Marks are set apart from words on both sides.
pub fn marked(paragraph: &Paragraph) -> Paragraph {
    let mut written = Paragraph::new();
    for run in paragraph {
        if run.style != Style::Formula {
            let follows = written.last().is_some_and(|last: &Run| last.text.ends_with(['\u{203a}', ']']));
            let gap = if follows && run.text.starts_with(char::is_alphanumeric) { " " } else { "" };
            written.push(Run { text: format!("{gap}{}", run.text), ..run.clone() });
            continue;
        }
        let core = run.text.trim_matches([' ', ',']);
        let start = run.text.len() - run.text.trim_start_matches([' ', ',']).len();
        let (before, behind) = (&run.text[..start], &run.text[start + core.len()..]);
        let touches = written.last().is_some_and(|last| !last.text.ends_with([' ', '(', '\u{a0}']));
        let is_word = before.is_empty() && core.starts_with(|c: char| c.is_alphanumeric() || c == '[');
        let gap = if touches && is_word && !written.is_empty() { " " } else { "" };
        plain(&mut written, &format!("{gap}{before}"));
        let (style, text) = if is_plural(core) {
            (Style::Plain, core.to_owned())
        } else if core.contains(" / ") {
            (Style::Plain, format!("[{core}]"))
        } else if is_case(core) {
            (Style::Plain, core.to_owned())
        } else {
            (Style::Emphasis, format!("\u{2039}{core}\u{203a}"))
        };
        written.push(Run { style, text, detail: String::new() });
        plain(&mut written, behind);
    }
    written
}

fn plain(written: &mut Paragraph, text: &str) {
    if !text.is_empty() {
        written.push(Run::plain(text));
    }
}

/// `way(s)`: a word that goes with the number before it.
fn is_plural(text: &str) -> bool {
    !text.contains(' ') && text.ends_with(')') && text.contains('(')
}

/// `beyond the five (if change is Added)`: words that say themselves when they apply.
fn is_case(text: &str) -> bool {
    ["(if ", "(unless "].iter().any(|case| text.contains(case))
        || text.starts_with("If ")
        || text.starts_with("Unless ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use deckle_faces::text::plain_text;

    /// Formulas stand between braces.
    fn read(text: &str) -> String {
        let mut paragraph = Paragraph::new();
        for (at, part) in text.split(['{', '}']).enumerate().filter(|(_, part)| !part.is_empty()) {
            let style = if at % 2 == 0 { Style::Plain } else { Style::Formula };
            paragraph.push(Run { style, text: part.to_owned(), detail: String::new() });
        }
        plain_text(&marked(&paragraph))
    }

    #[test]
    fn what_is_filled_in_and_what_is_chosen_have_marks_of_their_own() {
        assert_eq!(
            read("{The target gains / The target loses} {ways} {way(s)} of moving."),
            "[The target gains / The target loses] ‹ways› way(s) of moving."
        );
        assert_eq!(
            read("The target{, as large / larger,} becomes {feet} ft."),
            "The target, [as large / larger], becomes ‹feet› ft."
        );
    }

    #[test]
    fn no_mark_touches_a_word() {
        assert_eq!(
            read("{Immune / Resistant} {to / against}{against}{and Burn / and Soak}."),
            "[Immune / Resistant] [to / against] ‹against› [and Burn / and Soak]."
        );
    }

    #[test]
    fn what_says_itself_when_it_applies_has_no_mark() {
        assert_eq!(
            read("Five senses{ beyond the five (if change is Added)}."),
            "Five senses beyond the five (if change is Added)."
        );
    }
}

//! The texts of keywords in general: what every ability fills in or chooses for itself is marked, as pages shade it.

use makeready_faces::text::{Paragraph, Run, Style};

/// Whether a paragraph has something to be filled in.
pub fn has_one(paragraph: &Paragraph) -> bool {
    paragraph.iter().any(is_open)
}

/// The paragraph with `‹` and `›` around what is filled in.
pub fn marked(paragraph: &Paragraph) -> Paragraph {
    let mark = |run: &Run| match is_open(run) {
        true => Run { style: Style::Emphasis, text: format!("\u{2039}{}\u{203a}", run.text), detail: String::new() },
        false => run.clone(),
    };
    paragraph.iter().map(mark).collect()
}

/// What is still a formula depends on the ability.
fn is_open(run: &Run) -> bool {
    run.style == Style::Formula
}

#[cfg(test)]
mod tests {
    use super::*;
    use makeready_faces::text::plain_text;

    #[test]
    fn what_is_filled_in_stands_between_marks() {
        let open = |text: &str| Run { style: Style::Formula, text: text.to_owned(), detail: String::new() };
        let paragraph =
            vec![open("The target gains / The target loses"), Run::plain(" "), open("ways"), Run::plain(" way(s).")];
        assert!(has_one(&paragraph) && !has_one(&marked(&paragraph)));
        assert_eq!(
            plain_text(&marked(&paragraph)),
            "\u{2039}The target gains / The target loses\u{203a} \u{2039}ways\u{203a} way(s)."
        );
    }
}

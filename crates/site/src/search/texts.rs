//! The texts behind the index, in parts: what stands near each other in the book is loaded together.

use super::Document;

/// Bytes of text in a part, more or less: a first page of results loads one part for each, at worst.
const PART: usize = 3_000;

/// The first document of each part.
pub fn parts(documents: &[Document]) -> Vec<usize> {
    let (mut parts, mut bytes) = (Vec::new(), 0);
    for (at, document) in documents.iter().enumerate() {
        if at == 0 || bytes + document.text.len() > PART {
            parts.push(at);
            bytes = 0;
        }
        bytes += document.text.len();
    }
    parts
}

/// A text in one line, with single spaces. Where something is to be written in on paper, nothing is to be read: `…`.
pub fn squeeze(text: &str) -> String {
    const SHORTEST_LINE: usize = 4;
    let word = |word: &str| match word.trim_start_matches('_') {
        behind if word.len() - behind.len() >= SHORTEST_LINE => format!("…{behind}"),
        _ => word.to_owned(),
    };
    text.split_whitespace().map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_to_write_on_are_no_words() {
        assert_eq!(
            squeeze("If it hits:  __________ damage,\n__________. A __name__"),
            "If it hits: … damage, …. A __name__"
        );
    }

    #[test]
    fn parts_are_about_as_long_as_each_other() {
        let text = |bytes| Document { text: "x".repeat(bytes), ..Document::default() };
        assert_eq!(parts(&[text(1_800), text(900), text(600), text(9_000), text(10)]), [0, 2, 3, 4]);
        assert_eq!(parts(&[]), [] as [usize; 0]);
    }
}

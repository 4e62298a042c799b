//! Names that change with what is in the file, so that hosts and browsers can keep it for ever.

/// The eight digits of the hash that stand in the name of a file with this content.
pub fn digits(content: &[u8]) -> String {
    // Eight digits tell apart what one file has been: two of its states in four thousand million have one name.
    blake3::hash(content).to_hex()[..8].to_owned()
}

/// The path of a file with this content: `assets/site.css` as `assets/site.1f3a9c2e.css`.
pub fn name(path: &str, content: &[u8]) -> String {
    let at = path.rfind('/').map_or(0, |slash| slash + 1);
    let (stem, ending) = path.split_at(path[at..].rfind('.').map_or(path.len(), |dot| at + dot));
    format!("{stem}.{}{ending}", digits(content))
}

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn a_name_changes_with_the_content_and_keeps_its_ending() {
        assert_eq!(name("assets/site.css", b"a"), name("assets/site.css", b"a"));
        assert_ne!(name("assets/site.css", b"a"), name("assets/site.css", b"b"));
        assert!(name("a.b/font-1", b"a").starts_with("a.b/font-1."));
        let named = name("assets/site.css", b"a");
        assert!(
            named.starts_with("assets/site.")
                && named.ends_with(".css")
                && named.len() == "assets/site.12345678.css".len()
        );
    }
}

//! The seal: a hash in a file of ours that shows whether it was changed since it was written.
//!
//! **In** the bytes of a finished file. **Out** the same with a hash of them in a comment of its format. So a file shows
//! whether it was changed since, by a program or by hand, without any record beside it: a changed file is the user's,
//! and is not replaced without `--force`.

/// Formats that have comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A comment before `startxref`: PDF/A allows none after the end of the file.
    Pdf,
    /// A text chunk before the last one.
    Png,
    /// A comment on a line of its own at the end.
    Yaml,
    /// The same in Markdown and SVG.
    Markup,
}

impl Format {
    /// The text before and after the hash.
    const fn around(self) -> (&'static [u8], &'static [u8]) {
        match self {
            Self::Pdf => (b"%makeready-seal ", b"\n"),
            Self::Png => (b"\x00\x00\x00\x4ftEXtmakeready-seal\x00", b""),
            Self::Yaml => (b"# makeready-seal ", b"\n"),
            Self::Markup => (b"<!-- makeready-seal ", b" -->\n"),
        }
    }

    /// How many bytes come after the seal.
    fn behind(self, bytes: &[u8]) -> Option<usize> {
        const LAST_CHUNK: usize = 12;
        match self {
            Self::Pdf => {
                let tail = bytes.len().saturating_sub(1024);
                let last = bytes[tail..].windows(9).rposition(|words| words == b"startxref")?;
                Some(bytes.len() - tail - last)
            }
            Self::Png => (bytes.len() > LAST_CHUNK).then_some(LAST_CHUNK),
            Self::Yaml | Self::Markup => Some(0),
        }
    }

    /// The seal of a file.
    fn line(self, bytes: &[u8]) -> Vec<u8> {
        let (before, after) = self.around();
        let hash = blake3::hash(bytes).to_hex();
        let mut line = [before, hash.as_bytes(), after].concat();
        if self == Self::Png {
            // The checksum of a chunk covers its name and its data, not its length.
            line.extend(crc32fast::hash(&line[4..]).to_be_bytes());
        }
        line
    }

    /// The format of a file that may have been sealed.
    fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"%PDF-") {
            Some(Self::Pdf)
        } else if bytes.starts_with(b"\x89PNG") {
            Some(Self::Png)
        } else {
            let text = bytes.strip_suffix(b"\n")?;
            let line = &text[text.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)..];
            [Self::Yaml, Self::Markup].into_iter().find(|format| line.starts_with(format.around().0))
        }
    }
}

/// Seals a file. Bytes that are not of the format stay as they are.
pub fn sealed(format: Format, bytes: Vec<u8>) -> Vec<u8> {
    let Some(behind) = format.behind(&bytes) else { return bytes };
    let (before, after) = bytes.split_at(bytes.len() - behind);
    // Allocated at its exact length: all files of a build are held until the last is made.
    [before, &format.line(&bytes), after].concat()
}

/// Seals a text.
pub fn sealed_text(format: Format, text: &str) -> String {
    text.to_owned() + &String::from_utf8_lossy(&format.line(text.as_bytes()))
}

/// Whether a file is ours and unchanged.
pub fn is_intact(bytes: &[u8]) -> bool {
    let unsealed = || {
        let format = Format::of(bytes)?;
        let end = bytes.len() - format.behind(bytes)?;
        let start = end.checked_sub(format.line(&[]).len())?;
        let original = [&bytes[..start], &bytes[end..]].concat();
        Some(format.line(&original) == bytes[start..end])
    };
    unsealed().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PDF: &[u8] = b"%PDF-1.7\n1 0 obj\nendobj\ntrailer\n<<>>\nstartxref\n9\n%%EOF\n";
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\nIHDR and dots\x00\x00\x00\x00IEND\xaeB`\x82";

    fn all() -> [(Format, Vec<u8>); 4] {
        [
            (Format::Pdf, PDF.to_vec()),
            (Format::Png, PNG.to_vec()),
            (Format::Yaml, b"name: Ida\n".to_vec()),
            (Format::Markup, b"# Ida\n".to_vec()),
        ]
    }

    #[test]
    fn a_sealed_file_is_intact_until_any_byte_of_it_changes() {
        for (format, bytes) in all() {
            let sealed = sealed(format, bytes.clone());
            assert!(!is_intact(&bytes), "{format:?}");
            assert!(is_intact(&sealed), "{format:?}");
            for at in 0..sealed.len() {
                let mut changed = sealed.clone();
                changed[at] ^= 1;
                assert!(!is_intact(&changed), "{format:?}: {at}");
                changed.remove(at);
                assert!(!is_intact(&changed), "{format:?}: without {at}");
            }
            for more in [&b"\n"[..], b"x", b"1 0 obj\nendobj\nstartxref\n99\n%%EOF\n"] {
                assert!(!is_intact(&[&sealed, more].concat()), "{format:?}");
            }
        }
    }

    #[test]
    fn the_end_of_a_sealed_file_is_as_its_format_wants_it() {
        for (format, bytes) in all() {
            let sealed = sealed(format, bytes.clone());
            match format {
                Format::Pdf => assert!(sealed.ends_with(b"\nstartxref\n9\n%%EOF\n")),
                Format::Png => assert!(sealed.ends_with(&PNG[PNG.len() - 12..])),
                Format::Yaml | Format::Markup => {
                    assert_eq!(sealed, sealed_text(format, std::str::from_utf8(&bytes).unwrap()).as_bytes());
                }
            }
        }
    }

    #[test]
    fn what_is_not_ours_is_never_intact() {
        let strangers: [&[u8]; 8] = [
            b"",
            b"\n",
            b"%PDF-",
            b"\x89PNG",
            PDF,
            PNG,
            b"# makeready-seal \n",
            b"<!-- makeready-seal 0000000000000000000000000000000000000000000000000000000000000000 -->\n",
        ];
        for bytes in strangers {
            assert!(!is_intact(bytes), "{bytes:?}");
        }
    }
}

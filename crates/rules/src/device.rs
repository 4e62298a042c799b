//! Names that Windows keeps for devices: no file or folder can have one there, whatever its ending.

/// The names without a number.
const NAMES: [&str; 4] = ["con", "prn", "aux", "nul"];
/// Those with a number, `com1` to `lpt9`.
const NUMBERED: [&str; 2] = ["com", "lpt"];

/// Whether no file or folder can be called so on Windows: `con`, `NUL.txt`, `com1`.
pub fn is_device_name(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end_matches(' ').to_ascii_lowercase();
    NAMES.contains(&stem.as_str()) || NUMBERED.iter().any(|kind| stem.strip_prefix(kind).is_some_and(is_digit))
}

/// One digit. Windows takes raised ones for digits too.
fn is_digit(rest: &str) -> bool {
    let mut signs = rest.chars();
    signs.next().is_some_and(|sign| matches!(sign, '0'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'))
        && signs.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::is_device_name;

    #[test]
    fn devices_have_their_names_with_any_ending() {
        for device in ["con", "CON", "nul.txt", "aux.tar.gz", "prn", "com1", "lpt9", "com\u{b9}", "con "] {
            assert!(is_device_name(device), "{device}");
        }
        for free in ["", "cone", "icon", "com", "com10", "lpt", "com1-x", "constable", "blank", ".con"] {
            assert!(!is_device_name(free), "{free}");
        }
    }
}

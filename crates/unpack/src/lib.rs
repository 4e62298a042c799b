//! Unpacks LZMA in a page: how the press is packed, for which browsers have nothing.
//!
//! **In** a file as `xz --format=lzma` writes it. **Out** what was packed, or nothing where that is no such file, is cut short, or
//! is larger than [`MOST`]. A page writes into the memory of the module and reads there, as with the other modules (`docs/internals.md`).
#![expect(unsafe_code, reason = "an exported function has its name as it is written, which may be that of another")]

use std::cell::RefCell;
use std::io::Read;

use lzma_rust2::LzmaReader;

/// The most that is unpacked, in bytes.
pub const MOST: u64 = 1 << 27;
/// The most that the table of what was said before may take, in kibibytes.
const MOST_FOR_TABLE: u32 = 1 << 17;

thread_local! {
    static FILES: RefCell<[Vec<u8>; 2]> = RefCell::default();
}

/// Makes room for a packed file of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    FILES.with_borrow_mut(|[packed, _]| {
        *packed = vec![0; length];
        packed.as_mut_ptr()
    })
}

/// Unpacks it, and says how long the whole is: 0 if it cannot be unpacked.
#[unsafe(no_mangle)]
pub extern "C" fn unpack() -> usize {
    FILES.with_borrow_mut(|[packed, whole]| {
        *whole = whole_of(&std::mem::take(packed)).unwrap_or_default();
        whole.len()
    })
}

/// Where the whole is, until the next is made room for.
#[unsafe(no_mangle)]
pub extern "C" fn unpacked() -> *const u8 {
    FILES.with_borrow(|[_, whole]| whole.as_ptr())
}

/// What was packed.
pub fn whole_of(packed: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    let reader = LzmaReader::new_mem_limit(packed, MOST_FOR_TABLE, None).ok()?;
    reader.take(MOST + 1).read_to_end(&mut whole).ok()?;
    (u64::try_from(whole.len()).ok()? <= MOST).then_some(whole)
}

#[cfg(test)]
mod tests {
    use super::whole_of;

    /// Of `printf 'a card, a card, a card' | xz --format=lzma | xxd -i`.
    #[rustfmt::skip]
    const PACKED: &[u8] = &[
        0x5d, 0x00, 0x00, 0x80, 0x00, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x00, 0x30, 0x88, 0x08, 0x66, 0x54, 0x63, 0x3f,
        0x45, 0x7b, 0xc7, 0xfd, 0x8e, 0x6a, 0xdb, 0xff, 0xfe, 0x98, 0x50, 0x00,
    ];

    #[test]
    fn what_xz_packs_is_unpacked() {
        assert_eq!(whole_of(PACKED).as_deref(), Some(&b"a card, a card, a card"[..]));
    }

    #[test]
    fn what_is_no_file_of_that_kind_or_is_cut_short_gives_nothing() {
        assert_eq!(whole_of(b""), None);
        assert_eq!(whole_of(b"\x1f\x8b not of this kind, but of another"), None);
        (0..PACKED.len()).for_each(|length| assert_eq!(whole_of(&PACKED[..length]), None, "{length} bytes"));
    }
}

//! A fence around each document: what panics while it is drawn is an error of this document, and other prints are made.
//!
//! **In** laid out pages, and what draws them. **Out** what it draws. **Fails** with [`PressError::Drawing`], which names the pictures
//! of the game that cannot be drawn by themselves either, or else all that the document shows.

use std::collections::{BTreeMap, HashSet};

use typst::ecow::EcoVec;
use typst::layout::{Frame, FrameItem, Point, Size};
use typst::model::DocumentInfo;
use typst::syntax::Span;
use typst::utils::hash128;
use typst::visualize::{Image, ImageKind};
use typst_layout::{Page, PagedDocument};

use super::error::PressError;
use super::pictures;
use makeready_faces::art::{fenced, fenced_with};

/// Draws pages.
///
/// # Errors
/// As `draw`, or [`PressError::Drawing`] where it panics or a picture is to blame.
pub fn drawn<R>(pages: &[Page], draw: impl Fn(&[Page]) -> Result<R, PressError>) -> Result<R, PressError> {
    let shown = shown(pages);
    let failure = match fenced_with(named(&shown), || draw(pages)) {
        Ok(Ok(result)) => return Ok(result),
        Ok(Err(error)) => Failure::Error(error),
        Err(reason) => Failure::Panic(reason),
    };
    let is_to_blame = |page: &Page| !matches!(fenced(|| draw(std::slice::from_ref(page))), Ok(Ok(_)));
    let to_blame: Vec<String> =
        shown.iter().filter(|(_, page)| is_to_blame(page)).map(|(path, _)| path.clone()).collect();
    let is_certain = !to_blame.is_empty();
    Err(match failure {
        Failure::Error(error) if !is_certain => error,
        Failure::Error(error) => PressError::Drawing { pictures: to_blame, is_certain, reason: error.to_string() },
        Failure::Panic(reason) => {
            let pictures = if is_certain { to_blame } else { shown.into_keys().collect() };
            PressError::Drawing { pictures, is_certain, reason }
        }
    })
}

/// The paths of pictures, for the last words of the program.
fn named(shown: &BTreeMap<String, Page>) -> String {
    match shown.len() {
        0 => "pages without pictures of a game".to_owned(),
        _ => format!("pages with {}", shown.keys().map(String::as_str).collect::<Vec<_>>().join(", ")),
    }
}

/// Why pages could not be drawn.
enum Failure {
    Error(PressError),
    Panic(String),
}

/// A document of these pages, with nothing said about it.
pub fn document(pages: &[Page]) -> PagedDocument {
    PagedDocument::new(pages.iter().cloned().collect::<EcoVec<Page>>(), DocumentInfo::default())
}

/// The pictures of the game on these pages by their paths, each on a page of its own.
fn shown(pages: &[Page]) -> BTreeMap<String, Page> {
    let (mut shown, mut seen) = (BTreeMap::new(), HashSet::new());
    pages.iter().for_each(|page| collect(&page.frame, page, &mut shown, &mut seen));
    shown
}

fn collect(frame: &Frame, page: &Page, shown: &mut BTreeMap<String, Page>, seen: &mut HashSet<u128>) {
    for (_, item) in frame.items() {
        match item {
            FrameItem::Group(group) => collect(&group.frame, page, shown, seen),
            FrameItem::Image(image, size, _) if seen.insert(hash128(image)) => {
                let data = match image.kind() {
                    ImageKind::Svg(svg) => svg.data(),
                    ImageKind::Raster(raster) => raster.data(),
                    ImageKind::Pdf(_) => continue,
                };
                if let Some(path) = pictures::path_of(data) {
                    shown.entry(path).or_insert_with(|| Page { frame: alone(image, *size), ..page.clone() });
                }
            }
            FrameItem::Image(..)
            | FrameItem::Text(_)
            | FrameItem::Shape(..)
            | FrameItem::Link(..)
            | FrameItem::Tag(_) => {}
        }
    }
}

fn alone(image: &Image, size: Size) -> Frame {
    let mut frame = Frame::hard(size);
    frame.push(Point::zero(), FrameItem::Image(image.clone(), size, Span::detached()));
    frame
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_of_the_document_in_its_own_words() {
        let failed = drawn(&[], |_| -> Result<(), PressError> { panic!("no {}", "ink") });
        let Err(PressError::Drawing { pictures, is_certain: false, reason }) = failed else { panic!("{failed:?}") };
        assert_eq!(pictures, Vec::<String>::new());
        assert!(reason.contains("guard.rs") && reason.ends_with("no ink"), "{reason}");
        assert_eq!(drawn(&[], |_| Ok(1)), Ok(1));
        assert_eq!(
            drawn(&[], |_| -> Result<(), _> { Err(PressError::NothingToPrint) }),
            Err(PressError::NothingToPrint)
        );
    }

    /// Panics while it is dropped, as the writer of PDF does.
    struct Open;

    impl Drop for Open {
        fn drop(&mut self) {
            panic!("still open");
        }
    }

    /// The test runs itself once more, as a program that ends so.
    #[test]
    fn the_last_words_of_the_program_name_what_was_being_drawn() {
        const AGAIN: &str = "MAKEREADY_TEST_LAST_WORDS";
        if std::env::var_os(AGAIN).is_some() {
            let work = || {
                let _open = Open;
                panic!("no ink");
            };
            drop(fenced_with("pages with art/moon.svg".to_owned(), work));
        }
        let mut command = std::process::Command::new(std::env::current_exe().expect("a test"));
        let this = "guard::tests::the_last_words_of_the_program_name_what_was_being_drawn";
        let ran = command.args([this, "--exact", "--nocapture"]).env(AGAIN, "1").output().expect("it runs");
        let said = String::from_utf8_lossy(&ran.stderr);
        assert!(!ran.status.success() && said.contains("no ink"), "{said}");
        assert!(said.contains("this was being drawn: pages with art/moon.svg"), "{said}");
    }

    /// As the writer of PDF does, which hands parts of its work to other threads.
    #[test]
    fn a_panic_on_another_thread_is_caught_as_well() {
        let work = |_: &[Page]| -> Result<(), PressError> {
            rayon::join(|| panic!("no paper"), || ());
            Ok(())
        };
        let failed = drawn(&[], work).expect_err("it panics").to_string();
        assert!(failed.contains("no paper"), "{failed}");
    }
}

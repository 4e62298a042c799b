//! The pictures that a book brings, as files beside its pages.
//!
//! **In** the picture of a card, a person, a chapter or a cover. **Out** a [`PictureView`] for templates, which load the file
//! as an image: nothing of it becomes part of a page. Where the point that matters lies stands in a style sheet of the book's
//! pictures, since pages have no styles of their own.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;

use makeready_faces::art::{Art, GamePicture, PictureKind};
use makeready_faces::book::Book;
use makeready_faces::credits::Used;

use super::address;
use super::context::PageContext;

/// A picture on a page.
#[derive(Debug, Serialize)]
pub struct PictureView {
    src: String,
    width: u32,
    height: u32,
    alt: String,
    focus_class: String,
}

/// A picture that pages show, by its name, and the point of it that matters.
pub type Placed = (String, (u8, u8));

/// The path of a picture on the site.
fn path(name: &str) -> String {
    format!("assets/art/{name}")
}

/// The class of pictures in which this point matters.
fn class((across, down): (u8, u8)) -> String {
    format!("at-{across}-{down}")
}

/// How many pixels wide and high it is. Shapes have a size in hundredths of one.
fn pixels(picture: &GamePicture) -> (u32, u32) {
    let (width, height) = (picture.ratio.width, picture.ratio.height);
    match picture.kind {
        PictureKind::Png | PictureKind::Jpeg => (width, height),
        PictureKind::Svg => (width.div_ceil(100), height.div_ceil(100)),
    }
}

impl PageContext<'_> {
    /// Records a picture and returns its view; none when there is none.
    pub fn picture(&mut self, art: Option<&Art>) -> Option<PictureView> {
        let art = art?;
        let (width, height) = pixels(self.context.book.look.pictures.named(art.name())?);
        self.pictures.insert((art.name().to_owned(), art.focus));
        Some(PictureView {
            src: address::relative(&self.path, &path(art.name())),
            width,
            height,
            alt: art.alt.clone(),
            focus_class: class(art.focus),
        })
    }
}

/// The files of pictures that the pages of a book show: path and contents.
pub fn files<'b>(book: &'b Book, shown: &'b BTreeSet<Placed>) -> impl Iterator<Item = (String, Vec<u8>)> + 'b {
    let found = shown.iter().filter_map(|(name, _)| book.look.pictures.named(name));
    found.map(|picture| (path(&picture.name), picture.data.to_vec()))
}

/// The path of the style sheet of a book's pictures. It rests on all pages with pictures, so that none of them can know what is
/// in it, and its name stays the same.
pub fn style_path(book: &Book) -> String {
    format!("assets/art-{}.css", address::segment(&book.id))
}

/// The style sheet that keeps the points that matter in sight.
pub fn style(shown: &BTreeSet<Placed>) -> String {
    let points: BTreeSet<(u8, u8)> = shown.iter().map(|(_, focus)| *focus).collect();
    points.into_iter().fold(String::new(), |mut css, focus| {
        let _ = writeln!(css, ".{}{{object-position:{}% {}%;}}", class(focus), focus.0, focus.1);
        css
    })
}

/// Adds who drew the pictures that the pages of a book show.
pub fn note_used(book: &Book, shown: &BTreeSet<Placed>, used: &mut Used) {
    let found = shown.iter().filter_map(|(name, _)| book.look.pictures.named(name));
    found.for_each(|picture| used.note_art(&picture.credit));
}

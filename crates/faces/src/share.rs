//! The pictures that go with links to pages when people share them: what site and press agree on.

/// How wide such a picture is, in pixels: the size that programs show links with.
pub const WIDTH: u32 = 1200;
/// How high it is, in pixels.
pub const HEIGHT: u32 = 630;

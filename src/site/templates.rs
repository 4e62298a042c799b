//! The templates, embedded in the program.

use serde::Serialize;
use tera::{Context, Tera};

use super::frame::Frame;

const SOURCES: [(&str, &str); 12] = [
    ("base.html", include_str!("../../templates/site/base.html")),
    ("parts.html", include_str!("../../templates/site/parts.html")),
    ("home.html", include_str!("../../templates/site/home.html")),
    ("cover.html", include_str!("../../templates/site/cover.html")),
    ("chapter.html", include_str!("../../templates/site/chapter.html")),
    ("entry.html", include_str!("../../templates/site/entry.html")),
    ("kind.html", include_str!("../../templates/site/kind.html")),
    ("glossary.html", include_str!("../../templates/site/glossary.html")),
    ("a-z.html", include_str!("../../templates/site/a-z.html")),
    ("rule.html", include_str!("../../templates/site/rule.html")),
    ("credits.html", include_str!("../../templates/site/credits.html")),
    ("downloads.html", include_str!("../../templates/site/downloads.html")),
];

/// All templates, checked when they are loaded.
pub struct Templates(Tera);

impl Templates {
    /// Loads the templates.
    pub fn new() -> Self {
        let mut tera = Tera::new();
        if let Err(error) = tera.add_raw_templates(SOURCES) {
            panic!("the embedded templates are checked by the tests: {error}");
        }
        Self(tera)
    }

    /// One page: its frame as `page`, what stands on it as `it`.
    pub fn page(&self, template: &str, frame: &Frame, content: &impl Serialize) -> String {
        let mut context = Context::new();
        context.insert("page", frame);
        context.insert("it", content);
        match self.0.render(template, &context) {
            Ok(html) => html,
            Err(error) => panic!("a view has all that its template asks for: {error}"),
        }
    }
}

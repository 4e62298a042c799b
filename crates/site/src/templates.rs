//! The templates, embedded in the program.

use deckle_embedded::PAGES;
use serde::Serialize;
use tera::{Context, Tera};

use super::chrome::Chrome;

/// All templates, validated when they are loaded.
pub struct Templates(Tera);

impl Templates {
    /// Loads the templates.
    pub fn new() -> Self {
        let mut tera = Tera::new();
        if let Err(error) = tera.add_raw_templates(PAGES.iter().copied()) {
            panic!("the embedded templates are checked by the tests: {error}");
        }
        Self(tera)
    }

    /// Renders one page: its chrome as `page`, its content as `it`.
    pub fn page(&self, template: &str, chrome: &Chrome, content: &impl Serialize) -> String {
        let mut context = Context::new();
        context.insert("page", chrome);
        context.insert("it", content);
        match self.0.render(template, &context) {
            Ok(html) => html,
            Err(error) => panic!("a view has all that its template asks for: {error}"),
        }
    }
}

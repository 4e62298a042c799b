//! Writing HTML that cannot contain an author's markup.
//!
//! **In** element names known when the program is compiled and text from anywhere. **Out** [`Html`],
//! in which all text and every attribute value is escaped. Only this module builds markup outside
//! the templates, and the templates trust nothing but this type.

use serde::{Serialize, Serializer};

/// Elements that end where the next one begins, or where what is around them ends (HTML, "Optional tags"): tables and lists would be a
/// twentieth larger with their end tags.
const ENDS_BY_ITSELF: [&str; 9] = ["li", "dt", "dd", "tr", "td", "th", "thead", "tbody", "tfoot"];

/// A piece of well-formed HTML.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Html(String);

impl Html {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends text, escaped.
    pub fn text(&mut self, text: &str) -> &mut Self {
        escape_into(&mut self.0, text);
        self
    }

    /// Appends a start tag. An attribute with an empty value is written without one.
    pub fn open(&mut self, element: &'static str, attributes: &[(&'static str, &str)]) -> &mut Self {
        self.0.push('<');
        self.0.push_str(element);
        for (name, value) in attributes {
            self.0.push(' ');
            self.0.push_str(name);
            if !value.is_empty() {
                self.0.push_str("=\"");
                escape_into(&mut self.0, value);
                self.0.push('"');
            }
        }
        self.0.push('>');
        self
    }

    /// Appends an end tag, where the element needs one.
    pub fn close(&mut self, element: &'static str) -> &mut Self {
        if ENDS_BY_ITSELF.contains(&element) {
            return self;
        }
        self.0.push_str("</");
        self.0.push_str(element);
        self.0.push('>');
        self
    }

    /// Appends an element that holds text only.
    pub fn element(&mut self, element: &'static str, attributes: &[(&'static str, &str)], text: &str) -> &mut Self {
        self.open(element, attributes).text(text).close(element)
    }

    /// Appends another piece.
    pub fn append(&mut self, other: &Html) -> &mut Self {
        self.0.push_str(&other.0);
        self
    }

    /// Markup that this module and the templates have written, so that all values of attributes stand in double quotes: with other
    /// names of elements, an attribute more on some, and other values, as they are escaped. An attribute without a value is left
    /// out.
    pub fn adapted(
        markup: &str,
        element: impl Fn(&str) -> (&str, Option<(&'static str, &'static str)>),
        attribute: impl Fn(&str, &str) -> Option<String>,
    ) -> Self {
        let (mut out, mut rest) = (String::with_capacity(markup.len()), markup);
        while let Some((text, tag)) = rest.split_once('<') {
            let is_end = tag.starts_with('/');
            let tag = tag.trim_start_matches('/');
            let end = tag.find([' ', '\n', '>', '/']).unwrap_or(tag.len());
            out.push_str(text);
            out.push_str(if is_end { "</" } else { "<" });
            let (name, added) = element(&tag[..end]);
            out.push_str(name);
            if let Some((name, value)) = added.filter(|_| !is_end) {
                out.push_str(&format!(" {name}=\"{value}\""));
            }
            rest = adapt_attributes(&tag[end..], &mut out, &attribute);
        }
        out.push_str(rest);
        Self(out)
    }

    /// The markup.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Html {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

/// Writes the attributes of a tag up to its end, and returns what is behind it.
fn adapt_attributes<'m>(tag: &'m str, out: &mut String, attribute: &impl Fn(&str, &str) -> Option<String>) -> &'m str {
    let mut rest = tag;
    loop {
        rest = rest.trim_start();
        let end = rest.find([' ', '\n', '=', '>', '/']).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        if name.is_empty() {
            // The end of the tag, in one character or two.
            let (end, behind) = rest.split_at(rest.find('>').map_or(rest.len(), |at| at + 1));
            out.push_str(end);
            return behind;
        }
        let quoted = behind.strip_prefix("=\"").and_then(|value| value.split_once('"'));
        let (value, behind) = quoted.unwrap_or(("", behind));
        if let Some(value) = attribute(name, value) {
            out.push(' ');
            out.push_str(name);
            if !value.is_empty() {
                out.push_str(&format!("=\"{value}\""));
            }
        }
        rest = behind;
    }
}

fn escape_into(out: &mut String, text: &str) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other => out.push(other),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Html;

    #[test]
    fn markup_is_adapted_element_by_element() {
        let markup = "<h1 id=\"a\" class=\"b\">1 &lt; 2</h1>\n<p><svg><path d=\"M0 0\"/></svg><span id=\"t\" popover data-x=\"&quot;>\">x</span>";
        let adapted = Html::adapted(
            markup,
            |name| if name == "h1" { ("h2", Some(("lang", "de"))) } else { (name, None) },
            |name, value| match name {
                "id" => Some(format!("c--{value}")),
                "data-x" => None,
                _ => Some(value.to_owned()),
            },
        );
        let expected = "<h2 lang=\"de\" id=\"c--a\" class=\"b\">1 &lt; 2</h2>\n<p><svg><path d=\"M0 0\"/></svg><span id=\"c--t\" popover>x</span>";
        assert_eq!(adapted.as_str(), expected);
    }

    #[test]
    fn cells_and_lines_need_no_end_tags() {
        let mut html = Html::new();
        html.open("ul", &[]).element("li", &[], "a").element("li", &[], "b").close("ul");
        assert_eq!(html.as_str(), "<ul><li>a<li>b</ul>");
    }

    #[test]
    fn text_and_attribute_values_are_escaped() {
        let mut html = Html::new();
        html.element("a", &[("href", "x\"onclick='1'"), ("hidden", "")], "<b>&");
        assert_eq!(html.as_str(), "<a href=\"x&quot;onclick=&#39;1&#39;\" hidden>&lt;b&gt;&amp;</a>");
    }
}

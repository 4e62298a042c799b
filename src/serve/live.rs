//! What the server adds to pages, so that they change with the content.

/// The files of live pages by path: type and contents.
pub const FILES: [(&str, &str, &str); 2] = [
    ("/-/live.js", "text/javascript; charset=utf-8", include_str!("../../site/live/live.js")),
    ("/-/live.css", "text/css; charset=utf-8", include_str!("../../site/live/live.css")),
];

/// Shown where there is no page: until content is sound for the first time, and where one was taken out.
pub fn stand_in(words: &'static str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Makeready</title>\n\
         <link rel=\"icon\" href=\"data:,\">\n</head>\n<body>\n<main>{words}</main>\n</body>\n</html>\n"
    )
}

/// The page with its script, which knows of which generation it is.
pub fn with_script(page: &str, generation: u64) -> String {
    let script = format!("<script src=\"/-/live.js\" data-generation=\"{generation}\"></script>\n");
    let (before, after) = page.split_at(page.rfind("</body>").unwrap_or(page.len()));
    format!("{before}{script}{after}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_stands_at_the_end_of_the_body() {
        let page = with_script("<body>a</body>b</body></html>", 7);
        assert_eq!(page, "<body>a</body>b<script src=\"/-/live.js\" data-generation=\"7\"></script>\n</body></html>");
    }
}

//! How many shapes a drawing has, each counted as often as it is copied to be drawn.

use makeready_content::limits::MOST_SHAPES;

use crate::pictures::svg;

/// The fault of a drawing with this style sheet and these parts.
fn verdict(sheet: &str, parts: &str) -> Option<String> {
    svg(&format!("<style>{sheet}</style>{parts}")).err()
}

/// The message for too many shapes.
fn too_many() -> String {
    format!("has more than {MOST_SHAPES} shapes")
}

fn pattern(id: &str, part: &str, count: usize) -> String {
    format!("<pattern id=\"{id}\">{}</pattern>", part.repeat(count))
}

#[test]
fn a_part_counts_for_each_shape_that_a_rule_or_a_group_gives_it_to() {
    let p = pattern("p", "<path/>", 250);
    let shapes = "<path class=\"a\"/>".repeat(250);
    for (sheet, inner) in [
        (".a{fill:url(#p)}", shapes.clone()),
        ("g .b, path.a:first-child{stroke : red; stroke : url('#p')}", shapes.clone()),
        ("path{mask:url(#p)}", shapes.clone()),
        ("[class=a]{fill:url(#p)}", shapes.clone()),
        (".x{fill:url(\"#}.y{\");stroke:url(#p)}", shapes.clone()),
        (".g{fill:url(#p)}", format!("<g class=\"g\">{shapes}</g>")),
        ("", format!("<g fill=\"url(#p)\">{shapes}</g>")),
        ("", format!("<g style=\"color:red;stroke:url(#p)\"><g fill=\"red\">{shapes}</g></g>")),
        ("", format!("<g id=\"u\">{shapes}</g><use fill=\"url(#p)\" href=\"#u\"/>")),
        ("", format!("<g mask=\"url(#p)\">{}</g>", "<path mask=\"inherit\"/>".repeat(250))),
    ] {
        assert_eq!(verdict(sheet, &format!("{p}{inner}")), Some(too_many()), "{sheet} {inner:.60}");
    }
}

#[test]
fn a_part_counts_for_no_shape_that_cannot_have_it() {
    let p = pattern("p", "<path/>", 250);
    let shapes = "<path class=\"a\"/>".repeat(250);
    let gradient = "<linearGradient id=\"l\"><stop/><stop/><stop/></linearGradient>";
    for (sheet, inner) in [
        (".b{fill:url(#p)}", shapes.clone()),
        (".a .b,#c{fill:url(#p)}", shapes.clone()),
        ("rect{fill:url(#p)}", shapes.clone()),
        (".a{fill:url(#l)}", format!("{gradient}{}", "<path class=\"a\"/>".repeat(40_000))),
        ("", format!("<g fill=\"url(#p)\">{}</g>", "<path fill=\"#fff\"/>".repeat(250))),
        // A pattern whose shapes the rule matches as well: they are left out.
        ("path{fill:url(#p)}", "<path/>".repeat(150)),
    ] {
        assert_eq!(verdict(sheet, &format!("{p}{inner}")), None, "{sheet} {inner:.60}");
    }
}

/// A rule that gives an element a part around it, and by which a count of that part alone would be too low.
#[test]
fn a_count_within_an_open_part_does_not_hold_outside() {
    let parts = format!(
        "{}{}{}",
        pattern("p", "<path class=\"q\"/>", 1).replace("</pattern>", &format!("{}</pattern>", "<rect/>".repeat(300))),
        pattern("q", "<path class=\"p\"/>", 10),
        "<path class=\"q\"/>".repeat(100)
    );
    assert_eq!(verdict(".p{fill:url(#p)}.q{fill:url(#q)}", &parts), Some(too_many()));
}

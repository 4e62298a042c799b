//! `makeready odds`, and chances on cards and sheets, on the small game: what is written where, and what is refused.

use crate::command::Workspace;

const IDA: &str = "content/lantern/characters/ida.yaml";
const CHECKS: &str = "content/lantern/checks.yaml";

#[test]
fn without_a_check_all_are_listed_with_what_they_take() {
    let ran = Workspace::new().run(&["odds", "lantern"]);
    assert_eq!(ran.code, 0, "{ran}");
    for told in ["flare: A flare", "distance=a whole number from 0 to 30", "mist=one of thin, thick, thin when"] {
        assert!(ran.stdout.contains(told), "{ran}");
    }
}

#[test]
fn one_case_has_bands_and_a_distribution_and_several_have_a_line_each() {
    let workspace = Workspace::new();
    let one = workspace.run(&["odds", "lantern", "flare", "distance=3"]);
    assert_eq!(one.code, 0, "{one}");
    for told in
        ["A flare: 2d6 + 1 against 1d4 + 1", "Seen", "73.0\u{a0}%", "46/63", "Height, on average", "Rolled again"]
    {
        assert!(one.stdout.contains(told), "{told}\n{one}");
    }
    let usual = workspace.run(&["odds", "lantern", "flare"]);
    let lines = |text: &str| text.lines().filter(|line| line.contains('%')).count();
    assert_eq!((usual.code, lines(&usual.stdout)), (0, 3), "{usual}");
    let several = workspace.run(&["odds", "lantern", "flare", "distance=0..4", "--format", "json"]);
    let json = several.json();
    assert_eq!(json["varies"], "distance");
    assert_eq!(json["cases"].as_array().map(Vec::len), Some(5), "{several}");
    let bands: Vec<&str> =
        json["cases"][0]["bands"].as_array().into_iter().flatten().filter_map(|band| band["id"].as_str()).collect();
    assert_eq!(bands, ["lost-sight", "seen"], "what is rolled again is no outcome");
}

#[test]
fn a_long_list_of_totals_is_there_for_who_asks() {
    let workspace = Workspace::new();
    workspace.replace(CHECKS, "roll: \"2d6 + 1\"", "roll: \"1d100\"");
    workspace.write("content/lantern/examples/flares.yaml", "format_version: 1\nexamples: []\n");
    let odds = |more: &[&str]| workspace.run(&[&["odds", "lantern", "flare", "distance=3"], more].concat());
    let lines = |text: &str| text.lines().filter(|line| line.contains('%')).count();
    let (short, long) = (odds(&[]), odds(&["--distribution"]));
    assert_eq!((short.code, long.code), (0, 0), "{short}{long}");
    assert!(lines(&short.stdout) < 10 && lines(&long.stdout) > 90, "{short}{long}");
    assert!(short.stdout.contains("totals; add --distribution to list them"), "{short}");
    let json = odds(&["--format", "json"]).json();
    assert!(json["distribution"].as_array().is_some_and(|all| all.len() > 90), "JSON has all of them: {json}");
}

#[test]
fn what_makes_no_sense_is_refused_with_a_way_out() {
    let workspace = Workspace::new();
    for (arguments, told) in [
        (&["odds", "lantern", "flar"][..], "there is no check `flar`; did you mean `flare`?"),
        (&["odds", "lantern", "flare", "distanse=3"], "did you mean `distance`?"),
        (&["odds", "lantern", "flare", "distance=31"], "it takes a whole number from 0 to 30"),
        (&["odds", "lantern", "flare", "distance=9..2"], "`9..2` runs backwards"),
        (&["odds", "lantern", "flare", "distance=1,2", "mist=thin,thick"], "both have several values"),
        (&["odds", "lantern", "flare", "distance"], "write `name=value`"),
        (&["odds", "lantern", "flare", "distance=1", "distance=2"], "`distance` is given twice"),
    ] {
        let ran = workspace.run(arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (2, ""), "{ran}");
        assert!(ran.stderr.contains(told), "{told}\n{ran}");
    }
}

#[test]
fn a_check_that_needs_a_character_says_so_and_takes_one() {
    let workspace = Workspace::new();
    workspace.replace(CHECKS, "roll: \"2d6 + 1\"", "roll: \"2d6 + wit\"");
    workspace.replace("content/lantern/rules/01-start.md", "```odds check=flare", "```odds check=flare who=ida");
    workspace.write("content/lantern/examples/flares.yaml", "format_version: 1\nexamples: []\n");
    let ran = workspace.run(&["odds", "lantern", "flare"]);
    assert_eq!(ran.code, 1, "{ran}");
    assert!(ran.stderr.contains("`wit` is not known") && ran.stderr.contains("--character FILE"), "{ran}");
    let ran = workspace.run(&["odds", "lantern", "flare", "--character", IDA]);
    assert_eq!(ran.code, 0, "{ran}");
}

#[test]
fn charts_hold_no_script_and_no_markup_of_authors() {
    let workspace = Workspace::new();
    workspace.replace(CHECKS, "name: A flare", "name: \"<script>alert('x')</script> & \\\"flare\\\"\"");
    workspace.replace(CHECKS, "name: Seen", "name: \"<b onload=x>\"");
    for arguments in [&["odds", "lantern", "flare"][..], &["odds", "lantern", "flare", "distance=3"]] {
        let arguments = [arguments, &["--format", "svg", "-o", "chart.svg"]].concat();
        let ran = workspace.run(&arguments);
        assert_eq!((ran.code, ran.stdout.as_str()), (0, ""), "{ran}");
        let svg = String::from_utf8(workspace.read("chart.svg")).expect("a chart is text");
        assert!(
            svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"")
                && svg.contains("</svg>\n<!-- makeready-seal "),
            "{svg}"
        );
        assert!(!svg.contains("<script") && !svg.contains("<b ") && svg.contains("&lt;script&gt;"), "{svg}");
    }
}

#[test]
fn filled_cards_and_sheets_show_chances_where_they_are_wanted() {
    let workspace = Workspace::new();
    workspace.replace(
        "content/lantern/actions/deeds.yaml",
        "name: Raise the Lantern",
        "name: Raise the Lantern\n    odds: { check: flare, with: { mist: \"if(wit > 0, 'thick', 'thin')\" }, roll: \"2d6 + 1\" }",
    );
    let text = |arguments: &[&str], file: &str| {
        let ran = workspace.run(arguments);
        assert_eq!(ran.code, 0, "{ran}");
        workspace.pdf_text(file)
    };
    let cards = |more: &[&str]| text(&[&["cards", IDA, "-o", "cards.pdf"], more].concat(), "cards.pdf");
    let (Some(plain), Some(filled)) = (cards(&[]), cards(&["--odds"])) else { return };
    assert!(!plain.contains("Success %"), "{plain}");
    assert!(filled.contains("Success % 27 27 27"), "{filled}");
    let blank = text(&["cards", "lantern", "--odds", "-o", "blank.pdf"], "blank.pdf").unwrap_or_default();
    assert!(!blank.contains("Success %"), "{blank}");
    workspace.write("content/campaign.yaml", "format_version: 1\nodds_on_cards: true\n");
    assert!(cards(&[]).unwrap_or_default().contains("Success %"));
    workspace.replace(
        "content/lantern/system.yaml",
        "    - { block: lines, span: 12, count: 3 }",
        "    - { block: odds, span: 12, checks: [ { check: flare, label: Thin }, { check: flare, label: Thick, with: { mist: \"'thick'\" } } ] }",
    );
    let sheet = text(&["sheet", IDA, "-o", "sheet.pdf"], "sheet.pdf").unwrap_or_default();
    assert!(sheet.contains("Thin % 73 73 73") && sheet.contains("Thick % 27 27 27"), "{sheet}");
    let blank = text(&["sheet", "lantern", "--blank", "-o", "blank.pdf"], "blank.pdf").unwrap_or_default();
    // Chances are not computed by hand.
    assert!(!blank.contains("Thin %") && blank.contains("CHARACTER SHEET"), "{blank}");
}

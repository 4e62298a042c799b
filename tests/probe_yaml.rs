use deckle::content::source::FileId;
use deckle::content::yaml;
#[test]
fn probe() {
    let cases: Vec<(&str, String)> = vec![
        ("tab", "a:\n\tb: 1\n".into()),
        ("tab2", "a:\n  b: 1\n\tc: 2\n".into()),
        ("tab list", "a:\n  - x: 1\n\t  y: 2\n".into()),
        ("unclosed dq", "a: \"hello\nb: 2\n".into()),
        ("unclosed sq", "a: 'hello\nb: 2\n".into()),
        ("unclosed flow", "a: [1, 2\nb: 2\n".into()),
        ("unclosed map", "a: {b: 1\nc: 2\n".into()),
        ("colon in plain", "a: Take: two\n".into()),
        ("bad indent", "a: 1\n  b: 2\n".into()),
        ("at", "a: @x\n".into()),
        ("backtick", "a: `x`\n".into()),
        ("percent", "a: %x\n".into()),
        ("star", "a: **bold**\n".into()),
        ("brace text", "a: {level} HP\n".into()),
        ("multi", "a: 1\n---\nb: 2\n".into()),
        ("multi end", "a: 1\n...\nb: 2\n".into()),
        ("empty", "".into()),
        ("comment", "# x\n".into()),
        ("bom", "\u{feff}a: 1\n".into()),
        ("anchor", "a: &x 1\nb: *x\nc: &t hello world\nd: *t\ne: *nope\n".into()),
        ("anchor2", "a: &x 1.5\nb: *x\nc: &t hello world\nd: *t\n".into()),
        ("merge", "a: &x {k: 1}\nb:\n  <<: *x\n  k: 2\n".into()),
        ("tag", "a: !!str 5\nb: !foo bar\nc: !!int \"5\"\n".into()),
        ("tag2", "a: !!str 5\nc: !!int \"5\"\n".into()),
        ("nums", "a: 0x1F\nb: 012\nc: 1_000\nd: 1e3\ne: +5\nf: -5\ng: 99999999999999999999\nh: 1.0\ni: .5\nj: 0o14\n".into()),
        ("inf", "a: .inf\n".into()),
        ("nan", "a: .nan\n".into()),
        ("huge", "a: 1e999\n".into()),
        ("null", "a: null\nb: ~\nc:\nd: Null\n".into()),
        ("bool", "a: True\nb: yes\nc: on\nd: TRUE\n".into()),
        ("bad escape", "a: \"x\\qy\"\n".into()),
        ("ctrl", "a: x\u{1}y\n".into()),
        ("nul", "a: x\0y\n".into()),
        ("complex key", "? [a, b]\n: 1\n".into()),
        ("int key", "1: x\n1.5: y\ntrue: z\nnull: w\n".into()),
        ("dup int", "a: 1\n11: x\n0xB: y\n".into()),
        ("nest", "[".repeat(100)),
        ("nest block", (0..100).map(|i| format!("{}a:\n", " ".repeat(i))).collect()),
        ("crlf", "a: 1\r\nb: |\r\n  one\r\n  two\r\n".into()),
        ("directive", "%YAML 1.1\n---\na: 1\n".into()),
        ("document", "---\na: 1\n".into()),
        ("binary", "a: !!binary aGVsbG8=\n".into()),
        ("date", "a: 2024-01-02\n".into()),
        ("interp", "a: ${HOME}\nb: $HOME\n".into()),
        ("long", format!("a: [{}]\n", vec!["*x"; 200].join(", "))),
    ];
    for (name, text) in cases {
        match yaml::parse(&text, FileId(0)) {
            Ok(node) => println!("{name}: OK {node:?}"),
            Err(e) => println!("{name}: {} at {}..{} help {:?}", e.message, e.at.start, e.at.end, e.help),
        }
    }
}

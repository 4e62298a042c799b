//! What findings are called, and the page of help that each of them has.

use std::fmt;

/// Declares the codes; the text in front of each is its page of help.
macro_rules! codes {
    ($($(#[doc = $help:literal])+ $name:ident = $code:literal,)+) => {
        /// The stable name of a kind of finding.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Code {
            $($(#[doc = $help])+ $name,)+
            /// The id of a rule in a game's own files: a rule under `legality`, or a requirement of abilities and keywords.
            Own(String),
        }

        impl Code {
            /// All codes that the program has itself.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// The code as it is printed, in kebab-case.
            pub fn as_str(&self) -> &str {
                match self {
                    $(Self::$name => $code,)+
                    Self::Own(id) => id,
                }
            }

            /// Whether it is of a rule that the game has for its people, and not of how a file is written.
            pub const fn is_rule(&self) -> bool {
                matches!(self, Self::Own(_) | Self::Prerequisite | Self::TraitTakenTwice)
            }

            /// Lines of the page of help; none for the rules of a game.
            const fn lines(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$name => &[$($help),+],)+
                    Self::Own(_) => &[],
                }
            }
        }
    };
}

codes! {
    /// What a ruling says under `affects` is not what it affects. `affects` lists the
    /// files of the game, by path and without the ending, in which a formula reads
    /// the ruling as `ruling.ID`, or a text names it in a link or a directive; who
    /// switches the ruling sees there what changes. The message names the files that
    /// are missing, or the one that does not read it.
    Affects = "affects",
    /// A PNG holds several pictures, one after another, as an animation. Paper shows
    /// the first of them alone. Save that one by itself.
    AnimatedPicture = "animated-picture",
    /// The `url` of a license, an author or a credit is not the address of a web
    /// page. It becomes a link, so write the whole address with `https://` or
    /// `http://`, as in `url: "https://example.org/ada"`.
    BadAddress = "bad-address",
    /// A color of `look.palette` is not written as `#` and six hexadecimal digits.
    /// Words such as `brown` and short forms such as `#a42` are not read; write
    /// `rust: "#a5482a"`. Without the quotes, YAML takes `#` for the start of a
    /// comment.
    BadColor = "bad-color",
    /// A font in the folder `fonts/` of a game cannot be used: it is damaged, cannot
    /// be put into a PDF, is packed for browsers, forbids that it is put into
    /// documents, or is of a typeface that Makeready has already. Take a TrueType or
    /// OpenType font (`.ttf`, `.otf`) of a typeface under an open license.
    BadFont = "bad-font",
    /// An icon in the folder `icons/` of a game cannot be used: it is no sound SVG, has
    /// more than one color, no view box, or the name of an icon or emblem that Makeready
    /// has. An icon is a flat shape in the color of the place where it stands: save it
    /// as plain SVG, without a ground behind it, as `icons/lantern.svg`.
    BadIcon = "bad-icon",
    /// An id or name cannot be used where it stands. An id has small letters,
    /// digits and hyphens (underscores in place of hyphens where formulas use it),
    /// starts with a letter and has at most 60 characters. Words of the formula
    /// language (`and`, `or`, `not`, `true`, `false`, `ruling`) and names with a
    /// fixed meaning at that place (such as `who` for an input of a procedure) are
    /// taken as well; choose another one.
    BadId = "bad-id",
    /// A picture that something shows cannot be used: it is damaged, or neither PNG
    /// nor JPEG nor SVG, or has too many pixels, or is an SVG that runs, loads or
    /// needs something: scripts, text, other pictures, filters, references out of the
    /// file. An SVG is drawn once as prints do: one that cannot be drawn, or would
    /// take much time or memory, is refused as well. What a picture is, its content
    /// says and not its name. Save it anew as the help says; in an SVG the second
    /// place is what is wrong.
    BadPicture = "bad-picture",
    /// The values of an input of an `odds` directive are not a range or list that
    /// can be shown. Write a rising range of whole numbers as `target=8..16`, or
    /// single values as `target=8,10,12`; there may be at most 60 values.
    BadRange = "bad-range",
    /// A link or another reference of the book leads nowhere, or the book has
    /// something that its pages cannot show, such as a picture in Markdown. Write
    /// links as `[[action:strike]]` or `[[action:strike|words]]`, link to chapters
    /// by file (`03-react.md`) and to web pages by whole address. A heading gets an
    /// id with `{#my-id}` behind it, and a rule inside a paragraph with
    /// `[[#AB-REACT-02]]`.
    BrokenLink = "broken-link",
    /// The file of a chapter has a name that is not a number, a hyphen and a slug.
    /// The number orders the chapters and the name becomes the address of the page.
    /// Use small letters, digits and hyphens, as in `rules/03-react.md`.
    ChapterName = "chapter-name",
    /// A picture has fewer than 200 dots to an inch where it is printed, so that it
    /// looks coarse on paper. Take one with as many pixels as the help says, or an
    /// SVG, which is sharp at any size.
    CoarsePicture = "coarse-picture",
    /// A text has a sign that nobody sees and that a terminal or a browser would
    /// obey, such as NUL, an escape code, or one that turns round the direction of
    /// what stands behind it. Delete it; it often comes from copying out of another
    /// program, or from `\0` and `\e` in a text in quotes.
    ControlCharacter = "control-character",
    /// A `#` stands behind a text that is not in quotes, with a letter or figure right
    /// behind it, as in `name: Hollow #2`. YAML takes it for a comment, so the name is
    /// `Hollow`. Put the whole text in quotes: `name: "Hollow #2"`. A comment has a
    /// space behind its `#`. In `site.yaml`, `campaign.yaml` and deck lists this is an
    /// error.
    CutOff = "cut-off",
    /// The formula of a value needs that value itself, directly or by way of other
    /// values. Nothing can be computed from such a circle, as with `formula: "b +
    /// 1"` for `a` and `formula: "a - 1"` for `b`. The message lists the names in
    /// order; take one of them out of its formula.
    Cycle = "cycle",
    /// A symbolic link in the content folder leads to a file or folder that does
    /// not exist. Remove the link, or restore what it led to.
    DeadLink = "dead-link",
    /// The line or the body of a directive in a chapter is not written as
    /// directives are. Write `key=value` without spaces around `=`, put a value of
    /// several words in quotes that close on the same line, and leave the body
    /// empty except in `note` and `example`.
    Directive = "directive",
    /// A card or page holds more than fits at its usual size, and `--strict` was
    /// given. Without it the text is set smaller, and what is still too long
    /// continues on a further card or page. Shorten the text, choose a larger card,
    /// or leave `--strict` out.
    DoesNotFit = "does-not-fit",
    /// An id is used twice where it has to be unique, or it hides another name that
    /// formulas use. References and formulas could mean either one. Give one of the
    /// two another id; the names of inputs, stats, choices and values are shared by
    /// the whole system, and so are the ids of all cards of one deck.
    DuplicateId = "duplicate-id",
    /// A key stands twice in one mapping or in one directive. Only one of the two
    /// could count, so delete the other.
    DuplicateKey = "duplicate-key",
    /// A band of a check has no `when` although other bands follow it. It takes
    /// every outcome that is left, so no later band can apply. Add a condition such
    /// as `when: "score < dc"`, or move the band to the end of `bands`.
    EarlyLastBand = "early-last-band",
    /// A text, name, list or mapping that has to hold something is empty. Write its
    /// content, such as at least one entry of the list; where the key is optional,
    /// leave it out instead.
    Empty = "empty",
    /// A YAML file holds nothing, or nothing but comments. Start it with
    /// `format_version: 1` and its content, or delete it.
    EmptyFile = "empty-file",
    /// A worked example expects something other than what the rules give. The
    /// message names both results, or the requirements that are broken; correct the
    /// example, or the formulas, checks or requirements it rests on.
    ExampleDiffers = "example-differs",
    /// A worked example rests on a value that is not known. Give the value under
    /// `set`, as in `set: { level: 1 }`, or name a `character` whose values the
    /// example uses.
    ExampleUnknown = "example-unknown",
    /// A YAML file or the front matter of a chapter does not say that it is written
    /// in format 1. Add `format_version: 1` at its start. A file with another
    /// number belongs to another release of Makeready.
    FormatVersion = "format-version",
    /// A formula cannot be read, or its parts do not go together. Causes are faults
    /// of syntax (an open bracket, a single `=`, an unclosed brace in a text),
    /// unknown functions or quoted words, wrong numbers of arguments, mixed types
    /// and exceeded limits. The message says which; in a text, write `{{` and `}}`
    /// for braces that are no formula.
    Formula = "formula",
    /// A chapter does not start with a complete block of front matter. Its first
    /// line has to be `---`, then follow `format_version: 1`, `title: ...` and
    /// `summary: ...`, and a second line `---` closes the block.
    FrontMatter = "front-matter",
    /// A worked example has only one of the keys `source_says` and `differs`. They
    /// belong together: what the source printed, and why the example differs from
    /// it. Add the other key, or remove both.
    HalfADifference = "half-a-difference",
    /// The `id` in system.yaml is not the name of the folder the system is in.
    /// Write the name of the folder as the `id`, or rename the folder.
    IdAndFolder = "id-and-folder",
    /// A directive in a chapter is inside a list or quotation, or indented too far.
    /// It would be printed as code there; move its opening line and its closing
    /// line to the left margin.
    IndentedDirective = "indented-directive",
    /// The formula of a step of a procedure uses a step that comes after it, or
    /// itself. Steps are computed in the order of the file; move the step it uses
    /// before it, or take the name out of the formula.
    LaterStep = "later-step",
    /// The formula of a value of a check uses a value that comes after it, or
    /// itself. The `values` of a check are computed in the order of the file; move
    /// the value it uses before it, or take the name out of the formula.
    LaterValue = "later-value",
    /// A worked example says `legal: true` and lists broken requirements under
    /// `breaks`. What is legal breaks nothing; write `legal: false`, or remove
    /// `breaks`.
    LegalAndBroken = "legal-and-broken",
    /// A symbolic link in the content folder leads to another folder inside it.
    /// Such links are not followed, since they could lead in a circle. Put the
    /// folder itself in its place, or remove the link.
    LinkedFolder = "linked-folder",
    /// A YAML list has more than 10,000 items. Divide it into several lists, in
    /// several files.
    ListTooLong = "list-too-long",
    /// A `+` or a minus stands right in front of a formula whose value may be below
    /// zero, so that two signs would be printed: `+−2`. Write `{+formula}`, which
    /// prints the figure with its sign: `+2`, `−2` and `+0`. Makeready warns unless the
    /// formula shows that it is never below zero, as `max(0, a)` or a count does. A
    /// hyphen in a word, a minus behind a figure and a sign between two formulas are
    /// no such signs.
    LooseSign = "loose-sign",
    /// A YAML mapping has more than 2,000 keys. No mapping needs that many; remove
    /// some of them.
    MappingTooLarge = "mapping-too-large",
    /// The palette of the system lacks a color that every palette has. These are
    /// `ink`, `paper`, `accent` and `ground`; add the missing one to
    /// `look.palette`, as in `ink: "#1f1c1a"`.
    MissingColor = "missing-color",
    /// A key that has to be there is missing. Add it with a value, as in `name:
    /// ...` in YAML or `id=...` in a directive. Where abilities have prices, every
    /// keyword also needs a `cost`, and the `card` in building.yaml a `price`.
    MissingKey = "missing-key",
    /// Something has no value for a name that needs one. A character needs every
    /// stat and choice and every input without a default, an ability its fields, a
    /// keyword its parameters, a procedure or check its inputs, an option the
    /// values of the other options, and a trait with options one of these. Add
    /// `name: ...` at the place that the help names, or give the input, field or
    /// parameter a `default`.
    MissingValue = "missing-value",
    /// An input has both `optional: true` and a `default`. With a default it always
    /// has a value, so it can never stay open. Remove one of the two.
    NeverOpen = "never-open",
    /// A character has `advances`, but the system does not say what an advance
    /// adds. Add `advance_value: ...` to system.yaml with the id of the derived
    /// value that each advance adds to its stat, or remove the advances.
    NoAdvances = "no-advances",
    /// Abilities or keywords are used, but no file says how abilities are built.
    /// Add `building.yaml` beside `system.yaml`, or remove what needs it, such as
    /// `abilities` in creation.yaml.
    NoBuilding = "no-building",
    /// A skill without a `family` has a key that only the card of a skill can show,
    /// such as `text` or `cost`. Without a family the skill has no card, so this
    /// is not printed. Add `family: ...`, or remove the key.
    NoCard = "no-card",
    /// A worked example asks about a check but names none. `rolled`, `against` and
    /// the questions `chance`, `mean`, `once`, `each`, `unstopped` and `total` are
    /// about a check; name it with `check: ...`.
    NoCheck = "no-check",
    /// The system has archetypes, but no file says how characters are made. Add
    /// `creation.yaml` beside `system.yaml`, or remove the archetypes.
    NoCreation = "no-creation",
    /// The last band of a check has a `when`. The last band takes all outcomes that
    /// are left, so that every outcome has a band. Remove its `when`, or add a band
    /// without one behind it.
    NoLastBand = "no-last-band",
    /// No legal NPC can be made from an archetype. The message says what is missing
    /// or which rule is broken; give the archetype more to choose from, or correct
    /// creation.yaml or the legality rules.
    NoLegalNpc = "no-legal-npc",
    /// A game brings a font without the license under which it may be used. Put the
    /// text of the license beside it, as it came with the font: every `.txt` file in
    /// `fonts/` is one. Pages carry it along with the font.
    NoFontLicense = "no-font-license",
    /// A text that is printed has a character that none of the typefaces has, such
    /// as an emoji or a letter of another script: paper would show an empty box.
    /// Put a font that has it into the folder `fonts/` of the game, with its license;
    /// or write it with letters of the Latin alphabet, or use an icon, as in
    /// `:moon:`. Chapters, the glossary, rulings and worked examples stand on pages
    /// only, and may have any character.
    NoGlyph = "no-glyph",
    /// A blank card or sheet has a box for a value, and beside it one short line that
    /// says how a player computes it. Short words can be made from many formulas, and
    /// from some they cannot; a line of the author may be too long as well. Say it in
    /// at most 64 characters in the words of the game, beside the `formula`, as in
    /// `how: "2d10, 1 more for each Level, best two; add Wits"`.
    NoInstruction = "no-instruction",
    /// A worked example about a procedure or a check has `legal` or `breaks`. Only
    /// characters and abilities are legal or illegal; remove the key and use
    /// `expect` for a step, a chance or one outcome.
    NoLegality = "no-legality",
    /// Something has a price in a system in which abilities cost nothing. Add
    /// `price`, `spent` and `budget` to building.yaml, or remove the `cost` or
    /// `price` of the keyword or the `price` of the card.
    NoPrices = "no-prices",
    /// A worked example has `given` but names nothing that it is given to. Add
    /// `procedure: ...` or `check: ...` with an id, or remove `given`.
    NoProcedure = "no-procedure",
    /// A worked example about a check does not say which dice were rolled, or says
    /// too much. Give `rolled` when a line asks for a `formula`, give both `rolled`
    /// and `against` when the check has a roll of the other side, and leave
    /// `against` out when it has none.
    NoRoll = "no-roll",
    /// Something is about several tries of a check that has none. `stop` needs
    /// `tries` in the check; so do the questions `once`, `each`, `unstopped` and
    /// `total` of an example, and `unstopped` needs `stop` as well. Add the missing
    /// key to the check, or ask for a `chance` or `mean`.
    NoTries = "no-tries",
    /// A value is missing where one is expected. Either nothing stands behind a key
    /// (a value that starts with `#` needs quotes, and `key:3` needs a space behind
    /// the colon), or an action or column of a `rolls` block matches no value.
    /// Write the value, or leave the key, action or column out.
    NoValue = "no-value",
    /// Something in the content folder is named like a YAML or Markdown file but is
    /// not a regular file. Pipes, devices and sockets are never read, since reading
    /// them might not end. Put a file in its place, or remove it.
    NotAFile = "not-a-file",
    /// A formula that is written correctly has no result with the values it is
    /// given. Common causes are division by zero, a fraction where a whole number
    /// is needed, a number outside a table or a limit, and a value that is not
    /// known. Guard the formula, as in `if(x == 0, 0, a / x)` or `floor(level /
    /// 2)`, or give the missing value.
    NotComputable = "not-computable",
    /// A reference card has `values`, `cost` or `tags`, which only actions and
    /// skills have. Nobody plays a reference card, so nothing is computed for it.
    /// Show figures in a text, table or fact as `{hp_max}`, make the card an
    /// action, or remove the key.
    NotOnReference = "not-on-reference",
    /// An entry under `traits` of a character is a mapping that does not hold
    /// exactly one trait. Write each trait as an item of its own: `- hardy`, or `-
    /// second-wind: body` with its option.
    NotOneTrait = "not-one-trait",
    /// Something is written that nobody will ever see: no page, card, sheet or
    /// handout shows it, and nothing is computed with it. Examples are the `items` of
    /// an NPC where no block of a handout shows things, the `summary` of a list, a
    /// list or a family of cards that nothing uses, the address of a link that no
    /// link uses. The help says what would show it. This is a warning; an anchor that
    /// nothing repeats is an error in deck lists, `site.yaml` and `campaign.yaml`.
    /// What is for you alone can stand in a comment of YAML, behind `# `.
    NotShown = "not-shown",
    /// The text or the name of a file, or the name of a folder, is not UTF-8. Save
    /// the file as UTF-8 in your editor, or rename it with letters, digits and
    /// hyphens; pictures and other binary files cannot be content files.
    NotUtf8 = "not-utf-8",
    /// A worked example neither expects a result nor says why it cannot be run. Add
    /// `expect: [ { formula: "hp_max", is: "12" } ]`, `legal` or `breaks`; or give
    /// the reason as `not_run: "..."`.
    NothingExpected = "nothing-expected",
    /// The chances that cards and sheets show are left off for one person, since they
    /// cannot be computed with its numbers. Everything else is printed, for it and
    /// for all others. Often a number is outside what an input of the check takes:
    /// the help has the bounds. Let the input take more, in `checks.yaml`, or correct
    /// the number of the person. Where both are right, the finding is a note.
    OddsLeftOff = "odds-left-off",
    /// A check has `keep` but no `times`. `keep` chooses among several rolls, and
    /// without `times` there is only one. Say how often it is rolled, as in `times:
    /// "2"`, or remove `keep`.
    OneRoll = "one-roll",
    /// A card says with `roll`, under `odds`, what is rolled, and its check rolls
    /// something else with the values of somebody: the chances would be those of
    /// another roll than the card prints, so they are left off. Give the check the
    /// same numbers under `with`. Where the roll of the card is a value of the check,
    /// such as dice and points together, name it with `as`.
    OtherRoll = "other-roll",
    /// The key `system` of a character names another system than the one the
    /// character is read for. Move the file to the folder of its own system,
    /// correct the id, or remove the key.
    OtherSystem = "other-system",
    /// A number is outside the limits that hold at its place, or a `min` is greater
    /// than its `max`. Write a number within the limits that the help names, or
    /// swap `min` and `max`.
    OutOfRange = "out-of-range",
    /// A symbolic link leads out of the content folder. Nothing outside that folder
    /// is read; copy what the link leads to into the folder.
    Outside = "outside",
    /// A color of `look.palette` is too near to that of the paper it is printed on
    /// for the texts set in it: they need a contrast of 4.5 to 1 (WCAG 2.2, 1.4.3).
    /// That holds for `ink` on `paper` and on `ground`, and for the colors of groups,
    /// resources and families, in which labels and titles stand on `paper`, or the
    /// other way round. Make the color darker, or the paper lighter. `accent` and
    /// `back` draw lines and emblems, which nobody has to read.
    PaleColor = "pale-color",
    /// A character takes a trait before its prerequisite (`requires`) is met.
    /// Traits are taken in the order of the character's file, so move the trait
    /// behind those it needs, or remove it.
    Prerequisite = "prerequisite",
    /// A document cannot be printed as it is. Causes are a character that no
    /// typeface of Makeready has, a word that is wider than the card or page, and a
    /// part that is too high and cannot be divided. The message names the document
    /// and the text; shorten, divide or replace it.
    Press = "press",
    /// What a keyword of one ability adds to a value is replaced by the same
    /// keyword, in this ability or another one. Of such additions only the last
    /// counts. Remove one of them, or put the stronger one last; `apart_by` of the
    /// keyword lists parameters or fields by which additions count side by side.
    Replaced = "replaced",
    /// A file, folder or id has a name that means something else to a computer. Windows
    /// keeps `con`, `prn`, `aux`, `nul`, `com0` to `com9` and `lpt0` to `lpt9` for
    /// devices, with any ending, and unpacks no file or folder of these names. `blank`
    /// stands in the names of the forms to write on, so no character and no NPC can
    /// have it as an id.
    ReservedName = "reserved-name",
    /// A card prints dice among its values and shows chances, and does not say whether
    /// the chances are those of these dice, or says it by the dice of another card.
    /// Write under `odds` what is rolled, as in `roll: strike.accuracy`. For every
    /// person it is compared with what the check rolls, so that nobody decides by the
    /// chances of another roll.
    RollOfCard = "roll-of-card",
    /// A ruling in campaign.yaml does not say which system it belongs to, and the
    /// folder holds several. Write it under the id of its system: `rulings: {
    /// my-system: { my_ruling: reading } }`.
    RulingOfNoSystem = "ruling-of-no-system",
    /// A worked example has `not_run` and also expects a result. An example that
    /// says what is expected is run; remove `not_run`, or remove `expect`, `legal`
    /// and `breaks`.
    RunAfterAll = "run-after-all",
    /// Chapters of one `part` do not follow one another: a chapter of another part
    /// stands between them, so that contents would have the part twice. Number them so
    /// that they do, or give one of them another `part`.
    SplitPart = "split-part",
    /// The list `numeric` of a table has more or fewer entries than the table has
    /// columns. Write `true` or `false` for each column, or leave `numeric` out.
    TableColumns = "table-columns",
    /// A row of a table has more or fewer cells than the table has columns. Add or
    /// remove cells; an empty cell is written `""`.
    TableRow = "table-row",
    /// Something is nested more deeply than is allowed. The limits are 16 folders
    /// inside one another, 32 lists, quotations or marks of Markdown inside one
    /// another, and 100 values in a row of which each needs the next. Move the
    /// folder up, simplify the text, or let formulas use stats and early values
    /// directly.
    TooDeep = "too-deep",
    /// A ruling has fewer than two readings to choose from. Write at least two
    /// under `options`, the default first, each as `{ id: ..., text: "..." }`.
    TooFewReadings = "too-few-readings",
    /// A file, a chapter, the content folder or all formulas of a game together are
    /// larger than is allowed. The limits are 4 MiB for a file, 1 MiB for a
    /// chapter, 64 MiB for the content folder and 1,000,000 characters for
    /// formulas. Split the file, chapter or folder; for formulas, let a value stand
    /// for what is repeated often.
    TooLarge = "too-large",
    /// A text has more characters than fit where it is shown. The message names the
    /// limit, which also holds for all texts of one card or ability together.
    /// Shorten the text, divide it, or move it to a chapter.
    TooLong = "too-long",
    /// A list has more entries than are allowed at its place. The message names the
    /// limit, such as 200 items of a character or 12 columns of a table; remove
    /// some entries or combine them.
    TooMany = "too-many",
    /// The content folder holds more files than are read. The limits are 20,000
    /// content files, and 100,000 files and folders of any kind. Remove what is not
    /// content, put several entries into one file where that is possible, or make
    /// several content folders.
    TooManyFiles = "too-many-files",
    /// An ability has more than 60 keywords. Make several abilities of it.
    TooManyKeywords = "too-many-keywords",
    /// A card has more than 200 rows, or the directives of all chapters show more
    /// than 1,000,000 rows together. Divide the card into several; show a long
    /// table once and link to it elsewhere.
    TooManyRows = "too-many-rows",
    /// A character has more than 200 traits. Remove some of them.
    TooManyTraits = "too-many-traits",
    /// The system has more than 25,000 computed values, those of actions and skills
    /// included. Remove some, or use a `table(...)` in a formula in place of many
    /// values.
    TooManyValues = "too-many-values",
    /// A character takes a trait again that can be taken only once. Remove one of
    /// the two, or allow it with `repeats: true`, or with a condition, in the list
    /// of traits.
    TraitTakenTwice = "trait-taken-twice",
    /// A block of a card has two of the keys `heading`, `text`, `table`, `track`,
    /// `facts` and `lines`. Each block has exactly one of them; begin a new item of
    /// the list for the second, as in `- lines: 3`.
    TwoBlocks = "two-blocks",
    /// An action or skill has both `cost` and `cost_set`. Only one of them can say
    /// what it costs; remove the other.
    TwoCosts = "two-costs",
    /// One picture is shown at several places that do not credit the same artist and
    /// license. Say the same at each, or nothing where `pictures` of system.yaml says
    /// it for the whole game.
    TwoCredits = "two-credits",
    /// Two inputs of a check have several values at once. Only one input varies
    /// from case to case, both under `usual` and in an `odds` directive; give the
    /// others one value each, or a `default`.
    TwoInputs = "two-inputs",
    /// A character holds two items for the same action. Formulas would use the
    /// first and never look at the second. Take the action out of `wields` of one
    /// of them.
    TwoItems = "two-items",
    /// One item of the list `keywords` of an ability names two keywords. Begin a
    /// new item for each, as in `- range-i: { squares: 3 }`.
    TwoKeywords = "two-keywords",
    /// A skill has both `choose` and `secondary`. With `choose` its ranks are
    /// bought for one kind each, so the skill has no ranks of its own that
    /// secondary skills could stand beside. Keep one of the two keys.
    TwoKindsOfRanks = "two-kinds-of-ranks",
    /// One line under `expect` asks two questions. Each line has one of `formula`,
    /// `chance`, `mean`, `once`, `each`, `unstopped` and `total`, and one `is`;
    /// make two lines.
    TwoQuestions = "two-questions",
    /// A character has two conditions of a group of which only one can hold at a
    /// time (`holds: one`). Remove one of the two.
    TwoStates = "two-states",
    /// A worked example names more than one of `ability`, `procedure` and `check`.
    /// An example is about one thing; make two examples.
    TwoSubjects = "two-subjects",
    /// A fence of a directive or of code in a chapter is never closed. All that
    /// follows would belong to it. Write the same fence, such as three backticks,
    /// on a line of its own where it ends.
    UnclosedFence = "unclosed-fence",
    /// A card has `cost_unit` but no `cost` that the unit could belong to. Add
    /// `cost: ...`, or remove the unit; a cost set has a `unit` of its own. It is
    /// the same with `cost_more` and no `cost_set` that it could be added to.
    UnitWithoutCost = "unit-without-cost",
    /// An ability is named that does not exist, or that the named character does
    /// not own. Use the id of a file in `abilities/`; `ally.through` takes the id
    /// of an ability of the character whose ally it is.
    UnknownAbility = "unknown-ability",
    /// An action is named that does not exist. Use the id of an entry in
    /// `actions/*.yaml`, both for `wields` of an item and in a `rolls` block of the
    /// sheet.
    UnknownAction = "unknown-action",
    /// The `back` of the look or of a deck list is none of the emblems that Makeready
    /// has, and no icon of the game's own. Use `compass`, `facets`, `lozenges`,
    /// `pips`, `signal` or `woodcut`, or the name of a file in the folder `icons/`.
    UnknownBack = "unknown-back",
    /// The `again` or `stop` of a check names a band that the check does not have.
    /// Use the id of one of its `bands`.
    UnknownBand = "unknown-band",
    /// A block of a card has none of the known keys. A block is one of `heading`,
    /// `text`, `table`, `track`, `facts` and `lines`, as in `- heading: Guards`.
    UnknownBlock = "unknown-block",
    /// A `card` directive or a deck list names a card that does not exist. Use the
    /// id of an action, of a reference, or of a skill with a `family`; a skill
    /// without a family has no card. A deck list may also name cards that only a
    /// character has, families, and several cards at once, as in `gear-*`.
    UnknownCard = "unknown-card",
    /// The `card_size` in campaign.yaml, or the `size` in a deck list, is not a known
    /// card size, or its sides are out of range. Use a name such as `poker` or
    /// `tarot`, or a size such as `63x88mm`.
    UnknownCardSize = "unknown-card-size",
    /// The `chapter` of a term in the glossary, or one of the `chapters` of a way
    /// through the book (`paths` in system.yaml), names a chapter that does not exist.
    /// Write the name of its file without the ending, as in `chapter: 03-react`.
    UnknownChapter = "unknown-chapter",
    /// A character is named that does not exist. Use the `id` of a file in
    /// `characters/` or `npcs/`, not the name that is printed.
    UnknownCharacter = "unknown-character",
    /// A check is named that does not exist. Use the id of an entry under `checks`
    /// in checks.yaml.
    UnknownCheck = "unknown-check",
    /// A choice is named that the system does not have. Use the id of an entry
    /// under `choices` in system.yaml, as in `choices: { tier: hero }`.
    UnknownChoice = "unknown-choice",
    /// A `color` names a color that the palette of the system does not have. Use a
    /// name under `look.palette` in system.yaml, or add the color there, as in
    /// `rust: "#a5482a"`.
    UnknownColor = "unknown-color",
    /// A character has a condition that does not exist. Use the id of an entry in
    /// conditions.yaml.
    UnknownCondition = "unknown-condition",
    /// A `cost_set` is named that the system does not have. Use the id of an entry
    /// under `cost_sets` in system.yaml.
    UnknownCostSet = "unknown-cost-set",
    /// The word behind a fence in a chapter looks like a directive but is none. The
    /// directives are `card`, `example`, `note`, `odds`, `procedure`, `ruling`,
    /// `table` and `bill`; for a block of code use no word or a language such as
    /// `text` or `yaml`.
    UnknownDirective = "unknown-directive",
    /// The `display_font` of the look is not one of the typefaces that Makeready has.
    /// Fonts of your computer are not used, so that prints look the same
    /// everywhere; use one that the help lists, such as `Cinzel`.
    UnknownDisplayFace = "unknown-display-face",
    /// A family of cards is named that the system does not have. Use the id of an
    /// entry under `families` in system.yaml, both for `family` and in a table
    /// directive such as `of=actions:offense`.
    UnknownFamily = "unknown-family",
    /// A field of abilities is named that does not exist, or that has no options
    /// where options are asked for. Use the id of an entry under `fields` in
    /// building.yaml; a table such as `abilities:type=active` needs a field with
    /// options.
    UnknownField = "unknown-field",
    /// A file has a place or name at which nothing is read. It belongs to no
    /// system, or no file of a system is called like this. YAML files end in
    /// `.yaml`, chapters are called like `rules/03-react.md`, and `README.md` may
    /// stand anywhere. Of a file with another ending it is a warning, where it was
    /// surely meant to be read: `skills.yaml.txt`, a chapter called `.markdown`, a
    /// picture outside of `art/`. A file or folder that is for you alone may have a
    /// name that begins with a dot.
    UnknownFile = "unknown-file",
    /// A group is named that does not exist. The `group` of a stat is an entry
    /// under `groups` in system.yaml; the `group` of a condition is an entry under
    /// `groups` in conditions.yaml.
    UnknownGroup = "unknown-group",
    /// An icon is named that neither Makeready nor the game has, under `icon` or as
    /// `:icon-id:` in a text; or under `icon_credits` in system.yaml one that the
    /// game does not bring. Correct the name, use another icon, or put your own
    /// into the folder `icons/` of the game, as `icons/icon-id.svg`.
    UnknownIcon = "unknown-icon",
    /// An input is named that does not exist at its place. Characters,
    /// creation.yaml and archetypes use the `inputs` of system.yaml; examples,
    /// directives and cards use the `inputs` of the procedure or check that they
    /// name. `handouts.hidden` takes inputs and choices of the system.
    UnknownInput = "unknown-input",
    /// An item has a field under `effect` that the system does not have. Use the id
    /// of an entry under `items.fields` in system.yaml, as in `effect: { range: "6"
    /// }`.
    UnknownItemField = "unknown-item-field",
    /// A key is not known at its place, in YAML or in a directive. It would have no
    /// effect, so it is refused; correct its spelling, move it where it belongs, or
    /// remove it.
    UnknownKey = "unknown-key",
    /// An ability has a keyword that does not exist. Use the id of an entry in
    /// `keywords/*.yaml`.
    UnknownKeyword = "unknown-keyword",
    /// A table directive names a family of keywords that does not exist. Use the id
    /// under `family` of a file in `keywords/`, as in `of=keywords:range`.
    UnknownKeywordFamily = "unknown-keyword-family",
    /// `lang` names no language, or one that Makeready has no words of for the interface.
    /// Write a tag such as `en`, `de` or `de-AT`; for texts of another language say
    /// which language the interface is in: `lang: { texts: fr, interface: en }`.
    UnknownLanguage = "unknown-language",
    /// An `identity` block of a sheet or handout names a line that does not exist.
    /// Lines are `name`, `backgrounds`, `languages`, and the ids of inputs and
    /// choices of the system.
    UnknownLine = "unknown-line",
    /// A list is named that the system does not have. Use the id of an entry under
    /// `lists` in system.yaml.
    UnknownList = "unknown-list",
    /// A word is used that is not an entry of the lists allowed at its place.
    /// Backgrounds cover entries of the lists under `backgrounds.covers`, ranks are
    /// bought for entries of the lists under `choose` of the skill, and tags are
    /// list entries, actions or skills.
    UnknownListEntry = "unknown-list-entry",
    /// A table directive names a list of traits that does not exist. Use the id
    /// under `list` of a file in `traits/`, as in `of=traits:warrior`.
    UnknownListOfTraits = "unknown-list-of-traits",
    /// A formula uses a name that does not exist at its place. Check the spelling
    /// and where the name is known: for example, `rolled` exists only in values and
    /// bands of a check, and the parameters of a keyword only in its own formulas.
    /// A word stands in single quotes, as in `tier == 'hero'`.
    UnknownName = "unknown-name",
    /// A note of a character, NPC or archetype is not printed, since no block shows
    /// it; this is a warning. Or a block names a note that nobody has. Give both the
    /// same id, or add a block such as `{ block: notes, span: 12, notes: loot }` to
    /// the sheet, or for NPCs to `handouts.full`, in system.yaml. A note that is for
    /// you alone may stay.
    UnknownNote = "unknown-note",
    /// An option is named that does not exist. Use the id of one of the `options`
    /// of the choice, field, input, parameter or trait, or for a field with `lists`
    /// the id of an entry of these; a trait without options is written alone, as in
    /// `- hardy`.
    UnknownOption = "unknown-option",
    /// The `ornament` of the look is none of the emblems that Makeready has, and no icon
    /// of the game's own. Use `compass`, `facets`, `lozenges`, `pips`, `signal` or
    /// `woodcut`, the name of a file in the folder `icons/`, or leave the key out.
    UnknownOrnament = "unknown-ornament",
    /// The `paper` in campaign.yaml or in a deck list is not a known paper, or its
    /// sides are out of range, or no card of the `card_size` fits on it. Use a name
    /// such as `a4` or `letter`, or a size such as `210x297mm`.
    UnknownPaper = "unknown-paper",
    /// A parameter is named that the keyword does not have. Use the id of an entry
    /// under `parameters` of the keyword; `to_chosen` takes a parameter with `of:
    /// stats`, and `apart_by` takes parameters of the keyword and fields of
    /// abilities.
    UnknownParameter = "unknown-parameter",
    /// An `art` names a picture that the game does not have. Pictures stand in the
    /// folder `art/` of their game and are named by their path from the game's folder,
    /// as in `art: art/strike.svg`; no other place is looked into.
    UnknownPicture = "unknown-picture",
    /// A procedure is named that does not exist. Use the id of an entry under
    /// `procedures` in procedures.yaml.
    UnknownProcedure = "unknown-procedure",
    /// A reading is named that the ruling does not have. Use the id of one of its
    /// `options` in rulings.yaml.
    UnknownReading = "unknown-reading",
    /// A worked example lists something under `breaks` that is not a requirement of
    /// its subject. For a character these are the ids under `legality` in
    /// system.yaml, for an ability those under `requires` in building.yaml and in
    /// the keywords.
    UnknownRequirement = "unknown-requirement",
    /// A `resources` block names a resource that the system does not have. Use the
    /// id of an entry under `resources` in system.yaml.
    UnknownResource = "unknown-resource",
    /// A ruling is named that does not exist. Use the id of an entry in
    /// rulings.yaml, in campaign.yaml, in examples and in `ruling` directives.
    UnknownRuling = "unknown-ruling",
    /// Ranks are given in a secondary skill that the skill does not have under it.
    /// Use an entry of the lists that the skill names under `secondary`, as in
    /// `fencing: { rank: 2, secondary: { swords: 1 } }`.
    UnknownSecondarySkill = "unknown-secondary-skill",
    /// A skill is named that does not exist. Use the id of an entry under `skills`
    /// in skills.yaml.
    UnknownSkill = "unknown-skill",
    /// A skill belongs to a group that does not exist. Use the id of an entry under
    /// `skill_groups` in skills.yaml.
    UnknownSkillGroup = "unknown-skill-group",
    /// A stat is named that the system does not have. Use the id of an entry under
    /// `stats` in system.yaml; derived values are not stats.
    UnknownStat = "unknown-stat",
    /// The `results` of a procedure name a step that it does not have. Use the id
    /// of one of its `steps`.
    UnknownStep = "unknown-step",
    /// The rulings in campaign.yaml, or a deck list, name a system that does not
    /// exist. Use the name of a folder with a system.yaml, as in `rulings: {
    /// my-game: { my_ruling: ... } }`, or as in `system: my-game`.
    UnknownSystem = "unknown-system",
    /// The `of` of a table directive names no table that can be shown, or the part
    /// behind the colon does not fit it. Write a kind such as `stats`,
    /// `choice:tier` or `derived:hp_max,pace`; only `derived:` takes several ids.
    /// Tables of abilities and fields need a building.yaml.
    UnknownTable = "unknown-table",
    /// A trait is named that does not exist. Use the id of an entry under `traits`
    /// of a file in `traits/`.
    UnknownTrait = "unknown-trait",
    /// A value is named that does not exist at its place. Modifiers, blocks of
    /// sheets, tables and examples use stats or values of the system; `max` of a
    /// resource uses a derived value; `spent`, `budget` and `costs` in
    /// building.yaml and `result` of a check use a value of the same file or check.
    UnknownValue = "unknown-value",
    /// A word is not one of the fixed words that are allowed at its place. The help
    /// suggests the nearest one or lists them all, such as `critical`, `success`,
    /// `failure` and `special` for `on`.
    UnknownWord = "unknown-word",
    /// An icon in the folder `icons/` of a game stands nowhere. Name it as any
    /// other, as in `icon: lantern` of a card, `:lantern:` in a text or
    /// `back: lantern` of the look, or take it out.
    UnusedIcon = "unused-icon",
    /// A picture in the folder `art/` of a game is shown by nothing. Name it where it
    /// belongs, as in `art: art/strike.svg`, or take it out.
    UnusedPicture = "unused-picture",
    /// No formula and no text of the game reads this ruling, so that it decides
    /// nothing. Read it where it should decide, as `if(ruling.ID == 'reading', 1, 2)`
    /// in a formula or a text, or take the ruling out.
    UnreadRuling = "unread-ruling",
    /// A `rule` or one of the `rules` of an entry stands in no chapter, so that whoever
    /// looks for it finds nothing, although other rules of the game do. Put the id
    /// behind the heading that explains it, as in `## Light {#LR-03}`, or in front of
    /// the sentence, as in `[[#LR-03]]`, or correct it. The rule of a ruling is
    /// explained by the ruling itself. A game whose chapters name no rules is not
    /// asked for any.
    UnexplainedRule = "unexplained-rule",
    /// A text has marks that are not read at its place, so that they would be printed
    /// as they were typed: `**strong**`, `*emphasis*`, `:icon:` or `{formula}` in a
    /// plain text such as a name, title, label or summary, a link such as
    /// `[[action:strike]]` outside Markdown, a list where lists are not allowed, or
    /// what no text reads: tags and comments of HTML, `~~words~~`, boxes such as `-
    /// [x]`, and outside Markdown headings, tables, footnotes, code and underscores.
    /// Or bold or italic words are never closed, or Markdown takes the asterisks of
    /// `2*3*4` for italics. Write the words alone. A lone asterisk, as for a footnote,
    /// stays as it is; a backslash in front of a sign, as in `\*`, makes any sign
    /// stand for itself where marks are read.
    UnreadMarkup = "unread-markup",
    /// The `array` of stats in creation.yaml has more or fewer numbers than the
    /// system has stats. Write one number for each stat, as in `stats: { array: [5,
    /// 4, 3] }` for three stats.
    WrongCount = "wrong-count",
    /// A value has another type than its place asks for. In YAML these are texts,
    /// numbers, lists, mappings and `true` or `false`: write `3` for a number,
    /// `"3"` for a text, `[a, b]` for a list. In formulas they are numbers, dice,
    /// truths such as `a < b` and words such as `'light'`, which do not stand in
    /// for one another.
    WrongType = "wrong-type",
    /// A file cannot be read as YAML. Common causes are tabs in the indentation,
    /// quotes or brackets that are not closed, and texts that need quotes because
    /// they hold `: ` or start with a sign such as `*`, `!` or `@`. The message
    /// points at the place; also look at the lines before it.
    Yaml = "yaml",
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Code {
    /// The page of help, as one paragraph of Markdown; empty for the rules of a game, which say themselves what they want.
    pub fn help(&self) -> String {
        self.lines().join("").trim().to_owned()
    }

    /// The same in lines that fit a terminal, as it stands in the source.
    pub fn help_in_lines(&self) -> String {
        self.lines().iter().map(|line| line.trim()).collect::<Vec<_>>().join("\n")
    }

    /// The code of this name that the program has itself.
    pub fn named(name: &str) -> Option<&'static Self> {
        Self::ALL.iter().find(|code| code.as_str() == name)
    }
}

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
    /// The list `affects` of a ruling is wrong. It must list every file that uses the
    /// ruling, and no other. Files of single characters, NPCs, abilities and archetypes
    /// need not be listed. A file uses a ruling in a formula (`ruling.ID`), a link or
    /// a directive. The list shows a reader which files a ruling changes. Write the
    /// paths in the game's folder, without the ending. The message names the files to
    /// add, or the file to remove.
    Affects = "affects",
    /// A PNG holds several pictures, one after another, as an animation. Prints show
    /// only the first one. Save that picture alone.
    AnimatedPicture = "animated-picture",
    /// The `url` of a license, an author or a credit is not the address of a web page.
    /// Pages show it as a link. Write the whole address with `https://` or `http://`,
    /// as in `url: "https://example.org/ada"`.
    BadAddress = "bad-address",
    /// A color of `look.palette` is not written as `#` and six hexadecimal digits.
    /// Words such as `brown` and short forms such as `#a42` are not allowed. Write
    /// `rust: "#a5482a"`. Without the quotes, YAML reads `#` as the start of a comment.
    BadColor = "bad-color",
    /// A font in the folder `fonts/` of a game cannot be used. It is damaged, is a web
    /// font (WOFF), or cannot be embedded in a PDF. Or it does not allow embedding, or
    /// Makeready already has this typeface. Use a TrueType or OpenType font (`.ttf`,
    /// `.otf`) under an open license.
    BadFont = "bad-font",
    /// An icon in the folder `icons/` of a game cannot be used. It is not a valid SVG,
    /// has more than one color, or has no `viewBox`. Or Makeready has an icon or emblem
    /// of the same name. An icon is a flat shape; Makeready prints it in the color of
    /// its place. Save it as plain SVG, without a background, as `icons/lantern.svg`.
    BadIcon = "bad-icon",
    /// An id or name is not allowed at its place. An id has lowercase letters, digits
    /// and hyphens. Where formulas use it, it has underscores in place of hyphens. It
    /// starts with a letter and has at most 60 characters. The words `and`, `or`,
    /// `not`, `true`, `false` and `ruling` are reserved for formulas. Some places
    /// reserve more names, such as `who` for an input of a procedure. Choose another
    /// name.
    BadId = "bad-id",
    /// A picture cannot be used. It is damaged, has too many pixels, or is not a PNG, a
    /// JPEG or an SVG. Or it is an SVG with scripts, text, other pictures, filters or
    /// references to other files. An SVG must also be quick to draw, in little memory.
    /// The content of a file decides its kind, not its name. Save the picture again as
    /// the help says. For an SVG, the finding also shows the line in the SVG that is
    /// wrong.
    BadPicture = "bad-picture",
    /// An `odds` directive gives an input values that are not a valid range or list.
    /// Write a rising range of whole numbers as `target=8..16`, or single values as
    /// `target=8,10,12`. There may be at most 60 values.
    BadRange = "bad-range",
    /// A link of the book leads nowhere, or a chapter contains something that pages
    /// cannot show, such as a picture in Markdown. Write links as `[[action:strike]]`
    /// or `[[action:strike|words]]`. Link to a chapter by its file (`03-react.md`), and
    /// to a web page by its whole address. To give a heading an id, write `{#my-id}`
    /// after it. To mark a rule inside a paragraph, write `[[#AB-REACT-02]]` before it.
    BrokenLink = "broken-link",
    /// The file name of a chapter must be a number, a hyphen and a short name. The
    /// number orders the chapters. The name becomes the address of the page. Use
    /// lowercase letters, digits and hyphens, as in `rules/03-react.md`.
    ChapterName = "chapter-name",
    /// A picture has fewer than 200 dots per inch in print, so it looks coarse on
    /// paper. Use one with as many pixels as the help says. Or use an SVG, which is
    /// sharp at any size.
    CoarsePicture = "coarse-picture",
    /// A text contains an invisible control character, such as NUL, an escape code, or
    /// one that reverses the direction of the text after it. A terminal or browser
    /// would obey it. Delete it. Such characters often come from another program, or
    /// from `\0` and `\e` in a text in quotes.
    ControlCharacter = "control-character",
    /// A text without quotes contains ` #` followed by a letter or digit, as in `name:
    /// Hollow #2`. YAML reads this as a comment, so the name is `Hollow`. Put the whole
    /// text in quotes: `name: "Hollow #2"`. If you mean a comment, write a space after
    /// `#`. The finding is an error in `site.yaml`, `campaign.yaml` and deck lists, and
    /// a warning elsewhere.
    CutOff = "cut-off",
    /// The formula of a value needs that value itself, directly or through other
    /// values. An example is `formula: "b + 1"` for `a` and `formula: "a - 1"` for `b`.
    /// The message lists the names in order. Remove one of them from its formula.
    Cycle = "cycle",
    /// A symbolic link in the content folder is broken: its target does not exist.
    /// Remove the link, or restore its target.
    DeadLink = "dead-link",
    /// A directive in a chapter has a syntax error. A directive is a fenced block that
    /// starts with a word such as `note` or `odds`. Write `key=value` without spaces
    /// around `=`. Put a value of several words in quotes that close on the same line.
    /// Only `note` and `example` have text inside the block.
    Directive = "directive",
    /// A card or page has more text than fits at its usual size, and you used
    /// `--strict`. Without `--strict`, Makeready shrinks the text. Text that is still
    /// too long continues on another card or page. Shorten the text, choose a larger
    /// card, or omit `--strict`.
    DoesNotFit = "does-not-fit",
    /// Two things have the same id where it must be unique, or an id hides another name
    /// that formulas use. A reference or formula could then mean either one. Change one
    /// of the two ids. Names of inputs, stats, choices and values must be unique in the
    /// whole game. So must the ids of all cards of one deck.
    DuplicateId = "duplicate-id",
    /// A mapping or a directive has the same key twice. Only one of the two could
    /// count. Delete the other.
    DuplicateKey = "duplicate-key",
    /// A band of a check has no `when` although other bands follow it. It covers all
    /// remaining outcomes, so no later band can apply. Add a condition such as
    /// `when: "score < dc"`, or move the band to the end of `bands`.
    EarlyLastBand = "early-last-band",
    /// A text, name, list or mapping that needs content is empty. Write its content,
    /// such as at least one entry of the list. If the key is optional, remove it.
    Empty = "empty",
    /// A YAML file is empty or has only comments. Start it with `format_version: 1` and
    /// its content, or delete it.
    EmptyFile = "empty-file",
    /// A worked example expects another result than the rules give. The message names
    /// both results, or the requirements that are broken. Correct the example, or the
    /// formulas, checks or requirements that it uses.
    ExampleDiffers = "example-differs",
    /// A worked example needs a value that is unknown. Give the value under `set`, as
    /// in `set: { level: 1 }`. Or name a `character` whose values the example uses.
    ExampleUnknown = "example-unknown",
    /// A YAML file or the front matter of a chapter has no `format_version: 1`. Add it
    /// at the start. If the file has another number, use the release of Makeready that
    /// it was written for. Do not change only the number.
    FormatVersion = "format-version",
    /// A formula cannot be read, or its parts do not go together. It has a syntax error
    /// (an open bracket, a single `=`, an unclosed brace in a text) or an unknown
    /// function. Or it has an unknown quoted word, a wrong number of arguments, mixed
    /// types, or exceeds a limit. The message names the cause. In a text, write `{{`
    /// and `}}` for braces that do not enclose a formula.
    Formula = "formula",
    /// A chapter does not start with complete front matter. Its first line must be
    /// `---`. The lines `format_version: 1`, `title: ...` and `summary: ...` come next.
    /// A second line `---` closes the block.
    FrontMatter = "front-matter",
    /// A worked example has only one of the keys `source_says` and `differs`.
    /// `source_says` is the result that the source printed; `differs` says why the
    /// example differs from it. Add the other key, or remove both.
    HalfADifference = "half-a-difference",
    /// The `id` in system.yaml is not the name of the game's folder. Write the name of
    /// the folder as the `id`, or rename the folder.
    IdAndFolder = "id-and-folder",
    /// A directive in a chapter is inside a list or quotation, or indented too far. It
    /// would be printed as code. Move its opening and closing lines to the left margin.
    IndentedDirective = "indented-directive",
    /// The formula of a step of a procedure uses a later step, or the step itself.
    /// Steps are computed in the order of the file. Move the used step above this one,
    /// or remove its name from the formula.
    LaterStep = "later-step",
    /// The formula of a value of a check uses a later value, or the value itself. The
    /// `values` of a check are computed in the order of the file. Move the used value
    /// above this one, or remove its name from the formula.
    LaterValue = "later-value",
    /// A worked example says `legal: true` and lists broken requirements under
    /// `breaks`. A legal character or ability breaks no requirement. Write
    /// `legal: false`, or remove `breaks`.
    LegalAndBroken = "legal-and-broken",
    /// A symbolic link in the content folder leads to another folder inside it.
    /// Makeready does not follow such links, because they could lead in a circle. Put
    /// the folder itself in its place, or remove the link.
    LinkedFolder = "linked-folder",
    /// A YAML list has more than 10,000 items. Divide it into several lists, in several
    /// files.
    ListTooLong = "list-too-long",
    /// A plus or minus sign comes right before a formula whose value may be below zero.
    /// Two signs would then be printed: `+−2`. Write `{+formula}`, which prints the
    /// number with its sign: `+2`, `−2` and `+0`. Makeready does not warn if the
    /// formula shows that it is never negative, as in `max(0, a)`. It also does not
    /// warn about a hyphen in a word, a minus after a number, or a sign between two
    /// formulas.
    LooseSign = "loose-sign",
    /// A YAML mapping has more than 2,000 keys. No mapping needs that many. Remove some
    /// of them.
    MappingTooLarge = "mapping-too-large",
    /// The palette of the game lacks a color that every palette needs: `ink`, `paper`,
    /// `accent` or `ground`. Add it to `look.palette`, as in `ink: "#1f1c1a"`.
    MissingColor = "missing-color",
    /// A required key is missing. Add it with a value, as in `name: ...` in YAML or
    /// `id=...` in a directive. If abilities have prices, every keyword also needs a
    /// `cost`, and the `card` in building.yaml a `price`.
    MissingKey = "missing-key",
    /// A required value is missing. A character needs every stat and choice, and every
    /// input without a default. An ability needs its `fields`, a keyword its
    /// `parameters`, and a procedure or check its `inputs`. An option of a choice needs
    /// the values that the other options have. A trait with options needs one of them.
    /// Add `name: ...` where the help says, or give the input, field or parameter a
    /// `default`.
    MissingValue = "missing-value",
    /// An input has both `optional: true` and a `default`. With a default it always has
    /// a value, so it is never empty. Remove one of the two.
    NeverOpen = "never-open",
    /// A character has `advances`, but the game does not say what an advance adds. An
    /// advance is a step by which a player raises a stat. Add `advance_value: ...` to
    /// system.yaml, with the id of the derived value that each advance adds. Or remove
    /// the advances.
    NoAdvances = "no-advances",
    /// The game uses abilities or keywords, but no file says how abilities are built.
    /// Add `building.yaml` next to `system.yaml`. Or remove the entries that need it,
    /// such as `abilities` in creation.yaml.
    NoBuilding = "no-building",
    /// A skill without a `family` has a key that only its card can show, such as `text`
    /// or `cost`. Without a family the skill has no card, so this key is not printed.
    /// Add `family: ...`, or remove the key.
    NoCard = "no-card",
    /// A worked example asks about a check but names none. `rolled` and `against` need
    /// a check. So do the questions `chance`, `mean`, `once`, `each`, `unstopped` and
    /// `total`. Add `check: ...`.
    NoCheck = "no-check",
    /// The game has archetypes, but no file says how characters are made. Add
    /// `creation.yaml` next to `system.yaml`, or remove the archetypes.
    NoCreation = "no-creation",
    /// The last band of a check has a `when`. It must cover all remaining outcomes, so
    /// that every outcome has a band. Remove its `when`, or add a last band without
    /// `when`.
    NoLastBand = "no-last-band",
    /// Makeready cannot make a legal NPC from an archetype. The message says what is
    /// missing or which rule is broken. Give the archetype more to choose from, or
    /// correct creation.yaml or the legality rules.
    NoLegalNpc = "no-legal-npc",
    /// A game has a font without its license. Put the text of the license next to the
    /// font. Makeready takes every `.txt` file in `fonts/` as a license, and publishes
    /// it with the font.
    NoFontLicense = "no-font-license",
    /// A printed text contains a character that no typeface has, such as an emoji or a
    /// letter of another script. Paper would show an empty box. Put a font with this
    /// character and its license into the folder `fonts/` of the game. Or use letters
    /// of the Latin alphabet, or an icon such as `:moon:`. On the website, chapters,
    /// the glossary, rulings and worked examples may contain any character. In the
    /// printed rulebook, the character needs a font.
    NoGlyph = "no-glyph",
    /// Makeready cannot write the short line that tells a player how to compute this
    /// value, or the author's `how` is too long. A blank card or sheet prints this line
    /// beside the box for the value. Write it next to the `formula`, in the words of
    /// the game, with at most 64 characters on a sheet and 40 letters on a card. An
    /// example is `how: "2d10, 1 more per Level, best 2; + Wits"`.
    NoInstruction = "no-instruction",
    /// A worked example about a procedure or a check has `legal` or `breaks`. Only
    /// characters and abilities can be legal or illegal. Remove the key, and use
    /// `expect` for a step, a chance or one outcome.
    NoLegality = "no-legality",
    /// An entry has a price in a game where abilities have no prices. Add `price`,
    /// `spent` and `budget` to building.yaml. Or remove the `cost` or `price` of the
    /// keyword, or the `price` of the card.
    NoPrices = "no-prices",
    /// A worked example has `given`, but no `procedure` or `check`. Add
    /// `procedure: ...` or `check: ...` with an id, or remove `given`.
    NoProcedure = "no-procedure",
    /// The rolls in a worked example do not match its check. Give `rolled` if a line
    /// under `expect` has a `formula`. If the check has a roll of the other side, give
    /// `against` together with `rolled`. If it has none, remove `against`.
    NoRoll = "no-roll",
    /// A key needs a check with several tries, but the check has only one. `stop` needs
    /// `tries` in the check. So do the questions `once`, `each`, `unstopped` and
    /// `total` of an example. `unstopped` also needs `stop`. Add the missing key to the
    /// check, or ask for a `chance` or `mean`.
    NoTries = "no-tries",
    /// Nothing follows the colon of a key. Write the value, or remove the key. A value
    /// that starts with `#` needs quotes, and `key:3` needs a space after the colon. Or
    /// a `rolls` block lists an action or a column for which the game has no value.
    /// Define the value, or remove the action or column.
    NoValue = "no-value",
    /// Something in the content folder has the name of a YAML or Markdown file but is
    /// not a regular file. Makeready never reads pipes, devices and sockets, because
    /// reading them might not end. Put a file in its place, or remove it.
    NotAFile = "not-a-file",
    /// A correctly written formula has no result with these values. Common causes are
    /// division by zero, a fraction instead of a whole number, a number outside a table
    /// or limit, and an unknown value. Guard the formula, as in `if(x == 0, 0, a / x)`
    /// or `floor(level / 2)`, or give the missing value.
    NotComputable = "not-computable",
    /// A reference card has `values`, `cost` or `tags`. Only actions and skills can
    /// have them, because nobody plays a reference card. Show numbers in a text, table
    /// or fact as `{hp_max}`. Or make the card an action, or remove the key.
    NotOnReference = "not-on-reference",
    /// An entry under `traits` of a character is a mapping with more or fewer than one
    /// trait. Write each trait on its own line: `- hardy`, or `- second-wind: body`
    /// with its option.
    NotOneTrait = "not-one-trait",
    /// Nothing shows a text or entry: no page, card, sheet, handout or formula uses it.
    /// Examples are the `items` of an NPC if no block of a handout shows items, and the
    /// `summary` of a list. Other examples are an unused list, an unused family of
    /// cards, or the address of an unused link. The `help` line of the message says how
    /// to show it. This is a warning. In deck lists, `site.yaml` and `campaign.yaml`,
    /// an unused anchor is an error. For private notes, use YAML comments, which start
    /// with `# `.
    NotShown = "not-shown",
    /// The text of a file, or the name of a file or folder, is not UTF-8. Save the file
    /// as UTF-8 in your editor, or rename it with letters, digits and hyphens. Pictures
    /// and other binary files cannot be content files.
    NotUtf8 = "not-utf-8",
    /// A worked example neither expects a result nor says why it cannot be run. Add
    /// `expect: [ { formula: "hp_max", is: "12" } ]`, `legal` or `breaks`. Or give the
    /// reason as `not_run: "..."`.
    NothingExpected = "nothing-expected",
    /// Some chances on the cards and sheet of one character or NPC are omitted, because
    /// Makeready cannot compute them. Everything else is printed. Often a number is
    /// outside the range of an input of the check; the help shows the limits. Widen the
    /// range in `checks.yaml`, or correct the number of the character. If both are
    /// right, ignore this warning.
    OddsLeftOff = "odds-left-off",
    /// A check has `keep` but no `times`. `keep` chooses one of several rolls, and
    /// without `times` there is only one roll. Write the number of rolls, as in
    /// `times: "2"`, or remove `keep`.
    OneRoll = "one-roll",
    /// A card names its roll with `roll` under `odds`, but with a character's values
    /// its check rolls something else. The chances would not belong to the printed
    /// roll, so they are omitted. Give the check the same numbers under `with`. If the
    /// roll of the card is a value of the check, such as dice and points together, name
    /// it with `as`.
    OtherRoll = "other-roll",
    /// The key `system` of a character names another game than the game of its folder.
    /// Move the file to the folder of its own game, correct the id, or remove the key.
    OtherSystem = "other-system",
    /// A number is outside its limits, or a `min` is greater than its `max`. Write a
    /// number within the limits that the help names, or swap `min` and `max`.
    OutOfRange = "out-of-range",
    /// A symbolic link leads out of the content folder. Makeready reads no files
    /// outside that folder. Copy the target of the link into the folder.
    Outside = "outside",
    /// A color of `look.palette` is too close to the color of its paper. Text needs a
    /// contrast of 4.5 to 1 (WCAG 2.2, 1.4.3). This applies to `ink` on `paper` and on
    /// `ground`. It also applies to the colors of groups, resources and families, in
    /// which labels and titles are printed. Make the color darker, or the paper
    /// lighter. `accent` and `back` only draw lines and emblems, so they may be pale.
    PaleColor = "pale-color",
    /// A character takes a trait before its prerequisite (`requires`) is met. Traits
    /// count in the order of the character's file. Move the trait below the ones that
    /// it needs, or remove it.
    Prerequisite = "prerequisite",
    /// A document cannot be printed as it is. No typeface has one of its characters, or
    /// a word is wider than the card or page. Or a part is too high and cannot be
    /// divided. The message names the document and the text. Shorten, divide or replace
    /// the text.
    Press = "press",
    /// A bonus of a keyword has no effect, because the same keyword adds the same bonus
    /// later, in this ability or in another one. Only the last such bonus counts.
    /// Remove one of them, or put the stronger one last. A keyword can list parameters
    /// or fields under `apart_by`. Bonuses that differ in one of these do not replace
    /// each other.
    Replaced = "replaced",
    /// A file, folder or id has a reserved name. Windows reserves `con`, `prn`, `aux`,
    /// `nul`, `com0` to `com9` and `lpt0` to `lpt9` for devices, with any ending. It
    /// cannot unpack files or folders with these names. The blank forms are named
    /// `blank`, so no character or NPC can have this id.
    ReservedName = "reserved-name",
    /// A card prints dice and chances, but does not say whether the chances belong to
    /// these dice. Or it names the dice of another card. Name the roll under `odds`, as
    /// in `roll: strike.accuracy`. For every character and NPC, Makeready then compares
    /// this roll with the roll of the check.
    RollOfCard = "roll-of-card",
    /// A ruling in campaign.yaml does not name its game, and the folder has several
    /// games. Write it under the id of its game:
    /// `rulings: { my-game: { my_ruling: option } }`.
    RulingOfNoSystem = "ruling-of-no-system",
    /// A worked example has `not_run` and also expects a result. Makeready runs every
    /// example that expects a result. Remove `not_run`, or remove `expect`, `legal` and
    /// `breaks`.
    RunAfterAll = "run-after-all",
    /// The chapters of one `part` do not follow one another. A chapter of another part
    /// is between them, so the contents would list the part twice. Number them one
    /// after another, or give one of them another `part`.
    SplitPart = "split-part",
    /// The list `numeric` of a table has more or fewer entries than the table has
    /// columns. Write `true` or `false` for each column, or remove `numeric`.
    TableColumns = "table-columns",
    /// A row of a table has more or fewer cells than the table has columns. Add or
    /// remove cells. Write `""` for an empty cell.
    TableRow = "table-row",
    /// Something is nested too deeply. The limits are 16 nested folders, 32 nested
    /// lists or mappings of YAML, and 32 nested lists, quotations or marks of Markdown.
    /// A chain of values that each need the next has at most 100 values. Move the
    /// folder up, simplify the text, or use stats and earlier values directly in
    /// formulas.
    TooDeep = "too-deep",
    /// A ruling has fewer than two options. Write at least two under `options`, the
    /// default first, each as `{ id: ..., text: "..." }`.
    TooFewReadings = "too-few-readings",
    /// A file, a chapter, the content folder or all formulas of a game together are too
    /// large. The limits are 4 MiB for a file, 1 MiB for a chapter and 64 MiB for the
    /// content folder. All formulas of a game have at most 1,000,000 characters. Split
    /// the file, chapter or folder. For formulas, define values for repeated parts.
    TooLarge = "too-large",
    /// A text has more characters than its place allows. The message names the limit,
    /// which also holds for all texts of one card or ability together. Shorten the
    /// text, divide it, or move it to a chapter.
    TooLong = "too-long",
    /// A list has too many entries. The message names the limit, such as 200 items of a
    /// character or 12 columns of a table. Remove or combine some entries.
    TooMany = "too-many",
    /// The content folder has too many files. The limits are 20,000 content files, and
    /// 100,000 files and folders of any kind. Remove files that are not content, put
    /// several entries into one file, or make several content folders.
    TooManyFiles = "too-many-files",
    /// An ability has more than 60 keywords. Divide it into several abilities.
    TooManyKeywords = "too-many-keywords",
    /// A card has more than 200 rows, or the directives of all chapters show more than
    /// 1,000,000 rows together. Divide the card into several. Show a long table once,
    /// and link to it elsewhere.
    TooManyRows = "too-many-rows",
    /// A character has more than 200 traits. Remove some of them.
    TooManyTraits = "too-many-traits",
    /// The game has more than 25,000 computed values, including those of actions and
    /// skills. Remove some, or use a `table(...)` in a formula in place of many values.
    TooManyValues = "too-many-values",
    /// A character takes a trait again that can be taken only once. Remove one of the
    /// two. Or allow it in the list of traits: as `repeats` of the trait, write `true`
    /// or a condition.
    TraitTakenTwice = "trait-taken-twice",
    /// A block of a card has two of the keys `heading`, `text`, `table`, `track`,
    /// `facts` and `lines`. Each block has exactly one of them. Start a new item of the
    /// list for the second, as in `- lines: 3`.
    TwoBlocks = "two-blocks",
    /// An action or skill has both `cost` and `cost_set`. Only one of them can be its
    /// cost. Remove the other.
    TwoCosts = "two-costs",
    /// One picture has different credits in different places. Write the same artist and
    /// license in each place. Or write none, if `pictures` in system.yaml names them
    /// for the whole game.
    TwoCredits = "two-credits",
    /// Two inputs of a check have several values at once. Only one input may have
    /// several values, both under `usual` and in an `odds` directive. Give each other
    /// input one value or a `default`.
    TwoInputs = "two-inputs",
    /// A character holds two items for the same action. Formulas would use the first
    /// and ignore the second. Remove the action from `wields` of one of them.
    TwoItems = "two-items",
    /// One item of the list `keywords` of an ability names two keywords. Start a new
    /// item for each, as in `- range-i: { squares: 3 }`.
    TwoKeywords = "two-keywords",
    /// A skill has both `choose` and `secondary`. With `choose`, a player buys ranks
    /// for each kind of the skill, so the skill itself has no ranks. Keep one of the
    /// two keys.
    TwoKindsOfRanks = "two-kinds-of-ranks",
    /// One line under `expect` asks two questions. Each line has one `is`, and one of
    /// `formula`, `chance`, `mean`, `once`, `each`, `unstopped` and `total`. Write two
    /// lines.
    TwoQuestions = "two-questions",
    /// A character has two conditions of a group with `holds: one`. Only one condition
    /// of this group can apply at a time. Remove one of the two.
    TwoStates = "two-states",
    /// A worked example names more than one of `ability`, `procedure` and `check`. An
    /// example is about one of them. Divide it into two examples.
    TwoSubjects = "two-subjects",
    /// The fence of a directive or code block in a chapter is never closed. The rest of
    /// the chapter would belong to it. Write the same fence, such as three backticks,
    /// on its own line after the block.
    UnclosedFence = "unclosed-fence",
    /// A card has `cost_unit` but no `cost` for this unit. Add `cost: ...`, or remove
    /// the unit. A cost set has a `unit` of its own. In the same way, `cost_more` needs
    /// a `cost_set`.
    UnitWithoutCost = "unit-without-cost",
    /// There is no ability with this name, or the named character does not own it. Use
    /// the id of a file in `abilities/`. `ally.through` takes the id of an ability of
    /// the character who has this ally.
    UnknownAbility = "unknown-ability",
    /// There is no action with this id. Use the id of an entry in `actions/*.yaml`,
    /// both for `wields` of an item and in a `rolls` block of the sheet.
    UnknownAction = "unknown-action",
    /// The `back` of the look or of a deck list is neither an emblem of Makeready nor
    /// an icon of the game. Use `compass`, `facets`, `lozenges`, `pips`, `signal` or
    /// `woodcut`. Or use the name of a file in the folder `icons/`.
    UnknownBack = "unknown-back",
    /// The `again` or `stop` of a check names a band that the check does not have. Use
    /// the id of one of its `bands`.
    UnknownBand = "unknown-band",
    /// A block of a card has no known key. A block is one of `heading`, `text`,
    /// `table`, `track`, `facts` and `lines`, as in `- heading: Guards`.
    UnknownBlock = "unknown-block",
    /// A `card` directive or a deck list names a card that does not exist. Use the id
    /// of an action, of a reference, or of a skill with a `family`; a skill without a
    /// family has no card. A deck list may also name families, cards that only a
    /// character has, and several cards at once, as in `gear-*`.
    UnknownCard = "unknown-card",
    /// The `card_size` in campaign.yaml, or the `size` in a deck list, is not a known
    /// card size, or its sides are out of range. Use a name such as `poker` or `tarot`,
    /// or a size such as `63x88mm`.
    UnknownCardSize = "unknown-card-size",
    /// The `chapter` of a glossary term, or one of the `chapters` of a reading path
    /// (`paths` in system.yaml), names a chapter that does not exist. Write the name of
    /// its file without the ending, as in `chapter: 03-react`.
    UnknownChapter = "unknown-chapter",
    /// There is no character with this id. Use the `id` of a file in `characters/` or
    /// `npcs/`, not the printed name.
    UnknownCharacter = "unknown-character",
    /// There is no check with this id. Use the id of an entry under `checks` in
    /// checks.yaml.
    UnknownCheck = "unknown-check",
    /// The game has no choice with this id. Use the id of an entry under `choices` in
    /// system.yaml, as in `choices: { tier: hero }`.
    UnknownChoice = "unknown-choice",
    /// A `color` is not in the palette of the game. Use a name under `look.palette` in
    /// system.yaml, or add the color there, as in `rust: "#a5482a"`.
    UnknownColor = "unknown-color",
    /// A character has a condition that does not exist. Use the id of an entry in
    /// conditions.yaml.
    UnknownCondition = "unknown-condition",
    /// The game has no `cost_set` with this id. Use the id of an entry under
    /// `cost_sets` in system.yaml.
    UnknownCostSet = "unknown-cost-set",
    /// The word after a fence in a chapter looks like a directive but is not one. The
    /// directives are `card`, `example`, `note`, `odds`, `procedure`, `ruling`, `table`
    /// and `bill`. For a block of code, use no word or a language such as `text` or
    /// `yaml`.
    UnknownDirective = "unknown-directive",
    /// The `display_font` of the look is not one of the typefaces of Makeready.
    /// Makeready does not use the fonts of your computer, so that prints look the same
    /// everywhere. Use one that the help lists, such as `Cinzel`.
    UnknownDisplayFace = "unknown-display-face",
    /// The game has no family of cards with this id. Use the id of an entry under
    /// `families` in system.yaml, both for `family` and in a table directive such as
    /// `of=actions:offense`.
    UnknownFamily = "unknown-family",
    /// There is no field of abilities with this id, or the field has no options
    /// although this place needs them. Use the id of an entry under `fields` in
    /// building.yaml. A table such as `abilities:type=active` needs a field with
    /// options.
    UnknownField = "unknown-field",
    /// Makeready does not read a file with this name or at this place. It belongs to no
    /// game, or no file of a game has this name. YAML files end in `.yaml`, chapters
    /// have names like `rules/03-react.md`, and `README.md` may be anywhere. A file
    /// with another ending gives a warning if it looks like content. Examples are
    /// `skills.yaml.txt`, a chapter that ends in `.markdown`, and a picture outside of
    /// `art/`. For a private file or folder, start the name with a dot.
    UnknownFile = "unknown-file",
    /// There is no group with this id. The `group` of a stat is an entry under `groups`
    /// in system.yaml. The `group` of a condition is an entry under `groups` in
    /// conditions.yaml.
    UnknownGroup = "unknown-group",
    /// Neither Makeready nor the game has this icon, which is named under `icon` or as
    /// `:icon-id:` in a text. Or `icon_credits` in system.yaml names an icon that the
    /// game does not have. Correct the name or use another icon. Or put your own into
    /// the folder `icons/` of the game, as `icons/icon-id.svg`.
    UnknownIcon = "unknown-icon",
    /// There is no input with this id at this place. Characters, creation.yaml and
    /// archetypes use the `inputs` of system.yaml. Examples, directives and cards use
    /// the `inputs` of the procedure or check that they name. `handouts.hidden` takes
    /// inputs and choices of the game.
    UnknownInput = "unknown-input",
    /// An item has a field under `effect` that the game does not have. Use the id of an
    /// entry under `items.fields` in system.yaml, as in `effect: { range: "6" }`.
    UnknownItemField = "unknown-item-field",
    /// This key does not exist at its place, in YAML or in a directive. It would have
    /// no effect, so it is an error. Correct its spelling, move it to the right place,
    /// or remove it.
    UnknownKey = "unknown-key",
    /// An ability has a keyword that does not exist. Use the id of an entry in
    /// `keywords/*.yaml`.
    UnknownKeyword = "unknown-keyword",
    /// A table directive names a family of keywords that does not exist. Use the id
    /// under `family` of a file in `keywords/`, as in `of=keywords:range`.
    UnknownKeywordFamily = "unknown-keyword-family",
    /// `lang` is not a language, or Makeready has no interface in this language. Write
    /// a tag such as `en`, `de` or `de-AT`. For texts in another language, name the
    /// language of the interface too: `lang: { texts: fr, interface: en }`.
    UnknownLanguage = "unknown-language",
    /// An `identity` block of a sheet or handout names a line that does not exist.
    /// Lines are `name`, `backgrounds`, `languages`, and the ids of inputs and choices
    /// of the game.
    UnknownLine = "unknown-line",
    /// The game has no list with this id. Use the id of an entry under `lists` in
    /// system.yaml.
    UnknownList = "unknown-list",
    /// A word is not an entry of the lists that are allowed at its place. Backgrounds
    /// cover entries of the lists under `backgrounds.covers`. Players buy ranks for
    /// entries of the lists under `choose` of the skill. Tags are list entries, actions
    /// or skills.
    UnknownListEntry = "unknown-list-entry",
    /// A table directive names a list of traits that does not exist. Use the id under
    /// `list` of a file in `traits/`, as in `of=traits:warrior`.
    UnknownListOfTraits = "unknown-list-of-traits",
    /// A formula uses a name that does not exist at its place. Check the spelling. Some
    /// names exist only at certain places. For example, `rolled` exists only in values
    /// and bands of a check, and the parameters of a keyword only in its own formulas.
    /// If you mean a word and not a name, put it in single quotes, as in `tier ==
    /// 'hero'`.
    UnknownName = "unknown-name",
    /// A note of a character, NPC or archetype is not printed, because no block shows
    /// it. This is a warning; a private note can stay. Or a block, or `known` of an
    /// NPC, names something that is not there, which is an error. Correct the id. Or
    /// add a block such as `{ block: notes, span: 12, notes: loot }` in system.yaml: to
    /// the sheet, or for NPCs to `handouts.full`.
    UnknownNote = "unknown-note",
    /// There is no option with this id. Use the id of one of the `options` of the
    /// choice, field, input, parameter or trait. For a field with `lists`, use the id
    /// of an entry of these lists. Write a trait without options alone, as in
    /// `- hardy`.
    UnknownOption = "unknown-option",
    /// The `ornament` of the look is neither an emblem of Makeready nor an icon of the
    /// game. Use `compass`, `facets`, `lozenges`, `pips`, `signal` or `woodcut`. Or use
    /// the name of a file in the folder `icons/`, or remove the key.
    UnknownOrnament = "unknown-ornament",
    /// The `paper` in campaign.yaml or in a deck list is not a known paper, or its
    /// sides are out of range. Or no card of the `card_size` fits on it. Use a name
    /// such as `a4` or `letter`, or a size such as `210x297mm`.
    UnknownPaper = "unknown-paper",
    /// The keyword does not have this parameter. Use the id of an entry under
    /// `parameters` of the keyword. `to_chosen` takes a parameter with `of: stats`.
    /// `apart_by` takes parameters of the keyword and fields of abilities.
    UnknownParameter = "unknown-parameter",
    /// An `art` names a picture that the game does not have. Put pictures into the
    /// folder `art/` of their game. Write the path in the game's folder, as in
    /// `art: art/strike.svg`.
    UnknownPicture = "unknown-picture",
    /// There is no procedure with this id. Use the id of an entry under `procedures` in
    /// procedures.yaml.
    UnknownProcedure = "unknown-procedure",
    /// The ruling has no option with this id. Use the id of one of its `options` in
    /// rulings.yaml.
    UnknownReading = "unknown-reading",
    /// A worked example lists something under `breaks` that is not a requirement of its
    /// subject. For a character, use the ids under `legality` in system.yaml. For an
    /// ability, use the ids under `requires` in building.yaml and in the keywords.
    UnknownRequirement = "unknown-requirement",
    /// A `resources` block names a resource that the game does not have. Use the id of
    /// an entry under `resources` in system.yaml.
    UnknownResource = "unknown-resource",
    /// There is no ruling with this id. In campaign.yaml, examples and `ruling`
    /// directives, use the id of an entry in rulings.yaml.
    UnknownRuling = "unknown-ruling",
    /// A character has ranks in a secondary skill that the skill does not have. Use an
    /// entry of the lists that the skill names under `secondary`, as in
    /// `fencing: { rank: 2, secondary: { swords: 1 } }`.
    UnknownSecondarySkill = "unknown-secondary-skill",
    /// There is no skill with this id. Use the id of an entry under `skills` in
    /// skills.yaml.
    UnknownSkill = "unknown-skill",
    /// A skill belongs to a group that does not exist. Use the id of an entry under
    /// `skill_groups` in skills.yaml.
    UnknownSkillGroup = "unknown-skill-group",
    /// The game has no stat with this id. Use the id of an entry under `stats` in
    /// system.yaml. Derived values are not stats.
    UnknownStat = "unknown-stat",
    /// The `results` of a procedure name a step that it does not have. Use the id of
    /// one of its `steps`.
    UnknownStep = "unknown-step",
    /// The rulings in campaign.yaml, or a deck list, name a game that does not exist.
    /// Use the name of a folder with a system.yaml, as in `system: my-game` or
    /// `rulings: { my-game: { my_ruling: ... } }`.
    UnknownSystem = "unknown-system",
    /// The `of` of a table directive names no table that Makeready can show, or the
    /// part after the colon does not fit it. Write a kind such as `stats`,
    /// `choice:tier` or `derived:hp_max,pace`. Only `derived:` takes several ids.
    /// Tables of abilities and fields need a building.yaml.
    UnknownTable = "unknown-table",
    /// There is no trait with this id. Use the id of an entry under `traits` of a file
    /// in `traits/`.
    UnknownTrait = "unknown-trait",
    /// There is no value with this id at this place. Modifiers, blocks of sheets,
    /// tables and examples use stats or values of the game. `max` of a resource uses a
    /// derived value. `spent`, `budget` and `costs` in building.yaml, and `result` of a
    /// check, use a value of the same file or check.
    UnknownValue = "unknown-value",
    /// A word is not one of the fixed words that are allowed at its place. The `help`
    /// line of the message suggests the nearest one or lists them all. For example,
    /// `on` takes `critical`, `success`, `failure` and `special`.
    UnknownWord = "unknown-word",
    /// An icon in the folder `icons/` of a game is not used. Use it as `icon: lantern`
    /// of a card, as `:lantern:` in a text, or as `back: lantern` of the look. Or
    /// delete the file.
    UnusedIcon = "unused-icon",
    /// A picture in the folder `art/` of a game is not used. Use it, as in
    /// `art: art/strike.svg`, or delete the file.
    UnusedPicture = "unused-picture",
    /// No formula and no text of the game uses this ruling, so it has no effect. Use it
    /// in a formula or a text, as in `if(ruling.ID == 'option', 1, 2)`, or remove the
    /// ruling.
    UnreadRuling = "unread-ruling",
    /// No chapter explains this `rule`, or one of the `rules` of an entry, although
    /// chapters explain other rules of the game. A reader who looks for it finds
    /// nothing. Correct the id. Or put it after the heading that explains the rule, as
    /// in `## Light {#LR-03}`, or before the sentence, as in `[[#LR-03]]`. There are
    /// two exceptions. A rule with a ruling is explained by the ruling. If no chapter
    /// of a game names a rule, nothing is missing.
    UnexplainedRule = "unexplained-rule",
    /// A text contains marks that its place does not support, so they would be printed
    /// as they are. A plain text, such as a name, title, label or summary, cannot have
    /// `**strong**`, `*emphasis*`, `:icon:` or `{formula}`. Only Markdown can have
    /// links such as `[[action:strike]]`, headings, tables, footnotes, code and
    /// underscores. Not all texts can have lists. No text can have HTML tags and
    /// comments, `~~words~~` or boxes such as `- [x]`. Makeready also reports bold or
    /// italic words that are never closed, and asterisks that Markdown would read as
    /// italics, as in `2*3*4`. Write the words without marks. A lone asterisk, as for a
    /// footnote, is allowed. Where marks are supported, a backslash makes a sign
    /// literal, as in `\*`.
    UnreadMarkup = "unread-markup",
    /// The `array` of stats in creation.yaml has more or fewer numbers than the game
    /// has stats. Write one number for each stat, as in `stats: { array: [5, 4, 3] }`
    /// for three stats.
    WrongCount = "wrong-count",
    /// A value has another type than its place requires. YAML has texts, numbers,
    /// lists, mappings, and `true` or `false`. Write `3` for a number, `"3"` for a
    /// text, `[a, b]` for a list. Formulas have numbers, dice, words such as `'light'`,
    /// and true or false, as in `a < b`. One type cannot replace another.
    WrongType = "wrong-type",
    /// A file is not valid YAML. Common causes are tabs in the indentation, and quotes
    /// or brackets that are not closed. A text needs quotes if it contains `: ` or
    /// starts with a sign such as `*`, `!` or `@`. The message points at the place.
    /// Check the lines before it as well.
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

//! What is said of a formula means what the formula means: a strict reader of the sentences turns them back into formulas,
//! and both have the same value whatever the names stand for.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;

use makeready_rules::formula::{EvalError, Formula, FormulaError, Frame, Query, eval, said, said_in_sentence};
use makeready_rules::value::{Type, Value};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

const NAMES: [&str; 6] = ["power", "grace", "level", "burden", "wit", "size"];
const FLAGS: [&str; 2] = ["calm", "tired"];
/// What a blade is, in words as they are printed.
const BLADES: [&str; 3] = ["Broad", "Long", "Short"];

/// Names with values, said as they are written.
struct Names(BTreeMap<&'static str, i64>);

impl Frame for Names {
    fn parent(&self) -> Option<&dyn Frame> {
        None
    }

    fn type_of(&self, name: &str) -> Option<Type> {
        Some(match name {
            "blade" => Type::Symbol(None),
            _ if FLAGS.contains(&name) => Type::Bool,
            _ => Type::Number,
        })
    }

    fn value(&self, name: &str) -> Result<Value, EvalError> {
        if name == "blade" {
            let place = usize::try_from(self.0["power"].rem_euclid(3)).unwrap_or(0);
            return Ok(Value::Symbol(BLADES[place].to_owned()));
        }
        let number = self.0[name];
        Ok(if FLAGS.contains(&name) { Value::Bool(number > 0) } else { Value::whole(number) })
    }

    fn query_type(&self, _: Query, _: &[(String, Range<usize>)]) -> Result<Type, FormulaError> {
        Ok(Type::Number)
    }

    fn query(&self, _: Query, words: &[&str]) -> Result<Value, EvalError> {
        Ok(Value::whole(if words[0] == "stealth" { self.0["power"].abs() % 4 } else { self.0["wit"].abs() % 2 }))
    }

    fn query_label(&self, _: Query, words: &[&str]) -> String {
        words[0].to_owned()
    }
}

// ---- Random formulas ----

fn numbers(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop_oneof![
        (0..20_u32).prop_map(|n| n.to_string()),
        prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned),
        prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned),
        prop::sample::select(vec!["rank('stealth')", "times('dodge')", "0.5"]).prop_map(str::to_owned),
    ];
    if depth == 0 {
        return leaf.boxed();
    }
    let inner = || numbers(depth - 1);
    prop_oneof![
        leaf,
        (inner(), prop::sample::select(vec!["+", "-"]), inner()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        (inner(), prop::sample::select(vec!["+", "-"]), inner()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        (inner(), prop::sample::select(vec!["+", "-"]), inner()).prop_map(|(a, op, b)| format!("({a} {op} {b})")),
        (inner(), inner()).prop_map(|(a, b)| format!("({a} * {b})")),
        (inner(), 2..12_u32).prop_map(|(a, n)| format!("({a} / {n})")),
        (inner(), 2..12_u32, prop::sample::select(vec!["floor", "ceil", "round"]))
            .prop_map(|(a, n, f)| format!("{f}({a} / {n})")),
        (inner(), prop::sample::select(vec!["floor", "abs", "-"])).prop_map(|(a, f)| format!("{f}({a})")),
        (prop::sample::select(vec!["max", "min"]), 0..9_u32, inner()).prop_map(|(f, n, a)| format!("{f}({n}, {a})")),
        (prop::sample::select(vec!["max", "min"]), prop::collection::vec(inner(), 2..4))
            .prop_map(|(f, all)| format!("{f}({})", all.join(", "))),
        (conditions(depth - 1), inner(), inner()).prop_map(|(c, a, b)| format!("if({c}, {a}, {b})")),
        (conditions(depth - 1), inner()).prop_map(|(c, a)| format!("if({c}, {a}, 0)")),
        (conditions(depth - 1), inner()).prop_map(|(c, a)| format!("if({c}, 0, {a})")),
        (inner(), 0..5_u32).prop_map(|(a, n)| format!("clamp({a}, {n}, {n} + 5)")),
        prop::sample::select(NAMES.to_vec()).prop_map(|a| format!("table({a}, -99: 1, 0: 2, 5: {a})")),
    ]
    .boxed()
}

fn conditions(depth: u32) -> BoxedStrategy<String> {
    let compared = prop::sample::select(vec!["<", "<=", ">", ">=", "==", "!="]);
    let flag = prop::sample::select(FLAGS.to_vec()).prop_map(str::to_owned);
    let has = prop::sample::select(vec!["rank('stealth') > 0", "times('dodge') == 0", "times('dodge') >= 1"]);
    let blade = (prop::sample::select(vec!["==", "!="]), prop::sample::select(BLADES.to_vec()));
    let one = prop_oneof![
        blade.prop_map(|(op, word)| format!("blade {op} '{word}'")),
        (numbers(depth.min(1)), compared, numbers(0)).prop_map(|(a, op, b)| format!("{a} {op} {b}")),
        flag.clone(),
        flag.prop_map(|flag| format!("not {flag}")),
        has.prop_map(str::to_owned),
    ]
    .boxed();
    if depth == 0 {
        return one;
    }
    let inner = || conditions(depth - 1);
    prop_oneof![
        3 => one,
        1 => (inner(), prop::sample::select(vec!["and", "or"]), inner()).prop_map(|(a, op, b)| format!("({a}) {op} ({b})")),
        1 => inner().prop_map(|a| format!("not ({a})")),
    ]
    .boxed()
}

/// A pool; one that keeps some of its dice has few, so that both notations of the language are one value.
fn pools() -> BoxedStrategy<String> {
    let sides = || prop::sample::select(vec![4, 6, 8, 10, 12]);
    prop_oneof![
        (1..4_u32, sides(), any::<bool>()).prop_map(|(n, d, e)| format!("{n}d{d}{}", if e { "!" } else { "" })),
        (numbers(1), sides(), any::<bool>()).prop_map(|(n, d, e)| format!("({n})d{d}{}", if e { "!" } else { "" })),
        (numbers(1), sides(), prop::sample::select(vec!["kh", "kl"]), 1..4_u32)
            .prop_map(|(n, d, k, keep)| format!("({n})d{d}{k}{keep}")),
        (3..5_u32, sides(), prop::sample::select(vec!["kh", "kl"]), 1..3_u32)
            .prop_map(|(n, d, k, keep)| format!("{n}d{d}{k}{keep}")),
    ]
    .boxed()
}

fn rolls() -> BoxedStrategy<String> {
    let dice = prop_oneof![
        4 => pools(),
        2 => (pools(), pools()).prop_map(|(a, b)| format!("{a} + {b}")),
        1 => (pools(), pools(), pools()).prop_map(|(a, b, c)| format!("{a} + {b} + {c}")),
        1 => (conditions(1), pools(), pools()).prop_map(|(c, a, b)| format!("if({c}, {a}, {b})")),
        // Dice of which there are none are not told from none at all.
        1 => (1..3_u32, (1..9_u32).prop_map(|n| format!("1 + rank('stealth') + {n}")), 1..4_u32, prop::sample::select(vec!["highest", "lowest", "drop_highest", "drop_lowest"]))
            .prop_map(|(n, count, more, rule)| format!("{rule}({n}, ({count})d8 + {more}d6)")),
    ];
    prop_oneof![
        1 => dice.clone(),
        2 => (dice.clone(), numbers(2)).prop_map(|(dice, n)| format!("{dice} + {n}")),
        1 => (dice, numbers(1)).prop_map(|(dice, n)| format!("{dice} - {n}")),
    ]
    .boxed()
}

// ---- Reading what is said ----

/// A reader of sentences; it writes formulas.
struct Reader {
    words: Vec<String>,
    at: usize,
}

type Read = Result<String, String>;

impl Reader {
    fn new(text: &str) -> Self {
        let spaced = text.replace(',', " ,").replace(';', " ;").replace(':', " :");
        // A sign before a name stands close to it; one between two names has a space on both sides.
        let words = spaced.split_whitespace().flat_map(|word| match word.strip_prefix('\u{2212}') {
            Some(rest) if !rest.is_empty() => vec!["\u{2212}".to_owned(), rest.to_owned()],
            _ => vec![word.to_owned()],
        });
        Self { words: words.collect(), at: 0 }
    }

    fn peek(&self, ahead: usize) -> &str {
        self.words.get(self.at + ahead).map_or("", String::as_str)
    }

    fn next(&mut self) -> String {
        let word = self.peek(0).to_owned();
        self.at += 1;
        word
    }

    fn takes(&mut self, words: &str) -> bool {
        let wanted: Vec<&str> = words.split(' ').collect();
        let is_there = wanted.iter().enumerate().all(|(n, word)| self.peek(n) == *word);
        self.at += if is_there { wanted.len() } else { 0 };
        is_there
    }

    fn expects(&mut self, words: &str) -> Result<(), String> {
        if self.takes(words) { Ok(()) } else { Err(format!("`{words}` expected, not `{}`", self.peek(0))) }
    }

    fn end(&self, read: String) -> Read {
        if self.at >= self.words.len() {
            Ok(read)
        } else {
            Err(format!("`{}` is left", self.words[self.at..].join(" ")))
        }
    }

    fn line(text: &str) -> Read {
        let mut reader = Self::new(text);
        if reader.takes("Roll") {
            let mut read = reader.roll(false)?;
            if reader.takes("; add") {
                read = format!("({read}) + ({})", reader.run()?);
            } else if reader.takes("; subtract") {
                read = format!("({read}) - ({})", reader.run()?);
            }
            return reader.end(read);
        }
        let read = reader.run()?;
        reader.end(read)
    }

    fn sentence(text: &str, is_roll: bool) -> Read {
        let read = |roll: bool| {
            let mut reader = Self::new(text);
            let read = if roll { reader.roll(true)? } else { reader.run()? };
            reader.end(read)
        };
        // What rolls no dice at all is a number.
        if is_roll { read(true).or_else(|fault| read(false).map_err(|_| fault)) } else { read(false) }
    }

    /// A number: a sum, and steps that are done to all before them; or cases.
    fn run(&mut self) -> Read {
        if self.takes("by") {
            return self.table();
        }
        if BLADES.contains(&self.peek(0)) {
            return self.headed();
        }
        let mut read = self.sum()?;
        if self.takes("when") {
            return self.cases(&read, Self::sum);
        }
        while self.peek(0) == "," && self.peek(1) != "otherwise" {
            self.at += 1;
            read = if self.takes("halved") {
                format!("({read}) / 2")
            } else if self.takes("divided by") {
                format!("({read}) / ({})", self.atom()?)
            } else if self.takes("times") {
                format!("({read}) * ({})", self.atom()?)
            } else if self.takes("at least") {
                format!("max({read}, {})", self.atom()?)
            } else if self.takes("at most") {
                format!("min({read}, {})", self.atom()?)
            } else if self.takes("without its sign") {
                format!("abs({read})")
            } else if self.takes("with a minus sign") {
                format!("0 - ({read})")
            } else if let Some(function) = self.rounding() {
                format!("{function}({read})")
            } else {
                let step = self.signed()?;
                let step = if self.takes("when") { self.steps_by_case(&step)? } else { step };
                format!("({read}) + ({step})")
            };
        }
        Ok(read)
    }

    /// `Long: 2; Short: 3; otherwise 4`
    fn headed(&mut self) -> Read {
        let word = self.next();
        self.expects(":")?;
        let named = self.run()?;
        self.expects(";")?;
        let others = if BLADES.contains(&self.peek(0)) {
            self.headed()?
        } else {
            self.expects("otherwise")?;
            self.run()?
        };
        Ok(format!("if(blade == '{word}', {named}, {others})"))
    }

    fn rounding(&mut self) -> Option<&'static str> {
        if self.takes("rounded down") {
            Some("floor")
        } else if self.takes("rounded up") {
            Some("ceil")
        } else if self.takes("rounded") {
            Some("round")
        } else {
            None
        }
    }

    fn cases(&mut self, yes: &str, branch: impl Fn(&mut Self) -> Read + Copy) -> Read {
        let condition = self.condition(yes)?;
        self.expects(", otherwise")?;
        // The last case may take steps, since nothing is said behind it.
        let start = self.at;
        if let Ok(no) = branch(self)
            && self.takes("when")
        {
            let no = self.cases(&no, branch)?;
            return Ok(format!("if({condition}, {yes}, {no})"));
        }
        self.at = start;
        let no = self.last_case()?;
        Ok(format!("if({condition}, {yes}, {no})"))
    }

    fn last_case(&mut self) -> Read {
        let start = self.at;
        if self.takes("nothing") {
            return Ok("0d4".to_owned());
        }
        match self.pools_and_numbers(true) {
            Ok(read) if self.at >= self.words.len() || self.peek(0) == ";" => Ok(read),
            Ok(_) | Err(_) => {
                self.at = start;
                self.run()
            }
        }
    }

    fn steps_by_case(&mut self, yes: &str) -> Read {
        // What is added is what the condition is about.
        let about = yes.trim_start_matches("0 + ").trim_start_matches("0 - ");
        let condition = self.condition(about)?;
        if !self.takes(", otherwise") {
            return Ok(format!("if({condition}, {yes}, 0)"));
        }
        let no = self.signed()?;
        let no = if self.takes("when") { self.steps_by_case(&no)? } else { no };
        Ok(format!("if({condition}, {yes}, {no})"))
    }

    fn table(&mut self) -> Read {
        let subject = self.atom()?;
        self.expects(":")?;
        let mut rows = Vec::new();
        loop {
            let value = self.atom()?;
            self.expects("from")?;
            let sign = if self.takes("\u{2212}") { "-" } else { "" };
            rows.push(format!("{sign}{}: {value}", self.atom()?));
            if !self.takes(",") {
                return Ok(format!("table({subject}, {})", rows.join(", ")));
            }
        }
    }

    /// `+ a − b`
    fn signed(&mut self) -> Read {
        let mut read = "0".to_owned();
        if !matches!(self.peek(0), "+" | "\u{2212}") {
            return Err(format!("a sign expected, not `{}`", self.peek(0)));
        }
        while matches!(self.peek(0), "+" | "\u{2212}") {
            let sign = if self.next() == "+" { "+" } else { "-" };
            read = format!("{read} {sign} {}", self.term()?);
        }
        Ok(read)
    }

    fn sum(&mut self) -> Read {
        let mut read = if self.takes("\u{2212}") { format!("0 - {}", self.term()?) } else { self.term()? };
        // What reaches on ends a sum.
        while matches!(self.peek(0), "+" | "\u{2212}") {
            let sign = if self.next() == "+" { "+" } else { "-" };
            read = format!("{read} {sign} {}", self.term()?);
        }
        Ok(read)
    }

    fn term(&mut self) -> Read {
        const SHARES: [(&str, u32); 7] = [
            ("half of", 2),
            ("a third of", 3),
            ("a quarter of", 4),
            ("a fifth of", 5),
            ("a sixth of", 6),
            ("an eighth of", 8),
            ("a tenth of", 10),
        ];
        for (words, by) in SHARES {
            if self.takes(words) {
                let share = format!("({} / {by})", self.atom()?);
                return Ok(self.last(&share));
            }
        }
        if self.takes("twice") {
            let doubled = if self.peek(0) == "the" { self.joined_numbers()? } else { self.atom()? };
            return Ok(format!("(2 * {doubled})"));
        }
        if self.peek(0) == "the" {
            return self.joined_numbers();
        }
        let product = self.product()?;
        Ok(self.last(&product))
    }

    /// `the higher of REF and PER`: it reaches as far as it can, so it ends a sum.
    fn joined_numbers(&mut self) -> Read {
        if self.takes("the difference between") {
            let left = self.product()?;
            self.expects("and")?;
            return Ok(format!("abs({left} - {})", self.product()?));
        }
        for (words, function) in
            [("the higher of", "max"), ("the highest of", "max"), ("the lower of", "min"), ("the lowest of", "min")]
        {
            if self.takes(words) {
                let mut all = vec![self.sum()?];
                while self.takes(",") {
                    all.push(self.product()?);
                }
                self.expects("and")?;
                all.push(self.product()?);
                return Ok(format!("{function}({})", all.join(", ")));
            }
        }
        Err(format!("`{}` joins nothing", self.peek(1)))
    }

    /// What may be said directly behind a share.
    fn last(&mut self, read: &str) -> String {
        self.rounding().map_or_else(|| read.to_owned(), |function| format!("{function}({read})"))
    }

    fn product(&mut self) -> Read {
        let mut read = self.atom()?;
        loop {
            let op = match self.peek(0) {
                "\u{d7}" => "*",
                "\u{f7}" => "/",
                _ => return Ok(format!("({read})")),
            };
            self.at += 1;
            if op == "*" && self.peek(0) == "the" {
                return Ok(format!("({read} * {})", self.joined_numbers()?));
            }
            read = format!("{read} {op} {}", self.atom()?);
        }
    }

    fn atom(&mut self) -> Read {
        let word = self.next();
        match word.as_str() {
            "stealth" => return Ok("rank('stealth')".to_owned()),
            "dodge" => return Ok("times('dodge')".to_owned()),
            _ if NAMES.contains(&word.as_str()) => return Ok(word),
            _ => {}
        }
        if let Some(whole) = word.strip_suffix('\u{bd}') {
            return Ok(format!("({whole}.5)").replace("(.", "(0."));
        }
        if word.parse::<u32>().is_ok() { Ok(word) } else { Err(format!("`{word}` is neither name nor figure")) }
    }

    /// Behind a comma, `or` holds together what is said before it.
    fn condition(&mut self, about: &str) -> Read {
        let mut read = self.joined(about)?;
        while self.takes(", or") {
            read = format!("({read}) or ({})", self.joined(about)?);
        }
        Ok(read)
    }

    fn joined(&mut self, about: &str) -> Read {
        let mut read = self.compared(about)?;
        let mut joint = String::new();
        while matches!(self.peek(0), "and" | "or") {
            let word = self.next();
            if !joint.is_empty() && joint != word {
                return Err("`and` and `or` side by side".to_owned());
            }
            joint.clone_from(&word);
            if self.takes("either") {
                let mut any = self.compared(about)?;
                while self.takes("or") {
                    any = format!("{any} or {}", self.compared(about)?);
                }
                read = format!("{read} and ({any})");
            } else {
                read = format!("{read} {word} {}", self.compared(about)?);
            }
        }
        Ok(read)
    }

    fn compared(&mut self, about: &str) -> Read {
        if self.takes("you have no rank in") {
            return Ok(format!("({} == 0)", self.atom()?));
        }
        if self.takes("you have a rank in") {
            return Ok(format!("({} > 0)", self.atom()?));
        }
        if self.takes("you have no") {
            return Ok(format!("({} == 0)", self.atom()?));
        }
        if self.takes("you have") {
            return Ok(format!("({} > 0)", self.atom()?));
        }
        if self.takes("blade is not") {
            return Ok(format!("(blade != '{}')", self.next()));
        }
        if self.takes("blade is") {
            let mut read = format!("blade == '{}'", self.next());
            while self.peek(0) == "or" && BLADES.contains(&self.peek(1)) {
                self.at += 1;
                read = format!("{read} or blade == '{}'", self.next());
            }
            return Ok(format!("({read})"));
        }
        if self.takes("always") {
            return Ok("true".to_owned());
        }
        if self.takes("not") {
            return Ok(format!("not {}", self.next()));
        }
        if FLAGS.contains(&self.peek(0)) {
            return Ok(self.next());
        }
        let left = if matches!(self.peek(0), "below" | "above" | "at") {
            about.to_owned()
        } else {
            let left = self.sum()?;
            self.expects("is")?;
            left
        };
        let op = if self.takes("not") {
            "!="
        } else if self.takes("below") {
            "<"
        } else if self.takes("above") {
            ">"
        } else if self.takes("at least") {
            ">="
        } else if self.takes("at most") {
            "<="
        } else {
            "=="
        };
        Ok(format!("(({left}) {op} ({}))", self.sum()?))
    }

    // ---- Dice ----

    /// Pools, and in a sentence the numbers behind them; or cases of these.
    fn roll(&mut self, has_numbers: bool) -> Read {
        let read = if self.takes("nothing") { "0d4".to_owned() } else { self.pools_and_numbers(has_numbers)? };
        if !self.takes("when") {
            return Ok(read);
        }
        self.cases(
            &read,
            |reader| {
                if reader.takes("nothing") { Ok("0d4".to_owned()) } else { reader.pools_and_numbers(true) }
            },
        )
    }

    fn pools_and_numbers(&mut self, has_numbers: bool) -> Read {
        let mut read = self.pools()?;
        let goes_on = match self.peek(0) {
            "," => self.peek(1) != "otherwise",
            ";" => !matches!(self.peek(1), "add" | "subtract"),
            _ => false,
        };
        if has_numbers && goes_on {
            self.at += 1;
        }
        if has_numbers && matches!(self.peek(0), "+" | "\u{2212}") {
            read = format!("{read} + ({})", self.signed()?);
        }
        Ok(read)
    }

    fn pools(&mut self) -> Read {
        for (word, sign, function) in [("best", "kh", "highest"), ("lowest", "kl", "lowest")] {
            if self.peek(0) == word {
                self.at += 1;
                let count = if self.takes("of") {
                    "1".to_owned()
                } else {
                    let count = self.next();
                    self.expects("of")?;
                    count
                };
                let (pools, count_of_pools) = self.joined_pools()?;
                let whole = if count_of_pools == 1 {
                    format!("{pools}{sign}{count}")
                } else {
                    format!("{function}({count}, {pools})")
                };
                return Ok(self.without(whole));
            }
        }
        let (pools, _) = self.joined_pools()?;
        Ok(self.without(pools))
    }

    fn without(&mut self, pools: String) -> String {
        for (words, function) in [("without the best", "drop_highest"), ("without the lowest", "drop_lowest")] {
            if self.takes(&format!(", {words}")) || self.takes(&format!("; {words}")) {
                let count = if self.peek(0).parse::<u32>().is_ok() { self.next() } else { "1".to_owned() };
                return format!("{function}({count}, {pools})");
            }
        }
        pools
    }

    /// Pools with plus signs between them; behind one whose number is told, with a semicolon too.
    fn joined_pools(&mut self) -> Result<(String, usize), String> {
        let mut all = vec![self.pool()?];
        loop {
            let start = self.at;
            let _ = self.takes(",") || self.takes(";");
            if !self.takes("+") {
                self.at = start;
                break;
            }
            if matches!(self.peek(0), "best" | "lowest") {
                all.push(self.pools()?);
                break;
            }
            match self.pool() {
                Ok(pool) => all.push(pool),
                Err(_) => {
                    self.at = start;
                    break;
                }
            }
        }
        Ok((all.join(" + "), all.len()))
    }

    fn pool(&mut self) -> Read {
        let die = |word: &str| {
            let (count, sides) = word.split_once('d')?;
            let sides = sides.replace('\u{2726}', "!");
            let is_die = sides.trim_end_matches('!').parse::<u32>().is_ok();
            is_die.then(|| (count.to_owned(), sides))
        };
        if let Some((count, sides)) = die(self.peek(0)).filter(|(count, _)| count.parse::<u32>().is_ok()) {
            self.at += 1;
            return Ok(format!("{count}d{sides}"));
        }
        if let Some((_, sides)) = die(self.peek(1)).filter(|(count, _)| count.is_empty()) {
            let count = self.atom()?;
            self.at += 1;
            return Ok(format!("({count})d{sides}"));
        }
        if self.takes("as many") {
            let word = self.next();
            self.expects("as")?;
            let (_, sides) = die(&word).ok_or("a die expected")?;
            return Ok(format!("({})d{sides}", self.run()?));
        }
        Err(format!("`{}` is no pool", self.peek(0)))
    }
}

// ---- The laws ----

/// A roll of no dice is its points: `0d4 + 2` is said as 2.
fn without_dice(value: Value) -> Value {
    match value {
        Value::Dice(dice) if dice.is_flat() => Value::Number(dice.flat()),
        other => other,
    }
}

/// Both formulas have the same value for names that stand for anything.
fn means_the_same(text: &str, formula: &Formula, words: &str, read: Read) -> Result<(), TestCaseError> {
    let read = read.map_err(|fault| TestCaseError::fail(format!("{text} is said as `{words}`: {fault}")))?;
    let again = Formula::parse(&read)
        .map_err(|fault| TestCaseError::fail(format!("{text} is said as `{words}`, read as {read}: {fault}")))?;
    for seed in 0..40_i64 {
        let value = |n: i64| (seed * 7 + n * 13 + seed * n * 5) % 17 - 5;
        let names = (0..).zip(NAMES.iter().chain(&FLAGS)).map(|(n, name)| (*name, value(n))).collect();
        let frame = Names(names);
        // What cannot be computed, such as half a die, means nothing.
        let Ok(wanted) = eval(&formula.expr, &frame) else { continue };
        let wanted = without_dice(wanted);
        let found = eval(&again.expr, &frame).ok().map(without_dice);
        prop_assert_eq!(
            Some(&wanted),
            found.as_ref(),
            "{} is said as `{}`, read as {}; {:?}",
            text,
            words,
            read,
            frame.0
        );
    }
    Ok(())
}

/// Runs random formulas; a share of them must be said, so that silence is no way to be right.
fn holds(formulas: &BoxedStrategy<String>, is_roll: bool, least_said: u32) {
    let (total, spoken) = (Cell::new(0_u32), Cell::new(0_u32));
    let config = ProptestConfig { cases: 6000, failure_persistence: None, ..ProptestConfig::default() };
    let result = TestRunner::new(config).run(formulas, |text| {
        let formula = Formula::parse(&text).map_err(|fault| TestCaseError::fail(format!("{text}: {fault}")))?;
        total.set(total.get() + 1);
        let frame = Names(BTreeMap::new());
        if let Some(words) = said(&formula.expr, &frame) {
            spoken.set(spoken.get() + 1);
            means_the_same(&text, &formula, &words, Reader::line(&words))?;
        }
        if let Some(words) = said_in_sentence(&formula.expr, &frame) {
            means_the_same(&text, &formula, &words, Reader::sentence(&words, is_roll))?;
        }
        Ok(())
    });
    if let Err(fault) = result {
        panic!("{fault}");
    }
    let share = spoken.get() * 100 / total.get();
    assert!(share >= least_said, "only {share} of 100 are said");
}

#[test]
fn numbers_are_said_as_they_are() {
    holds(&numbers(1), false, 85);
    holds(&numbers(2), false, 40);
    holds(&numbers(3), false, 15);
}

#[test]
fn rolls_are_said_as_they_are() {
    holds(&rolls(), true, 30);
}

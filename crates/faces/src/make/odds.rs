//! Odds of checks: as views, and as data, the JSON of `odds` (see `docs/json.md`).

use std::collections::BTreeMap;

use indexmap::IndexMap;
use makeready_rules::ability::{Argument, ParameterDef};
use makeready_rules::check::{BandOdds, CheckDef, CheckRun, LastRoll, Odds, RowOdds, TotalOdds, told_part};
use makeready_rules::dice::Dice;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{EvalError, ExprKind, Formula};
use makeready_rules::number::Number;
use makeready_rules::odds::Fraction;
use makeready_rules::rules::Rules;
use makeready_words::Words;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::book;
use super::data::ArgumentData;
use super::face_builder::FaceBuilder;
use super::parameter::options;
use super::procedure::listed;
use crate::book::Entry;
use crate::card::{Fact, OutcomeKind, Table};
use crate::odds::{BandView, CaseView, ChanceView, OddsOwner, OddsView, Share, TotalView};
use crate::text::{Paragraph, Run};
use makeready_content::concept::checks::{BandEntry, CheckArguments, CheckEntry, OddsEntry, UseEntry};
use makeready_content::game::Game;
use makeready_content::text::Text;
use makeready_content::used_with;

/// The most people whose odds are compared to choose whose a page shows.
const MOST_COMPARED: usize = 12;
/// The most characters of an exact fraction that is shown.
const LONGEST_FRACTION: usize = 13;

/// A check with its arguments, one of which may vary.
pub struct OddsCall<'a> {
    /// Its entry in the content.
    pub entry: &'a CheckEntry,
    /// The check.
    pub def: &'a CheckDef,
    /// The arguments.
    pub arguments: CheckArguments,
}

/// The odds of one case.
pub struct OddsCase {
    /// The argument that varies.
    value: Option<Argument>,
    /// `2d12✦ + 5`
    roll: String,
    /// In the notation of formulas, for programs: `2d12! + 5`
    exact_roll: String,
    odds: Odds,
}

impl<'a> OddsCall<'a> {
    /// A check of a game without arguments; none when there is no such check.
    pub fn new(game: &'a Game, id: &str) -> Option<Self> {
        let entry = game.entries.checks.iter().find(|check| check.head.id == id)?;
        let def = game.rules.system().checks.get(id)?;
        Some(Self { entry, def, arguments: CheckArguments::default() })
    }

    /// The odds of every case.
    ///
    /// # Errors
    /// When they cannot be computed for one of them.
    pub fn cases(&self, faces: &FaceBuilder<'_>) -> Result<Vec<OddsCase>, EvalError> {
        let mut last = LastRoll::default();
        let case = |(value, arguments): (Option<Argument>, BTreeMap<String, Argument>)| {
            let run = CheckRun::after(&mut last, &faces.evaluator, self.def, &arguments)?;
            let (roll, exact_roll) = (rolled(&run, Dice::printed), rolled(&run, Dice::spaced));
            Ok(OddsCase { roll, exact_roll, odds: run.odds()?, value })
        };
        self.arguments.cases().into_iter().map(case).collect()
    }

    /// Arguments and defaults: all but the one that varies.
    fn known_arguments(&self) -> impl Iterator<Item = (&str, &ParameterDef, &Argument)> {
        let argument = |id: &String, field: &'a ParameterDef| self.arguments.fixed.get(id).or(field.default.as_ref());
        let all = self.def.parameters.iter().filter(|(id, _)| !self.arguments.varies(id));
        all.filter_map(move |(id, field)| Some((id.as_str(), field, argument(id, field)?)))
    }

    /// The odds of these cases as a view.
    pub fn view(&self, faces: &FaceBuilder<'_>, cases: &[OddsCase]) -> OddsView {
        let system = faces.game.rules.system();
        let field = self.arguments.varied.as_ref().and_then(|(name, _)| self.def.parameters.get(name));
        let is_alike = cases.windows(2).all(|pair| pair[0].roll == pair[1].roll);
        let roll = match cases.first() {
            Some(case) if is_alike => case.roll.clone(),
            _ => self.readable_rolls(faces),
        };
        let label = |argument: &Argument| field.map_or_else(String::new, |field| field.kind.printed(argument, system));
        let bands = bands(self.entry, self.def, cases);
        let words = faces.words();
        OddsView {
            words,
            id: self.entry.head.id.clone(),
            name: self.entry.head.name.clone(),
            rule: self.entry.head.rule.clone(),
            of: None,
            roll,
            // A modifier that is 0 unless it is set needs no word where nobody has set it.
            inputs: self
                .known_arguments()
                .filter(|(id, _, argument)| {
                    self.arguments.fixed.contains_key(*id) || !matches!(argument, Argument::Number(0))
                })
                // The usual input stands there only where something depends on it.
                .filter(|(id, _, _)| {
                    self.def.usual.as_ref().is_none_or(|(usual, _)| usual != id)
                        || self.arguments.decides(id, self.def, &faces.game.rules)
                })
                .map(|(_, f, argument)| (f.name.clone(), f.kind.printed(argument, system)))
                .collect(),
            varied: field.map_or_else(String::new, |field| field.name.clone()),
            result: self.def.result_name().unwrap_or_else(|| words.text("odds.roll")).to_owned(),
            or_better: or_better(&bands, words),
            cases: cases
                .iter()
                .map(|case| self.case_view(case, &bands, case.value.as_ref().map_or_else(String::new, label), words))
                .collect(),
            bands,
        }
    }

    fn case_view(&self, case: &OddsCase, bands: &[BandView], label: String, words: Words) -> CaseView {
        let odds = &case.odds;
        let shown = |place: &usize| !odds.bands[*place].is_rerolled;
        let chances: Vec<Fraction> = (0..odds.bands.len()).filter(shown).map(|place| odds.chance(place)).collect();
        let good: Vec<&Fraction> =
            bands.iter().zip(&chances).filter(|(band, _)| band.kind.is_good()).map(|pair| pair.1).collect();
        let together = good.iter().fold(Fraction::zero(), |sum, one| &sum + *one);
        let tenths = Fraction::shared_out(&chances, THOUSAND);
        let good_tenths =
            bands.iter().zip(&tenths).filter(|(band, _)| band.kind.is_good()).map(|(_, tenths)| tenths).sum();
        let mut further: Vec<(String, String)> = Vec::new();
        for (name, mean) in &odds.gives {
            let name = name.replace('_', " ");
            further.push((words.say("odds.mean", &[("result", &name)]), figure(&mean.value, words)));
        }
        if let Some(row) = odds.row.as_ref().filter(|row| row.attempts > 1) {
            let tries = |key: &str, values: &[(&str, &str)]| {
                words.count(key, usize::try_from(row.attempts).unwrap_or(usize::MAX), values)
            };
            for (band, once) in self.def.bands.values().zip(&row.once) {
                further.push((tries("odds.once_in", &[("band", &band.name)]), percent(once, words)));
            }
            if let Some(unstopped) = &row.never_ended {
                further.push((tries("odds.no_end", &[]), percent(unstopped, words)));
            }
            for (name, total) in &row.totals {
                let name = name.replace('_', " ");
                further.push((tries("odds.mean_in", &[("result", &name)]), figure(total, words)));
            }
        }
        if odds.reroll > Fraction::zero() {
            further.push((words.text("odds.rolled_again").to_owned(), percent(&odds.reroll, words)));
        }
        CaseView {
            label,
            or_better: (good.len() > 1).then(|| chance(&together, good_tenths, words)),
            bands: chances.iter().zip(&tenths).map(|(one, tenths)| chance(one, *tenths, words)).collect(),
            mean: figure(&odds.mean.value, words),
            further,
            totals: totals(odds, words),
        }
    }

    /// What is rolled, where it differs from case to case.
    fn readable_rolls(&self, faces: &FaceBuilder<'_>) -> String {
        let rules = &faces.game.rules;
        let roll = in_words(rules, self.def, &self.entry.how, &self.def.roll);
        match &self.def.against {
            Some(against) => {
                format!("{roll} against {}", in_words(rules, self.def, &self.entry.against_how, against))
            }
            None => roll,
        }
    }

    /// The odds of these cases as data.
    pub fn data(&self, faces: &FaceBuilder<'_>, cases: &[OddsCase]) -> OddsData {
        let of = |case: &OddsCase| CaseData::of(&case.odds, case.exact_roll.clone());
        let (varies, one, several) = match (&self.arguments.varied, cases) {
            (Some((name, _)), _) => {
                let argument = |case: &OddsCase| case.value.as_ref().map(ArgumentData::of);
                let several = cases.iter().map(|case| SeveralData { value: argument(case), case: of(case) }).collect();
                (Some(name.clone()), None, several)
            }
            (None, cases) => (None, cases.first().map(of), Vec::new()),
        };
        OddsData {
            system: faces.game.entries.head.id.clone(),
            check: self.entry.head.id.clone(),
            rules: faces.game.fingerprint.clone(),
            character: faces.evaluator.character().id.clone(),
            inputs: self
                .known_arguments()
                .map(|(id, _, argument)| (id.to_owned(), ArgumentData::of(argument)))
                .collect(),
            varies,
            one,
            cases: several,
        }
    }
}

/// `best of 2 rolls of 2d12✦ + 5 against 1d20`
fn rolled(run: &CheckRun<'_>, written: fn(&Dice) -> String) -> String {
    let roll = written(run.roll());
    let which = if run.check().keeps_worst { "worst" } else { "best" };
    let roll = if run.times() > 1 { format!("{which} of {} rolls of {roll}", run.times()) } else { roll };
    match run.against() {
        Some(against) => format!("{roll} against {}", written(against)),
        None => roll,
    }
}

/// A formula of a check, in its author's words, else in made ones.
fn in_words(rules: &Rules, def: &CheckDef, how: &Text, formula: &Formula) -> String {
    if how.is_empty() {
        told_part(rules, def, formula)
    } else {
        how.in_words(rules, &Worksheet::rolled(rules, def).frame())
    }
}

/// The bands in which a check may end.
fn bands(entry: &CheckEntry, def: &CheckDef, cases: &[OddsCase]) -> Vec<BandView> {
    let bands: Vec<_> = entry.bands.iter().filter(|band| !def.rerolls.contains(&band.head.id)).collect();
    let comes_up = |id: &str| {
        let has_ways = |band: &BandOdds| band.id == id && band.ways.bits() > 0;
        cases.iter().any(|case| case.odds.bands.iter().any(has_ways))
    };
    let is_best_first = bands.first().is_some_and(|band| band.on.is_good());
    let view = |(place, band): (usize, &&BandEntry)| {
        let (before, behind) = (&bands[..place], &bands[place + 1..]);
        let (worse, better) = if is_best_first { (behind, before) } else { (before, behind) };
        // Stronger the better they are, and of bad ones the worse.
        let weaker = if band.on == OutcomeKind::Failure { better } else { worse };
        let shade = weaker.iter().filter(|other| other.on == band.on).count();
        BandView {
            id: band.head.id.clone(),
            name: band.head.name.clone(),
            kind: band.on,
            shade,
            comes_up: comes_up(&band.head.id),
        }
    };
    bands.iter().enumerate().map(view).collect()
}

/// What all good bands together are called, by the least of them; nothing where fewer than two are good.
fn or_better(bands: &[BandView], words: Words) -> String {
    let mut good: Vec<&BandView> = bands.iter().filter(|band| band.kind.is_good()).collect();
    // Some checks list their bands from the worst to the best.
    if !bands.first().is_some_and(|band| band.kind.is_good()) {
        good.reverse();
    }
    let plain = good.iter().rfind(|band| band.kind == OutcomeKind::Success).or(good.last());
    plain
        .filter(|_| good.len() > 1)
        .map_or_else(String::new, |band| words.say("odds.or_better", &[("band", &band.name)]))
}

/// The totals, those at either end merged while they are together rarer than one in a thousand. Each is rounded by itself, so that what is
/// as likely reads alike.
fn totals(odds: &Odds, words: Words) -> Vec<TotalView> {
    const MOST: usize = 40;
    let view = |value: String, totals: &[TotalOdds]| {
        let shown = (0..odds.bands.len()).filter(|place| !odds.bands[*place].is_rerolled);
        let in_bands = shown.map(|band| Share::of(&odds.chance_in(totals, band)));
        let whole = odds.chance_of(totals);
        TotalView { value, in_bands: in_bands.collect(), chance: chance(&whole, tenths(&whole), words) }
    };
    let all = &odds.totals[..];
    if all.len() <= MOST {
        return all.iter().map(|total| view(total.value.mixed(), std::slice::from_ref(total))).collect();
    }
    let limit = Fraction::tenth_power(3);
    let low = odds.rarer_than(&limit, all.iter());
    let high = all.len() - odds.rarer_than(&limit, all.iter().rev()).min(all.len() - low - 1);
    let mut views = Vec::new();
    if let Some(last) = low.checked_sub(1) {
        views.push(view(words.say("odds.and_less", &[("value", &all[last].value.mixed())]), &all[..low]));
    }
    views.extend(all[low..high].iter().map(|total| view(total.value.mixed(), std::slice::from_ref(total))));
    if let Some(first) = all.get(high) {
        views.push(view(words.say("odds.and_more", &[("value", &first.value.mixed())]), &all[high..]));
    }
    views
}

/// All tenths of percents.
const THOUSAND: u32 = 1_000;

/// How many tenths of percents a chance is that stands for itself, and not beside others with which it adds up to 100 %.
fn tenths(chance: &Fraction) -> u32 {
    Fraction::shared_out(std::slice::from_ref(chance), THOUSAND)[0]
}

/// A chance that reads as so many tenths of percents.
fn chance(fraction: &Fraction, tenths: u32, words: Words) -> ChanceView {
    let exact = fraction.to_string();
    let is_told = exact.contains('/') && exact.len() <= LONGEST_FRACTION;
    let exact = if is_told { exact } else { String::new() };
    ChanceView { share: Share::of(fraction), text: percent_of(fraction, tenths, words), exact }
}

/// `41.5 %` of a chance that stands for itself.
fn percent(chance: &Fraction, words: Words) -> String {
    percent_of(chance, tenths(chance), words)
}

/// `41.5 %` for 415 tenths; what is neither impossible nor certain never reads as 0 or 100.
fn percent_of(chance: &Fraction, tenths: u32, words: Words) -> String {
    match tenths {
        _ if *chance == Fraction::zero() => "\u{2013}".to_owned(),
        0 => format!("<\u{2009}{}", words.percent("0.1")),
        THOUSAND if *chance == Fraction::one() => words.percent("100"),
        THOUSAND => format!(">\u{2009}{}", words.percent("99.9")),
        _ => words.percent(&format!("{}.{}", tenths / 10, tenths % 10)),
    }
}

/// A mean, rounded for reading.
fn figure(mean: &Fraction, words: Words) -> String {
    let text = mean.decimal(2);
    words.number(text.strip_suffix(".00").unwrap_or(&text))
}

/// The odds that a chapter shows.
///
/// # Errors
/// When they cannot be computed.
pub(super) fn chapter_odds(faces: &FaceBuilder<'_>, entry: &OddsEntry) -> Result<OddsView, EvalError> {
    let call = OddsCall::new(faces.game, &entry.check.value).expect("the check found this check");
    let call = OddsCall {
        arguments: CheckArguments::of(entry).or_usual(call.def).settled(call.def, &faces.game.rules),
        ..call
    };
    Ok(call.view(faces, &call.cases(faces)?))
}

/// The entry of a check: what it takes, its bands, and its odds in the usual cases, where no character is needed.
pub(super) fn check_entry(faces: &FaceBuilder<'_>, entry: &CheckEntry, outline: Entry) -> Result<Entry, EvalError> {
    let mut made = outline;
    let Some(call) = OddsCall::new(faces.game, &entry.head.id) else { return Ok(made) };
    let (def, rules) = (call.def, &faces.game.rules);
    let said = |how: &Text, formula: &Formula| book::formula_cell(in_words(rules, def, how, formula));
    let words = faces.words();
    let labelled = |label: &str, text: Paragraph| Fact { label: label.to_owned(), text, ..Fact::default() };
    let unsaid = Text::default();
    let fact = |label: &str, how: &Text, formula: &Option<Formula>| {
        formula.as_ref().map(|formula| labelled(label, said(how, formula)))
    };
    // What is only another name for an input is told where inputs are.
    let is_input =
        |formula: &Formula| matches!(&formula.expr.kind, ExprKind::Name(name) if def.parameters.contains_key(name));
    let attempts = def.attempts.clone().filter(|tries| !is_input(tries));
    let facts = [
        Some(labelled(words.text("odds.roll"), said(&entry.how, &def.roll))),
        fact(words.text("odds.against"), &entry.against_how, &def.against),
        fact(words.text("odds.times"), &unsaid, &def.times),
        fact(words.text("odds.attempts"), &unsaid, &attempts),
    ];
    made.facts = facts.into_iter().flatten().collect();
    let inputs = entry.inputs.iter().filter_map(|input| Some((input, def.parameters.get(&input.head.id)?)));
    let inputs = inputs.map(|(input, field)| {
        let default =
            field.default.as_ref().map_or_else(String::new, |default| field.kind.printed(default, rules.system()));
        book::row([&field.name, &input.head.summary, &options(field, rules.system()), &default])
    });
    let inputs = book::table(
        ["odds.input", "label.is", "odds.takes", "odds.unless_put_in"].map(|key| words.text(key)),
        inputs.collect(),
    );
    let values = entry.values.iter().filter_map(|value| {
        let def = def.values.get(&value.head.id)?;
        let [name, unit, rule] = [&def.name, &def.unit, &def.rule].map(|text| book::cell(text.clone()));
        Some(vec![name, said(&value.how, &def.formula), unit, rule])
    });
    let heads = ["label.value", "label.formula", "label.unit", "label.rule"].map(|key| words.text(key));
    let values = book::without_empty(&book::table(heads, values.collect()));
    let mut bands = Vec::new();
    for band in &entry.bands {
        let band_def = &def.bands[&band.head.id];
        // Under the rulings in force it may never come of it, or always: then what stands behind it never does.
        let decided = band_def.when.as_ref().map(|when| rules.fold(&when.expr).kind);
        if decided == Some(ExprKind::Bool(false)) {
            continue;
        }
        let when = match &band_def.when {
            None if band.how.is_empty() => book::cell(words.text("odds.otherwise").to_owned()),
            Some(when) if band.how.is_empty() => said(&band.how, when),
            _ => book::cell(band.how.in_words(rules, &Worksheet::rolled(rules, def).frame())),
        };
        let text = faces.line(&band.text)?;
        // Where what happens is said in words, its figures are told by their means.
        let gives = band_def
            .gives
            .iter()
            .filter(|_| text.is_empty())
            .map(|(name, formula)| format!("{}: {}", name.replace('_', " "), told_part(rules, def, formula)));
        let gives = book::cell(gives.collect::<Vec<_>>().join(", "));
        bands.push(vec![book::cell(band.head.name.clone()), when, gives, text, book::cell(band.head.rule.clone())]);
        if decided == Some(ExprKind::Bool(true)) {
            break;
        }
    }
    let bands = book::table(
        ["odds.band", "label.when", "odds.gives", "odds.happens", "label.rule"].map(|key| words.text(key)),
        bands,
    );
    let titled = |title: &str, table: &Table| {
        (!table.rows.is_empty()).then(|| (words.text(title).to_owned(), book::without_empty(table)))
    };
    made.results = titled("odds.bands", &bands);
    made.tables = titled("odds.put_in", &inputs).into_iter().chain(titled("odds.worked_out", &values)).collect();
    made.odds = odds_of_nobody(faces, &call).or_else(|| odds_of_somebody(faces.game, entry)).map(Box::new);
    Ok(made)
}

/// The odds of a check in its usual cases, where it asks nothing about who rolls.
fn odds_of_nobody(faces: &FaceBuilder<'_>, call: &OddsCall<'_>) -> Option<OddsView> {
    let arguments = CheckArguments::default().or_usual(call.def).settled(call.def, &faces.game.rules);
    let call = OddsCall { entry: call.entry, def: call.def, arguments };
    let is_known = call.arguments.missing(call.def).is_empty();
    let cases = is_known.then(|| call.cases(faces).ok()).flatten()?;
    Some(call.view(faces, &cases))
}

/// Those of somebody whose card or sheet shows them, where it does: of whom the check names, else of whoever's success is least
/// certain either way, for such odds say the most.
fn odds_of_somebody(game: &Game, check: &CheckEntry) -> Option<OddsView> {
    let uses = || game.check_uses().filter(|(_, used)| used.check.value == check.head.id);
    let is_wanted = |id: &str| check.who.as_ref().is_none_or(|who| who.value == id);
    let everybody = game.characters.values().filter(|who| is_wanted(who.id()) && uses().next().is_some());
    let everybody = everybody.take(MOST_COMPARED);
    let views = everybody.filter_map(|who| {
        let faces = FaceBuilder::new(game, Some(who));
        uses().find_map(|(name, used)| {
            let (call, cases) = faces.used_odds(used)?;
            let with = if name.is_empty() { &check.head.name } else { name };
            let link = book::person_link(game, who.id());
            let owner = OddsOwner { link, name: who.entry.head.name.clone(), with: with.to_owned() };
            Some(OddsView { of: Some(Box::new(owner)), ..call.view(&faces, &cases) })
        })
    });
    views.reduce(|best, next| if uncertainty(&next) > uncertainty(&best) { next } else { best })
}

/// The sum of the variances of success, over all cases.
fn uncertainty(view: &OddsView) -> f64 {
    let success = |case: &CaseView| -> f64 {
        let bands = view.bands.iter().zip(&case.bands).filter(|(band, _)| band.kind.is_good());
        bands.map(|(_, chance)| chance.share.of_one()).sum()
    };
    view.cases.iter().map(success).map(|chance| chance * (1.0 - chance)).sum()
}

/// Chances by the usual arguments of one parameter, a line for each kind of outcome.
struct Strip {
    /// What the columns are, and each of them.
    columns: Vec<String>,
    /// A line: its label, and a chance for each column. None on the blank form.
    lines: Vec<(String, Option<Vec<String>>)>,
}

impl Strip {
    fn table(self) -> Table {
        let columns = self.columns.len();
        let rows = self.lines.into_iter().map(|(label, chances)| {
            let chances = chances.unwrap_or_else(|| vec![String::new(); columns - 1]);
            let figure = |text: String| {
                if text.is_empty() { Vec::new() } else { vec![Run::figure(text)] }
            };
            std::iter::once(book::cell(label)).chain(chances.into_iter().map(figure)).collect()
        });
        let rows = rows.collect();
        Table { numeric: (0..columns).map(|column| column > 0).collect(), columns: self.columns, rows }
    }
}

impl FaceBuilder<'_> {
    /// The chances that a card shows: of success, and of critical success where there is such a thing. Nothing where
    /// something about the character is unknown, or where they are left off for it.
    pub(super) fn card_chances(&self, used: &UseEntry) -> Option<Table> {
        let (mut call, mut cases) = self.used_odds(used)?;
        call.arguments = call.arguments.settled(call.def, &self.game.rules);
        if call.arguments.varied.is_none() {
            cases.truncate(1);
        }
        let has_criticals = call.entry.bands.iter().any(|band| band.on == OutcomeKind::Critical);
        let words = self.game.entries.lang.words;
        // A band has a chance of its own; where that of better ones is added, the label says so.
        let label = |name: &str, is_meant: &dyn Fn(OutcomeKind) -> bool| {
            let is_one = call.bands_of(is_meant) <= 1;
            let name = if is_one { name.to_owned() } else { words.say("odds.or_better", &[("band", name)]) };
            format!("{name} %")
        };
        let success = match used.label.is_empty() {
            true => label(words.text("label.success"), &OutcomeKind::is_good),
            false => format!("{} %", &*used.label),
        };
        let mut lines = vec![(success, Some(call.chances(&cases, OutcomeKind::is_good)))];
        if has_criticals {
            let is_critical = |kind| kind == OutcomeKind::Critical;
            lines.push((label(words.text("label.critical"), &is_critical), Some(call.chances(&cases, is_critical))));
        }
        let columns = self.strip_columns(used, &call);
        Some(Strip { columns, lines }.table())
    }

    /// The chances of success that a sheet shows: of every check, by its usual arguments. Where they are left off for the
    /// character there is no line.
    pub(super) fn sheet_chances(&self, checks: &[UseEntry]) -> Vec<Table> {
        let mut strips: Vec<Strip> = Vec::new();
        for used in checks {
            let Some(call) = OddsCall::new(self.game, &used.check.value) else { continue };
            // For the columns it does not matter what an argument is, but whether it is set.
            let fixed = used.with.iter().map(|(name, _)| (name.value.clone(), Argument::Number(0))).collect();
            let call = OddsCall { arguments: CheckArguments { fixed, varied: None }.or_usual(call.def), ..call };
            let name = if used.label.is_empty() { &call.def.name } else { &*used.label };
            if self.is_left_off(used) {
                continue;
            }
            let chances = self.used_odds(used).map(|(call, cases)| call.chances(&cases, OutcomeKind::is_good));
            // Where too little is known of a character, the line is as on the blank form.
            let line = (format!("{name} %"), chances);
            let columns = self.strip_columns(used, &call);
            match strips.last_mut().filter(|strip| strip.columns == columns) {
                Some(strip) => strip.lines.push(line),
                None => strips.push(Strip { columns, lines: vec![line] }),
            }
        }
        strips.into_iter().map(Strip::table).collect()
    }

    /// Whether validation has left these chances off for the character, and has said why.
    fn is_left_off(&self, used: &UseEntry) -> bool {
        self.who.is_some_and(|who| who.without_odds.contains(&used.check.at))
    }

    /// The chances of a card or a sheet; none where something is unknown, or where they are left off.
    fn used_odds(&self, used: &UseEntry) -> Option<(OddsCall<'_>, Vec<OddsCase>)> {
        if self.is_blank() || self.is_left_off(used) {
            return None;
        }
        let call = OddsCall::new(self.game, &used.check.value)?;
        let arguments = used_with(&self.evaluator, used, call.def).ok()??;
        let call = OddsCall { arguments, ..call };
        let cases = call.cases(self).ok()?;
        Some((call, cases))
    }

    fn strip_columns(&self, used: &UseEntry, call: &OddsCall<'_>) -> Vec<String> {
        let Some((name, values)) = &call.arguments.varied else { return vec![String::new(), "Chance".to_owned()] };
        let field = &call.def.parameters[name];
        let printed = values.iter().map(|value| field.kind.printed(value, self.game.rules.system()));
        let heading = if used.columns.is_empty() { field.name.clone() } else { used.columns.to_string() };
        std::iter::once(heading).chain(printed).collect()
    }
}

impl OddsCall<'_> {
    /// How many bands of some kinds a check may end in.
    fn bands_of(&self, is_meant: &dyn Fn(OutcomeKind) -> bool) -> usize {
        let bands = self.entry.bands.iter().filter(|band| !self.def.rerolls.contains(&band.head.id));
        bands.filter(|band| is_meant(band.on)).count()
    }

    /// The chance of all bands of some kinds, case by case, in whole parts of a hundred.
    fn chances(&self, cases: &[OddsCase], is_meant: impl Fn(OutcomeKind) -> bool) -> Vec<String> {
        let meant = |odds: &Odds| {
            let bands = self.entry.bands.iter().enumerate().filter(|(_, band)| is_meant(band.on));
            bands.fold(Fraction::zero(), |sum, (place, _)| &sum + &odds.chance(place))
        };
        cases.iter().map(|case| whole_percent(&meant(&case.odds))).collect()
    }
}

/// `41`; what is neither impossible nor certain never reads as 0 or 100.
fn whole_percent(chance: &Fraction) -> String {
    let hundredfold = chance * &Fraction::from(Number::whole(100));
    match hundredfold.decimal(0).as_str() {
        "0" if *chance == Fraction::zero() => "\u{2013}".to_owned(),
        "0" => "<1".to_owned(),
        "100" if *chance < Fraction::one() => ">99".to_owned(),
        text => text.to_owned(),
    }
}

/// The odds of a check, as data.
#[derive(Debug, Serialize)]
pub struct OddsData {
    system: String,
    check: String,
    rules: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    character: String,
    inputs: IndexMap<String, ArgumentData>,
    #[serde(skip_serializing_if = "Option::is_none")]
    varies: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    one: Option<CaseData>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cases: Vec<SeveralData>,
}

/// One of several cases.
#[derive(Debug, Serialize)]
struct SeveralData {
    value: Option<ArgumentData>,
    #[serde(flatten)]
    case: CaseData,
}

/// The odds of one case.
#[derive(Debug, Serialize)]
struct CaseData {
    roll: String,
    bands: Vec<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    again: Option<Json>,
    distribution: Vec<Json>,
    mean: Json,
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    gives: IndexMap<String, Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tries: Option<Json>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cut_off: Option<f64>,
}

impl CaseData {
    fn of(odds: &Odds, roll: String) -> Self {
        let out_of = odds.out_of.to_string();
        let band = |(place, band): (usize, &BandOdds)| {
            let p = odds.chance(place).to_f64();
            json!({ "id": band.id, "ways": band.ways.to_string(), "out_of": out_of, "p": p })
        };
        let shown = odds.bands.iter().enumerate().filter(|(_, band)| !band.is_rerolled);
        let total = |total: &TotalOdds| {
            let p = odds.chance_of(std::slice::from_ref(total)).to_f64();
            let value = total.value.to_i64().map_or_else(|| json!(total.value.to_string()), |whole| json!(whole));
            json!({ "value": value, "ways": total.ways.to_string(), "out_of": out_of, "p": p })
        };
        let once = |row: &RowOdds| {
            let bands = odds.bands.iter().zip(&row.once).filter(|(band, _)| !band.is_rerolled);
            bands.map(|(band, once)| (band.id.clone(), exact(once))).collect::<serde_json::Map<_, _>>()
        };
        let tries = odds.row.as_ref().map(|row| {
            let totals: serde_json::Map<_, _> =
                row.totals.iter().map(|(name, total)| (name.clone(), exact(total))).collect();
            let mut tries = json!({ "count": row.attempts, "once": once(row), "totals": totals });
            if let Some(unstopped) = &row.never_ended {
                tries["unstopped"] = exact(unstopped);
            }
            tries
        });
        Self {
            roll,
            bands: shown.map(band).collect(),
            again: (odds.reroll > Fraction::zero()).then(|| exact(&odds.reroll)),
            distribution: odds.totals.iter().map(total).collect(),
            mean: exact(&odds.mean.value),
            gives: odds.gives.iter().map(|(name, mean)| (name.clone(), exact(&mean.value))).collect(),
            tries,
            cut_off: (odds.cut_off > Fraction::zero()).then(|| odds.cut_off.to_f64()),
        }
    }
}

fn exact(fraction: &Fraction) -> Json {
    json!({ "exact": fraction.to_string(), "value": fraction.to_f64() })
}

/// Ids and names of all checks with their parameters, as printed.
pub fn listed_checks(game: &Game) -> String {
    let system = game.rules.system();
    let checks = game.entries.checks.iter();
    let of = |entry: &'_ CheckEntry| system.checks.get(&entry.head.id);
    listed(checks.filter_map(|entry| of(entry).map(|def| (&*entry.head, &def.parameters, &def.usual))), system)
}

//! Building character sheets and NPC handouts.

use makeready_rules::character::Ranks;
use makeready_rules::formula::{EvalError, Expr, ExprKind, Frame, validate};
use makeready_rules::system::{BackgroundDef, formula_name};
use makeready_rules::value::{Type, Value, signed};

use super::ability::strong;
use super::book::{capital, without_empty};
use super::card::paid;
use super::face_builder::FaceBuilder;
use super::further::has_no_line;
use super::handout::{described, first_sentences};
use super::traits::added_to;
use crate::card::{Block, Fact, Table, Track};
use crate::sheet::{
    Holds, Purpose, ResourceCell, RollRow, Sheet, SheetBlock, SheetContent, StatCell, StatGroup, ValueCell,
};
use crate::text::{Paragraph, Run, Style, plain_text, says};
use makeready_content::concept::building::AbilityCardEntry;
use makeready_content::concept::card::{CardEntry, CostEntry};
use makeready_content::concept::character::CharacterEntry;
use makeready_content::concept::character::SpokenLanguageEntry;
use makeready_content::concept::item::Weight;
use makeready_content::concept::sheet::{BlockEntry, BlockKind, RollColumn};
use makeready_content::source::Located;
use makeready_content::text::Text;
use makeready_content::words::Form;

/// The most boxes that are drawn; above it, a line to write on.
const MOST_BOXES: u32 = 60;
/// Which rows of a list are shown: all on a sheet, on a handout those that the NPC has something in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RowFilter {
    All,
    PresentOnly,
}

impl FaceBuilder<'_> {
    /// The sheet of this character, or the blank one.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn sheet(&self) -> Result<Sheet, EvalError> {
        let (e, entry) = (&self.game.entries, self.entry());
        let side = |blocks: &[BlockEntry]| -> Result<Vec<SheetBlock>, EvalError> {
            let made: Result<Vec<_>, _> = blocks.iter().map(|b| self.sheet_block(b, RowFilter::All)).collect();
            Ok(made?.into_iter().flatten().collect())
        };
        let front = self.draft_block().into_iter().chain(side(&e.sheet_front)?).collect();
        Ok(Sheet {
            id: entry.map_or_else(|| "blank".to_owned(), |c| c.head.id.clone()),
            name: entry.map_or_else(String::new, |c| c.head.name.clone()),
            subtitle: self.marked(self.subtitle()?),
            draft: self.draft_mark(),
            looks: entry.map_or_else(String::new, |c| c.portrait.to_string()),
            portrait: self.portrait_art(),
            is_blank: self.is_blank(),
            front,
            back: side(&e.sheet_back)?,
            further: Vec::new(),
            edition: self.game.edition_line(),
            system: e.head.name.clone(),
        })
    }

    /// The entry of the character.
    pub(super) fn entry(&self) -> Option<&CharacterEntry> {
        self.who.map(|who| &who.entry)
    }

    pub(super) fn sheet_block(&self, block: &BlockEntry, filter: RowFilter) -> Result<Option<SheetBlock>, EvalError> {
        let form = if self.is_blank() { Form::Blank } else { Form::Filled };
        if block.form.is_some_and(|only| only != form) {
            return Ok(None);
        }
        if let Some(when) = &*block.when {
            let held = self.value(&when.formula)?;
            if held == Value::Bool(false) || (held.is_unknown() && !self.is_blank()) {
                return Ok(None);
            }
        }
        let content = match &block.kind {
            BlockKind::Identity(lines) => {
                let mut lines = lines.iter().map(|l| self.identity_line(&l.value)).collect::<Result<Vec<_>, _>>()?;
                // What nobody has said is not waited for.
                lines
                    .retain(|(_, text)| filter == RowFilter::All || text.as_ref().is_some_and(|text| !text.is_empty()));
                SheetContent::Identity { lines }
            }
            BlockKind::Portrait(sentences) => {
                SheetContent::Text { paragraphs: first_sentences(self.portrait(), *sentences) }
            }
            BlockKind::Stats => SheetContent::Stats { groups: self.stat_groups()? },
            BlockKind::Resources(ids) => SheetContent::Resources { resources: self.resources(ids)? },
            BlockKind::Values(ids) => SheetContent::Values {
                values: ids.iter().map(|id| self.value_cell(&id.value)).collect::<Result<_, _>>()?,
            },
            BlockKind::Rolls(actions, columns) => self.rolls(actions, columns)?,
            BlockKind::Skills(always) => self.skills(filter, always)?,
            BlockKind::Items(lines) => self.items(*lines)?,
            BlockKind::Traits(lines, effects) => self.traits(*lines, *effects || filter == RowFilter::All)?,
            BlockKind::Conditions(lines) => self.conditions(*lines, filter == RowFilter::PresentOnly),
            BlockKind::Abilities(lines, effects) => self.abilities(*lines, *effects)?,
            BlockKind::Allies(text, lines) => self.allies(text, *lines)?,
            BlockKind::AbilityNames(text, keywords) => self.ability_names(text, *keywords)?,
            BlockKind::Tracks(tracks) => SheetContent::Tracks {
                tracks: tracks
                    .iter()
                    .map(|track| Track { label: track.label.to_string(), boxes: track.boxes.count() })
                    .collect(),
            },
            BlockKind::Text(text) => SheetContent::Text { paragraphs: self.paragraphs(text)? },
            BlockKind::Notes(id, sentences) => {
                let note = self.entry().and_then(|c| c.notes.iter().find(|(key, _)| key.value == id.value));
                let Some((_, note)) = note else { return Ok(None) };
                SheetContent::Text { paragraphs: first_sentences(self.paragraphs(note)?, *sentences) }
            }
            // Chances are not computed by hand, so the blank form has no room for them.
            BlockKind::Odds(_) if self.is_blank() => return Ok(None),
            BlockKind::Odds(checks) => {
                let mut tables = self.sheet_chances(checks);
                match tables.pop() {
                    None => return Ok(None),
                    Some(only) if tables.is_empty() => SheetContent::Table(only),
                    last => SheetContent::Blocks { blocks: tables.into_iter().chain(last).map(Block::Table).collect() },
                }
            }
            // The blank form says beside each box how to fill it.
            BlockKind::Sums(_) if self.is_blank() => return Ok(None),
            BlockKind::Sums(names) => SheetContent::Table(self.sums(names)?),
            BlockKind::Lines(count) => SheetContent::Lines { lines: *count },
            BlockKind::Fields(labels) => {
                let facts = labels.iter().map(|label| Fact { label: label.to_string(), ..Fact::default() }).collect();
                SheetContent::Blocks { blocks: vec![Block::Facts { facts }] }
            }
        };
        let is_optional = filter == RowFilter::PresentOnly || matches!(block.kind, BlockKind::Conditions(_));
        if is_optional && has_no_line(&content) {
            return Ok(None);
        }
        Ok(Some(SheetBlock { title: block.title.clone(), span: block.span, purpose: purpose(&block.kind), content }))
    }

    fn identity_line(&self, line: &str) -> Result<(String, Option<String>), EvalError> {
        let (entry, system) = (self.entry(), self.game.rules.system());
        Ok(match line {
            "name" => (self.words().text("sheet.name").to_owned(), entry.map(|c| c.head.name.clone())),
            "languages" => {
                let known = entry.map(|c| c.languages.iter().map(language).collect::<Vec<_>>().join(", "));
                (self.words().text("sheet.languages").to_owned(), known)
            }
            "backgrounds" => {
                let is_one = entry.is_some_and(|c| c.backgrounds.len() == 1);
                let called = |b: &BackgroundDef| if is_one { b.name.clone() } else { b.plural.clone() };
                let label = system.backgrounds.as_ref().map(called);
                let label = label.unwrap_or_else(|| self.words().text("sheet.backgrounds").to_owned());
                let known = entry.map(|c| {
                    let each = c.backgrounds.iter().map(|background| {
                        let covers: Vec<_> = background.covers.iter().map(|id| system.entry_name(&id.value)).collect();
                        if covers.is_empty() {
                            background.name.to_string()
                        } else {
                            format!("{} ({})", background.name, covers.join(", "))
                        }
                    });
                    each.collect::<Vec<_>>().join("; ")
                });
                (label, known)
            }
            other => match system.choices.get(other) {
                Some(choice) => (choice.name.clone(), self.printed(&format!("{other}.name"))?),
                None => {
                    let label = system.inputs.get(other).map_or(other, |i| &i.name).to_owned();
                    (label, self.printed(other)?)
                }
            },
        })
    }

    fn stat_groups(&self) -> Result<Vec<StatGroup>, EvalError> {
        let e = &self.game.entries;
        let mut groups = Vec::new();
        for group in &e.groups {
            let members = e.stats.iter().filter(|s| s.group.value == group.head.id);
            let total = match self.game.rules.formula(&group.head.id) {
                Some(_) => Some(self.value_cell(&group.head.id)?),
                None => None,
            };
            groups.push(StatGroup {
                name: group.head.name.clone(),
                color: self.color(&group.color.value),
                total,
                stats: members.map(|s| self.stat(&s.head.id, &s.head.name, &s.abbr)).collect::<Result<_, _>>()?,
            });
        }
        Ok(groups)
    }

    fn stat(&self, id: &str, name: &str, abbr: &str) -> Result<StatCell, EvalError> {
        let base = self.evaluator.value(&format!("{id}.base"))?;
        let total = self.evaluator.value(id)?;
        let bonus = match (base.as_number(), total.as_number()) {
            (Some(base), Some(total)) if total != base => {
                let difference = total.checked_sub(base).unwrap_or(base);
                if difference.is_negative() { difference.to_string() } else { format!("+{difference}") }
            }
            _ => String::new(),
        };
        Ok(StatCell {
            name: name.to_owned(),
            abbr: abbr.to_owned(),
            base: base.printed(),
            bonus,
            total: total.printed(),
        })
    }

    /// A value, stat or input as a cell.
    ///
    /// # Errors
    /// When it cannot be computed.
    pub fn value_cell(&self, id: &str) -> Result<ValueCell, EvalError> {
        let system = self.game.rules.system();
        if let Some(def) = system.values.get(id) {
            let text = self.computed(id)?.value.printed();
            let unit = self.game.entries.lang.counted(text.as_deref().unwrap_or_default(), &def.unit);
            let (beside_name, beside_value) = shown_beside(&def.name, &def.abbr, &unit);
            return Ok(ValueCell {
                id: id.to_owned(),
                name: def.name.clone(),
                abbr: def.abbr.clone(),
                text,
                holds: self.holds(id),
                unit: unit.into_owned(),
                beside_name,
                beside_value,
                after: String::new(),
                terms: self.terms(id)?,
                is_sum: self.is_sum(id)?,
                rule: def.rule.clone(),
            });
        }
        let stat = system.stats.get(id).map(|s| (s.name.clone(), s.abbr.clone()));
        let input = || system.inputs.get(id).map(|i| (i.name.clone(), i.abbr.clone()));
        let (name, abbr) = stat.or_else(input).unwrap_or_default();
        let entry = self.game.entries.stats.iter().find(|s| s.head.id == id);
        let rule = entry.map_or_else(String::new, |s| s.head.rule.clone());
        let (beside_name, beside_value) = shown_beside(&name, &abbr, "");
        Ok(ValueCell {
            id: id.to_owned(),
            name,
            abbr,
            text: self.printed(id)?,
            holds: self.holds(id),
            unit: String::new(),
            beside_name,
            beside_value,
            after: String::new(),
            terms: String::new(),
            is_sum: false,
            rule,
        })
    }

    /// What a value is, whether or not it is known.
    pub(super) fn holds(&self, id: &str) -> Holds {
        let rules = self.evaluator.rules();
        // Under other readings it may be a roll; what counts are the rulings in force.
        let folded = rules.formula(id).and_then(|formula| validate(formula, rules.system()).ok());
        held(folded.or_else(|| rules.system().type_of(id)).as_ref())
    }

    /// The same of a formula.
    pub(super) fn holds_of(&self, expr: &Expr) -> Holds {
        let rules = self.evaluator.rules();
        let folded = rules.fold(expr);
        if let ExprKind::Name(name) = &folded.kind {
            return self.holds(name);
        }
        held(validate(&folded, rules.system()).ok().as_ref())
    }

    /// Resources, always in the order of the system, so that they stand in the same places on everything printed.
    fn resources(&self, ids: &[Located<String>]) -> Result<Vec<ResourceCell>, EvalError> {
        let mut cells = Vec::new();
        let is_shown = |id: &str| ids.iter().any(|shown| shown.value == id);
        for entry in self.game.entries.resources.iter().filter(|entry| is_shown(&entry.id.value)) {
            let value = self.evaluator.value(&entry.max.value)?;
            let boxes = value.as_number().and_then(makeready_rules::number::Number::to_i64);
            let boxes = boxes.and_then(|n| u32::try_from(n).ok()).filter(|n| entry.boxes && *n <= MOST_BOXES);
            cells.push(ResourceCell {
                max: self.value_cell(&entry.max.value)?,
                color: self.color(&entry.color.value),
                goes_negative: entry.goes_negative,
                boxes: boxes.unwrap_or(0),
                has_shield: entry.has_shield,
            });
        }
        Ok(cells)
    }

    /// The conditions in force, and lines for those that come; on a handout these alone.
    fn conditions(&self, lines: u32, is_handout: bool) -> SheetContent {
        let columns = ["Condition", "What it does"].map(str::to_owned).to_vec();
        let in_force = &self.evaluator.character().conditions;
        let entries = self.game.entries.conditions.iter().filter(|entry| in_force.contains(&entry.head.id));
        let row = |name: &str, text: &str| vec![vec![Run::plain(name)], vec![Run::plain(text)]];
        let mut rows: Vec<_> = entries.map(|entry| row(&entry.head.name, &entry.head.summary)).collect();
        if !is_handout {
            let open = (lines as usize).saturating_sub(rows.len());
            rows.extend(std::iter::repeat_n(vec![Paragraph::new(); columns.len()], open));
        }
        SheetContent::Table(Table { numeric: vec![false; columns.len()], columns, rows })
    }

    fn rolls(&self, actions: &[Located<String>], columns: &[RollColumn]) -> Result<SheetContent, EvalError> {
        let mut rows = Vec::new();
        for id in actions {
            let Some(action) = self.game.action(&id.value) else { continue };
            // A card that is not in the deck is no action of this character.
            if !self.is_in_deck(action)? {
                continue;
            }
            let prefix = formula_name(&id.value);
            let cells = columns.iter().map(|RollColumn { label, value, fact }| {
                let name = format!("{prefix}.{}", value.value);
                if self.game.rules.formula(&name).is_none() {
                    return Ok(empty_cell(label));
                }
                let after = self.known_fact(action, fact.as_ref())?;
                Ok(ValueCell { after, ..self.value_cell(&name)? })
            });
            let costs = match &action.cost {
                CostEntry::None => Vec::new(),
                CostEntry::Single(..) | CostEntry::Set(_) => paid(&self.card(action)?.costs),
            };
            rows.push(RollRow {
                name: action.head.name.clone(),
                icon: self.icon_of(action),
                note: self.evaluator.character().wielded(&id.value).map_or_else(String::new, |i| i.name.clone()),
                ranks: None,
                cells: cells.collect::<Result<_, _>>()?,
                costs,
            });
        }
        Ok(SheetContent::Rolls {
            columns: columns.iter().map(|column| column.label.to_string()).collect(),
            has_ranks: false,
            rows,
        })
    }

    /// The text of a fact of a card; empty where the card has no such fact, or something in it is not known.
    fn known_fact(&self, card: &CardEntry, label: Option<&Located<String>>) -> Result<String, EvalError> {
        let fact = label.and_then(|label| card.facts.iter().find(|fact| *fact.label == *label.value));
        let Some(fact) = fact else { return Ok(String::new()) };
        let line = self.line(&fact.text)?;
        let is_open = line.iter().any(|run| run.style.is_open() || run.style == Style::Formula);
        Ok(if is_open { String::new() } else { plain_text(&line) })
    }

    fn skills(&self, filter: RowFilter, always: &[Located<String>]) -> Result<SheetContent, EvalError> {
        let character = self.evaluator.character();
        let system = self.game.rules.system();
        let has_roll = |id: &str| self.game.rules.formula(&format!("{}.roll", formula_name(id))).is_some();
        let has_rolls = self.game.entries.skills.iter().any(|skill| has_roll(&skill.card.head.id));
        // Where nothing is rolled, a dense block shows the ranks.
        let shows_ranks_as_figure = !has_rolls && filter == RowFilter::PresentOnly;
        let mut rows = Vec::new();
        for skill in &self.game.entries.skills {
            let id = &skill.card.head.id;
            let ranks = character.skills.get(id);
            let is_always_there = filter == RowFilter::All || always.iter().any(|always| always.value == *id);
            if !is_always_there && ranks.is_none_or(|r| r.total() == 0) {
                continue;
            }
            let chosen = match ranks {
                Some(Ranks::Chosen(kinds)) => {
                    let each = kinds.iter().map(|(kind, n)| format!("{} {n}", system.entry_name(kind)));
                    each.collect::<Vec<_>>().join(", ")
                }
                Some(Ranks::WithSecondary { secondary, .. }) => {
                    let each = secondary.iter().map(|(under, n)| format!("{} {n}", system.entry_name(under)));
                    each.collect::<Vec<_>>().join(", ")
                }
                Some(Ranks::Plain(_)) => String::new(),
                None if self.is_blank() => self.secondary_lines(id),
                None => String::new(),
            };
            let own = ranks.map_or(0, Ranks::own).to_string();
            let cells = if has_roll(id) {
                vec![self.value_cell(&format!("{}.roll", formula_name(id)))?]
            } else if shows_ranks_as_figure {
                vec![ValueCell { text: Some(own.clone()), ..empty_cell("") }]
            } else if has_rolls {
                vec![empty_cell("")]
            } else {
                Vec::new()
            };
            rows.push(RollRow {
                name: skill.card.head.name.clone(),
                icon: self.icon_of(&skill.card),
                note: if chosen.is_empty() { skill.usage.clone() } else { chosen },
                ranks: (!self.is_blank()).then_some(own),
                cells,
                costs: Vec::new(),
            });
        }
        let column = if has_rolls { Some("Roll") } else { shows_ranks_as_figure.then_some("Rank") };
        let columns = column.map(str::to_owned).into_iter().collect();
        Ok(SheetContent::Rolls { columns, has_ranks: !shows_ranks_as_figure, rows })
    }

    /// `Parry ___ Dodge ___`: room to write ranks in secondary skills.
    fn secondary_lines(&self, skill: &str) -> String {
        let system = self.game.rules.system();
        let under = system.skills.get(skill).map(|def| system.entries_of(&def.secondary)).unwrap_or_default();
        under.iter().map(|id| format!("{} ___", system.entry_name(id))).collect::<Vec<_>>().join(" ")
    }

    fn items(&self, lines: u32) -> Result<SheetContent, EvalError> {
        let Some(entry) = self.entry() else { return Ok(SheetContent::Lines { lines }) };
        let system = self.game.rules.system();
        let mut rows = Vec::new();
        for item in &entry.items {
            let mut marks: Vec<String> = item.tags.iter().map(|t| system.entry_name(&t.value).to_owned()).collect();
            for (field, formula) in &item.fields {
                if let Some(formula) = &**formula {
                    let name = system.item_fields.get(&field.value).map_or(field.value.as_str(), |def| &def.name);
                    // What follows is how the figure is to be read, and would run together with it.
                    let short = name.split([':', ',']).next().unwrap_or(name);
                    marks.push(format!("{short} {}", self.value(&formula.formula)?.printed().unwrap_or_default()));
                }
            }
            for modifier in &item.modifiers {
                let Some(add) = &*modifier.add else { continue };
                let added = self.value(&add.formula)?.printed().unwrap_or_default();
                let to = added_to(modifier, &self.game.rules, Frame::label);
                marks.push(match modifier.how.in_words(&self.game.rules, &self.evaluator) {
                    how if how.is_empty() => format!("{to} {}", signed(&added)),
                    how => format!("{to}: {how}"),
                });
            }
            let held: Vec<&str> = item.wields.iter().map(|a| system.entry_name(&a.value)).collect();
            let mut text = vec![Run::plain(marks.join(" \u{b7} "))];
            let note = self.line(&item.note)?;
            if !note.is_empty() {
                text.push(Run::plain(if marks.is_empty() { "" } else { ". " }));
                text.extend(note);
            }
            rows.push(vec![
                strong(&item.head.name),
                vec![Run::plain(held.join(", "))],
                text,
                vec![Run::plain(if item.weight == Weight::default() {
                    String::new()
                } else {
                    format!("{} lb", self.words().number(&item.weight.decimal()))
                })],
            ]);
        }
        // A game whose items all weigh 0 has no weights.
        let columns = if entry.items.iter().all(|item| item.weight == Weight::default()) { 3 } else { 4 };
        rows.iter_mut().for_each(|row| row.truncate(columns));
        let (names, numeric) = (["Item", "Used for", "What it is", "Weight"], [false, false, false, true]);
        let names = names[..columns].iter().map(|name| (*name).to_owned()).collect();
        Ok(SheetContent::Table(Table { columns: names, numeric: numeric[..columns].to_vec(), rows }))
    }

    fn abilities(&self, lines: u32, has_effects: bool) -> Result<SheetContent, EvalError> {
        let layout = self.ability_layout();
        let Some(entry) = self.entry() else {
            // With a layout, the lines to write on have its columns.
            let Some(layout) = layout else { return Ok(SheetContent::Lines { lines }) };
            let columns = self.ability_headings(layout, has_effects);
            let rows = vec![vec![Paragraph::new(); columns.len()]; lines as usize];
            return Ok(SheetContent::Table(Table { numeric: vec![false; columns.len()], columns, rows }));
        };
        let mut rows = Vec::new();
        for ability in &self.evaluator.character().built {
            let mut row = self.ability_row(ability, has_effects)?;
            // In a few words first, where it has some, and then exactly.
            let built = self.who.filter(|_| has_effects).and_then(|who| self.game.built(who, &ability.id));
            let summary = built.map(|built| built.summary.as_str()).filter(|summary| !summary.is_empty());
            if let (Some(cell), Some(summary)) = (row.as_mut().and_then(|row| row.last_mut()), summary) {
                cell.insert(
                    0,
                    Run {
                        style: Style::Emphasis,
                        text: format!("{}. ", capital(summary.trim_end_matches('.'))),
                        detail: String::new(),
                    },
                );
            }
            rows.extend(row);
        }
        for ability in entry.described() {
            let mut text = self.line(&ability.text)?;
            let note = self.line(&ability.note)?;
            if !note.is_empty() {
                text.push(Run::plain(" "));
                text.extend(note);
            }
            let (kind, cost) = (Run::plain(ability.kind.as_str()), Run::plain(ability.cost.as_str()));
            rows.push(match layout {
                None => vec![strong(&ability.name), vec![kind], vec![cost], text],
                // The columns are for abilities that were built.
                Some(_) => {
                    let told = described(ability);
                    let mut all = if told.is_empty() { vec![] } else { vec![Run::plain(format!("{told}. "))] };
                    all.extend(text);
                    let mut row = vec![strong(&ability.name)];
                    row.extend(self.ability_columns().iter().map(|_| Paragraph::new()));
                    row.push(all);
                    row
                }
            });
        }
        let columns = match layout {
            None => ["Ability", "Type", "Cost", "Effect"].map(str::to_owned).to_vec(),
            Some(layout) => self.ability_headings(layout, has_effects),
        };
        Ok(SheetContent::Table(without_empty(&Table { numeric: vec![false; columns.len()], columns, rows })))
    }

    /// The line that describes the character.
    fn portrait(&self) -> Vec<Paragraph> {
        let said = self.entry().map(|entry| entry.portrait.as_str()).filter(|portrait| !portrait.is_empty());
        let run = |text: &str| vec![Run { style: Style::Emphasis, text: text.to_owned(), detail: String::new() }];
        said.map(run).into_iter().collect()
    }

    /// Allies by name, a paragraph each.
    fn allies(&self, text: &Text, lines: u32) -> Result<SheetContent, EvalError> {
        let mut paragraphs = Vec::new();
        for ally in self.who.into_iter().flat_map(|who| self.game.allies(who.id())) {
            let mut line = strong(&ally.entry.head.name);
            line.push(Run::plain(" "));
            line.extend(FaceBuilder::new(self.game, Some(ally)).line(text)?);
            paragraphs.push(line);
        }
        Ok(if paragraphs.is_empty() { SheetContent::Lines { lines } } else { SheetContent::Text { paragraphs } })
    }

    fn ability_headings(&self, layout: &AbilityCardEntry, has_effects: bool) -> Vec<String> {
        let mut columns = vec!["Ability".to_owned()];
        columns.extend(self.ability_columns().iter().map(|column| column.label.to_string()));
        columns.push(if has_effects { layout.effect.to_string() } else { layout.keyword.to_string() });
        columns
    }
}

const fn purpose(kind: &BlockKind) -> Purpose {
    match kind {
        BlockKind::Traits(..) | BlockKind::Abilities(..) | BlockKind::AbilityNames(..) => Purpose::Abilities,
        BlockKind::Items(..) => Purpose::Things,
        BlockKind::Odds(..) => Purpose::Chances,
        BlockKind::Sums(..) => Purpose::Sums,
        BlockKind::Identity(..)
        | BlockKind::Portrait(..)
        | BlockKind::Stats
        | BlockKind::Resources(..)
        | BlockKind::Values(..)
        | BlockKind::Rolls(..)
        | BlockKind::Skills(..)
        | BlockKind::Conditions(..)
        | BlockKind::Allies(..)
        | BlockKind::Tracks(..)
        | BlockKind::Text(..)
        | BlockKind::Notes(..)
        | BlockKind::Lines(..)
        | BlockKind::Fields(..) => Purpose::Play,
    }
}

/// What a screen shows beside the name of a value, and beside the value. A short form in words, such as `Dead at`, says the name
/// again; a name such as `CL, for cover` has its abbreviation already; and `HP 73 HP` says its unit twice.
fn shown_beside(name: &str, abbr: &str, unit: &str) -> (String, String) {
    let abbr = if abbr.contains(char::is_lowercase) { "" } else { abbr };
    let unit = if unit == abbr { "" } else { unit };
    (if says(name, abbr) { "" } else { abbr }.to_owned(), unit.to_owned())
}

fn empty_cell(label: &str) -> ValueCell {
    ValueCell {
        id: String::new(),
        name: label.to_owned(),
        abbr: String::new(),
        text: Some(String::new()),
        holds: Holds::Number,
        unit: String::new(),
        after: String::new(),
        beside_name: String::new(),
        beside_value: String::new(),
        terms: String::new(),
        is_sum: false,
        rule: String::new(),
    }
}

fn language(SpokenLanguageEntry { name, ranks, .. }: &SpokenLanguageEntry) -> String {
    if ranks.0 == 0 { name.to_string() } else { format!("{name} {}", ranks.0) }
}

/// What a value of this type is on paper.
pub(super) const fn held(of: Option<&Type>) -> Holds {
    match of {
        Some(Type::Number | Type::Bool) | None => Holds::Number,
        Some(Type::Dice) => Holds::Dice,
        Some(Type::Symbol(_)) => Holds::Words,
    }
}

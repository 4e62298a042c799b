//! Building the cards of abilities, and their lines on a sheet.

use makeready_rules::ability::Ability;
use makeready_rules::bill::Told;
use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{self, EvalError, ExprKind, Formula, Term, eval, explain};
use makeready_rules::template::{Piece, Template};
use makeready_rules::value::Value;

use super::bill::Priced;
use super::blank::Blank;
use super::book::cell;
use super::card::{badge, cost};
use super::face_builder::FaceBuilder;
use super::filling::{Figures, line, write_in};
use super::handout::first_sentences;
use super::layout::facts;
use super::wording::Wording;
use crate::card::{Block, CardFace, Cost, Fact, Table};
use crate::sheet::Holds;
use crate::text::{Paragraph, Run, Style, plain_text};
use makeready_content::concept::ability::BuiltEntry;
use makeready_content::concept::building::{AbilityCardEntry, AbilityColumnEntry, UseCost};
use makeready_content::concept::character::AbilityEntry;
use makeready_content::concept::layout::LayoutFactEntry;
use makeready_content::text::Text;

/// How many sentences tell what an ability does, where its author has not said it in few words.
const MOST_SENTENCES: usize = 3;

/// An ability with its figures, computed for the builder's character.
pub(super) struct AbilityFigures<'a> {
    faces: &'a FaceBuilder<'a>,
    ability: &'a Ability,
    sheet: Worksheet<'a>,
}

impl Figures for AbilityFigures<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        let rules = &self.faces.game.rules;
        let folded = rules.fold(&formula.expr);
        if let ExprKind::Name(name) = &folded.kind
            && rules.abilities().is_some_and(|known| known.values.contains_key(name))
        {
            let computed = self.sheet.computed(name)?;
            return Ok((computed.value.clone(), computed.terms.clone()));
        }
        explain(&folded, &self.sheet.frame())
    }

    fn written(&self, formula: &Formula) -> String {
        formula::told(&self.faces.game.rules.fold(&formula.expr), &self.sheet.frame())
    }
}

impl FaceBuilder<'_> {
    /// The cards of the abilities that the builder's character has built; for the blank form, one to write on.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn ability_cards(&self) -> Result<Vec<CardFace>, EvalError> {
        if self.is_blank() {
            return self.ability_layout().map(|layout| self.blank_ability_card(layout)).into_iter().collect();
        }
        let mut cards = Vec::new();
        for ability in &self.evaluator.character().built {
            let built = self.who.and_then(|who| self.game.built(who, &ability.id));
            if let Some(built) = built {
                cards.extend(self.ability_card(built, ability)?);
            }
        }
        Ok(cards)
    }

    /// The card of an ability with the values of the builder's character; none where the system has no cards for them.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub fn ability_card(&self, built: &BuiltEntry, ability: &Ability) -> Result<Option<CardFace>, EvalError> {
        let (Some(layout), Some(figures)) = (self.ability_layout(), self.ability_figures(ability)) else {
            return Ok(None);
        };
        figures.card(layout, built).map(Some)
    }

    /// The cards of the abilities of the builder's character that are described in words. Their ids are made from their names.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn described_cards(&self) -> Result<Vec<CardFace>, EvalError> {
        let described = self.who.into_iter().flat_map(|who| who.entry.described());
        described.map(|ability| self.described_card(ability)).collect()
    }

    fn described_card(&self, ability: &AbilityEntry) -> Result<CardFace, EvalError> {
        let empty = self.empty_card_of(self.game.entries.family_of_described());
        let (costs, facts) = match paid(&ability.cost) {
            Some((amount, unit)) => (vec![cost(String::new(), &Value::whole(amount), unit, String::new())], Vec::new()),
            None if ability.cost.is_empty() => (Vec::new(), Vec::new()),
            None => {
                let label = self.words().text("card.cost").to_owned();
                (Vec::new(), vec![Fact { label, text: cell(ability.cost.to_string()), ..Fact::default() }])
            }
        };
        let parts = [empty.type_line.as_str(), ability.kind.as_str()];
        let parts: Vec<&str> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let note = self.paragraphs(&ability.note)?;
        Ok(CardFace {
            id: id_of_name(&ability.name),
            name: ability.name.to_string(),
            type_line: parts.join(" \u{b7} "),
            badge: badge(&costs),
            costs,
            facts,
            body: self.paragraphs(&ability.text)?,
            blocks: if note.is_empty() { Vec::new() } else { vec![Block::Text { paragraphs: note }] },
            // That of the family is about abilities that are built.
            rule: String::new(),
            ..empty
        })
    }

    /// How the system lays out the cards of abilities.
    pub(super) fn ability_layout(&self) -> Option<&AbilityCardEntry> {
        self.game.entries.building.as_ref()?.card.as_ref()
    }

    /// The columns of lists of abilities.
    pub(super) fn ability_columns(&self) -> &[AbilityColumnEntry] {
        self.game.entries.building.as_ref().map_or(&[], |building| &building.columns)
    }

    /// An ability with its figures; none where the system has no rules for abilities.
    pub(super) fn ability_figures<'a>(&'a self, ability: &'a Ability) -> Option<AbilityFigures<'a>> {
        Worksheet::ability(&self.evaluator, ability).map(|sheet| AbilityFigures { faces: self, ability, sheet })
    }

    /// A text in which the names of an ability may stand.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn ability_words(&self, ability: &Ability, text: &Text) -> Result<Paragraph, EvalError> {
        self.ability_figures(ability).map_or_else(|| Ok(Paragraph::new()), |figures| line(&figures, text))
    }

    /// The line of an ability on a sheet: its name, the columns of the layout, and what it does, in full or by keywords.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn ability_row(
        &self,
        ability: &Ability,
        has_effects: bool,
    ) -> Result<Option<Vec<Paragraph>>, EvalError> {
        let (Some(_), Some(figures)) = (self.ability_layout(), self.ability_figures(ability)) else { return Ok(None) };
        let mut row = vec![strong(&ability.name)];
        for column in self.ability_columns() {
            row.push(match figures.has(column)? {
                true => vec![Run::plain(column.text.0.0.fill(&figures.sheet.frame())?)],
                false => Paragraph::new(),
            });
        }
        row.push(match self.who.and_then(|who| self.game.built(who, &ability.id)) {
            _ if !has_effects => vec![Run::plain(self.keyword_names(ability))],
            // Without keywords, what an ability does is told by its description alone.
            Some(built) if ability.keywords.is_empty() => self.line(&built.description)?,
            _ => figures.effects()?,
        });
        Ok(Some(row))
    }

    fn blank_ability_card(&self, layout: &AbilityCardEntry) -> Result<CardFace, EvalError> {
        let values = self.game.entries.building.iter().flat_map(|building| &building.values);
        let name = |id: &str| values.clone().find(|value| value.head.id == id).map(|value| value.head.name.clone());
        let costs: Vec<Cost> = layout
            .costs
            .iter()
            .map(|UseCost { cost, unit }| Cost {
                label: name(&cost.value).unwrap_or_default(),
                amount: String::new(),
                pips: None,
                // A unit that depends on the ability is left for the player to write.
                unit: if unit.formulas().is_empty() { unit.plain() } else { String::new() },
                extra: String::new(),
            })
            .collect();
        let rules = &self.game.rules;
        let sheet = rules.abilities().map(|abilities| Worksheet::abilities(rules.system(), abilities));
        let facts = match &sheet {
            Some(sheet) => Blank { rules, frame: &sheet.frame() }.facts(&layout.facts)?,
            None => Vec::new(),
        };
        let rows = vec![vec![Paragraph::new(); keyword_columns(layout).len()]; layout.keyword_lines.count() as usize];
        Ok(CardFace {
            badge: badge(&costs),
            costs,
            facts,
            blocks: vec![
                Block::Table(keyword_table(layout, rows)),
                Block::Heading { text: layout.description.to_string() },
                Block::Lines { lines: layout.lines.count() },
            ],
            ..self.empty_card(&layout.family)
        })
    }
}

impl<'a> AbilityFigures<'a> {
    /// The card of the ability.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn card(&self, layout: &AbilityCardEntry, built: &BuiltEntry) -> Result<CardFace, EvalError> {
        let mut costs = Vec::new();
        for UseCost { cost: value, unit } in layout.costs.iter() {
            let amount = self.sheet.computed(&value.value)?;
            costs.push(cost(String::new(), &amount.value, &plain_text(&line(self, unit)?), String::new()));
        }
        let mut facts =
            if self.faces.is_blank() { self.open_facts(&layout.facts)? } else { facts(self, &layout.facts)? };
        let told = self.sheet.told()?;
        let effects = told.iter().map(|told| self.keyword_effect(told)).collect::<Result<_, _>>()?;
        let prices = told.iter().map(|told| self.keyword_price(told)).collect::<Result<Vec<_>, _>>()?;
        let prices: Vec<String> = prices.into_iter().flatten().collect();
        if !prices.is_empty() {
            let (label, text) = (layout.keyword.to_string(), cell(prices.join(", ")));
            facts.push(Fact { label, text, is_at_foot: true, ..Fact::default() });
        }
        let description = self.faces.paragraphs(&built.description)?;
        let empty = self.faces.empty_card(&layout.family);
        Ok(CardFace {
            art: self.faces.art(built.art.0.as_ref()).or_else(|| empty.art.clone()),
            id: self.ability.id.clone(),
            name: self.ability.name.clone(),
            type_line: plain_text(&line(self, &layout.type_line)?),
            badge: badge(&costs),
            costs,
            facts,
            // Behind the lines that say when it is used, and what is rolled.
            blocks: [effects, description.into_iter().map(emphasized).collect()]
                .into_iter()
                .filter(|paragraphs: &Vec<Paragraph>| !paragraphs.is_empty())
                .map(|paragraphs| Block::Text { paragraphs })
                .collect(),
            // That of the family is about how all of them are laid out.
            rule: String::new(),
            ..empty
        })
    }

    /// The columns of lists of abilities; what is unknown is shown as a formula.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn columns(&self) -> Result<Vec<Fact>, EvalError> {
        let fact = |column: &AbilityColumnEntry| {
            let text = match self.has(column)? {
                true => cell(self.filled(&column.text.0.0)?.trim().to_owned()),
                false => Paragraph::new(),
            };
            Ok(Fact { label: column.label.to_string(), text, ..Fact::default() })
        };
        self.faces.ability_columns().iter().map(fact).collect()
    }

    /// Whether something stands in a column; what nobody knows may.
    fn has(&self, column: &AbilityColumnEntry) -> Result<bool, EvalError> {
        let when = column.when.as_ref().map(|placed| self.figure(&placed.formula)).transpose()?;
        Ok(when.is_none_or(|(value, _)| value != Value::Bool(false)))
    }

    fn filled(&self, template: &Template) -> Result<String, EvalError> {
        let Some(rules) = self.faces.game.rules.abilities() else { return Ok(String::new()) };
        let wording = Wording::new(self.faces.game, rules, None);
        let mut text = String::new();
        for piece in &template.pieces {
            match piece {
                Piece::Text(run, _) => text += run,
                Piece::Formula(formula, form, _) => {
                    let value = eval(&formula.expr, &self.sheet.frame())?;
                    let unknown = || plain_text(&wording.paragraph(&Template { pieces: vec![piece.clone()] }));
                    text += &form.printed(&value).unwrap_or_else(unknown);
                }
            }
        }
        Ok(text)
    }

    /// Its bill, with what depends on who uses it in words.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn priced(self) -> Result<Priced<'a>, EvalError> {
        let mut bill = self.sheet.bill()?;
        // Somebody's texts are final.
        if self.faces.is_blank() {
            for (line, told) in bill.lines.iter_mut().zip(self.sheet.told()?) {
                line.text = plain_text(&self.line_text(&told, false)?);
            }
        }
        Ok(Priced { faces: self.faces, ability: self.ability, bill })
    }

    /// A keyword with what it does. What depends on who uses it is to be written in.
    fn keyword_effect(&self, told: &Told<'_>) -> Result<Paragraph, EvalError> {
        let mut words = strong(&self.faces.keyword_heading(told.keyword));
        words.push(Run::plain(" "));
        words.extend(self.line_text(told, true)?);
        Ok(words)
    }

    /// A keyword with what it costs, where that is known: `Precision II 5`.
    fn keyword_price(&self, told: &Told<'_>) -> Result<Option<String>, EvalError> {
        let price = self.sheet.line_prices(told.line)?.and_then(|prices| prices.here.value.printed());
        Ok(price.map(|price| format!("{} {price}", self.faces.keyword_name(told.keyword))))
    }

    /// What a keyword does. What depends on who uses it is a place to write in, or in words.
    fn line_text(&self, told: &Told<'_>, has_gaps: bool) -> Result<Paragraph, EvalError> {
        let rules = self.faces.game.rules.abilities();
        let def = rules.and_then(|rules| rules.keywords.get(told.keyword));
        let frame = self.sheet.frame_of_line(told.line).filter(|_| self.faces.is_blank());
        let (Some(def), Some(frame)) = (def, frame) else { return Ok(vec![Run::plain(told.text.clone())]) };
        let mut words = Paragraph::new();
        for piece in &def.text.pieces {
            match piece {
                Piece::Text(run, _) => words.push(Run::plain(run)),
                Piece::Formula(formula, form, _) => {
                    let said = form.printed(&eval(&formula.expr, &frame)?).map(Run::plain);
                    let open = || match has_gaps {
                        true => write_in(Blank { rules: &self.faces.game.rules, frame: &frame }.holds(formula)),
                        false => {
                            Run::plain(form.phrase(formula::told(&self.faces.game.rules.fold(&formula.expr), &frame)))
                        }
                    };
                    words.push(said.unwrap_or_else(open));
                }
            }
        }
        Ok(words)
    }

    /// What the ability does, in plain words: as its author says it in few, else the beginning of what each of its keywords does.
    ///
    /// # Errors
    /// When a value cannot be computed.
    pub(super) fn does(&self, built: &BuiltEntry) -> Result<String, EvalError> {
        if !built.summary.is_empty() {
            return Ok(sentence(&built.summary));
        }
        let mut said: Vec<String> = Vec::new();
        for told in self.sheet.told()? {
            let text = vec![self.line_text(&told, false)?];
            let first: String =
                first_sentences(text, Some(1)).iter().map(|words| sentence(&plain_text(words))).collect();
            // A figure alone, `1 round`, is that of its keyword.
            let first = match first.starts_with(char::is_alphabetic) || first.is_empty() {
                true => first,
                false => format!("{}: {first}", self.faces.keyword_heading(told.keyword)),
            };
            if said.len() < MOST_SENTENCES && !said.contains(&first) {
                said.push(first);
            }
        }
        Ok(said.join(" ").trim().to_owned())
    }

    /// The labeled lines of a card that nobody has built: what is known stands there, and what depends on who uses it is to be
    /// written in.
    fn open_facts(&self, layout: &[LayoutFactEntry]) -> Result<Vec<Fact>, EvalError> {
        let frame = self.sheet.frame();
        let blank = Blank { rules: &self.faces.game.rules, frame: &frame };
        let gapped = Gapped { figures: self, blank: &blank };
        let mut made: Vec<Fact> = Vec::new();
        for entry in layout {
            let when = entry.when.as_ref().map(|placed| self.figure(&placed.formula)).transpose()?;
            let is_sure = match when.map(|(value, _)| value) {
                None | Some(Value::Bool(true)) => true,
                Some(Value::Unknown(_)) => false,
                Some(_) => continue,
            };
            let mut is_known = is_sure;
            for placed in entry.fact.text.formulas() {
                is_known &= !self.figure(&placed.formula)?.0.is_unknown();
            }
            if is_known {
                made.extend(facts(self, std::slice::from_ref(entry))?);
                continue;
            }
            let open = blank.fact(&[entry])?;
            // Of several that may be, one is written.
            if made.iter().any(|fact| fact.label == open.label) {
                continue;
            }
            let text = if open.field.is_some() || !is_sure { open.text } else { line(&gapped, &entry.fact.text)? };
            // A place to write in leaves no room beside it.
            let is_short = open.is_short && open.field.is_some();
            made.push(Fact { text, is_short, ..open });
        }
        Ok(made)
    }

    /// All its keywords with what they do.
    ///
    /// # Errors
    /// When a value cannot be computed.
    fn effects(&self) -> Result<Paragraph, EvalError> {
        let mut words = Paragraph::new();
        for told in self.sheet.told()? {
            if !words.is_empty() {
                words.push(Run::plain(" "));
            }
            words.extend(strong(&self.faces.keyword_heading(told.keyword)));
            words.push(Run::plain(format!(" {}", told.text)));
        }
        Ok(words)
    }
}

/// The figures of an ability, with places to write in where they depend on who uses it.
struct Gapped<'a> {
    figures: &'a dyn Figures,
    blank: &'a Blank<'a>,
}

impl Figures for Gapped<'_> {
    fn figure(&self, formula: &Formula) -> Result<(Value, Vec<Term>), EvalError> {
        self.figures.figure(formula)
    }

    fn written(&self, formula: &Formula) -> String {
        self.figures.written(formula)
    }

    fn gap(&self, formula: &Formula) -> Option<Holds> {
        Some(self.blank.holds(formula))
    }
}

/// What is paid where a cost is a number and a word, as in `1 SP`.
fn paid(cost: &str) -> Option<(i64, &str)> {
    let (amount, unit) = cost.trim().split_once(' ').unwrap_or((cost.trim(), ""));
    let unit = unit.trim();
    Some((amount.parse().ok()?, unit)).filter(|_| !unit.contains(char::is_whitespace))
}

/// A kebab-case id made from a name: `gate-song`; `ability` where the name has no letters that ids may have.
fn id_of_name(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    if id.starts_with(|c: char| c.is_ascii_lowercase()) {
        id
    } else {
        format!("ability-{id}").trim_end_matches('-').to_owned()
    }
}

/// Words as a sentence of their own.
fn sentence(words: &str) -> String {
    let words = words.trim();
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    let is_closed = words.is_empty() || words.ends_with(['.', '!', '?', '\u{201d}', ')']);
    format!("{first}{}{}", letters.as_str(), if is_closed { "" } else { "." })
}

impl FaceBuilder<'_> {
    /// The keywords of an ability, each once: `Empower I, Range I`.
    pub(super) fn keyword_names(&self, ability: &Ability) -> String {
        let mut names: Vec<String> = Vec::new();
        for purchase in &ability.keywords {
            let name = self.keyword_name(&purchase.keyword);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }

    /// What stands before the text of a keyword.
    fn keyword_heading(&self, id: &str) -> String {
        let keyword = self.game.keyword(id).map(|(_, keyword)| keyword);
        let heading = keyword.map(|keyword| keyword.heading.to_string()).filter(|heading| !heading.is_empty());
        heading.unwrap_or_else(|| self.keyword_name(id))
    }

    /// A keyword as it is called where it stands for itself.
    pub(super) fn keyword_name(&self, id: &str) -> String {
        match self.game.keyword(id) {
            Some((family, keyword)) => keyword.called(family),
            None => id.to_owned(),
        }
    }
}

fn keyword_table(layout: &AbilityCardEntry, rows: Vec<Vec<Paragraph>>) -> Table {
    let columns = keyword_columns(layout);
    Table { numeric: (0..columns.len()).map(|column| column > 0).collect(), columns, rows }
}

/// The keyword, and its cost where it costs anything.
fn keyword_columns(layout: &AbilityCardEntry) -> Vec<String> {
    let price = layout.price.iter().map(|price| price.value.clone());
    std::iter::once(layout.keyword.to_string()).chain(price).collect()
}

/// The description is set apart from the effect.
fn emphasized(mut paragraph: Paragraph) -> Paragraph {
    for run in paragraph.iter_mut().filter(|run| run.style == Style::Plain) {
        run.style = Style::Emphasis;
    }
    paragraph
}

/// Strong text.
pub(super) fn strong(text: &str) -> Paragraph {
    vec![Run { style: Style::Strong, text: text.to_owned(), detail: String::new() }]
}

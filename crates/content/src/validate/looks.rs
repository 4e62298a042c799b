//! What cards, sheets and handouts refer to: colors, icons, families, values, texts.

use std::collections::BTreeSet;
use std::sync::Arc;

use makeready_rules::eval::Worksheet;
use makeready_rules::formula::{Frame, nearest};
use makeready_rules::item::ItemFrame;
use makeready_rules::system::{System, formula_name};
use makeready_rules::value::Type;

use super::{Ids, Validator};
use crate::code::Code;
use crate::concept::block::CardBlock;
use crate::concept::card::{CardEntry, CostEntry};
use crate::concept::character::CharacterEntry;
use crate::concept::examples::{ExampleEntry, SubjectEntry};
use crate::concept::fact::FactEntry;
use crate::concept::layout::{CardLayoutEntry, LayoutFactEntry};
use crate::concept::sheet::{BlockEntry, BlockKind, RollColumn};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::listed;
use crate::icons::GameIcons;
use crate::kind::Kind;
use crate::load::{Definitions, Entries};
use crate::source::{Located, Span};
use crate::text::Text;
use makeready_embedded::{DISPLAY_FACES, ICON_IDS, ORNAMENT_IDS};

/// Colours that every palette has.
const COLORS: [&str; 4] = ["ink", "paper", "accent", "ground"];

/// The ids of an action's values.
fn values_of<'s>(action: &Located<String>, system: &'s System) -> Vec<&'s str> {
    let prefix = formula_name(&action.value) + ".";
    system.values.keys().filter_map(|id| id.strip_prefix(&prefix)).collect()
}

impl Validator {
    /// Checks everything that is about looks.
    pub(crate) fn looks(&mut self, e: &Entries, system: &System) {
        self.palette(e);
        self.contrasts(e);
        let look = &e.look;
        // Of a missing one enough has been said.
        if !look.display_font.value.is_empty() {
            self.known(Kind::DisplayFace, &look.display_font, DISPLAY_FACES.map(|face| face.family));
        }
        if !look.back.value.is_empty() {
            self.emblem(Kind::Back, &look.back);
        }
        if let Some(ornament) = &e.look.ornament {
            self.emblem(Kind::Ornament, ornament);
        }
        self.colors_and_groups(e);
        for list in e
            .backgrounds
            .iter()
            .flat_map(|b| &b.covers)
            .chain(e.skills.iter().flat_map(|s| s.choose.iter().chain(&s.secondary)))
        {
            self.known(Kind::List, list, e.lists.iter().map(|l| l.head.id.as_str()));
        }
        if let Some(value) = &e.advance_value {
            self.known_in(Kind::Value, value, &system.values);
        }
        for card in e.cards() {
            self.card(card, e, system);
        }
        if let Some(layout) = &e.item_card {
            self.card_layout(layout, e, &ItemFrame::of_any(system));
        }
        if let Some(layout) = &e.ally_card {
            self.card_layout(layout, e, system);
        }
        for skill in &e.skills {
            self.known(Kind::SkillGroup, &skill.group, e.skill_groups.iter().map(|g| g.head.id.as_str()));
            for stat in &skill.stats {
                self.known_in(Kind::Stat, stat, &system.stats);
            }
        }
        let chapters: Ids<'_> = e.chapters.iter().map(|c| c.slug.as_str()).collect();
        for chapter in e.terms.iter().filter_map(|t| t.chapter.as_ref()) {
            self.known_of(Kind::Chapter, chapter, &chapters);
        }
        self.notes(e);
        for hidden in &e.handouts.hidden {
            self.known(
                Kind::InputOrChoice,
                hidden,
                system.inputs.keys().chain(system.choices.keys()).map(String::as_str),
            );
        }
        let named = system.inputs.keys().chain(system.choices.keys()).chain(system.stats.keys());
        let named: Vec<&str> = named.chain(system.values.keys()).map(String::as_str).collect();
        for threat in &e.handouts.threat {
            self.known(Kind::Line, threat, named.iter().copied());
        }
        for block in e.sheet_front.iter().chain(&e.sheet_back).chain(e.handouts.blocks()) {
            self.block(block, e, system);
        }
    }

    /// A note that no block shows is never printed, and a block may name a note that nobody has.
    fn notes(&mut self, e: &Entries) {
        // The stat block of a character is printed like that of an NPC.
        let full = || e.handouts.full.iter().map(|shown| &shown.block);
        let sheet = e.sheet_front.iter().chain(&e.sheet_back).chain(full());
        self.notes_of(&e.npcs, full(), "full handout", "handouts.full");
        self.notes_of(&e.characters, sheet, "sheet", "sheet");
        let noted: Vec<&str> =
            e.npcs.iter().chain(&e.characters).flat_map(|c| &c.notes).map(|(id, _)| id.value.as_str()).collect();
        for block in e.handouts.blocks().chain(&e.sheet_front).chain(&e.sheet_back) {
            if let BlockKind::Notes(id, _) = &block.kind {
                // A character that could not be read as a whole may have it.
                let is_faulty = e.npcs.iter().chain(&e.characters).any(|c| self.faulty.contains(&c.file()));
                if !noted.is_empty() && !is_faulty && self.missing.is_empty() {
                    self.known(Kind::Note, id, noted.iter().copied().collect::<BTreeSet<_>>().iter().copied());
                }
            }
        }
    }

    fn notes_of<'e>(
        &mut self,
        characters: &[CharacterEntry],
        blocks: impl Iterator<Item = &'e BlockEntry>,
        page: &str,
        key: &str,
    ) {
        let shown: Vec<&str> = blocks
            .filter_map(|block| match &block.kind {
                BlockKind::Notes(id, _) => Some(id.value.as_str()),
                _ => None,
            })
            .collect();
        for (id, _) in characters.iter().flat_map(|c| &c.notes) {
            self.printed_note(id, &shown, page, key);
        }
    }

    /// Warns of a note that no block shows: whoever wrote it may want it for themselves, or have meant another.
    pub(crate) fn printed_note(&mut self, id: &Located<String>, shown: &[&str], page: &str, key: &str) {
        if shown.contains(&id.value.as_str()) {
            return;
        }
        let help = match nearest(&id.value, shown.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "to print it, add `{{ block: notes, span: 12, notes: {} }}` to `{key}` in system.yaml; a private note \
                 can stay",
                id.value
            ),
        };
        let message = format!("the note `{}` is not printed, because no block of the {page} shows it", id.value);
        self.push(Diagnostic::warning(Code::UnknownNote, id.at, message).help(help));
    }

    fn palette(&mut self, e: &Entries) {
        for (_, color) in &e.look.palette {
            let is_color = color.value.len() == 7
                && color.value.starts_with('#')
                && color.value[1..].bytes().all(|b| b.is_ascii_hexdigit());
            if !is_color {
                let message = format!("`{}` is not a color", color.value.chars().take(40).collect::<String>());
                self.push(
                    Diagnostic::error(Code::BadColor, color.at, message).help("write it as `#rrggbb`, in quotes"),
                );
            }
        }
        for wanted in COLORS {
            if !e.look.palette.is_empty() && !e.look.palette.iter().any(|(name, _)| name.value == wanted) {
                let message = format!("the palette has no color `{wanted}`");
                let help = format!("add `{wanted}: \"#rrggbb\"`; every palette has {}", COLORS.join(", "));
                self.push(Diagnostic::error(Code::MissingColor, e.look.palette[0].0.at, message).help(help));
            }
        }
    }

    fn colors_and_groups(&mut self, e: &Entries) {
        let palette: Vec<&str> = e.look.palette.iter().map(|(name, _)| name.value.as_str()).collect();
        let groups = e.groups.iter().chain(&e.skill_groups).map(|g| &g.color);
        let colors = groups.chain(e.resources.iter().map(|r| &r.color)).chain(e.families.iter().map(|f| &f.color));
        for color in colors {
            self.known(Kind::Color, color, palette.iter().copied());
        }
        for stat in &e.stats {
            self.known(Kind::Group, &stat.group, e.groups.iter().map(|g| g.head.id.as_str()));
        }
        for resource in &e.resources {
            self.known(Kind::Value, &resource.max, e.derived.iter().map(|v| v.head.id.as_str()));
        }
        for family in &e.families {
            self.icon(&family.icon);
        }
    }

    fn icon(&mut self, icon: &Located<String>) {
        self.drawn(Kind::Icon, icon, ICON_IDS);
    }

    fn emblem(&mut self, kind: Kind, emblem: &Located<String>) {
        self.drawn(kind, emblem, ORNAMENT_IDS);
    }

    /// Checks that a drawing is there, among those that the program has and those that the game brings.
    fn drawn(&mut self, kind: Kind, wanted: &Located<String>, of_program: &[&'static str]) {
        let own = Arc::clone(&self.icons);
        if own.find(&wanted.value).is_some() {
            self.icons_shown.insert(wanted.value.clone());
        }
        self.known(kind, wanted, of_program.iter().copied().chain(own.names()));
    }

    /// Notes who drew the icons that the game brings.
    pub(crate) fn icon_credits(&mut self, e: &mut Entries) {
        for (name, _) in &e.icon_credits {
            let own = Arc::clone(&self.icons);
            self.known(Kind::OwnIcon, name, own.names());
        }
        let Definitions { icons, icon_credits, art_credit, .. } = &mut e.definitions;
        for (name, icon) in &mut Arc::make_mut(icons).0 {
            let said = icon_credits.iter().find(|(of, _)| of.value == *name).map(|(_, credit)| credit);
            icon.credit = said.map_or_else(|| art_credit.clone(), |credit| credit.or(art_credit));
        }
    }

    /// Notes the icons that worked examples show, where these are known to be sound, so that nothing else of them is looked at.
    pub(crate) fn icons_of_examples(&mut self, examples: &[ExampleEntry]) {
        for example in examples {
            let built = match &example.subject {
                SubjectEntry::Built(built) => Some(&*built.description),
                SubjectEntry::Character
                | SubjectEntry::Ability(_)
                | SubjectEntry::Procedure(_)
                | SubjectEntry::Check(_) => None,
            };
            for icon in [&example.text].into_iter().chain(built).flat_map(Text::icons) {
                self.icon(&icon);
            }
        }
    }

    /// Reports icons of the game's own that nothing shows.
    pub(crate) fn unused_icons(&mut self, icons: &GameIcons) {
        // What could not be read may have named it.
        if !(self.faulty.is_empty() && self.missing.is_empty() && self.gaps.is_empty()) {
            return;
        }
        for (name, icon) in icons.0.iter().filter(|(_, icon)| !icon.svg.is_empty()) {
            if !self.icons_shown.contains(name) {
                let at = Span { file: icon.file, start: 0, end: 0 };
                let help = format!("use it, as in `icon: {name}` or `:{name}:`, or delete the file");
                let message = format!("the icon `{name}` is not used");
                self.push(Diagnostic::warning(Code::UnusedIcon, at, message).help(help));
            }
        }
    }

    fn card(&mut self, card: &CardEntry, e: &Entries, system: &System) {
        if let Some(family) = &card.family {
            self.known(Kind::Family, family, e.families.iter().map(|f| f.head.id.as_str()));
        }
        if let Some(icon) = &card.icon {
            self.icon(icon);
        }
        for tag in card.tags.iter().chain(&card.tags_without_item) {
            self.list_entry(tag, system);
        }
        if let CostEntry::Set(set) = &card.cost {
            self.known(Kind::CostSet, set, e.cost_sets.iter().map(|c| c.id.value.as_str()));
        }
        if let Some(odds) = &card.odds {
            self.use_of_check(odds, system);
            self.roll_of_card(card, system);
        }
        self.card_text(&card.text, system);
        self.card_text(&card.reaction_sign, system);
        self.card_text(&card.reaction, system);
        self.facts(&card.facts, system);
        for outcome in &card.outcomes {
            self.card_text(&outcome.text, system);
        }
        for block in &card.blocks {
            match block {
                CardBlock::Text(text) => self.card_text(text, system),
                CardBlock::Facts(facts) => self.facts(facts, system),
                CardBlock::Rulings(table) => self.card_text(&table.none.0, system),
                CardBlock::Table { rows, .. } => rows.iter().flatten().for_each(|cell| self.card_text(cell, system)),
                CardBlock::Heading(_) | CardBlock::Track(..) | CardBlock::Lines(_) => {}
            }
        }
    }

    fn facts(&mut self, facts: &[FactEntry], system: &System) {
        for fact in facts {
            self.card_text(&fact.text, system);
        }
    }

    /// Formulas and icons of a text.
    pub(crate) fn card_text(&mut self, text: &Text, system: &System) {
        self.marked(text, system);
    }

    /// Checks what stands on the card of every item, or of every ally.
    fn card_layout(&mut self, layout: &CardLayoutEntry, e: &Entries, scope: &dyn Frame) {
        self.known(Kind::Family, &layout.family, e.families.iter().map(|family| family.head.id.as_str()));
        self.marked(&layout.type_line, scope);
        self.layout_facts(&layout.facts, scope);
        for placed in layout.tracks.iter().filter_map(|track| track.boxes.as_ref()) {
            self.formula(placed, scope, &[Type::Number]);
        }
    }

    /// Checks labeled lines of a layout.
    pub(crate) fn layout_facts(&mut self, facts: &[LayoutFactEntry], scope: &dyn Frame) {
        for LayoutFactEntry { fact, when, .. } in facts {
            self.marked(&fact.text, scope);
            if let Some(placed) = &**when {
                self.formula(placed, scope, &[Type::Bool]);
            }
        }
    }

    /// Checks the formulas and icons of a text.
    pub(crate) fn marked(&mut self, text: &Text, scope: &dyn Frame) {
        self.text(text, scope);
        for icon in text.icons() {
            self.icon(&icon);
        }
    }

    fn block(&mut self, block: &BlockEntry, e: &Entries, system: &System) {
        let numbers: Vec<&str> =
            system.inputs.keys().chain(system.stats.keys()).chain(system.values.keys()).map(String::as_str).collect();
        if let Some(when) = &*block.when {
            self.formula(when, system, &[Type::Bool]);
        }
        match &block.kind {
            BlockKind::Identity(lines) => {
                let known = ["name", "backgrounds", "languages"].into_iter();
                let known = known.chain(system.inputs.keys().chain(system.choices.keys()).map(String::as_str));
                let known: Vec<&str> = known.collect();
                for line in lines {
                    self.known(Kind::Line, line, known.iter().copied());
                }
            }
            BlockKind::Resources(resources) => {
                for resource in resources {
                    self.known(Kind::Resource, resource, e.resources.iter().map(|r| r.id.value.as_str()));
                }
            }
            BlockKind::Values(values) | BlockKind::Sums(values) => {
                for value in values {
                    self.known(Kind::Value, value, numbers.iter().copied());
                }
            }
            BlockKind::Rolls(actions, columns) => {
                let before = self.told;
                for action in actions {
                    self.known_in(Kind::Action, action, &system.actions);
                }
                let is_known = !self.gaps.may_hold(Kind::Action);
                if self.told == before && is_known {
                    self.empty_columns(actions, columns, system);
                    self.absent_facts(actions, columns, e);
                }
                if self.told == before && is_known {
                    actions.iter().for_each(|action| self.columns(action, columns, system));
                }
            }
            BlockKind::Skills(always) => {
                for skill in always {
                    self.known_in(Kind::Skill, skill, &system.skills);
                }
            }
            BlockKind::Text(text) | BlockKind::Allies(text, _) => self.card_text(text, system),
            BlockKind::AbilityNames(text, _) => match &system.abilities {
                Some(rules) => self.marked(text, &Worksheet::abilities(system, rules).frame()),
                None => self.card_text(text, system),
            },
            BlockKind::Odds(checks) => checks.iter().for_each(|used| self.use_of_check(used, system)),
            BlockKind::Portrait(_)
            | BlockKind::Stats
            | BlockKind::Items(_)
            | BlockKind::Traits(..)
            | BlockKind::Conditions(_)
            | BlockKind::Abilities(..)
            | BlockKind::Tracks(_)
            | BlockKind::Notes(..)
            | BlockKind::Lines(_)
            | BlockKind::Fields(_) => {}
        }
    }

    /// At least one action of the block must have a value for each column.
    fn columns(&mut self, action: &Located<String>, columns: &[RollColumn], system: &System) {
        let prefix = formula_name(&action.value);
        let has_any =
            columns.iter().any(|column| system.values.contains_key(&format!("{prefix}.{}", column.value.value)));
        if !has_any && !columns.is_empty() {
            let message = format!("the action `{}` has none of the values of these columns", action.value);
            let known = values_of(action, system).join(", ");
            let help = if known.is_empty() {
                "it has no values at all".to_owned()
            } else {
                format!("its values are: {known}")
            };
            self.push(Diagnostic::error(Code::NoValue, action.at, message).help(help));
        }
    }

    /// A fact that no action of the block has would be printed behind none of its values.
    fn absent_facts(&mut self, actions: &[Located<String>], columns: &[RollColumn], e: &Entries) {
        let is_listed = |card: &&CardEntry| actions.iter().any(|action| action.value == card.head.id);
        let facts = e.actions.iter().filter(is_listed).flat_map(|card| &card.facts);
        let known: BTreeSet<&str> = facts.map(|fact| &**fact.label).collect();
        let asked = columns.iter().filter_map(|column| column.fact.as_ref());
        for fact in asked.filter(|fact| !known.contains(fact.value.as_str())) {
            let message = format!("none of these actions has a fact `{}`", fact.value);
            let help = match nearest(&fact.value, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => listed(&known.iter().copied().collect::<Vec<_>>()),
            };
            self.push(Diagnostic::error(Code::NoValue, fact.at, message).help(help));
        }
    }

    /// A column in which no action has a value would stay empty.
    fn empty_columns(&mut self, actions: &[Located<String>], columns: &[RollColumn], system: &System) {
        let owners: BTreeSet<String> = actions.iter().map(|action| formula_name(&action.value)).collect();
        let owned = system.values.keys().filter_map(|id| id.split_once('.'));
        let known: BTreeSet<&str> = owned.filter(|(owner, _)| owners.contains(*owner)).map(|(_, id)| id).collect();
        let values = columns.iter().map(|column| &column.value);
        for value in values.filter(|v| !v.value.is_empty() && !known.contains(v.value.as_str())) {
            let message = format!("none of these actions has a value `{}`", value.value);
            let help = match nearest(&value.value, known.iter().copied()) {
                Some(near) => format!("did you mean `{near}`?"),
                None => listed(&known.iter().copied().collect::<Vec<_>>()),
            };
            self.push(Diagnostic::error(Code::NoValue, value.at, message).help(help));
        }
    }
}

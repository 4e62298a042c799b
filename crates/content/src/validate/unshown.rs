//! What is written and never shown: keys whose text no page, card, sheet or handout has room for.
//!
//! Four tables say which keys are meant. [`without_page`] and [`of_people`] list the entries that have no page of their own, so that
//! nothing prints their `summary` and no search finds their `also`. [`unprinted`] lists keys of values and requirements that nothing
//! prints. [`Held::all`] lists the keys of a person that only certain blocks show. [`referred`] lists entries that show only on
//! what refers to them.

use std::collections::BTreeSet;

use makeready_rules::formula::{ExprKind, Formula};
use makeready_rules::system::ITEM_TOTAL;

use super::Validator;
use crate::code::Code;
use crate::concept::archetype::ArchetypeEntry;
use crate::concept::card::{CardEntry, CostEntry};
use crate::concept::chapter::{ChapterPart, TableOf};
use crate::concept::character::{CharacterEntry, OwnedEntry};
use crate::concept::head::Head;
use crate::concept::option::OptionEntry;
use crate::concept::parameter::{ParameterEntry, ParameterEntryKind};
use crate::concept::sheet::{BlockEntry, BlockKind};
use crate::concept::traits::TraitListEntry;
use crate::concept::value::ValueEntry;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::kind::Kind;
use crate::load::Definitions;
use crate::source::Span;
use crate::words::Form;

/// Entries without a page: each shows on what refers to it, a family on its cards, a group on its stats.
pub(super) const SHOWN_BY_OTHERS: [Kind; 6] =
    [Kind::List, Kind::Family, Kind::CostSet, Kind::Group, Kind::SkillGroup, Kind::GroupOfConditions];

impl Validator {
    /// Warns of what is written and never shown.
    pub(super) fn unshown(&mut self, game: &Game) {
        for (what, head, shows) in without_page(&game.entries).chain(of_people(game)) {
            self.unshown_head(what, head, shows);
        }
        if let Some(backgrounds) = &game.entries.backgrounds {
            self.unshown_head("kind of background", &backgrounds.head(), Shows::Nothing);
        }
        for (what, value) in values_beside_cards(&game.entries).chain(derived(&game.entries)) {
            self.unshown_note(what, value);
        }
        // What could not be read, or is misspelled, may have shown or named it.
        let is_whole = self.faulty.is_empty() && self.missing.is_empty() && self.gaps.is_empty();
        if is_whole && self.wrong.is_empty() {
            for who in game.characters.values() {
                let blocks: Vec<&BlockEntry> =
                    game.entries.sheet_front.iter().chain(&game.entries.sheet_back).collect();
                self.unshown_of(&who.entry, &Blocks { kinds: filled(blocks), on: "sheet", key: "sheet" }, game);
            }
            for who in game.npcs.values() {
                let kinds = filled(game.entries.handouts.blocks().collect());
                self.unshown_of(&who.entry, &Blocks { kinds, on: "handouts", key: "handouts" }, game);
            }
            for (key, what, at, shows) in unprinted(&game.entries, &self.names_told) {
                let message = format!("the `{key}` of this {what} is never shown: {shows}");
                self.unseen(at, message, "move it into a chapter, or make it a comment: `# ...`");
            }
            self.unused_lists(&game.entries);
            self.unused(game);
            for card in game.entries.cards().filter(|card| is_empty(card)) {
                let help = "give it a `text`, `values`, `facts`, `outcomes` or `blocks`";
                let message = format!("the card `{}` has only a name", card.head.id);
                self.push(Diagnostic::warning(Code::Empty, card.head.at, message).help(help));
            }
        }
    }

    /// Notes the words and names of a formula: entries of lists are among the words.
    pub(super) fn note_words(&mut self, formula: &Formula) {
        formula.expr.walk(&mut |part| match &part.kind {
            ExprKind::Symbol(word) => drop(self.words_named.insert(word.clone())),
            ExprKind::Name(name) => drop(self.names_told.insert(name.clone())),
            ExprKind::Query(_, words) => self.words_named.extend(words.iter().map(|(word, _)| word.clone())),
            ExprKind::Wielded { field, .. } => drop(self.words_named.insert(field.0.clone())),
            _ => {}
        });
    }

    fn unshown_head(&mut self, what: &str, head: &Head, shows: Shows) {
        if !head.summary.is_empty() && shows != Shows::Summary {
            let message = format!("the `summary` of this {what} is never shown");
            self.unseen(head.summary_at, message, "move it into a chapter, or make it a comment: `# ...`");
        }
        if !head.also.is_empty() && shows != Shows::Also {
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            let what = format!("{article} {what}");
            let message = format!("the search does not use `also` of {what}, because {what} has no page");
            self.unseen(head.at, message, "remove `also`, or move it to a term of the glossary");
        }
    }

    fn unshown_note(&mut self, what: &str, value: &ValueEntry) {
        if !value.note.value.is_empty() {
            let message =
                format!("the `note` of this {what} is never shown: only cards of actions and skills show notes");
            self.unseen(value.note.at, message, "move it into `how` or `summary`, or make it a comment: `# ...`");
        }
    }

    fn unshown_of(&mut self, who: &CharacterEntry, blocks: &Blocks<'_>, game: &Game) {
        for Held { key, at, is_shown, help } in Held::all(who, blocks, game, &self.words_named) {
            if let (Some(at), false) = (at, is_shown) {
                let message = format!("the `{key}` of {} is never shown", who.head.name);
                self.unseen(at, message, &help);
            }
        }
    }

    /// Warns of lists that nothing refers to as a whole, and of which no entry is named by a tag or a formula. Where some entries are,
    /// the others are what else a tag may be.
    fn unused_lists(&mut self, e: &Definitions) {
        let tables = e.chapters.iter().flat_map(|chapter| &chapter.parts).filter_map(|part| match part {
            ChapterPart::Table(table) if table.table == TableOf::List => {
                Some((Kind::List, table.ids.trim().to_owned()))
            }
            _ => None,
        });
        self.named.extend(tables);
        for list in e.lists.iter().filter(|list| !list.head.id.is_empty()) {
            let is_named = list.entries.iter().any(|entry| self.words_named.contains(&entry.head.id));
            if is_named || self.named.contains(&(Kind::List, list.head.id.clone())) {
                continue;
            }
            let help = format!(
                "tag an item or a card with one of its entries, show it in a chapter (`table of=list:{}`), or remove \
                 it",
                list.head.id
            );
            self.unseen(list.head.at, format!("the list `{}` is not used", list.head.id), &help);
        }
    }

    /// Warns of entries that show only on what refers to them, and to which nothing refers.
    fn unused(&mut self, game: &Game) {
        // Cards of abilities in words are of a family that nothing names.
        let has_described = game.people().any(|who| who.entry.described().next().is_some());
        let family = game.entries.family_of_described().filter(|_| has_described);
        self.named.extend(family.map(|family| (Kind::Family, family.head.id.clone())));
        for Referred { kind, id, at, by, key } in referred(&game.entries) {
            if !id.is_empty() && !self.named.contains(&(kind, id.to_owned())) {
                let help = format!("give it to {by}, `{key}: {id}`, or remove it");
                self.unseen(at, format!("the {} `{id}` is not used", kind.noun()), &help);
            }
        }
    }

    fn unseen(&mut self, at: Span, message: String, help: &str) {
        self.push(Diagnostic::warning(Code::NotShown, at, message).help(help));
    }
}

/// What of an entry without a page is shown elsewhere.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shows {
    /// Neither `summary` nor `also`.
    Nothing,
    /// The `summary`: in a table of a chapter, beside a field of a form.
    Summary,
    /// The `also`: the search finds the entry by these words.
    Also,
}

/// The entries that have no page, what each is called in messages, and what of it is shown elsewhere.
fn without_page(e: &Definitions) -> impl Iterator<Item = (&'static str, &Head, Shows)> {
    let groups = e.groups.iter().chain(&e.skill_groups).map(|group| &*group.head);
    let groups =
        groups.chain(e.condition_groups.iter().map(|group| &*group.head)).map(|head| ("group", head, Shows::Nothing));
    let families = e.families.iter().map(|family| ("family of cards", &*family.head, Shows::Nothing));
    let lists = e.lists.iter().flat_map(|list| {
        let entries = list.entries.iter().map(|entry| ("entry of a list", &*entry.head, Shows::Nothing));
        std::iter::once(("list", &*list.head, Shows::Nothing)).chain(entries)
    });
    let traits = e.trait_lists.iter().flat_map(|list| {
        let options = list.traits.iter().flat_map(|one| one.options.iter());
        let options = options.map(|option| ("option", &*option.head, Shows::Summary));
        std::iter::once(("list of traits", &*list.head, Shows::Nothing)).chain(options)
    });
    let inputs = e.inputs.iter().map(|input| ("input", &input.head, Shows::Summary));
    let choices = e.choices.iter().flat_map(|choice| {
        let options = choice.options.iter().map(|option| ("option", &*option.head, Shows::Summary));
        std::iter::once(("choice", &*choice.head, Shows::Summary)).chain(options)
    });
    let parameters = parameters(e).flat_map(|parameter| {
        let options = options(parameter).iter().map(|option| ("option", &*option.head, Shows::Nothing));
        std::iter::once(("parameter", &parameter.head, Shows::Summary)).chain(options)
    });
    let procedures = e.procedures.iter().map(|procedure| ("procedure", &*procedure.head, Shows::Summary));
    let rulings = e.rulings.iter().map(|ruling| ("ruling", &*ruling.head, Shows::Also));
    let bands = e.checks.iter().flat_map(|check| &check.bands).map(|band| ("band", &*band.head, Shows::Nothing));
    let values =
        values_beside_cards(e).chain(values_of_cards(e)).map(|(what, value)| (what, &value.head, Shows::Nothing));
    groups
        .chain(families)
        .chain(lists)
        .chain(traits)
        .chain(inputs)
        .chain(choices)
        .chain(parameters)
        .chain(procedures)
        .chain(rulings)
        .chain(bands)
        .chain(values)
}

/// The same of what people hold, and of the kinds of NPCs.
fn of_people(game: &Game) -> impl Iterator<Item = (&'static str, &Head, Shows)> {
    let everyone = || game.characters.values().chain(game.npcs.values()).map(|who| &who.entry);
    let archetypes = || game.archetypes.values().map(|archetype| &archetype.entry);
    let items = everyone().flat_map(|who| who.items.iter()).chain(archetypes().flat_map(ArchetypeEntry::gear));
    let abilities = everyone().flat_map(|who| who.abilities.iter()).filter_map(|ability| match ability {
        OwnedEntry::Built(built) => Some(&*built.head),
        OwnedEntry::Described(_) | OwnedEntry::Shared(_) => None,
    });
    let archetypes = archetypes().map(|archetype| ("archetype", &*archetype.head, Shows::Summary));
    let items = items.map(|item| ("item", &*item.head, Shows::Nothing));
    archetypes.chain(items).chain(abilities.map(|head| ("ability of one person", head, Shows::Nothing)))
}

/// Keys of values and requirements that nothing prints: the key, of what it is, where, and what is printed instead.
fn unprinted(e: &Definitions, names_told: &BTreeSet<String>) -> Vec<(&'static str, &'static str, Span, &'static str)> {
    let mut found = Vec::new();
    for value in &e.item_values {
        let keys = [("abbr", value.abbr.is_empty()), ("unit", value.unit.is_empty()), ("how", value.how.is_empty())];
        let written = keys.into_iter().filter(|(_, is_empty)| !is_empty);
        let shows = "texts print only its number";
        found.extend(written.map(|(key, _)| (key, "value of items", value.head.at, shows)));
    }
    let Some(building) = &e.building else { return found };
    let short = building.values.iter().filter(|value| !value.abbr.is_empty() && !names_told.contains(&value.head.id));
    let shows = "pages print its name, and no other formula uses it";
    found.extend(short.map(|value| ("abbr", "value of abilities", value.head.at, shows)));
    let in_words = building.requires.iter().filter(|requirement| !requirement.how.is_empty());
    let shows = "only pages of keywords list what they must meet";
    found.extend(in_words.map(|requirement| ("how", "requirement of abilities", requirement.head().at, shows)));
    found
}

/// An entry that shows only on what refers to it.
struct Referred<'e> {
    kind: Kind,
    id: &'e str,
    at: Span,
    /// What refers to such entries.
    by: &'static str,
    /// The key under which it does.
    key: &'static str,
}

/// All such entries but lists, whose entries may be referred to one by one.
fn referred(e: &Definitions) -> impl Iterator<Item = Referred<'_>> {
    fn of<'e>(kind: Kind, by: &'static str, head: &'e Head) -> Referred<'e> {
        Referred { kind, id: &head.id, at: head.at, by, key: if kind == Kind::Family { "family" } else { "group" } }
    }
    let families = e.families.iter().map(|one| of(Kind::Family, "a card", &one.head));
    let cost_sets = e.cost_sets.iter().map(|set| {
        let (id, at) = (&set.id.value, set.id.at);
        Referred { kind: Kind::CostSet, id, at, by: "a card", key: "cost_set" }
    });
    let groups = e.groups.iter().map(|one| of(Kind::Group, "a stat", &one.head));
    let of_skills = e.skill_groups.iter().map(|one| of(Kind::SkillGroup, "a skill", &one.head));
    let of_conditions = e.condition_groups.iter().map(|one| of(Kind::GroupOfConditions, "a condition", &one.head));
    families.chain(cost_sets).chain(groups).chain(of_skills).chain(of_conditions)
}

/// Everything that takes an argument.
fn parameters(e: &Definitions) -> impl Iterator<Item = &ParameterEntry> {
    let fields = e.building.iter().flat_map(|building| building.fields.iter());
    let keywords = e.keywords.iter().flat_map(|family| &family.keywords).flat_map(|keyword| keyword.parameters.iter());
    let procedures = e.procedures.iter().flat_map(|procedure| &procedure.inputs);
    fields.chain(keywords).chain(procedures).chain(e.checks.iter().flat_map(|check| &check.inputs))
}

fn options(parameter: &ParameterEntry) -> &[OptionEntry] {
    match &parameter.kind {
        ParameterEntryKind::Plain(_) => &[],
        ParameterEntryKind::Options(options) | ParameterEntryKind::Listed(_, options) => options,
    }
}

/// Values that no card has a box for, and that have no page.
fn values_beside_cards(e: &Definitions) -> impl Iterator<Item = (&'static str, &ValueEntry)> {
    let building = e.building.iter().flat_map(|building| &building.values);
    let keywords = e.keywords.iter().flat_map(|family| &family.keywords).flat_map(|keyword| &keyword.values);
    let steps = e.procedures.iter().flat_map(|procedure| procedure.steps.iter()).map(|step| &step.value);
    let checks = e.checks.iter().flat_map(|check| &check.values);
    let values = building.chain(keywords).chain(steps).chain(checks).chain(&e.item_values);
    values.map(|value| ("value", value))
}

fn values_of_cards(e: &Definitions) -> impl Iterator<Item = (&'static str, &ValueEntry)> {
    e.cards().flat_map(|card| &card.values).map(|value| ("value", value))
}

fn derived(e: &Definitions) -> impl Iterator<Item = (&'static str, &ValueEntry)> {
    e.derived.iter().map(|value| ("derived value", value))
}

/// What the blocks of a sheet or of handouts show of somebody.
struct Blocks<'e> {
    kinds: Vec<&'e BlockKind>,
    /// What has the blocks.
    on: &'static str,
    /// The key of system.yaml under which they stand.
    key: &'static str,
}

/// The blocks that are there for somebody: not those of blank forms.
fn filled(blocks: Vec<&BlockEntry>) -> Vec<&BlockKind> {
    let is_filled = |block: &&BlockEntry| block.form.0 != Some(Form::Blank);
    blocks.into_iter().filter(is_filled).map(|block| &block.kind).collect()
}

impl Blocks<'_> {
    fn has(&self, is_it: impl Fn(&BlockKind) -> bool) -> bool {
        self.kinds.iter().any(|kind| is_it(kind))
    }

    /// Whether a block `identity` has this line.
    fn has_line(&self, line: &str) -> bool {
        self.has(|kind| matches!(kind, BlockKind::Identity(lines) if lines.iter().any(|one| one.value == line)))
    }

    fn add(&self, block: &str) -> String {
        format!(
            "add a block such as `{{ block: {block} }}` to the {} (`{}` in system.yaml), or make it a comment",
            self.on, self.key
        )
    }
}

/// A key of a person that is shown in certain places only.
struct Held {
    key: &'static str,
    /// Where it stands; none where it is not there.
    at: Option<Span>,
    /// Whether it is shown, or computed with.
    is_shown: bool,
    help: String,
}

impl Held {
    /// All such keys. `words_named` are those that formulas name: a trait among them counts for something, and so do things and
    /// languages that are counted. The `role` of a character and what players know of one are not among them: `makeready handout FILE`
    /// shows both.
    fn all(who: &CharacterEntry, blocks: &Blocks<'_>, game: &Game, words_named: &BTreeSet<String>) -> Vec<Self> {
        let e = &game.entries;
        let has_rolls = blocks.has(|kind| matches!(kind, BlockKind::Rolls(..)));
        let shows_items = e.item_card.is_some() || blocks.has(|kind| matches!(kind, BlockKind::Items(_)));
        let is_named = |word: &str| words_named.contains(word);
        // `count('items')`, `total('weight')`, `total('item.slots')`.
        let has_counted_items =
            is_named("items") || is_named("weight") || words_named.iter().any(|word| word.starts_with(ITEM_TOTAL));
        let lost_item =
            who.items.iter().find(|item| item.modifiers.is_empty() && (item.wields.is_empty() || !has_rolls));
        let counts = |id: &String| {
            let of_list = |list: &TraitListEntry| {
                let mut found = list.traits.iter().filter(|one| one.head.id == *id);
                found.any(|one| !one.adds.is_empty() || words_named.contains(&list.head.id))
            };
            words_named.contains(id) || e.trait_lists.iter().any(of_list)
        };
        let lost_trait = who.traits.0.iter().find(|taken| !counts(&taken.id.value));
        vec![
            Self {
                key: "items",
                at: lost_item.map(|item| item.head.at),
                is_shown: shows_items || has_counted_items,
                help: blocks.add("items, span: 12"),
            },
            Self {
                key: "traits",
                at: lost_trait.map(|taken| taken.id.at),
                is_shown: blocks.has(|kind| matches!(kind, BlockKind::Traits(..))),
                help: blocks.add("traits, span: 12"),
            },
            Self {
                key: "backgrounds",
                at: who.backgrounds.first().map(|past| past.at.start()),
                is_shown: e.backgrounds.is_some() || blocks.has_line("backgrounds"),
                help: format!(
                    "{}; to make them count, write under `backgrounds` in system.yaml what they cover",
                    blocks.add("identity, span: 12, lines: [name, backgrounds]")
                ),
            },
            Self {
                key: "languages",
                at: who.languages.first().map(|language| language.at.start()),
                is_shown: blocks.has_line("languages") || is_named("languages") || is_named("ranks"),
                help: blocks.add("identity, span: 12, lines: [name, languages]"),
            },
        ]
    }
}

/// Whether the face of a card shows its name alone. A skill without a family has no card.
fn is_empty(card: &CardEntry) -> bool {
    card.family.is_some()
        && card.text.is_empty()
        && card.values.is_empty()
        && card.facts.is_empty()
        && card.outcomes.is_empty()
        && card.blocks.is_empty()
        && matches!(card.cost, CostEntry::None)
        && !card.has_extra_cost_box
}

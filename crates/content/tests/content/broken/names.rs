//! Names of things that are not there.

use super::{Row, row};

pub fn rows() -> Vec<Row> {
    [in_system(), in_cards(), in_characters(), elsewhere()].into_iter().flatten().collect()
}

fn in_system() -> Vec<Row> {
    vec![
        row("an unknown color").edit("skills.yaml", "color: steel", "color: §stel").says(
            "unknown-color",
            "there is no color `stel`",
            "did you mean `steel`?",
        ),
        row("an unknown display face").edit("system.yaml", "display_font: Cinzel", "display_font: §Cinzl").says(
            "unknown-display-face",
            "no display face `Cinzl`",
            "did you mean `Cinzel`?",
        ),
        row("a display face that the computer may have")
            .edit("system.yaml", "display_font: Cinzel", "display_font: §Papyrus")
            .says(
                "unknown-display-face",
                "no display face `Papyrus`",
                "there are: Alegreya Sans, Archivo, Baloo 2, Cinzel, Spectral, Zilla Slab",
            ),
        row("an unknown back").edit("system.yaml", "back: lozenges", "back: §lozenge").says(
            "unknown-back",
            "no back `lozenge`",
            "did you mean `lozenges`?",
        ),
        row("an unknown ornament").edit("system.yaml", "back: lozenges", "back: lozenges\n  ornament: §heraldry").says(
            "unknown-ornament",
            "no ornament `heraldry`",
            "compass, facets, lozenges, pips, signal, woodcut",
        ),
        row("an unknown icon of a family").edit("system.yaml", "icon: cube", "icon: §cubee").says(
            "unknown-icon",
            "no icon `cubee`",
            "did you mean `cube`?",
        ),
        row("an unknown group of a stat")
            .edit("system.yaml", "name: Wit, group: body", "name: Wit, group: §soul")
            .says("unknown-group", "no group `soul`", "there are: body"),
        row("an unknown value of a resource").edit("system.yaml", "max: light_max", "max: §light_mx").says(
            "unknown-value",
            "no value `light_mx`",
            "did you mean `light_max`?",
        ),
        row("an unknown list of backgrounds").edit("system.yaml", "covers: [tools]", "covers: [§tool]").says(
            "unknown-list",
            "no list `tool`",
            "did you mean `tools`?",
        ),
        row("an unknown advance value").edit("system.yaml", "advance_value: growth", "advance_value: §grwth").says(
            "unknown-value",
            "no value `grwth`",
            "did you mean `growth`?",
        ),
        row("an unknown line of an identity block")
            .edit("system.yaml", "[name, watch, guild,", "[name, watch, §gild,")
            .says("unknown-line", "no line `gild`", "did you mean `guild`?"),
        row("an unknown resource of a block").edit("system.yaml", "resources: [light]", "resources: [§lihgt]").says(
            "unknown-resource",
            "no resource `lihgt`",
            "did you mean `light`?",
        ),
        row("an unknown value of a block").edit("system.yaml", "values: [pace, flare]", "values: [pace, §flre]").says(
            "unknown-value",
            "no value `flre`",
            "did you mean `flare`?",
        ),
        row("an unknown action of a block").edit("system.yaml", "actions: [raise]", "actions: [§rais]").says(
            "unknown-action",
            "no action `rais`",
            "did you mean `raise`?",
        ),
        row("a column that no action fills")
            .edit(
                "system.yaml",
                "{ label: Beam, value: beam }",
                "{ label: Beam, value: beam }, { label: Two, value: §beem }",
            )
            .says("no-value", "none of these actions has a value `beem`", "did you mean `beam`?"),
        row("a fact that no action has, behind a value")
            .edit("system.yaml", "{ label: Beam, value: beam }", "{ label: Beam, value: beam, fact: §Rnage }")
            .says("no-value", "none of these actions has a fact `Rnage`", "did you mean `Range`?"),
        row("an action without any value of the columns")
            .edit("system.yaml", "actions: [raise]", "actions: [raise, §rest-a-while]")
            .says("no-value", "`rest-a-while` has none of the values", "its values are: cost"),
        row("a note that nobody has").edit("system.yaml", "span: 12, notes: habits", "span: 12, notes: §habit").says(
            "unknown-note",
            "no note `habit`",
            "did you mean `habits`?",
        ),
        row("an unknown icon in a text").edit("system.yaml", "Pace {pace} :fist:", "Pace {pace} §:fists:").says(
            "unknown-icon",
            "no icon `fists`",
            "did you mean `fist`?",
        ),
        row("a text to add to that is a word")
            .edit(
                "system.yaml",
                "derived:\n",
                "derived:\n  - { id: mood, abbr: MD, name: Mood, formula: \"if(watch > 1, 'grim', 'calm')\" }\n",
            )
            .edit("conditions.yaml", "to: pace", "to: §mood")
            .says("wrong-type", "`mood` is a word, to which nothing can be added", "a number or dice"),
    ]
}

fn in_cards() -> Vec<Row> {
    vec![
        row("an unknown family").edit("actions/deeds.yaml", "family: deeds\n", "family: §deds\n").says(
            "unknown-family",
            "no family `deds`",
            "did you mean `deeds`?",
        ),
        row("an unknown icon of a card").edit("actions/deeds.yaml", "icon: moon", "icon: §mooon").says(
            "unknown-icon",
            "no icon `mooon`",
            "did you mean `moon`?",
        ),
        row("an unknown cost set").edit("actions/deeds.yaml", "cost_set: by-weight", "cost_set: §by-wieght").says(
            "unknown-cost-set",
            "no cost set `by-wieght`",
            "did you mean `by-weight`?",
        ),
        row("an unknown tag").edit("actions/deeds.yaml", "tags: [hooks]", "tags: [§hoks]").says(
            "unknown-list-entry",
            "no list entry `hoks`",
            "did you mean `hooks`?",
        ),
        row("an unknown icon in the text of a card")
            .edit("actions/deeds.yaml", "**high** :moon:", "**high** §:moom:")
            .says("unknown-icon", "no icon `moom`", "did you mean `moon`?"),
        row("an unknown skill group")
            .edit("skills.yaml", "{ id: knack, name: Knack, group: craft", "{ id: knack, name: Knack, group: §kraft")
            .says("unknown-skill-group", "no skill group `kraft`", "did you mean `craft`?"),
        row("an unknown stat of a skill").edit("skills.yaml", "stats: [wit]", "stats: [§wits]").says(
            "unknown-stat",
            "no stat `wits`",
            "did you mean `wit`?",
        ),
        row("an unknown list of a skill")
            .edit("skills.yaml", "choose: [tools]", "choose: [§tolls]")
            .edit("characters/ida.yaml", "knack: { hooks: 1 }", "knack: {}")
            .says("unknown-list", "no list `tolls`", "did you mean `tools`?"),
        row("an unknown value of a modifier").edit("conditions.yaml", "to: pace", "to: §pase").says(
            "unknown-value",
            "no value `pase`",
            "did you mean `pace`?",
        ),
        row("a modifier that names a value twice").edit("conditions.yaml", "to: pace", "to: [pace, §pace]").says(
            "duplicate-id",
            "this adds to `pace` twice",
            "remove one of them, or add the sum",
        ),
        row("an unknown value among those of a modifier")
            .edit("conditions.yaml", "to: pace", "to: [pace, §pase]")
            .says("unknown-value", "no value `pase`", "did you mean `pace`?"),
    ]
}

fn in_characters() -> Vec<Row> {
    vec![
        row("an unknown input").edit("characters/ida.yaml", "{ watch: 2 }", "{ watch: 2, §level: 3 }").says(
            "unknown-input",
            "no input `level`",
            "there are: watch",
        ),
        row("an unknown choice")
            .edit("characters/ida.yaml", "{ guild: wicks }", "{ guild: wicks, §gild: wicks }")
            .says("unknown-choice", "no choice `gild`", "did you mean `guild`?"),
        row("an unknown option").edit("characters/ida.yaml", "guild: wicks", "guild: §wick").says(
            "unknown-option",
            "no option `wick`",
            "did you mean `wicks`?",
        ),
        row("an unknown stat").edit("characters/ida.yaml", "wit: 3 }", "wit: 3, §luck: 1 }").says(
            "unknown-stat",
            "no stat `luck`",
            "there are: nerve, wit",
        ),
        row("a stat that is not given")
            .edit("characters/ida.yaml", "id: ida", "id: §ida")
            .edit("characters/ida.yaml", ", wit: 3 }", " }")
            .says("missing-value", "Ida Brook has no stat `wit`", "only `inputs` in system.yaml can be empty"),
        row("a stat that is nothing").edit("characters/ida.yaml", "nerve: 4", "nerve: §null").says(
            "wrong-type",
            "expected a whole number, found nothing",
            "only `inputs` in system.yaml can be empty",
        ),
        row("an input that is rolled").edit("characters/ida.yaml", "watch: 2", "watch: §1d4").says(
            "wrong-type",
            "expected a whole number, found text",
            "write the resulting number",
        ),
        row("an unknown stat of an advance").edit("characters/ida.yaml", "stat: nerve", "stat: §nevre").says(
            "unknown-stat",
            "no stat `nevre`",
            "did you mean `nerve`?",
        ),
        row("an unknown entry of a background")
            .edit("characters/ida.yaml", "covers: [hooks]", "covers: [§raise]")
            .says("unknown-list-entry", "no list entry `raise`", "there are: hooks, poles"),
        row("an unknown skill").edit("characters/ida.yaml", "trim: 2", "§trimm: 2").says(
            "unknown-skill",
            "no skill `trimm`",
            "did you mean `trim`?",
        ),
        row("an unknown kind of a skill")
            .edit("characters/ida.yaml", "knack: { hooks: 1 }", "knack: { §hoks: 1 }")
            .says("unknown-list-entry", "no list entry `hoks`", "did you mean `hooks`?"),
        row("an unknown item field").edit("characters/ida.yaml", "glow: \"2d6\"", "§glwo: \"2d6\"").says(
            "unknown-item-field",
            "no item field `glwo`",
            "did you mean `glow`?",
        ),
        row("an unknown action of an item").edit("characters/ida.yaml", "wields: [raise]", "wields: [§rays]").says(
            "unknown-action",
            "no action `rays`",
            "there are: raise, rest-a-while",
        ),
        row("an unknown tag of an item").edit("characters/ida.yaml", "tags: [hooks]", "tags: [§hook]").says(
            "unknown-list-entry",
            "no list entry `hook`",
            "did you mean `hooks`?",
        ),
        row("an unknown value that an item raises").edit("characters/ida.yaml", "{ to: pace", "{ to: §peace").says(
            "unknown-value",
            "no value `peace`",
            "did you mean `pace`?",
        ),
        row("an unknown condition").edit("characters/ida.yaml", "[dazzled]", "[§dazled]").says(
            "unknown-condition",
            "no condition `dazled`",
            "did you mean `dazzled`?",
        ),
        row("an input that is hidden from players and that there is not")
            .edit("system.yaml", "hidden: [watch]", "hidden: [§wach]")
            .says("unknown-input", "no input or choice `wach`", "did you mean `watch`?"),
        row("an unknown skill that is always shown").edit("system.yaml", "always: [trim]", "always: [§trimm]").says(
            "unknown-skill",
            "no skill `trimm`",
            "did you mean `trim`?",
        ),
        row("an unknown value of a handout")
            .edit("system.yaml", "values: [light_max, pace]", "values: [light_max, §pase]")
            .says("unknown-value", "no value `pase`", "did you mean `pace`?"),
        row("a note that no block of the sheet shows")
            .edit("characters/ida.yaml", "notes: { past:", "notes: { §pats: \"x\", past:")
            .says(
                "unknown-note",
                "the note `pats` is not printed, because no block of the sheet",
                "did you mean `past`?",
            )
            .warns(),
        row("a note that no block of the full handout shows")
            .edit("npcs/wisp.yaml", "notes: {", "notes: { §loot: \"Nothing.\",")
            .says(
                "unknown-note",
                "the note `loot` is not printed, because no block of the full handout shows it",
                "`{ block: notes, span: 12, notes: loot }` to `handouts.full` in system.yaml",
            )
            .warns(),
        row("two items held for one action")
            .edit("characters/ida.yaml", "abilities:\n", "  - { id: pole, name: Pole, wields: [§raise] }\nabilities:\n")
            .says("two-items", "Pole is used for `raise`, and so is Long Hook", "an action uses one item"),
        row("advances where none are known")
            .edit("system.yaml", "advance_value: growth\n", "")
            .edit("characters/ida.yaml", "stat: nerve", "stat: §nerve")
            .says("no-advances", "this game has no `advance_value`", "advance_value"),
    ]
}

fn elsewhere() -> Vec<Row> {
    vec![
        row("an unknown ruling of the campaign").edit("/campaign.yaml", "tide_counts:", "§tide_count:").says(
            "unknown-ruling",
            "no ruling `tide_count`",
            "did you mean `tide_counts`?",
        ),
        row("a ruling under an unknown system")
            .edit("/campaign.yaml", "tide_counts: \"no\"", "§lanterns: { tide_counts: \"no\" }")
            .says("unknown-system", "there is no game `lanterns`", "did you mean `lantern`?"),
        row("an unknown reading of the campaign").edit("/campaign.yaml", "\"no\"", "§\"maybe\"").says(
            "unknown-reading",
            "no option `maybe`",
            "there are: yes, no",
        ),
        row("an unknown character of an example").edit("examples.yaml", "character: ida", "character: §ada").says(
            "unknown-character",
            "no character `ada`",
            "did you mean `ida`?",
        ),
        row("an unknown value of an example").edit("examples.yaml", "watch: 1, nerve: 1", "watch: 1, §nevre: 1").says(
            "unknown-value",
            "no value `nevre`",
            "did you mean `nerve`?",
        ),
        row("an unknown option of an example").edit("examples.yaml", "guild: wicks", "guild: §wix").says(
            "unknown-option",
            "no option `wix`",
            "there are: wicks, snuffers",
        ),
        row("an unknown ruling of an example").edit("examples.yaml", "{ tide_counts:", "{ §tides_count:").says(
            "unknown-ruling",
            "no ruling `tides_count`",
            "did you mean `tide_counts`?",
        ),
        row("an unknown reading of an example")
            .edit("examples.yaml", "tide_counts: \"yes\"", "tide_counts: §\"yess\"")
            .says("unknown-reading", "no option `yess`", "did you mean `yes`?"),
        row("an unknown chapter of a term").edit("glossary.yaml", "chapter: 01-start", "chapter: §01-strat").says(
            "unknown-chapter",
            "no chapter `01-strat`",
            "did you mean `01-start`?",
        ),
    ]
}

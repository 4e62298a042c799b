//! How NPCs are made, and the archetypes they are made of.

use super::{Row, row};

const CREATION: &str = "creation.yaml";
const KEEPER: &str = "archetypes/keeper.yaml";
const WISP: &str = "npcs/wisp.yaml";

pub fn rows() -> Vec<Row> {
    [in_creation(), numbers(), in_archetypes(), in_characters()].into_iter().flatten().collect()
}

/// The small game with creation rules and an archetype, in which nothing is wrong yet.
fn with_npcs(name: &'static str) -> Row {
    let creation = include_str!("../../../../../tests/fixtures/npcs/creation.yaml");
    row(name).add(CREATION, creation).add(KEEPER, include_str!("../../../../../tests/fixtures/npcs/keeper.yaml"))
}

fn in_creation() -> Vec<Row> {
    vec![
        row("archetypes without a word on how characters are made")
            .add(KEEPER, include_str!("../../../../../tests/fixtures/npcs/keeper.yaml"))
            .edit(KEEPER, "id: keeper", "id: §keeper")
            .says("no-creation", "no `creation.yaml`", "add `creation.yaml` next to `system.yaml`"),
        with_npcs("a level that is no input").edit(CREATION, "level: watch", "level: §wacth").says(
            "unknown-input",
            "no input `wacth`",
            "did you mean `watch`?",
        ),
        with_npcs("a tier that is no choice").edit(CREATION, "tier: guild", "tier: §gild").says(
            "unknown-choice",
            "no choice `gild`",
            "did you mean `guild`?",
        ),
        with_npcs("an input that is usual and does not exist")
            .edit(CREATION, "inputs: { watch: 1 }", "inputs: { watch: §9 }")
            .says("out-of-range", "Watch 9 does not exist", "from 1 to 4"),
        with_npcs("an option that is usual and does not exist")
            .edit(CREATION, "choices: { guild: wicks }", "choices: { guild: §wikcs }")
            .says("unknown-option", "no option `wikcs`", "did you mean `wicks`?"),
        with_npcs("an input of which nothing is usual")
            .edit(CREATION, "inputs: { watch: 1 }\n", "")
            .at("lantern/creation.yaml:1:1")
            .says("missing-value", "NPCs have no usual value for `watch`", "add `watch: ...` under `inputs`"),
        with_npcs("a creation formula that names nothing").edit(CREATION, "points: \"14\"", "points: \"§wacth\"").says(
            "unknown-name",
            "nothing named `wacth`",
            "did you mean `watch`?",
        ),
        with_npcs("a creation formula of the wrong type")
            .edit(CREATION, "advances: \"watch\"", "advances: §\"watch > 1\"")
            .says(
                "wrong-type",
                "expected a number, found",
                "numbers, dice, truths (`a < b`) and words ('light') cannot replace one another",
            ),
        with_npcs("an array of stats with one too many")
            .edit(CREATION, "{ pool: { points: \"14\", least: \"1\", most: \"guild.die\" } }", "{ array: §[6, 5, 4] }")
            .says("wrong-count", "these are 3 numbers, but there are 2 stats", "one number for each stat"),
        with_npcs("a pool of stats that is not whole")
            .edit(CREATION, "{ points: \"14\", least: \"1\", most", "§{ points: \"14\", most")
            .says("missing-key", "key `least` is missing", "add `least: ...`"),
        with_npcs("the room of an ability that names nothing")
            .edit(CREATION, "total('ability.lit')", "total(§'ability.litt')")
            .says("formula", "there is no total named 'ability.litt'", "did you mean 'ability.lit'?"),
    ]
}

/// Numbers of the creation rules so large that nobody could wait for what they ask for.
fn numbers() -> Vec<Row> {
    const POOL: &str = "stats: { pool: { points: \"14\", least: \"1\", most: \"guild.die\" } }";
    let ranks = |name, ranks: &str| {
        with_npcs(name).edit(CREATION, "ranks: { budget: \"2 * watch\", each_at_most: \"watch\" }", ranks)
    };
    let advances = |name, advances: &str| with_npcs(name).edit(CREATION, "advances: \"watch\"", advances);
    vec![
        with_npcs("points without end").edit(CREATION, "points: \"14\"", "points: \"§100000000\"").says(
            "not-computable",
            "`stats.pool.points` cannot be computed for Keeper: this leaves 99999998 points to distribute above the minimum; \
             the limit is 10000",
            "`min(100, ...)`",
        ),
        with_npcs("so little in each stat that points are left without end")
            .edit(CREATION, "points: \"14\", least: \"1\"", "points: \"§14\", least: \"-1000000000\"")
            .says("not-computable", "leaves 2000000014 points", "`min(100, ...)`"),
        with_npcs("dice of a stat without end").edit(CREATION, POOL, "stats: { roll: \"§600d6 + 500d8\" }").says(
            "not-computable",
            "these are 1100 dice; the limit is 100",
            "`min(100, ...)`",
        ),
        ranks("ranks without end", "ranks: { budget: \"§10^9\", each_at_most: \"10^9\" }").says(
            "not-computable",
            "`ranks.budget` cannot be computed for Keeper: the result is 1000000000; the limit is 10000",
            "`min(100, ...)`",
        ),
        ranks(
            "secondary ranks without end",
            "ranks: { budget: \"1\", each_at_most: \"1\" }\nsecondary: { budget: \"§10^9\", each_at_most: \"10^9\" }",
        )
        .says("not-computable", "`secondary.budget` cannot be computed", "`min(100, ...)`"),
        advances("advances without end", "advances: \"§10^12\"").says(
            "not-computable",
            "the result is 1000000000000; the limit is 1000",
            "`min(100, ...)`",
        ),
        advances("traits without end", "traits: { count: \"§10000\" }").says(
            "not-computable",
            "the result is 10000; the limit is 200",
            "`min(100, ...)`",
        ),
        advances("backgrounds without end", "backgrounds: { count: \"§10^9\", entries: \"0\" }").says(
            "not-computable",
            "the result is 1000000000; the limit is 100",
            "`min(100, ...)`",
        ),
        advances("a creation formula that cannot be computed for anybody", "advances: \"1 + §1 / (watch - 1)\"")
            .add("archetypes/other.yaml", include_str!("../../../../../tests/fixtures/npcs/keeper.yaml").replace("id: keeper", "id: other"))
            .says("not-computable", "`advances` cannot be computed for Keeper: division by zero", "guard it"),
    ]
}

fn in_archetypes() -> Vec<Row> {
    vec![
        with_npcs("a leaning towards no stat").edit(KEEPER, "{ wit: 3 }", "{ §witt: 3 }").says(
            "unknown-stat",
            "no stat `witt`",
            "did you mean `wit`?",
        ),
        with_npcs("a weight that is too heavy").edit(KEEPER, "{ wit: 3 }", "{ wit: §3000 }").says(
            "out-of-range",
            "3000 is out of range",
            "from 0 to 1000",
        ),
        with_npcs("an archetype covers what there is not").edit(KEEPER, "[hooks, poles]", "[hooks, §pols]").says(
            "unknown-list-entry",
            "no list entry `pols`",
            "did you mean `poles`?",
        ),
        with_npcs("an archetype with a skill that is not there").edit(KEEPER, "{ trim: 2,", "{ §trimm: 2,").says(
            "unknown-skill",
            "no skill `trimm`",
            "did you mean `trim`?",
        ),
        with_npcs("an archetype with an ability that is not there")
            .edit(KEEPER, "{ flicker: 1 }", "{ §flikcer: 1 }")
            .says("unknown-ability", "no ability `flikcer`", "did you mean `flicker`?"),
        with_npcs("a note that no handout prints")
            .edit(KEEPER, "  habits:", "  §habit:")
            .says("unknown-note", "the note `habit` is not printed", "did you mean `habits`?")
            .warns(),
        with_npcs("a note of an archetype that names nothing").edit(KEEPER, "Walks {pace}", "Walks {§pcae}").says(
            "unknown-name",
            "nothing named `pcae`",
            "did you mean `pace`?",
        ),
        with_npcs("a condition that is none").edit(KEEPER, "when: \"watch > 2\"", "when: §\"watch + 2\"").says(
            "wrong-type",
            "expected true or false, found",
            "numbers, dice, truths (`a < b`) and words ('light') cannot replace one another",
        ),
        with_npcs("gear for an action that is not there").edit(KEEPER, "wields: [raise]", "wields: [§rase]").says(
            "unknown-action",
            "no action `rase`",
            "did you mean `raise`?",
        ),
        with_npcs("gear that adds to nothing").edit(KEEPER, "{ to: pace,", "{ to: §pcae,").says(
            "unknown-value",
            "no value `pcae`",
            "did you mean `pace`?",
        ),
        with_npcs("two things of one id")
            .edit(KEEPER, "abilities: {", "  - one_of: [ { id: §pole, name: Short Pole } ]\nabilities: {")
            .says("duplicate-id", "two items with the id `pole`", "another id"),
        with_npcs("a list of names with nothing in it").edit(KEEPER, "[Wick, Tallow]", "§[]").says(
            "empty",
            "no entry to choose from",
            "write at least one",
        ),
        with_npcs("two archetypes of one id")
            .add(
                "archetypes/other.yaml",
                "format_version: 1\nid: §keeper\nname: Other\nnames: [ [A] ]\nlooks: [ [B] ]\n",
            )
            .says("duplicate-id", "two archetypes with the id `keeper`", "another id"),
        with_npcs("an archetype of which no legal NPC comes out")
            .edit(CREATION, "least: \"1\"", "least: \"9\"")
            .edit(KEEPER, "id: keeper", "id: §keeper")
            .says("no-legal-npc", "Nerve was created as 9", "offer more to choose from"),
        with_npcs("an archetype that offers too little")
            .edit(CREATION, "advances: \"watch\"", "backgrounds: { count: \"2\", entries: \"2\" }")
            .edit(KEEPER, "id: keeper", "id: §keeper")
            .says("no-legal-npc", "offers too few backgrounds: 1 more", "offer more to choose from"),
        with_npcs("a misspelt folder of archetypes")
            .add("archetype/other.yaml", "format_version: 1\n")
            .at("lantern/archetype/other.yaml:1:1")
            .says("unknown-file", "no file `archetype/other.yaml`", "did you mean `archetypes/`?"),
    ]
}

fn in_characters() -> Vec<Row> {
    vec![
        row("an NPC of another system").edit(WISP, "id: wisp", "system: §latern\nid: wisp").says(
            "other-system",
            "belongs to the game `latern`, but this is `lantern`",
            "move the file into the folder of its game, or remove the key",
        ),
        row("an NPC with an ability that is not there").edit(WISP, "notes:", "abilities: [§flikcer]\nnotes:").says(
            "unknown-ability",
            "no ability `flikcer`",
            "did you mean `flicker`?",
        ),
    ]
}

"""Second computation of characters of the game `strains`.

Made from these texts alone:
  ledger/strains.md                    rules with IDs (ST-...) and default rulings (ST-CON-, ST-GAP-)
  the source text of the game ("source N" is its line N)
  a list of names         the ids of everything and the format of the files

Use:  python3 strains.py FILE...      one JSON object a line
      python3 strains.py --check      the constructed checks and odds of the ledger

Readings that the rules text leaves open (each is repeated beside its formula):
  * A roll is written "3d10 [highest 2]+2": dice, what is kept, attribute and penalty together. With no level
    either way both dice count, and nothing stands in brackets.
  * `levels` is the net number k = advantage - disadvantage, below 0 for disadvantage.
  * The roll of a skill has no attribute: the GM names one for each check (ST-CHECK-02).
  * What takes off something is given as a number below 0 (wound_penalty, check_penalty, wound_levels).
  * Levels that depend on the target, the turn or the surroundings are not in the figures (kneeling target, two-handed
    target, earlier melee actions, and so on).
  * An action is used unarmed when no item `wields` it. The first item that wields it counts.
  * Values of an action are given even where its requirement is not met (Bash without the keyword, body below 1 ...).
    Two actions exist only for those who have the trait: name-dueling-opponent, push-the-body-action.
"""
from fractions import Fraction

from strains_and_action_score import Dice, SKIP, Sheet, Unknown, main, read, report

NOT_IN_THE_RULES = {
    "level, traits_allowed, base_speed, unarmed_damage": "inputs; they stand as entered, 'unknown' when not entered "
        "(ST-LEVEL-01, ST-GAP-17, ST-GAP-02, ST-GAP-14)",
    "traits-allowed (legality) without traits_allowed": "the GM sets the number; nothing is broken when none is entered",
    "heroic_step": "the effect of Heroic Attribute is absent (ST-GAP-05, default unstated); 0 stands for no effect",
    "duel_range, name-dueling-opponent.range without Duelist": "left out: the range belongs to the trait (ST-TRAIT-10)",
    "push-the-body-action.stamina without Push the Body": "left out: the formula needs the trait (ST-TRAIT-22)",
    "*.damage beyond the weapon's own field": "base damage and what body adds are absent (ST-GAP-14)",
    "several pieces of armor": "no armor rule (ST-GAP-13); their fields are added together",
    "shields": "how much a shield adds to melee_db is absent (ST-STAT-08); only an item modifier adds",
    "weapon reach": "what a weapon adds to reach is absent (ST-STAT-11); the item field `reach` is not used",
    "actions and skills while Dying": "left out: a dying character has no actions and no checks (ST-COND-08)",
    "fatigue, restrained, pinned": "no effect is given (ST-COND-09, ST-GAP-18)",
    "secondary-cap": "no highest secondary rank is given (ST-GAP-23, default none); never broken",
}

ATTRIBUTES = ["body", "reflexes", "perception", "mind"]                       # ST-STAT-01, source 4-7
SKILLS = [                                                                    # ST-STAT-02, source 10-32
    "melee-combat", "ranged-combat", "personal-defense", "personal-movement", "endurance", "stealth", "awareness",
    "survival", "animal-handling", "discipline", "magical-aptitude", "legerdemain", "performance", "medicine",
    "knowledge-academics", "knowledge-lore", "alchemy", "craft-artist", "craft-chemistry", "craft-cooking",
    "craft-mason", "craft-smith", "craft-woodworker"]
SIZES = {"denja": -1, "rhosk": 2, "sapeen": 0, "torleni": 0}                  # ST-STRAIN-01 to -04
STRAIN_ATTRIBUTES = {                                                         # ST-STRAIN-01 to -04
    "denja": {"body": -1, "reflexes": -1, "mind": 1}, "rhosk": {"body": 2}, "sapeen": {}, "torleni": {}}
GENERAL = {"skilled", "highly-skilled", "heroic-attribute"}                   # ST-TRAIT-01 to -03
WARRIOR = {                                                                   # ST-TRAIT-04 to -26
    "combat-reflexes", "combat-reflexes-advanced", "combat-reflexes-heroic", "danger-sense", "danger-sense-advanced",
    "danger-sense-heroic", "duelist", "duelist-defensive", "duelist-distance", "duelist-melee", "duelist-heroic",
    "fast-reflexes", "fueled-by-pain", "hard-to-kill", "healthy", "mobile-combatant", "mobile-combatant-advanced",
    "mobile-combatant-heroic", "push-the-body", "tough", "two-weapon-fighting", "two-weapon-fighting-advanced",
    "two-weapon-fighting-heroic"}
REPEATABLE = {"skilled", "highly-skilled", "heroic-attribute", "fast-reflexes", "fueled-by-pain", "healthy",
              "push-the-body", "tough"}                                       # ST-TRAIT-00, ST-CON-41


def pos(n):
    return max(0, n)


# ---------------------------------------------------------------- attributes

def entered(ident):
    return lambda c: Fraction(c.inputs[ident]) if c.inputs.get(ident) is not None else None


def strain(c):
    if c.choices.get("strain") not in SIZES:
        raise Unknown("strain")
    return c.choices["strain"]


def attribute(ident):
    def total(c):
        if c.creation.get(ident) is None:
            return None
        value = Fraction(c.creation[ident])                                   # ST-CREATE-02, -03
        value += STRAIN_ATTRIBUTES[strain(c)].get(ident, 0)                   # ST-CREATE-04
        if strain(c) == "sapeen" and c.choices.get("gift") == "gift-" + ident:
            value += 1                                                        # ST-STRAIN-03
        value += c.advances.count(ident) * c.value("heroic_step")             # ST-TRAIT-03, ST-GAP-05
        return value
    return total


# ---------------------------------------------------------------- derived values

def surprised(c):
    # ST-CMOD-03, -04: flat footed contains surprised. ST-CON-25: Danger Sense takes away only the advantage.
    # ST-TRAIT-08: Danger Sense, Advanced keeps the bonuses.
    return bool(c.conditions & {"surprised", "flat-footed"}) and not c.has("danger-sense-advanced")


def bonus(c, ident, amount):
    # while surprised the whole bonus counts 0, with what items add to it
    return -c.modifiers(ident) if surprised(c) else Fraction(amount)


def warrior_count(c):
    return sum(1 for trait, _ in c.traits if trait in WARRIOR)                # ST-TRAIT-00, ST-CON-14


def worse_wound(c):
    return bool(c.conditions & {"wounded", "badly-wounded", "dying"})


def check_penalty(c):
    # ST-COND-00, ST-CON-09: only the worst condition counts; the worse ones give levels instead of a penalty.
    if worse_wound(c):
        return Fraction(0)
    return Fraction(-1 if c.conditions & {"lightly-wounded", "stunned"} else 0)   # ST-COND-04, -05


def wound_levels(c):
    # ST-COND-00: only the worst counts; who is dying makes no checks (ST-COND-08).
    if "dying" in c.conditions:
        return Fraction(0)
    if "badly-wounded" in c.conditions:
        return Fraction(-2)                                                   # ST-COND-07
    return Fraction(-1 if "wounded" in c.conditions else 0)                   # ST-COND-06


def melee_db_free(c):
    return c.value("melee_db") * (2 if c.has("mobile-combatant") else 1)      # ST-TRAIT-19, -20


VALUES = {}
for _ident in ATTRIBUTES:
    VALUES[_ident] = attribute(_ident)
for _ident in ["level", "traits_allowed", "base_speed", "unarmed_damage"]:
    VALUES[_ident] = entered(_ident)
VALUES.update({
    # ST-STAT-14, ST-STRAIN-01 to -04
    "size": lambda c: Fraction(SIZES[strain(c)]),
    # ST-GAP-02, default 5 (the input base_speed counts only under the toggle `ask`)
    "strain_speed": lambda c: Fraction(5),
    # ST-GAP-05, default unstated
    "heroic_step": lambda c: Fraction(0),
    # ST-STAT-06, source 36
    "defense": lambda c: 8 + c.value("reflexes") + c.value("perception") + c.rank("personal-defense"),
    # ST-STAT-08, source 38
    "melee_db": lambda c: bonus(c, "melee_db", c.rank("melee-combat") + c.sec("personal-defense", "parry")),
    # ST-STAT-09, source 39
    "ranged_db": lambda c: bonus(c, "ranged_db", c.rank("awareness") + c.sec("personal-defense", "dodge")),
    # ST-STAT-07, source 37
    "magic_db": lambda c: bonus(c, "magic_db", c.rank("discipline") + c.rank("magical-aptitude")),
    # ST-NAMED-01, ST-CHECK-12, ST-CON-05: complete success from difficulty + required
    "hit_melee": lambda c: c.value("defense") + c.value("melee_db"),
    # ST-GAP-09
    "hit_ranged": lambda c: c.value("defense") + c.value("ranged_db"),
    # ST-STAT-07
    "hit_magic": lambda c: c.value("defense") + c.value("magic_db"),
    # ST-DEF-01
    "melee_db_stance": lambda c: 2 * c.value("melee_db"),
    # ST-TRAIT-19 (no disengage action this turn, or ST-TRAIT-20)
    "melee_db_free": melee_db_free,
    # ST-CON-34: each doubling adds the base value once
    "melee_db_both": lambda c: c.value("melee_db") * (3 if c.has("mobile-combatant") else 2),
    # ST-DEF-03
    "ranged_db_dodge": lambda c: 2 * c.value("ranged_db"),
    # ST-STAT-05
    "armor_value": lambda c: c.effect_total("armor"),
    # ST-STAT-12
    "resistance_concussive": lambda c: pos(c.value("body")),
    # ST-STAT-13
    "resistance_penetrating": lambda c: c.effect_total("resist_penetrating"),
    "resistance_other": lambda c: c.effect_total("resist_other"),
    # ST-STAT-17, ST-TRAIT-23
    "toughness": lambda c: Fraction(c.times("tough")),
    # ST-STAT-10, ST-TRAIT-18
    "max_wounds": lambda c: (8 + pos(c.value("size")) + c.value("body")
                             + c.times("healthy") * max(1, 3 + c.value("body"))),
    # ST-COND-05, ST-CON-08
    "lightly_wounded_at": lambda c: max(1, c.value("toughness")),
    # ST-COND-06: the lowest whole number of wounds with 2 * wounds >= max_wounds
    "wounded_at": lambda c: Fraction(-(-c.value("max_wounds") // 2)),
    # ST-COND-07
    "badly_wounded_at": lambda c: c.value("max_wounds"),
    # ST-COND-08
    "dying_at": lambda c: c.value("max_wounds") + 1,
    # ST-COND-05; 0 when it is not in force, or a worse condition is (ST-COND-00)
    "wound_penalty": lambda c: Fraction(-1 if "lightly-wounded" in c.conditions and not worse_wound(c) else 0),
    "wound_levels": wound_levels,
    # ST-COND-04
    "stunned_mark": lambda c: Fraction(1 if "stunned" in c.conditions else 0),
    "check_penalty": check_penalty,
    # ST-TURN-01; a dying character has no actions (ST-COND-08)
    "ap": lambda c: Fraction(0 if "dying" in c.conditions else 3),
    # ST-STAT-16, source 46
    "stamina_max": lambda c: 8 + c.value("body") + c.rank("endurance") + c.sec("endurance", "stamina"),
    # ST-STAT-15, source 45
    "speed": lambda c: c.value("strain_speed") + c.value("size") + c.rank("personal-movement"),
    # ST-STAT-11
    "reach": lambda c: pos(c.value("size")),
    # ST-CON-36
    "melee_range": lambda c: max(Fraction(1), c.value("reach")),
    # ST-STAT-18, ST-TRAIT-15
    "initiative_bonus": lambda c: Fraction(c.times("fast-reflexes")),
    # ST-REACT-00, ST-TRAIT-04, -06
    "reactions": lambda c: Fraction(1 + c.has("combat-reflexes") + c.has("combat-reflexes-heroic")),
    # ST-TRAIT-16
    "pain_stamina": lambda c: Fraction(c.times("fueled-by-pain")),
    # ST-TRAIT-10, -12
    "duel_range": lambda c: (Fraction(30 if c.has("duelist-distance") else 10) if c.has("duelist") else SKIP),
    "warrior_traits": lambda c: Fraction(warrior_count(c)),
    # ST-CREATE-07
    "traits_held": lambda c: Fraction(len(c.traits)),
    # ST-CREATE-05
    "skills_known": lambda c: Fraction(sum(1 for s in SKILLS if c.rank(s) >= 1)),
    # ST-CREATE-05 (five and one), ST-TRAIT-01 (a)
    "skills_known_allowed": lambda c: Fraction(6 + c.times("skilled", "new-skill")),
    # ST-TRAIT-02
    "ranks_above_two": lambda c: Fraction(sum(pos(c.rank(s) - 2) for s in SKILLS)),
    "masters": lambda c: Fraction(sum(1 for s in SKILLS if c.rank(s) >= 4)),
    # ST-CREATE-05, ST-TRAIT-01 (b)
    "second_ranks": lambda c: Fraction(sum(1 for s in SKILLS if c.rank(s) >= 2)),
    "second_ranks_allowed": lambda c: Fraction(1 + c.times("skilled", "second-rank")),
    # ST-STAT-03
    "secondary_ranks": lambda c: Fraction(sum(c.sec_total(s) for s in c.secondary)),
    # ST-TRAIT-01 (a) one, (c) three; ST-GAP-22: creation gives none
    "secondary_ranks_allowed": lambda c: Fraction(c.times("skilled", "new-skill")
                                                  + 3 * c.times("skilled", "three-secondary-skills")),
    # ST-TRAIT-01, ST-CON-33: one rank from each (c), and one from (a), which a skill can have only once
    "highest_secondary": lambda c: Fraction(c.times("skilled", "three-secondary-skills")
                                            + min(1, c.times("skilled", "new-skill"))),
})


# ---------------------------------------------------------------- checks

def skill_levels(c, skill):
    """k of a check with the skill, without the situation: ST-CHECK-04, ST-CON-02, ST-COND-06, -07."""
    rank = c.rank(skill)
    return Fraction(pos(rank - 1) - (1 if rank == 0 else 0)) + c.value("wound_levels")


def roll(c, k, attr=0):
    """ST-CHECK-05 to -07: 2 + |k| dice, keep the two lowest if k < 0, else the two highest."""
    k = int(k)
    keep = None if k == 0 else ("lowest" if k < 0 else "highest", 2)
    return Dice({(10, False): 2 + abs(k)}, attr + c.value("check_penalty"), keep)


def melee_levels(c, action):
    k = skill_levels(c, "melee-combat")
    rank = c.sec("melee-combat", action)
    item = c.item_for(action)
    if action in ("bash", "bull-rush", "power-attack"):                       # ST-MELEE-02, -03, -08
        k -= 1 if rank == 0 else 0
    elif action == "disarm":                                                  # ST-MELEE-05, ST-CON-37
        # The level of an unarmed attacker depends on what is used for it, as that of a weapon in two hands does.
        k -= 1 if rank == 0 else 0
    elif action == "distracting-attack":                                      # ST-MELEE-06
        k -= pos(2 - rank)
    elif action in ("flurry-of-blows", "reckless-attack"):                    # ST-MELEE-07, -10
        k += 1
    elif action == "off-hand-attack":                                         # ST-MELEE-09
        k -= 1 if rank == 0 else 0
        k -= 0 if c.has("two-weapon-fighting") else 1                         # ST-GAP-16, ST-TRAIT-24
        if item is not None and "small" not in (item.get("tags") or []):
            k -= 0 if c.has("two-weapon-fighting-heroic") else 1              # ST-TRAIT-24, -26
    return k


def melee_roll(action):
    # ST-NAMED-01: Reflexes; ST-MELEE-03: Bull Rush uses Body
    attr = "body" if action == "bull-rush" else "reflexes"
    return lambda c: roll(c, melee_levels(c, action), c.value(attr))


def damage(action):
    # ST-GAP-14: the weapon's own field; without a weapon what the table has set for a bare hand
    def of(c):
        item = c.item_for(action)
        if item is None:
            return c.value("unarmed_damage")
        return c.effect(item, "damage")
    return of


def technique(name, skill="melee-combat"):
    return lambda c: Fraction(c.sec(skill, name))


def regain(c):
    # ST-GAP-04: Reflexes or Perception (the better one) with Personal Defense
    return roll(c, skill_levels(c, "personal-defense"), max(c.value("reflexes"), c.value("perception")))


def ranged(c):
    # ST-GAP-09: Perception with Ranged Combat
    return roll(c, skill_levels(c, "ranged-combat"), c.value("perception"))


ACTIONS = {
    # ST-DEF-01
    "defensive-stance.roll": regain,
    "defensive-stance.bonus": lambda c: c.value("melee_db_stance"),
    "defensive-stance.levels": lambda c: skill_levels(c, "personal-defense"),
    # ST-DEF-02
    "disengage.roll": regain,
    "disengage.bonus": lambda c: Fraction(10),
    # ST-DEF-03
    "dodge.roll": regain,
    "dodge.bonus": lambda c: c.value("ranged_db_dodge"),
    # ST-DEF-04, ST-GAP-04: Body with Endurance
    "restoration.roll": lambda c: roll(c, skill_levels(c, "endurance"), c.value("body")),
    "restoration.levels": lambda c: skill_levels(c, "endurance"),
}
for _action in ["basic-attack", "bash", "bull-rush", "disarm", "distracting-attack", "flurry-of-blows", "power-attack",
                "off-hand-attack", "reckless-attack"]:
    ACTIONS[_action + ".roll"] = melee_roll(_action)
    ACTIONS[_action + ".levels"] = (lambda a: lambda c: melee_levels(c, a))(_action)
for _action in ["basic-attack", "flurry-of-blows", "power-attack", "reckless-attack"]:
    ACTIONS[_action + ".damage"] = damage(_action)
ACTIONS.update({
    "bash.technique": technique("bash"),
    # ST-MELEE-03: without additional successes
    "bull-rush.push": technique("bull-rush"),
    "disarm.technique": technique("disarm"),
    # ST-MELEE-05, ST-CON-18
    "disarm.to_ready": lambda c: Fraction(pos(5 - c.sec("melee-combat", "disarm"))),
    # ST-MELEE-06, ST-NAMED-02: the normal loss of 1 and the rank on top
    "distracting-attack.defense_loss": lambda c: Fraction(1 + c.sec("melee-combat", "distracting-attack")),
    # ST-MELEE-07
    "flurry-of-blows.times": lambda c: Fraction(1 + c.sec("melee-combat", "flurry-of-blows")),
    # ST-MELEE-08: before the doubling by a Dash
    "power-attack.extra": lambda c: Fraction(1 + c.sec("melee-combat", "power-attack")),
    "off-hand-attack.technique": technique("off-hand-attack"),
    # ST-MOVE-01 to -03
    "walk.hexes": lambda c: Fraction(3),
    "dash.hexes": lambda c: c.value("speed"),
    "sprint.hexes": lambda c: 3 * c.value("speed"),
    # ST-NAMED-03: Body or Reflexes (the better one; open clear ground)
    "sprint.roll": lambda c: roll(c, skill_levels(c, "personal-movement"), max(c.value("body"), c.value("reflexes"))),
    "sprint.run": technique("run", "personal-movement"),
    # ST-NAMED-04, ST-CON-13: complete success, without additional successes
    "sprint.gain": lambda c: Fraction(1 + c.sec("personal-movement", "run")),
    # ST-RANGED-00, ST-GAP-09
    "loose-shoot-fire.roll": ranged,
    "loose-shoot-fire.levels": lambda c: skill_levels(c, "ranged-combat"),
    "throw.roll": ranged,
    "throw.levels": lambda c: skill_levels(c, "ranged-combat"),
    # ST-REACT-01, -00
    "free-attack.roll": melee_roll("basic-attack"),
    "free-attack.left": lambda c: c.value("reactions"),
    # ST-TRAIT-10, -12
    "name-dueling-opponent.range": lambda c: c.value("duel_range"),
    # ST-TRAIT-22
    "push-the-body-action.stamina": lambda c: (Fraction(5 + 3 * (c.times("push-the-body") - 1))
                                               if c.has("push-the-body") else SKIP),
})

# ST-CHECK-04 to -07; no attribute, since the GM names one for each check (ST-CHECK-02)
SKILL_ROLLS = {s: (lambda s: lambda c: roll(c, skill_levels(c, s)))(s) for s in SKILLS}


# ---------------------------------------------------------------- legality

WARNINGS = {"skills-left", "second-ranks-left", "secondary-ranks-left"}
RULES = ["sapeen-gift", "gift-of-others", "attribute-in-range", "attribute-trade", "heroic-attributes",
         "traits-allowed", "skills-known", "skills-left", "second-ranks", "second-ranks-left", "high-ranks",
         "masters-by-trait", "rank-at-most-master", "expert-and-master", "secondary-ranks", "secondary-ranks-left",
         "secondary-needs-primary", "secondary-different", "secondary-cap"]
ERRORS = set(RULES) - WARNINGS


def trait_ok(trait, option, before, level):
    """The requirement of one trait, tested against what is held before it (ST-TRAIT-00)."""
    held = [t for t, _ in before]
    w = sum(1 for t in held if t in WARRIOR)
    n = held.count(trait)
    spent = lambda t, o: sum(1 for e in before if e == (t, o))
    new, second = spent("skilled", "new-skill"), spent("skilled", "second-rank")
    three = spent("skilled", "three-secondary-skills")
    if n and trait not in REPEATABLE:
        return False                                                          # ST-TRAIT-00, ST-CON-41
    if trait == "skilled":
        # ST-TRAIT-01 (b): a skill at rank 1 has to be there
        return option != "second-rank" or (6 + new) - (1 + second) >= 1
    if trait == "highly-skilled":                                             # ST-TRAIT-02
        if level is not None and level < 5 + 10 * n:
            return False
        expert, master = spent(trait, "expert"), spent(trait, "master")
        if option == "expert":
            # a skill at rank 2, and 5 secondary ranks that can stand under it by now
            return 1 + second - expert >= 1 and new + 3 * three >= 5
        if option == "master":
            return expert - master >= 1 and new + 3 * three >= 10
        return True
    if trait == "heroic-attribute":                                           # ST-TRAIT-03
        return level is None or level >= 10 + 15 * n
    if trait in ("fueled-by-pain", "push-the-body"):                          # ST-TRAIT-16, -22
        return w >= 2 + 3 * n
    if trait == "duelist-heroic":                                             # ST-TRAIT-14
        return (w >= 8 and "duelist" in held
                and any(t in held for t in ("duelist-defensive", "duelist-distance", "duelist-melee")))
    if trait in ("combat-reflexes", "danger-sense", "duelist", "mobile-combatant", "two-weapon-fighting"):
        return w >= 2                                                         # ST-TRAIT-04, -07, -10, -19, -24
    if trait in ("duelist-defensive", "duelist-distance", "duelist-melee"):   # ST-TRAIT-11 to -13
        return w >= 5 and "duelist" in held
    if trait == "hard-to-kill":                                               # ST-TRAIT-17
        return w >= 8
    if trait.endswith("-advanced"):                                           # ST-TRAIT-05, -08, -20, -25
        return w >= 5 and trait[:-len("-advanced")] in held
    if trait.endswith("-heroic"):                                             # ST-TRAIT-06, -09, -21, -26
        return w >= 8 and trait[:-len("-heroic")] + "-advanced" in held
    return True                                                               # ST-TRAIT-15, -18, -23


def secondary_different(c):
    """ST-TRAIT-01, ST-CON-33. Option (c) raises three different secondary skills, so each gains at most one rank from
    each (c). Option (a) gives one more rank to one secondary skill of each new primary skill."""
    three, new = c.times("skilled", "three-secondary-skills"), c.times("skilled", "new-skill")
    # What option (c) did not bring came with a skill, one rank with each (lines 117 and 119).
    ranks = [sum(entries.values()) for entries in c.secondary.values()]
    if sum(ranks) - 3 * three > sum(1 for one in ranks if one > 0):
        return False
    above = 0
    for skill, entries in c.secondary.items():
        if any(rank > three + 1 for rank in entries.values()):
            return False
        here = sum(1 for rank in entries.values() if rank == three + 1)
        if here > 1:
            return False
        above += here
    return above <= new


def broken_rules(c):
    out = set()
    v = c.value
    creation = [c.creation.get(a) for a in ATTRIBUTES]
    people, gift = c.choices.get("strain"), c.choices.get("gift", "none")
    if people == "sapeen" and gift in (None, "none"):
        out.add("sapeen-gift")                                                # ST-STRAIN-03
    if people != "sapeen" and gift not in (None, "none"):
        out.add("gift-of-others")                                             # ST-STRAIN-03
    if None not in creation:
        if c.choices.get("attributes_by") == "assigned":                      # ST-CREATE-02
            if any(not -2 <= a <= 1 for a in creation):
                out.add("attribute-in-range")
            # ST-CON-29, literal
            if sorted(creation) not in ([0, 0, 0, 0], [-1, -1, 0, 1], [-2, 0, 0, 1]):
                out.add("attribute-trade")
        elif any(not -3 <= a <= 3 for a in creation):                         # ST-CREATE-03
            out.add("attribute-in-range")
    # ST-TRAIT-03: a raise of an attribute needs the trait for it
    if len(c.advances) > c.times("heroic-attribute"):
        out.add("heroic-attributes")
    # ST-GAP-17: only where the GM has set a number
    if c.inputs.get("traits_allowed") is not None and v("traits_held") > v("traits_allowed"):
        out.add("traits-allowed")
    for value, allowed, over, left in [
            ("skills_known", "skills_known_allowed", "skills-known", "skills-left"),                    # ST-CREATE-05
            ("second_ranks", "second_ranks_allowed", "second-ranks", "second-ranks-left"),              # ST-CREATE-05
            ("secondary_ranks", "secondary_ranks_allowed", "secondary-ranks", "secondary-ranks-left")]:  # ST-TRAIT-01
        if v(value) > v(allowed):
            out.add(over)
        if v(value) < v(allowed):
            out.add(left)
    experts = sum(1 for s in SKILLS if c.rank(s) >= 3)
    if v("ranks_above_two") != c.times("highly-skilled") or experts > c.times("highly-skilled", "expert"):
        out.add("high-ranks")                                                 # ST-TRAIT-02
    # The source says nothing of what Heroic Attribute does (ST-GAP-05), and of no other way to raise an attribute.
    if c.advances:
        out.add("heroic-attributes")                                          # ST-TRAIT-03
    if v("masters") > c.times("highly-skilled", "master"):
        out.add("masters-by-trait")                                           # ST-TRAIT-02
    for skill in SKILLS:
        if c.rank(skill) > 4:
            out.add("rank-at-most-master")                                    # ST-STAT-04
        if c.rank(skill) >= 3 and c.sec_total(skill) < (10 if c.rank(skill) >= 4 else 5):
            out.add("expert-and-master")                                      # ST-TRAIT-02
        if c.rank(skill) < 1 and c.sec_total(skill) > 0:
            out.add("secondary-needs-primary")                                # ST-CON-33
    if not secondary_different(c):
        out.add("secondary-different")
    result = [r for r in RULES if r in out]
    for n, (trait, option) in enumerate(c.traits):
        ident = "trait:" + trait
        if not trait_ok(trait, option, c.traits[:n], c.inputs.get("level")) and ident not in result:
            result.append(ident)
    return result


def one_file(path):
    sheet = Sheet(read(path), VALUES)
    dying = "dying" in sheet.conditions                                       # ST-COND-08
    return report(path, sheet, {} if dying else ACTIONS, {} if dying else SKILL_ROLLS, {}, broken_rules(sheet), ERRORS)


# ---------------------------------------------------------------- checks of the ledger

def suffer(kind, d, armor, resistance, weak, toughness):
    if kind == "penetrating" and d < armor:                                   # ST-DMG-02
        kind = "concussive"
    d = max(0, d - resistance.get(kind, 0))                                   # ST-DMG-03
    d = d * 2 if weak else d                                                  # ST-DMG-04
    return kind, max(1, d - toughness) if d > 0 else 0                        # ST-DMG-05, -06


def band(total, difficulty, required):
    if total < 5:                                                             # ST-CHECK-09, ST-CON-03
        return "critical_failure"
    if total < difficulty:                                                    # ST-CHECK-10
        return "failure"
    return "near_success" if total < difficulty + required else "complete_success"   # ST-CHECK-11, -12


def totals(k, attr):
    from itertools import product
    n, odds = 2 + abs(k), {}
    for dice in product(range(1, 11), repeat=n):
        kept = sorted(dice)[:2] if k < 0 else sorted(dice)[-2:]
        odds[sum(kept) + attr] = odds.get(sum(kept) + attr, 0) + Fraction(1, 10 ** n)
    return odds


def check():
    def same(name, found, expected):
        print("%-10s %s" % (name, "ok" if found == expected else "DIFFERS: %r, expected %r" % (found, expected)))

    def made(**data):
        return Sheet(data, VALUES)

    c = made(choices={"strain": "rhosk"}, stats={"body": 1, "reflexes": 0, "perception": -1, "mind": -1},
             skills={"melee-combat": 2, "personal-defense": {"rank": 1, "secondary": {"parry": 2}},
                     "endurance": {"rank": 1, "secondary": {"stamina": 1}}})
    same("ST-CHK-01", [int(c.value(i)) for i in ["body", "size", "defense", "melee_db", "ranged_db", "magic_db",
         "max_wounds", "reach", "resistance_concussive", "stamina_max", "speed"]],
         [3, 2, 8, 4, 0, 0, 13, 2, 3, 13, 5 + 2])
    c = made(choices={"strain": "denja"}, stats=dict.fromkeys(ATTRIBUTES, 0))
    same("ST-CHK-02", [int(c.value(i)) for i in ["body", "reflexes", "mind", "defense", "max_wounds", "reach",
         "resistance_concussive", "stamina_max", "speed"]], [-1, -1, 1, 7, 7, 0, 0, 7, 5 - 1])
    same("ST-CHK-03", suffer("penetrating", 7, 8, {"concussive": 2}, False, 1), ("concussive", 4))
    same("ST-CHK-04", suffer("penetrating", 3, 3, {}, False, 5), ("penetrating", 1))
    same("ST-CHK-05", suffer("fire", 6, 0, {"fire": 1}, True, 2), ("fire", 8))
    same("ST-CHK-06", max(0, 1 + pos(2) + 1 - 1), 3)                          # ST-MELEE-02, ST-CON-15
    x = max(1, 2 + -1)                                                        # ST-MELEE-03
    same("ST-CHK-07", (x, 2 + (0 if 3 < x else 1 + (3 - x))), (1, 5))
    c = made(choices={"strain": "torleni"}, stats=dict.fromkeys(ATTRIBUTES, -3), traits=["healthy", "healthy"])
    same("ST-CHK-08", int(c.value("max_wounds")), 7)
    c = made(traits=["push-the-body"] * 3)
    same("ST-CHK-09", (int(ACTIONS["push-the-body-action.stamina"](c)),
         trait_ok("push-the-body", None, [("push-the-body", None)] * 2 + [("tough", None)] * 5, 1),
         trait_ok("push-the-body", None, [("push-the-body", None)] * 2 + [("tough", None)] * 6, 1)), (11, False, True))
    c = made(choices={"strain": "torleni"}, stats={"body": 1, "reflexes": 0, "perception": 0, "mind": 0},
             traits=["tough"])
    same("ST-CHK-10", (int(c.value("max_wounds")), int(c.value("wounded_at"))), (9, 5))
    same("ST-CHK-11", [band(t, 11, 2) for t in [4, 10, 11, 12, 13, 16]], ["critical_failure", "failure",
         "near_success", "near_success", "complete_success", "complete_success"])
    c = made(skills={"melee-combat": 2})
    k = melee_levels(c, "disarm") - 1 - 1                     # two-handed target, one earlier melee action
    same("ST-CHK-12", (int(k), 2 + abs(int(k))), (-3, 5))
    reach = lambda k, attr, least: sum(p for t, p in totals(k, attr).items() if t >= least)
    same("ST-ODDS-01", reach(0, 1, 11), Fraction(16, 25))
    same("ST-ODDS-02", reach(1, 0, 13), Fraction(311, 500))
    same("ST-ODDS-03", reach(-2, 2, 11), Fraction(189, 625))
    same("ST-ODDS-04", 1 - reach(-1, -1, 5), Fraction(233, 1000))
    same("ST-ODDS-05", reach(3, 0, 11), Fraction(19021, 20000))
    for name, k, attr, diff, req, bands, extra in [
            ("ST-ODDS-06", 1, 2, 12, 3, ["1/1000", "153/1000", "28/125", "311/500"], "221/125"),
            ("ST-ODDS-07", -1, 0, 10, 2, ["149/1000", "473/1000", "163/1000", "43/200"], "41/100")]:
        odds = totals(k, attr)
        found = [sum(p for t, p in odds.items() if band(t, diff, req) == b)
                 for b in ["critical_failure", "failure", "near_success", "complete_success"]]
        more = sum(p * (t - diff - req) for t, p in odds.items() if band(t, diff, req) == "complete_success")
        same(name, (found, more), ([Fraction(b) for b in bands], Fraction(extra)))
    same("means", [float(sum(t * p for t, p in totals(k, 0).items())) for k in range(-3, 4)],
         [6.04175, 7.0334, 8.525, 11.0, 13.475, 14.9666, 15.95825])


if __name__ == "__main__":
    main(one_file, check)

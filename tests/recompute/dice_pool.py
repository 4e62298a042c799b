#!/usr/bin/env python3
"""Second computation of the figures of a character of the game "dice-pool".

It was made from these texts alone:
  ledger/dice-pool.md               (the rules by ID, with the default rulings)
  seeds/004_e43920f94d1ceb53.txt    (the source; "line N" below is a line of it)
  names.yaml and format.md          (ids, names, parameters, file format; no formulas)

Use: python3 dice_pool.py --abilities DIR FILE...   one JSON object a line per file
     python3 dice_pool.py --check                   compares with the ledger's checks

Beside the keys that were asked for, each object has
  "not_open":       the actions that the rules do not let this character take as it stands;
                    their figures are worked out all the same (rank 0 where no weapon is held)
  "alternatives":   figures that hang on a choice or a reading, by value id
  "keyword_values": for each ability, the figures of its keywords, in order
"""
from treasure_hunters_and_dice_pool import (Adder, Item, UNKNOWN, abilities_of, add, fields_of, first, floor,
                     keywords_of, modifiers_of, number, pool_text, run, text, times)
from fractions import Fraction

# Values that the rules do not give. Where an input stands for them, the input is printed.
NOT_IN_THE_RULES = {
    "defense": "DP-GAP-03: no formula; printed as entered. Losses in play are not tracked here.",
    "melee_defense": "DP-GAP-03: no formula; printed as entered, with posture.",
    "ranged_defense": "DP-GAP-03: no formula; printed as entered, with posture.",
    "stamina_max": "DP-GAP-03: no formula; printed as entered.",
    "wounds_max": "DP-GAP-03: no formula; printed as entered.",
    "reach": "DP-GAP-03: no formula; printed as entered.",
    "base_movement": "DP-GAP-03: no formula; printed as entered.",
    "initiative": "DP-GAP-07: no formula; printed as entered.",
    "stats with advances": "DP-GAP-14: advancement is absent, so what an advance adds is unknown.",
    "covered, concealed": "DP-CMOD-03, -05: the amount is not set and holds from one side only; nothing is added.",
    "flanked": "DP-CMOD-06: 1 for each opponent who contributes; how many is not on the sheet; nothing is taken off.",
    "keyword costs": "DP-GAP-09: powers have no price.",
    "climb distance": "DP-CON-09 takes off a third of the climb's difficulty, which the table sets.",
}

MELEE_TYPES = ["unarmed", "knives", "swords", "axes", "clubs", "spears", "shields"]
RANGED_TYPES = ["bows", "crossbows", "slings"]
INPUTS = {"size": 5, "defense_entered": None, "melee_defense_entered": None,
          "ranged_defense_entered": None, "stamina_entered": None, "wounds_entered": None,
          "reach_entered": None, "movement_entered": None, "initiative_entered": None,
          "sprint_x_entered": None}        # id: default
STATS = ["body", "reflexes", "perception", "mind"]
SKILLS = ["personal-movement", "melee-combat", "ranged-combat", "personal-defense",
          "endurance", "arcane-aptitude"]
MAGIC = ["cast-gated-spell", "cast-ungated-spell", "gather-arcane-energy",
         "shape-arcane-energy", "release-crafted-effect"]
# Keyword id: (parameter, value id). The gate is what stands before any success step.
POWERS = {"power-force": "force", "power-distance": "meters", "power-breadth": "breadth",
          "power-length": "rounds", "power-hindrance": "hindrance"}


# ------------------------------------------------------------ rules that need no character

def read_roll(dice, penalty, keep, difficulty):
    """DP-CHECK-06 to -09 (lines 26 to 28). Gives (R, success, N)."""
    left = sorted(dice, reverse=True)[penalty:]      # DP-CHECK-06: the highest goes, once per penalty die
    r = sum(left[:keep])                             # DP-CHECK-07
    return r, r >= difficulty, successes(r, difficulty)


def successes(r, difficulty=0):
    """DP-CHECK-08; DP-CHECK-10 and DP-CON-02: difficulty 0 where none is named."""
    return max(0, floor(Fraction(r - difficulty, 3))) if r >= difficulty else 0


def standard_result(a, k, b=0, p=0):
    """DP-ROLL-LESS-02: floor(A/2 + 1 + K + B/2 - P); -04: not below 0; DP-CON-04: A alone is halved."""
    if None in (a, k):
        return None
    return max(0, floor(Fraction(a, 2) + 1 + k + Fraction(b, 2) - p))


def taking_time(a, k, b=0, p=0):
    """DP-ROLL-LESS-03: floor(A + 1 + K + B/2 - P/2)."""
    if None in (a, k):
        return None
    return max(0, floor(a + 1 + k + Fraction(b, 2) - Fraction(p, 2)))


def sprint_meters(base, run, n, x=1, shorter=0):
    """DP-MOVE-03: 2 * base + X * N + 2 * run; DP-CON-08: X = 1; DP-CMOD-01: posture shortens it."""
    return not_negative(add(times(2, base), x * n, 2 * run, -shorter))


def jump_meters(jump, n, after_dash=False, shorter=0):
    """DP-MOVE-06, DP-CON-23: floor each part, then * 1.5, then floor."""
    m = jump // 2 + n // 3
    if after_dash:
        m = floor(Fraction(m) * Fraction(3, 2))
    return not_negative(m - shorter)


def dodge_bonus(dodge, meters):
    """DP-DEF-02, DP-CON-17: (1 + rank) for every full 5 m."""
    return (1 + dodge) * (meters // 5)


def throw_dice(throw, melee_rank, size=5):
    """DP-RANGED-05, DP-CON-29: (bonus, penalty) dice of a throw at a target of a size."""
    return throw + melee_rank // 2 + max(0, size - 5), max(0, 5 - size)


def reach_penalty(reach, theirs):
    """DP-CMOD-08."""
    return 1 + (theirs - reach) // 5 if theirs > reach else 0


def not_negative(x):
    return None if x is None else max(0, x)


# ------------------------------------------------------------ one character

class Character:
    def __init__(self, raw, folder):
        self.raw = raw
        self.traits = [t if isinstance(t, str) else next(iter(t)) for t in raw.get("traits") or []]
        self.conditions = set(raw.get("conditions") or [])
        self.names = {}
        plus = Adder(modifiers_of(raw), self.names)
        self.plus = plus

        self.inputs = {}
        for ident, default in INPUTS.items():
            given = (raw.get("inputs") or {}).get(ident, default)
            self.inputs[ident] = plus(ident, number(given))
            self.names[ident] = self.inputs[ident]

        self.stats = {}
        advanced = {a.get("stat") for a in raw.get("advances") or []}
        for ident in STATS:
            given = number((raw.get("stats") or {}).get(ident))
            if ident in advanced:            # DP-GAP-14: what an advance adds is not said
                given = None
            self.stats[ident] = plus(ident, given)
            self.names[ident] = self.stats[ident]
        self.advanced = advanced

        self.ranks, self.sec = {s: 0 for s in SKILLS}, {}
        for skill, r in (raw.get("skills") or {}).items():
            if isinstance(r, dict):
                self.ranks[skill] = number(r.get("rank", 0))
                for s, n in (r.get("secondary") or {}).items():
                    self.sec[s] = number(n)
            else:
                self.ranks[skill] = number(r)
        self.items = [Item(i, self.names) for i in raw.get("items") or []]
        self.abilities = abilities_of(raw, folder)

    def secondary(self, ident):
        """sec(x); a secondary skill that is not bought has rank 0."""
        return self.sec.get(ident, 0)

    # ---- weapons

    @staticmethod
    def weapon_type(item, types):
        """DP-GAP-06: the type stands in the weapon's record; else a tag names it."""
        t = item.get("type") if item.has("type") else None
        if t in types:
            return t
        return next((x for x in item.tags if x in types), None)

    def melee_rank(self, item):
        """(rank, bonus dice) of a melee attack with the item; without one, with the body.

        DP-MELEE-01 (line 73): rank in the type of the weapon, if proficient with it.
        Nobody needs to be proficient with the own body."""
        if item is None:
            r = self.secondary("unarmed")
            return r, r
        t = self.weapon_type(item, MELEE_TYPES)
        r = self.secondary(t) if t else 0
        return r, (r if item.get("proficient", 0) else 0)

    def secondary_attribute(self, *ids):
        """The greatest of the attributes from which the player may choose."""
        scores = [self.stats[i] for i in ids]
        return None if None in scores else max(scores)

    def pool(self, attribute, skill, bonus=0, penalty=0):
        """DP-CHECK-03, -04: A d4 + K d8 + (B + P) d6; DP-CON-05: they do not cancel.
        DP-CHECK-06, -07: the P highest go out, A of the rest are kept."""
        a = attribute if not isinstance(attribute, str) else self.stats[attribute]
        k = self.ranks[skill]
        return pool_text(a, k, bonus + penalty, penalty, a)


def work_out(raw, folder):
    c = Character(raw, folder)
    plus, cond = c.plus, c.conditions

    # ---- posture: DP-CMOD-01, DP-CMOD-02 (line 129); prone is three times kneeling
    step = 3 if "prone" in cond else 1 if "kneeling" in cond else 0

    held, off = first(c.items, "basic-attack"), first(c.items, "off-hand-attack")
    shot, thrown = first(c.items, "loose-shoot-fire"), first(c.items, "throw")
    held_rank, melee_bonus = c.melee_rank(held)
    off_rank, off_bonus = c.melee_rank(off)
    shot_type = c.weapon_type(shot, RANGED_TYPES) if shot else None
    shot_rank = c.secondary(shot_type) if shot_type else 0
    thrown_melee = c.weapon_type(thrown, MELEE_TYPES) if thrown else None
    thrown_rank = c.secondary(thrown_melee) if thrown_melee else 0

    d = {}

    def put(ident, base):
        d[ident] = c.names[ident] = plus(ident, base)

    put("defense", c.inputs["defense_entered"])                       # DP-GAP-03
    put("melee_defense", add(c.inputs["melee_defense_entered"], -3 * step))    # DP-GAP-03, DP-CMOD-01, -02
    put("ranged_defense", add(c.inputs["ranged_defense_entered"], 2 * step))   # DP-GAP-03, DP-CMOD-01, -02
    put("stamina_max", c.inputs["stamina_entered"])                   # DP-GAP-03
    put("wounds_max", c.inputs["wounds_entered"])                     # DP-GAP-03
    put("reach", c.inputs["reach_entered"])                           # DP-GAP-03
    put("base_movement", c.inputs["movement_entered"])                # DP-GAP-03
    put("initiative", c.inputs["initiative_entered"])                 # DP-GAP-07
    put("held_rank", held_rank)                                       # DP-GAP-06
    put("melee_bonus", melee_bonus)                                   # DP-MELEE-01
    put("off_hand_rank", off_rank)                                    # DP-GAP-06
    put("off_hand_bonus", off_bonus)                                  # DP-MELEE-09, -01
    put("shot_rank", shot_rank)                                       # DP-GAP-06
    put("shot_bonus", d["shot_rank"])                                 # DP-RANGED-03: no proficiency is asked for
    put("thrown_type", thrown_rank)                                   # DP-RANGED-05
    put("throw_bonus", throw_dice(c.secondary("throw"), d["thrown_type"])[0])  # DP-RANGED-05, DP-CON-29
    put("aim_bonus", 1 + c.secondary("aim"))                          # DP-RANGED-01
    put("ammunition_readied", 1 + c.secondary("reload"))              # DP-RANGED-04
    put("dodge_each", dodge_bonus(c.secondary("dodge"), 5))           # DP-DEF-02, DP-CON-17
    put("dodge_base", 0)                                              # DP-CON-17: the 1 is in each step
    put("sprint_x", 1)                                                # DP-CON-08
    put("shorter_moves", 3 * step)                                    # DP-CMOD-01, -02
    put("trip_resistance", c.ranks["personal-movement"] + c.secondary("balance"))  # DP-MELEE-15
    put("normal_loss", 0)                                             # DP-CON-25
    put("gather_limit", c.ranks["arcane-aptitude"])                   # DP-MAGIC-04
    put("release_rounds", c.ranks["arcane-aptitude"])                 # DP-MAGIC-07

    # DP-REC-01: Regain Composure is the only check with personal defense; Reflexes or
    # Perception at choice, so the greater one is taken.
    composed = c.secondary_attribute("reflexes", "perception")
    lessons = {                # attribute and skill of each group of checks
        "movement": (c.stats["body"], "personal-movement"),           # DP-MOVE-03 to -06
        "melee": (c.stats["reflexes"], "melee-combat"),               # DP-MELEE-01, DP-CON-27
        "ranged": (c.stats["perception"], "ranged-combat"),           # DP-RANGED-03, DP-CON-26, -27
        "defense": (composed, "personal-defense"),                    # DP-REC-01
        "endurance": (c.stats["body"], "endurance"),                  # DP-REC-02
        "arcane": (c.stats["mind"], "arcane-aptitude"),               # DP-MAGIC-00
    }
    skills = {}
    for name, (a, skill) in lessons.items():
        put(f"standard_{name}", standard_result(a, c.ranks[skill]))   # DP-ROLL-LESS-02
        put(f"timed_{name}", taking_time(a, c.ranks[skill]))          # DP-ROLL-LESS-03
        skills[skill] = c.pool(a, skill)                              # DP-CHECK-03

    # ---- actions
    acts, alternatives, closed = {}, {}, []
    if c.stats["reflexes"] != c.stats["perception"]:
        other = None if composed is None else min(c.stats["reflexes"], c.stats["perception"])
        alternatives["regain-composure.pool"] = {"with the lesser attribute": c.pool(other, "personal-defense")}
    melee_bonus, off_bonus = d["melee_bonus"], d["off_hand_bonus"]
    base, shorter = d["base_movement"], d["shorter_moves"]

    def melee(bonus=None, penalty=0):
        return c.pool("reflexes", "melee-combat", melee_bonus if bonus is None else bonus, penalty)

    def moves(name):
        return c.pool("body", "personal-movement")

    acts["disengage.bonus"] = 10                                      # DP-DEF-01
    acts["dodge.each"] = d["dodge_each"]                              # DP-DEF-02
    acts["regain-composure.pool"] = c.pool(composed, "personal-defense")   # DP-REC-01
    acts["regain-composure.sure"] = c.secondary("regain-composure")   # DP-REC-01, N = 0
    acts["restoration.pool"] = c.pool("body", "endurance")            # DP-REC-02
    acts["restoration.sure"] = c.secondary("stamina")                 # DP-REC-02, N = 0
    arcane = c.pool("mind", "arcane-aptitude")                        # DP-MAGIC-00
    acts["cast-gated-spell.pool"] = arcane                            # DP-MAGIC-02
    acts["cast-ungated-spell.pool"] = arcane                          # DP-MAGIC-03
    acts["gather-arcane-energy.pool"] = arcane                        # DP-MAGIC-04
    acts["gather-arcane-energy.turns"] = d["gather_limit"]            # DP-MAGIC-04
    acts["shape-arcane-energy.pool"] = arcane                         # DP-MAGIC-06
    acts["release-crafted-effect.rounds"] = d["release_rounds"]       # DP-MAGIC-07
    if "arcane" not in c.traits:                                      # DP-MAGIC-00
        closed += MAGIC

    acts["basic-attack.pool"] = melee()                               # DP-MELEE-01

    # DP-MELEE-02 (line 74): one penalty die, unless it is made with a shield. It is a basic
    # attack, so the bonus dice are the rank in the type of what strikes: of the weapon in
    # hand for the first figure, of the shield for the second (line 73: "the weapon's type").
    def is_shield(item):
        return c.weapon_type(item, MELEE_TYPES) == "shields"

    shield = next((i for i in (held, off) if i and is_shield(i)), None) \
        or next((i for i in c.items if is_shield(i)), None)
    acts["bash.pool"] = melee(penalty=0 if held and is_shield(held) else 1)
    shield_bonus = c.melee_rank(shield)[1] if shield else c.secondary("shields")
    acts["bash.pool_shield"] = melee(shield_bonus, 0)
    if shield and shield is off:
        # DP-MELEE-09 (line 80) speaks of a penalty die "for using the off-hand" as of a
        # general one; whether it falls on a Bash with a shield in that hand is not said.
        alternatives["bash.pool_shield"] = {"with the off-hand penalty die": melee(shield_bonus, 1)}
    if not any(i and "bash-keyword" in i.tags for i in (held, off, shield)):
        closed.append("bash")

    acts["disarm.pool"] = melee(penalty=2)                            # DP-MELEE-03: held in one hand
    acts["disarm.pool_two"] = melee(penalty=4)                        # DP-MELEE-03: held in two
    acts["distracting-attack.pool"] = melee(penalty=1)                # DP-MELEE-05
    acts["distracting-attack.pool_longer"] = melee(penalty=2)         # DP-MELEE-05: their weapon reaches farther
    # DP-MELEE-06: B += 1 + e, e from 1 to 3. The figure is that of the least choice.
    # The figure is that of the Basic Attack; the dice bought by choice come on top.
    acts["flurry-of-blows.pool"] = melee()
    alternatives["flurry-of-blows.pool"] = dict(
        [(f"e = {e}", melee(melee_bonus + 1 + e)) for e in (1, 2, 3)])
    acts["half-sword.pool"] = melee()                                 # DP-MELEE-07: no two-handed bonus
    acts["half-sword.half_reach"] = floor(times(held.get("reach", 0), Fraction(1, 2))) if held else 0  # DP-MELEE-07, DP-CON-29
    if not (held and "thrust-keyword" in held.tags and held.get("hands") == 1):
        closed.append("half-sword")
    acts["lunge.pool"] = melee(penalty=1)                             # DP-MELEE-08; DP-CON-15: Thrust keeps the die
    acts["lunge.own_reach"] = times(2, d["reach"])                    # DP-MELEE-08
    acts["off-hand-attack.pool"] = melee(off_bonus, 2)                # DP-MELEE-09: 1, and 1 for the off hand
    if off is None:
        closed.append("off-hand-attack")
    acts["power-attack.pool"] = melee(penalty=2)                      # DP-MELEE-10
    acts["power-attack.pool_dash"] = melee(penalty=0)                 # DP-MELEE-10: first after a Dash, TR 1
    acts["quick-attack.pool"] = melee()                               # DP-MELEE-11
    # DP-MELEE-13: B += b, b from 1 to 3, on top of the figure.
    acts["reckless-attack.pool"] = melee()
    alternatives["reckless-attack.pool"] = dict(
        [(f"b = {b}", melee(melee_bonus + b)) for b in (1, 2, 3)])
    # DP-MELEE-15 (line 87): with the body or with a weapon that has the Trip keyword. Where the
    # weapon in hand has none, the body trips, and its type is unarmed.
    tripper = held if held and "trip-keyword" in held.tags else None
    acts["trip.pool"] = melee(c.melee_rank(tripper)[1], 2)
    if tripper is None and held is not None:
        alternatives["trip.pool"] = {"with the weapon in hand, against line 87": melee(penalty=2)}

    acts["walk.meters"] = not_negative(add(base, -shorter))           # DP-MOVE-01, DP-CMOD-01
    acts["dash.meters"] = not_negative(add(times(2, base), -shorter))  # DP-MOVE-02, DP-CMOD-01
    acts["sprint.pool"] = moves("run")                                # DP-MOVE-03
    acts["sprint.meters"] = sprint_meters(base, c.secondary("run"), 0, d["sprint_x"], shorter)  # DP-MOVE-03
    acts["swim.pool"] = moves("swim")                                 # DP-MOVE-04
    acts["swim.meters"] = not_negative(c.secondary("swim") - shorter)  # DP-MOVE-04, DP-CMOD-01
    acts["climb.pool"] = moves("climb")                               # DP-MOVE-05
    acts["climb.meters"] = c.secondary("climb") - shorter             # DP-MOVE-05: below 0 one falls
    acts["jump.pool"] = moves("jump")                                 # DP-MOVE-06
    acts["jump.meters"] = jump_meters(c.secondary("jump"), 0, shorter=shorter)  # DP-MOVE-06, DP-CON-23

    acts["aim.bonus"] = d["aim_bonus"]                                # DP-RANGED-01
    acts["loose-shoot-fire.pool"] = c.pool("perception", "ranged-combat", d["shot_bonus"])  # DP-RANGED-03, size 5
    if shot is None and not ("arcane" in c.traits and c.abilities):   # DP-RANGED-03: a weapon or a spell
        closed.append("loose-shoot-fire")
    acts["ready-weapon-ammo.pieces"] = d["ammunition_readied"]        # DP-RANGED-04
    acts["throw.pool"] = c.pool("perception", "ranged-combat", d["throw_bonus"])  # DP-RANGED-05, DP-CON-26
    if thrown is None:
        closed.append("throw")

    # ---- abilities
    bills, keyword_values = {}, {}
    for a in c.abilities:
        ident = a.get("id") or a.get("name")
        if "keywords" not in a and "fields" not in a:                 # an ability in words
            bills[ident] = {"keywords": [], "values": {}, "legal": True, "broken": []}
            continue
        f = fields_of(a, {"kind": "either", "difficulty": 0, "cost": 0, "cost_modifier": 0})
        broken, values = [], {}
        # DP-MAGIC-01: a cantrip is cast without a check, so it has no difficulty.
        if f["kind"] == "cantrip" and f["difficulty"] != 0:
            broken.append("cantrip-without-check")
        # DP-MAGIC-03: 1 more than gated. A cantrip or a spell that is gated only has none.
        if f["kind"] in ("either", "ungated"):
            values["ungated_difficulty"] = text(number(f["difficulty"]) + 1)
        bills[ident] = {"keywords": [], "values": values, "legal": not broken, "broken": broken}
        # DP-MAGIC-02: at the gated level a power is what its gate says, before any step.
        keyword_values[ident] = [[k, {POWERS[k]: text(number(p.get("gate")))}]
                                 for k, p in keywords_of(a) if k in POWERS]

    # ---- legality
    broken = []
    # DP-CHECK-03: an attribute is a number of dice: whole and not below 0.
    for s, v in c.stats.items():
        if s not in c.advanced and (v is None or v < 0 or Fraction(v).denominator != 1):
            broken.append("attribute-is-a-number-of-dice")
            break
    # DP-MAGIC-00: spells are only for those with an arcane trait.
    # A trait is had or not: nothing comes of having it twice.
    broken.extend(f"trait:{trait}" for trait in sorted(set(c.traits)) if c.traits.count(trait) > 1)
    if bills and "arcane" not in c.traits:
        broken.append("spells-need-the-trait")

    values = {**c.inputs, **{s: v for s, v in c.stats.items() if s not in c.advanced}, **d}
    return {
        "values": {k: text(v) for k, v in values.items()},
        "actions": {k: text(v) for k, v in acts.items()},
        "skills": skills,
        "abilities": bills,
        "legal": not broken and all(b["legal"] for b in bills.values()),
        "broken": broken,
        "not_open": closed,
        "alternatives": alternatives,
        "keyword_values": keyword_values,
    }


def check():
    """The constructed checks DP-CHK of the ledger that use the formulas above."""
    tests = [
        ("DP-CHK-01", read_roll([4, 2, 1, 7, 5, 6, 3], 1, 3, 9), (15, True, 2)),
        ("DP-CHK-02", read_roll([4, 3, 8, 6, 1], 2, 2, 6), (7, True, 0)),
        ("DP-CHK-03", (standard_result(3, 2, 1, 1), taking_time(3, 2, 1, 1)), (4, 6)),
        ("DP-CHK-04", (successes(13), sprint_meters(6, 2, successes(13))), (4, 20)),
        ("DP-CHK-05", (successes(13), jump_meters(3, successes(13), True)), (4, 3)),
        ("DP-CHK-07", reach_penalty(1, 7), 2),
        ("DP-CHK-09", dodge_bonus(2, 12), 6),
        ("DP-CHK-12", throw_dice(2, 3, 3), (3, 2)),
    ]
    for name, got, want in tests:
        print(f"# {name}: {'as in the ledger' if got == want else f'{got} instead of {want}'}")


if __name__ == "__main__":
    run("Second computation for dice-pool", work_out, check)

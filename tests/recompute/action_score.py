"""Second computation of characters of the game `action-score`.

Made from these texts alone:
  ledger/action-score.md               rules with IDs (AS-...) and default rulings (AS-CON-, AS-GAP-)
  the source text of the game ("source N" is its line N)
  a list of names    the ids of everything and the format of the files

Use:  python3 action_score.py FILE...      one JSON object a line
      python3 action_score.py --check      the worked examples, constructed checks and odds of the ledger

Readings that the rules text leaves open (each is repeated beside its formula):
  * The roll of an action is "1d20" plus its Action Modifiers. `eff_1` to `eff_3` are the Effectiveness Modifiers at
    1, 2, 3 or more spaces, as numbers without the die. A field that a weapon does not have counts as 0: it adds
    nothing to the die. (Whether the weapon can be used at that range is not told, AS-GAP-13.)
  * `proficiency` 1 or 2 of an item names the first or second proficiency of the ability that the style rolls.
    Without an item, or without that field, no proficiency is added.
  * The roll of a proficiency (`skills`) is 1d20 + its ability + its score (AS-MOD-01).
  * The counterattack is rolled as a Striking attack (AS-CON-19, AS-ATK-01: the standard style).
  * Flat-footed and Unconscious in force replace what an attack has to beat (defense_dc and grapple_dc). They do not
    change the stat Defense.
  * "natural" Speed in initiative (source 41) is the Speed of the character without what items add.
  * split_loss is given as a number above 0, since its name says what is lost.
  * one-class: the class is what stands under `backgrounds`; there has to be exactly one.
"""
from fractions import Fraction

from strains_and_action_score import Dice, Sheet, Unknown, main, read, report

NOT_IN_THE_RULES = {
    "hit_points, ap_capacity, kinetics": "inputs; they stand as entered (AS-GAP-05, AS-GAP-04, AS-GAP-06)",
    "hp_max, ap_max": "no formula (AS-GAP-05, AS-GAP-04): the input; ap_max is halved while Winded (AS-END-02)",
    "stats with advances": "advancement is absent (AS-GAP-16); such a stat and what rests on it are 'unknown'",
    "other status and environment modifiers": "no list (AS-GAP-15)",
    "restrained": "effects of a Grapple are left to the GM (AS-GAP-14); it changes no value",
    "specialty_roll beyond its dice": "the ability depends on the check (AS-MOD-05); only the dice are given",
    "shift of a DC by Potential": "depends on the DC of the check (AS-CON-12); no value of the character",
    "proficiencies outside the class": "which proficiencies a class gives is absent (AS-GAP-02); nothing is judged",
    "range of a weapon": "AS-GAP-13; a missing field counts as 0",
    "several pieces of armor": "no equipment rule (AS-GAP-07); their fields are added together",
}

ABILITIES = ["attack", "agility", "speed", "defense", "perception", "knowledge", "reason"]    # AS-MOD-02


def entered(ident):
    return lambda c: Fraction(c.inputs[ident]) if c.inputs.get(ident) is not None else None


def ability(ident):
    def total(c):
        if c.creation.get(ident) is None or ident in c.advances:
            return None                                                       # AS-GAP-01, AS-GAP-16
        return Fraction(c.creation[ident])
    return total


def proficiency(action, base):
    """AS-MOD-01, -03, AS-CON-11: the score of the proficiency that the item calls for."""
    def of(c):
        which = c.effect(c.item_for(action), "proficiency")
        place = {None: None, 1: "first", 2: "second"}.get(which)
        return Fraction(c.rank(base + "-" + place)) if place else Fraction(0)
    return of


def defense_dc(c):
    # AS-STATUS-03, -04, AS-CON-18, -25: the status replaces the whole DC. AS-STATUS-05: only one state is in force.
    if "unconscious" in c.conditions:
        return c.value("unconscious_dc")
    if "flat-footed" in c.conditions:
        return c.value("flat_footed_dc")
    return 10 + c.value("defense")                                            # AS-DMG-02, AS-CHECK-04


def ap_max(c):
    # AS-END-02, AS-CON-14: halved, rounded down, while Winded
    return c.value("ap_halved") if "winded" in c.conditions else c.value("ap_capacity")


def natural_speed(c):
    # AS-INIT-01, source 41: "natural Speed Ability", so without what items add
    return c.value("speed") - c.modifiers("speed")


def constant(n):
    return lambda c: Fraction(n)


VALUES = {}
for _ident in ABILITIES:
    VALUES[_ident] = ability(_ident)
for _ident in ["hit_points", "ap_capacity", "kinetics"]:
    VALUES[_ident] = entered(_ident)
VALUES.update({
    "hp_max": lambda c: c.value("hit_points"),                                # AS-GAP-05
    "ap_max": ap_max,                                                         # AS-GAP-04
    "ap_halved": lambda c: Fraction(c.value("ap_capacity") // 2),             # AS-END-02, AS-CON-14
    "strike_proficiency": proficiency("striking-attack", "attack"),           # AS-ATK-01
    "pierce_proficiency": proficiency("piercing-attack", "attack"),           # AS-GAP-12
    "grapple_proficiency": proficiency("grappling-attack", "agility"),        # AS-ATK-02
    "strike_mod": lambda c: c.value("attack") + c.value("strike_proficiency"),     # AS-CORE-02, AS-MOD-01
    "pierce_mod": lambda c: c.value("attack") + c.value("pierce_proficiency"),     # AS-GAP-12
    "grapple_mod": lambda c: c.value("agility") + c.value("grapple_proficiency"),  # AS-ATK-02
    "initiative_mod": natural_speed,
    "move_spaces": lambda c: c.value("speed"),                                # AS-ACT-04
    "armor": lambda c: c.effect_total("armor"),                               # AS-CORE-04
    "defense_dc": defense_dc,
    "flat_footed_dc": constant(10),                                           # AS-STATUS-03
    "unconscious_dc": constant(5),                                            # AS-STATUS-04
    "grapple_dc": defense_dc,                                                 # AS-GAP-12: opposed by Defense
    "miss_low": constant(5),                                                  # AS-BAND-01
    "high_1": constant(10),                                                   # AS-BAND-05
    "high_2": constant(15),                                                   # AS-BAND-06
    "high_3": constant(20),                                                   # AS-BAND-07
    "standard_ap": constant(1),                                               # AS-ACT-03, AS-CON-06
    "move_ap": constant(1),                                                   # AS-CON-06
    "minor_ap": constant(1),                                                  # AS-ACT-06
    "minors_free": constant(2),                                               # AS-ACT-05, AS-CON-23
    "split_loss": constant(2),                                                # AS-ACT-06
    "rest_ap": constant(1),                                                   # AS-REST-01
    "long_rest_ap": constant(2),                                              # AS-REST-02, AS-CON-13
    "abilities_with_proficiencies": constant(12),                             # AS-MOD-03: 24 proficiencies, two each
    "proficiency_count": lambda c: 2 * c.value("abilities_with_proficiencies"),    # AS-MOD-03
})
for _ident in ["attack", "agility", "speed", "perception", "knowledge", "reason"]:
    VALUES[_ident + "_dc"] = (lambda a: lambda c: 10 + c.value(a))(_ident)    # AS-CHECK-04


def d20(modifier):
    return Dice({(20, False): 1}, modifier)                                   # AS-CORE-02


ACTIONS = {}
for _action, _mod in [("striking-attack", "strike_mod"), ("piercing-attack", "pierce_mod"),
                      ("grappling-attack", "grapple_mod")]:
    ACTIONS[_action + ".roll"] = (lambda m: lambda c: d20(c.value(m)))(_mod)
    for _field in ["eff_1", "eff_2", "eff_3"]:                                # AS-MOD-07, -08
        ACTIONS[_action + "." + _field] = (lambda a, f: lambda c: c.effect(c.item_for(a), f) or Fraction(0))(
            _action, _field)
ACTIONS.update({
    "move.spaces": lambda c: c.value("move_spaces"),                          # AS-ACT-04
    "extended-rest.back": lambda c: c.value("long_rest_ap"),                  # AS-REST-02
    "counterattack.roll": lambda c: d20(c.value("strike_mod")),               # AS-CTR-01, AS-CON-19
    "perception-check.roll": lambda c: d20(c.value("perception")),            # AS-STATUS-02, AS-GAP-11
    "initiative.roll": lambda c: d20(c.value("initiative_mod")),              # AS-INIT-01
})

SKILL_ROLLS = {}                                                              # AS-MOD-01, -03
for _place in ["first", "second"]:
    for _ident in ABILITIES:
        SKILL_ROLLS["%s-%s" % (_ident, _place)] = (
            lambda a, s: lambda c: d20(c.value(a) + c.rank(s)))(_ident, "%s-%s" % (_ident, _place))

RULES = ["one-class"]
ERRORS = set(RULES)


def broken_rules(c):
    # AS-MOD-03, source 25: proficiencies come from "the character's class"
    return ["one-class"] if len(c.backgrounds) != 1 else []


def specialty(entry):
    # AS-GAP-03: 1 + skill d20, the best counts
    def roll(c):
        skill = int(c.formula((entry.get("fields") or {}).get("skill", 0)))
        return Dice({(20, False): 1 + skill}, 0, ("highest", 1) if skill else None)
    return roll


def one_file(path):
    sheet = Sheet(read(path), VALUES)
    rolls = {str(a.get("id") or a.get("name")) + ".specialty_roll": specialty(a) for a in sheet.own_abilities}
    return report(path, sheet, ACTIONS, SKILL_ROLLS, rolls, broken_rules(sheet), ERRORS)


# ---------------------------------------------------------------- checks of the ledger

DAMAGE = {"hit": 1, "critical_hit": 2, "critical_hit_15": 3, "perfect_hit": 4}          # AS-BAND-04 to -07


def resolve(r, act_mod, dc, eff_mod=0, armor=0, piercing=False, split=False):
    if split:
        r -= 2                                                                # AS-ACT-06, AS-CON-24: both scores
    a, e = r + act_mod, r + eff_mod - armor                                   # AS-CORE-02, -04
    if a == dc and not piercing:
        return a, e, "match"                                                  # AS-BAND-03
    if a <= dc:                                                               # AS-ATK-03, AS-CON-10
        return a, e, "critical_miss" if e <= 5 else "miss"                    # AS-BAND-01, -02
    if piercing:
        e = max(r, 10) + eff_mod - armor                                      # AS-ATK-03, AS-CON-09
    return a, e, ("perfect_hit" if e >= 20 else "critical_hit_15" if e >= 15
                  else "critical_hit" if e >= 10 else "hit")


def check():
    def same(name, found, expected):
        print("%-10s %s" % (name, "ok" if found == expected else "DIFFERS: %r, expected %r" % (found, expected)))

    def given(r, act_mod, dc, eff_mod=0, armor=0, **more):
        a, e, result = resolve(r, act_mod, dc, eff_mod, armor, **more)
        return a, e, result, DAMAGE.get(result, 0)

    same("AS-EX-01", given(10, 3, 11, 2, 1), (13, 11, "critical_hit", 2))
    c = Sheet({}, VALUES)
    same("AS-EX-02", int(c.value("standard_ap")), 1)
    same("AS-EX-03", DAMAGE[resolve(15, 100, 10)[2]], 3)
    same("AS-CHK-01", given(8, 3, 11, 2, 1)[::2] + (0,), (11, "match", 0))
    same("AS-CHK-02", resolve(8, 3, 11, 2, 1, piercing=True), (11, 9, "miss"))
    same("AS-CHK-03", resolve(4, 3, 11, 2, 1), (7, 5, "critical_miss"))
    same("AS-CHK-04", given(5, 6, 10, piercing=True), (11, 10, "critical_hit", 2))
    c = Sheet({"stats": {"defense": 6}, "conditions": ["flat-footed"]}, VALUES)
    same("AS-CHK-05", (int(c.value("defense_dc")),) + resolve(9, 2, c.value("defense_dc"))[::2], (10, 11, "hit"))
    same("AS-CHK-06", given(12, 5, 14, 0, 9), (17, 3, "hit", 1))
    same("AS-CHK-07", int(c.value("proficiency_count")), 24)
    same("AS-CHK-08", resolve(10, 3, 11, split=True)[::2], (11, "match"))
    same("AS-CHK-09", given(11, 3, 11, split=True), (12, 9, "hit", 1))
    c = Sheet({"stats": {"defense": 6}, "conditions": ["unconscious"]}, VALUES)
    same("AS-CHK-10", (int(c.value("defense_dc")),) + given(4, 2, c.value("defense_dc"), 4, 0), (5, 6, 8, "hit", 1))

    def odds(act_mod, dc, net, piercing=False):
        found = {}
        for r in range(1, 21):
            result = resolve(r, act_mod, dc, net, piercing=piercing)[2]
            found[result] = found.get(result, 0) + Fraction(1, 20)
        return found

    names = ["critical_miss", "miss", "match", "hit", "critical_hit", "critical_hit_15", "perfect_hit"]
    for name, args, bands, mean in [
            ("AS-ODDS-01", (3, 11, 1), "1/5 3/20 1/20 0 1/4 1/4 1/10", "33/20"),
            ("AS-ODDS-02", (0, 10, -2), "7/20 1/10 1/20 1/20 1/4 1/5 0", "23/20"),
            ("AS-ODDS-03", (6, 10, 0), "3/20 0 1/20 1/4 1/4 1/4 1/20", "17/10"),
            ("AS-ODDS-04", (6, 10, 0, True), "1/5 0 0 0 1/2 1/4 1/20", "39/20")]:
        found = odds(*args)
        same(name, ([found.get(n, Fraction(0)) for n in names], sum(DAMAGE.get(n, 0) * p for n, p in found.items())),
             ([Fraction(b) for b in bands.split()], Fraction(mean)))
    found = odds(3, 11, 1)
    q = 1 - found["critical_miss"] - found["miss"]
    same("AS-ODDS-05", q ** 3, Fraction(2197, 8000))
    same("AS-ODDS-06", Fraction(33, 20) * (1 + q + q * q), Fraction(27357, 8000))
    pairs = [(a + 2, b) for a in range(1, 21) for b in range(1, 21)]
    same("AS-ODDS-07", (Fraction(sum(a > b for a, b in pairs), 400), Fraction(sum(a == b for a, b in pairs), 400)),
         (Fraction(229, 400), Fraction(9, 200)))


if __name__ == "__main__":
    main(one_file, check)

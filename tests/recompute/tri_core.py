#!/usr/bin/env python3
"""Tri-Core, worked out a second time from its rules.

Usage: python3 tri_core.py --abilities DIR FILE...
Prints one JSON object a line for each character file.

Made from: the source text of the game (sections A to G), the ledger of its rules (IDs TC-...), the list of its conflicts and gaps
(IDs TC-ERR-..., the default ruling everywhere), the worked examples, a list of names and parameters without formulas, and the
format of character and ability files. No program was read for it.

The parts stand in the folder tri_core: dice.py (pools, formulas of items), character.py (values, skills, actions, legality),
keywords.py (prices, bills and requirements of abilities), rulings.py (the default rulings). Comments name the rule of each formula;
"s. 179" is a line of the source.
"""
import argparse
import json
import os
import re
import sys

import yaml

from tri_core.character import SKILLS, SUB_STATS, WARNINGS, Character
from tri_core.dice import text
from tri_core.keywords import Ability

INPUTS = ("level", "slots_traded", "ally_points")
VALUES = """body mind spirit agility strength intellect stat_pool stat_total advance_bonus advances_allowed trades_allowed
ranks_received ranks_spent languages_known hp_max threshold ap_max ap_per_second sp_max fp_max mp_max backlash
long_rest_hp long_rest_ap long_rest_sp long_rest_fp long_rest_mp short_rest_hp short_rest_ap short_rest_sp short_rest_fp short_rest_mp
trauma_rest_hp trauma_rest_ap trauma_rest_sp trauma_rest_fp trauma_rest_mp react_bonus react reactions react_cost
physical_guard mental_fortitude energy_resistance physical_armor mental_armor energy_armor strike_target
resolve_cl_body resolve_cl_mind resolve_cl_spirit hazard_cl hazard_cl_step legerity_body legerity_mind legerity_spirit
resolve_power resolve_vitality resolve_endurance resolve_intelligence resolve_acuity resolve_finesse resolve_ardor resolve_morale
resolve_attunement resolve_physical resolve_mental resolve_energy resolve_success_percent
threshold_resolve_physical threshold_resolve_mental threshold_resolve_energy ucb recover recover_ap skill_ap
critical_margin critical_percent light_ap moderate_ap heavy_ap light_dice moderate_dice heavy_dice
light_item_ap moderate_item_ap heavy_item_ap advantage_dice disadvantage_dice vulnerable_dice fewest_dice stealth_dice
wound_points wound_dice hampered hampered_sight hampered_arms hampered_legs laid_open hindrances exposed arms_dice_lost legs_dice_lost
both_dice_lost other_dice_lost speed_rank jump_min jump_max lift_lb carry_lb carried_lb encumbrance equipment_slots equipment_used
ability_slots slots_used acp_body acp_mind acp_spirit skill_base instinct_rank specialty_rank language_roll language_rank
challenge_base challenge_step challenge_light challenge_moderate challenge_heavy fatigue_at exhaustion_at unconscious_at
fatigue_cost exhaustion_cost ap_on_waking""".split()

# What is left out, and why.
NOT_IN_THE_RULES = {
    "skills.specialty, skills.instinct": "they are never rolled (TC-SKILL-SPE, TC-SKILL-INS); their ranks are in other figures",
    "broken: IDs that other rulings alone can break": "stat-cap shared-acp-* trade-of-three-lists trade-balance skill-rank-cap carry-limit "
        "no-half-slots natural-without-characters ally-uneven-investment alter-iii-not-listed alter-vi-not-listed anatomy-i-is-weight "
        "boost-v-two-for-one boost-x-not-used duration-*-one-point empower-iv-core kinesis-further-targets reinforce-*-core "
        "reinforce-vi-unused reinforce-vii-with-empower-iv: the default rulings switch them off",
    "abilities.*.values.effect_total with Reinforce VIII": "the device is chosen among those held (s. 729); whether the device that the "
                                                           "Core Action already uses may be added to itself is not said",
}
# Readings that had to be chosen where neither the text nor a ruling decides.
READINGS = {
    "grab.effect": "the dice whose successes drain AP: those of the Grab's roll, without key stat, points and Specialty; an ability that "
                   "is used with a Grab adds its own dice to no drain",
    "grab.critical": "two d12 and the Unarmed dice, with Specialties (s. 135, 287), without a key stat (s. 172 names none for it)",
    "parry.riposte": "device dice and Intelligence d12, without Power (worked example, s. 420); a Strike Specialty counts",
    "parry.effect": "the device's dice, with Specialties (s. 287 names Shield), without a key stat",
    "two-handed": "key stat and Specialties count twice in the Effect Value: both are its bonus (s. 179, 287)",
    "armor": "Boost IX, against one sub-type, is in none of the three class totals",
    "threshold": "lasting increases of maximum HP count; Shield and temporary HP do not",
    "impaired-senses": "only impaired sight hampers, and every Core Action; the other senses are left to the GM",
    "disabled-hands": "left to the GM: it is no counted Disadvantage",
    "fatigue": "raises the AP of weights, items, skills and abilities, where these are not 0; not the 1 AP of reacting",
    "charge": "dice from charging are optional, and so in no total",
    "sub-type of an ability": "that of its blow, in place of the sub-type of the device (Trades and Specialties)",
    "volley without a device": "rolls Unarmed Combat dice, which always deal Impact (s. 217); it is not Unarmed as a device type",
    "range_squares": "abilities start from 1 square whatever their Core Action (TC-ERR-237)",
    "cycles": "what was bought of Duration; that something is permanent is told elsewhere",
    "dice of a number": "where an Effect Value has no dice of its own, more and fewer dice cancel before one die is left (TC-ERR-116)",
    "cognition triggers": "cost no AP: the least of 2 AP stands beside the resource of an Active ability (s. 596, 413)",
    "drawn_*": "what is spent less what the drawback returns",
    "returned": "the stated Drawback and the 50% of Kinesis I, together at most half the budget",
    "parry ability": "its Core Action's Effect Value is the Riposte, or the Parry value where its aspect is Shield",
    "two-handed AP": "the 2 AP more (s. 179) are in no figure: light_ap and the like hold for every device",
    "kinesis-i": "its price holds the doubling of shapes and targets; the shapes keep their own list price",
    "boost-react": "it has no price: 0 ACP, and always broken",
    "boost-v": "a Passive ability costs no resource, and so may raise any",
    "affliction": "a hindering or boosting ability may carry one where its Core Action can deal damage",
    "impact": "a device has to be stated as blunt; without a device bare hands are blunt",
    "fourth-immunity": "stands at every ability that holds an immunity, once there are four among lasting abilities and this one",
    "creation-iii": "a lasting Creation IV raises what the device may hold",
    "languages_known": "the number of languages listed",
    "item of an action": "the first that lists it and has dice; both hands at once are not reckoned",
    "area of a cylinder": "3 by 3 squares for each square of height",
    "allies of allies": "ally_points alone marks an ally, and it is taken for a primary one; it has all its stat points, and no slot for "
                        "Equipment Slots given up (s. 531)",
    "stat-within-die": "not broken where the Sub-Stats are the tier's pool and none is below 0; allies go by their points",
}


def load(path):
    with open(path, encoding="utf-8") as f:
        return yaml.safe_load(f)


def report(path, folder):
    data = load(path)
    abilities = []
    for a in data.get("abilities") or []:
        if isinstance(a, str):
            abilities.append((a, load(os.path.join(folder, a + ".yaml"))))
        elif a.get("keywords"):
            abilities.append((a.get("id") or re.sub(r"\W+", "-", a.get("name", "").lower()).strip("-"), a))
    c = Character(data, [(i, a) for i, a in abilities if a.get("keywords")])
    out = {"file": path, "values": {n: text(c.val(n)) for n in INPUTS + SUB_STATS + tuple(VALUES)},
           "actions": {n: text(x) for n, x in c.actions().items()},
           "skills": {s: text(c.skill_roll(s)) for s in SKILLS}, "abilities": {}}
    for ident, ability in c.built:
        broken = ability.broken(c)
        out["abilities"][ident] = {
            "keywords": ability.bill(), "values": {n: text(x) for n, x in ability.values(c).items()},
            "legal": not broken, "broken": broken}
    out["broken"] = c.broken()
    out["legal"] = all(b in WARNINGS for b in out["broken"]) and all(a["legal"] for a in out["abilities"].values())
    beyond = ally_points(data, folder)
    if beyond:
        out["beyond_names"] = beyond
    return out


def ally_points(data, folder):
    """TC-KW-ALLY-06, s. 525, 537: 3d4 (6d4 if unique) and 1 for 10 ACP (15 with a Duration), against the points stated."""
    path = os.path.join(folder, str((data.get("ally") or {}).get("through")) + ".yaml")
    if not os.path.exists(path):
        return []
    out = []
    for p in Ability("", load(path)).each("ally-i"):
        dice = 6 if p["standing"] == "unique" else 3
        bought = p["invested"] // (10 if p["stay"] == "permanent-stay" else 15)
        points = (data.get("inputs") or {}).get("ally_points", 0)
        if not dice + bought <= points <= 4 * dice + bought:
            out.append(f"ally points: {points}, where {dice}d4+{bought} are rolled")
    return out


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--abilities", required=True, help="folder of ability files")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()
    failed = False
    for path in args.files:
        try:
            result = report(path, args.abilities)
        except Exception as e:                  # one unreadable file does not keep the others from being worked out
            result, failed = {"file": path, "error": f"{type(e).__name__}: {e}"}, True
        print(json.dumps(result, ensure_ascii=False))
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

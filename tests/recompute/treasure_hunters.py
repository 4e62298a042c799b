#!/usr/bin/env python3
"""Second computation of the figures of a character of the game "treasure-hunters".

It was made from these texts alone:
  ledger/treasure-hunters.md        (the rules by ID, with the default rulings)
  seeds/003_17497e0aa1ea4124.txt    (the source; "line N" below is a line of it)
  names.yaml and format.md          (ids, names, parameters, file format; no formulas)

Use: python3 treasure_hunters.py --abilities DIR FILE...   one JSON object a line per file
     python3 treasure_hunters.py --check                   compares with the ledger's examples

Beside the keys that were asked for, each object has
  "not_open":       the actions that the rules do not let this character take as it stands;
                    their figures are worked out all the same (bare hands where no weapon is held)
  "alternatives":   figures that hang on a reading, by value id
  "keyword_values": for each ability, the figures of its keywords, in order
"""
from fractions import Fraction

from treasure_hunters_and_dice_pool import (Adder, Item, abilities_of, add, ceil, d20_text, fields_of, first, floor,
                     keywords_of, modifiers_of, number, run, text, times)

# Values that the rules do not give. Where an input stands for them, the input is printed.
NOT_IN_THE_RULES = {
    "inputs": "TH-GAP-17, -18, -11, -13, -27: vitals, Initiative, Luck, Crit, CL, LB and monster figures are entered.",
    "stats with advances": "TH-GAP-17: level progression is absent, so what an advance adds is unknown.",
    "use_acc (no check, Luck)": "TH-ABIL-05, -06: nothing is rolled with an Accuracy score.",
    "channelled_acc, channelled_range (no weapon or passive)": "TH-CHAN-01: it needs a weapon, and an action or reaction.",
    "channelled_range (with >)": "TH-TGT-01, -02: it has no maximum that could grow.",
    "critical_rank (no check)": "TH-ABIL-08: no d20 is rolled.",
    "paid_ap, extra_turns (X is AP)": "TH-AP-05: the player chooses the price.",
    "keyword costs": "TH-GAP-09, TH-GAP-17: the lines of an ability have no price of their own.",
    "solowork-outnum, teamwork-each in play": "TH-ABIL-10, -12: they hang on who stands in the space.",
    "swarm evasion": "TH-GAP-13: the penalty is entered; which scores it lowers in play stands on the card.",
    "element changes of rank": "TH-GAP-08: the table of elements is absent.",
}

TYPES = ["melee", "magic", "skill"]
INPUTS = {"level": None, "xp": None, "health": None, "stamina": None, "mana": None, "focus": None,
          "initiative": None, "luck": None, "crit": None, "cl": None, "lb": None, "tired": 0,
          "danger": None, "befriend_score": None, "harvest_score": None, "xp_worth": None,
          "gil_worth": None, "swarm_size": None, "swarm_penalty": None}     # id: default
STATS = [f"{t}_{s}" for t in TYPES for s in ("power", "accuracy", "evasion")]
FIELDS = {"application": "action", "application_words": "", "kept": "equipped", "bracket": 1,
          "ap_cost": 0, "burn_mark": "no", "sta_cost": 0, "mana_cost": 0, "focus_cost": 0,
          "cost_x": "none", "materials": "", "uses": 0, "per": "battle", "range_min": 0,
          "range_max": 0, "open_range": "no", "shape": "one", "smart": "no", "element": "",
          "check": "none", "by_score": "melee", "versus": "melee", "luck_x": 0, "trigger": ""}
ACTIONS = ["basic-attack", "second-weapon", "unarmed-attack", "sneak-attack", "defend-with-shield",
           "guard", "take-cover", "destroy-terrain", "sprint", "channel", "hide", "reveal", "befriend"]

AP_A_TURN = 20          # TH-TURN-02 (line 56)
NEGATIVE_TURNS = 3      # TH-STATUS-03 (line 135)


# ------------------------------------------------------------ rules that need no character

def dead_at(hp_max):
    """TH-DEATH-01, TH-CON-33: the greatest whole hp with 2 * hp <= -hp_max."""
    return None if hp_max is None else floor(Fraction(-hp_max, 2))


def pit_damage(hp_max):
    """TH-MOVE-04, TH-CON-33: a quarter, rounded down."""
    return None if hp_max is None else floor(Fraction(hp_max, 4))


def first_turn_ap(tired):
    """TH-OUT-04: below 0 the rest is owed."""
    return None if tired is None else AP_A_TURN - 5 * tired


def further_turns(cost, ap=AP_A_TURN):
    """TH-AP-06: ceil((cost - ap) / 20)."""
    return max(0, ceil(Fraction(cost - ap, AP_A_TURN)))


def changed_rank(rank, element=0, ability=0, after_natural_1=False, natural_20=False):
    """TH-ELEM-03, TH-CON-21: element, ability, -2 after a natural 1, +1 on a 20; floor 0 at the end."""
    if rank is None:
        return None
    return max(0, rank + element + ability - (2 if after_natural_1 else 0) + (1 if natural_20 else 0))


def hits(r, acc, eva):
    """TH-ATK-01, TH-CON-06."""
    return r + acc >= eva


def evades(r, eva, acc, acc_o):
    """TH-ABIL-07."""
    return r - acc + acc_o < eva


def cover(cl, rank):
    """TH-DEF-03, TH-CON-29: CL * X * 5."""
    return times(cl, rank * 5)


def befriend_difficulty(score, hp_max, hp):
    """TH-BEF-02."""
    return score - floor(Fraction(hp_max - hp) / Fraction(hp_max, 4))


# ------------------------------------------------------------ one character

def work_out(raw, folder):
    names = {}
    plus = Adder(modifiers_of(raw), names)
    cond = set(raw.get("conditions") or [])
    choices = raw.get("choices") or {}
    abilities = [(a, fields_of(a, FIELDS)) for a in abilities_of(raw, folder)]

    inputs = {}
    for ident, default in INPUTS.items():
        inputs[ident] = names[ident] = plus(ident, number((raw.get("inputs") or {}).get(ident, default)))

    # A passive ability raises scores for good (keyword effect-always, TH-GAP-09). One that lies on
    # the Sideboard is not in use (TH-ABIL-14 tells equipped abilities from the Sideboard).
    raised = {}
    for a, f in abilities:
        if f["application"] == "passive" and f["kept"] != "sideboard":
            for k, p in keywords_of(a):
                if k == "effect-always":
                    raised[p["raised"]] = raised.get(p["raised"], 0) + number(p.get("points", 0))

    advanced = {a.get("stat") for a in raw.get("advances") or []}     # TH-GAP-17
    stats = {}
    for ident in STATS:
        given = None if ident in advanced else number((raw.get("stats") or {}).get(ident))
        stats[ident] = names[ident] = plus(ident, add(given, raised.get(ident, 0)))

    items = [Item(i, names) for i in raw.get("items") or []]
    off_balance = "off-balance" in cond                               # TH-ATK-03

    def rank(n):
        """The rank of an action now: TH-ATK-03 takes 2 off after a natural 1."""
        return changed_rank(n, after_natural_1=off_balance)

    d = {}

    def put(ident, base):
        d[ident] = names[ident] = plus(ident, base)

    put("hp_max", inputs["health"])                                   # TH-STAT-01
    put("sta_max", inputs["stamina"])                                 # TH-STAT-01
    put("mana_max", inputs["mana"])                                   # TH-STAT-01
    put("focus_max", inputs["focus"])                                 # TH-STAT-01
    put("ko_at", 0)                                                   # TH-KO-01
    put("dead_at", dead_at(d["hp_max"]))                              # TH-DEATH-01, TH-CON-33
    put("pit_damage", pit_damage(d["hp_max"]))                        # TH-MOVE-04, TH-CON-33
    put("fall_damage", 15)                                            # TH-MOVE-06
    put("ap_turn", AP_A_TURN)                                         # TH-TURN-02
    put("tired_ap", 5)                                                # TH-OUT-04
    tired = inputs["tired"]
    if "tired" in cond and tired == 0:                                # TH-OUT-03: in force, so at least once
        tired = 1
    put("first_turn_ap", first_turn_ap(tired))                        # TH-OUT-04
    put("withhold_ap", 5)                                             # TH-AP-08
    put("free_ap", 100)                                               # TH-OUT-03
    put("guard_bonus", 3)                                             # TH-DEF-02
    put("high_ground", 3)                                             # TH-ATK-08
    put("stealth_evasion", 20)                                        # TH-HIDE-02

    # Evasion now. TH-KO-01: knocked out, 0 (a dead combatant is at 0 Health or less as well).
    # TH-HIDE-02 (line 226): in Stealth it is "increased to 20", so it does not sink to 20.
    # TH-DEF-02: +3 while guarding; line 243 raises the scores as they are, those that Stealth has raised as well.
    for t in TYPES:
        e = stats[f"{t}_evasion"]
        if "stealth" in cond:
            e = None if e is None else max(e, d["stealth_evasion"])
        if "guarding" in cond:
            e = add(e, d["guard_bonus"])
        if cond & {"knocked-out", "dead"}:
            e = 0
        put(f"{t}_defence", e)

    # Weapons. TH-WPN-01: primary and secondary; TH-ATK-01 (line 193): Accuracy and Power of the
    # weapon's type; TH-ATK-10: bare hands are Melee.
    primary, secondary = first(items, "basic-attack"), first(items, "second-weapon")
    channel, shield = first(items, "channel"), first(items, "defend-with-shield")

    def type_of(weapon):
        word = weapon.get("type") if weapon else None
        return str(word).lower() if word else "melee"

    def crit_of(weapon):
        """TH-CON-39: the weapon's Crit; blank, the character's."""
        own = weapon.get("crit") if weapon and weapon.has("crit") else None
        return inputs["crit"] if own is None else own

    for slot, weapon in (("first", primary), ("second", secondary)):
        put(f"{slot}_acc", stats[f"{type_of(weapon)}_accuracy"])      # TH-ATK-01
        put(f"{slot}_power", stats[f"{type_of(weapon)}_power"])       # TH-GAP-12
        put(f"{slot}_crit", crit_of(weapon))                          # TH-CON-39
    put("channel_cost", 3)                                            # TH-CHAN-01
    put("status_turns", NEGATIVE_TURNS)                               # TH-STATUS-03
    put("status_strikes", d["status_turns"])                          # TH-CON-14: n turns act n times
    # TH-ABIL-11, TH-CON-18: a miniboss counts as 2, a boss as 3, less oneself.
    put("tmwrk_alone", {"miniboss": 1, "boss": 2}.get(choices.get("standing"), 0))
    # TH-AGGRO-02, TH-GAP-07: a share of full Health; TH-CON-33: rounded down.
    danger = times(d["hp_max"], inputs["danger"])
    put("danger_at", None if danger is None else floor(Fraction(danger) / 100))

    # ---- actions
    acts, alternatives, closed = {}, {}, []

    def attack(action, slot, weapon):
        """TH-ATK-01, -02, TH-GAP-12: Pwr * power, on a natural 20 Crit * power.
        TH-ATK-10: without a weapon the rank is 1. Range: TH-ATK-06; else the same space, 0."""
        pwr = weapon.get("pwr", 0) if weapon else 1
        acts[f"{action}.accuracy"] = d20_text(d[f"{slot}_acc"])
        acts[f"{action}.damage"] = times(rank(pwr), d[f"{slot}_power"])
        acts[f"{action}.critical"] = times(rank(d[f"{slot}_crit"]), d[f"{slot}_power"])
        acts[f"{action}.range"] = weapon.get("range", 0) if weapon else 0
        # TH-CHAN-02 puts Honed and Ranged under channeling. Line 129 words Honed as "any accuracy
        # checks made with your weapon", which may be read of basic attacks as well.
        for field, figure in (("honed", d[f"{slot}_acc"]), ("ranged", acts[f"{action}.range"])):
            n = weapon.get(field, 0) if weapon else 0
            if n:
                alternatives[f"{action}.{field}"] = {f"if {field} counts without channeling": text(add(figure, n))}

    attack("basic-attack", "first", primary)                          # TH-ATK-01
    attack("second-weapon", "second", secondary)                      # TH-WPN-01
    if secondary is None:
        closed.append("second-weapon")
    acts["unarmed-attack.accuracy"] = d20_text(stats["melee_accuracy"])         # TH-ATK-10
    acts["unarmed-attack.damage"] = times(rank(1), stats["melee_power"])       # TH-ATK-10: rank 1
    acts["unarmed-attack.critical"] = times(rank(inputs["crit"]), stats["melee_power"])  # TH-ATK-02, TH-CON-39
    acts["sneak-attack.damage"] = acts["basic-attack.critical"]       # TH-ATK-09
    acts["defend-with-shield.health"] = shield.get("protection", 0) if shield else 0  # TH-DEF-01
    if shield is None:
        closed.append("defend-with-shield")
    for t in TYPES:
        acts[f"guard.{t}"] = add(stats[f"{t}_evasion"], d["guard_bonus"])      # TH-DEF-02
    for x in (1, 2, 3):
        acts[f"take-cover.rank_{x}"] = cover(inputs["cl"], x)         # TH-DEF-03, TH-CON-29
    acts["destroy-terrain.spaces"] = 1                                # TH-DEST-02
    acts["sprint.spaces"] = 4                                         # TH-MOVE-02
    honed = channel.get("honed", 0) if channel else 0                 # TH-CHAN-02
    ranged = channel.get("ranged", 0) if channel else 0               # TH-CHAN-02
    acts["channel.accuracy"], acts["channel.range"] = honed, ranged
    if channel is None:
        closed.append("channel")
    acts["hide.roll"] = d20_text(stats["skill_accuracy"])             # TH-HIDE-01, TH-CON-16, -17: DM's difficulty
    acts["reveal.roll"] = d20_text(stats["skill_accuracy"])           # TH-HIDE-03
    acts["befriend.roll"] = d20_text(inputs["luck"])                  # TH-BEF-01, TH-GAP-18
    if cond & {"knocked-out", "dead", "charging", "cooldown"}:        # TH-KO-01, TH-AP-06, TH-AP-07
        closed = list(ACTIONS)

    # ---- abilities
    bills, keyword_values = {}, {}
    for a, f in abilities:
        ident = a.get("id") or a.get("name")
        if "keywords" not in a and "fields" not in a:                 # an ability in words
            bills[ident] = {"keywords": [], "values": {}, "legal": True, "broken": []}
            continue
        v, broken, keys = {}, [], keywords_of(a)
        checked = f["check"] in ("accuracy", "evade")
        acc = stats[f"{f['by_score']}_accuracy"]
        through = channel is not None and f["application"] in ("action", "reaction")   # TH-CHAN-01
        if checked:
            v["use_acc"] = acc                                        # TH-ABIL-05; TH-ABIL-07: acc(type)_o
            if through:
                # TH-CHAN-02 (line 129): Honed helps "accuracy checks made with your weapon"; with
                # Evade the defender rolls, and no such check is made.
                v["channelled_acc"] = add(acc, honed if f["check"] == "accuracy" else 0)
                if f["check"] == "evade" and honed:
                    alternatives[f"{ident}.channelled_acc"] = {
                        "if Honed counts for Evade": text(add(acc, honed))}
        if through and f["open_range"] != "yes":
            v["channelled_range"] = add(number(f["range_max"]), ranged)   # TH-CHAN-02, TH-TGT-01: the maximum
        bracket = number(f["bracket"])
        if f["check"] != "none":                                      # TH-ABIL-08, TH-CON-21
            v["critical_rank"] = changed_rank(bracket, after_natural_1=off_balance, natural_20=True)
        if f["cost_x"] != "ap":
            v["paid_ap"] = number(f["ap_cost"])                       # TH-AP-01
            v["extra_turns"] = further_turns(v["paid_ap"])            # TH-AP-06, from the 20 of a turn
            if f["burn_mark"] == "yes" and v["extra_turns"]:
                alternatives[f"{ident}.extra_turns"] = {"paid by Burn (TH-AP-07)": "0"}

        # TH-ABIL-09: a reaction has a trigger.
        if f["application"] == "reaction" and not str(f["trigger"] or "").strip():
            broken.append("reaction-without-trigger")
        # TH-ABIL-06: X from 1 to 20.
        if f["check"] == "luck" and not 1 <= number(f["luck_x"]) <= 20:
            broken.append("luck-without-number")
        # TH-TGT-01, -02: the least is not above the greatest, unless it is open (>).
        if f["open_range"] != "yes" and number(f["range_min"]) > number(f["range_max"]):
            broken.append("range-turned-round")
        mods = sum(1 for k, _ in keys if k == "mod")
        if mods > 1:                                                  # TH-ABIL-14
            broken.append("one-mod")
        if mods and f["kept"] == "sideboard":                         # TH-ABIL-14
            broken.append("no-mod-on-the-sideboard")

        figures = []
        for k, p in keys:
            fig = {}
            if "score" in p:
                # TH-ABIL-03, TH-CON-38, TH-GAP-12: the multiplier is the rank, unless one is written.
                own = number(p.get("multiplied", 0))
                fig["factor"] = rank(own if own else bracket)
                amount = "amount_each" if k.endswith("-wearing") else "amount"
                fig[amount] = times(fig["factor"], stats[p["score"]])
            if k.endswith(("-status", "-wearing")):                   # TH-STATUS-03
                fig["turns_it_lasts"] = number(p.get("lasts", 0)) or d["status_turns"]
            if k == "teamwork-each":                                  # TH-ABIL-10: TmWrk is 3 at most
                fig["most"] = 3 * number(p.get("times_tmwrk", 1))
            figures.append([k, {i: text(x) for i, x in fig.items()}])
        keyword_values[ident] = figures
        # TH-ABIL-11 (line 424): a miniboss or boss always triggers Teamwork; the figures above are
        # those of the bracketed rank, without it.
        more = sum(number(p.get("ranks", 0)) for k, p in keys if k == "teamwork-rank")
        if more and choices.get("standing") in ("miniboss", "boss"):
            alternatives[f"{ident} rank"] = {
                "with Teamwork, always in force for it": text(rank(add(bracket, more))),
                "the same on a natural 20": text(changed_rank(bracket, ability=more, after_natural_1=off_balance,
                                                              natural_20=True))}
        bills[ident] = {"keywords": [], "values": {i: text(x) for i, x in v.items()},
                        "legal": not broken, "broken": broken}

    # ---- legality
    def slots(field):
        return sum(i.get(field, 0) or 0 for i in items)

    broken = []
    if slots("weapon_slots") > 2:                                     # TH-WPN-01 (line 114)
        broken.append("two-weapon-slots")
    if slots("tool_slots") > 1:                                       # TH-STAT-04
        broken.append("one-tool-slot")
    if len(raw.get("backgrounds") or []) > 1:                         # TH-STAT-02: a class stands as a background
        broken.append("one-class")

    values = {**inputs, **{s: v for s, v in stats.items() if s not in advanced}, **d}
    return {
        "values": {k: text(v) for k, v in values.items()},
        "actions": {k: text(v) for k, v in acts.items()},
        "skills": {},
        "abilities": bills,
        "legal": not broken and all(b["legal"] for b in bills.values()),
        "broken": broken,
        "not_open": closed,
        "alternatives": alternatives,
        "keyword_values": keyword_values,
    }


def check():
    """The worked examples TH-EX and constructed checks TH-CHK that use the formulas above."""
    def on_wand(effect, fields):
        """A character with one weapon and one ability, channeled."""
        return work_out({"stats": {s: 0 for s in STATS}, "items": [
            {"id": "w", "effect": effect, "wields": ["channel"]}],
            "abilities": [{"id": "a", "fields": fields, "keywords": []}]}, "")["abilities"]["a"]["values"]

    tests = [
        ("TH-EX-02", on_wand({"honed": "3"}, {"check": "accuracy"})["channelled_acc"], "3"),
        ("TH-EX-03", on_wand({"ranged": "2"}, {"range_max": 0})["channelled_range"], "2"),
        ("TH-EX-05", work_out({}, "")["actions"]["destroy-terrain.spaces"], "1"),
        ("TH-EX-06", [evades(x, 10, 0, 2) for x in (7, 8)], [True, False]),
        ("TH-CHK-02", further_turns(35, 7), 2),
        ("TH-CHK-04", (first_turn_ap(5), AP_A_TURN + first_turn_ap(5)), (-5, 15)),
        ("TH-CHK-05", number(work_out({}, "")["values"]["fall_damage"]) * 3, 45),
        ("TH-CHK-06", befriend_difficulty(15, 80, 35), 13),
        ("TH-CHK-07", (dead_at(90), pit_damage(90)), (-45, 22)),
        ("TH-CHK-08", hits(10, 4, 14), True),
        ("TH-CHK-09", [evades(x, 12, 3, 5) for x in (9, 10)], [True, False]),
        ("TH-CHK-10", (changed_rank(3, element=1, after_natural_1=True),
                       changed_rank(3, element=1, after_natural_1=True) * 4), (2, 8)),
        ("TH-CHK-11", cover(6, 2), 60),
    ]
    for name, got, want in tests:
        print(f"# {name}: {'as in the ledger' if got == want else f'{got} instead of {want}'}")


if __name__ == "__main__":
    run("Second computation for treasure-hunters", work_out, check)

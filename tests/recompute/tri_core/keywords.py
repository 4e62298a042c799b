"""Abilities of Tri-Core: prices of keywords, the bill of an ability, its requirements. Made from the rules; see ../tri_core.py.

Every formula carries the ID of its rule in the ledger. "s. 580" is the line of the source text where the source decided.
"""
from fractions import Fraction
from math import ceil, floor

from .dice import Pool

CORE_RESOURCE = {"body": "sp", "mind": "fp", "spirit": "mp"}               # TC-ABIL-02, s. 392
AFFLICTIONS = {                                                             # TC-KW-AFFLICTION-I to -XV, s. 428-472
    "i": "fire", "ii": "water", "iii": "water", "iv": "wind", "v": "earth", "vi": "electricity", "vii": "acid", "viii": "light",
    "ix": "dark", "x": "slice", "xi": "penetrate", "xii": "impact", "xiii": "poison", "xiv": "temporal", "xv": "psychic"}
BOOST_PRICES = {"boost-i": 30, "boost-ii": 4, "boost-iii": 2, "boost-iv": 10, "boost-v": 10, "boost-vi": 15, "boost-vii": 8,
                "boost-viii": 20, "boost-ix": 8, "boost-x": 12, "boost-xi": 15, "boost-xii": 5,     # TC-KW-BOOST-I to -XII, s. 564-575
                "boost-temporary-hp": 2,                                    # TC-KW-BOOST-15, TC-ERR-256
                "boost-react": 0}                                           # TC-ERR-168: it has no price, and is not for sale
OTHERS = tuple("boost-" + x for x in "ii iii iv v vi vii viii ix x xi xii react".split())   # may be turned into Hinder
FIELD_DEFAULTS = {"slot": "single", "weight": "light", "action": "any-core-action", "sub_type": "no-sub-type", "device": "none",
                  "device_side": "any-side", "target": "natural", "drawback": 0, "event": "", "aspect": "", "core": "body",
                  "type": "active"}
DEFAULTS = {
    "ally-i": {"standing": "nameless", "caller": "character", "caller_slots": 0, "stay": "permanent-stay"},
    "anatomy-iv": {"nature": "resistant"},
    "anatomy-v": {"ranks_larger": 0}, "anatomy-vii": {"inches": 0, "ranks_larger": 0},
    "anatomy-viii": {"inches": 0, "ranks_larger": 0}, "anatomy-ix": {"inches": 0, "ranks_larger": 0},
    "cognition-iv": {"hidden_sight": "hidden", "other_senses": 0},
    "creation-i": {"lasting": "for-a-time"}, "creation-ii": {"lasting": "for-a-time"}, "creation-iii": {"lasting": "for-a-time"},
    "creation-iv": {"device_types": 1}, "duration-iii": {"flow": "restore"}, "duration-iv": {"flow": "restore"},
    "duration-v": {"flow": "restore"}, "empower-i": {"harms": "hp", "change": "add"}, "empower-ii": {"sign": "plus"},
    "kinesis-i": {"further_targets": 0, "matter": "any"}, "kinesis-ii": {"source": "any"},
    "precision-i": {"die": "d12", "change": "add"}, "precision-ii": {"sign": "plus"},
    "travel-ii": {"further_squares": 0}, "travel-iii": {"further_squares": 0}}
DEFAULTS.update({k: {"direction": "raise"} for k in OTHERS + ("boost-i",)})


def dice_price(n, sides, first=3):
    """TC-KW-EMPOWER-I, TC-KW-PRECISION-I, TC-ERR-219, s. 638: the first die 3 a side, each further die 1 more a side."""
    return first * sides + (first + 1) * sides * (n - 1) if n > 0 else 0


def sides(p):
    return int(str(p["die"]).lstrip("d"))


def shape(k, p):
    """Squares and price of an area keyword, or None."""
    if k == "range-ii":
        return p["squares"], 2 * p["squares"]                               # TC-KW-RANGE-II, s. 692
    if k == "range-iii":
        area = p["rows"] * (p["rows"] + 2)                                  # TC-KW-RANGE-III, TC-ERR-233, s. 693-694
        return area, 2 * area
    if k == "range-iv":
        return p["side"] ** 3, 2 * p["side"] ** 3                           # TC-KW-RANGE-IV, s. 697
    if k == "range-cylinder":
        return 9 * p["height"], 2 * p["height"]                             # TC-KW-RANGE-CYL, TC-ERR-234: 3 squares wide
    if k == "range-v":
        n = p["reach_of_burst"]
        return 4 * n * (n + 1), 8 * n * (n + 1)                             # TC-KW-RANGE-V, TC-ERR-235, s. 699-700
    return None


def price(k, p, ability):
    """List price of a keyword in ACP."""
    if k.startswith("affliction-"):
        return 20                                                           # TC-KW-AFFLICTION-00, s. 427
    if k == "ally-i":
        return p["invested"]                                                # TC-KW-ALLY-06, TC-ERR-198
    if k in ("alter-i", "alter-ii", "alter-iii", "alter-iv"):
        return 6                                                            # TC-KW-ALTER-I to -IV, s. 542, TC-ERR-200
    if k in ("alter-v", "alter-vi"):
        return 4                                                            # TC-KW-ALTER-V, -VI, s. 555, TC-ERR-200
    if k == "anatomy-i":
        return 6 * p["senses"]                                              # TC-KW-ANATOMY-I, s. 494, TC-ERR-184, -185
    if k == "anatomy-ii":
        return 6 * p["modes"]                                               # TC-KW-ANATOMY-II, s. 497
    if k == "anatomy-iii":
        return 6 * abs(p["limbs"] - 4)                                      # TC-KW-ANATOMY-III, s. 499
    if k == "anatomy-iv":
        return 15 * p["fifties"]                                            # TC-KW-ANATOMY-IV, s. 502, TC-ERR-192
    if k == "anatomy-absorption":
        return 10 * p["absorb_dice"]                                        # TC-KW-ANATOMY-IV, s. 502
    if k == "anatomy-v":
        return ceil(Fraction(p["pounds"], 6)) + 2 * p["ranks_larger"]       # TC-KW-ANATOMY-V, TC-ERR-186, s. 505
    if k == "anatomy-vi":
        return p["half_weights"]                                            # TC-KW-ANATOMY-VI, s. 508
    if k in ("anatomy-vii", "anatomy-viii", "anatomy-ix"):                  # TC-KW-ANATOMY-VII to -IX, TC-ERR-187, s. 511
        return 2 * p["feet"] + 2 * p["inches"] + 2 * p["ranks_larger"]
    if k in BOOST_PRICES:
        return BOOST_PRICES[k] * p["points"]
    if k in ("charge-i", "charge-ii", "charge-iii"):
        return 20 * p["dice_a_step"]                                        # TC-KW-CHARGE-I to -III, s. 584-590
    if k == "charge-iv":
        return 10 * p["dice_added"]                                         # TC-KW-CHARGE-IV, s. 593
    if k == "cognition-i":
        return 15 * p["ap_bought"]                                          # TC-KW-COGNITION-I, s. 599
    if k == "cognition-ii":
        return 10 * p["traits"]                                             # TC-KW-COGNITION-II
    if k in ("cognition-iii", "cognition-v"):
        return 24                                                           # TC-KW-COGNITION-III, -V
    if k == "cognition-iv":                                                 # TC-KW-COGNITION-IV, TC-ERR-208
        return (24 if p["hidden_sight"] == "hidden" else 0) + 12 * p["other_senses"]
    good = p.get("lasting") == "for-good"
    if k == "creation-i":
        return ceil(Fraction(p["pounds"], 2 if good else 4))                # TC-KW-CREATION-I
    if k == "creation-ii":
        return p["pounds"] * 2 if good else ceil(Fraction(p["pounds"], 2))  # TC-KW-CREATION-II, TC-ERR-209
    if k == "creation-iii":
        return ceil(Fraction((2 if good else 1) * p["ecp_made"], 3))        # TC-KW-CREATION-III, TC-ERR-210
    if k == "creation-iv":
        return 20 * p["ranks_above_common"] + 5 * (p["device_types"] - 1)   # TC-KW-CREATION-IV, TC-ERR-214
    if k == "duration-i":
        return 2 * (p["lasting"] - 1)                                       # TC-KW-DURATION-I, TC-ERR-223
    if k == "duration-ii":
        return max(12, 4 * p["lasting"])                                    # TC-KW-DURATION-II, TC-ERR-224
    if k in ("duration-iii", "duration-iv", "duration-v"):
        # TC-KW-DURATION-III to -V (s. 665-667): "one point per cycle, costs 8 ACP per cycle". The quotation in TC-ERR-225 leaves
        # "per cycle" out; the project's ruling on it goes by the heading.
        rate = {"duration-iii": 8, "duration-iv": 10, "duration-v": 12}[k]
        return rate * p["each_cycle"] * p["lasting"]
    if k == "empower-i":                                                    # TC-KW-EMPOWER-I, -07, TC-ERR-220, -221
        return dice_price(p["dice_bought"], sides(p), 5 if p["harms"] == "ap" else 3)
    if k == "empower-ii" or k == "precision-ii":
        return 5 * p["bonus"]                                               # TC-KW-EMPOWER-II, TC-KW-PRECISION-II, TC-ERR-218
    if k == "empower-iii":
        return 10 * p["bonus"]                                              # TC-KW-EMPOWER-III
    if k == "empower-iv":
        return 20                                                           # TC-KW-EMPOWER-IV
    if k == "kinesis-i":                                                    # TC-KW-KINESIS-I, TC-ERR-230, -231: 2 a target, and
        return p["weight_acp"] + 2 * p["further_targets"] + surcharge(p, ability)   # shapes and targets double; the doubling stands here
    if k == "kinesis-ii":                                                   # TC-KW-KINESIS-II, TC-ERR-227, -228
        return 10 * p["energy_dice"] // (2 if p["source"] == "one-source" else 1)
    if k == "precision-i":
        return dice_price(p["dice_bought"], sides(p))                       # TC-KW-PRECISION-I, TC-ERR-219
    if k == "precision-iii":
        return 10 * p["dice_bought"]                                        # TC-KW-PRECISION-III, TC-ERR-218
    if k == "range-i":
        return p["squares"] - 1                                             # TC-KW-RANGE-I, TC-ERR-238
    if shape(k, p):
        return shape(k, p)[1]
    if k.startswith("reinforce-"):
        return 10                                                           # TC-KW-REINFORCE-00, s. 704-729; VIII: TC-ERR-240
    if k == "travel-i":
        return 3 * p["squares"]                                             # TC-KW-TRAVEL-I, TC-ERR-242
    if k in ("travel-ii", "travel-iii"):                                    # TC-KW-TRAVEL-II, -III, TC-ERR-243, -244
        return (12 if k == "travel-ii" else 6) * p["places"] + 4 * p["further_squares"]
    raise KeyError(k)


def surcharge(p, ability):
    """TC-ERR-230, -231, s. 680: with Kinesis I shapes and further targets cost twice as much."""
    return 2 * p["further_targets"] + sum(shape(k, q)[1] for k, q in ability.keywords if shape(k, q))


def lasting_boost(k, p):
    """What a lasting keyword adds to its owner: pairs of a value's ID and an amount (TC-KW-BOOST-I to -XII)."""
    if k == "anatomy-v":                                                    # TC-KW-ANATOMY-V, TC-ERR-188, s. 505
        return [("speed_rank", (1 if p["weight_change"] == "lighter" else -1) * (p["pounds"] // 100))]
    if "points" not in p or k == "boost-temporary-hp":
        return []
    n = -p["points"] if p["direction"] in ("lower", "destroy") else p["points"]
    return {"boost-i": lambda: [(p["boosted_stat"], n)], "boost-ii": lambda: [("hp_max", n)],
            "boost-iv": lambda: [("ap_max", n)] if p["direction"] in ("raise", "lower") else [],
            "boost-v": lambda: [(p["boosted_pool"] + "_max", n)],
            "boost-vi": lambda: [({"pg": "physical_guard", "mf": "mental_fortitude", "er": "energy_resistance"}[p["boosted_guard"]], n)],
            "boost-vii": lambda: [("speed_rank", n)], "boost-viii": lambda: [("ranks_received", n)],
            "boost-x": lambda: [("strike_target", n)], "boost-xi": lambda: [("legerity", n)],
            "boost-xii": lambda: [("strength", n)],
            # Boost III is a Shield and Boost IX an Armor against one sub-type (s. 566, 572): neither is one of the printed totals.
            }.get(k, lambda: [])()


def reinforced_value(k, p):
    """The value that a Reinforce keyword raises: hp, ap, sp, fp, mp, react, pg, mf, er, dr, strike_target."""
    fixed = {"reinforce-i": "hp", "reinforce-ii": "ap", "reinforce-iv": "react", "reinforce-vi": "strike_target"}
    return fixed.get(k) or (p.get("reinforced") if k in ("reinforce-iii", "reinforce-v") else None)


class Ability:
    def __init__(self, ident, data):
        self.id = ident
        self.fields = dict(FIELD_DEFAULTS, **(data.get("fields") or {}))
        self.keywords = []
        for entry in data.get("keywords") or []:
            k, p = (entry, None) if isinstance(entry, str) else next(iter(entry.items()))
            self.keywords.append((k, dict(DEFAULTS.get(k, {}), **(p or {}))))

    def __getitem__(self, field):
        return self.fields[field]

    def each(self, *names):
        return [p for k, p in self.keywords if k in names]

    def slots(self):
        return {"half": Fraction(1, 2), "single": Fraction(1), "double": Fraction(2)}[self["slot"]]  # TC-SLOT-03, TC-ERR-154

    def bill(self):
        factor = 2 if self["type"] == "passive" else 1                      # TC-ATYPE-03, TC-ERR-160, s. 413
        return [[k, price(k, p, self), factor * price(k, p, self)] for k, p in self.keywords]

    def passive_boons(self):
        """What a lasting ability adds to the figures of its Core Action (s. 418)."""
        out = {}
        for k, p in self.keywords:
            sign = -1 if p.get("sign") == "minus" else 1
            if k == "empower-ii":
                out["flat"] = out.get("flat", 0) + sign * p["bonus"]
            elif k == "empower-iii":
                out["per_die"] = out.get("per_die", 0) + p["bonus"]
            elif k == "empower-iv":
                out["stats"] = out.get("stats", ()) + ((p["added_stat"], 1),)
            elif k == "reinforce-vii":
                out["stats"] = out.get("stats", ()) + ((p["added_stat"], 2),)
            elif k == "precision-ii":
                out["accuracy_flat"] = out.get("accuracy_flat", 0) + sign * p["bonus"]
            elif k == "precision-i" and p["change"] == "add":
                out["accuracy"] = out.get("accuracy", Pool()) + Pool.of(p["dice_bought"], sides(p))
        return out

    # ------------------------------------------------------------------ values

    def values(self, c):
        """The values of the ability in the hands of the character `c`."""
        f, bill, out = self.fields, self.bill(), {}
        single = c.val("acp_" + f["core"])
        budget = {"half": floor(Fraction(single, 2)), "single": single, "double": 2 * single}[f["slot"]]
        spent = sum(b[2] for b in bill)
        one_kind = any(p["matter"] == "one-kind" for p in self.each("kinesis-i"))
        out["single_budget"] = single                                       # TC-ACP-01, s. 416
        out["budget"] = budget                                              # TC-ACP-02, TC-SLOT-03, TC-ERR-154
        out["list_total"] = sum(b[1] for b in bill)                         # TC-ABIL-11
        out["spent"] = spent                                                # TC-ATYPE-03
        out["limit_acp"] = floor(Fraction(budget, 2)) if one_kind else 0    # TC-KW-KINESIS-I, TC-ERR-228, s. 680
        # TC-ACP-04, TC-ERR-162: at most half of the maximum; the 50% for one kind (s. 680) are a drawback among the others.
        out["returned"] = min(int(f["drawback"]) + out["limit_acp"], budget // 2)
        for core in CORE_RESOURCE:                                          # TC-ACP-01: what it takes from its Core
            out["drawn_" + core] = max(0, spent - out["returned"]) if core == f["core"] else 0
        out["allowed"] = budget + out["returned"]                          # TC-ACP-04, TC-ERR-162
        out["slots"] = self.slots()
        cost = 2 if f["slot"] == "double" else 1                            # TC-ABIL-02, TC-SLOT-03, s. 392
        out["resource_cost"] = {"active": cost, "trigger": 2 * cost, "passive": 0}[f["type"]]   # TC-ATYPE-01 to -03, TC-ERR-157
        out["resource"] = CORE_RESOURCE[f["core"]].upper()                  # TC-ABIL-02
        ap = {"light": 1, "moderate": 2, "heavy": 3}[f["weight"]] if f["type"] == "active" else 0   # TC-ATYPE-01, -02, TC-ERR-159
        # TC-KW-COGNITION-00 (s. 596): 2 AP at least, and one of its resource for each slot, which is the price of an Active ability;
        # a Trigger pays twice the resource and no AP (TC-ATYPE-02, s. 413), and is no Action.
        if f["type"] == "active" and any(k.startswith("cognition-") for k, _ in self.keywords):
            ap = max(ap, 2)
        out["ap_cost"] = c.costs(ap)                                        # TC-AP-04, -05
        dice, flat, less = Pool(), 0, 0
        for p in self.each("empower-i"):
            if p["change"] == "add":
                dice = dice + Pool.of(p["dice_bought"], sides(p))           # TC-KW-EMPOWER-I
            elif p["change"] == "from-own":
                dice = dice - Pool.of(p["dice_bought"], sides(p))
        for p in self.each("kinesis-ii"):
            dice = dice + Pool.of(p["energy_dice"])                         # TC-KW-KINESIS-II, TC-ERR-226: at most
        for p in self.each("empower-ii"):
            if p["sign"] == "minus":
                less += p["bonus"]                                          # a penalty to a target's Effect Value, not to one's own
            else:
                flat += p["bonus"]                                          # TC-KW-EMPOWER-II
        flat += sum(c.val(p["added_stat"]) for p in self.each("empower-iv"))                    # TC-KW-EMPOWER-IV
        flat += sum(floor(c.val(p["added_stat"]) / 2) for p in self.each("reinforce-vii"))      # TC-KW-REINFORCE-VII, s. 725
        per_die = sum(p["bonus"] for p in self.each("empower-iii"))         # TC-KW-EMPOWER-III
        out["dice"], out["flat"], out["per_die"] = dice, flat - less, per_die
        accuracy = Pool()
        for p in self.each("precision-i"):
            if p["change"] != "from-target":
                accuracy = accuracy + Pool.of((1 if p["change"] == "add" else -1) * p["dice_bought"], sides(p))  # TC-KW-PRECISION-I
        action = None if f["action"] == "any-core-action" else f["action"]
        own = {f["sub_type"]} - {"no-sub-type"}
        out["accuracy"] = accuracy
        out["accuracy_flat"] = sum((-1 if p["sign"] == "minus" else 1) * p["bonus"] for p in self.each("precision-ii"))
        out["dice_again"] = sum(p["dice_bought"] for p in self.each("precision-iii"))           # TC-KW-PRECISION-III
        keys = self.key_stats()
        out["key_stat"] = keys[0] if keys else "none"                       # TC-PHASE-08, TC-CORE-03 to -09
        out["second_stat"] = keys[1] if len(keys) > 1 else "none"           # TC-CORE-07, -08
        weight = {"light": 0, "moderate": 2, "heavy": 3}[f["weight"]] if f["type"] == "active" else 0   # TC-ATYPE-01, TC-ERR-159
        part = "riposte" if action == "parry" and f["aspect"] != "shield" else "effect"
        if action == "grab":                                                # TC-CORE-05, s. 147: AP drained a success are no
            part = None                                                     # Effect Value that an ability's dice would join
        plain = c.effect(action, part, tags=own) if part and action else Pool()
        out["action_effect"] = plain                                        # TC-CORE-02; "0" where no Core Action is named
        die = plain.main_die() if plain.count() else dice.main_die()        # TC-ERR-118
        out["weight_dice"] = Pool.of(weight, die)
        # TC-ABIL-10, TC-CORE-02. Points for each die (TC-KW-EMPOWER-III) stand beside it, in per_die. Where no Core Action is named,
        # it is only what the ability adds: the action that it is used with brings Specialties, and bears penalties, itself.
        total = plain + out["weight_dice"] + dice + flat
        if not self.each("reinforce-viii"):                                 # see NOT_IN_THE_RULES
            out["effect_total"] = total
        out["range_squares"] = 1 + sum(p["squares"] - 1 for p in self.each("range-i"))          # TC-KW-RANGE-I, TC-ERR-237, -238
        out["area_squares"] = sum(shape(k, p)[0] for k, p in self.keywords if shape(k, p))      # TC-KW-RANGE-II to -V
        # TC-KW-DURATION-00. What is permanent (s. 413) says so elsewhere; this is what it bought of Duration.
        out["cycles"] = max([1] + [p["lasting"] for p in self.each("duration-i", "duration-ii", "duration-iii", "duration-iv", "duration-v")])
        return out

    def key_stats(self):
        from .character import EFFECT_STATS
        return EFFECT_STATS.get(self["action"], ())

    # ------------------------------------------------------------------ requirements

    def can_be(self, sub_type):
        return self["sub_type"] == sub_type or any(p["new_sub_type"] == sub_type for p in self.each("alter-iii"))

    def broken(self, c):
        """IDs of the requirements that the ability breaks in the hands of the character `c`."""
        from .character import AP_STATS, CORES, GUARD_STATS, HP_STATS, REACT_STATS
        f, v, out = self.fields, self.values(c), []

        def need(ok, ident):
            if not ok and ident not in out:
                out.append(ident)

        passive, to_self = f["type"] == "passive", f["target"] == "self"
        need(v["spent"] <= v["allowed"], "over-budget")                     # TC-ACP-01
        need(int(f["drawback"]) <= v["budget"] // 2, "drawback-too-large")  # TC-ACP-04; with Kinesis' limit (s. 680), half counts
        need(f["type"] != "trigger" or f["event"], "trigger-without-event")                     # TC-ATYPE-02, s. 413
        kinds = {f["aspect"]} | {p["new_kind"] for p in self.each("alter-ii")}
        if self.each("boost-iii", "boost-temporary-hp"):
            kinds.add("shield")
        if any(p.get("direction") == "restore" for p in self.each("boost-iv")) or \
           any(p["flow"] == "restore" for p in self.each("duration-iii", "duration-iv", "duration-v")):
            kinds.add("heal")
        need(f["action"] != "strike" or not kinds & {"heal", "shield"}, "strike-only-damages")  # TC-CORE-17, s. 378
        need(f["action"] != "block" or not kinds & {"heal", "damage"}, "block-only-shields")    # TC-CORE-17
        side, bare = f["device_side"], f["device"] in ("none", "", None) and f["device_side"] == "any-side"
        need(f["sub_type"] != "slice" or side == "edge", "slice-without-edge")                  # TC-TYPE-SLICE, s. 364, 480
        need(f["sub_type"] != "penetrate" or side == "point", "penetrate-without-point")        # TC-TYPE-PEN, s. 365, 481
        need(f["sub_type"] != "impact" or side == "blunt" or bare, "impact-without-blunt-side")  # TC-TYPE-IMPACT, s. 363, 482, 217
        # TC-KW-AFFLICTION-00, s. 427: damage has to be dealt, by the ability or, where it hinders or boosts, by its Core Action.
        harms = "damage" in kinds or f["aspect"] == "hinder" and f["action"] not in ("block", "dodge") or \
            f["aspect"] == "boost" and f["action"] in ("strike", "volley", "collide", "parry")
        afflictions = [k for k, _ in self.keywords if k.startswith("affliction-")]
        need(not afflictions or harms, "affliction-without-damage")

        before = [a for _, a in c.lasting() if a is not self]               # the other abilities that last
        for i, (k, p) in enumerate(self.keywords):
            if k in afflictions:
                need(self.can_be(AFFLICTIONS[k[11:]]), k + "-sub-type")     # TC-KW-AFFLICTION-I to -XV
            elif k == "ally-i":
                need(p["caller"] != "further-ally" or p["caller_slots"] > 0, "ally-caller-slots")   # TC-KW-ALLY-05, s. 529
            elif k == "alter-iii":
                need(p["new_sub_type"] != "slice" or side == "edge", "alter-iii-edge")          # TC-TYPE-SLICE
                need(p["new_sub_type"] != "penetrate" or side == "point", "alter-iii-point")    # TC-TYPE-PEN
            elif k in ("anatomy-iv", "anatomy-absorption"):
                resisted = {}
                for a in before + [self]:
                    for q in a.each("anatomy-iv"):
                        step = 50 * q["fifties"] * (-1 if q["nature"] == "vulnerable" else 1)
                        resisted[q["resisted"]] = resisted.get(q["resisted"], 0) + step
                if k == "anatomy-iv":                                       # TC-KW-ANATOMY-IV, s. 502
                    immune = [e for e, n in resisted.items() if n >= 100]
                    need(len(immune) <= 3 or p["resisted"] not in immune, "fourth-immunity")
                    need(abs(resisted[p["resisted"]]) <= 100, "beyond-immunity")
                else:
                    need(resisted.get(p["healed_by"], 0) >= 100, "absorption-without-immunity")
            elif k in ("anatomy-vii", "anatomy-viii", "anatomy-ix"):
                what = {"anatomy-vii": "length", "anatomy-viii": "height", "anatomy-ix": "width"}[k]
                need(p["feet"] + p["inches"] > 0, "no-change-of-" + what)
            elif k == "boost-i":
                need(passive, "boost-i-passive")                            # TC-KW-BOOST-I, s. 564
                need(p["direction"] == "raise", "boost-i-no-hinder")        # TC-KW-BOOST-13, s. 577
            elif k == "boost-temporary-hp":
                need(not passive, "boost-temporary-hp-never-passive")       # TC-KW-BOOST-15, TC-ERR-256
            elif k.startswith("cognition-"):
                need(not passive, k + "-never-passive")                     # TC-KW-COGNITION-00, s. 596
                if k == "cognition-iv":
                    need(p["hidden_sight"] == "hidden" or p["other_senses"] > 0, "cognition-iv-no-sense")
            elif k == "creation-iii":                                       # TC-KW-CREATION-III, TC-ERR-261; Creation IV lifts it, s. 625
                ranks = max([0] + [q["ranks_above_common"] for a in before + [self] for q in a.each("creation-iv")])
                need(p["ecp_made"] <= 60 + 20 * (1 + ranks) * c.input("level"), "creation-iii-ecp")
            elif k == "creation-iv":
                need(passive, "creation-iv-passive")                        # TC-KW-CREATION-IV
            elif k == "empower-i":
                need(not passive, "empower-i-passive")                      # TC-KW-EMPOWER-I, TC-ERR-163
            elif k in ("empower-iv", "reinforce-vii"):
                near = [a for a in before if a["action"] in ("any-core-action", f["action"])] + [self]  # what lasts on the same action
                added = [q["added_stat"] for a in near for j, (m, q) in enumerate(a.keywords)
                         if m in ("empower-iv", "reinforce-vii") and not (a is self and j == i)]
                in_use = p["added_stat"] in self.key_stats() or p["added_stat"] in added
                need(not in_use, k + "-stat-in-use")                        # TC-KW-EMPOWER-IV, TC-KW-REINFORCE-00
                count = sum(len(a.each(k)) for a in near)
                need(count <= (1 if k == "empower-iv" else 2), k + "-too-many")                 # TC-ERR-222; s. 726
            elif k == "reinforce-viii":
                need(f["type"] == "active", "reinforce-viii-active")        # TC-KW-REINFORCE-VIII, s. 729
            elif k.startswith("reinforce-"):
                value = reinforced_value(k, p)
                base = dict(GUARD_STATS, hp=HP_STATS, ap=AP_STATS, react=REACT_STATS, strike_target=("attunement",),
                            sp=CORES["body"], fp=CORES["mind"], mp=CORES["spirit"], dr=())[value]
                same = [q["added_stat"] for a in before + [self] for j, (m, q) in enumerate(a.keywords)
                        if reinforced_value(m, q) == value and not (a is self and j == i)]
                need(p["added_stat"] not in base and p["added_stat"] not in same, k + "-stat-in-use")   # TC-KW-REINFORCE-00
                need(len(same) + 1 <= 2, k + "-too-many")                   # TC-KW-REINFORCE-00, s. 702-705
                need(value != "dr", "reinforce-v-value")                    # TC-KW-REINFORCE-V, TC-ERR-239
            elif k == "kinesis-ii":                                         # TC-KW-KINESIS-II, TC-ERR-229
                bursts = self.each("range-v")
                need(bursts, "kinesis-ii-shape")
                need(p["energy_dice"] <= sum(shape("range-v", q)[0] for q in bursts), "kinesis-ii-squares")
            if k in ("boost-ii", "boost-viii"):
                need(passive, k + "-passive")                               # TC-KW-BOOST-II, -VIII, s. 565, 571
            if k in OTHERS:                                                 # TC-KW-BOOST-13, s. 577: Hinder is for others
                need(p["direction"] not in ("lower", "destroy") or not to_self, k + "-others")
            if k == "boost-v":                                              # TC-KW-BOOST-00, TC-ERR-167, s. 562; a Passive costs nothing
                need(passive or p["direction"] != "raise" or p["boosted_pool"] != v["resource"].lower(), "boost-v-own-resource")
            if k == "boost-react":
                need(False, "boost-react-price")                            # TC-KW-BOOST-00, TC-ERR-168
        return out

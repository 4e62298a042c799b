"""Values, actions, skills and legality of a Tri-Core character. Made from the rules; see ../tri_core.py.

Every formula carries the ID of its rule in the ledger. "s. 179" is the line of the source text where the source decided.
"""
from collections import Counter
from fractions import Fraction
from math import ceil, floor

from . import keywords as kw
from .dice import Pool, evaluate

SUB_STATS = ("power", "vitality", "endurance", "intelligence", "acuity", "finesse", "ardor", "morale", "attunement")
CORES = {"body": SUB_STATS[0:3], "mind": SUB_STATS[3:6], "spirit": SUB_STATS[6:9]}      # TC-STAT-01, s. 11
TIERS = {"commoner": (4, 1), "adventurer": (6, 2), "heroic": (8, 3), "legendary": (10, 4), "mythic": (12, 5)}  # TC-TIER-C to -M
POOLS = {"commoner": 24, "adventurer": 34, "heroic": 43, "legendary": 53, "mythic": 62}  # TC-TIER-02, TC-ERR-006
CORE_ACTIONS = ("strike", "volley", "grab", "collide", "block", "dodge", "parry")        # s. 336
OFFENSE = ("strike", "volley", "grab", "collide")
SUB_TYPES = ("fire wind earth electricity water slice penetrate impact temporal light dark psychic poison acid").split()  # s. 337-340
DEVICES = ("axes daggers gauntlets guards hammers shields spears staves swords pole-arms unarmed "
           "bows catalysts crossbows firearms slings thrown whips").split()              # s. 341-342
SUB_ACTIONS = ("tumble stealth-mod balance freerun ruse trickery examine veracity insight aim track detect "
               "break constrict lift advance charge blitz").split()                      # s. 343-345; Balance by TC-ERR-101
SKILLS = {                                                                               # s. 263-309, TC-SKILL-*
    "athletics": ("endurance", "ardor"), "hoist": ("power", "ardor"), "traverse": ("acuity", "endurance"),
    "stealth": ("vitality", "finesse"), "crafting": ("endurance", "intelligence"), "engineering": ("intelligence", "ardor"),
    "observe": ("acuity", "attunement"), "technology": ("intelligence", "acuity"), "channel": ("ardor", "attunement"),
    "clarity": ("intelligence", "morale"), "influence": ("acuity", "morale"), "meditate": ("morale", "attunement")}
# Key stats of the Core Actions: what the accuracy roll adds (TC-CORE-03 to -09, s. 143-155; Block by TC-ERR-072) ...
KEY = {"strike": ("power",), "volley": ("finesse",), "grab": ("vitality",), "collide": ("ardor",),
       "block": ("endurance", "power"), "dodge": ("attunement",), "parry": ("intelligence",)}
# ... and what the Effect Value adds (TC-PHASE-08, s. 172; Dodge TC-ERR-074, s. 153; the Riposte gets Intelligence as dice, TC-ERR-078).
EFFECT_STATS = dict(KEY, dodge=("attunement", "finesse"))
HP_STATS = ("vitality", "endurance", "finesse", "ardor", "morale")                       # TC-DER-01, s. 53
AP_STATS = ("vitality", "intelligence", "ardor")                                         # TC-DER-05, s. 55
REACT_STATS = ("power", "finesse", "attunement")                                         # TC-DER-09, s. 67
GUARD_STATS = {"pg": ("endurance", "morale"), "mf": ("intelligence", "morale"), "er": ("ardor", "morale")}  # TC-DER-11
GUARDS = {"pg": "physical_guard", "mf": "mental_fortitude", "er": "energy_resistance"}
RESOURCES = ("hp", "ap", "sp", "fp", "mp")

WARNINGS = ("advances-left", "over-carry-limit")
# What a point of a lasting bonus costs on an item: the Boost that brings it (TC-KW-BOOST-I to -XII).
ITEM_PRICES = dict({"hp_max": 4, "ap_max": 10, "sp_max": 10, "fp_max": 10, "mp_max": 10, "speed_rank": 8, "strike_target": 12, "strength": 5,
                    "physical_guard": 15, "mental_fortitude": 15, "energy_resistance": 15,
                    "physical_armor": 8, "mental_armor": 8, "energy_armor": 8}, **dict.fromkeys(SUB_STATS, 30))


class Character:
    def __init__(self, data, abilities):
        """`abilities` are the built abilities of the character, in order: (id, mapping)."""
        self.data = data
        self.built = [(i, kw.Ability(i, a)) for i, a in abilities]
        self.described = [a for a in data.get("abilities") or [] if isinstance(a, dict) and not a.get("keywords")]
        self.conditions = set(data.get("conditions") or [])
        self.tier = (data.get("choices") or {}).get("tier", "adventurer")
        self.items = data.get("items") or []
        self.cache, self.busy = {}, set()
        self.is_ally = self.input("ally_points") > 0        # TC-KW-ALLY-06
        self.collect()

    # ------------------------------------------------------------------ inputs and lasting changes

    def input(self, name):
        return int((self.data.get("inputs") or {}).get(name, 1 if name == "level" else 0))

    def lasting(self):
        """Passive abilities whose target is the user: always in effect (s. 411, 413; TC-ATYPE-03)."""
        return [(i, a) for i, a in self.built if a["type"] == "passive" and a["target"] == "self"]

    def collect(self):
        """What items, described abilities and lasting abilities add, by the id of the value."""
        self.added = {}                                     # id: [formula or number]
        for source in list(self.items) + self.described:
            for m in source.get("modifiers") or []:
                self.added.setdefault(m["to"], []).append(m["add"])
        boosts, self.reinforced = {}, {}                    # boosts by kind: (keyword, value)
        for _, ability in self.lasting():
            own = {}
            for k, p in ability.keywords:
                for target, amount in kw.lasting_boost(k, p):
                    own[k, target] = own.get((k, target), 0) + amount
                value = kw.reinforced_value(k, p)
                if value:                                   # Reinforce I-VI: up to two Sub-Stats, from any abilities (s. 702)
                    self.reinforced.setdefault(value, []).append(p["added_stat"])
            # TC-ATYPE-04, s. 413 and 418: Boosts of one kind do not add up within a slot type; the latest replaces the earlier.
            boosts.update(own)
        for (_, target), amount in boosts.items():
            self.added.setdefault(target, []).append(amount)

    def boons(self, action, skip=None):
        """What lasting abilities add to a Core Action (s. 562: permanent boons), once per kind (s. 418: once per type of slot)."""
        out = {}
        for _, ability in self.lasting():
            if ability is not skip and ability["action"] in (action, "any-core-action"):
                out.update(ability.passive_boons())
        return out

    def plus(self, name):
        """Sum of the modifiers of a value."""
        total = 0
        for add in self.added.get(name, []):
            v = evaluate(add, self.val)
            total = v + total if isinstance(v, Pool) else total + v
        return total

    def base_stat(self, stat):
        """A Sub-Stat as made and advanced; what items and abilities add is not in it (TC-ACP-03, s. 416)."""
        taken = sum(1 for a in self.data.get("advances") or [] if a.get("stat") == stat)
        return int((self.data.get("stats") or {}).get(stat, 0)) + taken * self.val("advance_bonus")

    def base_core(self, core):
        return sum(self.base_stat(s) for s in CORES[core])

    # ------------------------------------------------------------------ values

    def val(self, name):
        if name in self.cache:
            return self.cache[name]
        if name in self.busy:
            raise ValueError(f"{name} rests on itself")
        self.busy.add(name)
        try:
            v = self.compute(name)
        finally:
            self.busy.discard(name)
        self.cache[name] = v
        return v

    def compute(self, name):
        if "." in name:
            a, b = name.split(".", 1)
            return self.skill_roll(a) if b == "roll" and a in SKILLS else self.actions()[name]
        if name in ("level", "slots_traded", "ally_points"):
            return self.input(name)
        if name in SUB_STATS:
            return self.base_stat(name) + self.plus(name)
        raw = self.raw(name)
        total = raw + self.plus(name) if name in self.added else raw
        return max(0, total) if name == "speed_rank" else total     # s. 432: at zero one cannot move

    def reinforce(self, value, half=True):
        """TC-KW-REINFORCE-I to -VI, s. 704-722: whole Sub-Stats for HP and AP, halves (rounded down) for the rest."""
        return sum(floor(self.val(s) / 2) if half else self.val(s) for s in self.reinforced.get(value, []))

    def roll(self, dice, flat, sides=12, explodes=True):
        """A roll that is no Effect Value: wounds take dice from it, never the last (TC-WND-04 to -06, TC-DICE-03)."""
        return Pool.of(dice, sides, explodes, flat).without(self.val("wound_dice"))

    def costs(self, ap):
        """TC-AP-04, TC-AP-05 (TC-ERR-019, -020): actions that cost AP cost 2 more when Fatigued, 4 when Exhausted."""
        more = 4 if "exhaustion" in self.conditions else 2 if "fatigue" in self.conditions else 0
        return ap + more if ap >= 1 else ap

    def raw(self, n):
        v, level = self.val, self.input("level")
        pick = lambda *names: sum(v(x) for x in names)
        if n in CORES:
            return pick(*CORES[n])                                          # TC-STAT-01, s. 11
        if n == "agility":
            return v("body") + v("mind")                                    # TC-DER-14, TC-ERR-003
        if n == "strength":
            return v("body") + v("spirit")                                  # TC-DER-13, s. 125
        if n == "intellect":
            return v("mind") + v("spirit")                                  # TC-DER-15, s. 129
        if n == "stat_pool":
            return POOLS[self.tier]                                         # TC-TIER-02, TC-ERR-006
        if n == "stat_total":
            return sum(int(x) for x in (self.data.get("stats") or {}).values())     # TC-TIER-02
        if n == "advance_bonus":
            return TIERS[self.tier][1]                                      # TC-TIER-C to -M, s. 42-50
        if n == "advances_allowed":                                         # TC-TIER-03, TC-ERR-005; allies get none, s. 531
            return 0 if self.is_ally else sum(level >= x for x in (1, 5, 10))
        if n == "trades_allowed":
            return sum(level >= x for x in (1, 5, 10))                      # TC-TRADE-01, TC-ERR-138, s. 352
        if n == "ranks_received":                                           # TC-SKILL-03, s. 261; Boost VIII comes on top (TC-KW-BOOST-VIII)
            return v("intellect") * sum(level >= x for x in (1, 5, 10, 15, 20))
        if n == "ranks_spent":
            return self.ranks_spent()
        if n == "languages_known":
            return len(self.data.get("languages") or [])                    # TC-STR-06, s. 131
        if n == "hp_max":
            return 15 * level + pick(*HP_STATS) + self.reinforce("hp", half=False)  # TC-DER-01, s. 53
        if n == "threshold":
            return floor(v("hp_max") / 2)                                   # TC-DER-02, s. 53, 97: without Shield and temporary HP
        if n == "ap_max":
            return 6 + pick(*AP_STATS) + self.reinforce("ap", half=False)   # TC-DER-05, s. 55
        if n == "ap_per_second":
            return 2                                                        # TC-DER-06, s. 644
        if n in ("sp_max", "fp_max", "mp_max"):                             # TC-DER-07, s. 57-61
            return v({"sp_max": "body", "fp_max": "mind", "mp_max": "spirit"}[n]) + self.reinforce(n[:2])
        if n == "backlash":
            return Pool.of(2, 12, False)                                    # TC-DER-08, s. 55; it does not explode: TC-DICE-02
        if n.startswith(("long_rest_", "short_rest_", "trauma_rest_")):
            kind, _, pool = n.rpartition("_")
            top = v(pool + "_max")                                          # TC-REST-01, -02, -04, s. 63; rounded down: TC-GEN-06
            return {"long_rest": top, "short_rest": floor(Fraction(top, 2)), "trauma_rest": floor(Fraction(top, 4))}[kind]
        if n == "react_bonus":                                              # TC-DER-09, s. 67; wounds: s. 198
            return pick(*REACT_STATS) + self.reinforce("react") - v("wound_points")
        if n == "react":
            return self.roll(2, v("react_bonus"))                           # TC-REACT-01, s. 167
        if n == "reactions":
            return 1 + v("acuity")                                          # TC-DER-10, TC-ERR-028, s. 172
        if n == "react_cost":
            return 1                                                        # TC-REACT-02, s. 67
        for g, value in GUARDS.items():
            if n == value:                                                  # TC-DER-11, TC-ERR-031; wounds: s. 198
                return pick(*GUARD_STATS[g]) + self.reinforce(g) - v("wound_points")
        if n in ("physical_armor", "mental_armor", "energy_armor"):         # TC-DER-12, TC-ERR-032
            return v({"physical_armor": "morale", "mental_armor": "intelligence", "energy_armor": "attunement"}[n])
        if n == "strike_target":
            return 10 + v("attunement") + self.reinforce("strike_target")   # TC-DER-18, TC-ERR-062
        if n.startswith("resolve_cl_"):
            return v(n[11:]) + 4 + (level - 1)                              # TC-RES-12, TC-ERR-038, s. 88
        if n == "hazard_cl":
            return 10 + 4                                                   # TC-RES-12, TC-ERR-251
        if n == "hazard_cl_step":
            return 1                                                        # TC-RES-12
        if n.startswith("legerity_"):                                       # TC-DER-19, TC-ERR-040; Boost XI: TC-KW-BOOST-XI
            return v(n[9:]) + 4 + (level - 1) + self.plus("legerity")
        if n.startswith("resolve_") and n[8:] in SUB_STATS:
            return self.roll(2, v(n[8:]))                                   # TC-RES-01 to -10, TC-ERR-036, s. 76
        guard = {"physical": "physical_guard", "mental": "mental_fortitude", "energy": "energy_resistance"}.get(n.rpartition("_")[2])
        if n.startswith("resolve_") and guard or n.startswith("threshold_resolve_"):
            return self.roll(2, v(guard))                                   # TC-RES-11, TC-DER-03, TC-ERR-013, -037
        if n == "ucb":                                                      # TC-DER-17, TC-ERR-064; wounds: TC-ERR-107
            # It loses points as a value; the dice that a wound takes come off the roll that it is part of (s. 198: all rolls).
            return Pool.of(self.ucb_dice(), flat=-v("wound_points"))
        if n == "recover":                                                  # TC-UTIL-01, TC-ERR-043, -044, s. 101
            return self.roll(1 + floor((v("vitality") + v("ardor")) / 2), 0, 6)
        constants = {
            "resolve_success_percent": 50,                                  # TC-RES-14, s. 93
            "critical_margin": 20, "critical_percent": 50,                  # TC-CRIT-01, -02, s. 133
            "light_dice": 0, "moderate_dice": 2, "heavy_dice": 3,           # TC-MOD-01 to -03, s. 233-235
            "advantage_dice": 2, "disadvantage_dice": 2, "vulnerable_dice": 2,  # TC-MOD-04 to -06, s. 236-239
            "fewest_dice": 1,                                               # TC-DICE-03, TC-ERR-108
            "stealth_dice": 2,                                              # TC-SUB-08, s. 240
            "skill_base": 1,                                                # TC-SKILL-01, TC-ERR-121, s. 316
            "specialty_rank": 2,                                            # TC-SKILL-SPE, s. 287
            "challenge_base": 10, "challenge_step": 4,                      # TC-CL-01, s. 313
            "challenge_light": -2, "challenge_moderate": 4, "challenge_heavy": 6,   # TC-CL-02, s. 314
            "fatigue_at": -1,                                               # TC-AP-04, TC-ERR-018
            "fatigue_cost": 2, "exhaustion_cost": 4,                        # TC-AP-04, -05, s. 254-255
            "ap_on_waking": 0,                                              # TC-AP-06, TC-ERR-267
        }
        if n in constants:
            return constants[n]
        costs = {"recover_ap": 0, "skill_ap": 1,                            # TC-UTIL-01, TC-ERR-041; TC-SUB-09, TC-ERR-088
                 "light_ap": 1, "moderate_ap": 2, "heavy_ap": 3,            # TC-MOD-01 to -03
                 "light_item_ap": 1, "moderate_item_ap": 2, "heavy_item_ap": 3}     # TC-UTIL-03, TC-ERR-047, s. 105
        if n in costs:
            return self.costs(costs[n])
        if n in ("instinct_rank", "language_rank"):
            return Pool.of(1)                                               # TC-SKILL-INS, s. 306, TC-ERR-067; TC-STR-07
        if n == "language_roll":
            return self.roll(v("intelligence"), 0)                          # TC-STR-07, TC-ERR-058, s. 131
        worst = max([0] + [i for i, c in enumerate(("wounded-i", "wounded-ii", "wounded-iii"), 1) if c in self.conditions])
        if n == "wound_points":
            return 2 * worst                                                # TC-WND-04 to -06, s. 198-202
        if n == "wound_dice":
            return worst + 1 if worst else 0                                # TC-WND-04 to -06, s. 198-202
        if n == "hampered":
            return int("disadvantage" in self.conditions)                   # TC-MOD-05
        if n == "hampered_sight":                                           # TC-MOD-08, s. 246: impaired sight hampers every Core Action;
            return int("impaired-sight" in self.conditions)                 # the other senses are left to the GM
        if n == "hampered_arms":
            return int("impaired-arms" in self.conditions)                  # TC-MOD-09, s. 247
        if n == "hampered_legs":
            return int("impaired-legs" in self.conditions)                  # TC-MOD-10, s. 248
        if n == "laid_open":
            return int("vulnerable" in self.conditions)                     # TC-MOD-06
        if n == "hindrances":
            return sum(v("hampered" + x) for x in ("", "_sight")) + v("hampered_arms") + v("hampered_legs")     # s. 239: each Disadvantage condition counts
        if n == "exposed":
            return int(v("laid_open") or v("hindrances") >= 2)              # TC-MOD-06, s. 239
        if n in ("arms_dice_lost", "legs_dice_lost", "both_dice_lost"):     # TC-MOD-05, -06, -09, -10; TC-ERR-115: 2 in all, not 4
            part = {"a": v("hampered_arms"), "l": v("hampered_legs"), "b": v("hampered_arms") or v("hampered_legs")}[n[0]]
            return 2 if v("exposed") or v("hampered") or v("hampered_sight") or part else 0
        if n == "other_dice_lost":
            return 0                                                        # TC-MOD-06, TC-ERR-114: Core Actions only
        if n == "speed_rank":                                               # TC-DER-16, s. 113; wounds s. 198; load TC-ERR-054
            return 4 + floor(v("agility") / 6) - v("wound_points") - v("encumbrance")
        if n == "jump_min":
            return v("agility")                                             # TC-DER-21, s. 113
        if n == "jump_max":
            return 2 * v("power") + v("agility")                            # TC-DER-21, s. 113
        if n == "lift_lb":
            return 20 * v("strength")                                       # TC-STR-01, s. 125
        if n == "carry_lb":
            return 10 * v("strength")                                       # TC-STR-02, s. 125
        if n == "carried_lb":
            return sum(Fraction(str(i.get("weight", 0))) for i in self.items)       # TC-STR-02
        if n == "encumbrance":                                              # TC-STR-02, TC-ERR-054: 1 for each started 100 lb
            return max(0, ceil((v("carried_lb") - v("carry_lb")) / Fraction(100)))
        if n == "equipment_slots":
            return 6 - self.input("slots_traded")                           # TC-DER-20, TC-ERR-096
        if n == "equipment_used":
            return sum(self.item_slots(i) for i in self.items)              # TC-ITEM-03
        if n == "ability_slots":
            if self.is_ally:                                                # TC-KW-ALLY-05, s. 525, TC-ERR-195; s. 531: none of the
                return 3 + floor(level / 2)                                 # further slots that characters come by
            slots = 10 if level == 1 else 10 + level if level <= 18 else 31 if level == 19 else 36
            return slots + self.input("slots_traded")                       # TC-SLOT-01, -02, TC-ERR-153, s. 407
        if n == "slots_used":
            return sum((a.slots() for _, a in self.built), Fraction(0))     # TC-SLOT-03, TC-ERR-154
        if n.startswith("acp_"):                                            # TC-ACP-01, s. 416; allies TC-KW-ALLY-04, TC-ERR-197, s. 525
            return (5 + 2 * level if self.is_ally else 15 + 5 * level) + self.base_core(n[4:])
        if n == "exhaustion_at":
            return -ceil(Fraction(v("ap_max"), 2))                          # TC-AP-05, TC-ERR-018
        if n == "unconscious_at":
            return -v("ap_max")                                             # TC-AP-03, s. 55, 253
        raise KeyError(n)

    def ucb_dice(self):
        return 1 + floor((self.val("power") + self.val("vitality")) / 2)    # TC-DER-17, TC-ERR-064

    def item_field(self, item, name, default=0):
        f = (item.get("effect") or {}).get(name)
        return default if f is None else evaluate(f, self.val)

    def item_slots(self, item):
        slots = self.item_field(item, "slots")
        return max(slots, 2) if self.item_field(item, "hands") == 2 else slots      # TC-EQUIP-02, s. 179: two-handed takes two

    # ------------------------------------------------------------------ skills

    def ranks(self, skill, choice=None):
        r = (self.data.get("skills") or {}).get(skill, 0)
        if skill in ("instinct", "specialty"):
            r = (r or {}).get(choice, 0)
        return int(r.get("rank", 0)) if isinstance(r, dict) else int(r or 0)

    def ranks_spent(self):
        """TC-STR-04, -06: skills, instincts, specialties and languages; one language is free, each further one takes a rank."""
        total = 0
        for s, r in (self.data.get("skills") or {}).items():
            if s in ("instinct", "specialty"):
                total += sum(self.ranks(s, c) for c in r or {})
            elif isinstance(r, dict):
                total += int(r.get("rank", 0)) + sum(int(x) for x in (r.get("secondary") or {}).values())
            else:
                total += int(r or 0)
        languages = [int(x.get("ranks", 0)) for x in self.data.get("languages") or []]
        return total + sum(languages) + max(0, languages.count(0) - 1)

    def covers(self):
        return {c for b in self.data.get("backgrounds") or [] for c in b.get("covers") or []}

    def trade(self, tags):
        """TC-TRADE-02, -03, s. 350-352: one die, however many entries match."""
        return 1 if self.covers() & set(tags) else 0

    def specialty(self, tags):
        """TC-SKILL-SPE, s. 287: 2 points for each rank in each Specialty that the action uses."""
        return sum(2 * self.ranks("specialty", c) for c in (self.data.get("skills") or {}).get("specialty") or {} if c in tags)

    def skill_roll(self, skill):
        a, b = SKILLS[skill]                                # TC-SKILL-01, s. 316, TC-ERR-121; the Trade die TC-TRADE-04, s. 329
        dice = self.val("skill_base") + self.ranks(skill) + self.trade([skill])
        more = self.plus(skill) + self.plus(skill + ".roll")
        return (Pool.of(dice, flat=self.val(a) + self.val(b)) + more).without(self.val("wound_dice"))

    # ------------------------------------------------------------------ actions

    def item_for(self, action):
        """The item that the action is used with: the first that lists it, one with dice before one without."""
        held = [i for i in self.items if action in (i.get("wields") or [])]
        return next((i for i in held if (i.get("effect") or {}).get("effect")), held[0] if held else None)

    def tags(self, action, own=()):
        """What Trades and Specialties match: the action, its device type, the sub-type of its device (s. 287, 350).
        `own`: the sub-type of an ability, which is that of its blow in place of the device's (TC-ABIL-06)."""
        tags, item = {action}, None if action in ("grab", "collide") else self.item_for(action)
        if action == "dodge":
            return tags | set(own)
        if item:
            tags |= set(item.get("tags") or [])
        else:                                               # s. 217: Unarmed Combat always deals Impact, also where it is thrown
            tags |= {"impact"} if action == "volley" else {"unarmed", "impact"}
        return tags - set(SUB_TYPES) | set(own) if own else tags

    def accuracy(self, action):
        """TC-CORE-01, TC-ERR-061, -066, -140: (2 + Instinct + Trade + precision) d12 + key stat + points."""
        boons = self.boons(action)
        dice = 2 + self.ranks("instinct", action) + self.trade(self.tags(action))
        flat = sum(self.val(s) for s in KEY[action]) + boons.get("accuracy_flat", 0)
        pool = Pool.of(dice, flat=flat) + boons.get("accuracy", 0) + self.plus(action + ".accuracy")
        return pool.without(self.val("wound_dice"))

    def effect(self, action, part="effect", more=0, weight=0, per_die=0, tags=(), skip=None):
        """An Effect Value (TC-CORE-02). `more`: dice and points of an ability, `weight`: dice of its weight,
        `per_die`: points for each die, `tags`: the ability's own sub-type, for Specialties (s. 287),
        `skip`: a lasting ability whose boons are left out, since its own bill shows them."""
        v, item, boons = self.val, self.item_for(action), self.boons(action, skip)
        if part == "riposte":
            boons = dict(self.boons("strike", skip), **boons)       # s. 155, 420: a Riposte is a bonus Strike, and boosted as one
        flat, own = 0, self.tags(action, tags)
        unarmed = False
        if action == "dodge":                               # TC-CORE-08, s. 153: a number; dice come only on top
            base = Pool()
        elif action == "grab" and part == "effect":         # TC-CORE-05, s. 147; TC-ERR-053: the dice whose successes drain AP
            base = Pool.of(2 + self.ranks("instinct", "grab") + self.trade(self.tags("grab"))) + boons.get("accuracy", 0)
            base = base + Pool(Pool.cast(self.plus("grab.accuracy")).dice)
        else:                                               # TC-ERR-063: the device's dice, else Unarmed Combat
            base = Pool.cast(self.item_field(item, "effect")) if item and action != "grab" else Pool()
            unarmed = not base.count()
            if unarmed:
                base = base + Pool.of(self.ucb_dice()) + self.plus("ucb")
                flat -= v("wound_points")                   # TC-ERR-107: points off Unarmed Combat
        if action == "grab" and part == "critical":
            base = base + Pool.of(2)                        # TC-CRIT-04, s. 135
        double = 2 if item and self.item_field(item, "hands") == 2 else 1   # TC-EQUIP-02, TC-ERR-095, s. 179
        die = base.main_die() if base.count() else Pool.cast(more).main_die()
        if action == "parry":
            own = own | ({"strike"} if part == "riposte" else set())        # s. 155: the Riposte is a bonus Strike
            if part == "riposte":
                base = base + Pool.of(v("intelligence"))    # TC-CORE-09, TC-ERR-078, s. 155, 420: Intelligence as d12
        elif action != "grab":                              # TC-CRIT-04, s. 135: a critical Grab deals two dice and Unarmed Combat
            flat += double * sum(v(s) for s in EFFECT_STATS[action])        # TC-PHASE-08, TC-ERR-065
        if action == "collide":
            flat += v("speed_rank")                         # TC-CORE-06, TC-ERR-071, s. 149
        if not (action == "grab" and part == "effect"):     # s. 287: on Damage, Heal and Shield; a drain is counted in successes
            # TC-EQUIP-02, TC-ERR-095 (s. 179): the bonus to the Effect Value doubles, and Specialty is such a bonus (s. 287)
            flat += double * self.specialty(own)
        flat += boons.get("flat", 0) + sum(floor(v(s) / d) for s, d in boons.get("stats", ()))
        per_die += boons.get("per_die", 0)
        pool = base + more + Pool(None, flat) + self.plus(f"{action}.{part}")
        extra = weight                                      # TC-MOD-02, -03, TC-ERR-118: the same die as the action's
        if "advantage" in self.conditions and not v("exposed"):             # TC-MOD-04; s. 239: none while Vulnerable
            extra += 2
        limb = {"block": "both", "collide": "legs", "dodge": "legs"}.get(action, "arms")    # TC-MOD-09, -10, s. 247-248
        lost = v(limb + "_dice_lost") + v("wound_dice")
        if not pool.count():                                # TC-ERR-116: more and fewer dice cancel. A number without dice of its
            extra, lost = max(0, extra - lost), max(0, lost - extra)        # own has no last die that TC-DICE-03 could leave to it
        pool = (pool + Pool.of(extra, die)).without(lost, die)
        return pool + per_die * max(0, pool.count())        # TC-KW-EMPOWER-III

    def actions(self):
        if "actions" in self.cache:
            return self.cache["actions"]
        v, out = self.val, {}
        for a in CORE_ACTIONS:
            out[a + ".accuracy"] = self.accuracy(a)
            out[a + ".effect"] = self.effect(a)
        out["grab.critical"] = self.effect("grab", "critical")              # TC-CRIT-04
        out["collide.squares"] = floor(v("speed_rank") / 2)                 # TC-CRIT-06, s. 137
        out["dodge.squares"] = 1 + floor(v("power") / 4)                    # TC-CORE-08, s. 153
        out["parry.riposte"] = self.effect("parry", "riposte")              # TC-CORE-09
        sr = max(0, v("speed_rank"))
        out["recover.roll"] = v("recover")                                  # TC-UTIL-01
        out["sprint.squares"] = sr + v("agility")                           # TC-STRIDE-03, s. 114
        out["run.squares"] = sr                                             # TC-STRIDE-04, s. 115
        out["hustle.squares"] = floor(sr / 2)                               # TC-STRIDE-05, s. 116
        out["walk.squares"] = 1                                             # TC-STRIDE-06, s. 117
        out["prowl.squares"] = floor(sr / 4)                                # TC-STRIDE-07, s. 118
        out["climb.squares"] = floor(sr / 5)                                # TC-STRIDE-08, s. 119
        out["swim.squares"] = floor(sr / 6)                                 # TC-STRIDE-09, s. 120
        out["jump.squares"] = sr                                            # TC-STRIDE-10, TC-ERR-048
        out["jump.low"], out["jump.high"] = v("jump_min"), v("jump_max")    # TC-DER-21
        out["tumble.effect"] = out["dodge.effect"] + v("morale")            # TC-SUB-05, s. 242
        out["stealth-mod.dice"] = 2                                         # TC-SUB-08, s. 240
        out["ruse.dice"] = 2                                                # TC-SUB-07, TC-ERR-100
        out["lift.limit"] = v("lift_lb")                                    # TC-STR-01
        out["charge.dice"] = 2                                              # TC-SUB-06, s. 243
        out["hold.gain"] = 1                                                # TC-UTIL-02, s. 103
        for name in out:                                    # modifiers of what is no Core Action figure
            if name in self.added and not name.endswith((".accuracy", ".critical", ".riposte")) and name.split(".")[0] not in CORE_ACTIONS:
                out[name] = out[name] + self.plus(name)
        self.cache["actions"] = out
        return out

    # ------------------------------------------------------------------ legality

    def broken(self):
        v, out, level = self.val, [], self.input("level")
        stats = self.data.get("stats") or {}
        die = TIERS[self.tier][0]
        if not 1 <= level <= 20:
            out.append("level-in-range")                                    # TC-GEN-07
        # TC-TIER-01: nine dice of the tier that do not explode (TC-ERR-007); TC-TIER-02: or a pool, placed freely. Allies have points instead.
        placed = v("stat_total") == v("stat_pool")
        if not self.is_ally and any(not 1 <= int(x) <= die and (not placed or int(x) < 0) for x in stats.values()):
            out.append("stat-within-die")
        if self.is_ally and v("stat_total") != v("ally_points"):
            out.append("ally-stat-points")                                  # TC-KW-ALLY-06, s. 525: these are the points it receives
        if self.is_ally and any(not 0 <= int(x) <= 6 + level // 3 for x in stats.values()):
            out.append("ally-stat-limit")                                   # TC-KW-ALLY-07, TC-ERR-258, s. 527; it has no tier bonuses
        advances = len(self.data.get("advances") or [])
        if advances > v("advances_allowed"):
            out.append("advances-received")                                 # TC-TIER-03
        if advances < v("advances_allowed"):
            out.append("advances-left")                                     # TC-TIER-03
        if v("slots_used") > v("ability_slots"):
            out.append("ability-slots")                                     # TC-SLOT-01
        if v("equipment_used") > v("equipment_slots"):
            out.append("equipment-slots")                                   # TC-ITEM-03
        backgrounds = self.data.get("backgrounds") or []
        if len(backgrounds) > v("trades_allowed"):
            out.append("trades-by-level")                                   # TC-TRADE-01
        eligible = set(CORE_ACTIONS) | set(SUB_TYPES) | set(DEVICES) | set(SUB_ACTIONS) | set(SKILLS)
        entries = [c for b in backgrounds for c in b.get("covers") or []]
        if any(len(b.get("covers") or []) != 3 or set(b["covers"]) - eligible for b in backgrounds):
            out.append("trade-of-three")                                    # TC-TRADE-02, s. 333, 352
        if any(n > 1 for n in Counter(entries).values()):
            out.append("trade-no-duplicates")                               # TC-TRADE-03, s. 352
        if v("ranks_spent") > v("ranks_received"):
            out.append("ranks-within-received")                             # TC-SKILL-03
        chosen = (self.data.get("skills") or {}).get("specialty") or {}
        if set(chosen) - set(CORE_ACTIONS) - set(DEVICES) - set(SUB_TYPES):
            out.append("specialty-scope")                                   # TC-STR-05, TC-ERR-057
        if v("carried_lb") > v("carry_lb"):
            out.append("over-carry-limit")                                  # TC-STR-02, TC-ERR-054
        allies = sum(1 for _, a in self.built for k, p in a.keywords
                     if k == "ally-i" and p["caller"] == "character" and p["stay"] == "permanent-stay")
        if not self.is_ally and allies > 1 + ceil(Fraction(level, 2)):      # TC-KW-ALLY-01, TC-ERR-193, s. 521
            out.append("permanent-allies")
        resisted = Counter()
        for _, ability in self.lasting():
            for p in ability.each("anatomy-iv"):
                resisted[p["resisted"]] += 50 * p["fifties"] * (-1 if p["nature"] == "vulnerable" else 1)
        if sum(n >= 100 for n in resisted.values()) > 3:                    # TC-KW-ANATOMY-IV, s. 502
            out.append("immunities-in-all")
        for item in self.items:
            out += self.item_broken(item)
        return sorted(set(out))

    def item_broken(self, item):
        out = []
        rarity, item_level, ecp, slots = (self.item_field(item, x) for x in ("rarity", "item_level", "ecp", "slots"))
        if not ("rarity" in (item.get("effect") or {}) or ecp):
            return out                                                      # not equipment that was made for ECP
        most = 60 + 20 * rarity * item_level                                # TC-KW-CREATION-05, TC-ERR-212
        used = max(0, self.item_field(item, "range") - 1)                   # TC-ITEM-02, TC-ERR-216: keyword prices
        effect = Pool.cast(self.item_field(item, "effect"))
        used += 5 * effect.flat + sum(kw.dice_price(n, sides) for (sides, _), n in effect.dice.items())
        for m in item.get("modifiers") or []:
            used += ITEM_PRICES.get(str(m["to"]), 0) * evaluate(m["add"], self.val)
        if used > most:
            out.append("item-within-ecp")
        if ecp > most:
            out.append("item-record-of-ecp")
        if not 1 <= rarity <= 5:
            out.append("item-rarity")
        if self.item_field(item, "hands") >= 2 and slots < 2:
            out.append("two-hands-two-slots")                               # TC-EQUIP-02, s. 179
        return out

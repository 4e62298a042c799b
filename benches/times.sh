#!/usr/bin/env bash
# How long Makeready takes: a cold build of everything, 500 different filled cards, a build after one edit, NPCs made by the
# system's creation rules, 400 characters of the small game on all cores and on one, cards as long as they may be, and one
# sheet beside typst-cli setting the same values, when that is installed. Times are printed, never judged: machines
# differ, so compare only figures of one run. Usage: benches/times.sh [rounds]
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-3}
cargo build --release --quiet
makeready=$PWD/target/release/makeready
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# timed LABEL COMMAND...: wall seconds, processor seconds and peak memory of each round.
timed() {
  local label=$1; shift
  for _ in $(seq "$rounds"); do
    python3 - "$label" "$@" <<'PY'
import resource, subprocess, sys, time
label, *command = sys.argv[1:]
start = time.monotonic()
done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
wall = time.monotonic() - start
if done.returncode:
    sys.exit(f"{label} failed:\n{done.stderr}")
use = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{label:<44} {wall:7.2f} s wall {use.ru_utime + use.ru_stime:7.2f} s processor {use.ru_maxrss / 1024:6.0f} MB")
PY
  done
}

echo "$(nproc) cores, $(uname -m), $(grep -m1 'model name' /proc/cpuinfo 2>/dev/null | cut -d: -f2 | xargs || true)"
timed "build, everything, cold" "$makeready" build --out "$work/dist"

cp -r content "$work/content"
sed -i 's/^tagline: .*/tagline: "One line was edited."/' "$work/content/tri-core/system.yaml"
timed "build, everything, after one edit" "$makeready" build --content "$work/content" --out "$work/dist"
timed "check" "$makeready" check

# 500 cards that all differ, each with a roll, an Effect Value with terms, facts and outcomes.
python3 - "$work/content/tri-core/actions/many.yaml" <<'PY'
import sys
verbs = "press turn feint drive sweep drag hook slam twist rake".split()
card = """  - id: many-{n}
    name: "Drill {n}"
    family: offense
    icon: broadsword
    summary: "An exercise."
    cost_set: by-weight
    values:
      - {{ id: accuracy, label: Accuracy, formula: "2d12! + power + {k}" }}
      - {{ id: effect, label: Effect Value, formula: "{d}d12! + finesse + {k}" }}
    facts:
      - {{ label: Range, text: "{k} squares" }}
      - {{ label: Meets, text: "Strike Target; beats a Dodge or Parry roll" }}
    text: "You {v} at the target and roll Accuracy. On a hit it takes the Effect Value and moves {k} squares away from you."
    outcomes:
      - {{ on: critical, text: "It falls prone as well." }}
      - {{ on: success, text: "It loses {k} AP." }}
      - {{ on: failure, text: "You lose your footing; {v} again next turn." }}
"""
with open(sys.argv[1], "w") as file:
    file.write("format_version: 1\nactions:\n")
    for n in range(500):
        file.write(card.format(n=n, k=n % 9 + 1, d=n % 5 + 2, v=verbs[n % 10]))
PY
timed "500 filled cards" "$makeready" cards "$work/content/tri-core/characters/kael.yaml" --only 'many-*' -o "$work/many.pdf"

timed "200 NPCs made, to one handout PDF" "$makeready" npc tri-core --count 200 --level 10 --seed 1 -o "$work/npcs.pdf"
timed "1000 NPCs made and saved" "$makeready" npc tri-core --count 1000 --level 10 --seed 1 --format yaml -o "$work/npcs"

# A game of hundreds of characters, with a card of 199 rows below its head and one of 19 kB.
"$makeready" new "$work/small" > "$work/new.txt"
python3 - "$work/small/embers" <<'PY'
import sys
folder = sys.argv[1]
wren = open(f"{folder}/characters/wren.yaml").read()
for n in range(399):
    with open(f"{folder}/characters/wren-{n}.yaml", "w") as file:
        file.write(wren.replace("id: wren", f"id: wren-{n}"))
words = "the fire burns low and nobody sees who comes near it until the cold has taken what was left of you. "
rows = ", ".join(f'["{n}", "{words[:40]}", "{words[40:60]}"]' for n in range(199))
card = """  - id: {id}
    name: Long
    family: reference
    rule: EM-DICE-01
    summary: "It goes on."
    blocks: [ {block} ]
"""
with open(f"{folder}/references/long.yaml", "w") as file:
    file.write("format_version: 1\nreferences:\n")
    file.write(card.format(id="rows", block=f"table: {{ columns: [Number, What, Who], rows: [ {rows} ] }}"))
    file.write(card.format(id="words", block=f'text: "{words * 190}"'))
PY
timed "a card of 199 rows" "$makeready" cards embers --content "$work/small" --only rows -o "$work/rows.pdf"
timed "a card of 19 kB" "$makeready" cards embers --content "$work/small" --only words -o "$work/words.pdf"
rm "$work/small/embers/references/long.yaml"
timed "400 characters" "$makeready" build --content "$work/small" --out "$work/dist-400"
timed "400 characters, one thread" env RAYON_NUM_THREADS=1 "$makeready" build --content "$work/small" --out "$work/dist-one"

timed "one sheet, values computed and set" "$makeready" sheet content/tri-core/characters/kael.yaml -o "$work/sheet.pdf"
"$makeready" sheet content/tri-core/characters/kael.yaml --format json > "$work/sheet.json"
cp benches/sheet.typ "$work/"
if command -v typst >/dev/null; then
  timed "typst-cli, the same values, set only" typst compile --root "$work" --font-path fonts --ignore-system-fonts "$work/sheet.typ" "$work/peer.pdf"
else
  echo "typst-cli is not installed, so it is left out (cargo install typst-cli)"
fi

#!/usr/bin/env bash
# Every check of the project: `bash test.sh`. `bash test.sh quick` is for while you work: format, lints, and the tests that
# are not slow. What is missing on the machine is installed when that is possible (Debian, as root); otherwise it is named.
set -euo pipefail
cd "$(dirname "$0")"

case "${1-}" in
  "") is_quick= ;;
  quick) is_quick=yes ;;
  *) echo "usage: bash test.sh [quick]" >&2; exit 2 ;;
esac

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

missing=()
need() { command -v "$1" >/dev/null 2>&1 || missing+=("$2"); }
need cc gcc; need qpdf qpdf; need pdfinfo poppler-utils; need strace strace; need parallel parallel; need xz xz-utils
[ "$is_quick" ] || { need python3 python3; need node nodejs; need npm npm; need chromium-headless-shell chromium-headless-shell; need curl curl; }
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "please install: ${missing[*]} (names of Debian packages)" >&2
    exit 1
  fi
  step "installing ${missing[*]}"
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi

for tool in fmt clippy; do
  cargo "$tool" --version >/dev/null 2>&1 || rustup component add "$([ "$tool" = fmt ] && echo rustfmt || echo clippy)"
done

# Tests are ignored for one of two reasons: they are slow, or they read ../shared, which not every machine has, and have
# `needs_shared` in their names.
has_shared=
[ -d ../shared/ledger ] && has_shared=yes

# All tests of a package run in one program, which loads the shipped games once for all of them.
tests() {
  local run=(cargo test --release --workspace --no-fail-fast)
  if [ "$is_quick" ]; then
    "${run[@]}"
    [ -z "$has_shared" ] || "${run[@]}" -- --ignored needs_shared
  elif [ "$has_shared" ]; then
    "${run[@]}" -- --include-ignored
  else
    "${run[@]}" -- --include-ignored --skip needs_shared
  fi
}

say_what_is_ignored() {
  [ "$has_advisories" ] || printf '\nNOT CHECKED against known advisories: see the step "advisories"\n'
  [ "$is_quick" ] || [ "$has_module" ] || printf '\nNOT CHECKED: the modules for pages, and workshops\n'
  [ -z "$has_shared" ] || return 0
  printf '\nIGNORED, since there is no folder ../shared:\n'
  grep -rhoE --include='*.rs' 'fn \w+_needs_shared\b' crates tests src | sed 's/^fn /  /' | sort
}

# beside NAME COMMAND...: begins a step beside others, `most` at once. What it said is printed when it has ended, with the processor
# time of it and of what it waited for. `together` waits for all steps, and names those that failed. How a step ended stands in a file:
# the system gives numbers of ended processes to new ones, and the shell then no longer knows of the old.
logs=$(mktemp -d)
names=() pids=()
# Enough to keep two cores busy while some of them wait. With more at once all would only end later.
most=5
end() {
  # A step is a group of processes, none of which outlives this script.
  for number in "${!pids[@]}"; do
    [ -e "$logs/$number.code" ] || kill -- "-${pids[number]}" 2>/dev/null || true
  done
  rm -rf "$logs"
}
trap end EXIT
beside() {
  local name=$1 log=$logs/${#names[@]}
  shift
  while [ "$(jobs -rp | wc -l)" -ge "$most" ]; do sleep 0.2; done
  set -m
  (
    set +em
    (set -e; "$@") >"$log" 2>&1 </dev/null
    code=$?
    times >"$log.times"
    read -r user system < <(tail -n 1 "$log.times")
    # One after another, where several end at once.
    exec 9>"$logs/lock"
    flock 9
    step "$name"
    cat "$log"
    printf '(processor time: %s, and %s in the system)\n' "$user" "$system"
    echo "$code" >"$log.code"
  ) &
  set +m
  names+=("$name") pids+=($!)
}
# after COMMAND...: the same with what the steps before leave of the machine: those that wait now and then go first.
after() { renice -n 3 -p "$BASHPID" >/dev/null; "$@"; }
# wait_for NAME: waits for a step, whatever came of it: `together` asks again.
wait_for() {
  local number
  for number in "${!names[@]}"; do
    [ "${names[number]}" != "$1" ] || wait "${pids[number]}" 2>/dev/null || true
  done
}
together() {
  local failed=() number
  for number in "${!names[@]}"; do
    wait "${pids[number]}" 2>/dev/null || true
    # Without a file the step was stopped from outside.
    [ "$(cat "$logs/$number.code" 2>/dev/null)" = 0 ] || failed+=("${names[number]}")
  done
  [ ${#failed[@]} -eq 0 ] && return
  printf '\nFAILED: %s\n' "${failed[@]}" >&2
  exit 1
}

# The modules for pages, where this machine can compile them: without them there are no workshops. They are compiled beside the
# checks of Rust and go before them: their last part keeps one core busy for minutes, and all else has enough to do beside it.
modules() {
  local code=0
  bash page/build.sh || code=$?
  # Otherwise the tests would use an old module.
  [ "$code" = 0 ] || rm -f "$module"
  [ "$code" = 3 ] || return "$code"
  echo "SKIPPED: there is no Rust that compiles to WebAssembly"
}
module=target/page/press.wasm
if [ ! "$is_quick" ]; then
  if command -v rustup >/dev/null; then rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true; fi
  beside "the modules for pages" modules
fi

step "format"
cargo fmt --all --check

step "lints"
nice -n 3 cargo clippy --release --workspace --all-targets -- -D warnings

# Known advisories about dependencies. The database is on the network, so a machine without it, or without the tool, says so.
has_advisories=
step "advisories"
if cargo deny --version >/dev/null 2>&1; then
  if cargo deny fetch >/dev/null 2>&1; then
    cargo deny check
    has_advisories=yes
  else
    echo "SKIPPED: the database of advisories cannot be fetched"
  fi
else
  echo "SKIPPED: there is no cargo-deny (\`cargo install --locked cargo-deny\`)"
fi

if [ "$is_quick" ]; then
  step "tests"
  tests
  say_what_is_ignored
  step "done: the quick part; \`bash test.sh\` runs everything"
  exit
fi

# All that follows needs the program and the programs of tests, so they are compiled first. From there on a step begins as soon as what
# it needs is there: otherwise one core has nothing to do while the other ends the last part of a module, or one long test.
step "the program, and programs of tests"
nice -n 3 cargo test --release --workspace --no-run --quiet
nice -n 3 cargo build --release --quiet
makeready=target/release/makeready
dist=target/test-dist

step "packages of tests"
for tests in browser schema; do (cd "tests/$tests" && npm ci --silent --no-audit --no-fund); done
python=python3 has_packages=
if ! python3 -c 'import yaml, pymupdf' 2>/dev/null; then
  python=target/python/bin/python
  [ -x "$python" ] || python3 -m venv target/python
  "$python" -c 'import yaml, pymupdf' 2>/dev/null || "$python" -m pip install --quiet PyYAML PyMuPDF || true
fi
"$python" -c 'import yaml, pymupdf' && has_packages=yes

again() {
  RAYON_NUM_THREADS=1 "$makeready" build --no-cache --out "$dist-again"
  diff -r "$dist" "$dist-again"
}
by_chance() { python3 tests/fuzz.py --makeready "$makeready" --seed 1 --count 300 --jobs "$(nproc)"; }
pictured() { python3 tests/pictures.py --makeready "$makeready" --seed 1 --count 60; }
pdfs() { bash tests/pdf.sh "$dist/site/print"; }
words() { python3 tests/printed.py "$dist"; }
# Its caches are its own; the one beside the content stays as the commands above have filled it.
caches() { python3 tests/cache.py --makeready "$makeready"; }
recomputed() {
  [ -n "$has_packages" ] || { echo "SKIPPED: there is no PyYAML or no PyMuPDF"; return 0; }
  "$python" tests/recompute/run.py --makeready "$makeready" --people 20 --npcs 20
}
readers() {
  [ -n "$has_packages" ] || { echo "SKIPPED: there is no PyYAML or no PyMuPDF"; return 0; }
  "$python" tests/readers.py "$dist/site/print" --every 8
}
exports() { python3 tests/exports.py --makeready "$makeready" --seed 1 --count 24; }
sizes() {
  [ -n "$has_packages" ] || { echo "SKIPPED: there is no PyYAML or no PyMuPDF"; return 0; }
  "$python" tests/sizes.py --makeready "$makeready" --people 1 --size mini --size domino
}
lints_with_modules() {
  [ -n "$has_module" ] || { echo "SKIPPED: there are no modules"; return 0; }
  cargo clippy --release --features modules -- -D warnings
}
licenses() {
  command -v rustup >/dev/null || { echo "SKIPPED: there is no rustup"; return 0; }
  python3 packaging/sbom.py --out target/licenses
}
on_ci() { python3 tests/ci.py --makeready "$makeready"; }
slips() { python3 tests/planted.py --makeready "$makeready" --seed 1 --count 120; }
planted_words() { python3 tests/planted_words.py --makeready "$makeready"; }
in_chromium() {
  node tests/browser/run.mjs "$dist/site"
  node tests/browser/languages.mjs "$makeready"
  if [ -n "$has_module" ]; then node tests/browser/alone.mjs "$makeready"; else echo "SKIPPED: the workshop alone; there are no modules"; fi
  MAKEREADY_MODULE= node tests/browser/serve.mjs "$makeready" --edits 10
}
answers() {
  [ -n "$has_module" ] || { echo "SKIPPED: there are no modules"; return 0; }
  node tests/browser/page.mjs "$makeready" target/page/rules.wasm --count 200
  node tests/browser/prints.mjs "$makeready" target/page/press.wasm --count 15
}
schemas() {
  node tests/schema/run.mjs "$makeready"
}
# These three need the program alone. The site has the modules in it, so it waits for them; the others look at the site, or are short.
beside "tests" tests
beside "broken content, by chance" after by_chance
beside "words planted in every kind of place" after planted_words
wait_for "the modules for pages"
has_module=
[ ! -e "$module" ] || has_module=yes
rm -rf "$dist" "$dist-again"
step "everything"
"$makeready" build --no-cache --out "$dist"
# A browser waits for windows and disks; with the tests it has the longest list. Both go before what is beside them.
beside "the site in Chromium" in_chromium
beside "lints of a program with the modules in it" after lints_with_modules
beside "the same words and bytes with any cache" after caches
beside "answers of the modules: those of the program" after answers
beside "every PDF" after pdfs
beside "everything once more, on one thread: the same bytes" after again
beside "characters, computed a second time" after recomputed
beside "words, and no marks as typed" after words
beside "slips planted in the games" after slips
beside "the scripts of the action" after on_ci
beside "contents and licenses of a release" after licenses
beside "pictures and fonts, by chance" after pictured
beside "no face is lost in exports" after exports
beside "schemas" after schemas
beside "words of PDFs, by three readers" after readers
beside "decks of small cards" after sizes
together

say_what_is_ignored
step "done"

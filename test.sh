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
[ "$is_quick" ] || { need python3 python3; need node nodejs; need npm npm; need chromium chromium; }
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

with_nextest() {
  local run=(cargo nextest run --release --workspace --no-fail-fast --status-level slow)
  if [ "$is_quick" ]; then
    "${run[@]}"
    [ -z "$has_shared" ] || "${run[@]}" --run-ignored only -E 'test(needs_shared)'
  elif [ "$has_shared" ]; then
    "${run[@]}" --run-ignored all
  else
    "${run[@]}" --run-ignored all -E 'not test(needs_shared)'
  fi
  # Examples in comments are the one kind of test that it does not run.
  cargo test --release --workspace --doc --quiet
}

with_cargo() {
  local run=(cargo test --release --workspace --no-fail-fast)
  if [ "$is_quick" ]; then
    "${run[@]}"
    [ -z "$has_shared" ] || "${run[@]}" needs_shared -- --ignored
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

# beside NAME COMMAND...: begins a step beside others; `together` waits for all of them, prints what each said, in the order
# in which they were begun, and names those that failed.
logs=$(mktemp -d)
names=() pids=()
end() {
  # A step is a group of processes, none of which outlives this script.
  for pid in "${pids[@]}"; do kill -- "-$pid" 2>/dev/null || true; done
  rm -rf "$logs"
}
trap end EXIT
beside() {
  local log=$logs/${#names[@]}
  names+=("$1")
  shift
  set -m
  ("$@"; printf '(done at %s s)\n' "$SECONDS") >"$log" 2>&1 </dev/null &
  set +m
  pids+=($!)
}
together() {
  local failed=() number
  for number in "${!names[@]}"; do
    wait "${pids[number]}" || failed+=("${names[number]}")
    step "${names[number]}"
    cat "$logs/$number"
  done
  pids=()
  [ ${#failed[@]} -eq 0 ] && return
  printf '\nFAILED: %s\n' "${failed[@]}" >&2
  exit 1
}

step "format"
cargo fmt --all --check

step "lints"
cargo clippy --release --workspace --all-targets -- -D warnings

# Known advisories about dependencies. The database is on the network, so a machine without it, or without the tool, says so.
has_advisories=
step "advisories"
if cargo deny --version >/dev/null 2>&1; then
  if cargo deny fetch >/dev/null 2>&1; then
    cargo deny check advisories
    has_advisories=yes
  else
    echo "SKIPPED: the database of advisories cannot be fetched"
  fi
else
  echo "SKIPPED: there is no cargo-deny (\`cargo install --locked cargo-deny\`)"
fi

step "tests"
if cargo nextest --version >/dev/null 2>&1; then with_nextest; else with_cargo; fi

if [ "$is_quick" ]; then
  say_what_is_ignored
  step "done: the quick part; \`bash test.sh\` runs everything"
  exit
fi

deckle=target/release/deckle
dist=target/test-dist
# The modules for pages, where this machine can compile them: without them there are no workshops.
has_module=
step "the modules for pages"
if command -v rustup >/dev/null; then rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true; fi
code=0
bash page/build.sh || code=$?
case $code in
  0) has_module=yes ;;
  3) echo "SKIPPED: there is no Rust that compiles to WebAssembly" ;;
  *) exit 1 ;;
esac

step "everything"
cargo build --release --quiet
rm -rf "$dist" "$dist-again"
"$deckle" build --no-cache --out "$dist"

again() {
  RAYON_NUM_THREADS=1 "$deckle" build --no-cache --out "$dist-again"
  diff -r "$dist" "$dist-again"
}
by_chance() { python3 tests/fuzz.py --deckle "$deckle" --seed 1 --count 300 --jobs "$(nproc)"; }
pdfs() { bash tests/pdf.sh "$dist/site/print"; }
words() { python3 tests/printed.py "$dist"; }
# Its caches are its own; the one beside the content stays as the commands above have filled it.
caches() { python3 tests/cache.py --deckle "$deckle"; }
recomputed() {
  local python=python3
  if ! python3 -c 'import yaml' 2>/dev/null; then
    python=target/python/bin/python
    python3 -m venv target/python && "$python" -m pip install --quiet PyYAML || { echo "SKIPPED: there is no PyYAML"; return 0; }
  fi
  "$python" tests/recompute/run.py --deckle "$deckle" --people 20 --npcs 20
}
slips() { python3 tests/planted.py --deckle "$deckle" --seed 1 --count 120; }
in_chromium() {
  (cd tests/browser && npm ci --silent --no-audit --no-fund)
  node tests/browser/run.mjs "$dist/site"
  node tests/browser/languages.mjs "$deckle"
  DECKLE_MODULE= node tests/browser/serve.mjs "$deckle" --edits 10
  [ -n "$has_module" ] || return 0
  node tests/browser/page.mjs "$deckle" target/page/rules.wasm --count 200
  node tests/browser/prints.mjs "$deckle" target/page/press.wasm --count 15
}
schemas() {
  (cd tests/schema && npm ci --silent --no-audit --no-fund)
  node tests/schema/run.mjs "$deckle"
}
# Two of these use one core, and the others wait for disks and windows now and then.
beside "everything once more, on one thread: the same bytes" again
beside "broken content, by chance" by_chance
beside "every PDF" pdfs
beside "words, and no marks as typed" words
beside "slips planted in the games" slips
beside "the same words and bytes with any cache" caches
beside "characters, computed a second time" recomputed
beside "the site in Chromium" in_chromium
beside "schemas" schemas
together

say_what_is_ignored
step "done"

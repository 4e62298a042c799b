#!/usr/bin/env bash
# Every check of the project. What is missing on the machine is installed when that is possible (Debian, as root);
# otherwise it is named.
set -euo pipefail
cd "$(dirname "$0")"

step() { printf '\n== %s (%s s)\n' "$1" "$SECONDS"; }

missing=()
need() { command -v "$1" >/dev/null 2>&1 || missing+=("$2"); }
need cc gcc; need qpdf qpdf; need pdfinfo poppler-utils; need python3 python3; need node nodejs; need npm npm; need chromium chromium; need strace strace
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

step "format"
cargo fmt --all --check

step "tests"
cargo test --release --workspace

step "lints"
cargo clippy --release --workspace --all-targets -- -D warnings

dist=target/test-dist
step "everything, twice, once on one thread: the same bytes"
rm -rf "$dist" "$dist-again"
cargo run --release --quiet -- build --out "$dist"
RAYON_NUM_THREADS=1 cargo run --release --quiet -- build --out "$dist-again"
diff -r "$dist" "$dist-again"

step "broken content, by chance"
python3 tests/fuzz.py --deckle target/release/deckle --seed 1 --count 300 --jobs "$(nproc)"

step "every PDF"
bash tests/pdf.sh "$dist/print"

step "the site in Chromium"
(cd tests/browser && npm ci --silent --no-audit --no-fund)
node tests/browser/run.mjs "$dist/site"

step "schemas"
(cd tests/schema && npm ci --silent --no-audit --no-fund)
node tests/schema/run.mjs target/release/deckle

step "done"

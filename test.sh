#!/usr/bin/env bash
# Runs every check of the project. Installs Debian packages that the checks need when it may.
set -euo pipefail
cd "$(dirname "$0")"
need() { command -v "$1" >/dev/null 2>&1 || missing+=("$2"); }
missing=()
need qpdf qpdf; need pdfinfo poppler-utils
if [ ${#missing[@]} -gt 0 ]; then
  [ "$(id -u)" = 0 ] || { echo "please install: ${missing[*]}" >&2; exit 1; }
  apt-get update -qq && apt-get install -y -qq "${missing[@]}" >/dev/null
fi
cargo test --release --workspace
cargo run --release -- build --out target/test-dist

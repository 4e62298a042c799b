#!/usr/bin/env bash
# Makes the module that pages load: `bash page/build.sh`. What it makes stands in target/page; docs/page.md says what it answers.
# It needs a Rust that compiles to WebAssembly: that of rustup with its target, or Debian's. Ends with 3 where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
options=(--locked --profile web --target "$target" --target-dir target/web -p deckle-page)
# No path of this machine stands in what is published, and the same sources make the same bytes in every folder.
paths="--remap-path-prefix=$PWD=deckle --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"

if command -v rustup >/dev/null && rustup target list --installed | grep -qx "$target"; then
  RUSTFLAGS="$paths --remap-path-prefix=$(rustc --print sysroot)=rust" cargo build "${options[@]}"
elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/$target" ]; then
  RUSTC=/usr/bin/rustc RUSTFLAGS="$paths" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld /usr/bin/cargo build "${options[@]}"
else
  echo "please install a Rust that compiles to WebAssembly: \`rustup target add $target\`, or Debian's rustc-web, cargo-web and lld" >&2
  exit 3
fi

mkdir -p target/page
cp "target/web/$target/web/deckle_page.wasm" target/page/rules.wasm
gzip --keep --force --best --no-name target/page/rules.wasm
wc -c target/page/rules.wasm target/page/rules.wasm.gz | sed '$d'

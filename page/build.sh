#!/usr/bin/env bash
# Makes the modules that pages load: `bash page/build.sh` makes both, `bash page/build.sh rules` or `press` one of them. What it makes
# stands in target/page; docs/page.md says what they answer.
# It needs a Rust that compiles to WebAssembly: that of rustup with its target, or Debian's. Ends with 3 where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
# No path of this machine stands in what is published, and the same sources make the same bytes in every folder.
paths="--remap-path-prefix=$PWD=deckle --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"

# Compiles the package for pages with these options.
compile() {
  local options=(--locked --profile web --target "$target" -p deckle-page "$@")
  if command -v rustup >/dev/null && rustup target list --installed | grep -qx "$target"; then
    RUSTFLAGS="$paths --remap-path-prefix=$(rustc --print sysroot)=rust" cargo build "${options[@]}"
  elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/$target" ]; then
    RUSTC=/usr/bin/rustc RUSTFLAGS="$paths" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld /usr/bin/cargo build "${options[@]}"
  else
    echo "please install a Rust that compiles to WebAssembly: \`rustup target add $target\`, or Debian's rustc-web, cargo-web and lld" >&2
    exit 3
  fi
}

# Each has a folder of its own to be compiled in: what they share would be linked anew otherwise, every time.
mkdir -p target/page
[ $# -gt 0 ] || set -- rules press
for module in "$@"; do
  case $module in
  rules) folder=target/web options=(--no-default-features) ;;
  press) folder=target/web-press options=() ;;
  *) echo "there is no module \`$module\`: rules, press" >&2 && exit 2 ;;
  esac
  compile --target-dir "$folder" "${options[@]}"
  cp "$folder/$target/web/deckle_page.wasm" "target/page/$module.wasm"
  gzip --keep --force --best --no-name "target/page/$module.wasm"
  wc -c "target/page/$module.wasm" "target/page/$module.wasm.gz" | sed '$d'
done

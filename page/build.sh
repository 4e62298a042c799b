#!/usr/bin/env bash
# Makes the modules that pages load: `bash page/build.sh` makes all, `bash page/build.sh rules` one of them: rules, read, press, or unpack,
# which unpacks the others. What it makes stands in target/page; docs/internals.md says what they answer.
# It needs a Rust that compiles to WebAssembly: that of rustup with its target, or Debian's; and `xz`. Ends with 3 where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

target=wasm32-unknown-unknown
# No path of this machine stands in what is published, and the same sources make the same bytes in every folder.
paths="--remap-path-prefix=$PWD=makeready --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"

# Compiles the package for pages with these options.
compile() {
  local options=(--locked --profile web --target "$target" "$@")
  if command -v rustup >/dev/null && rustup target list --installed | grep -qx "$target"; then
    # With the sources of Rust installed, its own paths lead to them; without, they are those that they are given here.
    library="$(rustc --print sysroot)/lib/rustlib/src/rust=/rustc/$(rustc -vV | sed -n 's/^commit-hash: //p')"
    RUSTFLAGS="$paths --remap-path-prefix=$library" cargo build "${options[@]}"
  elif [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/$target" ]; then
    RUSTC=/usr/bin/rustc RUSTFLAGS="$paths" CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=wasm-ld /usr/bin/cargo build "${options[@]}"
  else
    echo "please install a Rust that compiles to WebAssembly: \`rustup target add $target\`, or Debian's rustc-web, cargo-web and lld" >&2
    exit 3
  fi
}

mkdir -p target/page
[ $# -gt 0 ] || set -- rules unpack read press
for module in "$@"; do
  case $module in
  rules | read | press) package=makeready-$module-module made=$module ;;
  unpack) package=makeready-unpack made=makeready_unpack ;;
  *) echo "there is no module \`$module\`: rules, unpack, read, press" >&2 && exit 2 ;;
  esac
  if ! command -v xz >/dev/null; then
    echo "please install \`xz\` (Debian's xz-utils), which packs the modules" >&2
    exit 3
  fi
  compile --target-dir target/web -p "$package"
  whole=target/page/$module.wasm
  cp "target/web/$target/web/$made.wasm" "$whole"
  # Browsers unpack gzip alone, in which the modules would be half as large again: they unpack what unpacks the others.
  case $module in
  rules | read | press) packed=$whole.lzma && xz --format=lzma --lzma1=preset=9e,lc=4,pb=0,dict=32MiB --stdout "$whole" >"$packed" ;;
  *) packed=$whole.gz && gzip --keep --force --best --no-name "$whole" ;;
  esac
  wc -c "$whole" "$packed" | sed '$d'
done

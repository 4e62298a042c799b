#!/usr/bin/env bash
# Makes the modules that pages load: rules, read and press, and unpack, which unpacks the others. What it makes stands in target/page;
# docs/internals.md says what they answer.
# It needs a Rust that compiles to WebAssembly: that of rustup with its target, or Debian's; and `xz`. Ends with 3 where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

[ $# -eq 0 ] || { echo "usage: bash page/build.sh" >&2; exit 2; }
target=wasm32-unknown-unknown
# No path of this machine stands in what is published, and the same sources make the same bytes in every folder.
paths="--remap-path-prefix=$PWD=makeready --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"

# Compiles the packages of modules. With one command they share every package that they are made of.
compile() {
  local options=(--locked --profile web --target "$target" --target-dir target/web
    -p makeready-press-module -p makeready-read-module -p makeready-rules-module -p makeready-unpack)
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

# A module, and beside it what it is packed as. Browsers unpack gzip alone, in which the modules would be half as large again: they unpack
# what unpacks the others. What is the same as the last time is packed already.
pack() {
  local made=$1 whole=$2 packed
  case $whole in */unpack.wasm) packed=$whole.gz ;; *) packed=$whole.lzma ;; esac
  if ! cmp -s "$made" "$whole" || [ ! -e "$packed" ] || [ page/build.sh -nt "$packed" ]; then
    rm -f "$packed"
    cp "$made" "$whole"
    case $packed in
    *.gz) gzip --best --no-name --stdout "$whole" >"$packed.part" ;;
    *) xz --format=lzma --lzma1=preset=9e,lc=4,pb=0,dict=32MiB --stdout "$whole" >"$packed.part" ;;
    esac
    mv "$packed.part" "$packed"
  fi
  wc -c "$whole" "$packed" | sed '$d'
}

if ! command -v xz >/dev/null; then
  echo "please install \`xz\` (Debian's xz-utils), which packs the modules" >&2
  exit 3
fi
compile
mkdir -p target/page
packing=()
for module in press read rules unpack; do
  made=$module
  [ $module != unpack ] || made=makeready_unpack
  pack "target/web/$target/web/$made.wasm" "target/page/$module.wasm" &
  packing+=($!)
done
for number in "${packing[@]}"; do wait "$number"; done

#!/usr/bin/env bash
# Writes the files that packages hold beside the program: `bash packaging/extras.sh PROGRAM`.
#
# In: a Makeready that runs on this machine and finds the modules for pages. Needs Python 3.11, and rustup's Cargo for the list of crates;
# compiles nothing. Out, in target/extras:
#   share/       man pages, and completions for bash, zsh and fish
#   powershell/  completions for PowerShell
#   licenses/    licenses of the typefaces, icons and Rust crates in the program
#   workshop/    the workshop without a game, for archives
#   wheel/data/  share/ once more, in the folders of a Python wheel
set -euo pipefail

[ $# = 1 ] || { echo "usage: bash packaging/extras.sh PROGRAM" >&2; exit 2; }
program=$(realpath -- "$1")
cd "$(dirname "$0")/.."

# The old files stay until all new ones are there.
mkdir -p target
new=$(mktemp -d target/extras.XXXXXX)
trap 'rm -rf "$new"' EXIT
chmod 755 "$new"

share=$new/share
mkdir -p "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" "$share/fish/vendor_completions.d" "$new/powershell"
"$program" man >"$share/man/man1/makeready.1"
commands=$("$program" --help | sed -n '/^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p' | grep -v '^help$')
for command in $commands; do "$program" man "$command" >"$share/man/man1/makeready-$command.1"; done
"$program" completions bash >"$share/bash-completion/completions/makeready"
"$program" completions zsh >"$share/zsh/site-functions/_makeready"
"$program" completions fish >"$share/fish/vendor_completions.d/makeready.fish"
"$program" completions powershell >"$new/powershell/makeready.ps1"

# One list for all platforms.
targets=$(sed -n 's/^    "\(.*\)",$/\1/p' dist-workspace.toml | grep -- '-.*-')
cargo fetch --locked --quiet
python3 packaging/sbom.py --out "$new/licenses" $(printf 'makeready@%s ' $targets) \
  makeready-press-module@wasm32-unknown-unknown makeready-unpack@wasm32-unknown-unknown

mkdir -p "$new/wheel/data"
cp -R "$share" "$new/wheel/data/"

empty=$(find "$new" \( -type f -o -type d \) -empty)
[ -z "$empty" ] || { echo "error: nothing was written to: $empty" >&2; exit 1; }
# In a folder without content, whose `site.yaml` it would read. One of its styles is empty.
(cd "$new/wheel" && "$program" build --workshop-only --quiet --out ../workshop)
rm -rf target/extras
mv "$new" target/extras
find target/extras -type f | LC_ALL=C sort

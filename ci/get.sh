#!/usr/bin/env bash
# Prints the path of the program: of MAKEREADY_PROGRAM if it is set, otherwise of a release, which it downloads. README.md lists the
# settings. Exit code 1: there is no program, or its archive has another SHA-256 than expected.
set -euo pipefail
here=$(dirname -- "$0")
. "$here/common.sh"

# The platform of a release, as Rust names it.
target() {
  case $(uname -s)-$(uname -m) in
  Linux-x86_64) echo x86_64-unknown-linux-musl ;;
  Linux-aarch64 | Linux-arm64) echo aarch64-unknown-linux-musl ;;
  Darwin-x86_64) echo x86_64-apple-darwin ;;
  Darwin-arm64) echo aarch64-apple-darwin ;;
  MINGW*-x86_64 | MSYS*-x86_64) echo x86_64-pc-windows-msvc ;;
  *) fail "there is no release for $(uname -s) on $(uname -m); set MAKEREADY_PROGRAM to a program that you compiled" ;;
  esac
}

# The release that belongs to these scripts.
own_version() {
  sed -n 's/^version = "\(.*\)"$/\1/p' "$here/../Cargo.toml" 2>/dev/null | head -n 1
}

# fetch URL FILE
fetch() {
  local protocols='=https'
  case $1 in file:*) protocols='=file' ;; esac
  curl --fail --silent --show-error --location --retry 3 --proto "$protocols" --proto-redir "$protocols" --output "$2" "$1" >&2 ||
    fail "cannot download $1"
}

sha256() {
  if command -v sha256sum >/dev/null; then sha256sum <"$1"; else shasum -a 256 <"$1"; fi | cut -d ' ' -f 1
}

# Archives for Windows have no folder at their top.
unpack() {
  case $1 in
  *.zip) unzip -q "$1" -d "$2" ;;
  # From stdin: tar takes the name of a drive (`D:`) for that of a computer.
  *) tar -xJ --strip-components 1 -C "$2" <"$1" ;;
  esac
}

download() {
  local version=${MAKEREADY_VERSION:-$(own_version)} tools=${MAKEREADY_TOOLS:-.makeready-tools}
  local releases=${MAKEREADY_RELEASES:-https://github.com/$repository/releases} expected=${MAKEREADY_SHA256:-} name url found
  check_repository
  [[ $version =~ ^[A-Za-z0-9.+-]+$ ]] || fail "\`$version\` is not a version; set MAKEREADY_VERSION, such as 0.9.0"
  name=makeready-$(target)
  case $name in
  *windows*) name=$name.zip ;;
  *) name=$name.tar.xz ;;
  esac
  url=$releases/download/v$version
  [ "$version" != latest ] || url=$releases/latest/download
  rm -rf "${tools:?}/makeready"
  mkdir -p "$tools/makeready"
  fetch "$url/$name" "$tools/$name"
  if [ -z "$expected" ]; then
    fetch "$url/$name.sha256" "$tools/$name.sha256"
    expected=$(cut -d ' ' -f 1 "$tools/$name.sha256")
  fi
  expected=$(printf %s "$expected" | tr A-F a-f)
  found=$(sha256 "$tools/$name")
  [ "$found" = "$expected" ] || fail "$url/$name has the SHA-256 $found, not \`$expected\`"
  unpack "$tools/$name" "$tools/makeready"
  program=$tools/makeready/makeready
  [ -e "$program" ] || program=$program.exe
}

if [ -z "$program" ]; then download; fi
found=$(command -v -- "$program") || fail "there is no program \`$program\`"
program=$(absolute "$(dirname -- "$found")")/$(basename -- "$found")
version=$("$program" -V) || fail "\`$program\` does not run"
set_output program "$program"
set_output version "${version##* }"
printf '%s\n' "$program"

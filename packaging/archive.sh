#!/usr/bin/env bash
# Packs an archive of the program by hand: `bash packaging/archive.sh TARGET PROGRAM OUT`.
#
# In: a target of Rust, such as x86_64-unknown-linux-musl; the program for it; the files of `packaging/extras.sh`. Needs GNU tar, xz and
# sha256sum; for Windows also zip. Out: OUT/makeready-TARGET.tar.xz, for Windows OUT/makeready-TARGET.zip, each with a file .sha256.
# Names and layout are those of dist (dist-workspace.toml): files in a .tar.xz are in a folder makeready-TARGET, in a .zip they are not.
# The same files make the same bytes with the same versions of tar, xz and zip. SOURCE_DATE_EPOCH sets the time of the files.
set -euo pipefail

[ $# = 3 ] || { echo "usage: bash packaging/archive.sh TARGET PROGRAM OUT" >&2; exit 2; }
target=$1
program=$(realpath -- "$2")
mkdir -p -- "$3"
out=$(realpath -- "$3")
cd "$(dirname "$0")/.."

for folder in share powershell licenses workshop; do
  [ -d "target/extras/$folder" ] || { echo "error: there is no target/extras/$folder; run \`bash packaging/extras.sh PROGRAM\` first" >&2; exit 1; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
name=makeready-$target
stage=$work/$name
mkdir "$stage"
case $target in
*windows*) install -m 755 "$program" "$stage/makeready.exe" ;;
*) install -m 755 "$program" "$stage/makeready" ;;
esac
install -m 644 packaging/package/README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$stage/"
cp -R target/extras/share target/extras/powershell target/extras/licenses target/extras/workshop "$stage/"
find "$stage" -type d -exec chmod 755 {} +
find "$stage" -mindepth 2 -type f -exec chmod 644 {} +

# zip has no times before 1980.
export LC_ALL=C TZ=UTC
time=${SOURCE_DATE_EPOCH:-315532800}
case $target in
*windows*)
  file=$name.zip
  find "$stage" -exec touch -h -d "@$time" {} +
  (cd "$stage" && find . -type f | sed 's|^\./||' | sort | zip -q -X -9 -@ "$work/$file")
  ;;
*)
  file=$name.tar.xz
  tar --create --directory "$work" --format=ustar --sort=name --mtime="@$time" --owner=0 --group=0 --numeric-owner "$name" |
    xz --format=xz -9 --threads=1 >"$work/$file"
  ;;
esac
(cd "$work" && sha256sum --binary "$file" >"$file.sha256")
mv "$work/$file" "$work/$file.sha256" "$out/"
echo "$out/$file"

#!/usr/bin/env bash
# Assembles a repository for one game: `bash ci/template.sh OUT [ID [TITLE]]`. It has the files of `templates/repo`, and in
# `content` the game of `makeready new`. Set MAKEREADY_REPOSITORY to the repository of Makeready. MAKEREADY_PROGRAM makes the game;
# the workflow uses the release with the same version.
set -euo pipefail
here=$(dirname -- "$0")
. "$here/common.sh"
program=${program:-makeready}

case $# in
1 | 2 | 3) ;;
*) fail "usage: bash ci/template.sh OUT [ID [TITLE]]" ;;
esac
folder=$1 id=${2:-my-game}
if [ -e "$folder" ] && [ -n "$(find "$folder" -mindepth 1 -maxdepth 1 ! -name .git)" ]; then
  fail "\`$folder\` is not empty"
fi
check_repository
version=$("$program" -V)
version=${version##* }
mkdir -p "$folder"
"$program" new "$folder/content" --id "$id" ${3:+--title "$3"}
cp -R "$here/../templates/repo/." "$folder"
# After `new`, which refuses an id with other characters than letters, digits and hyphens.
for file in README.md deploy.md .github/workflows/makeready.yml; do
  sed -e '1{/^<!--/d;}' -e "s|OWNER/makeready|$repository|g; s|@VERSION|@v$version|g; s|blob/VERSION|blob/v$version|g; s|content/my-game|content/$id|g" \
    "$here/../templates/repo/$file" >"$folder/$file"
done

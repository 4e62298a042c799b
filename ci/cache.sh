#!/usr/bin/env bash
# Prints the path of the cache folder, which is beside the content folder. A CI system keeps it between runs, together with
# the folder `makeready` in $XDG_CACHE_HOME (Windows: in %LOCALAPPDATA%), which has the key of the cache.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"

[ -d "$content" ] || fail "there is no content folder \`$content\`; set MAKEREADY_CONTENT"
folder=$(absolute "$content/..")/.makeready
set_output folder "$folder"
printf '%s\n' "$folder"

#!/usr/bin/env bash
# Builds the site and the PDFs. README.md lists the settings. Exit code: that of `makeready build`: 1 if the content has errors.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
program=${program:-makeready}

# Words between spaces or line breaks. The shell does not expand `*`: `--only site/print/*` reaches the program.
read -r -d '' -a args <<<"${MAKEREADY_ARGS:-}" || true

# Older versions of bash refuse to expand an empty array.
without_commands "$program" build --content "$content" --out "$out" ${args[@]+"${args[@]}"}
[ ! -d "$out/site" ] || set_output site "$out/site"
[ ! -d "$out/site/print" ] || set_output print "$out/site/print"

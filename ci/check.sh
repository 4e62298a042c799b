#!/usr/bin/env bash
# Checks the content. Prints the findings and writes them into a SARIF file. README.md lists the settings. Exit code: that of
# `makeready check`: 1 if the content has errors.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
program=${program:-makeready}

code=0
"$program" check --content "$content" --format sarif >"$sarif" || code=$?
if [ "$code" -gt 1 ]; then
  rm -f "$sarif"
  exit "$code"
fi
set_output sarif "$sarif"

# The same findings for people, in the log and on the page of the run.
text=$("$program" check --content "$content" 2>&1) || true
without_commands printf '%s\n' "$text"
if [ "$code" = 1 ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  printf '### The content has errors\n\n~~~~~~~~text\n%s\n~~~~~~~~\n' "${text:0:60000}" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"

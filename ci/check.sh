#!/usr/bin/env bash
# Checks the content. Prints the findings and writes them into a SARIF file. README.md lists the settings. Exit code: that of
# `makeready check`: 1 if the content has errors.
set -euo pipefail
. "$(dirname -- "$0")/common.sh"
program=${program:-makeready}

code=0
said=$("$program" check --content "$content" --format sarif 2>&1 >"$sarif") || code=$?
if [ "$code" -gt 1 ]; then
  rm -f "$sarif"
  without_commands printf '%s\n' "$said" >&2
  exit "$code"
fi
set_output sarif "$sarif"

# The same findings for people, in the log and on the page of the run.
text=$("$program" check --content "$content" 2>&1) || true
without_commands printf '%s\n' "$text"
if [ "$code" = 1 ] && [ -n "${GITHUB_STEP_SUMMARY:-}" ]; then
  # Indented: no line of a message can end it.
  printf '### The content has errors\n\n%s\n' "$(printf '%s\n' "${text:0:60000}" | sed 's/^/    /')" >>"$GITHUB_STEP_SUMMARY"
fi
exit "$code"

# Settings and functions of the scripts in this folder. Sourced by them, never run.
# shellcheck shell=bash disable=SC2034

program=${MAKEREADY_PROGRAM:-}
content=${MAKEREADY_CONTENT:-content}
out=${MAKEREADY_OUT:-dist}
sarif=${MAKEREADY_SARIF:-makeready.sarif}
repository=${MAKEREADY_REPOSITORY:-OWNER/makeready}

fail() {
  printf 'error: %s\n' "$1" >&2
  exit 1
}

check_repository() {
  [[ $repository =~ ^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$ ]] || fail "\`$repository\` is not OWNER/NAME of a repository"
}

# set_output NAME VALUE: an output of the step, for later steps. Other systems than GitHub have no such file.
set_output() {
  case $2 in *$'\n'*) fail "the $1 has a line break: $2" ;; esac
  [ -z "${GITHUB_OUTPUT:-}" ] || printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# without_commands COMMAND...: runs it. GitHub reads lines such as `::add-mask::` in a log as commands. Messages quote the content,
# which may come from anybody.
without_commands() {
  local code=0 token=
  if [ "${GITHUB_ACTIONS:-}" = true ]; then
    token=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
    echo "::stop-commands::$token"
  fi
  "$@" || code=$?
  [ -z "$token" ] || echo "::$token::"
  return "$code"
}

# The path of an existing folder. Programs on Windows do not know the paths of its bash.
absolute() {
  (cd -P -- "$1" && { pwd -W 2>/dev/null || pwd; })
}

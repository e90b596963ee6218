#!/bin/sh
# Checks deliveries in the step of a continuous integration system with one static program,
# laufzettel-cli, and leaves the reports behind. Nothing is sent anywhere; the workspace the
# program needs is thrown away.
#
#   LAUFZETTEL_PATHS    what to check, one path per line (or as arguments)
#   LAUFZETTEL_CLI      the program; default laufzettel-cli on the PATH
#   LAUFZETTEL_URL      where to take it from instead; needs LAUFZETTEL_SHA256
#   LAUFZETTEL_SHA256   SHA-256 of what lies there, as in SHA256SUMS
#   LAUFZETTEL_PROFILE  agreed profile, a file (optional)
#   LAUFZETTEL_KIND     kind of the deliveries, where they do not tell themselves (optional)
#   LAUFZETTEL_OUT      folder of the reports; default laufzettel-report
#   LAUFZETTEL_LANG     de or en; default de
#
# Ends with 0: nothing wrong, 1: the material has errors, 2: wrong call, or a path, the
# program or room for the reports is not there, 3: a fault of the program, 4: interrupted.
set -eu
out=${LAUFZETTEL_OUT:-laufzettel-report}
cli=${LAUFZETTEL_CLI:-laufzettel-cli}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 4' INT TERM

if [ -n "${LAUFZETTEL_URL:-}" ]; then
  if [ -z "${LAUFZETTEL_SHA256:-}" ]; then
    echo "LAUFZETTEL_URL is set, LAUFZETTEL_SHA256 is not: a program whose sum nobody knows is not run." >&2
    exit 2
  fi
  cli=$work/laufzettel-cli
  curl --fail --silent --show-error --location --output "$cli" --url "$LAUFZETTEL_URL" || exit 2
  if ! echo "$LAUFZETTEL_SHA256  $cli" | sha256sum -c - >/dev/null 2>&1; then
    echo "What lies at $LAUFZETTEL_URL has another SHA-256 than $LAUFZETTEL_SHA256; it was not run." >&2
    exit 2
  fi
  chmod 700 "$cli"
fi

if [ $# -eq 0 ]; then
  # One path per line: blanks in names stay, patterns are not expanded.
  old=$IFS
  IFS='
'
  set -f
  # shellcheck disable=SC2086
  set -- ${LAUFZETTEL_PATHS:-}
  set +f
  IFS=$old
fi
if [ $# -eq 0 ]; then
  echo "Nothing to check: name paths as arguments or in LAUFZETTEL_PATHS." >&2
  exit 2
fi
[ -z "${LAUFZETTEL_PROFILE:-}" ] || set -- --profile "$LAUFZETTEL_PROFILE" -- "$@"
[ -n "${LAUFZETTEL_PROFILE:-}" ] || set -- -- "$@"
[ -z "${LAUFZETTEL_KIND:-}" ] || set -- --kind "$LAUFZETTEL_KIND" "$@"

"$cli" version >"$work/said" 2>&1 || {
  cat "$work/said" >&2
  echo "$cli is not there, or does not run on this machine: LAUFZETTEL_CLI names the program, LAUFZETTEL_URL where it is taken from." >&2
  exit 2
}
mkdir -p -- "$out" || exit 2
rc=0
"$cli" --data "$work/workspace" --lang "${LAUFZETTEL_LANG:-de}" check --junit "$out/junit.xml" --html "$out/report.html" "$@" || rc=$?
exit "$rc"

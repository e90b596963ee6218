#!/bin/sh
# Runs every fault test to the end, whatever fails, and says what came of it.
#   LAUFZETTEL_KILL_RUNS  runs of each of both kill tests (600 and 700)
#   LAUFZETTEL_KILL_SEED  first seed of both
#   LAUFZETTEL_TEST_CLI   the program, built once by make; without it every part builds it
# The full output of each part stays in .cache/faults.
set -u
logs=.cache/faults
mkdir -p "$logs"
rm -f "$logs"/*.log
failed=
export LAUFZETTEL_FAULTS=1

part() { # name, tests, package
	printf '%-10s ' "$1"
	began=$(date +%s)
	if go test -v -tags ci -count=1 -timeout 120m -run "$2" "$3" >"$logs/$1.log" 2>&1; then end=passed; else
		end=FAILED
		failed="$failed $1"
	fi
	tests=$(grep -c '^ *--- PASS' "$logs/$1.log")
	printf '%s, %d tests, %d skipped, %d s\n' "$end" "$tests" "$(grep -c '^ *--- SKIP' "$logs/$1.log")" $(($(date +%s) - began))
	grep -ho 'kills: .*' "$logs/$1.log" | sed 's/^/           /'
	grep -B1 '^ *--- SKIP' "$logs/$1.log" | grep -v -e '--- SKIP' -e '^--$' | sed 's/^ */           skipped: /' | sort | uniq -c | head -5
	grep '^ *--- FAIL' "$logs/$1.log" | sed 's/^ *--- FAIL: /           failed: /' | head -20
}

LAUFZETTEL_KILL_RUNS=${LAUFZETTEL_KILL_RUNS:-600} part program 'Kill' ./app/cli/kills
LAUFZETTEL_KILL_RUNS=${LAUFZETTEL_KILL_RUNS:-700} part channel 'Kill|Cut|Pipeline|Repeated|Late|Twice|FullDisk|PackageChanged' ./sync/channel
part doors 'Cut|OwnFileChanged' ./sync/door
part disk 'FullDisk|FewHandles' ./app/cli/kills
part database 'Database' ./app/cli/kills
part clock 'ClockJumps' ./app/cli/kills
part medium 'Medium' ./app/cli/kills

total=$(grep -ho 'kills: .*' "$logs"/*.log | grep -o '[0-9]* at commit points\|[0-9]* at named points\|[0-9]* at random times' | awk '{n += $1} END {print n + 0}')
echo "kills in all: $total; every random one is named by its seed in $logs, one again: docs/faults.md"
if [ -n "$failed" ]; then
	echo "failed:$failed"
	exit 1
fi
echo "no finding"

#!/bin/sh
# Lets programs of earlier commits and today's send packages to each other, both ways, over
# the channel: enrol, send, receipts, verify; then one side is renewed and the other goes
# on as it is, in both orders. Uses the programs as they are, and none of our packages. No mails: a
# receiver of 0.1.0 refuses packages that name their attachments (docs/protocol.md 12).
#   oldnew.sh NEW OLD...   each a laufzettel-cli
set -u
new=$1; shift
top=$(mktemp -d) || exit 1
served=
trap 'stop; rm -rf "$top"' EXIT
export LAUFZETTEL_PERSON="M. Ahrens" LAUFZETTEL_PASSPHRASE="nur für die Prüfung"
bad=0 portion=

stop() { [ -z "$served" ] || { kill "$served" 2>/dev/null; wait "$served" 2>/dev/null; served=; }; }
fail() { echo "  FAILED: $*"; bad=$((bad + 1)); return 1; }

# serve PROGRAM ADDRESS: the receiver of $dir; its address in $at
serve() {
	stop
	: >"$dir/served"
	"$1" archive serve --addr "$2" --store "$dir/archiv" --db "$dir/archiv.db" --key-store file >"$dir/served" 2>&1 &
	served=$!
	at=
	for _ in $(seq 600); do
		at=$(grep -Eo 'https?://[^ ]+[0-9]' "$dir/served" | head -n 1)
		[ -z "$at" ] || return 0
		kill -0 "$served" 2>/dev/null || break
		sleep 0.1
	done
	cat "$dir/served"
	fail "the receiver does not start"
}

client() { LAUFZETTEL_DATA="$dir/ws" "$of" "$@"; }

# packaged SEED: a delivery in the workspace, accepted and packaged; its name in $portion
packaged() {
	"$new" generate xdomea-0503 --out "$dir/lieferung-$1" --seed "$1" --dossiers 1 --cases 3 --mix pdf,txt --ratings A >/dev/null 2>"$dir/err" || { cat "$dir/err"; fail generate; return 1; }
	zip=$(find "$dir/lieferung-$1" -name '*.zip' | head -n 1)
	client receive "$zip" >"$dir/out" 2>&1 && portion=$(grep -Eo 'P[0-9]{4}-[0-9]{4}' "$dir/out" | head -n 1) &&
		client receive check --no-pdfa "$portion" >"$dir/out" 2>&1 && client receive accept "$portion" >"$dir/out" 2>&1 &&
		client appraise "$portion" finish >"$dir/out" 2>&1 && client package "$portion" >"$dir/out" 2>&1 || { cat "$dir/out"; fail "to the packages"; }
}

# sends: the packages of $portion, receipts verified by the client and by today's program,
# which looks at a copy: a workspace it has opened is none for an older one any more
sends() {
	client send "$portion" >"$dir/out" 2>&1 || { cat "$dir/out"; fail send; return 1; }
	rm -rf "$dir/copy"
	cp -R "$dir/ws" "$dir/copy"
	receipts=$(find "$dir/ws/packages" "$dir/ws/receipts" -name "*.quittung.json" -newer "$dir/mark" 2>/dev/null)
	n=0 ok=0 proofs=0
	for r in $receipts; do
		n=$((n + 1))
		client receipts verify "$r" >"$dir/out" 2>&1 && LAUFZETTEL_DATA="$dir/copy" "$new" receipts verify "$r" >"$dir/out2" 2>&1 && ok=$((ok + 1)) || cat "$dir/out" "$dir/out2"
		[ ! -e "${r%.json}.tlog-proof" ] || proofs=$((proofs + 1))
	done
	[ "$n" -ge 4 ] && [ "$ok" = "$n" ] || { fail "$ok of $n receipts verify"; return 1; }
	formats=$(for r in $receipts; do grep -o '"payload":"[^"]*"' "$r" | cut -d'"' -f4 | base64 -d | grep -o 'laufzettel-quittung/[0-9]'; done | sort | uniq -c | tr -s ' \n' ' ')
	echo "  $n receipts verify by both programs, $proofs with proof:$formats"
}

# pair CLIENT RECEIVER: from enrolment to receipts
pair() {
	of=$1
	dir=$top/$(basename "$1")-$(basename "$2"); mkdir -p "$dir"
	client settings "archive=Landesarchiv Musterland" >"$dir/out" 2>&1
	packaged 7 || return
	client keys new --store file >"$dir/out" 2>&1 || { cat "$dir/out"; fail "keys new"; return; }
	serve "$2" 127.0.0.1:0 || return
	client enrol --json "$at" >"$dir/enrolled" 2>"$dir/err" || { cat "$dir/err"; fail enrol; return; }
	code=$(grep -Eo '"code": *"[^"]*"' "$dir/enrolled" | cut -d'"' -f4)
	print=$(grep -Eo '"fingerprint": *"[^"]*"' "$dir/enrolled" | cut -d'"' -f4 | head -n 1)
	"$2" archive confirm "$code" --fingerprint "$print" --db "$dir/archiv.db" --role deliver >"$dir/out" 2>&1 ||
		"$2" archive confirm "$code" --db "$dir/archiv.db" --role deliver >"$dir/out" 2>&1 || { cat "$dir/out"; fail confirm; return; }
	touch "$dir/mark"
	sends || return
	if [ "$2" != "$new" ]; then return; fi
	LAUFZETTEL_DATA="$dir/ws" "$of" log verify >"$dir/out" 2>&1 || { cat "$dir/out"; fail "log verify"; }
}

# renewed OLD FIRST: both old; FIRST (receiver or client) is renewed, the other goes on as it
# is, then it is renewed too
renewed() {
	before=$bad
	pair "$1" "$1"
	[ "$bad" = "$before" ] || return
	renew "$2" && packaged 8 && touch "$dir/mark" && sends || return
	[ "$2" = client ] && renew receiver || renew client
	packaged 9 && touch "$dir/mark" && sends
}

renew() {
	[ "$1" = client ] && { of=$new; return; }
	serve "$new" "${at#http://}"
}

for old; do
	echo "$(basename "$old"), client, to today's receiver"
	pair "$old" "$new"; stop
	echo "today's client to the receiver $(basename "$old")"
	pair "$new" "$old"; stop
	echo "$(basename "$old"), both; then its receiver renewed, then the client"
	renewed "$old" receiver; stop
	rm -rf "$top/$(basename "$old")-$(basename "$old")"
	echo "$(basename "$old"), both; then its client renewed, then the receiver"
	renewed "$old" client; stop
done
[ "$bad" = 0 ] || { echo "$bad failed"; exit 1; }
echo "old and new understand each other"

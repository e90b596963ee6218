#!/bin/sh
# Verifies receipts and checkpoints of the Laufzettel channel, written from
# docs/protocol.md (4, 6, 7, 20) and docs/order.md alone: jq, openssl (3 or later), GNU
# coreutils. It is the independent one beside laufzettel-verify; a test runs both over the
# same hostile papers.
#
#   verify.sh receipt FILE KEY         FILE: the package; its papers lie beside it
#   verify.sh checkpoint FILE KEY      KEY: public key of the archive, base64, in a file
#   verify.sh order FILE [KEY]...      FILE: the order to destroy, its list beside it; with
#                                      KEY: public keys of the persons known to the caller
#
# Ends with 0: all holds; 1: something does not; 3: what was there holds, something is missing.
# Not checked here: names twice in the JSON of receipts, how long a key was in use, proofs
# of inclusion, time stamps (openssl ts -verify -data FILE -in FILE.tsr); of an order, whether the keys are those persons', and the salted digests.
set -u
LC_ALL=C; export LC_ALL
cmd=$1 file=$2; shift 2
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
bad() { echo "does not hold: $*"; exit 1; }

# use KEY: the public key that holds and opened go by, its id in $keyid
use() {
	printf %s "$1" | base64 -d >"$tmp/raw" 2>/dev/null && [ "$(wc -c <"$tmp/raw")" = 32 ] || bad "key"
	[ "$(base64 -w0 <"$tmp/raw")" = "$1" ] || bad "key"
	{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; cat "$tmp/raw"; } >"$tmp/der"
	openssl pkey -pubin -inform DER -in "$tmp/der" -out "$tmp/pub.pem" 2>/dev/null || bad "key"
	keyid=$(openssl dgst -sha256 -binary "$tmp/raw" | base32 | cut -c1-16)
}
holds() { openssl pkeyutl -verify -rawin -pubin -inkey "$tmp/pub.pem" -sigfile "$2" -in "$1" >/dev/null 2>&1; }

# opened ENVELOPE TYPE: the payload, signed by the key, into $tmp/payload
opened() {
	[ "$(jq -r '.payloadType' "$1" 2>/dev/null)" = "$2" ] || return 1
	jq -r '.payload' "$1" | base64 -d >"$tmp/payload" 2>/dev/null || return 1
	{ printf 'DSSEv1 %d %s %d ' "${#2}" "$2" "$(wc -c <"$tmp/payload")"; cat "$tmp/payload"; } >"$tmp/pae"
	[ -n "${3:-}" ] && return 0
	jq -r --arg k "$keyid" '.signatures[]|select(.keyid==$k).sig' "$1" | base64 -d >"$tmp/sig" 2>/dev/null || return 1
	holds "$tmp/pae" "$tmp/sig"
}

checkpoint() { # a request to co-sign brings one behind its first empty line
	[ "$(sed -n 1p "$1")" = laufzettel-witness/1 ] && { sed '1,/^$/d' "$1" >"$tmp/note"; set -- "$tmp/note"; }
	sed '/^$/q' "$1" | sed '$d' >"$tmp/text"
	[ "$(wc -l <"$tmp/text")" = 3 ] || bad "not three lines"
	origin=$(sed -n 1p "$tmp/text")
	sed -n '/^$/,$p' "$1" | sed -n "s|^— $origin ||p" >"$tmp/lines"
	number=$({ printf '%s\n\001' "$origin"; cat "$tmp/raw"; } | openssl dgst -sha256 -binary | head -c 4 | base64)
	while IFS= read -r line; do # the number of the key, then the signature, in canonical base64
		printf %s "$line" | base64 -d >"$tmp/line" 2>/dev/null && [ "$(base64 -w0 <"$tmp/line")" = "$line" ] || continue
		[ "$(head -c 4 "$tmp/line" | base64)" = "$number" ] || continue
		tail -c +5 "$tmp/line" >"$tmp/sig"
		if [ "$(wc -c <"$tmp/sig")" = 64 ] && holds "$tmp/text" "$tmp/sig"; then
			echo "holds: $(sed -n 2p "$tmp/text") leaves of $origin"; exit 0
		fi
	done <"$tmp/lines"
	bad "signature of the checkpoint"
}

receipt() {
	q=$file.quittung.json m=$file.manifest.json
	opened "$q" application/vnd.laufzettel.quittung+json || bad "signature of the receipt"
	cp "$tmp/payload" "$tmp/q"
	case $(jq -r '.format' "$tmp/q") in laufzettel-quittung/[12]) ;; *) bad "format of the receipt" ;; esac
	[ "$(jq -r '.key_id' "$tmp/q")" = "$keyid" ] || bad "key of the receipt"
	[ "$(jq -r '.state' "$tmp/q")" = accepted ] || bad "the archive has refused it"
	[ -e "$m" ] || { echo "missing: manifest"; exit 3; }
	[ "$(sha512sum <"$m" | cut -d' ' -f1)" = "$(jq -r '.manifest_sha512' "$tmp/q")" ] || bad "manifest"
	opened "$m" application/vnd.laufzettel.manifest+json unsigned || bad "manifest"
	for member in name size sha512; do
		[ "$(jq -r ".$member" "$tmp/payload")" = "$(jq -r ".uploads[0].$member" "$tmp/q")" ] || bad "$member in manifest and receipt"
	done
	root=$(jq -r '.uploads[0].pieces_root // ""' "$tmp/q")
	[ "$(jq -r '.pieces.root // ""' "$tmp/payload")" = "$root" ] || bad "root of the pieces in manifest and receipt"
	[ -e "$file" ] || { echo "missing: package"; exit 3; }
	[ "$(wc -c <"$file")" = "$(jq -r '.uploads[0].size' "$tmp/q")" ] || bad "size of the package"
	[ "$(sha512sum <"$file" | cut -d' ' -f1)" = "$(jq -r '.uploads[0].sha512' "$tmp/q")" ] || bad "sha512 of the package"
	[ -z "$root" ] || [ "$(split -b 4M --filter=sha256sum "$file" | cut -c1-64 | sha256sum | cut -c1-64)" = "$root" ] || bad "root of the pieces"
	echo "holds: $(jq -r '.receipt_id' "$tmp/q")"
}

# The one spelling of an order, member by member, and what docs/order.md asks of it.
spelling='
def object: {id, folder, files, bytes, digest, decided, released};
def order: {format, order_id, archive, accession, portion, made, basis, signers: [.signers[] | {role, person, public_key}]}
	+ (if has("alone") then {alone: (.alone | {consent, until})} else {} end) + (if has("sample") then {sample} else {} end)
	+ {originals: [.originals[] | {portion, files, bytes, digest}], sums: [.sums[] | {folder, objects, files, bytes}], count}
	+ (if has("objects") then {objects: [.objects[] | object]} else {} end) + (if has("list") then {list} else {} end) + {log: (.log | {seq, sha256})};
def text($empty): type == "string" and (if . == "" then $empty else utf8bytelength <= 1000 and (startswith(" ") or endswith(" ") | not)
	and (explode | all(. >= 32 and (. < 127 or . > 159) and (. < 8203 or . > 8207) and (. < 8232 or . > 8238) and (. < 8288 or . > 8297) and . != 65279)) end);
def id: type == "string" and test("\\A[0-9A-Za-z._-]{1,64}\\z");
def digest: type == "string" and test("\\A[0-9a-f]{64}\\z");
def statement: type == "string" and test("\\A([0-9]{1,15}:[0-9a-f]{64}|[0-9a-f]{64,128})\\z");
def whole: type == "number" and (tostring | test("\\A[0-9]+\\z")) and . <= 9007199254740991;
def moment: type == "string" and test("\\A[2-9][0-9]{3}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z\\z") and (. as $t | try (fromdateiso8601 | todate == $t) catch false);
def folded: ascii_downcase | gsub(" "; "");
def rising: . as $all | all(range(1; length); $all[. - 1] < $all[.]);
def sound($alone): (.id | text(false)) and (.folder | text(true)) and (.files | whole) and (.bytes | whole) and (.digest | digest)
	and ((.decided | statement) or ($alone and .decided == "")) and ((.released | statement) or ($alone and .released == ""));
def sums: group_by(.folder) | map({folder: .[0].folder, objects: length, files: (map(.files) | add), bytes: (map(.bytes) | add)});
def holds: .alone as $alone | (has("alone")) as $single
	| .format == "laufzettel-order/1" and ([.order_id, .accession, .portion] | all(id)) and (.archive | text(true)) and (.basis | text(false))
	and (if has("sample") then .sample | text(false) else true end) and (.made | moment) and (.log.seq | whole) and .log.seq > 0 and (.log.sha256 | digest)
	and (.signers | map(.role)) == (if $single then ["orders"] else ["orders", "releases"] end) and (.signers | all(.person | text(false)))
	and (if $single then (.made | fromdateiso8601) as $made | ($alone.until == "" and ($alone.consent | text(false)))
		or ($alone.consent == "" and ($alone.until | moment) and ($alone.until | fromdateiso8601) - $made >= 2592000)
		else (.signers | (.[0].person | folded) != (.[1].person | folded) and .[0].public_key != .[1].public_key) end)
	and (.originals | all((.portion | id) and (.files | whole) and (.bytes | whole) and (.digest | digest)) and (map(.portion) | rising))
	and (.sums | all((.folder | text(true)) and (.objects | whole) and (.files | whole) and (.bytes | whole)) and (map(.folder) | rising))
	and (.count | whole) and .count > 0
	and (if has("list") then (has("objects") | not) and .count > 10000 and (.list | digest)
		else .count <= 10000 and (.objects | length) == .count and (.objects | all(sound($single)) and (map(.id) | rising)) and (.objects | sums) == .sums end);
'

order() {
	jq -cj '{payloadType, payload, signatures: [.signatures[] | {keyid, sig}]}' "$1" >"$tmp/again" 2>/dev/null && cmp -s "$1" "$tmp/again" || bad "spelling of the envelope"
	opened "$1" application/vnd.laufzettel.order+json unsigned || bad "not an order"
	[ "$(base64 -w0 <"$tmp/payload")" = "$(jq -r .payload "$1")" ] || bad "spelling of the envelope"
	jq -cj "$spelling order" "$tmp/payload" >"$tmp/again" 2>/dev/null && cmp -s "$tmp/payload" "$tmp/again" || bad "spelling of the order"
	[ "$(jq "$spelling holds" "$tmp/payload" 2>/dev/null)" = true ] || bad "what the order says"
	wanted=$(jq '.signers | length' "$tmp/payload") given=$(jq '.signatures | length' "$1") next=0 good=0
	while [ "$next" -lt "$wanted" ]; do
		use "$(jq -r ".signers[$next].public_key" "$tmp/payload")"
		sig=$(jq -r ".signatures[$good].sig // \"\"" "$1")
		if [ "$(jq -r ".signatures[$good].keyid // \"\"" "$1")" = "$keyid" ]; then
			printf %s "$sig" | base64 -d >"$tmp/sig" 2>/dev/null && [ "$(base64 -w0 <"$tmp/sig")" = "$sig" ] || bad "signature"
			holds "$tmp/pae" "$tmp/sig" || bad "signature of $(jq -r ".signers[$next].person" "$tmp/payload")"
			good=$((good + 1))
		fi
		next=$((next + 1))
	done
	[ "$good" = "$given" ] && [ "$good" -gt 0 ] || bad "a signature of nobody who has to sign"
	shift
	if [ $# -gt 0 ]; then # the caller knows whose keys these are
		cat "$@" | tr -d '[:blank:]' >"$tmp/known"
		for k in $(jq -r '.signers[].public_key' "$tmp/payload"); do grep -qxF "$k" "$tmp/known" || bad "a key the caller does not know"; done
	fi
	if [ "$(jq 'has("list")' "$tmp/payload")" = true ]; then
		list=$file.liste
		[ -e "$list" ] || { echo "missing: list"; exit 3; }
		jq -c "$spelling object" "$list" >"$tmp/again" 2>/dev/null && cmp -s "$list" "$tmp/again" || bad "spelling of the list"
		[ "$(split -l 10000 --filter=sha256sum "$list" | cut -c1-64 | sha256sum | cut -c1-64)" = "$(jq -r .list "$tmp/payload")" ] || bad "root of the list"
		[ "$(jq --slurpfile all "$list" "$spelling has(\"alone\") as \$single | (\$all | length) == .count and (\$all | all(sound(\$single)) and (map(.id) | rising)) and (\$all | sums) == .sums" "$tmp/payload" 2>/dev/null)" = true ] || bad "what the list says"
	fi
	[ "$good" = "$wanted" ] || { echo "missing: a signature"; exit 3; }
	jq -r '"holds: order \(.order_id) over \(.count) objects, signed by \(.signers | map(.person) | join(" and "))" + (if has("alone") then ", alone: \(.alone.consent)\(.alone.until)" else "" end)' "$tmp/payload"
}

case $cmd in
receipt | checkpoint) use "$(tr -d '[:space:]' <"$1")"; $cmd "$file" ;;
order) order "$file" "$@" ;;
*) echo "receipt, checkpoint or order" >&2; exit 2 ;;
esac

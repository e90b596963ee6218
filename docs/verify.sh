#!/bin/sh
# Verifies receipts, checkpoints and logs of the Laufzettel channel, written from
# docs/protocol.md (4, 6, 7, 20) and docs/order.md alone: jq, openssl (3 or later), GNU
# coreutils. It is the independent one beside laufzettel-verify; a test runs both over the
# same hostile papers.
#
#   verify.sh receipt FILE KEY           FILE: the package; its papers lie beside it, also the
#                                        proof that the receipt is in the log of the archive
#   verify.sh checkpoint FILE KEY [OLD]  KEY: public key of the archive, base64, in a file;
#                                        FILE: a checkpoint, or a request to co-sign one, with
#                                        the proof that it begins with the checkpoint OLD
#   verify.sh log DIR KEY [OLD]...       DIR: a log as files; OLD: checkpoints of before
#   verify.sh order FILE [KEY]...        FILE: the order to destroy, its list beside it; with
#                                        KEY: public keys of the persons known to the caller
#
# Ends with 0: all holds; 1: something does not; 3: what was there holds, something is missing.
# Not checked here: names twice in the JSON of receipts, how long a key was in use, time
# stamps (openssl ts -verify -data FILE -in FILE.tsr), co-signatures; of an order, whether
# the keys are those persons', and the salted digests.
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

# canonical TEXT: base64 in the one spelling of its bytes; hexed TEXT: those bytes in hex
canonical() { [ "$(printf %s "$1" | base64 -d 2>/dev/null | base64 -w0)" = "$1" ]; }
hexed() { printf %s "$1" | base64 -d | od -An -v -tx1 | tr -d ' \n'; }
hash() { canonical "$1" && [ "${#1}" = 44 ] && [ "$(printf %s "$1" | base64 -d | wc -c)" = 32 ]; }
number() { case $1 in '' | *[!0-9]* | 0?* | ?????????????????*) return 1 ;; esac; }
# node LEFT RIGHT: the node above two (RFC 9162), all in hex
node() { printf '01%s%s' "$1" "$2" | tr a-f A-F | basenc -d --base16 | sha256sum | cut -c1-64; }
nothing=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

# signed FILE: a checkpoint under the key; says $origin, $size and $root (hex)
signed() {
	[ -f "$1" ] && [ "$(wc -c <"$1")" -le 65536 ] || bad "no checkpoint"
	sed '/^$/q' "$1" | sed '$d' >"$tmp/text"
	[ "$(wc -l <"$tmp/text")" = 3 ] || bad "not three lines"
	origin=$(sed -n 1p "$tmp/text") size=$(sed -n 2p "$tmp/text") root=$(sed -n 3p "$tmp/text")
	case $origin in '' | *[!!-~]* | *+*) bad "origin" ;; esac
	[ "${#origin}" -le 255 ] || bad "origin"
	number "$size" && hash "$root" || bad "head of the checkpoint"
	root=$(hexed "$root")
	[ "$size" != 0 ] || [ "$root" = $nothing ] || bad "root of a log without leaves"
	sed '1,/^$/d' "$1" >"$tmp/signatures"
	[ -s "$tmp/signatures" ] && [ -z "$(tail -c 1 "$tmp/signatures")" ] || bad "signature of the checkpoint"
	while IFS= read -r line; do
		case $line in '— '*' '*) canonical "${line##* }" || bad "a signature in loose base64" ;; *) bad "a line that is no signature" ;; esac
	done <"$tmp/signatures"
	sed -n "s|^— $origin ||p" "$tmp/signatures" >"$tmp/lines"
	of=$({ printf '%s\n\001' "$origin"; cat "$tmp/raw"; } | openssl dgst -sha256 -binary | head -c 4 | base64)
	while IFS= read -r line; do # the number of the key, then the signature
		printf %s "$line" | base64 -d >"$tmp/line" 2>/dev/null && [ "$(head -c 4 "$tmp/line" | base64)" = "$of" ] || continue
		tail -c +5 "$tmp/line" >"$tmp/sig"
		[ "$(wc -c <"$tmp/sig")" = 64 ] && holds "$tmp/text" "$tmp/sig" && return 0
	done <"$tmp/lines"
	bad "signature of the checkpoint"
}

# extends SIZE ROOT: the log of $size and $root begins with those leaves; the hashes of
# RFC 9162 2.1.4 stand in $tmp/path, base64, one a line
extends() {
	[ "$1" != 0 ] || return 0
	[ "$1" -le "$size" ] || { echo "does not hold: the log had $1 leaves, now $size"; return 1; }
	if [ "$1" = "$size" ]; then [ "$2" = "$root" ]; return; fi
	[ $(($1 & ($1 - 1))) != 0 ] || first=$2
	fn=$(($1 - 1)) sn=$((size - 1))
	while [ $((fn & 1)) = 1 ]; do fn=$((fn >> 1)) sn=$((sn >> 1)); done
	while IFS= read -r c; do
		c=$(hexed "$c")
		if [ -z "${fr:-}" ] && [ -z "${first:-}" ]; then first=$c; continue; fi
		[ -n "${fr:-}" ] || { fr=$first sr=$first; }
		[ "$sn" != 0 ] || return 1
		if [ $((fn & 1)) = 1 ] || [ "$fn" = "$sn" ]; then
			fr=$(node "$c" "$fr") sr=$(node "$c" "$sr")
			while [ $((fn & 1)) = 0 ] && [ "$fn" != 0 ]; do fn=$((fn >> 1)) sn=$((sn >> 1)); done
		else
			sr=$(node "$sr" "$c")
		fi
		fn=$((fn >> 1)) sn=$((sn >> 1))
	done <"$tmp/path"
	[ "${fr:-}" = "$2" ] && [ "$sr" = "$root" ] && [ "$sn" = 0 ]
}

# path FILE FROM: the hashes of a paper from that line to its first empty one
path() {
	sed '/^$/q' "$1" | sed '$d' | sed "1,$(($2 - 1))d" >"$tmp/path"
	[ "$(wc -l <"$tmp/path")" -le 64 ] || bad "too many hashes"
	while IFS= read -r line; do hash "$line" || bad "a hash"; done <"$tmp/path"
}

checkpoint() { # a request to co-sign brings one behind its first empty line
	paper=$1 request= was= ; shift
	if [ "$(sed -n 1p "$paper")" = laufzettel-witness/1 ]; then
		request=$paper
		path "$request" 4
		was=$(sed -n 's/^old //p;3q' "$request")
		sed '1,/^$/d' "$request" >"$tmp/note"
		paper=$tmp/note
	fi
	signed "$paper"
	now=$size whose=$origin top=$root
	[ $# = 0 ] || {
		signed "$1"
		oldsize=$size oldroot=$root
		[ "$origin" = "$whose" ] || bad "the checkpoint of before is of another log"
		size=$now root=$top
		if [ "$oldsize" -lt "$now" ] && [ "$oldsize" != 0 ] && [ "$was" != "$oldsize" ]; then echo "missing: the proof from $oldsize leaves to $now"; exit 3; fi
		extends "$oldsize" "$oldroot" || bad "the log does not begin with that of $oldsize leaves"
		echo "holds: begins with the $oldsize leaves of before"
	}
	echo "holds: $now leaves of $whose"
}

# included ENVELOPE: it is the leaf that the proof beside it says
included() {
	proof=${1%.json}.tlog-proof
	[ -e "$proof" ] || { echo "not checked: no proof that the receipt is in the log of the archive"; return 0; }
	[ "$(wc -c <"$proof")" -le 73728 ] && [ "$(sed -n 1p "$proof")" = c2sp.org/tlog-proof@v1 ] || bad "proof of the log"
	salt=$(sed -n '2s/^extra //p' "$proof") index=$(sed -n '3s/^index //p' "$proof")
	hash "$salt" && number "$index" || bad "proof of the log"
	path "$proof" 4
	sed '1,/^$/d' "$proof" >"$tmp/note"
	signed "$tmp/note"
	[ "$index" -lt "$size" ] || bad "proof of the log"
	{ printf '\000'; openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(hexed "$salt")" -binary "$1"; } >"$tmp/leaf"
	r=$(sha256sum <"$tmp/leaf" | cut -c1-64) fn=$index sn=$((size - 1))
	while IFS= read -r p; do
		p=$(hexed "$p")
		[ "$sn" != 0 ] || bad "proof of the log"
		if [ $((fn & 1)) = 1 ] || [ "$fn" = "$sn" ]; then
			r=$(node "$p" "$r")
			while [ $((fn & 1)) = 0 ] && [ "$fn" != 0 ]; do fn=$((fn >> 1)) sn=$((sn >> 1)); done
		else
			r=$(node "$r" "$p")
		fi
		fn=$((fn >> 1)) sn=$((sn >> 1))
	done <"$tmp/path"
	[ "$sn" = 0 ] && [ "$r" = "$root" ] || bad "the receipt is not in the log of the archive"
	echo "holds: entry $((index + 1)) of $size in the log"
}

# tile DIR N WIDTH: the first WIDTH leaves of tile N, of the full one where no part is there
tile() {
	name=$(printf %03d $(($2 % 1000))) n=$(($2 / 1000))
	while [ "$n" -gt 0 ]; do name=$(printf x%03d $((n % 1000)))/$name n=$((n / 1000)); done
	name=$1/tile/8/0/$name
	[ "$3" = 256 ] || [ ! -e "$name.p/$3" ] || name=$name.p/$3
	[ -f "$name" ] && [ "$(wc -c <"$name")" -ge $(($3 * 32)) ] && [ "$(wc -c <"$name")" -le 8192 ] || bad "tile $2 of the log"
	head -c $(($3 * 32)) "$name"
}

# top N: the root of the first N leaves in $tmp/leaves; a level at a time, the last node
# without a neighbour goes up as it is
top() {
	head -n "$1" "$tmp/leaves" >"$tmp/level"
	while [ "$(wc -l <"$tmp/level")" -gt 1 ]; do
		paste -d ' ' - - <"$tmp/level" >"$tmp/pairs"
		rm -rf "$tmp/nodes"; mkdir "$tmp/nodes"
		sed -n 's/^\([0-9a-f]*\) \([0-9a-f][0-9a-f]*\)$/01\1\2/p' "$tmp/pairs" | tr -d '\n' | tr a-f A-F | basenc -d --base16 >"$tmp/joined"
		(cd "$tmp/nodes" && split -a 6 -b 65 "$tmp/joined" && find . -type f | sort | xargs sha256sum) | cut -c1-64 >"$tmp/level"
		sed -n 's/^\([0-9a-f]*\) $/\1/p' "$tmp/pairs" >>"$tmp/level"
	done
	if [ "$1" = 0 ]; then echo $nothing; else cat "$tmp/level"; fi
}

log() {
	dir=$1; shift
	signed "$dir/checkpoint"
	all=$size whose=$origin
	n=0
	: >"$tmp/bytes"
	while [ "$n" -lt "$all" ]; do
		width=$((all - n)); [ "$width" -le 256 ] || width=256
		(tile "$dir" $((n / 256)) "$width") >"$tmp/tile" || { cat "$tmp/tile"; exit 1; }
		cat "$tmp/tile" >>"$tmp/bytes"
		n=$((n + width))
	done
	od -An -v -tx1 -w32 "$tmp/bytes" | tr -d ' ' >"$tmp/leaves"
	[ "$(top "$all")" = "$root" ] || bad "the leaves are not those of the checkpoint"
	echo "holds: $all leaves of $whose"
	for old; do
		signed "$old"
		[ "$origin" = "$whose" ] || bad "the checkpoint of before is of another log"
		[ "$size" -le "$all" ] || bad "the log had $size leaves, now $all: cut or put back"
		[ "$(top "$size")" = "$root" ] || bad "the log has another past"
		echo "holds: begins with the $size leaves of before"
	done
}

receipt() {
	q=$file.quittung.json m=$file.manifest.json
	opened "$q" application/vnd.laufzettel.quittung+json || bad "signature of the receipt"
	cp "$tmp/payload" "$tmp/q"
	case $(jq -r '.format' "$tmp/q") in laufzettel-quittung/[12]) ;; *) bad "format of the receipt" ;; esac
	[ "$(jq -r '.key_id' "$tmp/q")" = "$keyid" ] || bad "key of the receipt"
	[ "$(jq -r '.state' "$tmp/q")" = accepted ] || bad "the archive has refused it"
	included "$q"
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
receipt | checkpoint | log) use "$(tr -d '[:space:]' <"$1")"; shift; $cmd "$file" "$@" ;;
order) order "$file" "$@" ;;
*) echo "receipt, checkpoint, log or order" >&2; exit 2 ;;
esac

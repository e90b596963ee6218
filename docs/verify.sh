#!/bin/sh
# Verifies receipts, checkpoints, logs and orders of the Laufzettel channel, written from
# docs/protocol.md (2, 4, 6, 7, 19, 20) and docs/order.md alone: jq, openssl (3 or later), awk,
# iconv, GNU coreutils. It is the independent one beside laufzettel-verify; a test runs both
# over the same hostile papers.
#
#   verify.sh receipt FILE KEY           FILE: the package (or NAME of a message); its papers lie
#                                        beside it, also the proof that the receipt is in the
#                                        log of the archive, and a time stamp
#   verify.sh checkpoint FILE KEY [OLD]  KEY: public key of the archive, base64, in a file;
#                                        FILE: a checkpoint, or a request to co-sign one, with
#                                        the proof that it begins with the checkpoint OLD
#   verify.sh log DIR KEY [OLD]...       DIR: a log as files; OLD: checkpoints of before
#   verify.sh order FILE [KEY]...        FILE: the order to destroy, its list beside it; with
#                                        KEY: public keys of the persons known to the caller
#
# Ends with 0: all holds; 1: something does not; 3: what was there holds, something is missing,
# or is written as papers were before 2026-12-01, which this script does not read.
# Not checked here: how long a key was in use, co-signatures, whether an authority of time
# stamps deserves trust; of an order, whether the keys are those persons', and the salted digests.
set -u
LC_ALL=C; export LC_ALL
[ $# -ge 2 ] || { sed -n '7,16p' "$0" >&2; exit 2; }
cmd=$1 file=$2; shift 2
tmp=$(mktemp -d) || exit 2
trap 'rm -rf "$tmp"' EXIT
bad() { echo "does not hold: $*"; exit 1; }
small() { [ -f "$1" ] && [ "$(wc -c <"$1")" -le "$2" ]; } # a file, no pipe that never ends

# hash TEXT: the base64 of 32 bytes in its one spelling; hexed TEXT: those bytes in hex
hash() {
	[ "${#1}" = 44 ] || return 1
	case ${1%=} in *[!A-Za-z0-9+/]*) return 1 ;; *[AEIMQUYcgkosw048]) [ "${1#"${1%?}"}" = = ] ;; *) return 1 ;; esac
}
hexed() { printf %s "$1" | base64 -d | od -An -v -tx1 | tr -d ' \n'; }
number() { case $1 in '' | *[!0-9]* | 0?* | ?????????????????*) return 1 ;; esac; [ "$1" -le 9007199254740992 ]; }

# point HEX: 32 bytes that stand for a point of the curve in the one way, and for none of small
# order (protocol.md 2); that they stand for one at all is for openssl to say
f30=ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
n30=000000000000000000000000000000000000000000000000000000000000
point() {
	case $1 in
	0[01]"$n30"[08]0 | e[c-f]"$f30"[7f]f | f?"$f30"[7f]f) return 1 ;; # order 1, 2, 4; beyond the field
	26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc[08]5) return 1 ;;
	c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03[7f]a) return 1 ;;
	esac
}

# use KEY: the public key that holds and opened go by, its id in $keyid
use() {
	hash "$1" && point "$(hexed "$1")" || bad "key"
	printf %s "$1" | base64 -d >"$tmp/raw"
	{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; cat "$tmp/raw"; } >"$tmp/der"
	keyid=$(openssl dgst -sha256 -binary "$tmp/raw" | base32)
	keyid=${keyid%"${keyid#????????????????}"}
}
# key FILE: the key in a file, with nothing but white space around it
key() {
	small "$1" 4096 || bad "key"
	text=$(tr '\000\t\n\013\014\r' '!     ' <"$1" | tr -s ' ')
	text=${text# }; use "${text% }"
}
holds() { # WHAT SIGNATURE
	[ "$(wc -c <"$2")" = 64 ] && point "$(od -An -v -tx1 -w32 -N32 "$2" | tr -d ' \n')" &&
		openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$tmp/der" -sigfile "$2" -in "$1" >/dev/null 2>&1
}

# How signed JSON is read (protocol.md 4). What stands in quotes, numbers and words become one
# sign each; the names counted by their colons are then the names jq has, or one stood twice.
bare='{
	gsub(/\\\\|\\"/, "_")
	gsub(/\\u[dD][89abAB][0-9a-fA-F][0-9a-fA-F]\\u[dD][c-fC-F][0-9a-fA-F][0-9a-fA-F]/, "_")
	if (/\001/ || /\\u[dD][89a-fA-F]/) exit 1 # a control sign; half a pair
	gsub(/"[^"\002]*"/, "s"); gsub(/\002/, " "); gsub(/true|false|null/, "w"); gsub(/-?[1-9][0-9]*|0/, "n")
	if (/[snw] *[snw]/) exit 1
	gsub(/ /, "")
	if (/[^][{}:,snw]/) exit 1
	colons = gsub(/:/, ""); gsub(/[,snw]/, "")
	for (deep = 0; deep < 32; deep++) gsub(/\[\]|[{][}]/, "")
	if ($0 != "") exit 1
	print colons
}'
reading='
def must(c): if c then . else error("no") end;
def text: . == null or type == "string";
def whole: . == null or type == "number";
def list(c): . == null or (type == "array" and all(.[]; . == null or c));
def only($names): type == "object" and keys - $names == [];
def hexes($n): type == "string" and test("\\A[0-9a-f]{\($n)}\\z");
def based: . == null or (type == "string" and test("\\A([A-Za-z0-9+/]{4})*([A-Za-z0-9+/][AQgw]==|[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=)?\\z"));
def moment: . == null or (type == "string"
	and test("\\A[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])\\z")
	and ((.[:4] | tonumber) as $y | (.[8:10] | tonumber) <= [31, (if $y % 4 == 0 and ($y % 100 != 0 or $y % 400 == 0) then 29 else 28 end),
		31, 30, 31, 30, 31, 31, 30, 31, 30, 31][(.[5:7] | tonumber) - 1]));
def dated: moment and . != null and (test("\\A0001-01-01T00:00:00(\\.0+)?Z\\z") | not);
must(([.. | objects | length] | add // 0) == ($colons | tonumber) and all(.. | numbers; . <= 9007199254740991 and . >= -9007199254740991)) |
'
# strict FILE FILTER [ARG]...: one JSON text by the rules; what the filter gives is in $tmp/said
strict() {
	paper=$1 filter=$2; shift 2
	small "$paper" 16777216 && iconv -f UTF-8 -t UTF-16 "$paper" >/dev/null 2>&1 || return 1
	colons=$(tr '\000-\010\013\014\016-\037\t\n\r' '[\001*29]\002\002\002' <"$paper" | awk "$bare") && [ -n "$colons" ] || return 1
	jq -rj --arg colons "$colons" "$@" "$reading$filter" "$paper" >"$tmp/said" 2>/dev/null
}

envelope='must(only(["payload", "payloadType", "signatures"]) and .payloadType == $type and (.payload | text) and (.signatures | type == "array"))
	| must(.signatures | length >= 1 and length <= 8 and all(.[]; only(["keyid", "sig"]) and (.keyid | type == "string" and . != "") and (.sig | based))
		and ([.[].keyid] | unique | length) == length)
	| ([.signatures[] | select(.keyid == $id).sig // "" | select(length == 88)][0] // "") + "\n" + (.payload // "")'
# opened ENVELOPE TYPE: its payload into $tmp/payload, what is signed into $tmp/pae, the
# signature that says to be by the key into $sig
opened() {
	strict "$1" "$envelope" --arg type "$2" --arg id "${keyid:-}" || return 1
	read -r sig <"$tmp/said"
	sed 1d "$tmp/said" >"$tmp/base64"
	base64 -d <"$tmp/base64" >"$tmp/payload" 2>/dev/null && base64 -w0 "$tmp/payload" | cmp -s - "$tmp/base64" || return 1
	{ printf 'DSSEv1 %d %s %d ' "${#2}" "$2" "$(wc -c <"$tmp/payload")"; cat "$tmp/payload"; } >"$tmp/pae"
}
sealed() { opened "$1" "$2" && printf %s "$sig" | base64 -d >"$tmp/sig" && holds "$tmp/pae" "$tmp/sig"; }

# read_as PAPER MEMBER FILTER [ARG]...: the payload by the strict rules; one that says to be
# older than they are is not judged
read_as() {
	what=$1 member=$2; shift 2
	strict "$tmp/payload" "$@" && return 0
	[ "$(jq --arg m "$member" '[to_entries[] | select(.key | ascii_downcase == $m)] | last.value | type == "string" and startswith("20") and . < "2026-12-01"' "$tmp/payload" 2>/dev/null)" = true ] || bad "$what"
	echo "not checked: $what is not written by the rules that hold since 2026-12-01"
	exit 3
}

# node LEFT RIGHT: the node above two (RFC 9162), all in hex
node() { node=$(printf '01%s%s' "$1" "$2" | tr a-f A-F | basenc -d --base16 | sha256sum); node=${node%% *}; }
nothing=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855

# A signed note: three lines, an empty one, one to a hundred signatures; those under the name
# of the log are given out.
note='
/[\001-\037]/ || body && !/^— [^ +]+ [A-Za-z0-9+\/]+=?=?$/ { wrong = 1 }
!body { if ($0 == "") body = 1; else { if (++lines == 1) origin = $0; print >text } ; next }
{
	if (++signatures > 100 || $2 ~ /\302[\205\240]|\341\232\200|\342\200[\200-\212\250\251\257]|\342\201\237|\343\200\200/) wrong = 1
	if (length($3) % 4 || length($3) < 8 || length($3) == 8 && $3 ~ /==$/ || $3 !~ /([AQgw]==|[^=][AEIMQUYcgkosw048]=|[^=])$/) wrong = 1
	if ($2 == origin) print $3
}
END { exit wrong || lines != 3 || !signatures }'
# signed FILE: a checkpoint under the key; says $origin, $size and $root (hex)
signed() {
	small "$1" 65536 && iconv -f UTF-8 -t UTF-16 "$1" >/dev/null 2>&1 && [ -z "$(tail -c 1 "$1")" ] || bad "no checkpoint"
	: >"$tmp/text"
	tr '\000' '\001' <"$1" | awk -v text="$tmp/text" "$note" >"$tmp/lines" || bad "no checkpoint"
	{ IFS= read -r origin; IFS= read -r size; IFS= read -r root; } <"$tmp/text"
	case $origin in '' | *[!!-~]* | *+*) bad "origin" ;; esac
	[ "${#origin}" -le 255 ] || bad "origin"
	number "$size" && hash "$root" || bad "head of the checkpoint"
	root=$(hexed "$root")
	[ "$size" != 0 ] || [ "$root" = $nothing ] || bad "root of a log without leaves"
	of=$({ printf '%s\n\001' "$origin"; cat "$tmp/raw"; } | openssl dgst -sha256 -binary | head -c 4 | od -An -tx1)
	while IFS= read -r line; do # the number of the key, then the signature; the first of the key counts
		printf %s "$line" | base64 -d >"$tmp/line"
		[ "$(head -c 4 "$tmp/line" | od -An -tx1)" = "$of" ] || continue
		tail -c +5 "$tmp/line" >"$tmp/sig"
		holds "$tmp/text" "$tmp/sig" && return 0
		break
	done <"$tmp/lines"
	bad "signature of the checkpoint"
}

# stamped PAPER STAMP [TIME]: a time stamp over the paper, by the certificate it carries; not
# more than five minutes before the time the paper says
stamped() {
	[ -e "$2" ] || return 0
	small "$2" 1048576 || bad "time stamp"
	openssl ts -reply -in "$2" -token_out -out "$tmp/token" 2>/dev/null || cp "$2" "$tmp/token"
	openssl pkcs7 -inform DER -in "$tmp/token" -print_certs -out "$tmp/certs" 2>/dev/null &&
		openssl ts -verify -data "$1" -token_in -in "$tmp/token" -CAfile "$tmp/certs" -partial_chain -no_check_time >/dev/null 2>&1 || bad "time stamp"
	[ -z "${3:-}" ] || [ "$(date -u -d "$(openssl ts -reply -token_in -in "$tmp/token" -token_out -text 2>/dev/null | sed -n 's/^Time stamp: //p')" +%s)" -ge $(($(date -u -d "$3" +%s) - 300)) ] ||
		bad "time stamp from before the receipt"
	echo "holds: time stamp, whoever its authority is"
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
			node "$c" "$fr"; fr=$node; node "$c" "$sr"; sr=$node
			while [ $((fn & 1)) = 0 ] && [ "$fn" != 0 ]; do fn=$((fn >> 1)) sn=$((sn >> 1)); done
		else
			node "$sr" "$c"; sr=$node
		fi
		fn=$((fn >> 1)) sn=$((sn >> 1))
	done <"$tmp/path"
	[ "${fr:-}" = "$2" ] && [ "$sr" = "$root" ] && [ "$sn" = 0 ]
}

# path FILE FROM: the hashes of a paper from that line to its first empty one
path() {
	tr '\000' '!' <"$1" | sed '/^$/q' | sed '$d' | sed "1,$(($2 - 1))d" >"$tmp/path"
	[ "$(wc -l <"$tmp/path")" -le 64 ] || bad "too many hashes"
	while IFS= read -r line; do hash "$line" || bad "a hash"; done <"$tmp/path"
}

checkpoint() { # a request to co-sign brings one behind its first empty line
	paper=$1 was= ; shift
	if small "$paper" 73728 && [ "$(sed -n 1p "$paper" | tr '\000' '!')" = laufzettel-witness/1 ]; then
		path "$paper" 4
		sed -n '2s/^key //p' "$paper" | tr '\000' '!' >"$tmp/whose"
		was=$(sed -n '3s/^old //p' "$paper" | tr '\000' '!')
		hash "$(cat "$tmp/whose")" || bad "no request to co-sign"
		case $was in '' | *[!0-9]* | 0?* | ???????????????????*) bad "no request to co-sign" ;; esac
		sed '1,/^$/d' "$paper" >"$tmp/note"
		stamped "$paper" "$paper.tsr"
		paper=$tmp/note
	fi
	signed "$paper"
	stamped "$paper" "$paper.tsr"
	now=$size whose=$origin top=$root end=0
	for old; do
		signed "$old"
		oldsize=$size oldroot=$root size=$now root=$top first= fr=
		[ "$origin" = "$whose" ] || bad "the checkpoint of before is of another log"
		if [ "$oldsize" -lt "$now" ] && [ "$oldsize" != 0 ] && [ "$was" != "$oldsize" ]; then echo "missing: the proof from $oldsize leaves to $now"; end=3; continue; fi
		extends "$oldsize" "$oldroot" || bad "the log does not begin with that of $oldsize leaves"
		echo "holds: begins with the $oldsize leaves of before"
	done
	echo "holds: $now leaves of $whose"
	exit $end
}

# included ENVELOPE: it is the leaf that the proof beside it says
included() {
	proof=${1%.json}.tlog-proof
	[ -e "$proof" ] || { echo "not checked: no proof that the receipt is in the log of the archive"; return 0; }
	small "$proof" 73728 && [ "$(sed -n 1p "$proof" | tr '\000' '!')" = c2sp.org/tlog-proof@v1 ] || bad "proof of the log"
	salt=$(sed -n '2s/^extra //p' "$proof" | tr '\000' '!') index=$(sed -n '3s/^index //p' "$proof" | tr '\000' '!')
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
			node "$p" "$r"; r=$node
			while [ $((fn & 1)) = 0 ] && [ "$fn" != 0 ]; do fn=$((fn >> 1)) sn=$((sn >> 1)); done
		else
			node "$r" "$p"; r=$node
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
	width=256
	[ "$3" = 256 ] || [ ! -e "$name.p/$3" ] || name=$name.p/$3 width=$3
	[ -f "$name" ] && [ "$(wc -c <"$name")" = $((width * 32)) ] || bad "tile $2 of the log"
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

receipt='
must(only(["format", "receipt_id", "archive", "client", "sequence", "previous", "kind", "manifest_sha512", "uploads", "size", "state", "reason", "time", "key_id"])
	and ([.format, .receipt_id, .archive, .client, .previous, .kind, .manifest_sha512, .state, .reason, .key_id] | all(text)) and (.sequence | whole) and (.size | whole)
	and (.uploads | list(only(["upload_id", "name", "size", "sha512", "pieces_root"]) and ([.upload_id, .name, .sha512, .pieces_root] | all(text)) and (.size | whole))))
	| ([.uploads[]? | .pieces_root // "" | select(. != "")]) as $roots
	| must((.format == "laufzettel-quittung/2" or .format == "laufzettel-quittung/1") and (.format == "laufzettel-quittung/2") == ($roots != []))
	| must($roots == [] or (.state == "accepted" and (.uploads | length) == 1 and ($roots[0] | hexes(64))))
	| must((.receipt_id // "") != "" and (.client // "") != "" and (.sequence // 0) >= 1 and (.sequence == 1) == ((.previous // "") == ""))
	| must((.kind == "upload" or .kind == "message") and (.state == "accepted" or .state == "refused") and (.manifest_sha512 | hexes(128)) and (.time | dated))
	| must(.key_id == $id)
	| "\(.kind) \(.state) \(.manifest_sha512) \(.time) \($roots[0] // "-") \(.uploads // [] | length)\n\(.receipt_id | tojson)"'
manifest='
must(only(["format", "id", "created", "kind", "name", "size", "sha512", "package_id", "accession_id", "reference_code", "exclusive", "files", "pieces"])
	and ([.format, .id, .kind, .name, .sha512, .package_id, .accession_id, .reference_code] | all(text)) and (.created | moment) and (.size | whole)
	and (.exclusive == null or (.exclusive | type == "boolean"))
	and (.files | list(only(["path", "size", "sha512", "sha256", "puid"]) and ([.path, .sha512, .sha256, .puid] | all(text)) and (.size | whole)))
	and (.pieces == null or (.pieces | only(["size", "root", "digests"]) and (.size | whole) and (.root | text) and (.digests | list(type == "string")))))
	| . as $m | $q[0] | must(.uploads | length == 1) | .uploads[0] as $u
	| must(.kind == "upload" and ($u.name // "") == ($m.name // "") and ($u.size // 0) == ($m.size // 0) and (.size // 0) == ($m.size // 0))
	| must(.state != "accepted" or (($u.sha512 // "") == ($m.sha512 // "") and ($u.pieces_root // "") == ($m.pieces.root // "")))'
message='
must(only(["format", "id", "created", "kind", "reference", "to", "name", "media_type", "content", "hand"])
	and ([.format, .id, .kind, .reference, .to, .name, .media_type] | all(text)) and (.created | moment) and (.content | text) and (.hand | text))
	| (.content // "") + "\n" + (.hand // "") + "\n"'
hand='
must(only(["format", "person", "public_key", "roles", "statement", "at"]) and ([.format, .person, .public_key, .statement] | all(text))
	and (.roles | list(type == "string")) and (.at | dated))
	| def line: . != "" and utf8bytelength <= 255 and (explode | all(.[]; . >= 32 and (. < 127 or . > 159)) and ([first, last] | all(.[]; IN(32, 160, 5760, 8232, 8233, 8239, 8287, 12288) or (. >= 8192 and . <= 8202) | not)));
	must(.format == "laufzettel-hand/1" and (.person // "" | line) and .statement == $statement and ((.roles // []) | length <= 16 and all(.[]; . // "" | line and (contains(" ") | not))))
	| .public_key // ""'

# beside FILE TYPE: the payload of the paper whose hash the receipt names
beside() {
	small "$1" 16777216 || { echo "missing: $1"; return 1; }
	sum=$(sha512sum <"$1")
	[ "${sum%% *}" = "$named" ] && opened "$1" "$2" || bad "$1 is not the one of the receipt"
}

receipt() {
	file=${file%.quittung.json}
	sealed "$file.quittung.json" application/vnd.laufzettel.quittung+json || bad "signature of the receipt"
	read_as "receipt" time "$receipt" --arg id "$keyid"
	cp "$tmp/payload" "$tmp/q"
	{ read -r kind state named time pieces uploads; IFS= read -r id; } <"$tmp/said"
	[ "$state" = accepted ] || bad "the archive has refused it"
	stamped "$file.quittung.json" "$file.quittung.tsr" "$time"
	included "$file.quittung.json"
	end=0
	if [ "$kind" = message ]; then
		if beside "$file.nachricht.json" application/vnd.laufzettel.message+json; then by_hand; else end=3; fi
		echo "holds: $id"
		exit $end
	fi
	if beside "$file.manifest.json" application/vnd.laufzettel.manifest+json; then
		read_as "manifest" created "$manifest" --slurpfile q "$tmp/q"
	else end=3; fi
	if [ ! -f "$file" ] || [ "$uploads" != 1 ]; then echo "missing: package"; exit 3; fi
	sum=$(sha512sum <"$file")
	jq -e --arg sum "${sum%% *}" --argjson size "$(wc -c <"$file")" '.uploads[0] | .sha512 == $sum and (.size // 0) == $size' "$tmp/q" >/dev/null || bad "size or sha512 of the package"
	[ "$pieces" = - ] || [ "$(split -b 4M --filter=sha256sum "$file" | cut -c1-64 | sha256sum | cut -c1-64)" = "$pieces" ] || bad "root of the pieces"
	echo "holds: $id"
	exit $end
}

# by_hand: the signature of the person under a message, where one stands in it (protocol.md 19)
by_hand() {
	read_as "message" created "$message"
	for n in 1 2; do
		sed -n "${n}p" "$tmp/said" | tr -d '\n' >"$tmp/base64"
		base64 -d <"$tmp/base64" >"$tmp/part$n" 2>/dev/null && base64 -w0 "$tmp/part$n" | cmp -s - "$tmp/base64" || bad "message"
	done
	[ -s "$tmp/part2" ] || { echo "not checked: which person, only the machine has signed"; return 0; }
	{ jq -j '"laufzettel-hand\u0000\(.kind // "")\u0000\(.reference // "")\u0000\(.to // "")\u0000"' "$tmp/payload"; cat "$tmp/part1"; } >"$tmp/under"
	statement=$(sha512sum <"$tmp/under")
	small "$tmp/part2" 16384 && opened "$tmp/part2" application/vnd.laufzettel.hand+json || bad "signature of the person"
	read_as "signature of the person" at "$hand" --arg statement "${statement%% *}"
	use "$(tr '\000\n' '!!' <"$tmp/said")"
	sealed "$tmp/part2" application/vnd.laufzettel.hand+json || bad "signature of the person"
	echo "holds: signature of the person with the key $keyid"
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
# When two names are one person (docs/order.md): what never tells them apart, then what a sign may be taken for.
def small: if . >= 65 and . <= 90 or . >= 192 and . <= 222 and . != 215 or . >= 913 and . <= 937 or . >= 1040 and . <= 1071 then . + 32
	elif . >= 1024 and . <= 1039 then . + 80 elif . == 376 then 255
	elif (. >= 256 and . <= 311 or . >= 330 and . <= 375) and . % 2 == 0 or (. >= 313 and . <= 328 or . >= 377 and . <= 382) and . % 2 == 1 then . + 1 else . end;
def folded: explode | map(if . >= 65281 and . <= 65374 then . - 65248 else . end
	| select((. >= 128 or . >= 48 and . <= 57 or . >= 65 and . <= 90 or . >= 97 and . <= 122) and (. >= 8208 and . <= 8231 or . >= 8192 and . <= 8202 | not)
		and (IN(160, 173, 5760, 8239, 8287, 12288) | not)) | small);
def joins: . >= 768 and . <= 879 or . >= 1155 and . <= 1161 or . >= 1425 and . <= 1479 or . >= 1552 and . <= 1562 or . >= 1611 and . <= 1631 or . >= 2304 and . <= 2307
	or . >= 2362 and . <= 2383 or . >= 4352 and . <= 4607 or . >= 6832 and . <= 6911 or . >= 7616 and . <= 7679 or . >= 8400 and . <= 8447 or . >= 12441 and . <= 12442
	or . >= 43360 and . <= 43391 or . >= 55216 and . <= 55295 or . >= 65024 and . <= 65039 or . >= 65056 and . <= 65071 or . >= 917760 and . <= 917999;
def pieces: . as $all | any(.[]; . < 128 or . >= 192 and . <= 591) as $latin
	| [range(length) | . as $i | $all[$i] | if joins or ($all[$i + 1] // 0 | joins) or $latin and . > 591 then 42 else . end] | implode | [splits("[*]+")];
def cut($piece): if . == null or $piece == "" then . else split($piece) | if length > 1 then .[1:] | join($piece) else null end end;
def like($pieces): if ($pieces | length) == 1 then . == $pieces[0] elif startswith($pieces[0]) | not then false
	else reduce $pieces[1:-1][] as $p (.[($pieces[0] | length):]; cut($p)) | . != null and endswith($pieces[-1]) end;
def same($name): folded as $x | ($name | folded) as $y | $x == $y or ($y | implode | like($x | pieces)) or ($x | implode | like($y | pieces));
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
		else (.signers | .[1].person as $other | (.[0].person | same($other) | not) and .[0].public_key != .[1].public_key) end)
	and (.originals | all((.portion | id) and (.files | whole) and (.bytes | whole) and (.digest | digest)) and (map(.portion) | rising))
	and (.sums | all((.folder | text(true)) and (.objects | whole) and (.files | whole) and (.bytes | whole)) and (map(.folder) | rising))
	and (.count | whole) and .count > 0
	and (if has("list") then (has("objects") | not) and .count > 10000 and (.list | digest)
		else .count <= 10000 and (.objects | length) == .count and (.objects | all(sound($single)) and (map(.id) | rising)) and (.objects | sums) == .sums end);
'

order() {
	small "$1" 12582912 || bad "not an order"
	jq -cj '{payloadType, payload, signatures: [.signatures[] | {keyid, sig}]}' "$1" >"$tmp/again" 2>/dev/null && cmp -s "$1" "$tmp/again" || bad "spelling of the envelope"
	opened "$1" application/vnd.laufzettel.order+json || bad "not an order"
	jq -cj "$spelling order" "$tmp/payload" >"$tmp/again" 2>/dev/null && cmp -s "$tmp/payload" "$tmp/again" || bad "spelling of the order"
	[ "$(jq "$spelling holds" "$tmp/payload" 2>/dev/null)" = true ] || bad "what the order says"
	jq -r --slurpfile envelope "$1" '$envelope[0].signatures as $s | "\(.signers | length) \($s | length) \(has("list"))", ($s[] | "\(.sig // "") \(.keyid | tojson)"),
		(.signers[] | .public_key)' "$tmp/payload" >"$tmp/parts"
	read -r wanted given listed <"$tmp/parts"
	next=0 good=0
	while [ "$next" -lt "$wanted" ]; do
		use "$(sed -n "$((2 + given + next))p" "$tmp/parts")"
		sed -n "$((2 + good))p" "$tmp/parts" >"$tmp/line"
		read -r sig whose <"$tmp/line"
		if [ "$good" -lt "$given" ] && [ "$whose" = "\"$keyid\"" ]; then
			printf %s "$sig" | base64 -d >"$tmp/sig"
			holds "$tmp/pae" "$tmp/sig" || bad "signature of the person $((next + 1))"
			good=$((good + 1))
		fi
		next=$((next + 1))
	done
	[ "$good" = "$given" ] && [ "$good" -gt 0 ] || bad "a signature of nobody who has to sign"
	shift
	if [ $# -gt 0 ]; then # the caller knows whose keys these are
		: >"$tmp/known"
		for k; do key "$k"; base64 -w0 "$tmp/raw" >>"$tmp/known"; echo >>"$tmp/known"; done
		for k in $(sed -n "$((2 + given)),\$p" "$tmp/parts"); do grep -qxF "$k" "$tmp/known" || bad "a key the caller does not know"; done
	fi
	if [ "$listed" = true ]; then
		list=$file.liste
		[ -e "$list" ] || { echo "missing: list"; exit 3; }
		[ -f "$list" ] || bad "list"
		jq -c "$spelling object" "$list" >"$tmp/again" 2>/dev/null && cmp -s "$list" "$tmp/again" || bad "spelling of the list"
		[ "$(split -l 10000 --filter=sha256sum "$list" | cut -c1-64 | sha256sum | cut -c1-64)" = "$(jq -r .list "$tmp/payload")" ] || bad "root of the list"
		[ "$(jq --slurpfile all "$list" "$spelling has(\"alone\") as \$single | (\$all | length) == .count and (\$all | all(sound(\$single)) and (map(.id) | rising)) and (\$all | sums) == .sums" "$tmp/payload" 2>/dev/null)" = true ] || bad "what the list says"
	fi
	[ "$good" = "$wanted" ] || { echo "missing: a signature"; exit 3; }
	jq -r '"holds: order \(.order_id) over \(.count) objects, signed by \(.signers | map(.person) | join(" and "))" + (if has("alone") then ", alone: \(.alone.consent)\(.alone.until)" else "" end)' "$tmp/payload"
}

case $cmd in
receipt | checkpoint | log) [ $# -gt 0 ] || exit 2; key "$1"; shift; $cmd "$file" "$@" ;;
order) order "$file" "$@" ;;
*) echo "receipt, checkpoint, log or order" >&2; exit 2 ;;
esac

#!/bin/sh
# Verifies receipts and checkpoints of the Laufzettel channel, written from
# docs/protocol.md alone (4, 6, 7, 20): jq, openssl (3 or later), GNU coreutils. It is the
# independent one beside laufzettel-verify; a test runs both over the same hostile papers.
#
#   verify.sh receipt FILE KEY         FILE: the package; its papers lie beside it
#   verify.sh checkpoint FILE KEY      KEY: public key of the archive, base64, in a file
#
# Ends with 0: all holds; 1: something does not; 3: what was there holds, something is missing.
# Not checked here: names twice in JSON, how long a key was in use, proofs of inclusion.
set -u
LC_ALL=C; export LC_ALL
cmd=$1 file=$2 key=$(tr -d '[:space:]' <"$3") || exit 2
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT
bad() { echo "does not hold: $*"; exit 1; }

printf %s "$key" | base64 -d >"$tmp/raw" 2>/dev/null && [ "$(wc -c <"$tmp/raw")" = 32 ] || bad "key"
{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; cat "$tmp/raw"; } >"$tmp/der"
openssl pkey -pubin -inform DER -in "$tmp/der" -out "$tmp/pub.pem" 2>/dev/null || bad "key"
keyid=$(openssl dgst -sha256 -binary "$tmp/raw" | base32 | cut -c1-16)
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

checkpoint() {
	sed '/^$/q' "$1" | sed '$d' >"$tmp/text"
	[ "$(wc -l <"$tmp/text")" = 3 ] || bad "not three lines"
	origin=$(sed -n 1p "$tmp/text")
	sed -n '/^$/,$p' "$1" | sed -n "s|^— $origin ||p" >"$tmp/lines"
	while read -r line; do
		printf %s "$line" | base64 -d 2>/dev/null | tail -c +5 >"$tmp/sig"
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

case $cmd in receipt | checkpoint) $cmd "$file" ;; *) echo "receipt or checkpoint" >&2; exit 2 ;; esac

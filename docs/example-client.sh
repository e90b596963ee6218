#!/bin/sh
# A client of the Laufzettel channel, version 1, written from docs/protocol.md
# alone: curl, openssl (3 or later), coreutils. It is an example and a test of
# that page, not a tool for daily use.
#
#   example-client.sh enrol BASE KEY.pem OFFICE      prints the one-time code
#   example-client.sh send  BASE KEY.pem FILE ARCHIVE.pub   uploads FILE, prints the receipt's state
#
# KEY.pem is made by: openssl genpkey -algorithm ed25519 -out KEY.pem
# ARCHIVE.pub holds the archive's public key in base64, compared by fingerprint.
set -eu
LC_ALL=C; export LC_ALL
cmd=$1 base=$2 key=$3
tmp=$(mktemp -d); trap 'rm -rf "$tmp"' EXIT

b64() { base64 | tr -d '\n'; }
public() { openssl pkey -in "$key" -pubout -outform DER | tail -c 32; }
keyid=$(public | openssl dgst -sha256 -binary | base32 | cut -c1-16)
sign() { openssl pkeyutl -sign -rawin -inkey "$key" -in "$1" | b64; }
hex512() { openssl dgst -sha512 -r "$1" | cut -d' ' -f1; }
now() { date -u +%Y-%m-%dT%H:%M:%SZ; }

# seal TYPE FILE: a DSSE envelope (protocol.md 4) of FILE on stdout
seal() {
	{ printf 'DSSEv1 %d %s %d ' "${#1}" "$1" "$(wc -c <"$2")"; cat "$2"; } >"$tmp/pae"
	printf '{"payloadType":"%s","payload":"%s","signatures":[{"keyid":"%s","sig":"%s"}]}' "$1" "$(b64 <"$2")" "$keyid" "$(sign "$tmp/pae")"
}

# request METHOD PATH BODYFILE [HEADER...]: a signed request (protocol.md 3);
# headers are written to $tmp/head, the body to $tmp/body
request() {
	method=$1 path=$2 body=$3; shift 3
	list='"@method" "@target-uri"'
	printf '"@method": %s\n"@target-uri": %s\n' "$method" "$base$path" >"$tmp/sigbase"
	digest=
	if [ -n "$body" ]; then
		digest="sha-256=:$(openssl dgst -sha256 -binary "$body" | b64):"
		list="$list \"content-digest\""
		printf '"content-digest": %s\n' "$digest" >>"$tmp/sigbase"
	fi
	for name in upload-offset upload-length upload-metadata; do
		for h in "$@"; do
			case $h in
			"$name: "*) list="$list \"$name\""; printf '"%s": %s\n' "$name" "${h#*: }" >>"$tmp/sigbase" ;;
			esac
		done
	done
	created=$(date +%s)
	params="($list);created=$created;expires=$((created + 60));nonce=\"$(openssl rand -hex 16)\";tag=\"laufzettel-v1\";keyid=\"$keyid\""
	printf '"@signature-params": %s' "$params" >>"$tmp/sigbase"
	set -- "$@" "signature-input: sig1=$params" "signature: sig1=:$(sign "$tmp/sigbase"):"
	[ -z "$digest" ] || set -- "$@" "content-digest: $digest"
	[ -z "${UNSIGNED:-}" ] || set --
	: >"$tmp/args"
	for h in "$@"; do printf 'header = "%s"\n' "$(printf %s "$h" | sed 's/["\\]/\\&/g')" >>"$tmp/args"; done
	[ -z "$body" ] || printf 'data-binary = "@%s"\n' "$body" >>"$tmp/args"
	case $method in HEAD) printf 'head\n' ;; *) printf 'request = "%s"\n' "$method" ;; esac >>"$tmp/args"
	status=$(curl -sS -K "$tmp/args" -D "$tmp/head" -o "$tmp/body" -w '%{http_code}' "$base$path")
	case $status in
	2*) ;;
	*) echo "$method $path: $status $(header laufzettel-problem)" >&2; exit 1 ;;
	esac
}
header() { tr -d '\r' <"$tmp/head" | grep -i "^$1: " | tail -n 1 | cut -d' ' -f2-; }
member() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" "$2"; }

enrol() {
	printf '{"format":"laufzettel-enrolment/1","public_key":"%s","office":"%s","host":"example","program":"example-client.sh","created":"%s"}' \
		"$(public | b64)" "$1" "$(now)" >"$tmp/payload"
	seal application/vnd.laufzettel.enrolment+json "$tmp/payload" >"$tmp/envelope"
	curl -sS --data-binary "@$tmp/envelope" -H 'Content-Type: application/json' "$base/v1/enrolments" >"$tmp/body"
	member code "$tmp/body"
}

send() {
	file=$1 archive=$2 size=$(wc -c <"$1") sum=$(hex512 "$1")
	printf '{"format":"laufzettel-manifest/1","id":"%s","created":"%s","kind":"aip","name":"%s","size":%d,"sha512":"%s"}' \
		"$(openssl rand -hex 16)" "$(now)" "$(basename "$file")" "$size" "$sum" >"$tmp/payload"
	seal application/vnd.laufzettel.manifest+json "$tmp/payload" >"$tmp/manifest"
	hash=$(hex512 "$tmp/manifest")
	request PUT "/v1/manifests/$hash" "$tmp/manifest"
	request POST /v1/uploads '' 'tus-resumable: 1.0.0' "upload-length: $size" "upload-metadata: manifest $(printf %s "$hash" | b64)"
	upload=$(header location); upload=/v1/uploads/${upload##*/}
	while :; do
		request HEAD "$upload" '' 'tus-resumable: 1.0.0'
		offset=$(header upload-offset)
		[ "$offset" -lt "$size" ] || break
		tail -c +$((offset + 1)) "$file" | head -c "${CHUNK:-16777216}" >"$tmp/chunk"
		request PATCH "$upload" "$tmp/chunk" 'tus-resumable: 1.0.0' "upload-offset: $offset" 'content-type: application/offset+octet-stream'
	done
	request GET "$upload/receipt" ''
	# Verify the receipt: signature over the DSSE encoding, then what it says.
	member payload "$tmp/body" | base64 -d >"$tmp/receipt"
	member sig "$tmp/body" | base64 -d >"$tmp/sig"
	type=application/vnd.laufzettel.quittung+json
	{ printf 'DSSEv1 %d %s %d ' "${#type}" "$type" "$(wc -c <"$tmp/receipt")"; cat "$tmp/receipt"; } >"$tmp/pae"
	{ printf '\060\052\060\005\006\003\053\145\160\003\041\000'; base64 -d "$archive"; } >"$tmp/pub.der"
	openssl pkeyutl -verify -rawin -pubin -keyform DER -inkey "$tmp/pub.der" -in "$tmp/pae" -sigfile "$tmp/sig" >/dev/null
	[ "$(member manifest_sha512 "$tmp/receipt")" = "$hash" ]
	[ "$(member sha512 "$tmp/receipt")" = "$sum" ]
	member state "$tmp/receipt"
}

shift 3
"$cmd" "$@"

#!/bin/sh
# Checks a downloaded release: every file against SHA256SUMS, nothing beside it that is not
# listed, and, with the publisher's public key, the signatures of the list and of the
# provenance (in-toto statement in a DSSE envelope), which must name the same files.
# Needs a POSIX shell, sha256sum, and openssl 3 for the signatures.
#
# usage: verify.sh FOLDER [PUBLIC-KEY.pem]
# ends with 0: all holds, 1: something does not, 2: wrong call or something is missing.
set -eu
unset CDPATH # a folder of that name elsewhere is not the one that was named
export LC_ALL=C
[ $# -eq 1 ] || [ $# -eq 2 ] || { echo "usage: $0 FOLDER [PUBLIC-KEY.pem]" >&2; exit 2; }
key=
if [ $# -eq 2 ]; then
  [ -f "$2" ] || { echo "there is no key $2" >&2; exit 2; }
  key=$(cd -- "$(dirname -- "$2")" && pwd)/$(basename -- "$2")
fi
missing() { echo "$*" >&2; exit 2; }
fail() { echo "NOT VERIFIED: $*" >&2; exit 1; }
[ -d "$1" ] || missing "there is no folder $1"
command -v sha256sum >/dev/null || missing "sha256sum is missing; nothing was checked"
if [ -n "$key" ]; then
  case $(openssl version 2>&1) in
    OpenSSL\ [3-9]* | OpenSSL\ [1-9][0-9]*) ;;
    *) missing "openssl 3 or newer is missing; without the key the sums alone are checked" ;;
  esac
  openssl pkey -pubin -in "$key" -noout 2>/dev/null || missing "$2 is no public key (PEM)"
fi
case $1 in /*) cd -- "$1" || exit 2 ;; *) cd -- "./$1" || exit 2 ;; esac
[ -f SHA256SUMS ] || missing "there is no SHA256SUMS in $1"
work=$(mktemp -d) || missing "there is no room for a folder of this check"
trap 'rm -rf "$work"' EXIT

! sed 's/^[0-9a-f]* [ *]//' SHA256SUMS | grep -q / || fail "SHA256SUMS names what does not lie in this folder"
! sed 's/^[0-9a-f]* [ *]//' SHA256SUMS | grep -qx -- - || fail "SHA256SUMS names what is no file"
sha256sum --quiet --strict -c SHA256SUMS </dev/null >"$work/said" 2>&1 || fail "$(cat "$work/said")"
for f in * .[!.]* ..?*; do
  [ ! -L "$f" ] || fail "$f is a link: what it leads to can change after this check"
  case $f in SHA256SUMS | SHA256SUMS.sig | provenance.json | provenance.dsse.json | verify.sh | '*' | '.[!.]*' | '..?*') continue ;; esac
  sed 's/^[0-9a-f]* [ *]//' SHA256SUMS | grep -qxF -- "$f" || fail "$f is not listed in SHA256SUMS"
done
echo "sums: $(grep -c . SHA256SUMS) files as listed"
if [ -z "$key" ]; then
  echo "signatures: not checked, no key was given"
  exit 0
fi

[ -f SHA256SUMS.sig ] || fail "SHA256SUMS.sig is missing"
openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in SHA256SUMS -sigfile SHA256SUMS.sig >/dev/null 2>&1 || fail "the signature of SHA256SUMS is not of this key"
echo "signature of SHA256SUMS: holds"

[ -f provenance.dsse.json ] || fail "provenance.dsse.json is missing"
member() { sed -n 's/.*"'"$1"'":"\([^"]*\)".*/\1/p' provenance.dsse.json; }
member payload | openssl base64 -d -A >"$work/statement" || fail "the provenance cannot be read"
member sig | openssl base64 -d -A >"$work/sig" || fail "the provenance cannot be read"
type=$(member payloadType)
{ printf 'DSSEv1 %s %s %s ' "${#type}" "$type" "$(wc -c <"$work/statement" | tr -d ' ')"; cat "$work/statement"; } >"$work/signed"
openssl pkeyutl -verify -pubin -inkey "$key" -rawin -in "$work/signed" -sigfile "$work/sig" >/dev/null 2>&1 || fail "the signature of the provenance is not of this key"
[ "$type" = application/vnd.in-toto+json ] || fail "the provenance is of another type: $type"
tr '{' '\n' <"$work/statement" | sed -n 's/.*"sha256":"\([0-9a-f]*\)".*/\1/p' | sort >"$work/stated"
sed 's/ .*//' SHA256SUMS | sort >"$work/listed"
[ ! -e provenance.json ] || cmp -s provenance.json "$work/statement" || fail "provenance.json is not what was signed"
cmp -s "$work/stated" "$work/listed" || fail "the provenance names other files than SHA256SUMS"
echo "provenance: holds, built from $(sed -n 's/.*"gitCommit":"\([^"]*\)".*/\1/p' "$work/statement")"

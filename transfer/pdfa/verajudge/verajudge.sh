#!/bin/sh
# The veraPDF core as the judge of the tests: verajudge.sh tsv|xml|json FLAVOUR < paths
# Needs Java, Debian's libjaxb-java and the npm package @opendataloader/pdf@2.5.11,
# unpacked in $PDFA_JUDGE_HOME (default: the user's cache, pdfa-judge).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=${PDFA_JUDGE_HOME:-${XDG_CACHE_HOME:-$HOME/.cache}/pdfa-judge}
jar=$home/package/lib/opendataloader-pdf-cli.jar
if ! [ -e "$jar" ]; then
  mkdir -p "$home"
  (cd "$home" && npm pack --silent @opendataloader/pdf@2.5.11 >/dev/null && tar xzf opendataloader-pdf-2.5.11.tgz)
fi
cp=$home:$jar
for n in jaxb-api jaxb-runtime jaxb-core txw2 istack-commons-runtime FastInfoset stax-ex javax.activation; do
  if [ -e "/usr/share/java/$n.jar" ]; then cp=$cp:/usr/share/java/$n.jar; fi
done
if ! [ "$home/VeraJudge.class" -nt "$here/VeraJudge.java" ]; then
  javac -cp "$cp" -d "$home" "$here/VeraJudge.java"
fi
exec java -Xmx512m -cp "$cp" VeraJudge "$@"

package intake

import (
	"maps"
	"slices"

	"laufzettel/transfer/check"
)

// DigestOf gives the digest a file is compared by, in the spelling of the catalog;
// "" for an empty file: two empty files are no duplicates.
func DigestOf(f check.FileFact) string {
	if f.Size == 0 {
		return ""
	}
	if d := f.Digests["sha-512"]; d != "" {
		return "sha512:" + d
	}
	for _, alg := range slices.Sorted(maps.Keys(f.Digests)) {
		return alg + ":" + f.Digests[alg]
	}
	return ""
}

package dms

import (
	"bytes"
	"context"
	"path"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// nearWords are names of elements and columns that speak of records, in lower case.
var nearWords = []string{"aktenzeichen", "<az>", "geschäftszeichen", "geschaeftszeichen", "vorgang", "aktentitel", "akte_"}

// leastNamed is how many files a description must name to be seen as one.
const leastNamed = 2

// NearMisses implements check.NearMissing: a table or XML at the top that speaks of
// Akten or Vorgänge and names at least half of the files beside it.
func (Kind) NearMisses(ctx context.Context, t container.Tree) (out []check.Finding, err error) {
	files, all, err := check.NearText(ctx, t, ".xml", ".csv", ".tsv", ".json")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		text := bytes.ToLower(f.Head)
		if !speaks(text) {
			continue
		}
		n, others := 0, 0
		for _, p := range all {
			if p == f.Path {
				continue
			}
			if others++; bytes.Contains(text, []byte(strings.ToLower(path.Base(p)))) {
				n++
			}
			if others == maxNear {
				break
			}
		}
		if n >= leastNamed && 2*n >= others {
			out = append(out, check.NearLayout(f.Path, wording.Say("said.dms.export")))
		}
	}
	return out, ctx.Err()
}

// maxNear is how many names are looked for in a description.
const maxNear = 200

func speaks(text []byte) bool {
	for _, w := range nearWords {
		if bytes.Contains(text, []byte(w)) {
			return true
		}
	}
	return false
}

package handelsregister

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Gather recomputes what the metadata state of a folder with list and Belegakten:
// period, size in MB, number of files and records (1.1.2). s gives what only the
// office knows. The metadata file and the checksum list, which are written last,
// count as files. Error: Refused where no list of companies lies in the folder.
func Gather(ctx context.Context, t container.Tree, s Statements) (Statements, error) {
	f, err := look(ctx, t)
	if err != nil {
		return s, err
	}
	refuse := func(err error) error {
		return failure.Wrap(failure.Refused, "gather delivery", wording.Say("hint.handelsregister.no-company-list"), err)
	}
	if f.list == "" {
		return s, refuse(errors.New("no list of companies"))
	}
	l, findings, err := readList(ctx, t, f.list)
	if err != nil {
		return s, err
	}
	if l == nil {
		return s, refuse(fmt.Errorf("%s: %s", findings[0].Code, findings[0].Found))
	}
	var bytes int64
	files := 2 // metadata and checksum list
	for p, size := range f.sizes {
		if p == f.metadata || slices.Contains(f.checksums, p) {
			continue // will be replaced
		}
		files++
		bytes += size
	}
	s.From, s.To = string(iso(l.From)), string(iso(l.To))
	s.Megabytes = strconv.FormatFloat(float64(bytes)/1e6, 'f', 3, 64)
	s.Files = strconv.Itoa(files)
	s.Records = []FileRecords{{Name: f.list, Count: strconv.Itoa(l.Rows)}}
	return s, nil
}

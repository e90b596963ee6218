package export

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/wording"
)

// Gather lists every file of a folder in the metadata document: size, SHA-256 and
// for CSV rows and delimiter (B2). d gives what only the agency knows. An earlier
// metadata document at the top is left out. Error: Refused where the folder holds
// no data.
func Gather(ctx context.Context, t container.Tree, d Description) (Description, error) {
	d.Files = nil
	err := t.Files(ctx, func(e container.Entry) error {
		if e.Path == DocumentName || digestOf(e.Path) != "" {
			return nil
		}
		f, err := fileOf(ctx, t, e)
		d.Files = append(d.Files, f)
		return err
	})
	if err != nil {
		return d, err
	}
	if len(d.Files) == 0 {
		return d, failure.Wrap(failure.Refused, "gather export", wording.Say("hint.export.folder-empty"), errors.New("no files"))
	}
	return d, nil
}

func fileOf(ctx context.Context, t container.Tree, e container.Entry) (File, error) {
	f := File{Name: e.Path, Size: strconv.FormatInt(e.Size, 10), Algorithm: "SHA-256"}
	rc, err := t.Open(ctx, e.Path)
	if err != nil {
		return f, fmt.Errorf("read %s: %w", e.Path, err)
	}
	defer rc.Close()
	digest, err := fixity.NewDigester(fixity.SHA256)
	if err != nil {
		return f, err
	}
	in := io.TeeReader(rc, digest)
	if strings.EqualFold(path.Ext(e.Path), ".csv") {
		table, _, err := CheckCSV(in, e.Path, 0)
		if err != nil {
			return f, fmt.Errorf("read %s: %w", e.Path, err)
		}
		f.Rows, f.Delimiter = strconv.FormatInt(table.Rows, 10), delimiterName(table.Delimiter)
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return f, fmt.Errorf("read %s: %w", e.Path, err)
	}
	f.Digest = digest.Sum()[string(fixity.SHA256)]
	return f, ctx.Err()
}

func delimiterName(b byte) string {
	if b == '\t' {
		return "TAB"
	}
	return string(rune(b))
}

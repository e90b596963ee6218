package clerk

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"laufzettel/app/work/office"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
)

// previewFile keeps what was read of the material in the folder of a preparation.
const previewFile = "vorschau.json"

// PreviewPreparation reads the material of a preparation and shows what it holds
// before anything is built (issue 4, no. 2); it is kept, so that a window opened
// later shows it at once. Errors: Refused without a readable folder.
func (ck *Clerk) PreviewPreparation(ctx context.Context, id string, progress func(prepare.Progress)) (*prepare.Preview, error) {
	if _, err := ck.Office.Allow(ctx, people.Prepare, "prepare"); err != nil {
		return nil, err
	}
	p, err := ck.Prepare.Get(ctx, id)
	if err != nil {
		return nil, err
	}
	roots, err := ck.Intake.Trust().Pool()
	if err != nil {
		return nil, err
	}
	open := ck.Intake.ContainerOptions()
	open.Single = false
	work := &prepare.Work{Store: ck.Prepare, Roots: roots, Open: open, Identify: ck.Engine.Identify}
	if prof, err := ck.Profiles.Get(ctx, p.Fields.Get("profile")); err == nil {
		work.Agreed = prof.Formats
	}
	seen, err := work.Preview(ctx, id, progress)
	if err != nil {
		return nil, err
	}
	name := ck.Office.Path(path.Join(office.DirLetters, id, previewFile))
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, office.Disk("keep preview", err)
	}
	return seen, office.Disk("keep preview", office.WriteFile(name, func(out io.Writer) error { return json.NewEncoder(out).Encode(seen) }))
}

// PreviewOf gives the preview that was kept; nil where none was made. One whose
// Basis is not prepare.BasisOf the preparation speaks of other statements. Error:
// Damaged where it cannot be read.
func (ck *Clerk) PreviewOf(id string) (*prepare.Preview, error) {
	data, err := os.ReadFile(ck.Office.Path(path.Join(office.DirLetters, id, previewFile)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	seen := new(prepare.Preview)
	if err == nil {
		err = json.Unmarshal(data, seen)
	}
	if err != nil {
		return nil, failure.Wrap(failure.Damaged, "read preview", wording.Say("hint.clerk.preview-unreadable"), err)
	}
	return seen, nil
}

// PreviewStamp says when the kept preview was written, "" for none, so that a
// window reads it only when it changed.
func (ck *Clerk) PreviewStamp(id string) string {
	info, err := os.Stat(ck.Office.Path(path.Join(office.DirLetters, id, previewFile)))
	if err != nil {
		return ""
	}
	return info.ModTime().String()
}

// Package share is the workplace for file shares (Fileablage): what lies in them, what is
// double, what is litter, what was decided and what would stay.
package share

import (
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/appraise"
	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/appraisal"
	"laufzettel/appraisal/share"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/openable"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// Shares is where file shares are worked on.
type Shares struct {
	Office   *office.Office
	Log      *office.Log
	Papers   *office.Papers
	Intake   *intake.Intake
	Contents *intake.Contents
	Desk     *appraise.Desk

	Book     *appraisal.Book
	Notes    *share.Notes
	Portions *transfer.Portions
	Journal  *check.SQLJournal
}

// Loaded is a share as it stands: its tree with what holds for every file.
type Loaded struct {
	*share.Tree
	Portion transfer.Portion
}

// Load reads a share with what was decided on it. Errors: Refused where the portion is
// no share, is not checked, or holds classified material.
func (s *Shares) Load(ctx context.Context, id string) (*Loaded, error) {
	p, err := s.checked(ctx, id)
	if err != nil {
		return nil, err
	}
	l := &Loaded{share.New(id), p}
	if err := s.folders(ctx, l); err != nil {
		return nil, err
	}
	l.Grow(p.Files)
	err = s.Journal.Load(ctx, p.Run, func(f check.FileFact) error {
		l.Add(f.Path, share.File{Size: f.Size, Key: share.KeyOf(intake.DigestOf(f)),
			Sort: &share.Sort{Format: f.Format.Name, Special: special(f)}})
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.Settle()
	if err := s.documents(ctx, l); err != nil {
		return nil, err
	}
	if err := s.persons(ctx, l); err != nil {
		return nil, err
	}
	return l, s.decided(ctx, l)
}

// checked finds a portion that is a share to be worked on. Error: Refused for all others.
func (s *Shares) checked(ctx context.Context, id string) (transfer.Portion, error) {
	p, err := s.Portions.Get(ctx, id)
	if err != nil {
		return p, err
	}
	switch {
	case p.Run == "":
		return p, failure.New(failure.Refused, "open share "+id, wording.Say("hint.share.not-checked"))
	case p.Kind != intake.PlainKind:
		return p, failure.New(failure.Refused, "open share "+id, wording.Say("hint.share.not-a-share"))
	}
	return p, s.Intake.StopClassified(ctx, p)
}

// folders takes in the folders of the record tree with their ids, dates and names.
func (s *Shares) folders(ctx context.Context, l *Loaded) error {
	roots, err := s.Portions.Outline(ctx, l.Portion.ID)
	if err != nil {
		return err
	}
	names, err := s.Notes.Names(ctx, l.Portion.ID)
	if err != nil {
		return err
	}
	for o := range record.All(roots) {
		name := intake.FieldOf(o, intake.FieldPath)
		if name == "" && o.Parent != nil {
			continue
		}
		f := &l.Folders[l.Enter(name)]
		f.ID, f.Modified = o.ID, unix(o)
		f.Title, f.Detail = names[o.ID].Title, names[o.ID].Detail
	}
	return nil
}

func unix(o *record.Object) int64 {
	at, err := time.Parse(time.RFC3339, intake.FieldOf(o, intake.FieldModified))
	if err != nil {
		return 0
	}
	return at.Unix()
}

// documents gives the files their ids and dates.
func (s *Shares) documents(ctx context.Context, l *Loaded) error {
	return s.Portions.EachDocument(ctx, l.Portion.ID, func(o *record.Object, unit string) error {
		for f := range o.Files() {
			if i, ok := l.File(f.Name); ok {
				l.Belongs(i, o.ID, unit, unix(o))
			}
		}
		return nil
	})
}

// decided puts what was decided into the tree.
func (s *Shares) decided(ctx context.Context, l *Loaded) error {
	force, err := s.Standing(ctx, l)
	if err == nil {
		force()
	}
	return err
}

// Standing reads what was decided on a share and gives what puts it into the tree: a
// screen does that where it reads the tree.
func (s *Shares) Standing(ctx context.Context, l *Loaded) (force func(), err error) {
	held := map[string]*share.Verdict{}
	last := &share.Verdict{} // those decided together say the same: it is held once
	err = s.Book.Verdicts(ctx, l.Portion.ID, func(object string, rating record.Rating, reason string) {
		if v := (share.Verdict{Letter: rating, Reason: reason}); v != *last {
			last = &v
		}
		held[object] = last
	})
	if err != nil {
		return nil, err
	}
	return func() {
		l.Decide(func(id string) (record.Rating, string, bool) {
			v, ok := held[id]
			if !ok {
				return "", "", false
			}
			return v.Letter, v.Reason, true
		}, func(f *share.File) string { return f.Unit })
	}, nil
}

var (
	mailboxes = []string{".pst", ".ost", ".mbox", ".mbx", ".dbx", ".nsf", ".olm"}
	databases = []string{".mdb", ".accdb", ".sqlite", ".sqlite3", ".db3", ".dbf", ".fdb", ".gdb", ".siard"}
)

// special tells what a person must know of a file before deciding on it.
func special(f check.FileFact) share.Special {
	ext, format := strings.ToLower(path.Ext(f.Path)), strings.ToLower(f.Format.Name)
	encrypted := slices.ContainsFunc(f.Findings, func(x check.Finding) bool {
		return x.Code == container.Encrypted || strings.Contains(x.Found, "verschlüsselt") && strings.HasPrefix(x.Path, f.Path+"!")
	})
	switch o := openable.Obstacle(f.Obstacle); {
	case o == openable.Password || o == openable.Encrypted || encrypted:
		return share.Protected
	case slices.Contains(mailboxes, ext) || strings.Contains(format, "mbox") || strings.Contains(format, "personal folder"):
		return share.Mailbox
	case slices.Contains(databases, ext) || strings.Contains(format, "sqlite") || strings.Contains(format, "access database"):
		return share.Database
	case f.Sealed != "":
		return share.Archive
	case f.Damage != "" || o != openable.None && o != openable.Restricted && o != openable.Empty:
		return share.Unreadable
	}
	return ""
}

// At finds the folder a person names by its path; "" and "." are the share itself.
func (l *Loaded) At(name string) (int32, error) {
	name = strings.Trim(strings.TrimPrefix(path.Clean("/"+strings.TrimSpace(name)), "/"), "/")
	if i, ok := l.Find(name); ok {
		return i, nil
	}
	for i := range l.Folders {
		if l.Folders[i].ID == name {
			return int32(i), nil
		}
	}
	return 0, failure.New(failure.Refused, "find folder", wording.Say("hint.share.unknown-folder", name))
}

package share

import (
	"context"
	"database/sql"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode/utf8"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/sheet"
	"laufzettel/transfer/wording"
)

// Limits of the list of names from outside.
const (
	maxNameFile = 64 << 20
	maxTitle    = 500
	maxDetail   = 10_000
	maxTold     = 20 // faults told at once
)

// nameColumns are the columns of the list of names; a person fills the last two.
var nameColumns = []string{"Kennung", "Pfad", "Dateien", "Bytes", "Von", "Bis", "Bewertung", "Titel", "Beschreibung"}

// NameFolder names one folder by its path. Errors: Refused without the right, for an
// unknown folder, or after packaging.
func (s *Shares) NameFolder(ctx context.Context, id, folder string, name share.Name) error {
	person, err := s.Office.MustPerson(people.Appraise, "describe share")
	if err != nil {
		return err
	}
	l, err := s.Load(ctx, id)
	if err != nil {
		return err
	}
	i, err := l.At(folder)
	if err != nil {
		return err
	}
	name.Title, name.Detail = strings.TrimSpace(name.Title), strings.TrimSpace(name.Detail)
	if why := nameFault(name); !why.Empty() {
		return failure.New(failure.Refused, "describe "+folder, why)
	}
	return s.putNames(ctx, id, person, map[string]share.Name{l.Folders[i].ID: name})
}

// nameFault says why a name cannot stay; empty where it can.
func nameFault(n share.Name) wording.Text {
	switch {
	case !utf8.ValidString(n.Title + n.Detail):
		return wording.Say("hint.share.not-utf8")
	case utf8.RuneCountInString(n.Title) > maxTitle:
		return wording.Say("hint.share.title-too-long", maxTitle)
	case utf8.RuneCountInString(n.Detail) > maxDetail:
		return wording.Say("hint.share.detail-too-long", maxDetail)
	case strings.ContainsFunc(n.Title, func(r rune) bool { return r < ' ' }):
		return wording.Say("hint.share.title-one-line")
	}
	return wording.Text{}
}

func (s *Shares) putNames(ctx context.Context, id, person string, names map[string]share.Name) error {
	if _, err := s.Desk.MayAppraise(ctx, id); err != nil {
		return err
	}
	return s.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := s.Notes.SetTx(ctx, tx, id, person, names); err != nil {
			return err
		}
		return s.Log.Entry(ctx, s.Office.Event(events.Wrote, id, "", "names", map[string]string{"folders": fmt.Sprint(len(names))}))(tx)
	})
}

// NamesOut writes the list of folders of which something stays, to be filled in.
func (l *Loaded) NamesOut(w io.Writer) error {
	rows := [][]string{nameColumns}
	l.Below(0, func(i int32) {
		f := &l.Folders[i]
		if f.Go.Files == f.Files && f.Files > 0 {
			return
		}
		rows = append(rows, []string{f.ID, f.Path, fmt.Sprint(f.Files), fmt.Sprint(f.Bytes), day(f.First), day(f.Last), string(f.Letter),
			f.Title, f.Detail})
	})
	return sheet.Write(w, rows...)
}

func day(unix int64) string {
	if unix == 0 {
		return ""
	}
	return time.Unix(unix, 0).UTC().Format(time.DateOnly)
}

// NamesIn takes the filled list in and gives how many folders were named. It is taken
// as a whole or not at all. Error: Refused with every row that cannot stay and what to
// do about it.
func (s *Shares) NamesIn(ctx context.Context, id, file string) (int, error) {
	person, err := s.Office.MustPerson(people.Appraise, "describe share")
	if err != nil {
		return 0, err
	}
	l, err := s.Load(ctx, id)
	if err != nil {
		return 0, err
	}
	f, err := os.Open(file)
	if err != nil {
		return 0, failure.Wrap(failure.Refused, "open names", wording.Say("hint.share.names-not-opened"), err)
	}
	defer f.Close()
	names, faults := l.readNames(io.LimitReader(f, maxNameFile))
	if len(faults) > 0 {
		var more wording.Text
		if len(faults) > maxTold {
			more = wording.Say("hint.share.more-faults", len(faults)-maxTold)
			faults = faults[:maxTold]
		}
		return 0, failure.New(failure.Refused, "read names", wording.Say("hint.share.names-refused", wording.List("\n", faults), more))
	}
	if len(names) == 0 {
		return 0, nil
	}
	return len(names), s.putNames(ctx, id, person, names)
}

// readNames gives the names that differ from what stands, and what is wrong by row.
func (l *Loaded) readNames(r io.Reader) (names map[string]share.Name, faults []wording.Text) {
	names = map[string]share.Name{}
	folders := map[string]*share.Folder{}
	for i := range l.Folders {
		folders[l.Folders[i].ID] = &l.Folders[i]
	}
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, []wording.Text{wording.Say("hint.share.names-unreadable", err)}
	}
	c := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(data), sheet.BOM)))
	c.Comma, c.FieldsPerRecord, c.LazyQuotes = ';', -1, false
	head, err := c.Read()
	if err != nil || len(head) < len(nameColumns) || strings.Join(head[:len(nameColumns)], ";") != strings.Join(nameColumns, ";") {
		return nil, []wording.Text{wording.Say("hint.share.not-our-list", strings.Join(nameColumns, "; "))}
	}
	seen := map[string]int{}
	for {
		row, err := c.Read()
		if errors.Is(err, io.EOF) {
			return names, faults
		}
		line, _ := c.FieldPos(0)
		if err != nil {
			return names, append(faults, wording.Say("hint.share.line-quotes", line))
		}
		if len(row) < len(nameColumns) {
			faults = append(faults, wording.Say("hint.share.line-columns", line, len(row), len(nameColumns)))
			continue
		}
		id := strings.TrimSpace(sheet.Bare(row[0]))
		name := share.Name{Title: strings.TrimSpace(sheet.Bare(row[7])), Detail: strings.TrimSpace(sheet.Bare(row[8]))}
		f := folders[id]
		switch why := nameFault(name); {
		case f == nil:
			faults = append(faults, wording.Say("hint.share.line-unknown-folder", line, id))
		case seen[id] > 0:
			faults = append(faults, wording.Say("hint.share.folder-twice", line, id, seen[id]))
		case f.Path != strings.TrimSpace(sheet.Bare(row[1])):
			faults = append(faults, wording.Say("hint.share.folder-other-path", line, id, f.Path))
		case !why.Empty():
			faults = append(faults, wording.Say("hint.share.line-fault", line, why))
		case f.Title != name.Title || f.Detail != name.Detail:
			names[id] = name
		}
		seen[id] = line
	}
}

package accession

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// FolderIndex is the index of an accession folder, beside its JSON form.
const FolderIndex = "inhalt.pdf"

// LetterDifference is the comparison of a redelivery with the version before.
const LetterDifference = "difference"

// folderFile is one line of the index of an accession folder.
type folderFile struct {
	Path   string    `json:"path"`
	What   string    `json:"what"`
	Bytes  int64     `json:"bytes"`
	SHA512 string    `json:"sha512"`
	Made   time.Time `json:"made"`
}

// AccessionFolder writes the accession folder in one step (A18): all letters,
// reports, lists, receipts, slips and decisions of an accession as PDF/A and as
// data, with an index, for the archive's own records system. What belongs to a
// portion has the place it has in the accession package. dir "" is a folder
// below the letters of the accession, replaced each time. It gives the folder.
// Error: Refused where dir is not empty.
func (bk *Books) AccessionFolder(ctx context.Context, id, dir string) (string, error) {
	if _, err := bk.Office.MustPerson(people.Write, "write accession folder"); err != nil {
		return "", err
	}
	e, err := bk.BookEntry(ctx, id)
	if err != nil {
		return "", err
	}
	if dir == "" {
		dir = bk.Office.Path(path.Join(office.DirLetters, e.ID, "mappe"))
		if err := os.RemoveAll(dir); err != nil {
			return "", office.Disk("replace accession folder", err)
		}
	} else if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return "", failure.New(failure.Refused, "write accession folder", wording.Say("hint.accession.target-not-empty"))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", office.Disk("make accession folder", err)
	}
	var files []folderFile
	for _, p := range e.Deliveries {
		more, err := bk.portionFolder(ctx, p, dir)
		if err != nil {
			return "", err
		}
		files = append(files, more...)
	}
	more, err := bk.ownFolder(e, dir)
	if err != nil {
		return "", err
	}
	files = append(files, more...)
	slices.SortFunc(files, func(a, b folderFile) int { return strings.Compare(a.Path, b.Path) })
	return dir, bk.folderIndex(ctx, e, files, dir)
}

// portionFolder copies what the accession package of a portion holds.
func (bk *Books) portionFolder(ctx context.Context, p transfer.Portion, dir string) ([]folderFile, error) {
	if _, err := os.Stat(bk.Office.Path(path.Join(office.DirLetters, p.ID))); os.IsNotExist(err) {
		return nil, nil // nothing was written about it yet
	}
	held, err := bk.Ending.accessionFiles(ctx, p)
	if err != nil {
		return nil, err
	}
	var out []folderFile
	for _, f := range held {
		line, err := placeFile(f, path.Join(p.ID, f.Path), dir)
		if err != nil {
			return nil, err
		}
		out = append(out, line)
	}
	return out, nil
}

// ownFolder copies the papers of the accession as a whole, and its entry in the
// book as data.
func (bk *Books) ownFolder(e *BookEntry, dir string) ([]folderFile, error) {
	var out []folderFile
	for _, l := range e.Letters {
		if !strings.HasPrefix(l.Path, path.Join(office.DirLetters, e.ID)+"/") {
			continue
		}
		names := []string{l.Path}
		if data := strings.TrimSuffix(l.Path, ".pdf") + ".json"; strings.HasSuffix(l.Path, ".pdf") {
			if _, err := os.Stat(bk.Office.Path(data)); err == nil {
				names = append(names, data)
			}
		}
		for _, name := range names {
			f, err := bk.Packer.AccessionFile(name, bk.Office.Path(name))
			if err != nil {
				return nil, err
			}
			line, err := placeFile(f, path.Join("akzession", strings.TrimPrefix(name, path.Join(office.DirLetters, e.ID)+"/")), dir)
			if err != nil {
				return nil, err
			}
			out = append(out, line)
		}
	}
	data, err := json.MarshalIndent(e, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("encode accession: %w", err)
	}
	name := filepath.Join(dir, "akzession", "zugangsbuch.json")
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return nil, office.Disk("make accession folder", err)
	}
	if err := office.WriteFile(name, func(to io.Writer) error { _, err := to.Write(data); return err }); err != nil {
		return nil, office.Disk("write accession folder", err)
	}
	f, err := bk.Packer.AccessionFile("akzession/zugangsbuch.json", name)
	if err != nil {
		return nil, err
	}
	return append(out, lineOf(f, "akzession/zugangsbuch.json")), nil
}

// placeFile copies one file into the folder.
func placeFile(f aip.File, name, dir string) (folderFile, error) {
	to := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return folderFile{}, office.Disk("make accession folder", err)
	}
	err := office.WriteFile(to, func(out io.Writer) error {
		in, err := f.Open()
		if err != nil {
			return err
		}
		_, err = io.Copy(out, in)
		return intake.CloseWith(in, err)
	})
	return lineOf(f, name), office.Disk("write accession folder", err)
}

func lineOf(f aip.File, name string) folderFile {
	line := folderFile{Path: name, What: f.Format.Name, Bytes: f.Size}
	for _, d := range []string{"sha-512", "sha-256"} {
		if v := f.Digests[d]; v != "" {
			line.SHA512 = v
			break
		}
	}
	return line
}

// folderIndex writes the index as PDF/A and as JSON.
func (bk *Books) folderIndex(ctx context.Context, e *BookEntry, files []folderFile, dir string) error {
	archive := bk.Office.Settings.Get().Archive
	table := report.Table{Columns: []report.Column{{Title: "Datei", Weight: 3, Mono: true}, {Title: "Format", Weight: 1.5},
		{Title: "Bytes", Weight: 0.8, Right: true}, {Title: "SHA-512", Weight: 3, Mono: true}}}
	for _, f := range files {
		table.Rows = append(table.Rows, []string{f.Path, f.What, fmt.Sprint(f.Bytes), f.SHA512})
	}
	d := report.Document{Kind: "accession-folder", Title: "Akzessionsmappe " + e.Number, Subject: e.Title, Author: archive,
		Tool: office.Program + " " + office.Version, Created: bk.Office.Now(),
		Blocks: []report.Block{report.KeyValues{{Label: "Akzession", Value: e.Number}, {Label: "Stelle", Value: e.Agency},
			{Label: "Ü-ID", Value: e.TransferID, Mono: true},
			{Label: "Stand", Value: e.State.German()}, {Label: "Lieferungen", Value: fmt.Sprint(len(e.Deliveries))},
			{Label: "Dateien der Mappe", Value: fmt.Sprint(len(files))}}, table},
		Data: struct {
			Accession transfer.Accession `json:"accession"`
			Files     []folderFile       `json:"files"`
		}{e.Accession, files}}
	if err := office.WriteFile(filepath.Join(dir, FolderIndex), func(to io.Writer) error { return report.Write(to, d) }); err != nil {
		return office.Disk("write index", err)
	}
	if err := office.WriteFile(filepath.Join(dir, "inhalt.json"), func(to io.Writer) error { return report.WriteJSON(to, d) }); err != nil {
		return office.Disk("write index", err)
	}
	return ctx.Err()
}

// DifferencePaper writes the comparison of a redelivery for reading (A36).
func (bk *Books) DifferencePaper(ctx context.Context, d *intake.Difference) (string, error) {
	if _, err := bk.Office.Allow(ctx, people.Write, "write comparison"); err != nil {
		return "", err
	}
	p, err := bk.Portions.Get(ctx, d.Newer)
	if err != nil {
		return "", err
	}
	m, err := bk.Papers.Meta(ctx, p, bk.Office.Now())
	if err != nil {
		return "", err
	}
	doc := differencePaper(d, m.Archive.Name, office.Program+" "+office.Version, bk.Office.Now())
	l, err := bk.Papers.WritePaper(d.Newer, LetterDifference, "vergleich", doc, false)
	if err != nil {
		return "", err
	}
	return bk.Office.Path(l.Path), bk.Papers.Register(ctx, l)
}

func differencePaper(d *intake.Difference, author, tool string, created time.Time) report.Document {
	words := map[string]string{"added": "neu", "removed": "entfallen", "changed": "geändert"}
	table := func(list []intake.Change) report.Table {
		t := report.Table{Columns: []report.Column{{Title: "", Weight: 0.8}, {Title: "Was", Weight: 3}, {Title: "Angabe", Weight: 1.2},
			{Title: "vorher", Weight: 2}, {Title: "jetzt", Weight: 2}}, Empty: "Kein Unterschied."}
		for _, c := range list {
			t.Rows = append(t.Rows, []string{words[c.What], c.Name, c.Field, c.Before, c.After})
		}
		return t
	}
	return report.Document{Kind: "difference", Title: "Vergleich der Neulieferung", Subject: d.Older + " → " + d.Newer,
		Author: author, Tool: tool, Created: created,
		Blocks: []report.Block{report.KeyValues{{Label: "Frühere Lieferung", Value: d.Older}, {Label: "Neulieferung", Value: d.Newer},
			{Label: "Unverändert", Value: fmt.Sprintf("%d Objekte, %d Dateien", d.UnchangedObjects, d.UnchangedFiles)}},
			report.Heading{Level: 1, Text: "Objekte"}, table(d.Objects), report.Heading{Level: 1, Text: "Dateien"}, table(d.Files)},
		Data: d}
}

package reading

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha512"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/sign"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/report"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
)

// handedOut is the event of a copy given to a reader.
const handedOut events.Type = "handed-out"

// SheetType is the DSSE payload type of a signed integrity sheet.
const SheetType = "application/vnd.laufzettel.integrity-sheet+json"

// Sheet is the integrity sheet of a copy: what was given out, with which digests,
// and whether the package was sound at that moment.
type Sheet struct {
	PID           string      `json:"pid"`
	ReferenceCode string      `json:"referenceCode"`
	Citation      string      `json:"citation"` // Archiv, Bestand, Signatur
	Archive       string      `json:"archive"`
	Title         string      `json:"title,omitempty"`
	At            time.Time   `json:"at"`
	Person        string      `json:"person,omitempty"`
	Program       string      `json:"program"`
	Algorithm     string      `json:"algorithm"`
	Part          bool        `json:"part,omitempty"` // one file written out of the package, which was not proved for it
	Sound         bool        `json:"sound"`          // the package as a whole, proved now
	Broken        []string    `json:"broken"`
	Files         []SheetFile `json:"files"`
}

// SheetFile is one file of a copy.
type SheetFile struct {
	Path   string `json:"path"`
	Size   int64  `json:"size"`
	SHA512 string `json:"sha512"`
}

// HandedOut is what HandOut made.
type HandedOut struct {
	Path     string `json:"path"`
	Files    int    `json:"files"`
	Citation string `json:"citation"`
	Sound    bool   `json:"sound"`
	Signed   bool   `json:"signed"` // with the key of this workspace
	Key      string `json:"key,omitempty"`
}

// Names of what goes beside the content of a copy.
const (
	sheetSums      = "pruefsummen.sha512"
	contentOfSheet = "archivgut"
)

// paperNames are the names of a paper that goes with a copy, in its three forms.
type paperNames struct{ pdf, json, signed string }

var sheetNames = paperNames{"unversehrtheit.pdf", "unversehrtheit.json", "unversehrtheit.dsse.json"}

// sink takes the files of a copy: a folder or a ZIP.
type sink interface {
	put(ctx context.Context, name string, at time.Time, r io.Reader) error
	tree(ctx context.Context, t tree) error
	close() error
}

// HandOut gives a copy of a package out: its files below archivgut/, their
// digests, the citation and an integrity sheet, as PDF/A, as JSON and signed with
// the key of this workspace where there is one. A target that ends in .zip
// becomes one file. The package is proved first; a damaged one is given out only
// with the damage named. Errors: Refused where the target is there already.
func (o *Opened) HandOut(ctx context.Context, target string) (HandedOut, error) {
	u := o.room.Uses
	if err := u.Office.Staff("hand out"); err != nil {
		return HandedOut{}, err
	}
	pkg, err := o.mayGiveOut(ctx, "hand out")
	if err != nil {
		return HandedOut{}, err
	}
	findings, err := pkg.Verify(ctx)
	if err != nil {
		return HandedOut{}, err
	}
	sheet := u.sheet(pkg, findings)
	s, err := openSink(target)
	if err != nil {
		return HandedOut{}, err
	}
	out := HandedOut{Path: target, Files: len(sheet.Files), Citation: sheet.Citation, Sound: sheet.Sound}
	var size int64
	delivered := treeOf(pkg)
	err = func() error {
		for _, f := range sheet.Files {
			r, err := pkg.OpenFile(ctx, f.Path)
			if err != nil {
				return fmt.Errorf("read %s: %w", f.Path, err)
			}
			err = s.put(ctx, path.Join(contentOfSheet, f.Path), delivered.date(f.Path, time.Time{}), r)
			if err := errors.Join(err, r.Close()); err != nil {
				return err
			}
			size += f.Size
		}
		if err := s.tree(ctx, delivered); err != nil {
			return err
		}
		out.Key, err = u.sheetPapers(ctx, s, sheet)
		return err
	}()
	if err := errors.Join(err, s.close()); err != nil {
		return HandedOut{}, errors.Join(err, os.RemoveAll(target))
	}
	out.Signed = out.Key != ""
	detail := map[string]string{"files": fmt.Sprint(out.Files), "sound": fmt.Sprint(out.Sound)}
	if err := u.Office.Store.WithTx(ctx, u.Log.Entry(ctx, u.Office.Event(handedOut, sheet.PID, "", "ok", detail))); err != nil {
		return out, err
	}
	return out, u.Copies.NoteExport(ctx, pkg, target, size)
}

// sheet gathers what the integrity sheet says.
func (u *Uses) sheet(pkg *aip.Package, findings []check.Finding) Sheet {
	d := pkg.Metadata()
	s := Sheet{PID: d.PID, ReferenceCode: d.ReferenceCode, At: u.Office.Now(), Person: u.Office.Person(), Program: office.Program + " " +
		office.Version, Algorithm: "SHA-512", Broken: []string{}}
	for _, v := range d.Administrative {
		if v.Name == "archive" {
			s.Archive = v.Value
		}
	}
	var it catalog.Item
	fill(&it, d.Objects)
	s.Title = it.Subject
	for _, p := range []string{s.Archive, s.ReferenceCode} {
		if p != "" {
			s.Citation = strings.TrimPrefix(s.Citation+", "+p, ", ")
		}
	}
	for _, f := range findings {
		if f.Severity == check.Error {
			s.Broken = append(s.Broken, strings.TrimSpace(f.Path+" ("+f.Code+")"))
		}
	}
	s.Sound = len(s.Broken) == 0
	mets := pkg.METS() // names all others and so not itself
	s.Files = append(s.Files, SheetFile{"METS.xml", int64(len(mets)), fmt.Sprintf("%x", sha512.Sum512(mets))})
	for _, l := range pkg.Files() {
		s.Files = append(s.Files, SheetFile{l.Path, l.Size, strings.ToLower(l.SHA512)})
	}
	return s
}

// sheetPapers writes digests and sheet; key is the id of the key that signed.
func (u *Uses) sheetPapers(ctx context.Context, s sink, sheet Sheet) (key string, err error) {
	var sums bytes.Buffer
	folder := contentOfSheet
	if sheet.Part {
		folder = "" // it lies beside its papers
	}
	for _, f := range sheet.Files {
		fmt.Fprintf(&sums, "%s  %s\n", f.SHA512, path.Join(folder, f.Path))
	}
	if err := s.put(ctx, sheetSums, time.Time{}, &sums); err != nil {
		return "", err
	}
	return u.paper(ctx, s, sheetNames, SheetType, sheet.document())
}

// paper writes what goes with a copy, as PDF, as JSON and, where this workspace has a
// key, signed; key is its id.
func (u *Uses) paper(ctx context.Context, s sink, names paperNames, payloadType string, doc report.Document) (key string, err error) {
	var pdf, plain bytes.Buffer
	if err := errors.Join(report.Write(&pdf, doc), report.WriteJSON(&plain, doc)); err != nil {
		return "", fmt.Errorf("write %s: %w", doc.Kind, err)
	}
	if err := s.put(ctx, names.pdf, time.Time{}, &pdf); err != nil {
		return "", err
	}
	if err := s.put(ctx, names.json, time.Time{}, &plain); err != nil {
		return "", err
	}
	k, err := u.ownKey(ctx)
	if k == nil || err != nil {
		return "", err
	}
	sealed, err := sign.SealJSON(ctx, payloadType, doc.Data, k)
	if err != nil {
		return "", err
	}
	return k.ID(), s.put(ctx, names.signed, time.Time{}, bytes.NewReader(sealed))
}

// ownKey is the key of this workspace in use; nil: there is none.
func (u *Uses) ownKey(ctx context.Context) (*sign.Key, error) {
	keys, err := u.Channel.ListKeys(ctx)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(keys, func(k channel.KeyInfo) bool { return k.State == channel.KeyActive })
	if i < 0 {
		return nil, nil
	}
	k, err := u.Channel.KeyStore().Load(ctx, keys[i].ID)
	if errors.Is(err, sign.ErrNoKey) || failure.KindOf(err) == failure.Refused && err != nil {
		return nil, nil // without the key or its passphrase the sheet stays unsigned, and says so
	}
	return k, err
}

// document lays the sheet out as a paper.
func (s Sheet) document() report.Document {
	sound := report.Notice{Tone: report.Good,
		Text: "Unversehrt: Alle Dateien stimmten zum genannten Zeitpunkt mit den Prüfsummen des Archivpakets überein."}
	switch {
	case s.Part:
		sound = report.Notice{Tone: report.Hint,
			Text: "Auszug: Die genannte Datei wurde zum genannten Zeitpunkt aus dem Archivpaket geschrieben; die Prüfsumme ist die dieser Datei. Das Archivpaket als Ganzes wurde dabei nicht geprüft."}
	case !s.Sound:
		sound = report.Notice{Tone: report.Caution, Text: "Abweichungen: " + strings.Join(s.Broken, "; ")}
	}
	rows := make([][]string, 0, len(s.Files))
	for _, f := range s.Files {
		rows = append(rows, []string{f.Path, fmt.Sprint(f.Size), f.SHA512})
	}
	return report.Document{Kind: "integrity-sheet", Title: "Unversehrtheitsblatt", Subject: s.Citation, Author: s.Archive, Tool: s.Program,
		Created: s.At, Data: s,
		Blocks: []report.Block{report.KeyValues{{Label: "Zitierweise", Value: s.Citation}, {Label: "Titel", Value: s.Title},
			{Label: "Kennung", Value: s.PID, Mono: true}, {Label: "Berechnet", Value: s.At.Format("02.01.2006 15:04 MST")},
			{Label: "Verfahren", Value: s.Algorithm}, {Label: "Herausgegeben von", Value: s.Person}, {Label: "Programm", Value: s.Program}},
			sound, report.Heading{Level: 2, Text: "Dateien"},
			report.Table{Columns: []report.Column{{Title: "Datei", Weight: 3}, {Title: "Bytes", Weight: 1, Right: true},
				{Title: "SHA-512", Weight: 4, Mono: true}}, Rows: rows}}}
}

func openSink(target string) (sink, error) {
	if _, err := os.Stat(target); err == nil && strings.EqualFold(filepath.Ext(target), ".zip") {
		return nil, failure.New(failure.Refused, "write "+target, wording.Say("hint.cli.target-exists", target))
	}
	if !strings.EqualFold(filepath.Ext(target), ".zip") {
		root, err := newFolder(target)
		if err != nil {
			return nil, err
		}
		return folderSink{root}, nil
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, office.Disk("write copy", err)
	}
	return &zipSink{f, zip.NewWriter(f)}, nil
}

type folderSink struct{ root *os.Root }

func (s folderSink) put(ctx context.Context, name string, _ time.Time, r io.Reader) error {
	return exportEntry(ctx, s.root, name, func() (io.ReadCloser, error) { return io.NopCloser(r), nil })
}

func (s folderSink) tree(_ context.Context, t tree) error {
	return t.restore(s.root, path.Join(contentOfSheet, dataBelow))
}

func (s folderSink) close() error { return s.root.Close() }

type zipSink struct {
	f *os.File
	z *zip.Writer
}

func (s *zipSink) tree(ctx context.Context, t tree) error {
	return t.zip(ctx, s.z, path.Join(contentOfSheet, dataBelow), time.Time{})
}

func (s *zipSink) put(ctx context.Context, name string, at time.Time, r io.Reader) error {
	w, err := s.z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Deflate, Modified: at.UTC()})
	if err == nil {
		_, err = io.Copy(w, stop.Reader(ctx, r))
	}
	return office.Disk("write copy", err)
}

func (s *zipSink) close() error {
	return office.Disk("write copy", errors.Join(s.z.Close(), s.f.Sync(), s.f.Close()))
}

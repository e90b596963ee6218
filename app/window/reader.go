package window

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	reader "laufzettel/views/reader/model"
	"laufzettel/views/words"
)

// Reader is the source of the reading room. Safe for concurrent use.
type Reader struct {
	w       *work.House
	outside func(path string) error
	grant   func(ctx context.Context, pid, application string) error
	// Words are those of the window; nil: German.
	Words *words.Words
	// Left is called when this workstation is no reader's place any more; may be nil.
	Left func()
	// Place asks for the place of a new file; nil: the dialog of the system.
	Place func(ctx context.Context, title, suggested string) (string, error)

	mu      sync.Mutex
	granted []string
	// application is the number a reader entered at a reader's place.
	application string
	files       map[string]string // key of a dropped package → its path
	others      []other           // open packages of others
	sites       map[string]*reading.Served
}

// NewReader makes the source. outside opens a file with the system's program;
// grant logs a granted application, nil: granting is refused.
func NewReader(w *work.House, outside func(string) error, grant func(ctx context.Context, pid, application string) error) *Reader {
	return &Reader{w: w, outside: outside, grant: grant, files: map[string]string{}}
}

// asker is by what is asked: the number entered at a reader's place, and what the
// staff noted in this session.
func (s *Reader) asker() reading.Asker {
	s.mu.Lock()
	defer s.mu.Unlock()
	return reading.Asker{Application: s.application, Noted: slices.Clone(s.granted)}
}

// Search implements reader.Source: as of today, with the applications granted.
func (s *Reader) Search(ctx context.Context, q catalog.Query) (catalog.Results, error) {
	return s.w.Room.OpenHoldings(s.asker()).Search(ctx, q)
}

// Facets implements reader.Source.
func (s *Reader) Facets(ctx context.Context, q catalog.Query) (catalog.Facets, error) {
	return s.w.Room.OpenHoldings(s.asker()).Facets(ctx, q)
}

// errKiosk is what a reader is told who tries to open something of their own.
var errKiosk = failure.New(failure.Refused, "open file", wording.Say("hint.window.reading-index-only"))

// OpenFile implements reader.Source: any package of ours or of others, by its file.
func (s *Reader) OpenFile(ctx context.Context, path string) (string, error) {
	if s.w.Office.Kiosk() {
		return "", errKiosk
	}
	o, err := s.w.Room.Open(ctx, path, s.asker())
	if err != nil {
		return "", err
	}
	if o.Foreign() {
		return s.openForeign(ctx, o)
	}
	return s.keepFile(o, path)
}

// OpenOurs is OpenFile for packages of ours alone; everything else is a delivery.
func (s *Reader) OpenOurs(ctx context.Context, path string) (key string, ours bool) {
	o, err := s.w.Room.Open(ctx, path, s.asker())
	if err != nil {
		return "", false
	}
	if o.Foreign() {
		_ = o.Close() // only looked at
		return "", false
	}
	key, err = s.keepFile(o, path)
	return key, err == nil
}

// keepFile remembers the file of a package and closes it.
func (s *Reader) keepFile(o *reading.Opened, path string) (string, error) {
	key := "file:" + o.PID()
	s.mu.Lock()
	s.files[key] = path
	s.mu.Unlock()
	return key, o.Close()
}

// open opens the package behind a key: a dropped file, else what the catalog may name.
func (s *Reader) open(ctx context.Context, key string) (*reading.Opened, error) {
	s.mu.Lock()
	path, dropped := s.files[key]
	s.mu.Unlock()
	if dropped {
		return s.w.Room.Open(ctx, path, s.asker())
	}
	return s.w.Room.OpenHeld(ctx, key, s.asker())
}

// Package implements reader.Source. What the catalog may not name is not opened
// by its identifier either (A25); a dropped package tells its closure itself.
func (s *Reader) Package(ctx context.Context, key string) (reader.Package, error) {
	if f := s.foreign(key); f != nil {
		return s.describeForeign(ctx, key, f)
	}
	s.mu.Lock()
	_, dropped := s.files[key]
	s.mu.Unlock()
	o, err := s.open(ctx, key)
	if errors.Is(err, catalog.ErrUnknown) { // the screen has its own words for it
		return reader.Package{}, fmt.Errorf("open %s: %w", key, catalog.ErrUnknown)
	}
	if err != nil {
		return reader.Package{}, err
	}
	defer o.Close()
	if !dropped {
		key = o.PID()
	}
	meta, err := o.Description(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	closure, closed, err := o.Closure(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	out := describePackage(s.says(), meta, closure)
	out.PID, out.Closed = key, closed
	if out.Related, err = s.related(ctx, o, dropped); err != nil {
		return reader.Package{}, err
	}
	if out.Closed {
		return out, nil
	}
	viewers, err := s.w.Packer.ViewPaths(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	docs, err := o.Documents(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	files, err := o.Files(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	out.Documents, out.Site = packageDocuments(s.says(), docs, files, viewers), o.HoldsWebsite(ctx)
	out.Formats = packageFormats(meta, files)
	out.Evidence = s.evidence(ctx, o, meta.PID)
	return out, nil
}

// evidence lists the papers of a package; those that name members of the staff are not
// for a reader's place.
func (s *Reader) evidence(ctx context.Context, o *reading.Opened, pid string) []reader.Evidence {
	t := func(key string) string { return s.says().T("reader.evidence." + key) }
	papers := []reader.Evidence{{ID: reading.EvidenceDescription, Title: t("description"), Icon: "receipt"},
		{ID: reading.EvidenceMETS, Title: t("mets"), Icon: "list"}}
	if s.w.Office.Kiosk() {
		return papers
	}
	if o.HasCover() {
		papers = append([]reader.Evidence{{ID: reading.EvidenceCover, Title: t("cover"), Icon: "file"}}, papers...)
	}
	papers = append(papers, reader.Evidence{ID: reading.EvidencePREMIS, Title: t("premis"), Icon: "shield"})
	if list, err := s.w.Office.Events(ctx, pid); err == nil && len(list) > 0 {
		papers = append(papers, reader.Evidence{ID: "events", Title: t("events"), Icon: "clock", Count: len(list)})
	}
	return papers
}

// Document implements reader.Source. A closed object opens no document, whoever asks.
func (s *Reader) Document(ctx context.Context, pid, document string, original bool) (viewer.Document, error) {
	if f := s.foreign(pid); f != nil {
		name, err := foreignPath(f, document, original)
		if err != nil {
			return nil, err
		}
		return s.foreignFile(ctx, f, name)
	}
	o, path, err := s.file(ctx, pid, document, original)
	if err != nil {
		return nil, err
	}
	if err := o.NoteShown(ctx, document); err != nil {
		return nil, errors.Join(err, o.Close())
	}
	doc, done, err := o.Document(ctx, path)
	if err := errors.Join(err, o.Close()); err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// file opens the package of a document that may be shown and gives the file's path.
func (s *Reader) file(ctx context.Context, pid, document string, original bool) (*reading.Opened, string, error) {
	o, err := s.open(ctx, pid)
	if err != nil {
		return nil, "", err
	}
	path, err := filePath(ctx, o, document, original)
	if err != nil {
		return nil, "", errors.Join(err, o.Close())
	}
	return o, path, nil
}

func filePath(ctx context.Context, o *reading.Opened, document string, original bool) (string, error) {
	docs, err := o.Documents(ctx)
	if err != nil {
		return "", err
	}
	files, err := o.Files(ctx)
	if err != nil {
		return "", err
	}
	mime := map[string]string{}
	for _, l := range files {
		mime[l.Path] = l.MIME
	}
	for _, d := range docs {
		if d.Entry.ID != document {
			continue
		}
		archive, other := renditions(d.Entry.Files, mime)
		if original && other >= 0 {
			archive = other
		}
		if archive >= 0 {
			return d.Entry.Files[archive].Path, nil
		}
	}
	return "", failure.New(failure.Refused, "open document", wording.Say("hint.window.document-without-file"))
}

// Evidence implements reader.Source.
func (s *Reader) Evidence(ctx context.Context, pid, id string) (viewer.Document, error) {
	if f := s.foreign(pid); f != nil {
		return s.foreignFile(ctx, f, id)
	}
	o, err := s.open(ctx, pid)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	if err := o.Shown(ctx); err != nil { // evidence names documents
		return nil, err
	}
	if err := o.NoteShown(ctx, "!"+id); err != nil {
		return nil, err
	}
	name := id + ".xml"
	if id == reading.EvidenceCover {
		name = aip.CoverName
	}
	var content []byte
	if id == "events" {
		if err := s.w.Office.Staff("show events"); err != nil {
			return nil, err
		}
		name = "ereignisse.tsv"
		content, err = s.events(ctx, o.PID())
	} else {
		content, err = o.Evidence(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	return s.w.Room.OpenPart(ctx, viewer.Source{Name: name, Content: bytes.NewReader(content), Size: int64(len(content))})
}

func (s *Reader) events(ctx context.Context, subject string) ([]byte, error) {
	list, err := s.w.Office.Events(ctx, subject)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString(s.says().T("reader.events.head") + "\n")
	clean := strings.NewReplacer("\t", " ", "\n", " ", `"`, "'")
	for _, e := range list {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", s.says().Moment(e.At),
			clean.Replace(s.says().Word("reader.event.", string(e.Type))), clean.Replace(e.Actor),
			clean.Replace(s.says().Word("reader.outcome.", e.Outcome)), clean.Replace(e.Program))
	}
	return b.Bytes(), nil
}

// OpenSource implements reader.Source.
func (s *Reader) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.w.Room.OpenPart(ctx, src)
}

// Verify implements reader.Source. The package is read once as a whole; there is
// no count in between.
func (s *Reader) Verify(ctx context.Context, pid string, step func(done, total int)) (reader.Integrity, error) {
	if f := s.foreign(pid); f != nil {
		return s.verifyForeign(ctx, f, step)
	}
	o, err := s.open(ctx, pid)
	if err != nil {
		return reader.Integrity{}, err
	}
	defer o.Close()
	v, err := o.Verify(ctx)
	if err != nil {
		return reader.Integrity{}, err
	}
	broken := slices.Compact(v.Broken)
	in := reader.Integrity{Files: v.Files, Algorithm: "SHA-512", At: v.At, Broken: broken, Sound: max(0, v.Files-len(broken))}
	if strings.HasPrefix(pid, "file:") {
		return in, nil
	}
	return in, o.NoteSound(ctx, v)
}

var _ reader.Source = (*Reader)(nil)

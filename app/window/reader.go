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
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	reader "laufzettel/views/reader/model"
)

// Reader is the source of the reading room. Safe for concurrent use.
type Reader struct {
	w       *work.House
	outside func(path string) error
	grant   func(ctx context.Context, pid, application string) error
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

// grants are the objects opened by applications: those noted in this session and
// those in force; at a reader's place those of the number entered there alone.
func (s *Reader) grants(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	application, own := s.application, slices.Clone(s.granted)
	s.mu.Unlock()
	open, err := s.w.Gate.Granted(ctx, application)
	return append(own, open...), err
}

// Search implements reader.Source: as of today, with the applications granted.
func (s *Reader) Search(ctx context.Context, q catalog.Query) (catalog.Results, error) {
	open, err := s.grants(ctx)
	if err != nil {
		return catalog.Results{}, err
	}
	q.Day, q.Granted = s.w.Office.Now(), open
	return s.w.Room.Catalog.Search(ctx, q)
}

// Facets implements reader.Source.
func (s *Reader) Facets(ctx context.Context) (catalog.Facets, error) {
	open, err := s.grants(ctx)
	if err != nil {
		return catalog.Facets{}, err
	}
	return s.w.Room.Catalog.Facets(ctx, s.w.Office.Now(), open...)
}

// errKiosk is what a reader is told who tries to open something of their own.
var errKiosk = failure.New(failure.Refused, "open file", "An diesem Platz werden nur Archivalien aus dem Verzeichnis gezeigt. Eigene Dateien lassen sich hier nicht öffnen; bitte an die Aufsicht wenden.")

// OpenFile implements reader.Source: any package of ours or of others, by its file.
func (s *Reader) OpenFile(ctx context.Context, path string) (string, error) {
	if s.w.Office.Kiosk() {
		return "", errKiosk
	}
	pkg, err := aip.Open(ctx, path)
	if _, refused := errors.AsType[*container.Refused](err); refused || errors.Is(err, aip.ErrNotPackage) {
		return s.openForeign(ctx, path)
	}
	if err != nil {
		return "", err
	}
	defer pkg.Close()
	key := "file:" + pkg.Metadata().PID
	s.mu.Lock()
	s.files[key] = path
	s.mu.Unlock()
	return key, nil
}

// open opens the package behind a key.
func (s *Reader) open(ctx context.Context, key string) (*aip.Package, error) {
	s.mu.Lock()
	path, dropped := s.files[key]
	s.mu.Unlock()
	if dropped {
		return aip.Open(ctx, path)
	}
	return s.w.Room.OpenPackage(ctx, key)
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
	open, err := s.grants(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	if !dropped {
		it, err := s.w.Room.Catalog.Find(ctx, key, s.w.Office.Now(), open...)
		if err != nil {
			return reader.Package{}, err
		}
		key = it.PID
	}
	pkg, err := s.open(ctx, key)
	if err != nil {
		return reader.Package{}, err
	}
	defer pkg.Close()
	meta := pkg.Metadata()
	closure, err := s.w.Gate.ClosureOf(ctx, meta) // as everywhere: by the decision and the package, not by the index
	if err != nil {
		return reader.Package{}, err
	}
	grade := closure.On(s.w.Office.Now())
	if slices.Contains(open, key) || slices.Contains(open, meta.PID) {
		grade = catalog.Open
	}
	if grade == catalog.Description {
		return reader.Package{}, fmt.Errorf("open %s: %w", key, catalog.ErrUnknown)
	}
	out := describePackage(meta, closure)
	out.PID, out.Closed = key, grade != catalog.Open
	if out.Related, err = s.related(ctx, meta, dropped, open); err != nil {
		return reader.Package{}, err
	}
	if out.Closed {
		return out, nil
	}
	viewers, err := s.w.Packer.ViewPaths(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	out.Documents, out.Site = packageDocuments(pkg, viewers), reading.HoldsWebsite(ctx, pkg)
	out.Formats = packageFormats(pkg)
	out.Evidence = []reader.Evidence{{ID: "description", Title: "Beschreibung als Tabelle", Icon: "receipt"},
		{ID: "mets", Title: "Archivpaket als Tabelle (METS)", Icon: "list"}, {ID: "premis", Title: "Erhaltungsgeschichte (PREMIS)", Icon: "shield"}}
	if list, err := s.w.Office.Events(ctx, meta.PID); err == nil && len(list) > 0 {
		out.Evidence = append(out.Evidence, reader.Evidence{ID: "events", Title: "Ereignisse", Icon: "clock", Count: len(list)})
	}
	return out, nil
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
	pkg, path, err := s.file(ctx, pid, document, original)
	if err != nil {
		return nil, err
	}
	if err := s.noteShown(ctx, pkg.Metadata().PID, document); err != nil {
		return nil, errors.Join(err, pkg.Close())
	}
	doc, done, err := s.w.Room.PackageDocument(ctx, pkg, path, s.number())
	if err := errors.Join(err, pkg.Close()); err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// file opens the package of a document that may be shown and gives the file's path.
func (s *Reader) file(ctx context.Context, pid, document string, original bool) (*aip.Package, string, error) {
	if err := s.mayShow(ctx, pid); err != nil {
		return nil, "", err
	}
	pkg, err := s.open(ctx, pid)
	if err != nil {
		return nil, "", err
	}
	mime := map[string]string{}
	for _, l := range pkg.Files() {
		mime[l.Path] = l.MIME
	}
	for _, d := range pkg.Documents() {
		if d.Entry.ID != document {
			continue
		}
		archive, other := renditions(d.Entry.Files, mime)
		if original && other >= 0 {
			archive = other
		}
		if archive >= 0 {
			return pkg, d.Entry.Files[archive].Path, nil
		}
	}
	return nil, "", errors.Join(failure.New(failure.Refused, "open document", "Zu diesem Dokument liegt keine Datei im Paket. Es ist nur beschrieben."), pkg.Close())
}

// Evidence implements reader.Source.
func (s *Reader) Evidence(ctx context.Context, pid, id string) (viewer.Document, error) {
	if f := s.foreign(pid); f != nil {
		return s.foreignFile(ctx, f, id)
	}
	if err := s.mayShow(ctx, pid); err != nil {
		return nil, err
	}
	pkg, err := s.open(ctx, pid)
	if err != nil {
		return nil, err
	}
	defer pkg.Close()
	if err := s.noteShown(ctx, pkg.Metadata().PID, "!"+id); err != nil {
		return nil, err
	}
	var content []byte
	name := id + ".xml"
	switch id {
	case "mets":
		content = pkg.METS()
	case "premis":
		content = pkg.PREMIS()
	case "description":
		content = pkg.DescriptionXML()
	case "events":
		name = "ereignisse.tsv"
		if content, err = s.events(ctx, pkg.Metadata().PID); err != nil {
			return nil, err
		}
	default:
		return nil, failure.New(failure.Refused, "open evidence "+id, "Diesen Nachweis gibt es zu dem Paket nicht.")
	}
	return s.w.Room.Opener.Open(ctx, viewer.Source{Name: name, Content: bytes.NewReader(content), Size: int64(len(content))})
}

func (s *Reader) events(ctx context.Context, subject string) ([]byte, error) {
	list, err := s.w.Office.Events(ctx, subject)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("Zeit\tEreignis\tWer\tErgebnis\tProgramm\n")
	clean := strings.NewReplacer("\t", " ", "\n", " ", `"`, "'")
	for _, e := range list {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", e.At.Format("02.01.2006 15:04"), clean.Replace(eventWord(string(e.Type))), clean.Replace(e.Actor), clean.Replace(outcomeWord(e.Outcome)), clean.Replace(e.Program))
	}
	return b.Bytes(), nil
}

// OpenSource implements reader.Source.
func (s *Reader) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.w.Room.Opener.Open(ctx, src)
}

// Verify implements reader.Source. The package is read once as a whole; there is
// no count in between.
func (s *Reader) Verify(ctx context.Context, pid string, step func(done, total int)) (reader.Integrity, error) {
	if f := s.foreign(pid); f != nil {
		return s.verifyForeign(ctx, f, step)
	}
	pkg, err := s.open(ctx, pid)
	if err != nil {
		return reader.Integrity{}, err
	}
	defer pkg.Close()
	findings, err := pkg.Verify(ctx)
	if err != nil {
		return reader.Integrity{}, err
	}
	in := reader.Integrity{Files: len(pkg.Files()), Algorithm: "SHA-512", At: s.w.Office.Now()}
	seen := map[string]bool{}
	for _, f := range findings {
		if !seen[f.Path] {
			seen[f.Path] = true
			in.Broken = append(in.Broken, strings.TrimSpace(f.Path+" ("+f.Code+")"))
		}
	}
	in.Sound = max(0, in.Files-len(in.Broken))
	if len(in.Broken) == 0 && !strings.HasPrefix(pid, "file:") {
		if err := s.w.Room.Catalog.SetChecked(ctx, pid, in.At); err != nil && !errors.Is(err, catalog.ErrUnknown) {
			return in, err
		}
	}
	return in, nil
}

var _ reader.Source = (*Reader)(nil)

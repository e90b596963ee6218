package window

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"laufzettel/app/workspace"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
	"laufzettel/views/reader"
)

// Reader is the source of the reading room. Safe for concurrent use.
type Reader struct {
	w       *workspace.Workspace
	outside func(path string) error
	grant   func(ctx context.Context, pid, application string) error
	// Place asks for the place of a new file; nil: the dialog of the system.
	Place func(ctx context.Context, title, suggested string) (string, error)

	mu      sync.Mutex
	granted []string
	// application is the number a reader entered at a reader's place.
	application string
	files       map[string]string // key of a dropped package → its path
	others      []other           // open packages of others
	sites       map[string]*workspace.Served
}

// NewReader makes the source. outside opens a file with the system's program;
// grant logs a granted application, nil: granting is refused.
func NewReader(w *workspace.Workspace, outside func(string) error, grant func(ctx context.Context, pid, application string) error) *Reader {
	return &Reader{w: w, outside: outside, grant: grant, files: map[string]string{}}
}

// grants are the objects opened by applications: those noted in this session and
// those in force; at a reader's place those of the number entered there alone.
func (s *Reader) grants(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	application, own := s.application, slices.Clone(s.granted)
	s.mu.Unlock()
	open, err := s.w.Granted(ctx, application)
	return append(own, open...), err
}

// Search implements reader.Source: as of today, with the applications granted.
func (s *Reader) Search(ctx context.Context, q catalog.Query) (catalog.Results, error) {
	open, err := s.grants(ctx)
	if err != nil {
		return catalog.Results{}, err
	}
	q.Day, q.Granted = s.w.Now(), open
	return s.w.Catalog.Search(ctx, q)
}

// Facets implements reader.Source.
func (s *Reader) Facets(ctx context.Context) (catalog.Facets, error) {
	open, err := s.grants(ctx)
	if err != nil {
		return catalog.Facets{}, err
	}
	return s.w.Catalog.Facets(ctx, s.w.Now(), open...)
}

// errKiosk is what a reader is told who tries to open something of their own.
var errKiosk = failure.New(failure.Refused, "open file", "An diesem Platz werden nur Archivalien aus dem Verzeichnis gezeigt. Eigene Dateien lassen sich hier nicht öffnen; bitte an die Aufsicht wenden.")

// OpenFile implements reader.Source: any package of ours or of others, by its file.
func (s *Reader) OpenFile(ctx context.Context, path string) (string, error) {
	if s.w.Kiosk() {
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
	return s.w.OpenPackage(ctx, key)
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
	var closure catalog.Closure
	if !dropped {
		it, err := s.w.Catalog.Find(ctx, key, s.w.Now(), open...)
		if err != nil {
			return reader.Package{}, err
		}
		key, closure = it.PID, it.Closure
	}
	pkg, err := s.open(ctx, key)
	if err != nil {
		return reader.Package{}, err
	}
	defer pkg.Close()
	meta := pkg.Metadata()
	if dropped {
		if closure, err = s.w.ClosureOf(ctx, meta); err != nil {
			return reader.Package{}, err
		}
	}
	grade := closure.On(s.w.Now())
	if slices.Contains(open, key) || slices.Contains(open, meta.PID) {
		grade = catalog.Open
	}
	if grade == catalog.Description {
		return reader.Package{}, fmt.Errorf("open %s: %w", key, catalog.ErrUnknown)
	}
	out := describePackage(meta, closure)
	out.PID, out.Closed = key, grade != catalog.Open
	if out.Closed {
		return out, nil
	}
	viewers, err := s.w.ViewPaths(ctx)
	if err != nil {
		return reader.Package{}, err
	}
	out.Documents, out.Site = packageDocuments(pkg, viewers), workspace.HoldsWebsite(ctx, pkg)
	out.Formats = packageFormats(pkg)
	out.Evidence = []reader.Evidence{{ID: "description", Title: "Beschreibung als Tabelle", Icon: "receipt"},
		{ID: "mets", Title: "Archivpaket als Tabelle (METS)", Icon: "list"}, {ID: "premis", Title: "Erhaltungsgeschichte (PREMIS)", Icon: "shield"}}
	if list, err := s.w.Events(ctx, meta.PID); err == nil && len(list) > 0 {
		out.Evidence = append(out.Evidence, reader.Evidence{ID: "events", Title: "Ereignisse", Icon: "clock", Count: len(list)})
	}
	return out, nil
}

// german are the labels of MAPPING-3 fields; others are shown by their name.
var german = map[string]string{"reference": "Aktenzeichen", "subject": "Betreff", "leadUnit": "Federführung", "plan": "Aktenplan", "type": "Typ",
	"note": "Bemerkung", "medium": "Medium", "confidentiality": "Vertraulichkeit", "received": "Eingang", "date": "Datum"}

func label(name string) string {
	if l, ok := german[name]; ok {
		return l
	}
	return name
}

// describePackage lays the description of the packaged object out.
func describePackage(meta aip.Description, closure catalog.Closure) reader.Package {
	out := reader.Package{ReferenceCode: meta.ReferenceCode, Closure: closure, Portions: meta.AccessionID}
	if out.ReferenceCode == "" {
		out.ReferenceCode = meta.PID
	}
	main, parents := principal(meta.Objects, nil)
	archive, agency := "", ""
	for _, v := range meta.Administrative {
		switch v.Name {
		case "archive":
			archive = v.Value
		case "agency":
			agency = v.Value
		}
	}
	for _, p := range parents {
		out.Context = strings.TrimSpace("Akte " + p.Field("reference").Value + " " + p.Field("subject").Value)
	}
	out.Citation = strings.Join(filled(archive, out.ReferenceCode), ", ")
	pairs := []reader.Pair{{Label: "Signatur", Value: meta.ReferenceCode, Missing: meta.ReferenceCode == ""}}
	if main != nil {
		kind := map[record.Kind]string{record.Case: "Vorgang", record.Dossier: "Akte", record.Document: "Dokument"}[main.Kind]
		out.Title = strings.TrimSpace(kind+" "+main.Number) + ": " + main.Field("subject").Value
		from, to := main.Field("from"), main.Field("to")
		span := pair(record.DateSpan{From: record.Date(from.Value), To: record.Date(to.Value), Derived: from.Derived || to.Derived})
		pairs = append(pairs, reader.Pair{Label: "Laufzeit", Value: span, Missing: span == ""})
		for _, f := range main.Fields {
			if f.Name != "from" && f.Name != "to" && f.Name != "subject" && f.Value != "" {
				pairs = append(pairs, reader.Pair{Label: label(f.Name), Value: value(f)})
			}
		}
	}
	if agency != "" {
		pairs = append(pairs, reader.Pair{Label: "Stelle", Value: agency})
	}
	pairs = append(pairs, reader.Pair{Label: "Schutzfrist", Value: closureWords(closure)}, reader.Pair{Label: "Kennung", Value: meta.PID})
	out.Groups = []reader.Group{{Title: "Verzeichnungseinheit", Pairs: pairs}}
	var belongs []reader.Pair
	for _, r := range meta.Relations {
		belongs = append(belongs, reader.Pair{Label: relationLabels[r.Kind], Value: strings.Join(filled(r.Title, r.ReferenceCode, r.PID), ", ")})
	}
	if len(belongs) > 0 {
		out.Groups = append(out.Groups, reader.Group{Title: "Gehört zusammen mit", Pairs: belongs})
	}
	var decided []reader.Pair
	for _, d := range meta.Decisions {
		decided = append(decided, reader.Pair{Label: d.Time.Format("02.01.2006"), Value: strings.Join(filled(d.Text, d.Person), ", ")})
	}
	if len(decided) > 0 {
		out.Groups = append(out.Groups, reader.Group{Title: "Entscheidungen", Pairs: decided})
	}
	return out
}

// relationLabels name the relations between packages.
var relationLabels = map[string]string{check.RelationPart: "Teil", check.RelationRepresentation: "Repräsentation", check.RelationEdition: "Ausgabe"}

func closureWords(c catalog.Closure) string {
	switch {
	case c.Grade == catalog.Open:
		return "keine"
	case c.Until.IsZero():
		return "ohne Enddatum"
	}
	return "bis " + c.Until.Format("02.01.2006")
}

func value(v aip.Value) string {
	s := written(v.Value)
	if v.Derived {
		s += " (abgeleitet)"
	}
	return s
}

func filled(list ...string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// principal finds the packaged object below its context parents.
func principal(entries []*aip.Entry, parents []*aip.Entry) (*aip.Entry, []*aip.Entry) {
	for _, e := range entries {
		if !e.Context {
			return e, parents
		}
		if found, p := principal(e.Children, append(parents, e)); found != nil {
			return found, p
		}
	}
	return nil, parents
}

// packageDocuments lists the documents by date; aip gives them in that order.
func packageDocuments(pkg *aip.Package, unseen func(name, puid, mime string) string) []reader.Document {
	mime := map[string]string{}
	for _, l := range pkg.Files() {
		mime[l.Path] = l.MIME
	}
	var out []reader.Document
	for _, d := range pkg.Documents() {
		doc := reader.Document{ID: d.Entry.ID, Date: d.Date, Title: d.Entry.Field("subject").Value}
		if doc.Title == "" {
			doc.Title = d.Entry.Field("reference").Value
		}
		for _, f := range d.Entry.Fields {
			if f.Name != "subject" && f.Name != "date" && f.Value != "" {
				doc.Pairs = append(doc.Pairs, reader.Pair{Label: label(f.Name), Value: value(f)})
			}
		}
		archive, original := renditions(d.Entry.Files, mime)
		if archive >= 0 {
			doc.Format = formatOf(d.Entry.Files[archive])
			doc.Unseen = unseen(d.Entry.Files[archive].Path, strings.TrimPrefix(fileValue(d.Entry.Files[archive], "registry"), "PRONOM "), mime[d.Entry.Files[archive].Path])
		} else {
			doc.Length = "keine Datei"
		}
		if original >= 0 {
			doc.Original = formatOf(d.Entry.Files[original])
		}
		out = append(out, doc)
	}
	slices.SortStableFunc(out, func(a, b reader.Document) int { return strings.Compare(a.Date, b.Date) })
	return out
}

// renditions picks the file to be shown (a PDF where there is one) and the other
// one as the original; -1: none.
func renditions(files []aip.FileEntry, mime map[string]string) (archive, original int) {
	archive, original = -1, -1
	for i, f := range files {
		if mime[f.Path] == "application/pdf" {
			archive = i
			break
		}
	}
	if archive < 0 && len(files) > 0 {
		archive = 0
	}
	for i := range files {
		if i != archive {
			return archive, i
		}
	}
	return archive, original
}

func fileValue(f aip.FileEntry, name string) string {
	for _, v := range f.Fields {
		if v.Name == name {
			return v.Value
		}
	}
	return ""
}

func formatOf(f aip.FileEntry) string {
	if i := strings.LastIndexByte(f.Path, '.'); i >= 0 && len(f.Path)-i <= 6 {
		ext := strings.ToUpper(f.Path[i+1:])
		if n := fileValue(f, "formatName"); ext == "PDF" && strings.Contains(n, "PDF/A") {
			return "PDF/A"
		}
		return ext
	}
	return fileValue(f, "formatName")
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
	doc, done, err := s.w.PackageDocument(ctx, pkg, path)
	if err := errors.Join(err, pkg.Close()); err != nil {
		return nil, err
	}
	return viewer.OnClose(doc, done), nil
}

// noteShown logs what a reader is shown, with the number that opened it.
func (s *Reader) noteShown(ctx context.Context, pid, what string) error {
	s.mu.Lock()
	application := s.application
	s.mu.Unlock()
	return s.w.NoteShown(ctx, pid, what, application)
}

// mayShow refuses what is closed today: documents, evidence (it names them) and copies.
func (s *Reader) mayShow(ctx context.Context, pid string) error {
	p, err := s.Package(ctx, pid)
	if err == nil && p.Closed {
		err = failure.New(failure.Refused, "open closed object", "Das Objekt ist geschlossen. Seine Dokumente und Nachweise werden nicht gezeigt, und es gibt keine Nutzungskopie davon.")
	}
	return err
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
	return s.w.Opener.Open(ctx, viewer.Source{Name: name, Content: bytes.NewReader(content), Size: int64(len(content))})
}

func (s *Reader) events(ctx context.Context, subject string) ([]byte, error) {
	list, err := s.w.Events(ctx, subject)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	b.WriteString("Zeit\tEreignis\tWer\tErgebnis\tProgramm\n")
	clean := strings.NewReplacer("\t", " ", "\n", " ", `"`, "'")
	for _, e := range list {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", e.At.Format("02.01.2006 15:04"), clean.Replace(string(e.Type)), clean.Replace(e.Actor), clean.Replace(e.Outcome), clean.Replace(e.Program))
	}
	return b.Bytes(), nil
}

// OpenSource implements reader.Source.
func (s *Reader) OpenSource(ctx context.Context, src viewer.Source) (viewer.Document, error) {
	return s.w.Opener.Open(ctx, src)
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
	in := reader.Integrity{Files: len(pkg.Files()), Algorithm: "SHA-512", At: s.w.Now()}
	seen := map[string]bool{}
	for _, f := range findings {
		if !seen[f.Path] {
			seen[f.Path] = true
			in.Broken = append(in.Broken, strings.TrimSpace(f.Path+" ("+f.Code+")"))
		}
	}
	in.Sound = max(0, in.Files-len(in.Broken))
	if len(in.Broken) == 0 && !strings.HasPrefix(pid, "file:") {
		if err := s.w.Catalog.SetChecked(ctx, pid, in.At); err != nil && !errors.Is(err, catalog.ErrUnknown) {
			return in, err
		}
	}
	return in, nil
}

// UseCopy implements reader.Source.
func (s *Reader) UseCopy(ctx context.Context, pid string) (reader.UseCopy, error) {
	if s.w.Kiosk() {
		return reader.UseCopy{}, s.w.Staff("make use copy")
	}
	if err := s.mayShow(ctx, pid); err != nil {
		return reader.UseCopy{}, err
	}
	name := pid
	export := func(ctx context.Context, dir string) (int, error) { return s.w.ExportForeign(ctx, s.foreign(pid), dir) }
	if f := s.foreign(pid); f != nil {
		name = f.Name
	} else {
		pkg, err := s.open(ctx, pid)
		if err != nil {
			return reader.UseCopy{}, err
		}
		defer pkg.Close()
		name = pkg.Metadata().PID
		if err := s.mayCopy(ctx, pkg.Metadata()); err != nil {
			return reader.UseCopy{}, err
		}
		export = func(ctx context.Context, dir string) (int, error) {
			out, err := s.w.HandOut(ctx, pkg, dir)
			return out.Files, err
		}
	}
	c, err := s.w.UseCopy(ctx, name, 0, export)
	return reader.UseCopy{Path: c.Path, Until: c.Until}, err
}

// mayCopy asks for the right to copy, where an application opened the object.
func (s *Reader) mayCopy(ctx context.Context, d aip.Description) error {
	s.mu.Lock()
	now := slices.Contains(s.granted, d.PID) // noted in this session, by the staff itself
	s.mu.Unlock()
	if now {
		return nil
	}
	return s.w.MayDo(ctx, d, access.Copy)
}

// Sweep removes copies whose time is over, also those a crash left behind. app
// calls it at every start (A23, G13).
func (s *Reader) Sweep() error { return s.w.SweepCopies() }

// Grant implements reader.Source. At a reader's place nothing is granted: the
// number of an application that was granted for the object opens it.
func (s *Reader) Grant(ctx context.Context, pid, application string) error {
	if s.w.Kiosk() {
		open, err := s.w.Granted(ctx, strings.TrimSpace(application))
		if err != nil {
			return err
		}
		if application == "" || !slices.Contains(open, pid) {
			return failure.New(failure.Refused, "enter application", "Zu dieser Nummer ist für dieses Objekt kein Antrag genehmigt. Bitte die Nummer prüfen oder an die Aufsicht wenden.")
		}
		s.mu.Lock()
		s.application = strings.TrimSpace(application)
		s.mu.Unlock()
		return nil
	}
	if s.grant == nil {
		return failure.New(failure.Refused, "note application", "Anträge lassen sich hier nicht vermerken. Bitte wenden Sie sich an die Verwaltung.")
	}
	if err := s.grant(ctx, pid, application); err != nil {
		return err
	}
	s.mu.Lock()
	s.granted = append(s.granted, pid)
	s.mu.Unlock()
	return nil
}

// Leave implements reader.LeaveSource: what a number opened is closed again, and
// web areas shown in the browser are served no longer.
func (s *Reader) Leave() error {
	s.mu.Lock()
	s.application, s.granted = "", nil
	s.mu.Unlock()
	return s.CloseSites()
}

// Outside implements reader.Source.
func (s *Reader) Outside(ctx context.Context, pid, document string) error {
	if err := s.w.Staff("open outside"); err != nil {
		return err
	}
	if f := s.foreign(pid); f != nil {
		name, err := foreignPath(f, document, false)
		if err != nil {
			return err
		}
		r, err := f.Open(ctx, name)
		if err != nil {
			return err
		}
		defer r.Close()
		return copyOutside(filepath.Join(s.w.Dir, "cache", "outside"), name, r, s.outside)
	}
	pkg, path, err := s.file(ctx, pid, document, false)
	if err != nil {
		return err
	}
	defer pkg.Close()
	r, err := pkg.OpenFile(ctx, path)
	if err != nil {
		return failure.Wrap(failure.Refused, "open "+path, "Die Datei liegt nicht in diesem Paket.", err)
	}
	defer r.Close()
	return copyOutside(filepath.Join(s.w.Dir, "cache", "outside"), path, r, s.outside)
}

var _ reader.Source = (*Reader)(nil)

package workspace

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/report"
	"laufzettel/viewer"
)

// representationMark parts the object of a package from the number of its further
// representation.
const representationMark = "#umwandlung-"

// converted is the event of a conversion that made a new package (F11).
const converted events.Type = "converted"

// Outcomes of a measure.
const (
	outcomeConverted = "converted"
	outcomeKept      = "kept"           // archival already, signed, or without a converter
	outcomeFailed    = "failed"         // the converter refused; the original goes along
	outcomeDeviates  = "not-conforming" // made, but our check finds faults
)

// Conversion is what the conversion of one package made.
type Conversion struct {
	Earlier       string            `json:"earlier"`
	PID           string            `json:"pid,omitempty"` // new package; "" = nothing had to be converted
	ReferenceCode string            `json:"referenceCode"`
	Path          string            `json:"path,omitempty"`
	Measures      []convert.Measure `json:"measures"`
}

// Convert makes a second representation of an archival package by the configured
// converters: a new package with the same reference code that names the earlier
// one, which stays as it is (A10, A15). Every document gets one PDF/A where that
// is possible; a mail and its attachments, several files of one document, become
// one. Files that are archival already, signed ones and those no converter takes
// go along unchanged. Registers and signed originals are refused.
func (w *Workspace) Convert(ctx context.Context, key string, step func(done, total int, name string)) (Conversion, error) {
	person, err := w.mustPerson("convert package")
	if err != nil {
		return Conversion{}, err
	}
	if err := w.Staff("convert package"); err != nil {
		return Conversion{}, err
	}
	row, err := w.heldPackage(ctx, key)
	if err != nil {
		return Conversion{}, err
	}
	portion, err := w.Portions.Get(ctx, row.Portion)
	if err != nil {
		return Conversion{}, err
	}
	if portion.Kind == "register" || portion.Kind == "norm" {
		return Conversion{}, failure.New(failure.Refused, "convert "+row.PID, "Personenstandsregister und signierte Originale werden nie umgewandelt (A10). Nötig ist hier nur ein Befund; das Paket bleibt, wie es ist.")
	}
	pkg, err := aip.Open(ctx, w.path(row.Path))
	if err != nil {
		return Conversion{}, err
	}
	defer pkg.Close()
	tools, err := w.Converters.Tools(ctx)
	if err != nil {
		return Conversion{}, err
	}
	work, err := os.MkdirTemp(w.path(dirSpool), "convert-*")
	if err != nil {
		return Conversion{}, disk("make work folder", err)
	}
	defer os.RemoveAll(work)
	c := &conversion{Workspace: w, pkg: pkg, tools: tools, work: work, person: person, row: row, listed: map[string]aip.Listed{}}
	for _, l := range pkg.Files() {
		c.listed[l.Path] = l
	}
	docs := pkg.Documents()
	for i, d := range docs {
		if step != nil {
			step(i, len(docs), d.Entry.Field("subject").Value)
		}
		if err := c.document(ctx, d.Entry); err != nil {
			return Conversion{}, err
		}
	}
	out := Conversion{Earlier: row.PID, ReferenceCode: row.ReferenceCode, Measures: c.measures}
	if c.made == 0 {
		return out, w.noteMeasures(ctx, c.measures, nil)
	}
	return c.seal(ctx, out)
}

// heldPackage finds a package of the workspace by identifier or reference code;
// of several representations the latest.
func (w *Workspace) heldPackage(ctx context.Context, key string) (transfer.Package, error) {
	packages, err := w.Portions.Packages(ctx, "")
	if err != nil {
		return transfer.Package{}, err
	}
	for _, p := range slices.Backward(packages) {
		if p.Kind == aip.KindAIP && p.State != transfer.PackageOrdered && (p.PID == key || p.ReferenceCode == key) {
			return p, nil
		}
	}
	return transfer.Package{}, failure.New(failure.Refused, "find package "+key, fmt.Sprintf("Ein Archivpaket „%s“ gibt es in diesem Arbeitsbereich nicht. Umgewandelt werden nur Pakete des eigenen Bestands.", key))
}

// conversion is the work on one package.
type conversion struct {
	*Workspace
	pkg      *aip.Package
	row      transfer.Package
	tools    []convert.Tool
	work     string
	person   string
	listed   map[string]aip.Listed
	files    []aip.File // of the new representation
	measures []convert.Measure
	events   []aip.Event
	agents   []aip.Agent
	made     int
	names    map[string]bool
}

// document converts the files of one document into one.
func (c *conversion) document(ctx context.Context, e *aip.Entry) error {
	var parts []made
	keep := len(e.Files) == 0
	for _, f := range e.Files {
		m, err := c.part(ctx, f)
		if err != nil {
			return err
		}
		if m.kept {
			keep = true
		}
		parts = append(parts, m)
	}
	changed := slices.ContainsFunc(parts, func(m made) bool { return m.result.Path != "" })
	if keep && !changed || !changed && len(parts) == 1 {
		return c.keepAll(ctx, e, parts)
	}
	if keep { // one file of the document cannot become PDF: it goes along beside the others
		return c.beside(ctx, e, parts)
	}
	if len(parts) == 1 {
		return c.take(ctx, e, e.Files[0], parts[0].result)
	}
	return c.join(ctx, e, parts)
}

// made is what became of one file.
type made struct {
	file   aip.FileEntry
	path   string // PDF in the work folder, "" = none
	result convert.Result
	kept   bool // goes along unchanged and cannot be joined
	why    string
	failed bool
}

// part makes a PDF of one file, or says why it stays.
func (c *conversion) part(ctx context.Context, f aip.FileEntry) (made, error) {
	m := made{file: f}
	local, err := c.copyOut(ctx, f.Path)
	if err != nil {
		return m, err
	}
	puid := strings.TrimPrefix(fileField(f, "registry"), "PRONOM ")
	if isPDF(local) {
		switch signed, err := signedPDF(local); {
		case err != nil:
			return m, err
		case signed:
			m.kept, m.why = true, "elektronisch signiert"
			return m, nil
		case c.conforms(ctx, local):
			m.path = local
			m.why = "bereits PDF/A"
			return m, nil
		}
	}
	if doc := c.mail(ctx, local, f.Path); doc != nil {
		defer doc.Close()
		return c.letter(ctx, m, doc)
	}
	tool, ok := convert.Choose(c.tools, f.Path, puid)
	if !ok {
		m.kept, m.why = true, "kein Konverter für dieses Format eingerichtet oder installiert"
		return m, nil
	}
	m.result, err = convert.Run(ctx, tool, c.work, local)
	if ctx.Err() != nil {
		return m, ctx.Err()
	}
	if err != nil {
		m.kept, m.failed, m.why, m.result = true, true, failure.HintOf(err), convert.Result{}
		return m, nil
	}
	m.result.Version = software(tool, m.result.Version)
	m.path = m.result.Path
	return m, nil
}

// mail opens a file as a mail; nil: it is none.
func (c *conversion) mail(ctx context.Context, local, name string) viewer.Document {
	f, err := os.Open(local)
	if err != nil {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		_ = f.Close()
		return nil
	}
	doc, err := c.Opener.Open(ctx, viewer.Source{Name: name, Content: f, Size: info.Size()})
	if err != nil || doc.Info().Kind != viewer.Message {
		if doc != nil {
			_ = doc.Close()
		}
		_ = f.Close()
		return nil
	}
	return viewer.OnClose(doc, func() { _ = f.Close() })
}

// letter makes a PDF/A of a mail and of its attachments, joined.
func (c *conversion) letter(ctx context.Context, m made, doc viewer.Document) (made, error) {
	head := report.KeyValues{}
	for _, f := range doc.Info().Facts {
		head = append(head, report.Pair{Label: f.Label, Value: f.Value})
	}
	var text strings.Builder
	if l, ok := doc.(viewer.Liner); ok {
		for i := range l.Lines() {
			text.WriteString(l.Line(i) + "\n")
		}
	}
	blocks := []report.Block{head, report.Paragraph{Text: text.String()}}
	paths := []string{filepath.Join(c.work, fmt.Sprintf("mail-%d.pdf", len(c.measures)))}
	if box, ok := doc.(viewer.Container); ok {
		for i, p := range box.Parts() {
			local, why, err := c.attachment(ctx, box, i, p)
			if err != nil {
				return m, err
			}
			if why != "" {
				m.kept, m.failed, m.why = true, true, "Anlage „"+p.Name+"“: "+why
				return m, nil
			}
			blocks = append(blocks, report.Paragraph{Text: "Anlage: " + p.Name})
			paths = append(paths, local)
		}
	}
	out, err := os.Create(paths[0])
	if err != nil {
		return m, disk("write mail", err)
	}
	err = report.Write(out, report.Document{Kind: "mail", Title: path.Base(m.file.Path), Author: c.Settings.Get().Archive, Tool: Program + " " + Version, Created: c.now(), Blocks: blocks})
	if err := errors.Join(err, out.Close()); err != nil {
		return m, fmt.Errorf("write mail: %w", err)
	}
	m.result = convert.Result{Path: paths[0], Version: Program + " " + Version, Command: "Mail als PDF/A-2b", Offline: true}
	if len(paths) > 1 {
		if m.result, err = c.joined(ctx, paths); err != nil {
			m.kept, m.failed, m.why, m.result = true, true, failure.HintOf(err), convert.Result{}
			return m, ctx.Err()
		}
	}
	m.path = m.result.Path
	return m, nil
}

// attachment makes a PDF of one attachment; why says why not.
func (c *conversion) attachment(ctx context.Context, box viewer.Container, n int, p viewer.Part) (local, why string, err error) {
	src, err := box.OpenPart(n)
	if err != nil {
		return "", "nicht lesbar", nil
	}
	dir, err := os.MkdirTemp(c.work, "anlage-*")
	if err != nil {
		return "", "", disk("make work folder", err)
	}
	local = filepath.Join(dir, "datei"+safeExt(p.Name))
	if err := writeAll(local, src.Reader()); err != nil {
		return "", "", err
	}
	if isPDF(local) && c.conforms(ctx, local) {
		return local, "", nil
	}
	tool, ok := convert.Choose(c.tools, local, "")
	if !ok {
		return "", "kein Konverter", nil
	}
	r, err := convert.Run(ctx, tool, c.work, local)
	if err != nil {
		return "", failure.HintOf(err), ctx.Err()
	}
	return r.Path, "", nil
}

// joined joins PDF files into one.
func (c *conversion) joined(ctx context.Context, paths []string) (convert.Result, error) {
	tool, ok := convert.Joiner(c.tools)
	if !ok {
		return convert.Result{}, failure.New(failure.Refused, "join files", "Zum Zusammenführen mehrerer Dateien ist kein Konverter (Ghostscript) eingerichtet oder installiert.")
	}
	r, err := convert.Run(ctx, tool, c.work, paths...)
	r.Version = software(tool, r.Version)
	return r, err
}

// software names tool and version once, as programs often say their name themselves.
func software(t convert.Tool, version string) string {
	if strings.HasPrefix(version, t.Name) {
		return version
	}
	return strings.TrimSpace(t.Name + " " + version)
}

// join makes one file of all parts of a document.
func (c *conversion) join(ctx context.Context, e *aip.Entry, parts []made) error {
	var paths []string
	for _, p := range parts {
		paths = append(paths, p.path)
	}
	r, err := c.joined(ctx, paths)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		for i := range parts {
			parts[i].why = failure.HintOf(err)
		}
		return c.beside(ctx, e, parts)
	}
	return c.take(ctx, e, e.Files[0], r)
}

// beside takes what could be converted and keeps the rest: the document has
// several files in the new representation too, and the log says why.
func (c *conversion) beside(ctx context.Context, e *aip.Entry, parts []made) error {
	for _, p := range parts {
		var err error
		if p.result.Path != "" {
			err = c.take(ctx, e, p.file, p.result)
		} else {
			err = c.keepAll(ctx, e, []made{p})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keepAll takes files of the earlier package along unchanged.
func (c *conversion) keepAll(_ context.Context, e *aip.Entry, parts []made) error {
	for _, p := range parts {
		l := c.listed[p.file.Path]
		puid := strings.TrimPrefix(fileField(p.file, "registry"), "PRONOM ")
		name := p.file.Path
		c.files = append(c.files, aip.File{Path: c.unique(dataPath(name)), Object: e.ID, Original: fileField(p.file, "fileName"), Size: l.Size, Digests: map[string]string{"sha-512": l.SHA512},
			Format:     check.Format{PUID: puid, Name: fileField(p.file, "formatName"), Version: fileField(p.file, "formatVersion"), MIME: l.MIME},
			Properties: fileField(p.file, "significantProperties"), ViewPath: fileField(p.file, "viewPath"),
			Open: func() (io.ReadCloser, error) { return c.pkg.OpenFile(context.Background(), name) }})
		m := convert.Measure{At: c.now(), Person: c.person, Package: c.row.PID, Path: name, From: puid, To: puid, Size: l.Size, Outcome: outcomeKept, Detail: p.why}
		if p.failed {
			m.Outcome = outcomeFailed
		}
		c.measures = append(c.measures, m)
	}
	return nil
}

// take puts a made file into the new representation: identified and checked anew.
func (c *conversion) take(ctx context.Context, e *aip.Entry, from aip.FileEntry, r convert.Result) error {
	content, err := openContent(r.Path)
	if err != nil {
		return err
	}
	defer content.Close()
	format, err := c.engine.Identify.Identify(r.Path, content)
	if err != nil {
		return fmt.Errorf("identify result: %w", err)
	}
	judged := pdfa.Check(ctx, content, content.Size(), pdfa.Options{Flavour: "2b"})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	outcome, detail := outcomeConverted, fmt.Sprintf("%s; PDF/A-2b: %s (%s)", offlineWords(r.Offline), judged.Verdict, judged.Tool)
	if judged.Verdict == pdfa.Invalid {
		outcome = outcomeDeviates
	}
	base := strings.TrimSuffix(path.Base(from.Path), path.Ext(from.Path)) + ".pdf"
	original := fileField(from, "fileName")
	if original != "" {
		original = strings.TrimSuffix(original, path.Ext(original)) + ".pdf"
	}
	local := r.Path
	c.files = append(c.files, aip.File{Path: c.unique(path.Join(path.Dir(dataPath(from.Path)), base)), Object: e.ID, Original: original, Size: content.Size(), Format: format,
		ViewPath: c.viewPath(base, format), Open: func() (io.ReadCloser, error) { return os.Open(local) }})
	at := c.now()
	c.measures = append(c.measures, convert.Measure{At: at, Person: c.person, Package: c.row.PID, Path: from.Path, From: strings.TrimPrefix(fileField(from, "registry"), "PRONOM "), To: format.PUID,
		Software: r.Version, Settings: r.Command, Size: content.Size(), Outcome: outcome, Detail: detail})
	c.events = append(c.events,
		aip.Event{Time: at, Type: "migration", Outcome: outcome, Agent: r.Version, Detail: from.Path + " → " + base + "; " + r.Command},
		aip.Event{Time: at, Type: "validation", Outcome: string(judged.Verdict), Agent: judged.Tool, Detail: base + " gegen PDF/A-2b"})
	c.agents = append(c.agents, aip.Agent{Name: r.Version, Type: "software"}, aip.Agent{Name: judged.Tool, Type: "software"})
	c.made++
	return nil
}

func offlineWords(offline bool) string {
	if offline {
		return "ohne Netz ausgeführt"
	}
	return "das Netz ließ sich nicht abschalten"
}

// seal writes the new package, proves it and puts it into the stock.
func (c *conversion) seal(ctx context.Context, out Conversion) (Conversion, error) {
	if err := ctx.Err(); err != nil {
		return out, err
	}
	at := c.now()
	pid := newPID()
	spec, err := c.spec(ctx, pid, at)
	if err != nil {
		return out, err
	}
	row := transfer.Package{PID: pid, Portion: c.row.Portion, Object: c.nextObject(ctx), Unit: c.row.Unit, MaxFiles: c.row.MaxFiles, Kind: aip.KindAIP, ReferenceCode: c.row.ReferenceCode,
		Ordered: at, Path: path.Join(dirPackages, c.row.Portion, aip.FolderName(pid)+".tar")}
	name := c.path(row.Path)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return out, disk("make packages folder", err)
	}
	sum, err := aip.WriteFile(ctx, name, spec, c.opts.Point)
	if err != nil {
		return out, err
	}
	faults, err := aip.VerifyFile(ctx, name)
	if err != nil {
		return out, errors.Join(err, os.Remove(name))
	}
	if i := slices.IndexFunc(faults, func(f check.Finding) bool { return f.Severity == check.Error }); i >= 0 {
		return out, errors.Join(failure.New(failure.Damaged, "verify "+pid+": "+faults[i].Code, "Das eben geschriebene Archivpaket hält seiner eigenen Prüfung nicht stand und wird nicht verwendet. Das frühere Paket ist unverändert."), os.Remove(name))
	}
	for i := range c.measures {
		c.measures[i].Made = pid
	}
	err = c.noteMeasures(ctx, c.measures, func(tx *sql.Tx) error {
		if err := transfer.OrderPackages(ctx, tx, []transfer.Package{row}); err != nil {
			return err
		}
		if err := transfer.PackageBuiltTx(ctx, tx, pid, sum.Size, sum.SHA512); err != nil {
			return err
		}
		return c.log(ctx, c.event(converted, c.row.PID, pid, "ok", map[string]string{"files": fmt.Sprint(c.made), "person": c.person}))(tx)
	})
	if err != nil {
		return out, errors.Join(err, os.Remove(name))
	}
	out.PID, out.Path, out.Measures = pid, row.Path, c.measures
	return out, c.index(ctx, name)
}

// nextObject names the object of the further representation.
func (c *conversion) nextObject(ctx context.Context) string {
	base, _, _ := strings.Cut(c.row.Object, representationMark)
	n := 2
	packages, err := c.Portions.Packages(ctx, c.row.Portion)
	if err == nil {
		for _, p := range packages {
			if strings.HasPrefix(p.Object, base+representationMark) {
				n++
			}
		}
	}
	return fmt.Sprintf("%s%s%d", base, representationMark, n)
}

// noteMeasures writes the log of measures with whatever becomes true with it.
func (w *Workspace) noteMeasures(ctx context.Context, list []convert.Measure, also func(*sql.Tx) error) error {
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if also != nil {
			if err := also(tx); err != nil {
				return err
			}
		}
		for _, m := range list {
			if err := w.Converters.Note(tx, m); err != nil {
				return err
			}
		}
		return nil
	})
}

// ConvertPortion converts every package of a portion (A10); a package in which
// nothing has to be converted gets no further representation.
func (w *Workspace) ConvertPortion(ctx context.Context, id string, step func(done, total int, name string)) ([]Conversion, error) {
	packages, err := w.Portions.Packages(ctx, id)
	if err != nil {
		return nil, err
	}
	var out []Conversion
	for i, p := range packages {
		if p.Kind != aip.KindAIP || p.State == transfer.PackageOrdered || strings.Contains(p.Object, representationMark) {
			continue
		}
		again := strings.Clone(p.Object) + representationMark
		if slices.ContainsFunc(packages, func(o transfer.Package) bool { return strings.HasPrefix(o.Object, again) }) {
			continue // has its second representation already
		}
		if step != nil {
			step(i, len(packages), p.ReferenceCode)
		}
		c, err := w.Convert(ctx, p.PID, nil)
		if err != nil {
			return out, err
		}
		out = append(out, c)
	}
	return out, nil
}

// conforms asks our checker whether a PDF is what it claims to be.
func (c *conversion) conforms(ctx context.Context, local string) bool {
	content, err := openContent(local)
	if err != nil {
		return false
	}
	defer content.Close()
	r := pdfa.Check(ctx, content, content.Size(), pdfa.Options{})
	return r.Claim != "" && r.Verdict != pdfa.Invalid
}

func (c *conversion) unique(name string) string {
	if c.names == nil {
		c.names = map[string]bool{}
	}
	out := name
	for n := 2; c.names[strings.ToLower(out)]; n++ {
		out = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, path.Ext(name)), n, path.Ext(name))
	}
	c.names[strings.ToLower(out)] = true
	return out
}

// copyOut copies a file of the package into the work folder under a plain name.
func (c *conversion) copyOut(ctx context.Context, name string) (string, error) {
	dir, err := os.MkdirTemp(c.work, "in-*")
	if err != nil {
		return "", disk("make work folder", err)
	}
	r, err := c.pkg.OpenFile(ctx, name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	defer r.Close()
	local := filepath.Join(dir, "datei"+safeExt(name))
	return local, writeAll(local, contextReader{ctx, r})
}

func writeAll(local string, r io.Reader) error {
	f, err := os.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return disk("write work file", err)
	}
	_, err = io.Copy(f, r)
	return disk("write work file", errors.Join(err, f.Close()))
}

// safeExt is the extension of a name where it is a plain one.
func safeExt(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if len(ext) > 8 || strings.ContainsFunc(strings.TrimPrefix(ext, "."), func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
		return ""
	}
	return ext
}

// dataPath is the path below the data folder of a representation.
func dataPath(name string) string {
	_, rest, ok := strings.Cut(name, "/data/")
	if !ok {
		return path.Base(name)
	}
	return rest
}

func isPDF(local string) bool {
	f, err := os.Open(local)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [5]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[:]) == "%PDF-"
}

// signedPDF looks for a signature dictionary: a signed original is never changed.
func signedPDF(local string) (bool, error) {
	f, err := os.Open(local)
	if err != nil {
		return false, disk("read work file", err)
	}
	defer f.Close()
	const mark = "/ByteRange"
	buf, rest := make([]byte, 1<<20), ""
	for {
		n, err := f.Read(buf)
		text := rest + string(buf[:n])
		if strings.Contains(text, mark) {
			return true, nil
		}
		rest = text[max(0, len(text)-len(mark)):]
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, disk("read work file", err)
		}
	}
}

// fileContent is a file as identification and checkers want it.
type fileContent struct {
	*os.File
	size int64
}

func openContent(local string) (*fileContent, error) {
	f, err := os.Open(local)
	if err != nil {
		return nil, disk("read result", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(disk("read result", err), f.Close())
	}
	return &fileContent{f, info.Size()}, nil
}

// Size implements container.Content.
func (c *fileContent) Size() int64 { return c.size }

// Bytes implements container.Content.
func (c *fileContent) Bytes() []byte { return nil }

// Reader implements container.Content.
func (c *fileContent) Reader() io.Reader { return io.NewSectionReader(c.File, 0, c.size) }

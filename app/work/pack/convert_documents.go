package pack

import (
	"context"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

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
	puid := strings.TrimPrefix(reading.FileField(f, "registry"), "PRONOM ")
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
		m.kept, m.failed, m.why, m.result = true, true, failure.HintOf(err).In(wording.German), convert.Result{}
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
	doc, err := c.packer.Opener.Open(ctx, viewer.Source{Name: name, Content: f, Size: info.Size()})
	if err != nil || doc.Info().Kind != viewer.Message {
		if doc != nil {
			_ = doc.Close()
		}
		_ = f.Close()
		return nil
	}
	return viewer.OnClose(doc, func() { _ = f.Close() })
}

// joined joins PDF files into one.
func (c *conversion) joined(ctx context.Context, paths []string) (convert.Result, error) {
	tool, ok := convert.Joiner(c.tools)
	if !ok {
		return convert.Result{}, failure.New(failure.Refused, "join files", wording.Say("hint.pack.no-merging-converter"))
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
			parts[i].why = failure.HintOf(err).In(wording.German)
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
		puid := strings.TrimPrefix(reading.FileField(p.file, "registry"), "PRONOM ")
		name := p.file.Path
		c.files = append(c.files, aip.File{Path: c.unique(dataPath(name)), Object: e.ID, Original: reading.FileField(p.file, "fileName"),
			Size: l.Size, Digests: map[string]string{"sha-512": l.SHA512},
			Format: check.Format{PUID: puid, Name: reading.FileField(p.file, "formatName"),
				Version: reading.FileField(p.file, "formatVersion"), MIME: l.MIME},
			Properties: reading.FileField(p.file, "significantProperties"), ViewPath: reading.FileField(p.file, "viewPath"),
			Open: func() (io.ReadCloser, error) { return c.pkg.OpenFile(context.Background(), name) }})
		m := convert.Measure{At: c.packer.Office.Now(), Person: c.person, Package: c.row.PID, Path: name, From: puid, To: puid,
			Size: l.Size, Outcome: outcomeKept, Detail: p.why}
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
	format, err := c.packer.Engine.Identify.Identify(r.Path, content)
	if err != nil {
		return fmt.Errorf("identify result: %w", err)
	}
	judged := pdfa.Check(ctx, content, content.Size(), pdfa.Options{Flavour: "2b"})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	outcome, detail := outcomeConverted, fmt.Sprintf("%s; PDF/A-2b: %s (%s)", offlineWords(r.Offline),
		aip.Said(string(judged.Verdict)), judged.Tool)
	if judged.Verdict == pdfa.Invalid {
		outcome = outcomeDeviates
	}
	base := strings.TrimSuffix(path.Base(from.Path), path.Ext(from.Path)) + ".pdf"
	original := reading.FileField(from, "fileName")
	if original != "" {
		original = strings.TrimSuffix(original, path.Ext(original)) + ".pdf"
	}
	local := r.Path
	c.files = append(c.files, aip.File{Path: c.unique(path.Join(path.Dir(dataPath(from.Path)), base)), Object: e.ID, Original: original,
		Size: content.Size(), Format: format,
		ViewPath: c.packer.viewPath(base, format), Open: func() (io.ReadCloser, error) { return os.Open(local) }})
	at := c.packer.Office.Now()
	c.measures = append(c.measures, convert.Measure{At: at, Person: c.person, Package: c.row.PID, Path: from.Path,
		From: strings.TrimPrefix(reading.FileField(from, "registry"), "PRONOM "), To: format.PUID,
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

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/work"
	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/catalog"
)

func viewCommands() []command {
	return append([]command{
		{"view", "DATEI|KENNUNG [--verify] [--application NR] [--json]", "cli.help.view", runView, free},
		{"search", "[--json] [--from JAHR] [--to JAHR] [--agency NAME] [--kind ART] [--under SIGNATUR] [--accession NR,NR] [--application NR] [--limit N] WORDS...", "cli.help.search", runSearch, free},
		{"catalog rebuild", "", "cli.help.catalog", runCatalogRebuild, free},
		{"formats inventory", "[--json]", "cli.help.formats", runFormats, free},
		{"export", "AIP --to DIR | --zip DIR", "cli.help.export", runExport, people.Use},
	}, slices.Concat(accessCommands(), preserveCommands(), dispatchCommands())...)
}

// shown is what view prints.
type shown struct {
	PID           string          `json:"pid"`
	ReferenceCode string          `json:"referenceCode"`
	Accession     string          `json:"accession"`
	Agency        string          `json:"agency,omitempty"`
	Closure       string          `json:"closedUntil,omitempty"`
	Objects       []shownObject   `json:"objects"` // Akte, Teilakte, Vorgang, Teilvorgang, Ordner; outermost first
	Fields        []mapping.Value `json:"fields"`
	Related       []related       `json:"related"`
	Documents     []shownDoc      `json:"documents"`

	Integrity *reading.Soundness `json:"integrity,omitempty"`
	Cover     bool               `json:"cover"` // a cover sheet lies on it: view AIP cover
}

// shownObject is a place in the tree a package belongs to; Context = it lies outside.
type shownObject struct {
	Level     int    `json:"level"`
	Kind      string `json:"kind"` // dossier, subdossier, case, subcase; of a file share folder, files
	Reference string `json:"reference,omitempty"`
	Subject   string `json:"subject,omitempty"`
	Context   bool   `json:"context,omitempty"`
}

// outline lists what is no document, each below what it belongs to.
func outline(entries []*aip.Entry, above record.Kind, level int) (out []shownObject) {
	for _, x := range entries {
		if x.Kind == record.Document {
			continue
		}
		kind := x.Called()
		if kind == string(above) {
			kind = "sub" + kind
		}
		out = append(out, shownObject{level, kind, x.Field("reference").Value, x.Field("subject").Value, x.Context})
		out = append(out, outline(x.Children, x.Kind, level+1)...)
	}
	return out
}

// related is a package that belongs to the one shown: a part, a representation,
// the other edition of a norm.
type related struct {
	Kind          string `json:"kind"`
	PID           string `json:"pid"`
	ReferenceCode string `json:"referenceCode"`
	Title         string `json:"title"`
}

// shownDoc is one document; Number is what view render takes.
type shownDoc struct {
	Number  int             `json:"number"`
	Date    string          `json:"date,omitempty"`
	Derived bool            `json:"derived,omitempty"`
	Subject string          `json:"subject"`
	Files   []string        `json:"files"`
	Formats []string        `json:"formats"`
	Fields  []mapping.Value `json:"fields,omitempty"`
}

func runView(ctx context.Context, e *env, args []string) error {
	if p := partOf("view", args); p != nil {
		return p.run(ctx, e, args[0], args[2:])
	}
	fs := e.flags("view")
	verify := fs.Bool("verify", false, "")
	application := fs.String("application", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	return e.with(ctx, func(w *work.House) error {
		o, err := openPackage(ctx, w, rest[0], *application)
		if err != nil {
			return err
		}
		defer o.Close()
		if o.Foreign() {
			return viewForeign(e, ctx, o, *verify)
		}
		v, err := shownOf(ctx, o)
		if err != nil {
			return err
		}
		if *verify {
			s, err := o.Verify(ctx)
			if err != nil {
				return err
			}
			v.Integrity = &s
		}
		if err := errors.Join(o.NoteShown(ctx, ""), e.result(v, func(out io.Writer) { printView(e, out, v) })); err != nil {
			return err
		}
		if v.Integrity != nil && len(v.Integrity.Broken) > 0 {
			return errMaterial
		}
		return nil
	})
}

// openPackage opens a package by file, identifier or reference code; a portion is none.
func openPackage(ctx context.Context, w *work.House, key, application string) (*reading.Opened, error) {
	o, err := w.Room.Open(ctx, key, reading.Asker{Application: application})
	if err != nil || o.Foreign() {
		return o, err
	}
	if err := o.Shown(ctx); err != nil { // said before anything else is looked at
		return nil, errors.Join(err, o.Close())
	}
	return o, nil
}

// withPackage opens a package by file, identifier or reference code.
func withPackage(e *env, ctx context.Context, key string, fn func(*work.House, *reading.Opened) error) error {
	return withPackageFor(e, ctx, key, "", fn)
}

// withPackageFor is withPackage for a granted application, "" where none was named.
func withPackageFor(e *env, ctx context.Context, key, application string, fn func(*work.House, *reading.Opened) error) error {
	return e.with(ctx, func(w *work.House) error {
		o, err := openPackage(ctx, w, key, application)
		if err != nil {
			return err
		}
		return errors.Join(fn(w, o), o.Close())
	})
}

func shownOf(ctx context.Context, o *reading.Opened) (shown, error) {
	d, err := o.Description(ctx)
	if err != nil {
		return shown{}, err
	}
	v := shown{PID: d.PID, ReferenceCode: d.ReferenceCode, Accession: d.AccessionID, Documents: []shownDoc{}, Fields: []mapping.Value{},
		Related: []related{}, Cover: o.HasCover()}
	v.Objects = outline(d.Objects, "", 0)
	for _, f := range d.Administrative {
		if f.Name == "agency" {
			v.Agency = f.Value
		}
	}
	if d.Closure != nil {
		v.Closure = d.Closure.Until
	}
	for _, o := range d.Objects {
		for e := o; e != nil; {
			if !e.Context {
				v.Fields = e.Fields
				break
			}
			if len(e.Children) == 0 {
				break
			}
			e = e.Children[0]
		}
	}
	neighbours, err := o.Related(ctx)
	if err != nil {
		return shown{}, err
	}
	for _, r := range neighbours {
		v.Related = append(v.Related, related(r.Relation))
	}
	docs, err := o.Documents(ctx)
	if err != nil {
		return shown{}, err
	}
	for i, doc := range docs {
		row := shownDoc{Number: i + 1, Date: doc.Date, Derived: doc.Derived, Subject: doc.Entry.Field("subject").Value, Files: []string{},
			Formats: []string{}, Fields: doc.Entry.Fields}
		for _, f := range doc.Entry.Files {
			row.Files = append(row.Files, f.Path)
			for _, x := range f.Fields {
				if x.Name == "formatName" {
					row.Formats = append(row.Formats, x.Value)
				}
			}
		}
		v.Documents = append(v.Documents, row)
	}
	return v, nil
}

func printView(e *env, out io.Writer, v shown) {
	fmt.Fprintf(out, "%s  %s\n  %s\n", v.ReferenceCode, v.PID, v.Agency)
	if v.Closure != "" {
		fmt.Fprintf(out, "  %s\n", e.text("cli.view.closed", v.Closure))
	}
	for _, o := range v.Objects {
		fmt.Fprintf(out, "%s%s\n", strings.Repeat("  ", o.Level+1),
			strings.Join(nonEmpty(e.text("described.kind."+o.Kind), o.Reference, o.Subject), "  "))
	}
	for _, f := range v.Fields {
		fmt.Fprintf(out, "  %-16s %s\n", labelOf(e, f.Name), f.Value)
	}
	for _, r := range v.Related {
		fmt.Fprintf(out, "  %s: %s  %s  %s\n", e.text("cli.view.related."+r.Kind), r.Title, r.ReferenceCode, r.PID)
	}
	if v.Cover {
		fmt.Fprintf(out, "  %s\n", e.text("cli.view.cover", v.PID))
	}
	printDocuments(e, out, v.Documents)
	if s := v.Integrity; s != nil {
		fmt.Fprintln(out, e.text("cli.view.integrity", e.words.moment(s.At), s.Sound, s.Files, fmt.Sprint(s.Algorithms),
			s.Unlisted))
		for _, b := range s.Broken {
			fmt.Fprintln(out, "  "+b)
		}
	}
}

// labelOf is the word for a field of a description; what an archive named itself is shown
// by that name.
func labelOf(e *env, field string) string {
	if word := e.text("described." + field); word != "described."+field {
		return word
	}
	return field
}

func printDocuments(e *env, out io.Writer, docs []shownDoc) {
	for _, d := range docs {
		date := d.Date
		if date == "" {
			date = e.text("cli.view.undated")
		}
		fmt.Fprintf(out, "%3d  %-12s %s  [%s]\n", d.Number, date, d.Subject, strings.Join(d.Formats, ", "))
		for _, f := range d.Files {
			fmt.Fprintf(out, "       %s\n", f)
		}
		for _, f := range d.Fields {
			if f.Name == "Signatur" {
				fmt.Fprintf(out, "       %s: %s\n", f.Name, f.Value)
			}
		}
	}
}

// renderWidth is the width of a drawn page in pixels: A4 at 150 dpi.
const renderWidth = 1240

// runRender draws a page; DOC is the number of view or a path in the package.
func runRender(ctx context.Context, e *env, key string, args []string) error {
	fs := e.flags("view")
	page := fs.Int("page", 1, "")
	width := fs.Int("width", renderWidth, "")
	target := fs.String("out", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if *target == "" || *page < 1 {
		return errUsage{e.text("cli.too-few", "view") + "\n" + e.usage("view")}
	}
	return e.with(ctx, func(w *work.House) error {
		if err := w.Office.Staff("save page"); err != nil {
			return err
		}
		draw, done, err := drawer(ctx, w, key, rest[0])
		if err != nil {
			return err
		}
		defer done()
		f, err := os.OpenFile(*target, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
		if err != nil {
			return failure.Wrap(failure.Setup, "write picture", wording.Say("hint.cli.image-not-written"), err)
		}
		if err := errors.Join(draw(*page, *width, f), f.Close()); err != nil {
			return errors.Join(err, os.Remove(*target))
		}
		return e.result(*target, func(out io.Writer) { fmt.Fprintln(out, *target) })
	})
}

// drawer gives what draws pages of a document of a package of ours or of others.
func drawer(ctx context.Context, w *work.House, key, doc string) (draw func(page, width int, out io.Writer) error, done func(), err error) {
	o, err := openPackage(ctx, w, key, "")
	if err != nil {
		return nil, nil, err
	}
	name := ""
	if o.Foreign() {
		f, err := o.Look(ctx)
		if err != nil {
			return nil, nil, errors.Join(err, o.Close())
		}
		if name, err = foreignFile(f, doc); err != nil {
			return nil, nil, errors.Join(err, f.Close(), o.Close())
		}
		return func(page, width int, out io.Writer) error { return f.Draw(ctx, name, page, width, out) },
			func() { _ = errors.Join(f.Close(), o.Close()) }, nil // read only
	}
	if name = doc; o.PID() != "" { // of a delivery the files have no numbers, only names
		if name, err = fileOf(ctx, o, doc); err != nil {
			return nil, nil, errors.Join(err, o.Close())
		}
	}
	return func(page, width int, out io.Writer) error { return o.Draw(ctx, name, page, width, out) }, func() { _ = o.Close() }, nil
}

// fileOf finds the file of a document number or the file of that path or name.
func fileOf(ctx context.Context, o *reading.Opened, doc string) (string, error) {
	docs, err := o.Documents(ctx)
	if err != nil {
		return "", err
	}
	if n, err := strconv.Atoi(doc); err == nil && n >= 1 && n <= len(docs) && len(docs[n-1].Entry.Files) > 0 {
		return docs[n-1].Entry.Files[0].Path, nil
	}
	for _, d := range docs { // one inside a packaged container is no file of the package
		for _, f := range d.Entry.Files {
			if f.Path == doc || strings.HasSuffix(f.Path, "!"+doc) {
				return f.Path, nil
			}
		}
	}
	files, err := o.Files(ctx)
	if err != nil {
		return "", err
	}
	for _, l := range files {
		if l.Path == doc || path.Base(l.Path) == doc {
			return l.Path, nil
		}
	}
	return "", failure.New(failure.Refused, "find document "+doc, wording.Say("hint.cli.no-document-in-aip", doc))
}

func runSearch(ctx context.Context, e *env, args []string) error {
	fs := e.flags("search")
	var q catalog.Query
	fs.IntVar(&q.FromYear, "from", 0, "")
	fs.IntVar(&q.ToYear, "to", 0, "")
	fs.StringVar(&q.Agency, "agency", "", "")
	fs.IntVar(&q.Limit, "limit", 0, "")
	application := fs.String("application", "", "")
	accessions := fs.String("accession", "", "")
	fs.StringVar(&q.Kind, "kind", "", "")
	fs.StringVar(&q.Under, "under", "", "")
	words, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	q.Text = strings.Join(words, " ")
	return e.with(ctx, func(w *work.House) error {
		if *accessions != "" {
			q.Accessions = strings.Split(*accessions, ",")
		}
		lost := w.Room.CompleteIndex(ctx, counting(e, "", "index", files))
		e.endProgress()
		if _, ok := reading.AsLost(lost); lost != nil && !ok {
			return lost
		}
		found, err := w.Room.OpenHoldings(reading.Asker{Application: *application}).Search(ctx, q)
		if err != nil {
			return err
		}
		return e.result(hitsOf(found), func(out io.Writer) {
			total := e.text("cli.search.total", found.Total)
			if found.More {
				total = e.text("cli.search.more", found.Total)
			}
			fmt.Fprintln(out, total)
			if found.Due > 0 {
				fmt.Fprintln(out, e.text("cli.search.due", found.Due))
			}
			for _, it := range found.Items {
				fmt.Fprintf(out, "%s  %s  %s  %s\n", it.ReferenceCode, it.Filing, it.Subject, it.PID)
				for _, p := range it.Places {
					fmt.Fprintf(out, "    %s %s: %s\n", p.Date, p.Title, spans(p.Context))
				}
			}
		})
	})
}

// hits is what search prints as JSON.
type hits struct {
	Total int   `json:"total"`
	More  bool  `json:"more,omitempty"` // there are more than Total
	Due   int   `json:"due,omitempty"`  // documents whose words could not be looked into
	Items []hit `json:"items"`
}

// hit is one object with the places found in it.
type hit struct {
	PID           string  `json:"pid"`
	ReferenceCode string  `json:"referenceCode"`
	Reference     string  `json:"reference,omitempty"`
	Subject       string  `json:"subject"`
	From          string  `json:"from,omitempty"`
	To            string  `json:"to,omitempty"`
	Agency        string  `json:"agency,omitempty"`
	Package       string  `json:"package"`
	Places        []place `json:"places"`
}

// place is one description or document; found words stand in brackets.
type place struct {
	Document string `json:"document,omitempty"`
	Title    string `json:"title,omitempty"`
	Date     string `json:"date,omitempty"`
	Path     string `json:"path,omitempty"`
	Context  string `json:"context"`
}

func hitsOf(r catalog.Results) hits {
	out := hits{Total: r.Total, More: r.More, Due: r.Due, Items: []hit{}}
	for _, it := range r.Items {
		h := hit{it.PID, it.ReferenceCode, it.Filing, it.Subject, it.From, it.To, it.Agency, it.Package, []place{}}
		for _, p := range it.Places {
			h.Places = append(h.Places, place{p.ID, p.Title, p.Date, p.Path, spans(p.Context)})
		}
		out.Items = append(out.Items, h)
	}
	return out
}

// spans puts found words into brackets.
func spans(list []catalog.Span) string {
	var b strings.Builder
	for _, s := range list {
		if s.Hit {
			b.WriteString("[" + s.Text + "]")
			continue
		}
		b.WriteString(s.Text)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func runCatalogRebuild(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		n, told := w.Room.RebuildCatalog(ctx)
		if _, lost := reading.AsLost(told); told != nil && !lost {
			return told
		}
		return cmp.Or(e.result(n, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.catalog.rebuilt", n)) }), told)
	})
}

func runFormats(ctx context.Context, e *env, _ []string) error {
	return e.with(ctx, func(w *work.House) error {
		in, told := w.Packer.TakeInventory(ctx)
		if _, lost := reading.AsLost(told); told != nil && !lost {
			return told
		}
		return cmp.Or(e.result(in.Formats, func(out io.Writer) {
			fmt.Fprintln(out, e.text("cli.formats.date", e.words.moment(in.At), in.Packages))
			for _, r := range in.Formats {
				path := r.ViewPath
				if path == "" {
					path = e.text("cli.formats.no-path")
				}
				fmt.Fprintf(out, "%-12s %-40s %6d %14d  %s\n", r.PUID, r.Name, r.Files, r.Bytes, path)
			}
		}), told)
	})
}

func runExport(ctx context.Context, e *env, args []string) error {
	fs := e.flags("export")
	to := fs.String("to", "", "")
	zipped := fs.String("zip", "", "")
	rest, err := e.parse(fs, args, 1)
	if err != nil {
		return err
	}
	if (*to == "") == (*zipped == "") {
		return errUsage{e.text("cli.too-few", "export") + "\n" + e.usage("export")}
	}
	return withPackage(e, ctx, rest[0], func(_ *work.House, o *reading.Opened) error {
		if *zipped != "" {
			name, err := o.ExportZIP(ctx, *zipped)
			if err != nil {
				return err
			}
			return e.result(name, func(out io.Writer) { fmt.Fprintln(out, name) })
		}
		n, err := o.Export(ctx, *to)
		if err != nil {
			return err
		}
		dir, err := filepath.Abs(*to)
		if err != nil {
			return err
		}
		return e.result(n, func(out io.Writer) { fmt.Fprintln(out, e.text("cli.export.done", n, dir)) })
	})
}

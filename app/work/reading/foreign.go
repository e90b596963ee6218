package reading

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

// Foreign is a package of others opened for looking at (A24): a CSIP AIP or SIP,
// an eCH-0160 SIP, a xdomea container, a BagIt bag, any delivery a kind can read.
// Nothing of it is taken in. Safe for concurrent use; Close releases the file.
type Foreign struct {
	Name      string
	Kind      string // of cli.md
	Standard  string
	Manifest  *check.Manifest
	Findings  []check.Finding // of reading the description; not a check
	Documents []ForeignDocument

	from  *Opened
	tree  container.Tree
	aside map[string]bool // metadata and schemas: evidence, no documents
}

// ForeignDocument is one document; Files are its renditions, the last version first.
type ForeignDocument struct {
	ID      string
	Title   string
	Date    string // "" = undated
	Derived bool
	Object  *record.Object
	Parents []*record.Object // outermost first
	Files   []ForeignFile
}

// ForeignFile is a file of a document.
type ForeignFile struct {
	Path, Original, Format string
}

// Look reads what a package of others says of itself. Errors: Refused with a hint
// where the container is hostile or damaged, where nothing in it describes records, or
// where it is classified (G15).
func (o *Opened) Look(ctx context.Context) (*Foreign, error) {
	if o.outside == nil {
		return nil, o.noPackage()
	}
	if err := o.Shown(ctx); err != nil {
		return nil, err
	}
	rm, name := o.room, o.key
	options := rm.Intake.ContainerOptions()
	options.Tolerate = []string{container.ReservedName, container.LongName, container.OddCharacter, container.CaseTwins,
		container.UnicodeTwins}
	t, err := container.Open(ctx, name, options)
	if err != nil {
		if refused, ok := errors.AsType[*container.Refused](err); ok {
			return nil, failure.Wrap(failure.Refused, "open "+name, wording.Say("hint.reading.container-unsafe", path.Base(name)), refused)
		}
		return nil, err
	}
	f, err := rm.look(ctx, t)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	f.from = o
	return f, nil
}

func (rm *Room) look(ctx context.Context, t container.Tree) (*Foreign, error) {
	match, m, findings, err := rm.Engine.Look(ctx, t)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Code == check.CodeClassified.ID }) {
		return nil, failure.New(failure.Refused, "open "+t.Name(), wording.Say("hint.reading.classified-delivery"))
	}
	if m == nil || len(m.Roots) == 0 {
		why := ""
		if len(findings) > 0 {
			why = " (" + findings[0].Code + ")"
		}
		return nil, failure.New(failure.Refused, "open "+t.Name(), wording.Say("hint.reading.no-description", t.Name(), why))
	}
	f := &Foreign{Name: t.Name(), Kind: match.Kind, Standard: m.Standard, Manifest: m, Findings: findings, tree: t,
		aside: map[string]bool{}}
	for _, l := range m.Listed {
		f.aside[l.Path] = l.Role == check.RoleSchema || l.Role == check.RoleMessage || l.Role == check.RoleManifest
	}
	for _, r := range m.Roots {
		f.collect(r, nil)
	}
	slices.SortStableFunc(f.Documents, func(a, b ForeignDocument) int {
		if (a.Date == "") != (b.Date == "") {
			if a.Date == "" {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.Date, b.Date)
	})
	return f, nil
}

// maxShownDocuments bounds the list on screen.
const maxShownDocuments = 1_000_000

func (f *Foreign) collect(o *record.Object, parents []*record.Object) {
	if len(f.Documents) >= maxShownDocuments {
		return
	}
	if o.Kind == record.Document && !o.ContextOnly {
		date, derived := mapping.DocumentDate(o)
		d := ForeignDocument{ID: o.ID, Title: o.Subject, Date: string(date), Derived: derived, Object: o, Parents: parents}
		if d.Title == "" {
			d.Title = o.Reference
		}
		for _, v := range slices.Backward(o.Versions) {
			for _, r := range v.Renditions {
				if r.File.Name != "" {
					d.Files = append(d.Files, ForeignFile{r.File.Name, r.File.Original, formatWords(r)})
				}
			}
		}
		if len(d.Files) == 0 || slices.ContainsFunc(d.Files, func(x ForeignFile) bool { return !f.aside[x.Path] }) {
			f.Documents = append(f.Documents, d)
		}
	}
	below := append(slices.Clone(parents), o)
	for _, c := range o.Children {
		f.collect(c, below)
	}
}

// formatWords names a format as delivered, else by the extension.
func formatWords(r record.Rendition) string {
	if r.FormatName != "" {
		return strings.TrimSpace(r.FormatName + " " + r.FormatVersion)
	}
	return strings.ToUpper(strings.TrimPrefix(path.Ext(r.File.Name), "."))
}

// Close releases the package.
func (f *Foreign) Close() error { return f.tree.Close() }

// Files lists all files of the package in path order.
func (f *Foreign) Files(ctx context.Context) ([]container.Entry, error) {
	var out []container.Entry
	err := f.tree.Files(ctx, func(e container.Entry) error {
		out = append(out, e)
		return nil
	})
	return out, err
}

// Evidence lists the metadata documents of the package: METS, PREMIS, messages,
// EAD, tag files.
func (f *Foreign) Evidence(ctx context.Context) ([]string, error) {
	var out []string
	err := f.tree.Files(ctx, func(e container.Entry) error {
		base := strings.ToLower(path.Base(e.Path))
		listed := slices.ContainsFunc([]string{"mets", "premis", "ead", "metadata", "metadaten", "bag-info", "bagit"},
			func(s string) bool { return strings.HasPrefix(base, s) })
		if ext := path.Ext(base); len(out) < 40 && (listed && (ext == ".xml" || ext == ".txt") ||
			strings.Contains(base, "_aussonderung.") && ext == ".xml") {
			out = append(out, e.Path)
		}
		return nil
	})
	slices.SortStableFunc(out, func(a, b string) int { return strings.Count(a, "/") - strings.Count(b, "/") })
	return out, err
}

// Document opens a file of the package for looking at; done releases it.
func (f *Foreign) Document(ctx context.Context, name string) (viewer.Document, func(), error) {
	src, done, err := f.source(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	return f.from.room.openSource(ctx, src, done)
}

// Draw draws a page (from 1) of a document of the package as PNG.
func (f *Foreign) Draw(ctx context.Context, name string, page, width int, out io.Writer) error {
	src, done, err := f.source(ctx, name)
	if err != nil {
		return err
	}
	defer done()
	return f.from.room.draw(ctx, src, page, width, out)
}

// draw draws a page (from 1) of whatever has pages: PDF, TIFF, pictures. Error:
// Refused where there is no such page.
func (rm *Room) draw(ctx context.Context, src viewer.Source, page, width int, out io.Writer) error {
	doc, err := rm.opener.Open(ctx, src)
	if err != nil {
		return err
	}
	defer doc.Close()
	p, ok := doc.(viewer.Pager)
	if !ok {
		return failure.New(failure.Refused, "draw "+src.Name, wording.Say("hint.reading.no-pages", doc.Info().Format))
	}
	if page < 1 || page > p.Pages() {
		return failure.New(failure.Refused, "draw "+src.Name, wording.Say("hint.reading.no-such-page", p.Pages(), page))
	}
	img, err := p.Render(ctx, viewer.Request{Page: page - 1, Width: width})
	if err != nil {
		return err
	}
	return png.Encode(out, img)
}

func (f *Foreign) source(ctx context.Context, name string) (viewer.Source, func(), error) {
	r, err := f.File(ctx, name)
	if err != nil {
		return viewer.Source{}, nil, err
	}
	defer r.Close()
	return f.from.room.Intake.Spooled(name, "", r)
}

// File opens a file of the package. Error: Refused where it is missing.
func (f *Foreign) File(ctx context.Context, name string) (io.ReadCloser, error) {
	if err := f.from.Shown(ctx); err != nil {
		return nil, err
	}
	r, err := f.tree.Open(ctx, name)
	if err != nil {
		return nil, failure.Wrap(failure.Refused, "open "+name, wording.Say("hint.reading.file-not-enclosed", path.Base(name)), err)
	}
	return r, nil
}

// Soundness is the outcome of comparing a package with its own checksums, now.
type Soundness struct {
	At         time.Time `json:"at"`
	Algorithms []string  `json:"algorithms"` // that were compared
	Files      int       `json:"files"`      // with a checksum
	Sound      int       `json:"sound"`
	Unlisted   int       `json:"withoutChecksum"` // nothing can be said of them
	Broken     []string  `json:"broken"`          // differing, missing or unreadable
}

// Verify compares every file with the checksums the package itself brings.
func (f *Foreign) Verify(ctx context.Context, step func(done, total int)) (Soundness, error) {
	if err := f.from.Shown(ctx); err != nil {
		return Soundness{}, err
	}
	s := Soundness{At: f.from.room.Office.Now(), Algorithms: []string{}, Broken: []string{}}
	declared := map[string][]check.Declared{}
	used := map[string]bool{}
	for _, l := range f.Manifest.Listed {
		for _, d := range l.Digests {
			if _, ok := fixity.ParseAlgorithm(d.Algorithm); ok {
				declared[l.Path] = append(declared[l.Path], d)
				used[d.Algorithm] = true
			}
		}
	}
	for a := range used {
		s.Algorithms = append(s.Algorithms, a)
	}
	slices.Sort(s.Algorithms)
	s.Files = len(declared)
	for p := range declared {
		if _, ok := f.tree.Stat(p); !ok {
			s.Broken = append(s.Broken, p+" (fehlt)")
		}
	}
	done := 0
	err := f.tree.Visit(ctx, 1, nil, func(ctx context.Context, e container.Entry, c container.Content, fault error) error {
		want := declared[e.Path]
		if len(want) == 0 {
			s.Unlisted++
			return nil
		}
		done++
		if step != nil && done%64 == 0 {
			step(done, len(declared))
		}
		why, err := compare(ctx, c, want, fault)
		if err != nil {
			return err
		}
		if why != "" {
			s.Broken = append(s.Broken, e.Path+" ("+why+")")
		} else {
			s.Sound++
		}
		return nil
	})
	slices.Sort(s.Broken)
	return s, err
}

// compare gives "" where all checksums of a file agree.
func compare(ctx context.Context, c container.Content, want []check.Declared, fault error) (string, error) {
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if fault != nil {
		return "nicht lesbar", nil
	}
	algs := make([]fixity.Algorithm, len(want))
	for i, d := range want {
		algs[i], _ = fixity.ParseAlgorithm(d.Algorithm)
	}
	slices.Sort(algs)
	d, err := fixity.NewDigester(slices.Compact(algs)...)
	if err != nil {
		return "", err
	}
	if _, err := io.Copy(d, c.Reader()); err != nil {
		return "nicht lesbar", nil
	}
	sums := d.Sum()
	for _, x := range want {
		a, _ := fixity.ParseAlgorithm(x.Algorithm)
		if got := sums[string(a)]; !strings.EqualFold(got, x.Value) {
			return fmt.Sprintf("%s weicht ab", x.Algorithm), nil
		}
	}
	return "", nil
}

// exportOthers copies the files of a package of others into a new folder for use.
func (o *Opened) exportOthers(ctx context.Context, dir string) (int, error) {
	if _, err := o.room.Office.Allow(ctx, people.Use, "export package"); err != nil {
		return 0, err
	}
	f, err := o.Look(ctx)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	root, err := newFolder(dir)
	if err != nil {
		return 0, err
	}
	defer root.Close()
	n := 0
	err = f.tree.Files(ctx, func(e container.Entry) error {
		n++
		return exportEntry(ctx, root, e.Path, func() (io.ReadCloser, error) { return f.tree.Open(ctx, e.Path) })
	})
	return n, err
}

// newFolder makes an empty folder and opens it as a root no path leads out of.
func newFolder(dir string) (*os.Root, error) {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		return nil, failure.New(failure.Refused, "export to "+dir, wording.Say("hint.accession.target-not-empty"))
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, office.Disk("make export folder", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, office.Disk("open export folder", err)
	}
	return root, nil
}

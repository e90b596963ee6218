package prepare_test

import (
	"context"
	"crypto/x509"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"laufzettel/app/store"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kind/sample"
	"laufzettel/transfer/kinds"
	"laufzettel/transfer/kinds/bagit"
	"laufzettel/transfer/kinds/eark"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/prepare/sources"
)

var clock = time.Date(2026, 11, 2, 8, 30, 0, 0, time.UTC)

// shelf holds every kind, by the clock of the tests.
var shelf = kinds.All(func() time.Time { return clock })

func openStore(t testing.TB, dir string) (*prepare.Store, func() error) {
	t.Helper()
	st, err := store.Open(t.Context(), filepath.Join(dir, "test.db"), store.Room{Name: prepare.Room, Migrations: prepare.Migrations})
	if err != nil {
		t.Fatal(err)
	}
	return prepare.NewStore(st, func() time.Time { return clock }, shelf), st.Close
}

func newStore(t testing.TB) *prepare.Store {
	t.Helper()
	s, done := openStore(t, t.TempDir())
	t.Cleanup(func() {
		if err := done(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// reads counts the bytes read from the source.
type reads struct{ files, bytes atomic.Int64 }

func (r *reads) Read(_ string, n int64) { r.files.Add(1); r.bytes.Add(n) }

// lay writes files below a new folder.
func lay(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o755), os.WriteFile(to, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// material is a source folder of a kind with its statements.
type material struct {
	files  map[string][]byte
	fields kind.Values
	roots  *x509.CertPool // issuers of its signatures
}

// made gives the invented material of a kind.
func made(t testing.TB, kind string) material {
	t.Helper()
	src, err := sources.Make(shelf, kind, t.TempDir())
	return materialOf(t, src, err)
}

func materialOf(t testing.TB, src sample.Material, err error) material {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	m := material{files: src.Files, fields: src.Fields, roots: x509.NewCertPool()}
	if src.Issuers != nil && !m.roots.AppendCertsFromPEM(src.Issuers) {
		t.Fatal("no issuer to trust")
	}
	return m
}

func registerMaterial(t testing.TB, entries int) material {
	t.Helper()
	src, err := sources.Sized(shelf, "register", t.TempDir(), entries)
	return materialOf(t, src, err)
}

func plainMaterial(t testing.TB) material { t.Helper(); return made(t, "files") }

func siteMaterial(t testing.TB) material { t.Helper(); return made(t, "website") }

func materials(t testing.TB) map[string]material {
	t.Helper()
	out := map[string]material{}
	for _, kind := range shelf.Prepared() {
		out[kind] = made(t, kind)
	}
	return out
}

// begin makes a preparation of a material.
func begin(t testing.TB, s *prepare.Store, kind string, m material) prepare.Preparation {
	t.Helper()
	p, err := s.New(t.Context(), prepare.Preparation{Kind: kind, Source: lay(t, m.files), Target: filepath.Join(t.TempDir(), "portion"),
		Fields: m.fields}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func build(t testing.TB, s *prepare.Store, id string) *prepare.Outcome {
	t.Helper()
	o, err := (&prepare.Work{Store: s}).Build(t.Context(), id, nil, nil)
	if err != nil {
		t.Fatalf("build: %v\n%s", err, failure.HintOf(err).In("de"))
	}
	return o
}

// checked checks a path with the archive's engine.
func checked(t testing.TB, name string) *check.Report { t.Helper(); return checkedBy(t, nil, name) }

// checkedBy is checked by an archive that trusts these issuers.
func checkedBy(t testing.TB, roots *x509.CertPool, name string, lists ...string) *check.Report {
	t.Helper()
	now := func() time.Time { return clock }
	e := &check.Engine{Kinds: []check.Kind{norm.Kind{Messages: xdomea.Messages{}, Roots: roots, Now: now}, xdomea.Kind{},
		register.Kind{Now: now}, handelsregister.Kind{}, website.Kind{}, bagit.Kind{}, eark.Kind{}, export.Kind{}, check.PlainFiles{}},
		PDFA: &pdfa.EngineChecker{}, Now: now}
	out, err := e.CheckPath(t.Context(), name, check.Input{Extra: lists}, container.Options{Single: true})
	if err != nil {
		t.Fatalf("check: %v", err)
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	return out.Report
}

// seal packs a built portion as hand-over does and writes its lists beside it.
func seal(t testing.TB, s *prepare.Store, p prepare.Preparation) string {
	t.Helper()
	files, err := s.Files(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), p.Name+".zip")
	x := &prepare.Sealing{Store: s, Portion: p, Files: files, Path: name}
	if _, err := x.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	writeList(t, prepare.Beside(name, prepare.SuffixFiles), p, files)
	return name
}

// writeList writes the digests of a portion as hand-over and self-check do.
func writeList(t testing.TB, name string, p prepare.Preparation, files []kind.File) {
	t.Helper()
	list, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(prepare.WriteFiles(list, p, files), list.Close()); err != nil {
		t.Fatal(err)
	}
}

// listOf gives the list the self-check lays beside the built folder.
func listOf(t testing.TB, s *prepare.Store, p prepare.Preparation) string {
	t.Helper()
	files, err := s.Files(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "gebaut.sha512")
	p.Root = "" // the folder is checked, not the container
	writeList(t, name, p, files)
	return name
}

// Every kind goes round: what is prepared is accepted by the archive's check
// without a finding, as a folder and as the sealed container (issue 4).
func TestBuild_EveryKindIsAccepted(t *testing.T) {
	all := materials(t)
	for _, kind := range shelf.Prepared() {
		t.Run(kind, func(t *testing.T) {
			m, ok := all[kind]
			if !ok {
				t.Fatal("no material")
			}
			s := newStore(t)
			o := build(t, s, begin(t, s, kind, m).ID)
			for _, f := range o.Findings {
				t.Errorf("source: %s %s %s", f.Code, f.Path, f.Message)
			}
			rep := checkedBy(t, m.roots, seal(t, s, o.Preparation))
			for _, f := range rep.Findings { // of any severity
				t.Errorf("container: %s %s %q: %s (want %q, found %q)", f.Code, f.Severity, f.Path, f.Message, f.Expected, f.Found)
			}
			want := map[string]string{"xdomea": "xdomea-0503"}[kind]
			if want == "" {
				want = kind
			}
			if rep.Verdict != check.Accepted || rep.Kind != want {
				t.Errorf("%s as %s", rep.Verdict, rep.Kind)
			}
			if rep = checkedBy(t, m.roots, o.Preparation.Folder(), listOf(t, s, o.Preparation)); rep.Verdict != check.Accepted ||
				len(rep.Findings) > 0 {
				t.Errorf("folder: %s %v", rep.Verdict, rep.Findings)
			}
		})
	}
}

// The source is read once; a second build reads nothing that has not changed.
func TestBuild_ReadsOnce(t *testing.T) {
	s := newStore(t)
	m := plainMaterial(t)
	p := begin(t, s, "files", m)
	var first, second reads
	o, err := (&prepare.Work{Store: s, Open: container.Options{Counter: &first}}).Build(t.Context(), p.ID, nil, nil)
	if err != nil || o.Skipped != 0 {
		t.Fatal(o, err)
	}
	var size int64
	for _, data := range m.files {
		size += int64(len(data))
	}
	if got := first.bytes.Load(); got != size {
		t.Errorf("read %d bytes of %d", got, size)
	}
	if err := os.WriteFile(filepath.Join(p.Source, "brief.txt"), []byte("Neu\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	o, err = (&prepare.Work{Store: s, Open: container.Options{Counter: &second}}).Build(t.Context(), p.ID, nil, nil)
	if err != nil || o.Skipped != len(m.files)-1 || second.bytes.Load() != 4 {
		t.Errorf("skipped %d of %d, read %d bytes: %v", o.Skipped, len(m.files), second.bytes.Load(), err)
	}
	got, err := os.ReadFile(filepath.Join(o.Preparation.Folder(), "brief.txt"))
	if err != nil || string(got) != "Neu\n" {
		t.Errorf("%q, %v", got, err)
	}
}

// A cancelled build leaves nothing at the target and goes on where it was.
func TestBuild_CancelAndGoOn(t *testing.T) {
	s := newStore(t)
	m := material{files: map[string][]byte{}, fields: sample.Office(kind.Values{"name": "viele", "title": "Viele Dateien"})}
	for i := range 600 {
		m.files[path.Join("a", string(rune('a'+i%26)), strings.Repeat("x", 1+i/26)+".txt")] = []byte(strings.Repeat("Zeile\n", i+1))
	}
	p := begin(t, s, "files", m)
	ctx, stop := context.WithCancel(t.Context())
	_, err := (&prepare.Work{Store: s}).Build(ctx, p.ID, func(now prepare.Progress) {
		if now.Phase == prepare.PhaseCopy && now.Done == 300 {
			stop()
		}
	}, nil)
	if !failure.Canceled(err) {
		t.Fatalf("got %v", err)
	}
	if _, err := os.Stat(p.Target); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("half a portion is visible: %v", err)
	}
	o := build(t, s, p.ID)
	if o.Skipped < 256 || o.Preparation.Files != len(m.files)+1 || o.Preparation.State != prepare.Built {
		t.Errorf("skipped %d, %d files, %s", o.Skipped, o.Preparation.Files, o.Preparation.State)
	}
	entries, err := os.ReadDir(filepath.Dir(p.Target))
	if err != nil || len(entries) != 1 {
		t.Errorf("left over: %v %v", entries, err)
	}
}

// What cannot be built is told before anything is written.
func TestBuild_Refuses(t *testing.T) {
	full := lay(t, map[string][]byte{"schon.da": []byte("x")})
	tests := map[string]struct {
		kind   string
		change func(*prepare.Preparation)
		want   string
	}{
		"field missing": {"files", func(p *prepare.Preparation) { p.Fields = sample.Office(nil) }, "„Name der Portion“ fehlt"},
		"unknown field": {"files", func(p *prepare.Preparation) { p.Fields = sample.Office(kind.Values{"farbe": "rot"}) },
			"„farbe“ gibt es"},
		"no source":        {"files", func(p *prepare.Preparation) { p.Source = "" }, "Es fehlt der Ordner"},
		"source gone":      {"files", func(p *prepare.Preparation) { p.Source = filepath.Join(full, "nicht") }, "lässt sich nicht öffnen"},
		"source is a file": {"files", func(p *prepare.Preparation) { p.Source = filepath.Join(full, "schon.da") }, "ist kein Ordner"},
		"target full":      {"files", func(p *prepare.Preparation) { p.Target = full }, "ist nicht leer"},
		"target inside":    {"files", func(p *prepare.Preparation) { p.Target = filepath.Join(p.Source, "ziel") }, "liegen ineinander"},
		"no folder above":  {"files", func(p *prepare.Preparation) { p.Target = filepath.Join(full, "a", "b", "c") }, "ist nicht da"},
		"no message":       {"xdomea", func(p *prepare.Preparation) { p.Fields = sample.Office(nil) }, "keine lesbare xdomea-Nachricht"},
		"no list of firms": {"handelsregister", func(p *prepare.Preparation) { p.Fields = made(t, "handelsregister").fields },
			"keine lesbare Liste"},
		"no register": {"register", func(p *prepare.Preparation) { p.Fields = registerMaterial(t, 1).fields },
			"fehlt und steht auch nicht in den Dateinamen"},
		"no norm":  {"norm", func(p *prepare.Preparation) { p.Fields = made(t, "norm").fields }, "fehlt der Ordner „Originalnorm“"},
		"no crawl": {"website", func(p *prepare.Preparation) { p.Fields = siteMaterial(t).fields }, "kein Crawl"},
		"no converter": {"website", func(p *prepare.Preparation) {
			m := siteMaterial(t)
			p.Source, p.Fields = lay(t, m.files), m.fields
			p.Fields["parts"], p.Fields["converter"] = "nur Web-PDF", ""
		}, "kein Umwandler"},
		"own name is taken": {"files", func(p *prepare.Preparation) {
			p.Source = lay(t,
				map[string][]byte{"pruefsummen.sha512": []byte("x")})
		}, "die das Programm selbst schreibt"},
		"hostile name": {"files", func(p *prepare.Preparation) { p.Source = lay(t, map[string][]byte{"con.txt": []byte("x")}) },
			"kein Archiv annimmt"},
		"read and corrected": {"register", func(p *prepare.Preparation) {
			m := registerMaterial(t, 1)
			p.Source = lay(t, m.files)
			p.Fields = kind.Values{}
			for k, v := range registerMaterial(t, 1).fields {
				p.Fields[k] = v
			}
			p.Fields["closingNote"] = "anderer.pdf"
		}, "braucht eine Begründung"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			p := prepare.Preparation{Kind: tt.kind, Source: lay(t, plainMaterial(t).files), Target: filepath.Join(t.TempDir(), "portion"),
				Fields: plainMaterial(t).fields}
			tt.change(&p)
			p, err := s.New(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			_, err = (&prepare.Work{Store: s}).Build(t.Context(), p.ID, nil, nil)
			if hint := failure.HintOf(err).In("de"); !strings.Contains(hint, tt.want) || failure.KindOf(err) != failure.Refused {
				t.Errorf("said %q (%v), want %q", hint, err, tt.want)
			}
			if p, err := s.Get(t.Context(), p.ID); err != nil || p.State != prepare.Draft {
				t.Errorf("state %s, %v", p.State, err)
			}
		})
	}
}

// A file changed after the build is not sealed.
func TestSeal_ChangedFile(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"changed": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "brief.txt"), []byte("Grüsse aus Musterstadt \n"), 0o644)
		},
		"added":   func(dir string) error { return os.WriteFile(filepath.Join(dir, "neu.txt"), nil, 0o644) },
		"removed": func(dir string) error { return os.Remove(filepath.Join(dir, "brief.txt")) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			p := build(t, s, begin(t, s, "files", plainMaterial(t)).ID).Preparation
			files, err := s.Files(t.Context(), p.ID)
			if err != nil {
				t.Fatal(err)
			}
			if err := spoil(p.Folder()); err != nil {
				t.Fatal(err)
			}
			x := &prepare.Sealing{Store: s, Portion: p, Files: files, Path: filepath.Join(t.TempDir(), "a.zip")}
			_, err = x.Run(t.Context())
			if !strings.Contains(failure.HintOf(err).In("de"), "nicht mehr die, die gebaut wurde") {
				t.Errorf("got %v", err)
			}
		})
	}
}

// What the archive finds in a delivery, the clerk is told before hand-over: every
// defect of the material that survives the build shows in the build's findings or
// in the self-check.
func TestBuild_TellsSeededDefects(t *testing.T) {
	m := registerMaterial(t, 3)
	tests := map[string]struct {
		change func(map[string][]byte)
		codes  []string
	}{
		"pdf missing":    {func(f map[string][]byte) { delete(f, "623456-S-1989-1-U0.pdf") }, []string{"PRE-003", "REG-020"}},
		"stray file":     {func(f map[string][]byte) { f["Thumbs.db"] = []byte("x") }, []string{"PRE-001"}},
		"no entry":       {func(f map[string][]byte) { f["unbekannt.xml"] = []byte("<a/>") }, []string{"PRE-002"}},
		"schema missing": {func(f map[string][]byte) { delete(f, "muster-xpsr.xsd") }, []string{"REG-040"}},
		"broken xml":     {func(f map[string][]byte) { f["623456-S-1989-2-U0.xml"] = []byte("<Beurkundung>") }, []string{"XML-001"}},
		"coded value": {func(f map[string][]byte) {
			f["623456-S-1989-2-U0.xml"] = []byte(strings.Replace(string(f["623456-S-1989-2-U0.xml"]), "<Geschlecht>m", "<Geschlecht>x", 1))
		}, []string{"REG-044"}},
		"note is no pdf": {func(f map[string][]byte) { delete(f, "623456-S-1989-Abschlussvermerk.pdf") }, []string{"REG-010"}},
		"gap in the sequence": {func(f map[string][]byte) {
			delete(f, "623456-S-1989-1-U0.xml")
			delete(f, "623456-S-1989-1-U0.pdf")
		}, []string{"REG-023"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			files := map[string][]byte{}
			for k, v := range m.files {
				files[k] = v
			}
			tt.change(files)
			s := newStore(t)
			o := build(t, s, begin(t, s, "register", material{files: files, fields: m.fields}).ID)
			var told []string
			for _, f := range append(o.Findings, checked(t, o.Preparation.Folder()).Findings...) {
				told = append(told, f.Code)
			}
			for _, code := range tt.codes {
				if !slices.Contains(told, code) {
					t.Errorf("told %v, want %s", told, code)
				}
			}
		})
	}
}

// The same for the other kinds: one defect of the material each, told by the
// archive's own rules before anything is handed over.
func TestBuild_TellsDefectsOfEveryKind(t *testing.T) {
	spoil := func(suffix string, change func([]byte) []byte) func(map[string][]byte) {
		return func(f map[string][]byte) {
			for name, data := range f {
				if strings.HasSuffix(name, suffix) {
					f[name] = change(slices.Clone(data))
				}
			}
		}
	}
	drop := func(suffix string) func(map[string][]byte) {
		return func(f map[string][]byte) {
			for name := range f {
				if strings.HasSuffix(name, suffix) {
					delete(f, name)
				}
			}
		}
	}
	cut := func(data []byte) []byte { return data[:len(data)/2] }
	first := func(suffix string) func(map[string][]byte) {
		return func(f map[string][]byte) {
			for _, name := range slices.Sorted(maps.Keys(f)) {
				if strings.HasSuffix(name, suffix) {
					delete(f, name)
					return
				}
			}
		}
	}
	tests := []struct {
		kind   string
		change func(map[string][]byte)
		code   string
	}{
		{"export", spoil("gebuehren.csv", func(d []byte) []byte { return []byte(strings.Replace(string(d), "100.50,", "100,50,", 1)) }),
			"EXP-011"},
		{"export", spoil("gebuehren.csv", func(d []byte) []byte { return append(d, 0xf6, '\n') }), "EXP-010"},
		{"export", drop("bezirke.xsd"), "EXP-016"},
		{"handelsregister", spoil(".tif", cut), "HRG-041"},
		{"handelsregister", spoil("Statuten.pdf", cut), "HRG-040"},
		{"norm", drop("metadaten.xml"), "NRM-008"},
		{"norm", drop("Originalnorm.xml"), "NRM-010"},
		{"norm", func(f map[string][]byte) { f["Ausgabenorm/rohfassung.doc"] = []byte("Rohfassung") }, "NRM-006"},
		{"xdomea", first(".pdf"), "VOL-001"},
		{"xdomea", func(f map[string][]byte) { f["Nachtrag.txt"] = []byte("steht in keiner Liste\n") }, "VOL-002"},
		{"files", func(f map[string][]byte) { f["plan.xml"] = []byte("<a>") }, "XML-001"},
	}
	all := materials(t)
	for _, tt := range tests {
		t.Run(tt.kind+" "+tt.code, func(t *testing.T) {
			m := material{files: maps.Clone(all[tt.kind].files), fields: maps.Clone(all[tt.kind].fields)}
			if tt.kind == "norm" {
				m.fields["promulgated"] = "2012-07-11"
			}
			tt.change(m.files)
			s := newStore(t)
			o := build(t, s, begin(t, s, tt.kind, m).ID)
			rep := checked(t, o.Preparation.Folder())
			var told []string
			for _, f := range append(o.Findings, rep.Findings...) {
				told = append(told, f.Code)
			}
			if !slices.Contains(told, tt.code) {
				t.Errorf("%s: told %v", rep.Verdict, told)
			}
		})
	}
}

package website

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/vocab"
)

// mirrorFolder writes a small mirror with its log.
func mirrorFolder(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "crawl")
	for name, data := range sampleMirror() {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func sampleMeta() Meta {
	return Meta{Agency: "Landratsamt Musterkreis", AgencyID: "09999", Person: "M. Ahrens", Fonds: "5100", Project: "Internet",
		Occasion: "Turnus",
		Quality:  &Quality{Verdict: Good, Person: "M. Ahrens", Date: "2026-11-02"}}
}

func TestBuild_WithoutConverterRefusesThePDF(t *testing.T) {
	p := Plan{Folder: mirrorFolder(t), Out: filepath.Join(t.TempDir(), "web.zip"), Meta: sampleMeta(), Clock: isoClock}
	_, err := Build(t.Context(), p)
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "Umwandler") {
		t.Errorf("%v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(p.Out)); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// fake writes what it is told as the PDF.
type fake struct{ data []byte }

func (fake) Tool() string { return "Probe 1.0" }
func (f fake) Convert(_ context.Context, _, _, out string) error {
	if f.data == nil {
		return nil
	}
	return os.WriteFile(out, f.data, 0o600)
}

func TestBuild_RefusesWhatIsNoPDFA(t *testing.T) {
	for name, data := range map[string][]byte{"nothing": nil, "empty": {}, "text": []byte("kein PDF"),
		"pdf without claim": []byte("%PDF-1.4\n%%EOF\n")} {
		p := Plan{Folder: mirrorFolder(t), Out: filepath.Join(t.TempDir(), "web.zip"), Meta: sampleMeta(), Clock: isoClock,
			Converter: fake{data}}
		if _, err := Build(t.Context(), p); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), "Probe 1.0") {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := os.Stat(p.Out); err == nil {
			t.Errorf("%s: a package was written", name)
		}
	}
}

func TestBuild_CrawlAndISO(t *testing.T) {
	p := Plan{Folder: mirrorFolder(t), Out: filepath.Join(t.TempDir(), "web.zip"), Meta: sampleMeta(), Clock: isoClock,
		Parts: []PartKind{PartISO}}
	built, err := Build(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := container.Open(t.Context(), built.Path, container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	for name := range sampleMirror() {
		if _, ok := tree.Stat("crawl/" + name); !ok {
			t.Errorf("%s is missing", name)
		}
	}
	findings, _, err := vocab.Validate(t.Context(), Schema, DocumentName, tree)
	if err != nil || len(findings) > 0 {
		t.Errorf("description: %v %+v", err, findings)
	}
	d := built.Description
	if d.Domain != "www.musterkreis.example" || d.Crawled != "2026-10-30T06:00:00" || len(d.Statements) != 81 || len(d.Parts) != 2 {
		t.Errorf("description %+v", d)
	}
	for n, want := range map[int]string{2: "5100", 4: "Internet", 5: "Turnus", 12: "www.musterkreis.example", 11: "HTTrack3.49-2",
		29: (95 * time.Second).String(), 44: "1", 46: "1"} {
		if got := d.Statement(n).Value; got != want {
			t.Errorf("statement %d is %q, want %q", n, got, want)
		}
	}
	if s := d.Statement(48); s.Value != "" || s.Omitted == "" {
		t.Errorf("statement 48 must say why it is not made: %+v", s)
	}
	if _, err := Build(t.Context(), p); failure.KindOf(err) != failure.Refused {
		t.Errorf("an existing package was written over: %v", err)
	}
}

func TestGather_RefusesWhatIsNoCrawl(t *testing.T) {
	_, err := Gather(t.Context(), vocab.NewTree("x", map[string][]byte{"brief.txt": []byte("kein Crawl")}), sampleMeta())
	if failure.KindOf(err) != failure.Refused {
		t.Errorf("%v", err)
	}
}

func TestDescribe_NobodyEditsLOG(t *testing.T) {
	for n, want := range map[int]string{8: "Logdatum", 99: "gibt es nicht"} {
		if _, err := Describe(nil, nil, map[int]string{n: "ich"}); failure.KindOf(err) != failure.Refused ||
			!strings.Contains(failure.HintOf(err).In("de"), want) {
			t.Errorf("%d: %v", n, err)
		}
	}
	s, err := Describe(Facts{22: "10"}, Defaults{9: "Linux", 3: "Referat 1"}, map[int]string{3: "Referat 2"})
	if err != nil || s[8].Value != "Linux" || s[2].Value != "Referat 2" || s[21].Value != "10" || s[30].Omitted == "" {
		t.Errorf("%v %+v", err, s[:31])
	}
}

func TestCommand(t *testing.T) {
	dir := t.TempDir()
	for _, tt := range []struct {
		name string
		c    Command
		kind failure.Kind
	}{
		{"missing", Command{Path: filepath.Join(dir, "gibtesnicht")}, failure.Setup},
		{"fails", Command{Path: "/bin/sh", Args: []string{"-c", "echo kaputt; exit 3"}}, failure.Refused},
		{"slow", Command{Path: "/bin/sh", Args: []string{"-c", "exec sleep 60"}, Limit: 50 * time.Millisecond}, failure.Refused},
	} {
		if _, err := os.Stat("/bin/sh"); err != nil {
			t.Skip("no shell here")
		}
		if err := tt.c.Convert(t.Context(), dir, "index.html", filepath.Join(dir, "x.pdf")); failure.KindOf(err) != tt.kind ||
			!failure.Explained(err) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
	good := Command{Path: "/bin/sh", Args: []string{"-c", "cat {start} > {out}"}}
	if err := os.WriteFile(filepath.Join(dir, "a.html"), []byte("seite"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := good.Convert(t.Context(), dir, "a.html", filepath.Join(dir, "x.pdf")); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "x.pdf")); string(data) != "seite" {
		t.Errorf("wrote %q", data)
	}
}

// A converter may print without end: what is kept of it is bounded, and it is told
// as a failure like any other.
func TestCommand_EndlessOutput(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell here")
	}
	dir := t.TempDir()
	c := Command{Path: "/bin/sh", Args: []string{"-c", "head -c 3000000 /dev/zero | tr '\\0' 'x'; exit 3"}}
	err := c.Convert(t.Context(), dir, "a.html", filepath.Join(dir, "x.pdf"))
	if hint := failure.HintOf(err).In("de"); failure.KindOf(err) != failure.Refused || !strings.Contains(hint, "xxx") || len(hint) > 400 {
		t.Errorf("kind %v, %d bytes of hint: %.80s", failure.KindOf(err), len(hint), hint)
	}
	var s said
	for range 3 {
		if n, err := s.Write(make([]byte, saidBytes-1)); n != saidBytes-1 || err != nil {
			t.Fatalf("took %d bytes, %v", n, err)
		}
	}
	if len(s) != saidBytes {
		t.Errorf("kept %d bytes, want %d", len(s), saidBytes)
	}
}

package bagit

import (
	"archive/tar"
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/check/checktest"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/samples"
)

// bag gives the files of a small sound bag by name.
func bag(t testing.TB, info ...record.Field) map[string]string {
	t.Helper()
	members, err := Build(BuildPlan{Name: "tasche", Info: info, Algorithms: []string{"sha-256", "sha-512"},
		Created: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC),
		Payload: []Member{{Name: "a.txt", Data: []byte("eins\n")}, {Name: "ordner/100% grün.txt", Data: []byte("zwei\n")}}})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, m := range members {
		files[m.Name] = string(m.Data)
	}
	return files
}

// checked writes the files into a folder and checks it with the engine.
func checked(t testing.TB, files map[string]string, extra ...string) *check.Report {
	t.Helper()
	return checkPath(t, samples.Lay(t, "lieferung", files), extra...)
}

func checkPath(t testing.TB, name string, extra ...string) *check.Report {
	t.Helper()
	return checktest.Path(t, &check.Engine{Kinds: []check.Kind{Kind{}, check.PlainFiles{}}, Workers: 2}, name,
		check.Input{Extra: extra}).Report
}

func codes(r *check.Report) []string {
	var out []string
	for _, f := range r.Findings {
		if !slices.Contains(out, f.Code) {
			out = append(out, f.Code)
		}
	}
	return out
}

func TestBuild_SoundBag(t *testing.T) {
	rep := checked(t, bag(t, record.Field{Name: "Source-Organization", Value: "Landratsamt Musterkreis"}))
	if rep.Kind != "bagit" || rep.Standard != "1.0" || rep.Verdict != check.Accepted || len(rep.Findings) > 0 {
		t.Errorf("%s %s %s %+v", rep.Kind, rep.Standard, rep.Verdict, rep.Findings)
	}
	want := record.Counts{Dossiers: 1, Cases: 1, Documents: 3, Appraise: 1, Files: 8}
	if diff := cmp.Diff(want, rep.Objects); diff != "" {
		t.Error(diff)
	}
	if rep.Agency.Name != "Landratsamt Musterkreis" {
		t.Errorf("agency %+v", rep.Agency)
	}
}

const (
	head    = "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"
	sha512s = "tasche/manifest-sha512.txt"
)

// TestCodes has for every code the bag with the one defect that causes it.
func TestCodes(t *testing.T) {
	type files = map[string]string
	profileTag := record.Field{Name: "BagIt-Profile-Identifier", Value: "urn:example:profil"}
	strict := `{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:profil"},"Bag-Info":{"Contact-Name":{"required":true}},"Manifests-Required":["md5"]}`
	edit := func(name, old, new string) func(files) {
		return func(f files) {
			if !strings.Contains(f[name], old) {
				t.Fatalf("%s holds no %q", name, old)
			}
			f[name] = strings.Replace(f[name], old, new, 1)
		}
	}
	add := func(name, text string) func(files) { return func(f files) { f[name] += text } }
	untag := func(f files) { delete(f, "tasche/tagmanifest-sha256.txt"); delete(f, "tasche/tagmanifest-sha512.txt") }
	tests := map[string]struct {
		change func(files)
		info   []record.Field
		line   int
	}{
		"BAG-001": {change: func(f files) { delete(f, "tasche/bagit.txt") }},
		"BAG-002": {change: edit("tasche/bagit.txt", "BagIt", "\ufeffBagIt")},
		"BAG-003": {change: edit("tasche/bagit.txt", "1.0", "2.7")},
		"BAG-004": {change: edit("tasche/bag-info.txt", "Payload", "Ort: K\xf6ln\nPayload")},
		"BAG-005": {change: func(f files) { delete(f, sha512s); delete(f, "tasche/manifest-sha256.txt") }},
		"BAG-006": {change: func(f files) { delete(f, "tasche/data/a.txt"); delete(f, "tasche/data/ordner/100% grün.txt") }},
		"BAG-007": {change: func(f files) {
			for name := range f {
				if strings.Contains(name, "/data/") || strings.Contains(name, "tagmanifest") {
					delete(f, name)
				}
			}
			f[sha512s], f["tasche/manifest-sha256.txt"], f["tasche/bag-info.txt"] = "", "", ""
		}},
		"BAG-008": {change: add(sha512s, "keine Prüfsumme\n"), line: 3},
		"BAG-009": {change: add(sha512s, strings.Repeat("ab", 64)+"  ~root/geheim\n"), line: 3},
		"BAG-010": {change: add(sha512s, strings.Repeat("ab", 64)+"  bagit.txt\n"), line: 3},
		"BAG-011": {change: func(f files) { first, _, _ := strings.Cut(f[sha512s], "\n"); f[sha512s] += first + "\n" }, line: 3},
		"BAG-012": {change: func(f files) { _, f[sha512s], _ = strings.Cut(f[sha512s], "\n") }},
		"BAG-013": {change: add("tasche/manifest-rot13.txt", "abcd  data/a.txt\nabcd  data/ordner/100%25 grün.txt\n")},
		"BAG-014": {change: edit(sha512s, "grün", "gru\u0308n"), line: 2},
		"BAG-015": {change: add("tasche/fetch.txt", "https://archiv.example/a 5 data/a.txt\n")},
		"BAG-016": {change: func(f files) {
			delete(f, "tasche/data/a.txt")
			f["tasche/fetch.txt"] = "https://archiv.example/a 5 data/a.txt\n"
		}, line: 1},
		"BAG-017": {change: add("tasche/fetch.txt", "https://archiv.example/b - data/b.txt\n"), line: 1},
		"BAG-018": {change: edit("tasche/bag-info.txt", "Oxum: 10.2", "Oxum: 11.2")},
		"BAG-019": {change: edit("tasche/bag-info.txt", "Oxum: 10.2", "Oxum: viel")},
		"BAG-020": {change: add("tasche/bag-info.txt", "ohne Doppelpunkt\n"), line: 3},
		"BAG-021": {change: func(f files) { f["tasche/data/Thumbs.db"] = "x" }},
		"BAG-022": {change: add("tasche/profil.json", strict), info: []record.Field{profileTag}},
		"BAG-023": {change: func(files) {}, info: []record.Field{profileTag}},
		"BAG-024": {change: add("tasche/profil.json", strict[:40]), info: []record.Field{profileTag}},
	}
	for _, c := range Codes {
		t.Run(c.ID, func(t *testing.T) {
			tt, ok := tests[c.ID]
			if !ok {
				t.Fatal("no bag with this defect")
			}
			f := bag(t, tt.info...)
			untag(f) // so that a changed tag file is not a second defect
			tt.change(f)
			rep := checked(t, f)
			i := slices.IndexFunc(rep.Findings, func(f check.Finding) bool { return f.Code == c.ID })
			if i < 0 {
				t.Fatalf("not uttered: %+v", rep.Findings)
			}
			if got := rep.Findings[i]; got.Severity != c.Severity || got.Line != tt.line || got.Message == "" || got.Remedy == "" {
				t.Errorf("%+v", got)
			}
		})
	}
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Error(err)
	}
}

// TestEngineCompares: what the manifests declare is compared by the engine's one
// read, tag files included.
func TestEngineCompares(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(map[string]string)
		want   []string
	}{
		"payload changed": {func(f map[string]string) { f["tasche/data/a.txt"] = "neun\n" }, []string{"FIX-002"}},
		"tag changed":     {func(f map[string]string) { f["tasche/bagit.txt"] = head + "\n" }, []string{"FIX-002"}},
		"payload missing": {func(f map[string]string) { delete(f, "tasche/data/a.txt") }, []string{"BAG-018", "VOL-001"}},
		"payload added":   {func(f map[string]string) { f["tasche/data/z.txt"] = "z" }, []string{"BAG-018", "VOL-002"}},
		"tag file free":   {func(f map[string]string) { f["tasche/notiz.txt"] = "frei\n" }, nil},
		"beside the bag":  {func(f map[string]string) { f["daneben.txt"] = "x" }, []string{"VOL-002"}},
	} {
		t.Run(name, func(t *testing.T) {
			f := bag(t)
			tt.change(f)
			if diff := cmp.Diff(tt.want, codes(checked(t, f))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestProfile_NamedByUser: a profile beside the bag is used when it is named.
func TestProfile_NamedByUser(t *testing.T) {
	p := filepath.Join(t.TempDir(), "profil.json")
	text := `{"BagIt-Profile-Info":{"BagIt-Profile-Identifier":"urn:example:x"},"Bag-Info":{"Ort":{"values":["Köln"],"repeatable":false}},
"Manifests-Allowed":["sha512"],"Tag-Files-Required":["plan.xml"],"Tag-Files-Allowed":["*.xml"],"Allow-Fetch.txt":false,"Accept-BagIt-Version":["0.97"],"Serialization":"required"}`
	if err := os.WriteFile(p, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	id := record.Field{Name: "BagIt-Profile-Identifier", Value: "urn:example:x"}
	f := bag(t, id, record.Field{Name: "Ort", Value: "Bonn"}, record.Field{Name: "Ort", Value: "Köln"})
	for name := range f {
		if strings.Contains(name, "tagmanifest") {
			delete(f, name)
		}
	}
	f["tasche/notiz.txt"], f["tasche/fetch.txt"] = "x", "https://archiv.example/a - data/a.txt\n"
	rep := checked(t, f, p)
	var rules []string
	for _, x := range rep.Findings {
		if x.Code == codeProfile.ID {
			rules = append(rules, x.Rule)
		}
	}
	slices.Sort(rules)
	want := []string{"Accept-BagIt-Version", "Allow-Fetch.txt", "Bag-Info Ort", "Bag-Info Ort", "Manifests-Allowed", "Serialization",
		"Tag-Files-Allowed", "Tag-Files-Required"}
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Error(diff)
	}
}

// TestSuite gives every bag of the LoC conformance suite, of APTrust and enduro
// the verdict of its folder or of SOURCES.md.
func TestSuite(t *testing.T) {
	root := samples.Path(t, "bagit")
	verdicts := map[string]check.Verdict{"valid": check.Accepted, "warning": check.Accepted, "invalid": check.Rejected,
		"linux-only": check.Rejected, "windows-only": check.Rejected}
	single := map[string]check.Verdict{"example.edu.sample_bad_oxum.tar": check.Rejected, "example.edu.sample_good.tar": check.Accepted,
		"example.edu.sample_no_data_dir.tar": check.Rejected, "example.edu.tagsample_bad.tar": check.Rejected,
		"small_bag.tgz": check.Accepted}
	n := 0
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(p) == ".md" {
			return err
		}
		folder := filepath.Base(filepath.Dir(p))
		want := verdicts[folder]
		if want == "" {
			want = single[d.Name()]
		}
		n++
		t.Run(folder+"/"+d.Name(), func(t *testing.T) {
			rep := checkPath(t, p)
			warned := slices.ContainsFunc(rep.Findings, func(f check.Finding) bool {
				return f.Severity == check.Warning &&
					strings.HasPrefix(f.Code, "BAG")
			})
			if rep.Kind != "bagit" || rep.Verdict != want || folder == "warning" && !warned {
				t.Errorf("%s %s, want %s: %+v", rep.Kind, rep.Verdict, want, rep.Findings)
			}
		})
		return nil
	})
	if err != nil || n < 30 {
		t.Errorf("%d bags, %v", n, err)
	}
}

func TestReadDeclaration(t *testing.T) {
	for _, tt := range []struct {
		in, version string
		ok          bool
	}{
		{head, "1.0", true}, {"BagIt-Version: 0.97\r\nTag-File-Character-Encoding: UTF-16", "0.97", true},
		{"BagIt-Version: .97\nTag-File-Character-Encoding: UTF-8", ".97", false},
		{"", "", false}, {"BagIt-Version: 1.0\n", "1.0", false}, {head + "Mehr: x\n", "1.0", false}, {"\xff\xfeB", "", false},
	} {
		d, problem := readDeclaration([]byte(tt.in))
		if d.version != tt.version || (problem.Empty()) != tt.ok {
			t.Errorf("%q: %+v %q", tt.in, d, problem)
		}
	}
}

func TestEncodings(t *testing.T) {
	for enc, data := range map[string]string{"ISO-8859-1": "Ort: K\xf6ln\n",
		"UTF-16": "\xff\xfeO\x00r\x00t\x00:\x00 \x00K\x00\xf6\x00l\x00n\x00\n\x00", "UTF-8": "Ort: Köln\r",
		"windows-1252": "Ort: K\xf6ln"} {
		var tags tagReader
		if err := lines(strings.NewReader(data), enc, tags.line); err != nil || value(tags.fields, "ort") != "Köln" {
			t.Errorf("%s: %+v %v", enc, tags.fields, err)
		}
	}
}

// FuzzLines: no line of a tag file breaks the parsers, and no accepted path
// leaves the bag.
func FuzzLines(f *testing.F) {
	for _, s := range []string{"Ort: Köln\n Fortsetzung\n", "abcd  data/a.txt\r\n", "abcd *./data/../../x", "https://x 5 data/%0Aa",
		"ab\t~root", "\xff\xfea\x00", head} {
		f.Add(s, "UTF-8")
		f.Add(s, "UTF-16")
	}
	f.Fuzz(func(t *testing.T, text, enc string) {
		var tags tagReader
		_ = lines(strings.NewReader(text), enc, func(n int, line string) {
			tags.line(n, line)
			_, p, ok := manifestLine(line)
			if _, _, q, fetched := fetchLine(line); fetched && !ok {
				p, ok = q, true
			}
			if !ok || !escapes(p).Empty() {
				return
			}
			list, _ := candidates(p, true)
			for _, c := range list {
				if c == ".." || strings.HasPrefix(c, "../") || strings.HasPrefix(c, "/") {
					t.Errorf("%q leaves the bag as %q", p, c)
				}
			}
		})
		_, _ = readDeclaration([]byte(text))
	})
}

// FuzzRead: a hostile TAR with any three tag files never stops the room.
func FuzzRead(f *testing.F) {
	f.Add(head, strings.Repeat("ab", 64)+"  data/a.txt\n", "https://x - data/a.txt\n", "Payload-Oxum: 1.1\n")
	for _, data := range samples.Seeds(f, 30, func(p string) bool { return strings.Contains(path.Base(p), "manifest-") }, "bagit",
		"loc-conformance") {
		f.Add(head, string(data), "", "Payload-Oxum: 1.1\n")
	}
	f.Fuzz(func(t *testing.T, decl, manifest, fetch, info string) {
		var b bytes.Buffer
		w := tar.NewWriter(&b)
		for _, m := range [][2]string{{"bagit.txt", decl}, {"manifest-sha512.txt", manifest}, {"fetch.txt", fetch}, {"bag-info.txt", info},
			{"data/a.txt", "a"}} {
			if err := w.WriteHeader(&tar.Header{Name: m[0], Mode: 0o644, Size: int64(len(m[1]))}); err != nil {
				t.Fatal(err)
			}
			if _, err := w.Write([]byte(m[1])); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		p := filepath.Join(t.TempDir(), "b.tar")
		if err := os.WriteFile(p, b.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		tree, err := container.Open(t.Context(), p, container.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer tree.Close()
		m, _, err := Kind{}.Read(t.Context(), tree, check.Match{Kind: "bagit"}, check.ReadInput{})
		if err != nil || m == nil {
			t.Fatalf("%v %v", m, err)
		}
		for _, l := range m.Listed {
			if !escapes(l.Path).Empty() {
				t.Errorf("listed path %q leaves the bag", l.Path)
			}
		}
	})
}

package main

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/generate"
	"laufzettel/transfer/kinds/xdomea"
	"laufzettel/transfer/samples"
)

// checked runs check --json in this process and gives report and exit code.
func checked(t *testing.T, data, path string) (check.Report, int) {
	t.Helper()
	var out, errs bytes.Buffer
	code := run(t.Context(), []string{"--data", data, "check", "--json", "--no-pdfa", path}, strings.NewReader(""), &out, &errs)
	var rep check.Report
	if err := json.Unmarshal(out.Bytes(), &rep); err != nil {
		t.Fatalf("check %s: code %d, %v\n%s", path, code, err, errs.String())
	}
	return rep, code
}

// withSchemas gives a workspace that holds the xdomea schemas of the samples.
func withSchemas(t *testing.T, beside string) string {
	t.Helper()
	data := t.TempDir()
	var errs bytes.Buffer
	if code := run(t.Context(), []string{"--data", data, "schemas", "add", filepath.Join(beside, "xdomea", "xsd")}, strings.NewReader(""),
		io.Discard, &errs); code != exitDone {
		t.Fatalf("schemas add: code %d\n%s", code, errs.String())
	}
	return data
}

func codes(rep check.Report, s check.Severity) (out []string) {
	for _, f := range rep.Findings {
		if f.Severity == s && !slices.Contains(out, f.Code) {
			out = append(out, f.Code)
		}
	}
	return out
}

// Every sample gets the verdict of its SOURCES.md. The two real messages are
// sound. The patterns of the toolkit are valid against the schema but no
// deliveries: their names break the rule, and 0502, 0503 and 0504 have more wrong
// with them, which is told.
func TestSamples_VerdictOfTheirSources(t *testing.T) {
	beside := samples.Path(t)
	data := withSchemas(t, beside)
	root := filepath.Join(beside, "xdomea", "beispiele")
	type want struct {
		kind, version string
		verdict       check.Verdict
		errors        []string
		warnings      []string
		dossiers      int
		cases         int
		documents     int
	}
	odd := []string{"XDO-014"}
	wants := map[string]want{
		"3.0.0/9a75050f-323a-4e84-94c9-a889aa2b4fe8_Aussonderung.Anbieteverzeichnis.0501.zip": {"xdomea-0501", "3.0.0", check.Accepted, nil,
			nil, 3, 5, 5},
		"3.0.0/9fde4e7a-b41b-11ec-9225-005056871b7c_Aussonderung.Aussonderung.0503.zip": {"xdomea-0503", "3.0.0", check.Accepted, nil,
			nil, 0, 1, 1},
		"3.0.0/xx_Aussonderung.Anbieteverzeichnis.0501.xml": {"xdomea-0501", "3.0.0", check.Accepted, nil,
			odd, 1, 1, 1},
		"3.0.0/xx_Aussonderung.Bewertungsverzeichnis.0502.xml": {"xdomea-0502", "3.0.0", check.Rejected,
			[]string{"XDO-010"}, odd, 0, 0, 0},
		"2.4.0/xx_Aussonderung.Anbieteverzeichnis.0501.xml": {"xdomea-0501", "2.4.0", check.Accepted, nil,
			odd, 1, 1, 1},
		"2.4.0/xx_Aussonderung.Bewertungsverzeichnis.0502.xml": {"xdomea-0502", "2.4.0", check.Rejected,
			[]string{"XDO-010"}, odd, 0, 0, 0},
		"2.4.0/xx_Aussonderung.Aussonderung.0503.xml": {"xdomea-0503", "2.4.0", check.Rejected,
			[]string{"VOL-001"}, []string{"XDO-014", "XDO-032"}, 0, 0, 1},
		"2.4.0/xx_Aussonderung.AnbietungEmpfangBestaetigen.0504.xml": {"xdomea-0504", "2.4.0", check.Rejected,
			[]string{"XDO-010"}, odd, 0, 0, 0},
	}
	files := samples.Files(t, root)
	if len(files) != len(wants) {
		t.Errorf("%d samples, %d verdicts", len(files), len(wants))
	}
	for _, name := range files {
		rel, err := filepath.Rel(root, name)
		if err != nil {
			t.Fatal(err)
		}
		w, known := wants[filepath.ToSlash(rel)]
		if !known {
			t.Errorf("no verdict for %s", rel)
			continue
		}
		rep, code := checked(t, data, name)
		got := want{rep.Kind, rep.Standard, rep.Verdict, codes(rep, check.Error), codes(rep, check.Warning), rep.Objects.Dossiers,
			rep.Objects.Cases, rep.Objects.Documents}
		if fmt.Sprint(got) != fmt.Sprint(w) {
			t.Errorf("%s\n got %v\nwant %v", rel, got, w)
		}
		if wantCode := map[check.Verdict]int{check.Accepted: exitDone, check.Rejected: exitMaterial}[w.verdict]; code != wantCode {
			t.Errorf("%s: exit code %d, want %d", rel, code, wantCode)
		}
		i := slices.IndexFunc(rep.Checks, func(d check.Done) bool { return d.Name == "schema" })
		if i < 0 || rep.Checks[i].State != check.Full {
			t.Errorf("%s: the schema was not checked: %+v", rel, rep.Checks)
		}
		if slices.Contains(codes(rep, check.Error), "SCH-001") {
			t.Errorf("%s: the schema check says it is not valid", rel)
		}
	}
}

// member is one entry of a delivery that is taken apart.
type member struct {
	name string
	data []byte
}

func unpacked(t *testing.T, path string) (out []member) {
	t.Helper()
	z, err := zip.OpenReader(path)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	for _, f := range z.File {
		if f.FileInfo().IsDir() {
			continue
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, member{f.Name, data})
	}
	return out
}

func packed(t *testing.T, path string, members []member, cut bool) {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		w, err := z.Create(m.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(m.data); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	data := b.Bytes()
	if cut {
		data = data[:len(data)*3/4]
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// damage is one change to a sound delivery and the finding it must cause.
type damage struct {
	name  string
	code  string
	place string // pattern of the finding's path, "" = it concerns the container as a whole
	cut   bool
	// change alters the members; nil = the damage does not fit this delivery.
	change func(kind, version string, m []member) []member
}

var (
	headType  = regexp.MustCompile(`(?i)(<(?:\w+:)?nachrichtentyp[^>]*>\s*<(?:\w+:)?code>)05\d\d(<)`)
	processID = regexp.MustCompile(`(?i)(<(?:\w+:)?prozessID>)[0-9a-f]{8}`)
	prolog    = regexp.MustCompile(`^(?:\xef\xbb\xbf)?<\?xml[^>]*\?>`)
)

// inXML changes the message, which is the first XML member named like one.
func inXML(change func([]byte) []byte) func(string, string, []member) []member {
	return func(_, _ string, m []member) []member {
		out := slices.Clone(m)
		for i := range out {
			if isMessage(out[i].name) {
				out[i].data = change(out[i].data)
			}
		}
		return out
	}
}

func isMessage(name string) bool {
	return strings.HasSuffix(name, ".xml") && (strings.Contains(name, "_Aussonderung.") ||
		regexp.MustCompile(`_05\d\d_\d+\.xml$`).MatchString(name))
}

const messagePlace = `(_Aussonderung\..*|_05\d\d_1)\.xml$`

var damages = []damage{
	{name: "missing file", code: "VOL-001", place: `.+\.\w+$`, change: func(kind, _ string, m []member) []member {
		for i := len(m) - 1; i >= 0 && kind == "xdomea-0503"; i-- {
			if !isMessage(m[i].name) {
				return slices.Delete(slices.Clone(m), i, i+1)
			}
		}
		return nil
	}},
	{name: "extra file", code: "VOL-002", place: `^Nachtrag\.txt$`, change: func(_, _ string, m []member) []member {
		return append(slices.Clone(m), member{"Nachtrag.txt", []byte("steht in keiner Liste\n")})
	}},
	{name: "wrong type in the head", code: "XDO-010", place: messagePlace, change: inXML(func(x []byte) []byte {
		return headType.ReplaceAll(x, []byte("${1}0502${2}"))
	})},
	{name: "other process id", code: "XDO-016", place: messagePlace, change: inXML(func(x []byte) []byte {
		return processID.ReplaceAll(x, []byte("${1}00000000"))
	})},
	{name: "cut ZIP", code: "CNT-002", cut: true, change: func(_, _ string, m []member) []member { return m }},
	{name: "entity trick", code: "XDO-002", place: messagePlace, change: inXML(func(x []byte) []byte {
		return append([]byte("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/hostname\">]>\n"),
			prolog.ReplaceAll(x, nil)...)
	})},
	{name: "path escape", code: "SEC-001", place: `start\.bat$`, change: func(_, _ string, m []member) []member {
		return append(slices.Clone(m), member{"../../start.bat", []byte("rem\n")})
	}},
	{name: "changed byte under a hash", code: "FIX-002", place: `.+\.\w+$`, change: func(kind, version string, m []member) []member {
		if kind != "xdomea-0503" || version != "4.0.0" {
			return nil
		}
		out := slices.Clone(m)
		last := &out[len(out)-1]
		last.data = slices.Clone(last.data)
		last.data[len(last.data)/2] ^= 0x01
		return out
	}},
}

// deliveries are the real samples and a generated message of every version.
func deliveries(t *testing.T, beside string) []string {
	t.Helper()
	out, err := filepath.Glob(filepath.Join(beside, "xdomea", "beispiele", "*", "*.zip"))
	if err != nil || len(out) != 2 {
		t.Fatalf("real samples: %v, %v", out, err)
	}
	for _, version := range xdomea.Versions() {
		for _, kind := range []string{"xdomea-0501", "xdomea-0503"} {
			out = append(out, parcelOf(t, generate.Plan{Kind: kind, Version: version, Seed: 8, Dossiers: 1, Cases: 2, Documents: 1,
				Ratings: []string{"A"}, Mix: []string{"txt", "csv"}}))
		}
	}
	return out
}

// One change to a sound delivery gives the finding of that change, and the
// finding names the place.
func TestSamples_OneChangeIsFoundAndNamed(t *testing.T) {
	beside := samples.Path(t)
	data := withSchemas(t, beside)
	tried := map[string]int{}
	for _, path := range deliveries(t, beside) {
		sound, code := checked(t, data, path)
		if sound.Verdict != check.Accepted || code != exitDone {
			t.Fatalf("%s is not sound: %v", path, sound.Findings)
		}
		members := unpacked(t, path)
		for _, d := range damages {
			changed := d.change(sound.Kind, sound.Standard, members)
			if changed == nil {
				continue
			}
			tried[d.name]++
			if !d.cut && fmt.Sprint(changed) == fmt.Sprint(members) {
				t.Errorf("%s did nothing to %s", d.name, path)
			}
			t.Run(fmt.Sprintf("%s %s %s", sound.Kind, sound.Standard, d.name), func(t *testing.T) {
				bad := filepath.Join(t.TempDir(), filepath.Base(path))
				packed(t, bad, changed, d.cut)
				rep, code := checked(t, data, bad)
				i := slices.IndexFunc(rep.Findings, func(f check.Finding) bool { return f.Code == d.code })
				if i < 0 || rep.Verdict == check.Accepted || code != exitMaterial {
					t.Fatalf("verdict %s, code %d, findings %+v; want %s", rep.Verdict, code, rep.Findings, d.code)
				}
				f := rep.Findings[i]
				if !regexp.MustCompile(d.place).MatchString(f.Path) || f.Message == "" || f.Remedy == "" || f.Severity != check.Error {
					t.Errorf("finding %+v does not name the place %s", f, d.place)
				}
				for _, code := range codes(rep, check.Error) {
					if !slices.Contains(append(codes(sound, check.Error), d.code, "XDO-013", "SCH-001"), code) {
						t.Errorf("one change, and also %s", code)
					}
				}
			})
		}
	}
	for _, d := range damages {
		if tried[d.name] == 0 {
			t.Errorf("%s was never tried", d.name)
		}
	}
}

package website

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/samples"
	"laufzettel/transfer/vocab"
)

// checked checks a delivery as the program does.
func checked(t *testing.T, name string) *check.Report {
	t.Helper()
	out, err := (&check.Engine{Kinds: []check.Kind{Kind{}}}).CheckPath(t.Context(), name, check.Input{}, container.Options{Single: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = out.Close() })
	return out.Report
}

func codesOf(r *check.Report, least check.Severity) (out []string) {
	for _, f := range r.Findings {
		if !slices.Contains(out, f.Code) && (least == check.Note || f.Severity != check.Note) {
			out = append(out, f.Code)
		}
	}
	slices.Sort(out)
	return out
}

func TestKind_PublicSamples(t *testing.T) {
	for _, tt := range []struct {
		name, kind, standard string
		verdict              check.Verdict
		codes                []string // errors and warnings
	}{
		{"warcio/example.warc", "warc", "WARC/1.0", check.Accepted, nil},
		{"warcio/example.arc", "warc", "ARC/1", check.Accepted, nil},
		{"warcio/bad.arc", "warc", "ARC/1", check.Rejected, []string{"WRC-001"}},
		{"warcio/example-space-in-url.arc", "warc", "ARC/1", check.Rejected, []string{"WRC-002", "WRC-013"}},
		{"warcio/example-digest.warc", "warc", "WARC/1.0", check.Rejected, []string{"WRC-006", "WRC-011", "WRC-013"}},
		{"warcio/example-bad-non-chunked.warc.gz", "warc", "WARC/1.0", check.Rejected, []string{"WRC-005", "WRC-008"}},
		{"warcio/example-wget-bad-target-uri.warc.gz", "warc", "WARC/1.0", check.Accepted, nil},
		{"warcio/post-test.warc.gz", "warc", "WARC/1.0", check.Accepted, nil},
		{"jwarc/cc.warc.gz", "warc", "WARC/1.0", check.Accepted, nil},
		{"wacz/example-collection.warc", "warc", "WARC/1.0", check.Accepted, nil},
		{"wacz/valid_example_1.wacz", "wacz", "1.0.0", check.Accepted, nil},
		{"wacz/valid_signed_example_1.wacz", "wacz", "1.1.1", check.Accepted, nil},
		{"wacz/invalid_example_1.wacz", "wacz", "", check.Rejected, []string{"VOL-001", "VOL-002", "WCZ-002", "WCZ-003"}},
		{"httrack/testcrawl-3.49-2.zip", "website", "HTTrack3.49-2", check.Accepted, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rep := checked(t, shared(t, tt.name))
			if rep.Kind != tt.kind || rep.Standard != tt.standard || rep.Verdict != tt.verdict ||
				!slices.Equal(codesOf(rep, check.Warning), tt.codes) {
				t.Errorf("%s %q %s %v\n%+v", rep.Kind, rep.Standard, rep.Verdict, codesOf(rep, check.Warning), rep.Findings)
			}
		})
	}
}

// The log of the real mirror is read and every file belongs to an object.
func TestKind_MirrorIsDescribed(t *testing.T) {
	tree, err := container.Open(t.Context(), shared(t, "httrack/testcrawl-3.49-2.zip"), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	m, err := Kind{}.Recognise(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	man, _, err := Kind{}.Read(t.Context(), tree, m, check.ReadInput{})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, f := range man.Fields {
		got[f.Name] = f.Value
	}
	for name, want := range map[string]string{"Domain": "test.example.org", "Datum des Crawls": "2018-02-02", "Dauer des Crawls": "9s",
		"Links laut Crawler": "8", "Dateien laut Crawler": "6", "Fehler laut Crawler": "1"} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	files, listed := 0, 0
	_ = tree.Files(t.Context(), func(container.Entry) error { listed++; return nil })
	for _, d := range man.Roots[0].Children[0].Children {
		for range d.Files() {
			files++
		}
	}
	if files != listed {
		t.Errorf("%d files in objects, %d delivered", files, listed)
	}
}

func TestBuild_PassesItsOwnCheck(t *testing.T) {
	p := Plan{Folder: mirrorFolder(t), Out: filepath.Join(t.TempDir(), "web.zip"), Meta: sampleMeta(), Clock: isoClock,
		Parts: []PartKind{PartISO}}
	built, err := Build(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	rep := checked(t, built.Path)
	if rep.Kind != Name || rep.Verdict != check.Accepted || rep.Agency.Name != "Landratsamt Musterkreis" ||
		!slices.Equal(codesOf(rep, check.Warning), []string{"WEB-006"}) {
		t.Errorf("%s %s %+v", rep.Kind, rep.Verdict, rep.Findings)
	}
}

func TestStatistics(t *testing.T) {
	tree, err := container.Open(t.Context(), mirrorFolder(t), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	l, err := Find(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Count(t.Context(), tree, l)
	if err != nil {
		t.Fatal(err)
	}
	want := Links{Pages: 4, Total: 9, Internal: 5, External: 2, DistinctExternal: 1, Mail: 1, SearchForms: 1, ErrorPages: 1}
	got := s.Links
	got.Errors = nil
	if got.Total = s.Links.Internal + s.Links.External + s.Links.Mail; got.Total != s.Links.Total {
		t.Errorf("sum %d, total %d", got.Total, s.Links.Total)
	}
	want.Total, want.Internal = s.Links.Total, s.Links.Total-3
	if s.Files != 7 || s.Folders != 5 || s.Text() != "html 4, css 2, gif 1" || got.External != want.External ||
		got.DistinctExternal != want.DistinctExternal || got.Mail != 1 || got.SearchForms != 1 || got.ErrorPages != 1 || got.Pages != 4 ||
		got.Internal != 5 {
		t.Errorf("%+v %q", s, s.Text())
	}
}

func TestCompare(t *testing.T) {
	a := Statistics{Files: 3, Extensions: []Extension{{Name: "html", Files: 2}, {Name: "wmf", Files: 1}}}
	b := Statistics{Files: 4, Extensions: []Extension{{Name: "html", Files: 3}, {Name: "pdf", Files: 1}}}
	c := Compare([]string{"2005-01-13", "2005-08-02"}, []Statistics{a, b})
	if !slices.Equal(c.New, []string{"pdf"}) || !slices.Equal(c.Gone, []string{"wmf"}) {
		t.Errorf("%+v", c)
	}
	for _, r := range c.Rows {
		if r.Label == ".html" && !slices.Equal(r.Counts, []int64{2, 3}) {
			t.Errorf("%+v", r)
		}
	}
}

func FuzzWalk(f *testing.F) {
	beside, _ := samples.Folder(f)
	for _, name := range []string{"warcio/example.arc", "warcio/bad.arc", "warcio/example-digest.warc", "wacz/example-collection.warc",
		"jwarc/cc.warc.gz"} {
		if data, err := os.ReadFile(filepath.Join(beside, "webarchiv", filepath.FromSlash(name))); err == nil {
			f.Add(data)
		}
	}
	f.Add([]byte("WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 5\r\n\r\nabcde\r\n\r\n"))
	f.Add([]byte("http://a.example/ 1.2.3.4 20140216050221 text/html 2\nab\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		w := Walker{Visit: func(r *Record, block io.Reader) error {
			if r.Length < 0 || r.Offset < 0 || r.Offset > int64(len(data)) {
				t.Errorf("record %+v of %d bytes", r, len(data))
			}
			a, err := Unwrap(r, block)
			if err == nil {
				_, _ = io.Copy(io.Discard, io.LimitReader(a.Payload, 1<<20))
			}
			return nil
		}}
		if err := w.Walk(t.Context(), bytes.NewReader(data)); err != nil {
			t.Errorf("an error of ours: %v", err)
		}
	})
}

func FuzzHTTrack(f *testing.F) {
	f.Add(string(sampleMirror()[httrackLog]), string(sampleMirror()[httrackNew]))
	logs := samples.Seeds(f, 3, samples.Named("hts-log.txt"), "webarchiv", "httrack")
	for i, table := range samples.Seeds(f, len(logs), samples.Named("hts-cache/new.txt"), "webarchiv", "httrack") {
		f.Add(string(logs[i]), string(table))
	}
	f.Fuzz(func(t *testing.T, log, table string) {
		if l, _, err := ReadCrawlLog(strings.NewReader(log)); err != nil || l.Duration < 0 || l.Files < 0 {
			t.Errorf("%+v %v", l, err)
		}
		_ = ReadFetched(strings.NewReader(table), func(x Fetched) error {
			p, _ := localPath(vocab.NewTree("x", nil), "wurzel", x.Local)
			if !filepath.IsLocal(filepath.FromSlash(p)) {
				t.Errorf("%q leads out", p)
			}
			return nil
		})
	})
}

func FuzzCDXJ(f *testing.F) {
	f.Add(`com,example)/ 20201007212236 {"url": "http://www.example.com/", "mime": "text/html", "status": "200", "length": "1293", "offset": "845", "filename": "a.warc"}`)
	f.Add(`com,example)/ 2020 {"url": "http://x/", "offset": 8, "filename": "a"}`)
	f.Add(`!meta 0 {"format": "cdxj-gzip-1.0"}`)
	for _, data := range samples.Seeds(f, 3, samples.Named(".cdx.gz"), "webarchiv", "wacz") {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			f.Fatal(err)
		}
		lines, err := io.ReadAll(io.LimitReader(z, 64<<10))
		if err != nil {
			f.Fatal(err)
		}
		for line := range strings.Lines(string(lines)) {
			f.Add(line)
		}
	}
	f.Fuzz(func(t *testing.T, line string) {
		if c, ok, err := ParseCDXJ(line); ok && (err != nil || c.Offset < 0 || c.URL == "" || c.Filename == "") {
			t.Errorf("%+v %v", c, err)
		}
	})
}

func FuzzReadDescription(f *testing.F) {
	f.Add(`<Webbereich xmlns="urn:laufzettel:schema:website:1.0" version="1.0"><Behoerde><Name>A</Name></Behoerde><Angabe nr="1" typ="LOG" schritt="1" name="ID">x</Angabe></Webbereich>`)
	f.Fuzz(func(t *testing.T, data string) {
		if d, err := ReadDescription(strings.NewReader(data)); (d == nil) == (err == nil) {
			t.Errorf("%v %v", d, err)
		}
	})
}

func TestCheckPages(t *testing.T) {
	tree, err := container.Open(t.Context(), mirrorFolder(t), container.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	l, err := Find(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	host := "http://" + sampleHost
	states, err := CheckPages(t.Context(), tree, l, []Page{{URL: host + "/", Outcome: PageFine}, {URL: host + "/alt/fehlt.html"},
		{URL: host + "/nirgends.html"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{PageFine, PageBroken, PageMissing} {
		if states[i].Page.Outcome != want {
			t.Errorf("%s is %q, want %q", states[i].Page.URL, states[i].Page.Outcome, want)
		}
	}
	if states[0].Title != "Musterkreis: Startseite" || states[0].Searches != 1 {
		t.Errorf("%+v", states[0])
	}
}

package kinds_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/kinds"
	"laufzettel/transfer/profile"
)

// What looks like a kind and is none says so, and a plain folder looks like none (K10). The
// names are those people give such files; testdata/drops/near.tsv has whole deliveries.
func TestNearMisses_Names(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  string // in the one near miss; "" = none
	}{
		"bag: other letters":       {map[string]string{"BagIt.txt": "", "data/a.txt": "a"}, "bagit.txt"},
		"bag: underscore":          {map[string]string{"manifest_sha256.txt": "", "data/a.txt": "a"}, "manifest_sha256.txt"},
		"bag: info alone":          {map[string]string{"t/bag-info.txt": "", "t/data/a.txt": "a"}, "bag-info.txt"},
		"list without payload":     {map[string]string{"manifest-sha256.txt": "", "a.txt": "a"}, ""},
		"folder data":              {map[string]string{"data/a.txt": "a", "b.txt": "b"}, ""},
		"E-ARK: METS in small":     {map[string]string{"ip/mets.xml": "<mets/>", "ip/metadata/a.xml": "<a/>"}, "METS.xml"},
		"eCH-0160: no namespace":   {map[string]string{"header/metadata.xml": "<paket/>", "content/a.txt": "a"}, "Namensraum"},
		"eCH-0160: at the top":     {map[string]string{"metadata.xml": `<paket xmlns="http://bar.admin.ch/arelda/v4"/>`}, "header/metadata.xml"},
		"eCH-0160: name of a SIP":  {map[string]string{"SIP_20260101_Amt/content/a.txt": "a"}, "header/metadata.xml"},
		"norm: no message":         {map[string]string{"Ausgabenorm.xml": "<a/>", "G__an.pdf": "%PDF-1.4"}, "0503.xml"},
		"register: no backbone":    {map[string]string{"123-G-2010-1-U0.pdf": "%PDF-1.4"}, "Rückgrat"},
		"register: underscores":    {map[string]string{"123_g_2010_1_u0.xml": "<a/>"}, "Rückgrat"},
		"mirror: no log":           {map[string]string{"hts-cache/doit.log": "x", "a/index.html": "<html/>"}, "hts-log.txt"},
		"mirror: marks in pages":   {map[string]string{"index.html": "<!-- Mirrored from a/ by HTTrack Website Copier -->"}, "hts-log.txt"},
		"archive file: other name": {map[string]string{"Web.txt": "WARC/1.0\r\n"}, "Web.txt"},
		"plain letters":            {map[string]string{"Brief.txt": "Die Norm im Register", "Metadaten/a.txt": "a"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for p, text := range tt.files {
				at := filepath.Join(dir, filepath.FromSlash(p))
				if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(at, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			e := check.Engine{Kinds: kinds.All(time.Now).Checks()}
			out, err := e.CheckPath(t.Context(), dir, check.Input{}, container.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer out.Close()
			free, err := e.CheckPath(t.Context(), dir, check.Input{Profile: &profile.Profile{ID: "amt", Kinds: []string{"files"}}},
				container.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer free.Close()
			if slices.ContainsFunc(free.Report.Findings, func(f check.Finding) bool { return f.Code == "KND-004" }) {
				t.Errorf("an agreed file store looks like a kind: %+v", free.Report.Findings)
			}
			var said []string
			for _, f := range out.Report.Findings {
				if f.Code == "KND-004" {
					said = append(said, f.Message)
				}
			}
			if out.Report.Verdict != check.Unreadable || (len(said) == 1) != (tt.want != "") || len(said) > 1 ||
				tt.want != "" && !strings.Contains(said[0], tt.want) {
				t.Errorf("%s, said %q, want %q", out.Report.Verdict, said, tt.want)
			}
		})
	}
}

package website_test

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/vocab"
)

// A snapshot as the archive system of another house describes it: a JSON document, and a
// table of names and values beside a mirror.
const (
	jsonLayout = `{"format":"laufzettel-layout/1","kind":"website","name":"Webmagazin 3","sources":[{"name":"m","file":"snapshot.json",
"type":"json"}],
"groups":{"snapshot":{"statements":{"agency":{"path":"office"},"domain":{"path":"site/host"},"start":{"path":"site/entry"},
"crawled":{"path":"taken"},
"n2":{"path":"fonds"},"n14":{"path":"depth/internal"},"n22":{"path":"count/bytes"},"verdict":{"path":"quality"}}},
"page":{"each":"/pages","statements":{"url":{"path":"url"},"outcome":{"path":"state"}}},
"part":{"each":"/parts","statements":{"name":{"path":"name"},"kind":{"path":"what"},"digest":{"path":"sha"}}}}}`
	jsonText = `{"office":"Landratsamt Musterkreis","site":{"host":"www.musterkreis.example","entry":"http://www.musterkreis.example/"},
"taken":"2026-11-02T06:00:00",
"fonds":"5100","depth":{"internal":20},"count":{"bytes":%d},"quality":"gut","pages":[{"url":"http://www.musterkreis.example/",
"state":"in Ordnung"}],
"parts":[{"name":"crawl","what":"crawl"},{"name":"web.pdf","what":"pdf","sha":"%x"}]}`
	tableLayout = `{"format":"laufzettel-layout/1","kind":"website","name":"Tabelle 1","sources":[{"name":"m",
"file":"angaben/snapshot.csv","type":"csv"}],
"groups":{"snapshot":{"each":"/","statements":{"agency":{"path":"Inhalt[Feld=Stelle]"},"domain":{"path":"Inhalt[Feld=Domain]"},
"crawled":{"path":"Inhalt[Feld=Datum]","date":"TT.MM.JJJJ"},
"n5":{"path":"Inhalt[Feld=Anlass]"}}},"part":{"each":"[Feld=Teil]","statements":{"name":{"path":"Inhalt"},"kind":{"const":"crawl"}}}}}`
	tableText = "Feld;Inhalt\nStelle;Landratsamt Musterkreis\nDomain;www.musterkreis.example\nDatum;02.11.2026\nAnlass;Turnus\nTeil;crawl\n"
)

// mirrored is a small mirror with its log, and what was made of it.
func mirrored() map[string][]byte {
	return map[string][]byte{"crawl/www.musterkreis.example/index.html": []byte(
		"<html><head><title>Start</title></head><body><p>Willkommen</p></body></html>"),
		"crawl/hts-log.txt": []byte("HTTrack3.49-2 launched on Mon, 02 Nov 2026 06:00:00 at http://www.musterkreis.example/\n" +
			"HTTrack Website Copier/3.49-2 mirror complete in 1 seconds : 1 links scanned, 1 files written (76 bytes overall)\n(0 errors, 0 warnings, 0 messages)\n"),
		"web.pdf": []byte("%PDF-1.4\n")}
}

func foreignTree(t *testing.T, name string) (*vocab.Tree, *layout.Layout) {
	t.Helper()
	files, text := mirrored(), tableLayout
	if name == "json" {
		sum := 0
		for p, data := range files {
			if strings.HasPrefix(p, "crawl/") {
				sum += len(data)
			}
		}
		files["snapshot.json"], text = fmt.Appendf(nil, jsonText, sum, sha256.Sum256(files["web.pdf"])), jsonLayout
	} else {
		files["angaben/snapshot.csv"] = []byte(tableText)
	}
	l, err := layout.Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return vocab.NewTree("probe", files), l
}

// TestReadBy reads a foreign description: fields, statements, pages, what is said of parts.
func TestReadBy(t *testing.T) {
	for _, name := range []string{"json", "table"} {
		t.Run(name, func(t *testing.T) {
			tree, l := foreignTree(t, name)
			if fits, err := l.Fits(t.Context(), tree); err != nil || !fits {
				t.Fatalf("fits %v, %v", fits, err)
			}
			m, findings, err := website.Kind{}.ReadBy(t.Context(), tree, l, check.ReadInput{})
			if err != nil || m == nil || m.Undescribed {
				t.Fatalf("%+v %v %v", m, findings, err)
			}
			for _, f := range findings {
				if f.Severity == check.Error {
					t.Errorf("%+v", f)
				}
			}
			if m.Agency.Name != "Landratsamt Musterkreis" || m.Title != "Webbereich www.musterkreis.example" ||
				m.Created.Format("2006-01-02") != "2026-11-02" {
				t.Errorf("%+v", m)
			}
			d, err := website.Kind{}.DescribeBy(t.Context(), tree, l)
			if err != nil {
				t.Fatal(err)
			}
			_, _, data, err := d.Description("")
			if err != nil {
				t.Fatal(err)
			}
			own, err := website.ReadDescription(bytes.NewReader(data))
			if err != nil || own.Domain != "www.musterkreis.example" {
				t.Fatalf("%+v %v", own, err)
			}
			if name == "table" && own.Statement(5).Value != "Turnus" || name == "json" && (own.Statement(2).Value != "5100" ||
				len(own.Pages) != 1 || own.Quality == nil) {
				t.Errorf("%+v", own)
			}
			at := slices.IndexFunc(m.Listed, func(x check.Listed) bool { return x.Path == "web.pdf" })
			if name == "json" && (at < 0 || len(m.Listed[at].Digests) != 1) {
				t.Errorf("digest of the PDF: %+v", m.Listed)
			}
		})
	}
}

// TestReadBy_beside: what our own reading finds of a mirror stays, and it says that a
// description of another hand may lie beside it.
func TestReadBy_beside(t *testing.T) {
	tree, _ := foreignTree(t, "json")
	match, err := website.Kind{}.Recognise(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := website.Kind{}.Read(t.Context(), tree, match, check.ReadInput{})
	if err != nil || m == nil || !m.Undescribed {
		t.Fatalf("%+v %v", m, err)
	}
}

package export_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/vocab"
)

// Metadata documents of other hands: a table of name and value with a second table of
// files, a JSON document, an XML in a folder whose names count from the top.
var foreign = map[string]struct {
	layout string
	files  map[string]string
}{
	"two tables": {`{"format":"laufzettel-layout/1","kind":"export","name":"Kataster 4",
"sources":[{"name":"kopf","file":"angaben.csv","type":"csv"},{"name":"liste","file":"dateien.csv","type":"csv"}],
"groups":{"export":{"source":"kopf","each":"/","statements":{"system":{"path":"Wert[Angabe=Verfahren]"},
"shortName":{"path":"Wert[Angabe=Kürzel]"},
"agency":{"path":"Wert[Angabe=Amt]"},"from":{"path":"Wert[Angabe=von]","date":"TT.MM.JJJJ"},"to":{"path":"Wert[Angabe=bis]",
"date":"TT.MM.JJJJ"},
"created":{"path":"Wert[Angabe=gezogen]","date":"TT.MM.JJJJ hh:mm"}}},
"file":{"source":"liste","statements":{"name":{"path":"Datei"},"digest":{"path":"SHA"},"rows":{"path":"Zeilen"},
"delimiter":{"const":";"}}}}}`,
		map[string]string{"angaben.csv": "Angabe;Wert\nVerfahren;Kataster\nKürzel;KAT\nAmt;Vermessungsamt Musterstadt\nvon;01.01.1998\nbis;31.12.2017\ngezogen;02.11.2026 08:30\n",
			"dateien.csv": "Datei;SHA;Zeilen\ndaten\\flur.csv;{daten/flur.csv};2\n", "daten/flur.csv": "Nummer;Lage\n1;Nord\n2;Süd\n"}},
	"json": {`{"format":"laufzettel-layout/1","kind":"export","name":"Kasse 2","sources":[{"name":"m","file":"export.json","type":"json"}],
"groups":{"export":{"statements":{"system":{"path":"app/title"},"shortName":{"path":"app/short"},"agency":{"path":"owner"},
"from":{"path":"period/first"},
"to":{"path":"period/last"},"created":{"path":"exportedAt"}}},"file":{"each":"/files",
"statements":{"name":{"path":"path"},"size":{"path":"bytes"},"algorithm":{"path":"hash/alg"},"digest":{"path":"hash/hex"}}}}}`,
		map[string]string{"export.json": `{"app":{"title":"Kasse","short":"KAS"},"owner":"Stadtkasse","period":{"first":"2001-01-01",
"last":"2009-12-31"},
"exportedAt":"2026-11-02T08:30:00Z",
"files":[{"path":"buchungen.csv","bytes":14,"hash":{"alg":"sha256","hex":"{buchungen.csv}"}}]}`, "buchungen.csv": "Nr;Betrag\n1;2\n"}},
	"xml in a folder": {`{"format":"laufzettel-layout/1","kind":"export","name":"Meldewesen 9","sources":[{"name":"m",
"file":"meta/beschreibung.xml","type":"xml"}],
"groups":{"export":{"each":"/lieferung","statements":{"system":{"path":"quelle/@name"},"shortName":{"path":"quelle/@kurz"},
"agency":{"path":"stelle"},"from":{"path":"zeit/@a"},
"to":{"path":"zeit/@z"},"created":{"path":"@am"}}},"file":{"each":"/lieferung/teil",
"statements":{"name":{"path":"."},"digest":{"path":"@pruef"},"algorithm":{"const":"SHA-256"}}}}}`,
		map[string]string{"meta/beschreibung.xml": `<lieferung am="2026-11-02T08:30:00"><quelle name="Meldewesen" kurz="MEL"/><stelle>Bürgeramt</stelle>
<zeit a="1990-01-01" z="1999-12-31"/>
<teil pruef="{daten/a.csv}">daten/a.csv</teil></lieferung>`, "daten/a.csv": "A\n1\n"}},
}

func foreignFiles(files map[string]string) map[string][]byte {
	out := map[string][]byte{}
	for name, text := range files {
		for other, data := range files {
			text = strings.ReplaceAll(text, "{"+other+"}", fmt.Sprintf("%x", sha256.Sum256([]byte(data))))
		}
		out[name] = []byte(text)
	}
	return out
}

// TestReadBy reads foreign metadata: statements, files with digests, the papers apart from
// the data, and the same again in our own document for the package.
func TestReadBy(t *testing.T) {
	for name, tt := range foreign {
		t.Run(name, func(t *testing.T) {
			l, err := layout.Read(strings.NewReader(tt.layout))
			if err != nil {
				t.Fatal(err)
			}
			tree := vocab.NewTree("probe", foreignFiles(tt.files))
			if fits, err := l.Fits(t.Context(), tree); err != nil || !fits {
				t.Fatalf("fits %v, %v", fits, err)
			}
			m, findings, err := export.Kind{}.ReadBy(t.Context(), tree, l, check.ReadInput{})
			if err != nil || m == nil || m.Unread || len(findings) > 0 {
				t.Fatalf("read: %v %v %v", m, findings, err)
			}
			said := 0
			for _, x := range m.Listed {
				for _, d := range x.Digests {
					sum := sha256.Sum256([]byte(tt.files[x.Path]))
					if said++; d.Algorithm != "sha-256" || d.Value != hex.EncodeToString(sum[:]) {
						t.Errorf("%s: %s %s", x.Path, d.Algorithm, d.Value)
					}
				}
			}
			if said != 1 || m.Agency.Name == "" || m.Created.IsZero() || !strings.HasPrefix(m.Title, "Export ") || m.Standard != l.Name {
				t.Errorf("%d digests, manifest %+v", said, m)
			}
			d, err := export.Kind{}.DescribeBy(t.Context(), tree, l)
			if err != nil {
				t.Fatal(err)
			}
			_, _, data, err := d.Description("")
			if err != nil {
				t.Fatal(err)
			}
			own, err := export.ReadDescription(bytes.NewReader(data))
			if err != nil || own.Agency != m.Agency.Name || len(own.Files) != 1 {
				t.Errorf("our own document: %+v, %v", own, err)
			}
		})
	}
}

// TestReadBy_tells what a foreign document lacks or says wrongly: the findings are those
// of our own, and a digest nobody understands is one.
func TestReadBy_tells(t *testing.T) {
	for name, tt := range map[string]struct {
		old, new string
		code     string
		fits     bool
	}{
		"short name missing": {`"short":"KAS"`, `"short":""`, "EXP-003", true},
		"dates reversed":     {`"last":"2009-12-31"`, `"last":"1999-12-31"`, "EXP-004", true},
		"digest not one":     {`"alg":"sha256"`, `"alg":"tiger"`, "EXP-004", true},
		"system missing":     {`"title":"Kasse"`, `"title":""`, "EXP-003", false},
		"document cut":       {`"exportedAt"`, `"exportedAt`, "LAY-002", false},
	} {
		t.Run(name, func(t *testing.T) {
			x := foreign["json"]
			files := foreignFiles(x.files)
			files["export.json"] = bytes.Replace(files["export.json"], []byte(tt.old), []byte(tt.new), 1)
			l, err := layout.Read(strings.NewReader(x.layout))
			if err != nil {
				t.Fatal(err)
			}
			tree := vocab.NewTree("probe", files)
			if fits, err := l.Fits(t.Context(), tree); err != nil || fits != tt.fits {
				t.Errorf("fits %v, %v", fits, err)
			}
			m, findings, err := export.Kind{}.ReadBy(t.Context(), tree, l, check.ReadInput{})
			if err != nil {
				t.Fatal(err)
			}
			if rules := (export.Kind{}).Rules(m); len(rules) > 0 {
				more, err := rules[0].Run(t.Context(), nil)
				if err != nil {
					t.Fatal(err)
				}
				findings = append(findings, more...)
			}
			if !slices.ContainsFunc(findings, func(f check.Finding) bool { return f.Code == tt.code }) {
				t.Errorf("no %s in %v", tt.code, findings)
			}
		})
	}
}

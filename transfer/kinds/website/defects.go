package website

import (
	"bytes"
	"laufzettel/transfer/snapshot"
	"maps"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzip"

	"laufzettel/transfer/seed"
)

// Defect is a mutation of a sound sample that causes the finding it is named by.
type Defect = seed.Defect[*Delivery]

// Defects gives one defect per finding code of a kind.
func Defects(kind string) map[string]Defect {
	return maps.Clone(map[string]map[string]Defect{Name: websiteDefects, NameWARC: archiveDefects, NameWACZ: waczDefects}[kind])
}

func inLog(old, new string) func(*Delivery) {
	return func(d *Delivery) {
		d.Mirror[httrackLog] = bytes.Replace(d.Mirror[httrackLog], []byte(old), []byte(new), 1)
	}
}

func inText(change func(*Description)) func(*Delivery) {
	return func(d *Delivery) { change(&d.Description) }
}

// inStatement states one of the 81 otherwise.
func inStatement(n int, value string) func(*Delivery) {
	return inText(func(d *Description) {
		d.Statements = slices.Clone(d.Statements)
		d.Statements[n-1].Value, d.Statements[n-1].Omitted = value, ""
	})
}

func keepOnly(name string) func(map[string][]byte) {
	return func(f map[string][]byte) { maps.DeleteFunc(f, func(n string, _ []byte) bool { return n != name }) }
}

func without(name string) func(map[string][]byte) {
	return func(f map[string][]byte) { delete(f, name) }
}

var websiteDefects = map[string]Defect{
	"WEB-001": {What: "die Beschreibung bricht ab",
		Files: func(f map[string][]byte) { f[DocumentName] = f[DocumentName][:len(f[DocumentName])/2] }},
	"WEB-003": {What: "die Behörde ist nicht genannt", Change: inText(func(d *Description) { d.Agency = "" })},
	"WEB-004": {What: "das Datum des Crawls ist keines", Change: inText(func(d *Description) { d.Crawled = "im Herbst" })},
	"WEB-005": {What: "nur die Beschreibung liegt bei", Files: keepOnly(DocumentName)},
	"WEB-006": {What: "das Web-PDF fehlt", Files: without(pdfName)},
	"WEB-007": {What: "die Beschreibung fehlt", Files: without(DocumentName)},
	"WEB-008": {What: "das ISO-Abbild fehlt", Files: without(isoName)},
	"WEB-009": {What: "das ISO-Abbild ist keines", Files: func(f map[string][]byte) {
		f[isoName] = bytes.Repeat([]byte("kein Abbild "),
			4000)
	}},
	"WEB-010": {What: "das ISO-Abbild enthält einen anderen Webbereich", Change: func(d *Delivery) {
		d.ISO = maps.Clone(d.Mirror)
		delete(d.ISO, sampleHost+"/amt/bau.html")
	}},
	"WEB-011": {What: "das Protokoll des Crawlers fehlt", Files: without(crawlName + "/" + httrackLog)},
	"WEB-012": {What: "der Crawl ist nicht zu Ende gelaufen", Change: inLog("mirror complete", "mirror stopped")},
	"WEB-013": {What: "der Crawler nennt Fehler", Change: inLog("(1 errors, 0 warnings", "(7 errors, 2 warnings")},
	"WEB-014": {What: "eine Datei des Spiegels fehlt", Files: without(crawlName + "/" + sampleHost + "/amt/umwelt.html")},
	"WEB-015": {What: "das Protokoll zählt andere Dateien", Change: inLog(" files written", "9 files written")},
	"WEB-016": {What: "die Güte ist nicht beurteilt", Change: inText(func(d *Description) { d.Quality = nil })},
	"WEB-017": {What: "die Güte ist unzureichend", Change: inText(func(d *Description) {
		q := *d.Quality
		q.Verdict, d.Quality = Poor, &q
	})},
	"WEB-018": {What: "die Beschreibung nennt eine falsche Zahl der Dateien", Change: inText(func(d *Description) {
		d.Statements = slices.Clone(d.Statements)
		d.Statements[22].Value = "99999"
	})},
	"WEB-019": {What: "eine der 81 Angaben ist falsch bezeichnet", Change: inText(func(d *Description) {
		d.Statements = slices.Clone(d.Statements)
		d.Statements[7].Type = snapshot.AVA
	})},
	"WEB-020": {What: "Laufzettel und Abgabeliste fehlen"},
	"WEB-022": {What: "die interne Linktiefe ist keine Zahl", Change: inStatement(14, "abc")},
	"WEB-023": {What: "der Tag des Downloads ist nicht der des Crawls", Change: inStatement(7, "1999-01-01")},
	"WEB-021": {What: "eine Fehlerseite liegt im Spiegel, die nur an ihrem Text zu erkennen ist", Files: func(f map[string][]byte) {
		at := crawlName + "/" + sampleHost + "/amt/bau.html"
		f[at] = bytes.Replace(f[at], []byte("<h1>Bauamt</h1>"), []byte(`<div class="ciTitle"><h1>Fehlermeldung</h1></div>`), 1)
	}},
}

// inDraft changes the draft of the start page.
func inDraft(change func(*Draft)) func(*Delivery) {
	return func(d *Delivery) {
		i := slices.IndexFunc(d.Drafts, func(x Draft) bool { return x.URI == "http://"+sampleHost+"/" })
		x := &d.Drafts[i]
		x.More = maps.Clone(x.More)
		change(x)
	}
}

func header(name, value string) func(*Delivery) {
	return inDraft(func(x *Draft) { x.More[name] = value })
}

func inArchive(change func([]byte) []byte) func(map[string][]byte) {
	return func(f map[string][]byte) {
		for n := range f {
			f[n] = change(f[n])
		}
	}
}

// packed gzips data as one member.
func packed(data []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write(data) // a bytes.Buffer never fails
	_ = z.Close()
	return b.Bytes()
}

var archiveDefects = map[string]Defect{
	"WRC-001": {What: "zwischen den Sätzen steht etwas anderes",
		Files: inArchive(func(b []byte) []byte { return append(b, packed([]byte("kein Satz, sondern Text\r\n"))...) })},
	"WRC-002": {What: "die Datei ist abgeschnitten", Files: inArchive(func(b []byte) []byte { return b[:len(b)-40] })},
	"WRC-003": {What: "das Ende eines Satzes fehlt", Change: func(d *Delivery) { d.Packed = false },
		Files: inArchive(func(b []byte) []byte { return bytes.TrimSuffix(b, []byte("\r\n")) })},
	"WRC-004": {What: "ein Satz hat kein Datum", Change: header("WARC-Date", "gestern")},
	"WRC-005": {What: "ein Satz ist verändert", Change: header("WARC-Block-Digest", "sha1:"+strings.Repeat("A", 32))},
	"WRC-006": {What: "ein Inhalt ist verändert", Change: header("WARC-Payload-Digest", "sha1:"+strings.Repeat("A", 32))},
	"WRC-007": {What: "das Verfahren einer Prüfsumme ist unbekannt", Change: header("WARC-Block-Digest", "rot13:abc")},
	"WRC-008": {What: "alle Sätze sind in einem Strom gepackt", Change: func(d *Delivery) { d.Packed = false },
		Files: func(f map[string][]byte) {
			f["crawl-001.warc.gz"] = packed(f["crawl-001.warc"])
			delete(f, "crawl-001.warc")
		}},
	"WRC-009": {What: "eine Adresse steht in spitzen Klammern", Change: header("WARC-Target-URI", "<http://"+sampleHost+"/>")},
	"WRC-010": {What: "ein Satz hat eine unbekannte Art", Change: inDraft(func(x *Draft) { x.Type = "sonstiges" })},
	"WRC-011": {What: "ein Satz kommt zweimal vor", Change: func(d *Delivery) { d.Drafts = append(d.Drafts, d.Drafts[1]) }},
	"WRC-012": {What: "der Inhalt zu einer Wiederholung fehlt", Change: func(d *Delivery) {
		d.Drafts = slices.DeleteFunc(d.Drafts, func(x Draft) bool { return x.URI == "http://"+sampleHost+"/stil/haupt.css" })
	}},
	"WRC-013": {What: "die Datei enthält keine Antwort", Change: func(d *Delivery) { d.Drafts = d.Drafts[:1] }},
	"WRC-014": {What: "die Datei ist eine ARC-Datei", Change: func(d *Delivery) { d.ARC = true }},
}

// inWACZ changes index or pages after they were made.
func inWACZ(name, old, new string) func(map[string][]byte) {
	return func(f map[string][]byte) { f[name] = bytes.Replace(f[name], []byte(old), []byte(new), 1) }
}

var waczDefects = map[string]Defect{
	"WCZ-001": {What: "datapackage.json bricht ab", Files: func(f map[string][]byte) { f[waczPackageName] = f[waczPackageName][:40] }},
	"WCZ-002": {What: "eine Prüfsumme ist unbrauchbar", Files: inWACZ(waczPackageName, `"sha256:`, `"sha256:xyz`)},
	"WCZ-003": {What: "die Seitenliste fehlt", Files: without(waczPages)},
	"WCZ-004": {What: "eine Zeile des Verzeichnisses ist unlesbar", Files: inWACZ("indexes/index.cdxj", `{"url"`, `url`)},
	"WCZ-005": {What: "das Verzeichnis führt ins Leere", Files: inWACZ("indexes/index.cdxj", `"offset": "`, `"offset": "7`)},
	"WCZ-006": {What: "eine Antwort steht nicht im Verzeichnis", Files: func(f map[string][]byte) {
		_, rest, _ := bytes.Cut(f["indexes/index.cdxj"], []byte("\n"))
		f["indexes/index.cdxj"] = rest
	}},
	"WCZ-007": {What: "eine Seite der Liste ist nicht gespeichert",
		Change: func(d *Delivery) { d.wacz.pages = []string{`{"id": "9", "url": "http://anderswo.example/"}`} }},
	"WCZ-008": {What: "die Seitenliste ist unlesbar", Change: func(d *Delivery) { d.wacz.pages = []string{"keine Liste"} }},
	"WCZ-009": {What: "das Paket ist signiert", Change: func(d *Delivery) { d.wacz.signed = true }},
	"WCZ-010": {What: "eine Datei in einer WACZ-Datei ist verändert",
		Change: func(d *Delivery) { d.wacz.nested, d.wacz.badHash = true, true }},
}

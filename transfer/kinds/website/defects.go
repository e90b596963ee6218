package website

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"laufzettel/transfer/snapshot"
	"maps"
	"regexp"
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

// partNamed gives a part of the delivery another name, in the description too.
func partNamed(what string, part int, was, to string) Defect {
	return Defect{What: what, Change: inText(func(d *Description) {
		d.Parts = slices.Clone(d.Parts)
		d.Parts[part].Name = to
	}), Files: func(f map[string][]byte) {
		f[to] = f[was]
		delete(f, was)
	}}
}

// refiled changes a file of a WACZ and what the package and its digest say of it.
func refiled(name string, by func([]byte) []byte) func(map[string][]byte) {
	hexed := func(b []byte) []byte {
		sum := sha256.Sum256(b)
		return []byte(hex.EncodeToString(sum[:]))
	}
	return func(f map[string][]byte) {
		was, pack := f[name], f[waczPackageName]
		f[name] = by(bytes.Clone(was))
		size := func(b []byte) []byte { return fmt.Appendf(nil, `"bytes": %d`, len(b)) }
		if name != waczPackageName {
			said := bytes.Replace(pack, hexed(was), hexed(f[name]), 1)
			f[waczPackageName] = bytes.Replace(said, size(was), size(f[name]), 1)
		}
		f[waczDigestName] = bytes.Replace(f[waczDigestName], hexed(pack), hexed(f[waczPackageName]), 1)
	}
}

// alike is what a web area may hold, by kind, and looks like what it may not.
var alike = map[string]map[string]Defect{
	Name: {
		"WEB-001": {What: "hinter der Beschreibung steht eine Bemerkung",
			Files: func(f map[string][]byte) { f[DocumentName] = append(f[DocumentName], "<!-- Ende -->\n"...) }},
		"WEB-003": {What: "die Behörde hat einen kurzen Namen", Change: inText(func(d *Description) { d.Agency = "Amt" })},
		"WEB-017": {What: "die Güte ist nur ausreichend", Change: inText(func(d *Description) {
			q := *d.Quality
			q.Verdict, d.Quality = Enough, &q
		})},
		"WEB-004": {What: "das Datum des Crawls ist ein Tag ohne Uhrzeit",
			Change: inText(func(d *Description) { d.Crawled = d.Crawled[:10] })},
		"WEB-005": {What: "nur Spiegel und Beschreibung liegen bei", Change: func(d *Delivery) {
			d.PDF, d.ISO, d.Description.Parts = nil, map[string][]byte{}, d.Description.Parts[2:]
		}},
		"WEB-006": partNamed("das Web-PDF hat seine Endung in Großbuchstaben", 0, pdfName, "web.PDF"),
		"WEB-008": partNamed("das ISO-Abbild hat seine Endung in Großbuchstaben", 1, isoName, "web.ISO"),
		"WEB-009": {What: "das ISO-Abbild ist einen Tag jünger als die Lieferung",
			Change: func(d *Delivery) { d.Clock = d.Clock.AddDate(0, 0, 1) }},
		"WEB-010": {What: "das ISO-Abbild desselben Webbereichs ist ein Jahr älter",
			Change: func(d *Delivery) { d.Clock = d.Clock.AddDate(-1, 0, 0) }},
		"WEB-011": {What: "die Zeilen des Protokolls enden wie unter Windows", Change: func(d *Delivery) {
			d.Mirror[httrackLog] = bytes.ReplaceAll(d.Mirror[httrackLog], []byte("\n"), []byte("\r\n"))
		}},
		"WEB-012": {What: "der Aufruf im Protokoll nennt ein Wort, das nach Abbruch klingt",
			Change: inLog("(httrack -%H ", "(httrack -%H -F mirror-stopped ")},
		"WEB-014": {What: "das Verzeichnis nennt eine Adresse, zu der nichts gespeichert wurde", Change: func(d *Delivery) {
			d.Mirror[httrackNew] = append(d.Mirror[httrackNew],
				"06:00:03\t0/0\t---M--\t404\terror ('Not%20Found')\ttext/html\tdate:x\thttp://"+sampleHost+"/nie.html\t\t(from )\n"...)
		}},
		"WEB-015": {What: "das Protokoll zählt mehr Verweise als Dateien", Change: inLog(" links scanned", "0 links scanned")},
		"WEB-016": {What: "die Güte ist mit einem Buchstaben unterschrieben", Change: inText(func(d *Description) {
			q := *d.Quality
			q.Person, d.Quality = "A", &q
		})},
		"WEB-018": {What: "die Zahl der Dateien ist unbekannt", Change: inText(func(d *Description) {
			d.Statements = slices.Clone(d.Statements)
			d.Statements[22].Value = "unbekannt"
		})},
		"WEB-019": {What: "die 81 Angaben stehen in verkehrter Reihenfolge", Change: inText(func(d *Description) {
			d.Statements = slices.Clone(d.Statements)
			slices.Reverse(d.Statements)
		})},
		"WEB-022": {What: "die interne Linktiefe ist Null", Change: inStatement(14, "0")},
		"WEB-023": {What: "der Tag des Downloads ist der des Crawls", Change: inStatement(7, "2026-10-30")},
	},
	NameWARC: {
		"WRC-003": {What: "die Sätze sind ungepackt und enden richtig", Change: func(d *Delivery) { d.Packed = false }},
		"WRC-004": {What: "das Datum eines Satzes nennt Bruchteile von Sekunden",
			Change: header("WARC-Date", "2026-10-30T06:00:01.123456Z")},
		"WRC-010": {What: "ein Satz trägt Metadaten", Change: func(d *Delivery) {
			d.Drafts = append(d.Drafts, Draft{Type: "metadata", URI: "http://" + sampleHost + "/", Time: d.Clock,
				MIME: "application/warc-fields", Block: []byte("via: http://" + sampleHost + "/\r\n")})
		}},
		"WRC-011": {What: "zwei Adressen haben denselben Inhalt", Change: func(d *Delivery) {
			x := d.Drafts[1]
			x.URI += "?noch=einmal"
			x.More = maps.Clone(x.More)
			d.Drafts = slices.Insert(d.Drafts, 2, x)
		}},
		"WRC-001": {What: "hinter den Sätzen steht ein leerer gepackter Abschnitt",
			Files: inArchive(func(b []byte) []byte { return append(b, packed(nil)...) })},
	},
	NameWACZ: {
		"WCZ-007": {What: "die Seitenliste nennt eine gespeicherte Seite mit eigenem Titel", Change: func(d *Delivery) {
			d.wacz.pages = []string{`{"id": "9", "url": "http://` + sampleHost + `/", "title": "` + strings.Repeat("Start ", 20) + `"}`}
		}},
		"WCZ-001": {What: "hinter datapackage.json steht eine leere Zeile", Files: refiled(waczPackageName, func(b []byte) []byte {
			return append(b, '\n')
		})},
		"WCZ-002": {What: "die Prüfsummen sind in Großbuchstaben geschrieben", Files: refiled(waczPackageName, func(b []byte) []byte {
			return regexp.MustCompile(`[0-9a-f]{64}`).ReplaceAllFunc(b, bytes.ToUpper)
		})},
		"WCZ-003": {What: "die Seitenliste nennt keine Seite", Change: func(d *Delivery) {
			d.wacz.pages = []string{`{"format": "json-pages-1.0", "id": "pages", "title": "Seiten"}`}
		}},
		"WCZ-004": {What: "hinter dem Verzeichnis steht eine leere Zeile", Files: refiled("indexes/index.cdxj", func(b []byte) []byte {
			return append(b, '\n')
		})},
		"WCZ-005": {What: "die Stellen im Verzeichnis sind Zahlen statt Texte", Files: refiled("indexes/index.cdxj", func(b []byte) []byte {
			return regexp.MustCompile(`"(offset|length)": "(\d+)"`).ReplaceAll(b, []byte(`"$1": $2`))
		})},
		"WCZ-006": {What: "eine Antwort steht zweimal im Verzeichnis", Files: refiled("indexes/index.cdxj", func(b []byte) []byte {
			return append(b[:bytes.IndexByte(b, '\n')+1:bytes.IndexByte(b, '\n')+1], b...)
		})},
		"WCZ-008": {What: "hinter der Seitenliste steht eine leere Zeile", Files: refiled(waczPages, func(b []byte) []byte {
			return append(b, '\n')
		})},
		"WCZ-009": {What: "die Datei der Prüfsumme sagt, dass niemand signiert hat", Files: func(f map[string][]byte) {
			f[waczDigestName] = bytes.Replace(f[waczDigestName], []byte("{"), []byte(`{"signed": false, `), 1)
		}},
		"WCZ-010": {What: "das Paket kommt als eine WACZ-Datei", Change: func(d *Delivery) { d.wacz.nested = true }},
	},
}

package website

import (
	"bytes"
	"crypto/md5" //nolint:gosec // archives name it
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
)

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
		if name != waczPackageName {
			said := bytes.Replace(pack, hexed(was), hexed(f[name]), 1)
			f[waczPackageName] = bytes.Replace(said, fmt.Appendf(nil, `"bytes": %d`, len(was)), fmt.Appendf(nil, `"bytes": %d`, len(f[name])), 1)
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
		"WEB-007": {What: "vor dem ersten Element der Beschreibung steht eine Bemerkung", Files: func(f map[string][]byte) {
			f[DocumentName] = bytes.Replace(f[DocumentName], []byte("?>"), []byte("?>\n<!-- Schnappschuss -->"), 1)
		}},
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
		"WRC-002": {What: "ein Satz hat keinen Inhalt", Change: func(d *Delivery) {
			d.Drafts = append(d.Drafts, Response("http://"+sampleHost+"/leer.html", d.Clock, 200, "text/html", nil))
		}},
		"WRC-005": {What: "die Prüfsumme eines Satzes ist nach SHA-256 gebildet", Change: inDraft(func(x *Draft) {
			sum := sha256.Sum256(x.Block)
			x.More["WARC-Block-Digest"] = "sha256:" + hex.EncodeToString(sum[:])
		})},
		"WRC-006": {What: "die Prüfsumme eines Inhalts ist nach SHA-256 gebildet", Change: func(d *Delivery) {
			sum := sha256.Sum256(d.Mirror[sampleHost+"/index.html"])
			header("WARC-Payload-Digest", "sha256:"+hex.EncodeToString(sum[:]))(d)
		}},
		"WRC-007": {What: "die Prüfsumme eines Satzes ist nach MD5 gebildet", Change: inDraft(func(x *Draft) {
			sum := md5.Sum(x.Block) //nolint:gosec // archives name it
			x.More["WARC-Block-Digest"] = "md5:" + hex.EncodeToString(sum[:])
		})},
		"WRC-008": {What: "eine gepackte Datei hat den Namen einer ungepackten", Files: func(f map[string][]byte) {
			f["crawl-001.warc"] = f["crawl-001.warc.gz"]
			delete(f, "crawl-001.warc.gz")
		}},
		"WRC-009": {What: "eine Adresse enthält spitze Klammern in ihrer Kodierung", Change: func(d *Delivery) {
			d.Drafts = append(d.Drafts, Response("http://"+sampleHost+"/?q=%3Ca%3E", d.Clock, 200, "text/html", []byte("<p>a</p>\n")))
		}},
		"WRC-012": {What: "eine Wiederholung steht vor dem Satz, auf den sie verweist", Change: func(d *Delivery) {
			last := d.Drafts[len(d.Drafts)-1]
			d.Drafts = slices.Insert(d.Drafts[:len(d.Drafts)-1], 1, last)
		}},
		"WRC-013": {What: "die Datei enthält eine einzige Antwort", Change: func(d *Delivery) { d.Drafts = d.Drafts[:2] }},
		"WRC-014": {What: "eine WARC-Datei nennt ARC im Namen", Files: func(f map[string][]byte) {
			f["crawl.arc.warc.gz"] = f["crawl-001.warc.gz"]
			delete(f, "crawl-001.warc.gz")
		}},
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

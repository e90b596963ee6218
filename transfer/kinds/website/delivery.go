package website

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/vocab"
)

// Sample makes invented deliveries of the three kinds for tests and benchmarks,
// through the writers of this room.
type Sample struct {
	Kind  string // website, warc, wacz
	Pages int    // further pages beside the fixed ones
	Clock time.Time
	PDF   func(title string) ([]byte, error) // makes the Web-PDF; website only
}

// Delivery is a sample before it is written, the thing defects work on.
type Delivery struct {
	Kind        string
	Clock       time.Time
	Mirror      map[string][]byte
	Description Description
	PDF         []byte
	ISO         map[string][]byte // nil: the mirror
	Drafts      []Draft
	Packed      bool
	ARC         bool
	wacz        waczParts
}

// waczParts are what a WACZ holds beside the archive; changed by defects.
type waczParts struct {
	index, pages []string
	signed       bool
	badHash      bool
	nested       bool
}

// Build makes the delivery.
func (s Sample) Build() (*Delivery, error) {
	d := &Delivery{Kind: s.Kind, Clock: s.Clock, Mirror: sampleMirror(), Packed: true}
	for i := range s.Pages {
		d.Mirror[fmt.Sprintf("%s/seiten/%05d.html", sampleHost, i+1)] = fmt.Appendf(nil,
			"<!DOCTYPE html><html><head><title>Meldung %d</title></head><body><p>Meldung %d des Landkreises.</p><a href=\"../index.html\">Start</a></body></html>\n", i+1, i+1)
	}
	d.crawlTable()
	if s.Kind == Name {
		var err error
		if d.PDF, err = s.PDF("Webbereich " + sampleHost); err != nil {
			return nil, err
		}
		return d, d.describe()
	}
	d.Drafts = []Draft{{Type: "warcinfo", Time: s.Clock, MIME: "application/warc-fields",
		Block: []byte("software: Muster-Crawler 2.0\r\nformat: WARC File Format 1.1\r\n")}}
	for _, name := range slices.Sorted(maps.Keys(d.Mirror)) {
		if strings.HasPrefix(name, "hts-") {
			continue
		}
		status := 200
		if strings.Contains(name, "/alt/") {
			status = 404
		}
		uri := "http://" + strings.TrimSuffix(name, "index.html")
		d.Drafts = append(d.Drafts, Response(uri, s.Clock, status, mimeOf(name), d.Mirror[name]))
	}
	again := Draft{Type: "revisit", URI: "http://" + sampleHost + "/stil/haupt.css?v=2", Time: s.Clock,
		MIME: "application/http; msgtype=response", Block: []byte("HTTP/1.1 200 OK\r\nContent-Type: text/css\r\n\r\n"),
		More: map[string]string{"WARC-Payload-Digest": sha1Text(d.Mirror[sampleHost+"/stil/haupt.css"]),
			"WARC-Profile": "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest", "WARC-Refers-To-Target-URI": "http://" +
				sampleHost + "/stil/haupt.css"}}
	d.Drafts = append(d.Drafts, again)
	return d, nil
}

// crawlTable writes log and table anew so that they count all pages.
func (d *Delivery) crawlTable() {
	extra := slices.DeleteFunc(slices.Sorted(maps.Keys(d.Mirror)), func(n string) bool { return !strings.Contains(n, "/seiten/") })
	table := bytes.NewBuffer(slices.Clone(d.Mirror[httrackNew]))
	for _, n := range extra {
		fmt.Fprintf(table, "06:00:02\t%d/%d\t---M--\t200\tadded ('OK')\ttext/html\tdate:x\thttp://%s\t%s\t(from )\n", len(d.Mirror[n]),
			len(d.Mirror[n]), n, n)
	}
	n := len(samplePages())
	log := strings.Replace(string(d.Mirror[httrackLog]), fmt.Sprintf("%d links scanned, %d files", n, n-1),
		fmt.Sprintf("%d links scanned, %d files", n+len(extra), n-1+len(extra)), 1)
	d.Mirror[httrackNew], d.Mirror[httrackLog] = table.Bytes(), []byte(log)
}

// describe makes the description through Gather.
func (d *Delivery) describe() error {
	c, err := Gather(context.Background(), vocab.NewTree("crawl", d.Mirror),
		Meta{Agency: "Landratsamt Musterkreis", AgencyID: "09999", Person: "M. Ahrens", Fonds: "5100",
			Provenance: "Referat Öffentlichkeitsarbeit", Project: "Internet", Occasion: "Turnus",
			Quality: &Quality{Verdict: Good, Person: "M. Ahrens", Date: "2026-11-02"},
			Pages: []Page{{URL: "http://" + sampleHost + "/index.html", Title: "Startseite", Checks: "externe Links", Outcome: "in Ordnung",
				Person: "M. Ahrens", Date: "2026-11-02"}}})
	if err != nil {
		return err
	}
	d.Description = c.Description
	d.Description.Parts = []Part{{Kind: PartPDF, Name: pdfName}, {Kind: PartISO, Name: isoName}, {Kind: PartCrawl, Name: crawlName}}
	return nil
}

// All gives every file of the delivery by its path.
func (d *Delivery) All() (map[string][]byte, error) {
	switch d.Kind {
	case NameWARC:
		return d.archiveFiles()
	case NameWACZ:
		return d.waczFiles()
	}
	return d.websiteFiles()
}

func (d *Delivery) websiteFiles() (map[string][]byte, error) {
	out := map[string][]byte{}
	for n, data := range d.Mirror {
		out[crawlName+"/"+n] = data
	}
	if d.PDF != nil {
		out[pdfName] = d.PDF
	}
	if d.ISO == nil {
		d.ISO = d.Mirror
	}
	if len(d.ISO) > 0 {
		var b bytes.Buffer
		if err := WriteISO(context.Background(), &b, vocab.NewTree("crawl", d.ISO), "", sampleHost, d.Clock); err != nil {
			return nil, err
		}
		out[isoName] = b.Bytes()
	}
	desc := d.Description
	desc.Parts = slices.Clone(desc.Parts)
	for i := range desc.Parts {
		p := &desc.Parts[i]
		if data, ok := out[p.Name]; ok {
			sum := sha256.Sum256(data)
			p.Size, p.Algorithm, p.Digest = strconv.Itoa(len(data)), "SHA-256", hex.EncodeToString(sum[:])
		}
	}
	var b bytes.Buffer
	if err := WriteDescription(&b, desc); err != nil {
		return nil, err
	}
	out[DocumentName] = b.Bytes()
	return out, nil
}

// warcName is the archive file of a sample.
func (d *Delivery) warcName() string {
	switch {
	case d.ARC:
		return "crawl-001.arc"
	case d.Packed:
		return "crawl-001.warc.gz"
	}
	return "crawl-001.warc"
}

func (d *Delivery) archiveFiles() (map[string][]byte, error) {
	var b bytes.Buffer
	if d.ARC {
		page := d.Mirror[sampleHost+"/index.html"]
		fmt.Fprintf(&b, "filedesc://crawl.arc 0.0.0.0 %s text/plain 75\n1 0 Muster-Crawl0\nURL IP-address Archive-date Content-type Archive-length\n\n\n\n", d.Clock.Format("20060102150405"))
		block := append([]byte("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"), page...)
		fmt.Fprintf(&b, "\nhttp://%s/ 192.0.2.1 %s text/html %d\n%s\n", sampleHost, d.Clock.Format("20060102150405"), len(block), block)
		return map[string][]byte{d.warcName(): b.Bytes()}, nil
	}
	_, err := WriteWARC(&b, d.Packed, d.Drafts)
	return map[string][]byte{d.warcName(): b.Bytes()}, err
}

// waczFiles writes the WACZ as the files inside it, or nested as one file.
func (d *Delivery) waczFiles() (map[string][]byte, error) {
	var warc bytes.Buffer
	placed, err := WriteWARC(&warc, d.Packed, d.Drafts)
	if err != nil {
		return nil, err
	}
	w := d.wacz
	if w.index == nil {
		for _, p := range placed {
			if p.Draft.Type != "warcinfo" {
				w.index = append(w.index,
					fmt.Sprintf(`%s %s {"url": %q, "mime": "text/html", "status": "200", "offset": "%d", "length": "%d", "filename": %q}`,
						surt(p.Draft.URI), d.Clock.Format("20060102150405"), p.Draft.URI, p.Offset, p.Length, d.warcName()))
			}
		}
		slices.Sort(w.index)
	}
	if w.pages == nil {
		w.pages = []string{`{"format": "json-pages-1.0", "id": "pages", "title": "Seiten"}`, `{"id": "1", "url": "http://` + sampleHost +
			`/", "ts": "` + d.Clock.Format(time.RFC3339) + `", "title": "Musterkreis: Startseite"}`}
	}
	out := map[string][]byte{"archive/" + d.warcName(): warc.Bytes(), "indexes/index.cdxj": lines(w.index), waczPages: lines(w.pages)}
	return d.seal(out)
}

func lines(list []string) []byte { return []byte(strings.Join(list, "\n") + "\n") }

func (d *Delivery) seal(out map[string][]byte) (map[string][]byte, error) {
	type resource struct {
		Name  string `json:"name"`
		Path  string `json:"path"`
		Hash  string `json:"hash"`
		Bytes int    `json:"bytes"`
	}
	var list []resource
	for _, p := range slices.Sorted(maps.Keys(out)) {
		sum := sha256.Sum256(out[p])
		r := resource{p[strings.LastIndexByte(p, '/')+1:], p, "sha256:" + hex.EncodeToString(sum[:]), len(out[p])}
		if d.wacz.badHash && p == waczPages {
			r.Hash = "sha256:" + strings.Repeat("0", 64)
		}
		list = append(list, r)
	}
	pack, err := json.MarshalIndent(map[string]any{"profile": "data-package", "wacz_version": "1.1.1", "software": "Muster-Crawler 2.0",
		"created": d.Clock.Format(time.RFC3339), "title": "Musterkreis",
		"mainPageUrl": "http://" + sampleHost + "/", "resources": list}, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("write datapackage: %w", err)
	}
	out[waczPackageName] = append(pack, '\n')
	sum := sha256.Sum256(out[waczPackageName])
	digest := map[string]any{"path": waczPackageName, "hash": "sha256:" + hex.EncodeToString(sum[:])}
	if d.wacz.signed {
		digest["signedData"] = map[string]string{"hash": "sha256:" + hex.EncodeToString(sum[:]), "signature": "Muster",
			"software": "Muster-Crawler 2.0"}
	}
	if out[waczDigestName], err = json.Marshal(digest); err != nil || !d.wacz.nested {
		return out, err
	}
	return nest(out, d.Clock)
}

// nest packs a WACZ into one file.
func nest(files map[string][]byte, clock time.Time) (map[string][]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store, Modified: clock})
		if err == nil {
			_, err = w.Write(files[name])
		}
		if err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
	}
	err := z.Close()
	return map[string][]byte{"musterkreis.wacz": b.Bytes()}, err
}

// Package sources makes invented source folders for every kind of delivery that
// can be prepared, as the clerk's office would hold them, for tests and trial runs
// (issue 4). It makes no deliveries (transfer/generate does) and knows no real
// person. What it makes has nothing to find: no note, no warning, no error.
package sources

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"laufzettel/transfer/generate"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/kinds"
	"laufzettel/transfer/kinds/export"
	"laufzettel/transfer/kinds/handelsregister"
	"laufzettel/transfer/kinds/norm"
	"laufzettel/transfer/kinds/register"
	"laufzettel/transfer/kinds/xdomea"
)

// Source is a folder of material with the statements that go with it.
type Source struct {
	Files   map[string][]byte // by path
	Fields  kind.Values
	Issuers []byte // certificate authorities of its signatures, PEM, nil = none
}

// Write writes the files below dir.
func (s Source) Write(dir string) error {
	for name, data := range s.Files {
		to := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(to), 0o700), os.WriteFile(to, data, 0o600)); err != nil {
			return err
		}
	}
	return nil
}

// Make makes the source folder of a kind. What is needed beside it (a finished page
// for the converter) is written below aside.
func Make(kind, aside string) (Source, error) {
	switch kind {
	case register.Name:
		return Register(4)
	case handelsregister.Name:
		return companies()
	case "export":
		return systemExport(), nil
	case "website":
		return site(aside)
	case "xdomea":
		return records()
	case norm.Name:
		return norms()
	case "bagit", "eark", "files":
		return plain()
	}
	return Source{}, fmt.Errorf("no source for kind %q", kind)
}

// Paper makes a real PDF/A, the same for every title.
func Paper(string) ([]byte, error) { return paper() }

var paper = sync.OnceValues(func() ([]byte, error) {
	p, err := generate.Make(kinds.All(time.Now), generate.Plan{Kind: "files", Mix: []string{"pdf"}, Dossiers: 1, Cases: 1, Documents: 1})
	if err != nil {
		return nil, err
	}
	return p.Members[0].Data, nil
})

// Office gives the statements of every delivery together with more.
func Office(more kind.Values) kind.Values {
	out := kind.Values{"agency": "Landratsamt Musterkreis", "agencyId": "09999", "person": "M. Ahrens", "contact": "registratur@musterkreis.example"}
	maps.Copy(out, more)
	return out
}

// RegisterIndex is the list of order numbers beside the entries of a register.
const RegisterIndex = "Nummer;Verfügungsnummer;Signierender;Signaturdatum\n1;V-1;K. Berger;3.1.1989\n2;V-2;K. Berger;3.1.1989\n3;V-3;S. Lehmann-Groß;1989-02-01\n4;V-4;K. Berger;1989-02-01\n"

// Register makes the source of a civil register with as many entries.
func Register(entries int) (Source, error) {
	p, err := register.Sample{Entries: entries, FollowUps: true, PDF: Paper}.Build()
	if err != nil {
		return Source{}, err
	}
	s := Source{Files: map[string][]byte{"index.csv": []byte(RegisterIndex)}, Fields: kind.Values{
		"agency": "Standesamt Musterstadt", "agencyId": "", "person": "M. Ahrens", "contact": "register@musterstadt.example",
		"holder": "Rechenzentrum Musterland", "holderAddress": "Am Speicher 4, 09999 Musterstadt", "archiveFirst": "Stadtarchiv Musterstadt", "archiveSecond": "Landesarchiv Musterland",
		"closingDate": "04.01.1990", "software": "Muster-ePR", "softwareVersion": "4.2", "schemaVersion": "1.0"}}
	for _, f := range p.Files {
		s.Files[f.Path] = f.Data
	}
	return s, nil
}

func companies() (Source, error) {
	d, err := handelsregister.Sample{PDF: Paper}.Build()
	if err != nil {
		return Source{}, err
	}
	files := maps.Clone(d.Files)
	files["firmen.txt"] = d.List()
	return Source{Files: files, Fields: Office(kind.Values{"name": "hr-2026", "provenance": "Handelsregisteramt Musterkanton", "extracted": "2.11.2026 08:30",
		"queries": "SELECT * FROM firma WHERE geloescht IS NOT NULL", "system": "Muster-HR", "release": "3.1"})}, nil
}

func systemExport() Source {
	return Source{Files: export.Sample{}.Build().Loose, Fields: Office(kind.Values{"name": "baugen-2026", "system": "Baugenehmigungsverfahren", "short": "BAUGEN", "from": "1.1.1998", "to": "2017-12-31"})}
}

// norms holds the signed Originalnorm; who signed it is told by Issuers.
func norms() (Source, error) {
	p, err := norm.Sample{Messages: xdomea.Messages{}, PDF: Paper}.Build()
	if err != nil {
		return Source{}, err
	}
	s := Source{Files: map[string][]byte{}, Issuers: norm.SampleIssuer(), Fields: Office(kind.Values{"name": "norm-2012-07", "title": p.Original.Title, "reference": "GVBl_I_07_2012",
		"archive": "Landesarchiv Musterland", "archiveId": "09000", "system": "Muster-Norm"})}
	for name, c := range map[string]*norm.Container{norm.Original: p.Original, norm.Issue: p.Issue} {
		for f, data := range c.Files {
			s.Files[name+"/"+f] = data
		}
	}
	return s, nil
}

// records is the output of an e-file system whose Akte and Vorgänge are all rated
// archival: an open rating would be a note.
func records() (Source, error) {
	p, err := generate.Make(kinds.All(time.Now), generate.Plan{Seed: 4, Dossiers: 1, Cases: 3, Documents: 2, Mix: []string{"pdf", "txt"}, Ratings: []string{"A"}})
	if err != nil {
		return Source{}, err
	}
	s := Source{Files: map[string][]byte{}, Fields: kind.Values{"person": "M. Ahrens"}}
	for _, f := range p.Members {
		s.Files[f.Name] = f.Data
		if strings.HasSuffix(f.Name, ".xml") {
			s.Files[f.Name] = []byte(strings.ReplaceAll(string(f.Data), "<code>B</code>", "<code>A</code>"))
		}
	}
	return s, nil
}

func plain() (Source, error) {
	data, err := paper()
	return Source{Files: map[string][]byte{"brief.txt": []byte("Grüße aus Musterstadt\n"), "pläne/lageplan.pdf": data, "pläne/notiz.txt": []byte("Notiz\n")},
		Fields: Office(kind.Values{"name": "plaene-2026", "title": "Pläne des Bauamts"})}, err
}

// crawlLog is what HTTrack writes of a small mirror.
const crawlLog = `HTTrack3.49-2 launched on Fri, 30 Oct 2026 06:00:00 at http://www.musterkreis.example/
(httrack -%H http://www.musterkreis.example/ )

Information, Warnings and Errors reported for this mirror:

HTTrack Website Copier/3.49-2 mirror complete in 5 seconds : 2 links scanned, 2 files written (300 bytes overall) [300 bytes received at 60 bytes/sec], 1.0 requests per connection
(0 errors, 0 warnings, 0 messages)
`

// site is a small mirror; the converter is a program that copies a PDF/A, so that
// a Unix system is needed to build it.
func site(aside string) (Source, error) {
	data, err := paper()
	if err != nil {
		return Source{}, err
	}
	made := filepath.Join(aside, "web.pdf")
	page := []byte("<!DOCTYPE html><html><head><meta charset=\"utf-8\"><title>Musterkreis</title></head><body><a href=\"zwei.html\">zwei</a></body></html>\n")
	return Source{Files: map[string][]byte{"www.musterkreis.example/index.html": page, "www.musterkreis.example/zwei.html": page, "hts-log.txt": []byte(crawlLog)},
		Fields: Office(kind.Values{"name": "web-2026", "domain": "www.musterkreis.example", "start": "https://www.musterkreis.example/", "crawled": "2026-11-01 10:00",
			"fonds": "W 12", "provenance": "Landratsamt Musterkreis", "project": "Internet", "occasion": "Turnus", "quality": "gut", "converter": "/bin/cp " + made + " {out}"})}, os.WriteFile(made, data, 0o600)
}

package slip

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/record"
)

// DefaultMapping is MAPPING-1 where a profile holds none: name of the archive's
// field → path in the transfer list. A value that begins with "=" is a constant.
func DefaultMapping() map[string]string {
	return map[string]string{
		"Aktenzeichen":          "Akte/Aktenzeichen",
		"Aktenbetreff":          "Akte/Betreff",
		"Kennzeichen":           "Vorgang/Kennzeichen",
		"Betreff":               "Vorgang/Betreff",
		"Laufzeit von":          "Vorgang/Beginn",
		"Laufzeit bis":          "Vorgang/Ende",
		"Bewertung":             "Vorgang/@bewertung",
		"Objekt-ID":             "Vorgang/@id",
		"Provenienz":            "Behoerde/Name",
		"Behördenkennung":       "Behoerde/Kennung",
		"Profil":                "Profil",
		"Datum der Abgabeliste": "Erstellt",
	}
}

// sources are the paths a mapping may name.
var sources = map[string]func(*List, *Entry) string{
	"Behoerde/Name":       func(l *List, _ *Entry) string { return l.Agency },
	"Behoerde/Kennung":    func(l *List, _ *Entry) string { return l.AgencyID },
	"Profil":              func(l *List, _ *Entry) string { return l.ProfileID },
	"Erstellt":            func(l *List, _ *Entry) string { return formatTime(l.Created) },
	"Akte/Aktenzeichen":   func(_ *List, e *Entry) string { return e.DossierReference },
	"Akte/Betreff":        func(_ *List, e *Entry) string { return e.DossierSubject },
	"Vorgang/@id":         func(_ *List, e *Entry) string { return e.ID },
	"Vorgang/@bewertung":  func(_ *List, e *Entry) string { return string(e.Rating) },
	"Vorgang/Kennzeichen": func(_ *List, e *Entry) string { return e.Reference },
	"Vorgang/Betreff":     func(_ *List, e *Entry) string { return e.Subject },
	"Vorgang/Beginn":      func(_ *List, e *Entry) string { return string(e.Span.From) },
	"Vorgang/Ende":        func(_ *List, e *Entry) string { return string(e.Span.To) },
}

// Sources lists the paths that MAPPING-1 may name, for the screen where an
// archive edits it (A32).
func Sources() []string { return slices.Sorted(maps.Keys(sources)) }

// ControlList is the control list (Kon_Lis): the transfer list in the archive's
// own fields, one row per case (A4).
type ControlList struct {
	AccessionID string
	Rows        []ControlRow
}

// ControlRow is one case with its provisional reference code and fields in the
// order of their names.
type ControlRow struct {
	Object        string // id of the case
	ReferenceCode string // "" until one is given
	Fields        []record.Field
	Files         []ListedFile
}

// NewControlList maps a transfer list by MAPPING-1; an empty mapping means
// DefaultMapping. referenceCode gives the code of the n-th case (from 0), nil
// leaves them open. Empty values are left out. Errors: failure.Refused for a path
// that does not exist, naming it.
func NewControlList(accessionID string, l List, mapping map[string]string, referenceCode func(n int, e Entry) string) (ControlList, error) {
	if len(mapping) == 0 {
		mapping = DefaultMapping()
	}
	names := slices.Sorted(maps.Keys(mapping))
	for _, name := range names {
		if path := mapping[name]; sources[path] == nil && !strings.HasPrefix(path, "=") {
			return ControlList{}, failure.Wrap(failure.Refused, "map transfer list",
				fmt.Sprintf("Die Abbildung MAPPING-1 nennt für das Feld „%s“ die Quelle „%s“, die es in der Abgabeliste nicht gibt. Bitte die Abbildung im Profil berichtigen.", name, path),
				fmt.Errorf("no source %q", path))
		}
	}
	c := ControlList{AccessionID: accessionID}
	for i := range l.Entries {
		e := &l.Entries[i]
		row := ControlRow{Object: e.ID, Files: e.Files}
		if referenceCode != nil {
			row.ReferenceCode = referenceCode(i, *e)
		}
		for _, name := range names {
			path := mapping[name]
			value, constant := strings.CutPrefix(path, "=")
			if !constant {
				value = sources[path](&l, e)
			}
			if value != "" {
				row.Fields = append(row.Fields, record.Field{Name: name, Value: value})
			}
		}
		c.Rows = append(c.Rows, row)
	}
	return c, nil
}

// WriteControlList writes a control list as XML (laufzettel-control.xsd).
func WriteControlList(w io.Writer, c ControlList, created time.Time) error {
	type wireField struct {
		Name  string `xml:"name,attr"`
		Value string `xml:",chardata"`
	}
	type wireRow struct {
		Object string      `xml:"id,attr"`
		Code   string      `xml:"archivsignatur,attr,omitempty"`
		Fields []wireField `xml:"Feld"`
		Files  []wireFile  `xml:"Datei"`
	}
	type wireControl struct {
		XMLName     xml.Name  `xml:"urn:laufzettel:schema:laufzettel:1.0 Kontrollliste"`
		Version     string    `xml:"version,attr"`
		AccessionID string    `xml:"UebernahmeID"`
		Created     string    `xml:"Erstellt,omitempty"`
		Rows        []wireRow `xml:"Vorgang"`
	}
	out := wireControl{Version: version,
		AccessionID: c.AccessionID, Created: formatTime(created)}
	for _, r := range c.Rows {
		wr := wireRow{Object: r.Object, Code: r.ReferenceCode}
		for _, f := range r.Fields {
			wr.Fields = append(wr.Fields, wireField(f))
		}
		for _, f := range r.Files {
			wf := wireFile{Name: f.Name, Algorithm: wireAlgorithm(f.Algorithm), Digest: f.Digest}
			if f.Size >= 0 {
				wf.Size = fmt.Sprint(f.Size)
			}
			wr.Files = append(wr.Files, wf)
		}
		out.Rows = append(out.Rows, wr)
	}
	return encode(w, out)
}

package website

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// ownFields belong to one snapshot alone and never to a set of defaults.
var ownFields = []string{kind.FieldDefaults, "name", "crawled", "previous"}

// InSet implements Presetting.
func (siteBuilder) InSet(key string) bool { return !slices.Contains(ownFields, key) }

// SetFault implements Presetting: the keys are fields, or numbers of the snapshot
// description.
func (b siteBuilder) SetFault(key, value string) string {
	if n, err := strconv.Atoi(key); err == nil {
		if _, err := Describe(nil, Defaults{n: value}, nil); err != nil {
			return failure.HintOf(err).In(wording.German)
		}
		return ""
	}
	fields := b.Fields()
	i := slices.IndexFunc(fields, func(f kind.Field) bool { return f.Key == key })
	switch {
	case i < 0:
		return "Die Angabe „" + key +
			"“ gibt es bei einem Webbereich nicht. Möglich sind die Angaben aus „prepare fields website“ und die Nummern 1 bis 81 der Beschreibung."
	case !b.InSet(key):
		return "„" + fields[i].Label + "“ gilt nur für einen Snapshot und kann keine Vorgabe sein."
	}
	return fields[i].Fault(value)
}

// numbered are the values of a set that fill statements of the description.
func numbered(set kind.Values) Defaults {
	out := Defaults{}
	for key, v := range set {
		if n, err := strconv.Atoi(key); err == nil {
			out[n] = v
		}
	}
	return out
}

// pagesOf reads reference pages (F7): one a line, address|title|what is looked
// at|outcome|remark. The error says in German which line is wrong.
func pagesOf(text, person, day string) (out []Page, err error) {
	n := 0
	for line := range strings.Lines(text) {
		n++
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		f := strings.SplitN(line+"||||", "|", 6)
		p := Page{URL: strings.TrimSpace(f[0]), Title: strings.TrimSpace(f[1]), Checks: strings.TrimSpace(f[2]),
			Outcome: strings.TrimSpace(f[3]), Note: strings.TrimSpace(f[4])}
		outcomes := []string{"", PageFine, PageMissing, PageBroken}
		switch {
		case !strings.HasPrefix(p.URL, "http://") && !strings.HasPrefix(p.URL, "https://"):
			return nil, fmt.Errorf("Zeile %d der Referenzseiten beginnt nicht mit einer Adresse (http:// oder https://).", n)
		case !slices.Contains(outcomes, p.Outcome):
			return nil, fmt.Errorf("Zeile %d der Referenzseiten: Das Ergebnis ist eines von „%s“, „%s“, „%s“ oder leer.", n, PageFine,
				PageMissing, PageBroken)
		}
		if p.Outcome != "" {
			p.Person, p.Date = person, day
		}
		out = append(out, p)
	}
	return out, nil
}

package mapping

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/record"
)

// whole is a scope in which everything that can be said is said.
func whole(t Table, kind record.Kind) Scope {
	at := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	object := func(kind record.Kind, id string) *record.Object {
		return &record.Object{ID: id, Kind: kind, Number: "1", Reference: "Az " + id, Subject: "Betreff " + id,
			Span: record.DateSpan{From: "2011-02-12", To: "2014-04-30"},
			Date: "2012-01-02", Received: "2012-01-03", Type: "Typ", LeadUnit: "Bauamt", Confidentiality: "offen", Medium: "elektronisch",
			Note: "Notiz", Rating: "A", Suggestion: "B",
			Plan: record.PlanUnit{Reference: "63.2", Title: "Bauen"}, Fields: []record.Field{{Name: "Bearbeiter", Value: "Ł. Dvořáková"}}}
	}
	top, dossier, cases, doc := object(record.Dossier, "akte"), object(record.Dossier, "teilakte"), object(record.Case, "vorgang"),
		object(record.Document, "dokument")
	top.Add(dossier)
	dossier.Add(cases)
	cases.Add(doc)
	sc := Scope{Package: Package{"pid", "11842/1", "earlier", "fmt/354", at}, Archive: "Archiv",
		Accession: Accession{"id", "2026-1", at, at},
		Profile:   Profile{"p", "Amt", "0999", "Person", "Referat", "a@b.example", "Anwendung", "Umgebung"}}
	sc.Object = map[record.Kind]*record.Object{record.Dossier: dossier, record.Case: cases, record.Document: doc}[kind]
	switch t {
	case ControlList:
		sc.List = &List{"Amt", "0999", "p", at}
	case Technical:
		sc.File = &File{"a.pdf", "A.pdf", "dokument", 7, "ab", Format{"PDF", "1.7", "application/pdf", "fmt/354"}, "Seiten: 3", "Lesesaal"}
	}
	return sc
}

// kindOf is the object a field is of.
func kindOf(t Table, field string) record.Kind {
	if level, _, _ := strings.Cut(field, "."); t == Descriptive {
		return record.Kind(level)
	}
	return record.Case
}

// written reports whether a field of a table in force comes out of a whole scope.
func written(t Table, field string, m Tables) bool {
	kind := kindOf(t, field)
	table := m.InForce().Of(t)
	if t == Descriptive {
		table, field = Level(table, kind), strings.TrimPrefix(field, string(kind)+".")
	}
	if field == everyField && t == Descriptive {
		field = "Bearbeiter" // what the object says under a name of its own
	}
	return slices.ContainsFunc(whole(t, kind).Values(table), func(v Value) bool { return v.Name == field })
}

func of(t Table, table map[string]string) (m Tables) {
	switch t {
	case ControlList:
		m.ControlList = table
	case AIP:
		m.AIP = table
	case Descriptive:
		m.Descriptive = table
	default:
		m.Technical = table
	}
	return m
}

// Every source the page names for a table is accepted there and written; in a
// table that does not reach it, it is refused and not written.
func TestCheck_SaysWhatIsWritten(t *testing.T) {
	all := map[string]bool{}
	for _, table := range All {
		for _, s := range reachable(table) {
			all[s] = true
		}
	}
	for _, table := range All {
		reach := reachable(table)
		for s := range all {
			field := map[bool]string{true: "document.feld", false: "feld"}[table == Descriptive]
			m := of(table, map[string]string{field: s})
			faults := m.Check()
			if want := !slices.Contains(reach, s); (faults != nil) != want {
				t.Errorf("%s %s: faults %v, want some %v", table, s, faults, want)
			}
			// the objects of this test say more than a list
			if wrote := written(table, field, m); wrote != (faults == nil) && !(table == ControlList && wrote) {
				t.Errorf("%s %s: written %v, faults %v", table, s, wrote, faults)
			}
		}
		for field := range Default().Of(table) {
			if !written(table, field, Tables{}) {
				t.Errorf("%s: the default writes no %s", table, field)
			}
		}
	}
	if faults := Default().Check(); faults != nil {
		t.Errorf("the default has faults: %v", faults)
	}
}

func TestCheck(t *testing.T) {
	long := strings.Repeat("x", maxText+1)
	for name, tt := range map[string]struct {
		m    Tables
		want []string // table field nearest
	}{
		"nothing said": {Tables{}, nil},
		"typo of a German word": {Tables{Descriptive: map[string]string{"case.subject": "object.betref"}},
			[]string{"MAPPING-3 case.subject object.subject"}},
		"typo of a name": {Tables{AIP: map[string]string{"agency": "profil.agencyID"}},
			[]string{"MAPPING-2 agency profile.agencyId"}},
		"German root": {Tables{Descriptive: map[string]string{"case.x": "vorgang.kennzeichen"}},
			[]string{"MAPPING-3 case.x case.reference"}},
		"no root": {Tables{AIP: map[string]string{"x": "Archivsignatur"}},
			[]string{"MAPPING-2 x package.referenceCode"}},
		"no level": {Tables{Descriptive: map[string]string{"subject": "object.subject"}},
			[]string{"MAPPING-3 subject case.subject"}},
		"wrong level": {Tables{Descriptive: map[string]string{"akte.thema": "object.subject"}},
			[]string{"MAPPING-3 akte.thema dossier.thema"}},
		"level alone": {Tables{Descriptive: map[string]string{"case.": "object.subject"}},
			[]string{"MAPPING-3 case. case.case"}},
		"of another table": {Tables{Descriptive: map[string]string{"document.size": "file.size"}},
			[]string{"MAPPING-3 document.size "}},
		"not in the list": {Tables{ControlList: map[string]string{"Federführung": "object.leadUnit"}},
			[]string{"MAPPING-1 Federführung "}},
		"no further fields in a list": {Tables{ControlList: map[string]string{"x": "object.field:Bearbeiter"}}, []string{"MAPPING-1 x "}},
		"further field without name":  {Tables{Descriptive: map[string]string{"case.y": "object.field:"}}, []string{"MAPPING-3 case.y "}},
		"no case above a dossier": {Tables{Descriptive: map[string]string{"dossier.x": "case.subject"}},
			[]string{"MAPPING-3 dossier.x object.subject"}},
		"one bad alternative": {Tables{AIP: map[string]string{"x": "case.note | case.nix"}}, []string{"MAPPING-2 x case.id"}},
		"only bars":           {Tables{AIP: map[string]string{"x": " | "}}, []string{"MAPPING-2 x "}},
		"empty text":          {Tables{AIP: map[string]string{"x": "const: "}}, []string{"MAPPING-2 x "}},
		"all fields under a name": {Tables{Descriptive: map[string]string{"case.alles": "object.fields"}},
			[]string{"MAPPING-3 case.alles "}},
		"a name for all fields":        {Tables{Descriptive: map[string]string{"case.*": "object.subject"}}, []string{"MAPPING-3 case.* "}},
		"all fields outside MAPPING-3": {Tables{AIP: map[string]string{"*": "object.fields"}}, []string{"MAPPING-2 * "}},
		"left out": {Tables{AIP: map[string]string{"environment": ""},
			Descriptive: map[string]string{"case.*": " ", "case.note": ""}}, nil},
		"left out what nobody writes": {Tables{Technical: map[string]string{"viewpath": ""}}, []string{"MAPPING-4 viewpath viewPath"}},
		"left out what must be":       {Tables{Descriptive: map[string]string{"case.from": ""}}, []string{"MAPPING-3 case.from "}},
		"names of a field": {Tables{AIP: map[string]string{"": "profile.id", " a": "profile.id", "a=b": "profile.id",
			"a\nb": "profile.id", "\xff": "profile.id"}}, []string{"MAPPING-2  ", "MAPPING-2  a ", "MAPPING-2 a\nb ", "MAPPING-2 a=b ",
			"MAPPING-2 \xff "}},
		"too long": {Tables{AIP: map[string]string{"x": "const:" + long, long: "profile.id"}},
			[]string{"MAPPING-2 x ", "MAPPING-2 " + long + " "}},
		"line break": {Tables{AIP: map[string]string{"x": "const:a\nb"}}, []string{"MAPPING-2 x "}},
		"own fields": {Tables{ControlList: map[string]string{"Regal": "const:7|8", "Zugang": "accession.number",
			"Zeichen": "case.label | dossier.label"}, AIP: map[string]string{"clerk": "case.field:Bearbeiter"},
			Descriptive: map[string]string{"document.dossierReference": "dossier.reference"},
			Technical:   map[string]string{"digest": "file.sha512"}}, nil},
		"former names": {Tables{ControlList: map[string]string{"a": "Akte/Aktenzeichen", "b": "=11842", "c": "Vorgang/@id"}}, nil},
		"former names elsewhere": {Tables{AIP: map[string]string{"a": "Akte/Aktenzeichen", "b": "=11842"}},
			[]string{"MAPPING-2 a dossier.reference", "MAPPING-2 b const:11842"}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, f := range tt.m.Check() {
				got = append(got, f.Table.String()+" "+f.Field+" "+f.Nearest)
				if f.Text == "" || f.Nearest != "" && !strings.Contains(f.String(), "„"+f.Nearest+"“") {
					t.Errorf("says %q, nearest %q", f, f.Nearest)
				}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestInForce(t *testing.T) {
	over := Tables{ControlList: map[string]string{"Bestand": "=11842", "Profil": ""},
		AIP: map[string]string{"agency": "const:Musterbehörde", "environment": " "}}
	got := over.InForce()
	want := Default()
	want.ControlList["Bestand"] = "=11842"
	delete(want.ControlList, "Profil")
	want.AIP["agency"] = "const:Musterbehörde"
	delete(want.AIP, "environment")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"Bestand": "=11842", "Profil": ""}, over.ControlList); diff != "" {
		t.Errorf("the profile was changed: %s", diff)
	}
}

func TestValues(t *testing.T) {
	for name, tt := range map[string]struct {
		table   Table
		source  string
		want    string
		without func(*Scope)
	}{
		"first that is not empty": {AIP, "object.field:Nichts | object.note | object.subject", "Notiz", nil},
		"text to the end":         {AIP, "object.field:Nichts | const:a | object.note", "a | object.note", nil},
		"parent":                  {Descriptive, "parent.reference", "Az teilakte", nil},
		"nearest dossier":         {Descriptive, "dossier.id", "teilakte", nil},
		"parent from the chain": {Descriptive, "parent.id", "kette",
			func(s *Scope) { s.Top, s.Chain = s.Object, []*record.Object{{ID: "oben"}, {ID: "kette"}} }},
		"over the chain": {Descriptive, "dossier.id", "oben", func(s *Scope) {
			s.Top, s.Chain = s.Object, []*record.Object{{ID: "oben", Kind: record.Dossier}, {ID: "kette"}}
		}},
		"no object":                {AIP, "object.subject", "", func(s *Scope) { s.Object = nil }},
		"no file":                  {AIP, "file.size", "", nil},
		"no list":                  {AIP, "list.agency", "", nil},
		"unknown format":           {Technical, "file.format.registry", "", func(s *Scope) { s.File.Format.PUID = "" }},
		"what XML cannot hold":     {AIP, "profile.agency", "A\uFFFDmt", func(s *Scope) { s.Profile.Agency = " A\x01mt " }},
		"former name in a list":    {ControlList, "Vorgang/Kennzeichen", "Az vorgang", nil},
		"former text in a list":    {ControlList, "=a|b", "a|b", nil},
		"former name in a package": {AIP, "Vorgang/Kennzeichen", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			sc := whole(tt.table, record.Case)
			if tt.without != nil {
				tt.without(&sc)
			}
			got := ""
			for _, v := range sc.Values(map[string]string{"f": tt.source}) {
				got = v.Value
			}
			if got != tt.want {
				t.Errorf("%q gives %q, want %q", tt.source, got, tt.want)
			}
		})
	}
}

func TestParse(t *testing.T) {
	var many strings.Builder
	for i := range maxFields + 1 {
		many.WriteString("f" + strconv.Itoa(i) + "=profile.id\n")
	}
	for name, tt := range map[string]struct {
		text string
		want map[string]string
		err  string
	}{
		"empty":       {" \n\n", nil, ""},
		"lines":       {"a = b\r\n\n  c=d = e ", map[string]string{"a": "b", "c": "d = e"}, ""},
		"left out":    {"environment =", map[string]string{"environment": ""}, ""},
		"former text": {"Bestand = =11842", map[string]string{"Bestand": "=11842"}, ""},
		"no equals":   {"agency", nil, "die Zeile „agency“ hat nicht die Form"},
		"no field":    {"= b", nil, "die Zeile „= b“ hat nicht die Form"},
		"twice":       {"a=b\na=c", nil, "das Feld „a“ steht zweimal da"},
		"too many":    {many.String(), nil, "mehr als 2000 Felder"},
		"too large":   {strings.Repeat("\n", maxTable+1), nil, "größer als 4 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Parse(tt.text)
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Fatalf("error %v, want %q", err, tt.err)
				}
				return
			}
			if err != nil || !maps.Equal(got, tt.want) {
				t.Fatalf("%v %v, want %v", got, err, tt.want)
			}
			if again, err := Parse(Text(got)); err != nil || !maps.Equal(again, got) {
				t.Errorf("read back %v %v", again, err)
			}
		})
	}
}

// What is accepted is written in a scope where everything is said; what is typed
// reads back; nothing breaks off.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"case.subject = object.betref", "agency=const:Amt\nenvironment=", "case.* = object.fields",
		"document.x = dossier.reference | parent.label",
		"Regal = =7", "Zeichen = Vorgang/Kennzeichen", "digest = file.sha512", "a = ||", "dossier.x = case.from", "x = const:\u0085"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		table, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(Text(table)); err != nil || !maps.Equal(again, table) {
			t.Fatalf("%q read back as %q, %v", table, again, err)
		}
		for _, at := range All {
			m := of(at, table)
			wrong := map[string]bool{}
			for _, fault := range m.Check() {
				wrong[fault.Field] = true
			}
			for field, source := range table {
				if said := strings.Contains(source, further) && !strings.Contains(source, constant); said || wrong[field] {
					continue // a further field is written where the delivery has one
				}
				if wrote := written(at, field, m); wrote != (source != "") {
					t.Fatalf("%s: %q = %q has no fault; written %v", at, field, source, wrote)
				}
			}
		}
	})
}

// reachable lists every source a table can reach, in order; below "object." also
// stand "field:<Name>", any other statement of the delivery, and "const:<Text>".
func reachable(t Table) []string {
	var out []string
	for _, s := range plain {
		if s.in&t != 0 {
			out = append(out, s.name)
		}
	}
	for _, root := range roots {
		for _, s := range statements {
			if reaches(t, root.name, s.name) {
				out = append(out, root.name+"."+s.name)
			}
		}
	}
	slices.Sort(out)
	return out
}

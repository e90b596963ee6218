package dms_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kinds/dms"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/record"
	"laufzettel/transfer/vocab"
)

const head = "Aktenzeichen;Aktentitel;Vorgang;Vorgangstitel;Dokument;Anlage zu;Betreff;Datum;Datei;Aussonderungsart;Teil von;Vermerk\n"

// outline writes the tree in one line an object.
func outline(roots []*record.Object) (out []string) {
	for o := range record.All(roots) {
		deep := 0
		for p := o.Parent; p != nil; p = p.Parent {
			deep++
		}
		line := strings.Repeat(" ", deep) + o.Label()
		for f := range o.Files() {
			line += " [" + f.Name + "]"
		}
		if s := o.Span.String(); s != "" {
			line += " " + s
		}
		if o.Rating != "" {
			line += " " + string(o.Rating)
		}
		out = append(out, line)
	}
	return out
}

func codes(findings []check.Finding) (out []string) {
	for _, f := range findings {
		out = append(out, f.Code)
	}
	return out
}

// What is read of our own table: places, several files of a document, attachments, parts,
// names of the system's own drive; and what is told of it.
func TestRead(t *testing.T) {
	for name, tt := range map[string]struct {
		rows  string
		files []string
		want  []string
		codes []string
	}{
		"whole": {"1;Wege;1/1;Bau;d1;;Brief;2001-02-03;a.pdf;A;;\n1;Wege;1/1;Bau;d1;;;;b.pdf;;;\n1;Wege;1/1;Bau;d2;d1;Plan;2001-05-01;c.pdf;;;\n", []string{"a.pdf", "b.pdf", "x/c.pdf"},
			[]string{"1 Wege 2001-02-03 – 2001-05-01", " 1/1 Bau 2001-02-03 – 2001-05-01 A", "  Brief [a.pdf] [b.pdf]",
				"   Plan [x/c.pdf]"}, nil},
		"same sign in two Akten, a part": {"1;Wege;7;Bau;;;Brief;3.2.2001;a.pdf;v;;\n1-2;Band 2;7;Bau 2;;;Brief;2002;C:\\ablage\\b.pdf;;1;\n", []string{"a.pdf", "ablage/b.pdf"},
			[]string{"1 Wege 2001-02-03 – 2002", " 7 Bau 2001-02-03 V", "  Brief [a.pdf]", " 1-2 Band 2 2002", "  7 Bau 2 2002",
				"   Brief [ablage/b.pdf]"}, nil},
		"circles": {"1;Wege;7;Bau;d1;d2;Brief;2001;a.pdf;;2;\n1;Wege;7;Bau;d2;d1;Antwort;2001;b.pdf;;;\n2;Plätze;8;Bau;d3;d1;Brief;2001;c.pdf;;1;\n", []string{"a.pdf", "b.pdf", "c.pdf"},
			[]string{"2 Plätze 2001", " 8 Bau 2001", "  Brief [c.pdf]", " 1 Wege 2001", "  7 Bau 2001", "   Antwort [b.pdf]",
				"    Brief [a.pdf]"}, []string{"DMS-011", "DMS-011"}},
		"without signs": {";;;;;;Brief;2001;a.pdf;;;\n", []string{"a.pdf"},
			[]string{"Ohne Aktenzeichen 2001", " Ohne Vorgang 2001", "  Brief [a.pdf]"}, []string{"DMS-003", "DMS-003"}},
		"classified":            {"1;Wege;7;Bau;;;Brief;2001;a.pdf;;;\n", []string{"a.pdf"}, nil, []string{"VSA-001"}},
		"nothing but a heading": {"", []string{"a.pdf"}, nil, []string{"DMS-001"}},
	} {
		t.Run(name, func(t *testing.T) {
			top := head
			if name == "classified" {
				top = strings.Replace(head, "Vermerk", "Vertraulichkeit", 1)
				tt.rows = strings.Replace(tt.rows, "a.pdf;;;", "a.pdf;;;GEHEIM", 1)
			}
			files := map[string][]byte{"unterlagen.csv": []byte(top + tt.rows)}
			for _, f := range tt.files {
				files[f] = []byte("x")
			}
			tree := vocab.NewTree("probe", files)
			m, err := dms.Kind{}.Recognise(t.Context(), tree)
			if err != nil || m.Kind != dms.Name {
				t.Fatal(m, err)
			}
			man, findings, err := dms.Kind{}.Read(t.Context(), tree, m, check.ReadInput{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			if man != nil {
				got = outline(man.Roots)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.codes, codes(findings)); diff != "" {
				t.Errorf("%s\n%+v", diff, findings)
			}
			if name == "classified" && man != nil {
				t.Error("classified material has a manifest")
			}
		})
	}
}

// The description of one Vorgang holds none of its neighbours and is read again as ours.
func TestDescribe(t *testing.T) {
	rows := head + "1;Wege;1/1;Bau;d1;;Brief;2001-02-03;a.pdf;A;;\n1;Wege;1/1;Bau;d2;d1;Plan;2001-05-01;b.pdf;;;\n1;Wege;1/2;Geheimnis des Nachbarn;;;Akte;2001;c.pdf;V;;\n"
	files := map[string][]byte{"unterlagen.csv": []byte(rows), "a.pdf": []byte("a"), "b.pdf": []byte("b"), "c.pdf": []byte("c")}
	tree := vocab.NewTree("probe", files)
	man, _, err := dms.Kind{}.Read(t.Context(), tree, check.Match{}, check.ReadInput{})
	if err != nil {
		t.Fatal(err)
	}
	d, err := dms.Kind{}.Describe(t.Context(), tree)
	if err != nil {
		t.Fatal(err)
	}
	one := man.Roots[0].Children[0]
	name, _, data, err := d.Description(one.ID)
	if err != nil || name != dms.TableName || strings.Contains(string(data), "Nachbarn") {
		t.Fatalf("%s %v\n%s", name, err, data)
	}
	again, findings, err := dms.Kind{}.Read(t.Context(), vocab.NewTree("probe",
		map[string][]byte{"unterlagen.csv": data, "a.pdf": nil, "b.pdf": nil}), check.Match{}, check.ReadInput{})
	if err != nil || len(findings) > 0 {
		t.Fatal(findings, err)
	}
	want := []string{"1 Wege 2001-02-03 – 2001-05-01", " 1/1 Bau 2001-02-03 – 2001-05-01 A", "  Brief [a.pdf]", "   Plan [b.pdf]"}
	if diff := cmp.Diff(want, outline(again.Roots)); diff != "" {
		t.Error(diff)
	}
	if _, _, _, err := d.Description("gibt es nicht"); err == nil {
		t.Error("an object that is not there was described")
	}
}

// Vorgänge described in a file of their own, without the Akte, come to that of their documents.
func TestReadBy_SecondFile(t *testing.T) {
	l := dms.Own("unterlagen.csv")
	l.Sources = append(l.Sources, layout.Source{Name: "v", File: "vorgaenge.csv", Type: layout.TypeCSV})
	l.Groups["case"] = layout.Group{Source: "v", Statements: map[string]layout.Statement{"reference": {Path: "Nr"},
		"title": {Path: "Titel"}}}
	if err := l.Validate(); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{"unterlagen.csv": []byte(head + "1;Wege;1/1;;;;Brief;2001;a.pdf;;;\n"),
		"vorgaenge.csv": []byte("Nr;Titel\n1/1;Bau\n1/9;Verwaist\n"), "a.pdf": nil}
	man, findings, err := dms.Kind{}.ReadBy(t.Context(), vocab.NewTree("probe", files), l, check.ReadInput{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1 Wege 2001", " 1/1 Bau 2001", "  Brief [a.pdf]", "Ohne Aktenzeichen", " 1/9 Verwaist"},
		outline(man.Roots)); diff != "" {
		t.Error(diff)
	}
	if got := fmt.Sprint(codes(findings)); got != "[DMS-003 DMS-012]" {
		t.Error(got)
	}
}

// No table makes more than findings.
func FuzzRead(f *testing.F) {
	f.Add(head + "1;Wege;1/1;Bau;d1;;Brief;2001-02-03;a.pdf;A;;\n1;;1/1;;d2;d1;;;../a.pdf;X;2;\n")
	f.Add(head + "1;a;1;b;d1;d1;c;x;C:\\a.pdf;;1;\n")
	f.Fuzz(func(t *testing.T, text string) {
		tree := vocab.NewTree("probe", map[string][]byte{"unterlagen.csv": []byte(text), "a.pdf": []byte("x")})
		m, err := dms.Kind{}.Recognise(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		man, _, err := dms.Kind{}.Read(t.Context(), tree, m, check.ReadInput{})
		if err != nil {
			t.Fatal(err)
		}
		if man == nil || len(man.Roots) == 0 {
			return
		}
		d, err := dms.Kind{}.Describe(t.Context(), tree)
		if err != nil {
			t.Fatal(err)
		}
		for o := range record.All(man.Roots) {
			if _, _, _, err := d.Description(o.ID); err != nil {
				t.Error(err)
			}
		}
	})
}

// A mass of tables is not looked into one by one: the first is read, a bounded number of
// others is told.
func TestRead_ManyTables(t *testing.T) {
	files := map[string][]byte{}
	for i := range 200 {
		files[fmt.Sprintf("%03d/%s", i, dms.TableName)] = []byte("Aktenzeichen;Datei\n1;a.pdf\n")
	}
	_, findings, err := dms.Kind{}.Read(t.Context(), vocab.NewTree("export", files), check.Match{}, check.ReadInput{})
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, f := range findings {
		if f.Code == "DMS-002" {
			told++
		}
	}
	if told != 63 {
		t.Errorf("%d further tables told, want 63", told)
	}
}

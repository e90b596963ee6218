package layout_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/vocab"
)

// company makes a layout of the commercial register, whose second group is constant.
func company(source, each, statements, rest string) string {
	return `{"format":"laufzettel-layout/1","kind":"handelsregister","name":"Muster 1","sources":[` + source + `],"groups":{
"company":{` + each + `"statements":{` + statements + `}},
"delivery":{"source":"x","statements":{"provenance":{"const":"P"},"from":{"const":"1"},"to":{"const":"1"},"megabytes":{"const":"1"},"extracted":{"const":"1"},
"query":{"const":"q"},"files":{"const":"1"},"source":{"const":"s"},"version":{"const":"1"}}}}` + rest + `}`
}

const fixed = `"seat":{"const":"S"},"opened":{"const":"1950-01-01"},"deleted":{"const":"1960-01-01"}`

// read applies a layout and writes the companies as "number|name|more".
func read(t *testing.T, doc string, files map[string]string) ([]string, *layout.Reading) {
	t.Helper()
	l, err := layout.Read(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	tree := map[string][]byte{}
	for name, text := range files {
		tree[name] = []byte(text)
	}
	var out []string
	r, err := l.Apply(t.Context(), vocab.NewTree("probe", tree), func(r *layout.Record) error {
		if r.Group == "company" {
			line := r.Get("number") + "|" + r.Get("name")
			for _, v := range r.All("more") {
				line += "|" + v.Name + "=" + v.Text
			}
			out = append(out, line)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out, r
}

// Every means of the path language reads what it says, in every type of source.
func TestApply_Paths(t *testing.T) {
	const xmlSource = `{"name":"x","file":"*.xml","type":"xml"}`
	const csvSource = `{"name":"x","file":"*.csv","type":"csv"}`
	const jsonSource = `{"name":"x","file":"*.json","type":"json"}`
	for name, tt := range map[string]struct {
		source, each, statements, rest string
		files                          map[string]string
		want                           []string
	}{
		"namespaces, attributes, mixed content": {xmlSource, `"each":"/l/f",`, `"number":{"path":"@nr"},"name":{"path":"n:name"},` + fixed,
			"",
			map[string]string{"a.xml": `<q:l xmlns:q="urn:q" xmlns="urn:d"><q:f q:nr="1"><name>Eins <b>und</b>  zwei</name></q:f><f nr="2"><name>Z</name></f></q:l>`}, []string{"1|Eins und zwei", "2|Z"}},
		"position": {xmlSource, `"each":"/l/f",`, `"number":{"path":"w[1]"},"name":{"path":"w[2]"},` + fixed, "",
			map[string]string{"a.xml": `<l><f><w>1</w><x/><w>Eins</w><w>no</w></f><f><w>2</w></f></l>`}, []string{"1|Eins", "2|"}},
		"attribute = value, and its position": {xmlSource, `"each":"/l/f",`,
			`"number":{"path":"w[@k=nr]/@v"},"name":{"path":"w[@k='der name'][2]"},` + fixed, "",
			map[string]string{"a.xml": `<l><f><w k="der name">no</w><w k="nr" v="1"/><w k="der name">Eins</w></f></l>`},
			[]string{"1|Eins"}},
		"statement outside of the record ends with its element": {xmlSource, `"each":"/l/a/f",`,
			`"number":{"path":"."},"name":{"path":"/l/a/@t"},` + fixed, "",
			map[string]string{"a.xml": `<l><a t="A"><f>1</f><f>2</f></a><a><f>3</f></a></l>`}, []string{"1|A", "2|A", "3|"}},
		"alternatives": {xmlSource, `"each":"/l/f",`, `"number":{"path":"b|@a"},"name":{"path":"n"},` + fixed, "",
			map[string]string{"a.xml": `<l><f a="1"><n>x</n></f><f a="2"><b>3</b><n>y</n></f></l>`}, []string{"1|x", "3|y"}},
		"any element, named": {xmlSource, `"each":"/l/f",`,
			`"number":{"path":"@a"},"name":{"path":"n"},"more":{"path":"w","named":"@feld"},` + fixed, "",
			map[string]string{"a.xml": `<l><f a="1"><n>x</n><w feld="Ort">O</w><w feld="Zeit">Z</w></f></l>`},
			[]string{"1|x|Ort=O|Zeit=Z"}},
		"a file a record, statements of its name": {xmlSource, "",
			`"number":{"path":"~stem","pattern":"firma-{value}"},"name":{"path":"f/n"},` + fixed, "",
			map[string]string{"firma-1.xml": `<f><n>x</n></f>`, "d/firma-2.xml": `<f><n>y</n></f>`,
				"d/e/firma-3.xml": `<f><n>too deep</n></f>`}, []string{"2|y", "1|x"}},
		"columns, quotes, the rest": {csvSource, "", `"number":{"path":"Nr."},"name":{"path":"#2"},"more":{"path":"*"},` + fixed, "",
			map[string]string{"a.csv": "Nr.;Name;Ort;\"a/b\"\r\n1;\"Eins;\n\"\"A\"\"\";O;x\r\n2;Z;;\r\n"},
			[]string{"1|Eins;\n\"A\"|Ort=O|a/b=x", "2|Z"}},
		"tabs, in which a quote is a letter": {csvSource, "", `"number":{"path":"nr"},"name":{"path":"name"},` + fixed, "",
			map[string]string{"a.csv": "\ufeffNr\tName\n1\t\"Eins\n2\tZ\n"}, []string{"1|\"Eins", "2|Z"}},
		"rows of one value, and names beside values": {csvSource, `"each":"Nr",`,
			`"number":{"path":"Nr"},"name":{"path":"Wert[Angabe=Firma]"},` + fixed, "",
			map[string]string{"a.csv": "Nr,Angabe,Wert\n1,Ort,no\n1,Firma,Eins\n2,Firma,Z\n"}, []string{"1|Eins", "2|Z"}},
		"only some rows, heading twice": {csvSource, `"each":"[Art=F]",`, `"number":{"path":"W[1]"},"name":{"path":"W[2]"},` + fixed, "",
			map[string]string{"a.csv": "Art;W;W\nF;1;Eins\nG;2;no\nF;3;Z\n"}, []string{"1|Eins", "3|Z"}},
		"lines above the heading, old ends of lines, no quotes": {`{"name":"x","file":"a.csv","type":"csv","skip":2,"quotes":"no","separator":"|"}`, "", `"number":{"path":"nr"},"name":{"path":"name"},` + fixed, "",
			map[string]string{"a.csv": "Liste der Firmen\r\rNr|Name\r1|\"Eins\r2|Z\r"}, []string{"1|\"Eins", "2|Z"}},
		"tabs with quotes": {`{"name":"x","file":"a.csv","type":"csv","quotes":"yes"}`, "",
			`"number":{"path":"nr"},"name":{"path":"name"},` + fixed, "",
			map[string]string{"a.csv": "Nr\tName\n1\t\"Eins\tA\"\n"}, []string{"1|Eins\tA"}},
		"workbook": {`{"name":"x","file":"a.xlsx","type":"xlsx","sheet":"firmen","skip":1}`, "",
			`"number":{"path":"Nr"},"name":{"path":"Name"},"more":{"path":"*"},` + fixed, "",
			map[string]string{"a.xlsx": workbook(t)}, []string{"1|Eins & zwei|Stand=1999-12-31|Preis=12.5|Aktiv=ja",
				"2|Z|Stand=2000-02-29T12:00:00"}},
		"json": {jsonSource, `"each":"/firmen",`, `"number":{"path":"nr"},"name":{"path":"n/lang"},"more":{"path":"orte"},` + fixed, "",
			map[string]string{"a.json": `{"stand":1,"firmen":[{"nr":1,"n":{"lang":"Eins"},"orte":["A","B"]},{"n":{"lang":null},"nr":"2"}]}`}, []string{"1|Eins|orte=A|orte=B", "2|"}},
		"files of a folder": {`{"name":"x","file":"belege/*.pdf","type":"folder"}`, "",
			`"number":{"path":"~stem","pattern":"{value}_{_}"},"name":{"path":"~extension"},` + fixed, "",
			map[string]string{"belege/7_a.pdf": "x", "c.pdf": "x"}, []string{"7|pdf"}},
		"second file by a key": {xmlSource + `,{"name":"y","file":"namen.csv","type":"csv","encoding":"windows-1252"}`,
			`"each":"/l/f","lookups":[{"source":"y","key":"id","by":"@id"}],`,
			`"number":{"path":"@id"},"name":{"path":"Text","lookup":"y"},` + fixed, "",
			map[string]string{"a.xml": `<l><f id="b"/><f id="c"/></l>`, "namen.csv": "id;Text\nb;M\xfcller\n"}, []string{"b|Müller", "c|"}},
		"code list, number": {xmlSource, `"each":"/l/f",`, `"number":{"path":"n","number":"1.234,56"},"name":{"path":"c","codes":"k"},` +
			fixed, `,"codeLists":{"k":{"1":"Eins"}}`,
			map[string]string{"a.xml": `<l><f><n>1.234,5</n><c>1</c></f><f><n>1.5</n><c>9</c></f></l>`}, []string{"1234.5|Eins", "1.5|9"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, r := read(t, company(tt.source, tt.each, tt.statements, tt.rest), tt.files)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("%s\n%+v", diff, r.Problems)
			}
		})
	}
}

// workbook makes one of two sheets, written by the text of ISO/IEC 29500-1: shared texts with runs, days by style, cells left out.
func workbook(t *testing.T) string {
	t.Helper()
	const ns = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for name, text := range map[string]string{
		"xl/workbook.xml": `<workbook ` + ns +
			`><sheets><sheet name="Deckblatt" sheetId="1" r:id="r1"/><sheet name="Firmen" sheetId="2" r:id="r2"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
		"xl/sharedStrings.xml": `<sst ` + ns +
			`><si><t>Nr</t></si><si><t>Name</t></si><si><r><t>Eins </t></r><r><t>&amp; zwei</t></r><rPh sb="0" eb="1"><t>no</t></rPh></si></sst>`,
		"xl/styles.xml": `<styleSheet ` + ns +
			`><numFmts><numFmt numFmtId="170" formatCode="[$-407]dd.mm.yyyy"/><numFmt numFmtId="171" formatCode="0.0&quot;d&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="22"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
		"xl/worksheets/sheet1.xml": `<worksheet ` + ns + `><sheetData/></worksheet>`,
		"xl/worksheets/sheet2.xml": `<worksheet ` + ns + `><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Liste</t></is></c></row>
<row r="3"><c r="A3" t="s"><v>0</v></c><c r="B3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><t>Stand</t></is></c><c r="D3" t="str"><v>Preis</v></c><c r="E3" t="str"><v>Aktiv</v></c></row>
<row r="4"><c r="A4"><v>1</v></c><c r="B4" t="s"><v>2</v></c><c r="C4" s="1"><v>36525</v></c><c r="D4" s="3"><v>12.5</v></c><c r="E4" t="b"><v>1</v></c></row>
<row r="5"/><row r="6"><c r="A6"><v>2</v></c><c r="B6" t="str"><f>A1</f><v>Z</v></c><c r="C6" s="2"><v>36585.5</v></c><c r="D6" t="e"><v>#REF!</v></c></row></sheetData></worksheet>`,
	} {
		w, err := z.Create(name)
		if err == nil {
			_, err = w.Write([]byte(text))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What a delivery writes otherwise than agreed stays as written and is told, one line for one cause.
func TestApply_Problems(t *testing.T) {
	_, r := read(t, company(`{"name":"x","file":"*.csv","type":"csv"},{"name":"y","file":"fehlt.csv","type":"csv"}`, "",
		`"number":{"path":"nr"},"name":{"path":"Firma"},"seat":{"const":"S"},"opened":{"path":"auf","date":"TT.MM.JJJJ"},"deleted":{"const":"1"}`, ""),
		map[string]string{"a.csv": "nr;auf\n1;03.04.1950\n2;1950\n3;vorher\n"})
	var got []string
	for _, p := range r.Problems {
		got = append(got, fmt.Sprintf("%s %s %d ×%d %s", p.Group, p.Key, p.Line, p.Count, p.Text))
	}
	want := []string{" y 0 ×1 Eine Datei „fehlt.csv“ liegt nicht bei.", "company opened 3 ×2 „1950“ ist kein Datum der Form „TT.MM.JJJJ“."}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if r.Example["company.opened"] != "1950-04-03" || r.MissingWords() != "Firmenname" {
		t.Errorf("example %q, missing %q", r.Example["company.opened"], r.MissingWords())
	}
}

// A group of another source hangs on its record by a key, and groups of one source on the record they stand in.
func TestApply_Groups(t *testing.T) {
	var head []string
	for _, g := range must(t, "register").Groups[0].Statements {
		head = append(head, fmt.Sprintf("%q:{\"const\":\"x\"}", g.Key))
	}
	const part = `"xml":{"path":"%s"},"pdf":{"path":"%s"},"schemaVersion":{"const":"1"}`
	doc := `{"format":"laufzettel-layout/1","kind":"register","name":"N","sources":[{"name":"e","file":"e.xml","type":"xml"},{"name":"h","file":"h.csv","type":"csv"}],"groups":{
"head":{"statements":{` + strings.Join(head, ",") + `}},
"entry":{"each":"/r/f","statements":{"number":{"path":"@nr"},"term":{"path":"s"},"disposal":{"const":"V"}}},
"record":{"each":"u","statements":{` + fmt.Sprintf(part, "@x", "@p") + `}},
"note":{"source":"h","key":"Fall","by":"@nr","statements":{` + fmt.Sprintf(part, "X", "P") + `}}}}`
	l, err := layout.Read(strings.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	tree := vocab.NewTree("probe", map[string][]byte{
		"e.xml": []byte(`<r><f nr="1"><u x="a.xml" p="a.pdf"/><s>A</s><u x="b.xml" p="b.pdf"/></f><f nr="2"><s>B</s></f></r>`),
		"h.csv": []byte("Fall;X;P\n2;h.xml;h.pdf\n9;no;no\n")})
	var got []string
	if _, err = l.Apply(t.Context(), tree, func(r *layout.Record) error {
		line := r.Group + " " + r.Get("number") + r.Get("office")
		for _, c := range r.Children {
			line += " " + c.Group + ":" + c.Get("xml") + "+" + c.Get("pdf")
		}
		got = append(got, line)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"entry 1 record:a.xml+a.pdf record:b.xml+b.pdf", "entry 2 note:h.xml+h.pdf", "head x"}, got); diff != "" {
		t.Error(diff)
	}
	if fits, err := l.Fits(t.Context(), tree); err != nil || !fits {
		t.Errorf("fits %v, %v", fits, err)
	}
	other := vocab.NewTree("probe", map[string][]byte{"e.xml": []byte(`<r><f nr="1"/></r>`)})
	if fits, err := l.Fits(t.Context(), other); err != nil || fits {
		t.Errorf("a delivery without mandatory statements fits: %v, %v", fits, err)
	}
}

func must(t *testing.T, kind string) layout.Asked {
	t.Helper()
	a, ok := layout.Of(kind)
	if !ok {
		t.Fatal(kind)
	}
	return a
}

// Wrong keys are refused with the nearest right one, and so is what could never be read.
func TestRead_Refuses(t *testing.T) {
	good := company(`{"name":"x","file":"*.xml","type":"xml"}`, `"each":"/l/f",`, `"number":{"path":"a"},"name":{"path":"b"},`+fixed, "")
	for name, tt := range map[string]struct{ from, to, want string }{
		"key of the document": {`"sources"`, `"source"`, "source: Diesen Schlüssel gibt es nicht. Gemeint ist wohl „sources“."},
		"key of a statement": {`{"path":"a"}`, `{"pfad":"a"}`,
			"groups.company.statements.number.pfad: Diesen Schlüssel gibt es nicht. Gemeint ist wohl „path“."},
		"statement":             {`"number"`, `"numer"`, "Gemeint ist wohl „number“."},
		"group":                 {`"delivery"`, `"deliver"`, "Gemeint ist wohl „delivery“."},
		"kind":                  {`"handelsregister"`, `"handelregister"`, "Gemeint ist wohl „handelsregister“."},
		"type":                  {`"type":"xml"`, `"type":"xlm"`, "Gemeint ist wohl „xml“."},
		"mandatory statement":   {`"number":{"path":"a"},`, "", "Die Angabe „Firmennummer“ ist Pflicht (002 3.1.1)"},
		"bracket":               {`"path":"a"`, `"path":"a[@b=1"`, "nicht geschlossen"},
		"element in a bracket":  {`"path":"a"`, `"path":"a[b=1]"`, "@Attribut=Wert"},
		"behind an attribute":   {`"path":"a"`, `"path":"@a/b"`, "steht nichts mehr"},
		"file statement":        {`"path":"a"`, `"path":"~nam"`, "~name"},
		"neither path nor text": {`{"path":"a"}`, `{}`, "Pfad („path“)"},
		"date":                  {`{"path":"a"}`, `{"path":"a","date":"TT.MM.JJ"}`, "keine Form eines Datums"},
		"number":                {`{"path":"a"}`, `{"path":"a","number":"1,5"}`, "keine Form einer Zahl"},
		"code list":             {`{"path":"a"}`, `{"path":"a","codes":"k"}`, "Codeliste „k“"},
		"pattern":               {`{"path":"a"}`, `{"path":"a","pattern":"{x}"}`, "{value}"},
		"second file":           {`{"path":"a"}`, `{"path":"a","lookup":"y"}`, "verbindet keine Quelle „y“"},
		"source":                {`"source":"x"`, `"source":"z"`, "Eine Quelle „z“"},
		"encoding":              {`"type":"xml"`, `"type":"xml","encoding":"utf8"`, "Gemeint ist wohl „utf-8“."},
		"version":               {"layout/1", "layout/2", "Erwartet wird"},
		"no JSON":               {`{"format"`, `{format`, "kein Aufbau"},
		"member twice":          {`"name":"Muster 1"`, `"name":"a","name":"b"`, "kein Aufbau"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := layout.Read(strings.NewReader(strings.Replace(good, tt.from, tt.to, 1)))
			if err == nil || !strings.Contains(hint(err), tt.want) {
				t.Errorf("%v", hint(err))
			}
		})
	}
	l, err := layout.Read(strings.NewReader(good))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := l.Write(&b); err != nil {
		t.Fatal(err)
	}
	if again, err := layout.Read(strings.NewReader(b.String())); err != nil || !cmp.Equal(l, again) {
		t.Errorf("written and read: %v\n%s", err, cmp.Diff(l, again))
	}
}

func hint(err error) string {
	if invalid, ok := errors.AsType[*layout.Invalid](err); ok {
		return invalid.Error()
	}
	return failure.HintOf(err).In("de")
}

// Files that pass a limit or end too early are told, and what was read before stays.
func TestApply_Limits(t *testing.T) {
	doc := company(`{"name":"x","file":"a.*","type":"xml"}`, `"each":"/l/f",`, `"number":{"path":"a"},"name":{"path":"b"},`+fixed, "")
	for name, tt := range map[string]struct {
		doc, text, want string
		read            int
	}{
		"cut":        {doc, "<l><f><a>1</a><b>x</b></f><f>", "unexpected EOF", 1},
		"doctype":    {doc, "<!DOCTYPE l []><l/>", "DOCTYPE", 0},
		"depth":      {doc, strings.Repeat("<l>", 300), "Ebenen", 0},
		"token":      {doc, "<l><f a=\"" + strings.Repeat("x", 17<<20) + "\"/></l>", "ohne Ende", 0},
		"json lists": {strings.Replace(doc, `"xml"`, `"json"`, 1), strings.Repeat("[", 5000), "ineinander", 0},
		"workbook": {company(`{"name":"x","file":"a.*","type":"xlsx"}`, "", `"number":{"path":"a"},"name":{"path":"b"},`+fixed, ""),
			"kein ZIP", "keine Arbeitsmappe", 0},
		"columns": {strings.Replace(strings.Replace(strings.Replace(doc, `"xml"`, `"csv"`, 1), `"each":"/l/f",`, "", 1), `"type"`,
			`"separator":";","type"`, 1), strings.Repeat("a;", 3000), "Spalten", 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, r := read(t, tt.doc, map[string]string{"a.xml": tt.text})
			if len(got) != tt.read || len(r.Problems) == 0 || !strings.Contains(r.Problems[0].Text, tt.want) {
				t.Errorf("%d records, %+v", len(got), r.Problems)
			}
		})
	}
}

// The survey names elements, attributes, columns and the shapes of names with examples and counts.
func TestLook(t *testing.T) {
	s, err := layout.Look(t.Context(), vocab.NewTree("probe", map[string][]byte{
		"a.xml":       []byte(`<q:l xmlns:q="urn:q"><f nr="1">Eins</f><f nr="2"><g>x</g></f></q:l>`),
		"b.csv":       []byte("Nr;Name\n1;\n2;Zwei\n"),
		"readme.txt":  []byte("kein Text mit Spalten\n"),
		"p/01-U0.pdf": []byte("x"), "p/02-U1.pdf": []byte("x")}))
	if err != nil {
		t.Fatal(err)
	}
	want := []layout.SurveyFile{
		{Path: "a.xml", Type: "xml", Found: []layout.Found{{Path: "/l/f/@nr", Count: 2, Examples: []string{"1", "2"}},
			{Path: "/l/f", Count: 2, Examples: []string{"Eins"}},
			{Path: "/l/f/g", Count: 1, Examples: []string{"x"}}, {Path: "/l", Count: 1}}},
		{Path: "b.csv", Type: "csv", Records: 2, Found: []layout.Found{{Path: "Nr", Count: 2, Examples: []string{"1", "2"}},
			{Path: "Name", Count: 1, Examples: []string{"Zwei"}}}}}
	if diff := cmp.Diff(want, s.Files); diff != "" {
		t.Error(diff)
	}
	var shapes []string
	for _, f := range s.Shapes {
		shapes = append(shapes, fmt.Sprint(f.Path, " ", f.Count))
	}
	if diff := cmp.Diff([]string{"A.xml 1", "A.csv 1", "p/0-A0.pdf 2", "A.txt 1"}, shapes); diff != "" {
		t.Error(diff)
	}
}

// No document of a layout and no delivery read by one makes more than a message.
func FuzzApply(f *testing.F) {
	one := company(`{"name":"x","file":"a","type":"xml"}`, `"each":"/l/f",`,
		`"number":{"path":"a[2]|@a"},"name":{"path":"/l/@b"},"more":{"path":"*"},`+fixed, "")
	f.Add(one, "<l b='1'><f a='1'><a>1</a><a>2</a></f></l>")
	f.Add(strings.Replace(one, `"xml"`, `"json"`, 1), `{"l":[[{"f":[1,null,"x"]}]]}`)
	f.Add(company(`{"name":"x","file":"a","type":"csv"}`, `"each":"N[K=1]",`,
		`"number":{"path":"N[2]"},"name":{"path":"#2"},"more":{"path":"*"},`+fixed, ""), "N;K;N\n1;1;2\n\"3;1\n")
	f.Add(company(`{"name":"x","file":"a","type":"xlsx"}`, "", `"number":{"path":"N"},"name":{"path":"M"},`+fixed, ""), "PK\x03\x04")
	f.Fuzz(func(t *testing.T, doc, text string) {
		tree := vocab.NewTree("probe", map[string][]byte{"a": []byte(text)})
		if _, err := layout.Look(t.Context(), vocab.NewTree("probe",
			map[string][]byte{"a.xml": []byte(text), "a.json": []byte(text), "a.csv": []byte(text), "a.xlsx": []byte(text)})); err != nil {
			t.Error(err)
		}
		l, err := layout.Read(strings.NewReader(doc))
		if err != nil {
			return
		}
		if _, err := l.Apply(t.Context(), tree, func(r *layout.Record) error { return nil }); err != nil {
			t.Error(err)
		}
	})
}

// No part of a workbook makes more than a message.
func FuzzSheet(f *testing.F) {
	f.Add(`<worksheet><row r="1"><c r="ZZ1" t="s" s="1"><v>0</v></c></row></worksheet>`, `<sst><si><t>x</t></si></sst>`)
	f.Fuzz(func(t *testing.T, sheet, texts string) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, part := range [][2]string{{"xl/workbook.xml",
			`<workbook xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></workbook>`},
			{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>`},
			{"xl/worksheets/sheet1.xml", sheet}, {"xl/sharedStrings.xml", texts}} {
			w, err := z.Create(part[0])
			if err == nil {
				_, err = w.Write([]byte(part[1]))
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		if _, err := layout.Look(t.Context(), vocab.NewTree("probe", map[string][]byte{"a.xlsx": b.Bytes()})); err != nil {
			t.Error(err)
		}
	})
}

package mets

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
	"laufzettel/transfer/xmlwalk"
)

func TestWriter(t *testing.T) {
	w := NewWriter("  ")
	w.Start("mets", "xmlns", Namespace, "LABEL", `a "b" & <c>`, "OBJID", "")
	w.Add(Header{Created: "T", Package: "AIP", Agents: []Agent{{Role: "CREATOR", Type: "OTHER", OtherType: "SOFTWARE", Name: "Prüfer",
		Notes: []Note{{Type: "SOFTWARE VERSION", Text: "1"}}}, {Role: "CUSTODIAN"}},
		IDs: []Identifier{{"ACCESSION", "x\ty"}}})
	w.Start("fileGrp", "ID", "g")
	w.End()
	w.Leaf("empty", "")
	w.Add(File{ID: "f", Content: Content{MIME: "a/b", Size: 0, Digest: "00", Algorithm: "SHA-512"}, Href: "a%20b",
		More: []string{"OWNERID", "o", "ADMID", ""}})
	w.End()
	want := `<?xml version="1.0" encoding="UTF-8"?>
<mets xmlns="http://www.loc.gov/METS/" LABEL="a &#34;b&#34; &amp; &lt;c&gt;">
  <metsHdr CREATEDATE="T" LASTMODDATE="T" RECORDSTATUS="NEW" csip:OAISPACKAGETYPE="AIP">
    <agent ROLE="CREATOR" TYPE="OTHER" OTHERTYPE="SOFTWARE">
      <name>Prüfer</name>
      <note csip:NOTETYPE="SOFTWARE VERSION">1</note>
    </agent>
    <agent ROLE="CUSTODIAN"/>
    <altRecordID TYPE="ACCESSION">x&#x9;y</altRecordID>
  </metsHdr>
  <fileGrp ID="g">
  </fileGrp>
  <file ID="f" MIMETYPE="a/b" SIZE="0" CHECKSUM="00" CHECKSUMTYPE="SHA-512" OWNERID="o">
    <FLocat LOCTYPE="URL" xlink:type="simple" xlink:href="a%20b"/>
  </file>
</mets>
`
	if diff := cmp.Diff(want, string(w.Bytes())); diff != "" {
		t.Error(diff)
	}
}

// What is written is read as it was: also blanks at the ends of names.
func TestRead(t *testing.T) {
	want := Contents{ID: "p-1", Agents: []Agent{{Role: "CREATOR", Type: "OTHER", OtherType: "SOFTWARE", Name: " N ",
		Notes: []Note{{"SOFTWARE VERSION", "1"}}}},
		IDs: []Identifier{{"REFERENCECODE", " 1 "}}, Groups: []Group{{Use: "Data",
			Files: []File{{ID: "f", Href: "a%20", Content: Content{MIME: "a/b", Size: 7, Created: "T", Digest: "00", Algorithm: "MD5"}}}}},
		Divisions: []Entry{{"folder", "leer ", "1999"}}}
	ref := Reference{Href: "m.xml", Standard: "PREMIS", StandardForm: "3.0", Content: Content{Size: 3}}
	want.Metadata = []Reference{ref}
	w := NewWriter("")
	w.Start("mets", "xmlns", Namespace, "xmlns:xlink", XLink, "xmlns:csip", CSIP, "OBJID", want.ID)
	w.Add(Header{Agents: want.Agents, IDs: want.IDs})
	w.Start("amdSec")
	w.Add(Section{Name: "digiprovMD", Reference: ref})
	w.Add(Section{Name: "rightsMD", Reference: ref}) // read of no package
	w.End()
	w.Start("fileSec")
	w.Start("fileGrp", "USE", "Data")
	w.Add(want.Groups[0].Files[0])
	w.End()
	w.End()
	w.Start("structMap")
	w.Start("div")
	w.Start("div")
	w.Add(Pointer{Group: "g"})
	w.Add(Division{Attrs: []string{"TYPE", "folder", "LABEL", "leer ", "ORDERLABEL", "1999"}})
	for range 4 {
		w.End()
	}
	got, err := Read(strings.NewReader(string(w.Bytes())))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&want, got); diff != "" {
		t.Error(diff)
	}
	if !got.MadeBySoftware() || (&Contents{Agents: []Agent{{Role: "CREATOR", Type: "OTHER", OtherType: "SOFTWARE", Name: "x"}}}).
		MadeBySoftware() {
		t.Error("the program is told by name and version")
	}
}

func TestReadPREMIS(t *testing.T) {
	local := func(s string) Identifier { return Identifier{"local", s} }
	object := Object{Type: "file", IDs: []Identifier{{"path", " a "}, {"package", "p"}}, OriginalName: "a",
		Characteristics: &Characteristics{Algorithm: "SHA-512", Digest: "ab", Size: 9}}
	event := Event{ID: local("1"), Type: "ingestion", Time: "T", Detail: "d", Outcome: "o", Agents: []Identifier{local("x"), local("y")},
		Object: Identifier{"package", "p"}}
	w := NewWriter(" ")
	w.StartPREMIS()
	w.Add(object)
	w.Add(event)
	w.Add(Actor{ID: local("x"), Name: "x", Type: "software", Version: "1"})
	w.Add(Rights{ID: local("r"), Basis: "b", Granted: []Grant{{"a", "closed", "1", "2"}}, Object: event.Object})
	w.End()
	var objects []Object
	var events []Event
	read := func(object func(Object) error, event func(Event) error) error {
		return ReadPREMIS(strings.NewReader(string(w.Bytes())), object, event)
	}
	if err := read(func(o Object) error { objects = append(objects, o); return nil }, func(e Event) error {
		events = append(events, e)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Object{object}, objects) + cmp.Diff([]Event{event}, events); diff != "" {
		t.Error(diff)
	}
	stop := errors.New("stop")
	if err := read(func(Object) error { return stop }, nil); !errors.Is(err, stop) {
		t.Error(err)
	}
	if err := read(nil, nil); err != nil {
		t.Error(err)
	}
}

func TestRead_Hostile(t *testing.T) {
	mets := func(body string) string { return `<mets xmlns="` + Namespace + `">` + body + `</mets>` }
	deep := strings.Repeat("<div>", maxDepth+1)
	for name, tt := range map[string]struct {
		text string
		want error // nil: any
	}{
		"another root": {`<premis xmlns="` + PREMISNamespace + `"/>`, ErrRoot}, "another namespace": {`<mets/>`, ErrRoot},
		"none":                 {"", nil},
		"doctype":              {`<!DOCTYPE mets [<!ENTITY a "b">]>` + mets(""), xmlwalk.ErrDoctype},
		"too deep":             {mets("<structMap>" + deep), xmlwalk.ErrLimit},
		"too deep in a record": {mets("<metsHdr>" + deep), xmlwalk.ErrLimit},
		"cut":                  {strings.TrimSuffix(mets("<fileSec>"), "</mets>"), nil},
		"size":                 {mets(`<fileSec><fileGrp><file SIZE="viel"/></fileGrp></fileSec>`), nil},
		"behind the end":       {mets("") + "<x", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if c, err := Read(strings.NewReader(tt.text)); err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Errorf("%+v, %v", c, err)
			}
		})
	}
	if err := ReadPREMIS(strings.NewReader(`<premis xmlns="`+PREMISNamespace+
		`"><object><objectCharacteristics><size>x</size></objectCharacteristics></object></premis>`), func(Object) error { return nil },
		nil); err == nil {
		t.Error("a size that is no number is read")
	}
}

func TestParse(t *testing.T) {
	root, err := Parse(strings.NewReader("<mets xmlns=\"" + Namespace + "\" xmlns:x=\"" + XLink +
		"\">\n<fileSec><fileGrp USE=\"schemas\"><file ID=\"1\"><FLocat href=\"nein\" x:href=\" a \"/></file></fileGrp>" +
		"<fileGrp USE=\"Schemas/rep1\"><fileGrp><file ID=\"2\"/></fileGrp></fileGrp></fileSec><dmdSec><mdWrap><mets/></mdWrap></dmdSec><note> n </note></mets>"))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"fileSec/fileGrp[USE=Schemas]/file": "1", "fileSec//file": "1 2",
		"fileSec/fileGrp[USE^=SCHEMAS]//file": "1 2", "fileSec/fileGrp[USE]": "schemas Schemas/rep1", "fileSec/file": "",
		"dmdSec/mdWrap/mets": "", "fileSec//FLocat": "a", "note": "n"} {
		var got []string
		for _, n := range root.Find(path) {
			for _, v := range []string{n.Attr("ID"), n.Attr("USE"), n.Attr("xlink:href"), n.Text()} {
				if v != "" {
					got = append(got, v)
				}
			}
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
	if n := root.Find("fileSec")[0]; n.Line() != 2 || n.Name() != "fileSec" || len(n.Children()) != 2 || len(root.Find("")) != 1 ||
		!n.Meets() {
		t.Errorf("line %d", n.Line())
	}
	for _, text := range []string{"", "<mets/>", `<mets xmlns="` + Namespace + `"><a>`, `<!DOCTYPE mets><mets xmlns="` + Namespace + `"/>`,
		`<mets xmlns="` + Namespace + `">` + strings.Repeat("<a>", 300)} {
		if _, err := Parse(strings.NewReader(text)); err == nil {
			t.Errorf("%.60q is read", text)
		}
	}
}

// The metadata of a package are read whatever they are.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`<mets xmlns="` + Namespace + `" OBJID="x"><fileSec><fileGrp USE="Data"><file SIZE="1"/></fileGrp></fileSec></mets>`))
	f.Add([]byte(`<premis xmlns="` + PREMISNamespace + `"><object/><event/></premis>`))
	for _, data := range samples.Seeds(f, 10, samples.Named("METS.xml", "premis.xml"), "eark") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		if c, err := Read(strings.NewReader(string(doc))); (c == nil) == (err == nil) {
			t.Error(c, err)
		}
		_ = ReadPREMIS(strings.NewReader(string(doc)), func(Object) error { return nil }, func(Event) error { return nil })
	})
}

// No foreign document stops the reader.
func FuzzParse(f *testing.F) {
	for _, data := range samples.Seeds(f, 10, samples.Named("METS.xml"), "eark") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		root, err := Parse(strings.NewReader(string(doc)))
		if (root == nil) == (err == nil) {
			t.Error(root, err)
		}
		if root != nil {
			for _, n := range root.Find("fileSec//file") {
				_ = n.Attr("xlink:href")
			}
		}
	})
}

package xdomea

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
)

// delivery is a container with one message and its files, and what was known
// before it came.
type delivery struct {
	tree    memTree
	related []check.Related
}

// deliver packs the written message of a version as the standard wants it and
// changes its text by pairs of old and new.
func deliver(t testing.TB, number, code string, pairs ...string) delivery {
	t.Helper()
	text := string(written(t, number)[code])
	for i := 0; i+1 < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%q does not occur in %s %s", pairs[i], number, code)
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	return delivery{tree: memTree{
		name: ContainerName(number, testProcess, code, 1), form: container.ZIP,
		files: map[string][]byte{FileName(number, testProcess, code, 1): []byte(text)},
	}}
}

// renamed gives the container, and with xml the message, another name.
func (d delivery) renamed(zip, xml string) delivery {
	if zip != "" {
		d.tree.name = zip
	}
	if xml != "" {
		for _, b := range d.tree.files {
			d.tree.files = map[string][]byte{xml: b}
		}
	}
	return d
}

// after adds an earlier message and decisions of the process.
func (d delivery) after(t testing.TB, number, code string, decided map[string]record.Rating, pairs ...string) delivery {
	t.Helper()
	man, _ := findingsOf(t, deliver(t, number, code, pairs...).tree)
	d.related = append(d.related, check.Related{Manifest: man, Ratings: decided})
	return d
}

var decisions = map[string]record.Rating{uid(1): record.RatingArchive, uid(7): record.RatingDestroy}

// oneDefect has for every code the delivery with the one defect that causes it.
func oneDefect(t testing.TB) map[string]delivery {
	const v3, v4 = "3.0.0", "4.0.0"
	other := "11111111-2222-4333-8444-555555555555"
	long := "_Aussonderung.Aussonderung.0503"
	d := map[string]delivery{
		"XDO-001": deliver(t, v3, "0503", "</xdomea:Betreff>", ""),
		"XDO-002": deliver(t, v3, "0503", "?>\n", "?>\n<!DOCTYPE x [<!ENTITY a \"b\">]>\n"),
		"XDO-003": deliver(t, v3, "0503", "<xdomea:Hinweis>", strings.Repeat("<x>", 300)+strings.Repeat("</x>", 300)+"<xdomea:Hinweis>"),
		"XDO-004": deliver(t, v3, "0503", "schema:3.0.0", "schema:9.0.0"),
		"XDO-005": deliver(t, "2.3.0", "0503", "schema:2.3.0", "schema:2.1.0"),
		"XDO-006": deliver(t, v3, "0503", "<xdomea:Standort>", "<xdomea:Regal>7</xdomea:Regal><xdomea:Standort>"),
		"XDO-010": deliver(t, v3, "0503", "<code>0503", "<code>0501"),
		"XDO-011": deliver(t, v3, "0503").renamed("lieferung.zip", ""),
		"XDO-012": deliver(t, v3, "0503").renamed(testProcess+"_Aussonderung.Anbieteverzeichnis.0501.zip", ""),
		"XDO-013": deliver(t, v3, "0503").renamed(other+long+".zip", ""),
		"XDO-014": deliver(t, v3, "0503").renamed("", "nachricht.xml"),
		"XDO-015": deliver(t, v3, "0503").renamed("", testProcess+"_Aussonderung.Anbieteverzeichnis.0501.xml"),
		"XDO-016": deliver(t, v3, "0503").renamed("", other+long+".xml"),
		"XDO-017": deliver(t, v3, "0503", testProcess, "4711"),
		"XDO-020": deliver(t, v3, "0503", uid(100)+"_Antrag.pdf", "Antrag.pdf"),
		"XDO-021": deliver(t, v3, "0503", uid(100)+"_Antrag.pdf", "../"+uid(100)+".pdf"),
		"XDO-022": deliver(t, v3, "0503", uid(100)+"_Antrag.pdf", uid(101)+"_Plan.dwg"),
		"XDO-023": deliver(t, v3, "0503", uid(6), uid(3)),
		"XDO-024": deliver(t, v3, "0503", uid(6), "Vorgang 6"),
		"XDO-030": deliver(t, v3, "0503", "2010-04-04", "2013-04-04"),
		"XDO-031": deliver(t, v3, "0503"), // cases 6 and 7 of the tree have no span
		"XDO-032": deliver(t, v3, "0503", "<xdomea:DatumDesSchreibens>2011-02-12</xdomea:DatumDesSchreibens>", ""),
		"XDO-033": deliver(t, v3, "0503", "2011-02-12</", "12.02.2011</"),
		"XDO-034": deliver(t, v3, "0503", "<xdomea:Kennzeichen>12-47</xdomea:Kennzeichen>", ""),
		"XDO-040": deliver(t, v3, "0503"),
		"XDO-041": deliver(t, v3, "0503"),
		"XDO-042": deliver(t, v3, "0502"),
		"XDO-044": deliver(t, v3, "0503", "<code>001</code>", "<code>002</code>"),
		"XDO-045": deliver(t, v3, "0503", "<code>003</code>", "<code>005</code>"),
		"XDO-025": deliver(t, v3, "0503", uid(100)+"_Antrag.pdf</xdomea:Dateiname>", uid(100)+"_Antrag.pdf </xdomea:Dateiname>"),
		"XDO-046": deliver(t, v3, "0503", "<code>003</code>", "<code>002</code>"),
		"XDO-050": deliver(t, v3, "0503", "<code>A</code>", "<code>X</code>"),
		"XDO-051": deliver(t, v3, "0503", "<code>044</code>", "<code>999</code>"),
		"XDO-052": deliver(t, v3, "0503", "<xdomea:SonstigerName>dwg</xdomea:SonstigerName>", ""),
		"XDO-053": deliver(t, v4, "0503", strings.Repeat("ab", 32), "abab"),
		"XDO-054": deliver(t, v4, "0503", "<code>SHA-256", "<code>CRC-8"),
		"XDO-055": deliver(t, v4, "0503"), // the attachment has no hash
		"XDO-060": deliver(t, v3, "0503", uid(6), uid(66)).after(t, v3, "0501", decisions),
		"XDO-061": deliver(t, v3, "0503").after(t, v3, "0501", decisions),
		"XDO-062": deliver(t, v3, "0503", uid(6), uid(66)).after(t, v3, "0501", decisions),
		"XDO-063": deliver(t, v3, "0503", "2012-04-04", "2015-04-04").after(t, v3, "0501", decisions),
		"XDO-064": deliver(t, v3, "0503", "Bau einer Brücke", "Abriss einer Brücke").after(t, v3, "0501", decisions),
		"XDO-065": deliver(t, v3, "0503", "12-4711<", "12-4799<").after(t, v3, "0501", decisions),
		"XDO-066": deliver(t, v3, "0502", uid(3), uid(99)).after(t, v3, "0501", nil),
		"XDO-067": deliver(t, v3, "0503", "LRA-17", "OFA-9").after(t, v3, "0501", decisions),
		"XDO-068": deliver(t, v3, "0503", uid(3), uid(33)).after(t, v3, "0501", nil),
		"XDO-070": deliver(t, v4, "0503", "ProTyp>1</xdomea:Ges", "ProTyp>3</xdomea:Ges"),
		"XDO-071": deliver(t, v4, "0503", "ProTyp>1</xdomea:Lfd", "ProTyp>2</xdomea:Lfd"),
		"XDO-072": deliver(t, v4, "0503").after(t, v4, "0503", nil, testMessage, testOrigin),
		"XDO-073": further(t, v3),
		"XDO-074": deliver(t, v3, "0503").after(t, v3, "0503", nil),
		"XDO-081": deliver(t, v4, "0503", "Kontextobjekt>0</xdomea:K", "Kontextobjekt>1</xdomea:K", "Kontextobjekt>0</xdomea:K",
			"Kontextobjekt>1</xdomea:K"),
	}
	d["XDO-056"] = deliver(t, v3, "0503", "<xdomea:Dateiname>"+uid(100)+"_Antrag.pdf</xdomea:Dateiname>", "")
	d["XDO-057"] = deliver(t, v3, "0503")
	for name, b := range d["XDO-057"].tree.files {
		d["XDO-057"].tree.files[name] = regexp.MustCompile(`(?s)<xdomea:Schriftgutobjekt>.*</xdomea:Schriftgutobjekt>`).ReplaceAll(b,
			[]byte(
				"<xdomea:Schriftgutobjekt><xdomea:Akte><xdomea:Identifikation><xdomea:ID>"+uid(1)+
					"</xdomea:ID></xdomea:Identifikation></xdomea:Akte></xdomea:Schriftgutobjekt>"))
	}
	declared := deliver(t, v3, "0503")
	declared.tree.files[uid(100)+"_Antrag.pdf"] = []byte("no PDF")
	d["XDO-058"] = declared
	two := deliver(t, v3, "0503")
	two.tree.files["zweite.xml"] = written(t, v3)["0501"]
	d["XDO-007"] = two
	return d
}

// further is a transfer after another of the same process with other objects.
func further(t testing.TB, v string) delivery {
	d := deliver(t, v, "0503")
	for name, b := range d.tree.files {
		d.tree.files[name] = bytes.ReplaceAll(b, []byte("-4000-8000-"), []byte("-4001-8000-"))
	}
	return d.after(t, v, "0503", nil)
}

func TestCodes_EachIsUttered(t *testing.T) {
	defects := oneDefect(t)
	for _, c := range Codes {
		t.Run(c.ID, func(t *testing.T) {
			d, ok := defects[c.ID]
			if !ok {
				t.Fatal("no delivery with this defect")
			}
			_, findings := findingsOf(t, d.tree, d.related...)
			i := slices.IndexFunc(findings, func(f check.Finding) bool { return f.Code == c.ID })
			if i < 0 {
				t.Fatalf("not uttered; got %+v", findings)
			}
			if f := findings[i]; f.Severity != c.Severity || f.Message == "" || f.Remedy == "" {
				t.Errorf("finding %+v does not say what its code says", f)
			}
		})
	}
}

func TestCodes_FormARegistry(t *testing.T) {
	if _, err := check.NewRegistry(Codes); err != nil {
		t.Fatal(err)
	}
}

// What is right must not be blamed: the same deliveries without the defect.
func TestRules_QuietOnTheWhole(t *testing.T) {
	allowed := map[string]string{ // what the tree of the tests contains on purpose
		TypeTransfer: "XDO-031 XDO-040 XDO-041 XDO-055", TypeOffer: "XDO-031", TypeAppraisal: "XDO-042",
	}
	for _, number := range Versions() {
		for code := range written(t, number) {
			_, findings := findingsOf(t, deliver(t, number, code).tree)
			for _, f := range findings {
				if !strings.Contains(allowed[code], f.Code) {
					t.Errorf("%s %s: %+v", number, code, f)
				}
			}
		}
	}
}

func TestCompare_MatchingTransferIsQuiet(t *testing.T) {
	keep := map[string]record.Rating{uid(1): record.RatingArchive}
	d := deliver(t, "3.1.0", "0503").after(t, "3.1.0", "0501", keep)
	_, findings := findingsOf(t, d.tree, d.related...)
	for _, f := range findings {
		if strings.HasPrefix(f.Code, "XDO-06") {
			t.Errorf("%+v", f)
		}
	}
}

// An offer may end at the Vorgang or the Akte: what lies below was offered with it, and
// beside named children a new one is still told (E2, E22).
func TestCompare_OfferThatEndsAbove(t *testing.T) {
	whole, _ := findingsOf(t, deliver(t, "3.0.0", "0501").tree)
	cut := func(keep func(o *record.Object) bool) check.Related {
		var walk func(list []*record.Object) []*record.Object
		walk = func(list []*record.Object) (out []*record.Object) {
			for _, o := range list {
				if keep(o) {
					n := *o
					n.Children = walk(o.Children)
					for _, c := range n.Children {
						c.Parent = &n
					}
					out = append(out, &n)
				}
			}
			return out
		}
		man, msg := *whole, *messageOf(whole)
		msg.Objects = walk(msg.Objects)
		man.Roots, man.Detail = msg.Objects, &msg
		return check.Related{Manifest: &man, Ratings: map[string]record.Rating{uid(1): record.RatingArchive}}
	}
	for name, tt := range map[string]struct {
		keep func(o *record.Object) bool
		want bool
	}{
		"without documents":     {func(o *record.Object) bool { return o.Kind != record.Document }, false},
		"the Akte alone":        {func(o *record.Object) bool { return o.Parent == nil }, false},
		"one Vorgang not named": {func(o *record.Object) bool { return o.ID != uid(3) }, true},
	} {
		_, findings := findingsOf(t, deliver(t, "3.0.0", "0503").tree, cut(tt.keep))
		if has(findings, "XDO-062") != tt.want {
			t.Errorf("%s: XDO-062 told %v, want %v", name, !tt.want, tt.want)
		}
	}
}

// Before 4.0 there are no context objects: a destroyed dossier travels along as
// the frame of a case that is kept.
func TestCompare_FrameOfKeptCase(t *testing.T) {
	rated := map[string]record.Rating{uid(1): record.RatingDestroy, uid(3): record.RatingArchive}
	d := deliver(t, "3.0.0", "0503").after(t, "3.0.0", "0501", rated)
	_, findings := findingsOf(t, d.tree, d.related...)
	var objects []string
	for _, f := range findings {
		if f.Code == "XDO-061" {
			objects = append(objects, f.Object)
		}
	}
	if !slices.Equal(objects, []string{uid(2)}) {
		t.Errorf("destroyed objects %v, want only the part %s", objects, uid(2))
	}
}

// A 4.0 process in parts: nothing counts as missing until all parts are there.
func TestCompare_PartsCountTogether(t *testing.T) {
	decided := map[string]record.Rating{uid(1): record.RatingArchive}
	first := deliver(t, "4.0.0", "0503", "ProTyp>1</xdomea:Ges", "ProTyp>2</xdomea:Ges", uid(6), uid(66)).after(t, "4.0.0", "0501", decided)
	_, findings := findingsOf(t, first.tree, first.related...)
	if has(findings, "XDO-060") || !has(findings, "XDO-070") {
		t.Errorf("first part alone: %v", findings)
	}
	second := first.after(t, "4.0.0", "0503", nil, "ProTyp>1</xdomea:Lfd", "ProTyp>2</xdomea:Lfd",
		"ProTyp>1</xdomea:Ges", "ProTyp>2</xdomea:Ges", testMessage, testOrigin)
	_, findings = findingsOf(t, second.tree, second.related...)
	if has(findings, "XDO-060") || has(findings, "XDO-070") || has(findings, "XDO-072") {
		t.Errorf("both parts: %v", findings)
	}
}

func has(fs []check.Finding, code string) bool {
	return slices.ContainsFunc(fs, func(f check.Finding) bool { return f.Code == code })
}

func TestKind_ReadGivesTheManifest(t *testing.T) {
	d := deliver(t, "4.0.0", "0503")
	man, _ := findingsOf(t, d.tree)
	if man.Kind != "xdomea-0503" || man.Standard != "4.0.0" || !man.ListsAll || man.Process != testProcess ||
		man.Agency != (check.Agency{Name: "Landratsamt Musterkreis", ID: "LRA-17"}) {
		t.Errorf("manifest %+v", man)
	}
	if n := len(man.Listed); n != 3 || man.Listed[0].Role != check.RoleMessage || man.Listed[1].Role != check.RoleContent ||
		man.Listed[1].Digests[0].Algorithm != "sha-256" || man.Listed[1].Object != uid(4) || man.Listed[1].Line == 0 {
		t.Errorf("listed %+v", man.Listed)
	}
	if done := man.Checks[0]; done.State != check.NotDone || done.Reason != "Schema xdomea 4.0.0 liegt nicht vor." {
		t.Errorf("schema check %+v", done)
	}
}

func TestKind_RecognisesOnlyMessages(t *testing.T) {
	message := written(t, "3.0.0")["0503"]
	bom := append([]byte("\xef\xbb\xbf"), message...)
	for name, c := range map[string]struct {
		files map[string][]byte
		kind  string
		root  string
	}{
		"plain":          {map[string][]byte{"a.xml": message}, "xdomea-0503", ""},
		"byte order":     {map[string][]byte{"a.xml": bom}, "xdomea-0503", ""},
		"in one folder":  {map[string][]byte{"x/a.XML": message, "x/b.pdf": nil}, "xdomea-0503", "x"},
		"too deep":       {map[string][]byte{"x/y/a.xml": message}, "", ""},
		"foreign":        {map[string][]byte{"a.xml": []byte("<METS/>")}, "", ""},
		"no XML":         {map[string][]byte{"a.xml": []byte("%PDF")}, "", ""},
		"other group":    {map[string][]byte{"a.xml": []byte(`<x:Abgabe.Abgabe.0401 xmlns:x="urn:xoev-de:xdomea:schema:3.0.0"/>`)}, "", ""},
		"nothing at all": {nil, "", ""},
	} {
		m, err := Kind{}.Recognise(t.Context(), memTree{name: name, form: container.Folder, files: c.files})
		if err != nil || m.Kind != c.kind || m.Root != c.root {
			t.Errorf("%s: %+v %v", name, m, err)
		}
	}
}

func TestReadMessage_KeepsWhatItDoesNotKnow(t *testing.T) {
	d := deliver(t, "3.0.0", "0503", "<xdomea:Standort>", "<xdomea:Regal>7</xdomea:Regal><xdomea:Standort>")
	man, _ := findingsOf(t, d.tree)
	if !slices.Contains(man.Roots[0].Fields, record.Field{Name: "Regal", Value: "7"}) {
		t.Errorf("fields %+v", man.Roots[0].Fields)
	}
}

func TestReadMessage_UTF16(t *testing.T) {
	message := string(written(t, "3.0.0")["0503"])
	out := []byte{0xff, 0xfe}
	for _, r := range strings.Replace(message, "UTF-8", "UTF-16", 1) {
		out = append(out, byte(r), byte(r>>8))
	}
	m, findings, err := ReadMessage(bytes.NewReader(out))
	if err != nil || m == nil || m.Objects[0].Subject != "Brücken" {
		t.Fatal(m, findings, err)
	}
}

// Missing ends of a Laufzeit come from the documents and are marked (A38).
func TestDeriveSpan(t *testing.T) {
	doc := func(d, received record.Date) *record.Object {
		return &record.Object{Kind: record.Document, Date: d, Received: received}
	}
	open := &record.Object{Kind: record.Case}
	open.Add(doc("2012-05-01", ""))
	open.Add(doc("", "2010-01-02"))
	half := &record.Object{Kind: record.Case, Span: record.DateSpan{From: "2009-03-04"}}
	half.Add(doc("2011-01-01", "2011-02-02"))
	none := &record.Object{Kind: record.Case}
	whole := &record.Object{Kind: record.Case, Span: record.DateSpan{From: "2013-01-01", To: "2014-01-01"}}
	root := &record.Object{Kind: record.Dossier}
	for _, c := range []*record.Object{open, half, none, whole} {
		root.Add(c)
	}
	deriveSpan(root)
	for name, c := range map[string]struct{ got, want record.DateSpan }{
		"open":  {open.Span, record.DateSpan{From: "2010-01-02", To: "2012-05-01", Derived: true}},
		"half":  {half.Span, record.DateSpan{From: "2009-03-04", To: "2011-01-01", Derived: true}},
		"none":  {none.Span, record.DateSpan{}},
		"whole": {whole.Span, record.DateSpan{From: "2013-01-01", To: "2014-01-01"}},
		"root":  {root.Span, record.DateSpan{From: "2009-03-04", To: "2014-01-01", Derived: true}},
	} {
		if c.got != c.want {
			t.Errorf("%s: %+v, want %+v", name, c.got, c.want)
		}
	}
}

func TestIsClassified(t *testing.T) {
	for level, want := range map[string]bool{
		"": false, "003 offen": false, "002 nfD": false, "005 vertraulich": true, "001": true, "004": true,
		"VS-V VS-Vertraulich": true, "SG Streng Geheim": true, "VS-NfD nur für den Dienstgebrauch": false,
	} {
		if got := isClassified(level); got != want {
			t.Errorf("%q: %v", level, got)
		}
	}
}

// A slip inside the delivery is a paper, not unlisted content.
func TestKind_SlipInsideIsListed(t *testing.T) {
	d := deliver(t, "3.0.0", TypeTransfer)
	var b bytes.Buffer
	s := slip.RoutingSlip{Agency: "Amt", AgencyID: "7", ProfileID: "P", ListFile: "Ab_Lis.xml", Status: slip.Delivered}
	if err := slip.WriteSlip(&b, s); err != nil {
		t.Fatal(err)
	}
	d.tree.files["el_Lauf.xml"] = b.Bytes()
	man, _ := findingsOf(t, d.tree)
	if !slices.ContainsFunc(man.Listed, func(l check.Listed) bool { return l.Path == "el_Lauf.xml" && l.Role == check.RoleSlip }) {
		t.Errorf("listed %+v", man.Listed)
	}
}

// endless gives the same text for ever.
type endless struct {
	head, body string
	n          int
}

func (e *endless) Read(p []byte) (int, error) {
	n := copy(p, e.head)
	e.head = e.head[n:]
	for n < len(p) {
		n += copy(p[n:], e.body)
	}
	e.n += n
	return n, nil
}

// One endless token must not fill the memory.
func TestReadMessage_EndlessToken(t *testing.T) {
	if testing.Short() {
		t.Skip("reads 32 MB")
	}
	e := &endless{head: "<!-- ", body: "< x "}
	m, findings, err := ReadMessage(e)
	if m != nil || err != nil || !has(findings, "XDO-003") || e.n > 2*maxToken {
		t.Errorf("%v %v %v after %d bytes", m, findings, err, e.n)
	}
}

// Without an offer the comparison must not be called done (G2).
func TestCompare_NothingToCompareWith(t *testing.T) {
	man, _ := findingsOf(t, deliver(t, "3.0.0", TypeTransfer).tree)
	i := slices.IndexFunc(man.Checks, func(d check.Done) bool { return d.Name == "appraisal" })
	if i < 0 || man.Checks[i].State != check.NotDone || man.Checks[i].Reason == "" {
		t.Errorf("checks %+v", man.Checks)
	}
}

// Where only the appraisal is known, its ids are compared.
func TestCompare_AppraisalWithoutOffer(t *testing.T) {
	d := deliver(t, "3.0.0", TypeTransfer)
	d.related = []check.Related{{Ratings: map[string]record.Rating{uid(1): record.RatingArchive, uid(7): record.RatingDestroy,
		uid(88): record.RatingArchive}}}
	_, findings := findingsOf(t, d.tree, d.related...)
	var got []string
	for _, f := range findings {
		if f.Code == "XDO-060" || f.Code == "XDO-061" {
			got = append(got, f.Code+" "+f.Object)
		}
	}
	if want := []string{"XDO-061 " + uid(7), "XDO-060 " + uid(88)}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

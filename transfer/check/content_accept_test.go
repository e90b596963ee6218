package check

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
	"laufzettel/transfer/xmlwalk"
)

// held compares the quick look with the full check: what is accepted, whole or in
// pieces, has no other finding than its document type.
func held(t testing.TB, doc []byte, piece int) (taken, clean bool) {
	t.Helper()
	want := checkXML("a.xml", bytes.NewReader(doc))
	seen, taken := xmlwalk.Accepts(doc)
	if d := cmp.Diff(want, accepted("a.xml", seen)); taken && d != "" {
		t.Errorf("accepted, but (-want +got) %s: %.200q", d, doc)
	}
	var s xmlwalk.Stream
	for rest := doc; len(rest) > 0; {
		n := min(len(rest), max(1, piece))
		_, _ = s.Write(rest[:n])
		rest = rest[n:]
	}
	if seen, ok := s.Accepts(); ok {
		if d := cmp.Diff(want, accepted("a.xml", seen)); d != "" {
			t.Errorf("accepted in pieces of %d, but (-want +got) %s: %.200q", piece, d, doc)
		}
	}
	return taken, len(want) == 0
}

func TestAcceptXML(t *testing.T) {
	deep := strings.Repeat("<a>", xmlwalk.MostDepth+1) + strings.Repeat("</a>", xmlwalk.MostDepth+1)
	tests := []struct {
		name, doc string
		want      bool
	}{
		{"root only", "<a/>", true},
		{"short", "<a", false},
		{"nothing", "", false},
		{"blank", " \n", false},
		{"declaration", "<?xml version=\"1.0\" encoding='UTF-8' standalone=\"yes\"?>\n<a>1</a>\n", true},
		{"byte order mark", "\ufeff<a>Gruß</a>", true},
		{"everything", `<?xml version="1.0"?><!-- c --><?pi x?><a b="&lt;'x'" c:d='"'><![CDATA[<&]]>]] &#xE4;&amp;<e /></a> `, true},
		{"one byte a character", "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE a><a b='\xe4'>\xfc\x80\xff<!-- \xdf --></a>",
			true},
		{"one byte, some without a character", "<?xml version='1.0' encoding='windows-1252'?><a>\x81\x8d</a>", true},
		{"one byte, in a name", "<?xml version='1.0' encoding='windows-1252'?><a\xe4/>", false},
		{"one byte, with a byte order mark", "\ufeff<?xml version='1.0' encoding='windows-1252'?><a/>", false},
		{"several bytes a character", "<?xml version='1.0' encoding='Shift_JIS'?><a/>", false},
		{"letters elsewhere", "<?xml version='1.0' encoding='IBM037'?><a/>", false},
		{"unknown encoding", "<?xml version='1.0' encoding='x-unknown'?><a/>", false},
		{"version 1.1", `<?xml version="1.1"?><a/>`, false},
		{"two roots", "<a/><b/>", false},
		{"text outside", "<a/>x", false},
		{"not closed", "<a><b></a>", false},
		{"closed too often", "<a/></a>", false},
		{"attribute twice", `<a x="1" x="2"/>`, false},
		{"attribute without quotes", `<a x=1/>`, false},
		{"no space between attributes", `<a x="1"y="2"/>`, false},
		{"less in attribute", `<a x="<"/>`, false},
		{"document type", "\n<!DOCTYPE a\n PUBLIC \"-//X//EN\"\n 'x.dtd'>\n<a/>", true},
		{"document type with declarations",
			"<!DOCTYPE a [\n<!ELEMENT a (b|c)*>\n<!-- it's \"one\" <b> -->\n<!ATTLIST a x CDATA #FIXED 'it'> ] >\n<a/>", true},
		{"document type with a public name and declarations", "<!DOCTYPE a PUBLIC '-//X//EN' \"x.dtd\" [<!ELEMENT a EMPTY>]><a/>", true},
		{"document type with an entity", "<!DOCTYPE a [<!ELEMENT a EMPTY><!ENTITY b 'c'>]><a/>", false},
		{"document type with a parameter", "<!DOCTYPE a [%b;]><a/>", false},
		{"document type with an instruction", "<!DOCTYPE a [<?b?>]><a/>", false},
		{"document type with markup in quotes", "<!DOCTYPE a [<!ATTLIST a x CDATA '>'>]><a/>", false},
		{"document type that does not end", "<!DOCTYPE a [<!ELEMENT a EMPTY>", false},
		{"document type with more behind", "<!DOCTYPE a [<!ELEMENT a EMPTY>] b><a/>", false},
		{"document type with two hyphens", "<!DOCTYPE a [<!-- -- -->]><a/>", false},
		{"two document types", "<!DOCTYPE a><!DOCTYPE a><a/>", false},
		{"document type behind the root", "<a/><!DOCTYPE a>", false},
		{"unknown entity", "<a>&auml;</a>", false},
		{"forbidden reference", "<a>&#0;</a>", false},
		{"surrogate", "<a>&#xD800;</a>", false},
		{"control", "<a>\x01</a>", false},
		{"noncharacter", "<a>\uffff</a>", false},
		{"not UTF-8", "<a>\xe4</a>", false},
		{"end of section in text", "<a>]]></a>", false},
		{"two hyphens", "<a><!-- -- --></a>", false},
		{"instruction xml inside", "<a><?xml version='1.0'?></a>", false},
		{"name with two colons", "<a:b:c/>", false},
		{"name ends with a colon", "<a:></a:>", false},
		{"too deep", deep, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, piece := range []int{1, 3, 7, len(tt.doc)} {
				if got, _ := held(t, []byte(tt.doc), piece); got != tt.want {
					t.Errorf("accepted %v, want %v", got, tt.want)
				}
			}
		})
	}
}

// TestAcceptXMLPieces: a good document is accepted wherever it is cut.
func TestAcceptXMLPieces(t *testing.T) {
	doc := []byte("\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<a x=\"&#228;ä\"><b:c/>Grüße ]] &amp; mehr<!-- ö --><![CDATA[€]]></a>\n")
	for piece := 1; piece <= len(doc); piece++ {
		var s xmlwalk.Stream
		for rest := doc; len(rest) > 0; rest = rest[min(piece, len(rest)):] {
			_, _ = s.Write(rest[:min(piece, len(rest))])
		}
		if _, ok := s.Accepts(); !ok {
			t.Errorf("not accepted in pieces of %d", piece)
		}
	}
	long := []byte("<a>" + strings.Repeat("<b>Text, der lang ist</b>\n", 20_000) + "</a>")
	var s xmlwalk.Stream
	_, _ = s.Write(long)
	if _, ok := s.Accepts(); !ok {
		t.Error("a document longer than the window is not accepted")
	}
	s = xmlwalk.Stream{}
	_, _ = s.Write([]byte("<a><!--" + strings.Repeat(" ", 64<<10) + "--></a>"))
	if _, ok := s.Accepts(); ok {
		t.Error("a comment longer than the window is accepted")
	}
}

// xmlCorpus gives distinct documents of the third-party samples.
func xmlCorpus(t testing.TB, most int) (docs [][]byte) {
	root := filepath.Dir(samples.Path(t, "formate"))
	seen := map[string]bool{}
	err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if e := strings.ToLower(filepath.Ext(p)); e != ".xml" && e != ".xsd" && e != ".svg" {
			return nil
		}
		b, err := os.ReadFile(p)
		if err == nil && len(b) > 0 && len(b) <= most && !seen[string(b)] {
			seen[string(b)] = true
			docs = append(docs, b)
		}
		return err
	})
	if err != nil || len(docs) == 0 {
		t.Fatal(len(docs), err)
	}
	return docs
}

// TestAcceptXMLCorpus: real documents and mutants of them. Most that have no finding
// are accepted, else the quick look would be none.
func TestAcceptXMLCorpus(t *testing.T) {
	docs := xmlCorpus(t, 1<<20)
	accepted, clean := 0, 0
	for _, d := range docs {
		a, c := held(t, d, 1000)
		if a {
			accepted++
		}
		if c {
			clean++
		}
	}
	if accepted < clean*8/10 {
		t.Errorf("%d of %d documents without finding are accepted", accepted, clean)
	}
	t.Log(len(docs), "documents,", clean, "without finding,", accepted, "accepted")
	r := rand.New(rand.NewPCG(5, 23))
	pieces := []string{"<", ">", "&", "\"", "'", "/", "]]>", "--", "<!--", "-->", "?>", "<?", "=", ":", " ", "\x00", "\xff", "&#0;",
		"&#x20;", "<![CDATA[",
		"\uffff", "ä", "<a", "</a>", "a:b:c", "<?xml ?>", "\ufeff", "1", "xml", "\x0b", "&amp", "&foo;", "<!DOCTYPE a>", "<!DOCTYPE a [",
		"]>", "[", "]",
		"<!ELEMENT a EMPTY>", "<!ATTLIST a b CDATA #IMPLIED>", "<!ENTITY a 'b'>", "%a;", "<?xml version='1.0' encoding='iso-8859-15'?>"}
	rounds, kept := 4000, 0
	for range rounds {
		d := docs[r.IntN(len(docs))]
		if len(d) > 4000 {
			d = d[:4000]
		}
		m := bytes.Clone(d)
		for range 1 + r.IntN(2) {
			at := r.IntN(len(m))
			switch r.IntN(4) {
			case 0:
				m = append(m[:at:at], m[min(len(m), at+1+r.IntN(4)):]...)
			case 1:
				m = append(m[:at:at], append([]byte(pieces[r.IntN(len(pieces))]), m[at:]...)...)
			case 2:
				m[at] = byte(r.Uint32())
			default:
				to := min(len(m), at+1+r.IntN(40))
				m = append(m[:to:to], append(bytes.Clone(m[at:to]), m[to:]...)...)
			}
			if len(m) == 0 {
				m = []byte(" ")
			}
		}
		if a, _ := held(t, m, 1+r.IntN(200)); a {
			kept++
		}
	}
	if kept == 0 {
		t.Error("no mutant is accepted: they prove nothing")
	}
}

func FuzzAcceptXML(f *testing.F) {
	for _, s := range []string{"<a/>", "<?xml version='1.0'?><a b=\"&lt;\"><![CDATA[x]]>]]</a>", "\ufeff<a><!-- --></a>", "<a>&#xE4;</a>",
		"<a:b c:d='x'/>",
		"<!DOCTYPE a [<!ELEMENT a (b)><!-- c --><!ATTLIST a x CDATA 'y'>] ><a/>",
		"<?xml version='1.0' encoding='iso-8859-15'?><a>\xa4</a>"} {
		f.Add([]byte(s), 3)
	}
	f.Fuzz(func(t *testing.T, doc []byte, piece int) { held(t, doc, piece) })
}

func BenchmarkAcceptXML(b *testing.B) {
	docs := xmlCorpus(b, 1<<20)
	n := 0
	for _, d := range docs {
		n += len(d)
	}
	b.SetBytes(int64(n))
	for b.Loop() {
		for _, d := range docs {
			xmlwalk.Accepts(d)
		}
	}
}

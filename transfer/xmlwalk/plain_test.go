package xmlwalk

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

// tokensOf reads all tokens; the last error is told beside them.
func tokensOf(r xml.TokenReader) (all []xml.Token, err error) {
	for {
		t, err := r.Token()
		if err != nil {
			return all, err
		}
		all = append(all, xml.CopyToken(t))
	}
}

// same holds the tokens of a plain document against those of encoding/xml.
func same(t testing.TB, doc []byte) (taken bool) {
	t.Helper()
	p, taken := plainTokens(doc)
	if !taken {
		return false
	}
	got, err := tokensOf(p)
	if !errors.Is(err, io.EOF) {
		t.Errorf("ends with %v: %.200q", err, doc)
	}
	want, err := tokensOf(xml.NewDecoder(bytes.NewReader(doc)))
	if !errors.Is(err, io.EOF) {
		t.Errorf("encoding/xml ends with %v: %.200q", err, doc)
	}
	if d := cmp.Diff(want, got, cmp.Transformer("empty", func(b []byte) string { return string(b) }),
		cmp.Transformer("attrs", func(a []xml.Attr) []xml.Attr { return append([]xml.Attr{}, a...) })); d != "" {
		t.Errorf("tokens (-want +got) %.2000s: %.400q", d, doc)
	}
	return true
}

func TestPlain(t *testing.T) {
	for name, tt := range map[string]struct {
		doc  string
		want bool
	}{
		"root only":       {"<a/>", true},
		"declaration":     {"<?xml version=\"1.0\" encoding='UTF-8'?>\n<a>1</a>\n", true},
		"everything":      {"<!-- c --><?pi x y?><?pj?><a b=\"&lt;'x'\" c:d='\"' ><![CDATA[<&\r\n]]>]] &#xE4;&amp;&#13;<e /> </a > ", true},
		"line ends":       {"<a b='1\r\n2\r3'>x\r\ny\rz</a>", true},
		"namespaces":      {`<a xmlns="u:1" xmlns:p="u:2" p:x="1" y="2" xml:lang="de"><p:b xmlns:p="u:3"><p:c/></p:b><p:d/><q:e/></a>`, true},
		"namespace twice": {`<a xmlns:p="u:1"><b xmlns:p="u:2" xmlns="u:3"><p:c xmlns:p="u:4"/><p:d/></b><p:e/></a>`, true},
		"no namespace":    {`<a xmlns="u:1"><b xmlns=""><c/></b><d xmlns:x=""><x:e/></d></a>`, true},
		"prefix xmlns":    {`<a xmlns:xmlns="u:1"><xmlns:b/></a>`, true},
		"umlauts":         {"<a b=\"ä€\">Grüße 😀</a>", true},
		"byte order mark": {"\ufeff<a/>", false},
		"other charset":   {"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe4</a>", false},
		"document type":   {"<!DOCTYPE a><a/>", false},
		"not closed":      {"<a><b></a>", false},
		"nothing":         {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := same(t, []byte(tt.doc)); got != tt.want {
				t.Errorf("taken %v, want %v", got, tt.want)
			}
		})
	}
}

// TestPlain_Walk: walks, values and lines are those of a stream.
func TestPlain_Walk(t *testing.T) {
	doc := "<a xmlns=\"u:1\">\n<b c=\" 1 \"> zwei </b>\n<d><e/>Rest</d></a>"
	for _, r := range []io.Reader{strings.NewReader(doc), bytes.NewBufferString(doc)} {
		w := New(r, Limits{})
		var got []string
		root, err := w.Root()
		if err != nil || root.Name.Space != "u:1" {
			t.Fatal(root, err)
		}
		err = w.Children(func(el xml.StartElement) error {
			text, err := w.Text()
			got = append(got, el.Name.Local+Attr(el, "c")+"="+text)
			return err
		})
		if d := cmp.Diff([]string{"b1=zwei", "d=Rest"}, got); err != nil || d != "" || w.End() != nil || w.Line() != 3 {
			t.Errorf("%T: %v %s %d", r, err, d, w.Line())
		}
	}
	deep := strings.Repeat("<brief>", 300) + strings.Repeat("</brief>", 300)
	if err := Read(bytes.NewBufferString(deep), 1<<20, nil, new(letter)); !errors.Is(err, ErrLimit) {
		t.Errorf("too deep: %v", err)
	}
	var l letter
	if err := Read(bytes.NewBufferString("<brief tag=\"1\"><text>Grüße</text></brief>"), 100, nil, &l); err != nil || l.Text != "Grüße" {
		t.Errorf("%+v %v", l, err)
	}
	if err := Read(bytes.NewBufferString("<brief><text>zu lang</text></brief>"), 10, nil, &l); err == nil {
		t.Error("longer than it may be, and read")
	}
}

func TestPlain_Corpus(t *testing.T) {
	taken := 0
	seeds := samples.Seeds(t, 200, samples.Named(".xml"), "ead-ddb", "beispiele")
	for _, doc := range seeds {
		if same(t, doc) {
			taken++
		}
	}
	if taken == 0 && len(seeds) > 0 {
		t.Errorf("none of %d is plain", len(seeds))
	}
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{"<a/>", "<?xml version='1.0'?><a b=\"&lt;\"><![CDATA[x]]>]]</a>", "<a:b xmlns:a='u' c:d='x\r\n'/>",
		"<a xmlns='u'><b xmlns=''/>\r</a>", "<?p?><a><!----><?xmlx y?></a>"} {
		f.Add([]byte(s))
	}
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, doc []byte) { same(t, doc) })
}

package xmlwalk

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

type letter struct {
	XMLName xml.Name `xml:"brief"`
	Day     string   `xml:"tag,attr"`
	Text    string   `xml:"text"`
}

func TestRead(t *testing.T) {
	for name, tt := range map[string]struct {
		in      string
		size    int64
		charset Charset
		want    string
		err     error
	}{
		"as written":      {"<brief tag=\"1\"><text>Grüße</text></brief>", 100, nil, "Grüße", nil},
		"doctype":         {"<!DOCTYPE brief [<!ENTITY e \"x\">]><brief><text>&e;</text></brief>", 100, nil, "", ErrDoctype},
		"too deep":        {strings.Repeat("<brief>", 300), 1 << 20, nil, "", ErrLimit},
		"too large":       {"<brief><text>eins</text></brief>" + strings.Repeat(" ", 100), 32, nil, "", ErrLimit},
		"cut at the size": {"<brief><text>" + strings.Repeat("x", 100) + "</text></brief>", 50, nil, "", io.ErrUnexpectedEOF},
		"latin": {"<?xml version=\"1.0\" encoding=\"ISO-8859-15\"?><brief><text>\xa4 Gr\xfc\xdfe</text></brief>", 100, Latin,
			"€ Grüße", nil},
		"unknown charset": {"<?xml version=\"1.0\" encoding=\"EBCDIC\"?><brief/>", 100, Latin, "", nil},
		"only utf-8":      {"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><brief/>", 100, nil, "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got letter
			err := Read(strings.NewReader(tt.in), tt.size, tt.charset, &got)
			switch {
			case tt.want != "":
				if err != nil || got.Text != tt.want {
					t.Errorf("%q, %v", got.Text, err)
				}
			case err == nil:
				t.Errorf("read %+v", got)
			case tt.err != nil && !errors.Is(err, tt.err) && !strings.Contains(err.Error(), "EOF"):
				t.Errorf("got %v, want %v", err, tt.err)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	var b strings.Builder
	if err := Write(&b, letter{Day: "1", Text: "a & b"}); err != nil {
		t.Fatal(err)
	}
	want := xml.Header + "<brief tag=\"1\">\n <text>a &amp; b</text>\n</brief>\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Error(diff)
	}
	if err := Write(&b, make(chan int)); err == nil {
		t.Error("a channel was written")
	}
}

func TestMoment(t *testing.T) {
	for in, want := range map[string]string{"2026-11-03T08:30:00+01:00": "2026-11-03T07:30:00Z",
		" 2026-11-03T08:30:00 ": "2026-11-03T08:30:00Z", "2026-11-03": "2026-11-03T00:00:00Z", "3.11.2026": "", "": ""} {
		got, ok := Moment(in)
		if ok != (want != "") || ok && got.UTC().Format(time.RFC3339) != want {
			t.Errorf("%q: %v %v", in, got, ok)
		}
	}
}

func TestRootOf(t *testing.T) {
	for in, want := range map[string]string{"<?xml version=\"1.0\"?><!-- x --><a xmlns=\"urn:b\">": "urn:b a", "<!DOCTYPE a []><a/>": " a",
		"": "", "kein XML": "", "<a": "",
		"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a/>": " a", "<?xml version=\"1.0\" encoding=\"EBCDIC\"?><a/>": ""} {
		root, ok := RootOf(strings.NewReader(in), Latin)
		if got := root.Name.Space + " " + root.Name.Local; ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q %v", in, got, ok)
		}
	}
}

func TestLeaves(t *testing.T) {
	for name, tt := range map[string]struct {
		in   string
		most int
		want []string
	}{
		"leaves and attributes": {"<a b=\" 1 \"><c>zwei</c><d><e/>Rest</d></a>", 9, []string{"a/@b=1", "a/c=zwei", "a/d/e="}},
		"enough":                {"<a><b>1</b><c>2</c></a>", 1, []string{"a/b=1"}},
		"enough attributes":     {"<a b=\"1\" c=\"2\"/>", 1, []string{"a/@b=1"}},
		"not well-formed":       {"<a><b>1</b><c>", 9, []string{"a/b=1"}},
		"doctype is not used":   {"<!DOCTYPE a [<!ENTITY e \"x\">]><a><b>1</b><c>&e;</c></a>", 9, []string{"a/b=1"}},
		"too deep":              {strings.Repeat("<a>", 500), 9, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			Leaves(strings.NewReader(tt.in), Anything, func(l Leaf) bool {
				at := strings.Join(l.Path, "/")
				if l.Attribute {
					at = strings.TrimSuffix(at, l.Name()) + "@" + l.Name()
				}
				got = append(got, at+"="+l.Value)
				return len(got) < tt.most
			})
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// No document stops the peek or makes it keep more than it may.
func FuzzLeaves(f *testing.F) {
	f.Add("<a b='1'><c>x</c></a>")
	f.Add("</a>")
	f.Add("<?xml version='1.0' encoding='iso-8859-1'?><a>\xe4</a>")
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, in string) {
		Leaves(strings.NewReader(in), Latin, func(l Leaf) bool {
			if len(l.Path) == 0 || len(l.Path) > maxLeafDepth+1 {
				t.Errorf("path %q", l.Path)
			}
			return true
		})
	})
}

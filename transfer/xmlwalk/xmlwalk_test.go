package xmlwalk

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

// outline gives the elements of a document as indented names with their text.
func outline(text string, lim Limits) (string, error) {
	w := New(strings.NewReader(text), lim)
	root, err := w.Root()
	if err != nil {
		return "", err
	}
	b := strings.Builder{}
	b.WriteString(root.Name.Local)
	err = w.Children(func(el xml.StartElement) error {
		b.WriteString(" " + el.Name.Local)
		switch el.Name.Local {
		case "t":
			s, err := w.Text()
			b.WriteString("=" + s + "@" + Attr(el, "id"))
			return err
		case "g":
			return w.Children(func(el xml.StartElement) error {
				b.WriteString(" /" + el.Name.Local)
				return nil
			})
		}
		return nil
	})
	if err != nil {
		return b.String(), err
	}
	return b.String(), w.End()
}

func TestWalk(t *testing.T) {
	got, err := outline(`<?xml version="1.0" encoding="ISO-8859-1"?><r><t id="1"> K`+"\xf6"+
		`ln <b>fett</b></t><g><x><y/></x><z/></g><skip><t>nein</t></skip><t/></r>`, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("r t=Köln@1 g /x /z skip t=@", got); diff != "" {
		t.Error(diff)
	}
}

func TestWalk_Refuses(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want error
	}{
		"doctype":  {`<!DOCTYPE r [<!ENTITY a "b">]><r/>`, ErrDoctype},
		"depth":    {"<r>" + strings.Repeat("<a>", 20) + strings.Repeat("</a>", 20) + "</r>", ErrLimit},
		"elements": {"<r>" + strings.Repeat("<a/>", 200) + "</r>", ErrLimit},
		"text":     {"<r><t>" + strings.Repeat("x", 200) + "</t></r>", ErrLimit},
	} {
		if _, err := outline(tt.text, Limits{Depth: 10, Elements: 100, Text: 100}); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, text := range []string{"", "<r>", "<r><t>", "<r/>x<", "<r></s>", "<r>&eigene;</r>"} {
		if _, err := outline(text, Limits{}); err == nil {
			t.Errorf("%q is accepted", text)
		}
	}
}

func FuzzWalk(f *testing.F) {
	for _, s := range []string{"<r><t>a</t></r>", "<r><g><x/></g></r>", "<!DOCTYPE r><r/>", `<?xml version="1.0" encoding="UTF-16"?><r/>`} {
		f.Add(s)
	}
	for _, data := range samples.Seeds(f, 4, samples.Named(".xml"), "ead-ddb", "beispiele") {
		f.Add(string(data))
	}
	for _, data := range samples.Seeds(f, 6, samples.Named("METS.xml", "premis.xml"), "eark") {
		f.Add(string(data))
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := outline(text, Limits{Depth: 50, Elements: 1000})
		if err == nil && got == "" {
			t.Error("accepted without a root")
		}
	})
}

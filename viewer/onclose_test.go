package viewer_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"testing"

	"laufzettel/viewer"
	"laufzettel/viewer/mail"
	"laufzettel/viewer/office"
	"laufzettel/viewer/text"
)

// What a document can do it can do when its owner is told of the closing too.
func TestOnCloseKeepsAbilities(t *testing.T) {
	o := viewer.NewOpener(mail.Reader{}, office.Reader{}, text.Reader{})
	for name, content := range map[string]string{"a.txt": "x", "a.csv": "a;b\n1;2\n", "a.eml": "Subject: x\r\n\r\ny", "a.dwg": "z",
		"a.docx": officeFile(t)} {
		doc, err := o.Open(t.Context(), source(name, content))
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		got := viewer.OnClose(doc, func() { n++ })
		if abilities(got) != abilities(doc) || got.Info().Kind != doc.Info().Kind {
			t.Errorf("%s: %v, want %v", name, abilities(got), abilities(doc))
		}
		_ = got.Close()
		_ = got.Close()
		if n != 1 {
			t.Errorf("%s: owner told %d times", name, n)
		}
	}
}

func officeFile(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create("word/document.xml")
	if err == nil {
		_, err = w.Write([]byte("<d><p><t>x</t></p></d>"))
	}
	if err := errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func abilities(d viewer.Document) [9]bool {
	var a [9]bool
	_, a[0] = d.(viewer.Pager)
	_, a[1] = d.(viewer.Texter)
	_, a[2] = d.(viewer.Searcher)
	_, a[3] = d.(viewer.Outliner)
	_, a[4] = d.(viewer.Liner)
	_, a[5] = d.(viewer.Tabler)
	_, a[6] = d.(viewer.Container)
	_, a[7] = d.(viewer.Selector)
	_, a[8] = d.(viewer.Structurer)
	return a
}

package viewer_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	"laufzettel/viewer"
)

type reader struct {
	ext  string
	open func() (viewer.Document, error)
}

func (r reader) Reads(src viewer.Source, _ []byte) bool { return src.Ext() == r.ext }
func (r reader) Open(context.Context, viewer.Source) (viewer.Document, error) {
	return r.open()
}

func source(name, content string) viewer.Source {
	return viewer.Source{Name: name, Content: bytes.NewReader([]byte(content)), Size: int64(len(content))}
}

func TestOpenPicksTheFirstReader(t *testing.T) {
	told := errors.New("told")
	o := viewer.NewOpener(
		reader{".a", func() (viewer.Document, error) { return nil, told }},
		reader{".b", func() (viewer.Document, error) { panic("parser fault") }},
	)
	if _, err := o.Open(t.Context(), source("x/Y.A", "1")); !errors.Is(err, told) {
		t.Errorf("error = %v, want that of the reader", err)
	}
	_, err := o.Open(t.Context(), source("y.b", "1"))
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "beschädigt") {
		t.Errorf("panic ended as %v (hint %q)", err, failure.HintOf(err).In("de"))
	}
	doc, err := o.Open(t.Context(), source("plan.dwg", "AC10"))
	if err != nil || doc.Info().Kind != viewer.Outside || len(doc.Info().Notes) == 0 {
		t.Errorf("unknown format: %v, %v; want an Outside document with a note", doc, err)
	}
	if _, err := o.Open(t.Context(), source("leer.a", "")); !failure.Explained(err) {
		t.Errorf("empty file: error %v has no sentence", err)
	}
	if o.Shows(source("plan.dwg", "AC10"), nil) || !o.Shows(source("a.a", "1"), nil) {
		t.Error("Shows does not follow the readers")
	}
}

// mute is a reader whose files hold no words where they begin with "0".
type mute struct{ reader }

func (mute) Wordless(_ viewer.Source, head []byte) bool { return bytes.HasPrefix(head, []byte("0")) }

func TestOpener_Words(t *testing.T) {
	o := viewer.NewOpener(mute{reader{ext: ".bild"}}, reader{ext: ".text"}, reader{ext: ".bild"})
	for _, tt := range []struct {
		name, head string
		want       bool
	}{{"a.bild", "0", false}, {"a.bild", "1", true}, {"a.text", "0", true}, {"a.dwg", "0", false}} {
		if got := o.Words(source(tt.name, tt.head), []byte(tt.head)); got != tt.want {
			t.Errorf("Words(%s, %q) = %v, want %v", tt.name, tt.head, got, tt.want)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int64]string{0: "0 B", 1023: "1023 B", 1536: "1,5 KB", 19_293_798: "18,4 MB", 5 << 30: "5,0 GB"} {
		if got := viewer.Bytes(n); got != want {
			t.Errorf("Bytes(%d) = %q, want %q", n, got, want)
		}
	}
}

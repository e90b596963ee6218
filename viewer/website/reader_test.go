package website

import (
	"bytes"
	"context"
	"io"
	"strings"
	"testing"

	"laufzettel/transfer/failure"
	web "laufzettel/transfer/kinds/website"
	"laufzettel/viewer"
	"laufzettel/viewer/text"
)

func reader() Reader {
	inner := viewer.NewOpener(text.Reader{})
	return Reader{Inner: func(ctx context.Context, src viewer.Source) (viewer.Document, error) { return inner.Open(ctx, src) }}
}

func fileOf(t *testing.T, kind, name string) viewer.Source {
	t.Helper()
	rc, err := sample(t, kind).Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(rc)
	if err != nil {
		t.Fatal(err)
	}
	return viewer.Source{Name: name, Content: bytes.NewReader(data), Size: int64(len(data))}
}

func TestReader(t *testing.T) {
	for name, tt := range map[string]struct {
		src  viewer.Source
		rows int
		full string
	}{
		"warc": {fileOf(t, web.NameWARC, "crawl-001.warc.gz"), 10, "Mühlwehr"},
		"iso":  {fileOf(t, web.Name, "web.iso"), 12, ""},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := viewer.NewOpener(reader()).Open(t.Context(), tt.src)
			if err != nil {
				t.Fatal(err)
			}
			defer doc.Close()
			rows := doc.(viewer.Tabler)
			if rows.Rows() != tt.rows || len(rows.Row(0)) != len(rows.Columns()) || rows.Row(-1) != nil {
				t.Errorf("%d rows, first %v", rows.Rows(), rows.Row(0))
			}
			full, err := viewer.FullText(t.Context(), doc, 1<<20)
			if err != nil || !strings.Contains(full, tt.full) {
				t.Errorf("text %.200q, %v", full, err)
			}
			for i := range rows.Rows() {
				if !strings.Contains(rows.Row(i)[0], "bau.html") {
					continue
				}
				title, below, err := doc.(viewer.Deeper).Below(t.Context(), i, 0)
				if err != nil {
					t.Fatal(err)
				}
				page, err := viewer.FullText(t.Context(), below, 1<<20)
				if err != nil || !strings.Contains(page, "Bebauungspläne") || !strings.Contains(title, "bau.html") {
					t.Errorf("%s: %q %v", title, page, err)
				}
				return
			}
			t.Error("the page of the office is not in the table")
		})
	}
}

func TestReader_DamagedIsRefused(t *testing.T) {
	for _, name := range []string{"a.warc", "a.iso", "a.wacz", "a.arc"} {
		data := map[string]string{"a.warc": "WARC/1.0\r\nkaputt", "a.iso": strings.Repeat("x", 50_000), "a.wacz": "PK\x03\x04kaputt",
			"a.arc": "filedesc:kaputt"}[name]
		src := viewer.Source{Name: name, Content: strings.NewReader(data), Size: int64(len(data))}
		if _, err := viewer.NewOpener(reader()).Open(t.Context(), src); failure.KindOf(err) != failure.Refused || !failure.Explained(err) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

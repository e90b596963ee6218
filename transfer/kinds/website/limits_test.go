package website

import (
	"bytes"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"laufzettel/transfer/vocab"
)

func TestWalk_Limits(t *testing.T) {
	for name, text := range map[string]string{
		"too many lines": "WARC/1.1\r\n" + strings.Repeat("X-Y: z\r\n", maxHeaderLines+10),
		"too long a header": "WARC/1.1\r\n" + strings.Repeat("X-Y: "+strings.Repeat("z", maxHeaderLine/2)+"\r\n",
			2*maxHeaderBytes/(maxHeaderLine/2)),
	} {
		var told []Trouble
		w := Walker{Tell: func(x Trouble) { told = append(told, x) }}
		if err := w.Walk(t.Context(), strings.NewReader(text)); err != nil || len(told) != 1 || told[0].Kind != BadSyntax ||
			fmt.Sprint(told[0].Expected) != "Kopf von üblicher Länge" {
			t.Errorf("%s: %v %+v", name, err, told)
		}
	}
}

func TestLimits_Lines(t *testing.T) {
	long := strings.Repeat("x", maxLogLine+1)
	if err := ReadFetched(strings.NewReader(long), func(Fetched) error { return nil }); err == nil {
		t.Error("an endless line of new.txt was read")
	}
	if l, ok, err := ReadCrawlLog(strings.NewReader(long)); ok || l.Complete || err != nil {
		t.Errorf("an endless line was taken for a log: %+v %v", l, err)
	}
	text := `<Webbereich xmlns="urn:laufzettel:schema:website:1.0" version="1.0"><Behoerde><Name>A</Name></Behoerde>` +
		strings.Repeat(`<Angabe nr="1" typ="LOG" schritt="1" name="ID">x</Angabe>`, maxStatements+1) + `</Webbereich>`
	if _, err := ReadDescription(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "zu groß") {
		t.Error(err)
	}
	p, err := ScanPage(strings.NewReader(strings.Repeat("<a href=x>", maxLinks+10)))
	if err != nil || len(p.Links) != maxLinks {
		t.Errorf("%d links, %v", len(p.Links), err)
	}
}

// A folder that is nested deeper than is read is refused, not passed over.
func TestOpenISO_TooDeep(t *testing.T) {
	var b bytes.Buffer
	deep := strings.Repeat("a/", maxISODepth+2) + "b.html"
	if err := WriteISO(t.Context(), &b, vocab.NewTree("crawl", map[string][]byte{deep: []byte("x")}), "", "x", isoClock); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenISO(filepath.Base("x.iso"), bytes.NewReader(b.Bytes()), int64(b.Len())); err == nil ||
		!strings.Contains(err.Error(), "Ordner zu tief oder zu groß") {
		t.Error(err)
	}
}

package xdomea

import (
	"bytes"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"laufzettel/transfer/record"
	corpora "laufzettel/transfer/samples"
)

// bigMessage streams a 0503 with cases of ten documents each, so that neither
// the test nor the benchmark holds the text in memory.
func bigMessage(cases int) io.Reader {
	whole := bytes.Buffer{}
	doc := func(n int) *record.Object {
		return &record.Object{ID: uid(n), Kind: record.Document, Number: "1", Reference: fmt.Sprintf("12-4711/%d", n),
			Subject: fmt.Sprintf("Schreiben Nummer %d an die Behoerde", n),
			Date:    "2011-02-12", Retention: record.Retention{Years: -1},
			Versions: []record.Version{{Number: "1", Renditions: []record.Rendition{{FormatCode: "044", FormatVersion: "2b",
				File: record.PrimaryFile{Name: uid(n) + "_Antrag.pdf"}}}}}}
	}
	c := &record.Object{ID: uid(0), Kind: record.Case, Reference: "12-4711", Subject: "Vorgang", Retention: record.Retention{Years: -1}}
	for i := range 10 {
		c.Add(doc(i))
	}
	if err := WriteTransfer(&whole, testDraft("3.0.0"), []*record.Object{c}); err != nil {
		panic(err)
	}
	text := whole.String()
	from, to := strings.Index(text, "  <xdomea:Schriftgutobjekt>"), strings.Index(text, "</xdomea:Aussonderung")
	unit, n := text[from:to], 0
	pr, pw := io.Pipe()
	go func() {
		_, _ = io.WriteString(pw, text[:from])
		for range cases {
			part := strings.ReplaceAll(unit, "00000000-0000-4000-8000-", fmt.Sprintf("00000000-0000-4000-%04x-", n&0xffff))
			part = strings.ReplaceAll(part, "Schreiben Nummer", fmt.Sprintf("Schreiben %d.", n))
			n++
			if _, err := io.WriteString(pw, part); err != nil {
				return
			}
		}
		_, _ = io.WriteString(pw, text[to:])
		pw.Close()
	}()
	return pr
}

// A message with 100,000 objects stays within 300 MB (issue 2, point 3).
func TestReadMessage_HundredThousandObjectsStayWithinMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m, findings, err := ReadMessage(bigMessage(9_100))
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	runtime.ReadMemStats(&after)
	// HeapSys is what the heap ever took from the system: the peak, with garbage.
	if peak := after.HeapSys >> 20; peak > 300 {
		t.Errorf("peak heap %d MB, want at most 300", peak)
	}
	c := record.Count(m.Objects)
	if c.Cases != 9_100 || c.Documents != 91_000 || c.Files != 91_000 {
		t.Errorf("counts %+v", c)
	}
	t.Logf("heap in use %d MB, taken from the system %d MB", (after.HeapAlloc-before.HeapAlloc)>>20, after.HeapSys>>20)
	runtime.KeepAlive(m)
}

func BenchmarkReadMessage(b *testing.B) {
	for _, cases := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprint(cases*11), func(b *testing.B) {
			for b.Loop() {
				if m, _, err := ReadMessage(bigMessage(cases)); err != nil || m == nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*cases*11), "µs/object")
		})
	}
}

func FuzzReadMessage(f *testing.F) {
	for _, number := range []string{"2.4.0", "3.1.0", "4.0.0"} {
		for _, b := range written(f, number) {
			f.Add(b)
		}
	}
	f.Add([]byte("<!DOCTYPE a>"))
	f.Add([]byte(`<Aussonderung.Aussonderung.0503 xmlns="urn:xoev-de:xdomea:schema:2.1.0"><BewertetesObjekt><ID/></BewertetesObjekt>`))
	for _, data := range corpora.Seeds(f, 10, corpora.Named(".xml"), "xdomea", "beispiele") {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		m, findings, err := ReadMessage(bytes.NewReader(b))
		if err != nil {
			t.Fatalf("a reader in memory does not fail: %v", err)
		}
		if m == nil {
			if len(findings) == 0 {
				t.Fatal("unreadable without a finding")
			}
			return
		}
		n := 0
		for o := range record.All(m.Objects) {
			if n++; n > len(b) {
				t.Fatal("more objects than bytes")
			}
			for f := range o.Files() {
				if !plainName(f.Name) && strings.HasPrefix(manifest(m, "m.xml").Listed[0].Path, "..") {
					t.Fatal("path outside of the root")
				}
			}
		}
		for _, l := range manifest(m, "m.xml").Listed {
			if strings.Contains(l.Path, "..") && strings.Contains(l.Path, "/") {
				t.Fatalf("listed path %q leaves the root", l.Path)
			}
		}
		// A message that was read can be trimmed to each of its objects.
		for o := range record.All(m.Objects) {
			if o.ID == "" {
				continue
			}
			if out, err := Trim(b, o.ID); err == nil && len(out) == 0 {
				t.Fatal("empty trim")
			}
			break
		}
	})
}

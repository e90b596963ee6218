package layout_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"

	"laufzettel/transfer/container"
	"laufzettel/transfer/layout"
	"laufzettel/transfer/vocab"
)

// grown is a sample of one file that is written while it is read; it counts what is read.
type grown struct {
	container.Tree
	head, tail string
	record     func(i int) string
	records    int
	read       int64
}

func (g *grown) Open(context.Context, string) (io.ReadCloser, error) {
	return io.NopCloser(&growing{g: g, rest: []byte(g.head)}), nil
}

type growing struct {
	g    *grown
	i    int
	rest []byte
	done bool
}

func (r *growing) Read(p []byte) (int, error) {
	for len(r.rest) == 0 {
		switch {
		case r.i < r.g.records:
			r.rest = []byte(r.g.record(r.i))
			r.i++
		case !r.done:
			r.rest, r.done = []byte(r.g.tail), true
		default:
			return 0, io.EOF
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	r.g.read += int64(n)
	return n, nil
}

// heap is what is held now.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// A sample is read as a stream, whatever its size: ten times the records hold no more
// memory, and every byte is read once by the survey and once by the layout.
func TestApply_HoldsNoMoreOfALargerSample(t *testing.T) {
	statements := `"number":{"path":"nr"},"name":{"path":"name"},` + fixed
	for kind, tt := range map[string]struct {
		each, head, tail string
		record           func(i int) string
	}{
		"xml": {`"each":"/l/f",`, "<l>", "</l>", func(i int) string {
			return fmt.Sprintf("<f><nr>%d</nr><name>Firma %d</name><mehr>%s</mehr></f>\n", i, i, strings.Repeat("x", 60))
		}},
		"csv": {"", "nr;name;mehr\n", "", func(i int) string {
			return fmt.Sprintf("%d;Firma %d;%s\n", i, i, strings.Repeat("x", 60))
		}},
		"json": {`"each":"/l",`, `{"l":[`, "]}", func(i int) string {
			return fmt.Sprintf("%s{\"nr\":%d,\"name\":\"Firma %d\",\"mehr\":%q}\n", map[bool]string{true: ","}[i > 0], i, i,
				strings.Repeat("x", 60))
		}},
	} {
		t.Run(kind, func(t *testing.T) {
			l, err := layout.Read(strings.NewReader(company(`{"name":"x","file":"a.`+kind+`","type":"`+kind+`"}`, tt.each, statements, "")))
			if err != nil {
				t.Fatal(err)
			}
			var held [2]int64
			for k, records := range []int{5_000, 50_000} {
				g := &grown{Tree: vocab.NewTree("probe", map[string][]byte{"a." + kind: bytes.Repeat([]byte("x"), 10)}),
					head: tt.head, tail: tt.tail, record: tt.record, records: records}
				before, n := heap(), 0
				_, err := l.Apply(t.Context(), g, func(r *layout.Record) error {
					if r.Group == "company" {
						if n++; n%(records/5) == 0 {
							held[k] = max(held[k], heap()-before)
						}
					}
					return nil
				})
				size := int64(len(tt.head) + len(tt.tail))
				for i := range records {
					size += int64(len(tt.record(i)))
				}
				if err != nil || n != records || g.read != size {
					t.Fatalf("%d of %d records, %d of %d bytes read, %v", n, records, g.read, size, err)
				}
				g.read = 0
				s, err := layout.Look(t.Context(), g)
				if err != nil || len(s.Files) != 1 || g.read != size {
					t.Fatalf("survey: %d of %d bytes read, %v", g.read, size, err)
				}
			}
			if held[1] > held[0]+1<<20 {
				t.Errorf("%d bytes held of the larger sample, %d of the smaller", held[1], held[0])
			}
		})
	}
}

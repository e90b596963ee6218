package pdfa

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"

	"laufzettel/transfer/check"
	"laufzettel/transfer/pdf"
)

// manyObjects writes a conforming file of part 2 with n objects in use. Packed, all
// but the streams lie in object streams of 200 and the references in a
// cross-reference stream. Objects from 8 on are small and referred to by nobody;
// the last one is what is given.
func manyObjects(n int, packed bool, last string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n")
	fixed := doc{flavour: "2b"}.parts()
	text := func(num int) string {
		switch {
		case num < 8:
			return fixed[num]
		case num == n && last != "":
			return last
		}
		return fmt.Sprintf("<< /N %d >>", num)
	}
	if !packed {
		writeTable(&b, n, text)
	} else {
		writePacked(&b, n, text)
	}
	return b.Bytes()
}

func writeTable(b *bytes.Buffer, n int, text func(int) string) {
	offsets := make([]int, n+1)
	for num := 1; num <= n; num++ {
		offsets[num] = b.Len()
		fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", num, text(num))
	}
	xref := b.Len()
	fmt.Fprintf(b, "xref\n0 %d\n0000000000 65535 f \n", n+1)
	for num := 1; num <= n; num++ {
		fmt.Fprintf(b, "%010d 00000 n \n", offsets[num])
	}
	fmt.Fprintf(b, "trailer\n<< /Size %d /Root 1 0 R /ID [<01> <01>] >>\nstartxref\n%d\n%%%%EOF\n", n+1, xref)
}

// writePacked counts the object streams and the cross-reference stream among n.
func writePacked(b *bytes.Buffer, n int, text func(int) string) {
	const perStream = 200
	rows := make([]byte, 0, (n+1)*9)
	row := func(kind byte, x, y int) {
		rows = append(rows, kind, byte(x>>24), byte(x>>16), byte(x>>8), byte(x), byte(y>>8), byte(y))
	}
	row(0, 0, 65535)
	offsets := map[int]int{}
	places := make([][2]int, n+1)
	own := func(num int, s string) {
		offsets[num] = b.Len()
		fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\n", num, s)
	}
	var group []int
	next := n - 1 // object streams are numbered from the end, below the cross-reference
	flush := func() {
		var head, body strings.Builder
		for i, num := range group {
			fmt.Fprintf(&head, "%d %d ", num, body.Len())
			body.WriteString(text(num) + " ")
			places[num] = [2]int{next, i}
		}
		own(next, stream(fmt.Sprintf("/Type /ObjStm /N %d /First %d", len(group), head.Len()), head.String()+body.String()))
		next, group = next-1, group[:0]
	}
	for num := 1; num <= next; num++ {
		if strings.Contains(text(num), "stream") {
			own(num, text(num))
			continue
		}
		if group = append(group, num); len(group) == perStream || num == next-1 {
			flush()
		}
	}
	xref := b.Len()
	for num := 1; num < n; num++ {
		if off, ok := offsets[num]; ok {
			row(1, off, 0)
		} else {
			row(2, places[num][0], places[num][1])
		}
	}
	row(1, xref, 0)
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	_, _ = w.Write(rows)
	_ = w.Close()
	entries := fmt.Sprintf("/Type /XRef /Filter /FlateDecode /W [1 4 2] /Size %d /Root 1 0 R /ID [<01> <01>]", n+1)
	fmt.Fprintf(b, "%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n", n, stream(entries, z.String()), xref)
}

// counted gives options with a budget that shows what was parsed.
func counted(objects int) (Options, *pdf.Budget) {
	lim := DefaultLimits()
	lim.Budget = lim.NewBudget()
	return Options{Limits: &lim, Objects: objects}, lim.Budget
}

// A PDF of 10⁶ objects is told as looked at in part, and costs little (S11).
func TestBudget_ManyObjects(t *testing.T) {
	for _, tt := range []struct {
		name   string
		packed bool
	}{{"table", false}, {"stream", true}} {
		t.Run(tt.name, func(t *testing.T) {
			b := manyObjects(1_000_000, tt.packed, "")
			o, budget := counted(0)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			r := judgeBytes(t, b, o)
			runtime.ReadMemStats(&after)
			if r.Verdict != NotCheckable || !r.Partial || r.Claim != "2b" || r.Flavour != "2b" || len(r.Clauses) > 0 ||
				!strings.Contains(r.Reason, "sehr viele Objekte") {
				t.Errorf("%s, partial %v, claim %q, %v (%s)", r.Verdict, r.Partial, r.Claim, broken(r), r.Reason)
			}
			if budget.Loaded > 1000 {
				t.Errorf("%d objects parsed", budget.Loaded)
			}
			if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 256 {
				t.Errorf("%d MiB allocated in all", mb)
			} else {
				t.Logf("%d objects parsed, %d MiB allocated in all, %v", budget.Loaded, mb, r.Took)
			}
			got := Findings("a.pdf", r)
			if len(got) != 1 || got[0].Code != "PDF-026" || got[0].Severity != check.Warning ||
				!strings.Contains(got[0].Message, r.Reason) {
				t.Errorf("findings %+v", got)
			}
		})
	}
}

// Up to the limit a file is looked at whole, down to its last object; one object
// more, and it is told as looked at in part.
func TestBudget_Boundary(t *testing.T) {
	const lzw = "<< /Filter /LZWDecode /Length 1 >>\nstream\n\x80\nendstream"
	for _, tt := range []struct {
		name    string
		objects int // of the file
		limit   int // 0: MaxObjects
		packed  bool
		last    string
		want    Verdict
		partial bool
		broken  []string
	}{
		{"at the default", MaxObjects, 0, false, "", NoObstacle, false, nil},
		{"at the default, packed", MaxObjects, 0, true, "", NoObstacle, false, nil},
		{"above the default", MaxObjects + 1, 0, false, "", NotCheckable, true, nil},
		{"above the default, packed", MaxObjects + 1, 0, true, "", NotCheckable, true, nil},
		{"fault in the last object", 1000, 1000, false, lzw, Invalid, false, []string{"6.1.7.2-1"}},
		{"fault in the last object, not reached", 1001, 1000, false, lzw, NotCheckable, true, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			o, budget := counted(tt.limit)
			r := judgeBytes(t, manyObjects(tt.objects, tt.packed, tt.last), o)
			if r.Verdict != tt.want || r.Partial != tt.partial || !slices.Equal(broken(r), tt.broken) || (r.Reason != "") != tt.partial {
				t.Errorf("%s, partial %v, %v (%s)", r.Verdict, r.Partial, broken(r), r.Reason)
			}
			// All but the cross-reference stream, which Open reads by itself; the object
			// streams twice: for what they hold, and for how they are written.
			if whole := budget.Loaded >= tt.objects-1; whole == tt.partial || budget.Loaded > tt.objects+tt.objects/100 {
				t.Errorf("%d of %d objects parsed", budget.Loaded, tt.objects)
			}
		})
	}
}

// What is known to be wrong stays wrong, and the part not looked at is told beside it.
func TestBudget_InvalidAndPartial(t *testing.T) {
	o, _ := counted(3)
	r := judgeBytes(t, doc{packet: packet("2b", "")}.bytes(), Options{Flavour: "1b", Limits: o.Limits, Objects: o.Objects})
	if r.Verdict != Invalid || !r.Partial || !slices.Equal(broken(r), []string{"6.7.11-2"}) {
		t.Fatalf("%s, partial %v, %v", r.Verdict, r.Partial, broken(r))
	}
	var codes []string
	for _, f := range Findings("a.pdf", r) {
		codes = append(codes, f.Code)
	}
	if !slices.Equal(codes, []string{"PDF-026", "PDF-002"}) {
		t.Errorf("findings %v", codes)
	}
}

// dying is a context that has ended after so many questions.
type dying struct {
	context.Context
	left *int
}

func (d dying) Err() error {
	if *d.left <= 0 {
		return context.DeadlineExceeded
	}
	*d.left--
	return nil
}

// Wherever objects, bytes or time run out: a file is never called free of obstacles,
// and no clause is named that is not broken.
func TestBudget_RunsOutAnywhere(t *testing.T) {
	inner := doc{flavour: "2b", content: strings.Repeat("q Q ", 50)}
	faulty := trueType("2b", "(A)", "500", "/Encoding /WinAnsiEncoding")
	faulty.page, faulty.objects[12] = "/Annots [12 0 R]", "<< /Type /Annot /Subtype /Link /F 6 /Rect [0 0 1 1] >>"
	faulty.catalog = "/AcroForm << /NeedAppearances true /Fields [12 0 R] >>"
	for name, d := range map[string]doc{
		"font": trueType("2u", "(A)", "667", "/Encoding /WinAnsiEncoding"),
		"tagged": {flavour: "2a", catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 8 0 R",
			objects: map[int]string{8: "<< /Type /StructTreeRoot /K 9 0 R >>", 9: "<< /Type /StructElem /S /P /P 8 0 R >>"}},
		"embedded": {flavour: "2b", catalog: "/AF 8 0 R",
			objects: map[int]string{8: "<< /Type /Filespec /F (a) /UF (a) /EF << /F 9 0 R >> >>"},
			streams: map[int][2]string{9: {"/Type /EmbeddedFile", string(inner.bytes())}}},
		"associated": {flavour: "3b", catalog: "/AF 8 0 R",
			objects: map[int]string{8: "<< /Type /Filespec /F (a) /UF (a) /AFRelationship /Data /EF << /F 9 0 R >> >>"},
			streams: map[int][2]string{9: {"/Type /EmbeddedFile /Subtype /text#2Fplain", "text"}}},
		"part 4": {flavour: "4"},
		"faulty": faulty,
	} {
		t.Run(name, func(t *testing.T) {
			b := d.bytes()
			whole := judgeBytes(t, b, Options{})
			if whole.Partial || whole.Verdict == NotCheckable || (whole.Verdict == Invalid) != (name == "faulty") {
				t.Fatalf("whole: %s %v (%s)", whole.Verdict, broken(whole), whole.Reason)
			}
			known := broken(whole)
			held := func(what string, n int, r Result) (done bool) {
				for _, c := range broken(r) {
					if !slices.Contains(known, c) {
						t.Errorf("%s %d: %s is not broken", what, n, c)
					}
				}
				if r.Verdict == whole.Verdict && !r.Partial && slices.Equal(broken(r), known) {
					return true
				}
				if r.Verdict != NotCheckable && !(r.Verdict == Invalid && r.Partial) || r.Reason == "" {
					t.Errorf("%s %d: %s, partial %v %q", what, n, r.Verdict, r.Partial, r.Reason)
				}
				return false
			}
			sweep := func(what string, first, step int, run func(n int) Result) {
				for n := first; n < 1<<20; n += step {
					if held(what, n, run(n)) {
						if n == first {
							t.Errorf("%s: never ran out", what)
						}
						return
					}
				}
				t.Errorf("%s: never enough", what)
			}
			limited := func(change func(*pdf.Limits)) Result {
				lim := DefaultLimits()
				change(&lim)
				return judgeBytes(t, b, Options{Limits: &lim})
			}
			sweep("objects", 1, 1, func(n int) Result { return limited(func(l *pdf.Limits) { l.Loads = n }) })
			sweep("bytes", 0, 97, func(n int) Result { return limited(func(l *pdf.Limits) { l.Decoded = int64(n) }) })
			sweep("time", 0, 1, func(n int) Result {
				r, _ := judge(dying{t.Context(), &n}, bytes.NewReader(b), int64(len(b)), Options{}, 0)
				return r
			})
		})
	}
}

// counting counts the bytes read.
type counting struct {
	*bytes.Reader
	n int64
}

func (c *counting) ReadAt(p []byte, off int64) (int, error) {
	n, err := c.Reader.ReadAt(p, off)
	c.n += int64(n)
	return n, err
}

// A file that is not held in memory is read little more than once for each way
// through it, also where the way goes backwards, as it does here.
func TestBudget_ReadOnce(t *testing.T) {
	const n = 20_000
	objects := map[int]string{8: "<< /Type /StructTreeRoot /K 9 0 R >>"}
	var kids strings.Builder
	for num := 10; num < n; num++ {
		objects[num] = fmt.Sprintf("<< /Type /StructElem /S /P /P 9 0 R /Pg 3 0 R /K [%d] /Alt (Ein Bild) >>", num)
		fmt.Fprintf(&kids, "%d 0 R ", num)
	}
	objects[9] = "<< /Type /StructElem /S /Document /P 8 0 R /K [" + kids.String() + "] >>"
	b := doc{flavour: "2a", catalog: "/MarkInfo << /Marked true >> /StructTreeRoot 8 0 R", objects: objects}.bytes()
	lim := DefaultLimits()
	lim.InMemory = 0
	r := &counting{Reader: bytes.NewReader(b)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	res := Check(t.Context(), r, int64(len(b)), Options{Limits: &lim})
	runtime.ReadMemStats(&after)
	if res.Verdict != NoObstacle {
		t.Errorf("%s %v (%s)", res.Verdict, broken(res), res.Reason)
	}
	if size := int64(len(b)); r.n > 4*size {
		t.Errorf("%d bytes read of a file of %d", r.n, size)
	}
	if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 100 {
		t.Errorf("%d MiB allocated", mb)
	}
}

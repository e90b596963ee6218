package child

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
)

func full() answer {
	return answer{spent: true, shape: shapeLetter, info: viewer.Info{Kind: viewer.Message, Format: "E-Mail",
		Facts: []viewer.Fact{{Label: "Von", Value: "Jörg"}}, Notes: []string{"n"}, Partial: true},
		pages: 7, parts: []viewer.Part{{Name: "a.csv", MIME: "text/csv", Size: 8}}, text: "Zeile\nzwei",
		size:    viewer.Size{Width: 300, Height: 400.5},
		hits:    []viewer.Hit{{Page: 3, Context: "c", Rects: []viewer.Rect{{X: .1, Y: .2, W: .3, H: .4}}}},
		outline: []viewer.Heading{{Title: "T", Level: 1, Page: -1}}, rects: []viewer.Rect{{W: 1, H: 1}},
		words: []viewer.Word{{Text: "ä", Rect: viewer.Rect{X: .5, H: .1}, Line: 2}},
		tags: viewer.Structure{Tagged: true, Lang: "de", Rest: "r", Furniture: "1",
			Elements: []viewer.Element{{Role: "TH", Alt: "a", Lang: "en", Scope: "Row", ColSpan: 2, RowSpan: 1,
				Kids: []viewer.Element{{Text: "t", Apart: true}}}, {Role: "P", ColSpan: 1, RowSpan: 1}}}}
}

var unexported = cmp.AllowUnexported(answer{}, request{}, fault{})

func TestAnswer_RoundTrip(t *testing.T) {
	got, err := unpackAnswer(full().pack(), 100)
	if diff := cmp.Diff(full(), got, unexported); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	r := request{id: 3, act: actSelect, doc: 9, name: "ä.pdf", puid: "fmt/95", mime: "application/pdf", size: 5, page: 2, width: 1240,
		rotation: 3, words: "w", most: 4, from: viewer.Point{X: .5}, to: viewer.Point{Y: .25}, part: 6}
	back, err := unpackRequest(r.pack())
	if diff := cmp.Diff(r, back, unexported); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	f := fault{spent: true, stopped: true, kind: failure.Refused, op: "o", hint: wording.Say("h", "v", "w"), text: "t"}
	told, err := unpackFault(f.pack())
	if diff := cmp.Diff(f, told, unexported); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestTimes_EveryAct(t *testing.T) {
	for a, most := range times {
		if most <= 0 {
			t.Errorf("act %d ends before it begins", a)
		}
	}
}

// Nothing a child says passes what was asked for.
func TestAnswer_OutOfBounds(t *testing.T) {
	whole := full().pack()
	for n := range whole {
		if _, err := unpackAnswer(whole[:n], 100); err == nil {
			t.Fatalf("cut at %d of %d is an answer", n, len(whole))
		}
	}
	many := full()
	many.hits = make([]viewer.Hit, viewer.MaxHits+1)
	large := full()
	large.parts[0].Size = 101
	far := full()
	far.pages = maxPages + 1
	odd := full()
	odd.size.Width = math.NaN()
	deep, wide := full(), full()
	for range maxNested + 1 {
		deep.tags.Elements = []viewer.Element{{Role: "Div", Kids: deep.tags.Elements}}
	}
	wide.tags.Elements = make([]viewer.Element, 2*viewer.MaxElements+1)
	for name, a := range map[string]answer{"elements too deep": deep, "too many elements": wide, "too many hits": many,
		"part larger than the file": large, "too many pages": far, "no number": odd} {
		if _, err := unpackAnswer(a.pack(), 100); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	if _, err := unpackAnswer(append(whole, 0), 100); err == nil {
		t.Error("bytes after the answer: taken")
	}
	var head [5]byte
	head[0] = frameAnswer
	binary.BigEndian.PutUint32(head[1:], maxAnswer+1)
	if _, _, err := readFrame(bytes.NewReader(head[:]), mostOf); !errors.Is(err, errFrame) {
		t.Errorf("frame of too many bytes: %v", err)
	}
	if mostOf(frameStart) >= 0 || mostOf(frameRequest) >= 0 {
		t.Error("a child may send what parents send")
	}
	pixels := func(w, h uint32) []byte {
		return binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	}
	for _, size := range [][2]uint32{{0, 1}, {1, 0}, {1 << 31, 1 << 31}, {maxPixels + 1, 1}, {7000, 7000}} {
		if w := (&want{busy: true}); w.begin(pixels(size[0], size[1])) == nil {
			t.Errorf("picture of %v: taken", size)
		}
	}
	w := &want{busy: true}
	if w.rows(make([]byte, 4)) == nil || w.begin(pixels(2, 1)) != nil || w.begin(pixels(2, 1)) == nil || w.rows(make([]byte, 9)) == nil ||
		w.whole() {
		t.Error("rows out of bounds: taken")
	}
	if (&want{}).begin(pixels(1, 1)) == nil || (&want{most: 3}).rows(make([]byte, 4)) == nil {
		t.Error("what nobody asked for: taken")
	}
	if got := plain("a\x1b[31mb\u202ec\x00"); got != "a [31mb c " {
		t.Errorf("%q", got)
	}
}

// What a child says is a sentence of ours with its values, in the language of the person;
// a key or a number of values that is not ours is no sentence.
func TestFault_SaidByTheParent(t *testing.T) {
	for _, tt := range []struct {
		hint   wording.Text
		de, en string
	}{
		{wording.Text{}, "", ""},
		{wording.Say("hint.child.page", 3), "Seite 3", "Page 3"},
		{wording.Say("hint.child.page", "\x1b[31m{0}"), "Seite  [31m{0}", "Page  [31m{0}"},
		{wording.Say("hint.child.page"), "", ""},
		{wording.Say("hint.child.page", 1, 2), "", ""},
		{wording.Say("no.such.key", 1), "", ""},
		{wording.Plain("fremd"), "fremd", "fremd"},
	} {
		f, err := unpackFault(fault{kind: failure.Refused, hint: tt.hint, text: "t"}.pack())
		if err != nil {
			t.Fatal(err)
		}
		hint := failure.HintOf(f.error())
		if de, en := hint.In("de"), hint.In("en"); de != tt.de || en != tt.en {
			t.Errorf("%v: %q and %q, want %q and %q", tt.hint.Key, de, en, tt.de, tt.en)
		}
	}
}

func FuzzUnpack(f *testing.F) {
	f.Add(full().pack())
	f.Add(fault{kind: failure.Refused, hint: wording.Say("h", "v")}.pack())
	f.Add(request{size: 1}.pack())
	f.Fuzz(func(t *testing.T, b []byte) {
		if a, err := unpackAnswer(b, 1000); err == nil && (len(a.hits) > viewer.MaxHits || len(a.text) > maxString || a.pages > maxPages) {
			t.Fatalf("%+v", a)
		}
		_, _ = unpackFault(b)
		_, _ = unpackRequest(b)
		_, _, _ = readFrame(bytes.NewReader(b), mostOf)
	})
}

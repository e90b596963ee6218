package formatid

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// packed is an entry of a ZIP as it is to be written.
type packed struct {
	name string
	data []byte
}

// TestEqualEntries: ZIPs put together from entries of the corpus and from entries with the
// names and strings of the signatures, changed, cut, doubled, renamed, broken, under the
// extensions of all formats; and OLE2 files of the corpus with other names in them. The
// table tells what siegfried tells.
func TestEqualEntries(t *testing.T) {
	rounds, seed := longForm(t, 600, 17)
	r := rand.New(rand.NewPCG(seed, 8))
	zips, olden := corpusEntries(t)
	d := identifier(t).engine
	before := tally
	for i := range rounds {
		var data []byte
		if i%4 == 0 {
			data = renamed(r, olden[r.IntN(len(olden))], d.table.boxes[1].entries)
		} else {
			data = d.mixed(t, r, zips)
		}
		if r.IntN(12) == 0 {
			data[4+r.IntN(len(data)-4)] ^= byte(1 << r.IntN(8))
		}
		compare(t, "a."+d.extensions[r.IntN(len(d.extensions))].text, data)
		compare(t, []string{"a.zip", "a", "a.doc", "a.ZIP", "a.odt", "a.docx"}[r.IntN(6)], data)
	}
	boxed, left := tally.containers-before.containers, tally.undecided-before.undecided
	if boxed < int64(rounds)/2 || left > int64(rounds)/10 {
		t.Errorf("%d by container signatures of %d, %d left to siegfried", boxed, 2*rounds, left)
	}
	t.Log(tally.table-before.table, "by the table,", boxed, "by a container signature,", left, "left to siegfried")
}

// corpusEntries gives the entries of every ZIP of the corpus, and its OLE2 files.
func corpusEntries(t *testing.T) (zips []packed, olden [][]byte) {
	t.Helper()
	files(t, "formate", func(_ string, data []byte) {
		switch z, err := zip.NewReader(bytes.NewReader(data), int64(len(data))); {
		case bytes.HasPrefix(data, []byte(compoundSignature)):
			olden = append(olden, data)
		case err == nil:
			for _, f := range z.File {
				if r, err := f.Open(); err == nil {
					b, err := io.ReadAll(r)
					if err == nil {
						zips = append(zips, packed{f.Name, b})
					}
					_ = r.Close()
				}
			}
		}
	})
	if len(zips) < 50 || len(olden) < 5 {
		t.Fatalf("%d entries, %d OLE2 files", len(zips), len(olden))
	}
	return zips, olden
}

// mixed is a ZIP of a few entries.
func (d *decider) mixed(t *testing.T, r *rand.Rand, corpus []packed) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for range 1 + r.IntN(6) {
		e := corpus[r.IntN(len(corpus))]
		switch r.IntN(5) {
		case 0, 1:
			e = d.asked(t, r)
		case 2:
			e.data = changed(r, e.data)
		}
		switch r.IntN(20) {
		case 0:
			e.name += "\x00"
		case 1:
			e.name = strings.ToUpper(e.name)
		case 2:
			e.name, e.data = strings.TrimSuffix(e.name, "/")+"/", nil
		}
		if strings.HasSuffix(e.name, "/") {
			e.data = nil
		}
		w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: uint16(8 * r.IntN(2))})
		if err == nil {
			_, err = w.Write(e.data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// asked is an entry that signatures ask for, with strings they seek in it.
func (d *decider) asked(t *testing.T, r *rand.Rand) packed {
	t.Helper()
	all := d.table.boxes[0].entries
	e := &all[r.IntN(len(all))]
	data := make([]byte, []int{20, 300, 3_000, 5_000, 20_000}[r.IntN(5)])
	if r.IntN(2) == 0 {
		data = random(r, len(data))
	}
	in, err := newEngine(&e.rules)
	if err != nil {
		t.Fatal(err)
	}
	for range 1 + r.IntN(3) {
		if len(in.use) == 0 {
			break
		}
		u := &in.use[r.IntN(len(in.use))]
		if len(u.texts) == 0 {
			continue
		}
		x := u.texts[r.IntN(len(u.texts))]
		copy(data[r.IntN(int(min(x.furthest, int64(len(data)-2)))+2):], x.text)
	}
	return packed{e.name, data}
}

// changed changes bytes, or sets others in front, or cuts.
func changed(r *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	if len(data) == 0 {
		return data
	}
	switch r.IntN(4) {
	case 0:
		data[r.IntN(len(data))] ^= byte(1 << r.IntN(8))
	case 1:
		return slices.Concat(random(r, 1+r.IntN(2500)), data)
	case 2:
		return data[:r.IntN(len(data))]
	case 3:
		return bytes.Repeat(data, 1+r.IntN(4))
	}
	return data
}

// renamed gives streams of an OLE2 file other names: a name is followed by its length in
// bytes, 64 bytes further on (MS-CFB 2.6.1).
func renamed(r *rand.Rand, data []byte, names []entryRule) []byte {
	const entrySize, lengthAt, kindAt, kindStream = 128, 64, 66, 2
	data = bytes.Clone(data)
	for at := 512; at+entrySize <= len(data); at += entrySize {
		n := int(binary.LittleEndian.Uint16(data[at+lengthAt:]))
		if n < 4 || n > lengthAt || data[at+kindAt] != kindStream || r.IntN(3) == 0 {
			continue
		}
		if r.IntN(4) == 0 {
			data[at+kindAt]-- // a storage
		}
		text := utf16.Encode([]rune(names[r.IntN(len(names))].name + "\x00"))
		if 2*len(text) > lengthAt {
			continue
		}
		clear(data[at : at+lengthAt])
		for i, u := range text {
			binary.LittleEndian.PutUint16(data[at+2*i:], u)
		}
		binary.LittleEndian.PutUint16(data[at+lengthAt:], uint16(2*len(text)))
	}
	return data
}

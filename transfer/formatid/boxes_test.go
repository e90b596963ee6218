package formatid

import (
	"archive/zip"
	"bytes"
	"math/rand/v2"
	"testing"
)

// TestEqualBoxes: containers that no signature knows, under every kind of name: whole, cut
// short, broken, with strings of the signatures in what lies in them. They are the table's,
// like any other file.
func TestEqualBoxes(t *testing.T) {
	rounds, seed := longForm(t, 120, 13)
	r := rand.New(rand.NewPCG(seed, 6))
	var olden [][]byte
	files(t, "formate/skelett-container", func(_ string, data []byte) {
		if bytes.HasPrefix(data, []byte("\xd0\xcf\x11\xe0")) {
			olden = append(olden, data)
		}
	})
	e := identifier(t).engine
	texts := e.everyText()
	before := tally
	for i := range rounds {
		data := bytes.Clone(olden[r.IntN(len(olden))])
		if i%3 > 0 {
			data = aZIP(t, r, texts)
		}
		switch r.IntN(5) {
		case 0:
			data = data[:4+r.IntN(len(data)-4)]
		case 1:
			data = append(data[:4:4], random(r, 1+r.IntN(20_000))...)
		case 2:
			data = append(data, random(r, r.IntN(70_000))...)
		case 3:
			for range 20 {
				data[4+r.IntN(len(data)-4)] = byte(r.Uint32())
			}
		}
		name := "a." + e.extensions[r.IntN(len(e.extensions))].text
		if i%4 == 0 {
			name = []string{"a.jar", "a.zip", "a.docx", "a.doc", "a.whl", "a.dat", "ohne", "container name.odt"}[r.IntN(8)]
		}
		compare(t, name, data)
	}
	table, left := tally.table-before.table, tally.undecided-before.undecided
	if table < int64(rounds)/4 || left > int64(rounds)/10 {
		t.Errorf("%d of %d decided by the table, %d left to siegfried", table, rounds, left)
	}
	t.Log(table, "by the table,", tally.containers-before.containers, "by a container signature,", left, "left to siegfried")
}

// aZIP has entries of names that signatures ask for and of others.
func aZIP(t *testing.T, r *rand.Rand, texts [][]byte) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	names := []string{"META-INF/MANIFEST.MF", "[Content_Types].xml", "mimetype", "content.xml", "word/document.xml", "a.class", "x/"}
	for range r.IntN(6) {
		w, err := z.CreateHeader(&zip.FileHeader{Name: names[r.IntN(len(names))], Method: uint16(8 * r.IntN(2))})
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.Write(append(random(r, r.IntN(9_000)), texts[r.IntN(len(texts))]...)) // a folder takes none
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

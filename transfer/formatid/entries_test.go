package formatid

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/flate"
	"github.com/richardlehane/siegfried/pkg/static"

	"laufzettel/transfer/compound"
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
		case bytes.HasPrefix(data, []byte(compound.Signature)):
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

// TestEqualLargeEntries: entries that are not held in memory, with what decides at the
// borders of pages and blocks, at the end, or nowhere; some with bytes that are broken, or
// with a length that is not theirs.
func TestEqualLargeEntries(t *testing.T) {
	rounds, seed := longForm(t, 40, 23)
	r := rand.New(rand.NewPCG(seed, 9))
	whole := []string{`ContentType="application/vnd.openxmlformats-officedocument.presentationml.presentation.main+xml"`,
		`ContentType="application/vnd.ms-powerpoint.presentation.macroEnabled.main+xml"`, `"wacz_version"`, ` office:version="1.2"`, ` office:version='1.0"`}
	before := tally
	for i := range rounds {
		name := []string{"[Content_Types].xml", "content.xml", "datapackage.json"}[i%3]
		size := []int{page - 1, page, 3*page + 1, 300_000, entryKept - page, entryKept, entryKept + 1, 2_500_000}[r.IntN(8)]
		data := bytes.Repeat([]byte("<Default Extension='rels'/>\n"), size/28+1)[:size]
		copy(data, []string{"<office:document-content", "<Types", ""}[r.IntN(3)])
		for range r.IntN(3) {
			text := whole[r.IntN(len(whole))]
			at := []int{r.IntN(size), page - r.IntN(100), scanBlock - r.IntN(200), entryKept - r.IntN(100), size - len(text)}[r.IntN(5)]
			copy(data[max(0, min(at, size)):], text)
		}
		made := aLargeZIP(t, r, packed{name, data}, i%4 == 3)
		compare(t, []string{"a.pptx", "a.odt", "a", "a.zip", `b\a.odt`}[r.IntN(5)], made)
	}
	if left := tally.undecided - before.undecided; left > 0 {
		t.Errorf("%d left to siegfried", left)
	}
	t.Log(tally.table-before.table, "by the table,", tally.containers-before.containers, "by a container signature")
}

// aLargeZIP has a mimetype that asks for content.xml, and the entry; broken, the bytes or the
// stated length of the entry are not right.
func aLargeZIP(t *testing.T, r *rand.Rand, e packed, broken bool) []byte {
	t.Helper()
	var packedData bytes.Buffer
	w, err := flate.NewWriter(&packedData, 6)
	if err == nil {
		_, err = w.Write(e.data)
	}
	if err == nil {
		err = w.Close()
	}
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	h := &zip.FileHeader{Name: e.name, Method: zip.Deflate, CRC32: crc32.ChecksumIEEE(e.data), UncompressedSize64: uint64(len(e.data))}
	body := packedData.Bytes()
	if broken {
		switch r.IntN(3) {
		case 0:
			body[r.IntN(len(body))] ^= 4
		case 1:
			body = body[:r.IntN(len(body))]
		case 2:
			h.UncompressedSize64 = uint64(max(1, len(e.data)-5000+r.IntN(10_000)))
		}
	}
	h.CompressedSize64 = uint64(len(body))
	for _, head := range []*zip.FileHeader{{Name: "mimetype"}, h} {
		text := body
		if head != h {
			text = []byte("application/vnd.oasis.opendocument.text")
			head.CRC32, head.CompressedSize64, head.UncompressedSize64 = crc32.ChecksumIEEE(text), uint64(len(text)), uint64(len(text))
		}
		var in io.Writer
		if err == nil {
			in, err = z.CreateRaw(head)
		}
		if err == nil {
			_, err = in.Write(text)
		}
	}
	if err = errors.Join(err, z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestSpoiled: entries that lie on each other would be read again and again; no more is read
// than the bytes of the container allow, and the answer says so.
func TestSpoiled(t *testing.T) {
	data := bytes.Repeat([]byte(" "), 8<<20)
	made := aLargeZIP(t, rand.New(rand.NewPCG(1, 1)), packed{"[Content_Types].xml", data}, false)
	z, err := zip.NewReader(bytes.NewReader(made), int64(len(made)))
	if err != nil {
		t.Fatal(err)
	}
	in := &zipEntries{z, -1}
	for range 40 {
		z.File = append(z.File, z.File[1])
	}
	d := identifier(t).engine
	if _, err := d.boxes[0].answers("", in, nil, int64(len(made))); !errors.Is(err, errSpoiled) {
		t.Errorf("%d entries of %d bytes each are read: %v", len(z.File), len(data), err)
	}
	f, err := identifier(t).Identify("a.docx", &content{data: spoiled(made, 60), mem: true})
	if err != nil || f.PUID != "x-fmt/263" || !strings.Contains(f.Warning, spoiledWarning) {
		t.Errorf("%+v, %v", f, err)
	}
}

// A disk that fails while a container is looked into is told, wherever it fails; it is not
// taken for a broken container. Only what is not read at all may fail unseen.
func TestReadErrorInContainer(t *testing.T) {
	zips, olden := corpusEntries(t)
	d := identifier(t).engine
	for i := range 60 {
		data := olden[i%len(olden)]
		if i%2 == 0 {
			data = d.mixed(t, rand.New(rand.NewPCG(uint64(i), 2)), zips)
		}
		for _, at := range []int{1, 10, len(data) / 3, len(data) - 30, len(data) - 1} {
			want, err := identifier(t).Identify("a.docx", &content{data: data})
			if err != nil {
				t.Fatal(err)
			}
			got, err := identifier(t).Identify("a.docx", &content{data: data, fail: int64(max(1, at))})
			if !errors.Is(err, errDisk) && (err != nil || got != want || at < len(data)/2) {
				t.Errorf("%d bytes, failing at %d: %+v, %v, want %+v", len(data), at, got, err, want)
			}
		}
	}
}

// Counts in the head of an OLE2 file: those that would cost memory are refused, and the file
// told by its bytes; with others it is told as siegfried tells it.
func TestUnsound(t *testing.T) {
	_, olden := corpusEntries(t)
	other, err := other(static.New())
	if err != nil {
		t.Fatal(err)
	}
	for name, at := range map[string]int{"directory": 40, "FAT": 44, "mini FAT": 64, "DIFAT": 72} {
		for _, n := range []uint32{6, 1000, 1 << 12, 1 << 16, 1<<16 + 1, 1 << 30} {
			data := bytes.Clone(olden[0])
			binary.LittleEndian.PutUint32(data[at:], n)
			unsound := at != 44 && n > 1<<16 || at == 72 && n > 1<<12
			if !unsound {
				compare(t, "a.doc", data)
				continue
			}
			for _, id := range []*Identifier{identifier(t), other} {
				f, err := id.Identify("a.doc", &content{data: data, mem: n%2 == 0})
				want := "fmt/111"
				if id == other {
					want = Unknown
				}
				if err != nil || f.PUID != want || !strings.Contains(f.Warning, spoiledWarning) {
					t.Errorf("%s %d: %+v, %v, want %s", name, n, f, err, want)
				}
			}
		}
	}
}

// spoiled names the last entry of a ZIP so many times more in its directory.
func spoiled(made []byte, times int) []byte {
	const endSize, countAt, sizeAt = 22, 8, 12
	end := bytes.Clone(made[len(made)-endSize:])
	size := int(binary.LittleEndian.Uint32(end[sizeAt:]))
	list := made[len(made)-endSize-size : len(made)-endSize]
	last := list[bytes.LastIndex(list, []byte("PK\x01\x02")):]
	out := slices.Concat(made[:len(made)-endSize], bytes.Repeat(last, times))
	for _, at := range []int{countAt, countAt + 2} {
		binary.LittleEndian.PutUint16(end[at:], binary.LittleEndian.Uint16(end[at:])+uint16(times))
	}
	binary.LittleEndian.PutUint32(end[sizeAt:], uint32(size+times*len(last)))
	return append(out, end...)
}

func FuzzEntries(f *testing.F) {
	f.Add("a.docx", "[Content_Types].xml", []byte(`ContentType="application/vnd.ms-visio.drawing.main+xml"`), 0)
	f.Add("a.odt", "content.xml", []byte(`<office:document-content office:version="1.2">`), 3)
	f.Add("a.zip", "META-INF/MANIFEST.MF", []byte("Manifest-Version: 1.0"), 40)
	f.Fuzz(func(t *testing.T, name, entry string, data []byte, at int) {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for _, n := range []string{"mimetype", entry} {
			w, err := z.Create(n)
			if err == nil {
				_, err = w.Write(data)
			}
			if err != nil {
				t.Skip(err) // a folder takes no bytes
			}
		}
		if err := z.Close(); err != nil {
			t.Skip(err)
		}
		made := b.Bytes()
		compare(t, name, made)
		made[4+max(0, at)%(len(made)-4)] ^= byte(1 + len(data))
		compare(t, name, made)
	})
}

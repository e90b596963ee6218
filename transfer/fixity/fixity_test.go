package fixity

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/transfer/samples"
)

func TestParseAlgorithm(t *testing.T) {
	tests := []struct {
		in   string
		want Algorithm
	}{
		{"SHA256", SHA256}, {"SHA-256", SHA256}, {"sha2-256", SHA256}, {"Sha_256", SHA256}, {" sha-256 ", SHA256},
		{"http://www.w3.org/2001/04/xmlenc#sha256", SHA256}, {"http://www.w3.org/2000/09/xmldsig#sha1", SHA1},
		{"http://www.w3.org/2001/04/xmlenc#sha512", SHA512}, {"http://www.w3.org/2001/04/xmldsig-more#sha384", SHA384},
		{"http://www.w3.org/2001/04/xmldsig-more#md5", MD5}, {"http://www.w3.org/2007/05/xmldsig-more#sha3-256", SHA3_256},
		{"2.16.840.1.101.3.4.2.3", SHA512}, {"urn:oid:1.3.14.3.2.26", SHA1}, {"BLAKE2b", BLAKE2b512}, {"CRC32", CRC32},
		{"SHA512/256", SHA512_256}, {"", ""}, {"tiger", ""}, {"sha", SHA1}, {"b2sum", ""},
	}
	for _, tt := range tests {
		got, ok := ParseAlgorithm(tt.in)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("ParseAlgorithm(%q) = %q, %v; want %q", tt.in, got, ok, tt.want)
		}
	}
}

// TestDigests compares with values of the coreutils and of the standards.
func TestDigests(t *testing.T) {
	want := map[string]string{
		"md5":         "900150983cd24fb0d6963f7d28e17f72",
		"sha-1":       "a9993e364706816aba3e25717850c26c9cd0d89d",
		"sha-224":     "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
		"sha-256":     "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"sha3-256":    "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532",
		"blake2b-512": "ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d17d87c5392aab792dc252d5de4533cc9518d38aa8dbf1925ab92386edd4009923",
		"crc32":       fmt.Sprintf("%08x", crc32.ChecksumIEEE([]byte("abc"))),
		"cksum":       fmt.Sprintf("%08x", uint32(1219131554)),
	}
	d, err := NewDigester(Algorithms()...)
	must(t, err)
	_, _ = d.Write([]byte("etwas anderes"))
	d.Reset()
	_, _ = d.Write([]byte("a"))
	_, _ = d.Write([]byte("bc"))
	got := d.Sum()
	for alg, sum := range want {
		if got[alg] != sum {
			t.Errorf("%s = %s, want %s", alg, got[alg], sum)
		}
	}
	for _, a := range Algorithms() {
		if len(got[string(a)]) != 2*a.Size() || a.Size() == 0 {
			t.Errorf("%s: %d digits, size %d", a, len(got[string(a)]), a.Size())
		}
	}
	if _, err := NewDigester("tiger"); err == nil {
		t.Error("an unknown algorithm is accepted")
	}
}

const (
	md5abc = "900150983cd24fb0d6963f7d28e17f72"
	sum256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
)

func TestParseLines(t *testing.T) {
	entry := func(line int, path string) Entry {
		return Entry{Path: path, Algorithm: MD5, Digest: md5abc, Size: -1, Line: line}
	}
	guessed := func(line int, path string) Entry {
		return Entry{Path: path, Algorithm: SHA256, Digest: sum256, Size: -1, Line: line, Guessed: true}
	}
	tests := []struct {
		name, file, text string
		style            Style
		entries          []Entry
		problems         []Problem
	}{
		{name: "plain", text: md5abc + "  a b\n", style: Sum, entries: []Entry{entry(1, "a b")}},
		{name: "capital digits, no end", text: strings.ToUpper(md5abc) + " *./a", style: Sum, entries: []Entry{entry(1, "a")}},
		{name: "length only", text: sum256 + "  a\n", style: Sum, entries: []Entry{guessed(1, "a")}},
		{name: "name tells", file: "SHA3-256.txt", text: sum256 + "  a\n", style: Sum,
			entries: []Entry{{Path: "a", Algorithm: SHA3_256, Digest: sum256, Size: -1, Line: 1}}},
		{name: "bagit", file: "x/manifest-md5.txt", text: md5abc + "   data/50%25%0Aa\n", style: BagIt,
			entries: []Entry{entry(1, "data/50%\na")}},
		{name: "no bagit, no percent", file: "liste.md5", text: md5abc + "  50%25\n", style: Sum, entries: []Entry{entry(1, "50%25")}},
		{name: "windows", text: md5abc + " *a\\b\r\n", style: Sum, entries: []Entry{entry(1, "a/b")}},
		{name: "backslash of Unix", text: md5abc + " *a\\b\n", style: Sum, entries: []Entry{entry(1, `a\b`)}},
		{name: "bad escape", text: md5abc + "  a\n\\" + md5abc + "  a\\q\n", style: Sum,
			entries: []Entry{{Path: "a", Algorithm: MD5, Digest: md5abc, Size: -1, Line: 1, Joined: "a\n\\" + md5abc + `  a\q`}},
			problems: []Problem{{Line: 2, Text: "\\" + md5abc + `  a\q`,
				Reason: "Zeile nicht lesbar; vielleicht der Rest des Namens aus Zeile 1."}}},
		{name: "comment ends a name", text: md5abc + "  a\n# x\nRest\n", style: Sum, entries: []Entry{entry(1, "a")},
			problems: []Problem{{Line: 3, Text: "Rest", Reason: "Zeile nicht lesbar."}}},
		{name: "openssl", text: "MD5(a)= " + md5abc + "\n", style: Tag, entries: []Entry{entry(1, "a")}},
		{name: "torn tag", text: "MD5 (a\nb) = " + md5abc + "\n", style: Sum, file: "x", entries: nil},
		{name: "torn tag behind a whole one", text: "MD5 (x) = " + md5abc + "\nMD5 (a\nb) = " + md5abc + "\n", style: Tag,
			entries: []Entry{entry(1, "x"), entry(2, "a\nb")}},
		{name: "tag cut", text: "MD5 (x) = " + md5abc + "\nMD5 (a\n", style: Tag, entries: []Entry{entry(1, "x")},
			problems: []Problem{{Line: 2, Text: "MD5 (a", Reason: "Zeile nicht lesbar."}}},
		{name: "tag of wrong length", text: "MD5 (x) = " + md5abc + "\nMD5 (y) = abcd\n", style: Tag, entries: []Entry{entry(1, "x")},
			problems: []Problem{{Line: 2, Text: "MD5 (y) = abcd", Reason: "Zeile nicht lesbar."}}},
		{name: "tag without name", text: "MD5 (x) = " + md5abc + "\nMD5 () = " + md5abc + "\n", style: Tag, entries: []Entry{entry(1, "x")},
			problems: []Problem{{Line: 2, Text: md5abc, Reason: "Zeile ohne Dateinamen."}}},
		{name: "mixed styles", text: md5abc + "  x\nMD5 (y) = " + md5abc + "\n        12  " + md5abc + "  z\n" + md5abc + ",c\n",
			style: Sum, entries: []Entry{entry(1, "x"), entry(2, "y"), {Path: "z", Algorithm: MD5, Digest: md5abc, Size: 12, Line: 3},
				entry(4, "c")}},
		{name: "carriage return escaped", text: "\\" + md5abc + "  a\\r\n", style: Sum, entries: []Entry{entry(1, "a\r")}},
		{name: "english certutil with spaces",
			text: "MD5 hash of file C:\\x\\a.txt:\r\n90 01 50 98 3c d2 4f b0 d6 96 3f 7d 28 e1 7f 72\r\nCertUtil: -hashfile command completed successfully.\r\n", style: Certutil, entries: []Entry{entry(1, "C:/x/a.txt")}},
		{name: "7z h", text: "\r\n7-Zip 23.01 (x64)\r\n\r\nScanning\r\n2 files, 6 bytes (1 KiB)\r\n\r\n" +
			"CRC64            MD5                                       Size  Name\r\n" +
			"---------------- -------------------------------- -------------  ------------\r\n" +
			"D4459D93B83F4713 " + md5abc + "             3  a b.txt\r\n" +
			"                                                                  u\\\r\n" +
			"D4459D93B83F4713 " + strings.ToUpper(md5abc) + "             3  u\\c.txt\r\n" +
			"---------------- -------------------------------- -------------  ------------\r\n" +
			"D4459D93B83F4713-00000001 " + md5abc + "-00000001             6  \r\n\r\nSize: 6\r\n\r\n" +
			"MD5    for data:              " + md5abc + "-00000001\r\n\r\nEverything is Ok\r\n", style: SevenZip,
			entries: []Entry{{Path: "a b.txt", Algorithm: MD5, Digest: md5abc, Size: 3, Line: 9},
				{Path: "u/c.txt", Algorithm: MD5, Digest: md5abc, Size: 3, Line: 11}}},
		{name: "certutil without digest", text: "MD5-Hash der Datei a.txt:\r\nMD5-Hash von b.txt:\r\n" + md5abc + "\r\n", style: Certutil,
			entries: []Entry{entry(2, "b.txt")}, problems: []Problem{{Line: 1, Text: "a.txt",
				Reason: "Keine Prüfsumme unter dem Dateinamen."}}},
		{name: "semicolon table", text: "#TYPE X\n\"Algorithm\";\"Hash\";\"Path\"\n\"MD5\";\"" + md5abc + "\";\"a;b\"\nMD5;;c\n",
			style: PowerShell, entries: []Entry{entry(3, "a;b")},
			problems: []Problem{{Line: 4, Text: "MD5,,c",
				Reason: "Verfahren, Prüfsumme oder Dateiname fehlen oder passen nicht zusammen."}}},
		{name: "hashdeep with an unknown column", text: "%%%% HASHDEEP-1.0\n%%%% size,tiger,md5,filename\n## x\n3,aa," + md5abc +
			",a,b\nx,aa," + md5abc + ",c\n", style: Hashdeep,
			entries: []Entry{{Path: "a,b", Algorithm: MD5, Digest: md5abc, Size: 3, Line: 4, Joined: "a,b\nx,aa," + md5abc + ",c"}},
			problems: []Problem{{Line: 5, Text: "x,aa," + md5abc + ",c",
				Reason: "Zeile nicht lesbar; vielleicht der Rest des Namens aus Zeile 4."}}},
		{name: "dfxml with DOCTYPE",
			text: "<!DOCTYPE x [<!ENTITY a 'b'>]><dfxml><fileobject><filename>a</filename><hashdigest type='MD5'>" + md5abc +
				"</hashdigest></fileobject></dfxml>", style: DFXML, entries: nil},
		{name: "dfxml cut", text: "<dfxml><fileobject><filename>a</filename><filesize>3</filesize><hashdigest type='MD5'>" + md5abc +
			"</hashdigest></fileobject><fileobj", style: DFXML,
			entries:  []Entry{{Path: "a", Algorithm: MD5, Digest: md5abc, Size: 3, Line: 1}},
			problems: []Problem{{Line: 1, Reason: "Die XML-Datei bricht ab oder ist nicht wohlgeformt."}}},
		{name: "drive without carriage returns", text: md5abc + " *D:\\x\\a.txt\n", style: Sum, entries: []Entry{entry(1, "D:/x/a.txt")}},
		{name: "hashdeep whose head lost percent signs", text: "%% HASHDEEP-1.0\n%% size,md5,filename\n3," + md5abc + ",D:\\x\\a\n",
			style: Hashdeep, entries: []Entry{{Path: "D:/x/a", Algorithm: MD5, Digest: md5abc, Size: 3, Line: 3}}},
		{name: "Get-FileHash as a list, path torn", text: "\r\nAlgorithm : MD5\r\nHash      : " + strings.ToUpper(md5abc) +
			"\r\nPath      : E:\\Ab\r\n            gabe\\a.zip\r\n\r\n", style: Shown,
			entries: []Entry{{Path: "E:/Abgabe/a.zip", Algorithm: MD5, Digest: md5abc, Size: -1, Line: 2}}},
		{name: "Get-FileHash as a table", text: "Algorithm Hash Path\r\n--------- ---- ----\r\nMD5       " + md5abc + "   C:\\a b.zip\r\n",
			style: Shown, entries: []Entry{entry(3, "C:/a b.zip")}},
		{name: "one's own head", text: "Lfd. Nr.;Dateiname;Größe (Byte);Prüfsumme (MD5)\n1;a.zip;12;" + md5abc + "\n2;b.zip;;fehlt\n",
			style:   Table,
			entries: []Entry{{Path: "a.zip", Algorithm: MD5, Digest: md5abc, Size: 12, Line: 2}},
			problems: []Problem{{Line: 3, Text: "2,b.zip,,fehlt",
				Reason: "Verfahren, Prüfsumme oder Dateiname fehlen oder passen nicht zusammen."}}},
		{name: "own head with a column for the algorithm", text: "Verfahren,Hashwert,Datei\nMD5," + md5abc + ",a\n", style: Table,
			entries: []Entry{entry(2, "a")}},
		{name: "name first", text: "a.zip\t" + md5abc + "\n", style: Reverse, entries: []Entry{entry(1, "a.zip")}},
		{name: "one digest and nothing else", file: "x/Abgabe.zip.md5", text: md5abc + "\n", style: Lone,
			entries: []Entry{entry(1, "Abgabe.zip")}},
		{name: "one digest of the standard input", file: "Abgabe.zip.sha256", text: sum256 + " *-\n", style: Lone,
			entries: []Entry{{Path: "Abgabe.zip", Algorithm: SHA256, Digest: sum256, Size: -1, Line: 1}}},
		{name: "one digest under a name that tells nothing", file: "notiz.txt", text: md5abc + "\n", entries: nil},
		{name: "fciv", text: "<?xml version=\"1.0\"?>\r\n<FCIV><FILE_ENTRY><name>c:\\x\\a</name><MD5>kAFQmDzST7DWlj99KOF/cg==</MD5></FILE_ENTRY></FCIV>", style: FCIV, entries: []Entry{entry(2, "c:/x/a")}},
		{name: "openssl 3", text: "SHA2-256(a)= " + sum256 + "\n", style: Tag,
			entries: []Entry{{Path: "a", Algorithm: SHA256, Digest: sum256, Size: -1, Line: 1}}},
		{name: "Windows-1252", text: md5abc + "  \xdcber\n", style: Sum, entries: []Entry{entry(1, "Über")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l, err := Parse(strings.NewReader(tt.text), tt.file)
			if tt.entries == nil {
				if !errors.Is(err, ErrNoList) {
					t.Fatalf("error %v, list %+v", err, l)
				}
				return
			}
			must(t, err)
			if l.Style != tt.style {
				t.Errorf("style %q, want %q", l.Style, tt.style)
			}
			if d := cmp.Diff(tt.entries, l.Entries); d != "" {
				t.Errorf("entries (-want +got):\n%s", d)
			}
			if d := cmp.Diff(tt.problems, l.Problems); d != "" {
				t.Errorf("problems (-want +got):\n%s", d)
			}
			if !Sniff([]byte(tt.text), tt.file) {
				t.Error("not recognised")
			}
		})
	}
}

func TestSniffLeavesOthersAlone(t *testing.T) {
	for name, text := range map[string]string{
		"leer.txt": "", "brief.txt": "Sehr geehrte Damen und Herren,\nanbei 12 Akten.\n", "x.xml": "<xml/>",
		"tabelle.csv": "Name,Ort\nMuster,Beispielstadt\n", "zahlen.txt": "12 34 a\n56 78 b\n", "x.bin": "\x00\x01\x02",
		"telefon.txt": "Muster 12345678\n", "firmen.csv": "Name;Hash\nMuster GmbH;keiner\n", "token.txt": "geheim 900150983cd24fb0\n",
		"readme.md": "# Kopf\n\nText mit deadbeef\n",
	} {
		if Sniff([]byte(text), name) {
			t.Errorf("%s is taken for a checksum list", name)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestParseTellsReadErrors(t *testing.T) {
	head := strings.Repeat(md5abc+"  aaaaaaaaaaaaaaaaaaaa\n", 4000)
	if _, err := Parse(io.MultiReader(strings.NewReader(head), failing{}), "x"); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
	if _, err := Parse(strings.NewReader(head+strings.Repeat("x", maxLine+1)), "x"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a line without end gives %v", err)
	}
}

// TestMixedEncodings appends a Windows-1252 line far behind a UTF-8 beginning.
func TestMixedEncodings(t *testing.T) {
	l, err := Parse(strings.NewReader(strings.Repeat(md5abc+"  ä\n", 3000)+md5abc+"  \xfcber\n"), "x")
	must(t, err)
	if got := l.Entries[3000].Path; got != "über" || l.Encoding != "utf-8" {
		t.Errorf("path %q, encoding %s", got, l.Encoding)
	}
}

func TestProblemsAreBounded(t *testing.T) {
	l, err := Parse(strings.NewReader(md5abc+"  a\n#\n"+strings.Repeat("schlecht\n#\n", 1500)), "x")
	must(t, err)
	if len(l.Problems) != maxProblems || l.More != 500 {
		t.Errorf("%d problems and %d more", len(l.Problems), l.More)
	}
}

func TestResolve(t *testing.T) {
	tests := []struct {
		name  string
		dir   string
		paths []string
		tree  []string
		want  []string
	}{
		{name: "as declared", paths: []string{"a/b", "c"}, tree: []string{"a/b", "c"}, want: []string{"a/b", "c"}},
		{name: "beside the list", dir: "x/y", paths: []string{"a/b", "fehlt"}, tree: []string{"x/y/a/b", "x/y/c"},
			want: []string{"x/y/a/b", ""}},
		{name: "from above", paths: []string{"abgabe/a/b"}, tree: []string{"a/b"}, want: []string{"a/b"}},
		{name: "with drive", dir: "x", paths: []string{"D:/Abgabe/a/b", "D:/Abgabe/c"}, tree: []string{"x/a/b", "x/c"},
			want: []string{"x/a/b", "x/c"}},
		{name: "one rule for all", paths: []string{"a/b", "a/c", "q/r"}, tree: []string{"a/b", "a/c", "r"},
			want: []string{"a/b", "a/c", ""}},
		{name: "bare names", paths: []string{"b", "c", "d"}, tree: []string{"x/b", "x/c", "y/c", "d"}, want: []string{"x/b", "", "d"}},
		{name: "backslash as separator", paths: []string{`a\b`}, tree: []string{"a/b"}, want: []string{"a/b"}},
		{name: "backslash as character", paths: []string{`a\b`}, tree: []string{`a\b`, "a/b"}, want: []string{`a\b`}},
		{name: "other normal form", paths: []string{"u\u0308ber", "\u00e4"}, tree: []string{"\u00fcber", "a\u0308"},
			want: []string{"\u00fcber", "a\u0308"}},
		{name: "out of the tree", dir: "x", paths: []string{"../../etc/passwd"}, tree: []string{"x/a"}, want: []string{""}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			l := &List{}
			for _, p := range tt.paths {
				l.Entries = append(l.Entries, Entry{Path: p})
			}
			got := Resolve(l, tt.dir, func(p string) bool { return slices.Contains(tt.tree, p) }, iter.Seq[string](slices.Values(tt.tree)))
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestWriteReadsBack writes every style and reads the same entries again.
func TestWriteReadsBack(t *testing.T) {
	paths := []string{"Akte 1/Übersicht.txt", "a", "  zwei", "100%25.txt"}
	files := map[WriteStyle][]Algorithm{
		WriteMD5sum: {MD5}, WriteSHA256sum: {SHA256}, WriteSHA512sum: {SHA512}, WriteMD5Summer: {MD5}, WriteBagIt: {SHA512},
		WriteHashdeep: {MD5, SHA256},
	}
	names := map[WriteStyle]string{WriteBagIt: "manifest-sha512.txt"}
	for _, style := range WriteStyles() {
		var want []Entry
		list := slices.Clone(paths)
		if style != WriteMD5Summer && style != WriteHashdeep {
			list = append(list, "zeilen\numbruch", `rück\strich`)
		}
		if style == WriteBagIt {
			list = slices.DeleteFunc(list, func(p string) bool { return strings.HasPrefix(p, " ") }) // RFC 8493 cannot say it
		}
		slices.Sort(list)
		for _, p := range list {
			for _, a := range files[style] {
				e := Entry{Path: p, Algorithm: a, Digest: strings.Repeat("0a", a.Size()), Size: -1}
				if style == WriteHashdeep {
					e.Size = 7
				}
				want = append(want, e)
			}
		}
		reversed := slices.Clone(want)
		slices.Reverse(reversed)
		var b bytes.Buffer
		must(t, Write(&b, style, reversed))
		l, err := Parse(&b, names[style])
		must(t, err)
		for i := range l.Entries {
			l.Entries[i].Line, l.Entries[i].Guessed = 0, false
		}
		if d := cmp.Diff(want, l.Entries); d != "" || len(l.Problems) != 0 {
			t.Errorf("%s (-want +got):\n%s%+v", style, d, l.Problems)
		}
	}
}

func TestWriteRefuses(t *testing.T) {
	good := Entry{Path: "a", Algorithm: MD5, Digest: md5abc, Size: -1}
	for style, change := range map[WriteStyle]func(*Entry){
		WriteSHA256sum: func(*Entry) {}, WriteMD5sum: func(e *Entry) { e.Digest = "00" },
		WriteMD5Summer: func(e *Entry) { e.Path = "a\nb" },
		WriteHashdeep:  func(*Entry) {}, WriteBagIt: func(e *Entry) { e.Path = "" }, "tiger": func(*Entry) {},
	} {
		e := good
		change(&e)
		if err := Write(io.Discard, style, []Entry{e}); err == nil {
			t.Errorf("%s writes %+v", style, e)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{
		md5abc + "  a\n", "\\" + md5abc + " *a\\n\n", "MD5 (a) = " + md5abc + "\n", md5abc + "  a\x00" + md5abc + "  b\x00",
		"%%%% HASHDEEP-1.0\n%%%% size,md5,filename\n3," + md5abc + ",a\n", "; x\na 01234567\n", "1 2 a\n",
		"MD5-Hash von a:\n" + md5abc + "\n", "\"Algorithm\",\"Hash\",\"Path\"\n\"MD5\",\"" + md5abc + "\",\"a\"\n",
		"<dfxml><fileobject><filename>a</filename><hashdigest type='MD5'>" + md5abc + "</hashdigest></fileobject></dfxml>",
		"\xff\xfea\x00",
	} {
		f.Add([]byte(s), "manifest-md5.sfv")
	}
	for _, s := range []string{`{"files":[{"name":"a","md5":"` + md5abc + `","size":3}]}`, `{"a.zip":{"md5":"` + md5abc + `"}}`,
		`[{"path":"a","algorithm":"MD5","hash":"` + md5abc + `"}]`, `{"a.b":"md5:` + md5abc + `"}`} {
		f.Add([]byte(s), "hash.json")
	}
	f.Add([]byte(`<x><file name="a" algorithm="MD5">`+md5abc+`</file><f><path>b</path><hash algorithm="MD5">`+md5abc+`</hash></f></x>`), "hash.xml")
	for _, data := range samples.Seeds(f, 40, func(p string) bool {
		return strings.Contains(p, "/manifeste/") &&
			!strings.HasSuffix(p, ".gz")
	}, "manifeste") {
		f.Add(data, "manifest-md5.sfv")
	}
	f.Fuzz(func(t *testing.T, data []byte, name string) {
		sniffed := Sniff(data, name)
		l, err := Parse(bytes.NewReader(data), name)
		if err != nil {
			if sniffed && !errors.Is(err, ErrTooLarge) {
				t.Fatalf("recognised, but: %v", err)
			}
			return
		}
		for _, e := range l.Entries {
			if e.Path == "" || len(e.Digest) != 2*e.Algorithm.Size() || e.Line < 1 || e.Digest != strings.ToLower(e.Digest) {
				t.Fatalf("entry %+v", e)
			}
		}
		Resolve(l, "x", func(string) bool { return false }, slices.Values([]string{"a"}))
	})
}

// A list longer than may be read is refused, never taken in part.
func TestParse_Limits(t *testing.T) {
	csv := "\"Algorithm\",\"Hash\",\"Path\"\n" + strings.Repeat("\"MD5\",\""+md5abc+"\",\"a\"\n", 40)
	sum := strings.Repeat(md5abc+"  a\n", 40)
	for name, tt := range map[string]struct {
		text string
		most int64
		want error
	}{
		"sums":              {sum, int64(len(sum)), nil},
		"sums too long":     {sum, int64(len(sum)) - 1, ErrTooLarge},
		"table":             {csv, int64(len(csv)), nil},
		"table too long":    {csv, int64(len(csv)) - 1, ErrTooLarge},
		"one line too long": {md5abc + "  a\n" + md5abc + "  " + strings.Repeat("x", maxLine), maxList, ErrTooLarge},
	} {
		if _, err := parse(strings.NewReader(tt.text), "x", tt.most); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

package container

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// openBytes opens container bytes and gives the codes of its refusal.
func openBytes(t testing.TB, data []byte, o Options) (Tree, *Refused) {
	t.Helper()
	at := filepath.Join(t.TempDir(), "lieferung")
	must(t, os.WriteFile(at, data, 0o644))
	return refusal(t, at, o)
}

func refusal(t testing.TB, at string, o Options) (Tree, *Refused) {
	t.Helper()
	tr, err := Open(t.Context(), at, o)
	if err == nil {
		t.Cleanup(func() { _ = tr.Close() })
		return tr, nil
	}
	r, ok := errors.AsType[*Refused](err)
	if !ok {
		t.Fatalf("error is no refusal: %v", err)
	}
	return nil, r
}

func codes(r *Refused) []string {
	if r == nil {
		return nil
	}
	var out []string
	for _, f := range r.Faults {
		out = append(out, f.Code)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func TestHostileZIP(t *testing.T) {
	zeros := make([]byte, 100)
	small := Options{Limits: Limits{Files: 3, Bytes: 1000, RatioFloor: 500, NameLength: 20, PathLength: 60, PathDepth: 4}}
	uni := unicodeExtra("schl\x84.txt", "schlä.txt")
	link := named("link")
	link[0].creator, link[0].external = 3<<8, 0xa1ff<<16
	device := named("dev")
	device[0].creator, device[0].external = 3<<8, 0x21ff<<16
	one := func(change func(*rawEntry)) []rawEntry {
		e := named("a.txt")
		change(&e[0])
		return e
	}
	tests := []struct {
		name    string
		end     func([]byte)
		entries []rawEntry
		o       Options
		want    []string
	}{
		{name: "whole", entries: named("a.txt", "b/", "b/c.txt")},
		{name: "empty", entries: nil},
		{name: "escape", entries: named("../../start.bat"), want: []string{PathEscape}},
		{name: "escape inside", entries: named("a/../../b"), want: []string{PathEscape}},
		{name: "escape by backslash", entries: named(`a\..\..\b`), want: []string{PathEscape}},
		{name: "escape of a folder", entries: named("../x/"), want: []string{PathEscape}},
		{name: "absolute", entries: named("/etc/passwd"), want: []string{AbsolutePath}},
		{name: "drive", entries: named(`C:\Windows\x`), want: []string{AbsolutePath}},
		{name: "drive without slash", entries: named("c:x"), want: []string{AbsolutePath}},
		{name: "UNC", entries: named(`\\server\share\x`), want: []string{AbsolutePath}},
		{name: "UNC by slashes", entries: named("//server/share/x"), want: []string{AbsolutePath}},
		{name: "backslash", entries: named(`a\b`)},
		{name: "reserved", entries: named("a/NUL"), want: []string{ReservedName}},
		{name: "reserved with extension", entries: named("com1.tar.gz"), want: []string{ReservedName}},
		{name: "reserved superscript", entries: named("LPT².txt"), want: []string{ReservedName}},
		{name: "reserved with space", entries: named("con .txt"), want: []string{ReservedName}},
		{name: "reserved folder", entries: named("aux/x.txt"), want: []string{ReservedName}},
		{name: "not reserved", entries: named("console.txt", "COM10", "COM", "null")},
		{name: "NUL byte", entries: named("a\x00.txt"), want: []string{OddCharacter}},
		{name: "line break", entries: named("a\nb"), want: []string{OddCharacter}},
		{name: "litter of the Mac", entries: named("Icon\r", "Fotos/Icon\r")},
		{name: "like the litter of the Mac", entries: named("Icons\r"), want: []string{OddCharacter}},
		{name: "writing direction", entries: named("a\u202etxt.exe"), want: []string{OddCharacter}},
		{name: "trailing dot", entries: named("a./b"), want: []string{OddCharacter}},
		{name: "trailing space", entries: named("a "), want: []string{OddCharacter}},
		{name: "mark without UTF-8", entries: named("\xff\xfe"), want: []string{OddCharacter}},
		{name: "case twins", entries: named("Akte/A.txt", "Akte/a.TXT"), want: []string{CaseTwins}},
		{name: "case twins of folders", entries: named("Akte/1", "akte/2"), want: []string{CaseTwins}},
		{name: "case twins of file and folder", entries: named("Akte", "akte/2"), want: []string{CaseTwins}},
		{name: "case twins of an empty folder", entries: named("Akte/", "akte"), want: []string{CaseTwins}},
		{name: "case twins umlaut", entries: named("Ä", "ä"), want: []string{CaseTwins}},
		{name: "case twins Kelvin", entries: named("K", "k"), want: []string{CaseTwins}},
		{name: "sharp s is no twin", entries: named("Straße", "Strasse")},
		{name: "Unicode twins", entries: named("\u00fcber", "u\u0308ber"), want: []string{UnicodeTwins}},
		{name: "Unicode and case", entries: named("\u00dcber", "u\u0308ber"), want: []string{CaseTwins}},
		{name: "same name", entries: named("a", "a"), want: []string{SameName}},
		{name: "same name three times", entries: named("a", "a", "a"), want: []string{SameName}},
		{name: "same name after cleaning", entries: named("a/b", "a/./b"), want: []string{SameName}},
		{name: "file and folder", entries: named("a", "a/b"), want: []string{SameName}},
		{name: "file and empty folder", entries: named("a", "a/"), want: []string{SameName}},
		{name: "no name", entries: named("x", ""), want: []string{Damaged}},
		{name: "link", entries: link, want: []string{LinkOrDevice}},
		{name: "device", entries: device, want: []string{LinkOrDevice}},
		{name: "encrypted", entries: one(func(e *rawEntry) { e.flags |= flagEncrypted }), want: []string{Encrypted}},
		{name: "AES", entries: one(func(e *rawEntry) { e.method = methodAES }), want: []string{Encrypted}},
		{name: "masked", entries: one(func(e *rawEntry) { e.flags |= flagMasked }), want: []string{Encrypted}},
		{name: "Deflate64", entries: one(func(e *rawEntry) { e.method = 9 }), want: []string{Unsupported}},
		{name: "other name", entries: one(func(e *rawEntry) { e.name = "a"; e.central = u16(28, 1); e.local = u16(26, 0) }),
			want: []string{HeaderDiffers}},
		{name: "other method", entries: one(func(e *rawEntry) { e.local = u16(8, methodDeflate) }), want: []string{HeaderDiffers}},
		{name: "other CRC", entries: one(func(e *rawEntry) { e.local = u32(14, 7) }), want: []string{HeaderDiffers}},
		{name: "other size", entries: one(func(e *rawEntry) { e.local = u32(22, 7) }), want: []string{HeaderDiffers}},
		{name: "other encryption", entries: one(func(e *rawEntry) { e.local = u16(6, flagUTF8|flagEncrypted) }),
			want: []string{HeaderDiffers}},
		{name: "stored with two sizes", entries: one(func(e *rawEntry) { e.size = 9 }), want: []string{HeaderDiffers}},
		{name: "nothing stated locally", entries: one(func(e *rawEntry) { e.local = func(b []byte) { clear(b[14:26]) } })},
		{name: "descriptor", entries: one(func(e *rawEntry) { e.flags |= flagDescriptor; e.local = func(b []byte) { clear(b[14:26]) } })},
		{name: "folder with content", entries: one(func(e *rawEntry) { e.name = "a/" }), want: []string{HeaderDiffers}},
		{name: "overlap", entries: append(named("aaaa"), rawEntry{name: "aaaa2", data: []byte("x"), at: 1}), want: []string{HeaderDiffers}},
		{name: "overlap of data", entries: overlapping(), want: []string{Overlap, HeaderDiffers}},
		{name: "entry hidden from the directory", entries: append(named("a"), rawEntry{name: "b", data: zeros, unlisted: true}),
			want: []string{HeaderDiffers}},
		{name: "first entry hidden", entries: append([]rawEntry{{name: "b", data: zeros, unlisted: true}}, named("a")...),
			want: []string{HeaderDiffers}},
		{name: "all entries hidden", entries: []rawEntry{{name: "b", data: zeros, unlisted: true}}, want: []string{HeaderDiffers}},
		{name: "offset outside", entries: one(func(e *rawEntry) { e.at = 5000 }), want: []string{Damaged}},
		{name: "no local header", entries: append(named("a"), rawEntry{name: "b", local: u32(0, 0)}), want: []string{Damaged}},
		{name: "data beyond", entries: one(func(e *rawEntry) { e.central = u32(20, 500); e.size = 500 }), want: []string{Damaged}},
		{name: "central record broken", entries: one(func(e *rawEntry) { e.central = u32(0, 0) }), want: []string{Damaged}},
		{name: "split", entries: named("a"), end: u16(4, 3), want: []string{Damaged}},
		{name: "count lies", entries: named("a"), end: u16(10, 2), want: []string{Damaged}},
		{name: "directory outside", entries: named("a"), end: u32(16, 99999), want: []string{Damaged}},
		{name: "ZIP64 missing", entries: one(func(e *rawEntry) { e.central = u32(20, 0xffffffff) }), want: []string{Damaged}},
		{name: "ZIP64 sizes", entries: one(zip64Sizes(1, 1))},
		{name: "ZIP64 sizes that lie", entries: one(zip64Sizes(1, 1<<40)), want: []string{Damaged, HeaderDiffers}},
		{name: "ZIP64 sizes that overflow", entries: one(zip64Sizes(1<<63-1, 1<<63-1)), want: []string{Damaged}},
		{name: "ZIP64 size below zero", entries: one(zip64Sizes(1<<63, 1)), want: []string{Damaged}},
		{name: "bomb", entries: []rawEntry{{name: "a", data: zeros[:2], size: 600, method: methodDeflate}}, o: small, want: []string{Bomb}},
		{name: "below the floor", entries: []rawEntry{{name: "a", data: zeros[:2], size: 499, method: methodDeflate}}, o: small},
		{name: "bytes", entries: []rawEntry{{name: "a", data: zeros, size: 1001, method: methodDeflate}}, o: small,
			want: []string{TooMuch}},
		{name: "files", entries: named("1", "2", "3", "4"), o: small, want: []string{TooMuch}},
		{name: "files and folders", entries: named("1", "2/", "3", "4/"), o: small, want: []string{TooMuch}},
		{name: "depth", entries: named("a/b/c/d/e"), o: small, want: []string{TooDeep}},
		{name: "long name", entries: named(strings.Repeat("ä", 21)), o: small, want: []string{LongName}},
		{name: "name just short enough", entries: named(strings.Repeat("ä", 20)), o: small},
		{name: "long path", entries: named(strings.Repeat("abcdefghijklmnopq/", 3) + "1234567"), o: small, want: []string{LongName}},
		{name: "path without end", entries: named(strings.Repeat("a/", 400)), o: small, want: []string{LongName}},
		{name: "Unicode path", entries: []rawEntry{{name: "schl\x84.txt", data: zeros, extra: uni}}},
		{name: "Unicode path that escapes", entries: []rawEntry{{name: "a", data: zeros, extra: unicodeExtra("a", "../a")}},
			want: []string{PathEscape}},
		{name: "NUL is not tolerated", entries: named("a\x00"), o: Options{Tolerate: []string{OddCharacter}}, want: []string{OddCharacter}},
		{name: "tolerated names", entries: named("a ", "A.", "a.", `x\y`, "nul"),
			o: Options{Tolerate: []string{CaseTwins, OddCharacter, ReservedName}}},
		{name: "escape is not tolerated", entries: named("../a"), o: Options{Tolerate: []string{PathEscape}}, want: []string{PathEscape}},
		{name: "two faults", entries: named("../a", "nul", "b"), want: []string{ReservedName, PathEscape}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr, r := openBytes(t, rawZIP(tt.end, tt.entries...), tt.o)
			if d := cmp.Diff(tt.want, codes(r)); d != "" {
				t.Fatalf("codes (-want +got):\n%s%+v", d, r)
			}
			if r != nil {
				hostile := slices.ContainsFunc(tt.want, func(c string) bool { return !strings.HasPrefix(c, "CNT-") })
				if r.Hostile != hostile || r.Error() == "" {
					t.Errorf("hostile = %v", r.Hostile)
				}
				return
			}
			must(t, tr.Files(t.Context(), func(Entry) error { return nil }))
		})
	}
}

// overlapping gives two entries the second of which lies inside the first.
func overlapping() []rawEntry {
	inner := rawZIP(nil, rawEntry{name: "innen", data: []byte("y")})[:lenLocal+5+1]
	outer := rawEntry{name: "aussen", data: inner}
	dup := rawEntry{name: "innen", data: []byte("y"), at: 1 + lenLocal + 6}
	return []rawEntry{outer, dup}
}

// zip64Sizes states both sizes in the ZIP64 field, as writers of large files do.
func zip64Sizes(size, stored uint64) func(*rawEntry) {
	return func(e *rawEntry) {
		e.extra = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64([]byte{1, 0, 16, 0}, size), stored)
		e.central = func(b []byte) { u32(20, 0xffffffff)(b); u32(24, 0xffffffff)(b) }
		e.local = func(b []byte) { u32(18, 0xffffffff)(b); u32(22, 0xffffffff)(b) }
	}
}

func unicodeExtra(stored, name string) []byte {
	b := []byte{0x75, 0x70, byte(5 + len(name)), 0, 1, 0, 0, 0, 0}
	u32(5, crc32.ChecksumIEEE([]byte(stored)))(b)
	return append(b, name...)
}

func TestFaultsAreBounded(t *testing.T) {
	var many []string
	for i := range 200 {
		many = append(many, "../"+strings.Repeat("x", i+1))
	}
	_, r := openBytes(t, rawZIP(nil, named(many...)...), Options{})
	if r == nil || len(r.Faults) != maxFaults || !r.More {
		t.Fatalf("%d faults, want %d and more", len(r.Faults), maxFaults)
	}
}

func TestToleratedFaultsAreKept(t *testing.T) {
	tr, r := openBytes(t, rawZIP(nil, named("a ", "nul", "b")...), Options{Tolerate: []string{OddCharacter, ReservedName}})
	if r != nil {
		t.Fatal(r)
	}
	want := []Fault{
		{Code: OddCharacter, Path: "a ", Expected: "Name ohne Steuerzeichen, Rückstrich und Punkt oder Leerzeichen am Ende",
			Found: "Leerzeichen am Ende"},
		{Code: ReservedName, Path: "nul", Expected: "kein von Windows belegter Name", Found: "nul"},
	}
	if d := cmp.Diff(want, Faults(tr), cmpopts.IgnoreFields(Fault{}, "Words")); d != "" {
		t.Error(d)
	}
}

func TestNamesAreDecoded(t *testing.T) {
	tests := []struct {
		name     string
		stored   string
		extra    []byte
		flags    uint16
		override string
		path     string
		encoding string
		raw      bool
	}{
		{name: "CP850", stored: "\x9aber \xe1 \xb5", path: "Über ß Á", encoding: "cp850", raw: true},
		{name: "CP437", stored: "\x9aber \xe1 \xb5", override: "cp437", path: "Über ß ╡", encoding: "cp437", raw: true},
		{name: "mark", stored: "Über", flags: flagUTF8, path: "Über"},
		{name: "UTF-8 without mark", stored: "Über", path: "Über"},
		{name: "UTF-8 without mark, forced", stored: "Ü", override: "cp850", path: "├£", encoding: "cp850", raw: true},
		{name: "ASCII", stored: "a", override: "cp437", path: "a"},
		{name: "Unicode path", stored: "\x9aber", extra: unicodeExtra("\x9aber", "Ůber"), path: "Ůber", raw: true},
		{name: "Unicode path of another name", stored: "\x9aber", extra: unicodeExtra("other", "Ůber"), path: "Über", encoding: "cp850",
			raw: true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tr, r := openBytes(t, rawZIP(nil, rawEntry{name: tt.stored, extra: tt.extra, flags: tt.flags, data: []byte("x")}),
				Options{Names: tt.override})
			if r != nil {
				t.Fatal(r)
			}
			e, ok := tr.Stat(tt.path)
			if !ok {
				must(t, tr.Files(t.Context(), func(e Entry) error { t.Fatalf("name is %q, want %q", e.Path, tt.path); return nil }))
			}
			var raw []byte
			if tt.raw {
				raw = []byte(tt.stored)
			}
			if d := cmp.Diff(raw, e.Raw); d != "" || e.Encoding != tt.encoding {
				t.Errorf("encoding %q, raw %s", e.Encoding, d)
			}
		})
	}
}

// TestLatinNames reads names in ISO 8859-1, as old Unix systems wrote them, in a
// TAR and, where the system allows, in a folder.
func TestLatinNames(t *testing.T) {
	const stored = "Akte/\xdcber.txt"
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	must(t, w.WriteHeader(&tar.Header{Name: stored, Size: 1, Typeflag: tar.TypeReg, Format: tar.FormatGNU}))
	_, err := w.Write([]byte("x"))
	must(t, err)
	must(t, w.Close())
	tr, r := openBytes(t, b.Bytes(), Options{})
	if r != nil {
		t.Fatal(r)
	}
	trees := []Tree{tr}
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "Akte"), 0o755))
	if os.WriteFile(filepath.Join(dir, stored), []byte("x"), 0o644) == nil {
		if names, err := os.ReadDir(filepath.Join(dir, "Akte")); err == nil && names[0].Name() == "\xdcber.txt" {
			folder, r := refusal(t, dir, Options{})
			if r != nil {
				t.Fatal(r)
			}
			trees = append(trees, folder)
		}
	}
	for _, tr := range trees {
		e, ok := tr.Stat("Akte/Über.txt")
		if !ok || string(e.Raw) != stored || e.Encoding != "iso-8859-1" {
			t.Fatalf("%s: %+v", tr.Form(), e)
		}
		f, err := tr.Open(t.Context(), e.Path)
		must(t, err)
		if got, err := io.ReadAll(f); string(got) != "x" || err != nil {
			t.Errorf("%s: %q, %v", tr.Form(), got, err)
		}
		must(t, f.Close())
	}
}

func TestHostileTAR(t *testing.T) {
	head := func(name string, typ byte) tar.Header {
		return tar.Header{Name: name, Typeflag: typ, Linkname: map[bool]string{true: "../ziel"}[typ == tar.TypeSymlink ||
			typ == tar.TypeLink]}
	}
	tests := []struct {
		name    string
		headers []tar.Header
		want    []string
	}{
		{name: "whole", headers: []tar.Header{head("./", tar.TypeDir), head("./a", tar.TypeReg), head("b/", tar.TypeDir)}},
		{name: "escape", headers: []tar.Header{head("../a", tar.TypeReg)}, want: []string{PathEscape}},
		{name: "absolute", headers: []tar.Header{head("/a", tar.TypeReg)}, want: []string{AbsolutePath}},
		{name: "symbolic link", headers: []tar.Header{head("a", tar.TypeSymlink)}, want: []string{LinkOrDevice}},
		{name: "hard link", headers: []tar.Header{head("a", tar.TypeLink)}, want: []string{LinkOrDevice}},
		{name: "device", headers: []tar.Header{head("a", tar.TypeChar)}, want: []string{LinkOrDevice}},
		{name: "pipe", headers: []tar.Header{head("a", tar.TypeFifo)}, want: []string{LinkOrDevice}},
		{name: "same name", headers: []tar.Header{head("a", tar.TypeReg), head("./a", tar.TypeReg)}, want: []string{SameName}},
		{name: "case twins", headers: []tar.Header{head("a", tar.TypeReg), head("A", tar.TypeReg)}, want: []string{CaseTwins}},
		{name: "no name", headers: []tar.Header{head(".", tar.TypeReg)}, want: []string{Damaged}},
	}
	for _, tt := range tests {
		for _, zipped := range []bool{false, true} {
			t.Run(tt.name, func(t *testing.T) {
				var b bytes.Buffer
				w := tar.NewWriter(&b)
				for _, h := range tt.headers {
					must(t, w.WriteHeader(&h))
				}
				must(t, w.Close())
				data := b.Bytes()
				if zipped {
					data = gzipped(t, data)
				}
				_, r := openBytes(t, data, Options{})
				if d := cmp.Diff(tt.want, codes(r)); d != "" {
					t.Fatalf("codes (-want +got):\n%s%+v", d, r)
				}
			})
		}
	}
}

func gzipped(t testing.TB, data []byte) []byte {
	t.Helper()
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	_, err := w.Write(data)
	must(t, err)
	must(t, w.Close())
	return z.Bytes()
}

func TestHostileTARGZ(t *testing.T) {
	bomb := pack(t, TARGZ, 0, map[string][]byte{"null.bin": make([]byte, 3<<20)})
	_, r := openBytes(t, bomb, Options{Limits: Limits{RatioFloor: 1 << 20}})
	if d := cmp.Diff([]string{Bomb}, codes(r)); d != "" {
		t.Error(d)
	}
	_, r = openBytes(t, gzipped(t, []byte("nur Text")), Options{})
	if d := cmp.Diff([]string{NoContainer}, codes(r)); d != "" {
		t.Error(d)
	}
	whole := pack(t, TARGZ, 0, sample())
	broken := bytes.Clone(whole)
	broken[len(broken)-6] ^= 1 // CRC of the gzip member
	if _, r = openBytes(t, broken, Options{}); !slices.Equal(codes(r), []string{Damaged}) {
		t.Errorf("wrong CRC: %v", codes(r))
	}
}

// TestDefaultRatios packs real zeros and a real, honest 250 : 1.
func TestDefaultRatios(t *testing.T) {
	zeros := make([]byte, 11<<20)
	for form, want := range map[Form][]string{ZIP: {Bomb}, TARGZ: {Bomb}, TAR: nil} {
		if _, r := openBytes(t, pack(t, form, zip.Deflate, map[string][]byte{"null.bin": zeros}), Options{}); !slices.Equal(codes(r),
			want) {
			t.Errorf("%s of zeros: %v, want %v", form, codes(r), want)
		}
	}
	for _, tt := range []struct {
		size, stored int64
		want         bool
	}{{20_000_000, 77_900, false}, {10 << 20, 1, false}, {11 << 20, 11 << 10, true}, {101 << 20, 500_000, true},
		{101 << 20, 600_000, false}} {
		if got := DefaultLimits().bomb(tt.size, tt.stored); got != tt.want {
			t.Errorf("%d : %d is a bomb: %v", tt.size, tt.stored, got)
		}
	}
}

func TestSparseTARIsNotSupported(t *testing.T) {
	b := pack(t, TAR, 0, map[string][]byte{"a": nil})
	b[156] = tar.TypeGNUSparse
	copy(b[257:], "ustar  \x00") // GNU magic
	clear(b[345:512])
	var sum int64
	copy(b[148:156], "        ")
	for _, c := range b[:512] {
		sum += int64(c)
	}
	copy(b[148:], []byte(strings.Repeat("0", 6)))
	for i := 5; i >= 0; i-- {
		b[148+i] = byte('0' + sum&7)
		sum >>= 3
	}
	b[154], b[155] = 0, ' '
	if _, r := openBytes(t, b, Options{}); !slices.Equal(codes(r), []string{Unsupported}) {
		t.Errorf("codes %v", codes(r))
	}
}

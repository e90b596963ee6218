package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	mrand "math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// Promises on real files, in processor seconds: portions that portion.py of the
// shared tools draws from third-party samples and the files of the system.
const (
	peerSF        = "sf -hash sha256 -multi 2"
	peerRhash     = "rhash, 2 workers"
	leastFolder   = 3.0
	leastZIP      = 2.5
	leastClass    = 1.5
	leastXML      = 1.0
	mostOfHashing = 1.15
	mostWithPDFA  = 1.6
	realMemoryMB  = 200
)

// drawSeeds gives the seeds asked for, else three that nobody knew before the run.
func drawSeeds(asked string) ([]string, error) {
	if asked != "" {
		return strings.Split(asked, ","), nil
	}
	var seeds []string
	for range 3 {
		n, err := rand.Int(rand.Reader, big.NewInt(1_000_000))
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, n.String())
	}
	return seeds, nil
}

// portion draws real, distinct files; they are thrown away with the next seed.
func (o options) portion(ctx context.Context, seed string, files int) (made, error) {
	if _, err := os.Stat(o.draw); err != nil {
		return made{}, fmt.Errorf("portion.py of the shared tools: %w", err)
	}
	return build(filepath.Join(o.work, "real-"+seed+"-"+fmt.Sprint(files)), func(p string) error {
		out, err := exec.CommandContext(ctx, "python3", o.draw, p, fmt.Sprint(files), "--seed", seed).CombinedOutput()
		if err != nil {
			return fmt.Errorf("portion.py: %w: %.200s", err, out)
		}
		return nil
	})
}

// realMeasures are the measurements on real files: folders and one ZIP of every seed,
// classes and the check with PDF/A of the first.
func realMeasures(o options) ([]measure, error) {
	seeds, err := drawSeeds(o.seeds)
	if err != nil {
		return nil, err
	}
	var list []measure
	for i, seed := range seeds {
		list = append(list, measure{fmt.Sprintf("real-folder-%d", i+1),
			func(ctx context.Context, o options) (measurement, error) { return realFolder(ctx, o, seed) }})
	}
	first := seeds[0]
	return append(list,
		measure{"real-zip", func(ctx context.Context, o options) (measurement, error) { return realZIP(ctx, o, first) }},
		measure{"real-classes", func(ctx context.Context, o options) (measurement, error) { return realClasses(ctx, o, first) }},
		measure{"real-pdfa", func(ctx context.Context, o options) (measurement, error) { return realPDFA(ctx, o, first) }},
		measure{"one-content", oneContent}, measure{"xml-64", xml64}, measure{"repeated", repeated}), nil
}

func realFolder(ctx context.Context, o options, seed string) (measurement, error) {
	m := measurement{Title: "Real files, folder, seed " + seed,
		Promise: fmt.Sprintf("processor time of sf at least %.0f × ours (aim 4 ×), at most %d MB", leastFolder, realMemoryMB)}
	d, err := o.portion(ctx, seed, o.real)
	if err != nil {
		return m, err
	}
	m.Data = d.String() + ", drawn by portion.py: distinct, evenly over sizes, types as an office has them."
	m.Rows, err = contest(ctx, o.realRounds, append([]contender{o.oursOnReal(d.path), o.siegfried(d.path)}, hashers(d.path)...))
	m.Kept = slimAndFaster(m.Rows, leastFolder)
	return m, err
}

func realZIP(ctx context.Context, o options, seed string) (measurement, error) {
	m := measurement{Title: "Real files, one ZIP, seed " + seed,
		Promise: fmt.Sprintf("processor time of sf -z at least %.1f × ours (aim 3 ×), at most %d MB", leastZIP, realMemoryMB)}
	d, err := o.portion(ctx, seed, o.real)
	if err != nil {
		return m, err
	}
	z, err := build(d.path+".zip", func(p string) error { return zipOf(p, d.path) })
	if err != nil {
		return m, err
	}
	m.Data = d.String() + ", deflated in one ZIP. sf reads them out of it (-z)."
	m.Rows, err = contest(ctx, o.realRounds, []contender{o.oursOnReal(z.path), o.siegfried("-z", z.path),
		{name: "unzip -t", args: []string{"unzip", "-tqq", z.path}, note: "inflate and CRC only"}})
	m.Kept = slimAndFaster(m.Rows, leastZIP)
	return m, err
}

// oursOnReal is ours on files that may have faults.
func (o options) oursOnReal(paths ...string) contender {
	c := o.ours(paths...)
	c.faulty = true
	return c
}

// cpuRatio gives the peer's processor time through ours, 0 where one was not measured.
func cpuRatio(rows []subject, peer string) float64 {
	if len(rows) == 0 || median(rows[0].CPU) == 0 {
		return 0
	}
	return median(row(rows, peer).CPU) / median(rows[0].CPU)
}

// fasterThan compares processor times: the peer's must be least times ours.
func fasterThan(rows []subject, peer string, least float64) string {
	r := cpuRatio(rows, peer)
	if r == 0 {
		return "not measured"
	}
	return yes(r >= least)
}

// slimAndFaster is fasterThan sf, within the promised memory.
func slimAndFaster(rows []subject, least float64) string {
	kept := fasterThan(rows, peerSF, least)
	if kept == "yes" && rows[0].PeakMB > realMemoryMB {
		return "no"
	}
	return kept
}

// classTypes are the types of an office, as portion.py groups them.
var classTypes = []struct{ name, ext string }{
	{"PDF", ".pdf"}, {"XML and HTML", ".xml .xsd .html .xhtml .svg"}, {"text", ".txt .csv .md .json .eml .log"},
	{"office", ".odt .ods .odp .docx .xlsx .pptx .rtf .doc .xls"}, {"pictures", ".tif .tiff .jpg .jpeg .png .gif"},
}

var classSizes = []struct {
	name string
	most int64
}{{"below 1 KB", 1 << 10}, {"1 to 10 KB", 10 << 10}, {"10 to 100 KB", 100 << 10}, {"above 100 KB", 1 << 62}}

// fewestFiles is from where on a class is measured: below it the start of the
// programs is all there is.
const fewestFiles = 100

func classOf(name string, size int64) string {
	kind, ext := "other", strings.ToLower(filepath.Ext(name))
	for _, t := range classTypes {
		if ext != "" && slices.Contains(strings.Fields(t.ext), ext) {
			kind = t.name
		}
	}
	i := slices.IndexFunc(classSizes, func(s struct {
		name string
		most int64
	}) bool {
		return size < s.most
	})
	return kind + ", " + classSizes[i].name
}

// realClasses compares with sf in every class of type and size, start included.
func realClasses(ctx context.Context, o options, seed string) (measurement, error) {
	m := measurement{Title: "Real files by type and size, seed " + seed, Steps: true,
		Promise: fmt.Sprintf("processor time of sf at least %.1f × ours in every class", leastClass)}
	d, err := o.portion(ctx, seed, o.classes)
	if err != nil {
		return m, err
	}
	dirs, err := splitClasses(d.path)
	if err != nil {
		return m, err
	}
	least, measured := 0.0, 0
	for _, dir := range dirs {
		class, err := measureTree(dir)
		if err != nil {
			return m, err
		}
		if class.files < fewestFiles {
			continue
		}
		rows, err := contest(ctx, 3, []contender{o.oursOnReal(dir), o.siegfried(dir)})
		if err != nil {
			return m, err
		}
		r := cpuRatio(rows, peerSF)
		if measured++; measured == 1 || r < least {
			least = r
		}
		s := rows[0]
		s.Name, s.Note = filepath.Base(dir), fmt.Sprintf("%s; sf %s s, ratio %.2f", class, seconds(median(row(rows, peerSF).CPU)), r)
		if r < leastClass {
			if s.Note, err = o.withInside(ctx, dir, s.Note); err != nil {
				return m, err
			}
		}
		m.Rows = append(m.Rows, s)
	}
	m.Data = fmt.Sprintf("%s, split; %d classes of at least %d files measured, the start of both programs included. Slowest class: %.2f.",
		d, measured, fewestFiles, least)
	m.Kept = "not measured"
	if least > 0 {
		m.Kept = yes(least >= leastClass)
	}
	return m, nil
}

// withInside adds what sf takes when it looks into archives, as our check always does: of a
// class with large ones that is the same work. The promise is judged without it.
func (o options) withInside(ctx context.Context, dir, note string) (string, error) {
	rows, err := contest(ctx, 3, []contender{o.oursOnReal(dir), o.siegfried("-z", dir)})
	if err != nil {
		return note, err
	}
	return fmt.Sprintf("%s; sf -z, which looks into ZIP, TAR and gzip as we do, %s s, ratio %.2f", note,
		seconds(median(row(rows, peerSF).CPU)), cpuRatio(rows, peerSF)), nil
}

// splitClasses links the files of a portion into one folder a class.
func splitClasses(dir string) ([]string, error) {
	root := dir + "-classes"
	if err := os.RemoveAll(root); err != nil {
		return nil, err
	}
	err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		class := filepath.Join(root, classOf(p, info.Size()))
		if err := os.MkdirAll(class, 0o755); err != nil {
			return err
		}
		return os.Link(p, filepath.Join(class, d.Name()))
	})
	if err != nil {
		return nil, err
	}
	return filepath.Glob(filepath.Join(root, "*"))
}

// realPDFA compares the check a user gets by default with the one without PDF/A.
func realPDFA(ctx context.Context, o options, seed string) (measurement, error) {
	m := measurement{Title: "Real files with PDF/A, seed " + seed,
		Promise: fmt.Sprintf("at most %.1f × the processor time without PDF/A", mostWithPDFA)}
	d, err := o.portion(ctx, seed, o.real)
	if err != nil {
		return m, err
	}
	m.Data = d.String() + ", two of five PDF; check as by default, and --no-pdfa."
	with := contender{name: "laufzettel-cli check, PDF/A", args: []string{o.cli, "check", "--json", "--kind", "files", d.path},
		env: o.env(), note: "the default", faulty: true}
	without := o.oursOnReal(d.path)
	without.name += " --no-pdfa"
	m.Rows, err = contest(ctx, min(3, o.realRounds), []contender{with, without})
	if r := cpuRatio(m.Rows, without.name); r > 0 {
		m.Kept = yes(1/r <= mostWithPDFA)
	}
	return m, err
}

// oneContent is one large file each of random bytes, of one text and of zeros.
func oneContent(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "One content, large: random, text, zeros", Steps: true,
		Promise: fmt.Sprintf("each at most %.2f × the processor time of rhash --sha512", mostOfHashing), Kept: "not measured"}
	r := mrand.NewChaCha8([32]byte{7})
	text := []byte(strings.Repeat("Der Vorgang wird an die Registratur zurückgegeben. Wiedervorlage am 2. November 2026.\r\n", 800))
	worst := 0.0
	for _, c := range []struct {
		name string
		src  func() io.Reader
	}{{"zufall.bin", func() io.Reader { return r }}, {"text.txt", func() io.Reader { return &again{text: text} }},
		{"null.bin", func() io.Reader { return &again{text: make([]byte, 64<<10)} }}} {
		d, err := build(filepath.Join(o.work, fmt.Sprintf("content-%d-%s", o.content, c.name)), func(p string) error {
			return writeFile(filepath.Join(p, c.name), io.LimitReader(c.src(), o.content))
		})
		if err != nil {
			return m, err
		}
		file := filepath.Join(d.path, c.name)
		rows, err := contest(ctx, o.realRounds, []contender{o.oursOnReal(d.path),
			{name: peerRhash, args: []string{"rhash", "--sha512", file}}})
		if err != nil {
			return m, err
		}
		of := cpuRatio(rows, peerRhash)
		if of > 0 {
			worst = max(worst, 1/of)
			m.Kept = yes(worst <= mostOfHashing)
		}
		s := rows[0]
		s.Name, s.Note = c.name, fmt.Sprintf("%.0f MB; rhash %s s", float64(d.bytes)/(1<<20),
			optional(median(row(rows, peerRhash).CPU), seconds))
		m.Rows = append(m.Rows, s)
		if err := os.RemoveAll(d.path); err != nil {
			return m, err
		}
		_ = os.Remove(d.path + ".ready") // made anew where it stays
	}
	m.Data = fmt.Sprintf("One file of %d MB each. Worst: %.2f × rhash.", o.content>>20, worst)
	return m, nil
}

// again reads a text again and again.
type again struct {
	text []byte
	at   int
}

func (a *again) Read(p []byte) (int, error) {
	n := copy(p, a.text[a.at:])
	a.at = (a.at + n) % len(a.text)
	return n, nil
}

func writeFile(path string, src io.Reader) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	if _, err := io.Copy(f, src); err != nil {
		_ = f.Close()
		return err
	}
	return f.Close()
}

// xml64 is one XML document of 64 MB.
func xml64(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "XML of 64 MB", Promise: fmt.Sprintf("processor time of sf at least %.0f × ours", leastXML)}
	d, err := build(filepath.Join(o.work, "xml-64"), func(p string) error {
		var b bytes.Buffer
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<liste>\n")
		for i := 0; b.Len() < 64<<20; i++ {
			fmt.Fprintf(&b, "  <eintrag nr=\"%d\"><betreff>Übernahme &amp; Bewertung %d</betreff><wert art='Zahl'>%d</wert></eintrag>\n", i,
				i*7, i*i)
		}
		b.WriteString("</liste>\n")
		return writeFile(filepath.Join(p, "liste.xml"), &b)
	})
	if err != nil {
		return m, err
	}
	m.Data = d.String() + "; ours reads all of it for well-formedness, too."
	m.Rows, err = contest(ctx, o.realRounds, []contender{o.oursOnReal(d.path), o.siegfried(d.path),
		{name: "xmllint --stream", args: []string{"xmllint", "--stream", "--noout", filepath.Join(d.path, "liste.xml")},
			note: "well-formedness only"}})
	m.Kept = fasterThan(m.Rows, peerSF, leastXML)
	return m, err
}

// pieces begin formats or stand in many signatures.
var pieces = []string{"\x00", "\xff", " ", "@", "C", "CD001", "%PDF-1.4\n", "%PDF-1.7 pdfaid:conformance>B", "<?xml version=\"1.0\"?>",
	"{\"a\": 1},", "1.0 ", "v 1.0 1.0\nf 1 1 1\n",
	"\xff\xfb\x90\x00", "II*\x00", "RIFF", "\x89PNG\r\n\x1a\n", "<!DOCTYPE html>", "From ", "\xd0\xcf\x11", "PK\x05\x06", "GIF89a",
	"\\documentclass", "0 --> 0", "BEGIN:VCARD\r\n"}

// repeated are files made to be slow: one piece again and again, 4 MB each.
func repeated(ctx context.Context, o options) (measurement, error) {
	m := measurement{Title: "Files made to be slow", Promise: fmt.Sprintf("processor time of sf at least %.1f × ours", leastClass)}
	d, err := build(filepath.Join(o.work, "repeated"), func(p string) error {
		for i, piece := range pieces {
			var n [8]byte
			binary.BigEndian.PutUint64(n[:], uint64(i))
			src := io.MultiReader(io.LimitReader(&again{text: []byte(piece)}, 4<<20-8), bytes.NewReader(n[:]))
			if err := writeFile(filepath.Join(p, fmt.Sprintf("%02d.dat", i)), src); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return m, err
	}
	m.Data = d.String() +
		": what begins formats and stands in signatures, again and again. That no content costs more than so many steps a byte is tested (transfer/formatid, TestStepsLinear)."
	m.Rows, err = contest(ctx, min(3, o.realRounds), []contender{o.oursOnReal(d.path), o.siegfried(d.path)})
	m.Kept = fasterThan(m.Rows, peerSF, leastClass)
	return m, err
}

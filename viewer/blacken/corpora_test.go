package blacken_test

import (
	"context"
	"errors"
	"flag"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"laufzettel/transfer/samples"
	"laufzettel/viewer"
	"laufzettel/viewer/blacken"
	"laufzettel/viewer/child"
)

var (
	copies = flag.Int("copies", 6, "PDFs of the shared data that are blackened; make blackened takes 200")
	draw   = flag.Uint64("draw", 26, "seed of which words are marked; 0 draws one")
	byEye  = flag.Bool("ocr", false, "look at the pictures of the copies with tesseract, too")
)

const mostCorpusPages = 12

// Of real PDFs of many programs, words drawn at random are marked in all their places:
// what other programs find in the copy (pdftotext, pdfimages, qpdf, where they are here)
// holds none of them.
func TestCorpora(t *testing.T) {
	root := samples.Path(t, ".")
	var names []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.EqualFold(filepath.Ext(name), ".pdf") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	seed := *draw
	if seed == 0 {
		seed = rand.Uint64()
	}
	dice := rand.New(rand.NewPCG(seed, 26))
	dice.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	t.Logf("seed %d", seed) // also where the test is cut short
	files, done, words, wordless, unopened, looked := len(names), 0, 0, 0, 0, 0
	for i := 0; i < len(names) && done < *copies; i++ {
		name := names[i]
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, chosen, err := chosenWords(t.Context(), pool(), raw, dice)
		switch {
		case err != nil:
			unopened++
			continue
		case len(chosen) == 0:
			wordless++
			_ = doc.Close()
			continue
		}
		copied, _ := made(t, doc, marked(t, doc, chosen))
		_ = doc.Close()
		done, words = done+1, words+len(chosen)
		names = append(names, name) // in the next round with other words
		all := said(t, copied)
		outside(t, copied, all)
		if n := len(all["tesseract"]); n > 0 {
			looked++
		}
		for where, text := range all {
			for _, w := range chosen {
				if holds(text, w) {
					t.Errorf("%s: %q is in %s", filepath.Base(name), w, where)
				}
			}
		}
		if done%20 == 0 {
			t.Logf("%d copies looked at, %d words marked, %d read by tesseract", done, words, looked)
		}
	}
	t.Logf("seed %d: %d copies of %d files, %d words marked, %d read by tesseract; left out: %d without a word to mark, "+
		"%d that do not open as pages", seed, done, min(done, files-wordless-unopened), words, looked, wordless, unopened)
	if done == 0 {
		t.Error("nothing was blackened: the test looks at nothing")
	}
}

// chosenWords draws up to three words of a PDF, each of six letters at least: shorter ones
// may stand inside others, which nobody marks.
func chosenWords(ctx context.Context, pool *child.Pool, raw []byte, dice *rand.Rand) (viewer.Pager, []string, error) {
	doc, err := pool.Open(ctx, viewer.Source{Name: "a.pdf", Content: strings.NewReader(string(raw)), Size: int64(len(raw))})
	if err != nil {
		return nil, nil, err
	}
	p, err := blacken.Paper(doc)
	if err != nil || p.Pages() > mostCorpusPages {
		return nil, nil, errors.Join(err, doc.Close(), errors.New("no pages to blacken"))
	}
	var all []string
	for page := range p.Pages() {
		words, ok, err := blacken.WordsOf(ctx, p, page)
		if err != nil || !ok {
			return nil, nil, errors.Join(err, doc.Close(), errors.New("words not read"))
		}
		for _, w := range words {
			plain := strings.TrimFunc(w.Text, func(r rune) bool { return !unicode.IsLetter(r) })
			letters := strings.IndexFunc(plain, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
			known := slices.Contains(all, plain) || strings.Contains(strings.ToLower(ours), strings.ToLower(plain))
			if letters && len([]rune(plain)) >= 6 && !known {
				all = append(all, plain)
			}
		}
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return p, all[:min(3, len(all))], nil
}

// ours are words every copy bears whatever was in the file: its own title, tool and what
// PDF itself is written in.
const ours = `geschwärzte nutzungskopie laufzettel parent pages filter length width height resources contents structparents mediabox
 catalog metadata outputintents bitspercomponent colorspace devicegray devicergb flatedecode dctdecode stream endstream xobject subtype
 producer creator description conformance rdf identifier srgb fontfile fontdescriptor basefont encoding identity tounicode
 copyright version profile display monitor reference condition viewing hewlett packard international createdate modifydate
 begincmap endcmap codespacerange descendantfonts cidtogidmap registry ordering supplement fontname italicangle ascent descent
 capheight missingwidth cidset fontbbox object endobj startxref trailer markinfo viewerpreferences displaydoctitle language
 german actualtext`

// outside adds what programs of others find in a copy.
func outside(t *testing.T, raw []byte, to map[string]string) {
	t.Helper()
	dir := t.TempDir()
	name := filepath.Join(dir, "kopie.pdf")
	if err := os.WriteFile(name, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := exec.LookPath("qpdf"); err == nil {
		cmd := exec.CommandContext(t.Context(), "qpdf", "--qdf", "--object-streams=disable", name, filepath.Join(dir, "plain.pdf"))
		if err := cmd.Run(); err != nil {
			t.Errorf("qpdf: %v", err)
		}
		plain, err := os.ReadFile(filepath.Join(dir, "plain.pdf"))
		if err != nil {
			t.Fatal(err)
		}
		to["qpdf"] = string(plain)
	}
	if _, err := exec.LookPath("pdfimages"); err != nil {
		return
	}
	if err := exec.CommandContext(t.Context(), "pdfimages", "-png", name, filepath.Join(dir, "bild")).Run(); err != nil {
		t.Errorf("pdfimages: %v", err)
	}
	pictures, err := filepath.Glob(filepath.Join(dir, "bild*.png"))
	if err != nil || len(pictures) == 0 {
		t.Errorf("a copy without pictures: %v", err)
	}
	if _, err := exec.LookPath("tesseract"); err != nil || !*byEye {
		return
	}
	for _, p := range pictures {
		text, err := exec.CommandContext(t.Context(), "tesseract", p, "-", "-l", "deu").Output()
		if err != nil {
			t.Errorf("tesseract: %v", err)
		}
		to["tesseract"] += string(text)
	}
}

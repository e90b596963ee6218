package blacken_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
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
	files, done, words, wordless, unopened := len(names), 0, 0, 0, 0
	eye := &byOCR{dice: dice}
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
		marks := marked(t, doc, chosen)
		copied, _ := made(t, doc, marks)
		done, words = done+1, words+len(chosen)
		names = append(names, name) // in the next round with other words
		all := said(t, copied)
		dir := t.TempDir()
		outside(t, dir, copied, all)
		eye.look(t, dir, doc, marks, chosen, all)
		_ = doc.Close()
		for where, text := range all {
			for _, w := range chosen {
				if holds(text, w) {
					t.Errorf("%s: %q is in %s", filepath.Base(name), w, where)
				}
			}
		}
		if done%10 == 0 {
			t.Logf("%d copies looked at, %d words marked, %s", done, words, eye)
		}
	}
	t.Logf("seed %d: %d copies of %d files, %d words marked, %s; left out: %d without a word to mark, "+
		"%d that do not open as pages", seed, done, min(done, files-wordless-unopened), words, eye, wordless, unopened)
	if *byEye && eye.read*2 < eye.others {
		t.Error("tesseract reads less than half of the words that were left: what it does not find says little")
	}
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
			plain := long(w.Text)
			known := slices.Contains(all, plain) || strings.Contains(strings.ToLower(ours), strings.ToLower(plain))
			if plain != "" && !known {
				all = append(all, plain)
			}
		}
	}
	dice.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return p, all[:min(3, len(all))], nil
}

// long gives the letters of a word of six letters at least; "" for any other.
func long(word string) string {
	other := func(r rune) bool { return !unicode.IsLetter(r) }
	plain := strings.TrimFunc(word, other)
	if strings.IndexFunc(plain, other) >= 0 || len([]rune(plain)) < 6 {
		return ""
	}
	return plain
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

// outside adds what programs of others find in a copy; the pictures of its pages are left
// in dir.
func outside(t *testing.T, dir string, raw []byte, to map[string]string) {
	t.Helper()
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
	if err := exec.CommandContext(t.Context(), "pdfimages", "-png", "-p", name, filepath.Join(dir, "bild")).Run(); err != nil {
		t.Errorf("pdfimages: %v", err)
	}
	if pictures := picturesOf(t, dir, -1); len(pictures) == 0 {
		t.Error("a copy without pictures")
	}
}

// picturesOf gives the pictures of a page that pdfimages took out; -1 is every page.
func picturesOf(t *testing.T, dir string, page int) []string {
	t.Helper()
	of := "bild-*.png"
	if page >= 0 {
		of = fmt.Sprintf("bild-%03d-*.png", page+1)
	}
	names, err := filepath.Glob(filepath.Join(dir, of))
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// byOCR looks at copies as a reader's eye does: text recognition reads every page that
// bears a mark, and one drawn of the others. Words of those pages that were left tell
// whether it can read at all.
type byOCR struct {
	dice                        *rand.Rand
	copies, pages, others, read int
}

func (e *byOCR) String() string {
	return fmt.Sprintf("%d read by tesseract on %d pages, where it reads %d of %d words that were left", e.copies, e.pages, e.read, e.others)
}

// eyes look at once, with one processor each.
const eyes = 2

func (e *byOCR) look(t *testing.T, dir string, doc viewer.Pager, marks map[int][]viewer.Rect, chosen []string, to map[string]string) {
	t.Helper()
	if _, err := exec.LookPath("tesseract"); err != nil || !*byEye {
		return
	}
	var pages, bare []int
	for page := range doc.Pages() {
		if len(marks[page]) > 0 {
			pages = append(pages, page)
		} else {
			bare = append(bare, page)
		}
	}
	if len(bare) > 0 {
		pages = append(pages, bare[e.dice.IntN(len(bare))])
	}
	texts, free := make([]string, len(pages)), make(chan struct{}, eyes)
	var all sync.WaitGroup
	for i, page := range pages {
		for _, name := range picturesOf(t, dir, page) {
			free <- struct{}{}
			text := &texts[i] // a copy has one picture to a page
			all.Go(func() {
				defer func() { <-free }()
				cmd := exec.CommandContext(t.Context(), "tesseract", name, "-", "-l", "deu")
				cmd.Env = append(os.Environ(), "OMP_THREAD_LIMIT=1")
				out, err := cmd.Output()
				if err != nil {
					t.Errorf("tesseract: %v", err)
				}
				*text = string(out)
			})
		}
	}
	all.Wait()
	e.copies, e.pages = e.copies+1, e.pages+len(pages)
	for i, page := range pages {
		to["tesseract"] += texts[i]
		e.judge(t, doc, page, chosen, texts[i])
	}
}

// judge counts the words of a page that were left, and those read.
func (e *byOCR) judge(t *testing.T, doc viewer.Pager, page int, chosen []string, text string) {
	t.Helper()
	words, _, err := blacken.WordsOf(t.Context(), doc, page)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range words {
		if plain := long(w.Text); plain != "" && !slices.ContainsFunc(chosen, func(c string) bool { return holds(plain, c) }) {
			e.others++
			if holds(text, plain) {
				e.read++
			}
		}
	}
}

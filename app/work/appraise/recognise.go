package appraise

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/convert"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/recognised"
	"laufzettel/viewer/sensitivity/found"
)

// textRead is the event of text recognition: how much was read, by what.
const textRead events.Type = "text-read"

// How pages are drawn for text recognition.
const (
	readDPI    = 300        // what its models were made for
	mostPixels = 25_000_000 // a little more than A3 at that
	pagesKept  = 8          // are stored at a time
)

// Recognition is what one run of text recognition read.
type Recognition struct {
	Software string `json:"software"`
	Files    int    `json:"files"`  // of which pages were read
	Pages    int    `json:"pages"`  // read
	Empty    int    `json:"empty"`  // of them without a word
	Words    int    `json:"words"`  // on all of them
	Failed   int    `json:"failed"` // pages or files nothing could be read of
	// Why is what the first of these said.
	Why wording.Text `json:"-"`
}

// Recogniser gives the program that reads the text of pictures here; false: none is set or
// installed.
func (sg *Sensing) Recogniser(ctx context.Context) (convert.Tool, bool, error) {
	tools, err := sg.Converters.Tools(ctx)
	if err != nil {
		return convert.Tool{}, false, err
	}
	t, ok := convert.Reader(tools)
	return t, ok, nil
}

// Recognise has the pages of a portion that hold no text read by the archive's program for
// text recognition: the page is drawn here, the program sees the picture only. What it reads
// is kept beside the delivery, is searched with it, and is told apart from the text of the
// files. Pages read before are not read again; a stopped run keeps what it has. Errors:
// Setup where no program is set or it does not run; as MapOf; Refused without the right to
// appraise.
func (sg *Sensing) Recognise(ctx context.Context, id string, progress func(done, total int)) (out Recognition, err error) {
	if _, err := sg.Office.MustPerson(people.Appraise, "recognise text"); err != nil {
		return out, err
	}
	p, files, _, err := sg.searched(ctx, id, nil)
	if err != nil {
		return out, err
	}
	tool, ok, err := sg.Recogniser(ctx)
	if err != nil {
		return out, err
	}
	if !ok {
		return out, failure.New(failure.Setup, "recognise text", wording.Say("hint.appraise.no-recogniser"))
	}
	work, err := os.MkdirTemp(sg.Office.Path(office.DirSpool), "texterkennung-*")
	if err != nil {
		return out, office.Disk("make work folder", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	r := &recogniser{sg: sg, portion: p, tool: tool, work: work, out: &out}
	if err := r.probe(ctx); err != nil {
		return out, err
	}
	list, err := r.wordless(ctx, files)
	if err != nil || len(list) == 0 {
		return out, err
	}
	if r.tree, err = sg.Intake.Tree(ctx, p); err != nil {
		return out, failure.Wrap(failure.Refused, "recognise text of "+id, wording.Say("hint.appraise.words-files-gone"), err)
	}
	defer func() { err = errors.Join(err, r.tree.Close()) }()
	err = r.all(ctx, list, progress)
	if out.Pages > 0 {
		err = errors.Join(err, sg.logRecognised(context.WithoutCancel(ctx), id, out))
	}
	if err != nil {
		return out, err
	}
	return out, sg.Desk.IndexTexts(ctx, id, nil)
}

func (sg *Sensing) logRecognised(ctx context.Context, id string, out Recognition) error {
	return sg.Office.Store.WithTx(ctx, sg.Log.Entry(ctx, sg.Office.Event(textRead, id, "", "ok", map[string]string{
		"software": out.Software, "pages": strconv.Itoa(out.Pages), "words": strconv.Itoa(out.Words), "failed": strconv.Itoa(out.Failed)})))
}

// recogniser is one run.
type recogniser struct {
	sg      *Sensing
	portion transfer.Portion
	tool    convert.Tool
	work    string
	tree    container.Tree
	tried   map[string]*recognised.File
	out     *Recognition
}

// wordlessFile is a content with pages that hold no text, and every path it lies at.
type wordlessFile struct {
	fact  check.FileFact
	paths []string
}

// wordless gives the contents of a portion of which pages hold no text.
func (r *recogniser) wordless(ctx context.Context, files map[string]*found.File) (list []*wordlessFile, err error) {
	if r.tried, err = r.sg.Desk.Recognised.Files(ctx, r.portion.ID); err != nil {
		return nil, err
	}
	known, seen := map[string]*wordlessFile{}, map[string]bool{}
	err = r.sg.eachFile(ctx, r.portion, func(_, _ *record.Object, fact check.FileFact) {
		f, digest := files[fact.Path], contentOf(fact)
		if f == nil || seen[fact.Path] || digest == "" || fact.Size > MaxIndexed || fact.Damage != "" || f.Pages > 0 && f.Blank == 0 {
			return
		}
		seen[fact.Path] = true
		w := known[digest]
		if w == nil {
			w = &wordlessFile{fact: fact}
			known[digest] = w
			list = append(list, w)
		}
		w.paths = append(w.paths, fact.Path)
	})
	return list, err
}

// probe runs the program on an empty page: what is wrong with it is told once, not for each
// page.
func (r *recogniser) probe(ctx context.Context) error {
	white := image.NewGray(image.Rect(0, 0, 600, 200))
	for i := range white.Pix {
		white.Pix[i] = 255
	}
	made, err := r.read(ctx, white, 0)
	if err != nil {
		return failure.Wrap(failure.Setup, "try "+r.tool.ID, failure.HintOf(err), err)
	}
	r.out.Software = made.Software
	return nil
}

// all reads the contents one after the other.
func (r *recogniser) all(ctx context.Context, list []*wordlessFile, progress func(done, total int)) error {
	for i, w := range list {
		if progress != nil {
			progress(i, len(list))
		}
		if err := r.file(ctx, w); err != nil {
			if ctx.Err() != nil || failure.KindOf(err) != failure.Refused {
				return err
			}
			r.failed(err)
		}
	}
	return nil
}

func (r *recogniser) failed(err error) {
	if r.out.Failed++; r.out.Failed == 1 {
		r.out.Why = failure.HintOf(err)
	}
}

// file reads the pages of one content that hold no text and were not read before.
func (r *recogniser) file(ctx context.Context, w *wordlessFile) error {
	doc, done, err := r.sg.Desk.openFile(ctx, r.tree, w.fact)
	if err != nil {
		return err
	}
	defer done()
	pager, ok := doc.(viewer.Pager)
	if !ok {
		return nil // nothing that is drawn
	}
	var todo []int
	for page := range pager.Pages() {
		if f := r.tried[contentOf(w.fact)]; f != nil && slices.Contains(f.Tried, page) {
			continue
		}
		if blank, err := blankPage(ctx, doc, page); err != nil || !blank {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			continue // a damaged page is told by the search
		}
		todo = append(todo, page)
	}
	if len(todo) > 0 {
		r.out.Files++
	}
	for chunk := range slices.Chunk(todo, pagesKept) {
		if err := r.pages(ctx, pager, w, chunk); err != nil {
			return err
		}
	}
	return nil
}

func blankPage(ctx context.Context, doc viewer.Document, page int) (bool, error) {
	t, ok := doc.(viewer.Texter)
	if !ok {
		return true, nil
	}
	s, err := t.Text(ctx, page)
	return strings.TrimSpace(s) == "", err
}

// pages draws pages one after the other, has them read side by side and keeps what came.
func (r *recogniser) pages(ctx context.Context, doc viewer.Pager, w *wordlessFile, pages []int) error {
	var mu sync.Mutex
	var made []recognised.Made
	g, inner := errgroup.WithContext(ctx)
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, page := range pages {
		img, err := drawn(inner, doc, page)
		if err != nil {
			if ctx.Err() != nil {
				break
			}
			mu.Lock()
			r.failed(err)
			mu.Unlock()
			continue
		}
		g.Go(func() error {
			m, err := r.read(inner, img, page)
			mu.Lock()
			defer mu.Unlock()
			if err == nil {
				made = append(made, m)
			} else if inner.Err() == nil {
				r.failed(err)
			}
			return nil
		})
	}
	_ = g.Wait() // a page that fails is counted
	if len(made) == 0 {
		return ctx.Err()
	}
	for _, m := range made {
		r.out.Pages++
		if r.out.Words += m.Words; m.Words == 0 {
			r.out.Empty++
		}
	}
	id := r.portion.ID
	keep := context.WithoutCancel(ctx) // what is read stays, also where the run is stopped
	stale := func(tx *sql.Tx) error {
		for _, path := range w.paths {
			if err := found.StaleTx(keep, tx, id, path); err != nil {
				return err
			}
		}
		return nil
	}
	return errors.Join(r.sg.Desk.Recognised.Put(keep, id, w.fact.Path, contentOf(w.fact), made, stale), ctx.Err())
}

// drawn draws a page in grey, as fine as text recognition wants it.
func drawn(ctx context.Context, doc viewer.Pager, page int) (*image.Gray, error) {
	size, err := doc.PageSize(ctx, page)
	if err != nil {
		return nil, err
	}
	wide, high := size.Width*readDPI/72, size.Height*readDPI/72
	if !(wide > 0 && high > 0) {
		return nil, viewer.Damaged("draw page", errors.New("page without size"))
	}
	wide *= min(1, math.Sqrt(mostPixels/(wide*high)))
	img, err := doc.Render(ctx, viewer.Request{Page: page, Width: max(1, int(math.Round(wide)))})
	if err != nil {
		return nil, err
	}
	grey := image.NewGray(img.Rect)
	for y := img.Rect.Min.Y; y < img.Rect.Max.Y; y++ {
		for x := img.Rect.Min.X; x < img.Rect.Max.X; x++ {
			grey.SetGray(x, y, color.GrayModel.Convert(img.RGBAAt(x, y)).(color.Gray))
		}
	}
	return grey, nil
}

// read has one picture read in a folder of its own, of which nothing is left.
func (r *recogniser) read(ctx context.Context, img image.Image, page int) (m recognised.Made, err error) {
	dir, err := os.MkdirTemp(r.work, "seite-*")
	if err != nil {
		return m, office.Disk("make work folder", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var picture bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&picture, img); err != nil {
		return m, err
	}
	name := filepath.Join(dir, "seite.png")
	if err := os.WriteFile(name, picture.Bytes(), 0o600); err != nil {
		return m, office.Disk("write picture of a page", err)
	}
	res, err := convert.Run(ctx, r.tool, dir, name)
	if err != nil {
		return m, err
	}
	raw, err := recognised.ReadFile(res.Path)
	if err != nil {
		return m, office.Disk("read what "+r.tool.ID+" wrote", err)
	}
	p, err := recognised.Parse(raw)
	if err != nil {
		return m, failure.Wrap(failure.Refused, "read what "+r.tool.ID+" wrote",
			wording.Say("hint.appraise.recogniser-writes", r.tool.Name), err)
	}
	m = recognised.Made{Page: page, Words: p.Count(), At: r.sg.Office.Now(),
		Software: strings.TrimSpace(res.Version + " (" + strings.Join(r.tool.Args, " ") + ")")}
	m.ALTO, err = p.ALTO(m.Software)
	return m, err
}

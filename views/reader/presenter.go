package reader

import (
	"context"
	"errors"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/catalog"
	"laufzettel/views/words"
)

type dispatcher interface {
	Background(func())
	UI(func())
}

// screen is what the presenter asks of the view.
type screen interface {
	refresh()                            // search or package changed
	document(d *Document, original bool) // show a document, nil: none
	evidence(e Evidence)                 // show a report or table
	expect(d Document)                   // will probably be shown next
	say(text string)
}

// presenter holds the state of the screen; all fields belong to the UI thread.
type presenter struct {
	src   Source
	run   dispatcher
	words *words.Words
	view  screen

	query    catalog.Query
	results  catalog.Results
	facets   catalog.Facets
	searched bool
	busy     bool
	err      error
	gen      int
	chosen   int // result

	open      *Package
	opening   bool
	openErr   error
	openGen   int
	trail     []step // packages from which relations led to the one open
	current   string // document
	original  bool
	shownAs   string // evidence shown in place of a document
	integrity Integrity
	verified  bool
	checking  bool
	step      [2]int
	checkErr  error
	cancel    context.CancelFunc
}

const pageSize = 50

func newPresenter(src Source, run dispatcher, w *words.Words, view screen) *presenter {
	return &presenter{src: src, run: run, words: w, view: view, chosen: -1}
}

// start reads the facets for the first page.
func (p *presenter) start() {
	p.run.Background(func() {
		f, err := p.src.Facets(context.Background())
		p.run.UI(func() {
			if err == nil {
				p.facets = f
			} else if p.err == nil {
				p.err = err
			}
			p.view.refresh()
		})
	})
}

// search asks anew with the query as it stands.
func (p *presenter) search() { p.ask(0) }

// more appends the next page of results.
func (p *presenter) more() {
	if len(p.results.Items) < p.results.Total {
		p.ask(len(p.results.Items))
	}
}

func (p *presenter) ask(offset int) {
	p.gen++
	gen := p.gen
	q := p.query
	q.Limit, q.Offset = pageSize, offset
	p.busy, p.err = true, nil
	p.run.Background(func() {
		res, err := p.src.Search(context.Background(), q)
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.busy, p.err, p.searched = false, err, true
			if err == nil {
				if offset == 0 {
					p.results, p.chosen = res, -1
					if len(res.Items) > 0 {
						p.chosen = 0
					}
				} else {
					p.results.Items = append(p.results.Items, res.Items...)
					p.results.Total, p.results.More = res.Total, res.More
				}
			}
			p.view.refresh()
		})
	})
	p.view.refresh()
}

// setText changes the words and searches.
func (p *presenter) setText(s string) {
	p.query.Text = strings.TrimSpace(s)
	p.search()
}

// narrow changes a filter and searches.
func (p *presenter) narrow(change func(*catalog.Query)) {
	change(&p.query)
	p.search()
}

// filtered tells whether a filter is in force.
func (p *presenter) filtered() bool {
	return p.query.FromYear > 0 || p.query.ToYear > 0 || p.query.Agency != "" || p.query.Kind != "" || len(p.query.Accessions) > 0
}

// openResult opens result i.
func (p *presenter) openResult(i int) {
	if i < 0 || i >= len(p.results.Items) {
		return
	}
	p.chosen, p.trail = i, nil
	p.openPackage(p.results.Items[i].PID, firstPlace(p.results.Items[i]))
}

// firstPlace gives the best document of a result, to be shown first.
func firstPlace(f catalog.Found) string {
	for _, pl := range f.Places {
		if pl.ID != "" {
			return pl.ID
		}
	}
	return ""
}

// neighbour opens the next or previous result; false at the ends.
func (p *presenter) neighbour(by int) bool {
	i := p.chosen + by
	if p.open == nil || i < 0 || i >= len(p.results.Items) {
		return false
	}
	p.openResult(i)
	return true
}

// openFile opens a package that was dropped on the window.
func (p *presenter) openFile(path string) {
	p.openGen++
	gen := p.openGen
	p.opening, p.openErr = true, nil
	p.run.Background(func() {
		key, err := p.src.OpenFile(context.Background(), path)
		p.run.UI(func() {
			if gen != p.openGen {
				return
			}
			p.opening = false
			if err != nil {
				p.openErr = err
				p.view.refresh()
				return
			}
			p.chosen, p.trail = -1, nil
			p.openPackage(key, "")
		})
	})
	p.view.refresh()
}

// openPackage opens an object and shows a document of it, the first dated one
// where none is named; its integrity is computed at once.
func (p *presenter) openPackage(key, document string) {
	p.stop()
	p.openGen++
	gen := p.openGen
	p.opening, p.openErr = true, nil
	p.run.Background(func() {
		pk, err := p.src.Package(context.Background(), key)
		p.run.UI(func() {
			if gen != p.openGen {
				return
			}
			p.opening = false
			if err != nil {
				p.openErr = err
				p.view.refresh()
				return
			}
			p.open, p.original, p.shownAs = &pk, false, ""
			p.current = document
			if p.index() < 0 && len(pk.Documents) > 0 {
				p.current = pk.Documents[max(0, slices.IndexFunc(pk.Documents, func(d Document) bool { return d.Date != "" }))].ID
			}
			p.showDocument()
			p.verify()
			p.view.refresh()
		})
	})
	p.view.refresh()
}

// back leaves the package; false if none is open.
func (p *presenter) back() bool {
	if p.open == nil && !p.opening && p.openErr == nil {
		return false
	}
	p.stop()
	p.openGen++
	p.open, p.opening, p.openErr, p.trail = nil, false, nil, nil
	p.view.document(nil, false)
	p.view.refresh()
	return true
}

func (p *presenter) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	p.verified, p.checking, p.checkErr, p.integrity, p.step = false, false, nil, Integrity{}, [2]int{}
}

func (p *presenter) index() int {
	if p.open == nil {
		return -1
	}
	return slices.IndexFunc(p.open.Documents, func(d Document) bool { return d.ID == p.current })
}

// pick shows document i.
func (p *presenter) pick(i int) {
	if p.open == nil || i < 0 || i >= len(p.open.Documents) {
		return
	}
	p.current, p.original, p.shownAs = p.open.Documents[i].ID, false, ""
	p.showDocument()
	p.view.refresh()
}

// turn goes to the next or previous document.
func (p *presenter) turn(by int) {
	if i := p.index(); i >= 0 {
		p.pick(i + by)
	}
}

// rendition changes between archive format and original.
func (p *presenter) rendition(original bool) {
	i := p.index()
	if i < 0 || p.open.Documents[i].Original == "" || p.original == original {
		return
	}
	p.original, p.shownAs = original, ""
	p.showDocument()
	p.view.refresh()
}

func (p *presenter) showDocument() {
	i := p.index()
	if i < 0 || p.open.Closed {
		p.view.document(nil, false)
		return
	}
	p.view.document(&p.open.Documents[i], p.original)
	if i+1 < len(p.open.Documents) {
		p.view.expect(p.open.Documents[i+1])
	}
}

// showEvidence shows a report, the table of the package or its events.
func (p *presenter) showEvidence(i int) {
	if p.open == nil || i < 0 || i >= len(p.open.Evidence) {
		return
	}
	p.shownAs = p.open.Evidence[i].ID
	p.view.evidence(p.open.Evidence[i])
	p.view.refresh()
}

// verify computes the integrity now.
func (p *presenter) verify() {
	if p.open == nil {
		return
	}
	p.stop()
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.checking = cancel, true
	gen, pid := p.openGen, p.open.PID
	p.run.Background(func() {
		in, err := p.src.Verify(ctx, pid, func(done, total int) {
			p.run.UI(func() {
				if gen == p.openGen && p.checking {
					p.step = [2]int{done, total}
					p.view.refresh()
				}
			})
		})
		p.run.UI(func() {
			if gen != p.openGen || failure.Canceled(err) {
				return
			}
			p.checking, p.verified, p.checkErr, p.integrity = false, err == nil, err, in
			p.view.refresh()
		})
	})
	p.view.refresh()
}

// useCopy makes a copy for a reader.
func (p *presenter) useCopy() {
	if p.open == nil || p.open.Closed {
		return
	}
	pid := p.open.PID
	p.run.Background(func() {
		c, err := p.src.UseCopy(context.Background(), pid)
		p.run.UI(func() {
			if err != nil {
				p.view.say(p.hint(err))
				return
			}
			p.view.say(p.words.T("reader.copied", c.Path, p.words.Date(c.Until)))
		})
	})
}

// grant notes an application and opens the object anew.
func (p *presenter) grant(application string) {
	application = strings.TrimSpace(application)
	if p.open == nil || application == "" {
		return
	}
	pid := p.open.PID
	p.run.Background(func() {
		err := p.src.Grant(context.Background(), pid, application)
		p.run.UI(func() {
			if err != nil {
				p.view.say(p.hint(err))
				return
			}
			p.openPackage(pid, "")
		})
	})
}

// hint gives an error its sentence.
func (p *presenter) hint(err error) string {
	if h := failure.HintOf(err); h != "" {
		return h
	}
	if errors.Is(err, catalog.ErrUnknown) {
		return p.words.T("reader.unknown")
	}
	return p.words.T("reader.error.text")
}

// close drops what is under way.
func (p *presenter) close() {
	p.gen++
	p.openGen++
	p.stop()
}

// place is where the open package stands among the results: 3 of 18, 0 where it
// did not come from a search.
func (p *presenter) place() (at, of int) {
	if p.chosen < 0 || p.chosen >= len(p.results.Items) {
		return 0, 0
	}
	return p.chosen + 1, p.results.Total
}

// row is one line of the document list: a year band or a document.
type row struct {
	band string // "1998", "Ohne Datum"; "" for a document
	doc  int
}

// rows groups the documents by year; undated ones stand first and visibly.
func (p *presenter) rows() []row {
	if p.open == nil {
		return nil
	}
	var out []row
	last := ""
	for i, d := range p.open.Documents {
		band := p.words.T("reader.undated")
		if len(d.Date) >= 4 {
			band = d.Date[:4]
		}
		if band != last {
			out = append(out, row{band: band})
			last = band
		}
		out = append(out, row{doc: i})
	}
	return out
}

// day writes the day of a document for the gutter: "12.03.", "03." or "–".
func day(date string) string {
	switch {
	case len(date) >= 10:
		return date[8:10] + "." + date[5:7] + "."
	case len(date) >= 7:
		return date[5:7] + "."
	}
	return "–"
}

// written writes a date as people do: 12.03.1998.
func written(date string) string {
	switch {
	case len(date) >= 10:
		return date[8:10] + "." + date[5:7] + "." + date[:4]
	case len(date) >= 7:
		return date[5:7] + "." + date[:4]
	}
	return date
}

// span writes a Laufzeit.
func span(from, to string) string {
	f, t := written(from), written(to)
	switch {
	case f == t || t == "":
		return f
	case f == "":
		return "– " + t
	}
	return f + " – " + t
}

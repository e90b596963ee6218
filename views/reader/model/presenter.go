package model

import (
	"context"
	"errors"
	"slices"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/catalog"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// screen is what the presenter asks of the view.
type screen interface {
	Refresh()                            // search or package changed
	Document(d *Document, original bool) // show a document, nil: none
	Evidence(e Evidence)                 // show a report or table
	Expect(d Document)                   // will probably be shown next
	Say(text string)
	Refuse(err error)
}

// Presenter holds the state of the screen; all fields belong to the UI thread.
type Presenter struct {
	src   Source
	run   present.Dispatcher
	words *words.Words
	view  screen

	Query    catalog.Query
	Results  catalog.Results
	Facets   catalog.Facets
	Held     int // all that may be known of
	Searched bool
	Busy     bool
	Err      error
	gen      int
	Chosen   int // result

	Open      *Package
	Opening   bool
	OpenErr   error
	openGen   int
	Trail     []step // packages from which relations led to the one open
	Current   string // document
	Original  bool
	ShownAs   string // evidence shown in place of a document
	Integrity Integrity
	Verified  bool
	checking  bool
	Step      [2]int
	CheckErr  error
	cancel    context.CancelFunc
}

const PageSize = 50

func NewPresenter(src Source, run present.Dispatcher, w *words.Words, view screen) *Presenter {
	return &Presenter{src: src, run: run, words: w, view: view, Chosen: -1}
}

// Start counts what is there, for the first page.
func (p *Presenter) Start() {
	p.run.Background(func() {
		f, err := p.src.Facets(context.Background(), catalog.Query{})
		p.run.UI(func() {
			if err == nil {
				p.Held = f.Total
				if !p.Searched {
					p.Facets = f
				}
			} else if p.Err == nil {
				p.Err = err
			}
			p.view.Refresh()
		})
	})
	if p.Searched {
		p.count()
	}
}

// count asks what each filter would give with all else that is asked for.
func (p *Presenter) count() {
	gen, q := p.gen, p.Query
	p.run.Background(func() {
		f, err := p.src.Facets(context.Background(), q)
		p.run.UI(func() {
			if gen == p.gen && err == nil {
				p.Facets = f
				p.view.Refresh()
			}
		})
	})
}

// search asks anew with the query as it stands.
func (p *Presenter) search() {
	p.ask(0)
	p.count()
}

// More appends the next page of results.
func (p *Presenter) More() {
	if len(p.Results.Items) < p.Results.Total {
		p.ask(len(p.Results.Items))
	}
}

func (p *Presenter) ask(offset int) {
	p.gen++
	gen := p.gen
	q := p.Query
	q.Limit, q.Offset = PageSize, offset
	p.Busy, p.Err = true, nil
	p.run.Background(func() {
		res, err := p.src.Search(context.Background(), q)
		p.run.UI(func() {
			if gen != p.gen {
				return
			}
			p.Busy, p.Err, p.Searched = false, err, true
			if err == nil {
				if offset == 0 {
					p.Results, p.Chosen = res, -1
					if len(res.Items) > 0 {
						p.Chosen = 0
					}
				} else {
					p.Results.Items = append(p.Results.Items, res.Items...)
					p.Results.Total, p.Results.More, p.Results.Due = res.Total, res.More, res.Due
				}
			}
			p.view.Refresh()
		})
	})
	p.view.Refresh()
}

// SetText changes the words and searches.
func (p *Presenter) SetText(s string) {
	p.Query.Text = strings.TrimSpace(s)
	p.search()
}

// Narrow changes a filter and searches.
func (p *Presenter) Narrow(change func(*catalog.Query)) {
	change(&p.Query)
	p.search()
}

// Filtered tells whether a filter is in force.
func (p *Presenter) Filtered() bool {
	return p.Query.FromYear > 0 || p.Query.ToYear > 0 || p.Query.Agency != "" || p.Query.Kind != "" || len(p.Query.Accessions) > 0
}

// OpenResult opens result i.
func (p *Presenter) OpenResult(i int) {
	if i < 0 || i >= len(p.Results.Items) {
		return
	}
	p.Chosen, p.Trail = i, nil
	p.OpenPackage(p.Results.Items[i].PID, firstPlace(p.Results.Items[i]))
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

// Neighbour opens the next or previous result; false at the ends.
func (p *Presenter) Neighbour(by int) bool {
	i := p.Chosen + by
	if p.Open == nil || i < 0 || i >= len(p.Results.Items) {
		return false
	}
	p.OpenResult(i)
	return true
}

// OpenFile opens a package that was dropped on the window.
func (p *Presenter) OpenFile(path string) {
	p.openGen++
	gen := p.openGen
	p.Opening, p.OpenErr = true, nil
	p.run.Background(func() {
		key, err := p.src.OpenFile(context.Background(), path)
		p.run.UI(func() {
			if gen != p.openGen {
				return
			}
			p.Opening = false
			if err != nil {
				p.OpenErr = err
				p.view.Refresh()
				return
			}
			p.Chosen, p.Trail = -1, nil
			p.OpenPackage(key, "")
		})
	})
	p.view.Refresh()
}

// OpenPackage opens an object and shows a document of it, the first dated one
// where none is named; its integrity is computed at once.
func (p *Presenter) OpenPackage(key, document string) {
	p.stop()
	p.openGen++
	gen := p.openGen
	p.Opening, p.OpenErr = true, nil
	p.run.Background(func() {
		pk, err := p.src.Package(context.Background(), key)
		p.run.UI(func() {
			if gen != p.openGen {
				return
			}
			p.Opening = false
			if err != nil {
				p.OpenErr = err
				p.view.Refresh()
				return
			}
			p.Open, p.Original, p.ShownAs = &pk, false, ""
			p.Current = document
			if p.Index() < 0 && len(pk.Documents) > 0 {
				p.Current = pk.Documents[max(0, slices.IndexFunc(pk.Documents, func(d Document) bool { return d.Date != "" }))].ID
			}
			p.showDocument()
			p.Verify()
			p.view.Refresh()
		})
	})
	p.view.Refresh()
}

// Back leaves the package; false if none is open.
func (p *Presenter) Back() bool {
	if p.Open == nil && !p.Opening && p.OpenErr == nil {
		return false
	}
	p.stop()
	p.openGen++
	p.Open, p.Opening, p.OpenErr, p.Trail = nil, false, nil, nil
	p.view.Document(nil, false)
	p.view.Refresh()
	return true
}

func (p *Presenter) stop() {
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
	}
	p.Verified, p.checking, p.CheckErr, p.Integrity, p.Step = false, false, nil, Integrity{}, [2]int{}
}

func (p *Presenter) Index() int {
	if p.Open == nil {
		return -1
	}
	return slices.IndexFunc(p.Open.Documents, func(d Document) bool { return d.ID == p.Current })
}

// Pick shows document i.
func (p *Presenter) Pick(i int) {
	if p.Open == nil || i < 0 || i >= len(p.Open.Documents) {
		return
	}
	p.Current, p.Original, p.ShownAs = p.Open.Documents[i].ID, false, ""
	p.showDocument()
	p.view.Refresh()
}

// Turn goes to the next or previous document.
func (p *Presenter) Turn(by int) {
	if i := p.Index(); i >= 0 {
		p.Pick(i + by)
	}
}

// Onward goes to the next or previous document, then to the next or previous result; false
// where both end.
func (p *Presenter) Onward(by int) bool {
	if p.Open == nil {
		return false
	}
	if i := p.Index() + by; i >= 0 && i < len(p.Open.Documents) && p.Index() >= 0 {
		p.Pick(i)
		return true
	}
	return p.Sought() != "" && p.Neighbour(by)
}

// Sought are the words of the search that led to the open package, "" where another way did.
func (p *Presenter) Sought() string {
	if p.Chosen < 0 || len(p.Trail) > 0 {
		return ""
	}
	return p.Query.Text
}

// Rendition changes between archive format and original.
func (p *Presenter) Rendition(original bool) {
	i := p.Index()
	if i < 0 || p.Open.Documents[i].Original == "" || p.Original == original {
		return
	}
	p.Original, p.ShownAs = original, ""
	p.showDocument()
	p.view.Refresh()
}

func (p *Presenter) showDocument() {
	i := p.Index()
	if i < 0 || p.Open.Closed {
		p.view.Document(nil, false)
		return
	}
	p.view.Document(&p.Open.Documents[i], p.Original)
	if i+1 < len(p.Open.Documents) {
		p.view.Expect(p.Open.Documents[i+1])
	}
}

// ShowEvidence shows a report, the table of the package or its events.
func (p *Presenter) ShowEvidence(i int) {
	if p.Open == nil || i < 0 || i >= len(p.Open.Evidence) {
		return
	}
	p.ShownAs = p.Open.Evidence[i].ID
	p.view.Evidence(p.Open.Evidence[i])
	p.view.Refresh()
}

// Verify computes the integrity now.
func (p *Presenter) Verify() {
	if p.Open == nil {
		return
	}
	p.stop()
	ctx, cancel := context.WithCancel(context.Background())
	p.cancel, p.checking = cancel, true
	gen, pid := p.openGen, p.Open.PID
	p.run.Background(func() {
		in, err := p.src.Verify(ctx, pid, func(done, total int) {
			p.run.UI(func() {
				if gen == p.openGen && p.checking {
					p.Step = [2]int{done, total}
					p.view.Refresh()
				}
			})
		})
		p.run.UI(func() {
			if gen != p.openGen || failure.Canceled(err) {
				return
			}
			p.checking, p.Verified, p.CheckErr, p.Integrity = false, err == nil, err, in
			p.view.Refresh()
		})
	})
	p.view.Refresh()
}

// UseCopy makes a copy for a reader.
func (p *Presenter) UseCopy() {
	if p.Open == nil || p.Open.Closed {
		return
	}
	pid := p.Open.PID
	p.run.Background(func() {
		c, err := p.src.UseCopy(context.Background(), pid)
		p.run.UI(func() {
			if err != nil {
				p.view.Refuse(err)
				return
			}
			p.view.Say(p.words.T("reader.copied", c.Path, p.words.Date(c.Until)))
		})
	})
}

// Grant notes an application and opens the object anew.
func (p *Presenter) Grant(application string) {
	application = strings.TrimSpace(application)
	if p.Open == nil || application == "" {
		return
	}
	pid := p.Open.PID
	p.run.Background(func() {
		err := p.src.Grant(context.Background(), pid, application)
		p.run.UI(func() {
			if err != nil {
				p.view.Refuse(err)
				return
			}
			p.OpenPackage(pid, "")
		})
	})
}

// Hint gives an error its sentence.
func (p *Presenter) Hint(err error) string {
	if failure.Explained(err) {
		return p.words.Explain(err, "")
	}
	if errors.Is(err, catalog.ErrUnknown) {
		return p.words.T("reader.unknown")
	}
	return p.words.T("reader.error.text")
}

// Close drops what is under way.
func (p *Presenter) Close() {
	p.gen++
	p.openGen++
	p.stop()
}

// Place is where the open package stands among the results: 3 of 18, 0 where it
// did not come from a search.
func (p *Presenter) Place() (at, of int) {
	if p.Chosen < 0 || p.Chosen >= len(p.Results.Items) {
		return 0, 0
	}
	return p.Chosen + 1, p.Results.Total
}

// Row is one line of the document list: a year band or a document.
type Row struct {
	Band string // "1998", "Ohne Datum"; "" for a document
	Doc  int
}

// Rows groups the documents by year; undated ones stand first and visibly.
func (p *Presenter) Rows() []Row {
	if p.Open == nil {
		return nil
	}
	var out []Row
	last := ""
	for i, d := range p.Open.Documents {
		band := p.words.T("reader.undated")
		if len(d.Date) >= 4 {
			band = d.Date[:4]
		}
		if band != last {
			out = append(out, Row{Band: band})
			last = band
		}
		out = append(out, Row{Doc: i})
	}
	return out
}

// step is a package from which a relation led on, with the document shown there.
type step struct{ pid, Reference, document string }

// Follow opens a package that belongs to the one shown; the way back leads here.
func (p *Presenter) Follow(i int) {
	if p.Open == nil || i < 0 || i >= len(p.Open.Related) || !p.Open.Related[i].Here {
		return
	}
	p.Trail = append(p.Trail, step{p.Open.PID, p.Open.ReferenceCode, p.Current})
	p.OpenPackage(p.Open.Related[i].PID, "")
}

// StepBack leads back along the relations followed; false where none was.
func (p *Presenter) StepBack() bool {
	if len(p.Trail) == 0 {
		return false
	}
	last := p.Trail[len(p.Trail)-1]
	p.Trail = p.Trail[:len(p.Trail)-1]
	p.OpenPackage(last.pid, last.document)
	return true
}

// Forget drops what was searched; an answer under way is not shown.
func (p *Presenter) Forget() {
	p.gen++
	p.Query, p.Results, p.Searched, p.Busy, p.Err, p.Chosen = catalog.Query{}, catalog.Results{}, false, false, nil, -1
}

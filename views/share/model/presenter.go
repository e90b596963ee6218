package model

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
	pageview "laufzettel/views/pageview/model"
	"laufzettel/views/present"
	"laufzettel/views/words"
)

// Mode is what stands beside the tree.
type Mode string

// The modes, in the order of their tabs.
const (
	Tiles     Mode = "tiles"
	Files     Mode = "files"
	Largest   Mode = "largest"
	Oldest    Mode = "oldest"
	Double    Mode = "double"
	Drafting  Mode = "drafts"
	Litter    Mode = "litter"
	Choosing  Mode = "choice"
	Decisions Mode = "decisions"
	Missing   Mode = "missing" // at the source only
)

// Modes are all modes of a share that was taken in.
var Modes = []Mode{Tiles, Files, Largest, Oldest, Double, Drafting, Litter, Choosing, Decisions}

// Order is how the folders of one folder follow one another.
type Order string

// The orders.
const (
	ByName Order = "name"
	BySize Order = "size"
	ByAge  Order = "age"
)

var orders = []Order{ByName, BySize, ByAge}

// Row is one folder of the tree as it is shown.
type Row struct {
	Folder int32
	Level  int
	Leaf   bool
	Open   bool
}

// Presenter holds what the screen shows. It belongs to the UI thread.
type Presenter struct {
	words  *words.Words
	src    Source
	run    present.Dispatcher
	loader *present.Loader[*Share]
	stop   func()
	redraw func()
	said   func(string)
	id     string
	asked  bool
	open   map[int32]bool
	looked map[int32]bool

	Share *Share
	Rows  []Row
	At    int32 // the chosen folder
	Mode  Mode
	Order Order
	// Stays shows what would stay only.
	Stays bool
	// Colour is what the tiles are coloured by.
	Colour Colour
	Lines  []Line
	// Choice narrows the facets step by step.
	Choice share.Choice
	// Progress says how far a search is, "" while none is under way.
	Progress string
	Reason   string // of the decision made last
	Err      error  // why nothing is shown
	Fault    error  // what stopped a step
	Busy     bool

	doubles *Doubles
	drafted *Drafted
	rules   []share.Rule
	hits    [][]int32 // files each rule means
	more    int       // lines left out

	state int // how often the tree, the decisions or what was searched changed
	made  map[basis]leaf
	sheet []Tile
	of    basis // what the sheet was made for
}

// NewPresenter makes a presenter; redraw is called after each change, said tells a person
// what was done.
func NewPresenter(src Source, run present.Dispatcher, w *words.Words, redraw func(), said func(string)) *Presenter {
	p := &Presenter{words: w, src: src, run: run, redraw: redraw, said: said, Mode: Tiles, Order: ByName, Colour: ByDecision,
		open: map[int32]bool{0: true}, looked: map[int32]bool{}}
	p.loader = present.NewLoader(run, func(ctx context.Context) (*Share, error) {
		s, err := src.Load(ctx, p.id)
		if err == nil {
			s.Tree.Classify() // here, where nobody waits for a key
		}
		return s, err
	}, p.show)
	p.stop = src.Subscribe(func() { run.UI(p.Look) })
	return p
}

// Close ends the background work of the screen.
func (p *Presenter) Close() {
	p.loader.Close()
	p.stop()
}

// Load shows a share; the one that is shown is only looked at anew.
func (p *Presenter) Load(id string) {
	if p.asked && (id == p.id || id == "") {
		p.Look()
		return
	}
	p.asked, p.id = true, id
	p.Share, p.Rows, p.Lines, p.At, p.Choice, p.Err, p.Fault = nil, nil, nil, 0, nil, nil, nil
	p.open, p.looked, p.doubles, p.drafted, p.rules = map[int32]bool{0: true}, map[int32]bool{}, nil, nil, nil
	p.loader.Restart()
	p.redraw()
}

// Reload reads the share anew, after a fault.
func (p *Presenter) Reload() {
	p.Err, p.Fault = nil, nil
	p.loader.Restart()
	p.redraw()
}

// Look reads the decisions anew: they may have been made elsewhere.
func (p *Presenter) Look() {
	if p.Share == nil || p.Busy {
		return
	}
	p.decided(nil)
}

func (p *Presenter) decided(then func()) {
	var force func()
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		force, err = p.src.Decided(ctx, p.Share)
		return err
	}, func(err error) {
		p.Busy = false
		if err != nil {
			p.Fault = err
		} else {
			force()
			p.changed()
			p.flatten()
			p.fill()
		}
		p.redraw()
		if err == nil && then != nil {
			then()
		}
	})
}

func (p *Presenter) show(s *Share, err error) {
	p.Err = err
	if err == nil {
		p.Share, p.id = s, s.ID
		if all := s.colours(); !slices.Contains(all, p.Colour) {
			p.Colour = all[0]
		}
		p.changed()
		p.flatten()
		p.fill()
	}
	p.redraw()
}

// Folder gives a folder of the tree.
func (p *Presenter) Folder(i int32) *share.Folder { return &p.Share.Tree.Folders[i] }

// flatten lists the folders that are to be seen.
func (p *Presenter) flatten() {
	p.Rows = p.Rows[:0]
	if p.Share == nil {
		return
	}
	t := p.Share.Tree
	var walk func(i int32, level int)
	walk = func(i int32, level int) {
		f := &t.Folders[i]
		below := p.sorted(f.Folders)
		p.Rows = append(p.Rows, Row{Folder: i, Level: level, Leaf: len(below) == 0, Open: p.open[i]})
		if p.open[i] {
			for _, s := range below {
				walk(s, level+1)
			}
		}
	}
	walk(0, 0)
	if p.RowOf(p.At) < 0 {
		p.At = 0
	}
}

// staying gives the folders that are to be seen at all, in order of their names.
func (p *Presenter) staying(all []int32) []int32 {
	out := slices.Clone(all)
	if p.Stays {
		out = slices.DeleteFunc(out, func(i int32) bool {
			f := p.Folder(i)
			return f.Stay.Files == 0 && (f.Files > 0 || f.Letter != record.RatingArchive)
		})
	}
	return out
}

func (p *Presenter) sorted(all []int32) []int32 {
	t, out := p.Share.Tree, p.staying(all)
	switch p.Order {
	case BySize:
		slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(p.Size(b).Bytes, p.Size(a).Bytes) })
	case ByAge:
		age := func(i int32) int64 {
			if at := t.Folders[i].Last; at != 0 {
				return at
			}
			return 1 << 62
		}
		slices.SortStableFunc(out, func(a, b int32) int { return cmp.Compare(age(a), age(b)) })
	}
	return out
}

// Size is what a folder counts for: all below it, or what of it would stay.
func (p *Presenter) Size(i int32) share.Sum {
	f := p.Folder(i)
	if p.Stays {
		return f.Stay
	}
	return share.Sum{Files: f.Files, Bytes: f.Bytes}
}

// RowOf gives where a folder stands in the tree, -1 where it is not to be seen.
func (p *Presenter) RowOf(folder int32) int {
	return slices.IndexFunc(p.Rows, func(r Row) bool { return r.Folder == folder })
}

// Choose chooses a folder and notes that its list was looked at.
func (p *Presenter) Choose(folder int32) {
	if p.Share == nil || folder < 0 || int(folder) >= len(p.Share.Tree.Folders) {
		return
	}
	p.At = folder
	for up := p.Folder(folder).Parent; up >= 0; up = p.Folder(up).Parent {
		p.open[up] = true
	}
	p.flatten()
	p.fill()
	if p.Mode == Files && !p.looked[folder] && p.Share.Source == nil { // what is in it stands on the screen
		p.looked[folder] = true
		present.Do(p.loader.Context(), p.run, func(ctx context.Context) error { return p.src.Look(ctx, p.Share, folder) }, func(err error) {
			if err != nil {
				p.Fault = err
				p.redraw()
			}
		})
	}
	p.redraw()
}

// Toggle opens or closes a folder; open nil turns it.
func (p *Presenter) Toggle(folder int32, open *bool) {
	now := !p.open[folder]
	if open != nil {
		now = *open
	}
	p.open[folder] = now
	p.flatten()
	p.redraw()
}

// Turn shows another mode.
func (p *Presenter) Turn(m Mode) {
	p.Mode = m
	if m != Choosing {
		p.Choice = nil
	}
	p.Choose(p.At)
	p.search(m)
}

// Sort goes on to the next order of folders.
func (p *Presenter) Sort() {
	p.Order = orders[(slices.Index(orders, p.Order)+1)%len(orders)]
	p.flatten()
	p.fill()
	p.redraw()
}

// ShowStays shows what would stay only, or all again.
func (p *Presenter) ShowStays() {
	p.Stays = !p.Stays
	p.flatten()
	p.fill()
	p.redraw()
}

// search begins what a mode needs to know and does not know yet.
func (p *Presenter) search(m Mode) {
	if p.Share == nil || p.Progress != "" {
		return
	}
	s := p.Share
	var work func(context.Context) error
	var doubles Doubles
	var drafted Drafted
	var rules []share.Rule
	var hits [][]int32
	switch {
	case m == Double && p.doubles == nil:
		work = func(ctx context.Context) (err error) { doubles, err = p.src.Doubles(ctx, s); return err }
		if s.Source != nil {
			work = atSource{p}.read(work)
		}
	case m == Missing && s.Source != nil && !s.Read:
		work = atSource{p}.read(func(context.Context) error { return nil })
	case m == Drafting && p.drafted == nil:
		work = func(ctx context.Context) (err error) { drafted, err = p.src.Drafts(ctx, s, p.progress); return err }
	case m == Litter && p.rules == nil:
		work = func(ctx context.Context) (err error) {
			if rules, err = p.src.Rules(ctx, s); err != nil {
				return err
			}
			hits = make([][]int32, len(rules))
			for _, h := range s.Tree.Litter(rules) {
				hits[h.Rule] = append(hits[h.Rule], h.File)
			}
			return nil
		}
	default:
		return
	}
	p.Progress = p.words.T("share.searching")
	p.redraw()
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		p.Progress, p.Fault = "", err
		if err == nil && s == p.Share {
			switch m {
			case Double:
				p.doubles = &doubles
			case Drafting:
				p.drafted = &drafted
			case Missing:
			default:
				p.rules, p.hits = rules, hits
			}
		}
		p.changed()
		p.fill()
		p.redraw()
		if err == nil && p.Mode != m {
			p.search(p.Mode)
		}
	})
}

func (p *Presenter) progress(done, total int) {
	p.run.UI(func() {
		if p.Progress != "" {
			p.Progress = p.words.T("share.comparing", p.words.Int(int64(done)), p.words.Int(int64(total)))
			p.redraw()
		}
	})
}

// Ask counts what a decision would change and gives it to ask, which may decide.
func (p *Presenter) Ask(all []Means, ask func(Meant)) {
	if p.Share == nil || p.Busy || len(all) == 0 {
		return
	}
	p.Busy = true
	s := p.Share
	var out Meant
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) error {
		for _, m := range all {
			one, err := p.src.Meant(ctx, s, m)
			if err != nil {
				return err
			}
			out.Files, out.Bytes, out.Kept = out.Files+one.Files, out.Bytes+one.Bytes, out.Kept+one.Kept
		}
		return nil
	}, func(err error) {
		p.Busy, p.Fault = false, err
		p.redraw()
		if err == nil {
			ask(out)
		}
	})
}

// Decide decides on what is meant; done is told when it stands.
func (p *Presenter) Decide(all []Means, rating record.Rating, reason string, done func()) {
	s := p.Share
	p.act(func(ctx context.Context) error {
		for _, m := range all {
			if err := p.src.Decide(ctx, s, m, rating, reason); err != nil {
				return err
			}
		}
		return nil
	}, func() {
		p.Reason = cmp.Or(reason, p.Reason)
		done()
	})
}

// Undo takes the last decision back, Redo repeats it.
func (p *Presenter) Undo() {
	p.act(func(ctx context.Context) error { return p.src.Undo(ctx, p.Share) }, func() { p.said(p.words.T("share.undone")) })
}

// Redo repeats the decision taken back last.
func (p *Presenter) Redo() {
	p.act(func(ctx context.Context) error { return p.src.Redo(ctx, p.Share) }, func() { p.said(p.words.T("share.redone")) })
}

// Describe names the chosen folder.
func (p *Presenter) Describe(title, detail string) {
	s, at := p.Share, p.At
	p.act(func(ctx context.Context) error { return p.src.Describe(ctx, s, at, title, detail) }, func() {
		s.Tree.Folders[at].Title, s.Tree.Folders[at].Detail = strings.TrimSpace(title), strings.TrimSpace(detail)
		p.changed()
		p.fill()
		p.redraw()
	})
}

// Names takes a filled list of names in and reads the share anew.
func (p *Presenter) Names(file string) {
	s, n := p.Share, 0
	p.act(func(ctx context.Context) (err error) { n, err = p.src.Names(ctx, s, file); return err }, func() {
		p.said(p.words.N("share.named", n))
		p.loader.Restart()
	})
}

// List writes the list of folders to be named, Report the report.
func (p *Presenter) List() {
	p.act(func(ctx context.Context) error { return p.src.List(ctx, p.Share) }, nil)
}

// Report writes the report and shows it.
func (p *Presenter) Report() {
	p.act(func(ctx context.Context) error { return p.src.Report(ctx, p.Share) }, nil)
}

// Between compares two files and gives the difference to tell.
func (p *Presenter) Between(a, b int32, tell func(changes []share.Change, cut bool)) {
	if p.Share == nil || p.Busy {
		return
	}
	p.Busy = true
	p.redraw()
	s := p.Share
	var changes []share.Change
	var cut bool
	present.Do(p.loader.Context(), p.run, func(ctx context.Context) (err error) {
		changes, cut, err = p.src.Between(ctx, s, s.Tree.Path(a), s.Tree.Path(b))
		return err
	}, func(err error) {
		p.Busy, p.Fault = false, err
		p.redraw()
		if err == nil {
			tell(changes, cut)
		}
	})
}

// Page names a file for the page view.
func (p *Presenter) Page(file int32) pageview.Ref {
	s := p.Share
	name := s.Tree.Path(file)
	return pageview.Ref{Key: s.ID + "/" + name, Title: name,
		Open: func(ctx context.Context) (viewer.Document, error) { return p.src.Open(ctx, s, file) }}
}

// Solved takes a fault away that was read.
func (p *Presenter) Solved() {
	p.Fault = nil
	p.redraw()
}

// act does one thing at a time and reads the decisions anew afterwards.
func (p *Presenter) act(work func(context.Context) error, then func()) {
	if p.Share == nil || p.Busy {
		return
	}
	p.Busy, p.Fault = true, nil
	p.redraw()
	present.Do(p.loader.Context(), p.run, work, func(err error) {
		if p.Fault = err; err != nil {
			p.Busy = false
			p.redraw()
			return
		}
		p.decided(then)
	})
}

// Done says how far the decisions are, in percent of files and of bytes; whole where
// nothing is open.
func (p *Presenter) Done() (files, bytes int, whole bool) {
	root := p.Folder(0)
	open := root.Open()
	part := func(open, all int64) int {
		if all == 0 {
			return 100
		}
		return int((all - open) * 100 / all)
	}
	return part(int64(open.Files), int64(root.Files)), part(open.Bytes, root.Bytes), open.Files == 0
}

package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
	"laufzettel/viewer"
	model "laufzettel/views/share/model"
)

type shareLine struct {
	model.Line
	Mark    string // what a tick sends, "" where nothing can be decided
	Href    string
	Differs string // address of the difference to the file proposed to be kept
	Size    string
	Count   string
	Years   string
	Part    string
	Word    string // what is decided, in words
	Stamp   string // its letter
}

type shareBody struct {
	ID, Title    string
	Sealed       string
	Standing     string
	Stays        string
	Whole        bool
	Modes        []tab
	Orders       []tab
	OnlyStays    tab
	Way          []link // the folders above, and this one
	Folder       string
	FolderWord   string
	FolderTitle  string
	FolderDetail string
	Reason       string
	Note         string
	Chosen       string
	Widen        string
	Search       *deedView
	Rows         []shareLine
	Pager        pager
	Empty        string
	Hidden       [][2]string
	Acts         []deedView
	Name         deedView
	Letters      []choiceView
	Open         bool   // decisions are taken now
	Appraise     string // address of release and finish
}

// page is the list of a share, or one file of it.
func (s *shareRoom) page(w http.ResponseWriter, r *http.Request) error {
	v := r.URL.Query()
	id := v.Get("id")
	if s.busy.Load() { // nobody waits for a search by loading a page
		s.write(w, r, &page{Name: "waiting", Title: s.words.T("nav.share"), Room: "inbox", Crumbs: s.crumbs("inbox"), Live: true,
			Body: s.words.T("share.searching")})
		return nil
	}
	var p *page
	var err error
	switch {
	case v.Get("file") != "":
		p, err = s.filePage(r, id, v.Get("file"))
	case v.Get("from") != "":
		p, err = s.differencePage(r, id, v.Get("from"), v.Get("to"))
	default:
		p, err = s.listOf(r, id, shareQueryOf(v))
	}
	if err != nil {
		return err
	}
	s.write(w, r, p)
	return nil
}

// above is the way to a page of a share.
func (s *shareRoom) above(p *model.Presenter, more ...link) []link {
	return s.crumbs("inbox", append([]link{{p.Share.Title, address("portion", "id", p.Share.ID)}}, more...)...)
}

// listOf is a list of a share with the folder it lies in.
func (s *shareRoom) listOf(r *http.Request, id string, q shareQuery) (out *page, err error) {
	err = s.at(id, func(p *model.Presenter) error {
		if err := q.show(p); err != nil {
			return err
		}
		b := shareBody{
			ID: id, Title: p.Share.Title, Sealed: p.Share.Sealed, Open: p.Share.Open,
			Appraise: s.pages.href("appraise", "id", id),
		}
		s.standing(p, &b)
		s.folder(p, q, &b)
		s.ways(p, q, &b)
		s.lines(r, p, q, &b)
		out = &page{Name: "share", Title: s.words.T("nav.share") + ": " + p.Share.Title, Room: "inbox", Crumbs: s.above(p), Body: b,
			Tabs: b.Modes, TabsOf: s.words.T("browser.parts.share")}
		return nil
	})
	return out, err
}

// standing says how far the decisions are.
func (s *shareRoom) standing(p *model.Presenter, b *shareBody) {
	root := p.Folder(0)
	files, bytes, whole := p.Done()
	b.Standing, b.Whole = s.words.T("share.standing", s.words.Int(int64(root.Files)), s.words.Bytes(root.Bytes), files, bytes), whole
	b.Stays = s.words.T("share.stay", s.words.Int(int64(root.Stay.Files)), s.words.Bytes(root.Stay.Bytes))
	b.Acts = []deedView{s.once("share", "report", b.ID, "", s.words.T("share.report")),
		s.offer("share", "list", b.ID, "", s.words.T("share.list")+" …"),
		s.offer("share", "names", b.ID, "", s.words.T("browser.share.names")+" …")}
	b.Acts[0].Key = "Strg+P"
	if p.Share.Open {
		undo := s.once("share", "undo", b.ID, "", s.words.T("share.key.undo"))
		redo := s.once("share", "redo", b.ID, "", s.words.T("share.key.redo"))
		undo.Key, redo.Key = "Strg+Z", "Strg+Y"
		b.Acts = append(b.Acts, undo, redo)
	}
	for _, l := range shareLetters {
		b.Letters = append(
			b.Letters,
			choiceView{Value: l, Text: s.words.T("share.do." + map[string]string{"A": "archive", "V": "destroy", "B": "open"}[l])},
		)
	}
}

// folder says where one is, and what holds there.
func (s *shareRoom) folder(p *model.Presenter, q shareQuery, b *shareBody) {
	f := p.Folder(p.At)
	for i := p.At; i >= 0; i = p.Folder(i).Parent {
		b.Way = append(b.Way, link{p.Name(i), q.with(b.ID, "folder", p.Folder(i).Path)})
	}
	slices.Reverse(b.Way)
	b.Folder, b.FolderTitle, b.FolderDetail, b.Reason = p.Name(p.At), f.Title, f.Detail, f.Reason
	b.FolderWord = s.decided(f.Letter, f.Decided)
	if f.Path != "" {
		b.Name = s.offer("share", "name", b.ID, f.Path, s.words.T("share.name")+" …")
		b.Name.Key = "N"
	}
	for k, v := range q.Values {
		b.Hidden = append(b.Hidden, [2]string{k, v[0]})
	}
	slices.SortFunc(b.Hidden, func(a, c [2]string) int { return len(a[0]) - len(c[0]) })
}

// decided says what holds for a folder or file.
func (s *shareRoom) decided(letter record.Rating, own bool) string {
	if letter == "" {
		letter = record.RatingAppraise
	}
	text := s.words.T("appraise.letter." + map[record.Rating]string{record.RatingArchive: "A", record.RatingDestroy: "V"}[letter])
	if own || letter == record.RatingAppraise {
		return text
	}
	return s.words.T("browser.share.inherited", text)
}

// ways are the lists beside each other, the orders, and what narrows them.
func (s *shareRoom) ways(p *model.Presenter, q shareQuery, b *shareBody) {
	for _, m := range shareModes {
		b.Modes = append(
			b.Modes,
			tab{Text: s.words.T("share.mode." + string(m)), Now: m == p.Mode, Href: s.pages.area + q.with(b.ID, "mode", string(m))},
		)
	}
	for _, o := range []model.Order{model.ByName, model.BySize, model.ByAge} {
		b.Orders = append(
			b.Orders,
			tab{
				Text: s.words.T("browser.share.order." + string(o)), Now: o == p.Order,
				Href: s.pages.area + q.with(b.ID, "order", string(o)),
			},
		)
	}
	other := "1"
	if p.Stays {
		other = ""
	}
	b.OnlyStays = tab{Text: s.words.T("share.key.stays"), Now: p.Stays, Href: s.pages.area + q.with(b.ID, "stays", other)}
	b.Note = s.words.T("browser.share.note."+string(p.Mode), p.Name(p.At))
	if p.Mode == model.Choosing && len(p.Choice) > 0 {
		b.Chosen, b.Widen = p.Chosen(), s.pages.area+q.narrowed(b.ID, nil)
	}
	if slices.Contains(shareSearches, p.Mode) && !s.searched[p.Mode] {
		x := s.once("share", "search", b.ID, string(p.Mode), s.words.T("browser.share.search"))
		x.Primary = true
		b.Search = &x
	}
}

// lines are the rows beside the folder, a page of them.
func (s *shareRoom) lines(r *http.Request, p *model.Presenter, q shareQuery, b *shareBody) {
	b.Empty = s.words.T("share.empty." + string(p.Mode))
	from, to, pg := turn(r, len(p.Lines), perPage, func(n int) string { return s.pages.area + q.with(b.ID, "page", strconv.Itoa(n)) })
	b.Pager = pg
	whole := max(1, p.Size(p.At).Bytes)
	for i, l := range p.Lines[from:to] {
		row := shareLine{Line: l}
		if l.Means != nil && p.Share.Open {
			row.Mark = strconv.Itoa(from+i) + ":" + l.ID
		}
		if l.Files > 0 {
			row.Size = s.words.Bytes(l.Bytes)
			row.Count = s.words.Int(int64(l.Files))
		}
		if p.Mode == model.Files && l.Files > 0 {
			row.Part = strconv.FormatInt(l.Bytes*100/whole, 10) + " %"
		}
		row.Years = p.Years(l.At, l.At)
		s.leads(p, q, b.ID, l, &row)
		b.Rows = append(b.Rows, row)
	}
}

// leads says where a line leads and what holds for it.
func (s *shareRoom) leads(p *model.Presenter, q shareQuery, id string, l model.Line, row *shareLine) {
	switch {
	case l.Folder >= 0:
		row.Href = s.pages.area + q.with(id, "folder", p.Folder(l.Folder).Path, "mode", "")
	case l.File >= 0:
		row.Href = s.pages.href("share", "id", id, "file", p.Share.Tree.Path(l.File))
		if p.Mode == model.Drafting && l.Keep >= 0 && l.Keep != l.File {
			row.Differs = s.pages.href("share", "id", id, "from", p.Share.Tree.Path(l.File), "to", p.Share.Tree.Path(l.Keep))
		}
	case p.Mode == model.Choosing && l.Means != nil && !l.Head:
		row.Href = s.pages.area + q.narrowed(id, l.Means.Choice)
	}
	if l.Folder >= 0 || l.File >= 0 {
		row.Word, row.Stamp = s.decided(l.Letter, l.Own), string(l.Letter)
		if l.Letter == record.RatingAppraise {
			row.Stamp = ""
		}
	}
}

// file is where a file of a share comes from; that it was opened is noted.
func (s *shareRoom) file(id, name string) source {
	return source{open: func(ctx context.Context) (doc viewer.Document, err error) {
		err = s.at(id, func(p *model.Presenter) error {
			n, ok := p.Share.Tree.File(name)
			if !ok {
				return errNoShareFile
			}
			doc, err = s.src.Open(ctx, p.Share, int32(n))
			return err
		})
		return doc, err
	}, inside: s.inside, page: "share", picture: "share/picture", keys: []string{"id", "file"}, title: name}
}

type shareFileBody struct {
	Facts [][2]string
	Doc   docView
	Back  string
}

// filePage shows one file of a share.
func (s *shareRoom) filePage(r *http.Request, id, name string) (out *page, err error) {
	var b shareFileBody
	t := s.words.T
	err = s.at(id, func(p *model.Presenter) error {
		n, ok := p.Share.Tree.File(name)
		if !ok {
			return errNoShareFile
		}
		f := p.Share.Tree.Files[n]
		b.Back = address("share", "id", id, "folder", share.Parent(name))
		b.Facts = [][2]string{{t("share.col.size"), s.words.Bytes(f.Size)}, {t("appraise.verdict"), s.decided(f.Letter, f.Own)}}
		if y := p.Years(f.Modified, f.Modified); y != "" {
			b.Facts = append(b.Facts, [2]string{t("share.facet.year"), y})
		}
		out = &page{Name: "sharefile", Title: name, Room: "inbox", Crumbs: s.above(p, link{t("nav.share"), b.Back})}
		return nil
	})
	if err != nil {
		return nil, err
	}
	b.Doc = s.document(r, s.file(id, name))
	out.Body = b
	return out, nil
}

// picture draws a page of a file of a share.
func (s *shareRoom) picture(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	return s.draw(w, r, s.file(q.Get("id"), q.Get("file")))
}

type changeView struct{ Sign, Tag, Text string }

type differenceBody struct {
	Text, Cut string
	Changes   []changeView
	Back      string
}

// differencePage tells what differs between the texts of two files.
func (s *shareRoom) differencePage(r *http.Request, id, from, to string) (out *page, err error) {
	t := s.words.T
	err = s.at(id, func(p *model.Presenter) error {
		a, ok := p.Share.Tree.File(from)
		b, also := p.Share.Tree.File(to)
		if !ok || !also {
			return errNoShareFile
		}
		d := differenceBody{Text: t("share.difference.text", from, to), Back: address("share", "id", id, "mode", model.Drafting)}
		changes, cut, err := s.src.Between(r.Context(), p.Share, p.Share.Tree.Path(int32(a)), p.Share.Tree.Path(int32(b)))
		if err != nil {
			return err
		}
		if cut {
			d.Cut = t("share.difference.cut")
		}
		for _, c := range changes {
			d.Changes = append(d.Changes, changeOf(s, c))
		}
		out = &page{
			Name: "difference", Title: t("share.difference"), Room: "inbox",
			Crumbs: s.above(p, link{t("share.mode.drafts"), d.Back}), Body: d,
		}
		return nil
	})
	return out, err
}

// longestSame is how much of what did not change is shown around a change.
const longestSame = 120

func changeOf(s *shareRoom, c share.Change) changeView {
	switch c.Kind {
	case "-":
		return changeView{s.words.T("share.difference.gone"), "del", c.Text}
	case "+":
		return changeView{s.words.T("share.difference.new"), "ins", c.Text}
	}
	if all := []rune(c.Text); len(all) > longestSame {
		return changeView{Text: string(all[:longestSame/2]) + " … " + string(all[len(all)-longestSame/2:])}
	}
	return changeView{Text: c.Text}
}

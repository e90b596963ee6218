package browser

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	"laufzettel/viewer/catalog"
	reader "laufzettel/views/reader/model"
	"laufzettel/views/words"
)

// holdingsRoom is the room Magazin. What may be seen decides its source, which asks
// the reading room for every page anew.
type holdingsRoom struct {
	*face
	src *window.Reader
}

// placeKey is where a path that was typed stands in a context: a page asks no dialog.
type placeKey struct{}

// typedPlace gives the place of a new file as it was typed.
func typedPlace(ctx context.Context, _, _ string) (string, error) {
	if path, ok := ctx.Value(placeKey{}).(string); ok && path != "" {
		return path, nil
	}
	return "", failure.New(failure.Refused, "write file", wording.Say("browser.noplace"))
}

func newHoldings(f *face) holdingsRoom {
	src := window.NewReader(f.house, f.letters.made, f.house.Gate.Grant)
	src.Place = typedPlace
	return holdingsRoom{f, src}
}

type foundView struct {
	catalog.Found
	Href     string
	Kind     string
	Span     string
	Closure  string
	Free     bool
	Places   []placeView
	More     string
	Checked  string
	Position int
}

type placeView struct {
	Title, Href string
	Context     []catalog.Span
}

type facetView struct {
	Value, Text string
	Now         bool
}

type holdingsBody struct {
	Query           catalog.Query
	Agencies, Kinds []facetView
	Count           string
	Start           string
	Rows            []foundView
	Pager           pager
	Filtered        bool
	First           int
	Out             deedView // the descriptions of what is found
}

// queryKeys are what a search is asked by, as it stands in an address.
var queryKeys = []string{"q", "agency", "kind", "from", "to", "under", "accession"}

// queryOf reads a search of an address.
func queryOf(r *http.Request) catalog.Query { return queryFrom(r.URL.Query()) }

func queryFrom(v url.Values) catalog.Query {
	year := func(k string) int { n, _ := strconv.Atoi(v.Get(k)); return max(0, min(n, 9999)) } // no number narrows nothing
	q := catalog.Query{Text: strings.TrimSpace(v.Get("q")), Agency: v.Get("agency"), Kind: v.Get("kind"), FromYear: year("from"),
		ToYear: year("to"), Under: strings.TrimSpace(v.Get("under"))}
	if a := strings.TrimSpace(v.Get("accession")); a != "" {
		q.Accessions = []string{a}
	}
	return q
}

// page is the search with its results, or the package asked for.
func (s holdingsRoom) page(w http.ResponseWriter, r *http.Request) error {
	if pid := r.URL.Query().Get("pid"); pid != "" {
		return s.packagePage(w, r, pid)
	}
	p := reader.NewPresenter(s.src, inline{}, s.words, silent{})
	defer p.Close()
	p.Query = queryOf(r)
	p.Start()
	if p.Err != nil {
		return p.Err
	}
	at := func(n int) string {
		pairs := []any{"page", n}
		for _, k := range queryKeys {
			pairs = append(pairs, k, r.URL.Query().Get(k))
		}
		return s.pages.href("holdings", pairs...)
	}
	b := holdingsBody{Query: p.Query, Filtered: p.Filtered(), Start: s.words.N("reader.start.text", p.Held)}
	search := url.Values{}
	for _, k := range queryKeys {
		if v := r.URL.Query().Get(k); v != "" {
			search.Set(k, v)
		}
	}
	b.Out = s.offer("holdings/desk", "descriptions", "", search.Encode(), s.words.T("reader.descriptions.button"))
	b.Out.Key = "Strg+Umschalt+D"
	for _, f := range p.Facets.Agencies {
		b.Agencies = append(b.Agencies, facetView{f.Value, f.Value + " (" + s.words.Int(int64(f.Count)) + ")", f.Value == p.Query.Agency})
	}
	for _, f := range p.Facets.Kinds {
		b.Kinds = append(b.Kinds, facetView{f.Value, s.kind(f.Value) + " (" + s.words.Int(int64(f.Count)) + ")", f.Value == p.Query.Kind})
	}
	now, err := strconv.Atoi(r.URL.Query().Get("page"))
	if err != nil || now < 1 {
		now = 1
	}
	q := p.Query
	q.Limit, q.Offset = reader.PageSize, (min(now, 100_000)-1)*reader.PageSize
	found, err := s.src.Search(r.Context(), q)
	if err != nil {
		return err
	}
	_, _, b.Pager = turn(r, found.Total, reader.PageSize, at)
	if b.Count = s.words.N("reader.hits", found.Total); found.More {
		b.Count = s.words.T("reader.hits.more", found.Total)
	}
	if found.Due > 0 {
		b.Count += " · " + s.words.T("reader.due", found.Due)
	}
	for i, f := range found.Items {
		b.Rows = append(b.Rows, s.found(f, q.Offset+i+1, p.Query.Text))
	}
	b.First = q.Offset + 1
	s.write(w, r, &page{Name: "holdings", Title: s.words.T("nav.reader"), Room: "holdings", Body: b})
	return nil
}

// kind names a kind of objects as people call it.
func (s *face) kind(kind string) string {
	for _, key := range []string{"reader.kind." + kind, "kind." + kind} {
		if s.words.Has(key) {
			return s.words.T(key)
		}
	}
	return kind
}

// found makes one result of a search.
func (s holdingsRoom) found(f catalog.Found, position int, wanted string) foundView {
	v := foundView{Found: f, Position: position, Href: s.pages.href("holdings", "pid", f.PID, "find", wanted), Kind: s.kind(f.Kind),
		Span: words.WrittenSpan(s.words, f.From, f.To), Checked: s.words.T("reader.unchecked")}
	if !f.Item.Checked.IsZero() {
		v.Checked = s.words.T("reader.checked", s.words.Date(f.Item.Checked))
	}
	v.Closure, v.Free = s.closure(f.Item.Closure)
	for _, pl := range reader.Places(f) {
		v.Places = append(v.Places, placeView{Title: pl.Title, Context: pl.Context,
			Href: s.pages.href("holdings", "pid", f.PID, "doc", pl.ID, "find", wanted) + "#document"})
	}
	if f.More > 0 {
		v.More = s.words.N("reader.places", f.More)
	}
	return v
}

// closure says in words whether an object is free today.
func (s holdingsRoom) closure(c catalog.Closure) (text string, free bool) {
	switch {
	case c.On(s.house.Office.Now()) == catalog.Open:
		return s.words.T("reader.free"), true
	case c.Until.IsZero():
		return s.words.T("reader.closed.title.endless"), false
	}
	return s.words.T("reader.closed.until", s.words.Date(c.Until)), false
}

// silent is a view that asks nothing.
type silent struct{}

// Refresh implements the screen of the presenter.
func (silent) Refresh() {}

// Document implements it.
func (silent) Document(*reader.Document, bool) {}

// Evidence implements it.
func (silent) Evidence(reader.Evidence) {}

// Expect implements it.
func (silent) Expect(reader.Document) {}

// Say implements it.
func (silent) Say(string) {}

// Refuse implements it.
func (silent) Refuse(error) {}

type heldRow struct {
	reader.Document
	Date2, Href string
	Now         bool
}

type band struct {
	Title     string
	Documents []heldRow
}

type evidenceView struct {
	reader.Evidence
	Href string
	Now  bool
}

type relatedView struct {
	reader.Related
	Href string
}

type packageBody struct {
	reader.Package
	ClosureText string
	Bands       []band
	Years       []reader.YearCount
	Undated     int
	Doc         *docView
	Shown       *reader.Document
	Original    bool
	Other       string // address of the other rendition
	Evidences   []evidenceView
	Belongs     []relatedView
	At          int
	Before, Nxt string
	Lang        string
	Acts        []deedView // closure, application, note
}

// packagePage is one package: description, documents, evidence, what belongs to it.
func (s holdingsRoom) packagePage(w http.ResponseWriter, r *http.Request, pid string) error {
	pk, err := s.src.Package(r.Context(), pid)
	if err != nil {
		return s.unknown(err)
	}
	p := reader.NewPresenter(s.src, inline{}, s.words, silent{})
	p.Open = &pk
	b := packageBody{Package: pk, Lang: "de", Original: r.URL.Query().Get("original") != ""}
	b.ClosureText, _ = s.closure(pk.Closure)
	b.Acts = []deedView{s.offer("holdings/desk", "closure", pk.PID, "", s.words.T("reader.closure.button")),
		{Asks: true, Href: s.pages.href("holdings/grants", "pid", pk.PID), Text: s.words.T("reader.grants.button")}}
	b.Acts[0].Key, b.Acts[1].Key = "Strg+Umschalt+S", "Strg+Umschalt+A"
	if !pk.Closed {
		note := s.offer("holdings/desk", "note", pk.PID, "", s.words.T("reader.note.button"))
		note.Key = "Strg+Umschalt+E"
		b.Acts = append(b.Acts, note)
	}
	b.Years, b.Undated = p.Years()
	q := r.URL.Query()
	for _, e := range pk.Evidence {
		b.Evidences = append(b.Evidences, evidenceView{e, s.pages.href("holdings", "pid", pk.PID, "evidence", e.ID) + "#document",
			e.ID == q.Get("evidence")})
	}
	for _, x := range pk.Related {
		v := relatedView{Related: x}
		if x.Here {
			v.Href = s.pages.href("holdings", "pid", x.PID)
		}
		b.Belongs = append(b.Belongs, v)
	}
	switch {
	case pk.Closed:
	case slices.ContainsFunc(pk.Evidence, func(e reader.Evidence) bool { return e.ID == q.Get("evidence") }):
		i := slices.IndexFunc(pk.Evidence, func(e reader.Evidence) bool { return e.ID == q.Get("evidence") })
		v := s.document(r, s.evidence(pk.PID, pk.Evidence[i]))
		b.Doc = &v
	default:
		s.held(r, p, &b)
	}
	title := pk.Title
	if title == "" {
		title = pk.ReferenceCode
	}
	s.write(w, r, &page{Name: "package", Title: title, Room: "holdings", Crumbs: s.crumbs("holdings"), Body: b})
	return nil
}

// unknown is the error of what is not there, or may not be named.
func (s holdingsRoom) unknown(err error) error {
	if failure.Explained(err) {
		return err
	}
	return failure.Wrap(failure.Refused, "open package", wording.Say("reader.unknown"), err)
}

// held lists the documents of a package by year and opens the one asked for.
func (s holdingsRoom) held(r *http.Request, p *reader.Presenter, b *packageBody) {
	all := b.Documents
	if len(all) == 0 {
		return
	}
	now := slices.IndexFunc(all, func(d reader.Document) bool { return d.ID == r.URL.Query().Get("doc") })
	if now < 0 {
		now = max(0, slices.IndexFunc(all, func(d reader.Document) bool { return d.Date != "" }))
	}
	at := func(i int) string { return s.pages.href("holdings", "pid", b.PID, "doc", all[i].ID) + "#document" }
	for _, row := range p.Rows() {
		if row.Band != "" {
			b.Bands = append(b.Bands, band{Title: row.Band})
			continue
		}
		last := &b.Bands[len(b.Bands)-1]
		last.Documents = append(last.Documents, heldRow{all[row.Doc], words.Written(s.words, all[row.Doc].Date),
			at(row.Doc), row.Doc == now})
	}
	if now > 0 {
		b.Before = at(now - 1)
	}
	if now+1 < len(all) {
		b.Nxt = at(now + 1)
	}
	b.At, b.Shown = now+1, &all[now]
	if all[now].Original != "" {
		other := ""
		if !b.Original {
			other = "1"
		}
		b.Other = s.pages.href("holdings", "pid", b.PID, "doc", all[now].ID, "original", other) + "#document"
	}
	v := s.document(r, s.of(b.PID, all[now].ID, all[now].Title, b.Original))
	b.Doc = &v
}

// of is where a document of a package comes from.
func (s holdingsRoom) of(pid, document, title string, original bool) source {
	return source{open: func(ctx context.Context) (viewer.Document, error) {
		return s.src.Document(ctx, pid, document, original)
	}, inside: s.src.OpenSource,
		page: "holdings", picture: "holdings/picture", keys: []string{"pid", "doc", "original"}, title: title,
		query: url.Values{"doc": {document}}}
}

// evidence is where a report about a package comes from.
func (s holdingsRoom) evidence(pid string, e reader.Evidence) source {
	return source{open: func(ctx context.Context) (viewer.Document, error) { return s.src.Evidence(ctx, pid, e.ID) },
		inside: s.src.OpenSource,
		page:   "holdings", picture: "holdings/picture", keys: []string{"pid", "evidence"}, title: e.Title}
}

// picture draws a page of a document of a package.
func (s holdingsRoom) picture(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	if id := q.Get("evidence"); id != "" {
		return s.draw(w, r, s.evidence(q.Get("pid"), reader.Evidence{ID: id}))
	}
	if err := s.draw(w, r, s.of(q.Get("pid"), q.Get("doc"), "", q.Get("original") != "")); err != nil {
		return s.unknown(err)
	}
	return nil
}

// acts of the room: what a page of a package can do beside showing it.
var errNoAct = failure.New(failure.Refused, "act on package", wording.Say("browser.noverb"))

// act does what was asked for a package.
func (s holdingsRoom) act(r *http.Request) (string, *page, error) {
	pid, document := r.PostFormValue("pid"), r.PostFormValue("doc")
	back, done := address("holdings", "pid", pid, "doc", document), message{Tone: toneOK}
	var work func(context.Context, *message) error
	switch r.PostFormValue("act") {
	case "verify":
		work = func(ctx context.Context, m *message) error { return s.verify(ctx, pid, m) }
	case "copy":
		work = func(ctx context.Context, m *message) error {
			c, err := s.src.UseCopy(ctx, pid)
			m.Title = s.words.T("reader.copied", c.Path, s.words.Date(c.Until))
			return err
		}
	case "outside":
		done.Title = s.words.T("browser.copymade")
		work = func(ctx context.Context, _ *message) error { return s.src.Outside(ctx, pid, document) }
	case "print":
		work = func(ctx context.Context, m *message) error { return s.print(ctx, pid, document, m) }
	case "site":
		done.Title = s.words.T("browser.siteopen")
		work = func(ctx context.Context, _ *message) error { return s.src.OpenSite(ctx, pid) }
	case "grant", "handout":
		return s.asked(r, pid, back)
	default:
		return "", nil, errNoAct
	}
	return s.do(back, done, work), nil, nil
}

// asked are the acts that need a number or a place.
func (s holdingsRoom) asked(r *http.Request, pid, back string) (string, *page, error) {
	kind, value := r.PostFormValue("act"), strings.TrimSpace(r.PostFormValue("value"))
	if value == "" {
		key := map[string]string{"grant": "reader.grant.empty", "handout": "browser.noplace"}[kind]
		return s.said(back, message{Tone: toneError, Title: s.words.T(key)}), nil, nil
	}
	if kind == "grant" {
		done := message{Tone: toneOK, Title: s.words.T("browser.granted", value)}
		return s.do(back, done, func(ctx context.Context, _ *message) error { return s.src.Grant(ctx, pid, value) }), nil, nil
	}
	return s.do(back, message{Tone: toneOK}, func(ctx context.Context, m *message) error {
		h, err := s.src.HandOut(context.WithValue(ctx, placeKey{}, value), pid, strings.HasSuffix(strings.ToLower(value), ".zip"))
		m.Title = s.words.T("browser.handedout", h.Files, h.Path)
		if err == nil && !h.Sound {
			m.Tone, m.Text = toneError, s.words.T("reader.integrity.broken")
		}
		return err
	}), nil, nil
}

// verify computes the digests of a package now.
func (s holdingsRoom) verify(ctx context.Context, pid string, m *message) error {
	in, err := s.src.Verify(ctx, pid, func(int, int) {})
	if err != nil {
		return err
	}
	m.Title = s.words.T("reader.integrity.sound")
	m.Text = s.words.T("reader.integrity.files", in.Sound, in.Files, in.Algorithm) + ", " +
		s.words.T("reader.integrity.at", s.words.Moment(in.At))
	if len(in.Broken) > 0 {
		m.Tone, m.Title = toneError, s.words.T("reader.integrity.broken")
		m.Text += ". " + s.words.T("reader.integrity.broken.text", strings.Join(in.Broken, ", "))
	}
	return nil
}

// open opens a package by its file, ours or of others.
func (s holdingsRoom) open(r *http.Request) (string, *page, error) {
	path := strings.Trim(strings.TrimSpace(r.PostFormValue("path")), `"`)
	if path == "" {
		return s.said("holdings", message{Tone: toneError, Title: s.words.T("browser.open.missing")}), nil, nil
	}
	return s.do("holdings", message{Tone: toneOK, Title: s.words.T("browser.packageopen")}, func(ctx context.Context, m *message) error {
		key, err := s.src.OpenFile(ctx, path)
		m.to = address("holdings", "pid", key)
		return err
	}), nil, nil
}

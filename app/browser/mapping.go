package browser

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"laufzettel/app/window"
	"laufzettel/transfer/layout"
	model "laufzettel/views/layout/model"
)

// layoutRoom is the desk Aufbau zuordnen: where in the files of an office each statement
// stands. The layout being made is kept between pages until it is stored or another
// profile is opened.
type layoutRoom struct {
	*face

	mu      sync.Mutex
	p       *model.Presenter
	profile string // it was opened for
	portion string // whose files are the sample
}

// mostParts is how many parts of a sample a form offers to choose from.
const mostParts = 500

type wantRow struct {
	Label, Source, Where, Example, Fault string
	Read                                 int
	Record, Mandatory, Lacks             bool
	Change                               deedView
	Clear                                deedView
	Clears                               bool
}

type wantGroup struct {
	ID, Label string
	Rows      []wantRow
}

type mappingBody struct {
	Office, Kind, Name string
	Dirty              bool
	Sample, Stand      string
	Fits               bool
	Problems           []string
	Second             string
	Acts               []deedView
	Stored             []storedLayout
	Groups             []wantGroup
	Parts              []model.Part
	Pager              pager
	More               bool
	Files              []storedLayout
}

type storedLayout struct {
	Name, Kind string
	Acts       []deedView
}

// close ends what runs for the desk.
func (s *layoutRoom) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.p != nil {
		s.p.Close()
	}
}

// at runs work on the desk of a profile, or of the profile of a portion whose files are
// the sample.
func (s *layoutRoom) at(profile, portion string, work func(p *model.Presenter) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.p == nil || s.profile != profile || portion != "" && s.portion != portion {
		if s.p != nil {
			s.p.Close()
		}
		s.p, s.profile, s.portion = model.NewPresenter(window.Layout{Desk: s.desk}, inline{}, s.words, nothing), profile, portion
		if s.p.Open(profile, portion); s.p.Fault != nil {
			err := s.p.Fault
			s.p.Close()
			s.p = nil
			return err
		}
	}
	s.p.Fault = nil
	return work(s.p)
}

// page is the desk: what the sample holds, what is asked for, and what is read of it.
func (s *layoutRoom) page(w http.ResponseWriter, r *http.Request) error {
	q, t := r.URL.Query(), s.words.T
	var out *page
	err := s.at(q.Get("id"), q.Get("portion"), func(p *model.Presenter) error {
		id := q.Get("id")
		b := mappingBody{
			Office: cmp.Or(p.State.Name, t("browser.layout.nooffice")), Name: p.Draft.Name, Dirty: p.Dirty,
			Sample: p.Sample, More: p.More,
		}
		b.Kind = s.kindOf(p, p.Draft.Kind)
		s.stand(p, &b)
		s.acts(p, id, &b)
		s.wants(p, id, &b)
		from, to, pg := turn(r, len(p.Parts), perPage, func(n int) string {
			return s.pages.href("layout", "id", id, "portion", q.Get("portion"), "page", n) + "#parts"
		})
		b.Parts, b.Pager = p.Parts[from:to], pg
		out = &page{Name: "mapping", Title: t("nav.layout"), Room: "settings", Crumbs: s.crumbs("settings"), Body: b}
		return nil
	})
	if err != nil {
		return err
	}
	s.write(w, r, out)
	return nil
}

func (s *layoutRoom) kindOf(p *model.Presenter, id string) string {
	for _, k := range p.State.Kinds {
		if k.ID == id {
			return k.Title
		}
	}
	return id
}

// stand says what the layout reads of the sample so far.
func (s *layoutRoom) stand(p *model.Presenter, b *mappingBody) {
	t := s.words.T
	b.Problems = p.Trial.Problems
	switch {
	case p.Sample == "":
		b.Stand = t("browser.layout.none")
	case p.Trial.Fits():
		b.Stand, b.Fits = t("layout.fits"), true
	default:
		b.Stand = s.words.N("layout.missing", p.Trial.Missing)
	}
	if p.Second != nil {
		b.Second = t("layout.second.lacks", p.Other)
		if p.Second.Fits() {
			b.Second = t("layout.second.fits", p.Other)
		}
	}
}

// acts are what can be done with the layout, with those stored and with its files.
func (s *layoutRoom) acts(p *model.Presenter, id string, b *mappingBody) {
	t := s.words.T
	store := s.once("layout", "store", id, "", t("layout.store"))
	store.Key, store.Primary = "Strg+S", b.Fits
	sample, prove := s.offer("layout", "sample", id, "", t("layout.sample")), s.offer("layout", "prove", id, "", t("layout.prove"))
	sample.Key, prove.Key = "M", "Z"
	b.Acts = []deedView{store, sample, prove,
		s.offer("layout", "rename", id, "", t("layout.rename")), s.offer("layout", "begin", id, "", t("layout.begin")+" …")}
	for _, l := range p.State.Layouts {
		edit := s.once("layout", "edit", id, l.Name, t("layout.edit"))
		drop := s.offer("layout", "remove", id, l.Name, t("layout.remove")+" …")
		edit.About, drop.About = l.Name, l.Name
		b.Stored = append(b.Stored, storedLayout{l.Name, s.kindOf(p, l.Kind), []deedView{edit, drop}})
	}
	for _, f := range p.Draft.Sources {
		change := s.offer("layout", "file", id, f.Name, t("layout.change"))
		change.About = f.File
		b.Files = append(b.Files, storedLayout{f.File, f.Type, []deedView{change}})
	}
}

// wants are the statements the kind asks for, with where each stands and what is read.
func (s *layoutRoom) wants(p *model.Presenter, id string, b *mappingBody) {
	for i, w := range p.Wants {
		if i == 0 || p.Wants[i-1].Group != w.Group {
			b.Groups = append(b.Groups, wantGroup{ID: "group" + strconv.Itoa(i), Label: w.GroupLabel})
		}
		name := w.Name()
		row := wantRow{Label: w.Label, Source: w.Source, Where: p.Said(w), Fault: p.FaultOf(w),
			Example: p.Trial.Example[name], Read: p.Trial.Read[name], Record: w.Key == "", Mandatory: w.Mandatory, Lacks: p.Lacks(w)}
		if row.Record {
			row.Label, row.Read = s.words.T("layout.record", w.GroupLabel), p.Trial.Records[w.Group]
		}
		row.Change = s.offer("layout", "want", id, name, s.words.T("layout.change"))
		row.Clear = s.once("layout", "clear", id, name, s.words.T("layout.key.clear"))
		row.Change.About, row.Clear.About, row.Clears = row.Label, row.Label, row.Where != ""
		g := &b.Groups[len(b.Groups)-1]
		g.Rows = append(g.Rows, row)
	}
}

// find says what an act of the desk is now.
func (s *layoutRoom) find(r *http.Request) (x deed, err error) {
	id, of := r.FormValue("id"), r.FormValue("of")
	err = s.at(id, "", func(p *model.Presenter) (err error) {
		x, err = s.deed(p, r.FormValue("act"), id, of)
		return err
	})
	if x.Back == "" {
		x.Back = address("layout", "id", id)
	}
	x.Done = cmp.Or(x.Done, s.words.T("browser.noted"))
	return x, err
}

// deed is an act on the layout being made; its work is done on the desk as it is then.
func (s *layoutRoom) deed(p *model.Presenter, act, id, of string) (deed, error) {
	t := s.words.T
	does := func(do func(p *model.Presenter, a answers)) func(context.Context, answers, *message) error {
		return s.does(id, func(p *model.Presenter, a answers, _ *message) { do(p, a) })
	}
	asks := func(key string, f blank, do func(p *model.Presenter, text string)) (deed, error) {
		f.Must = true
		return deed{Title: strings.TrimSuffix(t(key), " …"), Buttons: button(t("layout.take")), Fields: []blank{f},
			work: does(func(p *model.Presenter, a answers) { do(p, a.path(f.ID)) })}, nil
	}
	path := blank{ID: "path", Label: t("layout.sample.path"), Help: t("browser.path.help")}
	switch act {
	case "sample":
		x, err := asks("layout.sample", path, func(p *model.Presenter, text string) { p.Choose(text) })
		x.Text = t("browser.layout.sample.text")
		return x, err
	case "prove":
		return asks("layout.prove", path, func(p *model.Presenter, text string) { p.Prove(text) })
	case "rename":
		return asks(
			"layout.rename",
			blank{ID: "name", Label: t("layout.name"), Help: t("layout.name.text"), Value: p.Draft.Name},
			func(p *model.Presenter, text string) { p.Rename(text) },
		)
	case "begin":
		f := blank{ID: "kind", Label: t("layout.begin"), Kind: choice, Value: p.Draft.Kind}
		for _, k := range p.State.Kinds {
			f.Choices = append(f.Choices, choiceView{Value: k.ID, Text: k.Title})
		}
		f.check = func(v string) string {
			if !slices.ContainsFunc(f.Choices, func(c choiceView) bool { return c.Value == v }) {
				return t("book.missing")
			}
			return ""
		}
		x, err := asks("layout.begin", f, func(p *model.Presenter, text string) { p.Begin(text) })
		x.Text = t("browser.layout.begin.text")
		return x, err
	case "store":
		return deed{Done: t("layout.stored", p.Draft.Name), work: does(func(p *model.Presenter, _ answers) { p.Store(nothing) })}, nil
	case "edit", "remove":
		if !slices.ContainsFunc(p.State.Layouts, func(l layout.Layout) bool { return l.Name == of }) {
			return deed{}, errNoDeed
		}
		if act == "edit" {
			return deed{work: does(func(p *model.Presenter, _ answers) { p.Edit(of) })}, nil
		}
		return deed{Title: t("layout.remove"), Text: t("browser.layout.remove.text"), More: []string{of},
			Buttons: button(t("layout.remove")), work: does(func(p *model.Presenter, _ answers) { p.Remove(of) })}, nil
	case "file":
		return s.fileDeed(p, id, of)
	case "join":
		return s.joinDeed(p, id)
	case "want", "clear":
		return s.wantDeed(p, act, id, of)
	}
	return deed{}, errNoDeed
}

// does makes the work of a deed of what the presenter does.
func (s *layoutRoom) does(id string, do func(p *model.Presenter, a answers, m *message)) func(context.Context, answers, *message) error {
	return func(_ context.Context, a answers, m *message) error {
		return s.at(id, "", func(p *model.Presenter) error {
			do(p, a, m)
			return p.Fault
		})
	}
}

// field is a question of the desk, named and explained by its texts.
func (s *layoutRoom) field(id, value string) blank {
	return blank{ID: id, Label: s.words.T("layout.field." + id), Help: s.words.T("layout.field." + id + ".text"), Value: value}
}

// fileDeed asks how the files of a source are named and read.
func (s *layoutRoom) fileDeed(p *model.Presenter, id, name string) (deed, error) {
	i := slices.IndexFunc(p.Draft.Sources, func(f layout.Source) bool { return f.Name == name })
	if i < 0 {
		return deed{}, errNoDeed
	}
	f, t := p.Draft.Sources[i], s.words.T
	x := deed{Title: t("layout.files"), More: []string{f.File}, Buttons: button(t("layout.take")),
		Fields: []blank{
			s.field("file", f.File), s.field("encoding", f.Encoding), s.field("separator", f.Separator),
			s.field("sheet", f.Sheet), s.field("skip", strconv.Itoa(f.Skip)),
		}}
	x.Fields[0].Must = true
	x.Fields[4].check = func(v string) string {
		if n, err := strconv.Atoi(v); err != nil || n < 0 {
			return t("layout.field.skip.wrong")
		}
		return ""
	}
	x.work = s.does(id, func(p *model.Presenter, a answers, _ *message) {
		f.File, f.Encoding, f.Separator, f.Sheet = a.text("file"), a.text("encoding"), a.Get("separator"), a.text("sheet")
		f.Skip, _ = strconv.Atoi(a.text("skip")) // checked above
		p.SayFile(name, f)
	})
	return x, nil
}

// joinDeed asks by which key the records of a second file belong to ours.
func (s *layoutRoom) joinDeed(p *model.Presenter, id string) (deed, error) {
	if p.Join == nil {
		return deed{}, errNoDeed
	}
	j, t := *p.Join, s.words.T
	return deed{Title: t("layout.join"), Text: t("layout.join.text", j.Part.File), Buttons: button(t("layout.take")),
		Fields: []blank{
			{ID: "key", Label: t("layout.join.key", j.Part.File), Must: true},
			{ID: "by", Label: t("layout.join.by", j.Want.GroupLabel), Must: true},
		},
		work: s.does(id, func(p *model.Presenter, a answers, _ *message) { p.JoinBy(j, a.text("key"), a.text("by")) })}, nil
}

// wantDeed asks where a statement stands, by a part of the sample or by hand, or takes
// what was said away.
func (s *layoutRoom) wantDeed(p *model.Presenter, act, id, name string) (deed, error) {
	i := slices.IndexFunc(p.Wants, func(w model.Want) bool { return w.Name() == name })
	if i < 0 {
		return deed{}, errNoDeed
	}
	w, t := p.Wants[i], s.words.T
	if act == "clear" {
		return deed{work: s.does(id, func(p *model.Presenter, _ answers, _ *message) { p.Clear(w) })}, nil
	}
	is := p.Statement(w)
	x := deed{Title: w.Label, Text: w.GroupLabel + " · " + w.Source, Buttons: button(t("layout.take"))}
	part := blank{
		ID: "part", Label: t("browser.layout.part"), Help: t("browser.layout.part.text"), Kind: choice,
		Choices: []choiceView{{Text: t("browser.layout.byhand")}},
	}
	for i, x := range p.Parts[:min(len(p.Parts), mostParts)] {
		part.Choices = append(part.Choices, choiceView{Value: strconv.Itoa(i), Text: x.File + ": " + x.Path})
	}
	x.Fields = []blank{part}
	if w.Key == "" {
		x.Title, x.Text = t("layout.record", w.GroupLabel), t("layout.record.help")
		x.Fields = append(x.Fields, s.field("path", p.Said(w)))
	} else {
		codes := s.field("codes", codeLines(p.Draft.CodeLists[is.Codes]))
		codes.Kind = area
		x.Fields = append(x.Fields, s.field("path", is.Path), s.field("const", is.Const),
			s.field("date", is.Date), s.field("number", is.Number),
			s.field("pattern", is.Pattern), s.field("named", is.Named), codes)
	}
	parts := slices.Clone(p.Parts)
	x.work = s.does(id, func(p *model.Presenter, a answers, m *message) {
		if n, err := strconv.Atoi(a.text("part")); err == nil && n >= 0 && n < len(parts) {
			if p.Connect(w, parts[n]); p.Join != nil {
				m.Tone, m.Title, m.to = toneNote, t("layout.join"), address("layout/act", "act", "join", "id", id)
			}
			return
		}
		sayWant(p, w, a)
	})
	return x, nil
}

// sayWant puts what was typed for a statement into the layout.
func sayWant(p *model.Presenter, w model.Want, a answers) {
	if w.Key == "" {
		p.SayRecord(w.Group, a.text("path"))
		return
	}
	st := p.Statement(w)
	st.Path, st.Const, st.Date = a.text("path"), a.text("const"), a.text("date")
	st.Number, st.Pattern, st.Named = a.text("number"), a.text("pattern"), a.text("named")
	codes := map[string]string{}
	for line := range strings.SplitSeq(a.text("codes"), "\n") {
		if code, word, ok := strings.Cut(line, "="); ok && strings.TrimSpace(code) != "" {
			codes[strings.TrimSpace(code)] = strings.TrimSpace(word)
		}
	}
	if st.Codes = ""; len(codes) > 0 {
		st.Codes = w.Name()
	}
	p.Say(w, st, codes)
}

// codeLines writes a code list, a line "code = Klartext" for each.
func codeLines(list map[string]string) string {
	var out []string
	for _, code := range slices.Sorted(maps.Keys(list)) {
		out = append(out, code+" = "+list[code])
	}
	return strings.Join(out, "\n")
}

package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/prepare"
	"laufzettel/transfer/wording"
	deliver "laufzettel/views/prepare/model"
)

// deliverRoom is the room Abgabe, the clerk's side.
type deliverRoom struct{ *face }

// stepNames are the steps of the wizard as they stand in an address.
var stepNames = [deliver.Steps]string{"office", "folder", "content", "check", "hand", "back"}

type prepared struct {
	deliver.Row
	Href string
}

type kindView struct{ ID, Title, Text string }

type deliverBody struct {
	Rows  []prepared
	Kinds []kindView
}

type fieldView struct {
	deliver.Field
	ID, Fault string
	Note      string // where the value comes from
	Now       string // of a choice: what is in force
	Asks      bool   // why it is another than read
	Why       string
	Why2      string // the label of that
}

type rowView struct {
	Index  int
	Cells  []string
	Faults []string
	Gap    string
	Key    string
	Reason string
	Lacks  string
}

type wizardBody struct {
	*deliver.Draft
	Step         string
	Fields       []fieldView
	Sets         []deliver.Set
	Locked       bool
	NextStep     string
	Verb         deliver.Verb
	Progress     *progressView
	Looking      *progressView
	Columns      []deliver.TableColumn
	Rows         []rowView
	Pager        pager
	OnlyFault    bool
	Turn         string // to the rows around faults, or to all
	Groups       []groupView
	Archive      string
	Done         bool // the step is taken
	Checked      bool // the self-check is
	Handed       bool
	Standing     string // await, confirmed or deletable
	StandingTone tone
}

// present makes the presenter of a preparation, "" of the list, with all of it read.
func (s deliverRoom) present(id string) (*deliver.Presenter, error) {
	p := deliver.NewPresenter(window.Prepare{Desk: s.desk}, inline{}, s.words, nothing, nothing)
	p.Open(id)
	if p.Err != nil {
		p.Close()
		return nil, p.Err
	}
	return p, nil
}

// page is the list of preparations, or one of them at a step.
func (s deliverRoom) page(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	p, err := s.present(id)
	if err != nil {
		return err
	}
	defer p.Close()
	if id == "" {
		s.write(w, r, s.list(p))
		return nil
	}
	if i := slices.Index(stepNames[:], r.URL.Query().Get("step")); i >= 0 {
		if r.URL.Query().Get("told") != "" { // it was left by its button: it says what it lacks
			p.Told[deliver.Step(i)] = true
		}
		p.Step = deliver.Step(i)
	}
	s.write(w, r, s.wizard(r, p))
	return nil
}

func (s deliverRoom) list(p *deliver.Presenter) *page {
	var b deliverBody
	for _, x := range p.State.Rows {
		b.Rows = append(b.Rows, prepared{x, s.pages.href("deliver", "id", x.ID)})
	}
	for _, k := range p.State.Kinds {
		b.Kinds = append(b.Kinds, kindView(k))
	}
	return &page{Name: "deliver", Title: s.words.T("nav.prepare"), Room: "deliver", Body: b, Live: true}
}

// wizard is one preparation at the step shown.
func (s deliverRoom) wizard(r *http.Request, p *deliver.Presenter) *page {
	d := p.State.Draft
	b := wizardBody{Draft: d, Step: stepNames[p.Step], Locked: d.Locked(), Verb: p.Next(), Archive: p.State.Archive, Done: p.Done(p.Step),
		Checked: p.Done(deliver.StepCheck), Handed: p.Done(deliver.StepHand), Sets: d.Sets}
	b.Standing, b.StandingTone = "await", toneNote
	if d.State == prepare.Confirmed || d.State == prepare.Deletable {
		b.Standing, b.StandingTone = string(d.State), toneOK
	}
	if p.Step+1 < deliver.Steps {
		b.NextStep = address("deliver", "id", d.ID, "step", stepNames[p.Step+1])
	}
	if g := d.Running; g != nil {
		b.Progress = s.running2(g)
	}
	if g := d.Looking; g != nil {
		b.Looking = s.running2(g)
	}
	out := &page{Name: "wizard", Title: d.Title, Room: "deliver", Crumbs: s.crumbs("deliver"), Body: nil, Live: true, Tabs: s.steps(p),
		TabsOf: s.words.T("prepare.way")}
	switch p.Step {
	case deliver.StepOffice, deliver.StepContent:
		s.fields(p, &b, out)
	case deliver.StepFolder:
		for _, x := range []struct{ key, value string }{{"source", d.Source}, {"target", d.Target}} {
			if x.value == "" && p.Told[deliver.StepFolder] {
				out.Errors = append(out.Errors, fieldError{x.key, s.words.T("prepare." + x.key + ".missing")})
			}
		}
	}
	if p.Step == deliver.StepContent {
		s.table(r, p, &b)
	}
	for i, f := range d.Findings {
		g := groupView{ID: "finding-" + strconv.Itoa(i), Word: s.words.T("severity." + string(f.Severity)),
			Shown: f.Places[:min(len(f.Places), filesPerPage)]}
		g.Code, g.Severity, g.Title, g.Expected, g.Found, g.Remedy, g.Count = f.Code, f.Severity, f.Title, f.Expected, f.Found, f.Remedy,
			f.Count
		b.Groups = append(b.Groups, g)
	}
	out.Body = b
	return out
}

// running2 writes work in progress as the window does.
func (s deliverRoom) running2(g *deliver.Running) *progressView {
	v := &progressView{Phase: s.words.T("prepare.phase." + g.Phase), Of: s.words.T("prepare.phase.of", g.At, g.Of), Done: g.Done,
		Total: g.Total, Left: s.words.Left(g.Left)}
	if g.Total > 0 {
		v.Now = s.words.T("prepare.progress", g.Done, g.Total, int(g.Rate))
	}
	return v
}

// steps are the six steps with what each still lacks.
func (s deliverRoom) steps(p *deliver.Presenter) (out []tab) {
	d := p.State.Draft
	for i, name := range stepNames {
		at := deliver.Step(i)
		t := tab{Text: strconv.Itoa(i+1) + " " + s.words.T("prepare.step."+name), Href: s.pages.href("deliver", "id", d.ID, "step", name),
			Now: at == p.Step}
		switch n := p.Missing(at); {
		case p.Done(at):
			t.Count = s.words.T("prepare.step.done")
		case n > 0:
			t.Count = s.words.N("prepare.step.missing", n)
		case at == deliver.StepBack && len(d.Missing) > 0 && p.Done(deliver.StepHand):
			t.Count = s.words.N("prepare.step.proofs", len(d.Missing))
		default:
			t.Count = s.words.T("prepare.step.open")
		}
		out = append(out, t)
	}
	return out
}

// fieldID names a field of the form; the names of fields may hold what an id must not.
func fieldID(i int) string { return "field" + strconv.Itoa(i) }

// fields are the statements of a step; what is wrong with them stands at each.
func (s deliverRoom) fields(p *deliver.Presenter, b *wizardBody, out *page) {
	d := p.State.Draft
	for i, f := range d.Fields {
		if (f.Step == kind.StepOffice) != (p.Step == deliver.StepOffice) {
			continue
		}
		v := fieldView{Field: f, ID: fieldID(i), Fault: p.FieldFault(f), Now: f.Value}
		if f.Read != "" && f.Value == "" {
			v.Note, v.Now = s.words.T("prepare.read")+": "+f.Read, f.Read
		}
		if f.Read != "" && f.Value != "" && f.Value != f.Read {
			v.Asks, v.Why, v.Why2 = true, d.Reason[f.Key], s.words.T("prepare.reason", f.Label, f.Read)
		}
		if v.Fault != "" {
			out.Errors = append(out.Errors, fieldError{v.ID, f.Label + ": " + v.Fault})
		}
		b.Fields = append(b.Fields, v)
	}
}

// table is what was read of the material before the build, a page of it.
func (s deliverRoom) table(r *http.Request, p *deliver.Presenter, b *wizardBody) {
	d := p.State.Draft
	if d.Table == nil {
		return
	}
	b.OnlyFault = r.URL.Query().Get("faults") != ""
	p.Faults = b.OnlyFault
	at := func(faults string, n int) string {
		return s.pages.href("deliver", "id", d.ID, "step", "content", "faults", faults, "page", n)
	}
	faults, other := "", "1"
	if b.OnlyFault {
		faults, other = "1", ""
	}
	b.Turn = at(other, 1)
	shown := p.Shown()
	from, to, pg := turn(r, len(shown), rowsPerPage, func(n int) string { return at(faults, n) })
	b.Columns, b.Pager = d.Table.Columns, pg
	for _, i := range shown[from:to] {
		row := d.Table.Rows[i]
		v := rowView{Index: i, Cells: row.Cells, Gap: row.Gap, Key: row.Key, Lacks: row.Lacks}
		if row.Key != "" {
			v.Reason = d.Reason[row.Key]
			row = row.Omitted(v.Reason, s.words.T("prepare.rows.omitted", row.Gap, v.Reason))
		}
		for _, f := range row.Faults {
			v.Faults = append(v.Faults, s.words.T("severity."+string(f.Severity))+": "+f.Text)
		}
		for len(v.Cells) < len(b.Columns) {
			v.Cells = append(slices.Clone(v.Cells), "")
		}
		b.Rows = append(b.Rows, v)
	}
}

// begin makes a new preparation of a kind.
func (s deliverRoom) begin(r *http.Request) (string, *page, error) {
	chosen := r.PostFormValue("kind")
	if chosen == "" {
		p, err := s.present("")
		if err != nil {
			return "", nil, err
		}
		defer p.Close()
		again := s.list(p)
		again.Errors = []fieldError{{"kind0", s.words.T("browser.nokind")}}
		return "", again, nil
	}
	return s.do("deliver", message{Tone: toneOK, Title: s.words.T("browser.begun"), Text: s.words.T("prepare.status")},
		func(ctx context.Context, m *message) error {
			id, err := window.Prepare{Desk: s.desk}.Begin(ctx, chosen)
			m.to = address("deliver", "id", id)
			return err
		}), nil, nil
}

// save keeps what was typed on a step, whatever it is, and goes on where nothing of it
// is wrong.
func (s deliverRoom) save(r *http.Request) (string, *page, error) {
	id := r.PostFormValue("id")
	p, err := s.present(id)
	if err != nil {
		return "", nil, err
	}
	defer p.Close()
	d := p.State.Draft
	step := deliver.Step(max(0, slices.Index(stepNames[:], r.PostFormValue("step"))))
	back := address("deliver", "id", id, "step", stepNames[step])
	if d.Locked() {
		return s.said(back, message{Tone: toneNote, Title: s.words.T("prepare.locked")}), nil, nil
	}
	p.Step = step
	if step == deliver.StepFolder {
		p.SetPlace(typedPath(r, "source"), typedPath(r, "target"))
	}
	for i := range d.Fields {
		values, sent := r.PostForm["value-"+fieldID(i)]
		if sent && values[0] != d.Fields[i].Value {
			p.Set(d.Fields[i].Key, strings.ReplaceAll(values[0], "\r\n", "\n"))
		}
		if why, asked := r.PostForm["why-"+fieldID(i)]; asked && why[0] != d.Reason[d.Fields[i].Key] {
			p.SetReason(d.Fields[i].Key, why[0])
		}
	}
	if p.Fault != nil {
		return s.said(back, s.fault(p.Fault)), nil, nil
	}
	goOn := r.PostFormValue("next") != "" && step+1 < deliver.Steps
	p.Told[step] = goOn
	again := s.wizard(r, p)
	switch {
	case len(again.Errors) > 0:
		return "", again, nil
	case goOn:
		return address("deliver", "id", id, "step", stepNames[step+1]), nil, nil
	}
	return s.said(back, message{Tone: toneOK, Title: s.words.T("browser.kept")}), nil, nil
}

func typedPath(r *http.Request, name string) string {
	return strings.Trim(strings.TrimSpace(r.PostFormValue(name)), `"`)
}

var errNoStep = failure.New(failure.Refused, "act on preparation", wording.Say("browser.noverb"))

// act does what a step is for: read the material, build and check, hand over, take
// what comes back.
func (s deliverRoom) act(r *http.Request) (string, *page, error) {
	id, src := r.PostFormValue("id"), window.Prepare{Desk: s.desk}
	text, path := strings.TrimSpace(r.PostFormValue("text")), typedPath(r, "path")
	at := func(step deliver.Step) string { return address("deliver", "id", id, "step", stepNames[step]) }
	simple := func(step deliver.Step, key string, work func(context.Context) error) (string, *page, error) {
		return s.do(at(step), message{Tone: toneOK, Title: s.words.T(key)},
			func(ctx context.Context, _ *message) error { return work(ctx) }), nil, nil
	}
	switch verb := r.PostFormValue("act"); verb {
	case "look":
		return simple(deliver.StepContent, "browser.looking", func(ctx context.Context) error { return src.Look(ctx, id) })
	case "stoplook":
		return simple(deliver.StepContent, "browser.stopped.work", func(ctx context.Context) error { return src.StopLook(ctx, id) })
	case "make":
		return simple(deliver.StepCheck, "browser.making", func(ctx context.Context) error { return src.Make(ctx, id) })
	case "cancel":
		return simple(deliver.StepCheck, "browser.stopped.work", func(ctx context.Context) error { return src.Cancel(ctx, id) })
	case "channel":
		return simple(deliver.StepHand, "browser.handing", func(ctx context.Context) error { return src.HandOver(ctx, id, "") })
	case "deleted":
		return simple(deliver.StepBack, "browser.noted", func(ctx context.Context) error { return src.Deleted(ctx, id, text) })
	case "omit":
		return s.omit(id, r.PostFormValue("key"), text)
	case "add":
		return s.needs(path, at(deliver.StepContent), "browser.added",
			func(ctx context.Context) error { return src.AddFile(ctx, id, r.PostFormValue("name"), path) })
	case "hand":
		return s.needs(path, at(deliver.StepHand), "browser.handing",
			func(ctx context.Context) error { return src.HandOver(ctx, id, path) })
	case "receipt":
		return s.needs(path, at(deliver.StepBack), "browser.noted", func(ctx context.Context) error { return src.Receipt(ctx, id, path) })
	case "reopen":
		return s.needs(text, address("deliver", "id", id), "browser.reopened",
			func(ctx context.Context) error { return src.Reopen(ctx, id, text) })
	case "paper":
		x := deliver.Paper{Name: r.PostFormValue("name"), By: strings.TrimSpace(r.PostFormValue("by")),
			Day: strings.TrimSpace(r.PostFormValue("day")), Note: text, Scan: typedPath(r, "scan")}
		return s.needs(x.By, at(deliver.StepBack), "browser.noted", func(ctx context.Context) error { return src.Paper(ctx, id, x) })
	case "set", "dropset":
		return s.set(r, id, verb)
	}
	return "", nil, errNoStep
}

// needs does something that needs a value; without one it is said what is missing.
func (s deliverRoom) needs(value, back, done string, work func(context.Context) error) (string, *page, error) {
	if value == "" {
		return s.said(back, message{Tone: toneError, Title: s.words.T("prepare.ask.missing")}), nil, nil
	}
	return s.do(back, message{Tone: toneOK, Title: s.words.T(done)}, func(ctx context.Context, _ *message) error { return work(ctx) }), nil,
		nil
}

// omit gives the reason why an entry is not there, "" takes it back.
func (s deliverRoom) omit(id, key, why string) (string, *page, error) {
	p, err := s.present(id)
	if err != nil {
		return "", nil, err
	}
	defer p.Close()
	back := address("deliver", "id", id, "step", "content")
	t := p.State.Draft.Table
	if t == nil || !slices.ContainsFunc(t.Rows, func(row deliver.TableRow) bool { return row.Key == key && key != "" }) {
		return "", nil, errNoStep
	}
	if p.SetReason(key, why); p.Fault != nil {
		return s.said(back, s.fault(p.Fault)), nil, nil
	}
	return s.said(back, message{Tone: toneOK, Title: s.words.T("browser.kept")}), nil, nil
}

// set keeps a set of defaults, or forgets it.
func (s deliverRoom) set(r *http.Request, id, verb string) (string, *page, error) {
	p, err := s.present(id)
	if err != nil {
		return "", nil, err
	}
	defer p.Close()
	back, name := address("deliver", "id", id, "step", "content"), strings.TrimSpace(r.PostFormValue("name"))
	if name == "" {
		return s.said(back, message{Tone: toneError, Title: s.words.T("prepare.ask.missing")}), nil, nil
	}
	if verb == "set" {
		p.SaveSet(deliver.Set{Name: name, Text: r.PostFormValue("text")})
	} else {
		p.RemoveSet(name)
	}
	if p.Fault != nil {
		return s.said(back, s.fault(p.Fault)), nil, nil
	}
	return s.said(back, message{Tone: toneOK, Title: s.words.T("browser.kept")}), nil, nil
}

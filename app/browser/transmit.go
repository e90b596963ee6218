package browser

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"laufzettel/app/window"
	"laufzettel/transfer"
	transmit "laufzettel/views/transmit/model"
)

// transmitRoom is the room Übertragung.
type transmitRoom struct{ *face }

// transmitParts are the parts of the room, in the order they are shown.
var transmitParts = []string{"queue", "receipts", "replies", "clearances", "plans"}

type jobRow struct {
	transmit.Job
	Href, State2 string
	Amount, Left string
	Tone         tone
	Lang         string // of the answer: reasons of the queue are German, "" as the page
}

type receiptRow struct {
	transmit.Receipt
	Said   string
	Verify *deedView // nil: nothing lies here to verify it against
}

type actRow struct {
	Title, Detail string
	Lines         []string
	Acts          []deedView
}

type transmitBody struct {
	Part     string
	Cells    []transmit.Cell
	Offline  string
	Limit    string
	Acts     []deedView
	Jobs     []jobRow
	Pager    pager
	Receipts []receiptRow
	Rows     []actRow // of replies, clearances and plans
	Text     string   // what they are
}

type jobBody struct {
	jobRow
	Target  string
	Acts    []deedView
	History []transmit.Line
}

// present makes the presenter of the room with everything read.
func (s transmitRoom) present() (*transmit.Presenter, error) {
	p := transmit.NewPresenter(window.Transmit{Desk: s.desk}, inline{}, s.words, nothing)
	p.Reload()
	if p.Err != nil {
		p.Close()
		return nil, p.Err
	}
	return p, nil
}

// page is one part of the room, or one job of the queue.
func (s transmitRoom) page(w http.ResponseWriter, r *http.Request) error {
	p, err := s.present()
	if err != nil {
		return err
	}
	defer p.Close()
	q := r.URL.Query()
	if id := q.Get("job"); id != "" {
		return s.jobPage(w, r, p, id)
	}
	st := p.State
	b := transmitBody{Part: q.Get("part"), Cells: st.Cells, Limit: st.Limit}
	if !slices.Contains(transmitParts, b.Part) {
		b.Part = transmitParts[0]
	}
	if !st.Offline.IsZero() {
		b.Offline = s.words.T("transmit.offline.title", s.words.Clock(st.Offline)) + " " + s.words.T("transmit.offline.text")
	}
	hold := s.once("transmit", "hold", "", "", s.words.T("transmit.hold"))
	if st.Held {
		hold = s.once("transmit", "go", "", "", s.words.T("transmit.resume"))
	}
	hold.Key = "P"
	fetch := s.once("transmit", "fetch", "", "", s.words.T("transmit.fetch"))
	fetch.Key = "H"
	b.Acts = []deedView{fetch, hold}
	s.part(r, p, &b)
	counts := map[string]int{"queue": p.NeedYou(), "receipts": len(st.Receipts), "replies": len(st.Replies), "clearances": p.Due(),
		"plans": len(st.Plans)}
	var tabs []tab
	for _, name := range transmitParts {
		t := tab{Text: s.words.T("browser.transmit." + name), Href: s.pages.href("transmit", "part", name), Now: name == b.Part}
		switch name {
		case "clearances":
			t.Key = "L"
		case "plans":
			t.Key = "A"
		case "replies":
			t.Key = "N"
		}
		if n := counts[name]; n > 0 {
			t.Count = s.words.N("browser.transmit.count."+name, n)
		}
		tabs = append(tabs, t)
	}
	s.write(w, r, &page{Name: "transmit", Title: s.words.T("nav.transmit"), Room: "transmit", Body: b, Live: true, Tabs: tabs,
		TabsOf: s.words.T("browser.parts.transmit")})
	return nil
}

// part fills in what the part asked for shows.
func (s transmitRoom) part(r *http.Request, p *transmit.Presenter, b *transmitBody) {
	st, t := p.State, s.words.T
	switch b.Part {
	case "queue":
		from, to, pg := turn(r, len(st.Jobs), perPage, func(n int) string { return s.pages.href("transmit", "page", n) })
		b.Pager = pg
		for _, j := range st.Jobs[from:to] {
			b.Jobs = append(b.Jobs, s.job(p, j))
		}
	case "receipts":
		from, to, pg := turn(r, len(st.Receipts), perPage, func(n int) string {
			return s.pages.href("transmit", "part", b.Part, "page",
				n)
		})
		b.Pager = pg
		for _, x := range st.Receipts[from:to] {
			row := receiptRow{Receipt: x, Said: t("transmit.receipt.alone")}
			if !x.Alone { // what must fail is not offered
				v := s.once("transmit", "verify", x.ID, "", t("transmit.take"))
				v.About, row.Said = x.Package, t("transmit.receipt.verified")
				row.Verify = &v
			}
			b.Receipts = append(b.Receipts, row)
		}
		file := s.offer("transmit", "verifyfile", "", "", t("transmit.verify"))
		file.Key = "Q"
		b.Acts = append(b.Acts, file)
	case "replies":
		if b.Text = t("transmit.reply.text"); len(st.Replies) == 0 {
			b.Text = t("transmit.reply.none")
		}
		for _, x := range st.Replies {
			v := s.offer("transmit", "reply", x.ID, x.Code, t("transmit.reply.yes")+" …")
			v.About = x.Title
			b.Rows = append(b.Rows, actRow{Title: x.Title, Detail: x.To, Acts: []deedView{v}})
		}
	case "clearances":
		if b.Text = t("transmit.clearance.text"); len(st.Clearances) == 0 {
			b.Text = t("transmit.clearance.none")
		}
		for _, c := range st.Clearances {
			row := actRow{Title: c.Title, Detail: p.Count(c) + ": " + c.Text, Lines: c.Lines}
			if c.Report {
				v := s.offer("transmit", "deleted", c.ID, "", t("transmit.clearance.report")+" …")
				v.About = c.Title
				row.Acts = []deedView{v}
			}
			b.Rows = append(b.Rows, row)
		}
	case "plans":
		if b.Text = t("transmit.plans.text") + " " + t("transmit.plans.hint"); len(st.Plans) == 0 {
			b.Text = t("transmit.plans.none")
		}
		for _, x := range st.Plans {
			b.Rows = append(b.Rows, s.plan(x))
		}
		b.Acts = append(b.Acts, s.offer("transmit", "plan", "", "", t("transmit.plans.add")+" …"))
	}
}

// plan is a plan with what can be done with it.
func (s transmitRoom) plan(x transmit.Plan) actRow {
	pause := s.once("transmit", "pauseplan", x.ID, "", s.words.T("transmit.plans.pause"))
	if x.Paused {
		pause = s.once("transmit", "resumeplan", x.ID, "", s.words.T("transmit.plans.resume"))
	}
	acts := []deedView{s.once("transmit", "runplan", x.ID, "", s.words.T("transmit.plans.run")), pause,
		s.offer("transmit", "removeplan", x.ID, "", s.words.T("transmit.plans.remove")+" …")}
	for i := range acts {
		acts[i].About = x.Name
	}
	return actRow{Title: x.Name, Detail: x.Told, Lines: []string{x.Link}, Acts: acts}
}

// jobTones are how the states of jobs are marked.
var jobTones = map[transmit.JobState]tone{transmit.NeedsYou: "warning", transmit.NeedsAdmin: toneError, transmit.Damaged: toneError,
	transmit.Done: toneOK}

// job makes a row of the queue.
func (s transmitRoom) job(p *transmit.Presenter, j transmit.Job) jobRow {
	v := jobRow{Job: j, State2: s.words.T("transmit.state." + string(j.State)), Tone: jobTones[j.State],
		Href: s.pages.href("transmit", "job", j.ID)}
	if v.Tone == "" {
		v.Tone = toneNote
	}
	if needs := []transmit.JobState{transmit.NeedsYou, transmit.NeedsAdmin, transmit.Damaged}; slices.Contains(needs, j.State) &&
		j.Direction != transmit.Conflict {
		v.Lang = "de"
	}
	if j.State == transmit.Sending {
		v.Amount, v.Left = p.Amount(j), s.words.Left(j.Left)
	}
	return v
}

// jobPage is one job: stand, what it offers, history.
func (s transmitRoom) jobPage(w http.ResponseWriter, r *http.Request, p *transmit.Presenter, id string) error {
	i := p.Index(id)
	if i < 0 {
		return errNoPage
	}
	j := p.State.Jobs[i]
	b := jobBody{jobRow: s.job(p, j)}
	if j.Direction != transmit.Conflict { // that is no job of the queue
		if p.Choose(id); p.Fault != nil {
			return p.Fault
		}
		b.History = p.History
	}
	next := deedView{Key: "Strg+Enter", Primary: true}
	switch transmit.Next(j) {
	case transmit.DoFollow:
		if b.Target = s.target(j.Target); b.Target != "" {
			next.Asks, next.Href, next.Text = true, b.Target, p.Label(j)
			b.Acts = append(b.Acts, next)
		}
	case transmit.DoRenumber:
		next.Asks, next.Href, next.Text = true, s.pages.href("transmit/act", "act", "renumber", "id", id), p.Label(j)
		b.Acts = append(b.Acts, next)
	case transmit.DoHold:
		next.To, next.Act, next.ID, next.Text = "transmit/act", "hold", id, p.Label(j)
		b.Acts = append(b.Acts, next)
	case transmit.DoRetry:
		next.To, next.Act, next.ID, next.Text = "transmit/act", "retry", id, p.Label(j)
		b.Acts = append(b.Acts, next)
	}
	if j.State != transmit.Done && j.Direction != transmit.Conflict {
		b.Acts = append(b.Acts, s.offer("transmit", "cancel", id, "", s.words.T("transmit.cancel.title")+" …"))
	}
	s.write(w, r, &page{Name: "job", Title: j.Name, Room: "transmit", Crumbs: s.crumbs("transmit"), Body: b, Live: true})
	return nil
}

// find says what an act of the room is now.
func (s transmitRoom) find(r *http.Request) (deed, error) {
	p, err := s.present()
	if err != nil {
		return deed{}, err
	}
	defer p.Close()
	act, id, src, t := r.FormValue("act"), r.FormValue("id"), window.Transmit{Desk: s.desk}, s.words.T
	x := deed{Back: "transmit", Done: t("browser.noted")}
	simple := func(key string, work func(context.Context) error) {
		x.Done = t(key)
		x.work = func(ctx context.Context, _ answers, _ *message) error { return work(ctx) }
	}
	switch act {
	case "hold":
		simple("browser.held", func(ctx context.Context) error { return src.HoldAll(ctx, true) })
	case "go":
		simple("browser.resumed", func(ctx context.Context) error { return src.HoldAll(ctx, false) })
	case "fetch":
		x.work = func(ctx context.Context, _ answers, m *message) (err error) {
			m.Title = t("transmit.fetched.title")
			m.Text, err = src.Fetch(ctx)
			return err
		}
	case "verify", "verifyfile":
		return s.verify(act, id), nil
	case "reply", "deleted":
		return s.answer(p, act, id, r.FormValue("of"))
	case "plan", "runplan", "pauseplan", "resumeplan", "removeplan":
		return s.planDeed(p, act, id)
	case "retry", "cancel", "renumber":
		return s.jobDeed(p, act, id)
	default:
		return x, errNoDeed
	}
	return x, nil
}

// verify checks a receipt of the list, or a file.
func (s transmitRoom) verify(act, id string) deed {
	x := deed{Back: address("transmit", "part", "receipts")}
	if act == "verifyfile" {
		x.Title, x.Text, x.Buttons = s.words.T("transmit.verify.title"), s.words.T("transmit.verify.text"),
			button(s.words.T("transmit.take"))
		x.Fields = []blank{{ID: "path", Label: s.words.T("transmit.path"), Help: s.words.T("browser.path.help"), Must: true}}
	}
	x.work = func(ctx context.Context, a answers, m *message) error {
		if act == "verifyfile" {
			id = a.path("path")
		}
		v, err := window.Transmit{Desk: s.desk}.Verify(ctx, id)
		if err != nil {
			return err
		}
		title, t := v.Heading()
		m.Tone, m.Title, m.Text = toneOf(t), s.words.T(title), v.Text
		return nil
	}
	return x
}

// answer sends a message, or tells the archive of a deletion; both ask once.
func (s transmitRoom) answer(p *transmit.Presenter, act, id, code string) (deed, error) {
	src, t := window.Transmit{Desk: s.desk}, s.words.T
	if act == "reply" {
		i := slices.IndexFunc(p.State.Replies, func(x transmit.Reply) bool { return x.ID == id && x.Code == code })
		if i < 0 {
			return deed{}, errNoDeed
		}
		reply := p.State.Replies[i]
		x := deed{Title: t("transmit.reply.title"), Text: t("transmit.reply.text"), More: []string{reply.Title},
			Buttons: button(t("transmit.reply.yes")), Back: address("transmit", "part", "replies"), Done: t("browser.queued")}
		help := reply.Ask
		if help == "" {
			help = t("transmit.reply.to.hint")
		}
		x.Fields = []blank{{ID: "to", Label: t("transmit.reply.to"), Help: help, Value: reply.To}}
		x.work = func(ctx context.Context, a answers, _ *message) error { return src.Reply(ctx, id, code, a.text("to")) }
		return x, nil
	}
	i := slices.IndexFunc(p.State.Clearances, func(c transmit.Clearance) bool { return c.ID == id && c.Report })
	if i < 0 {
		return deed{}, errNoDeed
	}
	c := p.State.Clearances[i]
	x := deed{Title: t("transmit.clearance.report"), Text: t("transmit.clearance.text"),
		More: append([]string{c.Title, c.Text}, c.Lines...), Buttons: button(t("transmit.clearance.report")),
		Back: address("transmit", "part", "clearances"), Done: t("browser.queued")}
	x.Fields = []blank{{ID: "note", Label: t("transmit.clearance.note"), Help: t("transmit.clearance.note.hint"), Kind: area}}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		return src.ReportDeletion(ctx, id, a.text("note"))
	}
	return x, nil
}

// planActs are the acts on a plan by their names here.
var planActs = map[string]transmit.PlanAct{"runplan": transmit.RunPlan, "pauseplan": transmit.PausePlan, "resumeplan": transmit.ResumePlan,
	"removeplan": transmit.RemovePlan}

// planDeed enters a plan or acts on one.
func (s transmitRoom) planDeed(p *transmit.Presenter, act, id string) (deed, error) {
	src, t := window.Transmit{Desk: s.desk}, s.words.T
	x := deed{Back: address("transmit", "part", "plans"), Done: t("browser.noted")}
	if act == "plan" {
		x.Title, x.Text, x.Buttons = t("transmit.plans"), t("transmit.plans.text")+" "+t("transmit.plans.hint"),
			button(t("transmit.plans.add"))
		for _, f := range []string{"link", "digest", "every", "first"} {
			x.Fields = append(x.Fields, blank{ID: f, Label: t("transmit.plans." + f), Must: f == "link" || f == "every"})
		}
		x.Fields[2].Value = "1d"
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return src.AddPlan(ctx, transmit.NewPlan{Link: a.text("link"), Digest: a.text("digest"), Every: a.text("every"),
				First: a.text("first")})
		}
		return x, nil
	}
	i := slices.IndexFunc(p.State.Plans, func(x transmit.Plan) bool { return x.ID == id })
	if i < 0 {
		return x, errNoDeed
	}
	if act == "removeplan" {
		x.Title, x.Text, x.Buttons = t("browser.plan.remove"), t("browser.plan.remove.text"), button(t("transmit.plans.remove"))
		x.More = []string{p.State.Plans[i].Name, p.State.Plans[i].Link}
	}
	x.work = func(ctx context.Context, _ answers, _ *message) error { return src.ActPlan(ctx, id, planActs[act]) }
	return x, nil
}

// jobDeed acts on a job of the queue: what its state offers.
func (s transmitRoom) jobDeed(p *transmit.Presenter, act, id string) (deed, error) {
	src, t, i := window.Transmit{Desk: s.desk}, s.words.T, p.Index(id)
	if i < 0 {
		return deed{}, errNoDeed
	}
	j, next := p.State.Jobs[i], transmit.Next(p.State.Jobs[i])
	x := deed{Back: address("transmit", "job", id)}
	switch {
	case act == "retry" && next == transmit.DoRetry:
		x.Done = t("browser.retried")
		x.work = func(ctx context.Context, _ answers, _ *message) error { return src.Retry(ctx, id) }
	case act == "cancel" && j.State != transmit.Done && j.Direction != transmit.Conflict:
		x.Title, x.Text, x.Buttons, x.Done = t("transmit.cancel.title"), s.words.N("transmit.cancel.text", 1, j.Name),
			button(t("transmit.cancel.yes")), t("browser.cancelled", j.Name)
		x.work = func(ctx context.Context, _ answers, m *message) error {
			m.to = "transmit"
			return src.Cancel(ctx, id)
		}
	case act == "renumber" && next == transmit.DoRenumber:
		x.Title, x.Text, x.More, x.Done = t("transmit.renumber.title"), t("transmit.renumber.text", j.Name), strings.Split(j.Answer, "\n"),
			t("browser.renumbered")
		x.Buttons = []choiceView{{Value: "one", Text: t("transmit.renumber.one")}, {Value: "all", Text: t("transmit.renumber.all")},
			{Value: "again", Text: t("transmit.renumber.again")}}
		x.work = func(ctx context.Context, a answers, m *message) error {
			m.to = "transmit"
			switch a.text("as") {
			case "again":
				m.Title = t("browser.retried")
				return src.Retry(ctx, id)
			case "one", "all":
				return src.Renumber(ctx, id, a.text("as") == "all")
			}
			return errNoDeed
		}
	default:
		return x, errNoDeed
	}
	return x, nil
}

// toneOf is how a tone of the workspace is marked here.
func toneOf(t transfer.Tone) tone {
	switch t {
	case transfer.ToneOK:
		return toneOK
	case transfer.ToneWarn:
		return "warning"
	case transfer.ToneError:
		return toneError
	}
	return toneNote
}

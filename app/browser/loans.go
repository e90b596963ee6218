package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"

	"laufzettel/app/window"
	conflicts "laufzettel/views/conflicts/model"
)

// loansRoom is the room Ausleihe: what is shared for appraisal, and the decisions that
// stand against each other. Its source keeps what the archive said last.
type loansRoom struct {
	*face
	src *window.Loans
}

// loanDays is for how long a portion is taken out where nothing else is said, and the
// most.
const (
	loanDays = 14
	mostDays = 60
)

type itemView struct {
	conflicts.Item
	Word string
	Tone tone
	Act  *deedView
	Href string // the portion, where it is here
}

type sideView struct {
	conflicts.Side
	Text string
}

type disputeView struct {
	Title  string
	Sides  []sideView
	Settle deedView
}

type loansBody struct {
	Asked    string
	Acts     []deedView
	Disputes []disputeView
	Items    []itemView
	Parcels  []actRow
	Choices  []actRow
	Note     string
}

// present makes the presenter of the room with what is here read.
func (s loansRoom) present() (*conflicts.Presenter, error) {
	p := conflicts.NewPresenter(s.src, inline{}, s.words, nothing, func(err error) string { return s.words.Explain(err, err.Error()) })
	p.Look()
	if p.Err != nil {
		p.Close()
		return nil, p.Err
	}
	return p, nil
}

// page is the room: disputes first, they wait for a person.
func (s loansRoom) page(w http.ResponseWriter, r *http.Request) error {
	p, err := s.present()
	if err != nil {
		return err
	}
	defer p.Close()
	t := s.words.T
	b := loansBody{Asked: t("browser.loans.notasked"), Note: t("conflicts.note.none")}
	if n := p.Open(); n > 0 {
		b.Note = s.words.N("conflicts.note", n)
	}
	if !p.State.Asked.IsZero() {
		b.Asked = t("browser.loans.asked", s.words.Moment(p.State.Asked))
	}
	b.Acts = []deedView{s.once("loans", "ask", "", "", t("browser.loans.ask")), s.once("loans", "sync", "", "", t("conflicts.sync"))}
	b.Acts[1].Key = "Y"
	for i, d := range p.State.Disputes {
		v := disputeView{Title: d.Title, Settle: s.offer("loans", "settle", d.Portion, d.Object, t("browser.settle"))}
		v.Settle.About = d.Title
		if i == 0 {
			v.Settle.Key, v.Settle.Primary = "Strg+Enter", true
		}
		for _, x := range d.Sides {
			v.Sides = append(v.Sides, s.side(x))
		}
		b.Disputes = append(b.Disputes, v)
	}
	for _, it := range p.State.Items {
		b.Items = append(b.Items, s.item(p, it))
	}
	for _, x := range p.State.Parcels {
		acts := []deedView{s.offer("loans", "read", x.ID, "", t("conflicts.packages.yes")+" …"),
			s.once("loans", "leave", x.ID, "", t("conflicts.packages.back"))}
		acts[0].About, acts[1].About = x.Title, x.Title
		b.Parcels = append(b.Parcels, actRow{Title: x.Title, Detail: x.Detail, Acts: acts})
	}
	for _, x := range p.State.Choices {
		v := s.offer("loans", "give", x.ID, "", t("conflicts.give")+" …")
		v.About = x.Title
		b.Choices = append(b.Choices, actRow{Title: x.Title, Detail: x.ID, Acts: []deedView{v}})
	}
	s.write(w, r, &page{Name: "loans", Title: t("nav.loans"), Room: "loans", Body: b, Live: true})
	return nil
}

// side writes one decision: letter, person, day, reason.
func (s loansRoom) side(x conflicts.Side) sideView {
	text := s.words.T("conflicts.side", x.Letter, x.Who, s.words.Moment(x.At), x.Why)
	if x.Late {
		text += " " + s.words.T("conflicts.side.late")
	}
	return sideView{x, text}
}

// itemTones are how the stands of portions are marked.
var itemTones = map[conflicts.Stand]tone{conflicts.Expired: "warning", conflicts.Mine: toneOK, conflicts.Returned: toneOK,
	conflicts.Ended: toneOK}

func (s loansRoom) item(p *conflicts.Presenter, it conflicts.Item) itemView {
	v := itemView{Item: it, Word: p.Stand(it), Tone: itemTones[it.Stand]}
	if v.Tone == "" {
		v.Tone = toneNote
	}
	if it.Portion != "" {
		v.Href = s.pages.href("portion", "id", it.Portion)
	}
	if a := conflicts.Next(it); a != conflicts.DoNothing {
		x := s.offer("loans", string(a), it.ID, "", p.Label(it)+" …")
		x.About = it.Title
		v.Act = &x
	}
	return v
}

// find says what an act of the room is now.
func (s loansRoom) find(r *http.Request) (deed, error) {
	p, err := s.present()
	if err != nil {
		return deed{}, err
	}
	defer p.Close()
	act, id, of, t := r.FormValue("act"), r.FormValue("id"), r.FormValue("of"), s.words.T
	x := deed{Back: "loans"}
	switch act {
	case "ask":
		x.Done, x.work = t("browser.loans.answered"), func(ctx context.Context, _ answers, _ *message) error { return s.src.Ask(ctx) }
	case "sync":
		x.Done, x.work = t("browser.loans.synced"), func(ctx context.Context, _ answers, _ *message) error { return s.src.Sync(ctx) }
	case "settle":
		return s.settle(p, id, of)
	case "read", "leave":
		return s.parcel(p, act, id)
	case "give":
		i := slices.IndexFunc(p.State.Choices, func(c conflicts.Choice) bool { return c.ID == id })
		if i < 0 {
			return x, errNoDeed
		}
		x.Title, x.Text, x.Buttons, x.Done = t("conflicts.give.title"), t("conflicts.give.text"), button(t("conflicts.give.yes")),
			t("browser.queued")
		x.More = []string{p.State.Choices[i].Title}
		x.work = func(ctx context.Context, _ answers, _ *message) error { return s.src.Publish(ctx, id) }
	default:
		i := slices.IndexFunc(p.State.Items, func(it conflicts.Item) bool {
			return it.ID == id && string(conflicts.Next(it)) == act && act != ""
		})
		if i < 0 {
			return x, errNoDeed
		}
		return s.itemDeed(p.State.Items[i], conflicts.Act(act)), nil
	}
	return x, nil
}

// itemDeed is the next step of a shared portion.
func (s loansRoom) itemDeed(it conflicts.Item, a conflicts.Act) deed {
	t := s.words.T
	x := deed{Back: "loans", More: []string{it.Detail}}
	switch a {
	case conflicts.DoTake:
		x.Title, x.Text, x.Done = t("conflicts.take.title"), t("conflicts.take.text", it.Title), t("browser.loans.taken")
		x.Fields = []blank{{ID: "days", Label: t("conflicts.days"), Value: strconv.Itoa(loanDays), Must: true, check: s.days}}
		x.Buttons = []choiceView{{Value: "whole", Text: t("conflicts.take.yes")}, {Value: "release", Text: t("conflicts.take.release")}}
		if it.Stand == conflicts.Out { // somebody else appraises it
			x.Buttons = x.Buttons[1:]
		}
	case conflicts.DoExtend:
		x.Title, x.Text, x.Done, x.Buttons = t("conflicts.do.extend"), t("conflicts.take.text", it.Title), t("browser.loans.taken"),
			button(t("conflicts.do.extend"))
		x.Fields = []blank{{ID: "days", Label: t("conflicts.days"), Value: strconv.Itoa(loanDays), Must: true, check: s.days}}
	case conflicts.DoReturn:
		x.Title, x.Text, x.Done = t("conflicts.return.title"), t("conflicts.return.text", it.Title), t("browser.loans.returned")
		x.Buttons = []choiceView{{Value: "keep", Text: t("conflicts.return.keep")}, {Value: "remove", Text: t("conflicts.return.remove")}}
		x.work = func(ctx context.Context, ans answers, _ *message) error {
			return s.src.Return(ctx, it.Portion, ans.text("as") == "remove")
		}
		return x
	case conflicts.DoEnd:
		x.Title, x.Text, x.Done, x.Buttons = t("conflicts.end.title"), t("conflicts.end.text", it.Title), t("browser.noted"),
			button(t("conflicts.end.yes"))
		x.work = func(ctx context.Context, _ answers, _ *message) error { return s.src.End(ctx, it.Portion) }
		return x
	}
	x.work = func(ctx context.Context, ans answers, m *message) error {
		n, err := strconv.Atoi(ans.text("days"))
		if err != nil {
			return errNoDeed
		}
		warning, err := s.src.Take(ctx, it.ID, n, ans.text("as") == "release" || it.Stand == conflicts.Out)
		if err == nil && warning != "" {
			m.Tone, m.Text = toneNote, t("conflicts.warning.title")+": "+warning
		}
		return err
	}
	return x
}

// days says what is wrong with a number of days, "" for nothing.
func (s loansRoom) days(text string) string {
	if n, err := strconv.Atoi(text); err != nil || n < 1 || n > mostDays {
		return s.words.T("browser.loans.days", mostDays)
	}
	return ""
}

// settle shows all sides and asks for the decision and its reason.
func (s loansRoom) settle(p *conflicts.Presenter, portion, object string) (deed, error) {
	i := slices.IndexFunc(p.State.Disputes, func(d conflicts.Dispute) bool { return d.Portion == portion && d.Object == object })
	if i < 0 {
		return deed{}, errNoDeed
	}
	d, t := p.State.Disputes[i], s.words.T
	x := deed{Title: d.Title, Text: t("conflicts.settle.conflict"), Back: "loans", Done: t("browser.loans.settled")}
	if !d.Conflict {
		x.Text = t("conflicts.settle.proposal")
	}
	x.Text += " " + t("conflicts.settle.kept")
	for _, one := range d.Sides {
		x.More = append(x.More, s.side(one).Text)
	}
	x.Fields = []blank{{ID: "reason", Label: t("conflicts.reason"), Help: t("conflicts.reason.hint"), Kind: area, Must: true}}
	x.Buttons = []choiceView{{Value: "A", Text: t("conflicts.settle.a")}, {Value: "V", Text: t("conflicts.settle.v")},
		{Value: "B", Text: t("conflicts.settle.b")}}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		letter := a.text("as")
		if !slices.Contains([]string{"A", "V", "B"}, letter) {
			return errNoLetter
		}
		return s.src.Settle(ctx, portion, object, letter, a.text("reason"))
	}
	return x, nil
}

// parcel fetches a package for reading, or ends that.
func (s loansRoom) parcel(p *conflicts.Presenter, act, id string) (deed, error) {
	i := slices.IndexFunc(p.State.Parcels, func(x conflicts.Parcel) bool { return x.ID == id })
	if i < 0 {
		return deed{}, errNoDeed
	}
	t, x := s.words.T, deed{Back: "loans"}
	if act == "leave" {
		x.Done, x.work = t("browser.noted"), func(ctx context.Context, _ answers, _ *message) error { return s.src.Leave(ctx, id) }
		return x, nil
	}
	x.Title, x.Text, x.Done, x.Buttons = t("conflicts.packages.title"), t("conflicts.packages.text"), t("conflicts.fetched"),
		button(t("conflicts.packages.yes"))
	x.More = []string{p.State.Parcels[i].Title + ", " + p.State.Parcels[i].Detail}
	x.Fields = []blank{{ID: "application", Label: t("conflicts.application"), Help: t("conflicts.application.text")}}
	x.work = func(ctx context.Context, a answers, _ *message) error {
		return s.src.Read(ctx, id, a.text("application"))
	}
	return x, nil
}

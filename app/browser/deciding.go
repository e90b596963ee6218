package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/app/window"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	portion "laufzettel/views/portion/model"
)

// actBody is a page that asks for what a decision needs.
type actBody struct {
	ID, Name          string
	Verb              portion.Verb
	Text              string // what is asked
	Button            string
	Letter            portion.Letter
	Causes            []string // what the letter lists in place of its mark
	Reason, Split     string
	IsLetter, IsSplit bool
	IsReason          bool
	Findings          int
}

var errNoVerb = failure.New(failure.Refused, "act on portion", wording.Say("browser.noverb"))

// allowed tells whether a verb is offered for a portion now; what may really be done
// the workspace decides.
func allowed(p *portion.Presenter, v portion.Verb) bool {
	return v != portion.DoNothing && (p.Primary() == v || slices.Contains(p.Offered(), v))
}

// actPage asks for the letter, the reason or the number a decision needs.
func (s portionRoom) actPage(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	p, err := s.present(q.Get("id"))
	if err != nil {
		return err
	}
	defer p.Close()
	v := portion.Verb(q.Get("verb"))
	if !allowed(p, v) || s.verb(p, v).Href == "" {
		return errNoVerb
	}
	out := s.askFor(p, v)
	if v == portion.DoReturn {
		b := out.Body.(actBody)
		if err := s.letter(r.Context(), &b); err != nil {
			return err
		}
		out.Body = b
	}
	s.write(w, r, out)
	return nil
}

// letter drafts the claim with the causes it will list, so that it can be read whole.
func (s portionRoom) letter(ctx context.Context, b *actBody) (err error) {
	if b.Letter, err = (window.Portion{Desk: s.desk}).Letter(ctx, b.ID); err != nil {
		return err
	}
	c, err := s.house.Claims.Claim(ctx, b.ID)
	for _, x := range c.Causes {
		b.Causes = append(b.Causes, s.words.T("browser.cause", x.Code, x.Title, x.Total, x.Remedy))
	}
	return err
}

// askFor makes the page that asks.
func (s portionRoom) askFor(p *portion.Presenter, v portion.Verb) *page {
	d := p.Detail
	b := actBody{ID: d.ID, Name: d.Name, Verb: v, Findings: p.Count(""), IsReason: v == portion.DoException ||
		v == portion.DoStop, IsSplit: v == portion.DoPackage, IsLetter: v == portion.DoReturn}
	switch {
	case b.IsReason:
		b.Text, b.Button = s.words.T("portion.reason."+string(v)), s.words.T("portion.take."+string(v))
	case b.IsSplit:
		b.Text, b.Button = s.words.T("portion.split.text", s.words.Int(int64(d.FileCount))), s.words.T("portion.do.package")
	case b.IsLetter:
		b.Text, b.Button = s.words.T("portion.letter.kept"), s.words.T("portion.letter.take")
	case v == portion.DoAccept || v == portion.DoSend:
		b.Text, b.Button = s.words.T("browser.confirm."+string(v), d.Name), s.words.T("portion.do."+string(v))
	case v == portion.DoClear:
		b.Text, b.Button = s.words.T("portion.clear.text", d.Name), s.words.T("portion.take.clear")
	}
	return &page{Name: "act", Title: strings.TrimSuffix(s.words.T("portion.do."+string(v)), " …"), Room: "inbox",
		Crumbs: s.crumbs("inbox", link{d.Name, address("portion", "id", d.ID)}), Body: b}
}

// act does what a person decided.
func (s portionRoom) act(r *http.Request) (string, *page, error) {
	id, v := r.PostFormValue("id"), portion.Verb(r.PostFormValue("verb"))
	p, err := s.present(id)
	if err != nil {
		return "", nil, err
	}
	defer p.Close()
	a := portion.Action{Verb: v, Text: strings.TrimSpace(r.PostFormValue("text")), Subject: strings.TrimSpace(r.PostFormValue("subject")),
		Mention: strings.Join(r.PostForm["mention"], " ")}
	tools := []portion.Verb{portion.DoCheck, portion.DoCancel, portion.DoReport, portion.DoReceipt, portion.DoVeraPDF, portion.DoConvert}
	switch {
	case !allowed(p, v) && !slices.Contains(tools, v), v == portion.DoConvert && !p.Converts():
		return s.said(address("portion", "id", id), s.fault(errNoVerb)), nil, nil
	case v == portion.DoCheck && a.Text != "" && !slices.ContainsFunc(p.Detail.Kinds,
		func(c portion.Choice) bool { return c.Name == a.Text }):
		return s.said(address("portion", "id", id), s.fault(errNoVerb)), nil, nil
	}
	if again, err := s.wrong(r, p, &a); again != nil || err != nil {
		return "", again, err
	}
	done := message{Tone: toneOK, Title: s.words.T("browser.done", strings.TrimSuffix(s.words.T("portion.do."+string(v)), " …"))}
	switch key := "portion.done." + string(v); {
	case s.words.Has(key):
		done.Title = s.words.T(key, p.Detail.Name)
	case v == portion.DoCheck:
		done.Title, done.Text = s.words.T("browser.checking", p.Detail.Name), s.words.T("browser.checking.text")
	case v == portion.DoCancel:
		done.Title, done.Text = s.words.T("browser.stopped", p.Detail.Name), s.words.T("browser.stopped.text")
	case v == portion.DoReport, v == portion.DoReceipt:
		done.Title = s.words.T("browser.written")
	}
	src := window.Portion{Desk: s.desk}
	return s.do(address("portion", "id", id), done, func(ctx context.Context, _ *message) error { return src.Act(ctx, id, a) }), nil, nil
}

// wrong gives the page again where something in its form is missing or cannot be
// meant, with all that was typed.
func (s portionRoom) wrong(r *http.Request, p *portion.Presenter, a *portion.Action) (*page, error) {
	fault := fieldError{ID: "text"}
	switch a.Verb {
	case portion.DoReturn:
		fault.Text = map[bool]string{true: s.words.T("portion.letter.missing")}[a.Text == ""]
	case portion.DoException, portion.DoStop:
		fault.Text = map[bool]string{true: s.words.T("portion.reason.missing")}[a.Text == ""]
	case portion.DoPackage:
		a.Text = strings.NewReplacer(".", "", " ", "").Replace(a.Text)
		if n, err := strconv.Atoi(a.Text); a.Text != "" && (err != nil || n < 1 || n > portion.MaxSplit) {
			fault.Text = s.words.T("portion.split.wrong")
		}
	}
	if fault.Text == "" {
		return nil, nil
	}
	out := s.askFor(p, a.Verb)
	b := out.Body.(actBody)
	b.Reason, b.Split = a.Text, r.PostFormValue("text")
	if b.IsLetter {
		if err := s.letter(r.Context(), &b); err != nil {
			return nil, err
		}
		b.Letter.Subject, b.Letter.Text = a.Subject, a.Text
		for i, x := range b.Letter.Aside {
			b.Letter.Aside[i].Ticked = slices.Contains(r.PostForm["mention"], x.Code)
		}
	}
	out.Body, out.Errors = b, []fieldError{fault}
	return out, nil
}

package browser

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"laufzettel/appraisal/sift"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	appraise "laufzettel/views/appraise/model"
)

// askedRow is a selection the agency asks for.
type askedRow struct {
	Title, Text, Href string
}

type ruleBody struct {
	ID          string
	Kinds       []tab
	Rule        sift.Rule
	LabelA      string
	LabelB      string // "" where the rule has one value
	Asked       []askedRow
	Free        string // text of the agency the list is narrowed to
	Whole       bool   // the rule can be applied
	Preview     string
	Chosen      []string // labels of what is selected
	More        int      // selected beyond those
	Count, Open int
	Sentence    string
	Rest        string
	Back        string
}

// mostChosen is how much of a selection is named on its page.
const mostChosen = 200

// ruleOf reads a rule as it stands in an address or a form.
func ruleOf(get func(string) string) sift.Rule {
	r := sift.Rule{
		Kind:       sift.RuleKind(get("kind")),
		A:          strings.TrimSpace(get("a")),
		B:          strings.TrimSpace(get("b")),
		Exceptions: strings.TrimSpace(get("exceptions")),
	}
	if !slices.Contains(sift.RuleKinds, r.Kind) {
		r.Kind = sift.EveryNth
	}
	return r
}

// rulePage asks for a rule and says what it selects among the open units. It decides
// nothing.
func (s *appraiseRoom) rulePage(w http.ResponseWriter, r *http.Request) error {
	out, err := s.ruleAsked(r.Context(), r.URL.Query().Get)
	if err != nil {
		return err
	}
	s.write(w, r, out)
	return nil
}

func (s *appraiseRoom) ruleAsked(ctx context.Context, get func(string) string) (out *page, err error) {
	id, rule, t := get("id"), ruleOf(get), s.words.T
	name := "appraise.rule." + string(rule.Kind)
	b := ruleBody{ID: id, Rule: rule, Free: strings.TrimSpace(get("free")), LabelA: t(name + ".a"), Back: address("appraise", "id", id)}
	if s.words.Has(name + ".b") {
		b.LabelB = t(name + ".b")
	}
	for _, k := range sift.RuleKinds {
		b.Kinds = append(
			b.Kinds,
			tab{
				Text: t("appraise.rule." + string(k)),
				Now:  k == rule.Kind,
				Href: s.pages.href("appraise/rule", "id", id, "kind", string(k), "free", b.Free),
			},
		)
	}
	err = s.at(ctx, id, func(_ *workplace, p *appraise.Presenter) error {
		p.Narrow(sift.Filter{})
		for _, x := range p.Tree.Asked() {
			b.Asked = append(b.Asked, askedRow{t("appraise.rule.asked", x.Text), s.words.N("appraise.rule.asked.units", x.Units),
				s.pages.href("appraise/rule", "id", id, "kind", string(x.Rule.Kind), "a", x.Rule.A, "b", x.Rule.B, "free", x.Text)})
		}
		p.Narrow(sift.Filter{Free: b.Free})
		open := p.Tree.Candidates()
		b.Open = len(open)
		if b.Whole = rule.Problem() == ""; b.Whole {
			chosen := p.Tree.Pick(rule, open)
			b.Count = len(chosen)
			b.Preview = t("browser.rule.preview", b.Count, b.Open)
			b.Sentence, b.Rest = rule.Sentence(b.Count, b.Open), rule.Rest(b.Count, b.Open)
			for _, i := range chosen[:min(b.Count, mostChosen)] {
				b.Chosen = append(b.Chosen, p.Tree.Label(i))
			}
			b.More = b.Count - len(b.Chosen)
		}
		out = &page{
			Name:   "rule",
			Title:  t("appraise.rule.title"),
			Room:   "appraise",
			Crumbs: s.crumbs("appraise", link{p.Portion.Title, b.Back}),
			Body:   b,
		}
		return nil
	})
	return out, err
}

var (
	errRule    = failure.New(failure.Refused, "select by rule", wording.Say("browser.rule.incomplete"))
	errChanged = failure.New(failure.Refused, "select by rule", wording.Say("browser.rule.changed"))
)

// decideByRule decides on what a rule selects, on what it leaves, or on both: each is
// one act that one undo takes back. The numbers the person has seen must hold still.
func (s *appraiseRoom) decideByRule(r *http.Request) (string, *page, error) {
	get, id := r.PostFormValue, r.PostFormValue("id")
	rule, back := ruleOf(
		get,
	), address(
		"appraise/rule",
		"id",
		get("id"),
		"kind",
		get("kind"),
		"a",
		get("a"),
		"b",
		get("b"),
		"exceptions",
		get("exceptions"),
		"free",
		get("free"),
	)
	var wrong []fieldError
	if get("chosen") == "" && get("left") == "" {
		wrong = append(wrong, fieldError{"chosen-none", s.words.T("browser.rule.nothing")})
	}
	for _, k := range []string{get("chosen"), get("left")} {
		if _, ok := letters[k]; k != "" && !ok {
			return "", nil, errNoLetter
		}
	}
	if len(wrong) > 0 {
		again, err := s.ruleAsked(r.Context(), get)
		if err != nil {
			return "", nil, err
		}
		again.Errors = wrong
		return "", again, nil
	}
	return s.do(back, message{Tone: toneOK, to: address("appraise", "id", id)}, func(ctx context.Context, m *message) error {
		return s.at(ctx, id, func(w *workplace, p *appraise.Presenter) error {
			if rule.Problem() != "" {
				return errRule
			}
			p.Narrow(sift.Filter{Free: strings.TrimSpace(get("free"))})
			open := p.Tree.Candidates()
			if get("seen") != strconv.Itoa(len(p.Tree.Pick(rule, open)))+"/"+strconv.Itoa(len(open)) {
				w.stale = true
				return errChanged
			}
			p.SelectBy(rule)
			said, err := s.bySelection(ctx, w, p, get("chosen"), get("more"))
			if err != nil {
				return err
			}
			left := ""
			if len(p.Left()) > 0 && get("left") != "" {
				p.SelectLeft()
				if left, err = s.bySelection(ctx, w, p, get("left"), get("more")); err != nil {
					return err
				}
			}
			m.Title = strings.TrimSpace(said + " " + left)
			m.Text = s.words.T("appraise.progress", p.Tree.Counts.A+p.Tree.Counts.V, p.Tree.Counts.Total)
			return nil
		})
	}), nil, nil
}

// bySelection decides on the marked units; the sentence of the rule is their reason, and
// what the person adds stands behind it.
func (s *appraiseRoom) bySelection(ctx context.Context, w *workplace, p *appraise.Presenter, letter, more string) (string, error) {
	if letter == "" || len(p.Marked) == 0 {
		return "", nil
	}
	if more = strings.TrimSpace(more); more != "" {
		p.MarkedReason = strings.ToValidUTF8((p.MarkedReason + " " + more)[:min(len(p.MarkedReason)+1+len(more), mostReason)], "")
	}
	p.DecideOn(p.Targets(), letters[letter])
	said := w.said
	return said, s.settle(ctx, w, p)
}

package browser

import (
	"context"
	"net/http"
	"slices"
	"strings"

	appraise "laufzettel/views/appraise/model"
)

type modelRow struct {
	appraise.Rule
	Acts []deedView
}

type modelBody struct {
	Rows []modelRow
	Add  deedView
	Back string
	Note string // why there is no model
}

// modelPage lists the rules of the agency's appraisal model. They propose and decide
// nothing.
func (s *appraiseRoom) modelPage(w http.ResponseWriter, r *http.Request) error {
	id, t := r.URL.Query().Get("id"), s.words.T
	title, err := s.titleOf(r.Context(), id)
	if err != nil {
		return err
	}
	b := modelBody{Back: address("appraise", "id", id), Add: s.offer("appraise", "rule", id, "", t("appraise.model.add")+" …")}
	rules, err := s.src.Model(r.Context(), id)
	if err != nil {
		b.Note = s.words.Explain(err, err.Error())
	}
	for _, x := range rules {
		change, drop := s.offer(
			"appraise",
			"rule",
			id,
			x.Plan,
			t("browser.change"),
		), s.once(
			"appraise",
			"drop",
			id,
			x.Plan,
			t("appraise.model.drop"),
		)
		change.About, drop.About = x.Plan, x.Plan
		b.Rows = append(b.Rows, modelRow{x, []deedView{change, drop}})
	}
	s.write(
		w,
		r,
		&page{Name: "model", Title: t("appraise.model.title"), Room: "appraise", Crumbs: s.crumbs("appraise", link{title, b.Back}),
			Body: b},
	)
	return nil
}

// titleOf gives the title of a portion that is there.
func (s *appraiseRoom) titleOf(ctx context.Context, id string) (title string, err error) {
	err = s.at(ctx, id, func(_ *workplace, p *appraise.Presenter) error { title = p.Portion.Title; return nil })
	return title, err
}

type besideBody struct {
	Groups []appraise.Group
	Note   string // why there is nothing to compare with
	Back   string
}

// besidePage holds a portion beside the last one of the same agency.
func (s *appraiseRoom) besidePage(w http.ResponseWriter, r *http.Request) error {
	id := r.URL.Query().Get("id")
	title, err := s.titleOf(r.Context(), id)
	if err != nil {
		return err
	}
	b := besideBody{Back: address("appraise", "id", id)}
	if b.Groups, err = s.src.Beside(r.Context(), id); err != nil {
		b.Note = s.words.Explain(err, err.Error())
	}
	s.write(
		w,
		r,
		&page{
			Name:   "beside",
			Title:  s.words.T("appraise.beside.title"),
			Room:   "appraise",
			Crumbs: s.crumbs("appraise", link{title, b.Back}),
			Body:   b,
		},
	)
	return nil
}

// find says what an act of the room is: a rule of the model, or remarks that came back.
func (s *appraiseRoom) find(r *http.Request) (deed, error) {
	id, plan, t := r.FormValue("id"), r.FormValue("of"), s.words.T
	if _, err := s.house.Intake.Portions.Get(r.Context(), id); err != nil {
		return deed{}, err
	}
	x := deed{Back: address("appraise/model", "id", id), Done: t("browser.noted")}
	switch r.FormValue("act") {
	case "rule":
		rules, err := s.src.Model(r.Context(), id)
		if err != nil {
			return x, err
		}
		is := appraise.Rule{Plan: plan, Letter: "A"}
		if i := slices.IndexFunc(rules, func(k appraise.Rule) bool { return k.Plan == plan }); i >= 0 {
			is = rules[i]
		}
		x.Title, x.Text, x.Buttons = t("appraise.model.add"), t("browser.model.text"), button(t("appraise.model.add"))
		x.Fields = []blank{{ID: "plan", Label: t("appraise.model.plan"), Value: is.Plan, Must: true},
			{
				ID:      "letter",
				Label:   t("appraise.verdict"),
				Kind:    choice,
				Value:   is.Letter,
				Choices: []choiceView{{Value: "A", Text: "A"}, {Value: "B", Text: "B"}, {Value: "V", Text: "V"}},
				check: func(v string) string {
					if !slices.Contains([]string{"A", "B", "V"}, v) {
						return t("book.missing")
					}
					return ""
				},
			},
			{ID: "name", Label: t("appraise.model.name"), Value: is.Title},
			{ID: "why", Label: t("appraise.reason"), Value: is.Reason, Kind: area}}
		x.work = func(ctx context.Context, a answers, _ *message) error {
			return s.renewed(
				id,
				s.src.SetRule(ctx, id, appraise.Rule{Plan: a.text("plan"), Letter: a.text("letter"), Title: a.text("name"),
					Reason: a.text("why")}),
			)
		}
	case "drop":
		x.work = func(ctx context.Context, _ answers, _ *message) error {
			return s.renewed(id, s.src.SetRule(ctx, id, appraise.Rule{Plan: plan}))
		}
	case "remarks":
		x.Title, x.Text, x.Buttons, x.Back = t(
			"browser.remarks",
		), t(
			"browser.remarks.text",
		), button(
			t("browser.remarks.do"),
		), address(
			"appraise",
			"id",
			id,
		)
		x.Fields = []blank{{ID: "file", Label: t("appraise.remarks"), Must: true}}
		x.work = func(ctx context.Context, a answers, m *message) error {
			n, err := s.src.TakeRemarks(ctx, id, a.path("file"))
			m.Title = s.words.N("appraise.remarks.taken", n)
			return s.renewed(id, err)
		}
	default:
		return x, errNoDeed
	}
	return x, nil
}

// renewed has a portion read anew for the next page: proposals and remarks have changed.
func (s *appraiseRoom) renewed(id string, err error) error {
	w := s.places.find(s, strings.TrimSpace(id))
	w.mu.Lock()
	defer w.mu.Unlock()
	w.stale = true
	return err
}

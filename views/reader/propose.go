package reader

import (
	"context"
	"strconv"
	"strings"

	"laufzettel/viewer/access"
	"laufzettel/views/kit"
	"laufzettel/views/reader/model"
)

// askProposal asks for the purpose of reading the documents, closed ones too, and shows what
// they say for a closure by a law.
func (v *view) askProposal(src model.DeskSource, pid string, law access.Law, personal bool) {
	env, t := v.env, v.env.T
	kit.Form{Name: "reader.propose", Title: t("reader.closure.propose"), Text: t("reader.propose.text"), Fields: []kit.FormField{
		{ID: "purpose", Label: t("reader.propose.purpose"), Help: t("reader.propose.purpose.help"), Must: true}},
		Icon: "search", Do: t("reader.propose.do"), Take: func(a map[string]string) {
			v.host.Tell(t("reader.propose.searching"))
			env.Run.Background(func() {
				p, err := src.Propose(context.Background(), pid, law.ID, a["purpose"], personal)
				env.Run.UI(func() {
					if err != nil {
						v.Refuse(err)
						return
					}
					v.showProposal(src, pid, law, a["purpose"], personal, p)
				})
			})
		}}.Show(env)
}

// showProposal shows a proposal with its reasons; a person decides.
func (v *view) showProposal(src model.DeskSource, pid string, law access.Law, purpose string, personal bool, p model.Proposal) {
	env, t := v.env, v.env.T
	lines := []string{t("reader.propose.without", v.periodAs("reader.propose.period.", p.Without))}
	switch {
	case p.Published:
		lines = append(lines, t("reader.propose.published"))
	case !p.Marked:
		lines = append(lines, t("reader.propose.unmarked"))
	case len(p.Lines) == 0:
		lines = append(lines, t("reader.propose.nothing"))
	}
	for _, l := range p.Lines {
		lines = append(lines, t("reader.propose.line", l.Rule, l.Ground, numbers(l.Documents)))
	}
	if len(p.Lines) > 0 {
		lines = append(lines, t("reader.propose.proposed", v.periodAs("reader.propose.period.", p.Period)))
	}
	searched := t("reader.propose.searched", p.Searched)
	if p.Unread > 0 {
		searched += " " + env.N("reader.propose.unread", p.Unread)
	}
	if p.Partial > 0 {
		searched += " " + env.N("sensitive.cut", p.Partial)
	}
	lines = append(lines, searched, t("reader.propose.yields", strings.Join(p.Yields, "; ")))
	buttons := []kit.FormButton{{Name: "reader.proposal.leave", Text: t("reader.propose.leave"), Bare: true, Primary: len(p.Lines) == 0}}
	if len(p.Lines) > 0 {
		buttons = append(buttons, kit.FormButton{Name: "reader.proposal.decide", Icon: "lock", Text: t("reader.propose.take"),
			Primary: true,
			Do: func(map[string]string) {
				v.work(func(ctx context.Context) (string, error) {
					period, err := src.Take(ctx, pid, law.ID, purpose, personal)
					return v.periodWords(period), err
				}, func() { v.p.OpenPackage(pid, "") })
			}})
	}
	kit.Form{Name: "reader.proposal", Title: t("reader.propose.title", law.Name), Text: strings.Join(lines, "\n"), Width: 680,
		Buttons: buttons}.Show(env)
}

// numbers names documents by their numbers.
func numbers(list []int) string {
	var out []string
	for _, n := range list {
		out = append(out, strconv.Itoa(n))
	}
	return strings.Join(out, ", ")
}

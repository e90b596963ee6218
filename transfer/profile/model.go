package profile

import (
	"fmt"
	"strings"
)

// maxModel bounds the appraisal model and the text blocks of one profile.
const maxModel = 2000

// model checks the appraisal model and the text blocks for reasons.
func (f *faults) model(p *Profile) {
	f.say(len(p.Model) > maxModel, "model", "Das Bewertungsmodell hat mehr als %d Regeln.", maxModel)
	seen := map[string]bool{}
	for i, r := range p.Model {
		field := fmt.Sprintf("model[%d]", i)
		f.say(strings.TrimSpace(strings.TrimSuffix(r.Plan, "*")) == "", field+".plan", "Die Regel nennt keine Position des Aktenplans.")
		f.say(r.Rating != "A" && r.Rating != "B" && r.Rating != "V", field+".rating", "„%s“ ist kein Vorschlag. Möglich sind A, B und V.", r.Rating)
		f.say(seen[r.Plan], field+".plan", "Zu „%s“ gibt es schon eine Regel.", r.Plan)
		f.say(len(r.Title) > maxText || len(r.Reason) > maxText, field, "Der Text ist länger als %d Zeichen.", maxText)
		seen[r.Plan] = true
	}
	f.say(len(p.Reasons) > maxModel, "reasons", "Es gibt mehr als %d Textbausteine.", maxModel)
	for i, r := range p.Reasons {
		f.say(strings.TrimSpace(r) == "" || len(r) > maxText, fmt.Sprintf("reasons[%d]", i), "Der Textbaustein ist leer oder länger als %d Zeichen.", maxText)
	}
}

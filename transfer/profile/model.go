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

// litter checks the profile's own rules for litter as far as their form goes.
func (f *faults) litter(p *Profile) {
	f.say(len(p.Litter.Off)+len(p.Litter.Rules) > maxLitter, "litter.rules", "Es gibt mehr als %d Regeln für Beiwerk.", maxLitter)
	for name, rule := range p.Litter.Rules {
		patterns, why, _ := strings.Cut(rule, ";")
		f.say(strings.TrimSpace(patterns) == "" || strings.TrimSpace(why) == "" || len(rule) > maxText, "litter.rules."+name,
			"Die Regel braucht Muster und, nach einem Strichpunkt, eine Erklärung; zusammen höchstens %d Zeichen.", maxText)
	}
}

// maxLitter bounds what a profile says of litter.
const maxLitter = 100

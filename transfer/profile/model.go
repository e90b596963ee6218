package profile

import (
	"fmt"
	"strings"
)

// maxModel bounds the appraisal model and the text blocks of one profile.
const maxModel = 2000

// model checks the appraisal model and the text blocks for reasons.
func (f *faults) model(p *Profile) {
	f.say(len(p.Model) > maxModel, "model", "fault.profile.rules", maxModel)
	seen := map[string]bool{}
	for i, r := range p.Model {
		field := fmt.Sprintf("model[%d]", i)
		f.say(strings.TrimSpace(strings.TrimSuffix(r.Plan, "*")) == "", field+".plan", "fault.profile.no-plan")
		f.say(r.Rating != "A" && r.Rating != "B" && r.Rating != "V", field+".rating", "fault.profile.rating", r.Rating)
		f.say(seen[r.Plan], field+".plan", "fault.profile.rule-twice", r.Plan)
		f.say(len(r.Title) > maxText || len(r.Reason) > maxText, field, "fault.profile.long", maxText)
		seen[r.Plan] = true
	}
	f.say(len(p.Reasons) > maxModel, "reasons", "fault.profile.blocks", maxModel)
	for i, r := range p.Reasons {
		f.say(strings.TrimSpace(r) == "" || len(r) > maxText, fmt.Sprintf("reasons[%d]", i), "fault.profile.text-block", maxText)
	}
}

// litter checks the profile's own rules for litter as far as their form goes.
func (f *faults) litter(p *Profile) {
	f.say(len(p.Litter.Off)+len(p.Litter.Rules) > maxLitter, "litter.rules", "fault.profile.litter", maxLitter)
	for name, rule := range p.Litter.Rules {
		patterns, why, _ := strings.Cut(rule, ";")
		f.say(strings.TrimSpace(patterns) == "" || strings.TrimSpace(why) == "" || len(rule) > maxText, "litter.rules."+name,
			"fault.profile.litter-rule", maxText)
	}
}

// maxLitter bounds what a profile says of litter.
const maxLitter = 100

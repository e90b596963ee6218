package profile

import (
	"errors"
	"fmt"
	"net/mail"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/layout"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/pattern"
	"laufzettel/transfer/permanent"
	"laufzettel/transfer/wording"
)

// Fault is one field of a profile that cannot stay as it is.
type Fault struct {
	Field string // name in the JSON form, "referenceCode.pattern"
	Text  string // German sentence
}

// Invalid lists the faults of a profile.
type Invalid struct{ Faults []Fault }

// Error gives all faults in one German text.
func (e *Invalid) Error() string { return e.Words().In(wording.German) }

// Words give all faults in one text, fit for the person who entered them.
func (e *Invalid) Words() wording.Text {
	all := make([]wording.Text, len(e.Faults))
	for i, f := range e.Faults {
		all[i] = wording.FaultAt(f.Field, f.Text)
	}
	return wording.List("\n", all)
}

// Limits of a profile read from outside.
const (
	maxList = 2000
	maxText = 2000
	maxDays = 36500
	// maxLayouts is how many layouts one profile holds.
	maxLayouts = 50
	// maxUnwritten is the number of fields told one by one.
	maxUnwritten = 50
)

var (
	idPattern   = pattern.Of(`^[A-Za-z0-9ÄÖÜäöüß._-]{1,64}$`)
	puidPattern = pattern.Of(`^(x-)?(fmt|sfw|chr|cmp)/[0-9]{1,6}$`)
	// pdfaFlavours are the levels of ISO 19005 parts 1 to 4.
	pdfaFlavours = []string{"1a", "1b", "2a", "2b", "2u", "3a", "3b", "3u", "4", "4e", "4f"}
)

type faults []Fault

func (f *faults) say(bad bool, field, key string, values ...any) {
	if bad {
		*f = append(*f, Fault{field, wording.Kept(key, values...)})
	}
}

// Validate tells every fault at once, so that nothing is entered twice (F2).
// The error is *Invalid.
func (p *Profile) Validate() error {
	f := p.faults()
	f.mappings(p.Mapping)
	return f.invalid()
}

// Unwritten names, in German, the fields of the mappings that would never be
// written: what opening a profile that was agreed before says instead of failing.
func (p *Profile) Unwritten() []string {
	var out []string
	faults := p.Mapping.Check()
	for i, fault := range faults {
		if i == maxUnwritten {
			return append(out, wording.Kept("fault.profile.more", len(faults)-i))
		}
		out = append(out, fault.Table.String()+": "+fault.String())
	}
	return out
}

// faults are those of everything but the mappings.
func (p *Profile) faults() faults {
	var f faults
	f.say(!idPattern.MatchString(p.ID), "id", "fault.profile.id")
	f.say(strings.TrimSpace(p.Agency) == "", "agency", "fault.profile.agency")
	f.say(strings.TrimSpace(p.AgencyID) != p.AgencyID, "agencyId", "fault.profile.agency-id")
	if p.Contact.Mail != "" {
		_, err := mail.ParseAddress(p.Contact.Mail)
		f.say(err != nil, "contact.mail", "fault.profile.mail", p.Contact.Mail)
	}
	f.lists(p)
	f.say(p.Issuers != "" && !certificates(p.Issuers), "issuers", "fault.profile.issuers")
	f.say(p.GraceDays < 0, "graceDays", "fault.profile.grace")
	f.say(p.PackageFiles < 0, "packageFiles", "fault.profile.package-files")
	f.say(p.Level != "" && p.Level != "case" && p.Level != "dossier", "level", "fault.profile.level")
	f.referenceCode(p.ReferenceCode)
	f.deadlines(p.Deadlines)
	f.say(p.Closure.Years < 0 || p.Closure.Years > 200, "closure.years", "fault.profile.closure")
	if day := p.Sensitivity.SpecialAssessed; day != "" {
		_, err := time.Parse(time.DateOnly, day)
		f.say(err != nil, "sensitivity.specialAssessed", "fault.profile.day", day)
	}
	f.say(len(p.Sensitivity.SpecialBasis) > maxText, "sensitivity.specialBasis", "fault.profile.long", maxText)
	f.layout(p)
	f.model(p)
	f.litter(p)
	f.appraised(p.Appraised)
	for field, s := range map[string]string{"agency": p.Agency, "agencyId": p.AgencyID, "source": p.Source, "environment": p.Environment,
		"contact.name": p.Contact.Name, "contact.unit": p.Contact.Unit} {
		f.say(len(s) > maxText, field, "fault.profile.long", maxText)
	}
	return f
}

// invalid gives the faults as an error, nil where there are none.
func (f faults) invalid() error {
	if len(f) == 0 {
		return nil
	}
	slices.SortStableFunc(f, func(a, b Fault) int { return strings.Compare(a.Field, b.Field) })
	return &Invalid{Faults: f}
}

func (f *faults) lists(p *Profile) {
	for field, list := range map[string][]string{"kinds": p.Kinds, "formats": p.Formats, "pdfa": p.PDFA, "schemas": p.Schemas,
		"confirmations": p.Confirmations} {
		f.say(len(list) > maxList, field, "fault.profile.list", maxList)
		for i, s := range list {
			f.say(strings.TrimSpace(s) == "", field, "fault.profile.empty", i+1)
			f.say(slices.Contains(list[:i], s), field, "fault.profile.twice", s)
			if i >= maxList {
				break
			}
		}
	}
	for _, s := range p.Formats {
		f.say(s != "" && !puidPattern.MatchString(s), "formats", "fault.profile.puid", s)
	}
	for _, s := range p.PDFA {
		f.say(s != "" && !slices.Contains(pdfaFlavours, s), "pdfa", "fault.profile.pdfa", s, strings.Join(pdfaFlavours, ", "))
	}
}

func (f *faults) referenceCode(r ReferenceCode) {
	const field = "referenceCode"
	f.say(r.Pattern != "" && strings.Count(r.Pattern, "{n}") != 1, field+".pattern", "fault.profile.pattern")
	f.say(r.From < 0, field+".from", "fault.profile.first")
	f.say(r.To != 0 && r.To < r.From, field+".to", "fault.profile.last")
	f.say(r.Pattern == "" && (r.From != 0 || r.To != 0), field+".pattern", "fault.profile.block")
}

// layout looks at what registers need (C2, C12).
func (f *faults) layout(p *Profile) {
	f.say(len(p.Layout) > maxList, "layout", "Der Aufbau nennt mehr als %d Pfade.", maxList)
	for key, path := range p.Layout {
		f.say(len(path) > maxText, "layout."+key, "fault.profile.path", maxText)
	}
	f.say(len(p.Layouts) > maxLayouts, "layouts", "fault.profile.layouts", maxLayouts)
	for i := range p.Layouts[:min(len(p.Layouts), maxLayouts)] {
		at := fmt.Sprintf("layouts[%d]", i)
		twice := slices.ContainsFunc(p.Layouts[:i], func(l layout.Layout) bool {
			return l.Kind == p.Layouts[i].Kind &&
				l.Name == p.Layouts[i].Name
		})
		f.say(twice, at+".name", "fault.profile.layout-twice", p.Layouts[i].Name)
		if bad, ok := errors.AsType[*layout.Invalid](p.Layouts[i].Validate()); ok {
			for _, one := range bad.Faults {
				*f = append(*f, Fault{at + "." + one.Field, one.Text})
			}
		}
	}
	for letter, years := range p.UpdatePeriods {
		f.say(!slices.Contains([]string{"G", "E", "L", "S"}, letter), "updatePeriods."+letter, "fault.profile.register")
		f.say(years < 1 || years > 200, "updatePeriods."+letter, "fault.profile.update")
	}
}

// appraised lets go only of what is kept by concept, never of what the law keeps.
func (f *faults) appraised(kinds map[string]string) {
	for kind, reason := range kinds {
		row, ok := permanent.Of(kind)
		f.say(!ok, "appraised."+kind, "fault.profile.appraised-anyway", kind)
		f.say(row.Basis == permanent.Law, "appraised."+kind, "fault.profile.by-law", kind, row.Source)
		f.say(strings.TrimSpace(reason) == "" || len(reason) > maxText, "appraised."+kind, "fault.profile.reason", kind, maxText)
	}
}

func (f *faults) deadlines(d Deadlines) {
	for field, n := range map[string]int{"appraisalDays": d.AppraisalDays, "transferDays": d.TransferDays,
		"redeliveryDays": d.RedeliveryDays, "noticeDays": d.NoticeDays} {
		f.say(n < 0 || n > maxDays, "deadlines."+field, "fault.profile.deadline", maxDays)
	}
}

// mappings tells every field that would never be written, with the right name
// nearest to the wrong one (A32).
func (f *faults) mappings(m mapping.Tables) {
	for _, fault := range m.Check() {
		*f = append(*f, Fault{"mapping." + fault.Table.Field(), fault.String()})
	}
}

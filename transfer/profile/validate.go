package profile

import (
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/layout"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/permanent"
)

// Fault is one field of a profile that cannot stay as it is.
type Fault struct {
	Field string // name in the JSON form, "referenceCode.pattern"
	Text  string // German sentence
}

// Invalid lists the faults of a profile.
type Invalid struct{ Faults []Fault }

// Error gives all faults in one text, fit for the person who entered them.
func (e *Invalid) Error() string {
	texts := make([]string, 0, len(e.Faults))
	for _, f := range e.Faults {
		texts = append(texts, f.Field+": "+f.Text)
	}
	return strings.Join(texts, "\n")
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
	idPattern   = regexp.MustCompile(`^[A-Za-z0-9ÄÖÜäöüß._-]{1,64}$`)
	puidPattern = regexp.MustCompile(`^(x-)?(fmt|sfw|chr|cmp)/[0-9]{1,6}$`)
	// pdfaFlavours are the levels of ISO 19005 parts 1 to 4.
	pdfaFlavours = []string{"1a", "1b", "2a", "2b", "2u", "3a", "3b", "3u", "4", "4e", "4f"}
)

type faults []Fault

func (f *faults) say(bad bool, field, text string, args ...any) {
	if bad {
		*f = append(*f, Fault{field, fmt.Sprintf(text, args...)})
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
			return append(out, fmt.Sprintf("Weitere %d Felder der Zuordnungen werden nie geschrieben.", len(faults)-i))
		}
		out = append(out, fault.Table.String()+": "+fault.String())
	}
	return out
}

// faults are those of everything but the mappings.
func (p *Profile) faults() faults {
	var f faults
	f.say(!idPattern.MatchString(p.ID), "id", "Die Profilkennung fehlt oder enthält andere Zeichen als Buchstaben, Ziffern, Punkt und Strich (höchstens 64).")
	f.say(strings.TrimSpace(p.Agency) == "", "agency", "Der Name der Stelle fehlt.")
	f.say(strings.TrimSpace(p.AgencyID) != p.AgencyID, "agencyId", "Die Behördenkennung beginnt oder endet mit einem Leerzeichen.")
	if p.Contact.Mail != "" {
		_, err := mail.ParseAddress(p.Contact.Mail)
		f.say(err != nil, "contact.mail", "„%s“ ist keine E-Mail-Adresse.", p.Contact.Mail)
	}
	f.lists(p)
	f.say(p.Issuers != "" && !certificates(p.Issuers), "issuers", "Die Aussteller müssen Zertifikate in der Form PEM sein (-----BEGIN CERTIFICATE-----), ohne privaten Schlüssel.")
	f.say(p.GraceDays < 0, "graceDays", "Die Tage um die Laufzeit dürfen nicht negativ sein.")
	f.say(p.PackageFiles < 0, "packageFiles", "Die Höchstzahl der Dateien je Archivpaket darf nicht negativ sein; 0 heißt ohne Grenze.")
	f.say(p.Level != "" && p.Level != "case" && p.Level != "dossier", "level", "Die Paketebene muss „case“ (Vorgang) oder „dossier“ (Akte) sein.")
	f.referenceCode(p.ReferenceCode)
	f.deadlines(p.Deadlines)
	f.say(p.Closure.Years < 0 || p.Closure.Years > 200, "closure.years", "Die Schutzfrist liegt zwischen 0 und 200 Jahren.")
	if day := p.Sensitivity.SpecialAssessed; day != "" {
		_, err := time.Parse(time.DateOnly, day)
		f.say(err != nil, "sensitivity.specialAssessed", "„%s“ ist kein Tag. Bitte JJJJ-MM-TT angeben.", day)
	}
	f.say(len(p.Sensitivity.SpecialBasis) > maxText, "sensitivity.specialBasis", "Der Text ist länger als %d Zeichen.", maxText)
	f.layout(p)
	f.model(p)
	f.litter(p)
	f.appraised(p.Appraised)
	for field, s := range map[string]string{"agency": p.Agency, "agencyId": p.AgencyID, "source": p.Source, "environment": p.Environment, "contact.name": p.Contact.Name, "contact.unit": p.Contact.Unit} {
		f.say(len(s) > maxText, field, "Der Text ist länger als %d Zeichen.", maxText)
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
	for field, list := range map[string][]string{"kinds": p.Kinds, "formats": p.Formats, "pdfa": p.PDFA, "schemas": p.Schemas, "confirmations": p.Confirmations} {
		f.say(len(list) > maxList, field, "Die Liste hat mehr als %d Einträge.", maxList)
		for i, s := range list {
			f.say(strings.TrimSpace(s) == "", field, "Eintrag %d ist leer.", i+1)
			f.say(slices.Contains(list[:i], s), field, "„%s“ steht zweimal in der Liste.", s)
			if i >= maxList {
				break
			}
		}
	}
	for _, s := range p.Formats {
		f.say(s != "" && !puidPattern.MatchString(s), "formats", "„%s“ ist keine PRONOM-Kennung; erwartet wird zum Beispiel „fmt/354“.", s)
	}
	for _, s := range p.PDFA {
		f.say(s != "" && !slices.Contains(pdfaFlavours, s), "pdfa", "„%s“ ist keine PDF/A-Stufe; erwartet wird eine von %s.", s, strings.Join(pdfaFlavours, ", "))
	}
}

func (f *faults) referenceCode(r ReferenceCode) {
	const field = "referenceCode"
	f.say(r.Pattern != "" && strings.Count(r.Pattern, "{n}") != 1, field+".pattern", "Das Muster braucht genau einmal „{n}“ für die laufende Nummer.")
	f.say(r.From < 0, field+".from", "Die erste Nummer ist kleiner als 0.")
	f.say(r.To != 0 && r.To < r.From, field+".to", "Die letzte Nummer liegt vor der ersten.")
	f.say(r.Pattern == "" && (r.From != 0 || r.To != 0), field+".pattern", "Zu einem Nummernblock gehört ein Muster.")
}

// layout looks at what registers need (C2, C12).
func (f *faults) layout(p *Profile) {
	f.say(len(p.Layout) > maxList, "layout", "Der Aufbau nennt mehr als %d Pfade.", maxList)
	for key, path := range p.Layout {
		f.say(len(path) > maxText, "layout."+key, "Der Pfad ist länger als %d Zeichen.", maxText)
	}
	f.say(len(p.Layouts) > maxLayouts, "layouts", "Das Profil hat mehr als %d Aufbauten.", maxLayouts)
	for i := range p.Layouts[:min(len(p.Layouts), maxLayouts)] {
		at := fmt.Sprintf("layouts[%d]", i)
		twice := slices.ContainsFunc(p.Layouts[:i], func(l layout.Layout) bool { return l.Kind == p.Layouts[i].Kind && l.Name == p.Layouts[i].Name })
		f.say(twice, at+".name", "Einen Aufbau „%s“ gibt es für diese Lieferart schon.", p.Layouts[i].Name)
		if bad, ok := errors.AsType[*layout.Invalid](p.Layouts[i].Validate()); ok {
			for _, one := range bad.Faults {
				*f = append(*f, Fault{at + "." + one.Field, one.Text})
			}
		}
	}
	for letter, years := range p.UpdatePeriods {
		f.say(!slices.Contains([]string{"G", "E", "L", "S"}, letter), "updatePeriods."+letter, "Die Registerart muss G, E, L oder S sein.")
		f.say(years < 1 || years > 200, "updatePeriods."+letter, "Die Fortführungsfrist liegt zwischen 1 und 200 Jahren.")
	}
}

// appraised lets go only of what is kept by concept, never of what the law keeps.
func (f *faults) appraised(kinds map[string]string) {
	for kind, reason := range kinds {
		row, ok := permanent.Of(kind)
		f.say(!ok, "appraised."+kind, "„%s“ wird ohnehin bewertet; genannt werden nur Lieferarten, die nach Konzept ganz übernommen werden.", kind)
		f.say(row.Basis == permanent.Law, "appraised."+kind, "„%s“ wird nach dem Gesetz nie vernichtet (%s); das lässt sich nicht abschalten.", kind, row.Source)
		f.say(strings.TrimSpace(reason) == "" || len(reason) > maxText, "appraised."+kind, "Zu „%s“ gehört eine Begründung von höchstens %d Zeichen.", kind, maxText)
	}
}

func (f *faults) deadlines(d Deadlines) {
	for field, n := range map[string]int{"appraisalDays": d.AppraisalDays, "transferDays": d.TransferDays, "redeliveryDays": d.RedeliveryDays, "noticeDays": d.NoticeDays} {
		f.say(n < 0 || n > maxDays, "deadlines."+field, "Eine Frist liegt zwischen 0 und %d Tagen.", maxDays)
	}
}

// mappings tells every field that would never be written, with the right name
// nearest to the wrong one (A32).
func (f *faults) mappings(m mapping.Tables) {
	for _, fault := range m.Check() {
		*f = append(*f, Fault{"mapping." + fault.Table.Field(), fault.String()})
	}
}

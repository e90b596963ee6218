// Package profile holds what an archive agreed with a delivering agency:
// identity, contact, formats, schemas, mappings, reference code rule, deadlines
// (requirements A27, A31, A32). Profiles are data that the archive maintains, not
// code.
package profile

import (
	"strings"
	"unicode"

	"laufzettel/transfer/layout"
	"laufzettel/transfer/mapping"
)

// None stands in a slip in place of an id where nothing is agreed.
const None = "ohne-Profil"

// Profile is the agreement with one agency for one kind of deliveries.
type Profile struct {
	ID       string  `json:"id"`       // profile id as it stands in the slip
	AgencyID string  `json:"agencyId"` // Behördenkennung
	Agency   string  `json:"agency"`   // name
	Contact  Contact `json:"contact"`

	Kinds   []string `json:"kinds,omitempty"`   // agreed delivery kinds, empty = any
	Formats []string `json:"formats,omitempty"` // whitelist of PUIDs, empty = nothing agreed (A8)
	PDFA    []string `json:"pdfa,omitempty"`    // agreed PDF/A flavours, "1b", "2b"; empty = any
	Schemas []string `json:"schemas,omitempty"` // namespaces

	Source      string `json:"source,omitempty"`      // source application
	Environment string `json:"environment,omitempty"` // technical environment (MAPPING-2)

	ReferenceCode ReferenceCode `json:"referenceCode"`
	Level         string        `json:"level,omitempty"` // packaging level: case (default) or dossier
	// GraceDays is how many days a document's date may lie outside the Laufzeit of its
	// Vorgang before that is told; 0 = the program's own tolerance.
	GraceDays    int       `json:"graceDays,omitempty"`
	PackageFiles int       `json:"packageFiles,omitempty"` // most files of a package of a kind that can be divided (C10), 0 = no limit
	Deadlines    Deadlines `json:"deadlines"`
	Closure      Closure   `json:"closure"`
	// Confirmations needed before clearance for deletion at the source (C8, A19).
	Confirmations []string `json:"confirmations,omitempty"`
	// WithoutPersons are groups of the Aktenplan without personal reference: the Betreff of
	// what is destroyed there may stay. Nothing named: none may (what stays after closing).
	WithoutPersons []string `json:"withoutPersons,omitempty"`
	// KeepSignatures: PDFs of certificates are handed over with their signatures; without
	// it the office dissolves them (source 000, 3.3.3 no. 1).
	KeepSignatures bool `json:"keepSignatures,omitempty"`
	// Appraised are kinds of deliveries that are kept whole by concept (transfer/permanent)
	// and here are appraised all the same, each with the reason.
	Appraised map[string]string `json:"appraised,omitempty"`
	// SecondPerson is false only where administrator policy switched G18 off.
	NoSecondPerson bool `json:"noSecondPerson,omitempty"`

	// Mapping is what goes into which field of what we write (A32).
	Mapping mapping.Tables `json:"mapping"`

	// Layout replaces paths of a delivery's descriptive document where the agency
	// uses another layout than ours, by key (transfer/kinds/register, C2).
	Layout map[string]string `json:"layout,omitempty"`
	// Layouts say where a delivery in the elements and columns of another hand writes
	// what its kind asks for (transfer/layout, K12).
	Layouts []layout.Layout `json:"layouts,omitempty"`
	// Issuers are certificates in PEM that signatures of this agency may end in,
	// beside those the archive trusts for all (E6).
	Issuers string `json:"issuers,omitempty"`
	// UpdatePeriods are the update periods of civil registers in years after the
	// last closing note, by register letter G, E, L, S (C12); absent = by law.
	UpdatePeriods map[string]int `json:"updatePeriods,omitempty"`

	// Sensitivity says which rules look for personal data (issue 26).
	Sensitivity Sensitivity `json:"sensitivity,omitzero"`

	// Litter says which rules for litter hold in file shares of this agency.
	Litter Litter `json:"litter,omitzero"`
	// SharePersons shows of file shares who owns and who wrote a file.
	SharePersons bool `json:"sharePersons,omitempty"`

	// Model is the appraisal model: it proposes, a person decides (A30).
	Model []ModelRule `json:"model,omitempty"`
	// Reasons are text blocks for the reasons of decisions.
	Reasons []string `json:"reasons,omitempty"`
}

// SteersReading reports whether the agreement changes how a delivery is read, so
// that one that was read before the agreement was known is read again. A nil
// profile steers nothing.
func (p *Profile) SteersReading() bool {
	return p != nil && (len(p.Layout) > 0 || p.Issuers != "")
}

// Reach gives what the mappings can say of the agreement; nothing for a nil profile.
func (p *Profile) Reach() mapping.Profile {
	if p == nil {
		return mapping.Profile{}
	}
	return mapping.Profile{ID: p.ID, Agency: p.Agency, AgencyID: p.AgencyID, Contact: p.Contact.Name, ContactUnit: p.Contact.Unit,
		ContactMail: p.Contact.Mail, Source: p.Source, Environment: p.Environment}
}

// Litter is what a profile says of the rules for litter in file shares: those of the
// program that do not hold, and its own by their short names: "patterns; what it is and
// why it is no record", patterns parted by commas, those of folders with a slash at the end.
type Litter struct {
	Off   []string          `json:"off,omitempty"`
	Rules map[string]string `json:"rules,omitempty"`
}

// ModelRule proposes a rating for what lies at or below a position of the filing
// plan; the longest position wins. A trailing * makes it a plain beginning.
type ModelRule struct {
	Plan   string `json:"plan"`             // "63.2", "63*"
	Rating string `json:"rating"`           // A, V, or B: decide case by case
	Title  string `json:"title,omitempty"`  // "Großvorhaben"
	Reason string `json:"reason,omitempty"` // proposed reason
}

// Contact is the person reports and letters go to.
type Contact struct {
	Name  string `json:"name,omitempty"`
	Unit  string `json:"unit,omitempty"`
	Mail  string `json:"mail,omitempty"`
	Phone string `json:"phone,omitempty"`
}

// ReferenceCode is the rule for archive reference codes (A34).
type ReferenceCode struct {
	Pattern string `json:"pattern,omitempty"` // "11842/{n}"; {n} is the running number
	From    int    `json:"from,omitempty"`    // first number of the reserved block
	To      int    `json:"to,omitempty"`      // last number of the reserved block, 0 = open
}

// Deadlines are lengths in days; 0 means none agreed.
type Deadlines struct {
	AppraisalDays  int `json:"appraisalDays,omitempty"`  // Saxony: six months (source 004, 2.1)
	TransferDays   int `json:"transferDays,omitempty"`   // from appraisal to delivery
	RedeliveryDays int `json:"redeliveryDays,omitempty"` // from claim to redelivery
	NoticeDays     int `json:"noticeDays,omitempty"`     // a notice this long before
}

// Sensitivity is what a profile says of the rules for personal data
// (viewer/sensitivity). The lexicon of special categories works only where both legal
// basis and day of the impact assessment are named.
type Sensitivity struct {
	Off             []string `json:"off,omitempty"`             // ids of rules that are not used
	SpecialBasis    string   `json:"specialBasis,omitempty"`    // legal basis of the lexicon
	SpecialAssessed string   `json:"specialAssessed,omitempty"` // YYYY-MM-DD
	// Personal are groups of the Aktenplan whose records are on persons (personenbezogen):
	// only there closures of persons are proposed without a person saying so.
	Personal []string `json:"personal,omitempty"`
}

// Closure is the closure rule (Schutzfrist, A25).
type Closure struct {
	Years       int  `json:"years,omitempty"`       // after the end of the Laufzeit
	Description bool `json:"description,omitempty"` // the description is closed too
}

// MayName tells whether the Betreff of what is destroyed under a position of the Aktenplan
// may stay: only in the groups the profile marks as without personal reference. A group
// holds its positions below: 63 holds 63.2, and not 631.
func (p *Profile) MayName(plan string) bool {
	return p != nil && inGroup(plan, p.WithoutPersons)
}

// IsPersonal tells whether records under a position of the Aktenplan are on persons: its
// group is marked so.
func (p *Profile) IsPersonal(plan string) bool {
	return p != nil && inGroup(plan, p.Sensitivity.Personal)
}

func inGroup(plan string, groups []string) bool {
	position, _, _ := strings.Cut(strings.TrimSpace(plan), " ")
	for _, g := range groups {
		rest, below := strings.CutPrefix(position, strings.TrimSpace(g))
		if strings.TrimSpace(g) != "" && below && (rest == "" || !unicode.IsDigit(rune(rest[0])) && !unicode.IsLetter(rune(rest[0]))) {
			return true
		}
	}
	return false
}

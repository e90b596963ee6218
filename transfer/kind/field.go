package kind

import (
	"fmt"
	"maps"
	"net/mail"
	"slices"
	"strings"
	"time"
	"unicode"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/pattern"
	"laufzettel/transfer/wording"
)

// Incomplete makes the error of faulty statements.
func Incomplete(faults []Fault) error {
	invalid := &Invalid{faults}
	return failure.Wrap(failure.Refused, "plan portion", wording.Say("hint.kind.statements-incomplete", invalid.Error()), invalid)
}

// Values are what was typed, by field key.
type Values map[string]string

// Get gives a value without white space around it.
func (v Values) Get(key string) string { return strings.TrimSpace(v[key]) }

// Or gives a value, or def where it is empty.
func (v Values) Or(key, def string) string {
	if s := v.Get(key); s != "" {
		return s
	}
	return def
}

// Form is what a field holds.
type Form string

// The forms of fields.
const (
	Text   Form = "text"
	Long   Form = "long" // several lines
	Day    Form = "day"  // JJJJ-MM-TT or TT.MM.JJJJ
	Moment Form = "moment"
	Number Form = "number"
	Year   Form = "year"
	Choice Form = "choice"
	Name   Form = "name" // letters, digits, strokes: part of a file name
	Mail   Form = "mail"
	Pages  Form = "pages" // reference pages, one a line
)

// Field is one statement a clerk makes.
type Field struct {
	Key      string   `json:"key"`
	Label    string   `json:"label"` // German
	LabelEN  string   `json:"labelEn"`
	Help     string   `json:"help,omitempty"` // German: what belongs here, where it stands
	HelpEN   string   `json:"-"`
	Form     Form     `json:"form"`
	Required bool     `json:"required"`
	Choices  []string `json:"choices,omitempty"`
	Default  string   `json:"default,omitempty"`
	Step     Step     `json:"step"`
	// Wrong tells in German what else is wrong with a value, "" = nothing; nil = no
	// more than its form asks for.
	Wrong func(value string) string `json:"-"`
}

// Step is the part of the wizard a field belongs to.
type Step string

// The parts of the wizard that hold fields.
const (
	StepOffice  Step = "office"  // who delivers
	StepContent Step = "content" // what is delivered
)

// Fault is what is wrong with one field.
type Fault struct {
	Key  string `json:"key"`
	Text string `json:"text"` // German
}

// Invalid lists the faults of what was typed.
type Invalid struct{ Faults []Fault }

// Error gives all faults in one text, fit for the person who typed them.
func (e *Invalid) Error() string {
	texts := make([]string, 0, len(e.Faults))
	for _, f := range e.Faults {
		texts = append(texts, f.Text)
	}
	return strings.Join(texts, "\n")
}

const maxValue = 8000

var namePattern = pattern.Of(`^[A-Za-z0-9ÄÖÜäöüß][A-Za-z0-9ÄÖÜäöüß._-]{0,63}$`)

// Fault tells what is wrong with a typed value, "" = nothing. An empty value is
// wrong only where the field is required.
func (f Field) Fault(value string) string {
	value = strings.TrimSpace(value)
	if value == "" {
		if f.Required {
			return "„" + f.Label + "“ fehlt. Bitte eintragen."
		}
		return ""
	}
	if len(value) > maxValue {
		return fmt.Sprintf("„%s“ ist zu lang. Bitte auf höchstens %d Zeichen kürzen.", f.Label, maxValue)
	}
	if strings.ContainsFunc(value, func(r rune) bool {
		return unicode.IsControl(r) && !((f.Form == Long || f.Form == Pages) && (r == '\n' || r == '\t' || r == '\r'))
	}) {
		return "„" + f.Label + "“ enthält ein Steuerzeichen. Bitte neu eintippen."
	}
	switch f.Form {
	case Day:
		if Date(value) == "" {
			return "„" + f.Label + "“ ist kein Kalendertag. Bitte als JJJJ-MM-TT oder TT.MM.JJJJ eintragen."
		}
	case Moment:
		if When(value).IsZero() {
			return "„" + f.Label + "“ ist kein Zeitpunkt. Bitte als JJJJ-MM-TT hh:mm eintragen."
		}
	case Number:
		if strings.Trim(value, "0123456789") != "" || len(value) > 12 {
			return "„" + f.Label + "“ ist keine Zahl. Bitte nur Ziffern eintragen."
		}
	case Year:
		if len(value) != 4 || strings.Trim(value, "0123456789") != "" || value < "1500" || value > "2200" {
			return "„" + f.Label + "“ ist kein Jahr. Bitte vier Ziffern eintragen."
		}
	case Choice:
		if !slices.Contains(f.Choices, value) {
			return "„" + f.Label + "“ muss eines von diesen sein: " + strings.Join(f.Choices, ", ") + "."
		}
	case Name:
		if !namePattern.MatchString(value) {
			return "„" + f.Label +
				"“ wird Teil von Dateinamen. Bitte nur Buchstaben, Ziffern, Punkt und Strich eintragen, höchstens 64 Zeichen."
		}
	case Mail:
		if _, err := mail.ParseAddress(value); err != nil {
			return "„" + f.Label + "“ ist keine E-Mail-Adresse. Bitte prüfen."
		}
	}
	if f.Wrong != nil {
		return f.Wrong(value)
	}
	return ""
}

// Validate tells every fault of values at once (F2); a value without a field is
// one too. The error is *Invalid.
func Validate(fields []Field, values Values) error {
	var faults []Fault
	known := map[string]bool{}
	for _, f := range fields {
		known[f.Key] = true
		if t := f.Fault(values.Or(f.Key, f.Default)); t != "" {
			faults = append(faults, Fault{f.Key, t})
		}
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if !known[key] {
			faults = append(faults, Fault{key, "Die Angabe „" + key + "“ gibt es bei dieser Art der Abgabe nicht."})
		}
	}
	if len(faults) > 0 {
		return &Invalid{faults}
	}
	return nil
}

// WithDefaults gives values with the defaults of fields that are empty.
func WithDefaults(fields []Field, values Values) Values {
	out := maps.Clone(values)
	if out == nil {
		out = Values{}
	}
	for _, f := range fields {
		if out.Get(f.Key) == "" && f.Default != "" {
			out[f.Key] = f.Default
		}
	}
	return out
}

// Date reads a day in either form and gives it as JJJJ-MM-TT, "" if it is none.
func Date(s string) string {
	for _, form := range []string{time.DateOnly, "02.01.2006", "2.1.2006"} {
		if d, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			return d.Format(time.DateOnly)
		}
	}
	return ""
}

// When reads a moment; the zero time if it is none.
func When(s string) time.Time {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02 15:04", "02.01.2006 15:04",
		"2.1.2006 15:04"} {
		if t, err := time.Parse(form, strings.TrimSpace(s)); err == nil {
			return t
		}
	}
	return time.Time{}
}

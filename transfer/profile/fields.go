package profile

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/wording"
)

// Field is one statement of a profile as it is shown, explained and changed on
// screen and command line (A27, A32). Its text form is a line; lists have one
// entry per line or comma, maps one "name = source" per line.
type Field struct {
	Name  string       // as in the JSON form: "deadlines.appraisalDays"
	Group wording.Text // heading
	Label wording.Text
	Help  wording.Text // what it does
	Many  bool         // several lines

	get func(*Profile) string
	set func(*Profile, string) error
}

// Explain gives the help and, below a mapping, what of it would never be written.
func (f Field) Explain(p *Profile) wording.Text {
	out := []any{f.Help}
	for _, fault := range p.Mapping.Check() {
		if f.Name == "mapping."+fault.Table.Field() && len(out) <= maxUnwritten {
			out = append(out, fault.String())
		}
	}
	return wording.List(" ", out)
}

// Value gives the statement of a profile as text.
func (f Field) Value(p *Profile) string { return f.get(p) }

// Set puts a text into a profile, which is not checked as a whole. Error: Refused
// where the text is no value of the field.
func (f Field) Set(p *Profile, text string) error {
	if err := f.set(p, strings.TrimSpace(text)); err != nil {
		return failure.Wrap(failure.Refused, "set "+f.Name, wording.Say("hint.profile.field-value-bad", f.Label, err), err)
	}
	return nil
}

// FieldNamed finds a field by its name.
func FieldNamed(name string) (Field, bool) {
	i := slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
	if i < 0 {
		return Field{}, false
	}
	return fields[i], true
}

// Fields are all fields in the order they are shown. The id of a profile is none:
// it stands in slips and logs and never changes.
func Fields() []Field { return slices.Clone(fields) }

func text(at func(*Profile) *string) (func(*Profile) string, func(*Profile, string) error) {
	return func(p *Profile) string { return *at(p) }, func(p *Profile, s string) error { *at(p) = s; return nil }
}

func whole(at func(*Profile) *int) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string {
		if *at(p) == 0 {
			return ""
		}
		return strconv.Itoa(*at(p))
	}
	return get, func(p *Profile, s string) error {
		if s == "" {
			*at(p) = 0
			return nil
		}
		n, err := strconv.Atoi(s)
		if err != nil {
			return wording.Fault("profile.value.whole", s)
		}
		*at(p) = n
		return nil
	}
}

func yesNo(at func(*Profile) *bool) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string {
		if *at(p) {
			return "ja"
		}
		return "nein"
	}
	return get, func(p *Profile, s string) error {
		switch strings.ToLower(s) {
		case "ja", "yes", "true", "1":
			*at(p) = true
		case "nein", "no", "false", "0", "":
			*at(p) = false
		default:
			return wording.Fault("profile.value.yes-no", s)
		}
		return nil
	}
}

func list(at func(*Profile) *[]string, commas bool) (func(*Profile) string, func(*Profile, string) error) {
	return func(p *Profile) string { return strings.Join(*at(p), "\n") }, func(p *Profile, s string) error {
		if commas {
			s = strings.ReplaceAll(s, ",", "\n")
		}
		var out []string
		for _, line := range strings.Split(s, "\n") {
			if line = strings.TrimSpace(line); line != "" {
				out = append(out, line)
			}
		}
		*at(p) = out
		return nil
	}
}

func pairs(at func(*Profile) *map[string]string) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string {
		var out []string
		for _, k := range slices.Sorted(maps.Keys(*at(p))) {
			out = append(out, k+" = "+(*at(p))[k])
		}
		return strings.Join(out, "\n")
	}
	return get, func(p *Profile, s string) error {
		var out map[string]string
		for _, line := range strings.Split(s, "\n") {
			if line = strings.TrimSpace(line); line == "" {
				continue
			}
			name, source, ok := strings.Cut(line, "=")
			name, source = strings.TrimSpace(name), strings.TrimSpace(source)
			if !ok || name == "" || source == "" {
				return wording.Fault("profile.value.pair", line)
			}
			if out == nil {
				out = map[string]string{}
			}
			if _, twice := out[name]; twice {
				return wording.Fault("profile.value.twice", name)
			}
			out[name] = source
		}
		*at(p) = out
		return nil
	}
}

// table reads one of the mappings.
func table(at func(*Profile) *map[string]string) (func(*Profile) string, func(*Profile, string) error) {
	get := func(p *Profile) string { return mapping.Text(*at(p)) }
	return get, func(p *Profile, s string) error {
		t, err := mapping.Parse(s)
		if err == nil {
			*at(p) = t
		}
		return err
	}
}

// periods reads the update periods: "G = 110".
func periods() (func(*Profile) string, func(*Profile, string) error) {
	plain, put := pairs(func(p *Profile) *map[string]string {
		m := map[string]string{}
		for k, n := range p.UpdatePeriods {
			m[k] = strconv.Itoa(n)
		}
		return &m
	})
	_ = put
	return plain, func(p *Profile, s string) error {
		var m map[string]string
		_, into := pairs(func(*Profile) *map[string]string { return &m })
		if err := into(p, s); err != nil {
			return err
		}
		var out map[string]int
		for k, v := range m {
			n, err := strconv.Atoi(v)
			if err != nil {
				return wording.Fault("profile.value.years", v)
			}
			if out == nil {
				out = map[string]int{}
			}
			out[k] = n
		}
		p.UpdatePeriods = out
		return nil
	}
}

func field(group, name string, many bool, get func(*Profile) string, set func(*Profile, string) error) Field {
	say := func(of, name string) wording.Text { return wording.Say("profile." + of + "." + name) }
	return Field{Name: name, Group: say("group", group), Label: say("label", name), Help: say("help", name), Many: many, get: get, set: set}
}

// fields is the one table of the statements of a profile.
var fields = func() (out []Field) {
	group := ""
	add := func(name string, many bool) func(func(*Profile) string, func(*Profile, string) error) {
		return func(get func(*Profile) string, set func(*Profile, string) error) {
			out = append(out, field(group, name, many, get, set))
		}
	}
	group = "agency"
	add("agency", false)(text(func(p *Profile) *string { return &p.Agency }))
	add("agencyId", false)(text(func(p *Profile) *string { return &p.AgencyID }))
	add("contact.name", false)(text(func(p *Profile) *string { return &p.Contact.Name }))
	add("contact.unit", false)(text(func(p *Profile) *string { return &p.Contact.Unit }))
	add("contact.mail", false)(text(func(p *Profile) *string { return &p.Contact.Mail }))
	add("contact.phone", false)(text(func(p *Profile) *string { return &p.Contact.Phone }))
	add("source", false)(text(func(p *Profile) *string { return &p.Source }))
	add("environment", false)(text(func(p *Profile) *string { return &p.Environment }))
	group = "deliveries"
	add("kinds", true)(list(func(p *Profile) *[]string { return &p.Kinds }, true))
	add("formats", true)(list(func(p *Profile) *[]string { return &p.Formats }, true))
	add("pdfa", true)(list(func(p *Profile) *[]string { return &p.PDFA }, true))
	add("schemas", true)(list(func(p *Profile) *[]string { return &p.Schemas }, false))
	add("layout", true)(pairs(func(p *Profile) *map[string]string { return &p.Layout }))
	add("keepSignatures", false)(
		yesNo(func(p *Profile) *bool { return &p.KeepSignatures }))
	add("updatePeriods", true)(periods())
	group = "deadlines"
	add("deadlines.appraisalDays", false)(whole(func(p *Profile) *int { return &p.Deadlines.AppraisalDays }))
	add("deadlines.transferDays", false)(whole(func(p *Profile) *int { return &p.Deadlines.TransferDays }))
	add("deadlines.redeliveryDays", false)(whole(func(p *Profile) *int { return &p.Deadlines.RedeliveryDays }))
	add("deadlines.noticeDays", false)(whole(func(p *Profile) *int { return &p.Deadlines.NoticeDays }))
	add("graceDays", false)(whole(func(p *Profile) *int { return &p.GraceDays }))
	add("closure.years", false)(whole(func(p *Profile) *int { return &p.Closure.Years }))
	add("closure.description", false)(yesNo(func(p *Profile) *bool { return &p.Closure.Description }))
	add("confirmations", true)(list(func(p *Profile) *[]string { return &p.Confirmations }, false))
	add("withoutPersons", true)(list(func(p *Profile) *[]string { return &p.WithoutPersons }, false))
	add("noSecondPerson", false)(yesNo(func(p *Profile) *bool { return &p.NoSecondPerson }))
	group = "packages"
	add("referenceCode.pattern", false)(text(func(p *Profile) *string { return &p.ReferenceCode.Pattern }))
	add("referenceCode.from", false)(whole(func(p *Profile) *int { return &p.ReferenceCode.From }))
	add("referenceCode.to", false)(whole(func(p *Profile) *int { return &p.ReferenceCode.To }))
	add("level", false)(text(func(p *Profile) *string { return &p.Level }))
	add("packageFiles", false)(whole(func(p *Profile) *int { return &p.PackageFiles }))
	group = "mappings"
	add("mapping.controlList", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.ControlList }))
	add("mapping.aip", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.AIP }))
	add("mapping.descriptive", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.Descriptive }))
	add("mapping.technical", true)(table(func(p *Profile) *map[string]string { return &p.Mapping.Technical }))
	group = "persons"
	add("sensitivity.off", true)(
		list(func(p *Profile) *[]string { return &p.Sensitivity.Off }, true))
	add("sensitivity.personal", true)(
		list(func(p *Profile) *[]string { return &p.Sensitivity.Personal }, false))
	add("sensitivity.specialBasis", false)(
		text(func(p *Profile) *string { return &p.Sensitivity.SpecialBasis }))
	add("sensitivity.specialAssessed", false)(
		text(func(p *Profile) *string { return &p.Sensitivity.SpecialAssessed }))
	group = "appraisal"
	add("appraised", true)(
		pairs(func(p *Profile) *map[string]string { return &p.Appraised }))
	add("litter.off", true)(
		list(func(p *Profile) *[]string { return &p.Litter.Off }, true))
	add("litter.rules", true)(pairs(func(p *Profile) *map[string]string { return &p.Litter.Rules }))
	add("sharePersons", false)(yesNo(func(p *Profile) *bool { return &p.SharePersons }))
	add("reasons", true)(list(func(p *Profile) *[]string { return &p.Reasons }, false))
	return out
}()

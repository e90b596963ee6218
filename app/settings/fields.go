package settings

import (
	"net/url"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"laufzettel/sync/machinecert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Form is what the value of a field of the policy looks like.
type Form string

// The forms.
const (
	Words   Form = "text"
	Address Form = "address"     // http or https
	Path    Form = "path"        // absolute
	Choice  Form = "choice"      // one of Field.Choices
	Number  Form = "number"      // whole, not negative
	YesNo   Form = "yes-or-no"   // in the registry 1 or 0
	Relay   Form = "proxy"       // an address or direct
	Vouched Form = "certificate" // path, absolute, or machinecert.Prefix and a thumbprint
	Source  Form = "source"      // name in the log of the machine: letters, digits, hyphens, up to 32
	Folder  Form = "expandable"  // absolute once the values of the environment are put in
)

// Field is one field of the policy: the table the file, the registry and the templates
// of group policy (ADMX) are read and made by.
type Field struct {
	Name    string // as in the file and in the registry
	Form    Form
	Choices []string
	Least   int64 // of a number: less counts as this

	value reflect.Value // pointer of the policy asked
}

// forms say of the fields that are not simply words what they look like; numbers and
// switches follow from their type.
var forms = map[string]Field{
	"url": {Form: Address}, "stamps": {Form: Address}, "updates": {Form: Address}, "proxy": {Form: Relay}, "data": {Form: Folder},
	"role":     {Form: Choice, Choices: []string{string(Archivist), string(Clerk), string(ReadingRoom), string(Administrator)}},
	"keyStore": {Form: Choice, Choices: []string{"keyring", "file"}}, "language": {Form: Choice, Choices: []string{"de", "en"}},
	"keysFolder": {Form: Path}, "profiles": {Form: Path}, "caFile": {Form: Path}, "certFile": {Form: Vouched},
	"eventSource": {Form: Source}, "certKey": {Form: Path},
	"converters": {Form: Path}, "aloneDays": {Least: 30}, // order.MinWait
}

// PolicyFields are all fields a policy may set, in the order of the type.
func PolicyFields() []Field { return Policy{}.fields() }

// fields are those of a policy with its values.
func (p Policy) fields() (out []Field) {
	v := reflect.ValueOf(p)
	for i := range v.NumField() {
		name, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		f := forms[name]
		f.Name, f.value = name, v.Field(i)
		switch f.value.Type().Elem().Kind() {
		case reflect.Bool:
			f.Form = YesNo
		case reflect.Int, reflect.Int64:
			f.Form = Number
		case reflect.String:
			if f.Form == "" {
				f.Form = Words
			}
		}
		out = append(out, f)
	}
	return out
}

// sourceName is what both the event log of Windows and syslog take for a name.
var sourceName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9-]{0,31}$`)

// wrong says in German why the value of a field does not hold, "" where it does.
func (f Field) wrong() string {
	if f.value.IsNil() {
		return ""
	}
	v := f.value.Elem()
	switch f.Form {
	case Choice:
		if !slices.Contains(f.Choices, v.String()) {
			return "ist „" + v.String() + "“; möglich: " + strings.Join(f.Choices, ", ")
		}
	case Path:
		if !filepath.IsAbs(v.String()) {
			return "muss ein vollständiger Pfad sein"
		}
	case Vouched:
		if machinecert.InStore(v.String()) {
			if _, err := machinecert.Thumbprint(v.String()); err != nil {
				return failure.HintOf(err).In(wording.German)
			}
			return ""
		}
		if !filepath.IsAbs(v.String()) {
			return "muss ein vollständiger Pfad sein oder " + machinecert.Prefix + "FINGERABDRUCK"
		}
	case Source:
		if !sourceName.MatchString(v.String()) {
			return "ist ein Name aus Buchstaben, Ziffern und Bindestrichen, höchstens 32"
		}
	case Folder:
		if dir, ok := expand(v.String()); !ok || !filepath.IsAbs(dir) {
			return "muss ein vollständiger Pfad sein, in dem jedes %NAME% einen Wert hat"
		}
	case Number:
		if v.Int() < 0 {
			return "darf nicht negativ sein"
		}
	case Relay:
		if v.String() != Direct && (!webAddress(v.String()) || hasPath(v.String())) {
			return "ist eine Adresse ohne Pfad (http://rechner:port) oder " + Direct + "; ein Skript (PAC) steht hier nicht"
		}
	case Address:
		// The channel itself judges its address when it is used; here only what is none.
		if f.Name != "url" && v.String() != "" && !webAddress(v.String()) {
			return "ist keine Adresse (https://…)"
		}
	}
	return ""
}

// hasPath tells an address of something on a server, such as a script, from that of a proxy.
func hasPath(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "")
}

func webAddress(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "https" || u.Scheme == "http")
}

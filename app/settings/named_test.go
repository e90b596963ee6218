package settings_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
)

// environment says of every field of a policy what a file named by the environment
// may do with it (S1). A new field must be sorted here.
var environment = map[string]struct {
	loose []string // values that must not hold
	tight string   // a value that must hold, "" = there is none
	holds func(settings.Policy, settings.Settings) bool
}{
	"url":     {loose: []string{`"https://woanders.example"`}},
	"archive": {loose: []string{`"Anderes Archiv"`}},
	"role": {loose: []string{`"archivist"`, `"clerk"`, `"administrator"`}, tight: `"reading-room"`,
		holds: func(_ settings.Policy, s settings.Settings) bool { return s.Person.Role == settings.ReadingRoom }},
	"keyStore":   {loose: []string{`"file"`, `"keyring"`}},
	"keysFolder": {loose: []string{full("keys")}},
	"profiles":   {loose: []string{full("profiles")}},
	"rateLimit": {loose: []string{`0`}, tight: `500`, holds: func(_ settings.Policy,
		s settings.Settings) bool {
		return s.Channel.RateLimit == 500
	}},
	"veraPDF":    {loose: []string{full("verapdf")}},
	"signatures": {loose: []string{full("default.sig")}},
	"alone":      {loose: []string{`true`}, tight: `false`, holds: func(_ settings.Policy, s settings.Settings) bool { return !s.Alone }},
	"aloneDays":  {loose: []string{`1`, `400`}},
	"protectedOnly": {loose: []string{`false`}, tight: `true`, holds: func(p settings.Policy, _ settings.Settings) bool {
		return p.ProtectedOnly != nil && *p.ProtectedOnly
	}},
	"data":        {loose: []string{full("daten")}},
	"language":    {loose: []string{`"en"`}},
	"proxy":       {loose: []string{`"http://fremd.example:8080"`, `"direct"`}},
	"caFile":      {loose: []string{full("ca.pem")}},
	"certFile":    {loose: []string{full("cert.pem")}},
	"certKey":     {loose: []string{full("key.pem")}},
	"stamps":      {loose: []string{`"https://zeit.example"`}},
	"converters":  {loose: []string{full("konverter.json")}},
	"updates":     {loose: []string{`"https://fremd.example/v.json"`}},
	"updatesKey":  {loose: []string{`"AAAA"`}},
	"eventSource": {loose: []string{`"Anderswo"`}},
	"browser": {loose: []string{`true`}, tight: `false`, holds: func(p settings.Policy, _ settings.Settings) bool {
		return p.Browser != nil && !*p.Browser
	}},
}

// full is a full path on this system, as JSON.
func full(name string) string {
	p, err := filepath.Abs("/" + name)
	if err != nil {
		panic(err)
	}
	out, err := json.Marshal(p)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// machinePolicy puts a policy beside the running program, which is this test.
func machinePolicy(t *testing.T, text string) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(filepath.Dir(exe), settings.PolicyFile)
	if _, err := os.Stat(name); err == nil {
		t.Fatalf("%s is there already", name)
	}
	t.Cleanup(func() { _ = os.Remove(name) })
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// inForce gives the policy and the settings of a user who has set little.
func inForce(t *testing.T, own string) (settings.Policy, *settings.Store) {
	t.Helper()
	p, err := settings.SystemPolicy()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.OpenUnder(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	return p, s
}

const ownSettings = `{"archive":"Eigenes","channel":{"url":"https://eigene.example","keyStore":"keyring","rateLimit":2000}}`

// Whoever starts the program sets its environment: every field it names either makes
// something stricter or is told and ignored, with and without a policy of the machine.
func TestSystemPolicy_EnvironmentNeverLoosens(t *testing.T) {
	typ, seen := reflect.TypeFor[settings.Policy](), 0
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || name == "-" {
			continue
		}
		c, sorted := environment[name]
		if !sorted {
			t.Errorf("nobody says whether the environment may set %s", f.Name)
			continue
		}
		seen++
		for _, machine := range []string{`{}`, `{"alone":true,"rateLimit":1000,"archive":"Landesarchiv"}`,
			`{"role":"reading-room","protectedOnly":true,"alone":false,"url":"https://archiv.example"}`} {
			t.Run(name, func(t *testing.T) {
				machinePolicy(t, machine)
				t.Setenv(settings.EnvPolicy, "")
				p0, s0 := inForce(t, ownSettings)
				for _, value := range c.loose {
					t.Setenv(settings.EnvPolicy, policyFile(t, `{"`+name+`":`+value+`}`))
					p, s := inForce(t, ownSettings)
					if diff := cmp.Diff(s0.Get(), s.Get()); diff != "" {
						t.Errorf("%s from the environment holds under %s: %s", value, machine, diff)
					}
					if a, b := reflect.ValueOf(p0).Field(i), reflect.ValueOf(p).Field(i); !reflect.DeepEqual(a.Interface(), b.Interface()) {
						t.Errorf("%s from the environment stands in the policy under %s", value, machine)
					}
					if err := p.Ignored(); failure.KindOf(err) != failure.Setup || !strings.Contains(failure.HintOf(err).In("de"), name) ||
						p.Digest != p0.Digest {
						t.Errorf("%s is not told: %v", value, err)
					}
				}
				if c.tight == "" {
					return
				}
				t.Setenv(settings.EnvPolicy, policyFile(t, `{"`+name+`":`+c.tight+`}`))
				if p, s := inForce(t, ownSettings); !c.holds(p, s.Get()) || p.Ignored() != nil || p.Digest == p0.Digest {
					t.Errorf("%s does not hold under %s: %v, %+v", c.tight, machine, p.Ignored(), s.Get())
				}
			})
		}
	}
	if seen != len(environment) {
		t.Errorf("the table has %d fields, the policy %d", len(environment), seen)
	}
}

// The rate of the environment is a ceiling: lower ones of user and machine stay.
func TestSystemPolicy_RateIsACeiling(t *testing.T) {
	t.Setenv(settings.EnvPolicy, policyFile(t, `{"rateLimit":500}`))
	_, s := inForce(t, `{"channel":{"rateLimit":300}}`)
	if got := s.Get().Channel.RateLimit; got != 300 {
		t.Errorf("300 of the user became %d", got)
	}
	if err := s.Change(func(s *settings.Settings) { s.Channel.RateLimit = 400 }); err != nil || s.Get().Channel.RateLimit != 400 {
		t.Errorf("a lower one of the user: %v, %d", err, s.Get().Channel.RateLimit)
	}
	if err := s.Change(func(s *settings.Settings) { s.Channel.RateLimit = 600 }); failure.KindOf(err) != failure.Refused {
		t.Errorf("a higher one: %v", err)
	}
	_, s = inForce(t, `{}`)
	if got := s.Get().Channel.RateLimit; got != 500 {
		t.Errorf("none became %d", got)
	}
	if err := s.Change(func(s *settings.Settings) { s.Archive = "Stadtarchiv" }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"rate-limit"}, s.Fixed()); diff != "" {
		t.Error(diff)
	}
	machinePolicy(t, `{"rateLimit":200}`)
	if _, s = inForce(t, `{}`); s.Get().Channel.RateLimit != 200 {
		t.Errorf("200 of the machine became %d", s.Get().Channel.RateLimit)
	}
	if (settings.Policy{}).Ignored() != nil || !errors.Is((settings.Policy{}).Ignored(), nil) {
		t.Error("nothing named is told")
	}
}

package settings_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"laufzettel/app/settings"
	"laufzettel/transfer/failure"
)

func policyFile(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), settings.PolicyFile)
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestReadPolicy_RefusesWhatWouldNotHold(t *testing.T) {
	for _, tt := range []struct{ name, text, say string }{
		{"no JSON", `{"url":`, "nicht zu verstehen"},
		{"misspelt rule", `{"urls":"https://archiv.example"}`, "nicht zu verstehen"},
		{"unknown role", `{"role":"chef"}`, "chef"},
		{"unknown key store", `{"keyStore":"wolke"}`, "keyStore"},
		{"relative keys folder", `{"keysFolder":"schluessel"}`, "keysFolder"},
		{"relative profiles", `{"profiles":"p.json"}`, "profiles"},
		{"negative rate", `{"rateLimit":-1}`, "rateLimit"},
		{"a field twice", `{"url":"https://eins.example","Url":"https://zwei.example"}`, "zweimal"},
		{"two policies", `{"url":"https://eins.example"} {"browser":false}`, "zweimal"},
		{"a script as proxy", `{"proxy":"http://proxy.example/proxy.pac"}`, "PAC"},
		{"too large", `{"url":"` + strings.Repeat("x", 70<<10) + `"}`, "zu groß"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := settings.ReadPolicy(policyFile(t, tt.text))
			if failure.KindOf(err) != failure.Setup || !strings.Contains(failure.HintOf(err).In("de"), tt.say) {
				t.Errorf("error %v, want Setup with %q", err, tt.say)
			}
		})
	}
}

func TestPolicy_HoldsOverTheUser(t *testing.T) {
	p, err := settings.ReadPolicy(policyFile(t, "\ufeff"+`{"url":"https://archiv.example","role":"reading-room","rateLimit":0}`))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	free, err := settings.OpenUnder(dir, settings.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if err := free.Change(func(s *settings.Settings) {
		s.Channel.URL = "https://eigene.example"
		s.Alone = false
		s.Person.Name = "M. Ahrens"
	}); err != nil {
		t.Fatal(err)
	}
	s, err := settings.OpenUnder(dir, p)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Get(); got.Channel.URL != "https://archiv.example" || got.Person.Role != settings.ReadingRoom ||
		got.Person.Name != "M. Ahrens" {
		t.Errorf("in force: %+v", got)
	}
	if diff := cmp.Diff([]string{"url", "role", "rate-limit"}, s.Fixed()); diff != "" {
		t.Error(diff)
	}
	err = s.Change(func(s *settings.Settings) { s.Channel.URL = "https://woanders.example" })
	if failure.KindOf(err) != failure.Refused || !strings.Contains(failure.HintOf(err).In("de"), "Administration") {
		t.Errorf("change under policy: %v", err)
	}
	if err := s.Change(func(s *settings.Settings) { s.Archive = "Stadtarchiv" }); err != nil {
		t.Fatal(err)
	}
	// The user's own value comes back with the end of the policy.
	again, err := settings.OpenUnder(dir, settings.Policy{})
	if err != nil {
		t.Fatal(err)
	}
	if got := again.Get(); got.Channel.URL != "https://eigene.example" || got.Person.Role != "" || got.Archive != "Stadtarchiv" {
		t.Errorf("without the policy: %+v", got)
	}
}

// TestAlone_ByPolicyOnly: nobody waives the second person for himself (G18).
func TestAlone_ByPolicyOnly(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "settings.json"), []byte(`{"alone":true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := settings.OpenUnder(dir, settings.Policy{})
	if err != nil || s.Get().Alone {
		t.Errorf("alone by the user's file: %v, %v", s.Get().Alone, err)
	}
	if err := s.Change(func(s *settings.Settings) { s.Alone = true }); failure.KindOf(err) != failure.Refused {
		t.Errorf("change: %v", err)
	}
	p, err := settings.ReadPolicy(policyFile(t, `{"alone":true}`))
	if err != nil {
		t.Fatal(err)
	}
	if s, err = settings.OpenUnder(dir, p); err != nil || !s.Get().Alone {
		t.Errorf("alone by policy: %v, %v", s.Get().Alone, err)
	}
}

func TestSystemPolicy_Named(t *testing.T) {
	t.Setenv(settings.EnvPolicy, policyFile(t, `{"protectedOnly":true}`))
	p, err := settings.SystemPolicy()
	if err != nil || p.ProtectedOnly == nil || !*p.ProtectedOnly || p.Digest == "" || p.Path == "" || p.Ignored() != nil {
		t.Errorf("policy %+v, %v", p, err)
	}
	t.Setenv(settings.EnvPolicy, filepath.Join(t.TempDir(), "nichts.json"))
	if p, err := settings.SystemPolicy(); err != nil || p.Path != "" || p.Ignored() == nil {
		t.Errorf("a file that is not there is not told: %+v, %v", p, err)
	}
	t.Setenv(settings.EnvPolicy, policyFile(t, `{"protectedonly":`))
	if _, err := settings.SystemPolicy(); failure.KindOf(err) != failure.Setup {
		t.Errorf("not to be understood: %v", err)
	}
	t.Setenv(settings.EnvPolicy, "")
	if p, err := settings.SystemPolicy(); err != nil || p.Path != "" {
		t.Errorf("without one: %+v, %v", p, err)
	}
}

// What holds is told field by field, also where no setting of a person answers to it.
func TestPolicy_Ruled(t *testing.T) {
	p, err := settings.ReadPolicy(policyFile(t, `{"updates":"https://neu.example","alone":true,"aloneDays":10,"browser":false,
"proxy":"http://name:geheim@proxy.example:3128/"}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []settings.Ruled{{Name: "alone", Value: "true"}, {Name: "aloneDays", Value: "30"},
		{Name: "proxy", Value: "http://name:xxxxx@proxy.example:3128/"}, {Name: "updates", Value: "https://neu.example"},
		{Name: "browser", Value: "false"}}
	if diff := cmp.Diff(want, p.Ruled()); diff != "" {
		t.Error(diff)
	}
	if got := (settings.Policy{}).Ruled(); got != nil {
		t.Errorf("no policy rules %v", got)
	}
}

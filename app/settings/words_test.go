package settings

import (
	"strings"
	"testing"

	"laufzettel/transfer/failure"
)

func TestChange_RefusesUnknownWords(t *testing.T) {
	cases := map[string]struct {
		change func(*Settings)
		taken  bool
	}{
		"english":          {func(s *Settings) { s.Look.Language = "en" }, true},
		"as the system":    {func(s *Settings) { s.Look.Language = "" }, true},
		"no such language": {func(s *Settings) { s.Look.Language = "xx" }, false},
		"capital letters":  {func(s *Settings) { s.Look.Language = "DE" }, false},
		"no such look":     {func(s *Settings) { s.Look.Variant = "pink" }, false},
		"no such role":     {func(s *Settings) { s.Person.Role = "chief" }, false},
		"a role":           {func(s *Settings) { s.Person.Role = Clerk }, true},
		"no such place":    {func(s *Settings) { s.Channel.KeyStore = "drawer" }, false},
		"of the store":     {func(s *Settings) { s.Channel.CertFile = "store:" + strings.Repeat("0F ", 20) }, true},
		"half a print":     {func(s *Settings) { s.Channel.CertFile = "store:0f" }, false},
		"less than none":   {func(s *Settings) { s.Channel.RateLimit = -1 }, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			s, err := OpenUnder(t.TempDir(), Policy{})
			if err != nil {
				t.Fatal(err)
			}
			before := s.Get().Look.Language
			err = s.Change(c.change)
			if c.taken && err != nil {
				t.Fatal(err)
			}
			if !c.taken {
				if failure.KindOf(err) != failure.Refused || err == nil {
					t.Fatalf("taken: %v", err)
				}
				if s.Get().Look.Language != before {
					t.Error("a refused word stays")
				}
			}
		})
	}
}

// What an older version stored does not hinder other changes.
func TestChange_KeepsOldWords(t *testing.T) {
	s, err := OpenUnder(t.TempDir(), Policy{})
	if err != nil {
		t.Fatal(err)
	}
	s.now.Look.Language = "xx"
	if err := s.Change(func(s *Settings) { s.Archive = "Landesarchiv" }); err != nil {
		t.Fatal(err)
	}
}

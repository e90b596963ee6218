package settings

import (
	"slices"
	"strings"

	"laufzettel/sync/machinecert"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// worded are the settings that hold one of a few words; "" is the default of each.
var worded = []struct {
	name string
	of   func(Settings) string
	may  []string
}{
	{"language", func(s Settings) string { return s.Look.Language }, []string{"de", "en"}},
	{"variant", func(s Settings) string { return s.Look.Variant }, []string{"light", "dark", "contrast"}},
	{"role", func(s Settings) string { return string(s.Person.Role) },
		[]string{string(Archivist), string(Clerk), string(ReadingRoom), string(Administrator)}},
	{"key-store", func(s Settings) string { return s.Channel.KeyStore }, []string{"keyring", "file"}},
}

// checkWords refuses a word that no setting of its name knows. What an older version
// left in the file is not touched by another change.
func checkWords(before, after Settings) error {
	for _, w := range worded {
		word := w.of(after)
		if word == "" || word == w.of(before) || slices.Contains(w.may, word) {
			continue
		}
		return failure.New(failure.Refused, "change setting "+w.name,
			wording.Say("hint.settings.word-not-possible", word, w.name, strings.Join(w.may, ", ")))
	}
	if cert := after.Channel.CertFile; cert != before.Channel.CertFile && machinecert.InStore(cert) {
		if _, err := machinecert.Thumbprint(cert); err != nil {
			return failure.New(failure.Refused, "change setting cert-file", failure.HintOf(err))
		}
	}
	if after.Channel.RateLimit < 0 {
		return failure.New(failure.Refused, "change setting rate-limit", wording.Say("hint.cli.bandwidth-number"))
	}
	return nil
}

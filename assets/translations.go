package assets

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed translations/*.json
var translations embed.FS

// Translations gives the JSON catalogues (key → text) of a language, "de" or
// "en": <language>.json and, by room, <language>-<room>.json. Keys read
// screen.element.state. Error: no catalogue of that language.
func Translations(language string) ([][]byte, error) {
	names, err := fs.Glob(translations, "translations/"+language+"*.json")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("texts in %q: no catalogue", language)
	}
	out := make([][]byte, 0, len(names))
	for _, name := range names {
		raw, err := translations.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("texts in %q: %w", language, err)
		}
		out = append(out, raw)
	}
	return out, nil
}

package assets

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"sync"
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

// Texts gives the catalogues of a language as one; the map is the caller's own. Error: no
// catalogue of that language, or one that is not JSON.
func Texts(language string) (map[string]string, error) {
	kept, _ := read.LoadOrStore(language, sync.OnceValues(func() (map[string]string, error) { return texts(language) }))
	all, err := kept.(func() (map[string]string, error))()
	return maps.Clone(all), err
}

// read keeps by language what was read: a program asks several times, and there are a
// hundred files.
var read sync.Map

// textBytes is about what a text takes in its file; the map has room for all of them at once.
const textBytes = 100

func texts(language string) (map[string]string, error) {
	files, err := Translations(language)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, raw := range files {
		size += len(raw)
	}
	all := make(map[string]string, size/textBytes)
	for _, raw := range files {
		if err := json.Unmarshal(raw, &all); err != nil {
			return nil, fmt.Errorf("texts in %q: %w", language, err)
		}
	}
	return all, nil
}

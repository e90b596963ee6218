package snapshot

import (
	_ "embed"
	"encoding/json"
	"strings"
)

// softwareJSON names, by extension, what a type of file is usually made by and what reads
// it today (statements 26 and 27); an archive that keeps a list of its own states it
// in a set of defaults.
//
//go:embed software.json
var softwareJSON []byte

// program is one row of the list.
type program struct {
	Made string `json:"made"`
	Read string `json:"read"`
}

// Software writes for each extension ("" = none, left out) what it is made by, or read
// by; types the list does not have are unknown.
func Software(extensions []string, read bool) string {
	rows := map[string]program{}
	if err := json.Unmarshal(softwareJSON, &rows); err != nil {
		panic(err) // built in, held by a test
	}
	by := map[string][]string{}
	var order []string
	for _, x := range extensions {
		if x == "" {
			continue
		}
		name := rows[strings.ToLower(x)].Made
		if read {
			name = rows[strings.ToLower(x)].Read
		}
		if name == "" {
			name = Unknown
		}
		if by[name] == nil {
			order = append(order, name)
		}
		by[name] = append(by[name], x)
	}
	var out []string
	for _, name := range order {
		out = append(out, strings.Join(by[name], ", ")+": "+name)
	}
	return strings.Join(out, "; ")
}

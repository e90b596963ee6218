package snapshot

import (
	"strconv"
	"strings"
)

// Unknown is what stands where nobody can say: it differs from a statement that is not
// made because the step it belongs to was not taken.
const Unknown = "unbekannt"

// Known reports a value that says something.
func Known(v string) bool { return v != "" && !strings.EqualFold(strings.TrimSpace(v), Unknown) }

// Same reports whether a value states a number, however it is grouped and with or without
// its unit.
func Same(v string, n int64) bool {
	got, ok := number(v)
	return ok && got == n
}

// units may stand behind a number of bytes.
var units = []string{"bytes", "byte", "b"}

// number reads a whole number as people write it: "1.234.567 Bytes".
func number(v string) (int64, bool) {
	v = strings.ToLower(strings.TrimSpace(v))
	for _, u := range units {
		v = strings.TrimSpace(strings.TrimSuffix(v, u))
	}
	plain := strings.NewReplacer(".", "", " ", "", "\u00a0", "", "\u202f", "", "'", "").Replace(v)
	if plain == "" || strings.Trim(plain, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseInt(plain, 10, 64)
	return n, err == nil
}

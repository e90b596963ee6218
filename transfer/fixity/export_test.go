package fixity

import (
	"maps"
	"slices"
)

// Algorithms gives all names, sorted.
func Algorithms() []Algorithm { return slices.Sorted(maps.Keys(makers)) }

// WriteStyles gives all of them, sorted.
func WriteStyles() []WriteStyle {
	return []WriteStyle{WriteBagIt, WriteHashdeep, WriteMD5sum, WriteMD5Summer, WriteSHA256sum, WriteSHA512sum}
}

package pdf

// operators are the operators of content streams (ISO 32000-1, table A.1), boxed
// once so that reading a stream does not allocate for each.
var operators = func() map[string]any {
	m := map[string]any{}
	for _, op := range []Keyword{
		"b", "B", "b*", "B*", "BDC", "BI", "BMC", "BT", "BX", "c", "cm", "CS", "cs", "d", "d0", "d1",
		"Do", "DP", "EI", "EMC", "ET", "EX", "f", "F", "f*", "G", "g", "gs", "h", "i", "ID", "j",
		"J", "K", "k", "l", "m", "M", "MP", "n", "q", "Q", "re", "RG", "rg", "ri", "s", "S", "SC",
		"sc", "SCN", "scn", "sh", "T*", "Tc", "Td", "TD", "Tf", "Tj", "TJ", "TL", "Tm", "Tr", "Ts",
		"Tw", "Tz", "v", "w", "W", "W*", "y", "'", "\"",
	} {
		m[string(op)] = op
	}
	return m
}()

// Known tells whether op is an operator ISO 32000-1 defines.
func Known(op Keyword) bool { _, ok := operators[string(op)]; return ok }

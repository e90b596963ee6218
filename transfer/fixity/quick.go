package fixity

import (
	"laufzettel/transfer/pattern"
	"strings"
)

// Every text file of a delivery is looked at for lists, line by line. What follows tells
// by a few bytes that a line cannot match a pattern: a pattern asks every byte of the line
// many times over.

// matched gives the parts of a line that a pattern matches; may is false only for lines it
// cannot match.
func matched(pattern *pattern.Pattern, line string, may func(string) bool) []string {
	if !may(line) {
		return nil
	}
	return pattern.FindStringSubmatch(line)
}

// mayBeTag: a letter first, and "=" behind a bracket.
func mayBeTag(line string) bool {
	return line != "" && (line[0]|0x20 >= 'a' && line[0]|0x20 <= 'z') && (strings.Contains(line, ")=") || strings.Contains(line, ") ="))
}

// mayBeSized: a number, set apart by two blanks.
func mayBeSized(line string) bool {
	return mayBeCksum(strings.TrimLeft(line, " ")) && strings.Contains(line, "  ")
}

// mayBeCksum: a digit first.
func mayBeCksum(line string) bool { return line != "" && line[0] >= '0' && line[0] <= '9' }

// mayBeSFV: eight hexadecimal digits at the end, behind a blank.
func mayBeSFV(line string) bool {
	return len(line) >= 10 && hexadecimal(line[len(line)-8:]) && strings.IndexByte(" \t", line[len(line)-9]) >= 0
}

// mayBeNameFirst: 32 hexadecimal digits at the end.
func mayBeNameFirst(line string) bool {
	line = strings.TrimSuffix(line, `"`)
	return len(line) > 32 && hexadecimal(line[len(line)-32:])
}

func hexadecimal(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'f') {
			return false
		}
	}
	return true
}

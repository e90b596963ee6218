package fixity

import (
	"strconv"
	"strings"

	"laufzettel/transfer/pattern"
)

var (
	sevenHead = pattern.Of(`^((?:[A-Z][A-Za-z0-9-]*\s+)+)Size\s+Name$`)
	sevenRow  = pattern.Of(`^([0-9A-Fa-f]{8,128}(?:\s+[0-9A-Fa-f]{8,128})*)\s+([0-9]+)  (\S.*)$`)
)

// sevenColumns are the digests of a head as 7z h writes it, nil where the line is none:
// what it computes stands before the size and the name.
func sevenColumns(line string) []string {
	line = strings.TrimSpace(line)
	if !strings.HasSuffix(line, "Name") { // nearly every line ends here
		return nil
	}
	m := sevenHead.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	columns := strings.Fields(m[1])
	for _, name := range columns {
		if _, known := ParseAlgorithm(name); known {
			return columns
		}
	}
	return nil
}

// seven reads the table of 7z h: digests in the order of the head, size, name. Folders have
// no digest and the sums over all files no name; what stands around the table is talk.
func (p *parser) seven(n int, text string) {
	if columns := sevenColumns(text); columns != nil {
		p.columns = columns
		return
	}
	m := sevenRow.FindStringSubmatch(text)
	if m == nil || p.columns == nil {
		return
	}
	digests := strings.Fields(m[1])
	size, err := strconv.ParseInt(m[2], 10, 64)
	if err != nil || len(digests) != len(p.columns) {
		p.tear(n, text)
		return
	}
	for i, name := range p.columns {
		alg, known := ParseAlgorithm(name)
		if !known {
			continue
		}
		digest, ok := anyDigest(digests[i], alg.Size())
		if !ok {
			p.tear(n, text)
			return
		}
		p.add(Entry{Path: m[3], Algorithm: alg, Digest: digest, Size: size, Line: n})
	}
}

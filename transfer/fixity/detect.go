package fixity

import "strings"

// lineMark is what one line says of the style of its list, whatever stands around it.
type lineMark struct {
	table                bool  // columns as 7z h has them
	style                Style // of a line that says it alone
	path, digest         bool  // a field of a record: of a path, of a digest
	reversed, sfv, cksum bool
}

func markOf(line, base string) (m lineMark) {
	if m.table = sevenColumns(line) != nil; m.table {
		return m
	}
	if _, style, ok := sumLine(line, true); ok {
		if name := bagitName.FindStringSubmatch(base); name != nil && style == Sum {
			if _, known := ParseAlgorithm(name[1]); known {
				style = BagIt
			}
		}
		m.style = style
		return m
	}
	if key, value, ok := field(line); ok {
		m.path, m.digest = isPathField(key), isDigestField(key, value)
	}
	_, m.reversed = reversed(line)
	_, m.sfv = sfvLine(line)
	_, m.cksum = cksumLine(line)
	return m
}

// headStyle is the style that the first line of a list says, "" where it says none.
func headStyle(line string) Style {
	if isHashTable(line) {
		return PowerShell
	}
	if certutilHead.MatchString(line) {
		return Certutil
	}
	if shownHead.MatchString(strings.TrimSpace(line)) || shownField.MatchString(line) {
		return Shown
	}
	if _, ok := tableHead(line); ok {
		return Table
	}
	return ""
}

// detectLines tells the style of a list by its first fifty lines; mark gives what each says.
func detectLines(text, base string, mark func(line string) lineMark) Style {
	var sfv, cks, rev, seen int
	var paths, digests bool // in fields
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if isComment(line) {
			if strings.Contains(line, "MD5summer") {
				return MD5Summer
			}
			continue
		}
		if seen++; seen > 50 {
			break
		}
		if seen == 1 {
			if style := headStyle(line); style != "" {
				return style
			}
		}
		m := mark(line)
		if m.table {
			return SevenZip
		}
		if m.style != "" {
			return m.style
		}
		paths, digests = paths || m.path, digests || m.digest
		rev, sfv, cks = rev+one(m.reversed), sfv+one(m.sfv), cks+one(m.cksum)
	}
	switch {
	case paths && digests && !structured.MatchString(text):
		return Fields
	case rev > 0 && rev*2 >= seen:
		return Reverse
	case cks > 0 && cks*2 >= seen && listName.MatchString(base):
		return Cksum
	case sfv > 0 && (strings.HasSuffix(base, ".sfv") || strings.HasPrefix(text, ";") && sfv*2 >= seen):
		return SFV
	}
	return ""
}

func one(is bool) int {
	if is {
		return 1
	}
	return 0
}

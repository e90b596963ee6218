package sensitivity

import (
	"laufzettel/transfer/pattern"
	"strings"
	"unicode/utf8"
)

// A line tells a name by its form: an entry of a list ("3. Quirrel, Ulvo  12.03.1954"), a
// signature that stands for itself, the two sides of a lawsuit.

// forms looks at every line for what it tells by its form.
func (wt wholeText) forms() {
	blank := true // the line before is empty
	for at := 0; at < len(wt.f.text) && len(wt.f.hits) < maxHits; {
		end := len(wt.f.text)
		if n := strings.IndexByte(wt.f.text[at:], '\n'); n >= 0 {
			end = at + n
		}
		line := strings.TrimRight(wt.f.text[at:end], " \r")
		if line != "" && len(line) <= mostLine {
			wt.entry(at, line)
			wt.sides(at, line)
			wt.kinLine(at, line)
			next, _, _ := strings.Cut(wt.f.src.window(min(end+1, len(wt.f.text)), nameWindow), "\n")
			wt.signature(at, line, blank && strings.TrimSpace(next) == "")
		}
		blank = strings.TrimSpace(line) == ""
		at = end + 1
	}
}

var (
	// entryName is a family name, a comma, given names, at the beginning of a line.
	entryName = shape(`^[ \t\x{00a0}]*(?:(?:\d{1,6}[.)]?|[-–•*·]|[a-z]\))[ \t\x{00a0}]{1,6})?` +
		`((?:(?:[vV]on|van|de|der|den|zu|zur|vom|Freiherr|Graf|Edler)°){0,3}[\p{Lu}][\p{L}’']+(?:-[\p{Lu}][\p{L}’']+)?),` +
		`[ \t\x{00a0}]{1,3}` +
		`((?:(?:Dr\.|Prof\.|Dipl\.-[\p{L}]+\.)°)?[\p{Lu}][\p{L}’']+(?:-[\p{Lu}]?[\p{L}’']+)?(?:°[\p{Lu}][\p{L}’']+)?)`)
	entryEnds  = shape(`^(?:[ \t\x{00a0}]*(?:$|[;,(|])|[ \t\x{00a0}]+(?:\d|\*|geb|gest|wohnh|ab°)|[ \t\x{00a0}]{2,}|\t)`)
	dayFollows = shape(`^[ \t\x{00a0},;(|*]{1,8}(?:geb\.?[ \t\x{00a0}]*)?(?:am[ \t\x{00a0}])?` +
		`(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `)|(` + dayRoman + `))`)
)

// entry takes a name at the beginning of a line that is written as in a list.
func (wt wholeText) entry(at int, line string) {
	m := entryName.FindStringSubmatchIndex(line)
	if m == nil || !entryEnds.MatchString(line[m[5]:]) {
		return
	}
	family, given := lastWord(line[m[2]:m[3]]), nameWord.FindString(line[m[4]:m[5]])
	if wt.f.common(family, false) || wt.f.common(given, false) || wt.f.role(given) || wt.f.role(family) {
		return
	}
	if wt.f.sets.isGiven(given) || wt.f.sets.isFamily(family) || dayFollows.MatchString(line[m[5]:]) {
		wt.f.named("name-line", at+m[2], at+m[5])
	}
}

func lastWord(s string) string { return s[strings.LastIndexByte(s, ' ')+1:] }

// rankShort is the rank of an officer behind a signature: Kaiser, JHSin.
var rankShort = pattern.Of(`, [A-ZÄÖÜ][A-Za-z]{0,3}[A-Z](?:in)?\.?$`)

// signature takes a line that is nothing but a name and stands apart.
func (wt wholeText) signature(at int, line string, apart bool) {
	bare := strings.TrimLeft(line, " \t\u00a0")
	at += len(line) - len(bare)
	bare, _, function := strings.Cut(bare, ", ")
	bare = strings.Trim(strings.TrimRight(bare, " \t\u00a0."), "()")
	if n := utf8.RuneCountInString(bare); n < 3 || n > 48 || strings.ContainsAny(bare, ":;0123456789") {
		return
	}
	at += strings.Index(line[len(line)-len(strings.TrimLeft(line, " \t\u00a0")):], bare)
	w := lastWord(bare)
	known := wt.f.sets.isFamily(w) || apart && (!function || rankShort.MatchString(line)) && wt.f.sets.familyDoubtful[w] && !wt.f.role(w)
	from, to := wt.f.name(bare, known)
	if to != len(bare) || wt.f.sets.titles[w] {
		return
	}
	first := nameWord.FindString(bare[from:])
	if first != w && (wt.f.sets.titles[first] || wt.f.sets.ranks[first] || len(wt.f.calls(strings.ToLower(first), true)) > 0) {
		return // Zeugin Lind: another rule's
	}
	switch {
	case first == w && !known: // one word nobody knows
		return
	case known, wt.f.sets.isGiven(first) && !wt.f.common(w, false):
		wt.f.named("name-line", at+from, at+to)
	}
}

// The sides of a lawsuit: Quirrel ./. Lind.
var (
	versus     = []string{"./.", ".//.", " / . ", "·/·"}
	sideBefore = shape(`((?:[\p{Lu}]\.°|[\p{Lu}][\p{L}’']+(?:-[\p{Lu}][\p{L}’']+)?,?°){0,2}` +
		`[\p{Lu}][\p{L}’']+(?:-[\p{Lu}][\p{L}’']+)?)°{0,2}$`)
)

// sides takes the names on both sides of ./. on a line.
func (wt wholeText) sides(at int, line string) {
	for _, v := range versus {
		i := strings.Index(line, v)
		if i < 0 {
			continue
		}
		if m := sideBefore.FindStringSubmatchIndex(line[:i]); m != nil {
			side := line[m[2]:m[3]]
			if from, to := wt.f.name(side, strings.Contains(side, ",")); to == len(side) {
				wt.f.named("name-party", at+m[2]+from, at+m[2]+to)
			}
		}
		rest := line[i+len(v):]
		skip := len(rest) - len(strings.TrimLeft(rest, " \u00a0"))
		if from, to := wt.f.name(rest[skip:], false); to > from {
			wt.f.named("name-party", at+i+len(v)+skip+from, at+i+len(v)+skip+to)
		}
		return
	}
}

// said takes the name before a verb of persons: Quirrel rief an.
var saidBy = shape(`(?:^|[.!?:;,–-]~{1,3}|\n°*|\b(?:dass|daß|ob|weil|wenn|da|als|und|so)~)` +
	`((?:[\p{Lu}]\.~|[\p{Lu}][\p{L}’'-]+~){0,2}[\p{Lu}][\p{L}’'-]+)~{1,2}(?:(?:hat|habe|hatte|ist|sei|war|soll|will)~)?$`)

func (f *finder) said(at int) {
	head := f.src.before(at, nameWindow)
	m := saidBy.FindStringSubmatchIndex(head)
	if m == nil {
		return
	}
	s := head[m[2]:m[3]]
	from, to := f.name(s, false)
	if to != len(s) || from == to || f.sets.titles[lastWord(s)] || len(f.calls(strings.ToLower(lastWord(s)), true)) > 0 {
		return
	}
	f.named("name-verb", at-len(head)+m[2]+from, at-len(head)+m[3])
}

// joined takes the name that follows a name behind "und", "sowie", a comma: both are
// persons where each has a given and a family name.
var joint = shape(`^(?:~(?:und|sowie|u\.|&|/)~{1,2}|[,;]~{1,2}(?:und~|sowie~)?)`)

func (wt wholeText) joined() {
	begun := map[int]bool{} // where names found begin
	for _, h := range wt.f.hits {
		begun[h.Offset] = begun[h.Offset] || h.Kind == Name
	}
	for i := 0; i < len(wt.f.hits) && len(wt.f.hits) < maxHits; i++ {
		h := wt.f.hits[i]
		if h.Kind != Name || !strings.Contains(wt.f.text[h.Offset:h.end()], " ") {
			continue
		}
		s := wt.f.src.window(h.end(), nameWindow)
		gap := len(joint.FindString(s))
		if gap == 0 {
			continue
		}
		from, to := wt.f.name(s[gap:], false)
		words := s[gap+from : gap+to]
		if to == 0 || !strings.ContainsAny(words, " \n") || strings.Contains(words, ",") || begun[h.end()+gap+from] {
			continue
		}
		begun[h.end()+gap+from] = true
		wt.f.named("name-row", h.end()+gap+from, h.end()+gap+to)
	}
}

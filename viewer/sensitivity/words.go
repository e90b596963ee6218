package sensitivity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// word looks what a word calls for.
func (f *finder) word(at, end int, w string) {
	low := strings.ToLower(w)
	calls := f.calls(low, strings.HasPrefix(f.text[end:], ":"))
	if len(calls) > 0 {
		f.over(at)
	}
	for _, rule := range calls {
		switch rule {
		case "birth":
			if low != "welt" || bornInto.MatchString(f.src.before(at, 12)) {
				f.born(at, end)
			}
		case "phone":
			f.phoneAfter(end)
		case "address-word":
			f.placeAfter(end)
		case "name-title", "name-role":
			f.nameAfter(rule, end, low == "an" || low == "von" || low == "cc")
		case "name-sign":
			f.signed(end)
		case "name-greeting":
			f.greeted(end)
		case "name-verb":
			f.said(at)
		case "name-row":
			f.nameRow(end)
		}
	}
	first, _ := utf8.DecodeRuneInString(w)
	switch {
	case !unicode.IsUpper(first):
	case f.sets.given[w] || strings.ToUpper(w) == w && f.sets.given[capital(low)]:
		f.given(at, end, capital(low))
	}
	if unicode.IsUpper(first) {
		f.alone(at, end, w)
	}
	if end-at == 1 && unicode.IsUpper(first) {
		f.initialled(at, end)
	}
	if low == "i" {
		f.byOrder(at)
	}
	if f.sets.registers[w] {
		f.court(at, end)
	}
	f.street(at, end, low)
	if f.sets.prepositions[w] {
		f.led(at, end)
	}
	if f.sets.ranks[w] {
		f.nameAfter("name-title", end, false)
	}
	if f.special[low] {
		f.add("special", at, end)
	}
	if w == "at" {
		f.mailAt(at, end)
	}
}

// calls gives the rules a folded word calls, by the word itself or by how it ends.
func (f *finder) calls(low string, colon bool) (rules []string) {
	if rules = f.called(low, colon); len(rules) == 0 && typed(low) {
		rules = f.called(umlauts.Replace(low), colon) // of a typewriter: Schwaegerin
	}
	return rules
}

var bornInto = shape(`(?:zur|Licht~der)~{1,2}$`) // zur Welt kommen, das Licht der Welt erblicken

var umlauts = strings.NewReplacer("ae", "ä", "oe", "ö", "ue", "ü")

// typed tells whether a word may hold an umlaut written as two letters.
func typed(low string) bool {
	return strings.Contains(low, "ae") || strings.Contains(low, "oe") || strings.Contains(low, "ue")
}

func (f *finder) called(low string, colon bool) (rules []string) {
	for _, c := range f.words[low] {
		if colon || !c.colon {
			rules = append(rules, c.rule)
		}
	}
	for _, e := range f.endings[low[max(0, len(low)-2):]] {
		if len(low) > len(e.end) && strings.HasSuffix(low, e.end) && !slices.Contains(rules, e.rule) {
			rules = append(rules, e.rule)
		}
	}
	return rules
}

// capital writes a word with a great first letter.
func capital(low string) string {
	c, n := utf8.DecodeRuneInString(low)
	return string(unicode.ToUpper(c)) + low[n:]
}

// A word of a name, and what stands between two of them.
var (
	nameWord = shape(`^[\p{Lu}][\p{L}\p{Mn}'’]*(?:-[\p{L}'’]+)*`)
	between  = shape(`^(?:~und~|~{1,3}|\.~{0,2}|,~{1,2})`)
	smallOne = shape(`^\p{Ll}{1,5}`)
	lead     = shape(`^(?:~|[.:]|(?:in|innen|en|ist|war|lautet)\b){0,12}`)
	ofField  = shape(`^(?:°(?:laut|lt\.|nach|und|oder|der|des|gemäß|\()[^:\n;|\t]{1,40}|°?\([^:\n)]{1,40}\))(?:~*:|~*\n)`)
)

// nameWindow is how far a name may reach.
const nameWindow = 96

// nameAfter takes the name behind a title or role.
// called says that the word is one of many uses: no colon makes sure that a name comes.
func (f *finder) nameAfter(rule string, at int, called bool) {
	s := f.src.window(at, nameWindow)
	skip, sure := 0, rule == "name-title"
	if rule == "name-role" {
		for _, more := range []string{", Vorname", ",Vorname", ", Vornamen"} {
			if strings.HasPrefix(s, more) {
				skip = len(more)
			}
		}
		field := len(ofField.FindString(s[skip:])) // of the label: Vorname laut Geburtsurkunde, Kontoinhaber (Name, Vorname)
		sure, skip = field > 0 && strings.Contains(s[:field], "orname"), skip+field
	}
	after := len(lead.FindString(s[skip:]))
	if skip+after == 0 {
		return
	}
	told := strings.Contains(s[skip:skip+after], ":") && !called
	if court := atCourt.FindString(s[skip+after:]); court != "" { // Richter am Amtsgericht Lind
		after += len(court)
	}
	from, to := f.name(s[skip+after:], sure || told)
	s = s[skip+after:]
	w := strings.ToLower(nameWord.FindString(s[from:]))
	if len(f.words[w]) > 0 && strings.HasPrefix(strings.TrimLeft(s[from+len(w):], " "), ":") {
		return // the next label
	}
	f.named(rule, at+skip+after+from, at+skip+after+to)
}

var atCourt = shape(`^am~\p{L}*gericht~`)

// A closing formula, and what may stand behind the name on the line of the name.
var (
	underSign = shape(`^(?:°{0,3}[,:.]?~{0,3}(?:\r?\n)|°?:)~{0,12}`)
	lineEnds  = shape(`^(?:°{0,3}[,(][^\n]{0,60})?°*(?:\r?\n|$)`)
)

// signed takes a name that stands on a line of its own under a closing formula.
func (f *finder) signed(at int) {
	s := f.src.window(at, nameWindow)
	skip := len(underSign.FindString(s))
	if skip == 0 {
		return
	}
	line, _, _ := strings.Cut(f.src.window(at+skip, 2*nameWindow), "\n")
	if f.namesOf(at+skip, line) {
		return
	}
	one := nameWord.FindString(s[skip:]) // a family name that ends like a common noun: Oberhaus
	sure := one == strings.TrimSpace(line) && !f.sets.stop[one] && !f.sets.hard(one)
	if from, to := f.name(s[skip:], sure); to > 0 && lineEnds.MatchString(f.src.window(at+skip+to, nameWindow)) {
		f.add("name-sign", at+skip+from, at+skip+to)
	}
}

// nameEnds is a name right before what tells of a birth: Jost Quirrel, geb.
var nameEnds = shape(`(?:^|[^\p{L}\-.])((?:[\p{Lu}][\p{L}\p{Mn}'’\-]+(?:,?~)(?:(?:von|van|de|der|den|zu)~){0,2}){1,3}` +
	`[\p{Lu}][\p{L}\p{Mn}'’\-]+)(?:,?~{1,2}\(?|°?\()$`)

// givenEnds is one word right before what tells of a birth: a child's given name.
var givenEnds = shape(`(?:^|[^\p{L}\-])([\p{Lu}][\p{L}\p{Mn}\-]+)(?:,?~{1,2}\(?|°?\()$`)

// nameBefore takes the words right before byte at as a name, where a birth is told there.
func (f *finder) nameBefore(at int) {
	head := f.src.before(at, nameWindow)
	m := nameEnds.FindStringSubmatchIndex(head)
	if m == nil {
		if m = givenEnds.FindStringSubmatchIndex(head); m != nil && f.sets.isGiven(head[m[2]:m[3]]) {
			f.add("name-birth", at-len(head)+m[2], at-len(head)+m[3])
		}
		return
	}
	from := m[2]
	for { // what stands before the name as a title or role is none of it
		w := nameWord.FindString(head[from:])
		low := strings.ToLower(w)
		if w == "" || !f.sets.stop[w] && !f.sets.titles[w] && f.words[low] == nil {
			break
		}
		from += len(w)
		for from < m[3] && !unicode.IsUpper(rune(head[from])) && head[from] < utf8.RuneSelf {
			from++
		}
	}
	if n, to := f.name(head[from:m[3]], false); n == 0 && to == m[3]-from && strings.ContainsAny(head[from:m[3]], " \n") {
		f.add("name-birth", at-len(head)+from, at-len(head)+from+to)
	}
}

// byOrder takes the name behind i. A. and i. V.
var order = shape(`^[iI]\.~?[AV]\.~{1,2}`)

func (f *finder) byOrder(at int) {
	s := f.src.window(at, nameWindow)
	if head := len(order.FindString(s)); head > 0 {
		from, to := f.name(s[head:], true)
		f.add("name-title", at+head+from, at+head+to)
	}
}

// given takes a given name of the list with the name behind or before it: Karl Lind;
// Lind, Karl.
var nameBefore = shape(`([\p{Lu}][\p{L}\p{Mn}'’]+(?:-[\p{L}'’]+)*),~{1,2}$`)

func (f *finder) given(at, end int, w string) {
	s := f.src.window(at, nameWindow)
	if f.common(nameWord.FindString(s), true) {
		return
	}
	if _, to := f.name(s, false); to > end-at {
		if f.sets.doubtful[w] && !f.surnameLike(s[end-at:to]) {
			return
		}
		f.named("name-list", at, at+to)
		return
	}
	if !f.sets.doubtful[w] && !f.sets.familyDoubtful[w] && !saint.MatchString(f.src.before(at, 16)) {
		f.person("name-list", at, end) // a child, a colleague
	}
	head := f.src.before(at, 40)
	if m := capitals.FindStringSubmatchIndex(head); m != nil && !f.common(head[m[2]:m[3]], true) {
		f.add("name-list", at-len(head)+m[2], end) // STÜBNER Theo
	}
	if m := nameBefore.FindStringSubmatchIndex(head); m != nil && !f.sets.doubtful[w] && !f.common(head[m[2]:m[3]], false) {
		f.add("name-list", at-len(head)+m[2], end)
	}
}

var (
	saint    = shape(`(?:St\.|Sankt|Hl\.|König|Königin|Kaiser|Papst|Prinz|Orkan|Sturm|Tief|Hoch)~{1,2}$`)
	capitals = shape(`(?:^|[^\p{L}\-])(\p{Lu}{3,}(?:-\p{Lu}{2,})?)°{1,2}$`)
)

// surnameLike tells whether what follows a word that is a given name and a common word
// as well stands on the same line without a sign between.
func (f *finder) surnameLike(s string) bool {
	return strings.HasPrefix(s, " ") && !strings.ContainsAny(s, "\n,.") || strings.HasPrefix(s, "-")
}

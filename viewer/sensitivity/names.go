package sensitivity

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// name gives the place of a name at the beginning of s: titles are passed over, up to
// four words of a name with their particles count. sure says that a name must come;
// else the first word must not be a common noun by its ending.
func (f *finder) name(s string, sure bool) (from, to int) {
	at, words, comma, particle := 0, 0, false, false
	from = -1
	at = len(degrees.FindString(s))
	if w := nameWord.FindString(s); sure && alsoName[w] && nameWord.FindString(strings.TrimLeft(s[len(w):], " ")) == "" {
		return 0, len(w) // Frau Richter
	}
	given := false // the word before is a given name of the list
	for words < 4 {
		if n := len(initials.FindString(s[at:])); n > 0 && (words > 0 || sure) && nameWord.MatchString(s[at+n:]) {
			if from < 0 {
				from = at
			}
			at += n
		}
		if n := len(noble.FindString(s[at:])); n > 0 {
			if from < 0 {
				from = at
			}
			at += n
		}
		w := nameWord.FindString(s[at:])
		if w == "" {
			w = smallOne.FindString(s[at:])
			if !f.sets.particles[w] || article[w] && !particle {
				break
			}
			particle = true
		} else if words > 0 || !f.sets.titles[w] { // a title is no name; what follows may be
			known := (sure || given) && f.sets.familyDoubtful[w] // Frau Freitag
			if !known && (f.common(w, words > 0 && given || sure && words == 0) || words > 0 && given && f.sets.hard(w)) {
				break
			}
			words++
			given = f.sets.isGiven(w)
			to = at + len(w)
		}
		if from < 0 && (words > 0 || f.sets.particles[w]) {
			from = at
		}
		at += len(w)
		if at < len(s) && digit(s[at]) { // DE45
			return 0, 0
		}
		gap := between.FindString(s[at:])
		if gap == "" || strings.Count(gap, "\n") > 0 && words > 0 && (!given || !goesOnLine.MatchString(s[at:])) ||
			gap[0] == '.' && words > 0 && len(w) > 2 {
			break
		}
		if gap[0] == ',' {
			if words == 0 || comma {
				break
			}
			next := nameWord.FindString(s[at+len(gap):])
			if comma = true; !f.sets.isGiven(next) && (!sure || next == "" || f.common(next, false)) {
				break
			}
		}
		if strings.Contains(gap, "und") && words == 0 {
			break
		}
		at += len(gap)
	}
	if words == 0 {
		return 0, 0
	}
	return from, to
}

// Degrees before a name, initials within it, particles of several words.
var (
	degrees = shape(`^(?:(?:Dipl\.°?-?°?[\p{L}]+\.?|Dr\.(?:-Ing\.)?|Prof\.|` +
		`(?:med|jur|iur|phil|rer|nat|pol|ing|habil|vet|oec|dent|theol|h|c|Ing)\.)` +
		`(?:°?\([FU]H\))?~{0,2}){1,6}`)
	initials   = shape(`^(?:[A-ZÄÖÜ]\.(?:-[A-ZÄÖÜ]\.)?~{0,2}){1,2}`)
	noble      = shape(`^(?:von°und°zum?|von°der|Edler°von|Edle°von|Freiherr°von|Freifrau°von|Graf°von|Gräfin°von)~`)
	goesOnLine = shape(`^°?\r?\n[\p{Lu}][\p{L}\-]+(?:[,.]?°[\p{Ll}(]|[,.]°|\.\s)`)
)

// hardEnds end no family name.
var hardEnds = []string{"ung", "ungen", "heit", "keit", "schaft", "tion", "tionen", "straße", "strasse", "platz", "gesetz",
	"behörde", "gericht", "ministerium", "vertrag", "stelle", "antrag", "bescheid", "amt"}

// hard tells whether a word behind a given name is a common noun all the same.
func (s *sets) hard(w string) bool {
	low := strings.ToLower(w)
	return slices.ContainsFunc(hardEnds, func(e string) bool { return strings.HasSuffix(low, e) })
}

// alsoName are titles that are frequent family names.
var alsoName = map[string]bool{"Richter": true, "Graf": true, "Ritter": true, "Baron": true, "Amtmann": true, "Pastor": true, "Rat": true}

// article are the particles that stand in a name behind another one only: von der Heide.
var article = map[string]bool{"der": true, "den": true, "dem": true}

// isGiven tells whether a word, or the first part of one with a hyphen, is a given name.
func (s *sets) isGiven(w string) bool {
	first, _, _ := strings.Cut(w, "-")
	return s.given[w] || s.given[first]
}

// common tells whether a word is a common noun: by the list, or by its ending where no
// name must come.
func (f *finder) common(w string, sure bool) bool {
	if f.sets.stop[w] || utf8.RuneCountInString(w) < 2 || mixed(w) {
		return true
	}
	if i := strings.LastIndexByte(w, '-'); i > 0 && f.sets.named[w[i+1:]] { // Robert-Koch-Institut
		return true
	}
	if sure {
		return false
	}
	low := strings.ToLower(w)
	if len(f.calls(low, false)) > 0 && !f.sets.maybeFamily(w) && !alsoName[w] && !f.sets.given[w] { // the next role
		return true
	}
	for _, s := range f.sets.suffixes {
		if strings.HasSuffix(low, s) {
			return true
		}
	}
	return false
}

// mixed tells whether a word has a great letter within: StVO, GmbH. McDonald has as well.
func mixed(w string) bool {
	inner, before := false, ' '
	for i, c := range w {
		if i > 0 && unicode.IsUpper(c) && unicode.IsLower(before) {
			inner = true
		}
		before = c
	}
	return inner && !slices.ContainsFunc([]string{"Mc", "Mac", "De", "La"}, func(p string) bool { return strings.HasPrefix(w, p) })
}

// What makes a name that of a firm: its form behind it, or its kind before it.
var (
	firmAfter = shape(`^(?:°(?:&|und)°(?:Söhne|Sohn|Co|Partner|Cie|Gebrüder)\b|(?:°[A-ZÄÖÜ&][\p{L}&.]*){0,3}°` +
		`(?:GmbH|AG|KG|OHG|oHG|eG|SE|mbH|mbB|PartG|KGaA|e\.°?(?:K|V|G)\.|Klinik|Versand)(?:[^\p{L}]|$))`)
	firmBefore = shape(`(?:^|[^\p{L}])(?:VEB|LPG|PGH|GPG|VEG|HO|Firma|Fa\.|Firmen|Kombinat|Brigade|Autohaus|` +
		`Hotel|Gasthof|Gaststätte|Bäckerei|Fleischerei|` +
		`Apotheke|Kanzlei|Möbel|Elektro|Spedition|Verlag|Schule|Grundschule|Gymnasium|Stiftung|Platz|Haus)°["„»]?$`)
)

// named adds a name, unless it is a firm's.
func (f *finder) named(rule string, from, to int) {
	if to > from && !firmAfter.MatchString(f.src.window(to, 64)) && !firmBefore.MatchString(f.src.before(from, 24)) {
		f.add(rule, from, to)
	}
}

// greeted takes the name of a greeting: Liebe Anna, Hallo Herr Lind!
var greeting = shape(`^°([\p{Lu}][\p{L}\-]+(?:°[\p{Lu}][\p{L}\-]+)?)(?:°?[,!]|°*\r?\n)`)

func (f *finder) greeted(at int) {
	m := greeting.FindStringSubmatchIndex(f.src.window(at, nameWindow))
	if m == nil {
		return
	}
	if from, to := f.name(f.text[at+m[2]:at+m[3]], false); to > from {
		f.named("name-greeting", at+m[2]+from, at+m[2]+to)
	}
}

// rowEntry is one of several names on a line: up to three words, what it is in brackets.
var rowEntry = shape(`^°*(?:\d{1,2}\.°|-°)?([^\n,;()]{2,48})(?:\([^\n()]{1,40}\))?(?:[,;]~{1,2}|°*\r?\n|\.?°*$)`)

// nameRow takes the names of a list behind a word like Verteiler: Lind, Brandt, Bauamt.
func (f *finder) nameRow(at int) {
	s := f.src.window(at, 4*nameWindow)
	if s == "" || s[0] != ':' {
		return
	}
	at, s = at+1, s[1:]
	for range 24 {
		m := rowEntry.FindStringSubmatchIndex(s)
		if m == nil {
			return
		}
		entry := strings.TrimRight(s[m[2]:m[3]], " .")
		if from, to := f.name(entry, false); to == len(entry) {
			f.named("name-row", at+m[2]+from, at+m[2]+to)
		}
		if strings.Contains(s[m[3]:m[1]], "\n") {
			return
		}
		at, s = at+m[1], s[m[1]:]
	}
}

// initialled takes a name of an initial and a family name, where it stands apart: after a
// sign or a wide gap, at the end of its line or before a sign.
var (
	initialName  = shape(`^\.°?([\p{Lu}][\p{L}’']+(?:-[\p{Lu}][\p{L}]+)?)(?:[^\p{L}]|$)`)
	initialEnds  = shape(`^(?:°*\r?\n|°*$|[,;)]|°{2,}|°\()`)
	shortForm    = shape(`(?:^|[^\p{L}])[\p{Ll}]\.°?$`) // z. B., i. A.
	bulleted     = shape(`\n°*(?:-|\d{1,2}[.)])°{1,3}$`)
	initialApart = shape(`(?:,°|\(|;°|\t|°{3,}|\r?\n°*|^)$`)
)

func (f *finder) initialled(at, end int) {
	head := f.src.before(at, 12)
	m := initialName.FindStringSubmatchIndex(f.src.window(end, 64))
	if m == nil || shortForm.MatchString(head) {
		return
	}
	w, to := f.text[end+m[2]:end+m[3]], end+m[3]
	if f.sets.given[w] || f.sets.maybeFamily(w) && !f.sets.stop[w] { // T. Nguyen
		f.named("name-initial", f.leftward(at, false), to)
		return
	}
	if f.common(w, false) || !initialEnds.MatchString(f.src.window(to, 24)) {
		return
	}
	begins := head == "" || strings.HasSuffix(strings.TrimRight(head, " "), "\n") // A. Problem
	if bulleted.MatchString(head) || initialApart.MatchString(head) && (!begins || f.text[to:min(len(f.text), to+1)] == ",") {
		f.named("name-initial", f.leftward(at, false), to)
	}
}

// namesOf takes the names that stand side by side on a line, two at least and nothing else.
func (f *finder) namesOf(at int, line string) bool {
	cells := parts(strings.TrimRight(line, " \r"), ' ')
	if len(cells) < 2 || len(cells) > 4 {
		return false
	}
	var hits [][2]int
	for _, c := range cells {
		from, to := f.name(c.text, true)
		if w := strings.ToLower(c.text); to != len(c.text) || f.words[w] != nil {
			return false
		}
		hits = append(hits, [2]int{at + c.at + from, at + c.at + to})
	}
	for _, h := range hits {
		f.named("name-sign", h[0], h[1])
	}
	return true
}

// over takes the names on the line above two functions side by side: those of who signed.
func (f *finder) over(at int) {
	head := f.src.before(at, 2*nameWindow)
	if head == "" || head[len(head)-1] != '\n' {
		return
	}
	line, _, _ := strings.Cut(f.src.window(at, nameWindow), "\n")
	cells := parts(strings.TrimRight(line, " \r"), ' ')
	for _, c := range cells {
		if w := strings.ToLower(c.text); len(f.calls(w, true)) == 0 && !f.sets.titles[c.text] {
			return
		}
	}
	above := head[:len(head)-1]
	above = above[strings.LastIndexByte(above, '\n')+1:]
	if len(parts(strings.TrimRight(above, " \r"), ' ')) == len(cells) {
		f.namesOf(at-1-len(above), above)
	}
}

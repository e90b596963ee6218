package sensitivity

import (
	"laufzettel/transfer/pattern"
	"strings"
)

// Days of birth that no word calls: of relatives behind their given names, of persons in
// rows that name their occupation or their age.

var (
	// kinRow is a given name, alone in its line or behind a label, and its day:
	// "2. Kind: Jonas, 2.4.1994", "Ehegatte: Johann, 22.6.46, verh. 1980".
	kinRow = shape(`^(?:°|\t)*(?:(?:\d{1,2}\.?°)?[\p{L}][^\n:;|]{0,30}:(?:°|\t)*|(?:-|–|•|\*|[a-z]\))(?:°|\t)+)?` +
		`([\p{Lu}][\p{L}’']+(?:(?:°|-)[\p{Lu}][\p{L}’']+){0,2})` + kinDay)
	kinDay = `(,°(?i:` + dayISO + `|` + dayNumbers + `|` + dayWords + `)(?:[,;]|$))`

	childHere = shape(`^[^,(\d]{0,30},?°\(?` + aDay)

	dayOfKin = shape(`^,~` + aDay)

	// children begins a row of several: "Kinder   1. Mandy, 7.10.81  2. Theo, 14.3.85".
	children = shape(`^(?:°|\t)*(?i:Kind|Kinder|Sohn|Söhne|Tochter|Töchter|Geschwister|Enkel)(?:\(er\))?°*(?::|\t|°{2})`)
	// childDay is one of them, the given name and the day.
	childDay = shape(`(?:^|[\s,;(\x{00a0}])([\p{Lu}][\p{L}’']+)(?:°[\p{Lu}][\p{L}’']+)?,?°\(?` + aDay)

	// dayOfForm follows a name in a line of a form: "Versicherte/r: Lind, Anna / 1.2.1954 / A 123".
	dayOfForm = shape(`^°/°?` + aDay + `(?:°?[/,;]|°*$|°*\n)`)

	// resident is a row with family name, given name, day and street: "Lind Petra  1.2.54  Am Wehr 7".
	resident = shape(`^(?:°|\t)*[\p{Lu}][\p{L}’'\-]+°([\p{Lu}][\p{L}]+)` +
		`((?:\t|°{2,6})(?i:` + dayISO + `|` + dayNumbers + `|` + dayWords + `)(?:\t|°{2,6}))[\p{Lu}][\p{L}.\- \x{00a0}]{2,40}°\d{1,4}`)
	residentDay = shape(`^(?:\t|°{2,6})` + aDay)

	// trade is an occupation between the name of a row and the day.
	trade = shape(`^,°([\p{Lu}][\p{L}\-/]{3,28}(?:°[\p{L}.]{1,12})?)(,°)`)

	// jubilee is a row of persons of whom the office thinks: the day, the name, the age.
	jubilee = shape(`^(?:°|\t)*(?:am°|-°|•°)?(\d{1,2}\.°?\d{1,2}\.°?\d{4})(?:°|\t|[,;|])+[\p{Lu}][^\n]{3,120}` +
		`(?:\(|,|;|°|\t)(?:wird°)?\d{2,3}°?(?:J\.|Jahre|Jahre alt)\)?(?:°|[.,;])*$`)
)

// relation are the labels whose persons stand with their days of birth; others, as
// "gezeichnet: Petra Lind, 1.2.2004", are followed by the day of an act.
var relation = shape(`(?i)(?:^|[^\p{L}])(?:kind|kinder|sohn|söhne|tochter|töchter|ehegatte|ehegattin|eheg\.|ehefrau|ehemann|ehepartner|` +
	`partner|partnerin|lebensgefährt(?:e|in)|vater|mutter|eltern|geschwister|bruder|schwester|enkel|großmutter|großvater|stiefvater|` +
	`stiefmutter|pflegekind|mündel|betreute[r]?|betroffene[r]?|patient(?:in)?|schüler(?:in)?|versicherte[r]?|verstorbene[r]?|erblasser(?:in)?|` +
	`erbe|erbin|miterbe|erben|beschuldigte[r]?|angeklagte[r]?|verurteilte[r]?|tatverdächtige[r]?|geschädigte[r]?|bewerber(?:in)?|` +
	`[\p{L}]*einzubürgern|miteinreisende?|person|opfer|halter(?:in)?|fahrer(?:in)?)(?:/r|/in|\(r\)|\(in\))?\.?` +
	`(?:[^\p{L}\n:]{0,12}:|°?\.{3,60})°*$`)

// aDay is a day as numbers or with its month as a word, in the groups that dayOf reads.
const aDay = `(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `))`

// dayAhead is a day that may follow a comma.
var dayAhead = pattern.Of(`,[ \x{00a0}]\d`)

// kinLine takes the day of a line that is a relative's or a jubilee's.
func (wt wholeText) kinLine(at int, line string) {
	if strings.Contains(line, " J") {
		if m := jubilee.FindStringSubmatchIndex(line); m != nil {
			wt.f.dayIn(dayHere, at+m[2], line[m[2]:m[3]])
			return
		}
	}
	if children.MatchString(line) {
		wt.childrenOf(at, line)
	}
	if m := resident.FindStringSubmatchIndex(line); m != nil && wt.f.sets.isGiven(line[m[2]:m[3]]) {
		wt.f.dayIn(residentDay, at+m[4], line[m[4]:m[5]])
	}
	if !dayAhead.MatchString(line) {
		return
	}
	m := kinRow.FindStringSubmatchIndex(line)
	if m == nil {
		return
	}
	name := line[m[2]:m[3]]
	first := nameWord.FindString(name)
	if !wt.f.sets.isGiven(first) || wt.f.sets.doubtful[first] {
		return
	}
	alone := first == name || wt.f.sets.isGiven(lastWord(name)) // given names only
	if (alone || relation.MatchString(line[:m[2]])) && wt.f.dayIn(dayOfKin, at+m[4], line[m[4]:m[5]]) && alone {
		wt.f.person("name-line", at+m[2], at+m[3])
	}
}

// childrenOf takes the days behind the given names of a row of children.
func (wt wholeText) childrenOf(at int, line string) {
	for _, m := range childDay.FindAllStringSubmatchIndex(line, -1) {
		if wt.f.sets.isGiven(line[m[2]:m[3]]) {
			wt.f.dayIn(childHere, at+m[3], line[m[3]:m[1]])
		}
	}
}

// kin takes the days behind names found that stand in rows of relatives and parties.
func (wt wholeText) kin() {
	for _, h := range wt.f.hits {
		s := wt.f.src.window(h.end(), nameWindow)
		if h.Kind != Name || !strings.HasPrefix(s, ",") && !strings.HasPrefix(s, " /") {
			continue
		}
		before := wt.f.src.before(h.Offset, 40)
		related := relation.MatchString(before)
		if s[0] == ' ' {
			if related {
				wt.f.dayIn(dayOfForm, h.end(), s)
			}
			continue
		}
		if t := trade.FindStringSubmatchIndex(s); t != nil {
			if related || rowBegins.MatchString(before) {
				wt.f.dayIn(dayOfKin, h.end()+t[4], s[t[4]:])
			}
		} else if related {
			wt.f.dayIn(dayOfRow, h.end(), s)
		}
	}
}

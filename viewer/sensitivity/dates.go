package sensitivity

import (
	"laufzettel/transfer/pattern"
	"strconv"
	"strings"
)

// shape makes a pattern, in which ~ is a blank of any width or the end of a line, and °
// one that does not end it.
func shape(s string) *pattern.Pattern {
	return pattern.Shape(s, "~", `[\s\x{00a0}\x{2007}\x{2009}\x{202f}]`, "°", `[ \x{00a0}]`)
}

// The forms of a day: 1.2.1950, 01/02/50, 1. Februar 1950, 1.II.1950, 1950-02-01.
const (
	dayNumbers = `(\d{1,2})~{0,2}[.\-/]~{0,2}(\d{1,2})~{0,2}[.\-/]~{0,2}(\d{4}|\d{2})`
	dayWords   = `(\d{1,2})~?(?:\.|ten|te)?~{0,2}` +
		`(Jan|Jän|Feb|Mär|Maer|Mrz|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]{0,6}\.?~{0,3}(\d{4}|\d{2})`
	dayRoman = `(\d{1,2})~?\.~{0,2}([1lIVX]{0,4}[IVX][1lIVX]{0,3}|[1l]{3})~?\.~{0,2}(\d{4}|\d{2})`
	dayISO   = `(\d{4})-(\d{2})-(\d{2})`
	// in the boxes of a form: 1 8 1 0 1 9 4 1
	dayBoxed = `(\d` + box + `\d)` + box + `(\d` + box + `\d)` + box + `(\d` + box + `\d` + box + `\d` + box + `\d)`
	box      = `(?:°?[|]°?|°)`
	// the day written out: am dritten März 1956
	dayOrdinal = `(erst|zweit|dritt|viert|fünft|sechst|siebent|siebt|acht|neunt|zehnt|elft|zwölft|` +
		`(?:drei|vier|fünf|sech|sieb|acht|neun)zehnt|` +
		`(?:(?:ein|zwei|drei|vier|fünf|sechs|sieben|acht|neun)und)?zwanzigst|(?:einund)?dreißigst)en~{1,2}` +
		`(Jan|Jän|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)[a-zä]{0,6}~{1,3}` +
		`(\d{4}|(?:achtzehn|neunzehn)hundert[a-zäöüß]{0,32}|zweitausend[a-zäöüß]{0,24})`
)

// filler may stand between the word and the day: am, in Köln, a name of birth.
const filler = `(?:~|[:,.()/\-–_…|]){0,64}` +
	`(?:(?:am(?:/in)?|a|von|den|dem|des|der|in|zu|bei|unter|ist|war|lautet|datum|dat|tag|ort|und|bzw|` +
	`[A-ZÄÖÜ][\p{L}\-]{1,30})(?:~|[:,.()/\-–_…|]){1,48}){0,5}`

var (
	dayAfter = shape(`^` + filler + `(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `)|(` + dayRoman + `)|` +
		`(` + dayOrdinal + `)|(` + dayBoxed + `))`)
	dayBefore = shape(`(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `)|(` + dayRoman + `)|` +
		`(` + dayOrdinal + `))~{1,2}(?:\(|das~{1,2}Licht~{1,2}der~{1,2}|(?:in|im|zu|bei|als|auf|ein)(?:~{1,2}[\p{L}./()\-,]{1,30}){1,14}~{1,2})?$`)
	dayHere = shape(`^~{0,12}(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `)|(` + dayRoman + `))`)
)

// dayComes is what leads on from "geboren" to the day.
var dayComes = shape(`^(?:°*:|~{1,2}(?:am|den|um|im|laut)?~{0,2}\d)`)

// dayWindow is how far from the word a day may stand.
const dayWindow = 160

// born looks for a day beside a word like geb., geboren, Geburtsdatum.
func (f *finder) born(from, to int) {
	f.nameBefore(from)
	if low := strings.ToLower(f.text[from:to]); low == "geb" || low == "geborene" {
		f.maiden(to)
	}
	head := f.src.before(from, dayWindow)
	if strings.EqualFold(f.text[from:to], "geboren") && !dayComes.MatchString(f.src.window(to, 24)) &&
		f.dayIn(dayBefore, from-len(head), head) {
		return // am 1.2.1950 in Köln geboren. Am 3.4.1970 trat er ein
	}
	if bent := strings.HasPrefix(strings.ToLower(f.text[from:to]), "geborene"); bent && f.dayIn(dayBefore, from-len(head), head) {
		return // der am 1.2.1950 geborene und am 3.4.1990 verstorbene
	}
	if f.dayIn(dayAfter, to, f.src.window(to, dayWindow)) {
		return
	}
	f.dayIn(dayBefore, from-len(head), head)
}

// maiden takes the name of birth: geb. Lind, wohnhaft.
var maidenName = shape(`^(?:\.~{0,2}|~)((?:(?:von|van|de|zu)~)?[\p{Lu}][\p{L}\p{Mn}'’]+(?:-[\p{L}]+)?)` +
	`(?:~?[,;)]|\.~|°*\r?\n|°*$|~(?:und|am|verst|wohnhaft|in))`)

func (f *finder) maiden(at int) {
	s := f.src.window(at, nameWindow)
	if m := maidenName.FindStringSubmatchIndex(s); m != nil {
		if from, to := f.name(s[m[2]:m[3]], false); to == m[3]-m[2] && f.words[strings.ToLower(s[m[2]:m[3]])] == nil {
			f.named("name-birth", at+m[2]+from, at+m[3])
		}
	}
}

// dayBehind takes the day in brackets right behind a person's name: Karl Lind (1.2.1950),
// (Lind, Karl, 1.2.1950).
var dayBehind = shape(`^(?:~?\(~?\*?|,~)(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `)|(` + dayRoman + `))~?[),.;]`)

// dayOfRow is a day that stands behind the name at the beginning of a row of a list.
var dayOfRow = shape(`^(?:,~|\t|°{2,}|°?[|;]°?)(?i:(` + dayISO + `)|(` + dayNumbers + `)|(` + dayWords + `)|(` + dayRoman + `))(?:[,;|\t\r\n]|°{2,}|°[|]|$)`)

// rowBegins is what may stand before the name in a row.
var rowBegins = shape(`(?:^|\n)(?:°|\t)*(?:(?:-|–|•|\d{1,4}[.)]?)(?:°|\t)+)?$`)

// givenBracket is a given name with a day in brackets: Paul (11. November 1965).
var givenBracket = shape(`([\p{Lu}][\p{L}]+)~?\($`)

func (wt wholeText) bracketed() {
	for _, h := range wt.f.hits {
		if h.Kind != Name {
			continue
		}
		name, s := wt.f.text[h.Offset:h.end()], wt.f.src.window(h.end(), 48)
		whole := strings.ContainsAny(name, " ,") // more than one word
		if whole && rowBegins.MatchString(wt.f.src.before(h.Offset, 16)) && wt.f.dayIn(dayOfRow, h.end(), s) {
			continue
		}
		if given := wt.f.sets.isGiven(nameWord.FindString(name)); !given && !whole || s == "" ||
			s[0] == ',' && !strings.Contains(name, ",") {
			continue
		}
		wt.f.dayIn(dayBehind, h.end(), s)
	}
	wt.kin()
	for at := range len(wt.f.text) {
		if wt.f.text[at] != '(' {
			continue
		}
		m := givenBracket.FindStringSubmatch(wt.f.src.before(at+1, 32))
		if m != nil && wt.f.sets.given[m[1]] {
			wt.f.dayIn(dayBehind, at, wt.f.src.window(at, 48))
		}
	}
}

// bornSign looks for a day behind the star of genealogists.
func (f *finder) bornSign(at int) {
	from := at + len("*")
	if f.text[at] != '*' {
		from = at + len("∗")
	}
	if f.dayIn(dayHere, from, f.src.window(from, 40)) {
		f.nameBefore(at)
	}
}

// dayIn adds the day a pattern finds in s, which begins at byte at of the text.
func (f *finder) dayIn(form *pattern.Pattern, at int, s string) bool {
	from, to, ok := dayOf(form, s)
	if ok {
		f.add("birth", at+from, at+to)
	}
	return ok
}

// dayOf gives where in s the day a pattern finds stands.
func dayOf(form *pattern.Pattern, s string) (from, to int, ok bool) {
	m := form.FindStringSubmatchIndex(s)
	if m == nil {
		return 0, 0, false
	}
	for group := 1; 2*group < len(m); group += 4 {
		from, to := m[2*group], m[2*group+1]
		if from < 0 {
			continue
		}
		var parts [3]string
		for i := range parts {
			parts[i] = inBoxes.Replace(s[m[2*(group+1+i)]:m[2*(group+1+i)+1]])
		}
		if group == 1 {
			parts[0], parts[2] = parts[2], parts[0]
		}
		return from, to, (to == len(s) || !digit(s[to])) && isDay(parts)
	}
	return 0, 0, false
}

// inBoxes takes away what stands between digits in the boxes of a form.
var inBoxes = strings.NewReplacer(" ", "", "\u00a0", "", "|", "")

// isDay tells whether day, month (number, Roman number or word) and year are possible.
func isDay(parts [3]string) bool {
	day, err := strconv.Atoi(parts[0])
	if digit(parts[0][0]) && (err != nil || day < 1 || day > 31) {
		return false // else a day written out
	}
	month := 1
	switch c := parts[1][0]; {
	case strings.IndexByte("1lIVXivx", c) >= 0 && (strings.ContainsAny(parts[1], "IVXivx") || len(parts[1]) == 3):
		month = romanMonth(misreadRoman.Replace(parts[1]))
	case digit(c):
		month, _ = strconv.Atoi(parts[1])
	}
	year, err := strconv.Atoi(parts[2])
	if !digit(parts[2][0]) {
		return month >= 1 && month <= 12 // a year written out
	}
	return err == nil && month >= 1 && month <= 12 && (year < 100 || year >= 1800 && year <= 2199)
}

// misreadRoman mends what a text recognition makes of Roman numbers: 5.V111.1875.
var misreadRoman = strings.NewReplacer("1", "I", "l", "I")

var romanMonths = []string{"I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"}

// romanMonth gives 1 to 12, 0 for what is no month.
func romanMonth(s string) int {
	for i, r := range romanMonths {
		if strings.EqualFold(s, r) {
			return i + 1
		}
	}
	return 0
}

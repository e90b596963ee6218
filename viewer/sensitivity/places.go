package sensitivity

import (
	"slices"
	"strings"
	"unicode/utf8"
)

var (
	mailHead = shape(`([A-Za-z0-9][A-Za-z0-9._%+\-]{0,63})(?:[ \n]?[(\[]| )?$`)
	mailTail = shape(`^(?:[)\]])?[ \n]?((?:[A-Za-z0-9äöü](?:[A-Za-z0-9äöü\-]{0,62})\.){1,6}[A-Za-z]{2,24})`)
)

// mailAt finds an address around an at sign from byte at to to.
func (f *finder) mailAt(at, to int) {
	head := f.src.before(at, 72)
	h := mailHead.FindStringSubmatchIndex(head)
	if h == nil || f.text[at] != '@' && !strings.ContainsAny(head[h[3]:], "([") {
		return
	}
	if t := mailTail.FindStringSubmatchIndex(f.src.window(to, 160)); t != nil {
		f.add("email", at-len(head)+h[2], to+t[3])
	}
}

// Places: street and number behind the word that is a street, and what stands before a
// postal code.
var (
	houseAfter = shape(`^\.?~{1,2}((?:Nr\.?~{0,2})?\d{1,4}(?:~?[a-zA-Z]\b)?` +
		`(?:~?[-–/]~?(?:Top°)?\d{1,4}~?[a-z]?\b){0,3})`)
	townAfter = shape(`^(?:,|;|~{1,2}in~|~[-–]~|"?°?[,;|\t]°?"?)?~{0,3}(?:[A-Z]{1,2}~?-~?)?(\d{4,5})(?:~+|"?°?[,;|\t]°?"?)` + town)
	// the floor and where it lies, before the town
	level = shape(`^,?°(?:\d{1,2}\.°?(?:OG|UG|Stock|Etage|Obergeschoss|Obergeschoß)|EG|DG|HH|VH|Hinterhaus|Vorderhaus|Erdgeschoss)\b` +
		`(?:,?°(?:links|rechts|mitte|li\.|re\.))?`)
	// the town before a street, and the office whose seat it is
	townLast     = shape(`((?:[A-Z]{1,2}°?-°?)?\d{4,5}~{1,2}` + town + `(?:,~{1,2}|~{1,2}[-–]~{1,2}))$`)
	officeBefore = shape(`(?:[A-ZÄÖÜ][\p{L}\-]*(?:amt|gericht|behörde|verwaltung|anwaltschaft|` +
		`ministerium|präsidium|center)|Agentur°für°Arbeit)` +
		`(?:°[A-ZÄÖÜ(][\p{L}.()/\-]*){0,4}(?:,°|°?\r?\n|°-°)$`)
	// a street that begins with a preposition
	leadPlace = shape(`^(?:~(?:der|den|dem|des|die))?~{1,2}(?:Alten?~|Neuen?~|Kleinen?~|Großen?~)?[A-ZÄÖÜ][\p{L}\-]{2,}~{1,2}\d{1,3}` +
		`(?:°?[a-z]\b)?(?:[-–/]\d{1,3}[a-z]?\b)?`)
	leadEnds = shape(`^(?:°?\r?$|°?[,;|)"]|\t|°*\r?\n|\.°[A-ZÄÖÜ]|\.?\r?\n|` +
		`°[-–]°|~in~|~\d{5}|~(?:sowie|und|zu|gemeldet|wohnhaft)~)`)
	afterStop  = shape(`(?:[.!?]~+)$`)
	townIn     = shape(`^~{1,2}in~` + town)
	townGoesOn = shape(`^(?:,°|,?~|°[-–]~)`)
	townHere   = shape(`^\d{5}~{1,2}` + town)
	streetEnd  = shape(`((?:[A-ZÄÖÜ][\p{L}.\-]+)` +
		`(?:°(?:[A-ZÄÖÜ][\p{L}.\-]+|der|den|dem|des|am|im|an|zum|zur)){0,4})°{1,2}` +
		`\d{1,4}(?:°?[a-zA-Z])?(?:[-–/](?:Top°)?\d{1,4}[a-z]?){0,3}(?:,°\d{1,2}\.°?(?:OG|Stock|Etage))?` +
		`[ ]?(?:°?[-–]°|[,;]~{0,3}|~*\n~*|°in°)(?:D°?-°?)?$`)
	streetHead = shape(`(?:[A-ZÄÖÜ][\p{L}.]*[ \-]){0,3}$`)
)

const town = `([A-ZÄÖÜ][\p{L}.]+(?:(?:-|[ ]` +
	`(?:am|an[ ]der|auf[ ]der|vor[ ]der|an|der|im|in|ob|bei|unter|[aviob]\.[ ]?d\.|[aviob]\.|[(]))?[ ]?[A-ZÄÖÜ][\p{L}.]+[)]?){0,3})`

// street finds street and number behind a word that ends like one.
func (f *finder) street(at, end int, low string) {
	if !f.isStreet(low) {
		return
	}
	s := f.src.window(end, 120)
	m := houseAfter.FindStringSubmatchIndex(s)
	if m == nil || s[0] == '.' && !strings.HasSuffix(low, "str") { // a sentence ends, a list begins
		return
	}
	to := m[3]
	if n := f.townLength(s[to:]); n > 0 {
		to += n
	} else if f.text[max(0, at-1):at] != "-" && (len(low) < 5 && low != "str" || low == "weg") {
		return
	}
	from := at
	if head := f.src.before(at, 48); slices.Contains(f.streets, low) {
		h := streetHead.FindString(head)
		if h == "" {
			return // a bare word "Straße 3"
		}
		from -= len(h)
	}
	f.place("address", from, end+to)
}

// place adds a street with its number and the town before it, unless it is the seat of an office.
func (f *finder) place(rule string, from, to int) {
	head := f.src.before(from, 64)
	if m := townLast.FindStringSubmatchIndex(head); m != nil {
		if town := head[m[2]:]; !f.noPlace(strings.TrimLeft(town, "0123456789 -")) {
			from -= len(town)
		}
	}
	if !officeBefore.MatchString(f.src.before(from, 96)) {
		f.add(rule, from, to)
	}
}

// led finds a street that begins with a preposition: Unter den Eichen 5. Its great letter
// tells it where no sentence begins; and what an address goes on with stands behind it.
func (f *finder) led(at, end int) {
	s := f.src.window(end, 120)
	m := leadPlace.FindStringIndex(s)
	if m == nil || afterStop.MatchString(f.src.before(at, 8)) || !leadEnds.MatchString(s[m[1]:]) {
		return
	}
	for w := range strings.FieldsSeq(s[:m[1]]) {
		if f.sets.notPlace[w] || f.sets.notStreet[w] {
			return
		}
	}
	f.place("address-lead", at, end+m[1]+f.townLength(s[m[1]:]))
}

// A place behind a word like Anschrift or wohnhaft: a name of whatever form, and a number.
var (
	placeLead = shape(`^(?:~|[:.,;|\-–(]|(?:in|nach|unter|um|bei|ist|war|lautet|der|die|dem|den|am|wurde|jetzt|seit|zuletzt|neu)\b){0,12}`)
	placeHere = shape(`^([A-ZÄÖÜ][\p{L}.]*(?:-[\p{L}.]+)*)` +
		`(?:[ \x{00a0}-](?:[A-ZÄÖÜ][\p{L}.]*(?:-[\p{L}.]+)*|der|den|dem|des|am|im|an|zum|zur|der)){0,4}` +
		`°{1,2}\d{1,4}(?:°?[a-zA-Z]\b)?(?:[-–/](?:Top°)?\d{1,4}[a-z]?\b){0,3}`)
	townFirst = shape(`^(?:[A-Z]{1,2}°?-°?)?\d{4,5}~{1,2}` + town + `(?:,~{1,2}|~{0,2}\n~{0,2}|~{1,2}[-–]~{1,2})`)
)

// placeWindow is how far a place behind its word may reach.
const placeWindow = 120

// placeAfter takes street and number behind a word that says that a place comes.
func (f *finder) placeAfter(at int) {
	s := f.src.window(at, placeWindow)
	skip := len(placeLead.FindString(s))
	if skip == 0 {
		return
	}
	f.placeAt("address-word", at+skip)
}

// placeAt takes street and number at byte at, its town before or behind.
func (f *finder) placeAt(rule string, at int) {
	s := f.src.window(at, placeWindow)
	skip := len(townFirst.FindString(s))
	m := placeHere.FindStringSubmatchIndex(s[skip:])
	if m == nil || !f.src.ends(at+skip+m[1]) {
		return
	}
	for w := range strings.FieldsSeq(s[skip : skip+m[1]]) {
		w = strings.TrimRight(w, ".")
		if f.sets.notPlace[w] || f.sets.notStreet[w] || f.sets.roads[strings.ToLower(w)] || strings.HasSuffix(w, "-Nr") {
			return
		}
	}
	to := skip + m[1]
	if skip == 0 {
		to += f.townLength(s[to:])
	}
	f.add(rule, at, at+to)
}

// townLength gives how many bytes of s are the town behind a street: with its code, or after "in".
func (f *finder) townLength(s string) int {
	if n := len(level.FindString(s)); n > 0 {
		return n + f.townLength(s[n:])
	}
	if t := townAfter.FindStringSubmatchIndex(s); t != nil && !f.noPlace(s[t[4]:t[5]]) {
		return t[5]
	}
	if t := townIn.FindStringSubmatchIndex(s); t != nil && !f.noPlace(s[t[2]:t[3]]) {
		return t[3]
	}
	return 0
}

// isStreet tells whether a word ends like the name of a street, and is no class of roads.
func (f *finder) isStreet(low string) bool {
	if f.sets.roads[low] {
		return false
	}
	for _, w := range f.streets {
		if strings.HasSuffix(low, w) {
			return true
		}
	}
	return false
}

// zip finds street and number before a postal code and its town.
func (f *finder) zip(at, end int) {
	if end-at != 5 || countDigits(f.text[at:end]) != 5 {
		return
	}
	s := f.src.window(at, 72)
	t := townHere.FindStringSubmatchIndex(s)
	if t == nil || f.noPlace(s[t[2]:t[3]]) {
		return
	}
	head := f.src.before(at, 96)
	if h := streetEnd.FindStringSubmatchIndex(head); h != nil && !f.sets.notStreet[nameWord.FindString(head[h[2]:])] {
		f.place("address", at-len(head)+h[2], at+t[1])
	} else if townGoesOn.MatchString(s[t[1]:]) && !officeBefore.MatchString(head) {
		f.placeAt("address", at)
	}
}

// noPlace tells whether the first word behind five digits is what is counted.
func (f *finder) noPlace(s string) bool {
	first, _, _ := strings.Cut(s, " ")
	return f.sets.notPlace[strings.TrimRight(first, ".")]
}

// Files of courts: what stands before the mark of the register, and what behind it.
var (
	courtBefore = shape(`(?:^|[^\p{L}\d])((?:[A-Z]{1,2}~)?` +
		`(?:\d{1,4}[a-c]?|[IVX]{1,5}[a-z]?)~?(?:[A-Z][A-Za-z]{0,3}~\d{1,4}~)?)$`)
	courtSocial = shape(`(?:^|[^\p{L}\d])([SLB]~\d{1,3}~)$`)
	courtAfter  = shape(`^~{1,2}\d{1,6}~?[/.]~?(\d{4}|\d{2})(?:[a-z]\b)?`)
)

// court finds a file of a court by the mark of its register.
func (f *finder) court(at, end int) {
	a := courtAfter.FindString(f.src.window(end, 24))
	if a == "" || !f.src.ends(end+len(a)) {
		return
	}
	head := f.src.before(at, 32)
	h := courtSocial.FindStringSubmatchIndex(head)
	if h == nil {
		h = courtBefore.FindStringSubmatchIndex(head)
	}
	if h == nil || !utf8.ValidString(head) {
		return
	}
	f.add("court", at-len(head)+h[2], end+len(a))
}

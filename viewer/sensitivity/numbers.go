package sensitivity

import (
	"bytes"
	"laufzettel/transfer/pattern"
	"strings"
	"unicode"
	"unicode/utf8"
)

// number tries the numbers with check digits at the start of a run.
func (f *finder) number(at int) {
	if at < f.taken || !f.src.starts(at) {
		return
	}
	tries := []func(int) (string, int){f.iban, f.pension, f.taxID, f.health, f.card, misread{f}.number} // the longer first
	if letter(f.text[at]) && f.beside("card-short", at, wordsCloseBefore) {
		tries[3], tries[4] = f.card, f.health // a number may pass as both
	}
	for _, try := range tries {
		if rule, end := try(at); end > 0 {
			f.add(rule, at, end)
			f.taken = end
			return
		}
	}
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func letter(c byte) bool { return c >= 'A' && c <= 'Z' }

// gap gives the bytes of one sign that may stand inside a number: blanks of all widths,
// hyphens, the end of a line; 0 for every other.
func gap(s string) (size int, line bool) {
	c, n := utf8.DecodeRuneInString(s)
	switch c {
	case ' ', '\t', '\r', '-', '|', '\u00a0', '\u00ad', '\u2007', '\u2009', '\u2010', '\u2011', '\u202f', '\u2013':
		return n, false
	case '\n':
		return n, true
	}
	return 0, false
}

// maxGap is the most bytes between two signs of a number.
const maxGap = 6

// lengths are the places of an IBAN by country (SWIFT registry).
const lengths = "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BR29BY28CH21CR22CY28CZ24DE22DK18DO28EE20EG29ES24FI18FO18FR27GB22GE22GI23GL18" +
	"GR27GT28HR21" +
	"HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MR27MT31MU30NL18NO15PK24PL28PS29PT25QA29RO24RS22" +
	"SA24SC31SE24SI19SK24SM27ST25SV28TL23TN24TR26UA29VA22VG24XK20"

var ibanLengths = func() map[string]int {
	out := map[string]int{}
	for s := lengths; s != ""; s = s[4:] {
		out[s[:2]] = int(s[2]-'0')*10 + int(s[3]-'0')
	}
	return out
}()

func (f *finder) iban(at int) (string, int) {
	head, _, _ := f.src.spell(at, 4, ".")
	if len(head) < 4 || !digit(head[2]) || !digit(head[3]) {
		return "", 0
	}
	n := ibanLengths[strings.ToUpper(string(head[:2]))]
	if n == 0 {
		return "", 0
	}
	signs, end, ok := f.src.spell(at, n, ".")
	if !ok {
		return "", 0
	}
	if !ibanPasses(signs) {
		return "", 0
	}
	return "iban", end
}

// ibanPasses tells whether an IBAN without blanks has the right check digits.
func ibanPasses(signs []byte) bool {
	check := int(signs[2]-'0')*10 + int(signs[3]-'0')
	rest := 0
	for _, c := range append(signs[4:len(signs):len(signs)], signs[:4]...) {
		switch {
		case digit(c):
			rest = (rest*10 + int(c-'0')) % 97
		case letter(c):
			rest = (rest*100 + int(c-'A') + 10) % 97
		default:
			rest = (rest*100 + int(c-'a') + 10) % 97
		}
	}
	return rest == 1 && check >= 2 && check <= 98
}

// taxGroups are the groups of a tax number of persons, parted by full stops or strokes;
// those of a firm's tax number have other lengths.
var taxGroups = pattern.Of(`^(?:\d{2}(?:\.\d{3}){3}|\d{2}(?:/\d{3}){3}|(?:\d{3}\.){3}\d{2}|(?:\d{3}/){3}\d{2})`)

func (f *finder) taxID(at int) (string, int) {
	if f.text[at] < '1' || f.text[at] > '9' {
		return "", 0
	}
	signs, end, ok := f.src.spell(at, 11, "")
	if m := taxGroups.FindString(f.src.window(at, 16)); m != "" {
		signs, end, ok = []byte(strings.NewReplacer(".", "", "/", "").Replace(m)), at+len(m), f.src.ends(at+len(m))
	}
	if !ok || !taxPasses(signs) || f.src.boxed(at, end, 11) && !f.beside("tax-id", at, wordsBefore) {
		return "", 0
	}
	return "tax-id", end
}

// taxPasses tells whether eleven signs are a tax number of a person.
func taxPasses(signs []byte) bool {
	if signs[0] == '0' {
		return false
	}
	var count [10]int
	product, more := 10, 0
	for i, c := range signs {
		if !digit(c) {
			return false
		}
		if i == 10 {
			break
		}
		if count[c-'0']++; count[c-'0'] > 1 {
			more++ // a second or third of its kind
		}
		if i > 1 && c == signs[i-1] && c == signs[i-2] {
			return false
		}
		sum := (int(c-'0') + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	one := 0 // digits that stand more than once
	for _, n := range count {
		if n > 1 {
			one++
		}
	}
	return one == 1 && more <= 2 && int(signs[10]-'0') == (11-product)%10
}

// weighted adds the cross sums of digits times weights; a letter is its two-digit place
// in the alphabet.
func weighted(signs []byte, weights string) int {
	sum, at := 0, 0
	add := func(d int) {
		p := d * int(weights[at%len(weights)]-'0')
		sum += p/10 + p%10
		at++
	}
	for _, c := range signs {
		if letter(c) {
			add(int(c-'A'+1) / 10)
			add(int(c-'A'+1) % 10)
		} else {
			add(int(c - '0'))
		}
	}
	return sum
}

// shaped tells whether signs are digits where the shape says 9 and letters where it says A.
func shaped(signs []byte, shape string) bool {
	for i, c := range signs {
		if digit(c) != (shape[i] == '9') || !digit(c) && !letter(c) {
			return false
		}
	}
	return true
}

func two(signs []byte) int { return int(signs[0]-'0')*10 + int(signs[1]-'0') }

func (f *finder) pension(at int) (string, int) {
	if !digit(f.text[at]) {
		return "", 0
	}
	signs, end, ok := f.src.spell(at, 12, "./")
	signs = bytes.ToUpper(signs)
	if !ok || !shaped(signs, "99999999A999") || !pensionPasses(signs) {
		return "", 0
	}
	return "pension", end
}

// pensionPasses tells whether signs of the shape are a number of a pension insurance.
func pensionPasses(signs []byte) bool {
	area, day, month := two(signs), two(signs[2:]), two(signs[4:])
	return area >= 2 && area <= 89 && day <= 31 && month <= 12 && weighted(signs[:11], "212571212121")%10 == int(signs[11]-'0')
}

func (f *finder) health(at int) (string, int) {
	end := f.src.insured(at)
	if end == 0 {
		return "", 0
	}
	doubtful := !letter(f.text[at]) || f.src.boxed(at, end, 10) || strings.Contains(f.text[at:end], "\t")
	if doubtful && !f.beside("health", at, wordsBefore) {
		return "", 0
	}
	return "health", end
}

// insured gives the end of the number of an insured person, whatever calls it; 0 where
// there is none.
func (t source) insured(at int) int {
	signs, end, ok := t.spell(at, 10, "./")
	if ok && len(signs) > 0 {
		signs[0] = bytes.ToUpper(signs[:1])[0]
	}
	if !ok || !shaped(signs, "A999999999") || !healthPasses(signs) {
		return 0
	}
	return end
}

// healthPasses tells whether signs of the shape end with their check digit.
func healthPasses(signs []byte) bool { return weighted(signs[:9], "12")%10 == int(signs[9]-'0') }

// wordsBefore is how far before a number a word may stand that tells what it is.
const (
	wordsBefore      = 48
	wordsCloseBefore = 24 // where the number has no check digit
	wordsFarBefore   = 80 // where digits only prove it: Personalausweis 1220001298 falsch abgetippt, richtig 1220001297
)

// beside tells whether one of a rule's words stands shortly before at; leaders between
// them count as one sign. A word of the rules that begins with a capital is one by itself.
func (f *finder) beside(rule string, at, reach int) bool {
	s := f.src.led(at, reach)
	low := strings.ToLower(s)
	for _, w := range f.wordsOf(rule) {
		if isAlone(w) && standsAlone(s, w) >= 0 || strings.Contains(low, w) {
			return true
		}
	}
	return false
}

// isAlone tells whether a word of the rules counts only where no letter touches it.
func isAlone(w string) bool { return letter(w[0]) }

// standsAlone gives the end of the last mention of a word in s that no letter touches, -1
// where there is none.
func standsAlone(s, w string) int {
	for end := len(s); ; {
		i := strings.LastIndex(s[:end], w)
		if i < 0 {
			return -1
		}
		before, _ := utf8.DecodeLastRuneInString(s[:i])
		after, _ := utf8.DecodeRuneInString(s[i+len(w):])
		if !unicode.IsLetter(before) && !unicode.IsLetter(after) {
			return i + len(w)
		}
		end = i
	}
}

func (r *Rules) wordsOf(id string) []string {
	for _, rule := range r.list {
		if rule.ID == id {
			return rule.Words
		}
	}
	return nil
}

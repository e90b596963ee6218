package sensitivity

import (
	"bytes"
	"slices"
	"strings"

	"laufzettel/transfer/pattern"
)

// Numbers as a text recognition misreads them: a letter stands where a digit must, or the
// other way round. The check digit tells the right reading; but for the long IBAN a word
// that calls the number must stand close before.

// asDigits are the digits for which letters are taken, asLetters the letters for digits.
var (
	asDigits = map[byte]string{
		'O': "0", 'o': "0", 'Q': "0", 'D': "02", 'I': "1", 'l': "1", 'L': "1", 'i': "1", 'Z': "27", 'z': "2", 'A': "4",
		'E': "8", 'S': "5", 's': "5", 'G': "65", 'b': "6", 'e': "6", 'T': "7", 'B': "8", 'g': "9", 'q': "9", 'Y': "9"}
	asLetters = map[byte]string{'0': "ODQC", '1': "IL", '2': "Z", '4': "A", '5': "S", '6': "G", '7': "ZT", '8': "BS"}
)

// mostMisread is how many signs of a number may be misread.
const mostMisread = 2

// readings gives what signs may have been that do not have the shape (9 a digit, A a letter,
// * either); none where they have it, or where more than mostMisread differ.
func readings(signs []byte, shape string) [][]byte {
	out, wrong := [][]byte{bytes.Clone(signs)}, 0
	for i, c := range signs {
		may := asLetters
		if shape[i] == '9' {
			may = asDigits
		}
		if shape[i] == '*' || digit(c) == (shape[i] == '9') {
			for _, s := range out {
				s[i] = bytes.ToUpper(s[i : i+1])[0]
			}
			continue
		}
		if wrong++; wrong > mostMisread || may[c] == "" {
			return nil
		}
		out = replaced(out, i, may[c])
	}
	if wrong == 0 {
		return nil
	}
	return out
}

// longerIBAN tells whether an IBAN of digits is right once a letter that was read twice, or
// into a gap, is left out.
func longerIBAN(signs []byte) bool {
	for i := 2; i < len(signs); i++ {
		if digit(signs[i]) {
			continue
		}
		if rest := slices.Delete(bytes.Clone(signs), i, i+1); allDigits(rest[2:]) && ibanPasses(rest) {
			return true
		}
	}
	return false
}

func allDigits(signs []byte) bool {
	return !slices.ContainsFunc(signs, func(c byte) bool { return !digit(c) })
}

// moreSigns tells by what stands behind a number that it is only the beginning of one.
var moreSigns = pattern.Of(`^[ \x{00a0}./-]{1,2}(?:\d|[A-Z](?:[^\pL]|$))`)

// misread finds the numbers that are right once a sign or two are read otherwise.
type misread struct{ f *finder }

func (m misread) number(at int) (rule string, end int) {
	f := m.f
	if countDigits(f.src.window(at, numberHead)) < leastDigits {
		return "", 0 // most words end here
	}
	if end := m.iban(at); end > 0 {
		return "iban-misread", end
	}
	for _, n := range []struct {
		rule, shape, between string
		passes               func([]byte) bool
	}{
		{"pension-misread", "99999999A999", "./", pensionPasses}, {"tax-id-misread", "99999999999", "", taxPasses},
	} {
		if end := m.shaped(at, n.shape, n.between, n.passes); end > 0 && f.beside(n.rule, at, wordsBefore) {
			return n.rule, end
		}
	}
	if end := m.health(at); end > 0 && f.beside("health-misread", at, wordsBefore) {
		return "health-misread", end
	}
	if end := m.card(at); end > 0 && f.beside("card-misread", at, wordsBefore) {
		return "card-misread", end
	}
	return "", 0
}

// ibanShapes are the signs behind the country of an IBAN by country, as readings takes them
// (SWIFT registry, of the neighbours and those that send much).
var ibanShapes = func() map[string]string {
	out := map[string]string{}
	as := map[rune]string{'n': "9", 'a': "A", 'c': "*"}
	for row := range strings.FieldsSeq(ibanBuild) {
		shape, n := "AA99", 0
		for _, c := range row[2:] {
			if c >= '0' && c <= '9' {
				n = n*10 + int(c-'0')
				continue
			}
			shape, n = shape+strings.Repeat(as[c], n), 0
		}
		out[row[:2]] = shape
	}
	return out
}()

// ibanBuild is how many digits (n), letters (a) or signs of both (c) stand behind the check
// digits.
const ibanBuild = "DE18n AT16n CH5n12c LI5n12c LU3n13c NL4a10n IT1a10n12c FR10n11c2n BE12n PL24n ES20n CZ20n SK20n DK14n SE20n NO11n FI14n HU24n " +
	"PT21n HR17n SI15n GB4a14n IE4a14n"

// iban gives the end of an IBAN that was misread, 0: none.
func (m misread) iban(at int) int {
	head := strings.ToUpper(m.f.src.window(at, 2))
	shape := ibanShapes[head]
	if shape == "" {
		return 0
	}
	if signs, end, ok := m.f.src.spell(at, len(shape), "."); ok &&
		slices.ContainsFunc(append(readings(signs, shape), accounts(signs, shape)...), ibanPasses) {
		return end
	}
	if head != "DE" && head != "AT" { // of these all but the country are digits
		return 0
	}
	if signs, end, ok := m.f.src.spell(at, len(shape)+1, "."); ok && longerIBAN(signs) {
		return end
	}
	return 0
}

// alike are the signs that look most like each other. Where either may stand only these are
// tried: each further one would let a wrong number pass more often.
var alike = map[byte]byte{'0': 'O', '1': 'I', '5': 'S', '8': 'B', 'O': '0', 'I': '1', 'S': '5', 'B': '8'}

// accounts gives what an IBAN of the right shape may have been if one of the signs of its
// account, which may be letters and digits, was read as the other: S47 as 547.
func accounts(signs []byte, shape string) (out [][]byte) {
	signs = bytes.ToUpper(signs)
	for i, c := range signs {
		if shape[i] != '*' && digit(c) != (shape[i] == '9') {
			return nil
		}
		if other := alike[c]; shape[i] == '*' && other != 0 {
			out = append(out, slices.Replace(bytes.Clone(signs), i, i+1, other))
		}
	}
	return out
}

// shaped gives the end of a number of a shape that was misread, or in which a digit was read
// twice, once as the letter it looks like; 0: none.
func (m misread) shaped(at int, shape, between string, passes func([]byte) bool) int {
	if end := m.stroke(at, shape, between, passes); end > 0 {
		return end
	}
	signs, end, ok := m.f.src.spell(at, len(shape), between)
	if ok && slices.ContainsFunc(readings(signs, shape), passes) && !m.more(end) {
		return end
	}
	signs, end, ok = m.f.src.spell(at, len(shape)+1, between)
	single := func(s []byte) bool { return shaped(s, shape) && passes(s) }
	if ok && slices.ContainsFunc(doubled(signs), single) && !m.more(end) {
		return end
	}
	return 0
}

// stroke gives the end of a number of a shape whose letter I was read as a stroke: 42 100329 |
// 303.
func (m misread) stroke(at int, shape, between string, passes func([]byte) bool) int {
	i := strings.IndexByte(shape, 'A')
	if i < 0 || !strings.Contains(m.f.src.window(at, 2*len(shape)), "|") {
		return 0
	}
	signs, end, ok := m.f.src.spell(at, len(shape)-1, between)
	if !ok || !strings.Contains(m.f.text[at:end], "|") || m.more(end) {
		return 0
	}
	if passes(slices.Insert(bytes.Clone(signs), i, 'I')) {
		return end
	}
	return 0
}

// doubled gives what signs are without a letter that stands beside the digit it looks like.
func doubled(signs []byte) (out [][]byte) {
	looks := func(c byte, i int) bool {
		return i >= 0 && i < len(signs) && strings.IndexByte(asDigits[c], signs[i]) >= 0
	}
	for i, c := range signs {
		if looks(c, i-1) || looks(c, i+1) {
			out = append(out, slices.Delete(bytes.Clone(signs), i, i+1))
		}
	}
	return out
}

// card gives the end of the number of a card that was misread, whatever calls it.
func (m misread) card(at int) int {
	if signs, end, ok := m.f.src.spell(at, 10, "<"); ok && cardMisread(signs) && !m.more(end) {
		return end
	}
	right := func(signs []byte) bool { return cardSingle(signs) || cardMisread(signs) }
	signs, end, ok := m.f.src.spell(at, 11, "<")
	if ok && slices.ContainsFunc(append(doubled(signs), strayed(signs)...), right) && !m.more(end) {
		return end
	}
	if signs, end, ok = m.f.src.spell(at, 12, "<"); !ok || m.more(end) {
		return 0
	}
	for _, once := range strayed(signs) {
		if slices.ContainsFunc(strayed(once), cardSingle) {
			return end
		}
	}
	return 0
}

// strayed gives what signs are without a letter that no card bears.
func strayed(signs []byte) (out [][]byte) {
	for i, c := range signs {
		if strings.IndexByte(cardSigns, c) < 0 {
			out = append(out, slices.Delete(bytes.Clone(signs), i, i+1))
		}
	}
	return out
}

// cardSingle tells whether signs are the number of a card with its check digit.
func cardSingle(signs []byte) bool {
	return strings.IndexByte(cardFirsts, signs[0]) >= 0 && passes(signs)
}

// health is card for the number of an insured person.
func (m misread) health(at int) int { return m.shaped(at, "A999999999", "./", healthPasses) }

func (m misread) more(end int) bool { return moreSigns.MatchString(m.f.src.window(end, 6)) }

// numberHead is how far digits are counted before a number is tried, leastDigits how many
// are in it: words in capitals are read as none.
const (
	numberHead  = 12
	leastDigits = 2
)

// cardMisread reads signs that no card bears as the digits they look like: the letters of
// cards were chosen so that none looks like a digit.
func cardMisread(signs []byte) bool {
	may, wrong, digits := [][]byte{bytes.Clone(signs)}, 0, 0
	for i, c := range signs {
		if digit(c) {
			digits++
		}
		if strings.IndexByte(cardSigns, c) >= 0 && (i < len(signs)-1 || digit(c)) {
			continue
		}
		if wrong++; wrong > mostMisread {
			return false
		}
		may = replaced(may, i, asDigits[c])
	}
	return wrong > 0 && digits >= leastDigits && slices.ContainsFunc(may, cardSingle)
}

// replaced gives each of some signs with each of the others in place i; none where there is
// no other.
func replaced(all [][]byte, i int, others string) (out [][]byte) {
	for _, s := range all {
		for _, right := range []byte(others) {
			next := bytes.Clone(s)
			next[i] = right
			out = append(out, next)
		}
	}
	return out
}

package gold

import (
	"fmt"
	"math/big"
	"strings"
)

// Check digits, each from the public description of its number.

// ibanDigits: ISO 13616; the number with the country behind it and letters as 10 to 35
// leaves 1 on division by 97.
func ibanDigits(country, bban string) string {
	var b strings.Builder
	for _, r := range bban + country + "00" {
		if r >= 'A' && r <= 'Z' {
			fmt.Fprint(&b, int(r-'A')+10)
		} else {
			b.WriteRune(r)
		}
	}
	n, _ := new(big.Int).SetString(b.String(), 10)
	return fmt.Sprintf("%02d", 98-n.Mod(n, big.NewInt(97)).Int64())
}

// taxDigit: ISO 7064 MOD 11,10 over ten digits.
func taxDigit(ten string) byte {
	product := 10
	for _, r := range ten {
		sum := (int(r-'0') + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	return byte('0' + (11-product)%10)
}

// letterSum adds the cross sums of the products of digits and factors, a letter
// counting as its two-digit place in the alphabet.
func letterSum(s string, factors ...int) int {
	var digits []int
	for _, r := range s {
		if r >= 'A' {
			digits = append(digits, int(r-'A'+1)/10, int(r-'A'+1)%10)
		} else {
			digits = append(digits, int(r-'0'))
		}
	}
	sum := 0
	for i, d := range digits {
		p := d * factors[i%len(factors)]
		sum += p/10 + p%10
	}
	return sum
}

// cardDigit: ICAO 9303, weights 7, 3, 1; letters count from A = 10.
func cardDigit(s string) byte {
	weights, sum := []int{7, 3, 1}, 0
	for i, r := range s {
		v := int(r - '0')
		if r >= 'A' {
			v = int(r-'A') + 10
		}
		sum += v * weights[i%3]
	}
	return byte('0' + sum%10)
}

// ibans are lengths of the national part: digits, then for some countries letters.
var ibans = []struct{ country, pattern string }{
	{"DE", "999999999999999999"}, {"DE", "999999999999999999"}, {"DE", "999999999999999999"}, {"AT", "9999999999999999"},
	{"CH", "99999999999999999"}, {"NL", "AAAA9999999999"}, {"FR", "99999999999999999999A99"}, {"IT", "A9999999999999999999999"}, {"PL",
		"999999999999999999999999"},
	{"BE", "999999999999"}, {"LU", "9999999999999999"}, {"GB", "AAAA99999999999999"}, {"NO", "99999999999"}, {"MT",
		"AAAA99999999999999999999999"},
}

func (h hand) iban() string {
	c := ibans[h.IntN(len(ibans))]
	var b strings.Builder
	for _, r := range c.pattern {
		if r == 'A' {
			b.WriteByte(byte('A' + h.IntN(26)))
		} else {
			b.WriteString(h.digits(1))
		}
	}
	return c.country + ibanDigits(c.country, b.String()) + b.String()
}

// taxID draws ten digits, the first not 0, of which one stands twice or three times
// (not three in a row) and the others once at most, and sets the check digit.
func (h hand) taxID() string {
	for {
		perm := h.Perm(10)
		twice := 2 + h.IntN(2)
		var ten []int
		for range twice {
			ten = append(ten, perm[0])
		}
		ten = append(ten, perm[1:11-twice]...)
		h.Shuffle(10, func(i, j int) { ten[i], ten[j] = ten[j], ten[i] })
		row := false
		for i := 2; i < 10; i++ {
			row = row || ten[i] == ten[i-1] && ten[i] == ten[i-2]
		}
		if ten[0] == 0 || row {
			continue
		}
		s := ""
		for _, d := range ten {
			s += fmt.Sprint(d)
		}
		return s + string(taxDigit(s))
	}
}

func (h hand) pension() string {
	d, m, y := h.day()
	area := h.one("02", "03", "04", "08", "09", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "23", "24", "25",
		"26", "28", "29",
		"38", "39", "42", "44", "50", "52", "53", "55", "58", "60", "63", "65", "66", "68", "69", "80", "82", "89")
	s := area + fmt.Sprintf("%02d%02d%02d", d, m, y%100) + string(byte('A'+h.IntN(26))) + h.digits(2)
	return s + fmt.Sprint(letterSum(s, 2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)%10)
}

func (h hand) health() string {
	s := string(byte('A'+h.IntN(26))) + h.digits(8)
	return s + fmt.Sprint(letterSum(s, 1, 2)%10)
}

// card draws the serial of an identity card or passport as printed since 2007 and 2010.
func (h hand) card() string {
	const signs = "CFGHJKLMNPRTVWXYZ0123456789"
	b := []byte{"LMNPRTVWXYCFGHJK"[h.IntN(16)]}
	for range 8 {
		b = append(b, signs[h.IntN(len(signs))])
	}
	if !strings.ContainsAny(string(b), "0123456789") {
		b[4] = '7'
	}
	return string(b) + string(cardDigit(string(b)))
}

// oldCard draws the serial of an identity card before 2010: ten digits.
func (h hand) oldCard() string {
	s := fmt.Sprint(1+h.IntN(8)) + h.digits(8)
	return s + string(cardDigit(s))
}

func (h hand) nearIBAN() snippet {
	s := h.iban()
	switch h.IntN(4) {
	case 0:
		return h.worn("IBAN ", grouped(h.broken(s, len(s)-1), 4, 4, 4, 4, 4, 4, 4), ".")
	case 1:
		return snippet{"Vordruck «" + s[:len(s)-2] + "»", "zu kurz"}
	case 2:
		return snippet{"Kennung «QX" + s[2:] + "»", "kein Land"}
	}
	return snippet{"Konto «DE" + h.one("00", "01", "99") + h.digits(18) + "»", "unmögliche Prüfziffer"}
}

func (h hand) nearTaxID() snippet {
	switch s := h.taxID(); h.IntN(3) {
	case 0:
		return h.worn("Steuer-ID ", grouped(h.broken(s, 10), 2, 3, 3), ".")
	case 1:
		ten := "1234567890"
		return snippet{"Vorgangsnummer «" + ten + string(taxDigit(ten)) + "»", "keine Ziffer doppelt"}
	}
	ten := h.one("1122345678", "5566012347", "9900123456")
	return snippet{"Auftrag «" + ten + string(taxDigit(ten)) + "»", "zwei Ziffern doppelt"}
}

func (h hand) nearPension() snippet {
	s := h.pension()
	if h.IntN(2) == 0 {
		return h.worn("Versicherungsnummer ", grouped(h.broken(s, 11), 2, 6, 1), ".")
	}
	s = s[:4] + h.one("13", "47", "90") + s[6:11]
	return snippet{"Teil «" + s + fmt.Sprint(letterSum(s, 2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1)%10) + "»", "kein Monat"}
}

func (h hand) nearHealth() snippet {
	s := h.health()
	if h.IntN(2) == 0 {
		return h.worn("Versichertennummer ", grouped(h.broken(s, 9), 4, 3), ".")
	}
	return snippet{"Artikel «" + s[:9] + "»", "zu kurz"}
}

func (h hand) nearCard() snippet {
	switch s := h.card(); h.IntN(3) {
	case 0:
		return h.worn("Personalausweis ", h.broken(s, 9), ".")
	case 1:
		s = "A" + s[1:9] // no office writes an A
		return snippet{"Bauteil «" + s + string(cardDigit(s)) + "»", "Buchstabe, den es nicht gibt"}
	default:
		return snippet{"Gerät «" + s[:9] + "»", "neun Zeichen ohne Zusammenhang"}
	}
}

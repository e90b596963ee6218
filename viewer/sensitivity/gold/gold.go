// Package gold makes the sheets by which the rules for personal data are judged:
// invented letters with planted values and near misses, each with its place. It is
// written from public descriptions of the numbers, before the rules and without them:
// it imports the standard library only (held by a test), has check digits of its own,
// and names no rule. Nothing here is a value of a living person; numbers are drawn.
package gold

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Item is one planted value or near miss.
type Item struct {
	Kind     string // what it is, or what it is nearly
	Form     string // how it is written; the class under which a miss is listed
	From, To int    // bytes of the sheet
}

// Sheet is one letter. Near holds what looks like a value and is none.
type Sheet struct {
	Text  string
	Plant []Item
	Near  []Item
}

// The kinds, in the words of this package.
const (
	IBAN    = "iban"
	TaxID   = "steuer-id"
	Pension = "rentenversicherung"
	Health  = "krankenversicherung"
	Card    = "ausweis"
	Born    = "geburtsdatum"
	Phone   = "telefon"
	Mail    = "e-mail"
	Address = "anschrift"
	Court   = "gericht"
	Name    = "name"
)

// shares says how many of a hundred items are of a kind.
var shares = []struct {
	kind string
	of   int
}{{IBAN, 11}, {TaxID, 10}, {Pension, 10}, {Health, 10}, {Card, 9}, {Born, 12}, {Phone, 6}, {Mail, 5}, {Address, 10}, {Court, 5},
	{Name, 12}}

// snippet is a phrase with its value between « and »; the marks are taken out.
type snippet struct{ text, form string }

// hand draws; one seed gives one set.
type hand struct{ *rand.Rand }

func (h hand) one(list ...string) string { return list[h.IntN(len(list))] }

func (h hand) digits(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte('0' + h.IntN(10))
	}
	return string(b)
}

// Make draws a set: plants planted values and as many near misses, ten of each a sheet.
func Make(seed uint64, plants int) []Sheet {
	h := hand{rand.New(rand.NewPCG(seed, 26))}
	var kinds []string
	for _, s := range shares {
		for range plants * s.of / 100 {
			kinds = append(kinds, s.kind)
		}
	}
	for len(kinds) < plants {
		kinds = append(kinds, Name)
	}
	nears := append([]string(nil), kinds...)
	h.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
	h.Shuffle(len(nears), func(i, j int) { nears[i], nears[j] = nears[j], nears[i] })
	var out []Sheet
	for i := 0; i < len(kinds); i += 10 {
		out = append(out, h.sheet(kinds[i:min(i+10, len(kinds))], nears[i:min(i+10, len(nears))]))
	}
	return out
}

func (h hand) sheet(plants, nears []string) Sheet {
	var b strings.Builder
	s := Sheet{}
	b.WriteString(h.one("Vermerk\n\n", "Betr.: Anhörung\n\n", "Niederschrift über die Sitzung\n\n", "Bescheid\n\n"))
	put := func(kind string, sn snippet) Item {
		before, rest, _ := strings.Cut(sn.text, "«")
		value, after, _ := strings.Cut(rest, "»")
		b.WriteString(before)
		it := Item{Kind: kind, Form: sn.form, From: b.Len()}
		b.WriteString(value)
		it.To = b.Len()
		b.WriteString(after)
		b.WriteString(h.one(" ", "\n", "\n\n"))
		return it
	}
	for i := 0; i < max(len(plants), len(nears)); i++ {
		b.WriteString(h.one(filler...))
		b.WriteString(h.one(" ", "\n"))
		if i < len(plants) {
			s.Plant = append(s.Plant, put(plants[i], h.planted(plants[i])))
		}
		b.WriteString(h.one(filler...))
		b.WriteString(h.one(" ", "\n"))
		if i < len(nears) {
			s.Near = append(s.Near, put(nears[i], h.near(nears[i])))
		}
	}
	b.WriteString(h.one(filler...))
	s.Text = b.String()
	return s
}

// filler are sentences of offices without anything personal.
var filler = []string{
	"Die Akte wird nach Ablauf der Frist dem Landesarchiv angeboten.",
	"Der Haushaltsansatz für das Jahr 2014 wurde um 12.500 Euro überschritten.",
	"Gemäß § 35 Abs. 2 Satz 1 VwVfG ist eine Anhörung durchzuführen.",
	"Das Referat Allgemeine Verwaltung bittet um Stellungnahme bis zum 15.03.2011.",
	"Die Bauaufsicht hat dem Vorhaben mit Auflagen zugestimmt.",
	"Im Übrigen wird auf das Schreiben vom 3. Mai 2009 verwiesen.",
	"Der Ausschuss für Umwelt und Verkehr tagt am Donnerstag um 14.30 Uhr.",
	"Die Anlage 4 umfasst 128 Blatt, davon 17 Pläne im Format A1.",
	"Haushaltsstelle 0210.5620, Anordnung Nr. 4711 vom 01.12.2003.",
	"Das Gutachten der Technischen Universität liegt in zweifacher Ausfertigung bei.",
	"Die Kosten der Maßnahme Neubau Feuerwehrhaus trägt die Gemeinde.",
	"Frist und Termin sind im Kalender der Geschäftsstelle vermerkt.",
	"Der Rat der Stadt stimmt der Vorlage Nr. 112/2008 einstimmig zu.",
	"Das Ministerium für Wissenschaft und Kunst übernimmt die Federführung.",
	"Der Prüfbericht des Rechnungsprüfungsamtes enthält keine Beanstandungen.",
	"Wiedervorlage nach drei Monaten, sodann zu den Akten.",
	"Die Straßenbeleuchtung im Ortsteil Süd wird auf Natriumdampflampen umgestellt.",
	"Zuwendungen nach der Richtlinie Dorferneuerung betragen höchstens 40 v. H.",
}

// wear writes a value as copies and readers leave it: other blanks, a break of the
// line, hyphens between groups, a blank the text recognition put in.
func (h hand) wear(s string) (string, string) {
	blank := func(by string) string { return strings.ReplaceAll(s, " ", by) }
	switch h.IntN(9) {
	case 0:
		return blank("\u00a0"), "geschützte Leerzeichen"
	case 1:
		return blank("\u202f"), "schmale Leerzeichen"
	case 2:
		return blank("-"), "Bindestriche"
	case 3:
		return blank(""), "ohne Abstand"
	case 4:
		if i := strings.Index(s, " "); i > 0 {
			return s[:i] + "\n" + s[i+1:], "Zeilenumbruch"
		}
	case 5:
		i := 1 + h.IntN(len(s)-1)
		if s[i] != ' ' && s[i-1] != ' ' {
			return s[:i] + " " + s[i:], "Leerzeichen der Texterkennung"
		}
	case 6:
		if i := strings.LastIndex(s, " "); i > 0 {
			return s[:i] + "  " + s[i+1:], "doppeltes Leerzeichen"
		}
	}
	return s, "in Gruppen"
}

func (h hand) worn(before, value, after string) snippet {
	v, how := h.wear(value)
	return snippet{before + "«" + v + "»" + after, how}
}

func grouped(s string, sizes ...int) string {
	var parts []string
	for _, n := range sizes {
		if len(s) > n {
			parts, s = append(parts, s[:n]), s[n:]
		}
	}
	return strings.Join(append(parts, s), " ")
}

// other gives a digit that is not d.
func (h hand) other(d byte) byte { return '0' + (d-'0'+1+byte(h.IntN(9)))%10 }

func (h hand) broken(s string, at int) string {
	return s[:at] + string(h.other(s[at])) + s[at+1:]
}

func (h hand) day() (d, m, y int) { return 1 + h.IntN(28), 1 + h.IntN(12), 1921 + h.IntN(85) }

func dotted(d, m, y int) string { return fmt.Sprintf("%02d.%02d.%04d", d, m, y) }

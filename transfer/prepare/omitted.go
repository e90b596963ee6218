package prepare

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kinds/register"
)

// Omitted is an entry that is not in the material, with the reason the clerk gives
// for it. It travels in the self-check and in the Übergabeniederschrift, so that
// the archive need not ask (C1, C6).
type Omitted struct {
	Entry  string `json:"entry"`
	Reason string `json:"reason"`
}

// omitPrefix marks the reasons (Statements.Reason) that are about an entry and not
// about a field.
const omitPrefix = "entry:"

// OmitKey is the key of Statements.Reason that holds why an entry is not there.
func OmitKey(entry string) string { return omitPrefix + plainNumber(entry) }

// plainNumber writes a number without leading zeros; anything else stays.
func plainNumber(entry string) string {
	entry = strings.TrimSpace(entry)
	if n := strings.TrimLeft(entry, "0"); n != "" && strings.Trim(n, "0123456789") == "" {
		return n
	}
	return entry
}

// OmitFault tells what is wrong with a reason for an entry of a kind, "" = nothing.
// An empty reason takes the one given before away.
func OmitFault(kind, entry, reason string) string {
	switch {
	case kind != register.Name:
		return "Ein Wegfall lässt sich nur bei Einträgen eines Personenstandsregisters begründen; diese Art der Abgabe hat keine."
	case !entryNumber.MatchString(strings.TrimSpace(entry)):
		return "„" + entry + "“ ist keine Nummer eines Eintrags. Bitte Nummer=Begründung angeben, etwa 207=„Nummer nicht vergeben“."
	}
	return Field{Label: "Begründung zu Eintrag " + plainNumber(entry), Form: Long}.Fault(reason)
}

// OmissionsOf gives the reasons that were typed, by number of the entry.
func OmissionsOf(reason Values) (out []Omitted) {
	for _, key := range slices.SortedFunc(maps.Keys(reason), natural) {
		entry, ok := strings.CutPrefix(key, omitPrefix)
		if why := reason.Get(key); ok && why != "" {
			out = append(out, Omitted{entry, why})
		}
	}
	return out
}

// omitted gives the reasons for entries that are really not in the material: one
// that came after all needs none.
func (s *survey) omitted() (out []Omitted, err error) {
	var faults []Fault
	have := s.entries()
	for _, o := range OmissionsOf(s.src.Reason) {
		if text := OmitFault(register.Name, o.Entry, o.Reason); text != "" {
			faults = append(faults, Fault{OmitKey(o.Entry), text})
		} else if !have[o.Entry] {
			out = append(out, o)
		}
	}
	if len(out) > maxGaps {
		faults = append(faults, Fault{omitPrefix, fmt.Sprintf("Für mehr als %d fehlende Einträge lässt sich kein Wegfall begründen. Bitte den Ordner mit dem Material prüfen.", maxGaps)})
	}
	if len(faults) > 0 {
		return nil, refused(faults)
	}
	return out, nil
}

// entries are the numbers of the entries in the material.
func (s *survey) entries() map[string]bool {
	out := map[string]bool{}
	for _, x := range s.papers {
		if x.entry != "" {
			out[plainNumber(x.entry)] = true
		}
	}
	return out
}

// counted holds the number of entries the closing note states, where it was typed,
// against those that are there and those whose omission has a reason (C1).
func (s *survey) counted(omitted []Omitted) []check.Finding {
	typed, err := strconv.Atoi(s.src.Values.Get("entryCount"))
	have := len(s.entries())
	if err != nil || typed == have || typed == have+len(omitted) {
		return nil
	}
	found := fmt.Sprintf("%d Einträge im Material", have)
	if len(omitted) > 0 {
		found += fmt.Sprintf(", %d mit begründetem Wegfall", len(omitted))
	}
	return []check.Finding{codeCount.At("").Want(fmt.Sprintf("%d Einträge laut Abschlussvermerk", typed), found)}
}

// OmittedFindings are the notes on entries that are not there, for both reports.
// The reasons may come from outside: control characters and length are bounded.
func OmittedFindings(list []Omitted) (out []check.Finding) {
	for _, o := range list[:min(len(list), maxGaps)] {
		out = append(out, codeOmitted.At("").Want("Eintrag "+told(o.Entry, 40), "Begründung: "+told(o.Reason, 1000)))
	}
	return out
}

// told makes a text fit for a line of a report.
func told(s string, most int) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}

package kind

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"laufzettel/transfer/check"
	"laufzettel/transfer/wording"
)

// Omitted is an entry that is not in the material, with the reason the clerk gives
// for it. It travels in the self-check and in the Übergabeniederschrift, so that
// the archive need not ask (C1, C6).
type Omitted struct {
	Entry  string `json:"entry"`
	Reason string `json:"reason"`
}

// OmitPrefix marks the reasons (Statements.Reason) that are about an entry and not
// about a field.
const OmitPrefix = "entry:"

// OmitKey is the key of Statements.Reason that holds why an entry is not there.
func OmitKey(entry string) string { return OmitPrefix + PlainNumber(entry) }

// PlainNumber writes a number without leading zeros; anything else stays.
func PlainNumber(entry string) string {
	entry = strings.TrimSpace(entry)
	if n := strings.TrimLeft(entry, "0"); n != "" && strings.Trim(n, "0123456789") == "" {
		return n
	}
	return entry
}

// OmissionsOf gives the reasons that were typed, by number of the entry.
func OmissionsOf(reason Values) (out []Omitted) {
	for _, key := range slices.SortedFunc(maps.Keys(reason), Natural) {
		entry, ok := strings.CutPrefix(key, OmitPrefix)
		if why := reason.Get(key); ok && why != "" {
			out = append(out, Omitted{entry, why})
		}
	}
	return out
}

// OmittedFindings are the notes on entries that are not there, for both reports.
// The reasons may come from outside: control characters and length are bounded.
func OmittedFindings(list []Omitted) (out []check.Finding) {
	for _, o := range list[:min(len(list), MaxGaps)] {
		out = append(out, CodeOmitted.At("").Want(wording.Say("want.kind.entry", told(o.Entry, 40)),
			wording.Say("found.kind.reason", told(o.Reason, 1000))))
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

// Numbered is a Builder whose portion consists of numbered entries: a missing file of
// one can be added, and the omission of one be given a reason (C1, C6).
type Numbered interface {
	Builder
	// IsEntry reports whether a text is the number of an entry.
	IsEntry(number string) bool
}

// OmitFault tells what is wrong with a reason for an entry of a kind; empty where nothing is.
// An empty reason takes the one given before away.
func OmitFault(b Builder, entry, reason string) wording.Text {
	n, ok := b.(Numbered)
	switch {
	case !ok:
		return wording.Say("hint.kind.omit-registers-only")
	case !n.IsEntry(strings.TrimSpace(entry)):
		return wording.Say("hint.kind.omit-no-number", entry)
	}
	return wording.Plain(Field{Label: "Begründung zu Eintrag " + PlainNumber(entry), Form: Long}.Fault(reason))
}

// StemOf gives the name without extension that stands for a missing file: the
// number of an entry, or the name of the file that lacks its partner.
func StemOf(name string) string {
	name = strings.TrimSpace(filepath.ToSlash(name))
	if n := PlainNumber(name); n != "" && len(n) <= 9 && strings.Trim(n, "0123456789") == "" {
		return n + "_U0"
	}
	if ext := path.Ext(name); strings.EqualFold(ext, ".xml") || strings.EqualFold(ext, ".pdf") {
		return strings.TrimSuffix(name, ext)
	}
	return name
}

// MaxGaps bounds the rows and reasons that stand for entries not in the folder.
const MaxGaps = 1000

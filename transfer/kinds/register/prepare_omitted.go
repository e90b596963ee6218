package register

import (
	"fmt"
	"strconv"

	"laufzettel/transfer/check"
	"laufzettel/transfer/kind"
	"laufzettel/transfer/wording"
)

// omitted gives the reasons for entries that are really not in the material: one
// that came after all needs none.
func (s *survey) omitted() (out []kind.Omitted, err error) {
	var faults []kind.Fault
	have := s.entries()
	for _, o := range kind.OmissionsOf(s.src.Reason) {
		if text := kind.OmitFault(registerBuilder{}, o.Entry, o.Reason); !text.Empty() {
			faults = append(faults, kind.Fault{Key: kind.OmitKey(o.Entry), Text: text.In(wording.German)})
		} else if !have[o.Entry] {
			out = append(out, o)
		}
	}
	if len(out) > kind.MaxGaps {
		faults = append(faults, kind.Fault{Key: kind.OmitPrefix,
			Text: fmt.Sprintf(
				"Für mehr als %d fehlende Einträge lässt sich kein Wegfall begründen. Bitte den Ordner mit dem Material prüfen.",
				kind.MaxGaps)})
	}
	if len(faults) > 0 {
		return nil, kind.Incomplete(faults)
	}
	return out, nil
}

// entries are the numbers of the entries in the material.
func (s *survey) entries() map[string]bool {
	out := map[string]bool{}
	for _, x := range s.papers {
		if x.entry != "" {
			out[kind.PlainNumber(x.entry)] = true
		}
	}
	return out
}

// counted holds the number of entries the closing note states, where it was typed,
// against those that are there and those whose omission has a reason (C1).
func (s *survey) counted(omitted []kind.Omitted) []check.Finding {
	typed, err := strconv.Atoi(s.src.Values.Get("entryCount"))
	have := len(s.entries())
	if err != nil || typed == have || typed == have+len(omitted) {
		return nil
	}
	found := wording.Say("found.register.material", have)
	if len(omitted) > 0 {
		found = wording.Say("found.register.omitted", have, len(omitted))
	}
	return []check.Finding{codeCount.At("").Want(wording.Say("want.register.closing-note", typed), found)}
}

package check

import (
	"slices"
	"testing"

	"laufzettel/transfer/container"
)

// TestContainerCodes proves that every fault of a container has a code with
// texts and ways out, and that none of them can be accepted.
func TestContainerCodes(t *testing.T) {
	if _, err := NewRegistry(ContainerCodes); err != nil {
		t.Fatal(err)
	}
	ids := []string{
		container.PathEscape, container.AbsolutePath, container.LinkOrDevice, container.Bomb, container.TooMuch, container.Overlap,
		container.HeaderDiffers, container.TooDeep, container.ReservedName, container.LongName, container.OddCharacter,
		container.CaseTwins, container.UnicodeTwins, container.SameName, container.Encrypted, container.Damaged,
		container.Unsupported, container.NoContainer,
	}
	if len(ids)+7 != len(ContainerCodes) { // backslashes, a prefix, other encodings, what is left out, beside or changed refuse nothing
		t.Errorf("%d codes for %d faults", len(ContainerCodes), len(ids))
	}
	for _, id := range ids {
		f := FindingsOf(&container.Refused{Faults: []container.Fault{{Code: id, Path: "a\x1b.txt", Expected: "x", Found: "y"}}})[0]
		if f.Code != id || f.Severity != Error || f.Path != "a␛.txt" || f.Expected != "x" || f.Found != "y" || f.Message == "" {
			t.Errorf("finding %+v", f)
		}
	}
}

func TestFindingsOfUnknownFault(t *testing.T) {
	got := FindingsOf(&container.Refused{Faults: []container.Fault{{Code: "XXX-999"}}, More: true})
	if len(got) != 1 || got[0].Code != container.Damaged {
		t.Errorf("findings %+v", got)
	}
	if got[0].Message == containerCode(container.Damaged).Title().In("de") {
		t.Error("that there are more faults is not said")
	}
}

// Faults of one cause are one finding with all names; what differs in what was expected or
// found stays apart.
func TestFindingsOf_ByCause(t *testing.T) {
	tests := []struct {
		name   string
		faults []container.Fault
		want   []int // weights
	}{
		{"names that come twice", []container.Fault{{Code: container.SameName, Path: "a", Found: "mehrmals"},
			{Code: container.SameName, Path: "b", Found: "mehrmals"}}, []int{2}},
		{"twins by case, each with its own", []container.Fault{{Code: container.CaseTwins, Path: "a", Found: "A"},
			{Code: container.CaseTwins, Path: "b", Found: "B"}}, []int{2}},
		{"bombs of different size", []container.Fault{{Code: container.Bomb, Path: "a", Found: "1"},
			{Code: container.Bomb, Path: "b", Found: "2"}}, []int{1, 1}},
		{"two causes mixed", []container.Fault{{Code: container.Encrypted, Path: "a"}, {Code: container.SameName, Path: "b"},
			{Code: container.Encrypted, Path: "c"}}, []int{2, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []int
			for _, f := range FindingsOf(&container.Refused{Faults: tt.faults}) {
				got = append(got, f.Weight())
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("weights %v, want %v", got, tt.want)
			}
		})
	}
}

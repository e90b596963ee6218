package check

import (
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
	if len(ids)+4 != len(ContainerCodes) { // backslashes, a prefix and what is left out refuse nothing
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

package check

import (
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

var (
	refuse   = []WayOut{ReturnAll, Stop}
	rename   = []WayOut{ReturnAll, AskForFiles, Stop}
	leftWays = []WayOut{ReturnAll, AskForFiles, AcceptException, Stop}
)

// ContainerCodes are the findings of transfer/container, which cannot import
// this package. A container with one of them is not opened, therefore none of
// them can be accepted as an exception, but for what was left out of a file share.
var ContainerCodes = []Code{
	{ID: container.PathEscape, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.AbsolutePath, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.LinkOrDevice, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.Bomb, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.TooMuch, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.Overlap, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.HeaderDiffers, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.TooDeep, Severity: Error, Source: "G5", Ways: refuse},
	{ID: container.ReservedName, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.LongName, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.OddCharacter, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.CaseTwins, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.UnicodeTwins, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.SameName, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.Backslashes, Severity: Warning, Source: "APPNOTE 4.4.17; G5", Ways: allWays},
	{ID: container.OtherEncoding, Severity: Note, Source: "G5; E18", Ways: allWays},
	{ID: container.Prefix, Severity: Warning, Source: "APPNOTE 4.1.9; G5", Ways: allWays},
	{ID: container.LinkLeft, Severity: Warning, Source: "G5; G2", Ways: leftWays},
	{ID: container.NotRead, Severity: Error, Source: "G2; E18", Ways: leftWays},
	{ID: container.Changed, Severity: Warning, Source: "G2; E18", Ways: leftWays},
	{ID: container.StreamLeft, Severity: Note, Source: "G2; E18", Ways: leftWays},
	{ID: container.Encrypted, Severity: Error, Source: "G5", Ways: rename},
	{ID: container.Damaged, Severity: Error, Source: "A1, E4", Ways: refuse},
	{ID: container.Unsupported, Severity: Error, Source: "E4", Ways: rename},
	{ID: container.NoContainer, Severity: Error, Source: "E4", Ways: refuse},
}

// FindingsOf turns the refusal of a container into findings. A fault whose code
// is unknown becomes the finding of a damaged container, so that none is lost.
func FindingsOf(r *container.Refused) []Finding {
	out := byCause(FindingsOfFaults(r.Faults))
	if r.More && len(out) > 0 {
		last := &out[len(out)-1]
		*last = last.Saying(wording.Say("said.check.more-places"))
	}
	return out
}

// FindingsOfFaults does the same for faults that container.Options.Tolerate let
// pass: container.Faults(tree).
func FindingsOfFaults(faults []container.Fault) []Finding {
	out := make([]Finding, 0, len(faults))
	for _, f := range faults {
		code := containerCode(f.Code)
		expected, found := f.Said()
		x := code.At(printable(f.Path)).Want(printableValue(expected), printableValue(found))
		if advice := remedyOf(found); !advice.Empty() {
			x = x.Advising(advice)
		}
		out = append(out, x)
	}
	return out
}

// remedyOf gives what helps against the very thing found, where the remedy of the code
// speaks of other faults it also stands for.
func remedyOf(found any) wording.Text {
	if text, ok := found.(wording.Text); ok {
		name, _ := strings.CutPrefix(text.Key, "found.container.")
		if key := "remedy.container." + name; wording.Has(wording.German, key) {
			return wording.Word("remedy.container.", name)
		}
	}
	return wording.Text{}
}

// byCause makes one finding of those that say the same of several names. Of names that
// differ in case or Unicode form alone the other need not be said: it looks the same.
func byCause(list []Finding) []Finding {
	out := make([]Finding, 0, len(list))
	at := map[[4]string]int{}
	for _, f := range list {
		cause := [4]string{f.Code, string(f.Severity), f.Expected, f.Found}
		if f.Code == container.CaseTwins || f.Code == container.UnicodeTwins {
			cause[3] = ""
		}
		i, there := at[cause]
		switch {
		case !there:
			at[cause] = len(out)
			out = append(out, f)
			continue
		case len(out[i].Paths) == 0:
			out[i].Paths = []string{out[i].Path}
		}
		out[i].Paths = append(out[i].Paths, f.Path)
	}
	return out
}

func containerCode(id string) Code {
	damaged := Code{}
	for _, c := range ContainerCodes {
		switch c.ID {
		case id:
			return c
		case container.Damaged:
			damaged = c
		}
	}
	return damaged
}

// printableValue does for a value, and for the values of a text, what printable does for a
// string.
func printableValue(v any) any {
	switch x := v.(type) {
	case string:
		return printable(x)
	case wording.Text:
		out := wording.Text{Key: x.Key}
		for _, inside := range x.Values {
			out.Values = append(out.Values, printableValue(inside))
		}
		return out
	}
	return v
}

// printable shows control characters instead of obeying them.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x20:
			return 0x2400 + r // control pictures
		case r == 0x7f, r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
			return '\ufffd'
		}
		return r
	}, s)
}

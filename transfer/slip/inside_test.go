package slip

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"testing"

	"laufzettel/transfer/check"
)

// The containers that lie in a delivery beside its slip are held against the digests the
// slip states of them (P2a.3); what lies elsewhere, or has none, is not.
func TestFound_CheckInside(t *testing.T) {
	right := sha256.Sum256([]byte("container"))
	stated := func(name, algorithm, digest string) *Found {
		return &Found{Path: "papiere/el_Lauf.xml", Slip: &RoutingSlip{Containers: []Container{{Name: name, Algorithm: algorithm,
			Digest: digest}}}}
	}
	tests := []struct {
		name  string
		found *Found
		files memTree
		want  []string
	}{
		{"as stated", stated("a.zip", "sha-256", hex.EncodeToString(right[:])), memTree{"papiere/a.zip": []byte("container")}, nil},
		{"changed on the way", stated("a.zip", "sha-256", hex.EncodeToString(right[:])), memTree{"papiere/a.zip": []byte("Container")},
			[]string{"SLP-005"}},
		{"not beside the slip", stated("a.zip", "sha-256", hex.EncodeToString(right[:])), memTree{"a.zip": []byte("Container")}, nil},
		{"no digest stated", stated("a.zip", "", ""), memTree{"papiere/a.zip": []byte("Container")}, nil},
		{"an algorithm nobody knows", stated("a.zip", "rot13", "00"), memTree{"papiere/a.zip": []byte("Container")}, nil},
		{"no slip", nil, memTree{}, nil},
		{"a slip that could not be read", &Found{Path: "el_Lauf.xml"}, memTree{}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			told, err := tt.found.CheckInside(t.Context(), tt.files)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range told {
				got = append(got, f.Code)
				if f.Path != "papiere/el_Lauf.xml" || f.Expected != hex.EncodeToString(right[:]) || f.Found == f.Expected {
					t.Errorf("told as %+v", f)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("found %v, want %v", got, tt.want)
			}
		})
	}
}

// One id decides over all spellings of a name; without an id on both sides the names do.
func TestSameOffice(t *testing.T) {
	tests := []struct {
		name string
		a, b check.Agency
		want bool
	}{
		{"same id, other spelling", check.Agency{ID: "14713", Name: "Amt A"}, check.Agency{ID: " 14713 ", Name: "AMT  A."}, true},
		{"same name, other id", check.Agency{ID: "14713", Name: "Amt A"}, check.Agency{ID: "99001", Name: "Amt A"}, false},
		{"one without id", check.Agency{Name: "Amt  a"}, check.Agency{ID: "14713", Name: "Amt A"}, true},
		{"other name, one without id", check.Agency{Name: "Amt B"}, check.Agency{ID: "14713", Name: "Amt A"}, false},
	}
	for _, tt := range tests {
		if got := SameOffice(tt.a, tt.b); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// An offer that is a message names that as its list; packed, it lies in the container the
// slip came beside (P1.1). What is no list there is told.
func TestFound_ListInside(t *testing.T) {
	const offer = `<x:Aussonderung.Anbieteverzeichnis.0501 xmlns:x="urn:xoev-de:xdomea:schema:3.0.0"/>`
	tests := []struct {
		name  string
		files memTree
		want  string // the list that was found
		told  int
	}{
		{"a message", memTree{"Liste.xml": []byte(offer)}, "Liste.xml", 0},
		{"a list", memTree{"Liste.xml": listBytes()}, "Liste.xml", 0},
		{"neither", memTree{"Liste.xml": []byte("<a/>")}, "Liste.xml", 1},
		{"not there", memTree{"a.pdf": []byte("%PDF")}, "", 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := &Found{Path: "el_Lauf.xml", Slip: &RoutingSlip{ListFile: "Liste.xml", Status: Offered}}
			told, err := f.ListInside(t.Context(), tt.files)
			if err != nil {
				t.Fatal(err)
			}
			if f.ListPath != tt.want || len(told) != tt.told || (f.AccessionID != "") != (tt.want != "") {
				t.Errorf("list %q, Ü-ID %q, told %+v", f.ListPath, f.AccessionID, told)
			}
			missing := slices.ContainsFunc(f.Check(Known{}, nil), func(x check.Finding) bool { return x.Code == "SLP-004" })
			if missing != (tt.want == "") {
				t.Errorf("told as missing: %v", missing)
			}
		})
	}
}

// A list under another name than the slip says is the one list of the folder; where only a
// table of its name lies there, that is named (P1.2).
func TestFind_ListOfAnotherName(t *testing.T) {
	s := testSlip()
	s.Status, s.AccessionID, s.Containers = Offered, "", nil
	slip := slipBytes(s)
	tests := []struct {
		name  string
		files memTree
		want  string // the list
		codes []string
		says  string
	}{
		{"as named", memTree{"el_Lauf.xml": slip, "Ab_Lis.xml": listBytes()}, "Ab_Lis.xml", nil, ""},
		{"renamed", memTree{"el_Lauf.xml": slip, "Liste neu.xml": listBytes()}, "Liste neu.xml", []string{"VOL-004"}, "Liste neu.xml"},
		{"two of other names", memTree{"el_Lauf.xml": slip, "a.xml": listBytes(), "b.xml": listBytes()}, "", []string{"SLP-004"}, ""},
		{"a table", memTree{"el_Lauf.xml": slip, "Ab_Lis.xlsx": []byte("PK")}, "", []string{"SLP-004"}, "Ab_Lis.xlsx"},
		{"in another folder", memTree{"el_Lauf.xml": slip, "x/Liste.xml": listBytes()}, "", []string{"SLP-004"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, told, err := Find(t.Context(), tt.files)
			if err != nil || f == nil {
				t.Fatal(f, err)
			}
			told = append(told, f.Check(Known{}, nil)...)
			var codes []string
			said := false
			for _, x := range told {
				if x.Code == "SLP-004" || x.Code == "VOL-004" {
					codes = append(codes, x.Code)
					said = said || x.Found == tt.says
				}
			}
			if f.ListPath != tt.want || !slices.Equal(codes, tt.codes) || len(codes) > 0 && !said {
				t.Errorf("list %q, told %v: %+v", f.ListPath, codes, told)
			}
		})
	}
}

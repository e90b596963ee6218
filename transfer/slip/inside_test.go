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
		return &Found{Path: "papiere/el_Lauf.xml", Slip: &RoutingSlip{Containers: []Container{{Name: name, Algorithm: algorithm, Digest: digest}}}}
	}
	tests := []struct {
		name  string
		found *Found
		files memTree
		want  []string
	}{
		{"as stated", stated("a.zip", "sha-256", hex.EncodeToString(right[:])), memTree{"papiere/a.zip": []byte("container")}, nil},
		{"changed on the way", stated("a.zip", "sha-256", hex.EncodeToString(right[:])), memTree{"papiere/a.zip": []byte("Container")}, []string{"SLP-005"}},
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

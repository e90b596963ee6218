package procedure_test

import (
	"testing"

	"laufzettel/transfer/procedure"
)

func TestOf(t *testing.T) {
	for _, m := range procedure.All {
		if got := procedure.Of(m.Kind()); got != m {
			t.Errorf("%s is read back as %q", m.Kind(), got)
		}
	}
	for _, kind := range []string{"", "bagit", "xdomea", "files", "0501"} {
		if got := procedure.Of(kind); got != "" {
			t.Errorf("%q is the message %q", kind, got)
		}
	}
}

func TestAnswers(t *testing.T) {
	for _, tt := range []struct {
		message procedure.Message
		want    string
	}{
		{procedure.Offer, "0504, 0502"}, {procedure.Transfer, "0507, 0506"}, {procedure.Appraisal, ""}, {"", ""},
	} {
		if got := procedure.Strings(tt.message.Answers()); got != tt.want {
			t.Errorf("%s is answered by %q, want %q", tt.message, got, tt.want)
		}
	}
	for _, m := range procedure.All {
		if want := m == "0502" || m == "0506"; m.Judges() != want {
			t.Errorf("%s judges: %v", m, m.Judges())
		}
	}
}

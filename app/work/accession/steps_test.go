package accession

import (
	"testing"

	"laufzettel/transfer"
)

// Every state has its step; offers go their own way, as nothing of them is packaged.
func TestStepOf(t *testing.T) {
	want := map[transfer.State][2]NextStep{ // delivery, offer
		transfer.Arrived: {NextCheck, NextCheck}, transfer.Recognised: {NextCheck, NextCheck}, transfer.Checked: {NextDecide, NextDecide},
		transfer.Accepted: {NextAppraise, NextOffer}, transfer.AcceptedWithException: {NextAppraise, NextOffer},
		transfer.Returned: {NextRedelivery, NextRedelivery}, transfer.Appraised: {NextPackage, ""}, transfer.Packaged: {NextSend, NextSend},
		transfer.Sent: {NextReceipt, NextReceipt}, transfer.Confirmed: {NextClear, NextClear}, transfer.Closed: {"", ""},
		transfer.Discarded: {"", ""},
	}
	for _, s := range transfer.States {
		for i, kind := range []string{"xdomea-0503", "xdomea-0501"} {
			w, told := want[s]
			if got := StepOf(transfer.Portion{State: s, Kind: kind}); !told || got != w[i] {
				t.Errorf("%s %s: %q, want %q", s, kind, got, w[i])
			}
		}
	}
}

// What decides something, or cannot be taken back, is never done by a mere yes.
func TestNextStep_Plain(t *testing.T) {
	for _, s := range []NextStep{NextOffer, NextAwait, NextDecide, NextRedelivery, NextAppraise, NextClear, NextDeletion, NextClose,
		NextNone, NextReturn, NextStop, NextRelease,
		NextFinish, NextAnswer, ""} {
		if s.Plain() {
			t.Errorf("%q is an act of its own", s)
		}
	}
	for _, s := range []NextStep{NextCheck, NextAccept, NextPackage, NextSend, NextReceipt} {
		if !s.Plain() || (Next{Step: s, Held: "ruht"}).Plain() {
			t.Errorf("%q is plain unless it stands still", s)
		}
	}
}

func TestEndOf(t *testing.T) {
	for _, tt := range []struct {
		state transfer.AccessionState
		told  bool
		want  NextStep
	}{{transfer.InWork, false, ""}, {transfer.Archived, true, ""}, {transfer.Cleared, false, NextDeletion},
		{transfer.Cleared, true, NextClose}, {transfer.AccessionClosed, true, NextNone}} {
		if got := endOf(transfer.Accession{State: tt.state}, tt.told); got != tt.want {
			t.Errorf("%s, told %v: %q, want %q", tt.state, tt.told, got, tt.want)
		}
	}
}

package model_test

import (
	"strings"
	"testing"

	"laufzettel/appraisal/sift"
	"laufzettel/views/appraise/appraisetest"
	"laufzettel/views/appraise/model"
)

// The rule sees the units of the list as it is: full numbers, open ones only.
func TestRulesOnTheList(t *testing.T) {
	tr := model.NewTree(model.Portion{Objects: appraisetest.SampleObjects(), Verdicts: map[string]model.Verdict{"139/2": {Letter: "A"}}})
	for want, r := range map[string]sift.Rule{
		"139/1 147/2 147/5 147/8 152/2 152/5": {Kind: sift.EveryNth, A: "3", B: "1"},
		"139/1 147/1 147/6 152/1 152/6":       {Kind: sift.ByDigit, A: "1; 6"},
		"147/3 152/1":                         {Kind: sift.ByLetter, A: "D", Exceptions: "63.2-0147/03, 63.2-0139/02"},
	} {
		var got []string
		for _, i := range tr.Pick(r, tr.Candidates()) {
			got = append(got, tr.Objects[i].ID)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%+v: %v, want %s", r, got, want)
		}
	}
}

package generate_test

import (
	"fmt"
	"regexp"
	"testing"
	"time"

	"laufzettel/transfer/check"
	"laufzettel/transfer/report"
)

// machineWords stand in no paper: words of libraries, of path languages and of the log (E11).
var machineWords = regexp.MustCompile(
	`\[@|\b[01]\.\.[1n]\b|starts-with\(|local-name\(|[a-z]\[\d+\]/|<nil>|%!|\bEOF\b|strconv|(?:^|[^.\w])(?:xml|zip|gzip|flate|json|asn1|x509|csv|encoding): |` +
		`\b(?:expected|unexpected|invalid|missing|failed|malformed|unsupported|unknown|cannot|rejected|accepted|unreadable|not-done|no such|must|should|the|and|with)\b`)

// plainWords holds check report and claim of a report against the words above: titles,
// remedies, places, what was expected and what was found.
func plainWords(t *testing.T, name string, rep *check.Report) {
	t.Helper()
	meta := report.Meta{Archive: report.Party{Name: "Landesarchiv"}, Created: time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC),
		Program: "Laufzettel"}
	claim := report.NewClaim(rep, meta, check.ReturnAll, time.Time{})
	for i := range claim.Aside {
		claim.Aside[i].Mention = true
	}
	for _, d := range []report.Document{report.CheckReport(rep, meta), claim.Document()} {
		text := fmt.Sprintf("%s %s %+v", d.Title, d.Subject, d.Blocks)
		for _, at := range machineWords.FindAllStringIndex(text, 3) {
			t.Errorf("%s, %s: %q in …%s…", name, d.Kind, text[at[0]:at[1]], text[max(0, at[0]-80):min(len(text), at[1]+60)])
		}
	}
}

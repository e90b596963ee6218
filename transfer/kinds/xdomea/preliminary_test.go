package xdomea

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"laufzettel/transfer/record"
)

// drafts makes what may be a draft, in one version.
func drafts(t *testing.T, number string) map[string][]byte {
	t.Helper()
	d := testDraft(number)
	d.Preliminary = `ENTWURF <"noch" & nicht>`
	out := map[string][]byte{}
	for code, write := range map[string]func(io.Writer) error{
		TypeAppraisal: func(w io.Writer) error {
			return WriteAppraisal(w, d, []Rated{{ID: uid(3), Rating: record.RatingDestroy}})
		},
		TypeImportConfirmed: func(w io.Writer) error {
			return WriteImportConfirmation(w, d, Outcome{Messages: []string{"ENTWURF"}},
				[]Result{{ID: uid(3), Outcome: Outcome{Messages: []string{"ENTWURF"}}}})
		},
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatalf("%s %s: %v", number, code, err)
		}
		out[code] = b.Bytes()
	}
	return out
}

// No system takes a draft for the message: its root is none of xdomea's. What stands
// inside is the message as it would be, valid, with the note that it is a draft.
func TestWrite_Preliminary(t *testing.T) {
	for _, number := range Versions() {
		t.Run(number, func(t *testing.T) {
			inner := map[string][]byte{}
			for code, b := range drafts(t, number) {
				if m, _, err := ReadMessage(bytes.NewReader(b)); err != nil || m != nil {
					t.Errorf("%s is read as a message: %+v, %v", code, m, err)
				}
				head, rest, _ := strings.Cut(string(b), "<laufzettel:Entwurf ")
				told, rest, _ := strings.Cut(rest, ">\n")
				body, end, found := strings.Cut(rest, "\n</laufzettel:Entwurf>")
				if !found || strings.TrimSpace(end) != "" || !strings.Contains(told, "ENTWURF &lt;") ||
					!strings.Contains(told, `nachricht="`+code+`"`) {
					t.Fatalf("%s is not told as a draft: %s", code, b)
				}
				inner[code] = []byte(head + body)
				m, _, err := ReadMessage(bytes.NewReader(inner[code]))
				if err != nil || m == nil || m.Head.TypeCode != code || m.Head.Note != `ENTWURF <"noch" & nicht>` {
					t.Errorf("inside %s: %+v, %v", code, m, err)
				}
				if code == TypeImportConfirmed && m != nil && (m.Outcome != nil && m.Outcome.OK || len(m.Results) > 0 && m.Results[0].OK) {
					t.Errorf("the draft tells of success: %+v", m.Results)
				}
			}
			lintAll(t, number, inner)
		})
	}
}

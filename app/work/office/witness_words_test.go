package office

import (
	"strings"
	"testing"

	"laufzettel/transfer/wording"
)

// What the log finds is kept in German and read by a person in their own language,
// sentences inside sentences too.
func TestDifference_InTheLanguageOfThePerson(t *testing.T) {
	d := &Difference{Table: "decision", Object: "P1 O1", Column: "rating", Row: "V", Log: wording.Kept("log.row.nothing"), Seq: 7,
		By:  "M. Ahrens",
		Why: wording.Kept("log.why.no-right", "decision", "P1 O1", "J. Beyer")}
	for language, want := range map[string]string{
		wording.German: "In der Tabelle decision steht zu P1 O1 in der Spalte rating „V“, das Protokoll sagt „nichts darüber“ (Eintrag 7, M. Ahrens)." +
			" Was dazu im Protokoll steht, zählt nicht: Es ändert decision P1 O1, aber J. Beyer hat dazu kein Recht.",
		wording.English: "In the table decision stands for P1 O1 in the column rating “V”, the log says “nothing on it” (entry 7, M. Ahrens)." +
			" What the log has on it does not count: it changes decision P1 O1, but J. Beyer has no right to do so.",
	} {
		if got := d.In(language); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", language, got, want)
		}
	}
	uncounted := wording.Kept("log.uncounted", 12, wording.Kept("log.why.founder-twice"))
	if got := wording.Recognised("log.", uncounted).In(wording.English); got != "Entry 12 signs the founding act a second time." {
		t.Error(got)
	}
	v := LogVerdict{Broken: wording.Kept("log.checkpoint-unreadable", "a.checkpoint")}
	if got := v.Says().In(wording.English); !strings.HasPrefix(got, "The checkpoint a.checkpoint") {
		t.Error(got)
	}
}

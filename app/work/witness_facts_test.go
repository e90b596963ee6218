package work_test

import (
	"crypto/sha512"
	"database/sql"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/copies"
	"laufzettel/transfer/people"
)

// appraisedThree is archiveThree with its appraisal finished.
func appraisedThree(t *testing.T) (house, transfer.Portion) {
	t.Helper()
	h, p, _ := archiveThree(t)
	must(t, h.Desk.FinishAppraisal(t.Context(), p.ID))
	return h, p
}

// S2: a delivered file is changed after its acceptance, and what the check learned of it
// with it, so that both agree: the package is refused, for a person has accepted another
// file. So it is where the journal is emptied and the delivery called rejected: files
// accepted as missing are left out of a package.
func TestS2_AChangedFileAndItsDigest(t *testing.T) {
	ctx := t.Context()
	h, p := appraisedThree(t)
	name, sum := oneText(t, h.Office.Path(p.Path))
	must(t, os.WriteFile(name, []byte("etwas anderes"), 0o600))
	next := sha512.Sum512([]byte("etwas anderes"))
	foreignHand(t, h.House, fmt.Sprintf("UPDATE check_fact SET fact = replace(fact, '%s', '%s') WHERE fact LIKE '%%%s%%'",
		sum, hex.EncodeToString(next[:]), sum))
	_, err := h.Packer.Package(ctx, p.ID, "", nil)
	stopped(t, err, "check_fact")

	h, p = appraisedThree(t)
	foreignHand(t, h.House, "DELETE FROM check_fact")
	_, err = h.Packer.Package(ctx, p.ID, "", nil)
	stopped(t, err, "check_fact")
	foreignHand(t, h.House, "UPDATE portion SET verdict = 'rejected'")
	_, err = h.Packer.Package(ctx, p.ID, "", nil)
	stopped(t, err, "verdict")
	if now, err := h.Intake.Portions.Get(ctx, p.ID); err != nil || now.State != transfer.Appraised {
		t.Errorf("after the refusals the portion is %s, %v", now.State, err)
	}
}

// oneText gives a text of a delivery and its digest.
func oneText(t *testing.T, dir string) (name, sum string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && filepath.Ext(path) == ".txt" {
			name = path
		}
		return err
	}))
	data, err := os.ReadFile(name)
	must(t, err)
	digest := sha512.Sum512(data)
	return name, hex.EncodeToString(digest[:])
}

// A copy out of our reach stays in the register until somebody with the right to it says
// that it is gone: whatever a foreign hand does to its row, the accession is not closed.
func TestWitness_ACopyStruckFromTheRegister(t *testing.T) {
	ctx := t.Context()
	h, p, _ := archiveThree(t)
	c := office.Concerned{Accessions: []string{p.AccessionID}}
	closing := func() error { return h.Office.Witness.Uphold(ctx, "close", c) }
	must(t, h.Copies.NoteCopy(ctx, p.ID, copies.Medium, "/media/platte", "M. Ahrens", 7))
	must(t, h.Office.May(ctx, people.People))
	_, err := h.Office.AddPerson(ctx, people.Person{Name: "E. Krämer", Roles: []people.Role{people.ReadingRoom}}, "lesen")
	must(t, err)
	must(t, h.Office.SignIn(ctx, "E. Krämer", "lesen"))
	must(t, h.Copies.NoteCopy(ctx, p.ID, copies.Export, "/media/leserin", "E. Krämer", 3)) // who reads gives out, too
	must(t, closing())
	for _, q := range []string{
		"UPDATE copy SET gone = 1, how = 'vernichtet', person = 'M. Ahrens' WHERE kind = 'medium'",
		"DELETE FROM copy WHERE kind = 'medium'",
		"UPDATE copy SET kind = 'import' WHERE kind = 'medium'",
		"UPDATE copy SET place = 'inbox' WHERE kind = 'medium'",
		"UPDATE copy SET portion_id = 'P2026-9999' WHERE kind = 'medium'",
	} {
		db := hand(t, h.Office.Dir)
		rows := rowsFor(t, db, "copy", tablesOf(t, db)["copy"])
		foreignHand(t, h.House, q)
		stopped(t, closing(), "copy")
		for _, r := range rows { // as it was
			if slices.Contains(r, any("medium")) {
				marks := strings.TrimSuffix(strings.Repeat("?,", len(r)), ",")
				_, err := db.ExecContext(ctx, "INSERT OR REPLACE INTO copy VALUES ("+marks+")", r...)
				must(t, err)
			}
		}
		must(t, closing())
	}
	foreignHand(t, h.House, "UPDATE copy SET accession_id = 'A2026-9999' WHERE kind = 'medium'") // it follows its portion
	list, err := h.Copies.RegisteredCopies(ctx, p.AccessionID)
	must(t, err)
	if !slices.ContainsFunc(list, func(c copies.Copy) bool { return c.Kind == copies.Medium && c.Gone.IsZero() }) {
		t.Errorf("the medium is gone from the list: %+v", list)
	}
	must(t, closing())
	must(t, h.Office.Store.WithTx(ctx, func(tx *sql.Tx) error { // signed by a reader, who has no right to it
		return copies.GoneTx(ctx, tx, mediumOf(list), h.Office.Now(), "vernichtet", "E. Krämer")
	}))
	stopped(t, closing(), "copy", "mit dem Recht dazu")
}

func mediumOf(list []copies.Copy) int64 {
	return list[slices.IndexFunc(list, func(c copies.Copy) bool { return c.Kind == copies.Medium })].ID
}

// A title that a foreign hand gave a folder reaches no package.
func TestWitness_ANameNobodyGave(t *testing.T) {
	h, p := appraisedThree(t)
	foreignHand(t, h.House, fmt.Sprintf("INSERT INTO share_name VALUES ('%s', '_1', 'Wertlos', '', 'M. Ahrens', 1)", p.ID))
	_, err := h.Packer.Package(t.Context(), p.ID, "", nil)
	stopped(t, err, "share_name")
}

// What persons looked at in a share is read by its report alone.
func TestWitness_LooksDecideNothing(t *testing.T) {
	var readers []string
	must(t, filepath.WalkDir(filepath.Join("..", ".."), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		if strings.Contains(string(text), "share_look") || strings.Contains(string(text), ".Notes.Looks(") {
			readers = append(readers, filepath.ToSlash(path))
		}
		return err
	}))
	if want := []string{"../../app/work/share/report.go", "../../appraisal/share/notes.go"}; !slices.Equal(readers, want) {
		t.Errorf("share_look is read by %v, want %v: does an act rest on it now?", readers, want)
	}
}

package workspace

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/report"
	"laufzettel/transfer/slip"
)

// Kinds of letters, as kept with a portion.
const (
	LetterReport      = "report"
	LetterClaim       = "claim"
	LetterAppraisal   = "appraisal-list"
	LetterDestruction = "destruction-list"
	LetterIngest      = "ingest-report"
	LetterClearance   = "clearance"
)

// meta gathers what every paper carries (design 4): parties, clock, tools and
// the head of the event chain.
func (w *Workspace) meta(ctx context.Context, p transfer.Portion, at time.Time) (report.Meta, error) {
	s := w.Settings.Get()
	seq, head, err := events.Head(ctx, w.store)
	if err != nil {
		return report.Meta{}, err
	}
	acc, err := w.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return report.Meta{}, err
	}
	m := report.Meta{
		Archive: report.Party{Name: s.Archive, Unit: s.Person.Unit, Person: w.Person()}, Agency: report.Party{Name: p.Agency},
		Created: at, Person: w.Person(), AccessionID: p.TransferID, Accession: acc.Number, Portion: p.Name, ProcessID: p.Process,
		Program: Program + " " + Version, ChainHead: head, ChainCount: int(seq),
		Tools: []report.Tool{{Name: w.engine.Identify.Tool(), Purpose: "Formaterkennung"}, {Name: w.engine.PDFA.Tool(), Purpose: "PDF/A"}},
	}
	if prof, err := w.profileOf(ctx, p); err == nil && prof != nil {
		m.Agency = report.Party{Name: prof.Agency, Unit: prof.Contact.Unit, Person: prof.Contact.Name}
	}
	return m, nil
}

// profileOf gives the profile of a portion, nil where none holds.
func (w *Workspace) profileOf(ctx context.Context, p transfer.Portion) (*profile.Profile, error) {
	if p.ProfileID == "" {
		return nil, nil
	}
	return w.Profiles.Get(ctx, p.ProfileID)
}

// writePaper writes a document as PDF/A-2b and as JSON beside each other and
// gives the letter to be registered. Names are letters/<portion>/<name>.pdf.
func (w *Workspace) writePaper(portion, kind, name string, d report.Document, final bool) (transfer.Letter, error) {
	base := path.Join(dirLetters, portion, name)
	l := transfer.Letter{Portion: portion, Kind: kind, Path: base + ".pdf", Made: w.Now(), Final: final}
	if err := os.MkdirAll(filepath.Dir(w.path(base)), 0o700); err != nil {
		return l, disk("make letters folder", err)
	}
	h := sha256.New()
	if err := writeFile(w.path(l.Path), func(f io.Writer) error { return report.Write(io.MultiWriter(f, h), d) }); err != nil {
		return l, disk("write "+kind, err)
	}
	if err := writeFile(w.path(base+".json"), func(f io.Writer) error { return report.WriteJSON(f, d) }); err != nil {
		return l, disk("write "+kind, err)
	}
	l.SHA256 = hex.EncodeToString(h.Sum(nil))
	return l, nil
}

// writeFile writes a file durably, for this user's eyes only.
func writeFile(name string, fill func(io.Writer) error) error {
	return durable.Write(name, 0o600, fill)
}

// register keeps a letter and its event.
func (w *Workspace) register(ctx context.Context, l transfer.Letter) error {
	return w.store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.AddLetter(ctx, tx, l); err != nil {
			return err
		}
		return w.log(ctx, w.event(events.Wrote, l.Portion, path.Base(l.Path), l.Kind, map[string]string{"sha-256": l.SHA256}))(tx)
	})
}

// CheckReport writes the check report of a portion and gives its path.
func (w *Workspace) CheckReport(ctx context.Context, id string) (pdf string, err error) {
	_, rep, m, err := w.papers(ctx, id)
	if err != nil {
		return "", err
	}
	l, err := w.writePaper(id, LetterReport, "pruefbericht", report.CheckReport(rep, m), false)
	if err != nil {
		return "", err
	}
	return w.path(l.Path), w.register(ctx, l)
}

// papers gathers what papers about a checked portion need.
func (w *Workspace) papers(ctx context.Context, id string) (transfer.Portion, *check.Report, report.Meta, error) {
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return p, nil, report.Meta{}, err
	}
	rep, err := w.Report(ctx, id)
	if err != nil {
		return p, nil, report.Meta{}, err
	}
	m, err := w.meta(ctx, p, w.Now())
	return p, rep, m, err
}

// claimDraft is the file a person edits before a claim is final.
const claimDraft = "nachforderung.entwurf.json"

// Claim gives the claim letter of a portion: the draft as a person left it, or a
// new one made from the findings (A11). It is stored as a draft.
func (w *Workspace) Claim(ctx context.Context, id string) (report.Claim, error) {
	var c report.Claim
	raw, err := os.ReadFile(w.path(path.Join(dirLetters, id, claimDraft)))
	if err == nil {
		if err := json.Unmarshal(raw, &c); err != nil {
			return c, failure.Wrap(failure.Refused, "read claim draft", "Der Entwurf der Nachforderung lässt sich nicht lesen. Bitte die Datei "+claimDraft+" berichtigen oder löschen.", err)
		}
		return c, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return c, disk("read claim draft", err)
	}
	return w.DraftClaim(ctx, id, check.ReturnAll)
}

// DraftClaim drafts the claim anew from the findings, in place of an earlier
// draft: to return everything, or to ask for the files named (A11). Error:
// Refused without a finding that justifies it.
func (w *Workspace) DraftClaim(ctx context.Context, id string, way check.WayOut) (report.Claim, error) {
	var c report.Claim
	p, rep, m, err := w.papers(ctx, id)
	if err != nil {
		return c, err
	}
	if rep.Count(check.Error)+rep.Count(check.Warning) == 0 {
		return c, failure.New(failure.Refused, "claim for "+id, "Es gibt keinen Befund, der eine Nachforderung begründet.")
	}
	var deadline time.Time
	if prof, err := w.profileOf(ctx, p); err == nil && prof != nil && prof.Deadlines.RedeliveryDays > 0 {
		deadline = slip.Due(w.Now(), prof.Deadlines.RedeliveryDays)
	}
	c = report.NewClaim(rep, m, way, deadline)
	return c, w.SaveClaim(ctx, id, c)
}

// SaveClaim keeps an edited claim as the draft and writes its preview. Error:
// Refused once the claim is final.
func (w *Workspace) SaveClaim(ctx context.Context, id string, c report.Claim) error {
	p, err := w.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	if p.State == transfer.Returned || p.State == transfer.Closed {
		return failure.New(failure.Refused, "edit claim of "+id, "Die Nachforderung ist bereits endgültig und wird nicht mehr geändert.")
	}
	c.Final = false
	if err := os.MkdirAll(w.path(path.Join(dirLetters, id)), 0o700); err != nil {
		return disk("make letters folder", err)
	}
	return disk("write claim draft", writeFile(w.path(path.Join(dirLetters, id, claimDraft)), func(f io.Writer) error {
		enc := json.NewEncoder(f)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		return enc.Encode(c)
	}))
}

// ClaimPreview writes the draft as PDF/A and gives its path.
func (w *Workspace) ClaimPreview(ctx context.Context, id string) (string, error) {
	l, err := w.writeClaim(ctx, id, false)
	return w.path(l.Path), err
}

// writeClaim writes the claim as draft or final paper.
func (w *Workspace) writeClaim(ctx context.Context, id string, final bool) (transfer.Letter, error) {
	c, err := w.Claim(ctx, id)
	if err != nil {
		return transfer.Letter{}, err
	}
	c.Final = final
	if c.Meta.Created.IsZero() || final {
		c.Meta.Created = w.Now()
	}
	name := "nachforderung"
	if !final {
		name += draftMark
	}
	return w.writePaper(id, LetterClaim, name, c.Document(), final)
}

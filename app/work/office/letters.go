package office

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/report"
	"laufzettel/transfer/wording"
)

// Kinds of letters, as kept with a portion.
const (
	LetterReport      = "report"
	LetterClaim       = "claim"
	LetterAppraisal   = "appraisal-list"
	LetterDestruction = "destruction-list"
	LetterIngest      = "ingest-report"
	LetterClearance   = "clearance"
	LetterTransition  = "transition" // a norm handed over to the final archive (E9)
)

// Meta gathers what every paper carries (design 4): parties, clock, tools and
// the head of the event chain.
func (pp *Papers) Meta(ctx context.Context, p transfer.Portion, at time.Time) (report.Meta, error) {
	s := pp.Office.Settings.Get()
	seq, head, err := events.Head(ctx, pp.Office.Store)
	if err != nil {
		return report.Meta{}, err
	}
	acc, err := pp.Portions.Accession(ctx, p.AccessionID)
	if err != nil {
		return report.Meta{}, err
	}
	m := report.Meta{
		Archive: report.Party{Name: s.Archive, Unit: s.Person.Unit, Person: pp.Office.Person()}, Agency: report.Party{Name: p.Agency},
		Created: at, Person: pp.Office.Person(), AccessionID: p.TransferID, Accession: acc.Number, Portion: p.Name, ProcessID: p.Process,
		Program: Program + " " + Version, ChainHead: head, ChainCount: int(seq),
		Tools: []report.Tool{{Name: pp.Engine.Identify.Tool(), Purpose: "Formaterkennung"},
			{Name: pp.Engine.PDFA.Tool(), Purpose: "PDF/A"}},
	}
	if prof, err := pp.ProfileOf(ctx, p); err == nil && prof != nil {
		m.Agency = report.Party{Name: prof.Agency, Unit: prof.Contact.Unit, Person: prof.Contact.Name}
	}
	return m, nil
}

// ProfileOf gives the profile of a portion, nil where none holds.
func (pp *Papers) ProfileOf(ctx context.Context, p transfer.Portion) (*profile.Profile, error) {
	if p.ProfileID == "" {
		return nil, nil
	}
	prof, err := pp.Profiles.Get(ctx, p.ProfileID)
	if errors.Is(err, profile.ErrNotFound) { // by its name: who is told cannot see which one a slip named (K7)
		return nil, failure.Wrap(failure.Refused, "find profile "+p.ProfileID,
			wording.Say("hint.office.profile-gone", p.ID, p.ProfileID), err)
	}
	return prof, err
}

// WritePaper writes a document as PDF/A-2a and as JSON beside each other and
// gives the letter to be registered. Names are letters/<portion>/<name>.pdf.
func (pp *Papers) WritePaper(portion, kind, name string, d report.Document, final bool) (transfer.Letter, error) {
	l, err := pp.WritePreview(portion, kind, name, d)
	if err != nil {
		return l, err
	}
	l.Final = final
	data := pp.Office.Path(path.Join(DirLetters, portion, name+".json"))
	return l, Disk("write "+kind, WriteFile(data, func(f io.Writer) error { return report.WriteJSON(f, d) }))
}

// WritePreview writes a document as PDF/A-2a alone: of a paper whose content a person
// keeps and edits elsewhere.
func (pp *Papers) WritePreview(portion, kind, name string, d report.Document) (transfer.Letter, error) {
	l := transfer.Letter{Portion: portion, Kind: kind, Path: path.Join(DirLetters, portion, name+".pdf"), Made: pp.Office.Now()}
	if err := os.MkdirAll(filepath.Dir(pp.Office.Path(l.Path)), 0o700); err != nil {
		return l, Disk("make letters folder", err)
	}
	h := sha256.New()
	if err := WriteFile(pp.Office.Path(l.Path), func(f io.Writer) error { return report.Write(io.MultiWriter(f, h), d) }); err != nil {
		return l, Disk("write "+kind, err)
	}
	l.SHA256 = hex.EncodeToString(h.Sum(nil))
	return l, nil
}

// RemovePaper takes a paper back that was written and never registered.
func RemovePaper(o *Office, l transfer.Letter) error {
	name := o.Path(l.Path)
	return errors.Join(os.Remove(name), os.Remove(strings.TrimSuffix(name, path.Ext(name))+".json"))
}

// WriteFile writes a file durably, for this user's eyes only.
func WriteFile(name string, fill func(io.Writer) error) error {
	return durable.Write(name, 0o600, fill)
}

// Register keeps a letter and its event.
func (pp *Papers) Register(ctx context.Context, l transfer.Letter) error {
	return pp.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.AddLetter(ctx, tx, l); err != nil {
			return err
		}
		return pp.Log.Entry(ctx, pp.Office.Event(events.Wrote, l.Portion, path.Base(l.Path), l.Kind,
			map[string]string{"sha-256": l.SHA256}))(tx)
	})
}

// ClaimDraft is the file a person edits before a claim is final.
const ClaimDraft = "nachforderung.entwurf.json"

// Kinds of letters that go back with the slip.
const (
	LetterSlip    = "slip"          // el_Lauf with the Ü-ID (A5)
	LetterControl = "control-list"  // Kon_Lis (A4)
	LetterList    = "transfer-list" // that came with an offer
	LetterWith    = "enclosure"     // covering letters of an offer
)

// File names of the papers that go back.
const (
	ConfirmedSlipName = "el_Lauf.xml"
	ControlListName   = "Kon_Lis.xml"
)

// WriteXML writes an own XML paper into the letters of a portion.
func (pp *Papers) WriteXML(portion, kind, name string, fill func(io.Writer) error) (transfer.Letter, error) {
	l := transfer.Letter{Portion: portion, Kind: kind, Path: path.Join(DirLetters, portion, name), Made: pp.Office.Now()}
	if err := os.MkdirAll(filepath.Dir(pp.Office.Path(l.Path)), 0o700); err != nil {
		return l, Disk("make letters folder", err)
	}
	h := sha256.New()
	err := WriteFile(pp.Office.Path(l.Path), func(f io.Writer) error { return fill(io.MultiWriter(f, h)) })
	l.SHA256 = hex.EncodeToString(h.Sum(nil))
	return l, Disk("write "+kind, err)
}

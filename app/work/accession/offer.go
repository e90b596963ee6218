package accession

import (
	"context"
	"database/sql"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/mapping"
	"laufzettel/transfer/people"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// Taken is what came of a drop.
type Taken struct {
	Portions []transfer.Portion
	Offered  []transfer.Accession // opened by the offers in it
}

// TakeDrop takes in all of a proposal: first its offers, each of which opens an accession
// that the deliveries beside it may belong to, then the deliveries. Errors: those of
// intake.Drops.TakeDrop and of Offer; what was taken before one stands in Taken.
func (bk *Books) TakeDrop(ctx context.Context, p *intake.Proposal, assigned intake.Assignment, confirmed bool,
	progress intake.CopyProgress) (out Taken, err error) {
	if err := p.Confirm(assigned, confirmed); err != nil {
		return out, err
	}
	drops := intake.Drops{Intake: bk.Intake}
	for _, piece := range p.Pieces {
		if !piece.Offers() || assigned[piece.Name] == intake.AssignNot {
			continue
		}
		dir, done, err := drops.LayOffer(ctx, p, piece)
		if err != nil {
			return out, err
		}
		a, _, err := bk.Offer(ctx, dir)
		done()
		if err != nil {
			return out, err
		}
		out.Offered = append(out.Offered, a)
	}
	out.Portions, err = drops.TakeDrop(ctx, p, assigned, confirmed, progress)
	return out, err
}

// Offer opens an accession by an offer: routing slip and transfer list without
// files (A1, A2, A31). name is the slip or the folder it lies in. Slip and list
// are kept with the accession, as are covering letters in a folder beside them
// (intake.EnclosedIn), the confirmed slip with the Ü-ID is written (A5) and the
// deadline of the profile begins (A3). Errors: Refused where no slip or list is
// there, where they do not fit their schema, or where the same list is already in
// progress.
func (bk *Books) Offer(ctx context.Context, name string) (transfer.Accession, []check.Finding, error) {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return transfer.Accession{}, nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return transfer.Accession{}, nil, failure.Wrap(failure.Refused, "read offer",
			wording.Say("hint.accession.offer-unreadable", name), err)
	}
	beside := name
	if info.IsDir() {
		beside = filepath.Join(name, "_")
	}
	found, findings, err := slip.FindBeside(ctx, beside)
	if err != nil {
		return transfer.Accession{}, findings, err
	}
	if err := offerable(name, found, findings); err != nil {
		return transfer.Accession{}, findings, err
	}
	prof := agreedWith(ctx, bk.Profiles, found)
	a := transfer.Accession{Title: offerTitle(found), Agency: found.Slip.Agency, AgencyID: found.Slip.AgencyID,
		Profile: found.Slip.ProfileID, Kind: "",
		Origin: transfer.ByOffer, State: transfer.Offered, TransferID: found.AccessionID,
		Extent:  intake.Extent(found.List).In(wording.German),
		Offered: bk.Office.Now()}
	a, err = bk.Portions.OpenAccession(ctx, a, "", func(tx *sql.Tx, a transfer.Accession) error {
		letters, err := bk.keepOffer(ctx, a, filepath.Dir(beside), found, prof)
		if err != nil {
			return err
		}
		control, err := bk.promise(ctx, tx, a, found, prof)
		if err != nil {
			return err
		}
		letters = append(letters, control...)
		for _, l := range letters {
			if err := transfer.AddAccessionLetter(ctx, tx, a.ID, l); err != nil {
				return err
			}
		}
		if prof != nil {
			if due, ok := prof.Deadlines.Appraisal(a.Offered.In(time.Local)); ok {
				d := transfer.Deadline{Accession: a.ID, What: DeadlineAppraisal, Due: due.End.UTC(), Person: person}
				if err := transfer.SetDeadlineTx(ctx, tx, d); err != nil {
					return err
				}
			}
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, a.TransferID, string(a.Origin),
			map[string]string{"number": a.Number}))(tx)
	})
	return a, findings, err
}

// offerable refuses what is no complete offer.
func offerable(name string, found *slip.Found, findings []check.Finding) error {
	if found == nil {
		return failure.New(failure.Refused, "read offer", wording.Say("hint.accession.no-routing-slip", name))
	}
	for _, f := range findings {
		if f.Severity == check.Error {
			return failure.New(failure.Refused, "read offer", wording.Say("hint.accession.offer-has-findings", f.Message, f.Remedy))
		}
	}
	if found.Slip == nil || found.ListPath == "" || found.AccessionID == "" {
		return failure.New(failure.Refused, "read offer", wording.Say("hint.accession.transfer-list-missing"))
	}
	return nil
}

// agreedWith gives what is agreed with the office of an offer, nil where nothing is.
func agreedWith(ctx context.Context, profiles *profile.Store, found *slip.Found) *profile.Profile {
	prof, err := profiles.Get(ctx, found.Slip.ProfileID)
	if err != nil {
		return nil // nothing agreed, nothing due
	}
	return prof
}

func offerTitle(found *slip.Found) string {
	return "Angebot " + strings.TrimSuffix(path.Base(found.ListPath), path.Ext(found.ListPath))
}

// keepOffer copies slip and list to the letters of the accession and writes the
// slip that goes back.
func (bk *Books) keepOffer(ctx context.Context, a transfer.Accession, dir string, found *slip.Found,
	prof *profile.Profile) ([]transfer.Letter, error) {
	folder := path.Join(office.DirLetters, a.ID)
	if err := os.MkdirAll(bk.Office.Path(path.Join(folder, "angebot")), 0o700); err != nil {
		return nil, office.Disk("make letters folder", err)
	}
	came := []struct{ kind, name string }{{office.LetterSlip + "-in", found.Path}, {office.LetterList, found.ListPath}}
	enclosed, err := intake.EnclosedIn(dir)
	if err != nil {
		return nil, err
	}
	for _, name := range enclosed {
		came = append(came, struct{ kind, name string }{office.LetterWith, name})
	}
	var out []transfer.Letter
	for _, kept := range came {
		kind, name := kept.kind, kept.name
		to := path.Join(folder, "angebot", path.Base(name))
		if kind == office.LetterWith {
			to = path.Join(folder, "angebot", name)
			if err := os.MkdirAll(bk.Office.Path(path.Dir(to)), 0o700); err != nil {
				return nil, office.Disk("make letters folder", err)
			}
		}
		if err := os.Remove(bk.Office.Path(to)); err != nil && !os.IsNotExist(err) {
			return nil, office.Disk("replace kept offer", err)
		}
		digest, err := intake.CopyWithin(ctx, dir, filepath.FromSlash(name), bk.Office.Path(to), func(int64) {})
		if err != nil {
			return nil, err
		}
		out = append(out, transfer.Letter{Kind: kind, Path: to, SHA256: digest, Made: bk.Office.Now()})
	}
	answer := found.Slip.Confirm(found.AccessionID, bk.Office.Now(), deliveryDeadline(found.Slip.Deadlines, prof, a.Offered)...)
	l, err := bk.Papers.WriteXML(a.ID, office.LetterSlip, office.ConfirmedSlipName,
		func(to io.Writer) error { return slip.WriteSlip(to, answer) })
	return append(out, l), err
}

// promise gives every Vorgang of the list its reference code and writes the control list
// (Kon_Lis) with them, which the delivery is measured against (A4; P1.8, P3.1). Codes
// come from the block of the profile; without one the list is written without codes.
func (bk *Books) promise(ctx context.Context, tx *sql.Tx, a transfer.Accession, found *slip.Found,
	prof *profile.Profile) ([]transfer.Letter, error) {
	if found.List == nil {
		return nil, nil // the offer is an xdomea message; its own kind reads it
	}
	codes := make([]string, len(found.List.Entries))
	for i, e := range found.List.Entries {
		if prof == nil || prof.ReferenceCode.Pattern == "" {
			break
		}
		code, err := transfer.ReferenceCode(ctx, tx, prof, a.ID, e.ID, "")
		if err != nil {
			return nil, err
		}
		codes[i] = code
	}
	var tables mapping.Tables
	if prof != nil {
		tables = prof.Mapping
	}
	known := mapping.Scope{Archive: bk.Office.Settings.Get().Archive, Profile: prof.Reach(),
		Accession: mapping.Accession{ID: found.AccessionID, Number: a.Number, Offered: a.Offered}}
	list := slip.NewControlList(found.AccessionID, *found.List, tables.InForce().ControlList, known,
		func(n int, _ slip.Entry) mapping.Package { return mapping.Package{ReferenceCode: codes[n]} })
	l, err := bk.Papers.WriteXML(a.ID, office.LetterControl, office.ControlListName,
		func(to io.Writer) error { return slip.WriteControlList(to, list, a.Offered) })
	return []transfer.Letter{l}, err
}

// deliveryDeadline adds the last day of the delivery to what the slip names, where the
// agency has not named one itself: the agreed days after the agreed time for the
// appraisal, counted from the offer (A5).
func deliveryDeadline(named []slip.Deadline, prof *profile.Profile, offered time.Time) []slip.Deadline {
	if prof == nil || slices.ContainsFunc(named, func(d slip.Deadline) bool { return d.Step == slip.Delivered }) {
		return named
	}
	start := offered.In(time.Local)
	if appraised, ok := prof.Deadlines.Appraisal(start); ok {
		start = appraised.End.Add(-time.Nanosecond)
	}
	due, ok := prof.Deadlines.Transfer(start)
	if !ok {
		return named
	}
	y, m, day := due.End.Add(-time.Nanosecond).Date()
	return append(slices.Clone(named), slip.Deadline{Step: slip.Delivered, Day: time.Date(y, m, day, 0, 0, 0, 0, time.UTC)})
}

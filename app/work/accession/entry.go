package accession

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/settings"
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

// keptNumbers is the settings key of the pattern of accession numbers.
const keptNumbers = "accession-number"

// DeadlineAppraisal names the legal deadline for the appraisal of an offer (A3).
const DeadlineAppraisal = "Bewertung"

// NumberPattern gives the pattern of accession numbers of this archive.
func (bk *Books) NumberPattern() string {
	if p := bk.Office.Settings.Get().Kept[keptNumbers]; p != "" {
		return p
	}
	return transfer.DefaultNumber
}

// SetNumberPattern changes the pattern; numbers given stay as they are. Error:
// Refused with the reason.
func (bk *Books) SetNumberPattern(ctx context.Context, pattern string) error {
	if err := bk.Office.May(ctx, people.Tools); err != nil {
		return err
	}
	if err := transfer.ValidNumber(pattern); err != nil {
		return err
	}
	return bk.Office.Settings.Change(func(s *settings.Settings) { s.Kept = office.WithKept(s.Kept, keptNumbers, pattern) })
}

// AccessionDraft is what a person says when opening an accession by hand.
type AccessionDraft struct {
	Title, Agency, AgencyID string
	Profile                 string // id of a profile; its agency holds where none is named
	Kind                    string
	Extent                  string // announced, in words
	Due                     time.Time
	DueWhat                 string
}

// NewAccession opens an accession by hand (A31). Errors: Refused without title or
// agency, or with a profile nobody knows.
func (bk *Books) NewAccession(ctx context.Context, d AccessionDraft) (transfer.Accession, error) {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return transfer.Accession{}, err
	}
	a := transfer.Accession{Title: d.Title, Agency: d.Agency, AgencyID: d.AgencyID, Profile: d.Profile, Kind: d.Kind, Extent: d.Extent, Origin: transfer.ByHand, State: transfer.Awaited}
	if d.Profile != "" {
		prof, err := bk.Profiles.Get(ctx, d.Profile)
		if err != nil {
			return a, failure.Wrap(failure.Refused, "open accession", wording.Say("hint.cli.no-such-profile", d.Profile), err)
		}
		if a.Agency == "" {
			a.Agency = prof.Agency
		}
		a.AgencyID = prof.AgencyID
	}
	return bk.Portions.OpenAccession(ctx, a, "", func(tx *sql.Tx, a transfer.Accession) error {
		if !d.Due.IsZero() {
			what := strings.TrimSpace(d.DueWhat)
			if what == "" {
				what = "Lieferung"
			}
			if err := transfer.SetDeadlineTx(ctx, tx, transfer.Deadline{Accession: a.ID, What: what, Due: d.Due, Person: person}); err != nil {
				return err
			}
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, "", string(a.Origin), map[string]string{"number": a.Number}))(tx)
	})
}

// Offer opens an accession by an offer: routing slip and transfer list without
// files (A1, A2, A31). name is the slip or the folder it lies in. Slip and list
// are kept with the accession, the confirmed slip with the Ü-ID is written (A5)
// and the deadline of the profile begins (A3). Errors: Refused where no slip or
// list is there, where they do not fit their schema, or where the same list is
// already in progress.
func (bk *Books) Offer(ctx context.Context, name string) (transfer.Accession, []check.Finding, error) {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return transfer.Accession{}, nil, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return transfer.Accession{}, nil, failure.Wrap(failure.Refused, "read offer", wording.Say("hint.accession.offer-unreadable", name), err)
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
	prof := bk.offeredBy(ctx, found)
	a := transfer.Accession{Title: offerTitle(found), Agency: found.Slip.Agency, AgencyID: found.Slip.AgencyID, Profile: found.Slip.ProfileID, Kind: "",
		Origin: transfer.ByOffer, State: transfer.Offered, TransferID: found.AccessionID, Extent: offerExtent(found.List), Offered: bk.Office.Now()}
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
		return bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, a.TransferID, string(a.Origin), map[string]string{"number": a.Number}))(tx)
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

func (bk *Books) offeredBy(ctx context.Context, found *slip.Found) *profile.Profile {
	prof, err := bk.Profiles.Get(ctx, found.Slip.ProfileID)
	if err != nil {
		return nil // nothing agreed, nothing due
	}
	return prof
}

func offerTitle(found *slip.Found) string {
	return "Angebot " + strings.TrimSuffix(path.Base(found.ListPath), path.Ext(found.ListPath))
}

// offerExtent counts what a list offers, in words.
func offerExtent(l *slip.List) string {
	if l == nil {
		return ""
	}
	files := 0
	for _, e := range l.Entries {
		files += len(e.Files)
	}
	out := fmt.Sprintf("%d Vorgänge", len(l.Entries))
	if len(l.Entries) == 1 {
		out = "1 Vorgang"
	}
	if files > 0 {
		out += fmt.Sprintf(", %d Dateien", files)
	}
	return out
}

// keepOffer copies slip and list to the letters of the accession and writes the
// slip that goes back.
func (bk *Books) keepOffer(ctx context.Context, a transfer.Accession, dir string, found *slip.Found, prof *profile.Profile) ([]transfer.Letter, error) {
	folder := path.Join(office.DirLetters, a.ID)
	if err := os.MkdirAll(bk.Office.Path(path.Join(folder, "angebot")), 0o700); err != nil {
		return nil, office.Disk("make letters folder", err)
	}
	var out []transfer.Letter
	for _, kept := range [...]struct{ kind, name string }{{office.LetterSlip + "-in", found.Path}, {office.LetterList, found.ListPath}} {
		kind, name := kept.kind, kept.name
		to := path.Join(folder, "angebot", path.Base(name))
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
	l, err := bk.Papers.WriteXML(a.ID, office.LetterSlip, office.ConfirmedSlipName, func(to io.Writer) error { return slip.WriteSlip(to, answer) })
	return append(out, l), err
}

// promise gives every Vorgang of the list its reference code and writes the control list
// (Kon_Lis) with them, which the delivery is measured against (A4; P1.8, P3.1). Codes
// come from the block of the profile; without one the list is written without codes.
func (bk *Books) promise(ctx context.Context, tx *sql.Tx, a transfer.Accession, found *slip.Found, prof *profile.Profile) ([]transfer.Letter, error) {
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
	list := slip.NewControlList(found.AccessionID, *found.List, tables.InForce().ControlList, known, func(n int, _ slip.Entry) mapping.Package { return mapping.Package{ReferenceCode: codes[n]} })
	l, err := bk.Papers.WriteXML(a.ID, office.LetterControl, office.ControlListName, func(to io.Writer) error { return slip.WriteControlList(to, list, a.Offered) })
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

// Remark notes a remark on an accession (number or id).
func (bk *Books) Remark(ctx context.Context, id, text string) error {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return err
	}
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return err
	}
	return bk.Portions.AddRemark(ctx, a.ID, person, text, bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, "", "remark", nil)))
}

// maxCycle bounds a cycle in days.
const maxCycle = 3660

// SetCycle sets a deadline that comes again every so many days, such as the next
// crawl of a website (F13); meeting it sets the next one.
func (bk *Books) SetCycle(ctx context.Context, id, what string, due time.Time, days int) error {
	if days < 1 || days > maxCycle {
		return failure.New(failure.Refused, "set cycle", wording.Say("hint.accession.cycle-range", maxCycle))
	}
	return bk.setDeadline(ctx, id, what, due, false, days)
}

// ReadDay reads a day as a person types it, 31.12.2026 or 2026-12-31, and gives its end;
// "" is zero. Error: Refused when it is none.
func ReadDay(text string) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{"02.01.2006", "2.1.2006", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, time.Local); err == nil {
			return t.AddDate(0, 0, 1).UTC(), nil
		}
	}
	return time.Time{}, failure.New(failure.Refused, "read day", wording.Say("hint.accession.not-a-day", text))
}

// SetDeadline sets, moves or (met) ends an own deadline of an accession.
func (bk *Books) SetDeadline(ctx context.Context, id, what string, due time.Time, met bool) error {
	return bk.setDeadline(ctx, id, what, due, met, 0)
}

func (bk *Books) setDeadline(ctx context.Context, id, what string, due time.Time, met bool, every int) error {
	person, err := bk.Office.MustPerson(people.Book, "book accession")
	if err != nil {
		return err
	}
	a, err := bk.Portions.Accession(ctx, id)
	if err != nil {
		return err
	}
	what = strings.TrimSpace(what)
	if what == "" || len(what) > 200 {
		return failure.New(failure.Refused, "set deadline", wording.Say("hint.accession.deadline-needs-text"))
	}
	if met {
		known, err := bk.Portions.Deadlines(ctx, a.ID)
		if err != nil {
			return err
		}
		found := false
		for _, d := range known {
			if d.What == what {
				due, found, every = d.Due, true, d.Every
			}
		}
		if !found {
			return failure.New(failure.Refused, "end deadline", wording.Say("hint.accession.no-such-deadline", what, a.Number))
		}
	} else if due.IsZero() {
		return failure.New(failure.Refused, "set deadline", wording.Say("hint.accession.deadline-needs-day"))
	}
	d := transfer.Deadline{Accession: a.ID, What: what, Due: due, Person: person, Every: every}
	outcome := "deadline"
	switch {
	case met && every > 0: // the cycle goes on from the day it was met
		d.Due, outcome = bk.Office.Now().AddDate(0, 0, every), "deadline-met"
	case met:
		d.Met, outcome = bk.Office.Now(), "deadline-met"
	}
	return bk.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
		if err := transfer.SetDeadlineTx(ctx, tx, d); err != nil {
			return err
		}
		return bk.Log.Entry(ctx, bk.Office.Event(events.Booked, a.ID, what, outcome, map[string]string{"due": due.Format(time.DateOnly)}))(tx)
	})
}

// Proposal looks at what a drop holds and where it goes; redelivery and accession narrow
// it to what a person named already.
func (bk *Books) Proposal(ctx context.Context, source string) (*intake.Proposal, error) {
	if _, err := bk.Office.Allow(ctx, people.Receive, "receive"); err != nil {
		return nil, err
	}
	return intake.Drops{Intake: bk.Intake}.Propose(ctx, source)
}

// ReceiveInto is Receive into a chosen accession ("" = by procedure, else a new
// one), as the redelivery of a returned portion ("" = found by itself, A36).
func (bk *Books) ReceiveInto(ctx context.Context, source, accession, redelivery string, progress intake.CopyProgress) (transfer.Portion, error) {
	taken, err := bk.ReceiveAs(ctx, source, "", accession, redelivery, progress)
	return first(taken), err
}

// ReceiveAs is ReceiveInto for all that lies at a path, each delivery a portion of its own.
// What a person calls a delivery of one kind ("" = recognise) is taken as it lies, whatever
// deliveries are in it.
func (bk *Books) ReceiveAs(ctx context.Context, source, kind, accession, redelivery string, progress intake.CopyProgress) ([]transfer.Portion, error) {
	into, err := bk.destination(ctx, kind, accession, redelivery)
	if err != nil {
		return nil, err
	}
	if kind == "" {
		p, err := intake.Drops{Intake: bk.Intake}.Propose(ctx, source)
		if err != nil {
			return nil, err
		}
		old := transfer.Portion{}
		if into.Redelivery != "" {
			if old, err = bk.Portions.Get(ctx, into.Redelivery); err != nil {
				return nil, err
			}
		}
		if old.ID == "" || p.Replace(old) {
			return intake.Drops{Intake: bk.Intake}.TakeDrop(ctx, p, p.AllTo(into.AccessionID), true, progress)
		}
	}
	x, err := bk.Intake.TakeUp(ctx, source, into, progress)
	if err != nil {
		return nil, err
	}
	return []transfer.Portion{x}, nil
}

// destination reads what a person said of where a delivery belongs.
func (bk *Books) destination(ctx context.Context, kind, accession, redelivery string) (transfer.Portion, error) {
	into := transfer.Portion{Kind: kind}
	if err := (intake.Drops{Intake: bk.Intake}).KnowsKind(kind); err != nil {
		return into, err
	}
	if accession != "" {
		a, err := bk.Portions.Accession(ctx, accession)
		if err != nil {
			return into, err
		}
		if a.State != transfer.InWork && !a.State.May(transfer.InWork) {
			return into, failure.New(failure.Refused, "receive into "+a.ID, wording.Say("hint.accession.takes-nothing", a.Number, a.State))
		}
		into.AccessionID = a.ID
	}
	if redelivery != "" {
		old, err := bk.Portions.Get(ctx, redelivery)
		if err != nil {
			return into, err
		}
		if old.State != transfer.Returned && old.State != transfer.Closed {
			return into, failure.New(failure.Refused, "redelivery of "+old.ID, wording.Say("hint.accession.replaces-returned-only", old.ID, old.State))
		}
		if into.AccessionID != "" && into.AccessionID != old.AccessionID {
			return into, failure.New(failure.Refused, "redelivery of "+old.ID, wording.Say("hint.accession.redelivery-elsewhere", old.ID, old.AccessionID))
		}
		into.AccessionID, into.Redelivery = old.AccessionID, old.ID
	}
	return into, nil
}

func first(taken []transfer.Portion) (p transfer.Portion) {
	if len(taken) > 0 {
		p = taken[0]
	}
	return p
}

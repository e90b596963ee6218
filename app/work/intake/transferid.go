package intake

import (
	"cmp"
	"context"
	"errors"
	"io"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/filename"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/wording"
)

// ownerOf is the office an accession belongs to.
func ownerOf(a transfer.Accession) check.Agency { return check.Agency{ID: a.AgencyID, Name: a.Agency} }

// statedFor finds the accession that a slip leads to by the Ü-ID it states. One that was
// given to another office leads nowhere: the check tells it (SLP-031).
func statedFor(ctx context.Context, portions *transfer.Portions, s *slip.RoutingSlip) (a transfer.Accession, kept bool, err error) {
	a, kept, err = transfer.OfTransfer(ctx, portions, s.AccessionID)
	if err != nil || !kept || !slip.SameOffice(ownerOf(a), s.Sender()) {
		return transfer.Accession{}, false, err
	}
	return a, true, nil
}

// transferOf gives the Ü-ID by which a delivery is assigned: what its slip states, where it
// is kept here (P2.4), else that of the list beside it. The agency sends the container with
// the slip alone; the list came with the offer.
func transferOf(ctx context.Context, portions *transfer.Portions, found *slip.Found) (string, error) {
	if found == nil || found.Slip == nil {
		return "", nil
	}
	_, kept, err := statedFor(ctx, portions, found.Slip)
	if err != nil || kept {
		return found.Slip.AccessionID, err
	}
	return found.AccessionID, nil
}

// measured gives what a delivery is held against: slip and list that came with it, else the
// list of its offer (P3.1), which its accession or the Ü-ID of its slip leads to.
func measured(ctx context.Context, room *Intake, found *slip.Found, accession string) (*slip.Found, error) {
	if found != nil && (found.Slip == nil || found.ListPath != "") {
		return found, nil
	}
	if found != nil {
		a, kept, err := statedFor(ctx, room.Portions, found.Slip)
		if err != nil {
			return nil, err
		}
		if kept {
			accession = a.ID
		}
	}
	offered, err := offeredBy(ctx, room.Office, room.Portions, accession)
	if err != nil || offered == nil || found == nil {
		return cmp.Or(offered, found), err
	}
	with := *found
	with.List, with.ListPath = offered.List, offered.ListPath
	return &with, nil
}

// errMore ends a walk that finds more than a list.
var errMore = errors.New("there is more than a list")

// listOnly tells a transfer list that came with nothing else: it offers or announces, and
// what it speaks of is missing.
func listOnly(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	only := ""
	err := t.Files(ctx, func(e container.Entry) error {
		switch {
		case filename.Litter(e.Path):
		case only != "":
			return errMore
		default:
			only = e.Path
		}
		return nil
	})
	if err != nil || only == "" {
		return nil, ctx.Err()
	}
	rc, err := t.Open(ctx, only)
	if err != nil {
		return nil, ctx.Err() // the check says why
	}
	head := make([]byte, sniffed)
	n, _ := io.ReadFull(rc, head)
	if err := rc.Close(); err != nil || !slip.IsList(head[:n]) {
		return nil, ctx.Err()
	}
	return []check.Finding{check.NearMiss(only, wording.Say("said.slip.offer"), wording.Say("said.slip.list-only"))}, nil
}

package intake

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/record"
	"laufzettel/transfer/slip"
	"laufzettel/transfer/stop"
)

// takeSlip copies routing slip and transfer list that lie beside a delivered
// container into the inbox, so that the check finds them again (A1).
func (room *Intake) takeSlip(ctx context.Context, source, target string) error {
	if err := takeBeside(ctx, source, target); err != nil {
		return err
	}
	found, _, err := slip.FindBeside(ctx, source)
	if err != nil || found == nil {
		return err
	}
	for _, name := range []string{found.Path, found.ListPath} {
		if name == "" {
			continue
		}
		to := filepath.Join(filepath.Dir(target), filepath.Base(name))
		if _, err := os.Stat(to); err == nil {
			continue
		}
		if _, err := CopyWithin(ctx, filepath.Dir(source), filepath.FromSlash(name), to, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// slipFindings checks the slip beside a container against profiles, accessions
// and the container's own digest (A1, A2, A6, A3). own is the portion in the
// workspace, "" for a plain check, which knows no accessions.
func (room *Intake) slipFindings(ctx context.Context, own, container string) (*slip.Found, []check.Finding, error) {
	info, err := os.Stat(container)
	if err != nil || info.IsDir() {
		return nil, nil, nil // a missing container is told by the check itself
	}
	found, findings, err := slip.FindBeside(ctx, container)
	if err != nil || found == nil || found.Slip == nil {
		return found, findings, err
	}
	digests, err := containerDigests(ctx, container, found.Slip.ContainerDigests()...)
	if err != nil {
		return found, findings, err
	}
	known := slip.Known{Now: room.Office.Now(),
		Profile: func(id string) (profile.Profile, bool) {
			p, err := room.Profiles.Get(ctx, id)
			if err != nil {
				return profile.Profile{}, false
			}
			return *p, true
		}}
	if profiles, err := room.Profiles.List(ctx); err != nil || len(profiles) == 0 {
		known.Profile, known.NoProfiles = nil, err == nil // nothing is agreed: the slip cannot be held against it
	}
	if own != "" {
		known.Accession = func(id string) (slip.Standing, bool) { return room.standing(ctx, own, id) }
	}
	arrived := []slip.Arrived{{Name: filepath.Base(container), Digests: digests}}
	return found, append(findings, found.Check(known, arrived)...), nil
}

// declare adds what the transfer list beside a container declares to what the
// message lists, so that all sources of digests meet in one read (G4).
func declare(m *check.Manifest, found *slip.Found) {
	if found == nil || found.List == nil {
		return
	}
	at := make(map[string]int, len(m.Listed))
	for i, l := range m.Listed {
		at[l.Path] = i
	}
	cases := map[string]bool{}
	for o := range record.All(m.Roots) {
		cases[strings.ToLower(o.ID)] = true
	}
	for _, e := range found.List.Entries {
		if len(m.Roots) > 0 && !cases[strings.ToLower(e.ID)] {
			continue // the whole Vorgang is told as missing
		}
		for _, f := range e.Files {
			i, ok := at[f.Name]
			if !ok {
				if len(m.Roots) > 0 {
					continue // told by the comparison of list and message
				}
				i = len(m.Listed)
				at[f.Name] = i
				m.Listed = append(m.Listed, check.Listed{Path: f.Name, Role: check.RoleContent, Size: f.Size, Object: e.ID, By: found.ListPath})
			}
			if f.Digest != "" {
				m.Listed[i].Digests = append(m.Listed[i].Digests, check.Declared{Algorithm: f.Algorithm, Value: f.Digest, By: found.ListPath})
			}
		}
	}
}

// standing says how the accession with this Ü-ID stands in the workspace, apart
// from the portion that is just being checked. Only one in progress blocks a
// second offer; a returned one does not (A2).
func (room *Intake) standing(ctx context.Context, own, id string) (slip.Standing, bool) {
	portions, err := room.Portions.List(ctx)
	if err != nil {
		return "", false
	}
	known := false
	for _, p := range portions {
		if p.ID == own || p.TransferID != id {
			continue
		}
		switch p.State {
		case transfer.Returned:
			known = true
		case transfer.Closed:
			return slip.Finished, true
		default:
			return slip.InProgress, true
		}
	}
	return slip.Returned, known
}

// hashFile gives the SHA-256 of a local file.
func hashFile(ctx context.Context, name string) (string, error) {
	digests, err := containerDigests(ctx, name, string(fixity.SHA256))
	return digests[string(fixity.SHA256)], err
}

// containerDigests gives the digests of a local file by the algorithms named.
func containerDigests(ctx context.Context, name string, algorithms ...string) (map[string]string, error) {
	var known []fixity.Algorithm
	for _, a := range algorithms {
		if alg, ok := fixity.ParseAlgorithm(a); ok {
			known = append(known, alg)
		}
	}
	if len(known) == 0 {
		return nil, nil
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, office.Disk("read container", err)
	}
	k, err := fixity.Measure(stop.Reader(ctx, f), known...)
	if err != nil && !failure.Canceled(err) {
		err = unread(name, err)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, office.Disk("read container", err)
	}
	return k.Digests, nil
}

// Notice is something that is due.
type Notice struct {
	Portion transfer.Portion
	Due     time.Time
	State   slip.Notice
}

// Notices lists portions whose next deadline is near or passed (A3).
func (room *Intake) Notices(ctx context.Context) ([]Notice, error) {
	portions, err := room.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []Notice
	for _, p := range portions {
		if p.Due.IsZero() || p.State == transfer.Closed || p.State == transfer.Returned {
			continue
		}
		days := DefaultNotice
		if prof, err := room.Papers.ProfileOf(ctx, p); err == nil && prof != nil && prof.Deadlines.NoticeDays > 0 {
			days = prof.Deadlines.NoticeDays
		}
		if n := slip.NoticeAt(room.Office.Now(), p.Due, days); n == slip.Near || n == slip.Overdue {
			out = append(out, Notice{Portion: p, Due: p.Due, State: n})
		}
	}
	return out, nil
}

// DefaultNotice is how many days before a deadline a notice is shown where the
// profile says nothing.
const DefaultNotice = 14

// confirmSlip writes the routing slip as it goes back to the agency: confirmed,
// with the Ü-ID over its transfer list (A5). nil where no slip came along.
func (room *Intake) confirmSlip(ctx context.Context, p transfer.Portion) ([]transfer.Letter, error) {
	found, err := room.SlipOf(ctx, p)
	if err != nil || found == nil {
		return nil, err
	}
	answer := found.Slip.Confirm(found.AccessionID, p.Changed, found.Slip.Deadlines...)
	l, err := room.Papers.WriteXML(p.ID, office.LetterSlip, office.ConfirmedSlipName, func(out io.Writer) error { return slip.WriteSlip(out, answer) })
	return []transfer.Letter{l}, err
}

// SlipOf finds the slip that came with a portion; nil where there is none.
func (room *Intake) SlipOf(ctx context.Context, p transfer.Portion) (*slip.Found, error) {
	name := room.Office.Path(p.Path)
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, ctx.Err()
	}
	found, _, err := slip.FindBeside(ctx, name)
	if err != nil || found == nil || found.Slip == nil {
		return nil, err
	}
	return found, nil
}

package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"time"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/slip"
)

// takeSlip copies routing slip and transfer list that lie beside a delivered
// container into the inbox, so that the check finds them again (A1).
func (w *Workspace) takeSlip(ctx context.Context, source, target string) error {
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
		if _, err := copyFile(ctx, filepath.Join(filepath.Dir(source), filepath.FromSlash(name)), to, func(int64) {}); err != nil {
			return err
		}
	}
	return nil
}

// slipFindings checks the slip beside a container against profiles, accessions
// and the container's own digest (A1, A2, A6, A3).
func (w *Workspace) slipFindings(ctx context.Context, container string) (*slip.Found, []check.Finding, error) {
	info, err := os.Stat(container)
	if err != nil || info.IsDir() {
		return nil, nil, nil // a missing container is told by the check itself
	}
	found, findings, err := slip.FindBeside(ctx, container)
	if err != nil || found == nil || found.Slip == nil {
		return found, findings, err
	}
	digest, err := hashFile(ctx, container)
	if err != nil {
		return found, findings, err
	}
	known := slip.Known{Now: w.now(),
		Profile: func(id string) (profile.Profile, bool) {
			p, err := w.Profiles.Get(ctx, id)
			if err != nil {
				return profile.Profile{}, false
			}
			return *p, true
		}}
	if profiles, err := w.Profiles.List(ctx); err != nil || len(profiles) == 0 {
		known.Profile = nil // nothing is agreed: the slip cannot be held against it
	}
	arrived := []slip.Arrived{{Name: filepath.Base(container), Digests: map[string]string{"sha-256": digest}}}
	return found, append(findings, found.Check(known, arrived)...), nil
}

// hashFile gives the SHA-256 of a local file.
func hashFile(ctx context.Context, name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", disk("read container", err)
	}
	defer f.Close()
	h := sha256.New()
	if err := copyHashed(ctx, h, f, func(int64) {}); err != nil {
		return "", disk("read container", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// Notice is something that is due.
type Notice struct {
	Portion transfer.Portion
	Due     time.Time
	State   slip.Notice
}

// Notices lists portions whose next deadline is near or passed (A3).
func (w *Workspace) Notices(ctx context.Context) ([]Notice, error) {
	portions, err := w.Portions.List(ctx)
	if err != nil {
		return nil, err
	}
	var out []Notice
	for _, p := range portions {
		if p.Due.IsZero() || p.State == transfer.Closed || p.State == transfer.Returned {
			continue
		}
		days := defaultNotice
		if prof, err := w.profileOf(ctx, p); err == nil && prof != nil && prof.Deadlines.NoticeDays > 0 {
			days = prof.Deadlines.NoticeDays
		}
		if n := slip.NoticeAt(w.now(), p.Due, days); n == slip.Near || n == slip.Overdue {
			out = append(out, Notice{Portion: p, Due: p.Due, State: n})
		}
	}
	return out, nil
}

// defaultNotice is how many days before a deadline a notice is shown where the
// profile says nothing.
const defaultNotice = 14

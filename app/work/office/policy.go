package office

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/app/settings"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/profile"
	"laufzettel/transfer/wording"
)

// reachTime is how long a drive may take to answer before it counts as away: an
// offline network drive answers after minutes or never.
const reachTime = 5 * time.Second

// maxPolicyProfiles bounds the profiles a policy's folder may hold.
const maxPolicyProfiles = 5000

// keptPolicy is the settings key of the digest of the policy last in force.
const keptPolicy = "policy"

// InForce gives the policy to open under: the caller's, else the machine's.
func (o Options) InForce() (settings.Policy, error) {
	if o.Policy != nil {
		return *o.Policy, nil
	}
	return settings.SystemPolicy()
}

// Govern notes a new or changed policy in the log and takes its profiles in. A
// place that does not answer is a warning, no reason to stay closed.
func (of *Office) Govern(ctx context.Context) error {
	p := of.Settings.Policy()
	of.Told = errors.Join(of.Told, p.Ignored())
	if p.Digest != of.Settings.Get().Kept[keptPolicy] {
		e := of.Event(events.Configured, "policy", p.Digest, "in force", map[string]string{"rules": strings.Join(of.Settings.Fixed(), " ")})
		if p.Path == "" {
			e.Outcome = "gone"
		}
		if err := of.Store.WithTx(ctx, of.Log.Entry(ctx, e)); err != nil {
			return err
		}
		if err := of.Settings.Change(func(s *settings.Settings) { s.Kept = WithKept(s.Kept, keptPolicy, p.Digest) }); err != nil {
			return err
		}
	}
	if p.Profiles == nil {
		return nil
	}
	if err := of.takeProfiles(ctx, *p.Profiles); err != nil {
		of.Told = errors.Join(of.Told, err)
	}
	return nil
}

// WithKept gives a copy of kept with one value changed: Get hands the map out.
func WithKept(kept map[string]string, key, value string) map[string]string {
	next := map[string]string{}
	for k, v := range kept {
		next[k] = v
	}
	next[key] = value
	return next
}

// takeProfiles saves every profile of the policy's file or folder; an unchanged
// one makes no new version.
func (of *Office) takeProfiles(ctx context.Context, at string) error {
	read, err := reach(ctx, reachTime, func() ([]*profile.Profile, error) { return readProfiles(at) })
	if err != nil {
		return failure.Wrap(failure.Setup, "take profiles of the policy",
			wording.Say("hint.office.policy-profiles-unreadable", at, failure.HintOf(err)), err)
	}
	of.ruled = map[string]string{}
	for _, p := range read {
		if _, err := of.Profiles.Save(ctx, *p, profile.ByPolicy); err != nil {
			return fmt.Errorf("save profile of the policy: %w", err)
		}
		text, err := p.Text()
		if err != nil {
			return err
		}
		of.ruled[p.ID] = text
	}
	return nil
}

func readProfiles(at string) ([]*profile.Profile, error) {
	info, err := os.Stat(at)
	if err != nil {
		return nil, err
	}
	files := []string{at}
	if info.IsDir() {
		if files, err = filepath.Glob(filepath.Join(at, "*.json")); err != nil {
			return nil, err
		}
		if len(files) > maxPolicyProfiles {
			return nil, fmt.Errorf("%d profiles in %s, at most %d", len(files), at, maxPolicyProfiles)
		}
	}
	slices.Sort(files)
	var out []*profile.Profile
	for _, f := range files {
		p, err := profile.ReadFile(f)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// Reach asks whether a path answers in time. A network drive that is away would
// hold the asker for minutes; here it costs reachTime. Errors: Refused where
// nothing lies there, Transient where the drive does not answer.
func Reach(ctx context.Context, path string) (os.FileInfo, error) {
	info, err := reach(ctx, reachTime, func() (os.FileInfo, error) { return os.Stat(path) })
	switch {
	case err == nil, failure.Canceled(err), errors.Is(err, ErrSilent):
		return info, err
	case errors.Is(err, os.ErrNotExist):
		return nil, failure.Wrap(failure.Refused, "reach "+path, wording.Say("hint.office.nothing-at-path", path), err)
	}
	return nil, failure.Wrap(failure.Refused, "reach "+path, wording.Say("hint.office.path-unreadable", path), err)
}

// ErrSilent is what a drive that does not answer gives.
var ErrSilent = failure.New(failure.Transient, "reach drive",
	wording.Say("hint.office.drive-silent"))

// reach runs work that touches a drive and waits for it at most for limit. Work
// that hangs in the system cannot be stopped; its goroutine ends when the system
// gives up.
func reach[T any](ctx context.Context, limit time.Duration, work func() (T, error)) (T, error) {
	type result struct {
		v   T
		err error
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if p := recover(); p != nil {
				r.err = fmt.Errorf("reach drive: %v", p)
			}
			done <- r
		}()
		r.v, r.err = work()
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	var none T
	select {
	case r := <-done:
		return r.v, r.err
	case <-timer.C:
		return none, ErrSilent
	case <-ctx.Done():
		return none, ctx.Err()
	}
}

package reading

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/failure"
	"laufzettel/viewer/access"
	"laufzettel/viewer/catalog"
)

// What is said of closures to an archive: grade, last closed day, and the granted
// applications in force. No title, no reader.

// Grades as they are said.
const (
	SaidOpen        = "open"
	saidObject      = "object"
	saidDescription = "description"
)

// SaidClosure is the closure of a package as it is told.
type SaidClosure struct {
	Grade string
	Until string // last closed day; "" = without end
	Basis string
}

// SaidGrant is a granted application as it is told.
type SaidGrant struct{ Application, Until string }

// Said are closures decided and applications granted, as they stand now.
type Said struct {
	decided map[string]string
	grants  map[string][]access.Grant
}

// Said reads them once for many packages.
func (gt *Gate) Said(ctx context.Context) (Said, error) {
	s := Said{grants: map[string][]access.Grant{}}
	var err error
	if s.decided, err = gt.access.Decided(ctx); err != nil {
		return s, err
	}
	all, err := gt.access.InForce(ctx, gt.Office.Now(), "")
	for _, g := range all {
		s.grants[g.PID] = append(s.grants[g.PID], g)
	}
	return s, err
}

// State names what of a package can change after it was sealed.
func (s Said) State(pid string) string {
	parts := []string{s.decided[pid]}
	for _, g := range s.Grants(pid) {
		parts = append(parts, g.Application, g.Until)
	}
	sum := sha256.Sum256([]byte(strings.Join(parts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// Grants are the applications in force for a package, each once.
func (s Said) Grants(pid string) []SaidGrant {
	var out []SaidGrant
	for _, g := range s.grants[pid] {
		said := SaidGrant{Application: strings.TrimSpace(g.Application)}
		if !g.Until.IsZero() {
			said.Until = g.Until.Format(time.DateOnly)
		}
		out = append(out, said)
	}
	slices.SortFunc(out, func(a, b SaidGrant) int { return strings.Compare(a.Application+a.Until, b.Application+b.Until) })
	return slices.Compact(out)
}

// ClosureOf gives the closure of a package; false where the package is no more here and
// nobody has decided on it. What the tables say counts only as the log has it.
func (gt *Gate) ClosureOf(ctx context.Context, pid string) (SaidClosure, bool, error) {
	if err := gt.Office.Witness.UpholdShowing(ctx, pid); err != nil {
		return SaidClosure{}, false, err
	}
	decided, err := gt.access.Decision(ctx, pid)
	if err != nil {
		return SaidClosure{}, false, err
	}
	var c catalog.Closure
	if decided != nil {
		c = closureOfDecision(*decided)
	} else {
		d, err := gt.describe(ctx, pid)
		if kind := failure.KindOf(err); kind == failure.Refused || kind == failure.Setup {
			return SaidClosure{}, false, nil
		}
		if err != nil {
			return SaidClosure{}, false, fmt.Errorf("read closure of %s: %w", pid, err)
		}
		c = sealed(d)
	}
	out := SaidClosure{Grade: map[catalog.Grade]string{catalog.Open: SaidOpen, catalog.Object: saidObject,
		catalog.Description: saidDescription}[c.Grade], Basis: c.Basis}
	if out.Grade != SaidOpen && !c.Until.IsZero() {
		out.Until = c.Until.UTC().Format(time.DateOnly)
	}
	return out, true, nil
}

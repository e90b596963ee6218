// Package merge joins decisions that several workspaces made without knowing of
// each other (requirements G7, G18): equal ones fold, conflicting ones are left
// open and put before a person, and nothing that anybody ever decided is lost.
//
// What travels is a Statement: one act on one object, with who, when and why, and
// with the digests of the statements it rests on. What holds follows from the set
// of statements alone (Resolve), never from their order or number, so every
// workspace that knows the same statements shows the same: any interleaving of
// offline work converges.
//
// Invariants: a statement never changes (its id is its digest); in a conflict
// nothing is in force, so nothing can be destroyed by it; a release binds to the
// digest of the decision it releases, and a changed decision voids it.
//
// It is not a transport (sync/channel is) and decides nothing itself.
package merge

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/people/naming"
	"laufzettel/transfer/record"
)

// Act is what a statement does.
type Act string

// The acts.
const (
	Decide  Act = "decide"  // rating A, V, or open again
	Release Act = "release" // destruction released by a second person
)

// Limits of what is read from outside.
const (
	maxID     = 255
	maxReason = 64 << 10
	maxRests  = 1000
)

// Statement is one act on one object as it travels between workspaces.
type Statement struct {
	ID     string        `json:"id,omitempty"` // hex SHA-256 over Body
	Object string        `json:"object"`
	Act    Act           `json:"act"`
	Rating record.Rating `json:"rating"` // A, V, or "" for open again
	Reason string        `json:"reason,omitempty"`
	Actor  string        `json:"actor"`
	At     time.Time     `json:"at"`
	// Rests are the ids of what the person had before them and replaces, sorted: the
	// version the decision rests on. A release rests on exactly the decision it releases.
	Rests []string `json:"rests,omitempty"`
}

// Seal gives the statement with its id.
func (s Statement) Seal() Statement {
	s.At = s.At.UTC().Truncate(time.Millisecond)
	s.Rests = slices.Clone(s.Rests)
	slices.Sort(s.Rests)
	s.Rests = slices.Compact(s.Rests)
	s.ID = digest(s.Body())
	return s
}

// Body gives the bytes the id is the digest of; they travel as they are
// (protocol.md 14).
func (s Statement) Body() []byte {
	s.ID = ""
	if len(s.Rests) == 0 {
		s.Rests = nil
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil // strings and a time always encode
	}
	return data
}

func digest(body []byte) string {
	sum := sha256.Sum256(append([]byte("laufzettel-statement\x00"), body...))
	return hex.EncodeToString(sum[:])
}

// Open reads a statement from outside: its body as it travelled, which must have
// the digest id.
func Open(id string, body []byte) (Statement, error) {
	var s Statement
	if got := digest(body); got != id {
		return s, fmt.Errorf("statement %.16s has the digest %.16s", id, got)
	}
	if err := json.Unmarshal(body, &s); err != nil {
		return s, fmt.Errorf("read statement: %w", err)
	}
	s.ID, s.At = id, s.At.UTC().Truncate(time.Millisecond)
	slices.Sort(s.Rests)
	return s, s.Check()
}

// Check refuses what is no statement.
func (s Statement) Check() error {
	switch {
	case s.Object == "" || len(s.Object) > maxID || s.Actor == "" || len(s.Actor) > maxID || len(s.Reason) > maxReason ||
		len(s.Rests) > maxRests:
		return errors.New("statement without object or person, or too long")
	case s.At.IsZero():
		return errors.New("statement without time")
	case s.Act == Decide && s.Rating != record.RatingOpen && s.Rating != record.RatingArchive && s.Rating != record.RatingDestroy:
		return fmt.Errorf("statement with rating %q", s.Rating)
	case s.Act == Release && (s.Rating != record.RatingDestroy || len(s.Rests) != 1):
		return errors.New("release that does not rest on one decision V")
	case s.Act != Decide && s.Act != Release:
		return fmt.Errorf("statement with act %q", s.Act)
	case slices.ContainsFunc(s.Rests, func(id string) bool { return len(id) != sha256.Size*2 || strings.ContainsAny(id, " ") }):
		return errors.New("statement rests on something that is no id")
	}
	return nil
}

// Known is a statement with what the archive knows of it.
type Known struct {
	Statement
	Client   string `json:"client,omitempty"`   // who sent it, "" while only here
	Office   string `json:"office,omitempty"`   // name of that client
	Proposal bool   `json:"proposal,omitempty"` // came after the lease had run out, or a release no person has signed
	Sequence int64  `json:"sequence,omitempty"` // number the archive gave it, 0 while only here
	Own      bool   `json:"own,omitempty"`      // made in this workspace
	// Hand is the signature of the person under the id, as it travels; whoever shows
	// or trusts it verifies it. nil where only the machine signed.
	Hand []byte `json:"-"`
	// Signed is the id of the person's key, set by whoever verified Hand; a release
	// and its decision by the same key come from one hand and do not make two persons.
	Signed string `json:"signed,omitempty"`
}

// Outcome is what holds for one object.
type Outcome struct {
	Object string `json:"object"`
	// Rating is what is in force; open while nothing was decided or while there is a
	// conflict.
	Rating record.Rating `json:"rating"`
	// Heads are the decisions nobody has replaced, oldest first: none, one, several
	// equal ones, or the sides of a conflict.
	Heads    []Known `json:"heads,omitempty"`
	Conflict bool    `json:"conflict,omitempty"`
	// Proposals wait for a person: they came after their lease had run out and say
	// something else than what is in force.
	Proposals []Known `json:"proposals,omitempty"`
	Release   *Known  `json:"release,omitempty"`
}

// Waiting reports whether a person has to look at the object.
func (o Outcome) Waiting() bool { return o.Conflict || len(o.Proposals) > 0 }

// Decision is the statement in force, nil while open or in conflict.
func (o Outcome) Decision() *Known {
	if o.Conflict || len(o.Heads) == 0 || o.Rating == record.RatingOpen {
		return nil
	}
	return &o.Heads[0]
}

// Resolve computes what holds for every object the statements are about. The
// order and repetition of statements do not matter.
func Resolve(statements []Known) map[string]Outcome {
	byObject := map[string]map[string]Known{}
	for _, k := range statements {
		of := byObject[k.Object]
		if of == nil {
			of = map[string]Known{}
			byObject[k.Object] = of
		}
		of[k.ID] = k
	}
	out := make(map[string]Outcome, len(byObject))
	for object, of := range byObject {
		out[object] = resolve(object, of)
	}
	return out
}

func resolve(object string, of map[string]Known) Outcome {
	o := Outcome{Object: object}
	replaced := reached(of, func(k Known) bool { return !k.Proposal })
	proposed := reached(of, func(k Known) bool { return k.Proposal })
	var waiting []Known
	for id, k := range of {
		switch {
		case k.Act != Decide || replaced[id]:
		case !k.Proposal:
			o.Heads = append(o.Heads, k)
		case !proposed[id]:
			waiting = append(waiting, k)
		}
	}
	slices.SortFunc(o.Heads, older)
	for _, h := range o.Heads {
		o.Conflict = o.Conflict || h.Rating != o.Heads[0].Rating
	}
	if !o.Conflict && len(o.Heads) > 0 {
		o.Rating = o.Heads[0].Rating
	}
	for _, k := range waiting {
		if o.Conflict || k.Rating != o.Rating { // an equal one folds
			o.Proposals = append(o.Proposals, k)
		}
	}
	slices.SortFunc(o.Proposals, older)
	o.Release = released(o, of)
	return o
}

// reached gives the ids that decisions of the chosen sort rest on, directly or
// through others.
func reached(of map[string]Known, sort func(Known) bool) map[string]bool {
	seen := map[string]bool{}
	var stack []string
	for _, k := range of {
		if k.Act == Decide && sort(k) {
			stack = append(stack, k.Rests...)
		}
	}
	for len(stack) > 0 {
		id := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[id] {
			continue
		}
		seen[id] = true
		stack = append(stack, of[id].Rests...)
	}
	return seen
}

// released gives the oldest release that holds: it rests on a decision in force,
// none who made that decision has released it, and it is no mere proposal (G18).
func released(o Outcome, of map[string]Known) *Known {
	if o.Conflict || o.Rating != record.RatingDestroy {
		return nil
	}
	var best *Known
	for _, k := range of {
		if k.Act != Release || k.Proposal || !slices.ContainsFunc(o.Heads, func(h Known) bool { return h.ID == k.Rests[0] }) {
			continue
		}
		if slices.ContainsFunc(o.Heads, func(h Known) bool {
			return naming.Same(h.Actor, k.Actor) || h.Signed != "" &&
				h.Signed == k.Signed
		}) {
			continue
		}
		if best == nil || older(k, *best) < 0 {
			best = &k
		}
	}
	return best
}

func older(a, b Known) int {
	if n := a.At.Compare(b.At); n != 0 {
		return n
	}
	return strings.Compare(a.ID, b.ID)
}

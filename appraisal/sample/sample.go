// Package sample draws what a second person looks at before many objects are destroyed
// together (Stichprobe): by a hypergeometric plan with acceptance number 0, stratum by
// stratum, and by a seed anybody can draw again. It decides nothing and releases nothing.
package sample

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// Plan says how sure a sample has to be.
type Plan struct {
	// Most is the share of wrong decisions up to which a mass is still good enough, per
	// thousand: where more are wrong, the sample has to show one.
	Most int `json:"most"`
	// Confidence is how surely it shows one then, per thousand.
	Confidence int `json:"confidence"`
}

// Usual is the plan where nobody asks for another: with 95 of 100, more than 5 of 100
// wrong decisions are noticed.
var Usual = Plan{Most: 50, Confidence: 950}

// Valid refuses a plan that says nothing.
func (p Plan) Valid() error {
	if p.Most < 1 || p.Most > 200 || p.Confidence < 800 || p.Confidence > 999 {
		return failure.New(failure.Refused, "plan sample", wording.Say("hint.sample.plan"))
	}
	return nil
}

// tooMany is the smallest number of wrong decisions among units that the plan must notice.
func (p Plan) tooMany(units int) int { return min(units, units*p.Most/1000+1) }

// Size gives how many of units have to be looked at: the fewest with which too many wrong
// decisions stay unseen at most as often as the plan allows.
func (p Plan) Size(units int) int {
	if units <= 0 {
		return 0
	}
	wrong, unseen, allowed := p.tooMany(units), 1.0, float64(1000-p.Confidence)/1000
	allowed += 1e-12 // a sample that reaches the confidence exactly is enough, whatever rounding says
	for n := range units - wrong + 1 {
		if unseen <= allowed {
			return n
		}
		unseen *= float64(units-wrong-n) / float64(units-n)
	}
	return units - wrong + 1
}

// Reached gives the confidence a sample of n among units reaches, from 0 to 1: how surely
// it shows a wrong decision where more than the plan allows are wrong.
func (p Plan) Reached(units, n int) float64 {
	wrong, unseen := p.tooMany(units), 1.0
	for i := range n {
		unseen *= math.Max(0, float64(units-wrong-i)/float64(units-i))
	}
	return 1 - unseen
}

// Unit is one decision to destroy that may be drawn.
type Unit struct {
	ID      string
	Version int64 // of the decision that holds for it
	// Origin says what decided: the person on this unit, a decision above it, a rule; with
	// Reason and Plan (group of the Aktenplan) it makes the stratum.
	Origin, Reason, Plan string
}

// Key names the stratum of a unit; it can be compared, not read.
func (u Unit) Key() string {
	h := sha256.New()
	for _, s := range []string{u.Origin, u.Reason, u.Plan} {
		h.Write(binary.BigEndian.AppendUint64(nil, uint64(len(s))))
		h.Write([]byte(s))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// Stratum are units that were decided alike.
type Stratum struct {
	Number int      `json:"number"` // from 1
	Key    string   `json:"-"`
	Origin string   `json:"origin,omitempty"`
	Reason string   `json:"reason,omitempty"`
	Plan   string   `json:"plan,omitempty"`
	Units  int      `json:"units"`
	Drawn  []string `json:"-"`
}

// Draw parts units into strata and draws of each as many as the plan asks. The same units
// and seed give the same draw, in whatever order they come.
func Draw(units []Unit, p Plan, seed string) (out []Stratum) {
	by := map[string][]Unit{}
	for _, u := range units {
		by[u.Key()] = append(by[u.Key()], u)
	}
	for key, list := range by {
		u := list[0]
		s := Stratum{Key: key, Origin: u.Origin, Reason: u.Reason, Plan: u.Plan, Units: len(list)}
		type lot struct{ id, lot string }
		var lots []lot
		for _, u := range list {
			mac := hmac.New(sha256.New, []byte(seed))
			mac.Write([]byte(key + "\x00" + u.ID))
			lots = append(lots, lot{u.ID, string(mac.Sum(nil))})
		}
		slices.SortFunc(lots, func(a, b lot) int { return cmp.Or(cmp.Compare(a.lot, b.lot), cmp.Compare(a.id, b.id)) })
		for _, l := range lots[:p.Size(len(list))] {
			s.Drawn = append(s.Drawn, l.id)
		}
		slices.Sort(s.Drawn) // in the order of ids: the lot tells nothing to who looks
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b Stratum) int {
		return cmp.Or(cmp.Compare(b.Units, a.Units), cmp.Compare(a.Plan, b.Plan), cmp.Compare(a.Reason, b.Reason),
			cmp.Compare(a.Key, b.Key))
	})
	for i := range out {
		out[i].Number = i + 1
	}
	return out
}

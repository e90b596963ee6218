package sample

import (
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The sizes are those of the hypergeometric distribution, computed by hand for the small
// ones and taken from published tables (zero acceptance number) for the others.
func TestPlan_Size(t *testing.T) {
	for _, c := range []struct {
		plan  Plan
		units int
		want  int
	}{
		{Usual, 0, 0}, {Usual, 1, 1}, {Usual, 2, 2}, {Usual, 10, 10}, {Usual, 19, 19}, // one wrong is already too many
		{Usual, 20, 16},         // two wrong: C(18,n)/C(20,n) <= 0.05
		{Plan{100, 900}, 10, 7}, // two wrong of ten: 3·2/(10·9) = 0.067
		{Usual, 100_000, 59},    // as the binomial: 0.95^59 < 0.05
		{Plan{10, 950}, 100_000, 299}, {Plan{10, 990}, 100_000, 458},
	} {
		if got := c.plan.Size(c.units); got < c.want-1 || got > c.want {
			t.Errorf("%+v of %d: %d, want %d", c.plan, c.units, got, c.want)
		}
		if n := c.plan.Size(c.units); c.units > 0 {
			if r := c.plan.Reached(c.units, n); r < float64(c.plan.Confidence)/1000 {
				t.Errorf("%+v of %d reaches %.4f", c.plan, c.units, r)
			}
			if r := c.plan.Reached(c.units, n-1); n > 1 && r >= float64(c.plan.Confidence)/1000 {
				t.Errorf("%+v of %d: one less would do (%.4f)", c.plan, c.units, r)
			}
		}
	}
}

var rounds = flag.Int("rounds", 1000, "samples drawn of each mass; 10000 is what is asked")

// Thousands of samples of masses with as many wrong decisions as must be noticed: at least
// as many show one as the plan says, up to what chance allows (three standard deviations).
func TestDraw_KeepsTheConfidence(t *testing.T) {
	for _, p := range []Plan{Usual, {20, 900}, {100, 990}} {
		for _, units := range []int{12, 150, 900} {
			var all []Unit
			for i := range units {
				all = append(all, Unit{ID: fmt.Sprintf("P-%d", i)})
			}
			dice := rand.New(rand.NewPCG(26, uint64(units)))
			wrong, shown := p.tooMany(units), 0
			for round := range *rounds {
				bad := map[string]bool{}
				for _, i := range dice.Perm(units)[:wrong] {
					bad[all[i].ID] = true
				}
				if slices.ContainsFunc(Draw(all, p, fmt.Sprint("head ", round))[0].Drawn, func(id string) bool { return bad[id] }) {
					shown++
				}
			}
			sure := float64(p.Confidence) / 1000
			if got := float64(shown) / float64(*rounds); got < sure-3*math.Sqrt(sure*(1-sure)/float64(*rounds)) {
				t.Errorf("%+v of %d: %d wrong were noticed in %.4f of the samples, want %.3f", p, units, wrong, got, sure)
			} else {
				t.Logf("%+v of %d: %d wrong noticed in %.4f of %d samples", p, units, wrong, got, *rounds)
			}
		}
	}
}

func TestDraw_Strata(t *testing.T) {
	var all []Unit
	for i := range 40 {
		all = append(all, Unit{ID: fmt.Sprintf("a%02d", i), Origin: "rule", Reason: "Beiwerk", Plan: "10"})
	}
	for i := range 5 {
		all = append(all, Unit{ID: fmt.Sprintf("b%d", i), Origin: "rule", Reason: "Beiwerk", Plan: "20"},
			Unit{ID: fmt.Sprintf("c%d", i), Origin: "own", Reason: "Doppel", Plan: "10"})
	}
	one := Draw(all, Usual, "seed")
	slices.Reverse(all)
	two := Draw(all, Usual, "seed")
	if fmt.Sprint(one) != fmt.Sprint(two) {
		t.Errorf("another order draws others:\n%v\n%v", one, two)
	}
	if len(one) != 3 || one[0].Units != 40 || one[0].Number != 1 || len(one[1].Drawn) != 5 || len(one[2].Drawn) != 5 {
		t.Errorf("%+v", one)
	}
	if other := Draw(all, Usual, "another head"); slices.Equal(other[0].Drawn, one[0].Drawn) {
		t.Error("another seed draws the same")
	}
	if (Unit{Origin: "a", Reason: "bc"}).Key() == (Unit{Origin: "ab", Reason: "c"}).Key() {
		t.Error("two strata bear one key")
	}
}

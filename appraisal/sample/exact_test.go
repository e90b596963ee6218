package sample

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// unseen is the chance that n of units show none of wrong ones: C(units-wrong, n) / C(units, n),
// as whole numbers of any size. It is written without the plan's own way of reckoning.
func unseen(units, wrong, n int) *big.Rat {
	if n > units-wrong {
		return new(big.Rat)
	}
	c := func(a, b int) *big.Int { return new(big.Int).Binomial(int64(a), int64(b)) }
	return new(big.Rat).SetFrac(c(units-wrong, n), c(units, n))
}

// The size of every mass up to 400, and of some greater, is the least that the exact
// hypergeometric distribution allows.
func TestPlan_SizeIsExact(t *testing.T) {
	masses := []int{777, 1000, 2500}
	for n := range 400 {
		masses = append(masses, n+1)
	}
	for _, p := range []Plan{Usual, {Most: 10, Confidence: 950}, {Most: 20, Confidence: 900}, {Most: 100, Confidence: 990},
		{Most: 200, Confidence: 800}} {
		allowed := big.NewRat(int64(1000-p.Confidence), 1000)
		for _, units := range masses {
			wrong := 0 // the least number that is more than Most of 1000
			for ; wrong < units && wrong*1000 <= units*p.Most; wrong++ {
			}
			n := p.Size(units)
			if unseen(units, wrong, n).Cmp(allowed) > 0 {
				t.Errorf("%+v of %d: %d are too few", p, units, n)
			}
			if n > 1 && unseen(units, wrong, n-1).Cmp(allowed) <= 0 {
				t.Errorf("%+v of %d: %d are more than needed", p, units, n)
			}
			exact, _ := unseen(units, wrong, n).Float64()
			if got := p.Reached(units, n); math.Abs(got-(1-exact)) > 1e-9 {
				t.Errorf("%+v of %d: states %.6f, reaches %.6f", p, units, got, 1-exact)
			}
		}
	}
}

// Masses of several strata: where one of them has more wrong decisions than the plan
// allows, its own sample shows one as often as the exact distribution says; and every unit
// of a stratum is drawn as often as every other.
func TestDraw_StrataKeepTheConfidence(t *testing.T) {
	sizes := []int{37, 150, 420}
	var all []Unit
	for s, units := range sizes {
		for i := range units {
			all = append(all, Unit{ID: fmt.Sprintf("S%d-%d", s, i), Origin: "rule", Reason: "Beiwerk", Plan: fmt.Sprint(s)})
		}
	}
	dice := rand.New(rand.NewPCG(2600, 1))
	noticed, drawn := map[string]int{}, map[string]int{}
	for round := range *rounds {
		bad := map[string]bool{}
		for s, units := range sizes {
			for _, i := range dice.Perm(units)[:Usual.tooMany(units)] {
				bad[fmt.Sprintf("S%d-%d", s, i)] = true
			}
		}
		for _, st := range Draw(all, Usual, fmt.Sprint("head of the log ", round)) {
			hit := false
			for _, id := range st.Drawn {
				drawn[id]++
				hit = hit || bad[id]
			}
			if hit {
				noticed[st.Plan]++
			}
		}
	}
	n := float64(*rounds)
	for s, units := range sizes {
		size := Usual.Size(units)
		miss, _ := unseen(units, Usual.tooMany(units), size).Float64()
		got, sure := float64(noticed[fmt.Sprint(s)])/n, 1-miss
		if off := 4 * math.Sqrt(sure*miss/n); math.Abs(got-sure) > off {
			t.Errorf("%d units: noticed in %.4f of the samples, exactly %.4f", units, got, sure)
		}
		chi, want := 0.0, n*float64(size)/float64(units)
		for i := range units {
			d := float64(drawn[fmt.Sprintf("S%d-%d", s, i)]) - want
			chi += d * d / want
		}
		free := float64(units - 1) // of chi square: mean free, variance 2 free; drawing without putting back spreads less
		if chi > free+6*math.Sqrt(2*free) {
			t.Errorf("%d units: drawn unevenly, chi square %.1f with %.0f degrees", units, chi, free)
		}
		t.Logf("%d units, %d drawn, %d wrong: noticed in %.4f of %d samples, exactly %.4f; chi square %.1f with %.0f degrees", units, size,
			Usual.tooMany(units), got, *rounds, sure, chi, free)
	}
}

package sample

import (
	"fmt"
	"math/rand/v2"
	"time"
)

// Source is the seeded randomness of one delivery; everything random comes from
// it, in a fixed order.
type Source struct{ *rand.Rand }

// NewSource starts a source anew.
func NewSource(seed uint64) Source {
	return Source{rand.New(rand.NewPCG(seed, 0x4c61756665747465))}
}

// UUID gives a version 4 shaped id.
func (s Source) UUID() string {
	a, b := s.Uint64(), s.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, 0x8000|b>>48&0x3fff, b&0xffffffffffff)
}

// Pick gives one of several texts.
func (s Source) Pick(from []string) string { return from[s.IntN(len(from))] }

// Day gives a day within n days after from.
func (s Source) Day(from time.Time, n int) time.Time { return from.AddDate(0, 0, s.IntN(max(n, 1))) }

package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// leastMemory and mostMemory bound what the collector aims for. A check of an
// ordinary delivery stays below 200 MB with the lower one, as what it allocates is
// dead at once; a check of a million files, of which far more is alive, stays below
// 400 MB with the upper one (design 8). Neither is a hard limit.
const (
	leastMemory = 140 << 20
	mostMemory  = 320 << 20
)

// garbageShare lets the heap grow to four times what is alive before it is
// collected, as long as the aim is not reached.
const garbageShare = 300

// limitMemory sets the soft limit and the collector's pace unless the environment
// has them.
func limitMemory() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbageShare)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(leastMemory)
		aimAgain(new(collection))
	}
}

// collection dies with every collection of garbage.
type collection struct{ _ [16]byte }

// aimAgain moves the limit after every collection with what is alive: close above
// that the collector would do nothing else but collect.
func aimAgain(c *collection) {
	runtime.SetFinalizer(c, func(*collection) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		metrics.Read(live)
		if live[0].Value.Kind() == metrics.KindUint64 {
			debug.SetMemoryLimit(memoryAim(int64(live[0].Value.Uint64())))
		}
		aimAgain(new(collection))
	})
}

// memoryAim gives the limit for so many bytes alive.
func memoryAim(live int64) int64 {
	return min(max(leastMemory, live+live/4+10<<20), mostMemory)
}

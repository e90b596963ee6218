package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"laufzettel/app/kill"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/samples"
	"laufzettel/viewer/child"
)

// smallChunk makes an upload of a small package travel in several pieces.
const smallChunk = 64 << 10

// TestMain lets this test program be four things: the tests, the command that
// the scripts call, the child that the kill tests (app/cli/kills) end, and the
// child that reads documents.
func TestMain(m *testing.M) {
	if child.Asked() {
		child.Main()
	}
	if args, point, ok := kill.Child(); ok {
		os.Exit(program(args, point))
	}
	testscript.Main(m, map[string]func(){
		"laufzettel-cli": func() { os.Exit(program(os.Args[1:], nil)) },
	})
}

// program is main with the hooks of the tests.
func program(args []string, point func(string)) int {
	durable.Private()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	e := &env{in: os.Stdin, out: os.Stdout, errs: os.Stderr, words: pickWords(args), point: point, keyWork: kill.CheapWork,
		chunk: smallChunk, pdfium: samples.PDFium()}
	if jump := os.Getenv(kill.EnvClock); jump != "" {
		e.now = jumping(jump)
	}
	path := os.Getenv(kill.EnvCounts)
	if path == "" {
		return e.run(ctx, args)
	}
	c := &counts{files: map[string]int64{}}
	e.counter = c
	code := e.run(ctx, args)
	if err := c.write(path); err != nil {
		_, _ = io.WriteString(os.Stderr, err.Error())
		return exitOwn
	}
	return code
}

// counts adds up the bytes read of every file of a delivery.
type counts struct {
	mu    sync.Mutex
	files map[string]int64
}

// Read implements container.Counter.
func (c *counts) Read(path string, n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.files[path] += n
}

func (c *counts) write(path string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, err := json.Marshal(maps.Clone(c.files))
	if err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o600)
}

// jumping is a clock that jumps as kill.EnvClock says.
func jumping(jump string) func() time.Time {
	var by string
	var at int64
	if _, err := fmt.Sscan(jump, &by, &at); err != nil {
		panic(err)
	}
	d, err := time.ParseDuration(by)
	if err != nil {
		panic(err)
	}
	var looks atomic.Int64
	return func() time.Time {
		if looks.Add(1) < at {
			return time.Now()
		}
		return time.Now().Add(d)
	}
}

func TestMemoryAim(t *testing.T) {
	tests := []struct{ live, want int64 }{
		{0, leastMemory}, {44 << 20, leastMemory}, {50 << 20, 140 << 20}, {110 << 20, 200 << 20}, {180 << 20, 295 << 20},
		{200 << 20, mostMemory}, {1 << 30, mostMemory},
	}
	for _, tt := range tests {
		if got := memoryAim(tt.live); got != tt.want {
			t.Errorf("%d MB alive: aim %d MB, want %d", tt.live>>20, got>>20, tt.want>>20)
		}
	}
}

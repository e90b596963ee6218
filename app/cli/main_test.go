package main

import (
	"context"
	"encoding/json"
	"io"
	"maps"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"laufzettel/app/kill"
	"laufzettel/transfer/durable"
)

// smallChunk makes an upload of a small package travel in several pieces.
const smallChunk = 64 << 10

// cheapWork is the scrypt work factor of key files made by tests.
const cheapWork = 4

// envCounts names the file into which a child writes what it read of deliveries.
const envCounts = "LAUFZETTEL_TEST_COUNTS"

// TestMain lets this test program be three things: the tests, the command that
// the scripts call, and the child that the kill tests end.
func TestMain(m *testing.M) {
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
	e := &env{in: os.Stdin, out: os.Stdout, errs: os.Stderr, words: pickWords(args), point: point, keyWork: cheapWork, chunk: smallChunk}
	if jump := os.Getenv(envClock); jump != "" {
		e.now = jumping(jump)
	}
	path := os.Getenv(envCounts)
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

package kills

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"laufzettel/app/kill"
)

// cli is the program under test; TestMain builds it.
var cli kill.Program

// The program's exit codes, as its help tells them (app/cli/exit.go).
const (
	exitDone        = 0
	exitMaterial    = 1
	exitCall        = 2
	exitOwn         = 3
	exitInterrupted = 4
)

// servingAt finds the address in the sentence a receiver begins with.
var servingAt = regexp.MustCompile(`https?://[^ ]+`)

func TestMain(m *testing.M) { os.Exit(withProgram(m)) }

func withProgram(m *testing.M) int {
	dir, err := os.MkdirTemp("", "laufzettel-kills-")
	if err == nil {
		defer func() { _ = os.RemoveAll(dir) }()
		cli, err = kill.Build(filepath.Join("..", "..", ".."), dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

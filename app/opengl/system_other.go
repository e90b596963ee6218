//go:build !windows

package opengl

import (
	"fmt"
	"os"
)

// probe: nothing to ask beforehand here.
func probe() error { return nil }

func message(title, text string) { fmt.Fprintf(os.Stderr, "%s: %s\n", title, text) }

//go:build !windows

package opengl

import (
	"fmt"
	"os"
)

func message(title, text string) { fmt.Fprintf(os.Stderr, "%s: %s\n", title, text) }

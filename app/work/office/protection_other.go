//go:build !linux && !windows

package office

import (
	"context"
)

// protection cannot be asked for here.
func protection(context.Context, string) Protection { return ProtectionUnknown }

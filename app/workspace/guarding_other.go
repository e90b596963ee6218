//go:build !linux && !windows

package workspace

import "context"

// protection cannot be asked for here.
func protection(context.Context, string) Protection { return ProtectionUnknown }

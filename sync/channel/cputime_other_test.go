//go:build !unix

package channel_test

import "time"

// processorTime is counted on Unix only.
func processorTime() time.Duration { return 0 }

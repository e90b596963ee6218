//go:build race

package child

// instrumented: the race detector maps far more memory than the limit.
const instrumented = true

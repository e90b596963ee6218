//go:build !race

package child

const instrumented = false

//go:build !unix

package container

// nonBlocking has no meaning here.
const nonBlocking = 0

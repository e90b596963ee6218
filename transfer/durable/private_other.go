//go:build !unix

package durable

// Private does nothing here: the rights of the folder hold for what is made in it.
func Private() {}

// Package kills holds the tests that end the real command line program and its
// receiver by SIGKILL, and take away from it what it stands on, while it takes in,
// checks, appraises, packages, sends, lends, prepares and destroys (docs/faults.md).
// It drives the built program alone and has no code of its own.
package kills

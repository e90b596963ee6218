// Command admx writes the templates of group policy (ADMX and ADML) from the table of
// fields that the program itself reads a policy by, so that the editor of an office offers
// what holds and nothing else. Texts are those of the catalogues.
//
// Usage: admx DIR
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: admx DIR")
		os.Exit(2)
	}
	if err := writeAll(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// Command signature saves the signature set built into siegfried's library as
// the file its program reads, so that the peer of make bench works with the very
// same set as the product.
package main

import (
	"fmt"
	"os"

	"github.com/richardlehane/siegfried/pkg/static"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: signature FILE")
		os.Exit(2)
	}
	if err := static.New().Save(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

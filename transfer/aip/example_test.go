package aip_test

import (
	"context"
	"fmt"
	"log"
	"path/filepath"

	"laufzettel/transfer/aip"
)

// Read a package: open it, prove its bytes against what it says of itself, list what a
// reader would see.
func ExampleOpenVerified() {
	ctx := context.Background()
	pkg, findings, err := aip.OpenVerified(ctx, filepath.Join("..", "..", "testdata", "released", "aip", "v1-aip.tar"))
	if err != nil {
		log.Fatal(err)
	}
	defer pkg.Close()
	fmt.Println("findings:", len(findings))
	for _, d := range pkg.Documents() {
		day := d.Date
		if day == "" {
			day = "undated"
		}
		fmt.Println(day, len(d.Entry.Files))
	}
	// Output:
	// findings: 0
	// 2011-02-12 1
	// 2011-02-12 1
	// 2014-04-30 1
	// undated 1
}

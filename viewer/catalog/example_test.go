package catalog_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"laufzettel/app/store"
	"laufzettel/viewer/catalog"
)

// Ask the catalogue: words of the documents find the object, the day decides what is
// still closed.
func ExampleCatalog_Search() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "catalog")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	db, err := store.Open(ctx, filepath.Join(dir, "w.db"), store.Room{Name: catalog.Room, Migrations: catalog.Migrations})
	if err != nil {
		log.Fatal(err)
	}
	defer db.Close()
	c := catalog.New(db)
	for _, it := range samples() {
		if err := c.Put(ctx, it); err != nil {
			log.Fatal(err)
		}
	}
	found, err := c.Search(ctx, catalog.Query{Text: "erlaubnis", Agency: "Landratsamt Musterkreis", Day: today})
	if err != nil {
		log.Fatal(err)
	}
	for _, it := range found.Items {
		fmt.Println(it.ReferenceCode, it.Subject)
	}
	// Output: LAM 12/66-0031-02 Ausleitung am Mühlwehr
}

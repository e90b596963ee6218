package reading

import (
	"context"
	"path/filepath"

	"laufzettel/app/work/office"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/failure"
	"laufzettel/viewer/catalog"
)

// eachFetched gives the packages that were fetched for reading; one that cannot be
// shown is left out, as it was when it came.
func (rm *Room) eachFetched(ctx context.Context, yield func(catalog.Item) error) error {
	names, err := filepath.Glob(filepath.Join(rm.Office.Path(office.DirFetched), "*.tar"))
	if err != nil {
		return err
	}
	for _, name := range names {
		item, err := rm.item(ctx, name)
		if failure.Canceled(err) {
			return err
		}
		if err != nil {
			continue
		}
		if err := yield(item); err != nil {
			return err
		}
	}
	return nil
}

// fetchedAs gives the file of a fetched package with this identifier or reference
// code, "" where there is none.
func (rm *Room) fetchedAs(ctx context.Context, key string) (string, error) {
	names, err := filepath.Glob(filepath.Join(rm.Office.Path(office.DirFetched), "*.tar"))
	if err != nil {
		return "", err
	}
	for _, name := range names {
		pkg, err := aip.Open(ctx, name)
		if failure.Canceled(err) {
			return "", err
		}
		if err != nil {
			continue
		}
		d := pkg.Metadata()
		if err := pkg.Close(); err != nil {
			return "", office.Disk("close package", err)
		}
		if d.PID == key || d.ReferenceCode == key {
			return name, nil
		}
	}
	return "", nil
}

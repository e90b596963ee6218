package pack

import (
	"context"

	"laufzettel/app/work/reading"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/events"
	"laufzettel/transfer/record"
)

// whole gives the delivered container as the only file of a package whose object
// is that container: what lies inside goes with it, byte for byte. nil for others.
func (b *builder) whole(ctx context.Context, o *record.Object) ([]aip.File, error) {
	for d := range record.All([]*record.Object{o}) {
		for f := range d.Files() {
			if !reading.IsContainer(b.tree, f.Name) {
				continue
			}
			file, err := b.packer.AccessionFile(f.Name, b.packer.Office.Path(b.portion.Path))
			if err != nil {
				return nil, err
			}
			for _, e := range b.history.of("") {
				if sum := e.Detail["sha-256"]; e.Type == events.Received && sum != "" {
					file.Digests["sha-256"] = sum // verified while it is copied
				}
			}
			file.Object, file.ViewPath = d.ID, b.packer.viewPath(f.Name, file.Format)
			return []aip.File{file}, ctx.Err()
		}
	}
	return nil, ctx.Err()
}

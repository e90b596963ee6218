package pack

import (
	"context"
	"fmt"
	"io"

	"laufzettel/app/work/office"
	"laufzettel/transfer"
	"laufzettel/transfer/slip"
)

// controlList writes the Kon_Lis: the transfer list mapped by MAPPING-1 with one
// archive reference code per case (A4). nil where no list came along.
func (b *builder) controlList(ctx context.Context) ([]transfer.Letter, error) {
	found, err := b.packer.Intake.SlipOf(ctx, b.portion)
	if err != nil || found == nil || found.List == nil {
		return nil, err
	}
	packages, err := b.packer.Portions.Packages(ctx, b.portion.ID)
	if err != nil {
		return nil, err
	}
	codes := map[string]string{}
	for _, p := range packages {
		codes[p.Unit] = p.ReferenceCode
	}
	mapping := slip.DefaultMapping()
	if b.profile != nil && len(b.profile.Mapping.ControlList) > 0 {
		mapping = b.profile.Mapping.ControlList
	}
	list, err := slip.NewControlList(found.AccessionID, *found.List, mapping, func(_ int, e slip.Entry) string { return codes[e.ID] })
	if err != nil {
		return nil, fmt.Errorf("map control list: %w", err)
	}
	l, err := b.packer.Papers.WriteXML(b.portion.ID, office.LetterControl, office.ControlListName, func(out io.Writer) error { return slip.WriteControlList(out, list, packages[0].Ordered) })
	return []transfer.Letter{l}, err
}

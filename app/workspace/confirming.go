package workspace

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"

	"laufzettel/transfer"
	"laufzettel/transfer/slip"
)

// Kinds of letters that go back with the slip.
const (
	LetterSlip    = "slip"         // el_Lauf with the Ü-ID (A5)
	LetterControl = "control-list" // Kon_Lis (A4)
)

// File names of the papers that go back.
const (
	confirmedSlipName = "el_Lauf.xml"
	controlListName   = "Kon_Lis.xml"
)

// confirmSlip writes the routing slip as it goes back to the agency: confirmed,
// with the Ü-ID over its transfer list (A5). nil where no slip came along.
func (w *Workspace) confirmSlip(ctx context.Context, p transfer.Portion) ([]transfer.Letter, error) {
	found, err := w.slipOf(ctx, p)
	if err != nil || found == nil {
		return nil, err
	}
	answer := found.Slip.Confirm(found.AccessionID, p.Changed, found.Slip.Deadlines...)
	l, err := w.writeXML(p.ID, LetterSlip, confirmedSlipName, func(out io.Writer) error { return slip.WriteSlip(out, answer) })
	return []transfer.Letter{l}, err
}

// controlList writes the Kon_Lis: the transfer list mapped by MAPPING-1 with one
// archive reference code per case (A4). nil where no list came along.
func (b *builder) controlList(ctx context.Context) ([]transfer.Letter, error) {
	found, err := b.slipOf(ctx, b.portion)
	if err != nil || found == nil || found.List == nil {
		return nil, err
	}
	packages, err := b.Portions.Packages(ctx, b.portion.ID)
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
	l, err := b.writeXML(b.portion.ID, LetterControl, controlListName, func(out io.Writer) error { return slip.WriteControlList(out, list, packages[0].Ordered) })
	return []transfer.Letter{l}, err
}

// slipOf finds the slip that came with a portion; nil where there is none.
func (w *Workspace) slipOf(ctx context.Context, p transfer.Portion) (*slip.Found, error) {
	name := w.path(p.Path)
	if info, err := os.Stat(name); err != nil || info.IsDir() {
		return nil, ctx.Err()
	}
	found, _, err := slip.FindBeside(ctx, name)
	if err != nil || found == nil || found.Slip == nil {
		return nil, err
	}
	return found, nil
}

// writeXML writes an own XML paper into the letters of a portion.
func (w *Workspace) writeXML(portion, kind, name string, fill func(io.Writer) error) (transfer.Letter, error) {
	l := transfer.Letter{Portion: portion, Kind: kind, Path: path.Join(dirLetters, portion, name), Made: w.Now()}
	if err := os.MkdirAll(filepath.Dir(w.path(l.Path)), 0o700); err != nil {
		return l, disk("make letters folder", err)
	}
	h := sha256.New()
	err := writeFile(w.path(l.Path), func(f io.Writer) error { return fill(io.MultiWriter(f, h)) })
	l.SHA256 = hex.EncodeToString(h.Sum(nil))
	return l, disk("write "+kind, err)
}

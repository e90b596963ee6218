package clerk

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path/filepath"

	"laufzettel/app/work/office"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/pack"
	"laufzettel/transfer/prepare"
)

// bundle joins the container and its papers into the one file the channel
// carries; nothing is compressed again.
func (h *handover) bundle(ctx context.Context) (prepare.Sealed, error) {
	s := prepare.Sealed{Name: h.p.Name + office.SuffixBundle}
	sum := sha512.New()
	err := durable.Write(filepath.Join(h.dir, s.Name), 0o600, func(out io.Writer) error {
		z := pack.New(io.MultiWriter(out, sum), h.p.Changed)
		for _, part := range h.sealed {
			f, err := os.Open(filepath.Join(h.dir, part.Name))
			if err != nil {
				return err
			}
			err = z.Add(ctx, pack.Member{Name: part.Name, Store: true}, f)
			if err := errors.Join(err, f.Close()); err != nil {
				return err
			}
		}
		return z.Close()
	})
	if err != nil {
		return s, office.Disk("bundle portion", err)
	}
	info, err := os.Stat(filepath.Join(h.dir, s.Name))
	if err != nil {
		return s, office.Disk("bundle portion", err)
	}
	s.Size, s.SHA512 = info.Size(), hex.EncodeToString(sum.Sum(nil))
	return s, nil
}

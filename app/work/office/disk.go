package office

import (
	"context"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"laufzettel/sync/channel"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/wording"
)

// Disk sorts an error of the local disk: cancelled stays, the rest is for the
// administrator.
func Disk(op string, err error) error {
	return durable.Told(op, wording.Say("hint.office.file-busy"),
		wording.Say("hint.office.disk-not-writable"), err)
}

func WriteAll(local string, r io.Reader) error {
	f, err := os.OpenFile(local, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return Disk("write work file", err)
	}
	_, err = io.Copy(f, r)
	return Disk("write work file", errors.Join(err, f.Close()))
}

// SafeExt is the extension of a name where it is a plain one.
func SafeExt(name string) string {
	ext := strings.ToLower(path.Ext(name))
	if len(ext) > 8 || strings.ContainsFunc(strings.TrimPrefix(ext, "."), func(r rune) bool {
		return (r < 'a' || r > 'z') &&
			(r < '0' || r > '9')
	}) {
		return ""
	}
	return ext
}

// Sum512 gives the SHA-512 of data in hex.
func Sum512(data []byte) string {
	digest := sha512.Sum512(data)
	return hex.EncodeToString(digest[:])
}

// The pieces the packager notes are the chunks the channel sends.
var _ = [1]struct{}{}[aip.PieceSize-channel.NoteSize]

// Written keeps what the packager noted of a package while it wrote it, so that
// sending need not hash it again.
func (of *Office) Written(ctx context.Context, sum aip.Summary, err error) (aip.Summary, error) {
	if err != nil {
		return sum, err
	}
	return sum, of.Channel.Note(ctx, sum.SHA512, sum.Size, []byte(sum.Pieces))
}

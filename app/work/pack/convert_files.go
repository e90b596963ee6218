package pack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"laufzettel/app/work/office"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/stop"
)

// conforms asks our checker whether a PDF is what it claims to be.
func (c *conversion) conforms(ctx context.Context, local string) bool {
	content, err := openContent(local)
	if err != nil {
		return false
	}
	defer content.Close()
	r := pdfa.Check(ctx, content, content.Size(), pdfa.Options{})
	return r.Claim != "" && r.Verdict == pdfa.NoObstacle // what was checked in part only is not known to conform
}

func (c *conversion) unique(name string) string {
	if c.names == nil {
		c.names = map[string]bool{}
	}
	out := name
	for n := 2; c.names[strings.ToLower(out)]; n++ {
		out = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, path.Ext(name)), n, path.Ext(name))
	}
	c.names[strings.ToLower(out)] = true
	return out
}

// copyOut copies a file of the package into the work folder under a plain name.
func (c *conversion) copyOut(ctx context.Context, name string) (string, error) {
	dir, err := os.MkdirTemp(c.work, "in-*")
	if err != nil {
		return "", office.Disk("make work folder", err)
	}
	r, err := c.pkg.OpenFile(ctx, name)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", name, err)
	}
	defer r.Close()
	local := filepath.Join(dir, "datei"+office.SafeExt(name))
	return local, office.WriteAll(local, stop.Reader(ctx, r))
}

// dataPath is the path below the data folder of a representation.
func dataPath(name string) string {
	_, rest, ok := strings.Cut(name, "/data/")
	if !ok {
		return path.Base(name)
	}
	return rest
}

func isPDF(local string) bool {
	f, err := os.Open(local)
	if err != nil {
		return false
	}
	defer f.Close()
	var head [5]byte
	_, err = io.ReadFull(f, head[:])
	return err == nil && string(head[:]) == "%PDF-"
}

// signedPDF looks for a signature dictionary: a signed original is never changed.
func signedPDF(local string) (bool, error) {
	f, err := os.Open(local)
	if err != nil {
		return false, office.Disk("read work file", err)
	}
	defer f.Close()
	const mark = "/ByteRange"
	buf, rest := make([]byte, 1<<20), ""
	for {
		n, err := f.Read(buf)
		text := rest + string(buf[:n])
		if strings.Contains(text, mark) {
			return true, nil
		}
		rest = text[max(0, len(text)-len(mark)):]
		if errors.Is(err, io.EOF) {
			return false, nil
		}
		if err != nil {
			return false, office.Disk("read work file", err)
		}
	}
}

// fileContent is a file as identification and checkers want it.
type fileContent struct {
	*os.File
	size int64
}

func openContent(local string) (*fileContent, error) {
	f, err := os.Open(local)
	if err != nil {
		return nil, office.Disk("read result", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(office.Disk("read result", err), f.Close())
	}
	return &fileContent{f, info.Size()}, nil
}

// Size implements container.Content.
func (c *fileContent) Size() int64 { return c.size }

// Bytes implements container.Content.
func (c *fileContent) Bytes() []byte { return nil }

// Reader implements container.Content.
func (c *fileContent) Reader() io.Reader { return io.NewSectionReader(c.File, 0, c.size) }

package intake

import (
	"io"
	"os"
)

// localContent is a local file as container.Content.
type localContent struct {
	*os.File
	size int64
}

// LocalFile is the content of an open file of this machine.
func LocalFile(f *os.File, size int64) localContent { return localContent{f, size} }

func (c localContent) Size() int64 { return c.size }

func (c localContent) Bytes() []byte { return nil }

func (c localContent) Reader() io.Reader { return io.NewSectionReader(c.File, 0, c.size) }

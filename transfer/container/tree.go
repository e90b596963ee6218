// Package container opens a folder, ZIP, TAR or TAR.GZ as one read-only tree of
// files and refuses hostile ones before a byte of content is read (requirement
// G5). Nothing is ever unpacked to be checked.
//
// A Tree is safe for use by several goroutines. Paths inside a tree use "/",
// are relative, clean and unique also when case and Unicode normalisation are
// ignored.
package container

import (
	"context"
	"io"
	"time"
)

// Form is the outer shape of a container.
type Form string

// The forms a tree can have.
const (
	Folder Form = "folder"
	ZIP    Form = "zip"
	TAR    Form = "tar"
	TARGZ  Form = "tar.gz"
)

// Entry describes one file of a tree.
type Entry struct {
	Path     string    // decoded, slash-separated path inside the tree
	Raw      []byte    // name bytes as stored, only where they had to be decoded
	Encoding string    // "" for UTF-8, else "cp850", "cp437"
	Size     int64     // bytes of content
	Modified time.Time // zero where the container states none
	Order    int64     // physical order key: offset of the content, or directory order
}

// Directory is a folder that the container names on its own; only so an empty one is
// known. Folders that follow from the paths of files alone are none.
type Directory struct {
	Path     string
	modified int64
}

// Modified is when the folder was changed last, to the second; zero where the
// container states nothing.
func (d Directory) Modified() time.Time {
	if d.modified == 0 {
		return time.Time{}
	}
	return time.Unix(d.modified, 0).UTC()
}

// Content is the content of one file while it is being read. Small files are
// held in memory, larger ones are read from the file itself or from a deleted
// temporary file; either way ReadAt works until the visit ends.
type Content interface {
	io.ReaderAt
	Size() int64
	// Bytes gives the whole content where it is held in memory, else nil.
	Bytes() []byte
	// Reader starts a new sequential read at the first byte.
	Reader() io.Reader
}

// Tree is one container seen as read-only files.
type Tree interface {
	// Name is the base name of the folder or container file.
	Name() string
	// Form is the outer shape.
	Form() Form
	// Files walks all files in path order; fn's error ends the walk and is returned.
	Files(ctx context.Context, fn func(Entry) error) error
	// Stat finds the file with exactly this path.
	Stat(path string) (Entry, bool)
	// Open reads one file sequentially. Errors: fs.ErrNotExist, ErrCorrupt.
	Open(ctx context.Context, path string) (io.ReadCloser, error)
	// Visit calls fn once for every file for which want is true (nil: all), in
	// physical order, from up to workers goroutines. The Content is valid during
	// the call only. A file that cannot be read is told by fn's err argument and
	// does not end the visit; an error returned by fn does.
	Visit(ctx context.Context, workers int, want func(Entry) bool, fn func(ctx context.Context, e Entry, c Content, err error) error) error
	// Close releases the underlying files.
	Close() error
}

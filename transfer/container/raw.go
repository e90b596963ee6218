package container

import "io"

// Raw gives the bytes of the ZIP or TAR file itself, for digests that a standard
// takes over the container and not over its files (SIARD messageDigest). ok is
// false for folders, TAR.GZ and foreign trees. The reader lives as long as t.
func Raw(t Tree) (ra io.ReaderAt, size int64, ok bool) {
	own, isOwn := t.(*tree)
	if !isOwn {
		return nil, 0, false
	}
	switch src := own.src.(type) {
	case *zipSource:
		return src.in.ra, src.in.size, true
	case *tarSource:
		return src.in.ra, src.in.size, true
	}
	return nil, 0, false
}

// Package child is the one door through which foreign documents are read: PDFium runs and
// pictures, mail and office files are read in a child process, never in the program
// that holds keys, decisions and the workspace. Who shows, indexes, converts or
// blackens goes through a Pool.
//
// # What stands against a hostile file
//
// The child is this program again, started with a hidden argument that both mains
// look for before anything else (Asked, Main). It has an empty environment, the
// root as its folder, no path of the workspace and no key; what it reads it asks
// the parent for, piece by piece, over a pipe. Once it is ready it can open no
// file and no connection any more (Linux: RLIMIT_NOFILE 0, RLIMIT_FSIZE 0). Its
// memory is limited by the system (Linux: RLIMIT_DATA; Windows: job object) and
// watched by the parent. A child that needs too much memory or time, that breaks
// or does not answer, is ended and a new one begun; the page is told, the next one
// opens. The child ends with its parent (Linux: parent death signal; Windows: job
// object; everywhere: end of its input).
//
// Nothing the child says is believed: frames, counts, sizes and pictures are
// bounded by what was asked for (codec.go, exchange.go). Defect S11; requirements
// A24, G5.
package child

import (
	"context"
	"os"
	"sync/atomic"

	"laufzettel/viewer"
	"laufzettel/viewer/mail"
	"laufzettel/viewer/office"
	"laufzettel/viewer/pdf"
	"laufzettel/viewer/picture"
)

// argument is what tells a process that it is a child. It is no command of the
// program: nobody is asked to type it.
const argument = "--laufzettel-viewer-child"

// limited is the argument of a child that has begun once more under its limits.
const limited = argument + "-limited"

// MemoryLimit is the most resident memory of a child in bytes.
const MemoryLimit = 512 << 20

// asked is set once this process has looked whether it is a child. Without that no
// child is begun: a program whose main does not look would begin itself anew.
var asked atomic.Bool

// Asked reports whether this process was started as a child. Every main that opens
// documents asks it before anything else; tests do in TestMain.
func Asked() bool {
	asked.Store(true)
	return len(os.Args) == 2 && (os.Args[1] == argument || os.Args[1] == limited)
}

// Main is the child: it serves its parent and ends with it. It does not return.
func Main() { os.Exit(serve(os.Stdin, os.Stdout)) }

// trade is what a child is for: PDFium reserves memory that the others need for
// themselves, so no child does both.
type trade uint8

const (
	drawer trade    = iota // PDFium
	reader                 // pictures, mail, office files
	trades                 // so many have a place in a pool
	maker  = trades        // compiles PDFium into the cache and ends: that takes memory a drawer has not
)

// format is a kind of file that only a child reads.
type format struct {
	trade trade
	reads func(src viewer.Source, head []byte) bool
	open  func(ctx context.Context, src viewer.Source) (viewer.Document, error)
	mute  bool // pictures: its documents give no text
}

// formats lists what children read, the particular before the general. The parent
// asks reads only; engine is nil there.
func formats(engine *pdf.Engine) []format {
	return []format{
		{trade: drawer, reads: pdf.Reads, open: engine.Open},
		{trade: reader, reads: picture.Reader{}.Reads, open: picture.Reader{}.Open, mute: true},
		{trade: reader, reads: mail.Reader{}.Reads, open: mail.Reader{}.Open},
		{trade: reader, reads: office.Reader{}.Reads, open: office.Reader{}.Open},
	}
}

// Command msi makes an installer the same twice: wixl draws the package code and takes the
// times of the day. The package code becomes one of the content, the times those of the
// commit. It also gives the product code, which changes with version and programs.
//
// Usage: msi product VERSION FILE...   prints a product code
//
//	msi settle FILE.msi SECONDS   settles package code, times (SECONDS since 1970) and language
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
)

func main() {
	var err error
	switch {
	case len(os.Args) > 3 && os.Args[1] == "product":
		err = product(os.Stdout, os.Args[2], os.Args[3:])
	case len(os.Args) == 4 && os.Args[1] == "settle":
		err = settleFile(os.Args[2], os.Args[3])
	default:
		fmt.Fprintln(os.Stderr, "usage: msi product VERSION FILE... | msi settle FILE.msi SECONDS")
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "msi:", err)
		os.Exit(1)
	}
}

// product prints the code of a version and its programs.
func product(to io.Writer, version string, files []string) error {
	h := sha256.New()
	fmt.Fprintf(h, "laufzettel product %s\n", version)
	for _, name := range files {
		if err := add(h, name); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(to, code(h.Sum(nil)))
	return err
}

func add(h hash.Hash, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	_, err = io.Copy(h, f)
	return errors.Join(err, f.Close())
}

// code writes the first bytes of a digest as a UUID (version 8: ours to define).
func code(sum []byte) string {
	b := bytes.Clone(sum[:16])
	b[6], b[8] = b[6]&0x0f|0x80, b[8]&0x3f|0x80
	return strings.ToUpper(fmt.Sprintf("{%x-%x-%x-%x-%x}", b[:4], b[4:6], b[6:8], b[8:10], b[10:]))
}

func settleFile(name, seconds string) error {
	at, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil {
		return fmt.Errorf("%q is no number of seconds: %w", seconds, err)
	}
	raw, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := settle(raw, at); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return os.WriteFile(name, raw, 0o644)
}

// summary is where the properties end that wixl draws: the package code as a string of 39
// bytes, padded; two times follow (VT_LPSTR, VT_FILETIME, VT_FILETIME).
var summary = regexp.MustCompile("\x1e\x00\x00\x00\x27\x00\x00\x00(\\{[0-9A-F]{8}(?:-[0-9A-F]{4}){3}-[0-9A-F]{12}\\})\x00\x00@\x00\x00\x00")

// between are the bytes of a time and what stands before the next.
const between = 8 + 4

// language is that of the product (winres/laufzettel.wxs): its texts are German. wixl
// writes American English into the summary, whatever the product says.
const language = "1031"

var template = regexp.MustCompile("\x1e\x00\x00\x00\x09\x00\x00\x00x64;([0-9]{4})\x00")

// settle overwrites package code, times and language in place. What does not look as expected is an
// error: an installer that only seems settled would differ unnoticed.
func settle(raw []byte, seconds int64) error {
	found := summary.FindAllSubmatchIndex(raw, -1)
	if len(found) != 1 {
		return fmt.Errorf("%d places look like the summary of an installer, want 1", len(found))
	}
	at, times := found[0], raw[found[0][1]:]
	if len(times) < between+8 || !bytes.Equal(times[8:between], []byte{0x40, 0, 0, 0}) {
		return errors.New("behind the package code no two times stand")
	}
	spoken := template.FindAllSubmatchIndex(raw, -1)
	if len(spoken) != 1 {
		return fmt.Errorf("%d places look like the platform and language of an installer, want 1", len(spoken))
	}
	copy(raw[spoken[0][2]:spoken[0][3]], language)
	// 100 nanoseconds since 1601.
	filetime := uint64(seconds+11644473600) * 10_000_000
	binary.LittleEndian.PutUint64(times, filetime)
	binary.LittleEndian.PutUint64(times[between:], filetime)
	own := raw[at[2]:at[3]]
	copy(own, bytes.Repeat([]byte{'0'}, len(own)))
	sum := sha256.Sum256(raw)
	copy(own, code(sum[:]))
	return nil
}

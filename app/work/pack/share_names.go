package pack

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"laufzettel/transfer/aip"
)

// Paths of a share that are longer are kept in one folder of the package, by their digest.
const (
	longestPath = 4000 // bytes; with the folders of the package below what a package takes
	longPaths   = "lange-pfade/"
	longestEnd  = 16 // bytes of an extension
)

// fitting gives files whose names no package can hold one it can: a person accepted them
// with a reason, and nobody may rename them at their place.
func fitting(files []aip.File) {
	for i := range files {
		f := &files[i]
		name, whole := fit(f.Path)
		if !whole && f.Original == "" {
			f.Original = legible(f.Path)
		}
		f.Path = name
		if f.ViewPath != "" {
			f.ViewPath, _ = fit(f.ViewPath)
		}
	}
}

// fit gives the path of a share as a package can hold it: signs that XML has no place for
// stand as %XX. whole tells that it says all of the path; one too long does not.
func fit(name string) (fits string, whole bool) {
	out := legible(name)
	if len(out) <= longestPath {
		return out, true
	}
	sum := sha256.Sum256([]byte(name))
	end := path.Ext(out)
	if len(end) > longestEnd {
		end = ""
	}
	return longPaths + hex.EncodeToString(sum[:8]) + end, false
}

func legible(name string) string {
	runes := []rune(name)
	var b strings.Builder
	for i, r := range runes {
		edge := (i == 0 || i == len(runes)-1) && unicode.IsSpace(r)
		if edge || r < ' ' || r == '\\' || r == 0x7f || r == 0xFFFE || r == 0xFFFF {
			for _, c := range []byte(string(r)) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// apart gives files whose names fall together on a system that ignores case or the form
// of umlauts another name in the package; their own stays as the original name.
func apart(files []aip.File) {
	fold, seen := cases.Fold(), map[string]bool{}
	key := func(name string) string { return fold.String(norm.NFC.String(name)) }
	for i := range files {
		f := &files[i]
		name, ext := strings.TrimSuffix(f.Path, path.Ext(f.Path)), path.Ext(f.Path)
		for n := 2; seen[key(f.Path)]; n++ {
			if f.Original == "" {
				f.Original = f.Path
			}
			f.Path = fmt.Sprintf("%s~%d%s", name, n, ext)
		}
		seen[key(f.Path)] = true
	}
}

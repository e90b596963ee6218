package fixity

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
)

// WriteStyle is a style that Write can write.
type WriteStyle string

// The styles that are written.
const (
	WriteMD5sum    WriteStyle = "md5sum"
	WriteSHA256sum WriteStyle = "sha256sum"
	WriteSHA512sum WriteStyle = "sha512sum"
	WriteMD5Summer WriteStyle = "md5summer" // CR LF, Windows paths, head
	WriteBagIt     WriteStyle = "bagit"     // RFC 8493 2.1.3, one algorithm
	WriteHashdeep  WriteStyle = "hashdeep"  // size and any algorithms
)

// Write writes a checksum list, sorted by path. Errors: an entry whose algorithm
// or path the style cannot express, those of w.
func Write(w io.Writer, style WriteStyle, entries []Entry) error {
	sorted := slices.Clone(entries)
	slices.SortStableFunc(sorted, func(a, b Entry) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(string(a.Algorithm), string(b.Algorithm)))
	})
	b := bufio.NewWriter(w)
	var err error
	switch style {
	case WriteMD5sum:
		err = writeSum(b, sorted, MD5)
	case WriteSHA256sum:
		err = writeSum(b, sorted, SHA256)
	case WriteSHA512sum:
		err = writeSum(b, sorted, SHA512)
	case WriteMD5Summer:
		err = writeMD5Summer(b, sorted)
	case WriteBagIt:
		err = writeBagIt(b, sorted)
	case WriteHashdeep:
		err = writeHashdeep(b, sorted)
	default:
		err = fmt.Errorf("fixity: unknown style %q", style)
	}
	if err != nil {
		return err
	}
	return b.Flush()
}

func wrong(e Entry, style WriteStyle, why string) error {
	return fmt.Errorf("fixity: %q cannot be written as %s: %s", e.Path, style, why)
}

func checkEntry(e Entry, style WriteStyle, alg Algorithm) error {
	switch {
	case e.Path == "":
		return wrong(e, style, "no path")
	case e.Algorithm != alg:
		return wrong(e, style, "digest is "+string(e.Algorithm)+", not "+string(alg))
	case len(e.Digest) != 2*alg.Size():
		return wrong(e, style, "digest has the wrong length")
	}
	return nil
}

// writeSum writes as coreutils do: a name with backslash or line end is escaped
// and its line begins with a backslash.
func writeSum(w *bufio.Writer, entries []Entry, alg Algorithm) error {
	esc := strings.NewReplacer(`\`, `\\`, "\n", `\n`, "\r", `\r`)
	for _, e := range entries {
		if err := checkEntry(e, WriteStyle(strings.ReplaceAll(string(alg), "-", "")+"sum"), alg); err != nil {
			return err
		}
		mark := ""
		if strings.ContainsAny(e.Path, "\\\n\r") {
			mark = `\`
		}
		fmt.Fprintf(w, "%s%s  %s\n", mark, e.Digest, esc.Replace(e.Path))
	}
	return nil
}

func writeMD5Summer(w *bufio.Writer, entries []Entry) error {
	w.WriteString("# MD5 checksums in the style of MD5summer (http://www.md5summer.org)\r\n\r\n")
	for _, e := range entries {
		if err := checkEntry(e, WriteMD5Summer, MD5); err != nil {
			return err
		}
		if strings.ContainsAny(e.Path, "\\\n\r") {
			return wrong(e, WriteMD5Summer, "backslash or line end in the name")
		}
		fmt.Fprintf(w, "%s *%s\r\n", e.Digest, strings.ReplaceAll(e.Path, "/", `\`))
	}
	return nil
}

func writeBagIt(w *bufio.Writer, entries []Entry) error {
	esc := strings.NewReplacer("%", "%25", "\n", "%0A", "\r", "%0D")
	for _, e := range entries {
		if err := checkEntry(e, WriteBagIt, entries[0].Algorithm); err != nil {
			return err
		}
		fmt.Fprintf(w, "%s  %s\n", e.Digest, esc.Replace(e.Path))
	}
	return nil
}

// writeHashdeep joins the digests of one path into one line; every path must
// have the same algorithms and a size.
func writeHashdeep(w *bufio.Writer, entries []Entry) error {
	var algs []Algorithm
	for _, e := range entries {
		if !slices.Contains(algs, e.Algorithm) {
			algs = append(algs, e.Algorithm)
		}
	}
	slices.Sort(algs)
	w.WriteString("%%%% HASHDEEP-1.0\n%%%% size")
	for _, a := range algs {
		w.WriteString("," + strings.ReplaceAll(string(a), "-", ""))
	}
	w.WriteString(",filename\n##\n")
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && entries[n].Path == entries[0].Path {
			n++
		}
		group := entries[:n]
		entries = entries[n:]
		if group[0].Size < 0 || strings.ContainsAny(group[0].Path, "\n\r") || len(group) != len(algs) {
			return wrong(group[0], WriteHashdeep, "no size, a line end in the name, or not all digests")
		}
		fmt.Fprintf(w, "%d", group[0].Size)
		for i, e := range group {
			if err := checkEntry(e, WriteHashdeep, algs[i]); err != nil {
				return err
			}
			w.WriteString("," + e.Digest)
		}
		fmt.Fprintf(w, ",%s\n", group[0].Path)
	}
	return nil
}

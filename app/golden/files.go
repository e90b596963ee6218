package golden

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// longText is how long a text may be to be shown whole when not asked for.
const longText = 32 << 10

// Paper gives the text of a PDF.
type Paper func(data []byte) (string, error)

// Lister shows files as text.
type Lister struct {
	Mask  *Mask
	Paper Paper
	// Whole says which texts are shown; of the others the digest is.
	Whole func(name string) bool
}

// KeepTree tells the mask what lies below a folder: the same in every run, also
// within ZIP and TAR containers.
func (m *Mask) KeepTree(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		m.keepAll(d.Name(), data, 0)
		return nil
	})
}

// receiptEnd ends the name of a receipt: it holds times of the real clock, which are
// not all of one length.
const receiptEnd = ".quittung.json"

// Settle looks below a folder for papers that hold random values, and for containers
// of such papers, and masks their sizes. What was kept is not among them.
func (m *Mask) Settle(dir string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		switch ext := filepath.Ext(name); {
		case strings.HasSuffix(name, receiptEnd) || slices.Contains([]string{".pdf", ".tar", ".zip"}, ext):
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			m.settle(name, data)
		}
		return nil
	})
}

// settle reports whether the size of a file hangs on random values.
func (m *Mask) settle(name string, data []byte) (random bool) {
	if sum := sha256.Sum256(data); m.keep[hex.EncodeToString(sum[:])] {
		return false
	}
	if path.Ext(name) == ".pdf" || strings.HasSuffix(name, receiptEnd) {
		random = true
	} else {
		_ = members(name, data, func(inner string, content []byte) error { // a broken one has no members
			plain, _, _ := strings.Cut(inner, " [")
			random = m.settle(plain, content) || random
			return nil
		})
	}
	if random {
		m.Size(len(data))
	}
	return random
}

func (m *Mask) keepAll(name string, data []byte, depth int) {
	m.Keep(name, data)
	if depth > 2 {
		return
	}
	_ = members(name, data, func(inner string, content []byte) error { // no container, or a broken one: nothing within
		m.keepAll(inner, content, depth+1)
		return nil
	})
}

// members gives the files of a ZIP or TAR container in their order.
func members(name string, data []byte, take func(name string, data []byte) error) error {
	switch path.Ext(name) {
	case ".tar":
		r := tar.NewReader(bytes.NewReader(data))
		for {
			h, err := r.Next()
			if errors.Is(err, io.EOF) {
				return nil
			}
			if err != nil {
				return err
			}
			content, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			if err := take(fmt.Sprintf("%s%s", h.Name, facts(h)), content); err != nil {
				return err
			}
		}
	case ".zip":
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			return err
		}
		for _, f := range z.File {
			r, err := f.Open()
			if err != nil {
				return err
			}
			content, err := io.ReadAll(r)
			if err := errors.Join(err, r.Close()); err != nil {
				return err
			}
			if err := take(f.Name, content); err != nil {
				return err
			}
		}
	}
	return nil
}

// facts tells what a TAR says of a member beyond name and content.
func facts(h *tar.Header) string {
	return fmt.Sprintf(" [%c %o %d/%d %s]", h.Typeflag, h.Mode, h.Uid, h.Gid, h.ModTime.UTC().Format("2006-01-02T15:04:05Z"))
}

// Tree shows the files below dir in order of name; skip leaves folders and files out,
// by their slash path below dir.
func (l Lister) Tree(dir string, skip func(name string) bool) (string, error) {
	var names []string
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch {
		case skip != nil && skip(rel) && d.IsDir():
			return fs.SkipDir
		case d.IsDir() || skip != nil && skip(rel):
			return nil
		}
		names = append(names, rel)
		return nil
	})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, name := range l.Mask.Sorted(names) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return "", err
		}
		if err := l.file(&b, name, data, "=="); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
	}
	return b.String(), nil
}

// file shows one file: its members, its text or its digest.
func (l Lister) file(b *strings.Builder, name string, data []byte, mark string) error {
	plain, _, _ := strings.Cut(name, " [")
	ext := path.Ext(plain)
	switch {
	case ext == ".tar" || ext == ".zip":
		fmt.Fprintf(b, "%s %s (%s bytes)\n", mark, l.Mask.Text(name), l.Mask.Text(strconv.Itoa(len(data))))
		return members(plain, data, func(inner string, content []byte) error {
			return l.file(b, inner, content, mark+"=")
		})
	case ext == ".pdf" && l.Paper != nil && l.Whole(plain):
		text, err := l.Paper(data)
		if err != nil {
			return err
		}
		l.text(b, name, text, mark)
	case utf8.Valid(data) && !bytes.ContainsRune(data, 0):
		text := string(data)
		if ext == ".json" {
			text = Indent(text)
		}
		if l.Whole(plain) && len(text) <= longText {
			l.text(b, name, text, mark)
			return nil
		}
		fmt.Fprintf(b, "%s %s (%s)\n", mark, l.Mask.Text(name), Digest([]byte(l.Mask.Fresh().Text(text))))
	case l.Mask.settle(plain, data):
		fmt.Fprintf(b, "%s %s (a paper of its own)\n", mark, l.Mask.Text(name))
	default:
		fmt.Fprintf(b, "%s %s (%s)\n", mark, l.Mask.Text(name), Digest(data))
	}
	return nil
}

func (l Lister) text(b *strings.Builder, name, text, mark string) {
	text = strings.TrimRight(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	fmt.Fprintf(b, "%s %s\n%s\n", mark, l.Mask.Text(name), l.Mask.Text(text))
}

// Indent spreads JSON over lines, one value a line; what is no JSON stays.
func Indent(text string) string {
	var out []string
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		var v json.RawMessage
		err := dec.Decode(&v)
		if errors.Is(err, io.EOF) {
			break
		}
		var b bytes.Buffer
		if err != nil || json.Indent(&b, v, "", " ") != nil {
			return text
		}
		out = append(out, b.String())
	}
	if len(out) == 0 {
		return text
	}
	return strings.Join(slices.Clip(out), "\n")
}

package check

import (
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
)

// Endings under which people keep lists of digests. Whether a file is one, its content
// decides; the name decides who is asked.
var (
	// listEndings promise a list of digests.
	listEndings = []string{".md5", ".md5sum", ".md5sums", ".sha", ".sha1", ".sha224", ".sha256", ".sha384", ".sha512", ".sha1sum",
		".sha256sum", ".sha512sum", ".sfv", ".meta4", ".metalink", ".dfxml", ".hashdeep", ".md5deep", ".b2", ".b2sum", ".sha3",
		".cksum", ".crc", ".chk", ".hashes", ".checksum", ".checksums", ".digest", ".digests"}
	// plainEndings promise nothing: a word of the name may speak for a list.
	plainEndings = []string{"", ".txt", ".csv", ".tsv", ".lst", ".log", ".xml", ".json", ".asc", ".dat", ".sum", ".sums", ".hash", ".prn",
		".md", ".yaml", ".yml", ".toml", ".ini", ".html", ".htm"}
	// noteEndings are those of them that a person writes a list under by hand or with a tool's output.
	noteEndings = []string{"", ".txt", ".csv", ".tsv", ".lst", ".log", ".sum", ".sums", ".hash", ".prn", ".md"}
	// listWords speak for a list.
	listWords = []string{"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3", "b2sum", "crc32", "checksum", "pruefsumme",
		"prüfsumme", "pruefwert", "prüfwert", "hash", "digest", "fingerprint", "manifest"}
)

// listName reports whether a file may be a checksum list by its name.
func listName(p string) bool {
	base := strings.ToLower(path.Base(p))
	speaks := func(word string) bool { return strings.Contains(base, word) }
	return slices.Contains(listEndings, path.Ext(base)) || mayBeList(base) && slices.ContainsFunc(listWords, speaks)
}

// mayBeList reports names that promise nothing and may hold a list: the few such files
// beside a delivery are asked for their content.
func mayBeList(name string) bool {
	return slices.Contains(plainEndings, strings.ToLower(path.Ext(name)))
}

// topFiles are the files above all folders of a tree, where one folder is around
// everything those of it. Among many such files none is a list only by its content.
type topFiles struct {
	folder string               // the one folder, "" before the first file
	wide   bool                 // there is no such folder
	files  [2][]container.Entry // above, and in the one folder
}

// maxTopFiles is how many files lie together where each is asked for what it holds.
const maxTopFiles = 20

func (t *topFiles) add(e container.Entry) {
	first, _, below := strings.Cut(e.Path, "/")
	if !below || t.folder != "" && t.folder != first {
		t.wide = true
	}
	t.folder = first
	if depth := strings.Count(e.Path, "/"); depth < len(t.files) && len(t.files[depth]) <= maxTopFiles {
		t.files[depth] = append(t.files[depth], e)
	}
}

// notes gives those whose name says nothing and that may be lists.
func (t *topFiles) notes() []container.Entry {
	files := t.files[0]
	if !t.wide {
		files = t.files[1]
	}
	if len(files) > maxTopFiles {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(files), func(e container.Entry) bool {
		return listName(e.Path) || !slices.Contains(noteEndings, strings.ToLower(path.Ext(e.Path)))
	})
}

// digestExtension reports names that promise nothing but digests.
func digestExtension(name string) bool {
	_, known := fixity.ParseAlgorithm(strings.TrimPrefix(path.Ext(name), "."))
	return known || strings.EqualFold(path.Ext(name), ".sfv")
}

package siard

import (
	"archive/zip"
	"context"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// known are the versions by namespace.
var known = map[string][]string{Namespace1: {"1.0"}, Namespace2: {"2.0", "2.1", "2.2"},
	"http://www.bar.admin.ch/xmlns/siard/2.0/metadata.xsd": {"2.0"}}

// judge tells what the metadata says wrongly of itself.
func (s *survey) judge() {
	a := s.a
	if !slices.Contains(known[a.namespace], a.version) {
		s.say(codeVersion.At(s.at).Want(wording.Say("want.siard.versions"), strings.TrimSpace(a.version+" "+a.namespace)))
	}
	if s.t.Form() != container.ZIP {
		s.say(codeUnpacked.At(s.root).Want("ZIP", string(s.t.Form())))
	}
	tables, folders := map[string]bool{}, map[string]bool{}
	n := 0
	for _, sc := range a.schemas {
		s.ownFolder(folders, "", sc.folder, sc.name, sc.line)
		for _, t := range sc.tables {
			n++
			tables[sc.name+"\x00"+t.name] = true
			s.ownFolder(folders, sc.folder+"/", t.folder, t.name, t.line)
		}
	}
	if n == 0 {
		s.say(codeNoTables.At(s.at))
	}
	for _, sc := range a.schemas {
		for _, t := range sc.tables {
			for _, r := range t.references {
				if r.schema == "" {
					r.schema = sc.name
				}
				if !tables[r.schema+"\x00"+r.table] {
					s.say(codeReference.At(s.at).On(r.line).Of(sc.folder+"/"+t.folder).Want("", r.schema+"."+r.table))
				}
			}
		}
	}
}

func (s *survey) ownFolder(seen map[string]bool, parent, folder, name string, line int) {
	if !plainName(folder) || seen[parent+folder] {
		s.say(codeFolder.At(s.at).On(line).Want(wording.Say("want.siard.own-folder", name), folder))
	}
	seen[parent+folder] = true
}

// Rules implements check.Kind.
func (k Kind) Rules(m *check.Manifest) []check.Rule {
	s, ok := m.Detail.(*survey)
	if !ok {
		return nil
	}
	if s.outer != nil {
		return s.rules(k)
	}
	return []check.Rule{
		{Name: "siard-version", Run: func(_ context.Context, f check.Facts) ([]check.Finding, error) {
			return s.versionFolder(f.Tree()),
				nil
		}},
		{Name: "message-digest", Run: func(ctx context.Context, f check.Facts) ([]check.Finding, error) {
			return s.messageDigest(ctx, f.Tree())
		}},
	}
}

// directory opens the ZIP by its central directory, to see folders and offsets
// that a tree of files does not show; nil where t is no ZIP file.
func directory(t container.Tree) (*zip.Reader, io.ReaderAt) {
	ra, size, ok := container.Raw(t)
	if !ok || t.Form() != container.ZIP {
		return nil, nil
	}
	z, err := zip.NewReader(ra, size)
	if err != nil {
		return nil, nil // container opened it; what it holds is checked there
	}
	return z, ra
}

// versionFolder compares header/siardversion/<version>/ with the metadata; the
// folder is asked for from 2.1 on.
func (s *survey) versionFolder(t container.Tree) []check.Finding {
	z, _ := directory(t)
	if z == nil {
		return nil
	}
	prefix := path.Join(s.root, "header/siardversion") + "/"
	var found []string
	for _, f := range z.File {
		if rest, ok := strings.CutPrefix(f.Name, prefix); ok && rest != "" {
			if name, _, _ := strings.Cut(rest, "/"); !slices.Contains(found, name) {
				found = append(found, name)
			}
		}
	}
	old := s.a.version == "1.0" || s.a.version == "2.0"
	if old && len(found) == 0 || len(found) == 1 && found[0] == s.a.version {
		return nil
	}
	return []check.Finding{codeVersionFolder.At(strings.TrimSuffix(prefix, "/")).Want(s.a.version, strings.Join(found, ", "))}
}

// messageDigest compares the digest over the bytes before the header of the ZIP
// (eCH-0165: the primary data come first, so that the header can be changed).
func (s *survey) messageDigest(ctx context.Context, t container.Tree) ([]check.Finding, error) {
	z, ra := directory(t)
	if z == nil {
		return []check.Finding{codeDigestOpen.At(s.at).Saying(wording.Say("said.siard.no-zip"))}, nil
	}
	end, reason := s.headerOffset(z, ra)
	if !reason.Empty() {
		return []check.Finding{codeDigestOpen.At(s.at).Saying(reason)}, nil
	}
	var out []check.Finding
	for _, d := range s.a.digests {
		alg, ok := fixity.ParseAlgorithm(d.algorithm)
		if !ok {
			out = append(out, codeDigestOpen.At(s.at).On(d.line).Want("MD5, SHA-1, SHA-256", d.algorithm+" "+d.value))
			continue
		}
		h := alg.New()
		if _, err := io.Copy(h, stop.Reader(ctx, io.NewSectionReader(ra, 0, end))); err != nil {
			return nil, fmt.Errorf("read container for messageDigest: %w", err)
		}
		if got := hex.EncodeToString(h.Sum(nil)); !strings.EqualFold(got, d.value) {
			out = append(out, codeDigest.At(s.at).On(d.line).Want(string(alg)+" "+strings.ToLower(d.value), string(alg)+" "+got))
		}
	}
	return out, nil
}

// headerOffset finds where the first entry of the header begins; reason says why
// the digest cannot be compared.
func (s *survey) headerOffset(z *zip.Reader, ra io.ReaderAt) (offset int64, reason wording.Text) {
	header := path.Join(s.root, "header") + "/"
	first, last := int64(-1), int64(-1)
	for _, f := range z.File {
		at, ok := localHeader(f, ra)
		if !ok {
			return 0, wording.Say("said.siard.entries")
		}
		switch {
		case strings.HasPrefix(f.Name, header):
			if first < 0 || at < first {
				first = at
			}
		case at > last:
			last = at
		}
	}
	if first < 0 || last > first {
		return 0, wording.Say("said.siard.order")
	}
	return first, wording.Text{}
}

const lenLocal = 30 // local file header without name and extra field, APPNOTE 4.3.7

// localHeader finds where the local header of an entry begins: archive/zip tells
// only where its data begin, so the length of the extra field is looked for.
func localHeader(f *zip.File, ra io.ReaderAt) (int64, bool) {
	data, err := f.DataOffset()
	if err != nil {
		return 0, false
	}
	back := min(data, int64(lenLocal+len(f.Name)+1<<16))
	buf := make([]byte, back)
	if _, err := ra.ReadAt(buf, data-back); err != nil {
		return 0, false
	}
	for extra := 0; extra <= 1<<16; extra++ {
		at := len(buf) - lenLocal - len(f.Name) - extra
		if at < 0 {
			break
		}
		h := buf[at:]
		if binary.LittleEndian.Uint32(h) == 0x04034b50 && int(binary.LittleEndian.Uint16(h[26:])) == len(f.Name) &&
			int(binary.LittleEndian.Uint16(h[28:])) == extra {
			return data - back + int64(at), true
		}
	}
	return 0, false
}

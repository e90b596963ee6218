package bagit

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
)

// reader gathers what a bag says of itself.
type reader struct {
	t        container.Tree
	root     string
	findings []check.Finding

	decl   declaration
	tags   []record.Field
	infoAt string
	lists  []manifestFile
	others []string // tag files that are no manifest
	files  map[string]*file
	order  []string // payload and tag files in path order

	payloadFiles int
	payloadBytes int64
	fetchFiles   int
	oxumChecked  bool
	checks       []check.Done
}

// file is one file of the bag, delivered or declared.
type file struct {
	size      int64 // -1 = not delivered
	digests   []check.Declared
	in        uint64 // manifests that name it, one bit each
	line      int
	by        string
	optional  bool // told by a finding of this room already
	fetchSize int64
}

func newReader(t container.Tree, root string) *reader {
	return &reader{t: t, root: root, files: map[string]*file{}}
}

func (r *reader) say(f check.Finding) { r.findings = append(r.findings, f) }

func (r *reader) at(p string) string { return join(r.root, p) }

func (r *reader) isData(p string) bool { return strings.HasPrefix(p, r.at("data")+"/") }

// declare reads bagit.txt.
func (r *reader) declare(ctx context.Context) error {
	p := r.at("bagit.txt")
	r.decl = declaration{version: "1.0", encoding: "UTF-8"}
	if _, ok := r.t.Stat(p); !ok {
		r.say(codeNoDeclaration.At(p))
		return nil
	}
	data, reason, err := readFile(ctx, r.t, p, maxTagBytes)
	if err != nil {
		return err
	}
	if !reason.Empty() {
		r.say(codeDeclaration.At(p).Want("", reason))
		return nil
	}
	d, problem := readDeclaration(data)
	if !problem.Empty() {
		r.say(codeDeclaration.At(p).Want("BagIt-Version: 1.0", problem))
	}
	switch {
	case d.version == "" || !versionForm.MatchString(d.version):
		d.version = "1.0"
	case !knownVersions[d.version]:
		r.say(codeVersion.At(p).Want(wording.Say("want.bagit.versions"), d.version))
	}
	if _, ok := decoderOf(d.encoding); !ok {
		r.say(codeEncoding.At(p).Want("UTF-8", d.encoding))
		d.encoding = "UTF-8"
	}
	r.decl = d
	return nil
}

// survey walks the files of the bag once.
func (r *reader) survey(ctx context.Context) error {
	err := r.t.Files(ctx, func(e container.Entry) error {
		rel := e.Path
		if r.root != "" {
			rest, ok := strings.CutPrefix(e.Path, r.root+"/")
			if !ok {
				return nil // outside the bag: the engine tells it as not listed
			}
			rel = rest
		}
		r.files[e.Path] = &file{size: e.Size}
		r.order = append(r.order, e.Path)
		if strings.HasPrefix(rel, "data/") {
			r.payloadFiles++
			r.payloadBytes += e.Size
			if systemFile(rel) {
				r.say(codeSystemFile.At(e.Path))
			}
			return nil
		}
		if m, ok := manifestOf(rel); ok && !strings.Contains(rel, "/") {
			m.path = e.Path
			if len(r.lists) < maxManifests {
				m.bit = 1 << len(r.lists)
			}
			r.lists = append(r.lists, m)
			return nil
		}
		r.others = append(r.others, e.Path)
		return nil
	})
	if err != nil {
		return fmt.Errorf("walk bag: %w", err)
	}
	return nil
}

// info reads bag-info.txt, in the drafts up to 0.95 package-info.txt.
func (r *reader) info(ctx context.Context) error {
	for _, name := range []string{"bag-info.txt", "package-info.txt"} {
		p := r.at(name)
		if _, ok := r.t.Stat(p); !ok {
			continue
		}
		var tags tagReader
		if err := r.read(ctx, p, tags.line); err != nil {
			return err
		}
		for _, b := range tags.bad {
			r.say(codeTagLine.At(p).On(b.line).Want(wording.Say("want.bagit.tag"), b.text))
		}
		r.tags, r.infoAt = tags.fields, p
		return nil
	}
	return nil
}

// read passes the lines of a tag file to fn; what stops it is a finding.
func (r *reader) read(ctx context.Context, p string, fn func(int, string)) error {
	f, err := r.t.Open(ctx, p)
	if err == nil {
		err = errors.Join(lines(f, r.decl.encoding, fn), f.Close())
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, errEncoding):
		r.say(codeEncoding.At(p).Want(r.decl.encoding, check.FaultWords(err)))
	case err != nil:
		r.say(codeLine.At(p).Want("", check.FaultWords(err)))
	}
	return nil
}

// maxManifests is how many manifests are told apart; there are fewer algorithms.
const maxManifests = 64

// maxTold bounds the findings of one manifest that are told one by one; the
// engine bounds them again over all.
const maxTold = 10_000

// manifests reads every payload and tag manifest.
func (r *reader) manifests(ctx context.Context) error {
	slices.SortFunc(r.lists, func(a, b manifestFile) int { return strings.Compare(a.path, b.path) })
	payload := 0
	for _, m := range r.lists {
		if !m.tag {
			payload++
		}
		if !m.known {
			r.say(codeAlgorithm.At(m.path).Want("sha512, sha256, sha1, md5", m.algorithm))
		}
		told := 0
		err := r.read(ctx, m.path, func(n int, text string) {
			if strings.TrimSpace(text) == "" {
				return
			}
			if f, bad := r.entry(m, n, text); bad && told < maxTold {
				told++
				r.say(f)
			}
		})
		if err != nil {
			return err
		}
	}
	if payload == 0 {
		r.say(codeNoManifest.At(r.root))
	}
	return nil
}

// entry takes one line of a manifest; bad is true where it gives a finding.
func (r *reader) entry(m manifestFile, n int, text string) (f check.Finding, bad bool) {
	digest, declared, ok := manifestLine(text)
	if !ok {
		return codeLine.At(m.path).On(n).Want(wording.Say("want.bagit.manifest-line"), shorten(text)), true
	}
	if why := escapes(declared); !why.Empty() {
		return codePath.At(m.path).On(n).Want(wording.Say("want.bagit.inside"), declared).Saying(wording.Say("said.bagit.path", why)), true
	}
	p, spelled := r.resolve(declared)
	if r.isData(p) == m.tag {
		return codeOutsideData.At(m.path).On(n).Want("", declared), true
	}
	file := r.file(p)
	if file.in&m.bit != 0 {
		f = codeTwice.At(p).On(n).Want(wording.Say("want.bagit.line-once", path.Base(m.path)), shorten(text))
		if !r.decl.atLeast10() && !r.differs(file, m, digest) {
			f.Severity = check.Warning // the drafts do not forbid it
		}
		return f, true
	}
	file.in |= m.bit
	if file.by == "" {
		file.by, file.line = m.path, n
	}
	file.digests = append(file.digests, check.Declared{Algorithm: m.algorithm, Value: digest, By: m.path, Line: n})
	if spelled {
		return codeSpelling.At(p).On(n).Want(declared, p), true
	}
	return f, false
}

func (r *reader) differs(f *file, m manifestFile, digest string) bool {
	return slices.ContainsFunc(f.digests, func(d check.Declared) bool { return d.By == m.path && d.Value != digest })
}

// resolve gives the path in the tree a declared path speaks of; spelled is true
// where only the Unicode form differs.
func (r *reader) resolve(declared string) (p string, spelled bool) {
	list, exact := candidates(declared, r.decl.atLeast10())
	for i, c := range list {
		if f := r.files[r.at(c)]; f != nil && f.size >= 0 {
			return r.at(c), i >= exact
		}
	}
	return r.at(list[0]), false
}

func (r *reader) file(p string) *file {
	f := r.files[p]
	if f == nil {
		f = &file{size: -1, fetchSize: -1}
		r.files[p] = f
		r.order = append(r.order, p)
	}
	return f
}

// fetch reads fetch.txt and fetches nothing.
func (r *reader) fetch(ctx context.Context) error {
	at := r.at("fetch.txt")
	if f := r.files[at]; f == nil || f.size < 0 {
		return nil
	}
	err := r.read(ctx, at, func(n int, text string) {
		if strings.TrimSpace(text) == "" {
			return
		}
		address, size, declared, ok := fetchLine(text)
		if !ok {
			r.say(codeLine.At(at).On(n).Want(wording.Say("want.bagit.fetch-line"), shorten(text)))
			return
		}
		r.fetchFiles++
		if why := escapes(declared); !why.Empty() {
			r.say(codePath.At(at).On(n).Want(wording.Say("want.bagit.inside"), declared).Saying(wording.Say("said.bagit.path", why)))
			return
		}
		p, _ := r.resolve(declared)
		if !r.isData(p) {
			r.say(codeOutsideData.At(at).On(n).Want("", declared))
			return
		}
		f := r.file(p)
		if f.in == 0 {
			r.say(codeFetchUnlisted.At(at).On(n).Want("", declared))
		}
		if f.size < 0 && !f.optional {
			f.optional, f.by, f.line, f.fetchSize = true, at, n, size
			r.say(codeNotFetched.At(p).On(n).Want("", shorten(address)))
		}
	})
	if err != nil {
		return err
	}
	r.say(codeFetch.At(at).Want("", wording.Say("found.bagit.addresses", r.fetchFiles)))
	return nil
}

// complete looks at the bag as a whole: content there, every manifest full.
func (r *reader) complete() {
	declared := 0
	for _, p := range r.order {
		f := r.files[p]
		if !r.isData(p) {
			continue
		}
		declared++
		if f.size < 0 && systemFile(p) && !f.optional {
			f.optional = true
			r.say(codeSystemFile.At(p).Saying(wording.Say("said.bagit.not-there")))
		}
		if !r.decl.atLeast10() || f.in == 0 {
			continue
		}
		for _, m := range r.lists {
			if !m.tag && m.bit != 0 && f.in&m.bit == 0 {
				r.say(codeNotInAll.At(p).Want(wording.Say("want.bagit.named-in", path.Base(m.path)), wording.Say("found.bagit.unnamed")))
			}
		}
	}
	switch {
	case r.payloadFiles > 0:
	case declared > 0:
		r.say(codeNoPayload.At(r.at("data")))
	default:
		r.say(codeEmpty.At(r.root))
	}
}

// oxum compares Payload-Oxum with what is there. Helper files of the operating
// system that vanished are no difference of their own: they are told already.
func (r *reader) oxum() {
	stated := values(r.tags, "Payload-Oxum")
	if len(stated) == 0 {
		return
	}
	octets, count, ok := strings.Cut(stated[0], ".")
	bytes, err := strconv.ParseInt(octets, 10, 64)
	files, err2 := strconv.Atoi(count)
	if len(stated) > 1 || !ok || err != nil || err2 != nil {
		r.say(codeOxumForm.At(r.infoAt).Want(wording.Say("want.bagit.oxum"), strings.Join(stated, ", ")))
		return
	}
	r.oxumChecked = true
	gone, fetched, fetchedBytes := 0, 0, int64(0)
	for _, f := range r.files {
		switch {
		case f.size >= 0 || !f.optional:
		case f.fetchSize >= 0 || strings.HasSuffix(f.by, "fetch.txt"):
			fetched++
			fetchedBytes += max(f.fetchSize, 0)
		default:
			gone++
		}
	}
	got := fmt.Sprintf("%d.%d", r.payloadBytes, r.payloadFiles)
	sameSize := bytes == r.payloadBytes || bytes == r.payloadBytes+fetchedBytes
	if n := r.payloadFiles + gone; (files == n || files == n+fetched) && (sameSize || gone > 0) {
		return
	}
	r.say(codeOxum.At(r.infoAt).Want(stated[0], got))
}

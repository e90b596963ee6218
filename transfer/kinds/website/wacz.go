package website

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/gzip"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/fixity"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Names inside a WACZ (WACZ 1.1.1, directory layout).
const (
	waczPackageName = "datapackage.json"
	waczDigestName  = "datapackage-digest.json"
	waczPages       = "pages/pages.jsonl"
)

// waczPackage is datapackage.json as far as it is used.
type waczPackage struct {
	Profile   string         `json:"profile"`
	Version   string         `json:"wacz_version"`
	Title     string         `json:"title"`
	About     string         `json:"description"`
	Created   string         `json:"created"`
	Software  string         `json:"software"`
	MainPage  string         `json:"mainPageUrl"`
	Resources []waczResource `json:"resources"`
	Metadata  struct {
		Title string `json:"title"`
	} `json:"metadata"`
}

type waczResource struct {
	Path  string `json:"path"`
	Hash  string `json:"hash"`
	Bytes int64  `json:"bytes"`
	// WACZ 1.0 wrote these instead.
	Hashing string `json:"hashing"`
	Stats   *struct {
		Hash  string `json:"hash"`
		Bytes int64  `json:"bytes"`
	} `json:"stats"`
}

// Bounds of the JSON and JSONL documents of a WACZ.
const (
	maxPackage   = 64 << 20
	maxJSONLine  = 8 << 20
	maxIndexLine = 1 << 20
)

// readWACZ reads the package document and lists the resources with their digests,
// which the engine compares in its one read.
func (s *survey) readWACZ(ctx context.Context) error {
	for _, p := range s.layout.Packages {
		if err := s.inner(ctx, p); err != nil {
			return err
		}
	}
	if !s.layout.WACZ {
		return nil
	}
	s.wacz = &waczPackage{}
	if _, there := s.t.Stat(waczPackageName); !there {
		s.wacz = nil
		s.say(codePart.At(waczPackageName).Want(waczPackageName, wording.Say("found.website.none")))
		return ctx.Err()
	}
	if err := s.readJSON(ctx, waczPackageName, s.wacz); err != nil {
		s.wacz = nil
		s.say(codePackage.At(waczPackageName).Want("", check.FaultWords(err)))
		return ctx.Err()
	}
	if s.wacz.Profile != "data-package" && s.wacz.Profile != "wacz" {
		s.say(codePackage.At(waczPackageName).Want("data-package", s.wacz.Profile))
	}
	own := check.Listed{Path: waczPackageName, Role: check.RoleMessage, Size: -1}
	if _, ok := s.t.Stat(waczDigestName); ok {
		own.Digests = s.packageDigest(ctx)
		s.list(check.Listed{Path: waczDigestName, Role: check.RoleManifest, Size: -1})
	}
	s.list(own)
	for _, r := range s.wacz.Resources {
		s.resource(r)
	}
	s.wantParts()
	return ctx.Err()
}

func (s *survey) readJSON(ctx context.Context, p string, into any) error {
	rc, err := s.t.Open(ctx, p)
	if err != nil {
		return err
	}
	defer rc.Close()
	data, err := io.ReadAll(io.LimitReader(rc, maxPackage+1))
	if err != nil {
		return err
	}
	if len(data) > maxPackage {
		return wording.Fault("found.check.document-large")
	}
	return json.Unmarshal(data, into)
}

// packageDigest reads datapackage-digest.json.
func (s *survey) packageDigest(ctx context.Context) []check.Declared {
	var d struct {
		Hash   string          `json:"hash"`
		Signed json.RawMessage `json:"signedData"`
	}
	if err := s.readJSON(ctx, waczDigestName, &d); err != nil {
		s.say(codePackage.At(waczDigestName).Want("", check.FaultWords(err)))
		return nil
	}
	if len(d.Signed) > 0 && string(d.Signed) != "null" {
		s.say(codeSigned.At(waczDigestName))
	}
	if alg, value, ok := digestOf(d.Hash, ""); ok {
		return []check.Declared{{Algorithm: alg, Value: value, By: waczDigestName}}
	}
	s.say(codeResource.At(waczPackageName).Want("sha256:…", d.Hash))
	return nil
}

// digestOf reads "sha256:hex", or hex with the algorithm beside it.
func digestOf(hash, algorithm string) (alg, value string, ok bool) {
	value = hash
	if name, v, cut := strings.Cut(hash, ":"); cut {
		algorithm, value = name, v
	}
	a, known := fixity.ParseAlgorithm(algorithm)
	if !known || len(value) != 2*a.Size() || strings.Trim(strings.ToLower(value), "0123456789abcdef") != "" {
		return "", "", false
	}
	return string(a), strings.ToLower(value), true
}

func (s *survey) resource(r waczResource) {
	size := r.Bytes
	if r.Stats != nil {
		size = r.Stats.Bytes
		if r.Hash == "" {
			r.Hash = r.Stats.Hash
		}
	}
	p := path.Clean("/" + r.Path)[1:]
	if p == "" {
		s.say(codePackage.At(waczPackageName).Want("path", r.Path))
		return
	}
	role := check.RoleDoc
	if archiveName(p) {
		role = check.RoleContent
	}
	l := check.Listed{Path: p, Role: role, Size: size, By: waczPackageName}
	if alg, value, ok := digestOf(r.Hash, r.Hashing); ok {
		l.Digests = []check.Declared{{Algorithm: alg, Value: value, By: waczPackageName}}
	} else {
		s.say(codeResource.At(p).Want("sha256:…", strings.TrimSpace(r.Hashing+" "+r.Hash)))
	}
	s.list(l)
}

// wantParts tells prescribed parts that are missing.
func (s *survey) wantParts() {
	if len(s.layout.Archives) == 0 {
		s.say(codePart.At("archive").Want(wording.Say("want.website.one-warc"), wording.Say("found.website.none")))
	}
	if len(s.indexes()) == 0 {
		s.say(codePart.At("indexes").Want(wording.Say("want.website.index"), wording.Say("found.website.no-index")))
	}
	if _, ok := s.t.Stat(waczPages); !ok {
		s.say(codePart.At(waczPages).Want(wording.Say("want.website.pages"), wording.Say("found.website.none")))
	}
}

// indexes gives the CDXJ files.
func (s *survey) indexes() (out []string) {
	_ = s.t.Files(context.Background(), func(e container.Entry) error { // a walk over names only
		low := strings.ToLower(e.Path)
		if strings.HasPrefix(low, "indexes/") && (strings.HasSuffix(low, ".cdx") || strings.HasSuffix(low, ".cdxj") ||
			strings.HasSuffix(low, ".cdx.gz") || strings.HasSuffix(low, ".cdxj.gz")) {
			out = append(out, e.Path)
		}
		return nil
	})
	return out
}

// CDXJ is one line of an index.
type CDXJ struct {
	Key, Timestamp string
	URL            string `json:"url"`
	Status         string `json:"-"`
	MIME           string `json:"mime"`
	Filename       string `json:"filename"`
	Offset, Length int64  `json:"-"`
}

// ParseCDXJ reads one line: sort key, timestamp, JSON. ok is false for header lines.
func ParseCDXJ(line string) (c CDXJ, ok bool, err error) {
	if line = strings.TrimSpace(line); line == "" || line[0] == '!' {
		return c, false, nil
	}
	f := strings.SplitN(line, " ", 3)
	if len(f) != 3 || !strings.HasPrefix(f[2], "{") {
		return c, false, wording.Fault("found.website.no-cdxj")
	}
	var loose struct {
		CDXJ
		Status json.RawMessage `json:"status"`
		Offset json.RawMessage `json:"offset"`
		Length json.RawMessage `json:"length"`
	}
	if err := json.Unmarshal([]byte(f[2]), &loose); err != nil {
		return c, false, err
	}
	c = loose.CDXJ
	c.Key, c.Timestamp, c.Status = f[0], f[1], unquoted(loose.Status)
	if c.Offset, err = strconv.ParseInt(unquoted(loose.Offset), 10, 64); err != nil || c.Offset < 0 {
		return c, false, wording.Fault("found.website.no-number", "offset")
	}
	if n := unquoted(loose.Length); n != "" {
		if c.Length, err = strconv.ParseInt(n, 10, 64); err != nil || c.Length < 0 {
			return c, false, wording.Fault("found.website.no-number", "length")
		}
	}
	if c.URL == "" || c.Filename == "" {
		return c, false, wording.Fault("found.website.no-url")
	}
	return c, true, nil
}

func unquoted(raw json.RawMessage) string { return strings.Trim(string(raw), `"`) }

// compareIndex holds index and records against each other, both ways.
func (s *survey) compareIndex(ctx context.Context) error {
	if s.wacz == nil || len(s.layout.Archives) == 0 {
		return nil
	}
	byBase := map[string]string{}
	for p, list := range s.archives.index {
		byBase[path.Base(p)] = p
		slices.SortFunc(list, func(a, b indexedHere) int { return int(min(1, max(-1, a.offset-b.offset))) })
	}
	indexes := s.indexes()
	for _, p := range indexes {
		if err := s.oneIndex(ctx, p, byBase); err != nil {
			return err
		}
	}
	state := check.Done{Name: "index", State: check.Full, Tool: "Laufzettel (CDXJ)"}
	if s.archives.partial {
		state = state.As(check.Partial, wording.Say("why.too-many-records"))
	} else if len(indexes) > 0 {
		s.notIndexed()
	}
	s.checks = append(s.checks, state)
	return s.comparePages(ctx)
}

func (s *survey) notIndexed() {
	for _, p := range s.layout.Archives {
		for _, r := range s.archives.index[p] {
			if r.answer && !r.named {
				s.say(codeNotIndexed.At(p).Saying(wording.Say("said.website.at-record", r.offset)))
			}
		}
	}
}

// lines calls fn for every line of a file, which may be gzip. An error of fn is a
// fault of the material and ends the file.
func (s *survey) lines(ctx context.Context, p string, most int, fn func(n int, line string) error) (fault, err error) {
	rc, err := s.t.Open(ctx, p)
	if err != nil {
		return err, ctx.Err()
	}
	defer rc.Close()
	var in io.Reader = stop.Reader(ctx, rc)
	if strings.HasSuffix(strings.ToLower(p), ".gz") {
		z, err := gzip.NewReader(in)
		if err != nil {
			return err, ctx.Err()
		}
		in = z
	}
	scan := bufio.NewScanner(in)
	scan.Buffer(make([]byte, 64<<10), most)
	for n := 1; scan.Scan(); n++ {
		if err := fn(n, scan.Text()); err != nil {
			return err, ctx.Err()
		}
	}
	return scan.Err(), ctx.Err()
}

func (s *survey) oneIndex(ctx context.Context, p string, byBase map[string]string) error {
	fault, err := s.lines(ctx, p, maxIndexLine, func(n int, line string) error {
		c, ok, err := ParseCDXJ(line)
		if err != nil {
			s.say(codeIndex.At(p).On(n).Want(wording.Say("want.website.cdxj"), check.FaultWords(err)))
			return nil
		}
		if ok && !s.archives.partial {
			s.indexLine(p, n, c, byBase)
		}
		return nil
	})
	if fault != nil && err == nil {
		s.say(codeIndex.At(p).Want(wording.Say("want.website.readable-index"), check.FaultWords(fault)))
	}
	return err
}

func (s *survey) indexLine(p string, n int, c CDXJ, byBase map[string]string) {
	file, ok := byBase[path.Base(c.Filename)]
	list := s.archives.index[file]
	i, found := slices.BinarySearchFunc(list, c.Offset, func(r indexedHere, at int64) int { return int(min(1, max(-1, r.offset-at))) })
	want := wording.Say("want.website.record-at", c.Offset, c.Filename)
	switch {
	case !ok:
		s.nowhere(codeNowhere.At(p).On(n).Want(want, wording.Say("found.website.file-missing")))
	case !found:
		s.nowhere(codeNowhere.At(p).On(n).Want(want, wording.Say("found.website.no-record")))
	case list[i].url != key(c.URL) && !strings.Contains(c.Key, "__wb_"):
		s.nowhere(codeNowhere.At(p).On(n).Want(wording.List(": ", []any{want, shown(c.URL)}), wording.Say("found.website.other-address")))
	default:
		list[i].named = true
	}
}

// comparePages holds the page list against the answers.
func (s *survey) comparePages(ctx context.Context) error {
	if _, ok := s.t.Stat(waczPages); !ok {
		return nil
	}
	fault, err := s.lines(ctx, waczPages, maxJSONLine, func(n int, line string) error {
		if strings.TrimSpace(line) == "" {
			return nil
		}
		var page struct{ URL, Format string }
		if err := json.Unmarshal([]byte(line), &page); err != nil {
			s.say(codePages.At(waczPages).On(n).Want("JSON", check.FaultWords(err)))
			return nil
		}
		at, _, _ := strings.Cut(page.URL, "#")
		if page.URL != "" && !s.archives.partial && !s.archives.urls[key(page.URL)] && !s.archives.urls[key(at)] {
			s.say(codePage.At(waczPages).On(n).Want(shown(page.URL), wording.Say("found.website.not-stored")))
		}
		return nil
	})
	if fault != nil && err == nil {
		s.say(codePages.At(waczPages).Want(wording.Say("want.website.readable-pages"), check.FaultWords(fault)))
	}
	return err
}

// inner checks a WACZ inside a folder by itself.
func (s *survey) inner(ctx context.Context, p string) error {
	role := check.RoleContent
	if s.layout.Document != "" {
		role = check.RoleOther
	}
	s.list(check.Listed{Path: p, Role: role, Size: -1})
	t, err := container.OpenEntry(ctx, s.t, p, container.Options{})
	if err != nil {
		if ctx.Err() == nil {
			s.say(codePackage.At(p).Want("WACZ", check.FaultWords(err)))
		}
		return ctx.Err()
	}
	defer t.Close()
	l, err := Find(ctx, t)
	if err != nil {
		return err
	}
	l.Packages = nil // a WACZ holds no other
	in := &survey{t: t, kind: NameWACZ, layout: l, said: map[string]int{}, seen: map[string]bool{}}
	if !l.WACZ {
		in.say(codePackage.At(waczPackageName).Want(waczPackageName, wording.Say("found.website.missing")))
	}
	for _, step := range []func(context.Context) error{in.readWACZ, in.readArchives, in.compareIndex, in.compareListed} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	for _, f := range in.findings {
		f.Path = strings.TrimSuffix(p+"!"+f.Path, "!")
		s.say(f)
	}
	s.checks = append(s.checks, in.checks...)
	return nil
}

// compareListed digests what the package document lists; the engine, which does
// so for what lies at the top, does not look inside.
func (s *survey) compareListed(ctx context.Context) error {
	for _, l := range s.listed {
		e, ok := s.t.Stat(l.Path)
		if !ok {
			s.say(codeInner.At(l.Path).Want(wording.Say("want.website.present"), wording.Say("found.website.missing")))
			continue
		}
		if l.Size >= 0 && l.Size != e.Size {
			s.say(codeInner.At(l.Path).Want(fmt.Sprintf("%d Byte", l.Size), fmt.Sprintf("%d Byte", e.Size)))
			continue
		}
		for _, d := range l.Digests {
			got, err := s.digest(ctx, l.Path, d.Algorithm)
			if err != nil {
				return err
			}
			if got != d.Value {
				s.say(codeInner.At(l.Path).Want(d.Algorithm+" "+d.Value, got))
			}
		}
	}
	return nil
}

func (s *survey) digest(ctx context.Context, p, algorithm string) (string, error) {
	d, err := fixity.NewDigester(fixity.Algorithm(algorithm))
	if err != nil {
		return "", err
	}
	rc, err := s.t.Open(ctx, p)
	if err != nil {
		return "", ctx.Err()
	}
	defer rc.Close()
	if _, err := io.Copy(d, stop.Reader(ctx, rc)); err != nil {
		return "nicht lesbar", ctx.Err()
	}
	return d.Sum()[algorithm], nil
}

// nowhere tells of the lines of an index that lead nowhere: one finding a file, with how
// many they are.
func (s *survey) nowhere(f check.Finding) {
	if s.lost == nil {
		s.lost = map[string]int{}
	}
	if s.lost[f.Path]++; s.lost[f.Path] == 1 {
		s.say(f)
	}
}

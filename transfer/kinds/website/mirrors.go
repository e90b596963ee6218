package website

import (
	"context"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// readMirrors reads logs and tables of the crawler and holds them against the
// files.
func (s *survey) readMirrors(ctx context.Context) error {
	for _, root := range s.layout.Mirrors {
		at, _ := crawlerPath(s.t, root, httrackLog)
		log, err := logAt(ctx, s.t, root)
		if err != nil {
			return err
		}
		if log == nil {
			s.say(codeNoLog.At(at))
		} else if s.log == nil {
			s.log = log
		}
		files, err := s.table(ctx, root)
		if err != nil {
			return err
		}
		if log != nil {
			s.judgeLog(at, log, files)
		}
	}
	return nil
}

// table reads the crawler's table of a mirror; written is the number of files it
// got, -1 without a table.
func (s *survey) table(ctx context.Context, root string) (written int64, err error) {
	at, _ := crawlerPath(s.t, root, httrackNew)
	rc, err := s.t.Open(ctx, at)
	if err != nil {
		return -1, ctx.Err()
	}
	err = ReadFetched(rc, func(f Fetched) error {
		if f.Local == "" {
			return nil
		}
		p, ok := storedAt(s.t, root, f)
		if !ok && f.Status >= 200 && f.Status < 300 {
			s.say(codeNotThere.At(p).On(f.Line).Want(shown(f.URL), wording.Say("found.website.missing")))
		}
		if f.Status >= 200 && f.Status < 300 {
			written++
		}
		return ctx.Err()
	})
	if err := errors.Join(err, rc.Close()); err != nil && ctx.Err() == nil {
		s.say(codeNoLog.At(at).Want(wording.Say("want.website.readable-log"), check.FaultWords(err)))
		return -1, nil
	}
	return written, ctx.Err()
}

func (s *survey) judgeLog(at string, log *CrawlLog, written int64) {
	if !log.Complete {
		s.say(codeUnfinished.At(at).Want("mirror complete", ""))
	}
	if log.Errors+log.Warnings > 0 {
		f := codeCrawlErrors.At(at).Want("", wording.Say("found.website.counted", log.Errors, log.Warnings))
		if len(log.Told) > 0 {
			f = f.Saying(wording.Say("said.website.example", shown(log.Told[0])))
		}
		s.say(f)
	}
	if log.Complete && written >= 0 && written != log.Files {
		s.say(codeCounts.At(at).Want(wording.Say("want.website.written", log.Files), wording.Say("found.website.in-table", written)))
	}
}

// rest lists every other file by what it is, counts the crawl and looks into the
// images.
func (s *survey) rest(ctx context.Context) error {
	crawl := s.crawlRoot()
	err := s.t.Files(ctx, func(e container.Entry) error {
		if crawl != "" && strings.HasPrefix(e.Path, crawl+"/") || crawl == "" && s.d == nil {
			s.files++
			s.bytes += e.Size
			if !s.layout.own(e.Path) {
				s.counted.files++
				s.counted.bytes += e.Size
			}
		}
		role := check.RoleOther
		switch {
		case slices.Contains(s.layout.PDFs, e.Path), slices.Contains(s.layout.Images, e.Path):
			role = check.RoleContent
		case strings.Contains(e.Path, "hts-"), s.layout.own(e.Path):
			role = check.RoleDoc
		case digestList(e.Path):
			role = check.RoleManifest
		}
		l := check.Listed{Path: e.Path, Role: role, Size: -1}
		if s.wacz != nil && !s.seen[e.Path] {
			return nil // what a WACZ does not list is a finding
		}
		s.declare(&l)
		s.list(l)
		return nil
	})
	if err != nil {
		return err
	}
	for _, p := range s.layout.Images {
		if err := s.image(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

func digestList(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".md5", ".sha1", ".sha256", ".sha512":
		return true
	}
	return false
}

// crawlRoot is the folder the description names as the crawl.
func (s *survey) crawlRoot() string {
	if s.d == nil {
		return ""
	}
	for _, p := range s.d.Parts {
		if p.Kind == PartCrawl {
			return s.beside(p.Name)
		}
	}
	return ""
}

// beside gives the path of something the description names.
func (s *survey) beside(name string) string {
	return path.Join(s.base, path.Clean("/" + name)[1:])
}

// declare takes size and digest of a part out of the description.
func (s *survey) declare(l *check.Listed) {
	if s.d == nil {
		return
	}
	for _, p := range s.d.Parts {
		if p.Kind == PartCrawl || s.beside(p.Name) != l.Path {
			continue
		}
		l.By = s.layout.Document
		if n, err := strconv.ParseInt(p.Size, 10, 64); err == nil {
			l.Size = n
		}
		if alg, value, ok := digestOf(p.Digest, p.Algorithm); ok {
			l.Digests = []check.Declared{{Algorithm: alg, Value: value, By: s.layout.Document}}
		}
	}
}

// image opens an ISO image and holds it against the crawl that came along.
func (s *survey) image(ctx context.Context, p string) error {
	img, free, err := Image(ctx, s.t, p)
	if err != nil {
		if ctx.Err() == nil {
			s.say(codeISO.At(p).Want("ISO 9660", check.FaultWords(err)))
		}
		return ctx.Err()
	}
	defer free()
	root := s.crawlRoot()
	if root == "" {
		return nil
	}
	n, differ, example := 0, 0, ""
	err = img.Files(ctx, func(e container.Entry) error {
		n++
		if have, ok := s.t.Stat(path.Join(root, e.Path)); !ok || have.Size != e.Size {
			if differ++; example == "" {
				example = e.Path
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if differ > 0 || n != s.files {
		s.say(codeISODiffers.At(p).Want(wording.Say("want.website.files", s.files), others(n, differ, shown(example))))
	}
	return nil
}

// others says how many files differ, with an example where there is one.
func others(n, differ int, example string) wording.Text {
	if strings.TrimSpace(example) == "" {
		return wording.Say("found.website.iso-count", n, differ)
	}
	return wording.Say("found.website.iso-files", n, differ, example)
}

package website

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path"
	"regexp"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/wording"
)

// Names of what HTTrack leaves beside a mirror.
const (
	httrackLog   = "hts-log.txt"
	httrackCache = "hts-cache/"
	httrackNew   = "hts-cache/new.txt"
	// metaFolder is what source 003, 7.3.3.2.4 makes of cache and log beside the copy.
	metaFolder = "METAFILES/"
)

// crawlerPath finds a file the crawler wrote for itself: where it wrote it, or among what
// was put together afterwards. ok is false where it is at neither place.
func crawlerPath(t container.Tree, root, name string) (p string, ok bool) {
	for _, one := range []string{name, metaFolder + path.Base(name)} {
		p = path.Join(root, one)
		if _, ok = t.Stat(p); ok {
			return p, true
		}
	}
	return path.Join(root, name), false
}

// CrawlLog is what the log of HTTrack states of a crawl (F4).
type CrawlLog struct {
	Program  string // "HTTrack3.49-2"
	Started  time.Time
	Start    string // addresses and filters as given
	Command  string
	Complete bool // the mirror ended by itself
	Duration time.Duration
	Links    int64
	Files    int64
	Bytes    int64 // written
	Errors   int64
	Warnings int64
	Messages int64
	Told     []string // the error and warning lines, at most maxTold
	NotFound int      // of them "404"
	// Wrong are the answers with an error status the log names, at most maxTold.
	Wrong []Fetched
}

// Bounds of a log.
const (
	maxTold    = 10_000
	maxLogLine = 1 << 20
)

var (
	launched = regexp.MustCompile(`^(HTTrack\S+) launched on (.+?) at (.*)$`)
	ended    = regexp.MustCompile(`mirror complete in (.+?) : (\d+) links scanned, (\d+) files written \((\d+) bytes overall\)`)
	totals   = regexp.MustCompile(`^\((\d+) errors, (\d+) warnings, (\d+) messages\)`)
	told     = regexp.MustCompile(`^\d\d:\d\d:\d\d\s+(Error|Warning):\s*(.*)$`)
	wrong    = regexp.MustCompile(`\((\d{3})\) at link (\S+)(?: \(from (\S*)\))?`)
	span     = regexp.MustCompile(`(\d+) (day|hour|minute|second)s?`)
)

// ReadCrawlLog reads hts-log.txt. ok is false where it is no log of HTTrack; an
// error is of the reader.
func ReadCrawlLog(r io.Reader) (log CrawlLog, ok bool, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLogLine)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), "\r")
		if m := launched.FindStringSubmatch(line); m != nil {
			log.Program, log.Start, ok = m[1], strings.TrimSpace(m[3]), true
			log.Started, _ = time.Parse("Mon, 02 Jan 2006 15:04:05", m[2]) // zero where another language wrote it
			continue
		}
		log.line(line)
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return log, ok, nil
	}
	return log, ok, lines.Err()
}

func (l *CrawlLog) line(line string) {
	switch {
	case l.Command == "" && strings.HasPrefix(line, "(") && strings.Contains(strings.ToLower(line), "httrack"):
		l.Command = strings.TrimSpace(strings.Trim(line, "()"))
	case ended.MatchString(line):
		m := ended.FindStringSubmatch(line)
		l.Complete, l.Duration = true, duration(m[1])
		l.Links, l.Files, l.Bytes = number(m[2]), number(m[3]), number(m[4])
	case totals.MatchString(line):
		m := totals.FindStringSubmatch(line)
		l.Errors, l.Warnings, l.Messages = number(m[1]), number(m[2]), number(m[3])
	case told.MatchString(line):
		m := told.FindStringSubmatch(line)
		if len(l.Told) < maxTold {
			l.Told = append(l.Told, strings.Join(strings.Fields(m[1]+": "+m[2]), " "))
		}
		if strings.Contains(m[2], "(404)") {
			l.NotFound++
		}
		l.answer(m[2])
	}
}

// answer takes what a line tells of an answer with an error status.
func (l *CrawlLog) answer(line string) {
	m := wrong.FindStringSubmatch(line)
	if m == nil || len(l.Wrong) >= maxTold {
		return
	}
	f := Fetched{URL: m[2], From: m[3], Status: int(number(m[1]))}
	if !strings.Contains(f.URL, "://") {
		f.URL = "http://" + f.URL
	}
	if f.Status >= http.StatusBadRequest {
		l.Wrong = append(l.Wrong, f)
	}
}

func number(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // digits; too many give the largest number
	return n
}

// duration reads "4 hours 35 minutes 28 seconds".
func duration(s string) (d time.Duration) {
	unit := map[string]time.Duration{"day": 24 * time.Hour, "hour": time.Hour, "minute": time.Minute, "second": time.Second}
	for _, m := range span.FindAllStringSubmatch(s, -1) {
		d += time.Duration(min(number(m[1]), 1_000_000)) * unit[m[2]]
	}
	return d
}

// Fetched is one line of hts-cache/new.txt: what the crawler got for an address.
type Fetched struct {
	URL    string
	Local  string // file of the mirror as the crawler wrote it, "" = none
	From   string
	Status int
	Size   int64
	MIME   string
	Line   int
}

// maxFetched bounds the lines of new.txt that are read.
const maxFetched = 5_000_000

var errNoTable = wording.Fault("found.website.no-httrack")

// ReadFetched reads hts-cache/new.txt line by line.
func ReadFetched(r io.Reader, fn func(Fetched) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLogLine)
	for n := 1; lines.Scan(); n++ {
		if n > maxFetched {
			return wording.Fault("found.website.more-lines", maxFetched)
		}
		f := strings.Split(strings.TrimRight(lines.Text(), "\r"), "\t")
		if n == 1 {
			if len(f) < 9 || !strings.HasPrefix(f[0], "date") {
				return errNoTable
			}
			continue
		}
		if len(f) < 9 {
			continue // a comment or a line cut by a stopped crawl
		}
		size, _, _ := strings.Cut(f[1], "/")
		status, _ := strconv.Atoi(f[3])
		from := ""
		if len(f) > 9 {
			from = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(f[9], "(from"), " "), ")")
		}
		if err := fn(Fetched{URL: f[7], Local: f[8], From: from, Status: status, Size: number(size), MIME: f[5], Line: n}); err != nil {
			return err
		}
	}
	return lines.Err()
}

// localPath finds the file of the mirror a line of new.txt speaks of: the crawler
// may have written an absolute path of its own machine, and writes the path
// percent-encoded or not.
func localPath(t container.Tree, root, local string) (string, bool) {
	if plain, err := url.PathUnescape(local); err == nil && plain != local {
		if p, ok := storedPath(t, root, plain); ok {
			return p, true
		}
	}
	return storedPath(t, root, local)
}

func storedPath(t container.Tree, root, local string) (string, bool) {
	local = strings.ReplaceAll(local, `\`, "/")
	for rest := local; rest != ""; {
		if p := path.Join(root, path.Clean("/" + rest)[1:]); p != "" {
			if _, ok := t.Stat(p); ok {
				return p, true
			}
		}
		_, after, ok := strings.Cut(rest, "/")
		if !ok {
			break
		}
		rest = after
	}
	return path.Join(root, path.Clean("/" + local)[1:]), false
}

// mirrorRoots finds the folders that hold a log or cache of HTTrack.
func mirrorRoots(ctx context.Context, t container.Tree) (roots []string, err error) {
	seen := map[string]bool{}
	err = t.Files(ctx, func(e container.Entry) error {
		for _, mark := range []string{metaFolder + httrackLog, metaFolder + path.Base(httrackNew), httrackNew, httrackLog} {
			dir, ok := strings.CutSuffix(e.Path, mark)
			if dir = strings.TrimSuffix(dir, "/"); ok && (dir == "" || strings.HasSuffix(e.Path, "/"+mark)) &&
				strings.Count(dir, "/") < 3 && !seen[dir] && len(roots) < 16 {
				seen[dir] = true
				roots = append(roots, dir)
			}
			if ok {
				break // the same name without the folder would make the folder a mirror
			}
		}
		return nil
	})
	return roots, err
}

// hostOf gives the host of an address, "" where it has none.
func hostOf(address string) string {
	if !strings.Contains(address, "://") {
		address = "http://" + address
	}
	u, err := url.Parse(strings.Fields(address + " x")[0])
	if err != nil {
		return ""
	}
	return strings.ToLower(u.Hostname())
}

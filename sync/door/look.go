package door

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"path"
	"strings"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// maxDigestFile bounds what is read behind a link to digests.
const maxDigestFile = 64 << 10

// Sighting is what lies behind a plan's link now.
type Sighting struct {
	Digest  string // of what lies there, in hex
	Tag     string // to ask with the next time, "" where the place gives none
	Changed bool   // the file was fetched, and lies there differently without a new digest
}

// Look finds out the digest of what lies behind a plan's link, without fetching
// the file. fetched says that the digest of the plan was fetched before. base may
// be nil. Errors as those of Fetch.
func Look(ctx context.Context, base *http.Client, p Plan, fetched bool) (Sighting, error) {
	if p.DigestLink == "" && !fetched {
		return Sighting{Digest: p.Digest}, nil
	}
	link, method := p.DigestLink, http.MethodGet
	if link == "" {
		link, method = p.Link, http.MethodHead
	}
	asking, cancel := context.WithTimeoutCause(ctx, idleWait, errSilent) // it is a few lines
	defer cancel()
	req, err := http.NewRequestWithContext(asking, method, link, nil)
	if err != nil {
		return Sighting{}, fmt.Errorf("look behind link: %w", err)
	}
	req.Header.Set("User-Agent", "laufzettel")
	req.Header.Set("Accept-Encoding", "identity")
	if p.DigestLink != "" && p.tag != "" && p.seen != "" {
		req.Header.Set("If-None-Match", p.tag)
	}
	resp, err := hopping(base).Do(req)
	if err != nil {
		if ctx.Err() != nil {
			return Sighting{}, context.Cause(ctx)
		}
		return Sighting{}, unreachable(silent(asking, err))
	}
	defer resp.Body.Close() // read to its bound or given up
	tag := resp.Header.Get("ETag")
	if len(tag) > 1024 {
		tag = ""
	}
	if p.DigestLink == "" {
		return lookAgain(p, resp, tag), nil
	}
	if resp.StatusCode == http.StatusNotModified && req.Header.Get("If-None-Match") != "" {
		return Sighting{Digest: p.seen, Tag: p.tag}, nil
	}
	if _, err := placed(resp, 0); err != nil {
		return Sighting{}, err
	}
	raw, err := io.ReadAll(io.LimitReader(resp.Body, maxDigestFile+1))
	if err != nil {
		return Sighting{}, failure.Wrap(failure.Transient, "read digest", hintCut, silent(asking, err))
	}
	digest, err := findDigest(string(raw), p.Link)
	return Sighting{Digest: digest, Tag: tag}, err
}

func unreachable(err error) error {
	if errors.Is(err, errHop) {
		return failure.Wrap(failure.Refused, "fetch", wording.Say("hint.door.link-redirects-badly"), err)
	}
	return failure.Wrap(failure.Transient, "fetch", wording.Say("hint.door.offerer-unreachable"), err)
}

// lookAgain tells whether a file that was fetched lies there as it was. A place
// that answers no HEAD, or took the file away, has nothing new.
func lookAgain(p Plan, resp *http.Response, tag string) Sighting {
	if tag == "" {
		tag = resp.Header.Get("Last-Modified") + "|" + resp.Header.Get("Content-Length")
	}
	if resp.StatusCode != http.StatusOK || tag == "|" {
		return Sighting{Digest: p.Digest, Tag: p.tag}
	}
	if p.tag != "" && p.tag != tag {
		return Sighting{Digest: p.Digest, Tag: p.tag, Changed: true} // the old tag stays: it is told until somebody acts
	}
	return Sighting{Digest: p.Digest, Tag: tag}
}

// findDigest finds the digest of a link's file in what sha256sum, sha512sum or
// BSD tools write, or in a line that is the digest alone. In a list of several
// the line with the file's name counts.
func findDigest(text, link string) (string, error) {
	refused := func(why string) (string, error) {
		return "", failure.New(failure.Refused, "read digest", wording.Say("hint.door.checksum-link-content", why))
	}
	if len(text) > maxDigestFile {
		return refused("mehr, als eine Liste von Prüfsummen enthält")
	}
	name := ""
	if u, err := url.Parse(link); err == nil {
		name = path.Base(u.Path)
	}
	var all []string
	for line := range strings.Lines(text) {
		digest, file := digestLine(strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")))
		if digest == "" {
			continue
		}
		if name != "" && path.Base(strings.ReplaceAll(file, `\`, "/")) == name {
			return digest, nil
		}
		all = append(all, digest)
	}
	switch len(all) {
	case 0:
		return refused("keine Prüfsumme (SHA-256 oder SHA-512)")
	case 1:
		return all[0], nil
	default:
		return refused("keine Prüfsumme mit dem Namen der Datei")
	}
}

// digestLine splits a line into digest and file name; "" for lines of another kind.
func digestLine(line string) (digest, file string) {
	digest, file, _ = strings.Cut(line, " ")
	if open, rest, ok := strings.Cut(line, "("); ok && strings.HasPrefix(open, "SHA") { // SHA256 (name) = digest
		file, digest, _ = strings.Cut(rest, ") = ")
	}
	if _, err := newSum(digest); err != nil {
		return "", ""
	}
	return strings.ToLower(digest), strings.TrimPrefix(strings.TrimSpace(file), "*")
}

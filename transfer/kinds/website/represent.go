package website

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/wording"
)

// makePDF has the Web-PDF made and checks it: an empty or other file is refused.
func (b *builder) makePDF(ctx context.Context, name string) error {
	start, err := b.startFile(ctx)
	if err != nil {
		return err
	}
	if err := b.Converter.Convert(ctx, b.Folder, start, name); err != nil {
		return err
	}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return failure.Wrap(failure.Refused, "make Web-PDF", wording.Say("hint.website.converter-wrote-nothing", b.Converter.Tool()), err)
	}
	if err != nil {
		return fmt.Errorf("read Web-PDF: %w", err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("read Web-PDF: %w", err)
	}
	res := pdfa.Check(ctx, f, info.Size(), pdfa.Options{Agreed: b.Flavours})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	b.pdf = &res
	if res.Verdict == pdfa.Valid || res.Verdict == pdfa.NoObstacle {
		return nil
	}
	what := make([]string, 0, 3)
	for _, c := range res.Clauses[:min(3, len(res.Clauses))] {
		what = append(what, c.Rule)
	}
	return failure.Wrap(failure.Refused, "check Web-PDF", wording.Say("hint.website.converter-not-pdfa", b.Converter.Tool()),
		fmt.Errorf("%s %s", res.Verdict, strings.Join(what, ", ")))
}

// startFile finds the page the conversion begins with: for a mirror its start
// page, else the first archive file.
func (b *builder) startFile(ctx context.Context) (string, error) {
	l := b.crawl.Layout
	for _, root := range l.Mirrors {
		host := path.Join(root, b.crawl.Description.Domain)
		for _, p := range []string{path.Join(host, "index.html"), path.Join(host, "index.htm"), path.Join(root, "index.html"),
			path.Join(root, "index.htm")} {
			if _, ok := b.t.Stat(p); ok {
				return p, nil
			}
		}
	}
	found := ""
	err := b.t.Files(ctx, func(e container.Entry) error {
		if found == "" && (archiveName(e.Path) || strings.HasSuffix(e.Path, ".wacz") || isHTML(mimeOf(e.Path))) {
			found = e.Path
		}
		return nil
	})
	if err == nil && found == "" {
		err = failure.New(failure.Refused, "make Web-PDF", wording.Say("hint.website.no-home-page"))
	}
	return found, err
}

// makeISO writes the image and reads it back byte for byte.
func (b *builder) makeISO(ctx context.Context, name string) error {
	f, err := os.Create(name)
	if err != nil {
		return failure.Wrap(failure.Setup, "write ISO image", wording.Say("hint.website.iso-not-written"), err)
	}
	defer f.Close()
	if err := WriteISO(ctx, f, b.t, "", b.crawl.Description.Domain, b.Clock); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("read back ISO image: %w", err)
	}
	img, err := OpenISO(isoName, f, info.Size())
	if err != nil {
		return fmt.Errorf("read back ISO image: %w", err)
	}
	n := 0
	err = b.t.Files(ctx, func(e container.Entry) error {
		n++
		return sameBytes(ctx, b.t, img, e.Path)
	})
	if err != nil {
		return err
	}
	return img.Files(ctx, func(container.Entry) error {
		if n--; n < 0 {
			return errors.New("read back ISO image: it holds more files than the crawl")
		}
		return nil
	})
}

func sameBytes(ctx context.Context, a, b container.Tree, p string) error {
	x, err := a.Open(ctx, p)
	if err != nil {
		return fmt.Errorf("compare %s: %w", p, err)
	}
	defer x.Close()
	y, err := b.Open(ctx, p)
	if err != nil {
		return fmt.Errorf("compare %s: %w", p, err)
	}
	defer y.Close()
	if same, err := equal(x, y); err != nil || !same {
		return fmt.Errorf("compare %s: image differs from crawl: %w", p, errors.Join(err, container.ErrChanged))
	}
	return nil
}

func equal(x, y io.Reader) (bool, error) {
	a, b := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, errA := io.ReadFull(x, a)
		m, errB := io.ReadFull(y, b)
		if n != m || !slices.Equal(a[:n], b[:m]) {
			return false, nil
		}
		if errA != nil || errB != nil {
			endA, endB := errA == io.EOF || errA == io.ErrUnexpectedEOF, errB == io.EOF || errB == io.ErrUnexpectedEOF
			if endA && endB {
				return true, nil
			}
			return false, errors.Join(errA, errB)
		}
	}
}

// Command is a Converter: a configured program. In its arguments {folder} stands
// for the crawl folder, {start} for the start page and {out} for the PDF.
type Command struct {
	Name  string // program and version as shown
	Path  string
	Args  []string
	Limit time.Duration // 0 = one hour
}

var _ Converter = Command{}

// defaultLimit is how long a conversion may take.
const defaultLimit = time.Hour

// Tool implements Converter.
func (c Command) Tool() string {
	if c.Name == "" {
		return filepath.Base(c.Path)
	}
	return c.Name
}

// Convert implements Converter. Errors: Setup where the program cannot be started,
// Refused where it ends with an error or takes too long.
func (c Command) Convert(ctx context.Context, folder, start, out string) error {
	limit := c.Limit
	if limit <= 0 {
		limit = defaultLimit
	}
	within, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	abs, err := filepath.Abs(folder)
	if err != nil {
		return fmt.Errorf("convert to Web-PDF: %w", err)
	}
	if out, err = filepath.Abs(out); err != nil {
		return fmt.Errorf("convert to Web-PDF: %w", err)
	}
	fill := strings.NewReplacer("{folder}", abs, "{start}", filepath.Join(abs, filepath.FromSlash(start)), "{out}", out)
	args := make([]string, len(c.Args))
	for i, a := range c.Args {
		args[i] = fill.Replace(a)
	}
	cmd := exec.CommandContext(within, c.Path, args...)
	cmd.WaitDelay = 5 * time.Second
	// The pages of a stranger are rendered: what asks by the usual settings asks nobody.
	cmd.Env = append(os.Environ(), "http_proxy=http://127.0.0.1:9", "https_proxy=http://127.0.0.1:9", "all_proxy=http://127.0.0.1:9",
		"no_proxy=")
	var told said
	cmd.Stdout, cmd.Stderr = &told, &told
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case within.Err() != nil:
		return failure.Wrap(failure.Refused, "convert to Web-PDF", wording.Say("hint.website.converter-too-slow", c.Tool(), limit), err)
	case errors.As(err, &exit):
		return failure.Wrap(failure.Refused, "convert to Web-PDF",
			wording.Say("hint.website.converter-failed", c.Tool(), shown(strings.TrimSpace(strings.ToValidUTF8(string(told), "")))), err)
	}
	return failure.Wrap(failure.Setup, "convert to Web-PDF", wording.Say("hint.website.converter-not-started", c.Tool()), err)
}

// said keeps the first bytes of what a program prints, however much that is.
type said []byte

const saidBytes = 4 << 10

// Write implements io.Writer.
func (s *said) Write(p []byte) (int, error) {
	*s = append(*s, p[:min(len(p), saidBytes-len(*s))]...)
	return len(p), nil
}

// pagesText writes the reference pages as one statement (F1, number 62).
func pagesText(pages []Page) string {
	var out []string
	for _, p := range pages {
		if p.Outcome != "" {
			out = append(out, p.URL+": "+p.Outcome)
		}
	}
	return strings.Join(out, "; ")
}

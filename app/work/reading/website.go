package reading

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/website"
	"laufzettel/transfer/wording"
	"laufzettel/viewer"
	sites "laufzettel/viewer/website"
)

// Website is an opened web area: a folder or file on disk, a portion, or the
// content of an archival package.
type Website struct {
	Layout      website.Layout
	Description *website.Description // nil: none came along
	About       sites.About
	tree        container.Tree
	opener      *viewer.Opener
	may         func(context.Context) error // asked again before every page and count
	close       func() error
}

// Close releases the files.
func (s *Website) Close() error { return s.close() }

// Website opens the web area that a package, a delivery, a folder or file holds; of a
// package with the Web-PDF alone that of its other representation (B3). Closing it
// closes what was opened as well. Error: Refused where there is none.
func (o *Opened) Website(ctx context.Context) (*Website, error) {
	if o.ours != nil {
		return o.packageWebsite(ctx)
	}
	t, err := o.tree(ctx)
	if _, refused := errors.AsType[*container.Refused](err); refused {
		return nil, failure.Wrap(failure.Refused, "open web area "+o.key, wording.Say("hint.intake.container-not-opened"), err)
	}
	if err != nil {
		return nil, err
	}
	about := sites.About{}
	if o.delivery != nil {
		about.Back = "Portion " + o.delivery.ID // F13
	}
	s, err := o.websiteOf(ctx, t, about, o.Shown, func() error { return errors.Join(t.Close(), o.Close()) })
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return s, nil
}

// packageWebsite opens the web area of a package or of its other representation.
func (o *Opened) packageWebsite(ctx context.Context) (*Website, error) {
	if o.HoldsWebsite(ctx) {
		return o.ownWebsite(ctx, o.Close)
	}
	d, err := o.Description(ctx)
	if err != nil {
		return nil, err
	}
	for _, r := range d.Relations {
		if r.Kind != check.RelationRepresentation {
			continue
		}
		other, err := o.room.OpenHeld(ctx, r.PID, o.asker)
		if err != nil {
			continue // it lies elsewhere or is closed; the answer below says what this one is
		}
		if other.HoldsWebsite(ctx) {
			s, err := other.ownWebsite(ctx, func() error { return errors.Join(other.Close(), o.Close()) })
			if err != nil {
				return nil, errors.Join(err, other.Close())
			}
			return s, nil
		}
		if err := other.Close(); err != nil {
			return nil, err
		}
	}
	return o.ownWebsite(ctx, o.Close)
}

func (o *Opened) ownWebsite(ctx context.Context, closing func() error) (*Website, error) {
	pkg, err := o.content(ctx)
	if err != nil {
		return nil, err
	}
	t, folder := pkg.Delivered()
	d := pkg.Metadata()
	about := sites.About{Signature: cmp.Or(d.ReferenceCode, d.PID), Back: "Lesesaal"}
	s, err := o.websiteOf(ctx, website.Sub(t, folder), about, o.Shown, closing)
	if err != nil || s.Description != nil {
		return s, err
	}
	// A description of another hand lies in the package in our own words.
	if name, raw, err := pkg.Message(ctx); err == nil && path.Base(name) == website.DocumentName {
		if own, err := website.ReadDescription(bytes.NewReader(raw)); err == nil {
			s.told(own)
		}
	}
	return s, nil
}

// HoldsWebsite says whether a package holds a web area that can be shown.
func (o *Opened) HoldsWebsite(ctx context.Context) bool {
	pkg, err := o.content(ctx)
	if err != nil {
		return false
	}
	t, folder := pkg.Delivered()
	l, err := website.Find(ctx, website.Sub(t, folder))
	return err == nil && showable(l)
}

func showable(l website.Layout) bool {
	return l.HTTrack || len(l.Archives) > 0 || len(l.Packages) > 0 || l.Document != "" && len(l.Mirrors)+len(l.Images) > 0
}

func (o *Opened) websiteOf(ctx context.Context, t container.Tree, about sites.About, may func(context.Context) error,
	closing func() error) (*Website, error) {
	l, err := website.Find(ctx, t)
	if err == nil && !showable(l) && len(l.Mirrors)+len(l.Images) == 0 {
		err = failure.New(failure.Refused, "open web area", wording.Say("hint.reading.no-web-area"))
	}
	if err != nil {
		return nil, err
	}
	s := &Website{Layout: l, About: about, tree: t, opener: o.room.opener, may: may, close: closing}
	if err := s.describe(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// describe takes the banner from the description, else from what the crawl says.
func (s *Website) describe(ctx context.Context) error {
	m, err := website.Kind{}.Recognise(ctx, s.tree)
	if err != nil {
		return err
	}
	if s.Layout.Document != "" {
		if rc, err := s.tree.Open(ctx, s.Layout.Document); err == nil {
			if d, err := website.ReadDescription(rc); err == nil {
				s.Description = d
			}
			_ = rc.Close() // it was only read
		}
	}
	if s.About.Kind = m.Kind; s.Description != nil {
		s.told(s.Description)
	}
	return nil
}

// told takes what a description says of the snapshot.
func (s *Website) told(d *website.Description) {
	s.Description = d
	s.About.Signature = cmp.Or(d.Stated(2), s.About.Signature)
	s.About.Domain, s.About.Project = d.Domain, d.Stated(4)
	s.About.Kind = cmp.Or(d.Stated(5), s.About.Kind)
	s.About.Statements = statements(d)
	if day, err := time.Parse(time.DateOnly, d.Crawled[:min(10, len(d.Crawled))]); err == nil {
		s.About.Date = day.Format("02.01.2006")
	}
}

// statements are what a description says of its snapshot, for people.
func statements(d *website.Description) (out [][2]string) {
	for _, row := range [][2]string{{"Behörde", d.Agency}, {"Domain", d.Domain}, {"Startseite", d.Start}, {"Datum des Crawls", d.Crawled}} {
		if row[1] != "" {
			out = append(out, row)
		}
	}
	for _, x := range d.Statements {
		if v := d.Stated(x.Number); v != "" {
			out = append(out, [2]string{strconv.Itoa(x.Number) + " " + x.Label, v})
		}
	}
	return out
}

// Statistics counts the web area (F3, F6).
func (s *Website) Statistics(ctx context.Context) (website.Statistics, error) {
	if err := s.may(ctx); err != nil {
		return website.Statistics{}, err
	}
	return website.Count(ctx, s.tree, s.Layout)
}

// Pages checks reference pages: those given, else those of the description (F7).
func (s *Website) Pages(ctx context.Context, pages []website.Page) ([]website.PageState, error) {
	if err := s.may(ctx); err != nil {
		return nil, err
	}
	if len(pages) == 0 && s.Description != nil {
		pages = s.Description.Pages
	}
	if len(pages) == 0 {
		return nil, failure.New(failure.Refused, "check reference pages", wording.Say("hint.reading.no-reference-pages"))
	}
	return website.CheckPages(ctx, s.tree, s.Layout, pages)
}

// Served is a web area that is being shown.
type Served struct {
	*sites.Server
	archive *sites.Archive
	site    *Website
}

// Serve shows the web area in a browser until Close or the end of ctx, and no page of
// it once its closure applies; from then
// on the web area belongs to what is returned.
func (s *Website) Serve(ctx context.Context) (*Served, error) {
	a, err := sites.Open(ctx, s.tree)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	a.Words(s.opener.Open)
	server, err := sites.Serve(ctx, a, s.About, s.may)
	if err != nil {
		return nil, errors.Join(err, a.Close(), s.Close())
	}
	return &Served{Server: server, archive: a, site: s}, nil
}

// ServeBeside shows this web area and others, each at an address of its own, whose search
// looks through all of them where the reader wants that. What was opened is closed where
// one of them cannot be shown.
func (s *Website) ServeBeside(ctx context.Context, more ...*Website) ([]*Served, error) {
	all := append([]*Website{s}, more...)
	var out []*Served
	var servers []*sites.Server
	for i, s := range all {
		one, err := s.Serve(ctx)
		if err != nil {
			for _, rest := range all[i+1:] {
				err = errors.Join(err, rest.Close())
			}
			for _, before := range out {
				err = errors.Join(err, before.Close())
			}
			return nil, err
		}
		out, servers = append(out, one), append(servers, one.Server)
	}
	sites.Beside(servers...)
	return out, nil
}

// Close ends the server and releases the files.
func (s *Served) Close() error {
	return errors.Join(s.Server.Close(), s.archive.Close(), s.site.Close())
}

// DescribeWebsite makes the description of the snapshot in a crawl folder and, if
// out is not empty, writes it there; an existing file is not written over.
func (o *Opened) DescribeWebsite(ctx context.Context, meta website.Meta, out string) (*website.Crawl, error) {
	if o.admitted == nil && o.ours == nil || o.delivery != nil {
		return nil, o.noPackage()
	}
	if err := o.Shown(ctx); err != nil {
		return nil, err
	}
	folder := o.key
	t, err := container.Open(ctx, folder, o.room.Intake.ContainerOptions())
	if _, refused := errors.AsType[*container.Refused](err); refused {
		return nil, failure.Wrap(failure.Refused, "open crawl "+folder, wording.Say("hint.reading.crawl-not-opened"), err)
	}
	if err != nil {
		return nil, err
	}
	crawl, err := website.Gather(ctx, t, meta)
	if err := errors.Join(err, t.Close()); err != nil || out == "" {
		return crawl, err
	}
	var b bytes.Buffer
	if err := website.WriteDescription(&b, crawl.Description); err != nil {
		return nil, err
	}
	if _, err := os.Lstat(out); err == nil {
		return nil, failure.New(failure.Refused, "write "+out, wording.Say("hint.reading.description-exists", filepath.Base(out)))
	}
	if err := durable.WriteFile(out, b.Bytes(), 0o600); err != nil {
		return nil, failure.Wrap(failure.Setup, "write "+out, wording.Say("hint.reading.description-not-written"), err)
	}
	return crawl, nil
}

// BuildWebsite builds a submission and checks it as if it had come in.
func (o *Opened) BuildWebsite(ctx context.Context, p website.Plan, converter string) (*website.Built, *check.Report, error) {
	if words := strings.Fields(converter); len(words) > 0 {
		p.Converter = website.Command{Path: words[0], Args: words[1:]}
	}
	if o.admitted == nil && o.ours == nil || o.delivery != nil {
		return nil, nil, o.noPackage()
	}
	if err := o.Shown(ctx); err != nil {
		return nil, nil, err
	}
	p.Folder, p.Clock = o.key, o.room.Office.Now()
	built, err := website.Build(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	rep, err := o.room.Intake.CheckOnly(ctx, built.Path, intake.CheckOptions{})
	return built, rep, err
}

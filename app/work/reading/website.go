package reading

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"time"

	"laufzettel/app/work/intake"
	"laufzettel/transfer"
	"laufzettel/transfer/aip"
	"laufzettel/transfer/check"
	"laufzettel/transfer/container"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/kinds/website"
	sites "laufzettel/viewer/website"
)

// Website is an opened web area: a folder or file on disk, a portion, or the
// content of an archival package.
type Website struct {
	Tree        container.Tree
	Layout      website.Layout
	Description *website.Description // nil: none came along
	About       sites.About
	may         func(context.Context) error // asked again before every page
	close       func() error
}

// Close releases the files.
func (s *Website) Close() error { return s.close() }

// OpenWebsite opens a web area by file or folder, portion, persistent identifier
// or reference code. Error: Refused where there is none.
func (rm *Room) OpenWebsite(ctx context.Context, key string) (*Website, error) {
	if err := rm.Office.Staff("open web area"); err != nil {
		return nil, err
	}
	if p, err := rm.Portions.Get(ctx, key); err == nil {
		return rm.portionWebsite(ctx, p)
	}
	pkg, err := rm.Gate.OpenReleased(ctx, key, "")
	if err == nil {
		return rm.websiteAmong(ctx, pkg)
	}
	if errors.Is(err, errNoSuchPackage) {
		return nil, failure.Wrap(failure.Refused, "open web area "+key, "„"+key+"“ ist weder eine Datei noch eine Portion oder ein Archivpaket dieses Arbeitsbereichs.", err)
	}
	if !notOurPackage(key, err) {
		return nil, err
	}
	if err := rm.Gate.mayShowFile(ctx, key); err != nil {
		return nil, err
	}
	t, err := container.Open(ctx, key, rm.Intake.ContainerOptions())
	if _, refused := errors.AsType[*container.Refused](err); refused {
		return nil, failure.Wrap(failure.Refused, "open web area "+key, "Der Container wurde nicht geöffnet. „check“ nennt die Gründe.", err)
	}
	if err != nil {
		return nil, err
	}
	return websiteOf(ctx, t, sites.About{}, func(ctx context.Context) error { return rm.Gate.mayShowFile(ctx, key) }, t.Close)
}

// portionWebsite opens the web area of a delivery (F13).
func (rm *Room) portionWebsite(ctx context.Context, p transfer.Portion) (*Website, error) {
	may := rm.Gate.portionGate(p.ID)
	if err := may(ctx); err != nil {
		return nil, err
	}
	t, err := rm.Intake.Tree(ctx, p)
	if err != nil {
		return nil, err
	}
	return websiteOf(ctx, t, sites.About{Back: "Portion " + p.ID}, may, t.Close)
}

// WebsiteIn opens the web area an archival package holds; closing it closes the
// package. may is asked before every page that is served. Error: Refused where it
// holds none.
func WebsiteIn(ctx context.Context, pkg *aip.Package, may func(context.Context) error) (*Website, error) {
	if err := may(ctx); err != nil {
		return nil, errors.Join(err, pkg.Close())
	}
	t, folder := pkg.Delivered()
	d := pkg.Metadata()
	about := sites.About{Signature: cmp.Or(d.ReferenceCode, d.PID), Back: "Lesesaal"}
	return websiteOf(ctx, website.Sub(t, folder), about, may, pkg.Close)
}

// releasedWebsite is WebsiteIn for the staff: as long as Released says so.
func (rm *Room) releasedWebsite(ctx context.Context, pkg *aip.Package) (*Website, error) {
	d := pkg.Metadata()
	return WebsiteIn(ctx, pkg, func(ctx context.Context) error {
		return errors.Join(rm.Office.Staff("serve web area"), rm.Gate.Released(ctx, d, ""))
	})
}

// websiteAmong opens the web area of a package; where that one holds the Web-PDF
// alone, that of its other representation (B3).
func (rm *Room) websiteAmong(ctx context.Context, pkg *aip.Package) (*Website, error) {
	if HoldsWebsite(ctx, pkg) {
		return rm.releasedWebsite(ctx, pkg)
	}
	for _, r := range pkg.Metadata().Relations {
		if r.Kind != check.RelationRepresentation {
			continue
		}
		other, err := rm.Gate.OpenReleased(ctx, r.PID, "")
		if err != nil {
			continue // it lies elsewhere or is closed; the answer below says what this one is
		}
		spare := other
		if HoldsWebsite(ctx, other) {
			spare = pkg
		}
		if err := spare.Close(); err != nil {
			return nil, err
		}
		if spare == pkg {
			return rm.releasedWebsite(ctx, other)
		}
	}
	return rm.releasedWebsite(ctx, pkg)
}

// HoldsWebsite says whether a package holds a web area that can be shown.
func HoldsWebsite(ctx context.Context, pkg *aip.Package) bool {
	t, folder := pkg.Delivered()
	l, err := website.Find(ctx, website.Sub(t, folder))
	return err == nil && showable(l)
}

func showable(l website.Layout) bool {
	return l.HTTrack || len(l.Archives) > 0 || len(l.Packages) > 0 || l.Document != "" && len(l.Mirrors)+len(l.Images) > 0
}

func websiteOf(ctx context.Context, t container.Tree, about sites.About, may func(context.Context) error, closing func() error) (*Website, error) {
	l, err := website.Find(ctx, t)
	if err == nil && !showable(l) && len(l.Mirrors)+len(l.Images) == 0 {
		err = failure.New(failure.Refused, "open web area", "Das ist kein Webbereich: Es gibt weder einen Spiegel noch eine WARC-, ARC- oder WACZ-Datei.")
	}
	if err != nil {
		return nil, errors.Join(err, closing())
	}
	s := &Website{Tree: t, Layout: l, About: about, may: may, close: closing}
	if err := s.describe(ctx); err != nil {
		return nil, errors.Join(err, closing())
	}
	return s, nil
}

// describe takes the banner from the description, else from what the crawl says.
func (s *Website) describe(ctx context.Context) error {
	m, err := website.Kind{}.Recognise(ctx, s.Tree)
	if err != nil {
		return err
	}
	if s.Layout.Document != "" {
		if rc, err := s.Tree.Open(ctx, s.Layout.Document); err == nil {
			if d, err := website.ReadDescription(rc); err == nil {
				s.Description = d
			}
			_ = rc.Close() // it was only read
		}
	}
	s.About.Kind = m.Kind
	if d := s.Description; d != nil {
		s.About.Signature = cmp.Or(s.About.Signature, d.Statement(2).Value)
		s.About.Domain, s.About.Project = d.Domain, d.Statement(4).Value
		s.About.Kind = cmp.Or(d.Statement(5).Value, s.About.Kind)
		if day, err := time.Parse(time.DateOnly, d.Crawled[:min(10, len(d.Crawled))]); err == nil {
			s.About.Date = day.Format("02.01.2006")
		}
	}
	return nil
}

// Statistics counts the web area (F3, F6).
func (s *Website) Statistics(ctx context.Context) (website.Statistics, error) {
	return website.Count(ctx, s.Tree, s.Layout)
}

// Pages checks reference pages: those given, else those of the description (F7).
func (s *Website) Pages(ctx context.Context, pages []website.Page) ([]website.PageState, error) {
	if len(pages) == 0 && s.Description != nil {
		pages = s.Description.Pages
	}
	if len(pages) == 0 {
		return nil, failure.New(failure.Refused, "check reference pages", "Es sind keine Referenzseiten genannt. Bitte mit --page angeben oder in die Beschreibung aufnehmen.")
	}
	return website.CheckPages(ctx, s.Tree, s.Layout, pages)
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
	a, err := sites.Open(ctx, s.Tree)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	server, err := sites.Serve(ctx, a, s.About, s.may)
	if err != nil {
		return nil, errors.Join(err, a.Close(), s.Close())
	}
	return &Served{Server: server, archive: a, site: s}, nil
}

// Close ends the server and releases the files.
func (s *Served) Close() error {
	return errors.Join(s.Server.Close(), s.archive.Close(), s.site.Close())
}

// DescribeWebsite makes the description of the snapshot in a crawl folder and, if
// out is not empty, writes it there; an existing file is not written over.
func (rm *Room) DescribeWebsite(ctx context.Context, folder string, meta website.Meta, out string) (*website.Crawl, error) {
	if err := rm.Gate.mayRead(ctx, folder); err != nil {
		return nil, err
	}
	t, err := container.Open(ctx, folder, rm.Intake.ContainerOptions())
	if _, refused := errors.AsType[*container.Refused](err); refused {
		return nil, failure.Wrap(failure.Refused, "open crawl "+folder, "Der Ordner des Crawls wurde nicht geöffnet. „check“ nennt die Gründe.", err)
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
		return nil, failure.New(failure.Refused, "write "+out, "„"+filepath.Base(out)+"“ gibt es schon. Vorhandene Dateien werden nicht überschrieben.")
	}
	if err := durable.WriteFile(out, b.Bytes(), 0o600); err != nil {
		return nil, failure.Wrap(failure.Setup, "write "+out, "Die Beschreibung lässt sich dort nicht schreiben. Bitte Pfad und Rechte prüfen.", err)
	}
	return crawl, nil
}

// BuildWebsite builds a submission and checks it as if it had come in.
func (rm *Room) BuildWebsite(ctx context.Context, p website.Plan, converter string) (*website.Built, *check.Report, error) {
	if words := strings.Fields(converter); len(words) > 0 {
		p.Converter = website.Command{Path: words[0], Args: words[1:]}
	}
	if err := rm.Gate.mayRead(ctx, p.Folder); err != nil {
		return nil, nil, err
	}
	p.Clock = rm.Office.Now()
	built, err := website.Build(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	rep, err := rm.Intake.CheckOnly(ctx, built.Path, intake.CheckOptions{})
	return built, rep, err
}

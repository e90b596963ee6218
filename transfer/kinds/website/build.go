package website

import (
	"archive/zip"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"laufzettel/transfer/container"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/pdfa"
	"laufzettel/transfer/stop"
	"laufzettel/transfer/wording"
)

// Meta is what only a person knows of a snapshot.
type Meta struct {
	Agency, AgencyID string
	Domain           string    // "" = as the crawl says
	Start            string    // address of the start page, "" = as the crawl says
	Crawled          time.Time // zero = as the crawl says
	Person           string    // Bearbeiter
	Fonds            string    // Bestandssignatur
	Provenance       string
	Project          string // Internet, Intranet, Webprojekt X
	Occasion         string // Turnus, Ereignis
	Quality          *Quality
	Pages            []Page
	Fields           map[int]string // further statements of F1, AVA and TMD only
	Defaults         Defaults
	Previous         *Statistics // of the snapshot before, for new extensions; nil = none
}

// Crawl is what a crawl folder holds (P0b.5).
type Crawl struct {
	Layout      Layout
	Log         *CrawlLog // nil: no log of HTTrack
	Statistics  Statistics
	Files       int   // all files of the folder
	Bytes       int64 // of all files
	counted     tally // without what the crawler wrote for itself
	Description Description
}

// Gather looks through a crawl folder and makes the description of the snapshot:
// counts, log and what meta states. The parts are added by Build. Error: Refused
// where the folder holds no web area, or meta states what nobody may edit.
func Gather(ctx context.Context, t container.Tree, meta Meta) (*Crawl, error) {
	l, err := Find(ctx, t)
	if err != nil {
		return nil, err
	}
	if len(l.Mirrors)+len(l.Archives)+len(l.Packages) == 0 && !l.WACZ {
		return nil, failure.New(failure.Refused, "gather web area", wording.Say("hint.website.no-crawl"))
	}
	c := &Crawl{Layout: l}
	err = t.Files(ctx, func(e container.Entry) error {
		c.Files++
		c.Bytes += e.Size
		if !l.own(e.Path) {
			c.counted.files++
			c.counted.bytes += e.Size
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if c.Log, err = logOf(ctx, t, l); err != nil {
		return nil, err
	}
	if c.Statistics, err = Count(ctx, t, l); err != nil {
		return nil, err
	}
	return c, c.describe(meta)
}

// logOf reads the log of the first mirror that has one.
func logOf(ctx context.Context, t container.Tree, l Layout) (*CrawlLog, error) {
	for _, root := range l.Mirrors {
		if log, err := logAt(ctx, t, root); err != nil || log != nil {
			return log, err
		}
	}
	return nil, ctx.Err()
}

// describe fills the description from crawl and meta.
func (c *Crawl) describe(meta Meta) error {
	d := &c.Description
	d.Agency, d.AgencyID, d.Domain, d.Start, d.Quality, d.Pages = clean(meta.Agency), clean(meta.AgencyID), meta.Domain, meta.Start,
		meta.Quality, meta.Pages
	if d.Start == "" && c.Log != nil {
		d.Start = first(strings.Fields(c.Log.Start + " x")[0])
	}
	if d.Domain == "" {
		d.Domain = hostOf(d.Start)
	}
	if d.Domain == "" && len(c.Statistics.Hosts) > 0 {
		d.Domain = c.Statistics.Hosts[0]
	}
	crawled := meta.Crawled
	if crawled.IsZero() && c.Log != nil {
		crawled = c.Log.Started
	}
	if !crawled.IsZero() {
		d.Crawled = crawled.Format("2006-01-02T15:04:05")
	}
	var err error
	d.Statements, err = Describe(c.facts(meta), meta.Defaults, meta.Fields)
	return err
}

// Plan says what submission to build.
type Plan struct {
	Folder    string     // what the crawler wrote
	Out       string     // ZIP to be written; must not exist
	Meta      Meta       //
	Parts     []PartKind // representations wanted; nil = PDF and ISO (B3). The crawl itself always goes along
	Converter Converter  // makes the Web-PDF; nil: PDF cannot be had
	Flavours  []string   // PDF/A flavours agreed, nil = any
	Clock     time.Time  // recorded time of the order
	Step      func(what string, done, total int64)
}

// Converter makes one PDF/A of a crawl (P0b.7.1). Command is one.
type Converter interface {
	// Tool names program and version for the description.
	Tool() string
	// Convert writes the PDF of the crawl in folder, beginning with the file start
	// inside it, to the file out.
	Convert(ctx context.Context, folder, start, out string) error
}

// Built is a submission that was written.
type Built struct {
	Path        string
	Description Description
	PDF         *pdfa.Result // nil: no Web-PDF was asked for
}

// Build makes the submission of a web area (P0b.6 to P0b.9): the crawl as it is,
// the Web-PDF (checked), the ISO image (read back byte for byte) and the
// description. Nothing is left at Out where it fails. Errors: Refused where the
// PDF is asked for and no converter is set up, where the converter gave no PDF/A,
// or where the folder holds no crawl; Setup where the converter does not run.
func Build(ctx context.Context, p Plan) (*Built, error) {
	if p.Parts == nil {
		p.Parts = []PartKind{PartPDF, PartISO}
	}
	if slices.Contains(p.Parts, PartPDF) && p.Converter == nil {
		return nil, failure.New(failure.Refused, "make Web-PDF", wording.Say("hint.website.no-pdf-converter"))
	}
	t, err := container.Open(ctx, p.Folder, container.Options{})
	if err != nil {
		return nil, fmt.Errorf("open crawl: %w", err)
	}
	defer t.Close()
	crawl, err := Gather(ctx, t, p.Meta)
	if err != nil {
		return nil, err
	}
	if err := complete(crawl.Description); err != nil {
		return nil, err
	}
	work, err := os.MkdirTemp(filepath.Dir(p.Out), ".webbereich-*")
	if err != nil {
		return nil, failure.Wrap(failure.Setup, "make web submission", wording.Say("hint.website.target-not-writable"), err)
	}
	b := &builder{Plan: p, t: t, crawl: crawl, work: work}
	built, err := b.build(ctx)
	return built, errors.Join(err, os.RemoveAll(work))
}

// complete refuses a description that lacks what every description must say (B3).
func complete(d Description) error {
	for _, m := range mandatory {
		if strings.TrimSpace(m.at(&d)) == "" {
			return failure.New(failure.Refused, "describe web area", wording.Say("hint.website.statement-missing", m.label))
		}
	}
	return nil
}

type builder struct {
	Plan
	t     container.Tree
	crawl *Crawl
	work  string
	pdf   *pdfa.Result
}

// File names of the representations in what we write.
const (
	pdfName   = "web.pdf"
	isoName   = "web.iso"
	crawlName = "crawl"
)

func (b *builder) build(ctx context.Context) (*Built, error) {
	d := b.crawl.Description
	d.Parts = []Part{{Kind: PartCrawl, Name: crawlName, Size: strconv.FormatInt(b.crawl.Bytes, 10), Files: strconv.Itoa(b.crawl.Files)}}
	if b.crawl.Log != nil {
		d.Parts[0].Tool = b.crawl.Log.Program
	}
	for _, kind := range []PartKind{PartPDF, PartISO} {
		if !slices.Contains(b.Parts, kind) {
			continue
		}
		b.step("Repräsentation "+string(kind), 0, 1)
		part, err := b.part(ctx, kind)
		if err != nil {
			return nil, err
		}
		d.Parts = append(d.Parts, part)
	}
	slices.SortStableFunc(d.Parts, func(x, y Part) int { return order(x.Kind) - order(y.Kind) })
	if err := b.pack(ctx, d); err != nil {
		return nil, err
	}
	return &Built{Path: b.Out, Description: d, PDF: b.pdf}, nil
}

func order(k PartKind) int { return slices.Index([]PartKind{PartPDF, PartISO, PartCrawl}, k) }

func (b *builder) step(what string, done, total int64) {
	if b.Step != nil {
		b.Step(what, done, total)
	}
}

func (b *builder) part(ctx context.Context, kind PartKind) (Part, error) {
	p := Part{Kind: kind, Name: isoName, Algorithm: "SHA-256", Tool: "Laufzettel, ISO 9660 mit Rock Ridge und Joliet"}
	make := b.makeISO
	if kind == PartPDF {
		p.Name, p.Tool, make = pdfName, b.Converter.Tool(), b.makePDF
	}
	name := filepath.Join(b.work, p.Name)
	if err := make(ctx, name); err != nil {
		return p, err
	}
	f, err := os.Open(name)
	if err != nil {
		return p, fmt.Errorf("read %s: %w", p.Name, err)
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(h, stop.Reader(ctx, f))
	if err != nil {
		return p, fmt.Errorf("read %s: %w", p.Name, err)
	}
	p.Size, p.Digest = strconv.FormatInt(n, 10), hex.EncodeToString(h.Sum(nil))
	return p, nil
}

// pack writes the ZIP beside its final name and moves it there when it is whole.
func (b *builder) pack(ctx context.Context, d Description) error {
	if _, err := os.Lstat(b.Out); err == nil {
		return failure.New(failure.Refused, "write web submission", wording.Say("hint.website.package-name-taken", filepath.Base(b.Out)))
	}
	temp := filepath.Join(b.work, "paket.zip")
	f, err := os.Create(temp)
	if err == nil {
		z := zip.NewWriter(f)
		if err = b.members(ctx, z, d); err == nil {
			err = z.Close()
		}
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err == nil {
		err = os.Rename(temp, b.Out)
	}
	if err != nil && ctx.Err() == nil && !failure.Explained(err) {
		err = failure.Wrap(failure.Setup, "write web submission", wording.Say("hint.website.package-not-written"), err)
	}
	return err
}

func (b *builder) members(ctx context.Context, z *zip.Writer, d Description) error {
	var doc bytes.Buffer
	if err := WriteDescription(&doc, d); err != nil {
		return err
	}
	if err := b.member(z, DocumentName, &doc, zip.Deflate); err != nil {
		return err
	}
	for _, p := range d.Parts {
		if p.Kind == PartCrawl {
			continue
		}
		f, err := os.Open(filepath.Join(b.work, p.Name))
		if err != nil {
			return err
		}
		if err := errors.Join(b.member(z, p.Name, stop.Reader(ctx, f), zip.Store), f.Close()); err != nil {
			return err
		}
	}
	var done int64
	return b.t.Files(ctx, func(e container.Entry) error {
		rc, err := b.t.Open(ctx, e.Path)
		if err != nil {
			return err
		}
		method := zip.Deflate
		if strings.HasSuffix(e.Path, ".gz") || strings.HasSuffix(e.Path, ".wacz") || strings.HasSuffix(e.Path, ".zip") {
			method = zip.Store
		}
		err = errors.Join(b.member(z, crawlName+"/"+e.Path, rc, method), rc.Close())
		done += e.Size
		b.step("Crawl", done, b.crawl.Bytes)
		return err
	})
}

func (b *builder) member(z *zip.Writer, name string, r io.Reader, method uint16) error {
	w, err := z.CreateHeader(&zip.FileHeader{Name: name, Method: method, Modified: b.Clock})
	if err == nil {
		_, err = io.Copy(w, r)
	}
	if err != nil {
		return fmt.Errorf("pack %s: %w", name, err)
	}
	return nil
}

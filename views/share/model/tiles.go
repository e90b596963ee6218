package model

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"laufzettel/appraisal/share"
	"laufzettel/transfer/record"
)

// Colour is what the tiles are coloured by.
type Colour string

// The colours of the tiles.
const (
	ByDecision Colour = "decision"
	ByYears    Colour = "age"
	ByType     Colour = "type"
)

// colours are what the tiles of a share can be coloured by; at its source nothing is decided.
func (s *Share) colours() []Colour {
	if s.AtSource() {
		return []Colour{ByYears, ByType}
	}
	return []Colour{ByDecision, ByYears, ByType}
}

// Paint colours the tiles by the next thing.
func (p *Presenter) Paint() {
	all := p.Share.colours()
	p.Colour = all[(slices.Index(all, p.Colour)+1)%len(all)]
	p.redraw()
}

// Tile is one thing of the chosen folder with its share of it.
type Tile struct {
	Folder, File int32 // -1: none; both -1: the rest
	Name         string
	share.Sum
	// Tint is what it is coloured by: a letter, a type, or "old"; Shade how much, 0 to 1.
	Tint  string
	Shade float32
}

// mostTiles bounds the tiles; the smallest are one.
const mostTiles = 150

// Sheet gives the tiles of the chosen folder, the largest first.
func (p *Presenter) Sheet() []Tile {
	if p.Share == nil {
		return nil
	}
	b := basis{at: p.At, stays: p.Stays, colour: p.Colour, state: p.state}
	if p.sheet == nil || p.of != b {
		p.sheet, p.of = p.makeSheet(), b
	}
	return p.sheet
}

func (p *Presenter) makeSheet() []Tile {
	t := p.Share.Tree
	var out []Tile
	for _, s := range p.staying(p.Folder(p.At).Folders) {
		if size := p.Size(s); size.Bytes > 0 {
			out = append(out, Tile{Folder: s, File: -1, Name: p.Name(s), Sum: size})
		}
	}
	for _, n := range p.Folder(p.At).Own {
		if f := &t.Files[n]; f.Size > 0 && (!p.Stays || f.Letter == record.RatingArchive) {
			out = append(out, Tile{Folder: -1, File: n, Name: f.Name, Sum: share.Sum{Files: 1, Bytes: f.Size}})
		}
	}
	slices.SortStableFunc(out, func(a, b Tile) int { return cmp.Compare(b.Bytes, a.Bytes) })
	if more := len(out) - mostTiles; more > 0 {
		rest := Tile{Folder: -1, File: -1, Name: p.words.N("share.more", more)}
		for _, x := range out[mostTiles:] {
			rest.Files, rest.Bytes = rest.Files+x.Files, rest.Bytes+x.Bytes
		}
		out = append(out[:mostTiles:mostTiles], rest)
		slices.SortStableFunc(out, func(a, b Tile) int { return cmp.Compare(b.Bytes, a.Bytes) })
	}
	root := p.Folder(0)
	for i := range out {
		p.tint(&out[i], root.First, root.Last)
	}
	return out
}

func (p *Presenter) tint(x *Tile, first, last int64) {
	t := p.Share.Tree
	if x.Folder < 0 && x.File < 0 {
		return
	}
	switch p.Colour {
	case ByYears:
		var at int64
		if x.Folder >= 0 {
			at = t.Folders[x.Folder].Last
		} else {
			at = t.Files[x.File].Modified
		}
		if at != 0 && last > first {
			x.Tint, x.Shade = "old", 0.08+0.82*float32(last-at)/float32(last-first)
		}
	case ByType:
		x.Tint, x.Shade = p.kind(x), 0.4
	default:
		x.Tint, x.Shade = p.verdict(x)
	}
}

// verdict is what is decided on most bytes of a tile, the stronger the more it is.
func (p *Presenter) verdict(x *Tile) (string, float32) {
	t := p.Share.Tree
	if x.File >= 0 {
		if l := t.Files[x.File].Letter; l != record.RatingAppraise {
			return string(l), 0.45
		}
		return "", 0
	}
	f := &t.Folders[x.Folder]
	letter, most := record.RatingArchive, f.Stay.Bytes
	if f.Go.Bytes > most {
		letter, most = record.RatingDestroy, f.Go.Bytes
	}
	if most == 0 {
		return "", 0
	}
	return string(letter), 0.12 + 0.33*float32(most)/float32(f.Bytes)
}

// Types are the kinds of files tiles are coloured by, in the order of the legend.
var Types = []string{"text", "table", "picture", "sound", "mail", "archive", "other"}

var typesOf = types()

func types() map[string]string {
	out := map[string]string{}
	for kind, all := range map[string]string{"text": "doc docx odt rtf txt pdf html htm md wpd",
		"table": "xls xlsx ods csv mdb accdb dbf sqlite db", "picture": "jpg jpeg png gif tif tiff bmp svg psd dwg dxf",
		"sound": "mp3 wav flac mp4 avi mov mkv wmv mpg", "mail": "eml msg pst mbox ost", "archive": "zip 7z tar gz tgz rar iso"} {
		for ext := range strings.FieldsSeq(all) {
			out[ext] = kind
		}
	}
	return out
}

func typeOf(name string) string {
	return cmp.Or(typesOf[strings.ToLower(strings.TrimPrefix(path.Ext(name), "."))], "other")
}

// kind is the type most bytes of a tile are of.
func (p *Presenter) kind(x *Tile) string {
	t := p.Share.Tree
	if x.File >= 0 {
		return typeOf(t.Files[x.File].Name)
	}
	by := map[string]int64{} // by extension: a large folder has many files of few
	ext, sum := "", int64(0)
	t.FilesBelow(x.Folder, func(n int32) {
		if e := path.Ext(t.Files[n].Name); e != ext {
			by[ext] += sum
			ext, sum = e, 0
		}
		sum += t.Files[n].Size
	})
	by[ext] += sum
	kinds, most := map[string]int64{}, "other"
	for e, n := range by {
		kinds[typeOf(e)] += n
	}
	for _, kind := range Types {
		if kinds[kind] > kinds[most] {
			most = kind
		}
	}
	return most
}

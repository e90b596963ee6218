package appraise

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"laufzettel/transfer"
	"laufzettel/transfer/check"
	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/people"
	"laufzettel/transfer/record"
	"laufzettel/transfer/wording"
	"laufzettel/viewer/sensitivity"
	"laufzettel/viewer/sensitivity/found"
)

// RulesOf gives the rules for personal data by which a portion is searched: those its
// profile chose. Error: Refused where the profile switches off a rule there is none of.
func (dk *Desk) RulesOf(ctx context.Context, p transfer.Portion) (*sensitivity.Rules, error) {
	prof, err := dk.Papers.ProfileOf(ctx, p)
	if err != nil || prof == nil {
		return sensitivity.Standard(), nil // a profile that is gone chooses nothing
	}
	c := sensitivity.Choice{Off: prof.Sensitivity.Off, SpecialBasis: prof.Sensitivity.SpecialBasis,
		SpecialAssessed: prof.Sensitivity.SpecialAssessed}
	for _, id := range c.Off {
		if _, ok := sensitivity.ByID(id); !ok {
			return nil, failure.New(failure.Refused, "choose rules of "+p.ID,
				wording.Say("hint.appraise.profile-rule-unknown", id))
		}
	}
	return sensitivity.With(c), nil
}

// placesIn searches the pages of a file.
func placesIn(name string, pages []string, whole bool, rules *sensitivity.Rules) found.File {
	f := found.File{Path: name, Pages: len(pages), Whole: whole}
	for i, text := range pages {
		if strings.TrimSpace(text) == "" {
			f.Blank++
			continue
		}
		hits, all := rules.Find(text)
		f.Whole = f.Whole && all
		for _, h := range hits {
			f.Hits = append(f.Hits, found.Hit{Path: name, Page: i, Offset: h.Offset, Length: h.Length, Kind: h.Kind, Rule: h.Rule})
		}
	}
	return f
}

// Level is what a row of a map stands for.
type Level string

// The levels of a map.
const (
	ByFolder   Level = "folder"
	ByDossier  Level = "dossier"
	ByCase     Level = "case"
	ByDocument Level = "document"
	ByPage     Level = "page"
)

// Levels are all levels, the widest first.
var Levels = []Level{ByFolder, ByDossier, ByCase, ByDocument, ByPage}

// Row is one line of a map: how much was found in what it stands for. Dismissed places
// do not count.
type Row struct {
	Level     Level                    `json:"level"`
	ID        string                   `json:"id"`              // of the object; of a folder or page its path
	Title     string                   `json:"title,omitempty"` // Kennzeichen and Betreff
	Page      int                      `json:"page,omitempty"`  // from 1, of a page
	Files     int                      `json:"files"`
	Pages     int                      `json:"pages"`  // with text
	Unread    int                      `json:"unread"` // files without readable text
	Cut       int                      `json:"cut"`    // files searched in part
	Places    int                      `json:"places"`
	Confirmed int                      `json:"confirmed"`
	Kinds     map[sensitivity.Kind]int `json:"kinds"`
}

// Density is how many places there are to a page with text.
func (r Row) Density() float64 { return float64(r.Places) / float64(max(1, r.Pages)) }

// Map is where personal data were found in a portion.
type Map struct {
	Level    Level `json:"level"`
	Rows     []Row `json:"rows"`
	Files    int   `json:"files"`
	Searched int   `json:"searched"` // of them
	Unread   int   `json:"unread"`   // searched files without readable text
	Cut      int   `json:"cut"`      // files searched in part: long, damaged, with attachments
	// Recognised are files of which pages were read by text recognition: it may be wrong.
	Recognised int                      `json:"recognised"`
	Places     int                      `json:"places"`
	Confirmed  int                      `json:"confirmed"`
	Dismissed  int                      `json:"dismissed"`
	Kinds      map[sensitivity.Kind]int `json:"kinds"`
	Special    bool                     `json:"special"` // the lexicon of special categories is on
	Off        []string                 `json:"off"`     // rules that are off
}

// MapOf gives the map of a portion by level, in the order of the list. What is not
// searched yet is searched first, beside the word index; progress may be nil. Errors: as
// IndexTexts, and Refused where the person may not see the delivery.
func (sg *Sensing) MapOf(ctx context.Context, id string, by Level, progress func(done, total int)) (*Map, error) {
	p, files, rules, err := sg.searched(ctx, id, progress)
	if err != nil {
		return nil, err
	}
	m := &Map{Level: by, Rows: []Row{}, Kinds: map[sensitivity.Kind]int{}, Special: rules.Used("special"), Off: []string{}}
	for _, r := range sensitivity.All() {
		if !rules.Used(r.ID) && r.ID != "special" {
			m.Off = append(m.Off, r.ID)
		}
	}
	read, err := sg.Desk.Recognised.Files(ctx, id)
	if err != nil {
		return nil, err
	}
	rows, seen := map[string]*Row{}, map[string]bool{}
	var order []*Row
	at := func(id, title string, page int) *Row {
		key := fmt.Sprint(id, "\x00", page)
		if rows[key] == nil {
			rows[key] = &Row{Level: by, ID: id, Title: title, Page: page, Kinds: map[sensitivity.Kind]int{}}
			order = append(order, rows[key])
		}
		return rows[key]
	}
	err = sg.eachFile(ctx, p, func(u, o *record.Object, fact check.FileFact) {
		if seen[fact.Path] {
			return
		}
		seen[fact.Path] = true
		m.Files++
		f := files[fact.Path]
		if f == nil {
			return
		}
		m.take(f)
		if r := read[contentOf(fact)]; r != nil && len(r.Read) > 0 {
			m.Recognised++
		}
		if by == ByPage {
			byPage(f, at)
			return
		}
		id, title := sg.rowOf(by, u, o, fact.Path)
		at(id, title, 0).take(f)
	})
	for _, r := range order {
		m.Rows = append(m.Rows, *r)
	}
	return m, err
}

// rowOf gives the row of a level a file belongs to.
func (sg *Sensing) rowOf(by Level, u, o *record.Object, name string) (id, title string) {
	switch by {
	case ByFolder:
		return path.Dir(name), ""
	case ByDocument:
		return o.ID, titleOf(o)
	case ByDossier:
		top := u
		for top.Parent != nil && top.Kind != record.Dossier {
			top = top.Parent
		}
		return top.ID, titleOf(top)
	}
	return u.ID, titleOf(u)
}

func titleOf(o *record.Object) string {
	return strings.TrimSpace(cmp.Or(o.Reference, o.Number) + " " + o.Subject)
}

// lacks counts a file as one of which nothing could be read, as one searched in part, or
// as neither.
func lacks(f *found.File) (unread, cut int) {
	switch {
	case f.Unread():
		return 1, 0
	case !f.Whole:
		return 0, 1
	}
	return 0, 0
}

func (m *Map) take(f *found.File) {
	m.Searched++
	unread, cut := lacks(f)
	m.Unread += unread
	m.Cut += cut
	for _, h := range f.Hits {
		switch h.Verdict {
		case found.Dismissed:
			m.Dismissed++
			continue
		case found.Confirmed:
			m.Confirmed++
		}
		m.Places++
		m.Kinds[h.Kind]++
	}
}

func (r *Row) take(f *found.File) {
	r.Files++
	r.Pages += f.Pages - f.Blank
	unread, cut := lacks(f)
	r.Unread += unread
	r.Cut += cut
	for _, h := range f.Hits {
		r.hit(h)
	}
}

func (r *Row) hit(h found.Hit) {
	if h.Verdict == found.Dismissed {
		return
	}
	if h.Verdict == found.Confirmed {
		r.Confirmed++
	}
	r.Places++
	r.Kinds[h.Kind]++
}

// byPage makes a row of every page on which something was found.
func byPage(f *found.File, at func(id, title string, page int) *Row) {
	for _, h := range f.Hits {
		if h.Verdict != found.Dismissed {
			r := at(f.Path, "", h.Page+1)
			r.Files, r.Pages = 1, 1
			r.hit(h)
		}
	}
}

// searched gives a portion whose files are searched, and what was found in them.
func (sg *Sensing) searched(ctx context.Context, id string, progress func(done, total int)) (transfer.Portion, map[string]*found.File,
	*sensitivity.Rules, error) {
	if err := sg.Desk.MayShow(ctx, id); err != nil {
		return transfer.Portion{}, nil, nil, err
	}
	if err := sg.Desk.IndexTexts(ctx, id, progress); err != nil {
		return transfer.Portion{}, nil, nil, err
	}
	p, err := sg.Portions.Get(ctx, id)
	if err != nil {
		return p, nil, nil, err
	}
	rules, err := sg.Desk.RulesOf(ctx, p)
	if err != nil {
		return p, nil, nil, err
	}
	files, err := sg.Desk.Places.Files(ctx, id)
	return p, files, rules, err
}

func (sg *Sensing) eachFile(ctx context.Context, p transfer.Portion, fn func(u, o *record.Object, f check.FileFact)) error {
	roots, err := sg.Portions.Outline(ctx, p.ID)
	if err != nil {
		return err
	}
	return sg.Contents.EachObjectFile(ctx, p, roots, func(u, o *record.Object, f check.FileFact) error {
		fn(u, o, f)
		return nil
	})
}

// Narrow chooses places of a portion.
type Narrow struct {
	Object string           // id, Kennzeichen, title or number of an object: only its files
	Folder string           // only the files that lie in it, "." = at the top
	File   string           // only this file
	Page   int              // of it, from 1; 0: all
	Kind   sensitivity.Kind // "": all
	All    bool             // those already confirmed or dismissed as well
	Limit  int              // most places, 0: 100
}

// takes tells whether a file is among those wanted.
func (n Narrow) takes(name string) bool {
	return (n.Folder == "" || path.Dir(name) == path.Clean(n.Folder)) && (n.File == "" || name == n.File)
}

// Place is a hit with the words around it, read now from the delivered file.
type Place struct {
	ID      int64            `json:"id"`
	Object  string           `json:"object"`
	Path    string           `json:"path"`
	Page    int              `json:"page"` // from 1
	Kind    sensitivity.Kind `json:"kind"`
	Rule    string           `json:"rule"`
	Why     wording.Text     `json:"-"` // said in the language of who reads it
	Verdict found.Verdict    `json:"verdict,omitempty"`
	Before  string           `json:"before"`
	Word    string           `json:"word"`
	After   string           `json:"after"`
}

// mostPlaces are shown at once: each file is read anew for its words.
const mostPlaces = 100

// Places gives places of a portion with the words around them, in the order of the list,
// and how many there are. The words are read from the delivered files now and are kept
// nowhere.
func (sg *Sensing) Places(ctx context.Context, id string, n Narrow) (places []Place, total int, err error) {
	p, files, _, err := sg.searched(ctx, id, nil)
	if err != nil {
		return nil, 0, err
	}
	object := ""
	if n.Object != "" {
		if object, err = sg.Portions.ObjectNamed(ctx, id, n.Object); err != nil {
			return nil, 0, err
		}
	}
	type chosen struct {
		fact check.FileFact
		doc  string
		hits []found.Hit
	}
	var list []chosen
	seen, limit, taken := map[string]bool{}, cmp.Or(n.Limit, mostPlaces), 0
	err = sg.eachFile(ctx, p, func(u, o *record.Object, fact check.FileFact) {
		if f := files[fact.Path]; f != nil && !seen[fact.Path] && (object == "" || within(object, u, o)) && n.takes(fact.Path) {
			seen[fact.Path] = true
			hits := slices.DeleteFunc(slices.Clone(f.Hits), func(h found.Hit) bool {
				return n.Kind != "" && h.Kind != n.Kind || !n.All && h.Verdict != found.Unjudged || n.Page > 0 && h.Page+1 != n.Page
			})
			if total += len(hits); taken < limit && len(hits) > 0 {
				hits = hits[:min(len(hits), limit-taken)]
				taken += len(hits)
				list = append(list, chosen{fact, o.ID, hits})
			}
		}
	})
	if err != nil || len(list) == 0 {
		return []Place{}, total, err
	}
	tree, err := sg.Intake.Tree(ctx, p)
	if err != nil {
		return nil, 0, failure.Wrap(failure.Refused, "show places of "+id, wording.Say("hint.appraise.delivered-files-gone"), err)
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	for _, c := range list {
		pages, _, err := sg.Desk.textOf(ctx, id, tree, c.fact)
		if err != nil {
			return nil, 0, err
		}
		for _, h := range c.hits {
			rule, _ := sensitivity.ByID(h.Rule)
			pl := Place{ID: h.ID, Object: c.doc, Path: h.Path, Page: h.Page + 1, Kind: h.Kind, Rule: h.Rule, Why: rule.Why(),
				Verdict: h.Verdict}
			if h.Page < len(pages) {
				pl.Before, pl.Word, pl.After = around(pages[h.Page], h.Offset, h.Length)
			}
			places = append(places, pl)
		}
	}
	return places, total, nil
}

// within tells whether an object is the unit, one it lies in, the document, or one
// between them.
func within(id string, u, o *record.Object) bool {
	for x := o; x != nil; x = x.Parent {
		if x.ID == id {
			return true
		}
	}
	for x := u; x != nil; x = x.Parent {
		if x.ID == id {
			return true
		}
	}
	return false
}

// aroundBytes are shown before and behind a place.
const aroundBytes = 60

// around gives a place of a text and the words about it in one line each; nothing where
// the text is not the one that was searched.
func around(text string, at, length int) (before, word, after string) {
	if at < 0 || at+length > len(text) {
		return "", "", ""
	}
	from, to := max(0, at-aroundBytes), min(len(text), at+length+aroundBytes)
	for from < at && !utf8.RuneStart(text[from]) {
		from++
	}
	for to < len(text) && !utf8.RuneStart(text[to]) {
		to--
	}
	line := strings.NewReplacer("\n", " ", "\r", "", "\t", " ")
	return line.Replace(text[from:at]), line.Replace(text[at : at+length]), line.Replace(text[at+length : to])
}

// mostJudged are judged in one act.
const mostJudged = 1000

// Judge keeps that a person confirmed or dismissed places, or took that back. The log
// says of which portion and how many, never which words. Errors: Refused without the
// right to appraise, and where a number is none of the portion.
func (sg *Sensing) Judge(ctx context.Context, id string, places []int64, v found.Verdict) error {
	if _, err := sg.Office.MustPerson(people.Appraise, "judge places of personal data"); err != nil {
		return err
	}
	if err := sg.Desk.MayShow(ctx, id); err != nil {
		return err
	}
	places = slices.Compact(slices.Sorted(slices.Values(places)))
	if len(places) == 0 || len(places) > mostJudged {
		return failure.New(failure.Refused, "judge places of "+id, wording.Say("hint.appraise.places-at-once", mostJudged))
	}
	_, err := sg.Desk.Places.Judge(ctx, id, places, v, func(tx *sql.Tx, n int) error {
		if n != len(places) {
			return failure.New(failure.Refused, "judge places of "+id,
				wording.Say("hint.appraise.place-number-unknown"))
		}
		word := cmp.Or(string(v), "reopened")
		return sg.Log.Entry(ctx, sg.Office.Event(events.Marked, id, "", word, map[string]string{"places": strconv.Itoa(n)}))(tx)
	})
	return err
}

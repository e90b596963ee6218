package catalog

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// ErrUnknown says that an object is not in the index, or may not be known.
var ErrUnknown = errors.New("not in the index")

// Query asks the index. The zero value of a filter filters nothing.
type Query struct {
	Text       string // words, "a phrase", begin*, -without
	FromYear   int    // Laufzeit touches this range
	ToYear     int
	Agency     string
	Kind       string
	Under      string   // beginning of the reference code
	Accessions []string // one, some or (empty) all portions or snapshots
	ByTree     bool     // list by agency, Aktenplan and Akte, for finding aids; not of a search
	Limit      int      // items on this page; 0: 50
	Offset     int
	// Day decides about closure; it is never left out: zero means today.
	Day time.Time
	// Granted lists the objects an application was granted for.
	Granted []string
}

// Span is a piece of text; Hit marks the words that were asked for.
type Span struct {
	Text string
	Hit  bool
}

// Found is one object with the places that were found in it.
type Found struct {
	Item   // without Documents
	Places []Place
	// More is how many further places there are.
	More int
}

// Place is one description or document in which the words stand.
type Place struct {
	Document // ID is "" for the description of the object itself
	Context  []Span
}

// Results is one page of a search.
type Results struct {
	Total int // objects found, on all pages
	// More says that there are more than Total: of words that stand nearly
	// everywhere only so many places are looked at.
	More  bool
	Items []Found
	// Due is how many documents the words were not looked for in, because theirs are not in
	// the index yet.
	Due int
}

const (
	defaultLimit  = 50
	maxLimit      = 500
	placesPerItem = 3
	contextWords  = 18
	// maxPlaces is how many places a search ranks. Ranking costs some microseconds a
	// place; of more places than that the order says nothing a reader could use.
	maxPlaces = 10_000
)

// filter writes the conditions of a query. Closure is part of every one of them.
type filter struct {
	where []string
	args  []any
}

func (f *filter) add(cond string, args ...any) {
	f.where = append(f.where, cond)
	f.args = append(f.args, args...)
}

func (f *filter) sql() string { return strings.Join(f.where, " AND ") }

func newFilter(day time.Time, granted []string) *filter {
	f := &filter{}
	if day.IsZero() {
		day = time.Now()
	}
	cond := `(i.closed <> 'description' OR i.closed_until < ?`
	args := []any{day.UnixMilli()}
	if len(granted) > 0 {
		cond += ` OR i.pid IN (` + marks(len(granted)) + `)`
		args = append(args, anys(granted)...)
	}
	f.add(cond+`)`, args...)
	return f
}

// openContent lets documents of closed objects through only where granted.
func (f *filter) openContent(day time.Time, granted []string) {
	if day.IsZero() {
		day = time.Now()
	}
	cond := `(e.part = '' OR i.closed = '' OR i.closed_until < ?`
	args := []any{day.UnixMilli()}
	if len(granted) > 0 {
		cond += ` OR i.pid IN (` + marks(len(granted)) + `)`
		args = append(args, anys(granted)...)
	}
	f.add(cond+`)`, args...)
}

func (q Query) filter() *filter {
	f := newFilter(q.Day, q.Granted)
	if q.FromYear > 0 {
		f.add(`i.last_year >= ?`, q.FromYear)
	}
	if q.ToYear > 0 {
		f.add(`i.first_year <= ?`, q.ToYear)
	}
	if q.Agency != "" {
		f.add(`i.agency = ?`, q.Agency)
	}
	if q.Kind != "" {
		f.add(`i.kind = ?`, q.Kind)
	}
	if q.Under != "" {
		f.add(`substr(i.reference, 1, ?) = ?`, len([]rune(q.Under)), q.Under)
	}
	if len(q.Accessions) > 0 {
		f.add(`i.accession IN (`+marks(len(q.Accessions))+`)`, anys(q.Accessions)...)
	}
	return f
}

func marks(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

func anys(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}

const itemColumns = `i.pid, i.reference, i.kind, i.filing, i.subject, i.first_day, i.last_day, i.agency, i.accession, i.package,
	i.closed, i.closed_until, i.closed_basis, i.checked, i.number, i.plan, i.tree, i.documents, i.files, i.bytes`

func scanItem(it *Item, before ...any) []any {
	return append(before, &it.PID, &it.ReferenceCode, &it.Kind, &it.Filing, &it.Subject, &it.From, &it.To, &it.Agency, &it.Accession,
		&it.Package,
		&it.Closure.Grade, (*nullTime)(&it.Closure.Until), &it.Closure.Basis, (*nullTime)(&it.Checked),
		&it.Number, &it.Plan, &it.Tree, &it.Extent.Documents, &it.Extent.Files, &it.Extent.Bytes)
}

// Scan implements sql.Scanner: a row indexed before trees were has none.
func (t *Tree) Scan(v any) error {
	text, _ := v.(string)
	*t = Tree{}
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), t); err != nil {
		return fmt.Errorf("read tree of index: %w", err)
	}
	return nil
}

// nullTime scans Unix milliseconds or NULL.
type nullTime time.Time

// Scan implements sql.Scanner.
func (t *nullTime) Scan(v any) error {
	var n sql.NullInt64
	if err := n.Scan(v); err != nil {
		return err
	}
	*t = nullTime(fromMillis(n))
	return nil
}

// Search gives one page of objects, best first; without words the objects of
// the filters in the order of their reference codes. Of words that stand in more
// than 10,000 places those in descriptions come first, and Results.More may be set.
func (c *Catalog) Search(ctx context.Context, q Query) (Results, error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	q.Limit = min(q.Limit, maxLimit)
	terms := parse(q.Text)
	expr := match(terms)
	if expr == "" {
		if strings.TrimSpace(q.Text) != "" {
			return Results{}, nil // only signs or only exclusions: nothing is asked for
		}
		return c.list(ctx, q)
	}
	var res Results
	var err error
	if res.Due, err = c.due(ctx); err != nil {
		return Results{}, err
	}
	found, args, err := c.candidates(ctx, q, expr, terms)
	if err != nil {
		return Results{}, err
	}
	rows, err := c.db.Reader().QueryContext(ctx, `
		WITH `+found+`,
		best AS (SELECT item, min(score) AS score, count(*) AS places FROM found GROUP BY item),
		page AS MATERIALIZED (
			SELECT best.item AS item, best.places AS places, count(*) OVER () AS total, row_number() OVER (ORDER BY best.score, i.reference, i.id) AS at
			FROM best JOIN catalog_item i ON i.id = best.item ORDER BY at LIMIT ? OFFSET ?),
		ranked AS (SELECT id, item, row_number() OVER (PARTITION BY item ORDER BY score, id) AS n FROM found WHERE item IN (SELECT item FROM page))
		SELECT page.total, (SELECT count(*) FROM anywhere) > ?, i.id, page.places, ranked.id, `+itemColumns+`
		FROM page JOIN catalog_item i ON i.id = page.item JOIN ranked ON ranked.item = page.item AND ranked.n <= `+fmt.Sprint(placesPerItem)+`
		ORDER BY page.at, ranked.n`, append(args, q.Limit, q.Offset, c.most)...)
	if err != nil {
		return Results{}, fmt.Errorf("search index: %w", err)
	}
	defer rows.Close()
	byID := map[int64]int{}
	var entries []any
	for rows.Next() {
		var id, entry int64
		var fd Found
		if err := rows.Scan(scanItem(&fd.Item, &res.Total, &res.More, &id, &fd.More, &entry)...); err != nil {
			return Results{}, fmt.Errorf("search index: %w", err)
		}
		entries = append(entries, entry)
		if _, known := byID[id]; !known {
			byID[id] = len(res.Items)
			res.Items = append(res.Items, fd)
		}
	}
	if err := rows.Err(); err != nil {
		return Results{}, fmt.Errorf("search index: %w", err)
	}
	if len(res.Items) == 0 {
		return res, nil
	}
	return res, c.places(ctx, expr, terms, entries, byID, res.Items)
}

// candidates writes the part of a search that finds and ranks places: "found" with
// id, item and score, "anywhere" with what was found anywhere. Closure and filters
// are part of every one.
func (c *Catalog) candidates(ctx context.Context, q Query, expr string, terms []term) (found string, args []any, err error) {
	f := q.filter()
	f.openContent(q.Day, q.Granted)
	ranked := `SELECT e.id AS id, e.item AS item, bm25(catalog_words, 6.0, 1.0, 1.0) AS score
			FROM catalog_words w JOIN catalog_entry e ON e.id = w.rowid JOIN catalog_item i ON i.id = e.item
			WHERE catalog_words MATCH ? AND ` + f.sql() + ` LIMIT ?`
	part := func(expr string, most int) []any { return append(append([]any{expr}, f.args...), most) }
	var n int
	if err := c.db.Reader().QueryRowContext(ctx, `SELECT count(*) FROM (SELECT 1 FROM catalog_words WHERE catalog_words MATCH ? LIMIT ?)`,
		expr, c.most+1).Scan(&n); err != nil {
		return "", nil, fmt.Errorf("search index: %w", err)
	}
	// One more than is ranked at most tells that there are more.
	found, args = `anywhere AS MATERIALIZED (`+ranked+`)`, part(expr, c.most+1)
	if n <= c.most {
		return found + `, found AS (SELECT * FROM anywhere)`, args, nil // there are not more
	}
	// Whatever stands in a description goes before whatever stands in a text only.
	return found + `, described AS MATERIALIZED (` + ranked + `),
		found AS MATERIALIZED (SELECT id, item, min(score) AS score FROM (
			SELECT * FROM (SELECT id, item, score FROM anywhere LIMIT ?) UNION ALL SELECT id, item, score - 1000 FROM described) GROUP BY id, item)`,
		append(append(args, part(matchIn("head", terms), c.most)...), c.most), nil
}

// places fills the best places of the items on this page; entries are their rows,
// best first for each item. What may be shown was decided when they were found.
func (c *Catalog) places(ctx context.Context, expr string, terms []term, entries []any, byID map[int64]int, items []Found) error {
	order := map[int64]int{}
	for i, e := range entries {
		order[e.(int64)] = i
	}
	// The entries go first and each is looked up among the words by its number: the
	// other way round all places of a common word would be walked again. The places
	// of a beginning are gathered anew at every look, so there one walk is less.
	from := `catalog_entry e CROSS JOIN catalog_words w ON w.rowid = e.id WHERE e.id IN`
	if slices.ContainsFunc(terms, func(t term) bool { return t.prefix }) {
		from = `catalog_words w CROSS JOIN catalog_entry e ON e.id = w.rowid WHERE +w.rowid IN`
	}
	rows, err := c.db.Reader().QueryContext(ctx, `
		SELECT e.id, e.item, CASE WHEN length(w.body) > ? THEN '' ELSE snippet(catalog_words, 1, ?, ?, '…', ?) END,
			CASE WHEN length(w.head) > ? THEN '' ELSE snippet(catalog_words, 0, ?, ?, '…', ?) END,
			e.part, e.title, e.day, e.format, e.path, e.digest, e.bytes, CASE WHEN w.body = '' THEN w.head ELSE w.body END
		FROM `+from+` (`+marks(len(entries))+`) AND catalog_words MATCH ?`,
		append(append([]any{ownContext, open, shut, contextWords, ownContext, open, shut, contextWords}, entries...), expr)...)
	if err != nil {
		return fmt.Errorf("search index: %w", err)
	}
	defer rows.Close()
	type placed struct {
		item  int
		place Place
	}
	all := make([]placed, len(entries))
	for rows.Next() {
		var entry, id int64
		var p Place
		var body, head, text string
		if err := rows.Scan(&entry, &id, &body, &head, &p.ID, &p.Title, &p.Date, &p.Format, &p.Path, &p.Digest, &p.Bytes,
			&text); err != nil {
			return fmt.Errorf("search index: %w", err)
		}
		p.Context = contextOf(body, head, text, terms)
		all[order[entry]] = placed{byID[id] + 1, p}
	}
	for _, a := range all {
		if a.item > 0 { // zero: the row went away between both questions
			it := &items[a.item-1]
			it.Places = append(it.Places, a.place)
			it.More--
		}
	}
	return rows.Err()
}

// list gives the objects of the filters without words.
func (c *Catalog) list(ctx context.Context, q Query) (Results, error) {
	f := q.filter()
	order := `i.reference, i.id`
	if q.ByTree {
		order = `i.agency, i.plan, i.tree, ` + order
	}
	rows, err := c.db.Reader().QueryContext(ctx, `SELECT count(*) OVER (), `+itemColumns+` FROM catalog_item i WHERE `+f.sql()+`
		ORDER BY `+order+` LIMIT ? OFFSET ?`, append(f.args, q.Limit, q.Offset)...)
	if err != nil {
		return Results{}, fmt.Errorf("list index: %w", err)
	}
	defer rows.Close()
	var res Results
	for rows.Next() {
		var fd Found
		if err := rows.Scan(scanItem(&fd.Item, &res.Total)...); err != nil {
			return Results{}, fmt.Errorf("list index: %w", err)
		}
		res.Items = append(res.Items, fd)
	}
	return res, rows.Err()
}

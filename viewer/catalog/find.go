package catalog

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"
)

// Find gives one object by persistent identifier or reference code with its
// documents in the order of their dates, undated ones first (A24). Of an object
// that is closed on the day no documents are given. ErrUnknown also for an
// object whose description is closed.
func (c *Catalog) Find(ctx context.Context, key string, day time.Time, granted ...string) (Item, error) {
	f := newFilter(day, granted)
	var it Item
	var id int64
	err := c.db.Reader().QueryRowContext(ctx, `SELECT i.id, `+itemColumns+` FROM catalog_item i
		WHERE (i.pid = ? OR (i.reference = ? AND i.reference <> '')) AND `+f.sql()+` ORDER BY i.pid <> ?, i.id LIMIT 1`,
		append(append([]any{key, key}, f.args...), key)...).Scan(scanItem(&it, &id)...)
	if errors.Is(err, sql.ErrNoRows) {
		return Item{}, fmt.Errorf("find %s: %w", key, ErrUnknown)
	}
	if err != nil {
		return Item{}, fmt.Errorf("find %s: %w", key, err)
	}
	cf := &filter{}
	cf.add(`e.item = ? AND e.part <> ''`, id)
	cf.openContent(day, granted)
	rows, err := c.db.Reader().QueryContext(ctx, `SELECT e.part, e.title, e.day, e.format, e.path, e.digest, e.bytes
		FROM catalog_entry e JOIN catalog_item i ON i.id = e.item WHERE `+cf.sql()+` ORDER BY e.day, e.id`, cf.args...)
	if err != nil {
		return Item{}, fmt.Errorf("find %s: %w", key, err)
	}
	defer rows.Close()
	for rows.Next() {
		var d Document
		if err := rows.Scan(&d.ID, &d.Title, &d.Date, &d.Format, &d.Path, &d.Digest, &d.Bytes); err != nil {
			return Item{}, fmt.Errorf("find %s: %w", key, err)
		}
		it.Documents = append(it.Documents, d)
	}
	return it, rows.Err()
}

// Facet is one value of a filter with the number of objects behind it.
type Facet struct {
	Value string
	Count int
}

// Facets are the values to filter by, over everything that may be known. The number of a
// value is what a search finds with it and all else that is asked for.
type Facets struct {
	Agencies, Kinds, Accessions []Facet
	Total                       int // found by the query as it is
}

// Facets counts what a query would find, by what it can be narrowed by. Each list leaves
// its own filter out: it says what choosing another value would give.
func (c *Catalog) Facets(ctx context.Context, q Query) (out Facets, err error) {
	if out.Total, err = c.total(ctx, q); err != nil {
		return Facets{}, err
	}
	for _, d := range []struct {
		column string
		list   *[]Facet
		free   func(*Query)
	}{
		{"agency", &out.Agencies, func(q *Query) { q.Agency = "" }},
		{"kind", &out.Kinds, func(q *Query) { q.Kind = "" }},
		{"accession", &out.Accessions, func(q *Query) { q.Accessions = nil }},
	} {
		free := q
		d.free(&free)
		if *d.list, err = c.facet(ctx, free, d.column); err != nil {
			return Facets{}, err
		}
	}
	return out, nil
}

// asked writes the conditions of a query on objects, its words among them. As in a search
// only so many places of words that stand everywhere are looked at.
func (c *Catalog) asked(q Query) (*filter, bool) {
	f := q.filter()
	expr := match(parse(q.Text))
	if expr == "" {
		return f, strings.TrimSpace(q.Text) == ""
	}
	words := q.filter()
	words.openContent(q.Day, q.Granted)
	f.add(`i.id IN (SELECT item FROM (SELECT e.item AS item FROM catalog_words w JOIN catalog_entry e ON e.id = w.rowid JOIN catalog_item i ON i.id = e.item
		WHERE catalog_words MATCH ? AND `+words.sql()+` LIMIT ?))`, append(append([]any{expr}, words.args...), c.most)...)
	return f, true
}

func (c *Catalog) total(ctx context.Context, q Query) (n int, err error) {
	f, any := c.asked(q)
	if !any {
		return 0, nil
	}
	if err := c.db.Reader().QueryRowContext(ctx, `SELECT count(*) FROM catalog_item i WHERE `+f.sql(), f.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count index: %w", err)
	}
	return n, nil
}

// facet counts by one column of catalog_item.
func (c *Catalog) facet(ctx context.Context, q Query, column string) ([]Facet, error) {
	f, any := c.asked(q)
	if !any {
		return nil, nil
	}
	rows, err := c.db.Reader().QueryContext(ctx, `SELECT i.`+column+`, count(*) FROM catalog_item i WHERE `+f.sql()+` GROUP BY 1`,
		f.args...)
	if err != nil {
		return nil, fmt.Errorf("count index: %w", err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var v string
		var n int
		if err := rows.Scan(&v, &n); err != nil {
			return nil, fmt.Errorf("count index: %w", err)
		}
		counts[v] += n
	}
	return facets(counts), rows.Err()
}

func facets(counts map[string]int) []Facet {
	var list []Facet
	for v, n := range counts {
		if v != "" {
			list = append(list, Facet{v, n})
		}
	}
	sort.Slice(list, func(i, j int) bool {
		if list[i].Count != list[j].Count {
			return list[i].Count > list[j].Count
		}
		return list[i].Value < list[j].Value
	})
	return list
}

// Held tells which of the digests are kept already, with the reference code of
// one object that holds the file: the aid "duplicates against the catalog". For
// archivists only: it does not look at closure, it names no more than the code.
func (c *Catalog) Held(ctx context.Context, digests []string) (map[string]string, error) {
	held := map[string]string{}
	for from := 0; from < len(digests); from += 500 {
		chunk := digests[from:min(from+500, len(digests))]
		rows, err := c.db.Reader().QueryContext(ctx, `SELECT e.digest, min(CASE WHEN i.reference = '' THEN i.pid ELSE i.reference END)
			FROM catalog_entry e JOIN catalog_item i ON i.id = e.item WHERE e.digest <> '' AND e.digest IN (`+marks(len(chunk))+`) GROUP BY e.digest`, anys(chunk)...)
		if err != nil {
			return nil, fmt.Errorf("look up digests: %w", err)
		}
		for rows.Next() {
			var d, ref string
			if err := rows.Scan(&d, &ref); err != nil {
				return nil, errors.Join(fmt.Errorf("look up digests: %w", err), rows.Close())
			}
			held[d] = ref
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, fmt.Errorf("look up digests: %w", err)
		}
	}
	return held, nil
}

// Marks around hit words in what SQLite cuts out; control signs that no text holds.
const (
	open = "\x02"
	shut = "\x03"
)

// contextOf makes spans of the cut-outs of text and description, whichever holds
// a marked word. A long text is not cut by the index; and where only the folded spelling was
// found neither does hold one: then the text itself is searched for words that read alike.
func contextOf(body, head, text string, terms []term) []Span {
	var own []Span
	if body == "" {
		if own = within(text, terms); slices.ContainsFunc(own, func(s Span) bool { return s.Hit }) {
			return own
		}
	}
	for _, cut := range []string{body, head} {
		if strings.Contains(cut, open) {
			return spans(strings.Join(strings.Fields(cut), " "))
		}
	}
	if own != nil {
		return own
	}
	return within(text, terms)
}

func spans(marked string) []Span {
	var list []Span
	for marked != "" {
		before, rest, found := strings.Cut(marked, open)
		if before != "" {
			list = append(list, Span{Text: before})
		}
		if !found {
			break
		}
		hit, after, _ := strings.Cut(rest, shut)
		if hit != "" {
			list = append(list, Span{Text: hit, Hit: true})
		}
		marked = after
	}
	return list
}

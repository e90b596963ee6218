package website

import (
	"context"
	"io"
	"net/url"
	"strings"

	"laufzettel/transfer/container"
)

// Outcomes of looking at a reference page.
const (
	PageFine    = "in Ordnung"
	PageMissing = "fehlt"
	PageBroken  = "fehlerhaft"
)

// PageState is what the program can tell of a reference page (F7); whether it
// looks and works as it did, only a person can tell.
type PageState struct {
	Page     Page   `json:"page"`
	Stored   bool   `json:"stored"`
	Status   int    `json:"status,omitempty"`
	Title    string `json:"title,omitempty"`
	Links    int    `json:"links"`
	Searches int    `json:"searchForms"`

	wrong bool // it stands for an error of the site
}

// CheckPages looks for the reference pages in a web area and settles what the
// program can tell: missing where it is not stored, broken where it is an error
// page; else the outcome a person noted stays.
func CheckPages(ctx context.Context, t container.Tree, l Layout, pages []Page) ([]PageState, error) {
	out := make([]PageState, len(pages))
	at := map[string][]int{}
	for i, p := range pages {
		out[i] = PageState{Page: p}
		at[sameAddress(p.URL)] = append(at[sameAddress(p.URL)], i)
	}
	err := Each(ctx, t, l, func(r Resource, body io.Reader) error {
		list := at[sameAddress(r.URL)]
		if len(list) == 0 {
			return ctx.Err()
		}
		scan, err := ScanPage(body)
		if err != nil && !damage(err) {
			return err
		}
		for _, i := range list {
			if s := &out[i]; !s.Stored || s.Status >= 400 {
				*s = PageState{Page: s.Page, Stored: true, Status: r.Status, Title: scan.Title, Links: len(scan.Links),
					Searches: scan.SearchForms, wrong: scan.Wrong(r.Status)}
			}
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	for i := range out {
		switch s := &out[i]; {
		case !s.Stored:
			s.Page.Outcome = PageMissing
		case s.wrong:
			s.Page.Outcome = PageBroken
		}
	}
	return out, nil
}

// sameAddress makes addresses equal that lead to the same page.
func sameAddress(address string) string {
	address, _, _ = strings.Cut(address, "#")
	if _, rest, ok := strings.Cut(address, "://"); ok {
		address = rest
	}
	if plain, err := url.PathUnescape(address); err == nil {
		address = plain
	}
	for _, tail := range []string{"/index.html", "/index.htm"} {
		address = strings.TrimSuffix(address, tail)
	}
	return strings.ToLower(strings.TrimSuffix(address, "/"))
}

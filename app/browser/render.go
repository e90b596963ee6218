package browser

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"log"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"laufzettel/app/work/office"
	"laufzettel/assets"
	"laufzettel/views/words"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed static
var staticFiles embed.FS

// page is what one page shows.
type page struct {
	Name      string // of the template of its body
	Status    int    // 0: found
	Title     string // the one heading of the first level
	TitleLang string // where it is not that of the session
	Crumbs    []link
	Room      string // key of the room it belongs to
	Tabs      []tab  // the parts of what is shown, one of them now
	TabsOf    string // what they are the parts of
	Body      any
	Errors    []fieldError // what is wrong with the form that was sent
	Alone     bool         // it stands without the frame: nothing else is answered any more

	// filled in by the server
	Lang, Program, Archive, Person, Token, Area string
	Rooms                                       []roomLink
	Message                                     *message
	Live                                        bool
	Waits                                       bool // it leads on by itself when what it waits for is over
	Letters                                     bool // single letters are keys
	IdleMinutes                                 int
	Here                                        string // the page itself, for reading it anew without script
	Help                                        string // the chapter of the handbook about it
}

// tab is one part of what a page shows.
type tab struct {
	Text, Href string
	Count      string
	Key        string // "" for none
	Now        bool
}

// roomLink is one room in the navigation.
type roomLink struct {
	Text, Href, Key string
	Count           string
	Now             bool
}

// fieldError is what is wrong with a field; ID is that of the field.
type fieldError struct{ ID, Text string }

// Fault gives what is wrong with a field, "" for nothing.
func (p *page) Fault(id string) string {
	for _, e := range p.Errors {
		if e.ID == id {
			return e.Text
		}
	}
	return ""
}

// pages are the parsed templates in the language of the session.
type pages struct {
	all   map[string]*template.Template
	area  string
	words *words.Words
}

func newPages(w *words.Words, area string) (*pages, error) {
	p := &pages{all: map[string]*template.Template{}, area: area, words: w}
	layout, err := template.New("layout.html").Funcs(p.funcs()).ParseFS(pageFiles, "pages/layout.html", "pages/parts.html")
	if err != nil {
		return nil, fmt.Errorf("read pages: %w", err)
	}
	files, err := pageFiles.ReadDir("pages")
	if err != nil {
		return nil, err
	}
	for _, f := range files {
		name := strings.TrimSuffix(f.Name(), ".html")
		if name == "layout" || name == "parts" {
			continue
		}
		one, err := layout.Clone()
		if err == nil {
			one, err = one.ParseFS(pageFiles, path.Join("pages", f.Name()))
		}
		if err != nil {
			return nil, fmt.Errorf("read page %s: %w", name, err)
		}
		p.all[name] = one
	}
	return p, nil
}

// funcs are what pages are written with.
func (p *pages) funcs() template.FuncMap {
	w := p.words
	return template.FuncMap{
		"t": w.T, "has": w.Has, "word": w.Word, "bytes": w.Bytes, "date": w.Date, "moment": w.Moment, "clock": w.Clock,
		"n":    func(key string, n int, args ...any) string { return w.N(key, n, args...) },
		"int":  func(n int) string { return w.Int(int64(n)) },
		"left": func(d time.Duration) string { return w.Left(d) },
		"href": p.href,
		"add":  func(a, b int) int { return a + b },
		"aria": ariaKeys,
		"dict": dict,
		"list": func(all ...string) []string { return all }, "toneof": toneOf,
	}
}

// href gives the address of a page of ours with its query, given in pairs.
func (p *pages) href(page string, pairs ...any) string { return p.area + address(page, pairs...) }

// address gives the place of a page below the area; pairs without a value are left out.
func address(page string, pairs ...any) string {
	q := url.Values{}
	for i := 0; i+1 < len(pairs); i += 2 {
		if v := fmt.Sprint(pairs[i+1]); v != "" {
			q.Set(fmt.Sprint(pairs[i]), v)
		}
	}
	if len(q) == 0 {
		return page
	}
	return page + "?" + q.Encode()
}

// dict hands several values to a part of a page.
func dict(pairs ...any) map[string]any {
	out := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return out
}

// keyNames are the names of keys as look.md writes them, by those browsers know.
var keyNames = map[string]string{"Strg": "Control", "Umschalt": "Shift", "Alt": "Alt", "Leertaste": "Space", "Esc": "Escape",
	"Bild Auf": "PageUp", "Bild Ab": "PageDown"}

// ariaKeys writes a key for assistive technology: "Strg+Enter" is "Control+Enter".
func ariaKeys(key string) string {
	parts := strings.Split(key, "+")
	for i, k := range parts {
		if name := keyNames[k]; name != "" {
			parts[i] = name
		}
	}
	return strings.Join(parts, "+")
}

// write writes a page.
func (s *face) write(w http.ResponseWriter, r *http.Request, p *page) {
	s.fill(r, p)
	var out bytes.Buffer
	t := s.pages.all[p.Name]
	if t == nil {
		http.Error(w, "no page "+p.Name, http.StatusInternalServerError)
		return
	}
	frame := "layout.html"
	if p.Alone {
		frame = p.Name + ".html"
	}
	if err := t.ExecuteTemplate(&out, frame, p); err != nil {
		log.Printf("page %s: %v", r.URL.Path, err)
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Language", p.Lang)
	if p.Status != 0 {
		w.WriteHeader(p.Status)
	}
	_, _ = w.Write(out.Bytes()) // the browser may have left
}

// fill adds what every page shows.
func (s *face) fill(r *http.Request, p *page) {
	set := s.house.Office.Settings.Get()
	p.Lang, p.Program, p.Archive, p.Token, p.Area = s.words.Language(), office.Program, set.Archive, s.gate.Token(), s.gate.Area()
	p.IdleMinutes = int(s.gate.IdleTime().Minutes())
	if p.Person = s.house.Office.Person(); p.Person == "" {
		p.Person = s.words.T("window.nobody")
	}
	if r.Method == http.MethodGet {
		p.Here = s.gate.Area() + strings.TrimPrefix(r.URL.Path, "/")
		if r.URL.RawQuery != "" {
			p.Here += "?" + r.URL.RawQuery
		}
	}
	p.Help = s.pages.help(r.URL.Path)
	s.mu.Lock()
	p.Letters = !s.noLetter
	s.mu.Unlock()
	p.Rooms = s.rooms(r.Context(), p.Room)
	if x := s.acts.find(r.URL.Query().Get("m")); x != nil && p.Message == nil {
		m, over := x.now()
		p.Message, p.Live = &m, p.Live || !over
	}
}

// refuse answers what the gate did not let in: a short page that names the way in, and
// nothing of the workspace.
func (s *face) refuse(w http.ResponseWriter, why reasonOf) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	// status and headers are out
	_ = s.pages.all["refused"].ExecuteTemplate(w, "refused.html", map[string]string{"Lang": s.words.Language(), "Why": string(why)})
}

// static serves style sheet, script and mark.
func (s *face) static(w http.ResponseWriter, r *http.Request) {
	name := strings.Trim(r.URL.Path, "/")
	raw, err := staticFiles.ReadFile("static/" + name)
	kind := map[string]string{"app.css": "text/css; charset=utf-8", "app.js": "text/javascript; charset=utf-8",
		"icon.svg": "image/svg+xml"}[name]
	if name == "icon.svg" {
		if raw, err = assets.Icon("logo"); err == nil {
			raw = bytes.ReplaceAll(raw, []byte("currentColor"), []byte("#1B4965"))
		}
	}
	if err != nil || kind == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	_, _ = w.Write(raw)
}

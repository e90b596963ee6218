package browser

import (
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/words"
)

// papers are the files an act has written for a person, which the window would open
// with the system's program. The zero value holds none. Safe for concurrent use.
type papers struct {
	mu  sync.Mutex
	all []string
}

// made takes a paper; it is what Desk.Outside does here.
func (p *papers) made(name string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.all = append(p.all, name)
	return nil
}

func (p *papers) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.all)
}

// since gives links to the papers made after so many.
func (p *papers) since(before int, w *words.Words) (out []link) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, name := range p.all[before:] {
		out = append(out, link{Text: w.T("browser.paper", filepath.Base(name)), Href: "paper?made=" + strconv.Itoa(before+i)})
	}
	return out
}

// find gives a paper by its number.
func (p *papers) find(number string) (string, bool) {
	n, err := strconv.Atoi(number)
	p.mu.Lock()
	defer p.mu.Unlock()
	if err != nil || n < 0 || n >= len(p.all) {
		return "", false
	}
	return p.all[n], true
}

var errNoPaper = failure.New(failure.Refused, "show paper", wording.Say("browser.nopaper"))

// paper shows a paper: one an act has just made, or a letter of a portion or of an
// accession. Nothing
// outside the workspace is read, whatever a name says.
func (s portionRoom) paper(w http.ResponseWriter, r *http.Request) error {
	q := r.URL.Query()
	name, ok := s.letters.find(q.Get("made"))
	if id := q.Get("portion"); !ok && id != "" && s.has(r.Context(), "inbox") {
		letters, err := s.house.Intake.Portions.Letters(r.Context(), id)
		if err != nil {
			return err
		}
		if n, err := strconv.Atoi(q.Get("n")); err == nil && n >= 0 && n < len(letters) {
			name, ok = s.house.Office.Path(letters[n].Path), true
		}
	}
	if id := q.Get("accession"); !ok && id != "" && s.has(r.Context(), "book") {
		e, err := s.house.Books.BookEntry(r.Context(), id)
		if err != nil {
			return err
		}
		if n, err := strconv.Atoi(q.Get("n")); err == nil && n >= 0 && n < len(e.Letters) {
			name, ok = s.house.Office.Path(e.Letters[n].Path), true
		}
	}
	if !ok {
		return errNoPaper
	}
	if u, err := url.Parse(name); err == nil && u.Scheme == "http" && strings.HasPrefix(u.Host, "127.0.0.1:") { // a web area we serve
		http.Redirect(w, r, name, http.StatusSeeOther)
		return nil
	}
	return s.sendFile(w, r, name)
}

// types are the media types of the papers we write.
var types = map[string]string{".pdf": "application/pdf", ".csv": "text/csv; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".xml": "text/plain; charset=utf-8"}

// sendFile sends a file of the workspace.
func (s portionRoom) sendFile(w http.ResponseWriter, r *http.Request, name string) error {
	root, err := os.OpenRoot(s.house.Office.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	local, err := filepath.Rel(s.house.Office.Dir, name)
	if err != nil || !filepath.IsLocal(local) {
		return errNoPaper
	}
	f, err := root.Open(local)
	if errors.Is(err, fs.ErrNotExist) {
		return errNoPaper
	}
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return errNoPaper
	}
	kind := types[strings.ToLower(path.Ext(filepath.ToSlash(local)))]
	if kind == "" {
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	http.ServeContent(w, r, "", info.ModTime(), f)
	return nil
}

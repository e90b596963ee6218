package website

import (
	"html"
	"html/template"
	"io"
	"net/http"
	"strings"
)

// pageData is one page of our own.
type pageData struct {
	Title  string
	Text   []string
	Target string // shown as text, never as a link
	Starts []startRow
	Search bool
	Words  string
	Kind   string // of files a search is limited to
	All    bool   // search in all snapshots
	Hits   []hitRow
	Others []startRow
	Facts  [][2]string
	Print  string // address of the print view of an archived page
	URL    string // original address of the page, in its print view
	About  About
	Wrong  int // status of an archived error page, 0 = none
	Prefix string
}

type startRow struct{ Title, Address, Path string }

type hitRow struct {
	Title, Address, Path, Kind string
	Snapshot                   string // "" = there is only one
	Context                    []contextSpan
}

type contextSpan struct {
	Text string
	Hit  bool
}

var layout = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="de"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{.Title}}</title>
<style>body{font-family:"Noto Sans",sans-serif;margin:0;color:#1b1f24;background:#fff;line-height:1.5}main{max-width:46rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.4rem}code{background:#eef1f4;padding:.15rem .35rem;overflow-wrap:anywhere}li{margin:.4rem 0}th{text-align:left;vertical-align:top;padding:.2rem 1rem .2rem 0}td{overflow-wrap:anywhere}caption{text-align:left;font-weight:700}mark{background:#ffe9a8}.adr{color:#57606a;overflow-wrap:anywhere;font-size:.9rem}
input[type=text]{font:inherit;padding:.35rem;width:18rem;max-width:100%}button{font:inherit;padding:.35rem .8rem}a:focus,input:focus,button:focus{outline:3px solid #0b57d0;outline-offset:2px}</style></head>
<body>{{template "banner" .}}<main><h1>{{.Title}}</h1>{{range .Text}}<p>{{.}}</p>{{end}}
{{if .Target}}<p>Ursprüngliches Ziel: <code>{{.Target}}</code></p>{{end}}
{{if .Search}}<form action="{{.Prefix}}/suche" method="get" role="search"><label>Suche in diesem Schnappschuss <input type="text" name="q" value="{{.Words}}"></label>
<label>Dateityp <select name="typ"><option value="">alle</option>{{$k := .Kind}}{{range .Kinds}}<option value="{{.}}"{{if eq . $k}} selected{{end}}>{{.}}</option>{{end}}</select></label>
{{if .Others}}<label><input type="checkbox" name="alle" value="1"{{if .All}} checked{{end}}> in allen geöffneten Schnappschüssen</label> {{end}}<button>Suchen</button></form>{{end}}
{{if .Hits}}<ol>{{range .Hits}}<li><a href="{{.Path}}">{{.Title}}</a> <span class="adr">{{.Kind}} {{.Address}}{{if .Snapshot}} · {{.Snapshot}}{{end}}</span><br>{{range .Context}}{{if .Hit}}<mark>{{.Text}}</mark>{{else}}{{.Text}}{{end}}{{end}}</li>{{end}}</ol>{{end}}
{{if .Facts}}<table><caption>Angaben zum Schnappschuss</caption>{{range .Facts}}<tr><th scope="row">{{index . 0}}</th><td>{{index . 1}}</td></tr>{{end}}</table>{{end}}
{{if .Others}}<h2>Weitere Schnappschüsse</h2><ul>{{range .Others}}<li><a href="{{.Path}}">{{.Title}}</a></li>{{end}}</ul>{{end}}
{{if .Starts}}<h2>Seiten zum Einstieg</h2><ul>{{range .Starts}}<li><a href="{{.Path}}">{{.Title}}</a> <span class="adr">{{.Address}}</span></li>{{end}}</ul>{{end}}
</main>{{template "footer" .}}</body></html>
{{define "footer"}}<div style="all:initial;display:block;box-sizing:border-box;width:100%;background:#e8ecf1;color:#1b1f24;font:14px/1.5 'Noto Sans',sans-serif;padding:8px 14px" role="contentinfo" lang="de">Archivgut{{with .About.Signature}} · Bestandssignatur {{.}}{{end}}{{with .About.Domain}} · {{.}}{{end}}{{with .About.Date}} · {{.}}{{end}} · <a style="all:unset;color:#0b3d91;text-decoration:underline;cursor:pointer" href="{{.Prefix}}/angaben">Angaben zum Schnappschuss</a>{{with .Print}} · <a style="all:unset;color:#0b3d91;text-decoration:underline;cursor:pointer" href="{{.}}">Seite zum Drucken</a>{{end}}</div>{{end}}
{{define "print"}}<div style="all:initial;display:block;box-sizing:border-box;width:100%;color:#000;background:#fff;font:13px/1.4 'Noto Sans',sans-serif;padding:4px 14px;border-bottom:1px solid #000" role="banner" lang="de">Archivierte Webseite{{range .About.Parts}} · {{.}}{{end}} · {{.URL}}</div>{{end}}
{{define "banner"}}<div style="all:initial;display:block;box-sizing:border-box;width:100%;background:#1f3a5f;color:#fff;font:15px/1.5 'Noto Sans',sans-serif;padding:8px 14px" role="banner" lang="de"><b style="all:unset;font-weight:700">Archivierte Webseite</b>{{if .Wrong}} · Fehlerseite der Website ({{.Wrong}}){{end}}{{range .About.Parts}} · {{.}}{{end}} · <a style="all:unset;color:#fff;text-decoration:underline;cursor:pointer" href="{{.Prefix}}/">Zur Übersicht</a>{{if .About.Back}} · Zurück: dieses Fenster schließen und zu „{{.About.Back}}“ wechseln{{end}}</div>{{end}}
`))

// Parts are what the banner says, in its order.
func (a About) Parts() (out []string) {
	for _, p := range []struct{ label, value string }{{"Bestandssignatur", a.Signature}, {"", a.Domain}, {"Datum", a.Date},
		{"Projekt", a.Project}, {"Typ", a.Kind}} {
		if p.value != "" {
			out = append(out, strings.TrimSpace(p.label+" "+p.value))
		}
	}
	return out
}

// Kinds are the types of files a search can be limited to.
func (pageData) Kinds() []string { return []string{"html", "pdf", "doc", "docx", "rtf", "txt"} }

// printing marks a request for the print view of a page.
type printing struct{}

// statements shows what the description says of the snapshot.
func (s *Server) statements(w http.ResponseWriter) {
	d := pageData{Title: "Angaben zum Schnappschuss", Facts: s.about.Statements}
	if len(d.Facts) == 0 {
		d.Text = []string{"Diesem Schnappschuss liegt keine Beschreibung bei."}
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.page(w, d)
}

// page writes one of our own pages; the browser may be gone.
func (s *Server) page(w io.Writer, d pageData) {
	d.About, d.Prefix = s.about, "/"+s.token
	for _, x := range s.others {
		d.Others = append(d.Others, startRow{Title: x.about.Name(), Path: x.URL()})
	}
	_ = gone(layout.Execute(w, d))
}

// frameFor gives head and foot of an archived page; inside a frame there are none. The
// print view has a line of text instead.
func (s *Server) frameFor(r *http.Request, c content) (banner, footer string) {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "iframe", "frame", "object", "embed":
		return "", ""
	}
	about := s.about
	if about.Date == "" && !c.at.IsZero() {
		about.Date = c.at.Format("02.01.2006")
	}
	wrong := 0
	if c.status >= http.StatusBadRequest {
		wrong = c.status
	}
	d := pageData{About: about, Wrong: wrong, Prefix: "/" + s.token, URL: c.url}
	if r.Context().Value(printing{}) != nil {
		return filled("print", d), ""
	}
	rest := strings.TrimPrefix(r.URL.EscapedPath(), d.Prefix)
	if d.Print = d.Prefix + "/druck" + rest; r.URL.RawQuery != "" {
		d.Print += "?" + r.URL.RawQuery
	}
	return filled("banner", d), filled("footer", d)
}

// filled fills a part of our pages.
func filled(name string, d pageData) string {
	var b strings.Builder
	if err := layout.ExecuteTemplate(&b, name, d); err != nil {
		return "<p>Archivierte Webseite</p>"
	}
	return b.String()
}

// forward tells where a page would have led by itself.
func forward(to string) string {
	return `<div style="all:initial;display:block;background:#fff4ce;color:#1b1f24;font:15px/1.5 'Noto Sans',sans-serif;padding:6px 14px">Diese Seite leitete von selbst weiter: <a style="all:unset;text-decoration:underline;cursor:pointer" href="` + html.EscapeString(to) + `">weiter</a></div>`
}

func (s *Server) overview(w http.ResponseWriter) {
	d := pageData{Title: first(s.about.Domain, "Archivierter Webbereich"), Search: true,
		Text: []string{"Sie sehen den Webbereich, wie er gespeichert wurde. Skripte laufen nicht; Verweise nach außen, E-Mail-Adressen und Druckansichten führen zu einer Hinweisseite."}}
	if s.a.Partial {
		d.Text = append(d.Text,
			"Der Webbereich ist größer, als sich auf einmal zeigen lässt. Ein Teil der Seiten ist hier nicht erreichbar.")
	}
	for _, p := range s.a.starts {
		d.Starts = append(d.Starts, startRow{first(p.Title, p.URL), p.URL, "/" + s.token + s.a.pathOf(p.URL)})
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.page(w, d)
}

func (s *Server) notice(w http.ResponseWriter, kind, target string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	s.page(w, noticePage(kind, target))
}

func noticePage(kind, target string) pageData {
	d := pageData{Target: target}
	switch kind {
	case toMail:
		d.Title = "E-Mail-Adresse"
		d.Text = []string{"Hier stand eine E-Mail-Adresse. Aus dem Archiv heraus werden keine Nachrichten verschickt; die Adresse kann veraltet sein."}
		d.Target = strings.TrimPrefix(target, "mailto:")
	case toPrint:
		d.Title = "Druckansicht"
		d.Text = []string{"Die Druckansicht der Website steht im Archiv nicht zur Verfügung. Am Fuß jeder archivierten Seite führt „Seite zum Drucken“ zu einer eigenen; gedruckt wird mit der Druckfunktion Ihres Browsers."}
		d.Target = ""
	case toScript:
		d.Title = "Funktion nicht verfügbar"
		d.Text = []string{"Diese Funktion wurde von einem Skript ausgeführt. Skripte laufen im Archiv nicht."}
	case toForm:
		d.Title = "Formular nicht verfügbar"
		d.Text = []string{"Dieses Formular wurde an einen Webserver geschickt, den es im Archiv nicht gibt. Ihre Eingaben wurden nicht übertragen und nicht gespeichert."}
	case toGone:
		d.Title = "Seite nicht gespeichert"
		d.Text = []string{"Diese Seite gehört zum Webbereich, wurde aber nicht mit archiviert oder war beim Sammeln nicht erreichbar."}
	default:
		d.Title = "Verweis nach außen"
		d.Text = []string{"Dieser Verweis führt aus dem archivierten Webbereich hinaus. Das Ziel gehört nicht zum Archivgut und kann sich geändert haben; es wird von hier aus nicht aufgerufen."}
	}
	return d
}

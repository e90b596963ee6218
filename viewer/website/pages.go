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
	Hits   []hitRow
	About  About
	Wrong  int // status of an archived error page, 0 = none
	Prefix string
}

type startRow struct{ Title, Address, Path string }

type hitRow struct {
	Title, Address, Path, Kind string
	Context                    []contextSpan
}

type contextSpan struct {
	Text string
	Hit  bool
}

var layout = template.Must(template.New("page").Parse(`<!DOCTYPE html>
<html lang="de"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>{{.Title}}</title>
<style>body{font-family:"Noto Sans",sans-serif;margin:0;color:#1b1f24;background:#fff;line-height:1.5}main{max-width:46rem;margin:1.5rem auto;padding:0 1rem}
h1{font-size:1.4rem}code{background:#eef1f4;padding:.15rem .35rem;overflow-wrap:anywhere}li{margin:.4rem 0}mark{background:#ffe9a8}.adr{color:#57606a;overflow-wrap:anywhere;font-size:.9rem}
input[type=text]{font:inherit;padding:.35rem;width:18rem;max-width:100%}button{font:inherit;padding:.35rem .8rem}a:focus,input:focus,button:focus{outline:3px solid #0b57d0;outline-offset:2px}</style></head>
<body>{{template "banner" .}}<main><h1>{{.Title}}</h1>{{range .Text}}<p>{{.}}</p>{{end}}
{{if .Target}}<p>Ursprüngliches Ziel: <code>{{.Target}}</code></p>{{end}}
{{if .Search}}<form action="{{.Prefix}}/suche" method="get" role="search"><label>Suche in diesem Schnappschuss <input type="text" name="q" value="{{.Words}}"></label>
<label>Dateityp <select name="typ"><option value="">alle</option><option value="html">html</option><option value="pdf">pdf</option><option value="txt">txt</option></select></label> <button>Suchen</button></form>{{end}}
{{if .Hits}}<ol>{{range .Hits}}<li><a href="{{.Path}}">{{.Title}}</a> <span class="adr">{{.Kind}} {{.Address}}</span><br>{{range .Context}}{{if .Hit}}<mark>{{.Text}}</mark>{{else}}{{.Text}}{{end}}{{end}}</li>{{end}}</ol>{{end}}
{{if .Starts}}<h2>Seiten zum Einstieg</h2><ul>{{range .Starts}}<li><a href="{{.Path}}">{{.Title}}</a> <span class="adr">{{.Address}}</span></li>{{end}}</ul>{{end}}
</main></body></html>
{{define "banner"}}<div style="all:initial;display:block;box-sizing:border-box;width:100%;background:#1f3a5f;color:#fff;font:15px/1.5 'Noto Sans',sans-serif;padding:8px 14px" role="banner" lang="de"><b style="all:unset;font-weight:700">Archivierte Webseite</b>{{if .Wrong}} · Fehlerseite der Website ({{.Wrong}}){{end}}{{range .About.Parts}} · {{.}}{{end}} · <a style="all:unset;color:#fff;text-decoration:underline;cursor:pointer" href="{{.Prefix}}/">Zur Übersicht</a>{{if .About.Back}} · Zurück: dieses Fenster schließen und zu „{{.About.Back}}“ wechseln{{end}}</div>{{end}}
`))

// Parts are what the banner says, in its order.
func (a About) Parts() (out []string) {
	for _, p := range []struct{ label, value string }{{"Bestandssignatur", a.Signature}, {"", a.Domain}, {"Datum", a.Date}, {"Projekt", a.Project}, {"Typ", a.Kind}} {
		if p.value != "" {
			out = append(out, strings.TrimSpace(p.label+" "+p.value))
		}
	}
	return out
}

// page writes one of our own pages; the browser may be gone.
func (s *Server) page(w io.Writer, d pageData) {
	d.About, d.Prefix = s.about, "/"+s.token
	_ = gone(layout.Execute(w, d))
}

// bannerFor gives the banner of an archived page; inside a frame there is none.
func (s *Server) bannerFor(r *http.Request, c content) string {
	switch r.Header.Get("Sec-Fetch-Dest") {
	case "iframe", "frame", "object", "embed":
		return ""
	}
	about := s.about
	if about.Date == "" && !c.at.IsZero() {
		about.Date = c.at.Format("02.01.2006")
	}
	wrong := 0
	if c.status >= http.StatusBadRequest {
		wrong = c.status
	}
	var b strings.Builder
	if err := layout.ExecuteTemplate(&b, "banner", pageData{About: about, Wrong: wrong, Prefix: "/" + s.token}); err != nil {
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
		d.Text = append(d.Text, "Der Webbereich ist größer, als sich auf einmal zeigen lässt. Ein Teil der Seiten ist hier nicht erreichbar.")
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
		d.Text = []string{"Die Druckansicht der Website steht im Archiv nicht zur Verfügung. Drucken Sie die Seite mit der Druckfunktion Ihres Browsers."}
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

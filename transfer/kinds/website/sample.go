package website

import (
	"bytes"
	"fmt"
	"strings"
)

const sampleHost = "www.musterkreis.example"

// samplePages are the pages of an invented district: absolute and external links,
// mail, print view, search, quick navigation, an error page and style sheets.
func samplePages() map[string]string {
	return map[string]string{
		"index.html": `<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><title>Musterkreis: Startseite</title><link rel="stylesheet" href="stil/haupt.css"></head><body>
<h1>Landkreis Muster</h1><img src="bilder/wappen.gif" alt="Wappen"><p>Das Gewässer am Mühlwehr wird ausgeleitet.</p>
<ul><li><a href="amt/bau.html">Bauamt</a></li><li><a href="http://www.musterkreis.example/amt/umwelt.html">Umweltamt</a></li><li><a href="https://www.nachbarkreis.example/start">Nachbarkreis</a></li>
<li><a href="https://www.nachbarkreis.example/start">noch einmal</a></li><li><a href="mailto:poststelle@musterkreis.example">Poststelle</a></li><li><a href="javascript:window.print()">Druckansicht</a></li><li><a href="alt/fehlt.html">Archiv</a></li></ul>
<form action="/cgi-bin/suche" method="get"><input type="text" name="suchbegriff"><input type="submit" value="Suchen"></form>
<form action="/springen" method="get"><select name="ziel"><option value="amt/bau.html">Bauamt</option><option value="amt/umwelt.html">Umweltamt</option></select><input type="submit" value="Los"></form>
<form action="https://www.nachbarkreis.example/bestellen" method="post"><input type="text" name="menge"><input type="submit" value="Bestellen"></form>
</body></html>
`,
		"amt/bau.html":    `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Bauamt</title></head><body><h1>Bauamt</h1><p>Bebauungspläne und Genehmigungen.</p><a href="../index.html">zurück</a></body></html>` + "\n",
		"amt/umwelt.html": `<!DOCTYPE html><html><head><meta charset="utf-8"><title>Umweltamt</title></head><body><h1>Umweltamt</h1><p>Wasserrecht, Abfall.</p><a href="/index.html">Start</a></body></html>` + "\n",
		"alt/fehlt.html":  `<!DOCTYPE html><html><head><title>404 Not Found</title></head><body><h1>Seite nicht gefunden</h1></body></html>` + "\n",
		"stil/haupt.css":  "@import url(\"druck.css\");\nbody { background: url(../bilder/wappen.gif); font-family: sans-serif }\n",
		"stil/druck.css":  "h1 { color: #004 }\n",
		"bilder/wappen.gif": "GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x01\x00\x00\x00\x00,\x00\x00\x00\x00" +
			"\x01\x00\x01\x00\x00\x02\x02D\x01\x00;",
	}
}

// sampleMirror is what HTTrack leaves of these pages.
func sampleMirror() map[string][]byte {
	out := map[string][]byte{}
	var table bytes.Buffer
	table.WriteString(
		"date\tsize'/'remotesize\tflags(request:Update,Range state:File response:Modified,Chunked,gZipped)\tstatuscode\tstatus ('servermsg')\tMIME\tEtag|Date\tURL\tlocalfile\t(from URL)\n")
	size := 0
	for _, name := range sampleNames() {
		data := samplePages()[name]
		size += len(data)
		out[sampleHost+"/"+name] = []byte(data)
		status, word := 200, "added ('OK')"
		if strings.HasPrefix(name, "alt/") {
			status, word = 404, "error ('Not%20Found')"
		}
		fmt.Fprintf(&table, "06:00:01\t%d/%d\t---M--\t%d\t%s\t%s\tdate:x\thttp://%s/%s\t%s/%s\t(from )\n", len(data), len(data), status,
			word, mimeOf(name), sampleHost, name, sampleHost, name)
	}
	out[httrackNew] = table.Bytes()
	n := len(samplePages())
	out[httrackLog] = fmt.Appendf(nil, `HTTrack3.49-2 launched on Fri, 30 Oct 2026 06:00:00 at http://%s/
(httrack -%%H http://%s/ )

Information, Warnings and Errors reported for this mirror:

06:00:09	Error: 	"Not Found" (404) at link %s/alt/fehlt.html (from %s/)

HTTrack Website Copier/3.49-2 mirror complete in 1 minute 35 seconds : %d links scanned, %d files written (%d bytes overall) [%d bytes received at 429 bytes/sec], 4.5 requests per connection
(1 errors, 0 warnings, 0 messages)
`, sampleHost, sampleHost, sampleHost, sampleHost, n, n-1, size, size+900)
	return out
}

func sampleNames() []string {
	return []string{"index.html", "amt/bau.html", "amt/umwelt.html", "alt/fehlt.html", "stil/haupt.css", "stil/druck.css",
		"bilder/wappen.gif"}
}

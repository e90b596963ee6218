package website

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"laufzettel/transfer/snapshot"
)

// facts are the statements the program knows.
func (c *Crawl) facts(meta Meta) Facts {
	s, d := c.Statistics, c.Description
	f := Facts{2: meta.Fonds, 3: meta.Provenance, 4: meta.Project, 5: meta.Occasion, 7: d.Crawled, 8: meta.Person, 12: d.Domain,
		21: "aufbereitet",
		22: strconv.FormatInt(c.counted.bytes, 10), 23: strconv.Itoa(c.counted.files), 24: strconv.Itoa(s.Folders), 25: s.Text(), 34: "ja"}
	id := sha256.Sum256([]byte(d.Domain + "|" + d.Crawled + "|" + strconv.FormatInt(c.Bytes, 10) + "|" + strconv.Itoa(c.Files)))
	f[1] = "web-" + hex.EncodeToString(id[:8])
	maps.Copy(f, c.Log.facts())
	maps.Copy(f, s.facts(meta.Previous))
	maps.Copy(f, judged(meta))
	return f
}

// facts are the statements the crawler's log makes, of its command line among others.
func (l *CrawlLog) facts() Facts {
	if l == nil {
		return nil
	}
	f := Facts{11: l.Program, 19: l.Command, 30: fmt.Sprintf("%d Fehler, %d Warnungen laut Protokoll des Crawlers", l.Errors, l.Warnings)}
	if l.Complete {
		f[29] = l.Duration.String()
	} else {
		f[30] += "; der Crawl ist laut Protokoll nicht zu Ende gelaufen"
	}
	maps.Copy(f, optionsOf(l.Command, l.Start).facts())
	return f
}

// facts are counts, and what is known of the types of files. The links are counted and
// not replaced: the remarks say so, lest the counts be taken for changes.
func (s Statistics) facts(before *Statistics) Facts {
	var names []string
	for _, x := range s.Extensions {
		names = append(names, x.Name)
	}
	f := Facts{26: snapshot.Software(names, false), 27: snapshot.Software(names, true),
		39: strconv.Itoa(s.Links.Total), 40: strconv.Itoa(s.Links.External), 41: strconv.Itoa(s.Links.DistinctExternal),
		42: strconv.Itoa(s.Links.Internal),
		43: "Gezählt; umgeschrieben werden Links beim Anzeigen, nicht in den gespeicherten Dateien.",
		44: strconv.Itoa(s.Links.ErrorPages), 45: "Gezählt; Fehlerseiten bleiben unverändert erhalten.",
		46: strconv.Itoa(s.Links.SearchForms), 47: "Gezählt; die Suche der Website führt beim Anzeigen zur Suche des Archivs."}
	if before == nil {
		f[28] = "ohne Vergleich mit einem vorigen Schnappschuss: " + extensionNames(names)
		return f
	}
	f[28] = cmp.Or(extensionNames(Compare([]string{"", ""}, []Statistics{*before, s}).New), "keine")
	return f
}

func extensionNames(list []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(list), func(x string) bool { return x == "" }), ", ")
}

// judged are the statements about the release (step 6), all of them where somebody looked
// at the crawl or at pages of it, and none before.
func judged(meta Meta) Facts {
	f := Facts{}
	if q := meta.Quality; q != nil {
		f[60], f[61], f[63] = q.Date, q.Person, "Güte des Crawls nach Augenschein: "+string(q.Verdict)
	}
	f[62] = pagesText(meta.Pages)
	var wrong []string
	for _, p := range meta.Pages {
		if p.Outcome != "" {
			f[60], f[61] = cmp.Or(f[60], p.Date), cmp.Or(f[61], p.Person)
		}
		if p.Outcome == PageMissing || p.Outcome == PageBroken {
			wrong = append(wrong, strings.TrimSuffix(p.URL+": "+p.Outcome+", "+p.Note, ", "))
		}
	}
	if meta.Quality == nil && f[62] == "" {
		return nil
	}
	f[60], f[61] = cmp.Or(f[60], snapshot.Unknown), cmp.Or(f[61], snapshot.Unknown)
	f[62], f[63], f[64] = cmp.Or(f[62], "keine"), cmp.Or(f[63], "keine"), cmp.Or(strings.Join(wrong, "; "), "keine")
	return f
}

package office

import (
	"fmt"
	"strings"
)

// slides reads a presentation (ECMA-376 part 1, 19) in the order of its slides.
func (f *file) slides(main string) error {
	rels := f.relationsOf(main)
	var list []string
	err := f.scan(main, &handler{start: func(e element) {
		if e.name != "sldId" || len(list) >= maxStyles {
			return
		}
		for _, a := range e.attr { // id is the number of the slide, r:id its part
			if t := byID(rels, a.Value); a.Name.Local == "id" && a.Name.Space != "" && t != "" {
				list = append(list, t)
			}
		}
	}})
	for i, name := range list {
		if err != nil || f.full() {
			break
		}
		err = f.slide(i+1, name)
	}
	return err
}

// slide reads one slide, its notes and comments.
func (f *file) slide(n int, name string) error {
	rels := f.relationsOf(name)
	title := fmt.Sprintf("Folie %d", n)
	if t := f.titleOf(name); t != "" {
		title += ": " + t
	}
	f.heading(0, title)
	if err := f.shapes(name, rels, nil); err != nil {
		return err
	}
	for _, r := range rels {
		var err error
		switch {
		case strings.HasSuffix(r.kind, "/notesSlide"):
			err = f.shapes(r.target, f.relationsOf(r.target), &section{title: "Notizen"})
		case strings.HasSuffix(r.kind, "/comments"):
			f.lack("Anmerkungen zu Folien werden nicht gezeigt.")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// isTitle tells what a shape of a slide is for.
func isTitle(kind string) bool { return kind == "title" || kind == "ctrTitle" }

// titleOf gives the words of the shape that is the title of a slide.
func (f *file) titleOf(name string) string {
	title, reading := false, false
	var s strings.Builder
	_ = f.scan(name, &handler{
		start: func(e element) {
			switch e.name {
			case "sp":
				title = false
			case "ph":
				title = title || isTitle(e.at("type"))
			case "t":
				reading = title
			case "br":
				s.WriteByte(' ')
			}
		},
		end: func(name string) {
			if reading = reading && name != "t"; name == "p" && title {
				s.WriteByte(' ')
			}
		},
		text: func(b []byte) {
			if reading && s.Len() < maxLine {
				s.Write(b)
			}
		},
		done: func() bool { return false },
	})
	return clean(s.String())
}

// automatic are placeholders the program fills by itself.
var automatic = map[string]bool{"sldNum": true, "dt": true, "ftr": true, "hdr": true, "sldImg": true}

// shapes reads what stands on a slide beside its title, or on its notes.
func (f *file) shapes(name string, rels []relation, beside *section) error {
	w := &flow{f: f, rels: rels, beside: beside}
	left := false // the shape in hand is left out
	h := &handler{text: w.text, done: f.full}
	h.end = func(name string) {
		if left && name == "p" && w.skip == 0 && len(w.paras) > 0 {
			w.paras = w.paras[:len(w.paras)-1]
			return
		}
		w.end(name)
	}
	h.start = func(e element) {
		switch e.name {
		case "sp", "graphicFrame", "pic":
			left = false
		case "ph":
			left = automatic[e.at("type")] || beside == nil && isTitle(e.at("type"))
		case "cNvPr":
			w.said = e.at("descr")
		case "sld":
			if e.at("show") == "0" {
				f.para("(ausgeblendet)")
			}
		case "blip": // a picture stands in no paragraph
			if t := byID(rels, e.at("embed")); t != "" {
				f.picture(t, w.said)
				w.said = ""
			}
			return
		}
		w.start(e)
	}
	return f.scan(name, h)
}

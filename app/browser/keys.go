package browser

import (
	"net/http"
	"slices"
)

// pageKey is a key that a page bears: where it stands, the action of the window that has the
// same key, and the text both name it by. A test holds the three together.
type pageKey struct {
	Where  string // template or source that bears it
	Key    string
	Action string // of the window, "" where that has none; then Why
	Text   string
	Why    string
}

// keyRooms are the groups of the table of keys, each with the title of its room.
var keyRooms = []struct {
	title string
	keys  []pageKey
}{
	{"shell.keys.everywhere", []pageKey{
		{"routes.go", "Alt+1", "shell.view", "browser.key.rooms", ""},
		{"layout.html", "F1", "shell.help", "shell.action.help", ""},
		{"layout.html", "Umschalt+F1", "shell.handbook", "shell.action.handbook", ""},
		{"deed.html act.html confirm.html rule.html profile.html settings.html", "Strg+Enter", "kit.form", "browser.key.form", ""},
	}},
	{
		"nav.book",
		[]pageKey{
			{"book.go", "Strg+Enter", "book.primary", "book.key.primary", ""},
			{"book.html", "/", "book.search", "book.key.search", ""},
		},
	},
	{"nav.inbox", []pageKey{{"inbox.html", "/", "inbox.search", "inbox.key.search", ""}}},
	{"nav.portion", []pageKey{
		{"portion.go", "Strg+Enter", "portion.primary", "portion.key.primary", ""},
		{"portion.html", "/", "portion.search", "portion.key.search", ""},
		{"portion.html", "Strg+Umschalt+F", "portion.share", "portion.key.share", ""},
		{"portion.go", "Strg+Umschalt+E", "portion.receipt", "portion.key.receipt", ""},
		{"portion.go", "Strg+Umschalt+P", "portion.verapdf", "portion.key.verapdf", ""},
		{"portion.go", "Strg+Umschalt+U", "portion.convert", "portion.key.convert", ""},
	}},
	{"nav.appraise", []pageKey{
		{"object.html", "A", "appraise.archive", "appraise.action.archive", ""},
		{"object.html", "V", "appraise.destroy", "appraise.action.destroy", ""},
		{"object.html", "B", "appraise.open", "appraise.action.open", ""},
		{"parts.html", "N", "appraise.reason", "appraise.action.reason", ""},
		{"appraise.html", "Strg+Z", "appraise.undo", "appraise.action.undo", ""},
		{"appraise.html", "Strg+Y", "appraise.redo", "appraise.action.redo", ""},
		{"object.html", "J", "appraise.nextunit", "appraise.action.nextunit", ""},
		{"object.html", "K", "appraise.prevunit", "appraise.action.prevunit", ""},
		{"appraise.html object.html", "O", "appraise.nextopen", "appraise.action.nextopen", ""},
		{"object.html", "D", "appraise.nextdoc", "appraise.action.nextdoc", ""},
		{"object.html", "S", "appraise.prevdoc", "appraise.action.prevdoc", ""},
		{"appraise.html", "/", "appraise.search", "appraise.action.search", ""},
		{"appraise.html", "Strg+Umschalt+E", "appraise.finish", "appraise.action.finish", ""},
		{"appraise.html", "Strg+Umschalt+R", "appraise.rule", "appraise.action.rule", ""},
		{"appraise.html", "Strg+Umschalt+K", "appraise.contact", "appraise.action.contact", ""},
		{"appraise.html", "Strg+Umschalt+M", "appraise.model", "appraise.action.model", ""},
		{"appraise.html", "Strg+Umschalt+B", "appraise.beside", "appraise.action.beside", ""},
		{"appraise.html", "Strg+Umschalt+L", "appraise.papers", "appraise.action.papers", ""},
	}},
	{"nav.share", []pageKey{
		{"share.html", "A", "share.archive", "share.key.archive", ""}, {"share.html", "V", "share.destroy", "share.key.destroy", ""},
		{"share.html", "B", "share.open", "share.key.open", ""}, {"sharing.go", "N", "share.describe", "share.key.describe", ""},
		{"share.html", "W", "share.stays", "share.key.stays", ""}, {"sharing.go", "Strg+P", "share.report", "share.key.report", ""},
		{"sharing.go", "Strg+Z", "share.undo", "share.key.undo", ""}, {"sharing.go", "Strg+Y", "share.redo", "share.key.redo", ""},
		{"share.html", "Strg+Enter", "share.primary", "share.key.primary", ""},
	}},
	{"nav.reader", []pageKey{
		{"holdings.html", "/", "reader.search", "reader.action.search", ""},
		{"holdings.go", "Strg+Umschalt+D", "reader.descriptions", "reader.action.descriptions", ""},
		{"holdings.go", "Strg+Umschalt+S", "reader.closure", "reader.action.closure", ""},
		{"holdings.go", "Strg+Umschalt+A", "reader.grants", "reader.action.grants", ""},
		{"holdings.go", "Strg+Umschalt+E", "reader.note", "reader.action.note", ""},
		{"package.html", "Strg+Umschalt+H", "reader.handout", "reader.action.handout", ""},
		{"package.html", "F", "reader.rendition", "reader.action.rendition", ""},
		{"package.html", "D", "reader.nextdoc", "reader.action.nextdoc", ""},
		{"package.html", "S", "reader.prevdoc", "reader.action.prevdoc", ""},
	}},
	{"nav.preserve", []pageKey{{"preserve.go", "Strg+Enter", "preserve.primary", "preserve.key.primary", ""}}},
	{"nav.prepare", []pageKey{{"deliver.html wizard.html", "Strg+Enter", "prepare.primary", "prepare.key.primary", ""}}},
	{"nav.transmit", []pageKey{
		{"transmit.go", "Strg+Enter", "transmit.primary", "transmit.key.primary", ""},
		{"transmit.go", "P", "transmit.hold", "transmit.key.hold", ""},
		{"transmit.go", "L", "transmit.clearances", "transmit.key.clearances", ""},
		{"transmit.go", "A", "transmit.plans", "transmit.key.plans", ""}, {"transmit.go", "N", "transmit.reply", "transmit.key.reply", ""},
		{"transmit.go", "H", "transmit.fetch", "transmit.key.fetch", ""}, {
			"transmit.go", "Q", "transmit.verify", "transmit.key.verify", "",
		},
	}},
	{"nav.loans", []pageKey{
		{"loans.go", "Strg+Enter", "conflicts.primary", "conflicts.key.primary", ""},
		{"loans.go", "Y", "conflicts.sync", "conflicts.key.sync", ""},
	}},
	{"nav.layout", []pageKey{
		{"mapping.go", "Strg+S", "layout.store", "layout.key.store", ""}, {"mapping.go", "M", "layout.sample", "layout.key.sample", ""},
		{"mapping.go", "Z", "layout.prove", "layout.key.prove", ""},
	}},
	{"nav.settings", []pageKey{
		{"settings.go", "Strg+N", "settings.new", "settings.key.new", ""},
		{"settings.html", "/", "", "browser.key.search", "the window has the field of that list in the focus"},
	}},
	{"nav.handbook", []pageKey{{"handbook.html", "/", "handbook.find", "handbook.key.find", ""}}},
	{"nav.people", []pageKey{{"people.go", "Strg+N", "people.new", "people.key.new", ""}}},
}

type keyRow struct{ Key, Aria, Text string }

type keysBody struct{ Groups []keyGroup }

type keyGroup struct {
	Title string
	Rows  []keyRow
}

// keysPage lists the keys, which are those of the window where a browser leaves them.
func (s sessionRoom) keysPage(w http.ResponseWriter, r *http.Request) error {
	var b keysBody
	for _, room := range keyRooms {
		g := keyGroup{Title: s.words.T(room.title)}
		for _, k := range room.keys {
			row := keyRow{k.Key, ariaKeys(k.Key), s.words.T(k.Text)}
			if !slices.Contains(g.Rows, row) {
				g.Rows = append(g.Rows, row)
			}
		}
		b.Groups = append(b.Groups, g)
	}
	s.write(w, r, &page{Name: "keys", Title: s.words.T("shell.help.title"), Room: "keys", Body: b})
	return nil
}

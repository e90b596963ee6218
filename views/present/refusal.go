package present

import (
	"strings"
	"unicode"

	"laufzettel/transfer/failure"
	"laufzettel/views/route"
	"laufzettel/views/words"
)

// Refusal is what stopped a step, as a value every screen shows in place: what
// happened, what it means, and the ways out as actions.
type Refusal struct {
	What    string // one sentence
	Means   string // the sentences after it, may be ""
	Details string // technical text
	Passing bool   // time can mend it
	Ways    []Way
}

// Way is a way out of a refusal: a place where the person can act.
type Way struct {
	Name  string // ends the name of its button
	Title string
	To    route.Route
}

// Ways by name. A hint whose key begins as a row of leads says has them.
var ways = map[string]route.Route{
	"name":     {Screen: route.Welcome},
	"people":   {Screen: route.People},
	"channel":  {Screen: route.Settings, Filter: "channel"},
	"profiles": {Screen: route.Settings, Filter: "profiles"},
	"schemas":  {Screen: route.Settings, Filter: "schemas"},
	"book":     {Screen: route.Book},
	"transmit": {Screen: route.Transmit},
	"loans":    {Screen: route.Loans},
	"appraise": {Screen: route.Appraise},
	"preserve": {Screen: route.Preserve},
}

// leads say by the beginning of a hint's key, without "hint.", where the person can act; the longest
// beginning wins. A hint that no row names is answered on the screen it is shown on.
var leads = map[string]string{
	"office.nobody-acts": "name", "office.sign-in-first": "people", "office.own-key-first": "people", "office.person-": "people",
	"office.closed-register-key": "people", "office.confirm-needs-key": "people", "office.eyes-need-key": "people",
	"office.found-needs-key":   "people",
	"office.release-needs-key": "people", "office.order-needs-key": "people", "office.key-": "people", "office.nobody-vouches": "people",
	"office.self-registered": "people", "office.no-such-": "people", "people.": "people", "app.person-without-passphrase": "people",
	"office.sftp-password-gone": "channel", "office.no-system-keyring": "channel",
	"channel.no-key-yet": "channel", "channel.key-exists": "channel", "channel.not-enrolled": "channel", "channel.address-": "channel",
	"channel.certificate": "channel", "channel.archive-key-changed": "channel", "channel.answer.key-": "channel",
	"outbox.no-archive-entered": "channel",
	"pack.no-archive-entered":   "channel", "pack.archive-name-missing": "channel", "outbox.tsa-": "channel", "door.": "channel",
	"channel.": "transmit", "queue.": "transmit", "pack.code-": "transmit",
	"outbox.conflict": "loans", "outbox.loan-": "loans", "outbox.return-not-taken": "loans", "outbox.given-out-here": "loans",
	"pack.code-pattern-missing": "profiles", "pack.packaging-levels": "profiles", "pack.share-levels": "profiles",
	"pack.mixed-dossier":      "profiles",
	"pack.case-without-files": "profiles", "profile.": "profiles", "transfer.reference-codes-used-up": "profiles",
	"transfer.number-pattern-bad":   "profiles",
	"window.agency-without-profile": "profiles", "appraise.profile-rule-unknown": "profiles", "clerk.profile-": "profiles",
	"schema.":    "schemas",
	"accession.": "book", "window.close-in-book": "book",
	"appraise.cases-open": "appraise", "appraise.result-cases-open": "appraise", "appraise.decisions-unreleased": "appraise",
	"pack.portion-not-appraised": "appraise",
	"convert.converter":          "preserve", "pack.no-converters": "preserve",
}

// Refused makes the value of an error. about is the thing the step was about, "" for
// none; fallback stands where nobody gave the error a sentence.
func Refused(w *words.Words, err error, about, fallback string) Refusal {
	r := Refusal{Details: err.Error(), Passing: failure.KindOf(err) == failure.Transient}
	r.What, r.Means = firstSentence(w.Explain(err, fallback))
	best := ""
	for begin, name := range leads {
		if key, _ := strings.CutPrefix(failure.HintOf(err).Key, "hint."); strings.HasPrefix(key, begin) && len(begin) > len(best) {
			best = begin
			to := ways[name]
			if to.Screen == route.Appraise {
				to.ID = about
			}
			r.Ways = []Way{{Name: name, Title: w.T("refusal.way." + name), To: to}}
		}
	}
	return r
}

// firstSentence parts a text after its first sentence. A full stop ends one where a
// blank and a capital letter follow and a word of some length stands before it: "z. B."
// and "2. Lieferung" do not.
func firstSentence(text string) (first, rest string) {
	letters := []rune(text)
	word := 0
	for i, r := range letters {
		if r == '.' && word > 2 && i+2 < len(letters) && letters[i+1] == ' ' &&
			(unicode.IsUpper(letters[i+2]) || letters[i+2] == '„' || letters[i+2] == '“') {
			return string(letters[:i+1]), string(letters[i+2:])
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) && word > 0 || strings.ContainsRune("“”)", r) {
			word++
		} else {
			word = 0
		}
	}
	return text, ""
}

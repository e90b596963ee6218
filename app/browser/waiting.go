package browser

import (
	"cmp"
	"net/http"
)

// waitPage is where somebody waits for an act that takes longer than a page can: it
// names the way to the outcome and the way back, and works without script. It never
// loads itself anew by time (WCAG 2.2.1, failure F41); with our script it goes on to
// the outcome once that is there.
const waitPage = "wait"

// onward gives the page of an act: the one with its outcome, or the one to wait at.
func onward(x *act) string {
	if m, over := x.now(); over {
		return withMessage(cmp.Or(m.to, x.back), x.id)
	}
	return withMessage(waitPage, x.id)
}

// wait shows that an act runs on with the ways from there, or leads to its outcome.
func (s sessionRoom) wait(w http.ResponseWriter, r *http.Request) error {
	x := s.acts.find(r.URL.Query().Get("m"))
	if x == nil {
		return errNoPage
	}
	if s.asker != nil {
		if _, open := s.asker.waiting(); open {
			http.Redirect(w, r, s.gate.Area()+address("unlock", "m", x.id), http.StatusSeeOther)
			return nil
		}
	}
	m, over := x.now()
	switch {
	case over && m.Tone == toneError && x.again != nil:
		s.write(w, r, x.again(m))
	case over:
		http.Redirect(w, r, s.gate.Area()+onward(x), http.StatusSeeOther)
	default:
		back := s.gate.Area() + withMessage(x.back, x.id)
		s.write(w, r, &page{Name: waitPage, Title: s.words.T("browser.wait"), Body: back, Live: true, Waits: true, Message: &m})
	}
	return nil
}

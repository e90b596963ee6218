package app

import (
	"os"
	"path/filepath"
	"strings"
	"sync"

	"laufzettel/app/browser"
	"laufzettel/app/example"
	"laufzettel/app/start"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
	"laufzettel/views/kit"
)

const (
	// demoMark is left by laufzettel-cli demo in the folder it has made.
	demoMark = ".laufzettel-demo"
	// demoPass is the passphrase of the demo's keys beside its workspace.
	demoPass = "kennwort.txt"
)

// asker finds the passphrase of key files: in the environment, beside a demo's
// workspace, else it asks in a sheet. The answer for the key of this device is kept until
// forget: a wrong one shows only when it is used. Those of persons are not kept.
type asker struct {
	dir  string
	stop chan struct{}

	asking sync.Mutex // one question at a time

	mu     sync.Mutex
	env    *kit.Env
	pages  *browser.Asker // asks as well, nil: no pages are open
	answer string
	closed bool
	waits  int // questions for the key of this device nobody has answered yet
	// changed is told when such a question begins and ends; nil: nobody.
	changed func()
}

func newAsker(dir string) *asker { return &asker{dir: dir, stop: make(chan struct{})} }

// attach names the window to ask in.
func (a *asker) attach(env *kit.Env) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.env = env
}

// alsoAsk names the pages in the browser to ask in, too: whoever works there may not
// see the window. The first answer counts.
func (a *asker) alsoAsk(pages *browser.Asker) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.pages = pages
}

// passphrase is called off the UI thread and waits for the answer.
func (a *asker) passphrase() (string, error) {
	if p := os.Getenv(start.EnvPass); p != "" {
		return p, nil
	}
	if p, ok := demoPassphrase(a.dir); ok {
		return p, nil
	}
	if answer := a.known(); answer != "" {
		return answer, nil
	}
	a.wait(1)
	defer a.wait(-1)
	a.asking.Lock()
	defer a.asking.Unlock()
	if answer := a.known(); answer != "" {
		return answer, nil
	}
	answer, err := a.ask("", wording.Say("hint.app.key-passphrase-missing"))
	if err == nil {
		a.mu.Lock()
		a.answer = answer
		a.mu.Unlock()
	}
	return answer, err
}

func (a *asker) known() string {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.answer
}

// wait counts questions for the key of this device.
func (a *asker) wait(more int) {
	a.mu.Lock()
	a.waits += more
	changed := a.changed
	a.mu.Unlock()
	if changed != nil {
		changed()
	}
}

// waiting tells whether somebody waits for the passphrase of this device's key.
func (a *asker) waiting() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.waits > 0
}

// ask asks in the window and in the pages for the passphrase of a person's key, "": of the
// key of this device. Error: Refused with that hint where nobody answers.
func (a *asker) ask(person string, none wording.Text) (answer string, err error) {
	a.mu.Lock()
	env, pages := a.env, a.pages
	a.mu.Unlock()
	refused := failure.New(failure.Refused, "ask passphrase", none)
	if env == nil {
		return "", refused
	}
	got := make(chan string, 2) // of the window and of the pages
	closeSheet := func() {}
	env.Run.UI(func() { closeSheet = askSheet(env, person, func(s string) { got <- s }) })
	if pages != nil {
		defer pages.Withdraw()
		go func() {
			if s, err := pages.Ask(person); err == nil {
				got <- s
				env.Run.UI(func() { closeSheet() })
			}
		}()
	}
	select {
	case answer = <-got:
	case <-a.stop:
	}
	if answer == "" {
		return "", refused
	}
	return answer, nil
}

// demoPassphrase reads the passphrase of a demo: only where the folder above the
// workspace is marked as made by one.
func demoPassphrase(dir string) (string, bool) {
	parent := filepath.Dir(dir)
	if _, err := os.Stat(filepath.Join(parent, demoMark)); err != nil {
		if _, ok := example.Is(dir); !ok {
			return "", false
		}
	}
	raw, err := os.ReadFile(filepath.Join(parent, demoPass))
	p := strings.TrimSpace(string(raw))
	return p, err == nil && p != ""
}

// forget drops the answer; the next use asks again.
func (a *asker) forget() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.answer = ""
}

// close ends a question nobody will answer.
func (a *asker) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !a.closed {
		a.closed = true
		close(a.stop)
	}
}

// askSheet asks for the passphrase of a person, "": of this device; closing the sheet is the
// answer "".
func askSheet(env *kit.Env, person string, take func(string)) (closing func()) {
	title, text := env.T("window.pass.title"), env.T("window.pass.text")
	if person != "" {
		title, text = env.T("window.pass.person.title", person), env.T("window.pass.person.text", person)
	}
	var sheet *kit.Sheet
	answered := false // on the UI thread only
	answer := func(s string) {
		if answered {
			return
		}
		answered = true
		take(s)
		sheet.Close()
	}
	sheet = kit.Form{Name: "passphrase", Title: title, Text: text, Width: 560,
		Fields: []kit.FormField{{ID: "answer", Name: "passphrase", Label: env.T("window.pass"), Secret: true}},
		Buttons: []kit.FormButton{{Name: "passphrase.later", Text: env.T("window.pass.later"), Bare: true},
			{Name: "passphrase.take", Icon: "key", Text: env.T("window.pass.take"), Primary: true, Key: "Enter", Stays: true,
				Do: func(a map[string]string) { answer(a["answer"]) }}},
		OnClose: func() { answer("") }}.Show(env)
	return func() { answer("") }
}

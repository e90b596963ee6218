package app

import (
	"log"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"fyne.io/fyne/v2"

	"laufzettel/app/single"
)

// closeTime bounds the end of the program. Work that has not obeyed by then is cut
// off like by a loss of power: it is journaled and can go on at the next start.
const closeTime = 1500 * time.Millisecond

// ending closes all and ends the process itself. Fyne's own way out may never come
// back: its main goroutine waits for events while the one that runs them waits for
// the main goroutine (WaitForEvents, runOnMainWithWait). The process would live on
// without a window and hold the workspace.
type ending struct {
	once   sync.Once
	window fyne.Window
	one    *single.Window // nil: there is no door
	close  func()
	exit   func(code int)
}

// run ends the program; it is called on the UI thread, by the window that closes.
func (e *ending) run() { e.end(e.window.Hide) }

// left ends the program where Fyne came back by itself, as it does when the system asks for
// the end before the window has heard of it: then there is no window to hide any more.
func (e *ending) left() { e.end(func() {}) }

func (e *ending) end(hide func()) {
	e.once.Do(func() {
		late := e.watch()
		if e.one != nil {
			if err := e.one.Leave(); err != nil { // who starts now waits for the lock
				log.Println("shut the door for further starts:", err)
			}
		}
		hide()
		e.close()
		if e.one != nil {
			closeOne(e.one)
		}
		late.Stop()
		e.exit(0)
	})
}

// watch ends the process when closing takes too long.
func (e *ending) watch() *time.Timer {
	return time.AfterFunc(closeTime, func() {
		log.Println("closing took too long: unfinished work is journaled and can go on at the next start")
		e.exit(0)
	})
}

// onSignal closes the window when the system asks the program to end.
func (e *ending) onSignal() {
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, os.Interrupt, syscall.SIGTERM)
	go func() {
		<-asked
		e.watch()
		fyne.Do(e.window.Close)
	}()
}

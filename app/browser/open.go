package browser

import (
	"os/exec"
	"runtime"

	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// openers are the programs of the system that open an address in the browser of the
// person.
var openers = map[string][]string{"windows": {"rundll32", "url.dll,FileProtocolHandler"}, "darwin": {"open"}, "linux": {"xdg-open"}}

// Open shows an address in the browser of the person. Error: Setup where this machine
// has no way to.
func Open(address string) error {
	call := openers[runtime.GOOS]
	if call == nil {
		call = openers["linux"]
	}
	cmd := exec.Command(call[0], append(call[1:len(call):len(call)], address)...)
	err := cmd.Start()
	if err == nil {
		go func() { _ = cmd.Wait() }() // what it becomes is the browser's matter
	}
	return failure.Wrap(failure.Setup, "open browser", wording.Say("browser.noopen"), err)
}

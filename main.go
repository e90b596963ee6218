// Command laufzettel is the window of Laufzettel; laufzettel-cli is the same work
// for scripts and servers.
package main

import (
	"os"

	"laufzettel/app"
	"laufzettel/app/start"
	"laufzettel/viewer/child"
)

func main() {
	if child.Asked() {
		child.Main()
	}
	call, code, done := start.Read(os.Args[1:], start.Language(), os.Stdout, os.Stderr)
	if done {
		os.Exit(code)
	}
	o := app.Options{Data: call.Data, Person: call.Person, Files: call.Files}
	if call.Browser {
		os.Exit(app.Browse(o))
	}
	os.Exit(app.Run(o))
}

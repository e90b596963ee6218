// Command laufzettel is the window of Laufzettel; laufzettel-cli is the same work
// for scripts and servers.
package main

import (
	"flag"
	"os"

	"laufzettel/app"
	"laufzettel/viewer/child"
)

func main() {
	if child.Asked() {
		child.Main()
	}
	var o app.Options
	flag.StringVar(&o.Data, "data", "", "Arbeitsbereich (Ordner); ohne Angabe der des Benutzers")
	flag.StringVar(&o.Person, "person", "", "wer handelt; ohne Angabe wie in den Einstellungen")
	flag.Parse()
	o.Files = flag.Args()
	os.Exit(app.Run(o))
}

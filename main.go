// Command laufzettel is the window of Laufzettel; laufzettel-cli is the same work
// for scripts and servers.
package main

import (
	"flag"
	"fmt"
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
	browse := flag.Bool("browser", false, "Räume als barrierefreie Seiten im Browser zeigen, ohne Fenster")
	flag.Parse()
	flag.Visit(func(f *flag.Flag) {
		if f.Name == "data" && o.Data == "" { // of a script whose variable is empty: never the user's own instead
			fmt.Fprintln(os.Stderr, "Hinter „--data“ fehlt der Wert. Nichts wurde getan.")
			os.Exit(2)
		}
	})
	o.Files = flag.Args()
	if *browse {
		os.Exit(app.Browse(o))
	}
	os.Exit(app.Run(o))
}

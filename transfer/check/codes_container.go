package check

import (
	"strings"

	"laufzettel/transfer/container"
)

var (
	refuse = []WayOut{ReturnAll, Stop}
	rename = []WayOut{ReturnAll, AskForFiles, Stop}
)

// ContainerCodes are the findings of transfer/container, which cannot import
// this package. A container with one of them is not opened, therefore none of
// them can be accepted as an exception.
var ContainerCodes = []Code{
	{
		ID: container.PathEscape, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Ein Dateiname führt aus dem Ordner hinaus.",
		Remedy:   "Es wurde nichts entpackt. Bitte bei der Stelle nachfragen, woher die Lieferung stammt, und sie neu liefern lassen.",
		TitleEN:  "Delivery not opened: a file name leads out of the folder.",
		RemedyEN: "Nothing was unpacked. Please ask the agency where the delivery comes from and have it delivered again.",
	}, {
		ID: container.AbsolutePath, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Ein Dateiname nennt ein Laufwerk oder beginnt an der Wurzel.",
		Remedy:   "Beim Entpacken würden fremde Dateien überschrieben. Bitte mit Pfaden liefern, die im Container beginnen.",
		TitleEN:  "Delivery not opened: a file name gives a drive or starts at the root.",
		RemedyEN: "Unpacking would overwrite other files. Please deliver with paths that start inside the container.",
	}, {
		ID: container.LinkOrDevice, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Sie enthält eine Verknüpfung oder ein Gerät statt einer Datei.",
		Remedy:   "Wohin eine Verknüpfung zeigt, ist nicht Teil der Lieferung. Bitte die Datei selbst liefern.",
		TitleEN:  "Delivery not opened: it holds a link or a device instead of a file.",
		RemedyEN: "What a link points to is not part of the delivery. Please deliver the file itself.",
	}, {
		ID: container.Bomb, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Sie wird beim Entpacken ungewöhnlich groß.",
		Remedy:   "So gebaute Dateien legen Rechner lahm. Bitte ohne oder mit üblicher Komprimierung neu liefern.",
		TitleEN:  "Delivery not opened: it grows unusually when unpacked.",
		RemedyEN: "Files built like this bring computers to a halt. Please deliver again without or with usual compression.",
	}, {
		ID: container.TooMuch, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Sie enthält mehr Dateien oder Bytes als erlaubt.",
		Remedy:   "Bitte in mehreren Portionen liefern.",
		TitleEN:  "Delivery not opened: it holds more files or bytes than allowed.",
		RemedyEN: "Please deliver in several portions.",
	}, {
		ID: container.Overlap, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Mehrere Einträge teilen sich dieselben Bytes.",
		Remedy:   "Ein übliches Programm schreibt so etwas nicht. Bitte bei der Stelle nachfragen und neu packen lassen.",
		TitleEN:  "Delivery not opened: several entries share the same bytes.",
		RemedyEN: "No usual program writes this. Please ask the agency and have it packed again.",
	}, {
		ID: container.HeaderDiffers, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Lieferung nicht geöffnet: Das Inhaltsverzeichnis der ZIP-Datei widerspricht den Einträgen.",
		Remedy:   "Zwei Programme könnten darin Verschiedenes lesen. Bitte neu packen und neu liefern.",
		TitleEN:  "Delivery not opened: the central directory of the ZIP contradicts its entries.",
		RemedyEN: "Two programs could read different things in it. Please pack and deliver again.",
	}, {
		ID: container.TooDeep, Severity: Error, Source: "G5", Ways: refuse,
		Title:    "Ordner oder Container liegen zu tief ineinander.",
		Remedy:   "Der Inhalt wurde nicht gelesen. Bitte flacher ablegen oder die inneren Container einzeln liefern.",
		TitleEN:  "Folders or containers are nested too deep.",
		RemedyEN: "The content was not read. Please use fewer levels or deliver the inner containers one by one.",
	}, {
		ID: container.ReservedName, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Dateiname ist unter Windows für ein Gerät belegt.",
		Remedy:   "Die Datei ließe sich dort weder ablegen noch öffnen. Bitte umbenennen und neu liefern.",
		TitleEN:  "The file name is reserved for a device on Windows.",
		RemedyEN: "The file could be neither stored nor opened there. Please rename and deliver again.",
	}, {
		ID: container.LongName, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Dateiname oder Pfad ist zu lang.",
		Remedy:   "Nicht jedes System kann ihn ablegen. Bitte kürzen und neu liefern.",
		TitleEN:  "The file name or path is too long.",
		RemedyEN: "Not every system can store it. Please shorten and deliver again.",
	}, {
		ID: container.OddCharacter, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Dateiname enthält ein Zeichen, das nicht jedes System ablegen kann.",
		Remedy:   "Steuerzeichen, Rückstrich sowie Punkt oder Leerzeichen am Ende gehen beim Kopieren verloren. Bitte umbenennen und neu liefern.",
		TitleEN:  "The file name holds a character that not every system can store.",
		RemedyEN: "Control characters, backslashes and a dot or space at the end are lost in copying. Please rename and deliver again.",
	}, {
		ID: container.CaseTwins, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Zwei Dateinamen unterscheiden sich nur in Groß- und Kleinschreibung.",
		Remedy:   "Unter Windows würde eine Datei die andere überschreiben. Bitte eine umbenennen.",
		TitleEN:  "Two file names differ by upper and lower case only.",
		RemedyEN: "On Windows one file would overwrite the other. Please rename one.",
	}, {
		ID: container.UnicodeTwins, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Zwei Dateinamen sehen gleich aus und sind verschieden gespeichert.",
		Remedy:   "Ein Umlaut steht einmal als ein Zeichen, einmal als zwei; auf manchem System überschreibt eine Datei die andere. Bitte eine umbenennen.",
		TitleEN:  "Two file names look the same and are stored differently.",
		RemedyEN: "An umlaut is stored once as one character and once as two; on some systems one file overwrites the other. Please rename one.",
	}, {
		ID: container.SameName, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Ein Name kommt im Container mehrmals vor.",
		Remedy:   "Welche Datei gemeint ist, lässt sich nicht entscheiden. Bitte jede Datei einmal liefern.",
		TitleEN:  "A name occurs more than once in the container.",
		RemedyEN: "Which file is meant cannot be decided. Please deliver every file once.",
	}, {
		ID: container.Backslashes, Severity: Warning, Source: "APPNOTE 4.4.17; G5", Ways: allWays,
		Title:    "Pfade im Container sind mit umgekehrtem Schrägstrich (Backslash) geschrieben. Sie wurden als Ordner gelesen.",
		Remedy:   "Andere Programme lesen solche Pfade anders. Künftig bitte mit einem Programm packen, das Ordner mit Schrägstrich schreibt, etwa dem Explorer oder 7-Zip.",
		TitleEN:  "Paths in the container are written with backslashes. They were read as folders.",
		RemedyEN: "Other programs read such paths otherwise. In future please pack with a program that writes slashes.",
	}, {
		ID: container.Prefix, Severity: Warning, Source: "APPNOTE 4.1.9; G5", Ways: allWays,
		Title:    "Selbstentpackendes Archiv: Vor dem ZIP-Container steht ein Vorspann, etwa ein Programm. Gelesen wurde nur der Container dahinter.",
		Remedy:   "Künftig bitte als einfache ZIP-Datei packen.",
		TitleEN:  "Self-extracting archive: other bytes, such as a program, stand before the ZIP. Only the container behind them was read.",
		RemedyEN: "In future please pack as a plain ZIP file.",
	}, {
		ID: container.Encrypted, Severity: Error, Source: "G5", Ways: rename,
		Title:    "Verschlüsselte Datei.",
		Remedy:   "Sie lässt sich nicht lesen und nicht prüfen. Bitte ohne Kennwort liefern.",
		TitleEN:  "Encrypted file.",
		RemedyEN: "It can be neither read nor checked. Please deliver without a password.",
	}, {
		ID: container.Damaged, Severity: Error, Source: "A1, E4", Ways: refuse,
		Title:    "Container ist beschädigt oder unvollständig übertragen.",
		Remedy:   "Er lässt sich nicht vollständig lesen. Bitte neu übertragen.",
		TitleEN:  "The container is damaged or was transferred incompletely.",
		RemedyEN: "It cannot be read completely. Please transfer it again.",
	}, {
		ID: container.Unsupported, Severity: Error, Source: "E4", Ways: rename,
		Title:    "Speicherverfahren im Container wird nicht unterstützt.",
		Remedy:   "Die Datei lässt sich nicht lesen. Bitte mit dem Verfahren Deflate oder ohne Komprimierung packen.",
		TitleEN:  "The storage method in the container is not supported.",
		RemedyEN: "The file cannot be read. Please pack with deflate or without compression.",
	}, {
		ID: container.NoContainer, Severity: Error, Source: "E4", Ways: refuse,
		Title:    "Das ist kein Container, der sich öffnen lässt.",
		Remedy:   "Erwartet wird ein Ordner, eine ZIP-, TAR- oder TAR.GZ-Datei. Bitte die Lieferung so ablegen.",
		TitleEN:  "This is not a container that can be opened.",
		RemedyEN: "Expected is a folder or a ZIP, TAR or TAR.GZ file. Please store the delivery like this.",
	},
}

// FindingsOf turns the refusal of a container into findings. A fault whose code
// is unknown becomes the finding of a damaged container, so that none is lost.
func FindingsOf(r *container.Refused) []Finding {
	out := FindingsOfFaults(r.Faults)
	if r.More && len(out) > 0 {
		last := &out[len(out)-1]
		*last = last.Saying("Es gibt weitere Stellen dieser Art, die hier nicht einzeln stehen.")
	}
	return out
}

// FindingsOfFaults does the same for faults that container.Options.Tolerate let
// pass: container.Faults(tree).
func FindingsOfFaults(faults []container.Fault) []Finding {
	out := make([]Finding, 0, len(faults))
	for _, f := range faults {
		code := containerCode(f.Code)
		out = append(out, code.At(printable(f.Path)).Want(printable(f.Expected), printable(f.Found)))
	}
	return out
}

func containerCode(id string) Code {
	damaged := Code{}
	for _, c := range ContainerCodes {
		switch c.ID {
		case id:
			return c
		case container.Damaged:
			damaged = c
		}
	}
	return damaged
}

// printable shows control characters instead of obeying them.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x20:
			return 0x2400 + r // control pictures
		case r == 0x7f, r >= 0x80 && r < 0xa0, r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0x200e, r == 0x200f:
			return '\ufffd'
		}
		return r
	}, s)
}

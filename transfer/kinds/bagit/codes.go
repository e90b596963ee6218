package bagit

import "laufzettel/transfer/check"

var (
	wholeWays = []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}
	allWays   = []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}
	refuse    = []check.WayOut{check.ReturnAll, check.Stop}
)

var (
	codeNoDeclaration = check.Code{ID: "BAG-001", Severity: check.Error, Source: "RFC 8493 2.1.1", Ways: wholeWays,
		Title:    "Die Datei bagit.txt fehlt. Ohne sie ist der Ordner keine BagIt-Tasche.",
		Remedy:   "Bitte die Tasche mit einem BagIt-Programm neu erstellen und neu liefern.",
		TitleEN:  "The file bagit.txt is missing. Without it the folder is no bag.",
		RemedyEN: "Please make the bag again with a BagIt program and deliver it again."}
	codeDeclaration = check.Code{ID: "BAG-002", Severity: check.Error, Source: "RFC 8493 2.1.1", Ways: wholeWays,
		Title:    "Die Datei bagit.txt hat nicht die vorgeschriebene Form. Version und Zeichenkodierung stehen damit nicht sicher fest.",
		Remedy:   "Bitte die Datei berichtigen: zwei Zeilen, BagIt-Version und Tag-File-Character-Encoding, ohne Byte-Order-Mark.",
		TitleEN:  "The file bagit.txt does not have the prescribed form. Version and encoding are therefore uncertain.",
		RemedyEN: "Please correct the file: two lines, BagIt-Version and Tag-File-Character-Encoding, without byte order mark."}
	codeVersion = check.Code{ID: "BAG-003", Severity: check.Warning, Source: "RFC 8493 2.1.1", Ways: wholeWays,
		Title:    "Die BagIt-Version ist nicht bekannt. Geprüft wurde nach den Regeln der Version 1.0.",
		Remedy:   "Bitte als BagIt 1.0 liefern.",
		TitleEN:  "The BagIt version is not known. The rules of version 1.0 were applied.",
		RemedyEN: "Please deliver as BagIt 1.0."}
	codeEncoding = check.Code{ID: "BAG-004", Severity: check.Error, Source: "RFC 8493 2.1.1; 2.2.2", Ways: wholeWays,
		Title:    "Eine Begleitdatei lässt sich in der angegebenen Zeichenkodierung nicht lesen.",
		Remedy:   "Bitte die Begleitdateien als UTF-8 schreiben und die Kodierung in bagit.txt angeben.",
		TitleEN:  "A tag file cannot be read in the encoding stated.",
		RemedyEN: "Please write the tag files as UTF-8 and state the encoding in bagit.txt."}
	codeNoManifest = check.Code{ID: "BAG-005", Severity: check.Error, Source: "RFC 8493 2.1.3", Ways: wholeWays,
		Title:    "Die Tasche enthält kein Manifest ihrer Inhalte. Vollständigkeit und Unversehrtheit lassen sich nicht prüfen.",
		Remedy:   "Bitte ein Manifest mit Prüfsummen (manifest-sha512.txt) erstellen und neu liefern.",
		TitleEN:  "The bag holds no payload manifest. Completeness and integrity cannot be checked.",
		RemedyEN: "Please make a manifest with checksums (manifest-sha512.txt) and deliver again."}
	codeNoPayload = check.Code{ID: "BAG-006", Severity: check.Error, Source: "RFC 8493 2.1.2", Ways: wholeWays,
		Title:    "Der Ordner data fehlt. Die Tasche nennt Inhalte, bringt aber keine mit.",
		Remedy:   "Bitte die Tasche mit ihren Inhalten neu liefern.",
		TitleEN:  "The folder data is missing. The bag names content but brings none.",
		RemedyEN: "Please deliver the bag again with its content."}
	codeEmpty = check.Code{ID: "BAG-007", Severity: check.Warning, Source: "RFC 8493 2.1.2", Ways: wholeWays,
		Title:    "Die Tasche ist leer. Sie nennt und enthält keine einzige Inhaltsdatei.",
		Remedy:   "Bitte prüfen, ob beim Packen Inhalte verloren gingen.",
		TitleEN:  "The bag is empty. It neither names nor holds a single payload file.",
		RemedyEN: "Please check whether content was lost in packing."}
	codeLine = check.Code{ID: "BAG-008", Severity: check.Error, Source: "RFC 8493 2.1.3; 2.2.1; 2.2.3", Ways: wholeWays,
		Title:    "Eine Zeile eines Manifests oder der Datei fetch.txt lässt sich nicht auswerten.",
		Remedy:   "Bitte die Liste neu erstellen; jede Zeile nennt Prüfsumme und Pfad.",
		TitleEN:  "A line of a manifest or of fetch.txt cannot be read.",
		RemedyEN: "Please make the list again; each line states checksum and path."}
	codePath = check.Code{ID: "BAG-009", Severity: check.Error, Source: "RFC 8493 5.2; G5", Ways: refuse,
		Title:    "Ein Pfad führt aus der Tasche hinaus. Er wurde nicht verwendet.",
		Remedy:   "Bitte nur Pfade angeben, die in der Tasche beginnen, und klären, woher die Angabe stammt.",
		TitleEN:  "A path leads out of the bag. It was not used.",
		RemedyEN: "Please state only paths that start in the bag and clarify where the statement comes from."}
	codeOutsideData = check.Code{ID: "BAG-010", Severity: check.Error, Source: "RFC 8493 2.1.3; 2.2.1; 2.2.3", Ways: wholeWays,
		Title:    "Ein Manifest nennt eine Datei am falschen Ort. Inhalte liegen unter data, Begleitdateien daneben.",
		Remedy:   "Bitte die Tasche neu erstellen.",
		TitleEN:  "A manifest names a file in the wrong place. Payload lies below data, tag files beside it.",
		RemedyEN: "Please make the bag again."}
	codeTwice = check.Code{ID: "BAG-011", Severity: check.Error, Source: "RFC 8493 2.1.3", Ways: wholeWays,
		Title:    "Ein Manifest nennt dieselbe Datei mehrmals.",
		Remedy:   "Bitte das Manifest neu erstellen; jede Datei steht einmal darin.",
		TitleEN:  "A manifest names the same file more than once.",
		RemedyEN: "Please make the manifest again; each file stands in it once."}
	codeNotInAll = check.Code{ID: "BAG-012", Severity: check.Error, Source: "RFC 8493 3 (Complete)", Ways: allWays,
		Title:    "Ein Manifest nennt nicht alle Inhaltsdateien. Ab Version 1.0 muss jedes Manifest jede Datei nennen.",
		Remedy:   "Bitte die Manifeste vollständig neu erstellen.",
		TitleEN:  "A manifest does not name all payload files. From version 1.0 on each manifest must name each file.",
		RemedyEN: "Please make the manifests again, complete."}
	codeAlgorithm = check.Code{ID: "BAG-013", Severity: check.Warning, Source: "RFC 8493 2.4", Ways: wholeWays,
		Title:    "Das Prüfsummenverfahren eines Manifests ist nicht bekannt. Seine Prüfsummen wurden nicht verglichen.",
		Remedy:   "Bitte ein Manifest nach SHA-512 oder SHA-256 beilegen.",
		TitleEN:  "The algorithm of a manifest is not known. Its checksums were not compared.",
		RemedyEN: "Please add a manifest by SHA-512 or SHA-256."}
	codeSpelling = check.Code{ID: "BAG-014", Severity: check.Warning, Source: "RFC 8493 5.1.3", Ways: allWays,
		Title:    "Ein Dateiname ist im Manifest anders gespeichert als in der Tasche (Unicode-Normalform). Verglichen wurde die Datei, die gleich aussieht.",
		Remedy:   "Bitte die Tasche auf einem System neu erstellen, das Dateinamen in der Form NFC speichert.",
		TitleEN:  "A file name is stored differently in the manifest and in the bag (Unicode normalisation). The file that looks the same was compared.",
		RemedyEN: "Please make the bag again on a system that stores names in form NFC."}
	codeFetch = check.Code{ID: "BAG-015", Severity: check.Note, Source: "RFC 8493 2.2.3; G5",
		Title:    "Die Tasche nennt Adressen, von denen Inhalte geholt werden sollen (fetch.txt). Es wurde nichts aus dem Netz geholt.",
		Remedy:   "Bitte Taschen vollständig liefern.",
		TitleEN:  "The bag names addresses from which content is to be fetched (fetch.txt). Nothing was fetched.",
		RemedyEN: "Please deliver bags complete."}
	codeNotFetched = check.Code{ID: "BAG-016", Severity: check.Error, Source: "RFC 8493 2.2.3; 3 (Complete)", Ways: allWays,
		Title:    "Eine Inhaltsdatei ist nicht geliefert; genannt ist nur eine Adresse im Netz.",
		Remedy:   "Bitte die Datei selbst liefern.",
		TitleEN:  "A payload file is not delivered; only an address on the net is given.",
		RemedyEN: "Please deliver the file itself."}
	codeFetchUnlisted = check.Code{ID: "BAG-017", Severity: check.Error, Source: "RFC 8493 2.2.3", Ways: wholeWays,
		Title:    "Die Datei fetch.txt nennt eine Datei, die in keinem Manifest steht. Ihr Inhalt wäre nicht prüfbar.",
		Remedy:   "Bitte die Datei in jedes Manifest aufnehmen oder aus fetch.txt streichen.",
		TitleEN:  "The file fetch.txt names a file that stands in no manifest. Its content could not be checked.",
		RemedyEN: "Please add the file to each manifest or remove it from fetch.txt."}
	codeOxum = check.Code{ID: "BAG-018", Severity: check.Error, Source: "RFC 8493 2.2.2 Payload-Oxum", Ways: wholeWays,
		Title:    "Zahl oder Umfang der Inhaltsdateien weichen von der Angabe in bag-info.txt (Payload-Oxum) ab.",
		Remedy:   "Bitte klären, ob Dateien fehlen oder hinzukamen, und die Tasche neu liefern.",
		TitleEN:  "Number or size of the payload files differ from the statement in bag-info.txt (Payload-Oxum).",
		RemedyEN: "Please clarify whether files are missing or were added, and deliver the bag again."}
	codeOxumForm = check.Code{ID: "BAG-019", Severity: check.Warning, Source: "RFC 8493 2.2.2 Payload-Oxum", Ways: wholeWays,
		Title:    "Die Angabe Payload-Oxum hat nicht die Form Bytes.Dateien oder steht mehrmals da. Sie wurde nicht verglichen.",
		Remedy:   "Bitte bag-info.txt berichtigen.",
		TitleEN:  "The statement Payload-Oxum does not have the form bytes.files or stands there more than once. It was not compared.",
		RemedyEN: "Please correct bag-info.txt."}
	codeTagLine = check.Code{ID: "BAG-020", Severity: check.Warning, Source: "RFC 8493 2.2.2", Ways: wholeWays,
		Title:    "Eine Zeile in bag-info.txt hat nicht die Form „Name: Wert“.",
		Remedy:   "Bitte bag-info.txt berichtigen.",
		TitleEN:  "A line of bag-info.txt does not have the form “name: value”.",
		RemedyEN: "Please correct bag-info.txt."}
	codeSystemFile = check.Code{ID: "BAG-021", Severity: check.Warning, Source: "RFC 8493 5.1.4", Ways: allWays,
		Title:    "Unter den Inhalten ist eine Hilfsdatei des Betriebssystems. Solche Dateien entstehen und verschwinden beim Kopieren von selbst.",
		Remedy:   "Bitte Hilfsdateien vor dem Packen löschen.",
		TitleEN:  "Among the payload is a helper file of the operating system. Such files come and go by themselves in copying.",
		RemedyEN: "Please delete helper files before packing."}
	codeProfile = check.Code{ID: "BAG-022", Severity: check.Error, Source: "BagIt Profiles 1.4", Ways: wholeWays,
		Title:    "Die Tasche erfüllt das BagIt-Profil nicht, das ihr beiliegt.",
		Remedy:   "Bitte die genannte Angabe nach dem Profil ergänzen oder berichtigen.",
		TitleEN:  "The bag does not meet the BagIt profile that comes with it.",
		RemedyEN: "Please add or correct the statement named, following the profile."}
	codeProfileAbsent = check.Code{ID: "BAG-023", Severity: check.Note, Source: "BagIt Profiles 1.4",
		Title:    "Die Tasche beruft sich auf ein BagIt-Profil, das nicht vorliegt. Dagegen wurde nicht geprüft.",
		Remedy:   "Bitte das Profil als JSON-Datei beilegen.",
		TitleEN:  "The bag refers to a BagIt profile that is not at hand. It was not checked against it.",
		RemedyEN: "Please add the profile as a JSON file."}
	codeProfileBroken = check.Code{ID: "BAG-024", Severity: check.Warning, Source: "BagIt Profiles 1.4", Ways: wholeWays,
		Title:    "Das beiliegende BagIt-Profil lässt sich nicht lesen. Dagegen wurde nicht geprüft.",
		Remedy:   "Bitte das Profil als gültiges JSON beilegen.",
		TitleEN:  "The BagIt profile that comes along cannot be read. It was not checked against it.",
		RemedyEN: "Please add the profile as proper JSON."}
)

// Codes are all finding codes of this room.
var Codes = []check.Code{
	codeNoDeclaration, codeDeclaration, codeVersion, codeEncoding, codeNoManifest, codeNoPayload, codeEmpty, codeLine,
	codePath, codeOutsideData, codeTwice, codeNotInAll, codeAlgorithm, codeSpelling, codeFetch, codeNotFetched,
	codeFetchUnlisted, codeOxum, codeOxumForm, codeTagLine, codeSystemFile, codeProfile, codeProfileAbsent, codeProfileBroken,
}

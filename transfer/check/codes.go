package check

// ways out that most codes share.
var (
	allWays   = []WayOut{ReturnAll, AskForFiles, AcceptException, Stop}
	wholeWays = []WayOut{ReturnAll, AcceptException, Stop}
	stopWays  = []WayOut{Stop}
)

// Codes of the engine: completeness, digests, formats, names, readability and
// the agreement. Texts follow look.md, section 6.
var (
	codeMissing = Code{
		ID: "VOL-001", Severity: Error, Source: "A7; 004 P3.1", Ways: allWays,
		Title:    "In der Nachricht genannt, aber nicht geliefert.",
		Remedy:   "Bitte nachliefern oder den Wegfall schriftlich begründen.",
		TitleEN:  "Named in the message but not delivered.",
		RemedyEN: "Please deliver the file or give the reason for its absence in writing.",
	}
	codeUnlisted = Code{
		ID: "VOL-002", Severity: Error, Source: "A7; 004 P3.1", Ways: allWays,
		Title:    "Geliefert, aber nirgends genannt. Die Datei steht in keiner Liste.",
		Remedy:   "Bitte in die Liste aufnehmen oder aus der Lieferung nehmen.",
		TitleEN:  "Delivered but named nowhere. No list contains the file.",
		RemedyEN: "Please add the file to the list or take it out of the delivery.",
	}
	codeSize = Code{
		ID: "VOL-003", Severity: Error, Source: "A7; G3", Ways: allWays,
		Title:    "Dateigröße weicht ab. Die Datei ist nicht so groß, wie die Lieferung angibt.",
		Remedy:   "Bitte die Datei neu ausgeben und nachliefern oder die Angabe berichtigen.",
		TitleEN:  "File size differs. The file is not as large as the delivery states.",
		RemedyEN: "Please deliver the file again or correct the statement.",
	}
	codeRespelled = Code{
		ID: "VOL-004", Severity: Warning, Source: "A7; G5", Ways: allWays,
		Title:    "Datei ist da, aber ihr Name ist anders geschrieben als angegeben. Sie wurde als die genannte Datei geprüft.",
		Remedy:   "Künftig bitte Namen in Liste und Lieferung gleich schreiben.",
		TitleEN:  "The file is there, but its name is written otherwise than stated. It was checked as the file named.",
		RemedyEN: "In future please write names alike in list and delivery.",
	}
	codeLitter = Code{
		ID: "VOL-005", Severity: Note, Source: "A7; E9",
		Title:    "Ballast: Begleitdateien des Betriebssystems oder eines Büroprogramms, die niemand nennt. Sie gehören nicht zur Lieferung.",
		Remedy:   "Es ist nichts zu tun und nichts erneut zu liefern. Künftig bitte ohne solche Dateien packen.",
		TitleEN:  "Litter: files left by the operating system or an office program that nothing names. They are no part of the delivery.",
		RemedyEN: "Nothing needs to be done or delivered again. In future please pack without such files.",
	}
	codeSpelledOtherwise = Code{
		ID: "VOL-006", Severity: Error, Source: "A7; G5", Ways: []WayOut{ReturnAll, AskForFiles, Stop},
		Title:    "Genannt ist eine Datei, geliefert eine mit fast gleichem Namen. Ob es dieselbe ist, lässt sich nicht entscheiden.",
		Remedy:   "Bitte klären, welche Datei gemeint ist, und Liste und Dateiname in Einklang bringen.",
		TitleEN:  "One file is named, one with nearly the same name delivered. Whether it is the same cannot be decided.",
		RemedyEN: "Please clarify which file is meant and bring list and file name into line.",
	}
	codeNoDigest = Code{
		ID: "FIX-001", Severity: Note, Source: "G2; G4",
		Title:    "Keine Prüfsummen geliefert. Ob die Dateien unverändert ankamen, lässt sich nicht nachweisen.",
		Remedy:   "Bitte künftigen Lieferungen eine Prüfsummenliste beilegen.",
		TitleEN:  "No checksums delivered. It cannot be proved that the files arrived unchanged.",
		RemedyEN: "Please include a checksum list in future deliveries.",
	}
	codeDigestDiffers = Code{
		ID: "FIX-002", Severity: Error, Source: "G4; A6; 004 P2.3", Ways: allWays,
		Title:    "Prüfsumme weicht ab. Die Datei wurde nach dem Erstellen der Liste verändert oder beschädigt.",
		Remedy:   "Bitte neu ausgeben und die Portion neu liefern.",
		TitleEN:  "Checksum differs. The file was changed or damaged after the list was made.",
		RemedyEN: "Please export again and deliver the portion again.",
	}
	codeDigestConflict = Code{
		ID: "FIX-003", Severity: Error, Source: "G4", Ways: allWays,
		Title:    "Angaben zur Prüfsumme widersprechen sich. Welche gilt, ist aus der Lieferung nicht zu erkennen.",
		Remedy:   "Bitte die Prüfsummen neu berechnen und einheitlich angeben.",
		TitleEN:  "Statements on the checksum contradict each other. The delivery does not show which one holds.",
		RemedyEN: "Please compute the checksums again and state them consistently.",
	}
	codeDigestUnknown = Code{
		ID: "FIX-004", Severity: Note, Source: "G2; G4",
		Title:    "Prüfsummenverfahren nicht bekannt. Diese Angabe konnte nicht verglichen werden.",
		Remedy:   "Bitte Prüfsummen nach SHA-512 oder SHA-256 angeben.",
		TitleEN:  "Checksum algorithm not known. This statement could not be compared.",
		RemedyEN: "Please state checksums by SHA-512 or SHA-256.",
	}
	codeListUnusable = Code{
		ID: "FIX-005", Severity: Warning, Source: "G4", Ways: wholeWays,
		Title:    "Prüfsummenliste nicht verwendbar. Ihre Angaben wurden nicht oder nur zum Teil verglichen.",
		Remedy:   "Bitte die Liste neu erstellen; jede Zeile nennt Prüfsumme und Datei.",
		TitleEN:  "Checksum list not usable. Its statements were not or only partly compared.",
		RemedyEN: "Please make the list again; each line states checksum and file.",
	}
	codeDigestMalformed = Code{
		ID: "FIX-006", Severity: Warning, Source: "G4", Ways: allWays,
		Title:    "Angabe ist keine Prüfsumme dieses Verfahrens. Sie konnte nicht verglichen werden.",
		Remedy:   "Bitte die Prüfsumme neu berechnen und vollständig angeben.",
		TitleEN:  "The statement is no checksum of this algorithm. It could not be compared.",
		RemedyEN: "Please compute the checksum again and state it in full.",
	}
	codeFormatUnknown = Code{
		ID: "FMT-001", Severity: Warning, Source: "A8; 004 P3.2", Ways: allWays,
		Title:    "Format nicht erkannt. Ob die Datei auf Dauer lesbar bleibt, ist offen.",
		Remedy:   "Bitte das Format nennen oder die Datei in einem Archivformat liefern.",
		TitleEN:  "Format not recognised. It is open whether the file stays readable.",
		RemedyEN: "Please name the format or deliver the file in an archival format.",
	}
	codeFormatExtension = Code{
		ID: "FMT-002", Severity: Warning, Source: "A8", Ways: allWays,
		Title:    "Dateiendung passt nicht zum Inhalt.",
		Remedy:   "Bitte die Endung berichtigen oder die richtige Datei liefern.",
		TitleEN:  "The file extension does not fit the content.",
		RemedyEN: "Please correct the extension or deliver the right file.",
	}
	codeFormatNotAgreed = Code{
		ID: "FMT-003", Severity: Error, Source: "A8; 004 P3.3", Ways: allWays,
		Title:    "Format nicht vereinbart.",
		Remedy:   "Bitte als PDF/A liefern oder das Format mit dem Archiv vereinbaren.",
		TitleEN:  "Format not agreed.",
		RemedyEN: "Please deliver as PDF/A or agree the format with the archive.",
	}
	codeNameLong = Code{
		ID: "NAM-007", Severity: Warning, Source: "G5", Ways: allWays,
		Title:    "Sehr langer Dateiname oder Pfad. Unter Windows lässt sich die Datei damit oft nicht öffnen oder kopieren.",
		Remedy:   "Bitte Namen auf höchstens 200 und Pfade auf höchstens 260 Zeichen kürzen.",
		TitleEN:  "Very long file name or path. Windows often cannot open or copy such a file.",
		RemedyEN: "Please shorten names to 200 and paths to 260 characters at most.",
	}
	codeFileUnreadable = Code{
		ID: "CNT-005", Severity: Error, Source: "G1; G3", Ways: allWays,
		Title:    "Datei lässt sich nicht lesen. Ihr Inhalt ist beschädigt oder abgeschnitten und wurde nicht geprüft.",
		Remedy:   "Bitte die Datei neu ausgeben und nachliefern.",
		TitleEN:  "The file cannot be read. Its content is damaged or cut off and was not checked.",
		RemedyEN: "Please export the file again and deliver it.",
	}
	codeFileEmpty = Code{
		ID: "CNT-006", Severity: Warning, Source: "G3", Ways: allWays,
		Title:    "Leere Datei. Sie enthält kein einziges Zeichen.",
		Remedy:   "Bitte prüfen, ob beim Ausgeben Inhalt verloren ging, und die Datei nachliefern.",
		TitleEN:  "Empty file. It does not contain a single character.",
		RemedyEN: "Please check whether content was lost on export, and deliver the file.",
	}
	codeNotOpenable = Code{
		ID: "CNT-012", Severity: Error, Source: "A8; E3; 004 P3.2", Ways: allWays,
		Title:    "Dokument lässt sich nicht öffnen. Niemand kann es lesen, weder heute noch später.",
		Remedy:   "Bitte das Dokument im Quellsystem öffnen, ohne Kennwort und vollständig neu ausgeben und noch einmal liefern.",
		TitleEN:  "The document cannot be opened. Nobody can read it, neither today nor later.",
		RemedyEN: "Please open the document in the source system, export it whole and without a password, and deliver it again.",
	}
	codeHardlyOpenable = Code{
		ID: "CNT-013", Severity: Warning, Source: "A8", Ways: allWays,
		Title:    "Dateien lassen sich nicht öffnen: leer, abgeschnitten, beschädigt oder mit Kennwort geschützt.",
		Remedy:   "Bitte prüfen, ob beim Ausgeben Inhalt verloren ging, und die Dateien noch einmal liefern.",
		TitleEN:  "Files cannot be opened: empty, cut off, damaged or protected by a password.",
		RemedyEN: "Please check whether content was lost on export, and deliver the files again.",
	}
	codeRestricted = Code{
		ID: "CNT-014", Severity: Warning, Source: "A8", Ways: allWays,
		Title:    "PDF mit Besitzerkennwort: Es lässt sich lesen, aber Drucken, Kopieren oder Umwandeln ist gesperrt.",
		Remedy:   "Bitte ohne Kennwort ausgeben und noch einmal liefern.",
		TitleEN:  "PDF with an owner's password: it can be read, but printing, copying or converting is forbidden.",
		RemedyEN: "Please export without a password and deliver again.",
	}
	codeContainerExtension = Code{
		ID: "CNT-015", Severity: Note, Source: "A8; G5",
		Title:    "Die Endung des Containers passt nicht zu seinem Inhalt. Gelesen wurde er nach seinem Inhalt (ZIP, TAR oder TAR.GZ).",
		Remedy:   "Künftig bitte die Endung verwenden, die zum Format gehört.",
		TitleEN:  "The container's extension does not fit its content. It was read by its content (ZIP, TAR or TAR.GZ).",
		RemedyEN: "In future please use the extension of the format.",
	}
	codeNestedUnread = Code{
		ID: "CNT-010", Severity: Error, Source: "A28; G5", Ways: allWays,
		Title:    "Ein Container in der Lieferung lässt sich nicht öffnen. Was darin liegt, wurde nicht geprüft.",
		Remedy:   "Bitte den inneren Container ohne Kennwort und in einem üblichen Verfahren neu packen, oder seinen Inhalt einzeln liefern.",
		TitleEN:  "A container inside the delivery cannot be opened. What it holds was not checked.",
		RemedyEN: "Please pack the inner container again without a password and in a usual way, or deliver its content file by file.",
	}
	codeNestedCut = Code{
		ID: "CNT-011", Severity: Warning, Source: "A28; G1", Ways: allWays,
		Title:    "Ein Container oder eine E-Mail in der Lieferung wurde nicht bis zum Ende durchgesehen.",
		Remedy:   "Sie enthält mehr, als hier einzeln geprüft wird, oder ist uneinheitlich gebaut. Bitte den Inhalt einzeln liefern oder mit dem Archiv absprechen.",
		TitleEN:  "A container or mail inside the delivery was not looked through to its end.",
		RemedyEN: "It holds more than is checked here one by one, or is built inconsistently. Please deliver its content file by file or agree with the archive.",
	}
	codeNotUTF8 = Code{
		ID: "TXT-001", Severity: Warning, Source: "A29; 004 3.3", Ways: allWays,
		Title:    "Text ist nicht in UTF-8 geschrieben. Umlaute und andere Zeichen werden womöglich falsch gelesen.",
		Remedy:   "Bitte die Datei als UTF-8 ausgeben.",
		TitleEN:  "The text is not written in UTF-8. Umlauts and other characters may be read wrongly.",
		RemedyEN: "Please export the file as UTF-8.",
	}
	codeXMLBroken = Code{
		ID: "XML-001", Severity: Error, Source: "A29; C5", Ways: allWays,
		Title:    "XML-Datei ist nicht wohlgeformt. Sie lässt sich nicht sicher auswerten.",
		Remedy:   "Bitte die Datei neu ausgeben und nachliefern.",
		TitleEN:  "The XML file is not well-formed. It cannot be read reliably.",
		RemedyEN: "Please export the file again and deliver it.",
	}
	codeXMLEntities = Code{
		ID: "XML-002", Severity: Error, Source: "G5", Ways: []WayOut{ReturnAll, AskForFiles, Stop},
		Title:    "XML-Datei erklärt eigene Entitäten. Damit lassen sich fremde Inhalte einschleusen; die Datei wurde nicht ausgewertet.",
		Remedy:   "Bitte ohne DOCTYPE mit Entitäten ausgeben und nachliefern.",
		TitleEN:  "The XML file declares entities of its own. They can smuggle in foreign content; the file was not read.",
		RemedyEN: "Please export without a DOCTYPE that declares entities and deliver again.",
	}
	codeXMLDoctype = Code{
		ID: "XML-003", Severity: Note, Source: "G5",
		Title:    "XML-Datei verweist auf eine DOCTYPE. Sie wurde nicht geladen; Angaben daraus fehlen.",
		Remedy:   "Bitte XML möglichst ohne DOCTYPE liefern.",
		TitleEN:  "The XML file refers to a DOCTYPE. It was not loaded; statements from it are missing.",
		RemedyEN: "Please deliver XML without a DOCTYPE where possible.",
	}
	codeXMLPartly = Code{
		ID: "XML-004", Severity: Note, Source: "G2",
		Title:    "XML-Datei nur zum Teil geprüft.",
		Remedy:   "Bitte die Datei aufteilen oder dem Archiv den Grund nennen.",
		TitleEN:  "The XML file was checked only in part.",
		RemedyEN: "Please split the file or tell the archive the reason.",
	}
	codeToolFailed = Code{
		ID: "CHK-001", Severity: Warning, Source: "G1; G2", Ways: allWays,
		Title:    "Eine Teilprüfung dieser Datei brach ab. Alle anderen Prüfungen liefen weiter.",
		Remedy:   "Bitte die Datei von Hand ansehen; bei Zweifeln neu liefern lassen.",
		TitleEN:  "One part of the check of this file broke off. All other checks went on.",
		RemedyEN: "Please look at the file by hand; if in doubt ask for it again.",
	}
	codeRuleFailed = Code{
		ID: "CHK-002", Severity: Error, Source: "G1; G2", Ways: wholeWays,
		Title:    "Eine Prüfregel brach ab. Ob die Lieferung sie erfüllt, ist offen.",
		Remedy:   "Bitte den Prüfbericht an die Betreuung von Laufzettel geben; die Stelle muss nichts tun.",
		TitleEN:  "A rule of the check broke off. It is open whether the delivery meets it.",
		RemedyEN: "Please hand the report to the support of Laufzettel; the agency need not act.",
	}
	codeNotThisKind = Code{
		ID: "KND-001", Severity: Error, Source: "G3", Ways: []WayOut{ReturnAll, Stop},
		Title:    "Lieferung ist nicht von der verlangten Art.",
		Remedy:   "Bitte die Art der Lieferung prüfen oder ohne diese Vorgabe prüfen lassen.",
		TitleEN:  "The delivery is not of the kind asked for.",
		RemedyEN: "Please check the kind of delivery or run the check without this setting.",
	}
	codeKindUnreadable = Code{
		ID: "KND-002", Severity: Error, Source: "G1; G3", Ways: []WayOut{ReturnAll, Stop},
		Title:    "Lieferung lässt sich nicht auswerten. Die Art wurde erkannt, der beschreibende Teil aber nicht gelesen.",
		Remedy:   "Bitte die Portion neu ausgeben und neu liefern.",
		TitleEN:  "The delivery cannot be read. Its kind was recognised but not its descriptive part.",
		RemedyEN: "Please export the portion again and deliver it again.",
	}
	codeFuture = Code{
		ID: "PLA-001", Severity: Note, Source: "A16; A38",
		Title:    "Ein Datum liegt in der Zukunft. Die Angabe ist unglaubhaft.",
		Remedy:   "Zur Kenntnis. Bei Gelegenheit bitte das Datum im Quellsystem prüfen.",
		TitleEN:  "A date lies in the future. The statement is implausible.",
		RemedyEN: "For information. Please check the date in the source system when convenient.",
	}
	codeEarly = Code{
		ID: "PLA-002", Severity: Note, Source: "A16; A38",
		Title:    "Ein Datum ist unglaubhaft früh; oft ist es ein Platzhalter des Quellsystems.",
		Remedy:   "Zur Kenntnis. Bei Gelegenheit bitte das Datum im Quellsystem prüfen.",
		TitleEN:  "A date is implausibly early; often it is a placeholder of the source system.",
		RemedyEN: "For information. Please check the date in the source system when convenient.",
	}
	codeOutside = Code{
		ID: "PLA-003", Severity: Note, Source: "A16; A38",
		Title:    "Das Datum eines Dokuments liegt außerhalb der Laufzeit seines Vorgangs.",
		Remedy:   "Zur Kenntnis. Liegt das Dokument im falschen Vorgang, bitte im Quellsystem berichtigen.",
		TitleEN:  "The date of a document lies outside the period of its case.",
		RemedyEN: "For information. Where the document lies in the wrong case, please correct it in the source system.",
	}
	codeGarbled = Code{
		ID: "PLA-004", Severity: Note, Source: "A29",
		Title:    "Umlaute sind doppelt kodiert: Zeichen wie „Ã¶“ stehen, wo „ö“ gemeint ist. Der Text bleibt, wie er geliefert ist.",
		Remedy:   "Zur Kenntnis. Bitte den Export des Quellsystems prüfen: Er kodiert UTF-8 zweimal.",
		TitleEN:  "Umlauts are encoded twice: characters like “Ã¶” stand where “ö” is meant. The text stays as delivered.",
		RemedyEN: "For information. Please check the export of the source system: it encodes UTF-8 twice.",
	}
	codePlaceholder = Code{
		ID: "PLA-005", Severity: Note, Source: "A16",
		Title:    "Der Betreff fehlt oder ist ein Platzhalter. Das Objekt lässt sich kaum wiederfinden.",
		Remedy:   "Zur Kenntnis. Ein Betreff, der den Inhalt nennt, hilft bei Bewertung und Benutzung.",
		TitleEN:  "The subject is missing or a placeholder. The object can hardly be found again.",
		RemedyEN: "For information. A subject that names the content helps in appraisal and use.",
	}
	codeNearMiss = Code{
		ID: "KND-004", Severity: Error, Source: "G3; K10", Ways: []WayOut{ReturnAll, Stop},
		Title:    "Die Lieferung kommt einer bekannten Art nahe, ohne sie zu sein.",
		Remedy:   "Bitte ergänzen oder berichtigen, was fehlt, und neu liefern.",
		TitleEN:  "The delivery comes near to a known kind without being one.",
		RemedyEN: "Please complete or correct what is missing and deliver again.",
	}
	codeKindNotAgreed = Code{
		ID: "AGR-001", Severity: Error, Source: "A27; A31", Ways: wholeWays,
		Title:    "Art der Lieferung nicht vereinbart.",
		Remedy:   "Bitte so liefern, wie es das Profil vorsieht, oder das Profil mit dem Archiv ändern.",
		TitleEN:  "The kind of delivery is not agreed.",
		RemedyEN: "Please deliver as the profile says or agree a change of the profile with the archive.",
	}
	codeAgencyDiffers = Code{
		ID: "AGR-002", Severity: Error, Source: "A1; 004 P1.3", Ways: wholeWays,
		Title:    "Behördenkennung passt nicht zum Profil. Die Lieferung nennt eine andere Stelle.",
		Remedy:   "Bitte die Kennung in der Lieferung berichtigen oder das richtige Profil wählen.",
		TitleEN:  "The agency id does not fit the profile. The delivery names another agency.",
		RemedyEN: "Please correct the id in the delivery or choose the right profile.",
	}
	codeUnwritten = Code{
		ID: "AGR-003", Severity: Note, Source: "A16; A32",
		Title:    "Das Profil ordnet ein Feld zu, das nie geschrieben wird.",
		Remedy:   "An der Lieferung ist nichts zu ändern. Das Archiv berichtigt die Zuordnung im Profil vor dem Paketieren.",
		TitleEN:  "The profile maps a field that is never written.",
		RemedyEN: "Nothing about the delivery needs a change. The archive corrects the mapping of the profile before packaging.",
	}
)

// CodeUnrecognised is what no kind knows and nobody can pass as it is (E1).
var CodeUnrecognised = Code{
	ID: "KND-003", Severity: Error, Source: "G3; 004 P2.3", Ways: []WayOut{ReturnAll, Stop},
	Title:    "Art der Lieferung nicht erkannt. Die Dateien wurden gelesen, aber niemand hat geprüft, ob sie eine vollständige Lieferung sind.",
	Remedy:   "Sollen die Dateien so übernommen werden, wie sie sind, bitte als Fileablage behandeln: Art „files“ wählen (--kind files) oder im Profil vereinbaren. Sonst bitte so liefern, wie es vereinbart ist.",
	TitleEN:  "The kind of delivery was not recognised. The files were read, but nobody checked whether they are a complete delivery.",
	RemedyEN: "To take the files over as they are, treat them as a file store: choose the kind “files” (--kind files) or agree it in the profile. Else please deliver as agreed.",
}

// CodeBeside is a file that lies beside the containers of a drop.
var CodeBeside = Code{
	ID: "KND-005", Severity: Note, Source: "G3; 004 P2.3",
	Title:    "Beilage: Die Datei liegt neben den Containern der Einlieferung und gehört zu keinem von ihnen. Sie wurde nicht geprüft.",
	Remedy:   "Anschreiben und Notizen bitte bei der Übernahme von Hand zuordnen; Unterlagen, die übernommen werden sollen, gehören in den Container.",
	TitleEN:  "Enclosure: the file lies beside the containers of the drop and belongs to none of them. It was not checked.",
	RemedyEN: "Please assign letters and notes by hand at intake; records to be taken over belong into the container.",
}

// CodeClassified may be uttered by a kind's Read for material classified from
// VS-Vertraulich up (G15). With such a finding the engine reads no file: no
// digest, no identification, no index.
var CodeClassified = Code{
	ID: "VSA-001", Severity: Error, Source: "G15", Ways: stopWays,
	Title:    "Verschlusssache. Die Lieferung enthält Unterlagen ab VS-Vertraulich; die Prüfung wurde angehalten und nichts gelesen.",
	Remedy:   "Bitte die Lieferung nicht weitergeben und die Geheimschutzbeauftragten verständigen.",
	TitleEN:  "Classified material. The delivery contains records from VS-Vertraulich up; the check was stopped and nothing was read.",
	RemedyEN: "Please do not pass the delivery on and inform the security officers.",
}

// Codes are all finding codes of the engine.
var Codes = []Code{
	codeMissing, codeUnlisted, codeSize, codeRespelled, codeLitter, codeSpelledOtherwise,
	codeNoDigest, codeDigestDiffers, codeDigestConflict, codeDigestUnknown, codeListUnusable, codeDigestMalformed,
	codeFormatUnknown, codeFormatExtension, codeFormatNotAgreed,
	codeNameLong, codeFileUnreadable, codeFileEmpty, codeNotOpenable, codeHardlyOpenable, codeRestricted, codeContainerExtension, codeNestedUnread, codeNestedCut,
	codeNotUTF8, codeXMLBroken, codeXMLEntities, codeXMLDoctype, codeXMLPartly,
	codeToolFailed, codeRuleFailed,
	codeNotThisKind, codeKindUnreadable, CodeUnrecognised, CodeBeside, codeNearMiss, codeKindNotAgreed, codeAgencyDiffers, codeUnwritten,
	codeFuture, codeEarly, codeOutside, codeGarbled, codePlaceholder,
	CodeClassified,
}

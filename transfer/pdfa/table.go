package pdfa

// ruleID names a rule of the table.
type ruleID int

// The rules, in the order of ISO 19005-1 as far as it has them.
const (
	ruleHeader ruleID = iota
	ruleHeaderComment
	ruleTrailerID
	ruleEncrypt
	ruleAfterEOF
	ruleLinearID
	ruleInfoKey
	ruleInfoOnlyMod
	ruleXrefHead
	ruleXrefEOL
	ruleXrefStream
	ruleHexOdd
	ruleHexBad
	ruleStreamLength
	ruleStreamEOL
	ruleStreamFile
	ruleSpacing
	ruleLzw
	ruleInlineLZW
	ruleFilter
	ruleInlineFilter
	ruleInlineLength
	ruleNameUTF8
	ruleFileEF
	ruleEmbeddedFiles
	rulePerms
	ruleSigRef
	ruleVersion
	ruleLimitInt
	ruleLimitReal
	ruleLimitTiny
	ruleLimitString
	ruleLimitName
	ruleLimitArray
	ruleLimitDict
	ruleLimitObjects
	ruleLimitNesting
	ruleLimitDeviceN
	ruleLimitCID
	ruleLimitBox
	ruleOptionalContent
	ruleOutputICC
	ruleOutputSame
	ruleOutputRef
	ruleOutputMany
	ruleIccProfile
	ruleIccN
	ruleIccOverprint
	ruleIccSame
	ruleDeviceRGB
	ruleDeviceCMYK
	ruleDeviceGray
	ruleColorants
	ruleSeparation
	ruleImageAlternates
	ruleImageOPI
	ruleImageInterpolate
	ruleImageBits
	ruleMaskBits
	ruleJpxChannels
	ruleJpxApprox
	ruleJpxMethod
	ruleJpxCIEJab
	ruleJpxDepth
	ruleFormPS
	ruleFormRef
	rulePostScript
	ruleTransferTR
	ruleTransferTR2
	ruleHalftoneHTP
	ruleHalftoneType
	ruleHalftoneName
	ruleHalftoneTransfer
	ruleIntent
	ruleOperator
	ruleResources
	ruleUndefinedResource
	ruleFontType
	ruleFontSubtype
	ruleFontBase
	ruleFontFirst
	ruleFontLast
	ruleFontWidths
	ruleFontFile
	ruleCidSystem
	ruleCidToGID
	ruleCmapEmbedded
	ruleCmapWMode
	ruleCmapUse
	ruleFontEmbedded
	ruleGlyphMissing
	ruleCharSet
	ruleCidSet
	ruleGlyphWidth
	ruleCmapNonSymbolic
	ruleEncodingNonSymbolic
	ruleEncodingSymbolic
	ruleCmapSymbolic
	ruleToUnicode
	ruleToUnicodeValue
	ruleToUnicodeValue4
	rulePrivateUse
	ruleActualTextPUA
	ruleNotdef
	ruleSmaskState
	ruleSmaskImage
	ruleGroup
	ruleBlendMode
	ruleAlphaStroke
	ruleAlphaFill
	rulePageGroupCS
	ruleAnnotType
	ruleAnnotCA
	ruleAnnotNoF
	ruleAnnotF
	ruleAnnotColor
	ruleAnnotAppearance
	ruleAnnotOnlyN
	ruleAnnotBtn
	ruleAnnotStream
	ruleActionType
	ruleActionNamed
	ruleWidgetA
	ruleWidgetAA
	ruleFieldAA
	ruleCatalogAA
	rulePageAA
	ruleAdditionalActions
	ruleMetadata
	ruleMetadataFilter
	rulePacketBytes
	rulePacketEncoding
	ruleXmpForm
	ruleXmpUTF8
	ruleInfoCreated
	ruleInfoTitle
	ruleInfoAuthor
	ruleInfoSubject
	ruleInfoKeywords
	ruleInfoCreator
	ruleInfoProducer
	ruleInfoModified
	ruleXmpProperty
	ruleXmpValue
	ruleExtUnknown
	ruleExtContainer
	ruleExtSchema
	ruleExtNamespace
	ruleExtPrefix
	ruleExtProperty
	ruleExtValueTypes
	ruleExtPropName
	ruleExtPropType
	ruleExtPropCategory
	ruleExtPropDescription
	ruleExtTypeType
	ruleExtTypeNamespace
	ruleExtTypePrefix
	ruleExtTypeDescription
	ruleExtTypeField
	ruleExtFieldName
	ruleExtFieldType
	ruleExtFieldDescription
	ruleClaim
	ruleClaimPart
	ruleClaimLevel
	ruleClaimPartPrefix
	ruleClaimLevelPrefix
	ruleClaimAmdPrefix
	ruleClaimCorrPrefix
	ruleClaimRev
	ruleClaimRevPrefix
	ruleMarked
	ruleStructRoot
	ruleStructType
	ruleStructCircle
	ruleStructRemap
	ruleLang
	ruleNeedAppearances
	ruleWidgetAP
	ruleXfa
	ruleNeedsRendering
	ruleSignatureRange
	ruleSignatureCert
	ruleSignatureOne
	ruleEmbeddedMIME
	ruleEmbeddedNames
	ruleEmbeddedRelation
	ruleEmbeddedAssociated
	ruleEmbeddedPDFA
	ruleOcName
	ruleOcUnique
	ruleOcOrder
	ruleOcAS
	ruleAlternatePresentations
	rulePresSteps
	ruleRequirements
)

// rules is the table of all clauses this package checks. A clause is written
// CLAUSE-TEST, the test being the number veraPDF gives to it within the clause;
// the four columns are the parts 1 to 4 of ISO 19005.
var rules = [...]rule{
	ruleHeader:                 {"PDF-003", 0, [4]string{"6.1.2-1", "6.1.2-1", "6.1.2-1", "6.1.2-1"}, "Der Dateikopf steht nicht am Anfang oder nennt keine zulässige PDF-Version."},
	ruleHeaderComment:          {"PDF-003", 0, [4]string{"6.1.2-2", "6.1.2-2", "6.1.2-2", "6.1.2-2"}, "Nach dem Dateikopf fehlt die Kommentarzeile mit vier Zeichen über 127."},
	ruleTrailerID:              {"PDF-003", 0, [4]string{"6.1.3-1", "6.1.3-1", "6.1.3-1", "6.1.3-1"}, "Im Dateiende fehlt die Kennung der Datei (ID)."},
	ruleEncrypt:                {"PDF-004", 0, [4]string{"6.1.3-2", "6.1.3-2", "6.1.3-2", "6.1.3-2"}, "Die Datei ist verschlüsselt."},
	ruleAfterEOF:               {"PDF-003", 0, [4]string{"6.1.3-3", "6.1.3-3", "6.1.3-3", "6.1.3-3"}, "Nach dem Ende der Datei folgen weitere Daten, oder das Ende fehlt."},
	ruleLinearID:               {"PDF-003", 0, [4]string{"6.1.3-4", "", "", ""}, "Die Kennungen (ID) am Anfang und am Ende der Datei sind verschieden."},
	ruleInfoKey:                {"PDF-003", 0, [4]string{"", "", "", "6.1.3-4"}, "Das Dateiende verweist auf Dokumentangaben (Info), ohne dass PieceInfo vorhanden ist."},
	ruleInfoOnlyMod:            {"PDF-003", 0, [4]string{"", "", "", "6.1.3-5"}, "Die Dokumentangaben (Info) enthalten mehr als das Änderungsdatum."},
	ruleXrefHead:               {"PDF-003", 0, [4]string{"6.1.4-1", "", "", ""}, "In der Querverweistabelle sind die Zahlen im Kopf eines Abschnitts nicht durch genau ein Leerzeichen getrennt."},
	ruleXrefEOL:                {"PDF-003", 0, [4]string{"6.1.4-2", "6.1.4-2", "6.1.4-2", "6.1.4-1"}, "Auf das Wort xref folgt nicht genau ein Zeilenende."},
	ruleXrefStream:             {"PDF-003", 0, [4]string{"6.1.4-3", "", "", ""}, "Die Querverweise stehen in einem Datenstrom."},
	ruleHexOdd:                 {"PDF-003", 0, [4]string{"6.1.6-1", "6.1.6-1", "6.1.6-1", "6.1.5-1"}, "Eine hexadezimale Zeichenkette hat eine ungerade Zahl von Zeichen."},
	ruleHexBad:                 {"PDF-003", 0, [4]string{"6.1.6-2", "6.1.6-2", "6.1.6-2", "6.1.5-2"}, "Eine hexadezimale Zeichenkette enthält andere Zeichen als 0–9 und A–F."},
	ruleStreamLength:           {"PDF-003", 0, [4]string{"6.1.7-1", "6.1.7.1-1", "6.1.7.1-1", "6.1.6.1-1"}, "Die angegebene Länge eines Datenstroms stimmt nicht."},
	ruleStreamEOL:              {"PDF-003", 0, [4]string{"6.1.7-2", "6.1.7.1-2", "6.1.7.1-2", ""}, "Vor endstream oder nach stream fehlt das vorgeschriebene Zeilenende."},
	ruleStreamFile:             {"PDF-024", 0, [4]string{"6.1.7-3", "6.1.7.1-3", "6.1.7.1-3", "6.1.6.1-2"}, "Ein Datenstrom liegt außerhalb der Datei."},
	ruleSpacing:                {"PDF-003", 0, [4]string{"6.1.8-1", "6.1.9-1", "6.1.9-1", "6.1.8-1"}, "Ein Objekt ist nicht mit den vorgeschriebenen Leerzeichen und Zeilenenden abgesetzt."},
	ruleLzw:                    {"PDF-024", 0, [4]string{"6.1.10-1", "", "", ""}, "Daten sind mit LZW komprimiert."},
	ruleInlineLZW:              {"PDF-024", 0, [4]string{"6.1.10-2", "", "", ""}, "Ein Bild im Seiteninhalt ist mit LZW komprimiert."},
	ruleFilter:                 {"PDF-024", 0, [4]string{"", "6.1.7.2-1", "6.1.7.2-1", "6.1.6.2-1"}, "Daten sind mit einem nicht zulässigen Verfahren komprimiert."},
	ruleInlineFilter:           {"PDF-024", 0, [4]string{"", "6.1.10-1", "6.1.10-1", "6.1.9-1"}, "Ein Bild im Seiteninhalt ist mit einem nicht zulässigen Verfahren komprimiert."},
	ruleInlineLength:           {"PDF-019", 0, [4]string{"", "", "", "6.1.9-2"}, "Bei einem Bild im Seiteninhalt fehlt die richtige Länge der Daten."},
	ruleNameUTF8:               {"PDF-016", 0, [4]string{"", "6.1.8-1", "6.1.8-1", "6.1.7-1"}, "Der Name einer Schrift, Farbe oder Strukturart ist kein gültiges UTF-8."},
	ruleFileEF:                 {"PDF-011", 0, [4]string{"6.1.11-1", "", "", ""}, "In der Datei ist eine andere Datei eingebettet."},
	ruleEmbeddedFiles:          {"PDF-011", 0, [4]string{"6.1.11-2", "", "", ""}, "Die Datei führt ein Verzeichnis eingebetteter Dateien."},
	rulePerms:                  {"PDF-013", 0, [4]string{"", "6.1.12-1", "6.1.12-1", "6.1.11-1"}, "Die Berechtigungen (Perms) enthalten nicht zulässige Einträge."},
	ruleSigRef:                 {"PDF-013", 0, [4]string{"", "6.1.12-2", "6.1.12-2", ""}, "Der Verweis einer Signatur enthält nicht zulässige Angaben zum Prüfwert."},
	ruleVersion:                {"PDF-003", 0, [4]string{"", "", "", "6.1.12-1"}, "Die Versionsangabe im Dokumentkatalog ist nicht 2.n."},
	ruleLimitInt:               {"PDF-021", 0, [4]string{"6.1.12-1", "6.1.13-1", "6.1.13-1", ""}, "Eine ganze Zahl ist größer oder kleiner als zulässig."},
	ruleLimitReal:              {"PDF-021", 0, [4]string{"6.1.12-2", "6.1.13-2", "6.1.13-2", ""}, "Eine Kommazahl ist größer als zulässig."},
	ruleLimitTiny:              {"PDF-021", 0, [4]string{"", "6.1.13-5", "6.1.13-5", ""}, "Eine Kommazahl liegt näher bei null als zulässig."},
	ruleLimitString:            {"PDF-021", 0, [4]string{"6.1.12-3", "6.1.13-3", "6.1.13-3", ""}, "Eine Zeichenkette ist länger als zulässig."},
	ruleLimitName:              {"PDF-021", 0, [4]string{"6.1.12-4", "6.1.13-4", "6.1.13-4", ""}, "Ein Name ist länger als 127 Zeichen."},
	ruleLimitArray:             {"PDF-021", 0, [4]string{"6.1.12-5", "", "", ""}, "Eine Liste hat mehr als 8191 Einträge."},
	ruleLimitDict:              {"PDF-021", 0, [4]string{"6.1.12-6", "", "", ""}, "Ein Verzeichnis hat mehr als 4095 Einträge."},
	ruleLimitObjects:           {"PDF-021", 0, [4]string{"6.1.12-7", "6.1.13-7", "6.1.13-7", ""}, "Die Datei hat mehr als 8388607 Objekte."},
	ruleLimitNesting:           {"PDF-021", 0, [4]string{"6.1.12-8", "6.1.13-8", "6.1.13-8", ""}, "Grafikzustände sind tiefer als 28-mal verschachtelt."},
	ruleLimitDeviceN:           {"PDF-021", 0, [4]string{"6.1.12-9", "6.1.13-9", "6.1.13-9", ""}, "Ein Farbraum DeviceN hat zu viele Farbkomponenten."},
	ruleLimitCID:               {"PDF-021", 0, [4]string{"6.1.12-10", "6.1.13-10", "6.1.13-10", ""}, "Eine Zeichennummer (CID) ist größer als 65535."},
	ruleLimitBox:               {"PDF-021", 0, [4]string{"", "6.1.13-11", "6.1.13-11", ""}, "Ein Seitenrahmen ist kleiner als 3 oder größer als 14400 Einheiten."},
	ruleOptionalContent:        {"PDF-022", 0, [4]string{"6.1.13-1", "", "", ""}, "Die Datei enthält optionale Inhalte (Ebenen)."},
	ruleOutputICC:              {"PDF-009", 0, [4]string{"6.2.2-1", "6.2.3-1", "6.2.3-1", "6.2.3-1"}, "Das Farbprofil der Ausgabebedingung ist nicht zulässig."},
	ruleOutputSame:             {"PDF-009", 0, [4]string{"6.2.2-2", "6.2.3-2", "6.2.3-2", "6.2.3-2"}, "Die Ausgabebedingungen nennen verschiedene Farbprofile."},
	ruleOutputRef:              {"PDF-009", 0, [4]string{"", "6.2.3-3", "6.2.3-3", "6.2.3-3"}, "Eine Ausgabebedingung verweist auf ein Farbprofil außerhalb der Datei."},
	ruleOutputMany:             {"PDF-009", 0, [4]string{"", "", "", "6.2.3-4"}, "Es gibt mehr als eine Ausgabebedingung für PDF/A."},
	ruleIccProfile:             {"PDF-009", 0, [4]string{"6.2.3.2-1", "6.2.4.2-1", "6.2.4.2-1", "6.2.4.2-1"}, "Ein eingebettetes Farbprofil ist nicht zulässig oder nicht lesbar."},
	ruleIccN:                   {"PDF-009", 0, [4]string{"6.2.3.2-2", "", "", ""}, "Die Zahl der Farbkomponenten passt nicht zum Farbprofil."},
	ruleIccOverprint:           {"PDF-010", 0, [4]string{"", "6.2.4.2-2", "6.2.4.2-2", "6.2.4.2-2"}, "Überdrucken mit Modus 1 ist bei CMYK mit Farbprofil nicht zulässig."},
	ruleIccSame:                {"PDF-010", 0, [4]string{"", "", "", "6.2.4.2-3"}, "Ein CMYK-Farbprofil ist dasselbe wie das der Ausgabebedingung."},
	ruleDeviceRGB:              {"PDF-010", 0, [4]string{"6.2.3.3-1", "6.2.4.3-2", "6.2.4.3-2", "6.2.4.3-2"}, "Farben in DeviceRGB ohne passende Ausgabebedingung."},
	ruleDeviceCMYK:             {"PDF-010", 0, [4]string{"6.2.3.3-2", "6.2.4.3-3", "6.2.4.3-3", "6.2.4.3-3"}, "Farben in DeviceCMYK ohne passende Ausgabebedingung."},
	ruleDeviceGray:             {"PDF-010", 0, [4]string{"6.2.3.3-3", "6.2.4.3-4", "6.2.4.3-4", "6.2.4.3-4"}, "Farben in DeviceGray ohne Ausgabebedingung."},
	ruleColorants:              {"PDF-010", 0, [4]string{"", "6.2.4.4-1", "6.2.4.4-1", "6.2.4.4-1"}, "Bei einem Farbraum DeviceN ist eine Sonderfarbe nicht beschrieben (Colorants)."},
	ruleSeparation:             {"PDF-010", 0, [4]string{"", "6.2.4.4-2", "6.2.4.4-2", "6.2.4.4-2"}, "Gleichnamige Sonderfarben sind verschieden beschrieben."},
	ruleImageAlternates:        {"PDF-019", 0, [4]string{"6.2.4-1", "6.2.8-1", "6.2.8-1", "6.2.7.1-1"}, "Ein Bild hat Ersatzbilder (Alternates)."},
	ruleImageOPI:               {"PDF-019", 0, [4]string{"6.2.4-2", "6.2.8-2", "6.2.8-2", "6.2.7.1-2"}, "Ein Bild oder Formularobjekt verweist auf ein OPI-Bild."},
	ruleImageInterpolate:       {"PDF-019", 0, [4]string{"6.2.4-3", "6.2.8-3", "6.2.8-3", "6.2.7.1-3"}, "Ein Bild verlangt Interpolation."},
	ruleImageBits:              {"PDF-019", 0, [4]string{"6.2.4-4", "6.2.8-4", "6.2.8-4", "6.2.7.1-4"}, "Ein Bild hat eine nicht zulässige Farbtiefe."},
	ruleMaskBits:               {"PDF-019", 0, [4]string{"6.2.4-5", "6.2.8-5", "6.2.8-5", "6.2.7.1-5"}, "Eine Bildmaske hat eine andere Tiefe als 1 Bit."},
	ruleJpxChannels:            {"PDF-019", 0, [4]string{"", "6.2.8.3-1", "6.2.8.3-1", "6.2.7.3-1"}, "Ein JPEG-2000-Bild hat nicht 1, 3 oder 4 Farbkanäle."},
	ruleJpxApprox:              {"PDF-019", 0, [4]string{"", "6.2.8.3-2", "6.2.8.3-2", "6.2.7.3-2"}, "Ein JPEG-2000-Bild nennt keinen eindeutigen Farbraum."},
	ruleJpxMethod:              {"PDF-019", 0, [4]string{"", "6.2.8.3-3", "6.2.8.3-3", "6.2.7.3-3"}, "Ein JPEG-2000-Bild beschreibt seinen Farbraum auf nicht zulässige Weise."},
	ruleJpxCIEJab:              {"PDF-019", 0, [4]string{"", "6.2.8.3-4", "6.2.8.3-4", "6.2.7.3-4"}, "Ein JPEG-2000-Bild verwendet den Farbraum CIEJab."},
	ruleJpxDepth:               {"PDF-019", 0, [4]string{"", "6.2.8.3-5", "6.2.8.3-5", "6.2.7.3-5"}, "Ein JPEG-2000-Bild hat ungleiche oder nicht zulässige Farbtiefen."},
	ruleFormPS:                 {"PDF-019", 0, [4]string{"6.2.5-1", "6.2.9-1", "6.2.9-1", "6.2.8.1-1"}, "Ein Formularobjekt enthält PostScript oder verweist auf ein OPI-Bild."},
	ruleFormRef:                {"PDF-019", 0, [4]string{"6.2.6-1", "6.2.9-2", "6.2.9-2", "6.2.8.2-1"}, "Ein Formularobjekt verweist auf eine andere Datei."},
	rulePostScript:             {"PDF-019", 0, [4]string{"6.2.7-1", "6.2.9-3", "6.2.9-3", ""}, "Die Datei enthält PostScript-Objekte."},
	ruleTransferTR:             {"PDF-020", 0, [4]string{"6.2.8-1", "6.2.5-1", "6.2.5-1", "6.2.5-1"}, "Ein Grafikzustand enthält eine Übertragungsfunktion (TR)."},
	ruleTransferTR2:            {"PDF-020", 0, [4]string{"6.2.8-2", "6.2.5-2", "6.2.5-2", "6.2.5-2"}, "Ein Grafikzustand enthält eine Übertragungsfunktion (TR2)."},
	ruleHalftoneHTP:            {"PDF-020", 0, [4]string{"", "6.2.5-3", "6.2.5-3", "6.2.5-3"}, "Ein Grafikzustand enthält einen nicht zulässigen Rasterursprung."},
	ruleHalftoneType:           {"PDF-020", 0, [4]string{"", "6.2.5-4", "6.2.5-4", "6.2.5-4"}, "Ein Raster ist nicht von Art 1 oder 5."},
	ruleHalftoneName:           {"PDF-020", 0, [4]string{"", "6.2.5-5", "6.2.5-5", "6.2.5-5"}, "Ein Raster nennt einen Namen."},
	ruleHalftoneTransfer:       {"PDF-020", 0, [4]string{"", "6.2.5-6", "6.2.5-6", ""}, "Ein Raster verwendet eine Übertragungsfunktion nicht wie vorgesehen."},
	ruleIntent:                 {"PDF-020", 0, [4]string{"6.2.9-1", "6.2.6-1", "6.2.6-1", "6.2.4.6-1"}, "Eine Wiedergabeabsicht (Rendering Intent) ist nicht zulässig."},
	ruleOperator:               {"PDF-020", 0, [4]string{"6.2.10-1", "6.2.2-1", "6.2.2-1", "6.2.2-1"}, "Im Seiteninhalt steht ein unbekannter Befehl."},
	ruleResources:              {"PDF-020", 0, [4]string{"", "6.2.2-2", "6.2.2-2", "6.2.2-2"}, "Ein Seiteninhalt verwendet Mittel, die ihm nicht selbst zugeordnet sind."},
	ruleUndefinedResource:      {"PDF-020", 0, [4]string{"", "", "", "6.2.2-3"}, "Ein Seiteninhalt verwendet Mittel, die nicht vorhanden sind."},
	ruleFontType:               {"PDF-016", 0, [4]string{"6.3.2-1", "6.2.11.2-1", "6.2.11.2-1", "6.2.10.2-1"}, "Bei einer Schrift fehlt die Angabe Type Font."},
	ruleFontSubtype:            {"PDF-016", 0, [4]string{"6.3.2-2", "6.2.11.2-2", "6.2.11.2-2", "6.2.10.2-2"}, "Die Art einer Schrift ist nicht zulässig."},
	ruleFontBase:               {"PDF-016", 0, [4]string{"6.3.2-3", "6.2.11.2-3", "6.2.11.2-3", "6.2.10.2-3"}, "Bei einer Schrift fehlt der Name."},
	ruleFontFirst:              {"PDF-016", 0, [4]string{"6.3.2-4", "6.2.11.2-4", "6.2.11.2-4", "6.2.10.2-4"}, "Bei einer Schrift fehlt das erste Zeichen (FirstChar)."},
	ruleFontLast:               {"PDF-016", 0, [4]string{"6.3.2-5", "6.2.11.2-5", "6.2.11.2-5", "6.2.10.2-5"}, "Bei einer Schrift fehlt das letzte Zeichen (LastChar)."},
	ruleFontWidths:             {"PDF-016", 0, [4]string{"6.3.2-6", "6.2.11.2-6", "6.2.11.2-6", "6.2.10.2-6"}, "Bei einer Schrift fehlt die vollständige Liste der Zeichenbreiten."},
	ruleFontFile:               {"PDF-016", 0, [4]string{"6.3.2-7", "6.2.11.2-7", "6.2.11.2-7", "6.2.10.2-7"}, "Eine Schriftdatei ist von einer nicht zulässigen Art."},
	ruleCidSystem:              {"PDF-016", 0, [4]string{"6.3.3.1-1", "6.2.11.3.1-1", "6.2.11.3.1-1", "6.2.10.3.1-1"}, "Zeichensammlung und Kodierung einer Schrift passen nicht zusammen."},
	ruleCidToGID:               {"PDF-016", 0, [4]string{"6.3.3.2-1", "6.2.11.3.2-1", "6.2.11.3.2-1", "6.2.10.3.2-1"}, "Bei einer Schrift fehlt die Zuordnung der Zeichen (CIDToGIDMap)."},
	ruleCmapEmbedded:           {"PDF-016", 0, [4]string{"6.3.3.3-1", "6.2.11.3.3-1", "6.2.11.3.3-1", "6.2.10.3.3-1"}, "Eine Zeichentabelle (CMap) ist nicht eingebettet."},
	ruleCmapWMode:              {"PDF-016", 0, [4]string{"6.3.3.3-2", "6.2.11.3.3-2", "6.2.11.3.3-2", "6.2.10.3.3-2"}, "Die Schreibrichtung einer Zeichentabelle (CMap) ist widersprüchlich."},
	ruleCmapUse:                {"PDF-016", 0, [4]string{"", "6.2.11.3.3-3", "6.2.11.3.3-3", "6.2.10.3.3-3"}, "Eine Zeichentabelle (CMap) verweist auf eine nicht zulässige andere."},
	ruleFontEmbedded:           {"PDF-014", 0, [4]string{"6.3.4-1", "6.2.11.4.1-1", "6.2.11.4.1-1", "6.2.10.4.1-1"}, "Schrift nicht eingebettet."},
	ruleGlyphMissing:           {"PDF-015", 0, [4]string{"6.3.5-1", "6.2.11.4.1-2", "6.2.11.4.1-2", "6.2.10.4.1-2"}, "In der eingebetteten Schrift fehlen verwendete Zeichen."},
	ruleCharSet:                {"PDF-016", 0, [4]string{"6.3.5-2", "6.2.11.4.2-1", "6.2.11.4.2-1", ""}, "Die Liste der enthaltenen Zeichen (CharSet) fehlt oder stimmt nicht."},
	ruleCidSet:                 {"PDF-016", 0, [4]string{"6.3.5-3", "6.2.11.4.2-2", "6.2.11.4.2-2", ""}, "Die Liste der enthaltenen Zeichen (CIDSet) fehlt oder stimmt nicht."},
	ruleGlyphWidth:             {"PDF-015", 0, [4]string{"6.3.6-1", "6.2.11.5-1", "6.2.11.5-1", "6.2.10.5-1"}, "Die Zeichenbreiten der eingebetteten Schrift weichen von den Angaben ab."},
	ruleCmapNonSymbolic:        {"PDF-016", 0, [4]string{"", "6.2.11.6-1", "6.2.11.6-1", "6.2.10.6-1"}, "Eine Schrift enthält keine passende Zeichenzuordnung (cmap)."},
	ruleEncodingNonSymbolic:    {"PDF-016", 0, [4]string{"6.3.7-1", "6.2.11.6-2", "6.2.11.6-2", "6.2.10.6-2"}, "Die Kodierung einer TrueType-Schrift ist nicht zulässig."},
	ruleEncodingSymbolic:       {"PDF-016", 0, [4]string{"6.3.7-2", "6.2.11.6-3", "6.2.11.6-3", "6.2.10.6-3"}, "Eine symbolische TrueType-Schrift nennt eine Kodierung."},
	ruleCmapSymbolic:           {"PDF-016", 0, [4]string{"6.3.7-3", "6.2.11.6-4", "6.2.11.6-4", "6.2.10.6-4"}, "Die Zeichenzuordnung (cmap) einer symbolischen Schrift ist nicht zulässig."},
	ruleToUnicode:              {"PDF-017", 'u', [4]string{"6.3.8-1", "6.2.11.7.2-1", "6.2.11.7.2-1", ""}, "Zeichen lassen sich nicht in Text umsetzen (ToUnicode fehlt)."},
	ruleToUnicodeValue:         {"PDF-017", 'u', [4]string{"", "6.2.11.7.2-2", "6.2.11.7.2-2", ""}, "Zeichen sind einem nicht zulässigen Unicode-Wert zugeordnet."},
	ruleToUnicodeValue4:        {"PDF-017", 0, [4]string{"", "", "", "6.2.10.7-1"}, "Zeichen sind einem nicht zulässigen Unicode-Wert zugeordnet."},
	rulePrivateUse:             {"PDF-017", 'a', [4]string{"", "6.2.11.7.3-1", "6.2.11.7.3-1", ""}, "Zeichen aus dem privaten Unicode-Bereich haben keinen Ersatztext (ActualText)."},
	ruleActualTextPUA:          {"PDF-017", 0, [4]string{"", "", "", "6.2.10.8-1"}, "Ein Ersatztext (ActualText) enthält Zeichen aus dem privaten Unicode-Bereich."},
	ruleNotdef:                 {"PDF-015", 0, [4]string{"", "6.2.11.8-1", "6.2.11.8-1", "6.2.10.9-1"}, "Der Text verweist auf das Platzhalterzeichen .notdef."},
	ruleSmaskState:             {"PDF-018", 0, [4]string{"6.4-1", "", "", ""}, "Ein Grafikzustand verwendet eine weiche Maske."},
	ruleSmaskImage:             {"PDF-018", 0, [4]string{"6.4-2", "", "", ""}, "Ein Bild verwendet eine weiche Maske."},
	ruleGroup:                  {"PDF-018", 0, [4]string{"6.4-3", "", "", ""}, "Seite oder Objekt ist eine Transparenzgruppe."},
	ruleBlendMode:              {"PDF-018", 0, [4]string{"6.4-4", "6.2.10-1", "6.2.10-1", "6.2.9-1"}, "Eine Mischmethode (Blend Mode) ist nicht zulässig."},
	ruleAlphaStroke:            {"PDF-018", 0, [4]string{"6.4-5", "", "", ""}, "Linien sind durchscheinend."},
	ruleAlphaFill:              {"PDF-018", 0, [4]string{"6.4-6", "", "", ""}, "Flächen sind durchscheinend."},
	rulePageGroupCS:            {"PDF-018", 0, [4]string{"", "6.2.10-2", "6.2.10-2", "6.2.9-2"}, "Durchscheinende Inhalte ohne Ausgabebedingung und ohne Farbraum der Seite."},
	ruleAnnotType:              {"PDF-012", 0, [4]string{"6.5.2-1", "6.3.1-1", "6.3.1-1", "6.3.1-1"}, "Eine Anmerkung ist von nicht zulässiger Art."},
	ruleAnnotCA:                {"PDF-012", 0, [4]string{"6.5.3-1", "", "", ""}, "Eine Anmerkung ist durchscheinend."},
	ruleAnnotNoF:               {"PDF-012", 0, [4]string{"", "6.3.2-1", "6.3.2-1", "6.3.2-1"}, "Bei einer Anmerkung fehlt die Angabe zur Anzeige (F)."},
	ruleAnnotF:                 {"PDF-012", 0, [4]string{"6.5.3-2", "6.3.2-2", "6.3.2-2", "6.3.2-2"}, "Eine Anmerkung wird nicht gedruckt oder ist verborgen."},
	ruleAnnotColor:             {"PDF-012", 0, [4]string{"6.5.3-3", "", "", ""}, "Die Farbe einer Anmerkung verlangt eine Ausgabebedingung in RGB."},
	ruleAnnotAppearance:        {"PDF-012", 0, [4]string{"", "6.3.3-1", "6.3.3-1", "6.3.3-1"}, "Eine Anmerkung hat keine festgelegte Darstellung."},
	ruleAnnotOnlyN:             {"PDF-012", 0, [4]string{"6.5.3-4", "6.3.3-2", "6.3.3-2", "6.3.3-2"}, "Die Darstellung einer Anmerkung enthält mehr als die normale Ansicht."},
	ruleAnnotBtn:               {"PDF-012", 0, [4]string{"6.5.3-5", "6.3.3-3", "6.3.3-3", "6.3.3-3"}, "Die Darstellung eines Knopfes oder Kästchens ist nicht nach Zuständen geordnet."},
	ruleAnnotStream:            {"PDF-012", 0, [4]string{"6.5.3-6", "6.3.3-4", "6.3.3-4", "6.3.3-4"}, "Die Darstellung einer Anmerkung ist kein einzelner Inhalt."},
	ruleActionType:             {"PDF-005", 0, [4]string{"6.6.1-1", "6.5.1-1", "6.5.1-1", "6.6.1-1"}, "Die Datei enthält eine nicht zulässige Aktion (zum Beispiel JavaScript)."},
	ruleActionNamed:            {"PDF-005", 0, [4]string{"6.6.1-2", "6.5.1-2", "6.5.1-2", "6.6.1-2"}, "Die Datei enthält eine nicht zulässige benannte Aktion."},
	ruleWidgetA:                {"PDF-005", 0, [4]string{"6.6.1-3", "6.4.1-1", "6.4.1-1", "6.4.1-1"}, "Ein Formularfeld löst eine Aktion aus."},
	ruleWidgetAA:               {"PDF-005", 0, [4]string{"6.6.2-1", "", "", ""}, "Ein Formularfeld löst zusätzliche Aktionen aus."},
	ruleFieldAA:                {"PDF-005", 0, [4]string{"6.6.2-2", "6.4.1-2", "6.4.1-2", ""}, "Ein Formularfeld löst zusätzliche Aktionen aus."},
	ruleCatalogAA:              {"PDF-005", 0, [4]string{"6.6.2-3", "6.5.2-1", "6.5.2-1", ""}, "Das Dokument löst zusätzliche Aktionen aus."},
	rulePageAA:                 {"PDF-005", 0, [4]string{"", "6.5.2-2", "6.5.2-2", ""}, "Eine Seite löst zusätzliche Aktionen aus."},
	ruleAdditionalActions:      {"PDF-005", 0, [4]string{"", "", "", "6.6.3-1"}, "Zusätzliche Aktionen sind von nicht zulässiger Art."},
	ruleMetadata:               {"PDF-006", 0, [4]string{"6.7.2-1", "6.6.2.1-1", "6.6.2.1-1", "6.7.2.1-1"}, "Die Metadaten (XMP) des Dokuments fehlen."},
	ruleMetadataFilter:         {"PDF-006", 0, [4]string{"6.7.2-2", "", "", ""}, "Die Metadaten (XMP) sind komprimiert."},
	rulePacketBytes:            {"PDF-006", 0, [4]string{"6.7.5-1", "6.6.2.1-2", "6.6.2.1-2", "6.7.2.1-2"}, "Der Kopf der Metadaten (XMP) enthält die Angabe bytes."},
	rulePacketEncoding:         {"PDF-006", 0, [4]string{"6.7.5-2", "6.6.2.1-3", "6.6.2.1-3", "6.7.2.1-3"}, "Der Kopf der Metadaten (XMP) enthält die Angabe encoding."},
	ruleXmpForm:                {"PDF-006", 0, [4]string{"6.7.9-1", "6.6.2.1-4", "6.6.2.1-4", "6.7.2.1-4"}, "Die Metadaten (XMP) sind nicht wohlgeformt."},
	ruleXmpUTF8:                {"PDF-006", 0, [4]string{"", "6.6.2.1-5", "6.6.2.1-5", "6.7.2.1-5"}, "Die Metadaten (XMP) sind nicht in UTF-8 geschrieben."},
	ruleInfoCreated:            {"PDF-008", 0, [4]string{"6.7.3-1", "", "", ""}, "Das Erstellungsdatum in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleInfoTitle:              {"PDF-008", 0, [4]string{"6.7.3-2", "", "", ""}, "Der Titel in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleInfoAuthor:             {"PDF-008", 0, [4]string{"6.7.3-3", "", "", ""}, "Der Verfasser in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleInfoSubject:            {"PDF-008", 0, [4]string{"6.7.3-4", "", "", ""}, "Das Thema in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleInfoKeywords:           {"PDF-008", 0, [4]string{"6.7.3-5", "", "", ""}, "Die Stichwörter in Dokumentangaben und Metadaten (XMP) sind verschieden."},
	ruleInfoCreator:            {"PDF-008", 0, [4]string{"6.7.3-6", "", "", ""}, "Das erstellende Programm in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleInfoProducer:           {"PDF-008", 0, [4]string{"6.7.3-7", "", "", ""}, "Der PDF-Erzeuger in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleInfoModified:           {"PDF-008", 0, [4]string{"6.7.3-8", "", "", ""}, "Das Änderungsdatum in Dokumentangaben und Metadaten (XMP) ist verschieden."},
	ruleXmpProperty:            {"PDF-007", 0, [4]string{"6.7.9-2", "6.6.2.3.1-1", "6.6.2.3.1-1", ""}, "Die Metadaten (XMP) verwenden eine Eigenschaft, die nicht beschrieben ist."},
	ruleXmpValue:               {"PDF-007", 0, [4]string{"6.7.9-3", "6.6.2.3.1-2", "6.6.2.3.1-2", ""}, "Eine Eigenschaft der Metadaten (XMP) hat einen Wert von falscher Art."},
	ruleExtUnknown:             {"PDF-007", 0, [4]string{"6.7.8-1", "6.6.2.3.2-1", "6.6.2.3.2-1", ""}, "Die Beschreibung eigener Metadaten enthält unbekannte Angaben."},
	ruleExtContainer:           {"PDF-007", 0, [4]string{"6.7.8-2", "6.6.2.3.3-1", "6.6.2.3.3-1", ""}, "Die Beschreibung eigener Metadaten ist nicht richtig aufgebaut."},
	ruleExtSchema:              {"PDF-007", 0, [4]string{"6.7.8-3", "6.6.2.3.3-2", "6.6.2.3.3-2", ""}, "Beschreibung eigener Metadaten: Name des Schemas fehlt oder ist falsch geschrieben."},
	ruleExtNamespace:           {"PDF-007", 0, [4]string{"6.7.8-4", "6.6.2.3.3-3", "6.6.2.3.3-3", ""}, "Beschreibung eigener Metadaten: Namensraum fehlt oder ist falsch geschrieben."},
	ruleExtPrefix:              {"PDF-007", 0, [4]string{"6.7.8-5", "6.6.2.3.3-4", "6.6.2.3.3-4", ""}, "Beschreibung eigener Metadaten: Kürzel fehlt oder ist falsch geschrieben."},
	ruleExtProperty:            {"PDF-007", 0, [4]string{"6.7.8-6", "6.6.2.3.3-5", "6.6.2.3.3-5", ""}, "Beschreibung eigener Metadaten: Liste der Eigenschaften ist falsch aufgebaut."},
	ruleExtValueTypes:          {"PDF-007", 0, [4]string{"6.7.8-7", "6.6.2.3.3-6", "6.6.2.3.3-6", ""}, "Beschreibung eigener Metadaten: Liste der Wertarten ist falsch aufgebaut."},
	ruleExtPropName:            {"PDF-007", 0, [4]string{"6.7.8-8", "6.6.2.3.3-7", "6.6.2.3.3-7", ""}, "Beschreibung eigener Metadaten: Name einer Eigenschaft fehlt oder ist falsch geschrieben."},
	ruleExtPropType:            {"PDF-007", 0, [4]string{"6.7.8-9", "6.6.2.3.3-8", "6.6.2.3.3-8", ""}, "Beschreibung eigener Metadaten: Wertart einer Eigenschaft fehlt oder ist unbekannt."},
	ruleExtPropCategory:        {"PDF-007", 0, [4]string{"6.7.8-10", "6.6.2.3.3-9", "6.6.2.3.3-9", ""}, "Beschreibung eigener Metadaten: Klasse einer Eigenschaft ist nicht internal oder external."},
	ruleExtPropDescription:     {"PDF-007", 0, [4]string{"6.7.8-11", "6.6.2.3.3-10", "6.6.2.3.3-10", ""}, "Beschreibung eigener Metadaten: Erläuterung einer Eigenschaft fehlt."},
	ruleExtTypeType:            {"PDF-007", 0, [4]string{"6.7.8-12", "6.6.2.3.3-11", "6.6.2.3.3-11", ""}, "Beschreibung eigener Metadaten: Name einer Wertart fehlt."},
	ruleExtTypeNamespace:       {"PDF-007", 0, [4]string{"6.7.8-13", "6.6.2.3.3-12", "6.6.2.3.3-12", ""}, "Beschreibung eigener Metadaten: Namensraum einer Wertart fehlt."},
	ruleExtTypePrefix:          {"PDF-007", 0, [4]string{"6.7.8-14", "6.6.2.3.3-13", "6.6.2.3.3-13", ""}, "Beschreibung eigener Metadaten: Kürzel einer Wertart fehlt."},
	ruleExtTypeDescription:     {"PDF-007", 0, [4]string{"6.7.8-15", "6.6.2.3.3-14", "6.6.2.3.3-14", ""}, "Beschreibung eigener Metadaten: Erläuterung einer Wertart fehlt."},
	ruleExtTypeField:           {"PDF-007", 0, [4]string{"6.7.8-16", "6.6.2.3.3-15", "6.6.2.3.3-15", ""}, "Beschreibung eigener Metadaten: Liste der Felder ist falsch aufgebaut."},
	ruleExtFieldName:           {"PDF-007", 0, [4]string{"6.7.8-17", "6.6.2.3.3-16", "6.6.2.3.3-16", ""}, "Beschreibung eigener Metadaten: Name eines Feldes fehlt."},
	ruleExtFieldType:           {"PDF-007", 0, [4]string{"6.7.8-18", "6.6.2.3.3-17", "6.6.2.3.3-17", ""}, "Beschreibung eigener Metadaten: Wertart eines Feldes fehlt oder ist unbekannt."},
	ruleExtFieldDescription:    {"PDF-007", 0, [4]string{"6.7.8-19", "6.6.2.3.3-18", "6.6.2.3.3-18", ""}, "Beschreibung eigener Metadaten: Erläuterung eines Feldes fehlt."},
	ruleClaim:                  {"PDF-001", 0, [4]string{"6.7.11-1", "6.6.4-1", "6.6.4-1", "6.7.3-1"}, "Die Kennzeichnung als PDF/A fehlt."},
	ruleClaimPart:              {"PDF-002", 0, [4]string{"6.7.11-2", "6.6.4-2", "6.6.4-2", "6.7.3-2"}, "Die Datei ist als ein anderer Teil von PDF/A gekennzeichnet."},
	ruleClaimLevel:             {"PDF-002", 0, [4]string{"6.7.11-3", "6.6.4-3", "6.6.4-3", "6.7.3-3"}, "Die gekennzeichnete Konformitätsstufe ist eine andere."},
	ruleClaimPartPrefix:        {"PDF-002", 0, [4]string{"6.7.11-4", "6.6.4-4", "6.6.4-4", "6.7.3-4"}, "Die Kennzeichnung des Teils steht nicht unter dem Kürzel pdfaid."},
	ruleClaimLevelPrefix:       {"PDF-002", 0, [4]string{"6.7.11-5", "6.6.4-5", "6.6.4-5", ""}, "Die Kennzeichnung der Stufe steht nicht unter dem Kürzel pdfaid."},
	ruleClaimAmdPrefix:         {"PDF-002", 0, [4]string{"6.7.11-6", "6.6.4-6", "6.6.4-6", ""}, "Die Kennzeichnung der Ergänzung steht nicht unter dem Kürzel pdfaid."},
	ruleClaimCorrPrefix:        {"PDF-002", 0, [4]string{"", "6.6.4-7", "6.6.4-7", ""}, "Die Kennzeichnung der Berichtigung steht nicht unter dem Kürzel pdfaid."},
	ruleClaimRev:               {"PDF-002", 0, [4]string{"", "", "", "6.7.3-5"}, "Die Kennzeichnung der Ausgabe (rev) ist nicht 2020."},
	ruleClaimRevPrefix:         {"PDF-002", 0, [4]string{"", "", "", "6.7.3-6"}, "Die Kennzeichnung der Ausgabe (rev) steht nicht unter dem Kürzel pdfaid."},
	ruleMarked:                 {"PDF-023", 'a', [4]string{"6.8.2.2-1", "6.7.2.2-1", "6.7.2.2-1", ""}, "Die Datei ist nicht als strukturiert gekennzeichnet (MarkInfo)."},
	ruleStructRoot:             {"PDF-023", 'a', [4]string{"6.8.3.3-1", "6.7.3.3-1", "6.7.3.3-1", ""}, "Die logische Struktur fehlt (StructTreeRoot)."},
	ruleStructType:             {"PDF-023", 'a', [4]string{"6.8.3.4-1", "6.7.3.4-1", "6.7.3.4-1", ""}, "Eine eigene Strukturart ist keiner Standardart zugeordnet."},
	ruleStructCircle:           {"PDF-023", 'a', [4]string{"6.8.3.4-2", "6.7.3.4-2", "6.7.3.4-2", ""}, "Die Zuordnung von Strukturarten läuft im Kreis."},
	ruleStructRemap:            {"PDF-023", 'a', [4]string{"", "6.7.3.4-3", "6.7.3.4-3", ""}, "Eine Standard-Strukturart ist umgedeutet."},
	ruleLang:                   {"PDF-023", 'a', [4]string{"6.8.4-1", "6.7.4-1", "6.7.4-1", ""}, "Eine Sprachangabe ist keine gültige Sprachkennung."},
	ruleNeedAppearances:        {"PDF-013", 0, [4]string{"6.9-1", "6.4.1-3", "6.4.1-3", "6.4.1-2"}, "Die Darstellung von Formularfeldern ist nicht festgelegt (NeedAppearances)."},
	ruleWidgetAP:               {"PDF-013", 0, [4]string{"6.9-2", "", "", ""}, "Ein Formularfeld hat keine festgelegte Darstellung."},
	ruleXfa:                    {"PDF-013", 0, [4]string{"", "6.4.2-1", "6.4.2-1", "6.4.2-1"}, "Die Datei enthält ein XFA-Formular."},
	ruleNeedsRendering:         {"PDF-013", 0, [4]string{"", "6.4.2-2", "6.4.2-2", "6.4.2-2"}, "Die Datei verlangt die Aufbereitung eines XFA-Formulars (NeedsRendering)."},
	ruleSignatureRange:         {"PDF-013", 0, [4]string{"", "6.4.3-1", "6.4.3-1", ""}, "Eine Signatur umfasst nicht die ganze Datei."},
	ruleSignatureCert:          {"PDF-013", 0, [4]string{"", "6.4.3-2", "6.4.3-2", ""}, "Einer Signatur fehlt das Zertifikat der unterzeichnenden Person."},
	ruleSignatureOne:           {"PDF-013", 0, [4]string{"", "6.4.3-3", "6.4.3-3", ""}, "Eine Signatur hat nicht genau eine unterzeichnende Person."},
	ruleEmbeddedMIME:           {"PDF-011", 0, [4]string{"", "", "6.8-1", "6.9-1"}, "Bei einer eingebetteten Datei fehlt die Angabe der Dateiart."},
	ruleEmbeddedNames:          {"PDF-011", 0, [4]string{"", "6.8-2", "6.8-2", "6.9-2"}, "Bei einer eingebetteten Datei fehlt ein Dateiname (F und UF)."},
	ruleEmbeddedRelation:       {"PDF-011", 0, [4]string{"", "", "6.8-3", "6.9-4"}, "Bei einer eingebetteten Datei fehlt die Beziehung zum Dokument (AFRelationship)."},
	ruleEmbeddedAssociated:     {"PDF-011", 0, [4]string{"", "", "6.8-4", ""}, "Eine eingebettete Datei ist dem Dokument nicht zugeordnet (AF)."},
	ruleEmbeddedPDFA:           {"PDF-011", 0, [4]string{"", "6.8-5", "", "6.9-3"}, "Eine eingebettete Datei ist selbst nicht PDF/A."},
	ruleOcName:                 {"PDF-022", 0, [4]string{"", "6.9-1", "6.9-1", "6.10-1"}, "Einer Einstellung für optionale Inhalte fehlt der Name."},
	ruleOcUnique:               {"PDF-022", 0, [4]string{"", "6.9-2", "6.9-2", "6.10-2"}, "Einstellungen für optionale Inhalte haben denselben Namen."},
	ruleOcOrder:                {"PDF-022", 0, [4]string{"", "6.9-3", "6.9-3", "6.10-3"}, "Die Reihenfolge der optionalen Inhalte nennt nicht alle."},
	ruleOcAS:                   {"PDF-022", 0, [4]string{"", "6.9-4", "6.9-4", ""}, "Optionale Inhalte schalten sich selbst um (AS)."},
	ruleAlternatePresentations: {"PDF-022", 0, [4]string{"", "6.10-1", "6.10-1", "6.11-1"}, "Die Datei enthält andere Darstellungen (AlternatePresentations)."},
	rulePresSteps:              {"PDF-022", 0, [4]string{"", "6.10-2", "6.10-2", "6.11-2"}, "Eine Seite enthält Darstellungsschritte (PresSteps)."},
	ruleRequirements:           {"PDF-022", 0, [4]string{"", "6.11-1", "6.11-1", "6.12-1"}, "Die Datei stellt Anforderungen an das Anzeigeprogramm (Requirements)."},
}

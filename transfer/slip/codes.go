package slip

import "laufzettel/transfer/check"

// The findings of this room. Ids are stable and never reused.
var (
	codeSlip = check.Code{ID: "SLP-001", Severity: check.Error, Source: "A1, P1.3",
		Title:    "Der Laufzettel (el_Lauf) entspricht nicht seinem Schema.",
		Remedy:   "Bitte den Laufzettel berichtigen und mit der Lieferung neu senden.",
		TitleEN:  "The routing slip (el_Lauf) does not fit its schema.",
		RemedyEN: "Please correct the slip and send it again with the delivery.",
		Ways:     []check.WayOut{check.ReturnAll, check.Stop}}
	codeProfile = check.Code{ID: "SLP-002", Severity: check.Error, Source: "A1, P1.3",
		Title:    "Der Laufzettel nennt ein Abgabeprofil, das dem Archiv nicht bekannt ist.",
		Remedy:   "Bitte die Profil-ID prüfen oder das Profil vor der Lieferung mit dem Archiv vereinbaren.",
		TitleEN:  "The routing slip names a profile that the archive does not know.",
		RemedyEN: "Please check the profile id or agree on the profile with the archive first.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAgency = check.Code{ID: "SLP-003", Severity: check.Error, Source: "A1, P1.3",
		Title:    "Die Absenderangaben des Laufzettels stimmen nicht mit dem Abgabeprofil überein.",
		Remedy:   "Bitte Name und Kennung der Behörde wie im Profil vereinbart angeben.",
		TitleEN:  "The sender in the routing slip does not match the profile.",
		RemedyEN: "Please state name and id of the agency as agreed in the profile.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListMissing = check.Code{ID: "SLP-004", Severity: check.Error, Source: "A1, P1.2",
		Title:    "Die Abgabeliste, die der Laufzettel nennt, liegt nicht bei.",
		Remedy:   "Bitte die Abgabeliste mit dem Laufzettel zusammen senden.",
		TitleEN:  "The transfer list named by the routing slip is not there.",
		RemedyEN: "Please send the transfer list together with the slip.",
		Ways:     []check.WayOut{check.ReturnAll, check.AskForFiles, check.Stop}}
	codeContainerDigest = check.Code{ID: "SLP-005", Severity: check.Error, Source: "A6, P2.5",
		Title:    "Der Hashwert des Containers weicht von dem im Laufzettel ab. Die Lieferung kam nicht unverändert an.",
		Remedy:   "Bitte den Container unverändert noch einmal liefern.",
		TitleEN:  "The digest of the container differs from the one in the routing slip. The delivery did not arrive unchanged.",
		RemedyEN: "Please deliver the container again unchanged.",
		Ways:     []check.WayOut{check.ReturnAll, check.Stop}}
	codeContainerMissing = check.Code{ID: "SLP-006", Severity: check.Error, Source: "A6, P2.3",
		Title:    "Ein Container, den der Laufzettel nennt, wurde nicht geliefert.",
		Remedy:   "Bitte den Container nachliefern.",
		TitleEN:  "A container named by the routing slip was not delivered.",
		RemedyEN: "Please deliver the container.",
		Ways:     []check.WayOut{check.ReturnAll, check.AskForFiles, check.Stop}}
	codeAccessionUnknown = check.Code{ID: "SLP-007", Severity: check.Error, Source: "A1, P2.4",
		Title:    "Der Laufzettel zur Lieferung enthält keine Ü-ID, die im Archiv hinterlegt ist.",
		Remedy:   "Bitte den Laufzettel aus der Bestätigung der Anbietung verwenden oder neu anbieten.",
		TitleEN:  "The routing slip of the delivery carries no accession id known to the archive.",
		RemedyEN: "Please use the slip from the confirmation of the offer, or offer again.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAccessionDiffers = check.Code{ID: "SLP-008", Severity: check.Error, Source: "A2, P1.4",
		Title:    "Die Ü-ID im Laufzettel passt nicht zur beiliegenden Abgabeliste. Die Liste wurde nach der Anbietung geändert.",
		Remedy:   "Bitte die unveränderte Abgabeliste senden oder mit der neuen Liste neu anbieten.",
		TitleEN:  "The accession id in the slip does not fit the transfer list. The list was changed after the offer.",
		RemedyEN: "Please send the unchanged list or offer again with the new one.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeAccessionRunning = check.Code{ID: "SLP-009", Severity: check.Error, Source: "A2, P1.5",
		Title:    "Eine Übernahme mit derselben Abgabeliste ist schon in Arbeit.",
		Remedy:   "Bitte die laufende Übernahme abwarten; für eine zweite Anbietung wird eine eigene Liste gebraucht.",
		TitleEN:  "A transfer with the same transfer list is already in progress.",
		RemedyEN: "Please wait for the running transfer; a second offer needs a list of its own.",
		Ways:     []check.WayOut{check.Stop}}
	codeList = check.Code{ID: "SLP-010", Severity: check.Error, Source: "A1, A4",
		Title:    "Die Abgabeliste (Ab_Lis) entspricht nicht ihrem Schema.",
		Remedy:   "Bitte die Abgabeliste berichtigen und neu senden.",
		TitleEN:  "The transfer list (Ab_Lis) does not fit its schema.",
		RemedyEN: "Please correct the transfer list and send it again.",
		Ways:     []check.WayOut{check.ReturnAll, check.Stop}}
	codeStatus = check.Code{ID: "SLP-011", Severity: check.Warning, Source: "A1",
		Title:    "Der Prozessstatus im Laufzettel passt nicht zu diesem Schritt.",
		Remedy:   "Bitte den Prozessstatus im Laufzettel berichtigen.",
		TitleEN:  "The process status in the routing slip does not fit this step.",
		RemedyEN: "Please correct the process status in the slip.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeOverdue = check.Code{ID: "SLP-012", Severity: check.Warning, Source: "A3, P1.6",
		Title:    "Eine vereinbarte Frist ist abgelaufen.",
		Remedy:   "Bitte mit der Gegenseite eine neue Frist vereinbaren.",
		TitleEN:  "An agreed deadline has passed.",
		RemedyEN: "Please agree on a new deadline with the other side.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNear = check.Code{ID: "SLP-013", Severity: check.Note, Source: "A3, P1.7",
		Title:    "Eine vereinbarte Frist läuft bald ab.",
		Remedy:   "Bitte den fälligen Schritt rechtzeitig abschließen.",
		TitleEN:  "An agreed deadline is near.",
		RemedyEN: "Please finish the step due in time."}
	codeNoDigest = check.Code{ID: "SLP-014", Severity: check.Warning, Source: "A6, P2.2",
		Title:    "Zum Container steht kein Hashwert im Laufzettel. Ob er unverändert ankam, ist nicht belegt.",
		Remedy:   "Bitte den Hashwert des Containers nachreichen.",
		TitleEN:  "The routing slip states no digest for the container. That it arrived unchanged is not proven.",
		RemedyEN: "Please hand in the digest of the container.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNotNamed = check.Code{ID: "SLP-015", Severity: check.Error, Source: "A6, A7",
		Title:    "Der gelieferte Container steht nicht im Laufzettel.",
		Remedy:   "Bitte klären, ob der Container zu dieser Lieferung gehört, und den Laufzettel berichtigen.",
		TitleEN:  "The container delivered is not named in the routing slip.",
		RemedyEN: "Please clarify whether the container belongs to this delivery and correct the slip.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeCaseNotInMessage = check.Code{ID: "SLP-016", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Title:    "Die Abgabeliste nennt einen Vorgang, den die Nachricht nicht enthält.",
		Remedy:   "Bitte den Vorgang liefern oder die Abgabeliste berichtigen.",
		TitleEN:  "The transfer list names a case that the message does not hold.",
		RemedyEN: "Please deliver the case or correct the transfer list.",
		Ways:     []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeCaseNotInList = check.Code{ID: "SLP-017", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Title:    "Die Nachricht enthält einen Vorgang, den die Abgabeliste nicht nennt.",
		Remedy:   "Bitte die Abgabeliste ergänzen oder den Vorgang aus der Lieferung nehmen.",
		TitleEN:  "The message holds a case that the transfer list does not name.",
		RemedyEN: "Please complete the transfer list or take the case out of the delivery.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListSubject = check.Code{ID: "SLP-018", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Title:    "Der Betreff eines Vorgangs ist in Abgabeliste und Nachricht verschieden.",
		Remedy:   "Bitte klären, welcher Betreff gilt, und Abgabeliste oder Nachricht berichtigen.",
		TitleEN:  "The subject of a case differs between transfer list and message.",
		RemedyEN: "Please clarify which subject holds and correct list or message.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListSpan = check.Code{ID: "SLP-019", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Title:    "Die Laufzeit eines Vorgangs ist in Abgabeliste und Nachricht verschieden.",
		Remedy:   "Bitte klären, welche Laufzeit gilt, und Abgabeliste oder Nachricht berichtigen.",
		TitleEN:  "The period of a case differs between transfer list and message.",
		RemedyEN: "Please clarify which period holds and correct list or message.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeListReference = check.Code{ID: "SLP-020", Severity: check.Warning, Source: "A4, A7; 004 P3.1",
		Title:    "Das Kennzeichen eines Vorgangs ist in Abgabeliste und Nachricht verschieden.",
		Remedy:   "Bitte klären, welches Kennzeichen gilt.",
		TitleEN:  "The reference of a case differs between transfer list and message.",
		RemedyEN: "Please clarify which reference holds.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeFileNotInMessage = check.Code{ID: "SLP-021", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Title:    "Die Abgabeliste nennt zu einem Vorgang eine Datei, die in der Nachricht nicht bei ihm steht.",
		Remedy:   "Bitte die Nachricht mit der Datei neu exportieren oder die Abgabeliste berichtigen.",
		TitleEN:  "The transfer list names a file of a case that the message does not name there.",
		RemedyEN: "Please export the message again with the file or correct the transfer list.",
		Ways:     []check.WayOut{check.ReturnAll, check.AskForFiles, check.AcceptException, check.Stop}}
	codeFileNotInList = check.Code{ID: "SLP-022", Severity: check.Error, Source: "A4, A7; 004 P3.1",
		Title:    "Die Nachricht nennt zu einem Vorgang eine Datei, die in der Abgabeliste fehlt.",
		Remedy:   "Bitte die Abgabeliste ergänzen.",
		TitleEN:  "The message names a file of a case that is missing in the transfer list.",
		RemedyEN: "Please complete the transfer list.",
		Ways:     []check.WayOut{check.ReturnAll, check.AcceptException, check.Stop}}
	codeNoProfiles = check.Code{ID: "SLP-023", Severity: check.Note, Source: "A4, A7; 004 P3.1",
		Title:    "Der Laufzettel nennt ein Abgabeprofil, hier ist aber noch keines hinterlegt. Mit Vereinbarungen der Stelle wurde nicht verglichen.",
		Remedy:   "Vor der Paketierung wird das Profil gebraucht; es lässt sich mit „profile import“ hinterlegen.",
		TitleEN:  "The slip names a profile, but none is kept here yet. Nothing was compared with agreements of the agency.",
		RemedyEN: "The profile is needed before packaging; it can be kept with “profile import”."}
)

// Codes lists every finding this room can utter.
var Codes = []check.Code{
	codeSlip, codeProfile, codeAgency, codeListMissing,
	codeContainerDigest, codeContainerMissing, codeAccessionUnknown, codeAccessionDiffers,
	codeAccessionRunning, codeList, codeStatus, codeOverdue,
	codeNear, codeNoDigest, codeNotNamed,
	codeCaseNotInMessage, codeCaseNotInList, codeListSubject, codeListSpan, codeListReference, codeFileNotInMessage, codeFileNotInList, codeNoProfiles,
}

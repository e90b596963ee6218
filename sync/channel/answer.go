package channel

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"

	"laufzettel/sync/receipt"
	"laufzettel/transfer/failure"
)

// maxProblem bounds what is read of an error body.
const maxProblem = 64 << 10

// AnswerError is an answer of the archive that is no success (protocol.md 10).
type AnswerError struct {
	Status     int
	Code       string // "" where the body is no problem of ours, as from a proxy
	Detail     string
	RetryAfter time.Duration
	Date       time.Time // the archive's clock, zero if it did not say
	Offset     int64     // Upload-Offset of a 409, -1 if none
	Lease      *Lease    // who has it, where the answer says so
	Held       *Held     // what bears the reference code, where the answer says so
}

// Error gives status, code and detail.
func (e *AnswerError) Error() string {
	return fmt.Sprintf("archive answered %d %s: %s", e.Status, e.Code, e.Detail)
}

func readAnswer(resp *http.Response) *AnswerError {
	e := &AnswerError{Status: resp.StatusCode, Offset: -1}
	var body struct {
		Code, Detail, Time string
		Lease              *Lease
		Held               *Held
	}
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxProblem))
	if err == nil && json.Unmarshal(data, &body) == nil {
		e.Code, e.Detail, e.Lease, e.Held = body.Code, body.Detail, body.Lease, body.Held
	}
	if e.Code == "" { // an answer to HEAD has no body
		e.Code = resp.Header.Get("Laufzettel-Problem")
	}
	if t, err := time.Parse(time.RFC3339, body.Time); err == nil {
		e.Date = t
	} else if t, err := http.ParseTime(resp.Header.Get("Date")); err == nil {
		e.Date = t
	}
	if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil && s >= 0 && s <= 24*3600 {
		e.RetryAfter = time.Duration(s) * time.Second
	}
	if n, err := strconv.ParseInt(resp.Header.Get("Upload-Offset"), 10, 64); err == nil && n >= 0 {
		e.Offset = n
	}
	return e
}

// Held is the package that bears a reference code already (protocol.md 6).
type Held struct {
	Code     string    `json:"reference_code"`
	Office   string    `json:"office"`
	UploadID string    `json:"upload_id"`
	Since    time.Time `json:"since"`
}

// taken tells who has the code.
func (h Held) taken() string {
	return fmt.Sprintf("Die Archivsignatur „%s“ trägt beim Archiv seit dem %s schon ein anderes Paket (%s). %s", h.Code, h.Since.Local().Format("02.01.2006"), h.Office, hintCode)
}

// outcome says who can act on an answer and tells them how.
type outcome struct {
	kind failure.Kind
	hint string
}

const (
	hintOurs  = "Das Archiv versteht die Anfrage nicht. Vermutlich passen die Programmfassungen nicht zusammen. Bitte die Verwaltung verständigen."
	hintLater = "Das Archiv kann gerade nicht annehmen. Der Auftrag bleibt liegen und wird von selbst wieder versucht; es ist nichts zu tun."
	hintCode  = "Zwei Arbeitsplätze haben dieselbe Archivsignatur vergeben; das Archiv nimmt nur das erste Paket an. Es ging nichts verloren. Bitte mit dem Archiv klären, welches Paket sie behält, und im Profil jedem Arbeitsplatz einen eigenen Block von Signaturen geben. Danach bekommt das Paket hier eine neue Signatur: in der Übertragung oder mit „package … --renumber“."
	hintKey   = "Das Archiv erkennt die Unterschrift dieses Rechners nicht an. Es wurde nichts übertragen. Bitte die Anmeldung beim Archiv prüfen oder erneuern."
)

// outcomes maps problem codes; the table of protocol.md 10 is compared with it.
var outcomes = map[string]outcome{
	"bad-request":         {failure.Setup, hintOurs},
	"tus-version":         {failure.Setup, hintOurs},
	"media-type":          {failure.Setup, hintOurs},
	"digest-missing":      {failure.Damaged, "Das Archiv meldet mehrfach, dass Daten unterwegs verändert wurden. Die Übertragung ist angehalten. Bitte Leitung und Rechner prüfen lassen, bevor erneut gesendet wird."},
	"digest-mismatch":     {failure.Damaged, "Das Archiv meldet mehrfach, dass Daten unterwegs verändert wurden. Die Übertragung ist angehalten. Bitte Leitung und Rechner prüfen lassen, bevor erneut gesendet wird."},
	"signature-missing":   {failure.Setup, hintKey},
	"signature-malformed": {failure.Setup, hintKey},
	"signature-wrong":     {failure.Setup, "Das Archiv erkennt die Unterschrift nicht an. Oft stimmt die eingetragene Adresse nicht mit der öffentlichen Adresse des Archivs überein, oder ein Proxy verändert Anfragen. Bitte die Adresse prüfen."},
	"not-covered":         {failure.Setup, "Ein Proxy auf dem Weg fügt Angaben hinzu, die nicht unterschrieben sind. Es wurde nichts übertragen. Bitte die Netzverwaltung verständigen."},
	"key-unknown":         {failure.Setup, "Das Archiv kennt den Schlüssel dieses Rechners nicht. Bitte beim Archiv anmelden."},
	"key-revoked":         {failure.Setup, "Das Archiv hat den Schlüssel dieses Rechners gesperrt. Bitte mit dem Archiv sprechen und einen neuen Schlüssel anmelden."},
	"key-retired":         {failure.Setup, "Der Schlüssel dieses Rechners wurde durch einen neuen ersetzt und gilt nicht mehr. Bitte den neuen Schlüssel verwenden."},
	"key-pending":         {failure.Setup, "Das Archiv hat die Anmeldung dieses Rechners noch nicht bestätigt. Bitte dem Archiv Code und Fingerabdruck durchgeben; danach den Auftrag erneut starten."},
	"invitation":          {failure.Refused, "Diese Einladung gilt beim Archiv nicht: Sie ist abgelaufen, für eine andere Stelle ausgestellt oder schon mit einem anderen Schlüssel benutzt. Bitte Code und Namen der Stelle vergleichen oder um eine neue bitten."},
	"role":                {failure.Setup, "Dieser Rechner darf das beim Archiv nicht. Bitte das Archiv um die nötige Rolle bitten."},
	"quota":               {failure.Setup, "Das vereinbarte Kontingent beim Archiv ist ausgeschöpft. Bitte mit dem Archiv sprechen; der Auftrag bleibt liegen."},
	"clock-skew":          {failure.Setup, "Die Uhr dieses Rechners geht falsch."}, // the difference is added
	"expired":             {failure.Setup, "Die Uhr dieses Rechners geht falsch."},
	"replay":              {failure.Transient, hintLater},
	"not-found":           {failure.Transient, "Das Archiv kennt diese Übertragung nicht mehr. Sie wird von vorn begonnen; es ist nichts zu tun."},
	"manifest-unknown":    {failure.Transient, "Das Archiv kennt diese Übertragung nicht mehr. Sie wird von vorn begonnen; es ist nichts zu tun."},
	"offset":              {failure.Transient, hintLater},
	"incomplete":          {failure.Transient, hintLater},
	"finished":            {failure.Refused, "Zu dieser Lieferung liegt schon eine Quittung vor. Sie kann nicht mehr zurückgezogen werden."},
	"key-known":           {failure.Refused, "Dieser Schlüssel ist beim Archiv schon bekannt. Eine zweite Anmeldung ist nicht nötig."},
	"chunk-too-large":     {failure.Setup, hintOurs},
	"too-large":           {failure.Refused, "Das Paket ist größer, als das Archiv annimmt. Bitte kleinere Pakete bilden oder mit dem Archiv sprechen."},
	"manifest":            {failure.Refused, "Das Archiv hat das Verzeichnis der Lieferung nicht anerkannt. Bitte das Paket neu bilden und erneut senden."},
	"envelope":            {failure.Refused, "Das Archiv hat das unterschriebene Schriftstück nicht anerkannt. Bitte neu erstellen und erneut senden."},
	"hand":                {failure.Refused, "Die Unterschrift der Person unter dem Schreiben hält beim Archiv der Prüfung nicht stand. Bitte den Vorgang mit dem eigenen Schlüssel wiederholen."},
	"person":              {failure.Setup, "Das Archiv nimmt das von dieser Person nicht an: Ihr Schlüssel ist dort gesperrt oder fehlt, er gehört dort zu einem anderen Namen, oder ihre Rolle erlaubt es nicht. Bitte mit dem Archiv sprechen."},
	"person-new-key":      {failure.Setup, "Das Archiv kennt für diese Person schon einen anderen Schlüssel und hat den neuen noch nicht bestätigt. Bitte das Archiv darum bitten (archive persons --confirm) und danach noch einmal senden."},
	"reference-code":      {failure.Refused, hintCode},
	"leased":              {failure.Refused, "Das ist gerade an jemand anderen ausgegeben. Bitte später noch einmal versuchen oder dort nachfragen."},
	"lease-required":      {failure.Refused, "Diese Originalnorm liest immer nur eine Person. Bitte sie zuerst zum Lesen übernehmen (fetch read)."},
	"closed":              {failure.Refused, "Diese Bewertung ist beim Archiv abgeschlossen und wird nicht mehr ausgegeben."},
	"worklist-unknown":    {failure.Refused, "Diese Arbeitsliste gibt es beim Archiv nicht. Ihre Entscheidungen bleiben hier gespeichert. Bitte mit dem Archiv sprechen."},
	"locked":              {failure.Transient, hintLater},
	"too-slow":            {failure.Transient, "Die Leitung zum Archiv ist gerade zu langsam. Der Auftrag bleibt liegen und wird von selbst wieder versucht; dauert es an, bitte die Netzverwaltung verständigen."},
	"busy":                {failure.Transient, hintLater},
	"internal":            {failure.Transient, hintLater},
	"no-space":            {failure.Transient, "Im Archiv ist gerade kein Platz für dieses Paket. Der Auftrag bleibt liegen und wird von selbst wieder versucht. Bitte das Archiv verständigen, wenn es dauert."},
}

// sorted turns an answer into a failure with its German hint. now is our clock.
func (e *AnswerError) sorted(op string, now time.Time) error {
	o, ok := outcomes[e.Code]
	if !ok {
		o = byStatus(e.Status)
	}
	if e.Code == "clock-skew" || e.Code == "expired" {
		o.hint = clockHint(now, e.Date)
	}
	if e.Code == "leased" && e.Lease != nil {
		o.hint = e.Lease.taken()
	}
	if e.Code == receipt.ReasonReferenceCode && e.Held != nil {
		o.hint = e.Held.taken()
	}
	return &failure.Error{Kind: o.kind, Op: op, Hint: o.hint, After: e.RetryAfter, Err: e}
}

// byStatus judges answers that do not come from an archive of ours, as from a
// proxy in between.
func byStatus(status int) outcome {
	switch {
	case status >= 300 && status < 400:
		return outcome{failure.Setup, "Unter der eingetragenen Adresse wird auf eine andere verwiesen. Weiterleitungen werden nicht befolgt. Bitte die richtige Adresse des Archivs eintragen."}
	case status == http.StatusProxyAuthRequired:
		return outcome{failure.Setup, "Der Proxy verlangt eine Anmeldung. Bitte die Netzverwaltung verständigen."}
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		return outcome{failure.Setup, hintKey}
	case status == http.StatusRequestTimeout || status == http.StatusTooManyRequests || status >= 500:
		return outcome{failure.Transient, hintLater}
	default:
		return outcome{failure.Setup, hintOurs}
	}
}

// clockHint tells the difference of the clocks; the program never corrects it.
func clockHint(ours, theirs time.Time) string {
	diff := ours.Sub(theirs)
	if theirs.IsZero() || diff.Abs() < time.Second {
		return "Die Uhr dieses Rechners stimmt nicht mit der des Archivs überein. Es wurde nichts übertragen. Bitte die Uhr stellen lassen und den Auftrag erneut starten."
	}
	direction := "vor"
	if diff < 0 {
		direction = "nach"
	}
	return fmt.Sprintf("Die Uhr dieses Rechners geht gegenüber dem Archiv %s %s. Es wurde nichts übertragen. Bitte die Uhr stellen lassen und den Auftrag erneut starten.", duration(diff.Abs()), direction)
}

func duration(d time.Duration) string {
	switch {
	case d < 2*time.Minute:
		return fmt.Sprintf("%d Sekunden", int(d.Round(time.Second).Seconds()))
	case d < 2*time.Hour:
		return fmt.Sprintf("%d Minuten", int(d.Round(time.Minute).Minutes()))
	default:
		return fmt.Sprintf("%d Stunden", int(d.Round(time.Hour).Hours()))
	}
}

// sortTransport judges the errors of a connection.
func sortTransport(ctx context.Context, op string, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, host := errors.AsType[x509.HostnameError](err)
	_, invalid := errors.AsType[x509.CertificateInvalidError](err)
	_, record := errors.AsType[tls.RecordHeaderError](err)
	_, alert := errors.AsType[tls.AlertError](err)
	if unknown || host || invalid || record || alert {
		return failure.Wrap(failure.Setup, op, "Die verschlüsselte Verbindung zum Archiv kommt nicht zustande, weil das Zertifikat nicht anerkannt wird. Es wurde nichts übertragen. Bitte die Netzverwaltung verständigen.", err)
	}
	return failure.Wrap(failure.Transient, op, "Das Archiv ist gerade nicht erreichbar. Der Auftrag bleibt liegen und wird von selbst fortgesetzt, sobald die Verbindung wieder da ist.", err)
}

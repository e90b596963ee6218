package workspace

import (
	"context"
	"strings"

	"laufzettel/transfer/events"
	"laufzettel/transfer/failure"
)

// granted is the event of a granted application to see a closed object (A25).
const granted events.Type = "granted"

// Grant notes that an application to see a closed package was granted, by the
// person now acting. Error: Refused without an application.
func (w *Workspace) Grant(ctx context.Context, pid, application string) error {
	person, err := w.mustPerson("note application")
	if err != nil {
		return err
	}
	if application = strings.TrimSpace(application); application == "" {
		return failure.New(failure.Refused, "note application for "+pid, "Bitte das Aktenzeichen oder Datum des Antrags angeben.")
	}
	return w.store.WithTx(ctx, w.log(ctx, w.event(granted, pid, "", "ok", map[string]string{"application": application, "person": person})))
}

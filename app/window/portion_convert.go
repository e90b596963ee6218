package window

import (
	"context"

	"laufzettel/transfer/failure"
)

// convert makes a second representation of the packages of a portion (A10). What
// was made after the sending goes to the archive at once.
func (s Portion) convert(ctx context.Context, id string) error {
	p, err := s.W.Intake.Portions.Get(ctx, id)
	if err != nil {
		return err
	}
	made, queued := 0, false
	wait, err := s.Works.Start(id, Converting, s.name(p), func(ctx context.Context, step func(Step)) error {
		list, err := s.W.Packer.ConvertPortion(ctx, id, func(done, total int, name string) {
			step(Step{Phase: name, At: 1, Of: 1, Done: int64(done), Total: int64(total)})
		})
		for _, c := range list {
			if c.PID != "" {
				made, queued = made+1, queued || c.Queued
			}
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := wait(ctx); err != nil {
		return err
	}
	if queued {
		s.Sender.Wake()
	}
	if made == 0 {
		return failure.New(failure.Refused, "convert "+id, "Umzuwandeln war nichts: Die Dateien sind schon archivfähig oder signiert, haben ihre zweite Fassung bereits, oder kein eingerichteter Umwandler nimmt sie an. Unter „Bestandserhaltung“ stehen im Protokoll der Maßnahmen die Gründe.")
	}
	return nil
}

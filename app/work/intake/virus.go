package intake

import (
	"context"
	"errors"

	"laufzettel/app/settings"
	"laufzettel/app/work/office"
	"laufzettel/transfer/check"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/guard"
	"laufzettel/transfer/people"
	"laufzettel/transfer/wording"
)

// keptVirus is the settings key of the virus scanner: a path, "off", "" = search.
const keptVirus = "virus-scanner"

// SetScanner chooses the virus scanner. Error: Refused where the path names none.
func (room *Intake) SetScanner(ctx context.Context, chosen string) error {
	if err := room.Office.May(ctx, people.Tools); err != nil {
		return err
	}
	if _, err := guard.Find(chosen); chosen != "" && chosen != "off" && errors.Is(err, guard.ErrNone) {
		return failure.Wrap(failure.Refused, "choose virus scanner", wording.Say("hint.intake.no-scanner-there"), err)
	}
	return room.Office.Settings.Change(func(s *settings.Settings) { s.Kept = office.WithKept(s.Kept, keptVirus, chosen) })
}

// judgeVirus looks at a delivery with the installed virus scanner and says in the
// report with which, or that nothing was checked (G16).
func (room *Intake) judgeVirus(ctx context.Context, rep *check.Report, path string) error {
	s, err := guard.Find(room.Office.Settings.Get().Kept[keptVirus])
	if err != nil && !errors.Is(err, guard.ErrNone) {
		return err
	}
	return guard.Judge(ctx, rep, s, path)
}

package office

import (
	"context"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"laufzettel/app/support"
	"laufzettel/transfer/durable"
	"laufzettel/transfer/failure"
	"laufzettel/transfer/wording"
)

// SupportFacts are what support is told of a workspace: numbers and states, no names.
type SupportFacts struct {
	Program  string           `json:"program"`
	System   string           `json:"system"`
	Go       string           `json:"go"`
	Written  time.Time        `json:"written"`
	Policy   []string         `json:"policy"`   // names of the settings a policy governs
	Database string           `json:"database"` // "ok", or what the quick check of SQLite says
	Portions map[string]int64 `json:"portions"` // by state
	Jobs     map[string]int64 `json:"jobs"`     // by state
	Events   int64            `json:"events"`
	Log      string           `json:"log"` // "sound", "broken"
}

// SupportFacts gathers what support is told.
func (of *Office) SupportFacts(ctx context.Context) (SupportFacts, error) {
	f := SupportFacts{Program: Program + " " + Version, System: runtime.GOOS + "/" + runtime.GOARCH, Go: runtime.Version(),
		Written: of.Now(),
		Policy:  of.Settings.Fixed(), Portions: map[string]int64{}, Jobs: map[string]int64{}, Log: "sound"}
	if err := of.Store.Reader().QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&f.Database); err != nil {
		return f, fmt.Errorf("check database: %w", err)
	}
	f.Database = support.Scrub(f.Database)
	portions, err := of.Portions.List(ctx)
	if err != nil {
		return f, err
	}
	for _, p := range portions {
		f.Portions[string(p.State)]++
	}
	jobs, err := of.Queue.List(ctx)
	if err != nil {
		return f, err
	}
	for _, j := range jobs {
		f.Jobs[string(j.State)]++
	}
	n, broken, err := of.Log.VerifyLog(ctx, "")
	if err != nil {
		return f, err
	}
	if f.Events = n; broken != nil {
		f.Log = "broken"
	}
	return f, nil
}

// SupportPack writes log, crash files and facts as a ZIP to name; an existing file
// is left alone. Nothing in it names a person or a record.
func (of *Office) SupportPack(ctx context.Context, name string) error {
	facts, err := of.SupportFacts(ctx)
	if err != nil {
		return err
	}
	if _, err := os.Lstat(name); err == nil {
		return failure.New(failure.Refused, "write support package", wording.Say("hint.office.report-exists", name))
	}
	err = durable.Write(name, 0o600, func(out io.Writer) error { return support.Pack(out, of.Dir, facts) })
	if err != nil {
		return failure.Wrap(failure.Refused, "write support package", wording.Say("hint.office.report-not-written", name), err)
	}
	return nil
}

package window_test

import (
	"database/sql"
	"testing"
	"time"

	"laufzettel/app/settings"
	"laufzettel/app/window"
	"laufzettel/app/work/office"
	"laufzettel/sync/channel"
	"laufzettel/sync/sign"
	"laufzettel/transfer"
)

// Nobody is connected before the archive has answered: what transmission and overview say
// follows from one standing.
func TestStanding(t *testing.T) {
	ctx := t.Context()
	w := open(t, t.TempDir(), "M. Ahrens", &clock{time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)})
	d := desk(t, w)
	told := func() (window.Standing, transfer.Tone, transfer.Tone) {
		t.Helper()
		_, standing := d.Sender.Standing(ctx)
		over, err := (&window.Overview{Desk: d}).Overview(ctx)
		must(t, err)
		strip, err := window.Transmit{Desk: d}.Transmit(ctx)
		must(t, err)
		return standing, over.Facts[0].Tone, strip.Cells[0].Tone
	}
	want := func(name string, standing window.Standing, tone transfer.Tone) {
		t.Helper()
		if got, over, strip := told(); got != standing || over != tone || strip != tone {
			t.Errorf("%s: %s, overview %v, transmission %v; want %s and %v twice", name, got, over, strip, standing, tone)
		}
	}
	want("nothing entered", window.ChannelNone, transfer.ToneNote)
	url := "https://archiv.example"
	must(t, w.Office.Settings.Change(func(s *settings.Settings) { s.Channel.URL, s.Channel.KeyStore = url, office.FileStore }))
	key, err := sign.Generate()
	must(t, err)
	trust, err := sign.SealTrust(ctx, sign.Trust{Archive: "Landesarchiv", URL: url, Issued: w.Office.Now(),
		Keys: []sign.TrustedKey{{KeyID: key.ID(), PublicKey: key.Public().String(), State: "active", From: w.Office.Now()}}}, key)
	must(t, err)
	_, err = w.Keys.NewKey(ctx)
	must(t, err)
	ours, err := w.Outbox.Channel.ListKeys(ctx)
	must(t, err)
	state := func(state channel.KeyState) {
		t.Helper()
		must(t, w.Office.Store.WithTx(ctx, func(tx *sql.Tx) error {
			_, err := tx.ExecContext(ctx,
				`INSERT OR REPLACE INTO channel_peer (url, archive, trust, key_id, state, code, enrolled_at) VALUES (?,'Landesarchiv',?,?,?,'',1)`, url, trust, ours[0].ID, state)
			return err
		}))
	}
	state(channel.KeyPending)
	if got, over, strip := told(); got != window.ChannelPending || over == transfer.ToneOK || strip == transfer.ToneOK {
		t.Errorf("a key that waits: %s, overview %v, transmission %v", got, over, strip)
	}
	state(channel.KeyActive)
	want("enrolled, never answered", window.ChannelUnheard, transfer.ToneNote)
	d.Sender.Hear()
	want("answered", window.ChannelHeard, transfer.ToneOK)
}

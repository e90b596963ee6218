package sign_test

import (
	"errors"
	"testing"
	"time"

	"laufzettel/sync/sign"
)

var day = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func trustOf(keys ...*sign.Key) sign.Trust {
	t := sign.Trust{Archive: "Musterarchiv", URL: "https://archiv.example", Issued: day}
	for i, k := range keys {
		tk := sign.TrustedKey{KeyID: k.ID(), PublicKey: k.Public().String(), State: "retired", From: day.AddDate(i, 0, 0)}
		if i == len(keys)-1 {
			tk.State = "active"
		} else {
			until := day.AddDate(i+1, 0, 0)
			tk.Until = &until
		}
		t.Keys = append(t.Keys, tk)
	}
	return t
}

func TestTrust_RotationNeedsThePinnedKey(t *testing.T) {
	first, second, thief := newKey(t), newKey(t), newKey(t)
	env, err := sign.SealTrust(t.Context(), trustOf(first), first)
	if err != nil {
		t.Fatal(err)
	}
	trust, err := sign.OpenFirstTrust(t.Context(), env)
	if err != nil || trust.Active().ID() != first.ID() {
		t.Fatalf("OpenFirstTrust = %v, %v", trust, err)
	}
	rotated, err := sign.SealTrust(t.Context(), trustOf(first, second), second, first)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := sign.OpenTrust(t.Context(), rotated, first.Public()); err != nil || got.Active().ID() != second.ID() {
		t.Errorf("cross-signed rotation: %v, %v", got, err)
	}
	foreign, err := sign.SealTrust(t.Context(), trustOf(first, thief), thief)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.OpenTrust(t.Context(), foreign, first.Public()); !errors.Is(err, sign.ErrWrongSignature) {
		t.Errorf("rotation without the pinned key: %v, want ErrWrongSignature", err)
	}
	if _, err := sign.OpenFirstTrust(t.Context(), foreign); err != nil {
		t.Errorf("a self-signed first trust: %v", err)
	}
	borrowed, err := sign.SealTrust(t.Context(), trustOf(first), thief)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sign.OpenFirstTrust(t.Context(), borrowed); err == nil {
		t.Error("a first trust signed by another key than its active one was taken")
	}
}

func TestTrust_UsableAt(t *testing.T) {
	first, second := newKey(t), newKey(t)
	trust := trustOf(first, second)
	tests := []struct {
		name string
		at   time.Time
		want []string
	}{
		{"before both", day.AddDate(0, 0, -1), nil},
		{"first", day.AddDate(0, 6, 0), []string{first.ID()}},
		{"second", day.AddDate(5, 0, 0), []string{second.ID()}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, k := range trust.UsableAt(tt.at) {
				got = append(got, k.ID())
			}
			if len(got) != len(tt.want) || (len(got) > 0 && got[0] != tt.want[0]) {
				t.Errorf("UsableAt = %v, want %v", got, tt.want)
			}
		})
	}
	if len(trust.All()) != 2 {
		t.Errorf("All = %d keys, want 2", len(trust.All()))
	}
}

func TestEnrolment_IsSelfSigned(t *testing.T) {
	key, thief := newKey(t), newKey(t)
	env, err := sign.SealEnrolment(t.Context(), sign.Enrolment{Office: "Amt Musterstadt", Host: "pc-7", Created: day}, key)
	if err != nil {
		t.Fatal(err)
	}
	e, public, err := sign.OpenEnrolment(t.Context(), env)
	if err != nil || public.ID() != key.ID() || e.Office != "Amt Musterstadt" {
		t.Fatalf("OpenEnrolment = %+v, %v, %v", e, public, err)
	}
	forged, err := sign.SealJSON(t.Context(), sign.TypeEnrolment, map[string]any{
		"format": "laufzettel-enrolment/1", "public_key": key.Public().String(), "office": "Amt Musterstadt",
	}, thief)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := sign.OpenEnrolment(t.Context(), forged); !errors.Is(err, sign.ErrWrongSignature) {
		t.Errorf("enrolment of a foreign key: %v, want ErrWrongSignature", err)
	}
}

func TestRotation_NeedsBothSignatures(t *testing.T) {
	from, to := newKey(t), newKey(t)
	known := func(id string) (sign.PublicKey, error) {
		if id != from.ID() {
			return nil, errors.New("unknown key")
		}
		return from.Public(), nil
	}
	env, err := sign.SealRotation(t.Context(), day, from, to)
	if err != nil {
		t.Fatal(err)
	}
	if _, next, err := sign.OpenRotation(t.Context(), env, known); err != nil || next.ID() != to.ID() {
		t.Errorf("OpenRotation = %v, %v", next, err)
	}
	payload := map[string]any{"format": "laufzettel-rotation/1", "old_key_id": from.ID(), "new_public_key": to.Public().String()}
	for name, keys := range map[string][]*sign.Key{"only new": {to}, "only old": {from}} {
		half, err := sign.SealJSON(t.Context(), sign.TypeRotation, payload, keys...)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := sign.OpenRotation(t.Context(), half, known); !errors.Is(err, sign.ErrWrongSignature) {
			t.Errorf("%s: %v, want ErrWrongSignature", name, err)
		}
	}
}

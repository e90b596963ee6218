package kit

import (
	"image/color"
	"math"
	"testing"
)

func luminance(c color.NRGBA) float64 {
	part := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*part(c.R) + 0.7152*part(c.G) + 0.0722*part(c.B)
}

func contrast(a, b color.NRGBA) float64 {
	x, y := luminance(a), luminance(b)
	if x < y {
		x, y = y, x
	}
	return (x + 0.05) / (y + 0.05)
}

// Every text reaches 4.5 : 1 and every edge 3 : 1 on every ground it may stand
// on, and not less than the figures printed in look.md 2.1.
func TestContrastOfTokens(t *testing.T) {
	type row struct {
		name    string
		fg      color.NRGBA
		grounds []color.NRGBA
		want    float64
	}
	for _, v := range []struct {
		name string
		k    Tokens
		want map[string]float64
	}{
		{"light", Light(), map[string]float64{"text": 13, "text2": 5.9, "primary": 7.6, "onprimary": 9.6, "error": 6.7, "warn": 6.2,
			"ok": 6.1, "note": 6.4, "A": 6.4, "V": 6.4, "border": 3.2, "focus": 4.2}},
		{"dark", Dark(), map[string]float64{"text": 9, "text2": 5.2, "primary": 5.8, "onprimary": 8.6, "error": 5.6, "warn": 6.7, "ok": 6.2,
			"note": 6.2, "A": 6.2, "V": 5.8, "border": 3.1, "focus": 4.9}},
		{"contrast", HighContrast(), map[string]float64{"text": 11.6, "text2": 11.6, "primary": 8.8, "onprimary": 16, "error": 5.7,
			"warn": 7.2, "ok": 9, "note": 7.4, "A": 9.3, "V": 6.7, "border": 11.6, "focus": 7.5}},
	} {
		k := v.k
		all := []color.NRGBA{k.Surface, k.Raised, k.Ground, k.Sel}
		tintA := k.TintA
		if k.MarkA != k.A {
			tintA = k.Surface // filled A carries MarkA instead
		}
		rows := []row{
			{"text", k.Text, all, 4.5}, {"text2", k.Text2, all, 4.5}, {"primary", k.Primary, all, 4.5},
			{"onprimary", k.OnPrimary, []color.NRGBA{k.Primary}, 4.5},
			{"error", k.Error, append(all, k.TintError), 4.5}, {"warn", k.Warn, append(all, k.TintWarn), 4.5},
			{"ok", k.OK, append(all, k.TintOK), 4.5}, {"note", k.Note, append(all, k.TintNote), 4.5},
			{"A", k.A, append(all, tintA), 4.5}, {"V", k.V, append(all, k.TintV), 4.5},
			{"border", k.Border, []color.NRGBA{k.Surface, k.Raised, k.Ground, k.Sel}, 3},
			{"focus", k.Focus, all, 3},
		}
		for _, r := range rows {
			least := math.Inf(1)
			for _, g := range r.grounds {
				least = math.Min(least, contrast(r.fg, g))
			}
			if least < r.want {
				t.Errorf("%s %s: contrast %.2f, want at least %.1f", v.name, r.name, least, r.want)
			}
			if printed := v.want[r.name]; least < printed-0.1 {
				t.Errorf("%s %s: contrast %.2f, look.md prints %.1f", v.name, r.name, least, printed)
			}
		}
		if c := contrast(k.MarkA, k.TintA); c < 4.5 {
			t.Errorf("%s letter A on its ground: contrast %.2f, want at least 4.5", v.name, c)
		}
	}
}

// Package kit is the drawing room of the views: theme, text, buttons, lists and
// all other widgets that screens are made of, with the keys, names and status
// hints behind them. It knows no screen, no core package and nothing of the
// driver (it never imports fyne.io/fyne/v2/app).
//
// Invariants: every colour goes through a name of the theme, every size through
// S; a widget that can have the focus draws its own ring, says in the status bar
// what it does and hands on every key it does not use itself (look.md 2, 5, 9).
// All of it belongs to the UI thread.
package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"laufzettel/assets"
)

// Color names of ours beside those of Fyne (look.md 2.1).
const (
	ColorText      = theme.ColorNameForeground
	ColorText2     = theme.ColorNamePlaceHolder
	ColorPrimary   = theme.ColorNamePrimary
	ColorOnPrimary = theme.ColorNameForegroundOnPrimary
	ColorError     = theme.ColorNameError
	ColorWarn      = theme.ColorNameWarning
	ColorOK        = theme.ColorNameSuccess
	ColorSurface   = theme.ColorNameBackground
	ColorRaised    = theme.ColorNameHeaderBackground
	ColorSel       = theme.ColorNameSelection
	ColorHover     = theme.ColorNameHover
	ColorLine      = theme.ColorNameSeparator
	ColorBorder    = theme.ColorNameInputBorder

	ColorNote      fyne.ThemeColorName = "laufzettelNote"
	ColorA         fyne.ThemeColorName = "laufzettelA"
	ColorV         fyne.ThemeColorName = "laufzettelV"
	ColorRing      fyne.ThemeColorName = "laufzettelRing"
	ColorGround    fyne.ThemeColorName = "laufzettelGround"
	ColorDesk      fyne.ThemeColorName = "laufzettelDesk"
	ColorTintError fyne.ThemeColorName = "laufzettelTintError"
	ColorTintWarn  fyne.ThemeColorName = "laufzettelTintWarn"
	ColorTintOK    fyne.ThemeColorName = "laufzettelTintOK"
	ColorTintNote  fyne.ThemeColorName = "laufzettelTintNote"
	ColorTintA     fyne.ThemeColorName = "laufzettelTintA"
	ColorTintV     fyne.ThemeColorName = "laufzettelTintV"
	ColorMarkA     fyne.ThemeColorName = "laufzettelMarkA" // letter of a set A: on the filled tint in high contrast
	ColorHit       fyne.ThemeColorName = "laufzettelHit"
	ColorHitNow    fyne.ThemeColorName = "laufzettelHitNow"
	ColorHitText   fyne.ThemeColorName = "laufzettelHitText"
	ColorScrim     fyne.ThemeColorName = "laufzettelScrim"
	ColorNone      fyne.ThemeColorName = "laufzettelNone"

	// SizeThick is the edge of chosen things: 1, in high contrast 2.
	SizeThick fyne.ThemeSizeName = "laufzettelThick"
)

// Tokens is one variant of the colour table of look.md 2.1.
type Tokens struct {
	Text, Text2, Primary, OnPrimary       color.NRGBA
	Error, Warn, OK, Note, A, V           color.NRGBA
	Border, Focus                         color.NRGBA
	Surface, Raised, Ground, Desk         color.NRGBA
	Sel, Hover, Line                      color.NRGBA
	TintError, TintWarn, TintOK, TintNote color.NRGBA
	TintA, TintV, MarkA                   color.NRGBA
	Thick                                 float32
}

func hex(v uint32) color.NRGBA {
	return color.NRGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xff}
}

// Light is the light variant.
func Light() Tokens {
	return Tokens{
		Text: hex(0x182125), Text2: hex(0x4A575E), Primary: hex(0x1B4965), OnPrimary: hex(0xFFFFFF),
		Error: hex(0x98191B), Warn: hex(0x754800), OK: hex(0x1B5E3C), Note: hex(0x37536B),
		A: hex(0x0F5A52), V: hex(0x86380F), Border: hex(0x74818A), Focus: hex(0x0B6BC7),
		Surface: hex(0xFFFFFF), Raised: hex(0xF4F6F5), Ground: hex(0xE7EBEA), Desk: hex(0xD5DBDA),
		Sel: hex(0xD9E7EF), Hover: hex(0xEDF2F3), Line: hex(0xD2D9D8),
		TintError: hex(0xFCECEA), TintWarn: hex(0xFBF1DC), TintOK: hex(0xE5F2EA), TintNote: hex(0xE9EFF4),
		TintA: hex(0xDDEFEC), TintV: hex(0xFAE9DF), MarkA: hex(0x0F5A52), Thick: 1,
	}
}

// Dark is the dark variant.
func Dark() Tokens {
	return Tokens{
		Text: hex(0xE3E9EA), Text2: hex(0xA8B4BA), Primary: hex(0x8CC3E0), OnPrimary: hex(0x0B2230),
		Error: hex(0xFF9F95), Warn: hex(0xF0C36E), OK: hex(0x88D3A5), Note: hex(0xA9C6DE),
		A: hex(0x7ED2C2), V: hex(0xF4AC86), Border: hex(0x7D8A92), Focus: hex(0x5FB4FF),
		Surface: hex(0x182024), Raised: hex(0x1F282C), Ground: hex(0x101517), Desk: hex(0x0B0F11),
		Sel: hex(0x21404F), Hover: hex(0x222D32), Line: hex(0x2F3A3F),
		TintError: hex(0x391D1C), TintWarn: hex(0x362A11), TintOK: hex(0x16301F), TintNote: hex(0x1D2B36),
		TintA: hex(0x12342E), TintV: hex(0x3A2216), MarkA: hex(0x7ED2C2), Thick: 1,
	}
}

// HighContrast is a theme of its own, not a Fyne variant.
func HighContrast() Tokens {
	black, white := hex(0), hex(0xFFFFFF)
	return Tokens{
		Text: white, Text2: white, Primary: hex(0xFFE100), OnPrimary: black,
		Error: hex(0xFF9A9A), Warn: hex(0xFFC24A), OK: hex(0x6BFF9B), Note: hex(0x9AD7FF),
		A: hex(0x6BFFD0), V: hex(0xFFB48C), Border: white, Focus: hex(0x00E5FF),
		Surface: black, Raised: black, Ground: black, Desk: black,
		Sel: hex(0x003A6B), Hover: hex(0x1F1F1F), Line: white,
		TintError: black, TintWarn: black, TintOK: black, TintNote: black,
		TintA: hex(0x6BFFD0), TintV: black, MarkA: black, Thick: 2,
	}
}

// Mode chooses the variant.
type Mode string

// The modes of *Anzeige und Sprache*.
const (
	ModeSystem   Mode = "system" // light or dark as the system says
	ModeLight    Mode = "light"
	ModeDark     Mode = "dark"
	ModeContrast Mode = "contrast"
)

// caretWidth is how wide the caret of a field is.
const caretWidth = 2

// Theme maps the tokens to Fyne (look.md 8). It is immutable.
type Theme struct {
	mode        Mode
	scale       float32
	light, dark map[fyne.ThemeColorName]color.Color
	thick       float32
	fonts       [4]fyne.Resource // regular, semi-bold, italic, mono
}

// NewTheme makes a theme. scale is the text scaling: 1, 1.25, 1.5 or 2.
func NewTheme(mode Mode, scale float32) *Theme {
	if scale < 1 || scale > 2 {
		scale = 1
	}
	t := &Theme{mode: mode, scale: scale, thick: 1}
	switch mode {
	case ModeContrast:
		t.light, t.thick = colors(HighContrast()), 2
		t.dark = t.light
	case ModeLight:
		t.light = colors(Light())
		t.dark = t.light
	case ModeDark:
		t.light = colors(Dark())
		t.dark = t.light
	default:
		t.mode = ModeSystem
		t.light, t.dark = colors(Light()), colors(Dark())
	}
	for i, name := range []string{assets.FontRegular, assets.FontSemiBold, assets.FontItalic, assets.FontMono} {
		t.fonts[i] = fyne.NewStaticResource(name, assets.Font(name))
	}
	return t
}

// Mode gives the mode the theme was made for.
func (t *Theme) Mode() Mode { return t.mode }

// Scale gives the text scaling.
func (t *Theme) Scale() float32 { return t.scale }

func colors(k Tokens) map[fyne.ThemeColorName]color.Color {
	return map[fyne.ThemeColorName]color.Color{
		ColorText: k.Text, ColorText2: k.Text2, theme.ColorNameDisabled: k.Text2,
		ColorPrimary: k.Primary, theme.ColorNameHyperlink: k.Primary, ColorOnPrimary: k.OnPrimary,
		ColorError: k.Error, ColorWarn: k.Warn, ColorOK: k.OK, ColorNote: k.Note, ColorA: k.A, ColorV: k.V,
		theme.ColorNameForegroundOnError: k.OnPrimary, theme.ColorNameForegroundOnWarning: k.OnPrimary,
		theme.ColorNameForegroundOnSuccess: k.OnPrimary,
		ColorSurface:                       k.Surface, theme.ColorNameButton: k.Surface, theme.ColorNameInputBackground: k.Surface,
		theme.ColorNameMenuBackground: k.Surface, theme.ColorNameOverlayBackground: k.Surface,
		ColorRaised: k.Raised, theme.ColorNameDisabledButton: k.Raised,
		ColorGround: k.Ground, ColorDesk: k.Desk,
		ColorSel: k.Sel, theme.ColorNamePressed: k.Sel, ColorHover: k.Hover, theme.ColorNameFocus: k.Hover,
		ColorLine: k.Line, ColorBorder: k.Border, theme.ColorNameScrollBar: k.Border,
		theme.ColorNameShadow: color.Transparent, theme.ColorNameScrollBarBackground: color.Transparent,
		ColorRing: k.Focus, ColorNone: color.Transparent,
		ColorTintError: k.TintError, ColorTintWarn: k.TintWarn, ColorTintOK: k.TintOK, ColorTintNote: k.TintNote,
		ColorTintA: k.TintA, ColorTintV: k.TintV, ColorMarkA: k.MarkA,
		ColorHit: hex(0xFFE58A), ColorHitNow: hex(0xFFB938), ColorHitText: hex(0x182125),
		ColorScrim: color.NRGBA{R: 0x0C, G: 0x14, B: 0x18, A: 0x8C},
	}
}

// Color implements fyne.Theme.
func (t *Theme) Color(name fyne.ThemeColorName, variant fyne.ThemeVariant) color.Color {
	table := t.light
	if variant == theme.VariantDark {
		table = t.dark
	}
	if c, ok := table[name]; ok {
		return c
	}
	return theme.DefaultTheme().Color(name, variant)
}

// Font implements fyne.Theme: bold is SemiBold.
func (t *Theme) Font(style fyne.TextStyle) fyne.Resource {
	switch {
	case style.Symbol:
		return theme.DefaultTheme().Font(style)
	case style.Monospace:
		return t.fonts[3]
	case style.Bold:
		return t.fonts[1]
	case style.Italic:
		return t.fonts[2]
	}
	return t.fonts[0]
}

// Icon implements fyne.Theme.
func (t *Theme) Icon(name fyne.ThemeIconName) fyne.Resource { return theme.DefaultTheme().Icon(name) }

// Size implements fyne.Theme; text sizes follow the scaling.
func (t *Theme) Size(name fyne.ThemeSizeName) float32 {
	switch name {
	case theme.SizeNameText:
		return 13 * t.scale
	case theme.SizeNameCaptionText:
		return 12 * t.scale
	case theme.SizeNameSubHeadingText:
		return 15 * t.scale
	case theme.SizeNameHeadingText:
		return 20 * t.scale
	case theme.SizeNameInnerPadding:
		return 7 * t.scale
	case theme.SizeNameInlineIcon:
		return 16 * t.scale
	case theme.SizeNamePadding, theme.SizeNameLineSpacing, theme.SizeNameDialogRadius, theme.SizeNamePopupRadius,
		theme.SizeNameMenuRadius, theme.SizeNameCardRadius, theme.SizeNameScrollBarSmall:
		return 4
	case theme.SizeNameInputBorder:
		return caretWidth // the toolkit draws the caret as wide as the edge of a field, and that edge we leave out
	case theme.SizeNameSeparatorThickness, theme.SizeNameSplitThickness:
		return 1
	case theme.SizeNameInputRadius, theme.SizeNameButtonRadius, theme.SizeNameScrollBarRadius:
		return 3
	case theme.SizeNameSelectionRadius, theme.SizeNameModalBlurRadius:
		return 0
	case theme.SizeNameScrollBar:
		return 12
	case SizeThick:
		return t.thick
	}
	return theme.DefaultTheme().Size(name)
}

// S scales a length of look.md with the text scaling in force.
func S(units float32) float32 { return units * theme.TextSize() / 13 }

// col looks a colour up in the theme in force.
func col(name fyne.ThemeColorName) color.Color {
	if name == "" {
		return color.Transparent
	}
	return theme.Color(name)
}

func thick() float32 {
	if t, ok := fyne.CurrentApp().Settings().Theme().(*Theme); ok {
		return t.thick
	}
	return 1
}

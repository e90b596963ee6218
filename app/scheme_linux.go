package app

import "github.com/rymdport/portal/settings/appearance"

// schemeNamed tells whether the desktop says if it is light or dark. Many do not, and
// Fyne takes those for dark.
func schemeNamed() bool {
	scheme, err := appearance.GetColorScheme()
	return err == nil && scheme != appearance.NoPreference
}

package assets

import (
	"embed"
	"fmt"
)

//go:embed icons/*.svg
var icons embed.FS

// Icon gives the SVG of an icon of our own drawing: 20 × 20 grid, stroke 1.5,
// the stroke colour written as "currentColor". Error: no icon of that name.
func Icon(name string) ([]byte, error) {
	raw, err := icons.ReadFile("icons/" + name + ".svg")
	if err != nil {
		return nil, fmt.Errorf("icon %q: %w", name, err)
	}
	return raw, nil
}

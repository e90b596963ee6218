package aip

import (
	"path"

	"laufzettel/transfer/container"
)

// Delivered gives the tree of the package and the folder in it that holds the
// delivered files as they came. The tree is closed with the package.
func (p *Package) Delivered() (t container.Tree, folder string) {
	return p.tree, path.Join(p.root, dataFolder)
}

// Package docs holds the pages written for people, so that the program has its handbook
// inside, without a network and without files beside it.
package docs

import "embed"

// Pages are the handbook (handbuch/*.md with bilder/*.png) and the pages it leads to.
//
//go:embed handbuch/*.md handbuch/bilder/*.png *.md
var Pages embed.FS

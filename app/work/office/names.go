package office

import (
	"path/filepath"
	"strings"
)

// Folders of copies that the reading room makes; each is swept (A23, G13).
const DirUse = "use" // use copies; the name begins with the last day

// DirOffers is where offered files are fetched to before they are taken in.
const DirOffers = "offers"

// DirExchange holds the messages with decisions, one file per message.
const DirExchange = "exchange"

// DirFetched holds packages that were fetched for reading.
const DirFetched = DirPackages + "/lesesaal"

// MaxMessage bounds what is sent as one message.
const MaxMessage = 8 << 20

// MaxFileList bounds the list of files beside a container.
const MaxFileList = 512 << 20

// TypeSelfCheck is the payload type of a signed self-check.
const TypeSelfCheck = "application/vnd.laufzettel.selbstpruefung+json"

// SuffixBundle ends the name of what the channel carries: the container with its
// papers in one file.
const SuffixBundle = ".abgabe.zip"

// DraftMark stands in the name of every file that is a draft: it stays out of the
// accession package, is registered nowhere and never sent.
const DraftMark = ".entwurf"

// IsDraft reports whether a file is named as a draft.
func IsDraft(name string) bool { return strings.Contains(filepath.Base(name), DraftMark) }

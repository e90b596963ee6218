// Builds siegfried's own program, the peer of make bench. A plain go install of
// it fails because the module's version list cannot be read; an exact version can.
module laufzettel/bench/tools/sf

go 1.26

require github.com/richardlehane/siegfried v1.11.6

require (
	github.com/richardlehane/characterize v1.0.0 // indirect
	github.com/richardlehane/match v1.0.5 // indirect
	github.com/richardlehane/mscfb v1.0.7 // indirect
	github.com/richardlehane/msoleps v1.0.6 // indirect
	github.com/richardlehane/webarchive v1.0.3 // indirect
	github.com/richardlehane/xmldetect v1.0.2 // indirect
	github.com/ross-spencer/spargo v0.4.1 // indirect
	github.com/ross-spencer/wikiprov v1.0.0 // indirect
	golang.org/x/image v0.44.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
	golang.org/x/text v0.40.0 // indirect
)

tool github.com/richardlehane/siegfried/cmd/sf

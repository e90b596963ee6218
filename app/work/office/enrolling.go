package office

import (
	"os"

	"laufzettel/sync/channel"
)

// Applicant is who this workspace introduces itself as.
func (of *Office) Applicant() channel.Applicant {
	host, err := os.Hostname()
	if err != nil {
		host = "unbekannt"
	}
	office := of.Settings.Get().Archive
	if office == "" {
		office = of.Person()
	}
	return channel.Applicant{Office: office, Host: host, Program: Program + " " + Version}
}

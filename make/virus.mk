virus-test: ## virus check against ClamAV of Debian with the EICAR file (needs apt)
	apt-get install --no-install-recommends -y clamav clamav-freshclam
	set -e; dir=$$(mktemp -d); printf '%s' 'LaufzettelEICAR:68:44d88612fea8a8f36de82e1278abb02f' | awk -F: '{print $$3":"$$2":Eicar-Test"}' >$$dir/eicar.hdb; \
	printf '#!/bin/sh\nexec /usr/bin/clamscan --database=%s "$$@"\n' $$dir >$$dir/clamscan; chmod +x $$dir/clamscan; \
	CGO_ENABLED=0 LAUFZETTEL_VIRUS_TEST=1 PATH=$$dir:$$PATH go test ./transfer/guard -run EICAR -v; rm -r $$dir
.PHONY: virus-test

package office

// DirFetched holds packages that were fetched for reading.
const DirFetched = DirPackages + "/lesesaal"

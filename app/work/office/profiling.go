package office

// MaxFileList bounds the list of files beside a container.
const MaxFileList = 512 << 20

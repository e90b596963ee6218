package office

// Folders of copies that the reading room makes; each is swept (A23, G13).
const DirUse = "use" // use copies; the name begins with the last day

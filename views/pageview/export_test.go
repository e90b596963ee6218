package pageview

// OpenCell opens what lies behind a cell of the table shown, as a click does.
func (v *Pane) OpenCell(row, col int) { v.openBelow(row, col) }

// MarkFill is the colour a hit is filled with.
var MarkFill = markFill

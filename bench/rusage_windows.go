package main

import "os"

// peakMB is not told by the system's exit state there.
func peakMB(*os.ProcessState) float64 { return 0 }

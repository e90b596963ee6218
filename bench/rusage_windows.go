package main

import "os"

// peakMB is not told by the system's exit state there.
func peakMB(*os.ProcessState) float64 { return 0 }

// ownCPU is not asked there.
func ownCPU() float64 { return 0 }

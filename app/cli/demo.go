package main

func demoCommands() []command { return nil }

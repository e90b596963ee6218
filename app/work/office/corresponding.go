package office

// MaxMessage bounds what is sent as one message.
const MaxMessage = 8 << 20

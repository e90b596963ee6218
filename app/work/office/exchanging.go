package office

// DirExchange holds the messages with decisions, one file per message.
const DirExchange = "exchange"

package office

// DirOffers is where offered files are fetched to before they are taken in.
const DirOffers = "offers"

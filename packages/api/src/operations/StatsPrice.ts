/** What each call under `/stats` costs, whatever it answers (decisions, "Prices the description does not show"). */
const perCall = () => 10

export const statsPrice = { estimate: perCall, charge: perCall, text: "10 credits per call" }

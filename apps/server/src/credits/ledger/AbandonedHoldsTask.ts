/** Returns the credits that calls of dead processes held, seconds after the death instead of at the holds' deadline. */
import { background } from "../../runtime/Background.ts"
import { Ledger } from "./Ledger.ts"

export const abandonedHoldsTask = background({
  name: "abandoned holds",
  role: "api",
  every: "2 seconds",
  run: Ledger.use(({ releaseAbandoned }) => releaseAbandoned),
  onStop: "interrupt"
})

import { Effect } from "effect"
import { again, background } from "../../runtime/Background.ts"
import { Recoveries } from "./Recoveries.ts"

/** Sends failed events again for the running jobs. */
export const recoveryTask = background({
  name: "webhook recoveries",
  role: "deliveries",
  every: "1 second",
  run: Recoveries.use(({ work }) => Effect.map(work, (worked) => (worked ? again : undefined))),
  onStop: "finish"
})

/** Asks every minute whether a training is due, because another process may have died during its training. */
import { background } from "../../runtime/Background.ts"
import { ForecastTraining } from "./ForecastTraining.ts"

export const forecastTask = background({
  name: "forecast training",
  role: "maintenance",
  every: "1 minute",
  run: ForecastTraining.use(({ run }) => run),
  onStop: "interrupt"
})

/** The thresholds that a forecast is asked for: the next of 1, 2, 5, 10, … above a count (decisions, section 3). Pure. */
import type { ForecastMetric } from "@heddle/api"

const thresholdsAtOnce = 5

/** No lower threshold is asked for. */
const least: Readonly<Record<ForecastMetric, number>> = { views: 1_000, likes: 100, replies: 50 }

export const nextThresholds = (metric: ForecastMetric, count: number): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let power = 10; found.length < thresholdsAtOnce; power *= 10) {
    for (const threshold of [power, 2 * power, 5 * power]) {
      if (threshold > count && threshold >= least[metric] && found.length < thresholdsAtOnce) found.push(threshold)
    }
  }
  return found
}

/** The figures of a data set as text. */
import type { AgeFigures, ThresholdFigures } from "./Evaluate.ts"
import { missesOf } from "./Goals.ts"
import type { SetFigures } from "./Measure.ts"
import { hourMillis } from "./Post.ts"
import { calibrationError, calibrationTable } from "./Scores.ts"

const number = (value: number, digits = 2): string => (Number.isFinite(value) ? value.toFixed(digits) : "-")
const signed = (value: number): string => (value >= 0 ? "+" : "") + number(value)
const hoursOf = (millis: number): string => `${Math.round(millis / hourMillis)} h`

const thresholdLine = (figures: ThresholdFigures): string =>
  `  ${String(figures.threshold).padStart(8)}  base rate ${number(figures.baseRate)}  Brier ${number(figures.brier, 3)}  ` +
  `skill against climatology ${signed(figures.skill.baseRate)} (log-linear ${signed(figures.logLinearSkillOverRate)}), ` +
  `against climatology of the ${figures.open} not there yet ${signed(figures.skill.climatology)} ` +
  `(log-linear ${signed(figures.logLinearSkill)}), ` +
  `against log-linear ${signed(figures.skill.logLinear)}, constant scaling ${signed(figures.skill.constantScaling)}; ` +
  `calibration error ${number(figures.calibrationError)}, not there yet ${number(figures.openCalibrationError)}`

const tableOf = ({ open }: AgeFigures): string =>
  calibrationTable(open)
    .filter(({ forecasts }) => forecasts > 0)
    .map(({ forecasts, forecast, reached }) => `${number(forecast)} → ${number(reached)} (${forecasts})`)
    .join(", ")

const ageLines = (age: AgeFigures): string =>
  [
    `after ${hoursOf(age.ageMillis)}: ${age.posts} posts`,
    ...age.thresholds.map(thresholdLine),
    `  calibration, forecast → reached: ${tableOf(age)}`,
    `  calibration error ${number(calibrationError(age.open), 3)} of what was not reached yet (log-linear ${number(calibrationError(age.openLogLinear), 3)}), ${number(calibrationError(age.all), 3)} of all`,
    `  CRPS ${number(age.crps.model)}; log-linear ${number(age.crps.logLinear)}, constant scaling ${number(age.crps.constantScaling)}, ` +
      `climatology ${number(age.crps.baseRate)}, of those not there yet ${number(age.crps.climatology)}`,
    `  expected time: error factor ${number(age.times.errorFactor)}, 80 % interval covers ${number(age.times.covered)} of ${age.times.arrivals} arrivals`
  ].join("\n")

export const reportOf = (figures: SetFigures): string => {
  const misses = missesOf(figures)
  return [
    `\n${figures.name}: ${figures.trained} posts trained, ${figures.tested} tested, counts at ${hoursOf(figures.horizonMillis)}; ${figures.how}`,
    ...figures.ages.map(ageLines),
    misses.length === 0 ? "all goals reached" : `goals missed:\n${misses.map((miss) => `  ${miss}`).join("\n")}`
  ].join("\n")
}

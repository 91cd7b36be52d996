/** What the model has to reach, and where it does not. */
import type { AgeFigures } from "./Evaluate.ts"
import type { SetFigures } from "./Measure.ts"
import { hourMillis } from "./Post.ts"
import { calibrationError } from "./Scores.ts"

export const goals = {
  skillAtFirstHour: 0.15,
  behindLogLinear: 0.02,
  calibrationError: 0.08,
  leastCovered: 0.72,
  mostCovered: 0.88,
  millisForTwenty: 50
}

/** Below it, coverage is left to chance. */
const fewestArrivals = 100

const missesOfAge = (age: AgeFigures): ReadonlyArray<string> => {
  const misses: Array<string> = []
  const hours = age.ageMillis / hourMillis
  for (const { threshold, skill, logLinearSkillOverRate } of age.thresholds) {
    if (hours === 1 && skill.baseRate < goals.skillAtFirstHour) {
      misses.push(`${hours} h, ${threshold}: skill against climatology ${skill.baseRate.toFixed(3)}`)
    }
    if (skill.baseRate < logLinearSkillOverRate - goals.behindLogLinear) {
      misses.push(
        `${hours} h, ${threshold}: skill ${skill.baseRate.toFixed(3)}, log-linear ${logLinearSkillOverRate.toFixed(3)}`
      )
    }
  }
  const error = calibrationError(age.open)
  if (error > goals.calibrationError) misses.push(`${hours} h: calibration error ${error.toFixed(3)}`)
  const { arrivals, covered } = age.times
  if (arrivals >= fewestArrivals && (covered < goals.leastCovered || covered > goals.mostCovered)) {
    misses.push(`${hours} h: the 80 % interval covers ${covered.toFixed(3)} of ${arrivals} arrivals`)
  }
  return misses
}

export const missesOf = ({ ages }: SetFigures): ReadonlyArray<string> => ages.flatMap(missesOfAge)

/**
 * Where the model is fitted: at a few ages of the post, and for each of them at a few steps towards the horizon. A step
 * is a share of the way from the age to the horizon on a logarithmic scale of time, because what a post gains in an hour
 * when it is an hour old, it gains in a day when it is a day old. Between ages and steps the model is interpolated.
 */
const hourMillis = 3_600_000

export const defaultHorizonMillis = 168 * hourMillis

const hours = [0.5, 0.75, 1, 1.5, 2, 3, 4.5, 6, 9, 12, 18, 24, 36, 48, 72, 120]

/** From just after the observation to the horizon. */
export const steps = [0.06, 0.14, 0.24, 0.36, 0.5, 0.65, 0.82, 1]

/** An observation belongs to the age that is nearest, if the two differ by no more than this factor. */
export const nearestWithin = 1.25

export const agesUntil = (horizonMillis: number): ReadonlyArray<number> => {
  const ages = hours.map((hour) => hour * hourMillis).filter((age) => age < horizonMillis * 0.95)
  return ages.length === 0 ? [horizonMillis / 2] : ages
}

export const ageAtStep = (ageMillis: number, horizonMillis: number, step: number): number =>
  step === 1 ? horizonMillis : ageMillis * (horizonMillis / ageMillis) ** step

export const stepAtAge = (ageMillis: number, horizonMillis: number, later: number): number =>
  later >= horizonMillis ? 1 : Math.max(0, Math.log(later / ageMillis) / Math.log(horizonMillis / ageMillis))

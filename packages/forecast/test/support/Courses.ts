/** Courses that follow a law, and courses that follow none. */
import fc from "fast-check"
import type { Course, CourseSoFar, Traits } from "../../src/index.ts"

export const hourMillis = 3_600_000
export const weekMillis = 168 * hourMillis

/** The same numbers for the same seed. */
export const randomNumbers = (seed: number) => {
  let state = seed
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  return { next, normal }
}

export const traits: Traits = {
  followers: 500,
  hour: 12,
  language: "en",
  length: 80,
  hasMedia: false,
  isReply: false
}

export const hoursObserved = [0.25, 0.5, 1, 2, 3, 6, 12, 24, 48, 72, 168]

/** Grows as a power of its age: the logarithm of the count at a week is that after an hour, plus `exponent` * ln 168. */
export const powerCourse = (afterHour: number, exponent: number, own: Partial<Traits> = {}): Course => ({
  observations: hoursObserved.map((hours) => ({
    ageMillis: hours * hourMillis,
    count: Math.round(afterHour * hours ** exponent)
  })),
  traits: { ...traits, ...own },
  knownUntilMillis: weekMillis
})

export const upToHour = ({ observations, traits }: Course, hours: number): CourseSoFar => ({
  observations: observations.filter(({ ageMillis }) => ageMillis <= hours * hourMillis),
  traits
})

/** Posts whose growth does not depend on anything that is known after an hour. */
export const powerCourses = (seed: number, count: number, own: Partial<Traits> = {}): ReadonlyArray<Course> => {
  const random = randomNumbers(seed)
  return Array.from({ length: count }, () =>
    powerCourse(Math.exp(4 + random.normal()), 0.3 + 0.1 * random.normal(), own)
  )
}

const anyNumber = fc.oneof(
  fc.double(),
  fc.nat(),
  fc.constantFrom(0, 1, -1, 1e300, Number.NaN, Number.POSITIVE_INFINITY)
)

const anyTraits: fc.Arbitrary<Traits> = fc.record({
  followers: fc.option(anyNumber),
  hour: fc.oneof(fc.double({ min: 0, max: 24, noNaN: true }), anyNumber),
  language: fc.constantFrom("en", "zh", "und", ""),
  length: fc.oneof(fc.nat({ max: 1_000 }), anyNumber),
  hasMedia: fc.boolean(),
  isReply: fc.boolean()
})

const likelyObservation = fc.record({
  ageMillis: fc.integer({ min: 1_000, max: weekMillis - 1 }),
  count: fc.oneof(fc.nat({ max: 5 }), fc.nat({ max: 10_000 }))
})
const anyObservation = fc.record({ ageMillis: anyNumber, count: anyNumber })

/** Sensible ones, and all others that the types allow. */
export const anyCourse: fc.Arbitrary<CourseSoFar> = fc.record({
  observations: fc.oneof(
    fc.array(likelyObservation, { minLength: 1, maxLength: 12 }),
    fc.array(fc.oneof(likelyObservation, anyObservation), { maxLength: 12 })
  ),
  traits: anyTraits
})

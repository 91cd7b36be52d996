/** What a model learns, and what it refuses to. */
import { describe, expect, it } from "vitest"
import { type Course, forecast, type Model, priorModel, train, trainAtOnce } from "../src/index.ts"
import { hourMillis, powerCourse, powerCourses, randomNumbers, upToHour, weekMillis } from "./support/Courses.ts"

const probabilityOf = (model: Model, course: Course, threshold: number, hours = 1, until = weekMillis): number =>
  forecast(model, upToHour(course, hours), [threshold], until)[0]?.probability ?? Number.NaN

const typical = powerCourse(100, 0.3)
/** After a week. Half of the posts with 100 after an hour get so far. */
const usual = 100 * 168 ** 0.3
/** A standard deviation of the exponent more. */
const unusual = 100 * 168 ** 0.4

/** An early count tells nothing about the exponent: the first hour of all posts is alike. */
const alike = (seed: number, count: number): ReadonlyArray<Course> => {
  const random = randomNumbers(seed)
  return Array.from({ length: count }, () => {
    const afterHour = Math.exp(4 + random.normal())
    const later = powerCourse(afterHour, 0.3 + 0.1 * random.normal())
    const early = powerCourse(afterHour, 0.3)
    const observations = later.observations.map((one, index) =>
      one.ageMillis <= hourMillis ? (early.observations[index] ?? one) : one
    )
    return { ...later, observations }
  })
}

const finalOf = ({ observations }: Course): number => observations.at(-1)?.count ?? 0

describe("training", () => {
  const courses = alike(1, 1_500)
  const model = trainAtOnce(courses)

  it("recovers the law of the courses", () => {
    expect(model).toMatchObject({ kind: "learned", posts: 1_500 })
    const median = model.medianCount ?? Number.NaN
    expect(courses.filter((course) => finalOf(course) >= median).length).toBeGreaterThanOrEqual(750)
    expect(courses.filter((course) => finalOf(course) <= median).length).toBeGreaterThanOrEqual(750)
    expect(probabilityOf(model, typical, usual)).toBeCloseTo(0.5, 1)
    expect(Math.abs(probabilityOf(model, typical, unusual) - 0.16)).toBeLessThan(0.05)
    expect(Math.abs(probabilityOf(model, typical, 100 * 168 ** 0.2) - 0.84)).toBeLessThan(0.05)
  })

  it("recovers when a threshold is reached", () => {
    const [expected] = forecast(model, upToHour(typical, 1), [200])
    // With the usual exponent 200 is reached when age ** 0.3 is 2.
    const hours = (expected?.eta?.p50 ?? 0) / hourMillis
    expect(hours).toBeGreaterThan(2 ** (1 / 0.3) * 0.75)
    expect(hours).toBeLessThan(2 ** (1 / 0.3) * 1.35)
  })

  it("gives the same model for the same courses, and takes many short steps for it", () => {
    const some = courses.slice(0, 500)
    const training = train(some)
    let steps = 0
    let step = training.next()
    for (; step.done !== true; step = training.next()) steps += 1
    expect(step.value).toEqual(trainAtOnce(some))
    expect(steps).toBeGreaterThan(500)
  })

  it("does not count a course that ends early as one that did not grow", () => {
    const random = randomNumbers(2)
    const cut = courses.map((course) => {
      const knownUntilMillis = random.next() < 0.4 ? weekMillis : 2 * hourMillis * 80 ** random.next()
      const observations = course.observations.filter(({ ageMillis }) => ageMillis <= knownUntilMillis)
      return { ...course, observations, knownUntilMillis }
    })
    const censored = trainAtOnce(cut)
    const asIfComplete = trainAtOnce(cut.map((course) => ({ ...course, knownUntilMillis: weekMillis })))
    const whole = probabilityOf(model, typical, usual)
    expect(Math.abs(probabilityOf(censored, typical, usual) - whole)).toBeLessThan(0.1)
    expect(probabilityOf(asIfComplete, typical, usual)).toBeLessThan(whole - 0.15)
  })

  it("learns for a shorter horizon", () => {
    const shorter = trainAtOnce(courses, { horizonMillis: 24 * hourMillis })
    expect(shorter.horizonMillis).toBe(24 * hourMillis)
    expect(probabilityOf(shorter, typical, 100 * 24 ** 0.3)).toBeCloseTo(0.5, 1)
    expect(probabilityOf(model, typical, 100 * 24 ** 0.3, 1, 24 * hourMillis)).toBeCloseTo(0.5, 1)
  })
})

describe("languages", () => {
  /** Of 600 courses, in the order of posting. */
  const modelOf = (exponentOf: (language: string, index: number) => number) => {
    const random = randomNumbers(3)
    const courses = Array.from({ length: 600 }, (_, index) => {
      const language = random.next() < 0.5 ? "fast" : "slow"
      return powerCourse(100, exponentOf(language, index) + 0.05 * random.normal(), { language })
    }).map((course) => ({
      ...course,
      observations: course.observations.filter(({ ageMillis }) => ageMillis >= hourMillis)
    }))
    const model = trainAtOnce(courses)
    return (language: string) =>
      probabilityOf(
        model,
        { ...powerCourse(100, 0, { language }), observations: [{ ageMillis: hourMillis, count: 100 }] },
        usual
      )
  }
  const apart = (language: string) => (language === "fast" ? 0.4 : 0.2)

  it("are told apart when there are enough posts of them", () => {
    const of = modelOf(apart)
    expect(of("fast")).toBeGreaterThan(0.8)
    expect(of("slow")).toBeLessThan(0.2)
    expect(of("unheard of")).toBeGreaterThan(0.2)
    expect(of("unheard of")).toBeLessThan(0.8)
  })

  it("are not told apart any more when the latest posts no longer differ", () => {
    const of = modelOf((language, index) => (index < 420 ? apart(language) : 0.3))
    expect(of("fast")).toBe(of("slow"))
  })
})

describe("the prior", () => {
  it("expects a post that was seen once to grow about as much as one that was seen to grow", () => {
    const once = { ...typical, observations: typical.observations.filter(({ ageMillis }) => ageMillis === hourMillis) }
    for (const [least, most, threshold] of [
      [0.5, 1, 110],
      [0.05, 0.95, 200],
      [0, 0.5, 1_000]
    ] as const) {
      expect(probabilityOf(priorModel, once, threshold)).toBeGreaterThan(least)
      expect(probabilityOf(priorModel, once, threshold)).toBeLessThan(most)
    }
  })

  it("is reliable about what no network does, not about what sets them apart; what is learned always is", () => {
    const isReliable = (model: Model, threshold: number) =>
      forecast(model, upToHour(typical, 1), [threshold]).map((one) => one.isReliable)
    expect(isReliable(priorModel, 100_000)).toEqual([true])
    expect(isReliable(priorModel, 200)).toEqual([false])
    expect(isReliable(trainAtOnce(alike(8, 40)), 200)).toEqual([true])
  })
})

/** Brier score of the likely thresholds of courses with an early count of about 100. */
const brierOf = (model: Model, courses: ReadonlyArray<Course>): number => {
  const errors = courses.flatMap((course) =>
    forecast(model, upToHour(course, 1), [200, 300, 500, 1_000]).map(({ threshold, probability }) => {
      return (probability - (finalOf(course) >= threshold ? 1 : 0)) ** 2
    })
  )
  return errors.reduce((sum, error) => sum + error, 0) / errors.length
}

describe("what is learned", () => {
  it.each([20, 50, 200])("from %i courses is not below the prior, also where it fits well already", (count) => {
    const fits = trainAtOnce(alike(11, 600))
    const learned = trainAtOnce(alike(12, count), { prior: { ...fits, kind: "prior", languages: [] } })
    const later = alike(13, 400)
    expect(brierOf(learned, later)).toBeLessThan(brierOf(fits, later) + 0.01)
    expect(brierOf(learned, later)).toBeLessThan(brierOf(priorModel, later))
  })
})

describe("few courses", () => {
  it("of any age are not learned from: the model is the prior", () => {
    expect(trainAtOnce(powerCourses(4, 15))).toEqual({ ...priorModel, posts: 15 })
    expect(trainAtOnce([])).toEqual({ ...priorModel, posts: 0 })
  })

  it("give a model with ages, even if they were not observed at any that is learned", () => {
    const imported = powerCourses(6, 300).map((course) => ({ ...course, observations: course.observations.slice(-1) }))
    expect(trainAtOnce(imported)).toEqual({ ...priorModel, posts: 300 })
  })

  it("move the prior towards what they show, the more the more there are", () => {
    const distanceOf = (count: number) => Math.abs(probabilityOf(trainAtOnce(alike(7, count)), typical, usual) - 0.5)
    const before = Math.abs(probabilityOf(priorModel, typical, usual) - 0.5)
    expect(before).toBeGreaterThan(0.15)
    expect(distanceOf(30)).toBeLessThan(before / 2)
    expect(distanceOf(500)).toBeLessThan(0.1)
    expect(trainAtOnce(alike(7, 30))).toMatchObject({ kind: "adapted", posts: 30 })
  })

  it("whose end is not known move it as well, also for the time after", () => {
    // All of them grow as fast as the fastest in the tests above.
    const fast = Array.from({ length: 100 }, (_, index) => powerCourse(60 + index, 0.6))
    const young = fast.map((course) => ({
      ...course,
      observations: course.observations.filter(({ ageMillis }) => ageMillis <= 12 * hourMillis),
      knownUntilMillis: 12 * hourMillis
    }))
    const model = trainAtOnce(young)
    expect(model).toMatchObject({ kind: "adapted", posts: 100, medianCount: Math.round(110 * 12 ** 0.6) })
    const at = (of: Model, threshold: number, hours: number) =>
      probabilityOf(of, powerCourse(100, 0.6), threshold, 1, hours * hourMillis)
    expect(at(model, 200, 6)).toBeGreaterThan(at(priorModel, 200, 6) + 0.3)
    expect(at(model, 400, 168)).toBeGreaterThan(at(priorModel, 400, 168) + 0.2)
  })

  it("of zeros give forecasts all the same", () => {
    const zeros = Array.from({ length: 300 }, () => powerCourse(0, 1))
    const model = trainAtOnce(zeros)
    expect(model.kind).toBe("learned")
    expect(probabilityOf(model, powerCourse(0, 1), 1)).toBeLessThan(0.1)
  })
})

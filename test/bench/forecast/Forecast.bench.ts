/**
 * `npm run bench -- forecast [--data FOLDER]`: how good forecasts are, against simpler ones, and what they cost.
 *
 * Over cascades of a self-exciting process, the simulated network and, where the shared data is installed, recorded retweets;
 * then the learning curves of all, from a prior that knows none of them. Every set ends with the goals it misses. docs/forecast.md explains the scores.
 */
import { Console, Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { type Figure, jsonFlag, machine, print, round, seedFlag } from "../Report.ts"
import { reportOf } from "./ForecastReport.ts"
import { goals, missesOf } from "./Goals.ts"
import { curveReport, learningCurve } from "./LearningCurve.ts"
import { byTime, leavingOneOut, type SetFigures } from "./Measure.ts"
import { hourMillis } from "./Post.ts"
import { fitPrior } from "./PriorFit.ts"
import { calibrationError } from "./Scores.ts"
import { type DataSet, madeUpSets, recordedSets, setOfFolder } from "./Sets.ts"
import { measureForecasts, measureTraining } from "./Speed.ts"

const coursesTrained = 20_000

const figuresOf = (set: SetFigures): ReadonlyArray<Figure> =>
  set.ages.map((age) => {
    const [worst] = age.thresholds.toSorted((a, b) => a.skill.baseRate - b.skill.baseRate)
    return {
      name: "forecast",
      metric: `least Brier skill after ${age.ageMillis / hourMillis} h: ${set.name}`,
      value: round(worst?.skill.baseRate ?? 0, 3),
      unit: "skill",
      peers: { "log-linear": round(worst?.logLinearSkillOverRate ?? 0, 3) },
      sizes: {
        trained: set.trained,
        tested: set.tested,
        calibrationError: round(calibrationError(age.open), 3),
        covered: round(age.times.covered, 3),
        errorFactor: round(age.times.errorFactor, 2),
        misses: missesOf(set).length
      }
    }
  })

const readFolder = (folder: string, hours: number | undefined) =>
  Effect.try({
    try: () => setOfFolder("the cascades of --data", folder, hours),
    catch: (cause) => new Error(`--data: ${cause instanceof Error ? cause.message : String(cause)}`)
  })

export const forecast = Command.make(
  "forecast",
  {
    json: jsonFlag,
    seed: seedFlag,
    posts: Flag.Int("posts").pipe(Flag.withDescription("Of each made-up set"), Flag.withDefault(6_000)),
    data: Flag.Directory("data", { mustExist: true }).pipe(
      Flag.withDescription("Only this folder: a cascade a file, a line `number day`, then lines `seconds followers`"),
      Flag.optional
    ),
    hours: Flag.Int("hours").pipe(
      Flag.withDescription("The age at which the cascades of --data end; by default it is found from their events"),
      Flag.optional
    )
  },
  Effect.fn(function* ({ json, seed, posts, data, hours }) {
    yield* Console.log(machine())
    const sets: ReadonlyArray<DataSet> = Option.isSome(data)
      ? [yield* readFolder(data.value, Option.getOrUndefined(hours))]
      : [...madeUpSets(seed, posts), ...recordedSets()]
    const measured: Array<SetFigures> = []
    for (const set of sets) {
      for (const figures of set.isSmall ? [byTime(set), leavingOneOut(set)] : [byTime(set)]) {
        measured.push(figures)
        yield* Console.log(reportOf(figures))
      }
    }
    // The recorded cascades are part of the prior, and of no prior that they are measured with.
    const unaware = fitPrior([])
    for (const set of sets) yield* Console.log(curveReport(set.name, learningCurve(set, unaware)))
    const training = measureTraining(seed, coursesTrained)
    const twenty = yield* measureForecasts(training.model, seed)
    const size = JSON.stringify(training.model).length
    yield* Console.log(
      `\ntraining on ${coursesTrained} courses: ${Math.round(training.millis)} ms of the processor in ${training.slices} slices, ` +
        `the longest ${round(training.longest)} ms, 99.9 % within ${round(training.mostly)} ms; model ${Math.round(size / 1024)} KiB`
    )
    yield* Console.log(
      `20 posts with 5 thresholds each: ${round(twenty.fastest, 2)} ms, ${round(twenty.first, 2)} ms the first time (goal: ${goals.millisForTwenty} ms)`
    )
    yield* print(json, [
      ...measured.flatMap(figuresOf),
      {
        name: "forecast",
        metric: "forecasts of 20 posts",
        value: round(twenty.fastest, 2),
        unit: "ms",
        sizes: { trainingMillis: Math.round(training.millis), longestSlice: round(training.longest) }
      }
    ])
  })
).pipe(Command.withDescription("Forecasts: Brier skill, calibration, expected times, speed"))

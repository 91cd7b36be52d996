/** Every question asked by many callers at once, each with an example of its own as far as there are so many. */
import { Console, Effect, Exit } from "effect"
import { timed } from "../Product.ts"
import { type Figure, round } from "../Report.ts"
import type { Question } from "./Questions.ts"
import { printHead, printQuestion } from "./SearchReport.ts"
import { type Seen, seenOf } from "./Turns.ts"

const callers = 48

interface AtOnce {
  readonly question: Question
  readonly seen: Seen
  readonly failed: number
}

export const askAtOnce = Effect.fnUntraced(function* (question: Question) {
  const ask = question.shared ?? question.product
  const answers = yield* Effect.forEach(
    Array.from({ length: callers }, (_, caller) => caller),
    (caller) => timed(Effect.exit(ask(caller))),
    { concurrency: "unbounded" }
  )
  const failed = answers.filter(({ value }) => Exit.isFailure(value)).length
  return { question, seen: seenOf(answers.map(({ millis }) => millis)), failed } satisfies AtOnce
})

/** Groups with many classes print the worst one. */
export const printAtOnce = Effect.fnUntraced(function* (asked: ReadonlyArray<AtOnce>) {
  yield* printHead(`${callers} callers at once`, undefined, ["product"])
  for (const [group, ofGroup] of Map.groupBy(asked, ({ question }) => question.group)) {
    const [worst] = ofGroup.toSorted((one, other) => other.seen.p95 - one.seen.p95)
    if (worst === undefined) continue
    yield* Console.log(`  ${group}, the worst of ${ofGroup.length}:`)
    yield* printQuestion(worst.question.title, new Map([["product", worst.seen]]))
  }
  for (const { question, seen } of asked.filter(({ question }) => question.shared !== undefined)) {
    yield* printQuestion(question.title, new Map([["product", seen]]))
  }
  yield* Console.log(`  failed: ${asked.reduce((sum, { failed }) => sum + failed, 0)}`)
})

export const atOnceFigures = (asked: ReadonlyArray<AtOnce>, count: number): ReadonlyArray<Figure> =>
  asked.map(({ question, seen, failed }) => ({
    name: "search",
    metric: `p95 of ${question.group}, ${question.title}, ${callers} callers at once`,
    value: round(seen.p95, 2),
    unit: "ms",
    sizes: { posts: count, samples: seen.samples, failed, p50_ms: round(seen.p50, 2), max_ms: round(seen.max, 2) }
  }))

/** The background tasks that compare what is stored with the network of its source, within the budget of each. */
import { Array, Clock, Effect, Metric, Result } from "effect"
import {
  type LiveReads,
  LiveSources,
  type ReadBudget,
  type Readings,
  type SourceFailure
} from "../../live/LiveSource.ts"
import { background } from "../../runtime/Background.ts"
import { Settings } from "../../runtime/Settings.ts"
import type { Change } from "../../store/Change.ts"
import { NetworkChecks } from "../../store/checks/NetworkChecks.ts"
import { Ingestion } from "../ingestion/Ingestion.ts"

/** The requests of one run, about every second, or one for each request where the budget permits less. */
export const paceOf = (requestsPerSecond: number) => {
  const requests = Math.max(1, Math.floor(requestsPerSecond))
  return { requests, everyMillis: Math.round((requests / requestsPerSecond) * 1_000) }
}

const firstRestMillis = 5_000
const longestRestMillis = 300_000
const concurrentRequests = 4

const checks = Metric.counter("source_checks_total", {
  description: "Posts and authors compared with their network",
  incremental: true
})

interface Answer<A> {
  readonly asked: ReadonlyArray<string>
  readonly readings: Readings<A>
}

interface Answered<A> {
  readonly name: string
  readonly isThere: boolean
  readonly found: A | undefined
}

/** If a network has less than half of this many posts or more, it is broken rather than empty. */
const fewestToDoubt = 4

const isDoubtful = <A>({ asked, readings }: Answer<A>): boolean =>
  asked.length >= fewestToDoubt && readings.size < asked.length / 2

/** What was answered, one by one; without those that failed. */
const answeredOf = <A>({ asked, readings }: Answer<A>): ReadonlyArray<Answered<A>> =>
  asked.flatMap((name): ReadonlyArray<Answered<A>> => {
    const reading = readings.get(name)
    if (reading === undefined) return [{ name, isThere: false, found: undefined }]
    return Result.isSuccess(reading) ? [{ name, isThere: true, found: reading.success }] : []
  })

/**
 * Compares stored posts and authors of one source with its network: one run makes as many requests as the budget permits
 * in the time between two runs. What the network answers goes the way of everything else that a source reports.
 */
export const makeCheckSource = Effect.fnUntraced(function* (source: string, reads: LiveReads, budget: ReadBudget) {
  const networkChecks = yield* NetworkChecks
  const ingestion = yield* Ingestion
  const { postUrlTemplate: urlTemplate } = yield* Settings
  const { requests } = paceOf(budget.requestsPerSecond)
  let restUntil = 0
  let failures = 0

  const write = (changes: ReadonlyArray<Change>) => ingestion.write(changes, { source, urlTemplate })

  /** By the time before the question: what the stream reports in the meantime is newer. */
  const observed = <A extends { readonly observed_at?: number }>(change: A, askedAt: number): A => ({
    ...change,
    observed_at: change.observed_at ?? askedAt / 1_000
  })

  const count = (kind: string, number: number) => Metric.update(Metric.withAttributes(checks, { source, kind }), number)

  /** The network gets a pause. The claimed checks are due again soon, also in other processes. */
  const rest = Effect.fnUntraced(function* (failure: SourceFailure) {
    const millis =
      failure._tag === "SourceRateLimited" && failure.retryAfterMillis !== null
        ? failure.retryAfterMillis
        : firstRestMillis * 2 ** failures
    restUntil = (yield* Clock.currentTimeMillis) + Math.min(longestRestMillis, millis)
    failures++
    if (failures === 1)
      yield* Effect.logWarning(`Counts of ${source} cannot be compared with the network for now`, failure)
  })

  const worked = Effect.suspend(() => {
    const isBack = failures > 0
    failures = 0
    return isBack ? Effect.logInfo(`Counts of ${source} are compared with the network again`) : Effect.void
  })

  const ask = <A>(
    names: ReadonlyArray<string>,
    atOnce: number,
    read: (names: ReadonlyArray<string>) => Effect.Effect<Readings<A>, SourceFailure>
  ): Effect.Effect<Answer<A>, SourceFailure> =>
    Effect.forEach(Array.chunksOf(names, atOnce), read, { concurrency: concurrentRequests }).pipe(
      Effect.map((parts) => ({ asked: names, readings: new Map(parts.flatMap((part) => [...part])) }))
    )

  const checkPosts = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    const askedAt = yield* Clock.currentTimeMillis
    const answer = yield* ask(names, budget.postsAtOnce, reads.posts)
    const isBelieved = !isDoubtful(answer)
    const answered = answeredOf(answer).filter(({ isThere }) => isThere || isBelieved)
    const found = answered.flatMap((one) => (one.found === undefined ? [] : [one.found]))
    yield* write(
      found.flatMap(({ post, author }) => [
        ...(author === null ? [] : [observed(author, askedAt)]),
        observed(post, askedAt)
      ])
    )
    const deleted = yield* networkChecks.finishPosts(source, answered)
    yield* write(deleted.map((code) => ({ type: "delete", code })))
    yield* count("post", answered.length)
  })

  const checkAuthors = Effect.fnUntraced(function* (names: ReadonlyArray<string>) {
    const askedAt = yield* Clock.currentTimeMillis
    const answered = answeredOf(yield* ask(names, budget.usersAtOnce, reads.users))
    yield* write(answered.flatMap((one) => (one.found === undefined ? [] : [observed(one.found, askedAt)])))
    yield* networkChecks.finishAuthors(source, answered)
    yield* count("author", answered.length)
  })

  /** Half of the requests are for each kind; what one does not need, the other gets. */
  const run = Effect.gen(function* () {
    if ((yield* Clock.currentTimeMillis) < restUntil) return
    const half = Math.ceil(requests / 2)
    const authors = yield* networkChecks.claim(source, "author", half * budget.usersAtOnce)
    const left = requests - Math.ceil(authors.length / budget.usersAtOnce)
    const posts = yield* networkChecks.claim(source, "post", left * budget.postsAtOnce)
    if (authors.length + posts.length === 0) return
    if (authors.length > 0) yield* checkAuthors(authors)
    if (posts.length > 0) yield* checkPosts(posts)
    yield* worked
  }).pipe(Effect.catch(rest), Effect.withSpan("check source", { attributes: { source } }))

  return { run }
})

const searchSeconds = 30
/** Checks that wait longer than this are outdated. */
const waitingSeconds = 600

interface Checked {
  readonly name: string
  readonly reads: LiveReads
  readonly budget: ReadBudget
}

const checkedSources = Effect.map(LiveSources, (sources) =>
  sources.flatMap(({ name, reads }): ReadonlyArray<Checked> => {
    const { budget } = reads
    return budget === undefined || budget.requestsPerSecond === 0 ? [] : [{ name, reads, budget }]
  })
)

const searchTask = Effect.fnUntraced(function* (sources: ReadonlyArray<Checked>) {
  const capacity = Math.max(
    0,
    ...sources.map(({ budget }) => Math.ceil(budget.requestsPerSecond * budget.postsAtOnce * waitingSeconds))
  )
  return yield* background({
    name: "network checks",
    role: "ingest",
    every: `${searchSeconds} seconds`,
    run: NetworkChecks.use(({ search }) =>
      search(
        sources.map(({ name }) => name),
        capacity
      )
    ),
    onStop: "interrupt"
  })
})

const checkTask = Effect.fnUntraced(function* ({ name, reads, budget }: Checked) {
  const { run } = yield* makeCheckSource(name, reads, budget)
  return yield* background({
    name: `checks of ${name}`,
    role: "ingest",
    every: paceOf(budget.requestsPerSecond).everyMillis,
    run,
    onStop: "interrupt"
  })
})

export const checkTasks = Effect.gen(function* () {
  const sources = yield* checkedSources
  return sources.length === 0 ? [] : [yield* searchTask(sources), ...(yield* Effect.forEach(sources, checkTask))]
})

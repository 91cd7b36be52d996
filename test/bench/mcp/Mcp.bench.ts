/**
 * `npm run bench -- mcp`: calls of tools, compared with the same calls of the REST API of the same server.
 *
 * One caller asks each question over both, one right after the other, in alternating order; the overhead is the median of the
 * differences. Then 20 callers use one interface at a time. Each account calls with a key and with the token of an application.
 */
import { Console, Effect, Redacted } from "effect"
import { Command, Flag } from "effect/cli"
import { makeApplication } from "../../mcp/Application.ts"
import { signUp } from "../../mcp/Person.ts"
import { olderClient } from "../../mcp/ToolClients.ts"
import { type HeddleProcess, ownCheckout } from "../../support/HeddleProcess.ts"
import * as PostgresServer from "../../support/PostgresServer.ts"
import { emails, heddleOf } from "../api/Services.ts"
import { recentPosts } from "../posts/Posts.ts"
import { type Figure, jsonFlag, machine, postsFlag, print, seedFlag } from "../Report.ts"
import { temporaryFolder, serverSettings } from "../Product.ts"
import { interfaces, subjectsOf, type Subject, type Target } from "./Calls.ts"
import { type Compared, compareInPairs, rateOf } from "./Loads.ts"
import { figuresOf, type Measured, printMeasured } from "./Report.ts"

const days = 30
const callers = 20

const flags = {
  json: jsonFlag,
  posts: postsFlag(100_000),
  seed: seedFlag,
  seconds: Flag.Int("seconds").pipe(Flag.withDescription("Seconds of each load"), Flag.withDefault(3)),
  turns: Flag.Int("turns").pipe(Flag.withDescription("Turns of every load"), Flag.withDefault(5)),
  warmUp: Flag.Int("warm-up").pipe(
    Flag.withDescription("Seconds of each call before anything counts, so that the code is compiled"),
    Flag.withDefault(8)
  )
}

interface Length {
  readonly turns: number
  readonly millis: number
  readonly warmUpMillis: number
}

const measure = async (credential: string, target: Target, subject: Subject, length: Length): Promise<Measured> => {
  const { turns, millis, warmUpMillis } = length
  for (const over of interfaces) await rateOf(target, subject, { over, callers, millis: warmUpMillis })
  const pairs: Array<Compared> = []
  const rates = { REST: new Array<number>(), MCP: new Array<number>() }
  for (let turn = 0; turn < turns; turn += 1) {
    pairs.push(await compareInPairs(target, subject, millis))
    for (const over of turn % 2 === 0 ? interfaces : interfaces.toReversed()) {
      rates[over].push(await rateOf(target, subject, { over, callers, millis }))
    }
  }
  return { tool: subject.tool, credential, pairs, rates }
}

/** An access token of an application that an account has connected. */
const tokenOf = async (server: HeddleProcess, email: string): Promise<string> => {
  const person = await signUp(server, email)
  const application = makeApplication({ name: "Benchmark" })
  await olderClient.signIn(`${server.baseUrl}/mcp`, application, person.allow)
  return application.tokens()?.access_token ?? ""
}

/** All at once: each waits for a mail, which the server sends every few seconds. */
const tokensOf = (server: HeddleProcess, emails: ReadonlyArray<string>): Promise<ReadonlyArray<string>> =>
  Promise.all(emails.map((email) => tokenOf(server, email)))

export const mcp = Command.make(
  "mcp",
  flags,
  Effect.fn(function* ({ json, posts: count, seed, seconds, turns, warmUp }) {
    const serverUrl = Redacted.value((yield* PostgresServer.start({ settings: serverSettings })).url)
    const folder = yield* temporaryFolder
    const posts = yield* recentPosts({ seed, count, days })
    yield* Console.log(machine())
    const { service, process } = yield* heddleOf({ name: "heddle", checkout: ownCheckout, serverUrl, folder }, posts)
    const tokens = yield* Effect.promise(() => tokensOf(process, emails))
    yield* Console.log(
      `${count} posts of ${days} days, ${service.keys.length} keys, seed ${seed}, no rate limit; ` +
        `${turns} turns of ${seconds} s after ${warmUp} s of warm-up`
    )
    const length = { turns, millis: seconds * 1_000, warmUpMillis: warmUp * 1_000 }
    const sizes = { posts: count, callers, turns, seconds, seed }
    const figures: Array<Figure> = []
    for (const subject of subjectsOf(posts)) {
      for (const [credential, mcp] of [["token", tokens] as const, ["key", service.keys] as const]) {
        const target: Target = { origin: service.origin, credentials: { REST: service.keys, MCP: mcp } }
        const measured = yield* Effect.promise(() => measure(credential, target, subject, length))
        yield* printMeasured(measured, callers)
        figures.push(...figuresOf(measured, callers, sizes))
      }
    }
    yield* Console.log(`\n${machine()}`)
    yield* print(json, figures)
  }, Effect.scoped)
).pipe(Command.withDescription("Calls of MCP tools against the same calls of the REST API"))

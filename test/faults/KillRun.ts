/** A server that lives many short lives on one database; each ends at a failpoint, or at a random moment. */
import { setTimeout as sleep } from "node:timers/promises"
import type { FailpointName } from "../../apps/server/src/runtime/FailpointSetting.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount } from "../support/Operator.ts"
import type { Choices } from "../support/Seeds.ts"
import { assertNothingLost, describeUnfinished, hurry, isIdle, terminateBackends } from "./KillChecks.ts"
import { startStrictReceiver, type StrictReceiver } from "./StrictReceiver.ts"

const endpoints = 5
const postsOfLife = 4
const lifeMillis = 2_500
const finishMillis = 60_000
const hurryMillis = 500
const credits = 1_000_000
const hourMillis = 3_600_000
const maxResends = 6
const keyword = "台積電"
/** One in so many requests is refused. */
const refusals = 12

/** Points and the greatest number of passes after which to die. */
const inServer = {
  "add.beforeCommit": 2,
  "add.afterCommit": 2,
  "claim.beforeCommit": 4,
  "claim.takeOver": 1,
  "claim.afterCommit": 6,
  "send.beforeDial": 20,
  "send.afterResponse": 20,
  "record.beforeCommit": 6,
  "record.refund": 1,
  "record.afterCommit": 6,
  "resend.beforeCommit": 3,
  "resend.afterCommit": 3,
  "recovery.beforeCommit": 1,
  "recovery.afterCommit": 1,
  "drain.begin": 1,
  "drain.end": 1
} as const satisfies Partial<Record<FailpointName, number>>

/** Moments that the receiver knows best. */
const atReceiver = { beforeAnswer: 20, afterAnswer: 20 } as const

/** Deaths by where they happened. */
export type Deaths = Map<string, number>

interface Run {
  readonly choices: Choices
  readonly place: Place
  readonly databaseUrl: string
  readonly receiver: StrictReceiver
  readonly deaths: Deaths
  readonly account: Account
  readonly deadEndpoint: string
  readonly posts: Array<string>
  /** Not known to be stored. */
  pending: ReadonlyArray<string>
}

const isPoint = (name: string): name is keyof typeof inServer => name in inServer
const isMoment = (name: string): name is keyof typeof atReceiver => name in atReceiver

/** Where a run can end, apart from random moments. */
export const points: ReadonlyArray<string> = [...Object.keys(inServer), ...Object.keys(atReceiver)]

const [firstName = "", ...otherNames] = [...points, "any", "back ends"]

/** Repeats what a former life may not have stored. */
const ingest = async (run: Run, server: HeddleProcess): Promise<void> => {
  const time = Math.floor(Date.now() / 1000)
  const lines = run.pending.map((code) =>
    JSON.stringify({
      type: "post",
      code,
      caption: `${keyword}的消息`,
      username: "amy",
      post_timestamp: time,
      like_count: 100
    })
  )
  const response = await fetch(`${server.operatorUrl}/ingest`, { method: "POST", body: lines.join("\n") })
  if (response.ok) run.pending = []
}

/** Sends what was delivered again; the server dies on the way. */
const resend = async (run: Run, server: HeddleProcess): Promise<void> => {
  const { data } = await callApi(server, run.account, "GET", "/webhook/deliveries?outcome=delivered")
  for (let times = 0; times < maxResends && data.length > 0; times += 1) {
    const { id } = data[run.choices.below(data.length)]
    // One that is being sent is refused.
    await callApi(server, run.account, "POST", `/webhook/deliveries/${id}/resend`).catch(() => undefined)
  }
}

const recover = (run: Run, server: HeddleProcess): Promise<unknown> =>
  callApi(server, run.account, "POST", `/webhook/endpoints/${run.deadEndpoint}/recover`, {
    since: new Date(Date.now() - hourMillis).toISOString()
  })

const live = async (run: Run, server: HeddleProcess, name: string): Promise<void> => {
  const { below } = run.choices
  if (isMoment(name)) {
    let left = 1 + below(atReceiver[name])
    run.receiver.onRequest = (moment) => {
      if (moment === name) left -= 1
      if (left === 0) void server.kill()
    }
  }
  await ingest(run, server).catch(() => undefined)
  if (name.startsWith("resend.")) await resend(run, server).catch(() => undefined)
  if (name.startsWith("recovery.")) await recover(run, server).catch(() => undefined)
  if (name === "back ends") {
    for (let times = 1 + below(4); times > 0; times -= 1) {
      await sleep(below(300))
      await terminateBackends(run.databaseUrl, 1 + below(4))
    }
  }
  if (name.startsWith("drain.")) {
    await sleep(below(800))
    return server.stop()
  }
  const end = name === "any" || name === "back ends" ? below(lifeMillis) : lifeMillis
  await Promise.race([server.exit(), sleep(end)])
}

/** One life of the server; counts where it ended. */
const liveAndDie = async (run: Run): Promise<void> => {
  const { below, of } = run.choices
  const name = of(firstName, ...otherNames)
  const passes = isPoint(name) ? 1 + below(inServer[name]) : 0
  const env = isPoint(name) ? { HEDDLE_FAILPOINT: `${name}:${passes}` } : {}
  const codes = Array.from({ length: postsOfLife }, (_, index) => `post-${run.posts.length + index}`)
  run.posts.push(...codes)
  run.pending = [...run.pending, ...codes]
  // It may die before it is ready.
  const server = await startHeddle({ ...run.place, env: { ...run.place.env, ...env } }).catch(() => undefined)
  let reached = true
  if (server !== undefined) {
    await live(run, server, name)
    reached = await Promise.race([server.exit().then((code) => code === null), sleep(50).then(() => false)])
    await server.kill()
  }
  run.receiver.onRequest = () => {}
  const where = reached || name === "any" || name === "back ends" ? name : "point not reached"
  process.stdout.write(
    `${name}:${passes}${reached ? "" : " (not reached)"}${server === undefined ? " at start" : ""}\n`
  )
  run.deaths.set(where, (run.deaths.get(where) ?? 0) + 1)
}

const subscribe = async (server: HeddleProcess, account: Account, url: string) => {
  const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url })
  const rule = await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.data.id}/rules`, {
    keyword,
    likeCount: 10
  })
  return { endpoint: String(endpoint.data.id), rule: String(rule.data.id) }
}

/** Until everything is delivered, or failed at the endpoint that nobody listens on. */
const finish = async (run: Run, deadUrl: string, events: number): Promise<void> => {
  const server = await startHeddle(run.place)
  try {
    await ingest(run, server)
    const deadline = Date.now() + finishMillis
    while (!(await isIdle(run.databaseUrl, events))) {
      if (Date.now() > deadline) {
        const rest = await describeUnfinished(run.databaseUrl)
        throw new Error(`${events} events are not finished after ${finishMillis} ms\n${rest}\n${server.output()}`)
      }
      await hurry({ url: run.databaseUrl, deadUrl, isDead: false })
      await sleep(hurryMillis)
    }
    await eventually("the server ends", async () => (await server.stop(), true), finishMillis)
  } finally {
    await server.kill()
  }
}

export const killRun = async (
  databaseUrl: string,
  lives: number,
  choices: Choices,
  deaths: Deaths
): Promise<number> => {
  const dataDir = await makeDataDir()
  const receiver = await startStrictReceiver(() => choices.below(refusals) === 0)
  try {
    const env = { DATABASE_URL: databaseUrl, HEDDLE_ROUND_INTERVAL: "300 millis" }
    const place = await choosePlace(dataDir, env)
    const deadUrl = `http://127.0.0.1:${await freePort()}/nobody`
    const first = await startHeddle(place)
    const account = await createAccount(first, { plan: "standard", credits })
    const urls = [...Array.from({ length: endpoints }, (_, index) => receiver.url(index)), deadUrl]
    const made: Array<Awaited<ReturnType<typeof subscribe>>> = []
    for (const url of urls) made.push(await subscribe(first, account, url))
    await first.kill()
    const deadEndpoint = made.at(-1)?.endpoint ?? ""
    const run: Run = { choices, place, databaseUrl, receiver, deaths, account, deadEndpoint, posts: [], pending: [] }
    const rules = made.map(({ rule }) => rule)
    for (let life = 0; life < lives; life += 1) {
      await liveAndDie(run)
      await hurry({ url: databaseUrl, deadUrl, isDead: true })
    }
    await finish(run, deadUrl, rules.length * run.posts.length)
    return await assertNothingLost(databaseUrl, { receiver, deadUrl, rules, posts: run.posts })
  } finally {
    await receiver.close()
    await removeDataDir(dataDir)
  }
}

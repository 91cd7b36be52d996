/** A server that lives many short lives on one database; each ends at a failpoint, or at a random moment. */
import { setTimeout as sleep } from "node:timers/promises"
import type { FailpointName } from "../../apps/server/src/runtime/FailpointSetting.ts"
import { makeDataDir, removeDataDir } from "../support/DataDir.ts"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, eventually, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import { type Account, callApi, createAccount, metric } from "../support/Operator.ts"
import type { Choices } from "../support/Seeds.ts"
import { assertNothingLost, hurry, terminateBackends } from "./KillChecks.ts"
import { startStrictReceiver, type StrictReceiver } from "./StrictReceiver.ts"

const endpoints = 5
const postsOfLife = 4
const lifeMillis = 2_500
const finishMillis = 60_000
const hurryMillis = 500
const credits = 1_000_000
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
  readonly posts: Array<string>
  /** Not known to be stored. */
  pending: ReadonlyArray<string>
}

const isPoint = (name: string): name is keyof typeof inServer => name in inServer
const isMoment = (name: string): name is keyof typeof atReceiver => name in atReceiver

const [firstName = "", ...otherNames] = [...Object.keys(inServer), ...Object.keys(atReceiver), "any", "back ends"]

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

const unfinished = (server: HeddleProcess) => metric(server, "webhook_events_unfinished").catch(() => Number.NaN)

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
  run.deaths.set(where, (run.deaths.get(where) ?? 0) + 1)
}

const subscribe = async (server: HeddleProcess, account: Account, url: string): Promise<string> => {
  const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url })
  const rule = await callApi(server, account, "POST", `/webhook/endpoints/${endpoint.data.id}/rules`, {
    keyword,
    likeCount: 10
  })
  return rule.data.id
}

/** Until everything is delivered, or failed at the endpoint that nobody listens on. */
const finish = async (run: Run, deadUrl: string): Promise<void> => {
  const server = await startHeddle(run.place)
  try {
    await ingest(run, server)
    const deadline = Date.now() + finishMillis
    // Rounds first, so that all events are there.
    await sleep(1_000)
    while ((await unfinished(server)) !== 0) {
      if (Date.now() > deadline) throw new Error(`events are unfinished after ${finishMillis} ms\n${server.output()}`)
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
    const rules: Array<string> = []
    for (const url of urls) rules.push(await subscribe(first, account, url))
    await first.kill()
    const run: Run = { choices, place, databaseUrl, receiver, deaths, posts: [], pending: [] }
    for (let life = 0; life < lives; life += 1) {
      await liveAndDie(run)
      await hurry({ url: databaseUrl, deadUrl, isDead: true })
    }
    await finish(run, deadUrl)
    return await assertNothingLost(databaseUrl, { receiver, deadUrl, rules, posts: run.posts })
  } finally {
    await receiver.close()
    await removeDataDir(dataDir)
  }
}

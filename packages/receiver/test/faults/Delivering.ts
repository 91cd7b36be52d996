/** A process that receives deliveries, to be killed: `node Delivering.ts '{…}'`, see `Task`. */
import { createReceiver, type HandlerContext, type IdempotencyStore } from "@heddle/receiver"
import { sampleEvent, signRequest } from "@heddle/receiver/testing"
import { appendFileSync } from "node:fs"
import { createInterface } from "node:readline"
import { setImmediate } from "node:timers/promises"
import { secret } from "../support/Fixtures.ts"
import { openStore, type Opened } from "./OpenStore.ts"
import type { CrashPoint, Task } from "./Task.ts"

const turnsInHandler = 20

const task: Task = JSON.parse(process.argv[2] ?? "{}")
const log = (...words: ReadonlyArray<string | number>) => appendFileSync(task.log, `${words.join(" ")}\n`)
const say = (line: string) => process.stdout.write(`${line}\n`)

function crashAt(point: CrashPoint): void {
  if (task.crashAt === point) process.kill(process.pid, "SIGKILL")
}

/** The store, with a crash before and after each step. */
const fragile = (store: IdempotencyStore): IdempotencyStore => ({
  ...store,
  claim: async (key, owner, leaseMs) => {
    crashAt("before claim")
    const claim = await store.claim(key, owner, leaseMs)
    crashAt("after claim")
    return claim
  },
  complete: async (key, owner) => {
    crashAt("before complete")
    const completed = await store.complete(key, owner)
    crashAt("after complete")
    return completed
  }
})

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

async function handle(opened: Opened, code: string, context: HandlerContext): Promise<void> {
  log("start", code)
  crashAt("in handler")
  if (task.mode === "burst") {
    say("running")
    await lines.next()
  }
  // Lets a kill fall into the run: the other lanes go on meanwhile.
  for (let turn = 1; turn <= turnsInHandler; turn += 1) await setImmediate()
  await opened.sideEffect?.(code, context, crashAt)
  log("end", code)
}

async function deliver(codes: Iterable<string>): Promise<void> {
  for (const code of codes) {
    const signed = await signRequest({ secrets: secret, body: sampleEvent({ post: { code } }) })
    const reply = await receiver.handle(signed)
    log("reply", code, reply.code)
    say(reply.code)
  }
}

function* endless(lane: number): Iterable<string> {
  for (let index = 0; ; index += 1) yield `${lane}-${index}`
}

const opened = await openStore(task)
const receiver = createReceiver({
  secrets: secret,
  store: fragile(opened.store),
  leaseSeconds: 3600,
  handler: (event, context) => handle(opened, event.post.code, context)
})

if (task.mode === "burst") {
  say("ready")
  await lines.next()
  await Promise.all(Array.from({ length: task.deliveries }, () => deliver(["burst"])))
} else if (task.mode === "stream") {
  await Promise.all(Array.from({ length: task.deliveries }, (_, lane) => deliver(endless(lane))))
} else {
  await deliver(["one"])
}
process.exit(0)

/**
 * Hostile values in every parameter, path and body field of the contract, sent to a real server: no answer is a 5xx, no
 * descriptor stays open, and memory does not grow. `ContractFuzz.database.test.ts` checks what the answers say.
 */
import { operations } from "@heddle/api"
import { Effect } from "effect"
import { assert, it } from "vitest"
import { describeWith } from "../support/DescribeWith.ts"
import { onLongRun } from "../support/LongTests.ts"
import type { HeddleProcess } from "../support/HeddleProcess.ts"
import { callApi, createAccount } from "../support/Operator.ts"
import { runs } from "../support/Runs.ts"
import { type Choices, firstSeed, withSeed } from "../support/Seeds.ts"
import { footprints } from "../support/Footprint.ts"
import { report, settledFootprint, withServer } from "./AttackedServer.ts"
import { encoded, type FuzzRoute, hostileBodies, hostileValues, routeOf } from "./FuzzRequests.ts"
import { type RawCall, sendRaw } from "./RawHttp.ts"

const requests = 600
/** Memory and descriptors are compared after the first requests, which load code and fill caches. */
const warmUp = 200
const atOnce = 8
const slackDescriptors = 10
const slackMiB = 120

interface Attack {
  readonly name: string
  readonly method: string
  readonly target: string
  readonly body: string | undefined
}

const queryOf = (values: ReadonlyMap<string, unknown>): string =>
  [...values].map(([name, value]) => `${name}=${encoded(String(value), true)}`).join("&")

const attacksOn = ({ method, path, fields, required }: FuzzRoute, known: string): ReadonlyArray<Attack> => {
  const hasBody = method !== "GET" && method !== "DELETE"
  const place = path.replaceAll(/:[a-z_]+/g, known)
  const proper = new Map(fields.filter(([name]) => required.includes(name)).map(([name, [first]]) => [name, first]))
  const attack = (what: string, values: ReadonlyMap<string, unknown>, at = place): Attack => ({
    name: `${method} ${path}: ${what}`,
    method,
    target: hasBody ? at : `${at}?${queryOf(values)}`,
    body: hasBody ? JSON.stringify(Object.fromEntries(values)) : undefined
  })
  return [
    ...[...fields.map(([name]) => name), "unknown", "__proto__"].flatMap((name) =>
      hostileValues.map((value) => attack(`${name}=${value}`, new Map([...proper, [name, value]])))
    ),
    ...(path === place
      ? []
      : hostileValues.map((value) =>
          attack(`in the path: ${value}`, proper, path.replaceAll(/:[a-z_]+/g, encoded(value, true)))
        )),
    ...(hasBody ? hostileBodies.map((body) => ({ ...attack(`body ${body.slice(0, 40)}`, proper), body })) : [])
  ]
}

const shuffled = <A>(items: ReadonlyArray<A>, choices: Choices): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: choices.below(2 ** 30) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const send = (url: string, { method, target, body }: Attack, key: string, choices: Choices) => {
  const call: RawCall = {
    method,
    body: body?.toWellFormed(),
    isChunked: choices.of(true, false),
    headers: [
      ["authorization", `Bearer ${key}`],
      ["content-type", "application/json"],
      ["accept-encoding", choices.of("identity", "gzip", "br")]
    ]
  }
  return Effect.runPromise(sendRaw(url + target, call))
}

const customerOf = async (server: HeddleProcess) => {
  const account = await createAccount(server, { plan: "standard", credits: 1_000_000_000 })
  // Nobody listens there, so nothing leaves this machine.
  const endpoint = await callApi(server, account, "POST", "/webhook/endpoints", { url: "http://127.0.0.1:1/" })
  return { key: account.apiKey, known: String(endpoint.data.id) }
}

onLongRun("Every hostile value", () => {
  describeWith(footprints, "Hostile values", (footprintOf) => {
    it(
      "make no 5xx, leave no descriptor and fill no memory",
      () =>
        withServer({ HEDDLE_RATE_LIMIT: "0" }, (server) =>
          withSeed(firstSeed, async (choices) => {
            const { key, known } = await customerOf(server)
            const attacks = shuffled(
              // A stream has no end to wait for.
              operations.flatMap(({ endpoint, kind }) =>
                kind === "stream" ? [] : attacksOn(routeOf(endpoint), known)
              ),
              choices
            )
            let next = 0
            const statuses = new Map<number, number>()
            const attackMany = async (count: number) => {
              let left = count
              const worker = async () => {
                while (left-- > 0) {
                  const attack = attacks[next++ % attacks.length]
                  if (attack === undefined) return
                  const { status, text } = await send(server.baseUrl, attack, key, choices)
                  assert.isBelow(status, 500, `${attack.name}: ${text}`)
                  statuses.set(status, (statuses.get(status) ?? 0) + 1)
                }
              }
              await Promise.all(Array.from({ length: atOnce }, worker))
            }
            await attackMany(warmUp)
            const before = await settledFootprint(footprintOf, server)
            const start = performance.now()
            await attackMany(runs(requests))
            const seconds = Math.round((performance.now() - start) / 1000)
            const after = await settledFootprint(footprintOf, server)
            report(
              `${runs(requests)} of ${attacks.length} hostile requests, seed ${firstSeed}, ${seconds} s: ` +
                `${JSON.stringify(Object.fromEntries(statuses))}; descriptors ${before.descriptors} → ${after.descriptors}, ` +
                `memory ${before.residentMiB} → ${after.residentMiB} MiB`
            )
            assert.isAtMost(after.descriptors, before.descriptors + slackDescriptors)
            assert.isAtMost(after.residentMiB, before.residentMiB + slackMiB)
          })
        ),
      1_800_000
    )
  })
})

/** The filters that are measured: each alone, all pairs, with values that match much, little and nothing. */
import { type AccountId, type DeliveryFilter, EndpointId, EventId, RuleId } from "@heddle/api"
import { Effect } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { dayMillis } from "../../../apps/server/src/runtime/Time.ts"
import { largeAccount, smallAccount, smallAccounts } from "./Fill.ts"

export interface Drawn {
  readonly accountId: AccountId
  readonly filter: DeliveryFilter
}

interface Sample {
  readonly accountId: AccountId
  readonly endpointId: EndpointId
  readonly ruleId: RuleId
  readonly eventId: EventId
  readonly postCode: string
}

type Draw = (random: () => number, sample: Sample) => DeliveryFilter

const oneOf = <A>(random: () => number, values: ReadonlyArray<A>, otherwise: A): A =>
  values[Math.floor(random() * values.length)] ?? otherwise

const statuses = [200, 202, 204, 404, 410, 418, 429, 500, 503, 599]

/** Values of one filter. A tenth of the identifiers exist nowhere. */
const dimensions = (until: number): Readonly<Record<string, Draw>> => {
  const unknown = (random: () => number) => random() < 0.1
  return {
    endpointId: (random, sample) => ({ endpointId: unknown(random) ? EndpointId.make("ep_none") : sample.endpointId }),
    ruleId: (random, sample) => ({ ruleId: unknown(random) ? RuleId.make("rule_none") : sample.ruleId }),
    eventId: (random, sample) => ({ eventId: unknown(random) ? EventId.make("evt_none") : sample.eventId }),
    postCode: (random, sample) => ({ postCode: unknown(random) ? "none" : sample.postCode }),
    outcome: (random) => ({ outcome: oneOf(random, ["delivered", "failed", "sending"] as const, "failed") }),
    statusCode: (random) => ({ statusCode: oneOf(random, statuses, 500) }),
    "from, to": (random) => {
      const length = oneOf(random, [3_600_000, dayMillis, 10 * dayMillis], dayMillis)
      const to = until - random() * 29 * dayMillis
      return { from: new Date(to - length).toISOString(), to: new Date(to).toISOString() }
    }
  }
}

/** Events of both kinds of account, to take values from. */
export const samplesOf = Effect.fnUntraced(function* (count: number) {
  const sql = yield* SqlClient.SqlClient
  const some = (condition: Statement.Fragment) => sql<Sample>`
    SELECT account_id, endpoint_id, rule_id, id AS event_id, post_code FROM webhook_events
    WHERE ${condition} ORDER BY md5(id) LIMIT ${count}`
  const names = Array.from({ length: 20 }, (_, index) => smallAccount((index * 97) % smallAccounts))
  return { large: yield* some(sql`account_id = ${largeAccount}`), small: yield* some(sql.in("account_id", names)) }
})

/** Combinations by name. Each value of a pair comes from an attempt of its own, so that most pairs match little. */
export const combinations = (until: number) => {
  const each = Object.entries(dimensions(until))
  const alone = each.map(([name, draw]): readonly [string, ReadonlyArray<Draw>] => [name, [draw]])
  const pairs = each.flatMap(([one, first], index) =>
    each
      .slice(index + 1)
      .map(([other, second]): readonly [string, ReadonlyArray<Draw>] => [`${one} + ${other}`, [first, second]])
  )
  const none: readonly [string, ReadonlyArray<Draw>] = ["no filter", []]
  return [none, ...alone, ...pairs]
}

export const drawAll = (
  draws: ReadonlyArray<Draw>,
  samples: ReadonlyArray<Sample>,
  runs: number,
  random: () => number
): ReadonlyArray<Drawn> => {
  const [fallback] = samples
  if (fallback === undefined) return []
  return Array.from({ length: runs }, () => {
    const { accountId } = oneOf(random, samples, fallback)
    const own = samples.filter((sample) => sample.accountId === accountId)
    const filter = Object.assign({}, ...draws.map((draw) => draw(random, oneOf(random, own, fallback))))
    return { accountId, filter }
  })
}

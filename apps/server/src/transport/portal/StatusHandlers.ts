/**
 * Whether the service works: sources, rounds, deliveries. Read from the database, because each may run in a process of
 * its own; whether a source fails is only known if it runs in this process.
 */
import { version } from "@heddle/api"
import { PortalCaller, type ServiceStatus, StatusRpcs } from "@heddle/api/portal"
import { Duration, Effect } from "effect"
import { publicUrl, Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { PostOrigins } from "../../store/posts/PostOrigins.ts"
import { SourceHealth } from "../../store/SourceHealth.ts"
import { Activity } from "../../webhooks/log/Activity.ts"
import { RoundStatus } from "../../webhooks/matching/RoundStatus.ts"
import { instantOrNull } from "./Instants.ts"

/** Without a post for this long, a source is late. */
const quietMillis = 15 * 60_000
/** The same for everybody, and asked for by every open page. */
const staleAfter = "10 seconds"
/** Names of `HEDDLE_SOURCE` that report nothing by themselves. */
const withoutSource: ReadonlySet<string> = new Set(["none", "ndjson"])

export const StatusHandlers = StatusRpcs.toLayer(
  Effect.gen(function* () {
    const settings = yield* Settings
    const origins = yield* PostOrigins
    const health = yield* SourceHealth
    const rounds = yield* RoundStatus
    const activity = yield* Activity
    const newest = yield* Effect.cachedWithTTL(origins.newest, staleAfter)
    const report = yield* Effect.cachedWithTTL(rounds.report, staleAfter)
    const configured = settings.sources.filter((name) => !withoutSource.has(name))

    const sources = Effect.gen(function* () {
      const lastPosts = yield* newest
      const time = (yield* now).getTime()
      return yield* Effect.forEach(
        new Set([...configured, ...lastPosts.keys()]),
        Effect.fnUntraced(function* (name) {
          const last = lastPosts.get(name) ?? null
          const failingSince = yield* health.failingSince(name)
          const isLate = last === null || time - last.getTime() > quietMillis
          const state: ServiceStatus["sources"][number]["state"] =
            failingSince === null ? (isLate ? "late" : "ok") : "failing"
          return { name, state, lastPostAt: instantOrNull(last), failingSince: instantOrNull(failingSince) }
        })
      )
    })

    const roundsOf = Effect.map(report, ({ checkedAt, overdue, lagSeconds }): ServiceStatus["rounds"] => {
      const intervalSeconds = Math.round(Duration.toSeconds(settings.roundInterval))
      const isLate = checkedAt === null || (overdue > 0 && lagSeconds > intervalSeconds)
      return {
        state: isLate ? "late" : "ok",
        lastAt: instantOrNull(checkedAt),
        intervalSeconds
      }
    })

    return StatusRpcs.of({
      "status.ShowStatus": Effect.fnUntraced(function* () {
        const { accountId } = yield* PortalCaller
        const overdue = yield* activity.overdue(accountId)
        return {
          version,
          publicUrl: publicUrl(settings),
          sources: yield* sources,
          rounds: yield* roundsOf,
          deliveries: { state: overdue > 0 ? "late" : "ok", overdue }
        }
      })
    })
  })
)

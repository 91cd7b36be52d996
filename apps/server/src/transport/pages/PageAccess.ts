/**
 * What the open pages of one account may take together: requests in any 60 seconds, and calls that run at once. Apart from
 * the limits of the API: a program that has reached those is what its owner wants to look at.
 */
import type { AccountId, TooManyRunningCalls } from "@heddle/api"
import { Clock, Context, Effect, Layer, Option, type Scope } from "effect"
import { Sessions, type SetCookies, type SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { cookiePrefix } from "../../accounts/sign-in/UserMails.ts"
import { TooManyCalls } from "../../operations/metering/Call.ts"
import { RunningCalls } from "../../operations/metering/RunningCalls.ts"
import { makeRate } from "../../runtime/RateLimiter.ts"
import { Settings } from "../../runtime/Settings.ts"

const requestsPerMinute = 600
const refusedMillis = 1_000
const refusalDelay = "250 millis"

/** The cookie of the session, as better-auth names it. */
const makeSessionOf = (settings: Settings["Service"]) => {
  const beginning = `${cookiePrefix(settings)}.session_token=`
  return (headers: Headers): string =>
    (headers.get("cookie") ?? "").split(/;\s*/).find((cookie) => cookie.startsWith(beginning)) ?? ""
}

export class PageAccess extends Context.Service<
  PageAccess,
  {
    /** Who sent a request with these headers, and so many calls in it, which count before anything else is done. */
    find(headers: Headers, calls?: number): Effect.Effect<Option.Option<SignedIn>, TooManyCalls>
    /** The same for a page that the person opens: once a day, their session is extended. */
    visit(
      headers: Headers
    ): Effect.Effect<{ readonly signedIn: Option.Option<SignedIn>; readonly setCookies: SetCookies }, TooManyCalls>
    /** Waits for a turn, which lasts until the scope closes. */
    enter(accountId: AccountId): Effect.Effect<void, TooManyRunningCalls, Scope.Scope>
  }
>()("@heddle/server/transport/pages/PageAccess") {
  static readonly layer = Layer.effect(
    PageAccess,
    Effect.gen(function* () {
      const sessions = yield* Sessions
      const runningCalls = yield* RunningCalls
      const sessionOf = makeSessionOf(yield* Settings)
      const rate = makeRate(requestsPerMinute)

      /** Of sessions that were just refused. More of the same costs no look at the session, and waits for its answer. */
      const refused = new Map<string, { readonly error: TooManyCalls; readonly until: number }>()

      const requireNotRefused = Effect.fnUntraced(function* (headers: Headers) {
        const time = yield* Clock.currentTimeMillis
        for (const [session, { until }] of refused) {
          if (until > time) break
          refused.delete(session)
        }
        const last = refused.get(sessionOf(headers))
        if (last !== undefined) return yield* Effect.delay(Effect.fail(last.error), refusalDelay)
      })

      const count = Effect.fnUntraced(function* (headers: Headers, person: Option.Option<SignedIn>, calls: number) {
        if (Option.isNone(person)) return
        const quota = yield* rate.take(person.value.accountId, calls)
        if (quota === undefined || quota.admitted) return
        const { resetSeconds } = quota
        const error = new TooManyCalls(
          `The open pages of this account send too many requests. Try again in ${resetSeconds} s.`,
          resetSeconds
        )
        refused.set(sessionOf(headers), { error, until: (yield* Clock.currentTimeMillis) + refusedMillis })
        return yield* Effect.fail(error)
      })

      return PageAccess.of({
        find: (headers, calls = 1) =>
          Effect.andThen(
            requireNotRefused(headers),
            Effect.tap(sessions.find(headers), (person) => count(headers, person, calls))
          ),
        visit: (headers) =>
          Effect.andThen(
            requireNotRefused(headers),
            Effect.tap(sessions.visit(headers), ({ signedIn }) => count(headers, signedIn, 1))
          ),
        enter: (accountId) => runningCalls.enter("portal", accountId)
      })
    })
  )
}

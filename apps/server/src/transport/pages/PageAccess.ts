/**
 * What the open pages of one account may take together: requests in any 60 seconds, and calls that run at once. Apart from
 * the limits of the API: a program that has reached those is what its owner wants to look at.
 */
import type { AccountId, TooManyRunningCalls } from "@heddle/api"
import { Context, Effect, Layer, Option, type Scope } from "effect"
import { Sessions, type SetCookies, type SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { TooManyCalls } from "../../operations/metering/Call.ts"
import { RunningCalls } from "../../operations/metering/RunningCalls.ts"
import { makeAccountRate } from "../../runtime/RateLimiter.ts"

const requestsPerMinute = 600

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
      const rate = makeAccountRate(requestsPerMinute)

      const count = Effect.fnUntraced(function* (person: Option.Option<SignedIn>, calls: number) {
        if (Option.isNone(person)) return
        const quota = yield* rate.take(person.value.accountId, calls)
        if (quota === undefined || quota.admitted) return
        return yield* Effect.fail(
          new TooManyCalls(
            `The open pages of this account send too many requests. Try again in ${quota.resetSeconds} s.`,
            quota.resetSeconds
          )
        )
      })

      return PageAccess.of({
        find: (headers, calls = 1) => Effect.tap(sessions.find(headers), (person) => count(person, calls)),
        visit: (headers) => Effect.tap(sessions.visit(headers), ({ signedIn }) => count(signedIn, 1)),
        enter: (accountId) => runningCalls.enter("portal", accountId)
      })
    })
  )
}

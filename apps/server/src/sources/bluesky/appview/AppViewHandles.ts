/**
 * Handles of accounts that post for the first time or may have a new one. The stream waits for them, so this asks for a short time and within
 * the budget of the checks; accounts that it leaves out are checked later.
 */
import { Clock, Effect, Result } from "effect"
import { isDid } from "../PostCode.ts"
import { type AppView, itemsAtOnce } from "./AppView.ts"

const timeLimit = "2 seconds"
/** A stream that begins finds many accounts at once. */
const savedUpSeconds = 4
/** For this long after a failure, nothing waits for the AppView. */
const restMillis = 30_000

export const makeHandleLookup = ({ profiles }: AppView, requestsPerSecond: number) => {
  const mostRequests = requestsPerSecond * savedUpSeconds
  let requests = mostRequests
  let countedAt = 0
  let restUntil = 0

  /** How many of these accounts may be asked for now. */
  const permit = (wanted: number, now: number): number => {
    if (now < restUntil) return 0
    requests = Math.min(mostRequests, requests + ((now - countedAt) / 1_000) * requestsPerSecond)
    countedAt = now
    const granted = Math.min(Math.floor(requests), Math.ceil(wanted / itemsAtOnce))
    requests -= granted
    return granted * itemsAtOnce
  }

  return Effect.fn("AppViewHandles.lookUp")(function* (dids: ReadonlyArray<string>) {
    const now = yield* Clock.currentTimeMillis
    const asked = dids.filter(isDid).slice(0, permit(dids.length, now))
    if (asked.length === 0) return new Map<string, string | null>()
    const answer = yield* Effect.result(Effect.timeout(profiles(asked), timeLimit))
    if (Result.isFailure(answer)) {
      restUntil = now + restMillis
      return new Map<string, string | null>()
    }
    const found = asked.flatMap((did): ReadonlyArray<readonly [string, string | null]> => {
      const profile = answer.success.get(did)
      if (profile === undefined || Result.isFailure(profile)) return []
      const { author_id, username } = profile.success
      return [[did, username === author_id ? null : username]]
    })
    return new Map(found)
  })
}

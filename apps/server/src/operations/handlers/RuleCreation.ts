/** Creates a rule, and says how many posts match already and what becomes of them. */
import { type AccountId, webhookEventPrice, webhooks } from "@heddle/api"
import { ruleNotices } from "@heddle/api/keywords"
import { Effect } from "effect"
import { FreeStorage } from "../../credits/usage/FreeStorage.ts"
import { makeRate } from "../../runtime/RateLimiter.ts"
import { Settings } from "../../runtime/Settings.ts"
import { Endpoints } from "../../webhooks/management/Endpoints.ts"
import { type ExistingMatches, ExistingPosts } from "../../webhooks/matching/ExistingPosts.ts"
import { tooMuchForFree } from "../metering/Call.ts"
import { Metering } from "../metering/Metering.ts"
import { tooManyPreviews } from "./RuleTrialHandlers.ts"

/** A row of a post that a rule leaves out, with its share of the index. */
const leftOutBytes = 200

export const ruleCreation = Effect.gen(function* () {
  const { prepared } = yield* Metering
  const { previewLimit, ruleLanguages } = yield* Settings
  const endpoints = yield* Endpoints
  const existing = yield* ExistingPosts
  const storage = yield* FreeStorage
  const rate = makeRate(previewLimit)

  const takeStorage = Effect.fnUntraced(function* (accountId: AccountId, posts: number) {
    const refused = yield* storage.take(accountId, posts * leftOutBytes)
    if (refused !== null) return yield* tooMuchForFree(refused.retryAfterSeconds)
  })

  return prepared(
    webhooks.createRule,
    Effect.fnUntraced(function* ({ payload }, { accountId }) {
      // It reads as much as a preview does. Whoever leaves posts out has to wait; otherwise only the notice is missing.
      const quota = yield* rate.take(accountId)
      if (quota?.admitted === false) {
        if (payload.sendExisting === false) return yield* tooManyPreviews(quota)
        return null
      }
      const found = yield* existing.of(payload)
      if (found.leaveOut !== null) yield* takeStorage(accountId, found.matches)
      return found
    }),
    ({ params, payload }, { accountId }, found) =>
      Effect.map(endpoints.createRule(accountId, params.endpoint_id, payload, found?.leaveOut), (data) => ({
        data,
        notices: [noticeOf(found), ...ruleNotices(payload, ruleLanguages)]
      }))
  )
})

const noticeOf = (found: ExistingMatches | null): string => {
  if (found === null)
    return "Heddle did not count how many posts match this rule now, as you created many rules within a minute."
  const { matches, isComplete, leaveOut } = found
  if (matches === 0 && isComplete) return "No post matches this rule now."
  const least = isComplete ? "" : "at least "
  const posts = `${least}${matches} ${matches === 1 ? "post matches" : "posts match"} this rule now`
  const credits = `${least}${matches * webhookEventPrice} credits`
  const text =
    leaveOut === null
      ? `${posts}; sending ${matches === 1 ? "it" : "them"} costs ${credits}.`
      : `${posts} and ${matches === 1 ? "is" : "are"} not sent; sending ${matches === 1 ? "it" : "them"} would cost ${credits}.`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

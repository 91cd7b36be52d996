/** Handlers for the settings of balance mails. */
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AlertSettings, type AlertPreferences, type AlertSettingsChange } from "../../credits/alerts/AlertSettings.ts"
import type { NoticesAnswer, NoticesInput } from "../../operator/NoticesApi.ts"
import { OperatorApi } from "../../operator/OperatorApi.ts"
import { respond } from "./Problems.ts"

const changeOf = ({ enabled, below_credits, below_percent }: typeof NoticesInput.Type): AlertSettingsChange => ({
  enabled,
  below:
    below_credits !== undefined
      ? { credits: below_credits }
      : below_percent !== undefined
        ? { percent: below_percent }
        : undefined
})

const answerOf = ({ enabled, belowCredits, belowPercent }: AlertPreferences): typeof NoticesAnswer.Type => ({
  enabled,
  below_credits: belowCredits,
  below_percent: belowPercent
})

export const NoticesLive = HttpApiBuilder.group(
  OperatorApi,
  "notices",
  Effect.fn(function* (handlers) {
    const settings = yield* AlertSettings
    return handlers.handleAll({
      read: ({ params }) => respond(settings.change(params.account_id, {}), answerOf),
      change: ({ params, payload }) => respond(settings.change(params.account_id, changeOf(payload)), answerOf)
    })
  })
)

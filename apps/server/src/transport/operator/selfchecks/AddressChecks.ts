/** Whether the public address leads here, and whether mail can leave. */
import { Effect, Option } from "effect"
import { FetchHttpClient, HttpClient, HttpClientResponse } from "effect/http"
import type { SelfCheck } from "../../../operator/StateApi.ts"
import { publicUrl, Settings } from "../../../runtime/Settings.ts"

const timeout = "5 seconds"

/** A reverse proxy may not be reachable from the machine behind it, so this is never more than a warning. */
const publicAddress = (url: string, isOwn: boolean) =>
  HttpClient.get(`${url.replace(/\/$/, "")}/healthz`).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.timeout(timeout),
    Effect.as<SelfCheck>({ name: "public address", state: "ok", text: `${url} answers` }),
    Effect.orElseSucceed((): SelfCheck => ({
      name: "public address",
      state: "warning",
      text: isOwn
        ? `${url} does not answer; is the server running?`
        : `${url} (HEDDLE_BASE_URL) does not answer from this machine; look at the reverse proxy`
    })),
    Effect.provide(FetchHttpClient.layer)
  )

const mail = (isSet: boolean): SelfCheck =>
  isSet
    ? { name: "mail", state: "ok", text: "goes through HEDDLE_SMTP_URL" }
    : {
        name: "mail",
        state: "warning",
        text: "is only written to the log; set HEDDLE_SMTP_URL so that customers get it"
      }

export const addressChecks = Effect.gen(function* () {
  const settings = yield* Settings
  const address = settings.roles.includes("api")
    ? [yield* publicAddress(publicUrl(settings), Option.isNone(settings.baseUrl))]
    : []
  return [...address, mail(Option.isSome(settings.smtpUrl))]
})

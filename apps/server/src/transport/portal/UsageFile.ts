/** The files that the portal offers: the filtered usage history as CSV, and the export of an account. */
import { Effect, Layer, Stream } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { UsageReports } from "../../credits/usage/UsageReports.ts"
import { exportOf } from "../../closure/DataExport.ts"
import { dayOf, isoDay, now } from "../../runtime/Time.ts"
import { html } from "../pages/Html.ts"
import { page } from "../pages/Page.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { seeOther, signedInRoute } from "../pages/PageRoutes.ts"
import { safeReturnTo, withReturnTo } from "../pages/ReturnTo.ts"
import { spreadsheetResponse } from "../rest/tables/TableResponse.ts"
import { givenRange } from "./UsageRange.ts"

const path = "/portal/usage.csv"
const ways = ["mcp", "rest", "webhook"] as const

const wrongFilter = (detail: string) => page({ title: "This file cannot be made", body: html`<p>${detail}</p>` }, 400)

export const UsageFile = Layer.unwrap(
  Effect.gen(function* () {
    const reports = yield* UsageReports

    const file = Effect.fnUntraced(
      function* ({ query }: PageRequest, { accountId }: SignedIn) {
        const given = (name: string) => query.get(name) ?? undefined
        const range = yield* givenRange({ from: given("from"), to: given("to") })
        const filter = {
          ...range,
          source: given("source"),
          apiType: given("apiType"),
          via: ways.find((way) => way === query.get("via")),
          requestId: given("requestId")
        }
        const entries = yield* reports.all(accountId, filter)
        return spreadsheetResponse({ entries, day: yield* now })
      },
      Effect.catchTag("InvalidParameter", ({ detail }) => Effect.succeed(wrongFilter(detail)))
    )

    const signInFirst = () =>
      Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) =>
        seeOther(withReturnTo("/sign-in", safeReturnTo(url)))
      )
    return signedInRoute("GET", path, file, signInFirst)
  })
)

/** `GET /portal/export`: everything about the account of the person who is signed in, as a file. */
const encoder = new TextEncoder()

const answer = Effect.fnUntraced(function* (_request: PageRequest, person: SignedIn) {
  const lines = yield* exportOf(person)
  return HttpServerResponse.stream(
    Stream.map(lines, (line) => encoder.encode(`${JSON.stringify(line)}\n`)),
    {
      contentType: "application/x-ndjson",
      headers: {
        "content-disposition": `attachment; filename="heddle-export-${isoDay(dayOf(yield* now))}.ndjson"`,
        "cache-control": "no-store"
      }
    }
  )
})

export const ExportRoute = signedInRoute("GET", "/portal/export", answer, () =>
  Effect.succeed(seeOther(withReturnTo("/sign-in", "/portal/account")))
)

/** `GET /portal/export`: everything about the account of the person who is signed in, as a file. */
import { Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Sessions } from "../../accounts/sign-in/Sessions.ts"
import { DataExport } from "../../leaving/DataExport.ts"
import { isoDay, now, dayOf } from "../../runtime/Time.ts"
import type { PageRequest } from "../pages/PageRequest.ts"
import { pageRoute, seeOther } from "../pages/PageRoutes.ts"
import { withReturnTo } from "../pages/ReturnTo.ts"

const encoder = new TextEncoder()

const answer = Effect.fnUntraced(function* ({ headers }: PageRequest) {
  const person = yield* (yield* Sessions).find(headers)
  if (Option.isNone(person)) return seeOther(withReturnTo("/sign-in", "/portal/account"))
  const lines = (yield* DataExport).of(person.value)
  return HttpServerResponse.stream(
    Stream.map(lines, (line) => encoder.encode(`${JSON.stringify(line)}\n`)),
    {
      contentType: "application/x-ndjson",
      headers: {
        "content-disposition": `attachment; filename="heddle-export-${isoDay(dayOf(yield* now))}.ndjson"`,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff"
      }
    }
  )
})

export const ExportRoute = pageRoute("GET", "/portal/export", answer)

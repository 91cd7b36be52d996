/** Times of the portal: RFC 3339 texts. */
import { invalidParameter, Rfc3339 } from "@heddle/api"
import { type PortalProblem } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import { problemOf } from "./Failures.ts"

export const instant = (date: Date): string => date.toISOString()
export const instantOrNull = (date: Date | null): string | null => (date === null ? null : instant(date))

export const dateOf = (path: string, text: string): Effect.Effect<Date, PortalProblem> =>
  Effect.mapError(Schema.decodeUnknownEffect(Rfc3339)(text), () =>
    problemOf(invalidParameter({ path, message: "must be a time such as 2026-11-22T09:00:00Z" }))
  )

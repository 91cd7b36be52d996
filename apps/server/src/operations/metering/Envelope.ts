/** Completes the envelope of an answer: its notices, of which there may be none, and its cost. */
import { type EnvelopeFields, Notices } from "@heddle/api"
import { Schema } from "effect"

const hasNotices = Schema.is(Schema.Struct({ notices: Notices }))

const noticesOf = (body: object): ReadonlyArray<string> => (hasNotices(body) ? body.notices : [])

export const enveloped = <Body extends object>(body: Body, cost: number): Body & EnvelopeFields => ({
  ...body,
  notices: noticesOf(body),
  credits_consumed: cost
})

/** Who calls, as the services for people know them, and whether they have proven it lately. */
import { PortalCaller, SignInAgain } from "@heddle/api/portal"
import { Effect, Schema } from "effect"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { SessionId, UserId } from "../../runtime/Ids.ts"
import { now } from "../../runtime/Time.ts"

/** For what could take an account away from its holder. */
const recentMillis = 15 * 60_000

const userIdOf = Schema.decodeUnknownSync(UserId)
const sessionIdOf = Schema.decodeUnknownSync(SessionId)

export const caller = Effect.map(PortalCaller, ({ accountId, userId, sessionId, email, signedInAt }): SignedIn => ({
  accountId,
  userId: userIdOf(userId),
  sessionId: sessionIdOf(sessionId),
  email,
  signedInAt
}))

/** The caller, who has signed in within the last 15 minutes. */
export const recentCaller = Effect.gen(function* () {
  const person = yield* caller
  if ((yield* now).getTime() - person.signedInAt.getTime() > recentMillis) return yield* new SignInAgain()
  return person
})

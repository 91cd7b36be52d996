/** Proves which person a page was made for: another person may be signed in when its form arrives. */
import { Effect } from "effect"
import type { SignedIn } from "../../accounts/sign-in/Sessions.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { contentOfToken, signedToken } from "../../runtime/SignedToken.ts"

export const tokenField = "token"

const contentOf = (purpose: string, { userId, accountId }: SignedIn): string =>
  ["form", purpose, userId, accountId].join("\n")

export const makeFormToken = Effect.map(Secrets, (secrets) => ({
  /** For a hidden field. */
  of: (purpose: string, person: SignedIn): string => signedToken(secrets, contentOf(purpose, person)),
  isOf: (form: URLSearchParams, purpose: string, person: SignedIn): boolean =>
    contentOfToken(secrets, form.get(tokenField) ?? "") === contentOf(purpose, person)
}))

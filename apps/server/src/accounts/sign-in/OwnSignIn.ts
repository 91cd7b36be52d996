/** A sign-in whose proof is checked by us: a passkey, or a password and a one-time code. No route leads to it. */
import { createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { Schema } from "effect"

const Body = Schema.toStandardSchemaV1(Schema.Struct({ userId: Schema.String }))

export const ownSignIn = {
  id: "own-sign-in",
  endpoints: {
    signInUser: createAuthEndpoint({ method: "POST", body: Body }, async (ctx) => {
      const { internalAdapter } = ctx.context
      const user = await internalAdapter.findUserById(ctx.body.userId)
      const session = user === null ? null : await internalAdapter.createSession(user.id)
      if (user === null || session === null) throw new Error(`There is no user ${ctx.body.userId} to sign in`)
      await setSessionCookie(ctx, { session, user })
      return {}
    })
  }
}

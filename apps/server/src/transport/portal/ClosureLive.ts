/** Closing the account. */
import { Conflict } from "@heddle/api"
import { Effect } from "effect"
import { Closure } from "../../leaving/Closure.ts"
import { demoEmail } from "../../runtime/DemoAccount.ts"
import { problemOf, respond } from "./Failures.ts"
import { recentCaller } from "./Person.ts"
import { invalid } from "./SignInFailures.ts"

export const closureHandlers = Effect.gen(function* () {
  const closure = yield* Closure
  return {
    "account.CloseAccount": Effect.fnUntraced(function* ({ email }: { readonly email: string }) {
      const person = yield* recentCaller
      if (person.email === demoEmail) {
        return yield* problemOf(
          new Conflict({ detail: "The demo account cannot be closed, because everyone who uses this demo shares it." })
        )
      }
      if (email.trim().toLowerCase() !== person.email) {
        return yield* invalid("email", `must be the address of this account, ${person.email}`)
      }
      yield* respond(closure.close(person.accountId, person.email))
    })
  }
})

/** `heddle accounts`: create accounts, give them plans and credits, make API keys. */
import { PlanName } from "@heddle/api"
import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { CommandFailed } from "../operator/CommandFailed.ts"
import { Operator } from "../operator/Operator.ts"
import { Credits, Email, KeyName } from "../operator/OperatorApi.ts"
import { planCommands } from "./billing.ts"
import { accountFlag as account, jsonFlag as json, print } from "./Flags.ts"
import { OperatorAccess } from "./OperatorAccess.ts"

const create = Command.make(
  "create",
  { email: Flag.String("email").pipe(Flag.withSchema(Email), Flag.withDescription("Address of the account")), json },
  Effect.fn(function* ({ email, json }) {
    const created = yield* (yield* Operator).createAccount(email)
    yield* print(json, created, `Created account ${created.id} for ${created.email}.`)
  })
).pipe(Command.withDescription("Create an account"))

const grant = Command.make(
  "grant",
  {
    account,
    plan: Flag.Literals("plan", PlanName.literals).pipe(
      Flag.withDescription("Plan for one month from now"),
      Flag.optional
    ),
    credits: Flag.Int("credits").pipe(
      Flag.withSchema(Credits),
      Flag.withDescription("Credits of their own, or instead of the plan's"),
      Flag.optional
    ),
    json
  },
  Effect.fn(function* ({ account, plan, credits, json }) {
    if (Option.isNone(plan) && Option.isNone(credits)) {
      return yield* new CommandFailed({ detail: "Give --plan, --credits, or both." })
    }
    const given = yield* (yield* Operator).grant(account, {
      ...(Option.isSome(plan) ? { plan: plan.value } : {}),
      ...(Option.isSome(credits) ? { credits: credits.value } : {})
    })
    yield* print(json, given, `Gave ${given.credits} credits (${given.kind}) until ${given.expires_at}.`)
  })
).pipe(Command.withDescription("Give an account a plan, credits, or a plan with that many credits"))

const key = Command.make(
  "key",
  {
    account,
    name: Flag.String("name").pipe(Flag.withSchema(KeyName), Flag.withDescription("Name of the key")),
    json
  },
  Effect.fn(function* ({ account, name, json }) {
    const created = yield* (yield* Operator).createKey(account, name)
    yield* print(json, created, `Key ${created.name} (${created.id}), shown only now:\n${created.key}`)
  })
).pipe(Command.withDescription("Make an API key"))

export const accounts = Command.make("accounts").pipe(
  Command.withDescription("Administer accounts"),
  Command.withSubcommands([create, grant, key, ...planCommands]),
  Command.provide(OperatorAccess)
)

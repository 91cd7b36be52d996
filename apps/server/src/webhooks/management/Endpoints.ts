/** Management of webhook endpoints and rules. Owns `webhook_endpoints` and `webhook_rules`. */
import {
  type AccountId,
  Conflict,
  type Endpoint,
  type EndpointChange,
  type EndpointId,
  type InvalidParameter,
  type NotFound,
  type RotatedEndpoint,
  type Rule,
  type RuleId,
  type RuleInput,
  secretOverlapHours
} from "@heddle/api"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { audit } from "../../accounts/audit/AuditLog.ts"
import { lockOpenAccount } from "../../accounts/customers/AccountClosing.ts"
import { atomically } from "../../database/client/Atomically.ts"
import { Ledger } from "../../credits/ledger/Ledger.ts"
import { Secrets } from "../../runtime/Secrets.ts"
import { Settings } from "../../runtime/Settings.ts"
import { now } from "../../runtime/Time.ts"
import { Destination } from "../delivery/Destination.ts"
import { Outbox } from "../delivery/Outbox.ts"
import { makeEndpointRecords, unknownEndpoint } from "./EndpointRecords.ts"
import { type EndpointOptions, makeEndpointSettings } from "./EndpointSettings.ts"
import { type LeaveOut, makeRuleChanges } from "./RuleChanges.ts"
import { makeSigningSecrets, newestFirst } from "../delivery/SigningSecrets.ts"

export interface EndpointAddress {
  readonly id: EndpointId
  readonly standardWebhooks: boolean
  readonly url: string
  /** Live secrets, newest first. */
  readonly secrets: ReadonlyArray<string>
}

export class Endpoints extends Context.Service<
  Endpoints,
  {
    list(accountId: AccountId): Effect.Effect<ReadonlyArray<Endpoint>>
    show(accountId: AccountId, endpointId: EndpointId): Effect.Effect<Endpoint, NotFound>
    create(
      accountId: AccountId,
      url: string,
      options?: EndpointOptions
    ): Effect.Effect<Endpoint, InvalidParameter | Conflict>
    /** Keeps the secret, the rules and what they sent. Attempts that have begun end at the address that they began with. */
    update(
      accountId: AccountId,
      endpointId: EndpointId,
      change: EndpointChange
    ): Effect.Effect<Endpoint, InvalidParameter | NotFound | Conflict>
    /** Gives the endpoint a new secret. The old one also signs for `overlapHours`, or for the default. */
    rotateSecret(
      accountId: AccountId,
      endpointId: EndpointId,
      overlapHours?: number
    ): Effect.Effect<RotatedEndpoint, NotFound | Conflict>
    /** Also deletes the endpoint's rules, cancels its unsent events and releases their credits. */
    remove(accountId: AccountId, endpointId: EndpointId): Effect.Effect<void, NotFound>
    /** The same for all endpoints of an account, within the caller's transaction and lock. */
    removeAllWithin(accountId: AccountId): Effect.Effect<void>
    /** `leaveOut` stores the posts that the rule does not send; without it, the rule sends all. */
    createRule(
      accountId: AccountId,
      endpointId: EndpointId,
      input: RuleInput,
      leaveOut?: LeaveOut | null
    ): Effect.Effect<Rule, InvalidParameter | NotFound | Conflict>
    /** Keeps the id and what was sent already. Takes effect in the next round, which checks the rule's whole window. */
    updateRule(
      accountId: AccountId,
      ruleId: RuleId,
      input: RuleInput
    ): Effect.Effect<Rule, InvalidParameter | NotFound | Conflict>
    removeRule(accountId: AccountId, ruleId: RuleId): Effect.Effect<void, NotFound>
    /** The URL to deliver to and the secrets to sign with. */
    address(accountId: AccountId, endpointId: EndpointId): Effect.Effect<EndpointAddress, NotFound>
  }
>()("@heddle/server/webhooks/management/Endpoints") {
  static readonly layer = Layer.effect(
    Endpoints,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const ledger = yield* Ledger
      const secrets = yield* Secrets
      const destination = yield* Destination
      const outbox = yield* Outbox
      const settings = yield* Settings
      const { maxEndpoints } = settings

      const records = makeEndpointRecords(sql, secrets)
      const signingSecrets = makeSigningSecrets(sql, secrets)

      const list = Effect.fn("Endpoints.list")(records.all, Effect.orDie)

      const show = Effect.fn("Endpoints.show")(function* (accountId: AccountId, endpointId: EndpointId) {
        const endpoint = yield* Effect.orDie(records.one(accountId, endpointId))
        return endpoint ?? (yield* unknownEndpoint(endpointId))
      })

      const lockOpen = (accountId: AccountId) =>
        Effect.catchTag(lockOpenAccount(sql, accountId), "UnknownAccount", () =>
          Effect.fail(new Conflict({ detail: "The account is closed." }))
        )

      const endpointSettings = makeEndpointSettings({
        sql,
        destination,
        records,
        signingSecrets,
        lockOpen,
        maxEndpoints
      })
      const create = Effect.fn("Endpoints.create")(endpointSettings.create, (effect) => atomically(sql, effect))
      const update = Effect.fn("Endpoints.update")(endpointSettings.update, (effect) => atomically(sql, effect))

      /** Within the transaction that creates or deletes rules of a locked account: notifies the rounds. */
      const rulesChange = (accountId: AccountId) =>
        sql`UPDATE webhook_rounds SET rules_version = gen_random_uuid() WHERE account_id = ${accountId}`

      const rotateSecret = Effect.fn("Endpoints.rotateSecret")(
        function* (accountId: AccountId, endpointId: EndpointId, overlapHours: number = secretOverlapHours.byDefault) {
          yield* ledger.lock(accountId)
          const rows = yield* sql`
            SELECT 1 FROM webhook_endpoints WHERE account_id = ${accountId} AND id = ${endpointId}`
          if (rows.length === 0) return yield* unknownEndpoint(endpointId)
          const endsAt = yield* signingSecrets.rotate(accountId, endpointId, overlapHours)
          yield* audit(sql, accountId, "endpoint.secret_rotated", { target: endpointId, details: { overlapHours } })
          return { ...(yield* records.known(accountId, endpointId)), previousSecretExpiresAt: endsAt.toISOString() }
        },
        (effect) => atomically(sql, effect)
      )

      const remove = Effect.fn("Endpoints.remove")(
        function* (accountId: AccountId, endpointId: EndpointId) {
          yield* ledger.lock(accountId)
          yield* outbox.cancel(accountId, { endpointId })
          yield* rulesChange(accountId)
          const [endpoint] = yield* sql<{ url: string }>`
            DELETE FROM webhook_endpoints WHERE account_id = ${accountId} AND id = ${endpointId} RETURNING url`
          if (endpoint === undefined) return yield* unknownEndpoint(endpointId)
          yield* audit(sql, accountId, "endpoint.deleted", { target: endpointId, details: { url: endpoint.url } })
        },
        (effect) => atomically(sql, effect)
      )

      const removeAllWithin = Effect.fn("Endpoints.removeAllWithin")(function* (accountId: AccountId) {
        const all = yield* sql<{ id: EndpointId }>`SELECT id FROM webhook_endpoints WHERE account_id = ${accountId}`
        yield* Effect.forEach(all, ({ id }) => outbox.cancel(accountId, { endpointId: id }), { discard: true })
        yield* rulesChange(accountId)
        yield* sql`DELETE FROM webhook_endpoints WHERE account_id = ${accountId}`
      }, Effect.orDie)

      const rules = makeRuleChanges({ sql, ledger, outbox, settings, lockOpen, rulesChange })
      const createRule = Effect.fn("Endpoints.createRule")(rules.create, (effect) => atomically(sql, effect))
      const updateRule = Effect.fn("Endpoints.updateRule")(rules.update, (effect) => atomically(sql, effect))
      const removeRule = Effect.fn("Endpoints.removeRule")(rules.remove, (effect) => atomically(sql, effect))

      const address = Effect.fn("Endpoints.address")(
        function* (accountId: AccountId, endpointId: EndpointId) {
          const rows = yield* sql<AddressRow>`
            SELECT e.id, e.url, e.standard_webhooks, s.sealed_secret FROM webhook_endpoints e
            JOIN webhook_secrets s ON s.account_id = e.account_id AND s.endpoint_id = e.id
            WHERE e.account_id = ${accountId} AND e.id = ${endpointId}
              AND (s.expires_at IS NULL OR s.expires_at > ${yield* now})
            ORDER BY ${newestFirst(sql)}`
          const [newest] = rows
          if (newest === undefined) return yield* unknownEndpoint(endpointId)
          return {
            id: newest.id,
            url: newest.url,
            standardWebhooks: newest.standardWebhooks,
            secrets: yield* Effect.forEach(rows, ({ sealedSecret }) => secrets.open(sealedSecret))
          }
        },
        (effect) => effect.pipe(Effect.catchTag("SqlError", Effect.die))
      )

      return Endpoints.of({
        list,
        show,
        create,
        update,
        rotateSecret,
        remove,
        removeAllWithin,
        createRule,
        updateRule,
        removeRule,
        address
      })
    })
  )
}

interface AddressRow extends Omit<EndpointAddress, "secrets"> {
  readonly sealedSecret: Uint8Array
}

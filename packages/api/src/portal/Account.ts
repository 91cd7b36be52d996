/** The person and their account: sign-in, sessions, notices, connected applications, audit log, export and closure. */
import { Schema } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { ConnectionId } from "../Ids.ts"
import { Count, Text } from "../Parameters.ts"
import { Instant, PortalProblem, PortalSession, SignInAgain } from "./PortalSession.ts"

export const Me = Schema.Struct({
  email: Schema.String,
  accountId: Schema.String,
  createdAt: Instant,
  hasPassword: Schema.Boolean,
  passkeys: Schema.Array(
    Schema.Struct({ id: Schema.String, name: Schema.String, createdAt: Instant, lastUsedAt: Schema.NullOr(Instant) })
  ),
  /** Whether one-time codes are asked for. */
  oneTimeCodes: Schema.Boolean,
  /** An address that still has to be confirmed; null without one. */
  pendingEmail: Schema.NullOr(Schema.String),
  /** Whether this is the demo account, which anybody with the link uses. */
  isDemo: Schema.Boolean
})
export type Me = typeof Me.Type

export const PortalSessionInfo = Schema.Struct({
  id: Schema.String,
  current: Schema.Boolean,
  createdAt: Instant,
  lastSeenAt: Instant,
  address: Schema.NullOr(Schema.String),
  userAgent: Schema.NullOr(Schema.String)
})

export const Notices = Schema.Struct({
  enabled: Schema.Boolean,
  below: Schema.Union([Schema.Struct({ credits: Count }), Schema.Struct({ percent: Count })])
})

/** What the audit log writes down. */
export const auditActions = [
  "key.created",
  "key.changed",
  "key.rotated",
  "key.deleted",
  "plan.bought",
  "plan.renewed",
  "plan.scheduled",
  "plan.cancelled",
  "plan.resumed",
  "top_up.bought",
  "credits.granted",
  "trial.started",
  "purchase.cancelled",
  "purchase.refunded",
  "purchase.disputed",
  "endpoint.created",
  "endpoint.updated",
  "endpoint.deleted",
  "endpoint.secret_rotated",
  "rule.created",
  "rule.updated",
  "rule.deleted",
  "recovery.started",
  "connection.added",
  "connection.removed",
  "password.changed",
  "email.changed",
  "passkey.added",
  "passkey.removed",
  "one_time_codes.on",
  "one_time_codes.off",
  "session.ended",
  "sessions.ended",
  "account.closed"
] as const
export type AuditAction = (typeof auditActions)[number]

export const AuditEntry = Schema.Struct({
  id: Schema.String,
  at: Instant,
  /** One of `auditActions`, such as `key.created`; the portal has a sentence for each. */
  action: Schema.String,
  /** A key may have any name: this tells it from a person. `service` is what was due at a certain time. */
  actorKind: Schema.Literals(["person", "key", "application", "operator", "payment provider", "service"]),
  /** The email address of a person, the name of a key or of an application, else the kind. */
  actor: Schema.String,
  /** What was changed: an id. */
  target: Schema.NullOr(Schema.String),
  /** What is worth knowing, such as a name; never a secret. */
  details: Schema.Record(Schema.String, Schema.Unknown)
})
export type AuditEntry = typeof AuditEntry.Type

export const ConnectedApplication = Schema.Struct({
  id: ConnectionId,
  application: Schema.String,
  redirectHost: Schema.String,
  connectedAt: Instant,
  lastUsedAt: Schema.NullOr(Instant)
})

const error = PortalProblem
const sensitive = Schema.Union([PortalProblem, SignInAgain])

export class AccountRpcs extends RpcGroup.make(
  Rpc.make("Me", { success: Me }),
  Rpc.make("ListConnections", { success: Schema.Array(ConnectedApplication) }),
  Rpc.make("Disconnect", { payload: { connectionId: ConnectionId }, error }),
  /** Sends a mail to the new address; it counts once its link is opened. */
  Rpc.make("ChangeEmail", { payload: { email: Schema.String }, error: sensitive }),
  /** Ends all other sessions. */
  Rpc.make("ChangePassword", { payload: { current: Schema.String, next: Schema.String }, error }),
  Rpc.make("ListSessions", { success: Schema.Array(PortalSessionInfo) }),
  Rpc.make("EndSession", { payload: { sessionId: Text }, error }),
  Rpc.make("EndOtherSessions", {}),
  /** A registration to be completed with `AddPasskey`: options of `navigator.credentials.create`, as JSON. */
  Rpc.make("StartPasskey", { success: Schema.Struct({ options: Schema.Unknown }), error: sensitive }),
  Rpc.make("AddPasskey", { payload: { name: Schema.String, response: Schema.Unknown }, error: sensitive }),
  Rpc.make("DeletePasskey", { payload: { passkeyId: Text }, error: sensitive }),
  /** The secret as an `otpauth:` address; codes are asked for once `ConfirmOneTimeCodes` has seen one. */
  Rpc.make("StartOneTimeCodes", {
    payload: { password: Schema.String },
    success: Schema.Struct({ uri: Schema.String, backupCodes: Schema.Array(Schema.String) }),
    error: sensitive
  }),
  Rpc.make("ConfirmOneTimeCodes", { payload: { code: Schema.String }, error }),
  Rpc.make("StopOneTimeCodes", { payload: { password: Schema.String }, error: sensitive }),
  Rpc.make("ShowNotices", { success: Notices }),
  Rpc.make("ChangeNotices", { payload: Notices, success: Notices, error }),
  Rpc.make("ListAudit", {
    payload: { cursor: Schema.optionalKey(Schema.String) },
    success: Schema.Struct({ entries: Schema.Array(AuditEntry), nextCursor: Schema.NullOr(Schema.String) }),
    error
  }),
  /** Ends the plan without a refund, deletes keys, endpoints and rules, and signs everybody out. The email address confirms it. */
  Rpc.make("CloseAccount", { payload: { email: Schema.String }, error: sensitive })
)
  .prefix("account.")
  .middleware(PortalSession) {}

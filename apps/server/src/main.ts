/** The composition root: the only file that knows every module. Each gives one layer and, if it has any, its tasks. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Layer } from "effect"
import { AccountsLayer, accountsSealed, accountsTasks, OAuthLayer, UsersLayer } from "./accounts/Accounts.ts"
import { BillingLayer, billingTasks } from "./billing/Billing.ts"
import { KeptRows, keptRowsTasks } from "./continuation/KeptRows.ts"
import { CreditsLayer, creditsTasks } from "./credits/Credits.ts"
import { indexTasks, UnfinishedIndexesLayer } from "./database/indexes/IndexChanges.ts"
import { vacuumTasks } from "./database/pglite/Vacuum.ts"
import * as Database from "./database/Database.ts"
import { QuerySqlClient } from "./database/client/QueryPool.ts"
import { ReplicaSqlClient } from "./database/client/Replicas.ts"
import { SessionsLayer } from "./database/client/Sessions.ts"
import { EmbeddingCheck, EmbeddingsLayer, embeddingsTasks } from "./embeddings/Embeddings.ts"
import { Idempotency, idempotencySealed, idempotencyTasks } from "./idempotency/Idempotency.ts"
import { Closure } from "./closure/Closure.ts"
import { LiveLayer } from "./live/Live.ts"
import { MailLayer, mailTasks } from "./mail/Mail.ts"
import { QueriesLayer } from "./operations/Handlers.ts"
import { Metering } from "./operations/metering/Metering.ts"
import { Readiness } from "./credits/ledger/Readiness.ts"
import { RateLimiter } from "./runtime/RateLimiter.ts"
import { RunningCalls } from "./operations/metering/RunningCalls.ts"
import { Digests } from "./runtime/Digests.ts"
import { EncryptionKeyCheck } from "./runtime/EncryptionKeyCheck.ts"
import { FailpointLayer } from "./runtime/Failpoint.ts"
import { KeyRotation } from "./runtime/KeyRotation.ts"
import { OutageLog } from "./runtime/Outage.ts"
import { ProcessLease, processLeaseTask } from "./runtime/ProcessLease.ts"
import { RunningServer } from "./runtime/RunningServer.ts"
import { Secrets } from "./runtime/Secrets.ts"
import { Settings } from "./runtime/Settings.ts"
import { sealedStoredKeys } from "./runtime/StoredKeys.ts"
import { supervise } from "./runtime/Supervisor.ts"
import { ConfiguredSources, SourcesLayer, sourcesTasks } from "./sources/Sources.ts"
import { StoreLayer, storeTasks } from "./store/Store.ts"
import { PageAccess } from "./transport/pages/PageAccess.ts"
import { WebhookQueriesLayer, WebhooksLayer, webhooksSealed, webhooksTasks } from "./webhooks/Webhooks.ts"

/** Replicas have no rows that an account has just written. */
const Queries = Layer.mergeAll(
  QueriesLayer.pipe(Layer.provide(ReplicaSqlClient)),
  WebhookQueriesLayer.pipe(Layer.provide(QuerySqlClient))
)

const Rotation = KeyRotation.layerOf([sealedStoredKeys, ...accountsSealed, ...webhooksSealed, ...idempotencySealed])

/** Everything the product can do, over a database and secrets that are already there. */
export const ServicesNoDeps = Layer.mergeAll(
  RateLimiter.layer,
  Metering.layer,
  Readiness.layer,
  Closure.layer,
  PageAccess.layer,
  SessionsLayer,
  UnfinishedIndexesLayer,
  Rotation
).pipe(
  Layer.provideMerge(Layer.mergeAll(Queries, WebhooksLayer)),
  Layer.provideMerge(RunningCalls.layer),
  Layer.provideMerge(Layer.mergeAll(Idempotency.layer, KeptRows.layer, EmbeddingsLayer)),
  Layer.provideMerge(Layer.mergeAll(BillingLayer, SourcesLayer)),
  Layer.provideMerge(Layer.mergeAll(CreditsLayer, UsersLayer, OAuthLayer)),
  Layer.provideMerge(Layer.mergeAll(AccountsLayer, StoreLayer, MailLayer, ProcessLease.layer, Digests.layer)),
  Layer.provideMerge(Settings.layer)
)

/** A process that lacks a key ends before it opens anything. */
export const Services = ServicesNoDeps.pipe(
  Layer.provide(EncryptionKeyCheck),
  Layer.provide(ProcessLease.layer),
  Layer.provideMerge(Secrets.layer)
)

/** What a database command needs: services on the database of a client, nothing listening. */
export const Idle = Services.pipe(Layer.provideMerge(Database.upToDate), Layer.provideMerge(NodeServices.layer))

const Background = supervise(
  Effect.all([
    accountsTasks,
    billingTasks,
    creditsTasks,
    embeddingsTasks,
    idempotencyTasks,
    indexTasks,
    keptRowsTasks,
    mailTasks,
    processLeaseTask,
    sourcesTasks,
    storeTasks,
    vacuumTasks,
    webhooksTasks
  ])
)

/** What listens is a third of the server, which the commands that need only its services do without. */
const Ports = Layer.unwrap(
  Effect.map(
    Effect.promise(() => import("./transport/Ports.ts")),
    // Calls and ingest in progress may take a while to end; until then, deliveries go on.
    ({ Ports, DrainFirst }) => DrainFirst.pipe(Layer.provide(Ports), Layer.provide(Background))
  )
)

/** The whole server, as far as its roles go. */
export const Server = Ports.pipe(
  Layer.provide(OutageLog),
  Layer.provide(EmbeddingCheck),
  Layer.provideMerge(RunningServer.layer),
  Layer.provideMerge(LiveLayer),
  // Apart from the services, because tests bring sources of their own.
  Layer.provideMerge(ConfiguredSources),
  Layer.provideMerge(Idle),
  Layer.provideMerge(FailpointLayer.pipe(Layer.provide(Settings.layer)))
)

/** The composition root: the only file that knows every layer. */
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { Accounts } from "./accounts/customers/Accounts.ts"
import { ApiKeys } from "./accounts/keys/ApiKeys.ts"
import { ApplyPayment } from "./billing/purchases/ApplyPayment.ts"
import { PaymentLoop } from "./billing/purchases/PaymentLoop.ts"
import { Payments } from "./billing/providers/Payments.ts"
import { Purchases } from "./billing/purchases/Purchases.ts"
import { Reconciliation } from "./billing/purchases/Reconciliation.ts"
import { Subscriptions } from "./billing/purchases/Subscriptions.ts"
import { Grants } from "./credits/ledger/Grants.ts"
import { Ledger } from "./credits/ledger/Ledger.ts"
import { LedgerAudit, LedgerAuditLoop } from "./credits/ledger/LedgerAudit.ts"
import { AlertLoop } from "./credits/alerts/AlertLoop.ts"
import { BalanceAlerts } from "./credits/alerts/BalanceAlerts.ts"
import { AlertSettings } from "./credits/alerts/AlertSettings.ts"
import { RecentRefusals } from "./credits/alerts/RecentRefusals.ts"
import { CallerStates } from "./credits/callers/CallerStates.ts"
import { UsageRecorder } from "./credits/usage/UsageRecorder.ts"
import { Usage } from "./credits/usage/Usage.ts"
import * as Database from "./database/Database.ts"
import { Idempotency } from "./idempotency/Idempotency.ts"
import { IdempotencyCleanup } from "./idempotency/IdempotencyCleanup.ts"
import { EncryptionKeyCheck } from "./runtime/EncryptionKeyCheck.ts"
import { LiveChain } from "./live/LiveChain.ts"
import { LiveWriteBack } from "./live/LiveWriteBack.ts"
import { LivePosts } from "./live/LivePosts.ts"
import { LiveReader } from "./live/LiveReader.ts"
import { LiveAuthors } from "./live/LiveAuthors.ts"
import { MailDelivery } from "./mail/MailDelivery.ts"
import { Mailer } from "./mail/Mailer.ts"
import { MailQueue } from "./mail/MailQueue.ts"
import { Metering } from "./operations/metering/Metering.ts"
import { RateLimiter } from "./operations/metering/RateLimiter.ts"
import { Operator } from "./operator/Operator.ts"
import { AuthorStore } from "./store/authors/AuthorStore.ts"
import { AuthorMaintenance, AuthorMaintenanceLoop } from "./store/retention/AuthorMaintenance.ts"
import { FollowerGrowth } from "./queries/leaderboards/FollowerGrowth.ts"
import { FollowerHistory } from "./queries/authors/FollowerHistory.ts"
import { Interactions } from "./queries/authors/Interactions.ts"
import { TopThreads } from "./queries/authors/TopThreads.ts"
import { AuthorProfiles } from "./queries/authors/AuthorProfiles.ts"
import { Chain } from "./queries/threads/Chain.ts"
import { CoolReplies } from "./queries/leaderboards/CoolReplies.ts"
import { HotPosts } from "./queries/leaderboards/HotPosts.ts"
import { KeywordTrend } from "./queries/trends/KeywordTrend.ts"
import { PostPartitions } from "./store/retention/PostPartitions.ts"
import { PostChangeFeed } from "./store/posts/PostChangeFeed.ts"
import { PostOrigins } from "./store/posts/PostOrigins.ts"
import { PostLikeGrowth } from "./queries/leaderboards/PostLikeGrowth.ts"
import { PostStore } from "./store/posts/PostStore.ts"
import { PostMaintenance, PostMaintenanceLoop } from "./store/retention/PostMaintenance.ts"
import { Search } from "./queries/search/Search.ts"
import { Ladders } from "./queries/statistics/Ladders.ts"
import { PowerHours } from "./queries/statistics/PowerHours.ts"
import { RunningServer } from "./runtime/RunningServer.ts"
import { Secrets } from "./runtime/Secrets.ts"
import { Settings } from "./runtime/Settings.ts"
import { Ingestion } from "./sources/ingestion/Ingestion.ts"
import { LiveIngestion } from "./sources/ingestion/LiveIngestion.ts"
import { SourceRunner } from "./sources/ingestion/SourceRunner.ts"
import { Sources } from "./sources/ingestion/Sources.ts"
import { listener } from "./transport/Listener.ts"
import { OperatorRoutes } from "./transport/operator/OperatorRoutes.ts"
import { RestRoutes } from "./transport/rest/RestRoutes.ts"
import { serve } from "./transport/Serving.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { Destination } from "./webhooks/delivery/Destination.ts"
import { Outbox } from "./webhooks/delivery/Outbox.ts"
import { Sender } from "./webhooks/delivery/Sender.ts"
import { TestDelivery } from "./webhooks/delivery/TestDelivery.ts"
import { Endpoints } from "./webhooks/management/Endpoints.ts"
import { Round } from "./webhooks/matching/Round.ts"
import { RoundLoop } from "./webhooks/matching/RoundLoop.ts"

/** Buying, over a payment provider that is already there. */
export const Billing = Reconciliation.layer.pipe(
  Layer.provideMerge(Purchases.layer),
  Layer.provideMerge(Layer.mergeAll(ApplyPayment.layer, Subscriptions.layer))
)

/** Everything the product can do, over a database and secrets that are already there. */
export const ServicesNoDeps = Layer.mergeAll(
  Search.layer,
  Chain.layer,
  CoolReplies.layer,
  PostLikeGrowth.layer,
  FollowerGrowth.layer,
  FollowerHistory.layer,
  Interactions.layer,
  TopThreads.layer,
  AuthorProfiles.layer,
  KeywordTrend.layer,
  HotPosts.layer,
  PowerHours.layer,
  Ladders.layer,
  TestDelivery.layer,
  Round.layer,
  BalanceAlerts.layer,
  LedgerAudit.layer,
  Operator.layerLocal,
  RateLimiter.layer,
  Metering.layer
).pipe(
  Layer.provideMerge(Usage.layer),
  Layer.provideMerge(Layer.mergeAll(UsageRecorder.layer, Idempotency.layer)),
  Layer.provideMerge(Layer.mergeAll(Endpoints.layer, Billing)),
  Layer.provideMerge(Layer.mergeAll(Outbox.layer, Payments)),
  Layer.provideMerge(
    Layer.mergeAll(
      CallerStates.layer,
      Ledger.layer,
      Grants.layer,
      Accounts.layer,
      ApiKeys.layer,
      PostChangeFeed.layer,
      Ingestion.layer,
      Sender.layer
    )
  ),
  Layer.provideMerge(Layer.mergeAll(MailQueue.layer, Mailer.layer, AlertSettings.layer, RecentRefusals.layer)),
  Layer.provideMerge(
    Layer.mergeAll(
      PostStore.layer,
      PostMaintenance.layer,
      AuthorStore.layer,
      AuthorMaintenance.layer,
      Destination.layer
    )
  ),
  Layer.provideMerge(PostPartitions.layer),
  Layer.provideMerge(Settings.layer)
)

/** What asks the network itself, over services and sources (`LiveSources`) that are already there. */
export const LiveServices = Layer.mergeAll(LivePosts.layer, LiveAuthors.layer, LiveChain.layer).pipe(
  Layer.provideMerge(LiveReader.layer),
  Layer.provideMerge(Layer.mergeAll(LiveWriteBack.layer, PostOrigins.layer))
)

export const Services = Layer.mergeAll(ServicesNoDeps, EncryptionKeyCheck).pipe(Layer.provideMerge(Secrets.layer))

/** What a database command needs: services on the configured database, nothing listening. */
export const Idle = Services.pipe(
  Layer.provideMerge(Database.migrated(Database.layer)),
  Layer.provideMerge(NodeServices.layer)
)

/** No call of the API takes longer to send; a slower client is cut off. */
const requestTimeoutMillis = 60_000

const PublicPort = Layer.unwrap(
  Effect.gen(function* () {
    const { port, host } = yield* Settings
    return serve(RestRoutes).pipe(Layer.provide(listener({ port, host, requestTimeoutMillis })))
  })
)

const OperatorPort = Layer.unwrap(
  Effect.gen(function* () {
    const { operatorPort, operatorHost, operatorToken } = yield* Settings
    if (Option.isNone(operatorToken) && !["127.0.0.1", "::1", "localhost"].includes(operatorHost)) {
      return yield* Effect.die(
        new Error(
          `HEDDLE_OPERATOR_HOST=${operatorHost} opens the operator port to others: set HEDDLE_OPERATOR_TOKEN as well.`
        )
      )
    }
    return serve(OperatorRoutes).pipe(
      Layer.provide(listener({ port: operatorPort, host: operatorHost, requestTimeoutMillis: 0 }))
    )
  })
)

/** The whole server. */
export const Server = Layer.mergeAll(
  PublicPort,
  OperatorPort,
  DeliveryWorker,
  RoundLoop,
  AlertLoop,
  MailDelivery,
  LedgerAuditLoop,
  IdempotencyCleanup,
  PostMaintenanceLoop,
  AuthorMaintenanceLoop,
  SourceRunner,
  LiveIngestion,
  PaymentLoop
).pipe(
  Layer.provideMerge(RunningServer.layer),
  Layer.provideMerge(LiveServices),
  Layer.provideMerge(Sources.layer),
  Layer.provideMerge(Idle)
)

/** The composition root: the only file that knows every layer. */
import { NodeServices } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { Accounts } from "./accounts/Accounts.ts"
import { ApiKeys } from "./accounts/ApiKeys.ts"
import { Crediting } from "./billing/Crediting.ts"
import { PaymentLoop } from "./billing/PaymentLoop.ts"
import { Payments } from "./billing/Payments.ts"
import { Purchases } from "./billing/Purchases.ts"
import { Reconciliation } from "./billing/Reconciliation.ts"
import { Subscriptions } from "./billing/Subscriptions.ts"
import { Grants } from "./credits/Grants.ts"
import { Ledger } from "./credits/Ledger.ts"
import { LedgerWatch, LedgerWatchLoop } from "./credits/LedgerWatch.ts"
import { NoticeLoop } from "./credits/notices/NoticeLoop.ts"
import { Notices } from "./credits/notices/Notices.ts"
import { NoticeSettings } from "./credits/notices/NoticeSettings.ts"
import { Refusals } from "./credits/notices/Refusals.ts"
import { Usage } from "./credits/Usage.ts"
import * as Database from "./database/Database.ts"
import { Idempotency } from "./idempotency/Idempotency.ts"
import { Sweeper } from "./idempotency/Sweeper.ts"
import { KeyCheck } from "./KeyCheck.ts"
import { LiveChain } from "./live/LiveChain.ts"
import { LiveFindings } from "./live/LiveFindings.ts"
import { LivePosts } from "./live/LivePosts.ts"
import { LiveReader } from "./live/LiveReader.ts"
import { LiveUsers } from "./live/LiveUsers.ts"
import { MailDelivery } from "./mail/MailDelivery.ts"
import { Mailer } from "./mail/Mailer.ts"
import { MailQueue } from "./mail/MailQueue.ts"
import { RateLimiter } from "./operations/RateLimiter.ts"
import { Operator } from "./operator/Operator.ts"
import { AuthorStore } from "./people/AuthorStore.ts"
import { AuthorUpkeep, AuthorUpkeepLoop } from "./people/AuthorUpkeep.ts"
import { FollowerGrowth } from "./people/FollowerGrowth.ts"
import { FollowerHistory } from "./people/FollowerHistory.ts"
import { Interactions } from "./people/Interactions.ts"
import { TopThreads } from "./people/TopThreads.ts"
import { Users } from "./people/Users.ts"
import { Chain } from "./posts/Chain.ts"
import { CoolReplies } from "./posts/CoolReplies.ts"
import { HotPosts } from "./posts/HotPosts.ts"
import { KeywordTrend } from "./posts/KeywordTrend.ts"
import { PostDays } from "./posts/PostDays.ts"
import { PostFeed } from "./posts/PostFeed.ts"
import { PostOrigins } from "./posts/PostOrigins.ts"
import { PostLikeGrowth } from "./posts/PostLikeGrowth.ts"
import { PostStore } from "./posts/PostStore.ts"
import { PostUpkeep, PostUpkeepLoop } from "./posts/PostUpkeep.ts"
import { Search } from "./posts/Search.ts"
import { Ladders } from "./rankings/Ladders.ts"
import { PowerHours } from "./rankings/PowerHours.ts"
import { RunningServer } from "./RunningServer.ts"
import { Secrets } from "./Secrets.ts"
import { Settings } from "./Settings.ts"
import { Ingestion } from "./sources/Ingestion.ts"
import { LiveIngestion } from "./sources/LiveIngestion.ts"
import { SourceRunner } from "./sources/SourceRunner.ts"
import { Sources } from "./sources/Sources.ts"
import { listener } from "./transport/Listener.ts"
import { OperatorRoutes } from "./transport/operator/OperatorRoutes.ts"
import { RestRoutes } from "./transport/rest/RestRoutes.ts"
import { serve } from "./transport/Serving.ts"
import { DeliveryWorker } from "./webhooks/delivery/DeliveryWorker.ts"
import { Destination } from "./webhooks/delivery/Destination.ts"
import { Outbox } from "./webhooks/delivery/Outbox.ts"
import { Sender } from "./webhooks/delivery/Sender.ts"
import { TestDelivery } from "./webhooks/delivery/TestDelivery.ts"
import { Endpoints } from "./webhooks/Endpoints.ts"
import { Round } from "./webhooks/rules/Round.ts"
import { RoundLoop } from "./webhooks/rules/RoundLoop.ts"

/** Buying, over a payment provider that is already there. */
export const Billing = Reconciliation.layer.pipe(
  Layer.provideMerge(Purchases.layer),
  Layer.provideMerge(Layer.mergeAll(Crediting.layer, Subscriptions.layer))
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
  Users.layer,
  KeywordTrend.layer,
  HotPosts.layer,
  PowerHours.layer,
  Ladders.layer,
  TestDelivery.layer,
  Round.layer,
  Notices.layer,
  LedgerWatch.layer,
  Operator.layerLocal,
  Idempotency.layer,
  RateLimiter.layer
).pipe(
  Layer.provideMerge(Usage.layer),
  Layer.provideMerge(Layer.mergeAll(Endpoints.layer, Billing)),
  Layer.provideMerge(Layer.mergeAll(Outbox.layer, Payments)),
  Layer.provideMerge(
    Layer.mergeAll(
      Ledger.layer,
      Grants.layer,
      Accounts.layer,
      ApiKeys.layer,
      PostFeed.layer,
      Ingestion.layer,
      Sender.layer
    )
  ),
  Layer.provideMerge(Layer.mergeAll(MailQueue.layer, Mailer.layer, NoticeSettings.layer, Refusals.layer)),
  Layer.provideMerge(
    Layer.mergeAll(PostStore.layer, PostUpkeep.layer, AuthorStore.layer, AuthorUpkeep.layer, Destination.layer)
  ),
  Layer.provideMerge(PostDays.layer),
  Layer.provideMerge(Settings.layer)
)

/** What asks the network itself, over services and sources (`LiveSources`) that are already there. */
export const LiveServices = Layer.mergeAll(LivePosts.layer, LiveUsers.layer, LiveChain.layer).pipe(
  Layer.provideMerge(LiveReader.layer),
  Layer.provideMerge(Layer.mergeAll(LiveFindings.layer, PostOrigins.layer))
)

export const Services = Layer.mergeAll(ServicesNoDeps, KeyCheck).pipe(Layer.provideMerge(Secrets.layer))

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
  NoticeLoop,
  MailDelivery,
  LedgerWatchLoop,
  Sweeper,
  PostUpkeepLoop,
  AuthorUpkeepLoop,
  SourceRunner,
  LiveIngestion,
  PaymentLoop
).pipe(
  Layer.provideMerge(RunningServer.layer),
  Layer.provideMerge(LiveServices),
  Layer.provideMerge(Sources.layer),
  Layer.provideMerge(Idle)
)

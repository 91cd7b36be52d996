/** The layer and background tasks of this folder. */
import { Effect, Layer } from "effect"
import { BreakerNotices } from "./delivery/BreakerNotices.ts"
import { deliveryTask } from "./delivery/DeliveryTask.ts"
import { DeliveryRetention, deliveryRetentionTask } from "./delivery/DeliveryRetention.ts"
import { Destination } from "./delivery/Destination.ts"
import { Outbox } from "./delivery/Outbox.ts"
import { Sender } from "./delivery/Sender.ts"
import { sealedSigningSecrets } from "./delivery/SigningSecrets.ts"
import { TestDelivery } from "./management/TestDelivery.ts"
import { Explanations } from "./explaining/Explanations.ts"
import { AttemptFeed } from "./listening/AttemptFeed.ts"
import { EventStreams } from "./listening/EventStreams.ts"
import { Activity } from "./log/Activity.ts"
import { DeliveryLog } from "./log/DeliveryLog.ts"
import { Endpoints } from "./management/Endpoints.ts"
import { SentPosts } from "./management/SentPosts.ts"
import { ExistingPosts } from "./matching/ExistingPosts.ts"
import { Round, roundTask } from "./matching/Round.ts"
import { RoundShards } from "./matching/RoundShards.ts"
import { RoundStatus } from "./matching/RoundStatus.ts"
import { Recoveries, recoveryTask } from "./resending/Recoveries.ts"
import { Resend } from "./resending/Resend.ts"

export const webhooksTasks = Effect.all([roundTask, deliveryTask, deliveryRetentionTask, recoveryTask])

export const webhooksSealed = [sealedSigningSecrets]

/** Only reads, on behalf of customers. */
export const WebhookQueriesLayer = Layer.mergeAll(
  Activity.layer,
  DeliveryLog.layer,
  Explanations.layer,
  SentPosts.layer
)

export const WebhooksLayer = Layer.mergeAll(
  TestDelivery.layer,
  Round.layer,
  DeliveryRetention.layer,
  Resend.layer,
  Recoveries.layer,
  AttemptFeed.layer,
  EventStreams.layer,
  RoundStatus.layer,
  ExistingPosts.layer
).pipe(
  Layer.provideMerge(RoundShards.layer),
  Layer.provideMerge(Endpoints.layer),
  Layer.provideMerge(Layer.mergeAll(Outbox.layer.pipe(Layer.provide(BreakerNotices.layer)), Sender.layer)),
  Layer.provideMerge(Destination.layer)
)

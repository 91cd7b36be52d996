export type { FailureCode } from "./core/FailureCodes.ts"
export type { DedupeBy } from "./core/EventKey.ts"
export type { EventContext, EventHandler, HandlerContext, HeldClaim } from "./core/Handler.ts"
export type { HeaderSource } from "./core/Headers.ts"
export type { Hooks, Timing } from "./core/Hooks.ts"
export type { KeyConflict } from "./core/KeyConflict.ts"
export type { BodyReader, IncomingRequest } from "./core/ReadBody.ts"
export { createReceiver, type Receiver, type ReceiverOptions } from "./core/Receiver.ts"
export { type ConfigProblem, ReceiverConfigError } from "./core/ReceiverConfigError.ts"
export { ReceiverError } from "./core/ReceiverError.ts"
export type { Reply, ReplyCode } from "./core/Reply.ts"
export type { VerifierOptions } from "./core/Verifier.ts"
export { type Verified, verify, type VerifyInput } from "./core/Verify.ts"
export {
  isKeyword,
  isTest,
  isTrending,
  type KeywordEvent,
  type KeywordRule,
  type Post,
  type TestEvent,
  type TestRule,
  type TrendingEvent,
  type TrendingRule,
  type User,
  type WebhookEvent
} from "./core/WebhookEvent.ts"
export type { Claim, IdempotencyStore } from "./stores/IdempotencyStore.ts"
export { MemoryStore, type MemoryStoreOptions } from "./stores/MemoryStore.ts"

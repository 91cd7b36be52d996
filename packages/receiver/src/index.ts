export type { BodyReader, IncomingRequest } from "./core/Body.ts"
export type { DedupeBy, EventContext, EventHandler, HandlerContext, HeldClaim } from "./core/Context.ts"
export { type ConfigProblem, type FailureCode, ReceiverConfigError, ReceiverError } from "./core/Errors.ts"
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
} from "./core/Event.ts"
export { attemptHeader, type HeaderSource, idempotencyHeader, signatureHeader } from "./core/Header.ts"
export type { Hooks, Timing } from "./core/Hooks.ts"
export type { Handles, Reply, ReplyCode } from "./core/Reply.ts"
export type { MappedRule, RuleMap, RuleMapOption } from "./core/RuleMap.ts"
export type { Secrets } from "./core/Secrets.ts"
export type { Claim, IdempotencyStore } from "./core/Store.ts"
export { type Verified, type VerifierOptions, verify, type VerifyInput } from "./core/Verify.ts"
export { createReceiver, type Receiver, type ReceiverOptions } from "./Receiver.ts"
export { memoryStore, type MemoryStore, type MemoryStoreOptions } from "./stores/MemoryStore.ts"

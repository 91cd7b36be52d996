/**
 * A client for Heddle's API. It needs only what browsers and servers have in common: `fetch`, `AbortSignal`, streams
 * and `crypto.getRandomValues`.
 */
export { type FieldError, HeddleError, HeddleNetworkError } from "./Errors.ts"
export type * from "./generated.ts"
export { operations } from "./generated.ts"
export { Heddle, type PagesOptions } from "./Heddle.ts"
export type { Operation } from "./Operation.ts"
export type { CallOptions, HeddleOptions } from "./Options.ts"
export type { ServerSentEvent } from "./ServerSentEvents.ts"

/**
 * The ids and fields that a command checks before it calls anything, without the operations: those take longer to load
 * than most commands run.
 */
export * from "./Deliveries.ts"
export { secretOverlapHours } from "./Endpoints.ts"
export * from "./Ids.ts"
export * from "./Languages.ts"
export { Rfc3339, Text as StorableText } from "./Parameters.ts"
export * from "./Plans.ts"
export * from "./Version.ts"

export { bestEffortKvStore, type BestEffortKvStoreOptions, type KvNamespace } from "./BestEffortKvStore.ts"
export { durableObjectStore, type DurableObjectStoreOptions, type ObjectNamespace } from "./DurableObjectStore.ts"
export { IdempotencyObject, type ObjectState } from "./IdempotencyObject.ts"

export { make, type SqlStore } from "./SqlStore.ts"

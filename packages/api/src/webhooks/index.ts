/** What the API accepts for endpoints and rules, and what it calls the same: shared by the server and `heddle-rules`. */
export { isAddress, isLocalhost, isPermitted, refusalOf } from "./Addresses.ts"
export { canonicalUrl } from "./EndpointUrl.ts"
export { canonicalRule } from "./CanonicalRule.ts"

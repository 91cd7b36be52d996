export { expire, postdate, replay, rotate, tamperBody, tamperSignature, wrongSecret } from "./Attacks.ts"
export type { LambdaOptions } from "./LambdaEvents.ts"
export { sampleEvent, sampleTestEvent, sampleTrendingEvent } from "./SampleEvent.ts"
export { SignedRequest, signRequest, type SignRequestInput } from "./SignedRequest.ts"

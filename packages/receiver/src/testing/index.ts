export { replayWithKey, signExpired, tamperBody, tamperSignature, withHeader } from "./Attacks.ts"
export { sampleEvent, sampleTestEvent, sampleTrendingEvent } from "./SampleEvent.ts"
export { signEvent, type SignedRequest, type SignEventInput, toRequest } from "./SignEvent.ts"

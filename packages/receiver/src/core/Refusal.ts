import { type SignatureFailureCode, signatureFailures } from "./FailureCodes.ts"
import { ReceiverError } from "./ReceiverError.ts"

/**
 * For what a stranger can provoke: without a stack trace, which would tell nothing of a request and costs a fifth of
 * hashing 20 KB. A limit that cannot be written (frozen intrinsics) stays as it is.
 */
export function refusal(code: SignatureFailureCode, message: string): ReceiverError {
  const limit = Error.stackTraceLimit
  Reflect.set(Error, "stackTraceLimit", 0)
  try {
    return new ReceiverError(code, signatureFailures[code], message)
  } finally {
    Reflect.set(Error, "stackTraceLimit", limit)
  }
}

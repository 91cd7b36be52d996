import { type FailureCode, failureCodes } from "./FailureCodes.ts"
import { type Details, ReceiverError } from "./ReceiverError.ts"

export const failure = (code: FailureCode, message: string, details?: Details): ReceiverError =>
  new ReceiverError(code, failureCodes[code], message, details)

/** The failure of a change for its form. The same one for the same error: a new one would show errors again that were corrected. */
import { useMemo } from "react"
import { type Failure, failureOf } from "./Failure.ts"

export const useFailure = (error: unknown): Failure | undefined =>
  useMemo(() => (error === null || error === undefined ? undefined : failureOf(error)), [error])

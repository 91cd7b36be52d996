export type ConfigProblem = "missing_secret" | "weak_secret" | "invalid_option" | "unsupported_runtime"

/** Thrown while a receiver is being made: better no start than a receiver that accepts forged events. */
export class ReceiverConfigError extends Error {
  override readonly name = "ReceiverConfigError"
  readonly code: ConfigProblem

  constructor(code: ConfigProblem, message: string) {
    super(message)
    this.code = code
  }
}

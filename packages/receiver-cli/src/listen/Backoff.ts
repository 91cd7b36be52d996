/** Grows from `firstMs` by two to `maxMs`, with up to a quarter added at random. */
export const backoffMs = (attempt: number, firstMs: number, maxMs: number): number =>
  Math.min(maxMs, firstMs * 2 ** attempt) * (1 + Math.random() / 4)

/** Ends early, without an error, when the signal aborts. */
export const pause = (millis: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const done = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", done)
      resolve()
    }
    const timer = setTimeout(done, millis)
    signal.addEventListener("abort", done)
  })

const preloading = (parameters: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const preload = new URL("./SkewedClock.mjs", import.meta.url)
  preload.search = new URLSearchParams(parameters).toString()
  return { NODE_OPTIONS: `--import=${preload.href}` }
}

/** Settings for a process whose clock goes wrong by so many milliseconds. */
export const skewedClock = (millis: number) => preloading({ millis: String(millis) })

const signal = "SIGUSR2"

/** Settings for a process whose clock `jump` moves on by so many milliseconds. */
export const jumpingClock = (millis: number) => preloading({ millis: String(millis), signal })

/** The process takes note of it at the next turn of its event loop. */
export const jump = (pid: number): void => void process.kill(pid, signal)

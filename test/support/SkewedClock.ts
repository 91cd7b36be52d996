/** Settings for a process whose clock goes wrong by so many milliseconds. */
export const skewedClock = (millis: number): Readonly<Record<string, string>> => {
  const preload = new URL("./SkewedClock.mjs", import.meta.url)
  preload.searchParams.set("millis", String(millis))
  return { NODE_OPTIONS: `--import=${preload.href}` }
}

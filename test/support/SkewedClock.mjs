/**
 * Preloaded into a server, whose clock then goes wrong by the milliseconds in the address of this file: from the start,
 * or with each signal that the address names. Timers run normally.
 */
const parameters = new URL(import.meta.url).searchParams
const millis = Number(parameters.get("millis"))
const signal = parameters.get("signal")

let skew = signal === null ? millis : 0
if (signal !== null) {
  process.on(signal, () => {
    skew += millis
  })
}

const RealDate = Date
const now = RealDate.now

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now() + skew] : args, self),
  apply: () => new RealDate(now() + skew).toString()
})
RealDate.now = () => now() + skew

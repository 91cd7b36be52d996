/**
 * Preloaded into a server, whose clock then goes wrong by the milliseconds in the address of this file. Timers run
 * normally.
 */
const skew = Number(new URL(import.meta.url).searchParams.get("millis"))

const RealDate = Date
const now = RealDate.now

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now() + skew] : args, self),
  apply: () => new RealDate(now() + skew).toString()
})
RealDate.now = () => now() + skew

/**
 * Preloaded into a server: its clock stands at the time in the address of this file. So every run happens at the same
 * moment of the same day, and no answer depends on when it is asked for. Timers run as ever.
 */
const now = Number(new URL(import.meta.url).searchParams.get("now"))

const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now] : args, self),
  apply: () => new RealDate(now).toString()
})
RealDate.now = () => now

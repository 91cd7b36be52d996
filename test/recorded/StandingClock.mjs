/**
 * Preloaded into a server, whose clock then stands still at the time in the address of this file. Every run happens at
 * the same moment of the same day, so no answer depends on when the test runs. Timers run normally.
 */
const now = Number(new URL(import.meta.url).searchParams.get("now"))

const RealDate = Date

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now] : args, self),
  apply: () => new RealDate(now).toString()
})
RealDate.now = () => now

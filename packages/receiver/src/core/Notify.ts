import { functionOption } from "./Options.ts"

/** A hook that throws, or rejects later, must neither change the answer nor bring the process down. */
export function notifier<Arguments extends ReadonlyArray<unknown>>(
  name: string,
  hook: ((...parameters: Arguments) => unknown) | undefined
): (...parameters: Arguments) => void {
  if (hook === undefined) return () => {}
  const checked = functionOption(name, hook)
  return (...parameters) => {
    const call = async () => checked(...parameters)
    call().catch(() => {})
  }
}

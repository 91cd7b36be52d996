import type { LogLevel, RolldownLog } from "rolldown"

/** What a bundler only warns of, such as a module that it cannot find, a program lacks later. */
export const failOnWarning = (level: LogLevel, { message }: RolldownLog): void => {
  if (level === "warn") throw new Error(message)
}

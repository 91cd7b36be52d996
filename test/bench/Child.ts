/** A program of a benchmark in a process of its own, which answers one message at a time. */
import { Effect } from "effect"
import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

export interface Child<Request, Reply> {
  readonly pid: number
  readonly ask: (request: Request) => Promise<Reply>
}

/** `file` is a path from this folder. */
export const startChild = <Request extends object, Reply>(
  file: string,
  isReply: (value: unknown) => value is Reply,
  argument = "{}"
) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => fork(fileURLToPath(new URL(file, import.meta.url)), [argument], { stdio: "inherit" })),
      (child) =>
        Effect.promise(async () => {
          if (child.exitCode !== null) return
          child.disconnect()
          await once(child, "exit")
        })
    ),
    (child): Child<Request, Reply> => ({
      pid: child.pid ?? 0,
      ask: (request) =>
        new Promise((resolve, reject) => {
          const end = (finish: () => void) => {
            child.off("exit", died)
            child.off("message", received)
            finish()
          }
          const died = () => end(() => reject(new Error(`${file} died`)))
          const received = (value: unknown) =>
            end(() => (isReply(value) ? resolve(value) : reject(new Error(`${file}: ${JSON.stringify(value)}`))))
          child.once("exit", died)
          child.once("message", received)
          child.send(request)
        })
    })
  )

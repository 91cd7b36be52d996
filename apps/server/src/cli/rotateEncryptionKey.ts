/** `heddle rotate-encryption-key`: encrypts all stored secrets with the first key, in steps of about two seconds. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { OperatorClient } from "../operator/OperatorClient.ts"
import { CommandFailed } from "./CommandFailed.ts"
import { OperatorAccess } from "./OperatorAccess.ts"
import { countText, withProgress } from "./Progress.ts"
import { explained } from "./AccountFlags.ts"

/** Until nothing is left, or nothing of it can be opened. */
const rotateAll = withProgress(
  "rotate-encryption-key",
  Effect.fnUntraced(function* ({ show }) {
    const { state } = yield* OperatorClient
    let total = 0
    while (true) {
      const { resealed, left, processes } = yield* state.rotateEncryptionKey()
      total += resealed
      const done = total
      if (left === 0 || resealed === 0) return { total, left, processes }
      yield* show({ done, total: done + left, detail: () => `${countText(done)} secrets` })
    }
  })
)

/** Leaves the operator client open, so that tests can provide their own. */
export const rotateEncryptionKeyCommand = Command.make("rotate-encryption-key", {}, () =>
  Effect.gen(function* () {
    const { total, left, processes } = yield* rotateAll
    yield* Console.log(`rotate-encryption-key: ${total} secrets encrypted with the first key, ${left} left`)
    if (left > 0) {
      return yield* new CommandFailed({
        detail: `${left} secrets cannot be opened or were in use. Run this again; if it does not help, keep all keys and look at the server's log.`
      })
    }
    if (processes > 0) {
      return yield* new CommandFailed({
        detail: `Keep all keys: ${processes} running processes still encrypt with another one. Give every process this first key, restart them and run this again.`
      })
    }
    yield* Console.log("The other keys are no longer needed. Keep them as long as you keep backups from before.")
  })
).pipe(
  explained("Encrypt all stored secrets with the first of the encryption keys", {
    "heddle rotate-encryption-key": "After a new key became the first one, while the servers run"
  })
)

export const rotateEncryptionKey = rotateEncryptionKeyCommand.pipe(Command.provide(OperatorAccess))

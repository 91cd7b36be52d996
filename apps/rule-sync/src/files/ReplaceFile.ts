/** Replaces a file as a whole, so that an interruption leaves one of the two texts. */
import { Effect, FileSystem } from "effect"

export const replaceFile = (path: string, text: string) =>
  Effect.scoped(
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const written = `${path}.new`
      const file = yield* files.open(written, { flag: "w" })
      yield* file.writeAll(new TextEncoder().encode(text))
      yield* file.sync
      yield* files.rename(written, path)
    })
  )

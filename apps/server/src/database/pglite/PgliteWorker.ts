/**
 * The worker thread of PGlite, which keeps a slow statement from blocking the server. SQL errors are part of the
 * protocol; an exception means that PGlite itself is broken, and ends the thread.
 *
 * Does not import Effect, which would take longer than everything else before the first statement.
 */
import { PGlite } from "@electric-sql/pglite"
import { vector } from "@electric-sql/pglite-pgvector"
import { openAsBlob } from "node:fs"
import { setFlagsFromString } from "node:v8"
import { parentPort, workerData } from "node:worker_threads"
import { compilerFlags } from "./CompilerFlags.ts"
import { boundedMemory } from "./PgliteMemory.ts"
import type { FromPglite, PgliteStorage, ToPglite } from "./PgliteMessages.ts"

/** The approximate size of the parts of an answer: few messages, and no long copies. */
const partBytes = 256 * 1024

const storage: PgliteStorage = workerData

const open = async (): Promise<PGlite> => {
  for (const flag of compilerFlags) setFlagsFromString(flag)
  // The extension is always there: a database that has used it once cannot be read without its files.
  const options = { ...boundedMemory, extensions: { vector } }
  if ("folder" in storage) return PGlite.create({ ...options, dataDir: storage.folder })
  return PGlite.create(
    storage.dump === undefined ? options : { ...options, loadDataDir: await openAsBlob(storage.dump) }
  )
}

const send = (message: FromPglite, transfer: ReadonlyArray<ArrayBuffer> = []) =>
  parentPort?.postMessage(message, transfer)

const concat = (pieces: ReadonlyArray<Uint8Array>, length: number) => {
  const data = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    data.set(piece, at)
    at += piece.length
  }
  return data
}

const exchange = async (db: PGlite, packet: Uint8Array) => {
  let pieces: Array<Uint8Array> = []
  let length = 0
  const take = () => {
    const data = concat(pieces, length)
    pieces = []
    length = 0
    return data
  }
  await db.execProtocolRawStream(packet, {
    onRawData: (view) => {
      // Copied: a view into WASM memory, which the next message overwrites.
      pieces.push(view.slice())
      length += view.length
      if (length < partBytes) return
      const data = take()
      send({ _tag: "Output", data }, [data.buffer])
    }
  })
  const data = take()
  send({ _tag: "Done", data }, [data.buffer])
}

const serve = (db: PGlite) => {
  // PGlite swallows the exception of a PANIC, such as a full disk, and would hang.
  db.Module.onAbort = () => {
    send({ _tag: "Aborted" })
    process.exit(1)
  }
  parentPort?.on("message", (message: ToPglite) => {
    // Rejections are deliberately not handled: they end the thread.
    if (message._tag === "Exchange") void exchange(db, message.packet)
    else void db.close().then(() => parentPort?.close())
  })
  send({ _tag: "Opened" })
}

open().then(serve, (cause: unknown) => {
  send({ _tag: "NotOpened", reason: cause instanceof Error ? cause.message : String(cause) })
  parentPort?.close()
})

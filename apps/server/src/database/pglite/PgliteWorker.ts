/**
 * The thread that PGlite computes in, so that a slow statement holds up nobody who needs no database. SQL errors are
 * part of the protocol; whatever is thrown means that PGlite itself is broken, and ends the thread.
 *
 * Without Effect, whose import would take longer than everything else that happens before the first statement.
 */
import { PGlite } from "@electric-sql/pglite"
import { openAsBlob } from "node:fs"
import { parentPort, workerData } from "node:worker_threads"
import type { FromPglite, PgliteStorage, ToPglite } from "./PgliteMessages.ts"

/** An answer is sent in parts of about this size: few messages, and no long copies. */
const partBytes = 256 * 1024

const storage: PgliteStorage = workerData

const open = async (): Promise<PGlite> => {
  if ("folder" in storage) return PGlite.create({ dataDir: storage.folder })
  return PGlite.create(storage.dump === undefined ? {} : { loadDataDir: await openAsBlob(storage.dump) })
}

const send = (message: FromPglite, transfer: ReadonlyArray<ArrayBuffer> = []) =>
  parentPort?.postMessage(message, transfer)

const joined = (pieces: ReadonlyArray<Uint8Array>, length: number) => {
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
    const data = joined(pieces, length)
    pieces = []
    length = 0
    return data
  }
  await db.execProtocolRawStream(packet, {
    onRawData: (view) => {
      // A view into WASM memory that the next message overwrites.
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
  // PGlite swallows the exception of a PANIC (a full disk is enough) and would hang for ever.
  db.Module.onAbort = () => {
    send({ _tag: "Aborted" })
    process.exit(1)
  }
  parentPort?.on("message", (message: ToPglite) => {
    // A rejection is not handled, on purpose: it ends the thread.
    if (message._tag === "Exchange") void exchange(db, message.packet)
    else void db.close().then(() => parentPort?.close())
  })
  send({ _tag: "Opened" })
}

open().then(serve, (cause: unknown) => {
  send({ _tag: "NotOpened", reason: cause instanceof Error ? cause.message : String(cause) })
  parentPort?.close()
})

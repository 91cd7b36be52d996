import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { messageOf, type Terminal, UsageError } from "../Terminal.ts"
import type { Exchange } from "../forward/Exchange.ts"

/** Gives the path of the file, or null when nothing is kept. */
export type SaveRefused = (exchange: Exchange) => Promise<string | null>

/** Keeps requests in the form that `verify` reads. */
export async function saveRefusedTo(folder: string | null, { err }: Terminal): Promise<SaveRefused> {
  if (folder === null) return async () => null
  try {
    await mkdir(folder, { recursive: true })
  } catch (error) {
    throw new UsageError(`--save cannot use the folder: ${messageOf(error)}`)
  }
  let count = 0
  return async (exchange) => {
    const body = await exchange.body()
    if (body === null) return null
    count += 1
    const receivedAt = new Date().toISOString()
    const path = join(folder, `refused-${receivedAt.replace(/[^0-9TZ]/g, "")}-${count}.json`)
    const bodyBase64 = Buffer.from(body).toString("base64")
    try {
      await writeFile(path, JSON.stringify({ receivedAt, headers: exchange.headers, bodyBase64 }, null, 2))
      return path
    } catch (error) {
      err(`heddle-receiver: the request cannot be kept: ${messageOf(error)}`)
      return null
    }
  }
}

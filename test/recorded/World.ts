/** A running server whose clock stands still, with a webhook receiver. */
import { Effect } from "effect"
import { freePort } from "../support/FreePort.ts"
import { choosePlace, type HeddleProcess, type Place, startHeddle } from "../support/HeddleProcess.ts"
import { makePlaceholders, type Placeholders } from "./Placeholders.ts"
import type { Receiver } from "./Receiver.ts"
import { standingClock } from "./StandingClock.ts"
import type { Stored } from "./Storages.ts"

export interface World {
  readonly server: () => HeddleProcess
  readonly place: Place
  readonly placeholders: Placeholders
  readonly receiver: Receiver
  /** Stops the server and starts it again, a minute later by its clock. */
  restart(): Promise<void>
  end(): Promise<void>
}

/** The rows in `before/` were made with it. */
const encryptionKey = Buffer.alloc(32, 5).toString("base64")

const startWorld = async ({ dataDir, env }: Stored, receiver: Receiver, seconds: number): Promise<World> => {
  const place = await choosePlace(dataDir, {
    ...standingClock(seconds),
    HEDDLE_ENCRYPTION_KEY: encryptionKey,
    HEDDLE_RATE_LIMIT: "5000",
    HEDDLE_WEBHOOK_TEST_LIMIT: "0",
    // Rounds run at the start of the server, and then no more.
    HEDDLE_ROUND_INTERVAL: "2 hours",
    ...env
  })
  const placeholders = makePlaceholders()
  let server = await startHeddle(place)
  placeholders.add("receiver", receiver.url)
  placeholders.add("closed", `http://127.0.0.1:${await freePort()}`)
  placeholders.add("base", server.baseUrl)
  return {
    server: () => server,
    place,
    placeholders,
    receiver,
    restart: async () => {
      await server.stop()
      server = await startHeddle({ ...place, env: { ...place.env, ...standingClock(seconds + 60) } })
    },
    end: async () => {
      await server.stop()
      await receiver.close()
    }
  }
}

/** Until the scope closes. */
export const openWorld = (stored: Stored, receiver: Receiver, seconds: number) =>
  Effect.acquireRelease(
    Effect.promise(() => startWorld(stored, receiver, seconds)),
    (world) => Effect.promise(() => world.end())
  )

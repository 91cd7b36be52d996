import type { Receiver } from "@heddle/receiver"
import type { Running } from "../../../../test/support/LocalServer.ts"
import type { Optional } from "../../../../test/support/Optional.ts"

/** A framework's own server on a real socket, with a receiver at the suite's `path`. */
export interface Framework {
  readonly name: string
  /** Port 0 takes any. */
  readonly start: (receiver: Receiver, port: number) => Promise<Running>
  /** A gateway in front of it passes whole requests only. */
  readonly buffered?: boolean
  /** A gateway in front of it passes only the last of repeated headers. */
  readonly lastHeaderOnly?: boolean
  /** What it runs on, if `npm ci` does not bring it. */
  readonly needs?: Optional<unknown>
  /** Where its receiver stands, if it cannot at the suite's usual path. */
  readonly path?: string
}

export const isInstalled = ({ needs }: Framework): boolean => needs === undefined || needs.isThere

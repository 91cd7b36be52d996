/**
 * better-auth works with promises. What it calls of ours, such as the database adapter and the sender of mails, runs
 * with the Effect services of the call it belongs to, and so in the transaction that surrounds the call.
 */
import { Context, Effect } from "effect"
import { AsyncLocalStorage } from "node:async_hooks"
import type { UserId } from "../../runtime/Ids.ts"

/** The header by which our own code tells better-auth the address of the client. */
export const clientAddressHeader = "x-heddle-client-address"

/** Below it is the one route of better-auth that is served. */
export const authPath = "/sign-in"

interface Call {
  readonly services: Context.Context<never>
  /** A password and its hash, computed or compared before the call: it takes long, and a transaction holds a connection. */
  readonly hashed?: HashedPassword | undefined
  /** The path that the person wanted to see. */
  readonly returnTo?: string | undefined
  /** A sign-in for which a one-time code is needed too, if the person uses them. */
  readonly byPassword?: boolean | undefined
  /** Told whose password a link has set. */
  readonly onReset?: ((userId: UserId) => void) | undefined
}

export interface HashedPassword {
  readonly password: string
  readonly hash: string
}

const calls = new AsyncLocalStorage<Call>()

/** The error of a promise, as it was thrown. */
export class AuthRejection {
  readonly _tag = "AuthRejection"
  readonly cause: unknown
  constructor(cause: unknown) {
    this.cause = cause
  }
}

/** The call that runs now; undefined while better-auth starts. */
export const currentCall = (): Call | undefined => calls.getStore()

/** Calls better-auth. An interruption leaves it running: make a transaction around it uninterruptible. */
export const callAuth = <A>(
  ask: () => Promise<A>,
  call: Omit<Call, "services"> = {}
): Effect.Effect<A, AuthRejection> =>
  Effect.contextWith((services: Context.Context<never>) =>
    Effect.tryPromise({
      try: () => calls.run({ ...call, services }, ask),
      catch: (cause) => new AuthRejection(cause)
    })
  )

/** Runs an effect where better-auth expects a promise. */
export const inCall = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromiseWith(currentCall()?.services ?? Context.empty())(effect)

/** Runs what better-auth does meanwhile with the services of this effect, such as its transaction. */
export const withinCall = <A>(work: () => Promise<A>): Effect.Effect<A, AuthRejection> =>
  Effect.suspend(() => callAuth(work, currentCall()))

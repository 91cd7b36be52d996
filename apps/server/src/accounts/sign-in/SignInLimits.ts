/** How often what can be tried. `SignInThrottle.ts` counts. */
import type { ConcurrencyLimits } from "../../runtime/ConcurrencyLimit.ts"

export interface Limit {
  readonly max: number
  readonly minutes: number
}

export interface Limits {
  /** Of strangers: from one client, and from the networks around it. */
  readonly client?: Limit
  /** Of strangers, by address. A stranger can use it up: for what the owner can do without. */
  readonly email?: Limit
  /** Of one client of strangers at one address. */
  readonly both?: Limit
  /** Of strangers, by address: instead of being refused, guesses become slow. */
  readonly isSlow?: true
  /** Of one known browser. */
  readonly browser?: Limit
  /** Of all known browsers of an address together. */
  readonly browsers?: Limit
}

/** How many times as much may come from the /56 and the /48 of an IPv6 client. A provider may have many customers in one. */
export const widerTimes = [3, 10]

const guesses = { max: 10, minutes: 15 }
const load = { max: 50, minutes: 15 }

/** Of each kind, an address gets at most five an hour that strangers ask for, and five that its known browsers do. */
const mails = {
  client: { max: 20, minutes: 60 },
  both: { max: 3, minutes: 60 },
  email: { max: 5, minutes: 60 },
  browser: { max: 3, minutes: 60 },
  browsers: { max: 5, minutes: 60 }
}

export const limits = {
  password: { client: load, both: guesses, isSlow: true, browser: guesses },
  /** By itself: whoever is refused has links of strangers' requests, which work as long as the limit lasts. */
  reset: mails,
  mail: mails,
  /** Of a person who asks for another address: the present one gets a mail about each. */
  change: { email: { max: 5, minutes: 60 } },
  link: { client: load, browser: load },
  provider: { client: load, browser: load },
  passkey: { client: load, browser: load },
  /** After the right password. One of a million is right, so that strangers cannot have more. */
  code: { client: load, email: guesses, browser: guesses },
  /** A password or a code of a person who is signed in, by session. */
  confirmation: { email: guesses }
} satisfies Record<string, Limits>

export type Attempted = keyof typeof limits

const freeGuesses = 20
const delayStepMillis = 500
const mostDelayMillis = 10_000

/**
 * What strangers' guesses at one address wait. At one in 10 s, a process takes at most 8,700 a day for an address, from
 * however many clients: of passwords with ten characters and more, these are the few that everybody tries first.
 */
export const guessDelay = {
  minutes: 24 * 60,
  mostSeconds: mostDelayMillis / 1_000,
  /** In milliseconds, for the guess with this number within the time. */
  after: (number: number): number => Math.min(Math.max(0, number - freeGuesses) * delayStepMillis, mostDelayMillis)
}

/** Of one address: one guess is slow at a time, two wait for it. */
export const slowGuesses: ConcurrencyLimits = { perKey: 1, waitingPerKey: 2, maxWait: "20 seconds" }

/** Of one network, an attempt is counted at a time, and of all no more than leave the database free for others. */
export const countsOfStrangers: ConcurrencyLimits = {
  inAll: 4,
  perKey: 1,
  waitingInAll: 300,
  waitingPerKey: 60
}

/** Clients and networks that are remembered as refused; beyond this the oldest is counted again. */
export const rememberedRefusals = 10_000

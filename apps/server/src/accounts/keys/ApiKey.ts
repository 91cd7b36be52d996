/** An API key as its owner sees it, what may be chosen about it, and why a change of one can be refused. */
import { AccountId, KeyId } from "@heddle/api"
import { Schema } from "effect"

/** Active keys of one account (service.md, "Other limits"). */
export const maxActiveKeys = 20

/** Keys that a list shows: all active ones, then the newest that have ended. */
export const maxListedKeys = 100

export interface ApiKey {
  readonly id: KeyId
  readonly name: string
  /** The first 8 and the last 4 characters, to tell keys apart by. */
  readonly prefix: string
  readonly lastFour: string
  readonly status: "active" | "expired" | "revoked"
  readonly createdAt: Date
  /** At most a minute stale; null when never used. */
  readonly lastUsedAt: Date | null
  /** From this moment on the key is refused; null when it never expires. */
  readonly expiresAt: Date | null
  /** Credits a UTC calendar month that this key and its rotations may spend; null when only the balance limits it. */
  readonly creditLimit: number | null
  /** Credits that this key and its rotations spent in this UTC calendar month. */
  readonly spentThisMonth: number
}

export interface NewKey {
  readonly name: string
  readonly expiresAt?: Date | null
  readonly creditLimit?: number | null
}

/** What is absent stays; null takes an expiry or a limit away. */
export type KeyChange = Partial<NewKey>

/** The key itself is in this answer and nowhere else afterwards. */
export interface CreatedKey {
  readonly id: KeyId
  readonly name: string
  readonly key: string
}

export class TooManyKeys extends Schema.TaggedError<TooManyKeys>()("TooManyKeys", { accountId: AccountId }) {
  override readonly message = `Account ${this.accountId} has ${maxActiveKeys} active keys already; delete one first.`
}
export class UnknownKey extends Schema.TaggedError<UnknownKey>()("UnknownKey", {
  accountId: AccountId,
  id: KeyId
}) {
  override readonly message = `Account ${this.accountId} has no key ${this.id}, or it was deleted or rotated.`
}
/** An expired key can be deleted, or given a later expiry, but not rotated: the new one would be dead at once. */
export class KeyExpired extends Schema.TaggedError<KeyExpired>()("KeyExpired", { id: KeyId }) {
  override readonly message = `Key ${this.id} has expired; give it a later expiry first, or make a new key.`
}
export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", {
  expiresAt: Schema.DateFromString
}) {
  override readonly message = `The expiry ${this.expiresAt.toISOString()} is not in the future.`
}

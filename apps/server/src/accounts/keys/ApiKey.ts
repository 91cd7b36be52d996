/** An API key as its owner sees it, its settings, and the errors of changing it. */
import { AccountId, KeyId } from "@heddle/api"
import { Schema } from "effect"

/** Active keys of one account (service.md, "Other limits"). */
export const maxActiveKeys = 20

/** Keys in a list: all active ones, then the newest expired and revoked ones. */
export const maxListedKeys = 100

export interface ApiKey {
  readonly id: KeyId
  readonly name: string
  /** The first 8 characters; with `lastFour`, it identifies a key to its owner. */
  readonly prefix: string
  readonly lastFour: string
  readonly status: "active" | "expired" | "revoked"
  readonly createdAt: Date
  /** At most a minute stale; null when never used. */
  readonly lastUsedAt: Date | null
  /** The key is invalid from this moment on; null when it never expires. */
  readonly expiresAt: Date | null
  /** Credits per UTC calendar month that this key and its rotations may spend; null without a limit. */
  readonly creditLimit: number | null
  /** Credits this key and its rotations have spent in this UTC calendar month. */
  readonly spentThisMonth: number
}

export interface NewKey {
  readonly name: string
  readonly expiresAt?: Date | null
  readonly creditLimit?: number | null
}

/** Absent fields stay as they are; null removes an expiry or a limit. */
export type KeyChange = Partial<NewKey>

/** The only time the key itself is shown. */
export interface CreatedKey {
  readonly id: KeyId
  readonly name: string
  readonly key: string
}

export class TooManyKeys extends Schema.TaggedError<TooManyKeys>()("TooManyKeys", { accountId: AccountId }) {
  override readonly message = `Account ${this.accountId} has ${maxActiveKeys} active keys, which is the limit; delete one first.`
}
/** Charts, filters and the history name keys. A deleted key passes its name on. */
export class KeyNameTaken extends Schema.TaggedError<KeyNameTaken>()("KeyNameTaken", {
  id: KeyId,
  name: Schema.String
}) {
  override readonly message = `Key ${this.id} has the name \`${this.name}\` already; choose another, or delete that key.`
}
export class UnknownKey extends Schema.TaggedError<UnknownKey>()("UnknownKey", {
  accountId: AccountId,
  id: KeyId
}) {
  override readonly message = `Account ${this.accountId} has no key ${this.id}, or it was deleted or rotated.`
}
/** An expired key cannot be rotated, because the new key would be expired too. */
export class KeyExpired extends Schema.TaggedError<KeyExpired>()("KeyExpired", { id: KeyId }) {
  override readonly message = `Key ${this.id} has expired; set a later expiry first, or create a new key.`
}
export class ExpiryPassed extends Schema.TaggedError<ExpiryPassed>()("ExpiryPassed", {
  expiresAt: Schema.DateFromString
}) {
  override readonly message = `The expiry ${this.expiresAt.toISOString()} is not in the future.`
}

/**
 * The checksums of what releases have, from the first release on: the first one whose heading in `docs/changelog.md` names
 * its commit. Until then all are empty, and everything may change. Afterwards add to them, and never change a line: data
 * of that release exists.
 */
import type { IndexChange } from "../../src/database/migrations/indexes.ts"

/** By name, such as `0001_baseline`. */
export const releasedMigrations: Readonly<Record<string, string>> = {}

/** Of each function's file, from version 1 up: the version is all that distinguishes an older text from a newer one. */
export const releasedFunctions: Readonly<Record<string, ReadonlyArray<string>>> = {}

/** The first ones of `migrations/indexes.ts`, in their order. */
export const releasedIndexChanges: ReadonlyArray<IndexChange> = []

/**
 * The checksums of what releases have. Add to them, and never change a line: data of that release exists. What no release
 * has yet may change, with its line.
 */
import type { IndexChange } from "../../src/database/migrations/indexes.ts"

/** By name, such as `0001_baseline`. */
export const releasedMigrations: Readonly<Record<string, string>> = {
  "0001_baseline": "786b993b4b0431f218df3c4658b03b6de72258b127a584ddef7d5688456af08b"
}

/** Of each function's file, from version 1 up: the version is all that distinguishes an older text from a newer one. */
export const releasedFunctions: Readonly<Record<string, ReadonlyArray<string>>> = {
  key_budget: ["864c61e068891871945dc3a1e15e50d39e046916cdc9c8df30c1d4206da88565"],
  ledger_apply: [
    "fd31dc13d9e799b7ff13769f9ef5a3c0d729752c594e085bd4394a7870b8d332",
    "8a474280a8b8345d13a6845ce3d2bd314a9af937e6009835026426c0d57c7e28"
  ],
  ledger_refund: ["5d531476026628f84fe62cc3b8372974973e9fb06b5a56b087959ccd65e0afa8"],
  newest_posts: ["f91eacc6efd7b273293465e599b4d245f99fc13291752fc99fd7e78eb4063d04"],
  refuse_change: ["474065a7d83155074919ff9f4b3436f8110048d58994415277749b462d220503"],
  refuse_two_plans: ["29a786a1769b9c2ae69026ebbf17f5d32334e2660ac6d45cb720aede40cb9075"],
  reset_rollups: ["a3e10597980d5cded46f655c7f22ab37d8624c1a944727aa5ef5dddeeb421959"],
  spendable_grants: ["2082d61c5547e7a56a4b6fdaf1c1b4a3a43736b8dae75971e1ec39d15738229b"]
}

/** The first ones of `migrations/indexes.ts`, in their order. */
export const releasedIndexChanges: ReadonlyArray<IndexChange> = []

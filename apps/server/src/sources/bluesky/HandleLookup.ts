/**
 * Asks the network for the handles of accounts, before their first posts are stored. Best effort: whoever is not in the
 * answer keeps the DID as username. Without an implementation, handles come from identity events alone.
 */
import { Context, Effect } from "effect"

export const HandleLookup = Context.Reference<
  (dids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
>("@heddle/server/sources/bluesky/HandleLookup", { defaultValue: () => () => Effect.succeed(new Map()) })

/**
 * Asks the network for the handles of accounts, before their first posts are stored. Best effort: accounts missing from
 * the response keep the DID as username. Without an implementation, handles come from identity events alone.
 */
import { Context, Effect } from "effect"

export const HandleLookup = Context.Reference<
  (dids: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>>
>("@heddle/server/sources/bluesky/HandleLookup", { defaultValue: () => () => Effect.succeed(new Map()) })

/** The layer and the background tasks of this room. */
import { Layer } from "effect"
import { Accounts } from "./customers/Accounts.ts"
import { ApiKeys } from "./keys/ApiKeys.ts"

export { lastUseTask as accountsTasks } from "./keys/LastUse.ts"

export const AccountsLayer = Layer.mergeAll(Accounts.layer, ApiKeys.layer)

/** The room as the server builds it: what writes and keeps posts and authors. */
import { Layer } from "effect"
import { AuthorStore } from "./authors/AuthorStore.ts"
import { PostChangeFeed } from "./posts/PostChangeFeed.ts"
import { PostOrigins } from "./posts/PostOrigins.ts"
import { PostStore } from "./posts/PostStore.ts"
import { AuthorMaintenance } from "./retention/AuthorMaintenance.ts"
import { PostMaintenance } from "./retention/PostMaintenance.ts"
import { PostPartitions } from "./retention/PostPartitions.ts"

export { maintenanceTasks as storeTasks } from "./retention/MaintenanceTasks.ts"

export const StoreLayer = Layer.mergeAll(
  PostStore.layer,
  AuthorStore.layer,
  PostChangeFeed.layer,
  PostOrigins.layer,
  PostMaintenance.layer,
  AuthorMaintenance.layer
).pipe(Layer.provideMerge(PostPartitions.layer))

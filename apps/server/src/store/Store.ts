/** The layer of this folder: writes, retains and maintains posts and authors. */
import { Effect, Layer } from "effect"
import { AuthorStore } from "./authors/AuthorStore.ts"
import { PostChangeFeed } from "./posts/PostChangeFeed.ts"
import { PostOrigins } from "./posts/PostOrigins.ts"
import { PostStore } from "./posts/PostStore.ts"
import { Reindex } from "./posts/Reindex.ts"
import { AuthorMaintenance } from "./retention/AuthorMaintenance.ts"
import { PostMaintenance } from "./retention/PostMaintenance.ts"
import { PostPartitions } from "./retention/PostPartitions.ts"
import { maintenanceTasks } from "./retention/MaintenanceTasks.ts"
import { TermShares, termSharesTask } from "./terms/TermShares.ts"

export const storeTasks = Effect.all([maintenanceTasks, termSharesTask])

export const StoreLayer = Layer.mergeAll(
  PostStore.layer,
  AuthorStore.layer,
  PostChangeFeed.layer,
  PostOrigins.layer,
  Reindex.layer,
  AuthorMaintenance.layer,
  TermShares.layer
).pipe(Layer.provideMerge(PostMaintenance.layer), Layer.provideMerge(PostPartitions.layer))

/** The layer of this folder: writes, retains and maintains posts and authors. */
import { Effect, Layer } from "effect"
import { AuthorAliases } from "./authors/AuthorAliases.ts"
import { AuthorNames } from "./authors/AuthorNames.ts"
import { AuthorStore } from "./authors/AuthorStore.ts"
import { AuthorRemoval } from "./batches/AuthorRemoval.ts"
import { ChangeWriter } from "./writing/ChangeWriter.ts"
import { RejectedEvents } from "./batches/RejectedEvents.ts"
import { SourceBatches } from "./batches/SourceBatches.ts"
import { SourceLease } from "./batches/SourceLease.ts"
import { ForecastModels } from "./forecasts/ForecastModels.ts"
import { forecastTask, ForecastTraining } from "./forecasts/ForecastTraining.ts"
import { InteractionPartitions, interactionTask } from "./interactions/InteractionPartitions.ts"
import { Library, libraryTask } from "./library/Library.ts"
import { NetworkChecks } from "./checks/NetworkChecks.ts"
import { NetworkIds } from "./posts/NetworkIds.ts"
import { PostChangeFeed } from "./posts/PostChangeFeed.ts"
import { PostOrigins } from "./posts/PostOrigins.ts"
import { PostStore } from "./writing/PostStore.ts"
import { Reindex } from "./writing/Reindex.ts"
import { AuthorMaintenance, maintenanceTasks, PostMaintenance } from "./retention/PostMaintenance.ts"
import { PostPartitions } from "./posts/PostPartitions.ts"
import { FollowerCounts, followerCountsTask } from "./rollups/FollowerCounts.ts"
import { Prominence, prominenceTasks } from "./rollups/Prominence.ts"
import { Rollups, rollupTasks } from "./rollups/Rollups.ts"
import { SourceHealth } from "./SourceHealth.ts"
import { TermShares, termSharesTask } from "./terms/TermShares.ts"

export const storeTasks = Effect.all([
  maintenanceTasks,
  termSharesTask,
  libraryTask,
  forecastTask,
  interactionTask,
  rollupTasks,
  prominenceTasks,
  followerCountsTask
])

export const StoreLayer = Layer.mergeAll(
  SourceBatches.layer,
  SourceLease.layer,
  PostOrigins.layer,
  SourceHealth.layer,
  NetworkChecks.layer,
  NetworkIds.layer,
  Reindex.layer,
  AuthorMaintenance.layer,
  TermShares.layer,
  Rollups.layer,
  Prominence.layer,
  FollowerCounts.layer,
  ForecastTraining.layer.pipe(Layer.provideMerge(ForecastModels.layer))
).pipe(
  Layer.provideMerge(AuthorRemoval.layer),
  Layer.provideMerge(
    Layer.mergeAll(ChangeWriter.layer, AuthorAliases.layer, RejectedEvents.layer, InteractionPartitions.layer)
  ),
  Layer.provideMerge(Layer.mergeAll(PostStore.layer, AuthorStore.layer, AuthorNames.layer)),
  Layer.provideMerge(PostMaintenance.layer),
  Layer.provideMerge(Layer.mergeAll(PostPartitions.layer, Library.layer)),
  Layer.provideMerge(PostChangeFeed.layer)
)

/** The layer of this folder: writes, retains and maintains posts and authors. */
import { Effect, Layer } from "effect"
import { AuthorStore } from "./authors/AuthorStore.ts"
import { ForecastModels } from "./forecasts/ForecastModels.ts"
import { forecastTask } from "./forecasts/ForecastTask.ts"
import { ForecastTraining } from "./forecasts/ForecastTraining.ts"
import { Library } from "./library/Library.ts"
import { libraryTask } from "./library/LibraryTask.ts"
import { PostChangeFeed } from "./posts/PostChangeFeed.ts"
import { PostOrigins } from "./posts/PostOrigins.ts"
import { PostStore } from "./posts/PostStore.ts"
import { Reindex } from "./posts/Reindex.ts"
import { AuthorMaintenance } from "./retention/AuthorMaintenance.ts"
import { PostMaintenance } from "./retention/PostMaintenance.ts"
import { PostPartitions } from "./retention/PostPartitions.ts"
import { maintenanceTasks } from "./retention/MaintenanceTasks.ts"
import { SourceHealth } from "./SourceHealth.ts"
import { TermShares, termSharesTask } from "./terms/TermShares.ts"

export const storeTasks = Effect.all([maintenanceTasks, termSharesTask, libraryTask, forecastTask])

export const StoreLayer = Layer.mergeAll(
  PostStore.layer,
  AuthorStore.layer,
  PostOrigins.layer,
  SourceHealth.layer,
  Reindex.layer,
  AuthorMaintenance.layer,
  TermShares.layer,
  ForecastTraining.layer.pipe(Layer.provideMerge(ForecastModels.layer))
).pipe(
  Layer.provideMerge(PostMaintenance.layer),
  Layer.provideMerge(Layer.mergeAll(PostPartitions.layer, Library.layer)),
  Layer.provideMerge(PostChangeFeed.layer)
)

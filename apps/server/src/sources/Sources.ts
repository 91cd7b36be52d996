/** The room as the server builds it: what writes the changes that sources report, and the sources that are configured. */
import { Effect } from "effect"
import { Ingestion } from "./ingestion/Ingestion.ts"
import { liveWriteTask } from "./ingestion/LiveWriteTask.ts"
import { Sources } from "./ingestion/Sources.ts"
import { sourceTasks } from "./ingestion/SourceTasks.ts"

export const sourcesTasks = Effect.all([sourceTasks, liveWriteTask])

export const ConfiguredSources = Sources.layer

export const SourcesLayer = Ingestion.layer

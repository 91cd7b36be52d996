/** The layers and background tasks of this folder: ingestion and the configured sources. */
import { Effect } from "effect"
import { checkTasks } from "./checks/CheckTasks.ts"
import { Ingestion } from "./ingestion/Ingestion.ts"
import { liveWriteTask } from "./ingestion/LiveWriteTask.ts"
import { Sources } from "./SourceNames.ts"
import { sourceTasks } from "./SourceTasks.ts"

export const sourcesTasks = Effect.all([sourceTasks, liveWriteTask, checkTasks])

export const ConfiguredSources = Sources.layer

export const SourcesLayer = Ingestion.layer

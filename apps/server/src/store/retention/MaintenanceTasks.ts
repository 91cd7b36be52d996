/** The maintenance schedule: posts every hour, author counts and ids of networks every day. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
import { NetworkIds } from "../posts/NetworkIds.ts"
import { AuthorMaintenance } from "./AuthorMaintenance.ts"
import { PostMaintenance } from "./PostMaintenance.ts"

export const postMaintenanceTask = background({
  name: "post maintenance",
  role: "maintenance",
  every: "1 hour",
  run: PostMaintenance.use(({ run }) => run),
  onStop: "interrupt"
})

const authorMaintenanceTask = background({
  name: "author maintenance",
  role: "maintenance",
  every: "1 day",
  run: AuthorMaintenance.use(({ run }) => run),
  onStop: "interrupt"
})

const networkIdsTask = background({
  name: "network ids",
  role: "maintenance",
  every: "1 day",
  run: NetworkIds.use(({ forgetOld }) => forgetOld),
  onStop: "interrupt"
})

export const maintenanceTasks = Effect.all([postMaintenanceTask, authorMaintenanceTask, networkIdsTask])

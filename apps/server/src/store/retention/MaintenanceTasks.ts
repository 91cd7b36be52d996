/** The maintenance schedule: posts every hour, author counts every day. */
import { Effect } from "effect"
import { background } from "../../runtime/Background.ts"
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

export const maintenanceTasks = Effect.all([postMaintenanceTask, authorMaintenanceTask])

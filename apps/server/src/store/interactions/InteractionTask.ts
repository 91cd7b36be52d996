import { background } from "../../runtime/Background.ts"
import { InteractionPartitions } from "./InteractionPartitions.ts"

export const interactionTask = background({
  name: "interaction partitions",
  role: "maintenance",
  every: "1 hour",
  run: InteractionPartitions.use(({ run }) => run),
  onStop: "interrupt"
})

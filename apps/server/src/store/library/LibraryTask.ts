/**
 * Refreshes the library once a day. It asks often, because a new service fills its library from the first posts on, and
 * because another process may have died during a refresh.
 */
import { background } from "../../runtime/Background.ts"
import { Library } from "./Library.ts"

export const libraryTask = background({
  name: "inspiration library",
  role: "maintenance",
  every: "5 seconds",
  run: Library.use(({ refresh }) => refresh),
  onStop: "interrupt"
})

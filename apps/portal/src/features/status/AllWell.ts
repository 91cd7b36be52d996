/** One answer for the whole page. */
import type { ServiceStatus } from "@heddle/api/portal"

export const isAllOk = ({
  sources,
  rounds,
  deliveries
}: Pick<ServiceStatus, "sources" | "rounds" | "deliveries">): boolean =>
  [...sources, rounds, deliveries].every(({ state }) => state === "ok")

/** A payment that arrives changes plan and balance: both are asked for again then. */
import type { PortalPurchase } from "@heddle/api/portal"
import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef } from "react"

export const useFreshPlan = (purchases: ReadonlyArray<PortalPurchase> | undefined): void => {
  const client = useQueryClient()
  const known = useRef<string>(undefined)
  const states = purchases?.map(({ id, state }) => `${id} ${state}`).join()
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || before === states) return
    for (const queryKey of [["ShowPlan"], ["Balance"]]) void client.invalidateQueries({ queryKey })
  }, [client, states])
}

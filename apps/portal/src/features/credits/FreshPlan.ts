/** A payment that arrives changes plan and balance: both are asked for again then. */
import type { PortalPurchase } from "@heddle/api/portal"
import { useEffect, useRef } from "react"
import { useInvalidate } from "../../rpc/PortalQuery.ts"

export const useFreshPlan = (purchases: ReadonlyArray<PortalPurchase> | undefined): void => {
  const invalidate = useInvalidate()
  const known = useRef<string>(undefined)
  const states = purchases?.map(({ id, state }) => `${id} ${state}`).join()
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || before === states) return
    void invalidate(["billing.ShowPlan", "usage.Balance"])
  }, [invalidate, states])
}

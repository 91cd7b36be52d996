/** A payment that arrives changes plan and balance: both are asked for again then. */
import type { PortalPurchase } from "@heddle/api/portal"
import { useEffect, useRef } from "react"
import { useOutdate } from "../../rpc/Call.ts"

export const useFreshPlan = (purchases: ReadonlyArray<PortalPurchase> | undefined): void => {
  const outdate = useOutdate()
  const known = useRef<string>(undefined)
  const states = purchases?.map(({ id, state }) => `${id} ${state}`).join()
  useEffect(() => {
    const before = known.current
    known.current = states
    if (before === undefined || before === states) return
    outdate(["ShowPlan", "Balance"])
  }, [outdate, states])
}

/** Where the portal begins: those without a plan have first steps to take. */
import { Redirect } from "wouter"
import { useAsk } from "../rpc/Call.ts"

export const Home = () => {
  // The overview asks the same, so that nothing is asked twice.
  const { data, error } = useAsk("Balance", {}, (portal) => portal.Balance())
  if (data === undefined && error === null) return null
  return <Redirect to={data?.plan === null ? "/first-steps" : "/overview"} replace />
}

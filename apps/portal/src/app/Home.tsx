/** Where the portal begins: those without a plan have first steps to take. */
import { Redirect } from "wouter"
import { usePortalQuery } from "../rpc/PortalQuery.ts"

export const Home = () => {
  // The overview asks the same, so that nothing is asked twice.
  const { data, error } = usePortalQuery("usage.Balance")
  if (data === undefined && error === null) return null
  return <Redirect to={data?.plan === null ? "/first-steps" : "/overview"} replace />
}

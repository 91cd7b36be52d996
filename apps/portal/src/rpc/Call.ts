/**
 * Calls from components. `useAsk` reads and keeps; `useAct` changes something and says which answers are out of date
 * then. Only reads repeat by themselves.
 */
import {
  MutationCache,
  QueryCache,
  QueryClient,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient
} from "@tanstack/react-query"
import type { Effect } from "effect"
import { type PortalClient, type Procedure, run } from "./Client.ts"
import { useCallback } from "react"
import { failureOf } from "./Failure.ts"
import { sessionEnded } from "./Session.ts"

const isTransient = (error: unknown): boolean => {
  const failure = failureOf(error)
  return failure._tag === "Unreachable" || (failure._tag === "Problem" && failure.problem.status === 503)
}

const onError = (error: unknown) => {
  if (failureOf(error)._tag === "SessionEnded") sessionEnded()
}

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: { retry: (count, error) => count < 2 && isTransient(error), staleTime: 10_000, networkMode: "always" },
      mutations: { retry: false, networkMode: "always" }
    }
  })

/** The answer of a procedure; asked again when `payload` changes. */
export const useAsk = <A, E>(
  procedure: Procedure,
  payload: Readonly<Record<string, unknown>>,
  ask: (portal: PortalClient) => Effect.Effect<A, E>,
  {
    refetchInterval,
    ...options
  }: {
    /** In milliseconds; may depend on the last answer. */
    readonly refetchInterval?: number | false | ((answer: A | undefined) => number)
    readonly enabled?: boolean
  } = {}
) =>
  useQuery<A, unknown>({
    queryKey: [procedure, payload],
    queryFn: ({ signal }) => run(ask, signal),
    placeholderData: (before) => before,
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval: ({ state }) =>
            typeof refetchInterval === "function" ? refetchInterval(state.data) : refetchInterval
        }),
    ...options
  })

/** A change, by `mutate` or `mutateAsync`. `changes` names the procedures whose answers it makes out of date. */
export const useAct = <Input, A, E>(
  act: (portal: PortalClient, input: Input) => Effect.Effect<A, E>,
  changes: ReadonlyArray<Procedure>
) => {
  const client = useQueryClient()
  return useMutation<A, unknown, Input>({
    mutationFn: (input) => run((portal) => act(portal, input)),
    onSuccess: () =>
      Promise.all(changes.map((procedure) => client.invalidateQueries({ queryKey: [procedure] }))).then(() => undefined)
  })
}

/** For changes that this page did not make: says which answers are out of date. */
export const useOutdate = (): ((procedures: ReadonlyArray<Procedure>) => void) => {
  const client = useQueryClient()
  return useCallback(
    (procedures) => {
      for (const procedure of procedures) void client.invalidateQueries({ queryKey: [procedure] })
    },
    [client]
  )
}

/** What stands in the cache without ever being asked for, such as rows of a stream. */
export const useCached = <A>(queryKey: ReadonlyArray<unknown>): A | undefined =>
  useQuery<A>({ queryKey, queryFn: skipToken, staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY })
    .data

/** Calls from components. Only reads repeat by themselves; a change says which answers are out of date after it. */
import { MutationCache, QueryCache, QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import type { Effect } from "effect"
import { useCallback } from "react"
import { type Answer, type Payload, type Procedure, run, send } from "./Client.ts"
import { failureOf } from "./Failure.ts"
import { sessionEnded } from "./Session.ts"

/** The calls of a page that was just left may still be running, and count. */
const isTransient = (error: unknown): boolean => {
  const failure = failureOf(error)
  if (failure._tag !== "Problem") return failure._tag === "Unreachable"
  return failure.problem.status === 503 || failure.problem.code === "too_many_running_calls"
}

const onError = (error: unknown) => {
  if (failureOf(error)._tag === "SessionEnded") sessionEnded()
}

export const makeQueryClient = () =>
  new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isTransient(error),
        staleTime: 10_000,
        networkMode: "always",
        refetchOnReconnect: "always"
      },
      mutations: { retry: false, networkMode: "always" }
    }
  })

interface QueryOptions<A> {
  /** In milliseconds; may depend on the last answer. */
  readonly refetchInterval?: number | false | ((answer: A | undefined) => number)
  readonly enabled?: boolean
}

/** The answer of a procedure, kept; asked again when `payload` changes. */
export const usePortalQuery = <P extends Procedure>(
  procedure: P,
  ...[payload, { refetchInterval, ...options } = {}]: void extends Payload<P>
    ? [payload?: Payload<P>, options?: QueryOptions<Answer<P>>]
    : [payload: Payload<P>, options?: QueryOptions<Answer<P>>]
) =>
  useQuery<Answer<P>, unknown>({
    queryKey: [procedure, payload],
    queryFn: ({ signal }) => run(send(procedure, payload), signal),
    placeholderData: (before) => before,
    ...(refetchInterval === undefined
      ? {}
      : {
          refetchInterval: ({ state }) =>
            typeof refetchInterval === "function" ? refetchInterval(state.data) : refetchInterval
        }),
    ...options
  })

/** A page of the documentation, as Markdown. */
export const useDocsPage = (path: `/docs/${string}`) =>
  useQuery({
    queryKey: [path],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${path}.md`, { signal })
      if (!response.ok) throw new Error(`${path} answers ${response.status}.`)
      return response.text()
    },
    staleTime: Infinity
  })

/** Says which answers are out of date: they are asked for again where they are shown. */
export const useInvalidate = (): ((procedures: ReadonlyArray<Procedure>) => Promise<void>) => {
  const client = useQueryClient()
  return useCallback(
    async (procedures) => {
      await Promise.all(procedures.map((procedure) => client.invalidateQueries({ queryKey: [procedure] })))
    },
    [client]
  )
}

/** A change of one procedure, by `mutate` with its payload. `changes` is that of `usePortalMutation`. */
export const usePortalChange = <P extends Procedure>(procedure: P, changes: ReadonlyArray<Procedure>) =>
  usePortalMutation((payload: Payload<P>) => send<Answer<P>, unknown>(procedure, payload), changes)

/** A change, by `mutate` or `mutateAsync`. `changes` names the procedures whose answers it makes out of date. */
export const usePortalMutation = <Input, A, E>(
  change: (input: Input) => Effect.Effect<A, E>,
  changes: ReadonlyArray<Procedure>
) => {
  const invalidate = useInvalidate()
  return useMutation<A, unknown, Input>({
    mutationFn: (input) => run(change(input)),
    onSuccess: () => invalidate(changes)
  })
}

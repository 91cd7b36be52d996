/** The plan: everything that `apply` will do, as a value. Pure. */
import type { EndpointId } from "@heddle/api"
import type { Actual, ActualEndpoint } from "./Actual.ts"
import type { Desired, DesiredEndpoint, DesiredRule } from "./Desired.ts"
import { isDeferred, type Memory, noMemory, notBeforeOf } from "./Handover.ts"
import { difference, type Excess, type Kept } from "./Multiset.ts"
import { type KnownExcess, pairUp, type Replacement } from "./Replacement.ts"
import { ruleKey, urlKey, urlText } from "./RuleContent.ts"
import { pendingOf, type PendingRule } from "./RuleMap.ts"

/** A rule that a deferred handover creates later. */
export interface Waiting {
  readonly rule: DesiredRule
  readonly notBefore: Date
}

export interface EndpointPlan {
  readonly url: string
  /** As reports show it. */
  readonly shown: string
  /** Null when the endpoint has to be created first. */
  readonly id: EndpointId | null
  readonly creates: ReadonlyArray<DesiredRule>
  readonly replacements: ReadonlyArray<Replacement>
  readonly deletes: ReadonlyArray<Excess>
  readonly unchanged: ReadonlyArray<Kept>
  readonly waiting: ReadonlyArray<Waiting>
}

/** A new endpoint with the rules of one that the file does not name: its address may have changed. */
export interface Copy {
  readonly url: string
  readonly of: string
  /** How many rules both have. */
  readonly rules: number
}

export interface Plan {
  readonly endpoints: ReadonlyArray<EndpointPlan>
  readonly copies: ReadonlyArray<Copy>
  /** Number of endpoints that the file does not name. They and their rules are never changed. */
  readonly otherEndpoints: number
}

const oldest = (endpoints: ReadonlyArray<ActualEndpoint>): ActualEndpoint | undefined =>
  endpoints.reduce<ActualEndpoint | undefined>(
    (best, endpoint) => (best === undefined || endpoint.id < best.id ? endpoint : best),
    undefined
  )

interface Missing {
  readonly rule: DesiredRule
  readonly pending: PendingRule | undefined
}

/** Pairs rules that go with those that come: as a run that was killed had intended, then by similarity. */
const pairAll = (excess: ReadonlyArray<KnownExcess>, missing: ReadonlyArray<Missing>) => {
  const intended = missing.flatMap(({ rule, pending }) => {
    if (pending === undefined) return []
    return [{ rule, before: excess.find(({ first, mayBeReplaced }) => mayBeReplaced && first === pending.first) }]
  })
  const handled = new Set<DesiredRule | Excess>(
    intended.flatMap(({ rule, before }) => (before === undefined ? [rule] : [rule, before]))
  )
  const { replacements, deletes, creates } = pairUp(
    excess.filter((rule) => !handled.has(rule)),
    missing.map(({ rule }) => rule).filter((rule) => !handled.has(rule))
  )
  return {
    replacements: [
      ...intended.flatMap(({ rule: after, before }) => (before === undefined ? [] : [{ before, after }])),
      ...replacements
    ],
    deletes,
    creates: [...intended.flatMap(({ rule, before }) => (before === undefined ? [rule] : [])), ...creates]
  }
}

const planEndpoint = (
  { url, template, rules }: DesiredEndpoint,
  actual: ReadonlyArray<ActualEndpoint>,
  { map, now }: Memory
): EndpointPlan => {
  const { kept, excess, missing } = difference(
    rules,
    actual.flatMap((endpoint) => endpoint.rules)
  )
  const id = oldest(actual)?.id ?? null
  const pendingFor = ({ content }: DesiredRule) => (id === null ? undefined : pendingOf(map, id, ruleKey(content)))
  // A run that was killed may have left a rule beside its successor.
  const succeeded = new Set(kept.flatMap(({ actual: { id } }) => map.rules[id]?.first ?? []))
  const { replacements, deletes, creates } = pairAll(
    excess.map((rule) => {
      const { first = rule.id, name = null } = map.rules[rule.id] ?? {}
      return { ...rule, first, name, mayBeReplaced: rule.twinOf === null && !succeeded.has(first) }
    }),
    missing.map((rule) => ({ rule, pending: pendingFor(rule) }))
  )
  const waiting = creates.filter(isDeferred).flatMap((rule) => {
    const { notBefore } = pendingFor(rule) ?? {}
    return notBefore !== undefined && new Date(notBefore) > now ? [{ rule, notBefore: new Date(notBefore) }] : []
  })
  const isWaiting = new Set(waiting.map(({ rule }) => rule))
  return {
    url,
    shown: template ?? urlText(url),
    id,
    unchanged: kept,
    deletes,
    creates: creates.filter((rule) => !isWaiting.has(rule)),
    replacements: replacements.map(({ before, after }) => ({
      before,
      after,
      createsAt: isDeferred(after) ? notBeforeOf(after, now) : null
    })),
    waiting
  }
}

/** At least half of the new endpoint's rules stand at the other one. */
const copiesOf = (endpoints: ReadonlyArray<EndpointPlan>, others: Actual): ReadonlyArray<Copy> =>
  endpoints
    .filter(({ id }) => id === null)
    .flatMap(({ shown, creates }) => {
      const keys = new Set(creates.map(({ content }) => ruleKey(content)))
      return others
        .map((other) => ({
          url: shown,
          of: urlText(other.url),
          rules: other.rules.filter(({ content }) => keys.has(ruleKey(content))).length
        }))
        .filter(({ rules }) => rules > 0 && rules * 2 >= keys.size)
        .toSorted((left, right) => (left.of < right.of ? -1 : 1))
    })

/** Treats endpoints at the API with the same URL as one. */
export const plan = (desired: Desired, actual: Actual, memory: Memory = noMemory): Plan => {
  const byUrl = Map.groupBy(actual, ({ url }) => urlKey(url))
  const endpoints = desired.endpoints.map((endpoint) => {
    const key = urlKey(endpoint.url)
    const own = byUrl.get(key) ?? []
    byUrl.delete(key)
    return planEndpoint(endpoint, own, memory)
  })
  const others = [...byUrl.values()].flat()
  return { endpoints, copies: copiesOf(endpoints, others), otherEndpoints: others.length }
}

export interface Counts {
  readonly endpointsToCreate: number
  readonly create: number
  readonly replace: number
  readonly delete: number
  readonly unchanged: number
  /** Rules of deferred handovers whose time has not come. */
  readonly waiting: number
}

export const counts = ({ endpoints }: Plan): Counts => {
  const sum = (count: (endpoint: EndpointPlan) => number) =>
    endpoints.reduce((total, endpoint) => total + count(endpoint), 0)
  return {
    endpointsToCreate: sum(({ id }) => (id === null ? 1 : 0)),
    create: sum(({ creates }) => creates.length),
    replace: sum(({ replacements }) => replacements.length),
    delete: sum(({ deletes }) => deletes.length),
    unchanged: sum(({ unchanged }) => unchanged.length),
    waiting: sum(({ waiting }) => waiting.length)
  }
}

/** Whether there is nothing to do now. */
export const isEmpty = (plan: Plan): boolean => {
  const { endpointsToCreate, create, replace, delete: deletes } = counts(plan)
  return endpointsToCreate + create + replace + deletes === 0
}

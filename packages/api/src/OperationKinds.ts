/**
 * Constructors for each kind of operation. One call defines the endpoint, its documentation and everything else about
 * the operation.
 */
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { dryRunField, DryRunResult } from "./DryRun.ts"
import { retryHeaders } from "./IdempotencyKey.ts"
import { documented } from "./openapi/Documented.ts"
import type { Described, EnvelopeFields, PricedOperation, ReadOperation, WriteOperation } from "./Operation.ts"
import { free, type LimitedPrice } from "./Prices.ts"
import { Conflict, IdempotencyConflict, InsufficientCredits, KeyLimitReached, NotFound } from "./Problems.ts"

type Path = `/${string}`
type Fields = Schema.Struct.Fields
type Query = Schema.Top & { readonly fields: Fields }
type Answer<Body> = Schema.Codec<Body & EnvelopeFields, unknown>

type Options<Request> = Omit<Described<Request>, "price">

/** Options of all kinds. `name` identifies the endpoint in the API, in the client and among the handlers. */
interface Spec<Name, P, Request> extends Options<Request> {
  readonly name: Name
  readonly path: P
}

/** Lets `Body` be inferred from a result, whose type includes what metering adds. */
interface Answering<Result, Body> {
  readonly result: Result & { readonly body: { readonly Type: Body }; readonly kept: Answer<NoInfer<Body>> }
}

interface Writing<Request, Result, Body> extends Answering<Result, Body> {
  readonly changes: WriteOperation<Request, Body>["changes"]
  readonly kept?: Answer<NoInfer<Body>>
}

interface Priced<Request, Result, Body> extends Answering<Result, Body> {
  readonly price: LimitedPrice<NoInfer<Request>, NoInfer<Body>>
}

const headers = {
  "idempotency-key": retryHeaders["idempotency-key"].annotate({ examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"] })
}

// The query's checks stay valid, because they read only its own fields.
const withDryRun = <Q extends Fields>(query: Schema.Struct<Q>) =>
  query.mapFields(Struct.assign(dryRunField), { unsafePreserveChecks: true })

const writeErrors = [Conflict, IdempotencyConflict] as const
const writeErrorsOn = [NotFound, ...writeErrors] as const
const pricedErrors = [InsufficientCredits, KeyLimitReached, Conflict, IdempotencyConflict] as const

const described = <Request>(options: Options<Request>): Options<Request> => {
  const { summary, description, apiType, tool, requires, parameters } = options
  return { summary, description, apiType, tool, requires, parameters }
}

const reading = <Request, Body extends object, Result extends Answer<Body>>(
  spec: Options<Request> & Answering<Result, Body>,
  fields: Fields
) => {
  const { result } = spec
  const operation: ReadOperation<Request, Body> = {
    ...described(spec),
    kind: "read",
    price: free,
    result,
    kept: result.kept
  }
  return { ...operation, fields }
}

const writing = <Request, Body extends object, Result extends Answer<Body>>(
  spec: Options<Request> & Writing<Request, Result, Body>,
  params: Fields
) => {
  const { result, changes, kept = result.kept } = spec
  const operation: WriteOperation<Request, Body> = {
    ...described(spec),
    kind: "write",
    price: free,
    changes,
    result,
    kept
  }
  const fields: Fields = { ...headers, ...params }
  return { ...operation, fields }
}

const pricing = <Request, Body extends object, Result extends Answer<Body>>(
  spec: Options<Request> & Priced<Request, Result, Body>,
  given: Fields
) => {
  const { result, price } = spec
  const { limit } = price
  const operation: PricedOperation<Request, Body> = {
    ...described(spec),
    kind: "priced",
    price,
    result,
    kept: result.kept,
    limit
  }
  const fields: Fields = { ...headers, ...given }
  const whole: Result = result
  return { operation: { ...operation, fields }, success: [whole, DryRunResult] as const }
}

/** A free operation that only reads. */
export const readOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Q extends Query = never
>(
  spec: Spec<Name, P, Request> & Answering<Result, Body> & { readonly query?: Q }
) => {
  const operation = reading(spec, spec.query?.fields ?? {})
  const success: Result = spec.result
  const endpoint = HttpApiEndpoint.get(spec.name, spec.path, { query: spec.query, success })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** Like `readOperation`, for a question that is a body, and that may name a resource: a 404 when the account does not have it. */
export const askOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Payload extends Schema.Top
>(
  spec: Spec<Name, P, Request> & Answering<Result, Body> & { readonly payload: Payload }
) => {
  const operation = reading(spec, {})
  const success: Result = spec.result
  const endpoint = HttpApiEndpoint.post(spec.name, spec.path, { payload: spec.payload, success, error: NotFound })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** Like `readOperation`, for a resource in the path: a 404 when the account does not have it. */
export const readOperationOn = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Params extends Fields,
  Q extends Query = never
>(
  spec: Spec<Name, P, Request> & Answering<Result, Body> & { readonly params: Params; readonly query?: Q }
) => {
  const { name, path, params, query } = spec
  const operation = reading(spec, { ...params, ...query?.fields })
  const success: Result = spec.result
  const endpoint = HttpApiEndpoint.get(name, path, { params, query, success, error: NotFound })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** A free operation that only reads and returns a file in one of these media types. */
export const fileOperation = <const Name extends string, const P extends Path, Request, Q extends Query>(
  spec: Spec<Name, P, Request> & { readonly query: Q; readonly contentTypes: ReadonlyArray<string> }
) => {
  const { name, path, query } = spec
  const fields: Fields = query.fields
  const operation = { ...described(spec), kind: "file", price: free, fields } as const
  const success = HttpApiSchema.StreamUint8Array({ contentType: spec.contentTypes })
  const endpoint = HttpApiEndpoint.get(name, path, { query, success })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** A free operation on a resource in the path that answers with a stream: a 409 while another client has it. */
export const streamOperationOn = <
  const Name extends string,
  const P extends Path,
  Request,
  Q extends Query,
  Params extends Fields,
  Headers extends Fields
>(
  spec: Spec<Name, P, Request> & {
    readonly params: Params
    readonly query: Q
    readonly headers: Headers
    readonly contentType: string
  }
) => {
  const { name, path, params, query, headers, contentType } = spec
  const fields: Fields = { ...headers, ...params, ...query.fields }
  const operation = { ...described(spec), kind: "stream", price: free, fields } as const
  const success = HttpApiSchema.StreamUint8Array({ contentType })
  const error = [NotFound, Conflict] as const
  const endpoint = HttpApiEndpoint.get(name, path, { params, query, headers, success, error })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** A free operation that writes with `POST`. `success` is the result, annotated with its status. */
export const postOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Success extends Schema.Top,
  Payload extends Schema.Top
>(
  spec: Spec<Name, P, Request> &
    Writing<Request, Result, Body> & { readonly payload: Payload; readonly success: Success }
) => {
  const { name, path, payload, success } = spec
  const operation = writing(spec, {})
  const endpoint = HttpApiEndpoint.post(name, path, { headers, payload, success, error: writeErrors })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** Like `postOperation`, for a resource in the path: a 404 when the account does not have it. */
export const postOperationOn = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Success extends Schema.Top,
  Params extends Fields,
  Payload extends Schema.Top | ReadonlyArray<Schema.Top> = never
>(
  spec: Spec<Name, P, Request> &
    Writing<Request, Result, Body> & { readonly params: Params; readonly payload?: Payload; readonly success: Success }
) => {
  const { name, path, params, payload, success } = spec
  const operation = writing(spec, params)
  const endpoint = HttpApiEndpoint.post(name, path, { params, headers, payload, success, error: writeErrorsOn })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** Like `postOperationOn`, for what may have to be paid first. */
export const payingOperationOn = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Params extends Fields
>(
  spec: Spec<Name, P, Request> & Writing<Request, Result, Body> & { readonly params: Params }
) => {
  const { name, path, params } = spec
  const operation = writing(spec, params)
  const success: Result = spec.result
  const error = [...writeErrorsOn, InsufficientCredits] as const
  const endpoint = HttpApiEndpoint.post(name, path, { params, headers, success, error })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** A free operation that deletes the resource in the path. */
export const deleteOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Params extends Fields
>(
  spec: Spec<Name, P, Request> & Writing<Request, Result, Body> & { readonly params: Params }
) => {
  const { name, path, params } = spec
  const operation = writing(spec, params)
  const success: Result = spec.result
  const endpoint = HttpApiEndpoint.delete(name, path, { params, headers, success, error: writeErrorsOn })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

type PlanSpec<Name, P, Request> = Omit<Spec<Name, P, Request>, "requires">

/** An operation with a price; takes `dry_run` and an `Idempotency-Key`. */
export const pricedOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Q extends Fields,
  Result extends Answer<Body>
>(
  spec: PlanSpec<Name, P, Request> & Priced<Request, Result, Body> & { readonly query: Schema.Struct<Q> }
) => {
  const { operation, success } = pricing({ ...spec, requires: "plan" }, spec.query.fields)
  const options = { query: withDryRun(spec.query), headers, success, error: pricedErrors }
  const endpoint = HttpApiEndpoint.get(spec.name, spec.path, options)
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** Like `pricedOperation`, for a resource in the path: a free 404 when it is unknown. */
export const pricedOperationOn = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Q extends Fields,
  Result extends Answer<Body>,
  Params extends Fields
>(
  spec: PlanSpec<Name, P, Request> &
    Priced<Request, Result, Body> & { readonly params: Params; readonly query: Schema.Struct<Q> }
) => {
  const { name, path, params, query } = spec
  const { operation, success } = pricing({ ...spec, requires: "plan" }, { ...params, ...query.fields })
  const error = [...pricedErrors, NotFound] as const
  const endpoint = HttpApiEndpoint.get(name, path, { params, query: withDryRun(query), headers, success, error })
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/** Like `pricedOperation`, for a question that is a body. */
export const pricedAskOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Payload extends Schema.Top
>(
  spec: Spec<Name, P, Request> & Priced<Request, Result, Body> & { readonly payload: Payload }
) => {
  const { operation, success } = pricing(spec, {})
  const options = { query: Schema.Struct(dryRunField), headers, payload: spec.payload, success, error: pricedErrors }
  const endpoint = HttpApiEndpoint.post(spec.name, spec.path, options)
  return { ...operation, endpoint: endpoint.annotateMerge(documented(operation)) }
}

/**
 * Constructors for each kind of operation. One call defines the endpoint, its documentation and everything else about
 * the operation.
 */
import { Schema, Struct } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { dryRunField, DryRunResult } from "./DryRun.ts"
import { retryHeaders } from "./IdempotencyKey.ts"
import { documented } from "./openapi/Documented.ts"
import type {
  EnvelopeFields,
  Described,
  FileOperation,
  PricedOperation,
  ReadOperation,
  StreamOperation,
  WriteOperation
} from "./Operation.ts"
import { free, type LimitedPrice } from "./Prices.ts"
import { Conflict, IdempotencyConflict, InsufficientCredits, KeyLimitReached, NotFound } from "./Problems.ts"

type Path = `/${string}`
type Fields = Schema.Struct.Fields
type Query = Schema.Top & { readonly fields: Fields }
type Answer<Body> = Schema.Codec<Body & EnvelopeFields, unknown>
/** Lets `Body` be inferred from a result, whose type includes what metering adds. */
type WithBody<Result, Body> = Result & { readonly body: { readonly Type: Body }; readonly kept: Answer<NoInfer<Body>> }

/** Options of all kinds. `name` identifies the endpoint in the API, in the client and among the handlers. */
interface Spec<Name, P, Request> extends Omit<Described<Request>, "price"> {
  readonly name: Name
  readonly path: P
}

const headers = {
  "idempotency-key": retryHeaders["idempotency-key"].annotate({ examples: ["8e03978e-40d5-43dd-bc93-6894a57f9324"] })
}

const dryRunResult = DryRunResult.annotate({ description: "With `dry_run=true`: what the call would cost." })

/** A free operation that only reads. */
export const readOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Q extends Query = never
>(
  spec: Spec<Name, P, Request> & { readonly query?: Q; readonly result: WithBody<Result, Body> }
) => {
  const { name, path, query, result, ...described } = spec
  const operation: ReadOperation<Request, Body> = { ...described, kind: "read", price: free, result, kept: result.kept }
  const success: Result = result
  const endpoint = HttpApiEndpoint.get(name, path, { query, success })
  const fields: Fields = query?.fields ?? {}
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: Spec<Name, P, Request> & { readonly payload: Payload; readonly result: WithBody<Result, Body> }
) => {
  const { name, path, payload, result, ...described } = spec
  const operation: ReadOperation<Request, Body> = { ...described, kind: "read", price: free, result, kept: result.kept }
  const success: Result = result
  const endpoint = HttpApiEndpoint.post(name, path, { payload, success, error: NotFound })
  const fields: Fields = {}
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: Spec<Name, P, Request> & {
    readonly params: Params
    readonly query?: Q
    readonly result: WithBody<Result, Body>
  }
) => {
  const { name, path, params, query, result, ...described } = spec
  const operation: ReadOperation<Request, Body> = { ...described, kind: "read", price: free, result, kept: result.kept }
  const success: Result = result
  const endpoint = HttpApiEndpoint.get(name, path, { params, query, success, error: NotFound })
  const fields: Fields = { ...params, ...query?.fields }
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
}

/** A free operation that only reads and returns a file in one of these media types. */
export const fileOperation = <const Name extends string, const P extends Path, Request, Q extends Query>(
  spec: Spec<Name, P, Request> & { readonly query: Q; readonly contentTypes: ReadonlyArray<string> }
) => {
  const { name, path, query, contentTypes, ...described } = spec
  const operation: FileOperation<Request> = { ...described, kind: "file", price: free }
  const success = HttpApiSchema.StreamUint8Array({ contentType: contentTypes })
  const endpoint = HttpApiEndpoint.get(name, path, { query, success })
  const fields: Fields = query.fields
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  const { name, path, params, query, headers, contentType, ...described } = spec
  const operation: StreamOperation<Request> = { ...described, kind: "stream", price: free }
  const success = HttpApiSchema.StreamUint8Array({ contentType })
  const error = [NotFound, Conflict] as const
  const endpoint = HttpApiEndpoint.get(name, path, { params, query, headers, success, error })
  const fields: Fields = { ...headers, ...params, ...query.fields }
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
}

/** Options of operations that write. */
type WriteSpec<Name, P, Request, Body, Result> = Spec<Name, P, Request> & {
  readonly changes: WriteOperation<Request, Body>["changes"]
  readonly kept?: Answer<NoInfer<Body>>
  readonly result: WithBody<Result, Body>
}

/** A free operation that writes with `POST`. */
export const postOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Result extends Answer<Body>,
  Success extends Schema.Top,
  Payload extends Schema.Top
>(
  spec: WriteSpec<Name, P, Request, Body, Result> & {
    readonly payload: Payload
    /** The result, annotated with its status. */
    readonly success: Success
  }
) => {
  const { name, path, payload, success, result, ...described } = spec
  const operation: WriteOperation<Request, Body> = {
    ...described,
    kind: "write",
    price: free,
    result,
    kept: spec.kept ?? result.kept
  }
  const error = [Conflict, IdempotencyConflict] as const
  const endpoint = HttpApiEndpoint.post(name, path, { headers, payload, success, error })
  const fields: Fields = headers
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: WriteSpec<Name, P, Request, Body, Result> & {
    readonly params: Params
    readonly payload?: Payload
    readonly success: Success
  }
) => {
  const { name, path, params, payload, success, result, ...described } = spec
  const operation: WriteOperation<Request, Body> = {
    ...described,
    kind: "write",
    price: free,
    result,
    kept: spec.kept ?? result.kept
  }
  const error = [NotFound, Conflict, IdempotencyConflict] as const
  const endpoint = HttpApiEndpoint.post(name, path, { params, headers, payload, success, error })
  const fields: Fields = { ...headers, ...params }
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: WriteSpec<Name, P, Request, Body, Result> & { readonly params: Params }
) => {
  const { name, path, params, result, ...described } = spec
  const operation: WriteOperation<Request, Body> = {
    ...described,
    kind: "write",
    price: free,
    result,
    kept: spec.kept ?? result.kept
  }
  const success: Result = result
  const error = [NotFound, Conflict, IdempotencyConflict, InsufficientCredits] as const
  const endpoint = HttpApiEndpoint.post(name, path, { params, headers, success, error })
  const fields: Fields = { ...headers, ...params }
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: WriteSpec<Name, P, Request, Body, Result> & { readonly params: Params }
) => {
  const { name, path, params, result, ...described } = spec
  const operation: WriteOperation<Request, Body> = {
    ...described,
    kind: "write",
    price: free,
    result,
    kept: spec.kept ?? result.kept
  }
  const success: Result = result
  const error = [NotFound, Conflict, IdempotencyConflict] as const
  const endpoint = HttpApiEndpoint.delete(name, path, { params, headers, success, error })
  const fields: Fields = { ...headers, ...params }
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
}

type PricedSpec<Name, P, Request, Body, Q extends Fields, Result> = Omit<Spec<Name, P, Request>, "requires"> & {
  readonly query: Schema.Struct<Q>
  readonly result: WithBody<Result, Body>
  readonly price: LimitedPrice<NoInfer<Request>, NoInfer<Body>>
}

// The query's checks stay valid, because they read only its own fields.
const withDryRun = <Q extends Fields>(query: Schema.Struct<Q>) =>
  query.mapFields(Struct.assign(dryRunField), { unsafePreserveChecks: true })

const priced = { kind: "priced", requires: "plan" } as const
const pricedErrors = [InsufficientCredits, KeyLimitReached, Conflict, IdempotencyConflict] as const

/** An operation with a price; takes `dry_run` and an `Idempotency-Key`. */
export const pricedOperation = <
  const Name extends string,
  const P extends Path,
  Request,
  Body extends object,
  Q extends Fields,
  Result extends Answer<Body>
>(
  spec: PricedSpec<Name, P, Request, Body, Q, Result>
) => {
  const { name, path, query, result, ...described } = spec
  const operation: PricedOperation<Request, Body> = {
    ...described,
    ...priced,
    result,
    kept: result.kept,
    limit: spec.price.limit
  }
  const whole: Result = result
  const success = [whole, dryRunResult] as const
  const options = { query: withDryRun(query), headers, success, error: pricedErrors }
  const fields: Fields = { ...headers, ...query.fields, ...dryRunField }
  const endpoint = HttpApiEndpoint.get(name, path, options)
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: PricedSpec<Name, P, Request, Body, Q, Result> & { readonly params: Params }
) => {
  const { name, path, params, query, result, ...described } = spec
  const operation: PricedOperation<Request, Body> = {
    ...described,
    ...priced,
    result,
    kept: result.kept,
    limit: spec.price.limit
  }
  const whole: Result = result
  const success = [whole, dryRunResult] as const
  const options = { params, query: withDryRun(query), headers, success, error: [...pricedErrors, NotFound] as const }
  const fields: Fields = { ...headers, ...params, ...query.fields, ...dryRunField }
  const endpoint = HttpApiEndpoint.get(name, path, options)
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
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
  spec: Omit<PricedSpec<Name, P, Request, Body, Fields, Result>, "query"> &
    Pick<Spec<Name, P, Request>, "requires"> & { readonly payload: Payload }
) => {
  const { name, path, payload, result, ...described } = spec
  const operation: PricedOperation<Request, Body> = {
    ...described,
    kind: "priced",
    result,
    kept: result.kept,
    limit: spec.price.limit
  }
  const whole: Result = result
  const success = [whole, dryRunResult] as const
  const options = { query: Schema.Struct(dryRunField), headers, payload, success, error: pricedErrors }
  const fields: Fields = { ...headers, ...dryRunField }
  const endpoint = HttpApiEndpoint.post(name, path, options)
  return { ...operation, fields, endpoint: endpoint.annotateMerge(documented(operation, fields)) }
}

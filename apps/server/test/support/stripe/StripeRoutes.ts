/**
 * Stripe's endpoints over the stand-in's world, as far as Heddle uses them: form-encoded in, JSON out, errors and
 * idempotency keys as Stripe has them. Any other call is answered with 404, so that a new one is noticed.
 */
import {
  list,
  type Session,
  showCharge,
  showDispute,
  showIntent,
  showInvoice,
  showInvoicePayment,
  showRefund,
  showSession,
  showSubscription,
  type Invoice
} from "./StripeObjects.ts"
import type { StripeWorld } from "./StripeWorld.ts"

export interface ApiRequest {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: string
  readonly idempotencyKey: string | undefined
}

export interface ApiAnswer {
  readonly status: number
  readonly body: object
}

const ok = (body: object): ApiAnswer => ({ status: 200, body })

export const refused = (status: number, code: string, message: string, param?: string): ApiAnswer => ({
  status,
  body: { error: { type: status < 500 ? "invalid_request_error" : "api_error", code, message, param } }
})

const missing = (id: string, param = "id") => refused(404, "resource_missing", `No such object: '${id}'`, param)

const metadataOf = (form: URLSearchParams, prefix = "metadata"): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([key, value]) =>
      key.startsWith(`${prefix}[`) ? [[key.slice(prefix.length + 1, -1), value] as const] : []
    )
  )

const text = (form: URLSearchParams, key: string): string => {
  const value = form.get(key)
  if (value === null) throw new Error(`a call of the stand-in has no ${key}`)
  return value
}

type Route = (world: StripeWorld, form: URLSearchParams, id: string) => ApiAnswer

const withPayments = (world: StripeWorld, invoice: Invoice): object => {
  const subscription = world.subscriptions.get(invoice.subscription)
  if (subscription === undefined) return missing(invoice.subscription).body
  const payments = invoice.intent === null ? [] : [showInvoicePayment(invoice)]
  return { ...showInvoice(invoice, subscription), payments: list("/v1/invoice_payments", payments) }
}

const expanded = (session: Session): object => ({
  ...showSession(session),
  payment_intent: session.intent === null ? null : showIntent(session.intent, session.amount)
})

const createCustomer: Route = (world, form) => {
  const accountId = text(form, "metadata[account_id]")
  const number = world.count(`customer ${accountId}`)
  const customer = { id: number === 1 ? `cus_${accountId}` : `cus_${accountId}_${number}`, accountId }
  world.customers.set(customer.id, customer)
  return ok({ id: customer.id, object: "customer", email: form.get("email"), metadata: metadataOf(form) })
}

const createProduct: Route = (world, form) => {
  const id = text(form, "id")
  if (world.products.has(id)) return refused(400, "resource_already_exists", `Product already exists: ${id}`, "id")
  world.products.add(id)
  return ok({ id, object: "product", name: text(form, "name") })
}

const createSession: Route = (world, form) => {
  const customer = text(form, "customer")
  const known = world.customers.get(customer)
  if (known === undefined) return missing(customer, "customer")
  const price = "line_items[0][price_data]"
  const product = text(form, `${price}[product]`)
  if (!world.products.has(product)) return missing(product, `${price}[product]`)
  const session: Session = {
    id: `cs_test_${known.accountId}_${world.count(`session ${known.accountId}`)}`,
    mode: text(form, "mode") === "subscription" ? "subscription" : "payment",
    customer,
    accountId: text(form, "client_reference_id"),
    product,
    amount: Number(text(form, `${price}[unit_amount]`)) * Number(text(form, "line_items[0][quantity]")),
    metadata: metadataOf(form),
    successUrl: text(form, "success_url"),
    createdAt: world.now,
    status: "open",
    intent: null,
    subscription: null,
    invoice: null
  }
  world.sessions.set(session.id, session)
  return ok(showSession(session))
}

const updateSubscription: Route = (world, form, id) => {
  const subscription = world.subscriptions.get(id)
  if (subscription === undefined) return missing(id)
  if (subscription.status === "canceled") {
    return refused(400, "resource_missing", "A canceled subscription can only update its metadata.")
  }
  const end = form.get("cancel_at_period_end")
  if (end !== null) subscription.cancelAtPeriodEnd = end === "true"
  const product = form.get("items[0][price_data][product]")
  if (product !== null) {
    if (!world.products.has(product)) return missing(product, "items[0][price_data][product]")
    if (text(form, "proration_behavior") !== "none") throw new Error("a change of the plan must cost nothing at once")
    subscription.product = product
    subscription.amount = Number(text(form, "items[0][price_data][unit_amount]"))
  }
  return ok(showSubscription(subscription))
}

const cancelSubscription: Route = (world, _form, id) => {
  const subscription = world.subscriptions.get(id)
  if (subscription === undefined || subscription.status === "canceled") return missing(id)
  world.cancel(subscription)
  return ok(showSubscription(subscription))
}

const createRefund: Route = (world, form) => {
  const charge = world.charges.get(text(form, "charge"))
  if (charge === undefined) return missing(text(form, "charge"), "charge")
  if (charge.disputes.length > 0) return refused(400, "charge_disputed", "The charge is disputed.")
  const left = charge.amount - charge.refunded
  if (left === 0) return refused(400, "charge_already_refunded", "The charge has been refunded.")
  world.refund(charge.id, left)
  return ok(showRefund(charge, `re_${charge.id}_${charge.refunded}`, left))
}

const one =
  <A>(
    find: (world: StripeWorld, id: string) => A | undefined,
    show: (object: A, world: StripeWorld) => object
  ): Route =>
  (world, _form, id) => {
    const object = find(world, id)
    return object === undefined ? missing(id) : ok(show(object, world))
  }

const findInvoicePayments: Route = (world, form) => {
  const intent = text(form, "payment[payment_intent]")
  const invoice = world.invoices.get(intent.replace("pi_", "in_"))
  return ok(list("/v1/invoice_payments", invoice?.intent === intent ? [showInvoicePayment(invoice)] : []))
}

const findSessions: Route = (world, form) => {
  const intent = text(form, "payment_intent")
  const session = world.sessions.get(intent.replace("pi_", "cs_test_"))
  return ok(list("/v1/checkout/sessions", session?.intent === intent ? [showSession(session)] : []))
}

const listInvoices: Route = (world, form) => {
  const newestFirst = world.invoicesOf(text(form, "subscription")).slice(0, Number(text(form, "limit")))
  return ok(
    list(
      "/v1/invoices",
      newestFirst.map((invoice) => withPayments(world, invoice))
    )
  )
}

const listDisputes: Route = (world, form) => {
  const charge = world.charges.get(text(form, "charge"))
  const shown = charge === undefined ? [] : charge.disputes.map(({ id }) => showDispute(charge, id))
  return ok(list("/v1/disputes", shown))
}

const createConfiguration: Route = (world, form) => {
  const configuration = { id: `bpc_${world.count("configuration")}`, metadata: metadataOf(form) }
  world.configurations.set(configuration.id, configuration)
  return ok({ ...configuration, object: "billing_portal.configuration", active: true })
}

const createPortal: Route = (world, form) => {
  const customer = text(form, "customer")
  if (!world.customers.has(customer)) return missing(customer, "customer")
  if (!world.configurations.has(text(form, "configuration")))
    return missing(text(form, "configuration"), "configuration")
  const id = `bps_${world.count("portal")}`
  const return_url = text(form, "return_url")
  return ok({ id, object: "billing_portal.session", customer, return_url, url: `https://billing.stripe.test/${id}` })
}

const routes: ReadonlyArray<readonly [method: string, path: RegExp, route: Route]> = [
  ["POST", /^\/v1\/customers$/, createCustomer],
  ["POST", /^\/v1\/products$/, createProduct],
  ["POST", /^\/v1\/checkout\/sessions$/, createSession],
  ["GET", /^\/v1\/checkout\/sessions$/, findSessions],
  ["GET", /^\/v1\/checkout\/sessions\/(\w+)$/, one(({ sessions }, id) => sessions.get(id), expanded)],
  ["GET", /^\/v1\/subscriptions\/(\w+)$/, one(({ subscriptions }, id) => subscriptions.get(id), showSubscription)],
  ["POST", /^\/v1\/subscriptions\/(\w+)$/, updateSubscription],
  ["DELETE", /^\/v1\/subscriptions\/(\w+)$/, cancelSubscription],
  ["GET", /^\/v1\/invoices$/, listInvoices],
  [
    "GET",
    /^\/v1\/invoices\/(\w+)$/,
    one(
      ({ invoices }, id) => invoices.get(id),
      (invoice, world) => withPayments(world, invoice)
    )
  ],
  ["GET", /^\/v1\/invoice_payments$/, findInvoicePayments],
  [
    "GET",
    /^\/v1\/charges$/,
    (world, form) => ok(list("/v1/charges", world.chargesOf(text(form, "payment_intent")).map(showCharge)))
  ],
  ["GET", /^\/v1\/charges\/(\w+)$/, one(({ charges }, id) => charges.get(id), showCharge)],
  ["GET", /^\/v1\/disputes$/, listDisputes],
  ["POST", /^\/v1\/refunds$/, createRefund],
  [
    "GET",
    /^\/v1\/billing_portal\/configurations$/,
    (world) => ok(list("/v1/billing_portal/configurations", [...world.configurations.values()]))
  ],
  ["POST", /^\/v1\/billing_portal\/configurations$/, createConfiguration],
  ["POST", /^\/v1\/billing_portal\/sessions$/, createPortal]
]

interface Kept {
  readonly request: string
  readonly answer: ApiAnswer
}

/** Answers calls; the same idempotency key with the same content gets the same answer, as at Stripe. */
export const makeApi = (world: StripeWorld) => {
  const kept = new Map<string, Kept>()

  const run = ({ method, path, body }: ApiRequest): ApiAnswer => {
    const [pathname = "", query = ""] = path.split("?", 2)
    for (const [verb, pattern, route] of routes) {
      const match = verb === method ? pattern.exec(pathname) : null
      if (match !== null) return route(world, new URLSearchParams(method === "POST" ? body : query), match[1] ?? "")
    }
    return refused(404, "unknown_route", `The stand-in has no ${method} ${pathname}`)
  }

  return (request: ApiRequest): ApiAnswer => {
    const { method, path, body, idempotencyKey } = request
    if (method !== "POST" || idempotencyKey === undefined) return run(request)
    const content = `${path} ${body}`
    const before = kept.get(idempotencyKey)
    if (before === undefined) {
      const answer = run(request)
      kept.set(idempotencyKey, { request: content, answer })
      return answer
    }
    if (before.request === content) return before.answer
    return {
      status: 400,
      body: {
        error: {
          type: "idempotency_error",
          message: "Keys for idempotent requests can only be used with the same parameters."
        }
      }
    }
  }
}

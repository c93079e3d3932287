import { itemOf, type StripeTestAccount } from './stripe-account.ts'
import type { TestCustomer, TestPrice, TestProduct, TestSession } from './stripe-objects.ts'

/** A form parsed as Stripe does it: `line_items[0][price]=…` is nested. */
export type Form = { [name: string]: string | Form }

export interface ApiCall {
  method: string
  /** Without the version: `/products/prod_1`. */
  path: string
  form: Form
}

/** Stripe's response when it refuses a call. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: { type: string; code?: string; message: string; param?: string } }

  constructor(status: number, error: StripeRefusal['body']['error']) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

type Handler = (account: StripeTestAccount, form: Form, id: string) => object

/** Every call that the adapter makes, and no other. */
const CALLS: [method: string, path: RegExp, handler: Handler][] = [
  ['GET', /^\/products$/, (account, form) => list(account, account.products, form, [])],
  ['POST', /^\/products$/, createProduct],
  ['GET', /^\/products\/([^/]+)$/, (account, _form, id) => existing(account.products, id)],
  ['POST', /^\/products\/([^/]+)$/, updateProduct],
  ['POST', /^\/prices$/, createPrice],
  ['GET', /^\/prices$/, (account, form) => list(account, account.prices, form, ['product'])],
  ['GET', /^\/prices\/([^/]+)$/, (account, _form, id) => existing(account.prices, id)],
  ['POST', /^\/prices\/([^/]+)$/, updatePrice],
  ['GET', /^\/customers\/search$/, searchCustomers],
  ['POST', /^\/customers$/, createCustomer],
  ['POST', /^\/customers\/([^/]+)$/, updateCustomer],
  ['POST', /^\/checkout\/sessions$/, createSession],
  [
    'GET',
    /^\/checkout\/sessions$/,
    (account, form) => list(account, account.sessions, form, ['customer']),
  ],
  ['GET', /^\/checkout\/sessions\/([^/]+)$/, (account, _, id) => existing(account.sessions, id)],
  ['POST', /^\/checkout\/sessions\/([^/]+)\/expire$/, expireSession],
  [
    'GET',
    /^\/subscriptions$/,
    (account, form) => list(account, account.subscriptions, form, ['customer']),
  ],
  ['GET', /^\/subscriptions\/([^/]+)$/, (account, _, id) => existing(account.subscriptions, id)],
  ['POST', /^\/subscriptions\/([^/]+)$/, updateSubscription],
  ['DELETE', /^\/subscriptions\/([^/]+)$/, cancelSubscription],
  ['GET', /^\/invoices$/, listInvoices],
  ['GET', /^\/invoices\/([^/]+)$/, (account, _form, id) => existing(account.invoices, id)],
  ['GET', /^\/payment_intents\/([^/]+)$/, (account, _form, id) => existing(account.intents, id)],
  ['POST', /^\/refunds$/, createRefund],
  ['GET', /^\/invoice_payments$/, listInvoicePayments],
  [
    'GET',
    /^\/charges$/,
    (account, form) => list(account, account.charges, form, ['customer', 'payment_intent']),
  ],
  ['GET', /^\/disputes$/, (account, form) => list(account, account.disputes, form, ['charge'])],
  ['GET', /^\/webhook_endpoints$/, (account, form) => list(account, account.webhooks, form, [])],
  ['POST', /^\/billing_portal\/sessions$/, createPortal],
]

/** Handles a call and returns plain JSON, expanded as requested. Throws a StripeRefusal. */
export function answerCall(account: StripeTestAccount, call: ApiCall): object {
  for (const [method, path, handler] of CALLS) {
    const match = method === call.method ? path.exec(call.path) : null
    if (!match) continue
    const id = decodeURIComponent(match[1] ?? '')
    const answer = structuredClone(handler(account, call.form, id))
    for (const expansion of Object.values(formAt(call.form, 'expand'))) {
      expand(account, answer, String(expansion).split('.'))
    }
    return answer
  }
  throw new StripeRefusal(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${call.method}: ${call.path}).`,
  })
}

function createProduct(account: StripeTestAccount, form: Form): TestProduct {
  const id = text(form, 'id') ?? account.newId('prod')
  if (account.products.has(id)) {
    throw refusal('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const name = needed(form, 'name')
  return keep(account.products, {
    object: 'product',
    id,
    name,
    active: true,
    metadata: metadataOf(form),
  })
}

function updateProduct(account: StripeTestAccount, form: Form, id: string): TestProduct {
  const product = existing(account.products, id)
  product.name = text(form, 'name') ?? product.name
  if (text(form, 'active')) product.active = text(form, 'active') === 'true'
  return product
}

function createPrice(account: StripeTestAccount, form: Form): TestPrice {
  const interval = text(formAt(form, 'recurring'), 'interval')
  return keep(account.prices, {
    object: 'price',
    id: account.newId('price'),
    product: referred(account.products, needed(form, 'product'), 'product').id,
    active: true,
    currency: needed(form, 'currency'),
    unit_amount: Number(needed(form, 'unit_amount')),
    recurring: interval ? { interval, interval_count: 1 } : null,
    metadata: metadataOf(form),
  })
}

function updatePrice(account: StripeTestAccount, form: Form, id: string): TestPrice {
  const price = existing(account.prices, id)
  price.active = text(form, 'active') === 'true'
  return price
}

function searchCustomers(account: StripeTestAccount, form: Form): object {
  const wanted = /^metadata\['(\w+)'\]:'([^']*)'$/.exec(needed(form, 'query'))
  if (!wanted) throw refusal('This query cannot be read.')
  const [, name = '', value] = wanted
  const data = [...account.customers.values()].filter((each) => each.metadata[name] === value)
  return { object: 'search_result', data, has_more: false, url: '/v1/customers/search' }
}

function createCustomer(account: StripeTestAccount, form: Form): TestCustomer {
  return keep(account.customers, {
    object: 'customer',
    id: account.newId('cus'),
    email: text(form, 'email') ?? null,
    metadata: metadataOf(form),
  })
}

function updateCustomer(account: StripeTestAccount, form: Form, id: string): TestCustomer {
  const customer = existing(account.customers, id)
  customer.email = text(form, 'email') ?? customer.email
  return customer
}

function createSession(account: StripeTestAccount, form: Form): TestSession {
  const mode = needed(form, 'mode')
  if (mode !== 'payment' && mode !== 'subscription') throw refusal('Unknown mode.')
  const [line] = Object.values(formAt(form, 'line_items'))
  if (!line || typeof line === 'string') throw refusal('There is nothing to sell.')
  const price = referred(account.prices, needed(line, 'price'), 'line_items[0][price]')
  if (!price.active) throw refusal('The price specified is inactive.')
  if ((price.recurring !== null) !== (mode === 'subscription')) {
    throw refusal('The price does not fit the mode.')
  }
  const expiresAt = Number(needed(form, 'expires_at'))
  const minutes = (expiresAt - account.now()) / 60
  // A call may arrive in a later second than it was written in.
  if (!(minutes >= 29.5 && minutes <= 24 * 60)) throw refusal('Bad time.', { param: 'expires_at' })
  const id = account.newId('cs')
  const data = formAt(form, mode === 'payment' ? 'payment_intent_data' : 'subscription_data')
  account.wares.set(id, { price, metadata: metadataOf(data) })
  return keep(account.sessions, {
    object: 'checkout.session',
    id,
    url: `${account.origin}/c/pay/${id}`,
    mode,
    status: 'open',
    payment_status: 'unpaid',
    customer: referred(account.customers, needed(form, 'customer'), 'customer').id,
    client_reference_id: text(form, 'client_reference_id') ?? null,
    metadata: metadataOf(form),
    amount_total: price.unit_amount,
    payment_intent: null,
    subscription: null,
    invoice: null,
    success_url: needed(form, 'success_url'),
    cancel_url: needed(form, 'cancel_url'),
    allow_promotion_codes: text(form, 'allow_promotion_codes') === 'true',
    expires_at: expiresAt,
    created: account.now(),
  })
}

function expireSession(account: StripeTestAccount, _form: Form, id: string): TestSession {
  const session = existing(account.sessions, id)
  if (session.status !== 'open') throw refusal('Only open sessions can be expired.')
  account.expire(id)
  return session
}

function updateSubscription(account: StripeTestAccount, form: Form, id: string): object {
  const subscription = existing(account.subscriptions, id)
  if (subscription.ended_at !== null) throw refusal('A canceled subscription cannot be updated.')
  const ends = text(form, 'cancel_at_period_end')
  if (ends) {
    subscription.cancel_at_period_end = ends === 'true'
    subscription.cancel_at = ends === 'true' ? itemOf(subscription).current_period_end : null
  }
  if (form.cancel_at === '') subscription.cancel_at = null
  account.emit('customer.subscription.updated', subscription)
  return subscription
}

function cancelSubscription(account: StripeTestAccount, _form: Form, id: string): object {
  const subscription = existing(account.subscriptions, id)
  if (subscription.ended_at !== null) throw missing(id, 404)
  account.endNow(subscription)
  return subscription
}

function listInvoices(account: StripeTestAccount, form: Form): object {
  const ofSubscription = text(form, 'subscription')
  const found = new Map(
    [...account.invoices].filter(([, { parent }]) => {
      return !ofSubscription || parent.subscription_details.subscription === ofSubscription
    }),
  )
  return list(account, found, form, ['customer', 'status'])
}

function listInvoicePayments(account: StripeTestAccount, form: Form): object {
  const intentRef = text(formAt(form, 'payment'), 'payment_intent')
  const found = new Map(
    [...account.invoicePayments].filter(([, each]) => each.payment.payment_intent === intentRef),
  )
  return list(account, found, form, [])
}

function createRefund(account: StripeTestAccount, form: Form): object {
  const intentRef = needed(form, 'payment_intent')
  existing(account.intents, intentRef)
  const charges = [...account.charges.values()].filter((each) => each.payment_intent === intentRef)
  const charge = charges.find(({ status }) => status === 'succeeded')
  if (!charge) throw refusal('This payment has no successful charge to refund.')
  if (charge.amount_refunded >= charge.amount) {
    throw refusal('This charge was refunded.', { code: 'charge_already_refunded' })
  }
  const disputes = [...account.disputes.values()].filter((each) => each.charge === charge.id)
  if (disputes.some(({ status }) => status !== 'won')) {
    throw refusal('This charge is disputed.', { code: 'charge_disputed' })
  }
  const amount = charge.amount - charge.amount_refunded
  account.refund(intentRef, amount)
  return { object: 'refund', id: account.newId('re'), payment_intent: intentRef, amount }
}

function createPortal(account: StripeTestAccount, form: Form): object {
  const id = account.newId('bps')
  referred(account.customers, needed(form, 'customer'), 'customer')
  const url = `${account.origin}/p/session/${id}?return=${encodeURIComponent(needed(form, 'return_url'))}`
  return { object: 'billing_portal.session', id, url }
}

/** Returns one page, newest first, of the objects that match the form's filters. */
function list<T extends { id: string }>(
  account: StripeTestAccount,
  objects: Map<string, T>,
  form: Form,
  filters: (string & keyof T)[],
): object {
  const customer = text(form, 'customer')
  if (customer) referred(account.customers, customer, 'customer')
  const found = [...objects.values()]
    .reverse()
    .filter((each) => filters.every((name) => !text(form, name) || each[name] === form[name]))
  const start = found.findIndex(({ id }) => id === text(form, 'starting_after')) + 1
  const end = start + Number(text(form, 'limit') ?? 10)
  return {
    object: 'list',
    data: found.slice(start, end),
    has_more: end < found.length,
    url: '/v1',
  }
}

/** Replaces an id with its object, at a path such as `data.payment_intent`. */
function expand(account: StripeTestAccount, target: object, path: string[]): void {
  const [name = '', ...rest] = path
  // Answers are plain JSON.
  const fields = target as Record<string, unknown>
  if (name === 'payments' && 'id' in fields) {
    const data = [...account.invoicePayments.values()].filter((each) => each.invoice === fields.id)
    fields.payments = { object: 'list', data: structuredClone(data), has_more: false, url: '/v1' }
    return
  }
  const value = fields[name]
  if (Array.isArray(value)) for (const each of value) expand(account, each, rest)
  const objects = { payment_intent: account.intents, latest_invoice: account.invoices }[name]
  if (objects && typeof value === 'string') {
    const found: object | undefined = objects.get(value)
    if (found) fields[name] = structuredClone(found)
  }
}

function keep<T extends { id: string }>(objects: Map<string, T>, object: T): T {
  objects.set(object.id, object)
  return object
}

function existing<T>(objects: Map<string, T>, id: string): T {
  const found = objects.get(id)
  if (!found) throw missing(id, 404)
  return found
}

function referred<T>(objects: Map<string, T>, id: string, param: string): T {
  const found = objects.get(id)
  if (!found) throw missing(id, 400, param)
  return found
}

function missing(id: string, status: number, param = 'id'): StripeRefusal {
  return new StripeRefusal(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such object: '${id}'`,
    param,
  })
}

function refusal(message: string, more: { code?: string; param?: string } = {}): StripeRefusal {
  return new StripeRefusal(400, { type: 'invalid_request_error', message, ...more })
}

function text(form: Form, name: string): string | undefined {
  const value = form[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

function needed(form: Form, name: string): string {
  const value = text(form, name)
  if (!value) {
    throw refusal(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name })
  }
  return value
}

function formAt(form: Form, name: string): Form {
  const value = form[name]
  return typeof value === 'object' ? value : {}
}

function metadataOf(form: Form): Record<string, string> {
  const entries = Object.entries(formAt(form, 'metadata'))
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]))
}

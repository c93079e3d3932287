import type { IncomingMessage, ServerResponse } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { escapeHtml } from '#server/http/escape-html.ts'
import type { StripeTestAccount } from './stripe-account.ts'
import type { TestSession } from './stripe-objects.ts'

/** Serves the payment page of a checkout, so that a browser can press Pay. */
export async function payPage(
  account: StripeTestAccount,
  { request, response, url }: { request: IncomingMessage; response: ServerResponse; url: URL },
): Promise<void> {
  const other = otherPage(url)
  if (other) return answer(response, 200, other.title, other.body)
  const session = account.sessions.get(url.pathname.replace('/c/pay/', ''))
  if (!session) return answer(response, 404, 'Something went wrong', '')
  if (request.method !== 'POST') return show(account, session, response)
  const action = new URLSearchParams(await readText(request)).get('action')
  if (session.status === 'open') act(account, session, action)
  if (session.status === 'complete') {
    const location = session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id)
    response.writeHead(303, { location }).end()
    return
  }
  show(account, session, response, action === 'decline' ? 'Your card was declined.' : '')
}

/** Pages that a member can open after paying: receipts and the billing portal. */
function otherPage({ pathname, searchParams }: URL): { title: string; body: string } | undefined {
  if (/^\/[ir]\//.test(pathname)) return { title: 'Receipt', body: '' }
  if (!pathname.startsWith('/p/session/')) return undefined
  const back = escapeHtml(searchParams.get('return') ?? '')
  return { title: 'Billing', body: `<a href="${back}">Back</a>` }
}

function act(account: StripeTestAccount, session: TestSession, action: string | null): void {
  if (action === 'pay') account.pay(session.id)
  if (action === 'pay-later') account.payLater(session.id)
  if (action === 'decline') account.decline(session.id)
}

function show(
  account: StripeTestAccount,
  session: TestSession,
  response: ServerResponse,
  alert = '',
): void {
  if (session.status !== 'open') {
    answer(response, 200, 'This checkout is over', '')
    return
  }
  const ware = account.wares.get(session.id)
  const name = account.products.get(ware?.price.product ?? '')?.name ?? ''
  const amount = (session.amount_total / 100).toFixed(2)
  const per = session.mode === 'subscription' ? ' per month' : ''
  const buttons = [
    ['pay', session.mode === 'subscription' ? 'Subscribe' : 'Pay'],
    ['pay-later', 'Pay from a bank account'],
    ['decline', 'Pay with a card without money'],
  ].map(([action, label]) => `<button name="action" value="${action}">${label}</button>`)
  answer(
    response,
    200,
    name,
    `<p>US$${amount}${per}</p><p role="alert">${alert}</p><form method="post">${buttons.join('')}</form>` +
      `<a href="${escapeHtml(session.cancel_url)}">Back</a>`,
  )
}

function answer(response: ServerResponse, status: number, title: string, body: string): void {
  const safe = escapeHtml(title)
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(
    `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>${safe}</title><main><h1>${safe}</h1>${body}</main></html>`,
  )
}

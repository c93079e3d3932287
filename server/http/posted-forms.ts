import type { FastifyInstance, FastifyRequest } from 'fastify'
import { accountEndpoints } from '#contract/accounts.ts'
import { ACCOUNT_BODY_BYTES } from '#contract/endpoint.ts'
import type { ErrorBody } from '#contract/errors.ts'
import { factorEndpoints } from '#contract/factors.ts'
import { noticeEndpoints } from '#contract/notices.ts'
import { callerHeaders } from './pages.ts'
import { receiveBody } from './receive-body.ts'

/** Headers by which a call recognizes its own pages. */
const ORIGIN_HEADERS = ['origin', 'sec-fetch-site'] as const

/** A form that works without scripts. */
interface PostedForm {
  /** The path of the call that it makes. */
  call: string
  fields: readonly string[]
  /** The fields that are filled in again if the call is refused. */
  kept: readonly string[]
  /** The page that comes next; by default the form's own, which leads on. */
  leadsTo?: string
  /** The most bytes of a call with them. */
  maxBodyBytes?: number
}

/** By the address that the form is posted to, which is also its page's. */
const FORMS: Record<string, PostedForm> = {
  '/auth': {
    call: accountEndpoints.login.path,
    fields: ['username', 'password'],
    kept: ['username'],
  },
  '/auth/code': {
    call: factorEndpoints.finishSignIn.path,
    fields: ['method', 'code'],
    kept: ['method'],
  },
  '/rules': {
    call: noticeEndpoints.send.path,
    fields: ['what', 'place', 'why', 'email', 'isDanger'],
    kept: ['what', 'place', 'why', 'email', 'isDanger'],
    // Not to the place of the form, which the browser keeps otherwise.
    leadsTo: '/rules?sent=notice#top',
    maxBodyBytes: noticeEndpoints.send.maxBodyBytes,
  },
  '/logout': { call: accountEndpoints.logout.path, fields: [], kept: [], leadsTo: '/' },
}

/** The page's words about its form that was refused (`Visit` in `web/lib/visit.ts`). */
export interface Refusal {
  /** Empty if the fields' sentences say everything. */
  sentence: string
  fields: Record<string, string>
  values: Record<string, string>
}

/** The outcome of a form: another page, or one that says why the form was refused. */
export type FormOutcome = { cookies: string[] } & (
  | { next: string }
  | { page: string; status: number; refusal: Refusal }
)

/**
 * Makes the call of a form that a browser without scripts has posted, with the caller's own headers,
 * so the call's rules and limits hold. Undefined if the address has no such form.
 */
export async function submitForm(
  app: FastifyInstance,
  request: FastifyRequest,
): Promise<FormOutcome | undefined> {
  const [path = '', query] = request.url.split('?')
  const form = Object.hasOwn(FORMS, path) ? FORMS[path] : undefined
  if (!form) return undefined
  const at = (page: string): string => (query ? `${page}?${query}` : page)
  // In a form, a letter can take three times as many bytes.
  const most = form.maxBodyBytes ? 3 * form.maxBodyBytes : ACCOUNT_BODY_BYTES
  const entered = new URLSearchParams((await receiveBody(request, most)).toString())
  const read = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, entered.get(name) ?? '']))
  const answer = await app.inject({
    method: 'POST',
    url: form.call,
    headers: {
      ...callerHeaders(request.headers),
      ...callerHeaders(request.headers, ORIGIN_HEADERS),
      'content-type': 'application/json',
    },
    payload: JSON.stringify(read(form.fields)),
    remoteAddress: request.raw.socket.remoteAddress ?? '',
  })
  const cookies = [answer.headers['set-cookie'] ?? []].flat()
  if (answer.statusCode < 300) return { cookies, next: form.leadsTo ?? at(path) }
  const { code, message, fields = {} } = answer.json<ErrorBody>()
  if (code === 'factor_required') return { cookies, next: at('/auth/code') }
  return {
    cookies,
    // A sign-in that took too long begins again.
    page: at(code === 'not_signed_in' ? '/auth' : path),
    status: answer.statusCode,
    refusal: {
      sentence: Object.keys(fields).length > 0 ? '' : message,
      fields,
      values: read(form.kept),
    },
  }
}

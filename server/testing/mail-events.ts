import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'svix'
import { emailEndpoints } from '#contract/email.ts'
import type { TestApi, TestResponse } from './api.ts'

export const WEBHOOK_SECRET = `whsec_${randomBytes(24).toString('base64')}`

/** The headers that Svix sends with a message. */
export function svixHeaders(
  body: string,
  given: { id?: string; at?: Date; secret?: string } = {},
): Record<string, string> {
  const { id = `msg_${randomUUID()}`, at = new Date(), secret = WEBHOOK_SECRET } = given
  return {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, at, body),
  }
}

/** An event in the format that Resend documents. */
export function resendEvent(given: {
  type: string
  to: string
  at?: Date
  subject?: string
  emailId?: string
  details?: Record<string, unknown>
}): string {
  const at = (given.at ?? new Date()).toISOString()
  return JSON.stringify({
    type: given.type,
    created_at: at,
    data: {
      created_at: at,
      email_id: given.emailId ?? randomUUID(),
      message_id: '<111-222-333@email.example.com>',
      from: 'Folx <hello@folx.example>',
      to: [given.to],
      subject: given.subject ?? 'Good news from Folx',
      ...given.details,
    },
  })
}

export function bounce(
  type: string,
  message = 'The mailbox does not exist.',
): Record<string, unknown> {
  return { bounce: { type, subType: 'General', message } }
}

/** Sends a message of the email provider to the webhook and returns the response. */
export function sendWebhook(
  api: TestApi,
  body: string,
  given: Parameters<typeof svixHeaders>[1] & { headers?: Record<string, string> } = {},
): Promise<TestResponse> {
  const { headers, ...signing } = given
  return api.request(emailEndpoints.resendWebhook, {
    payload: body,
    headers: {
      origin: '',
      'content-type': 'application/json',
      ...svixHeaders(body, signing),
      ...headers,
    },
  })
}

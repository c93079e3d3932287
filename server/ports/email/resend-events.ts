import { Webhook } from 'svix'
import { AppError } from '#server/domain/app-error.ts'
import type { JsonObject, JsonValue, MailEvent, MailEvents, MailVerdict } from './port.ts'

/** Fields of an event that are not kept: bodies, other people's addresses, and readers' devices. */
const LEFT_OUT = new Set([
  'html',
  'text',
  'headers',
  'attachments',
  'cc',
  'bcc',
  'reply_to',
  'ipAddress',
  'userAgent',
])
const DEEPEST = 8
const LONGEST_ID = 200
const LONGEST_ADDRESS = 254
const LONGEST_WORDS = 500

/**
 * Reads Resend's events, which are signed with Svix and at most five minutes old by this machine's
 * clock.
 *
 * @param secret as Resend shows it, `whsec_…`
 */
export function createResendEvents({ secret }: { secret: string }): MailEvents {
  const webhook = new Webhook(secret)
  return {
    read: ({ headers, body }) => {
      const id = verifySignature(webhook, { headers, body })
      const payload = parse(body)
      const type = textOf(payload.type)
      if (!type) throw unreadable()
      return eventOf({ id, type, payload })
    },
  }
}

function verifySignature(
  webhook: Webhook,
  { headers, body }: { headers: Record<string, unknown>; body: Buffer },
): string {
  const id = String(headers['svix-id'] ?? '')
  try {
    webhook.verify(body, {
      'svix-id': id,
      'svix-timestamp': String(headers['svix-timestamp'] ?? ''),
      'svix-signature': String(headers['svix-signature'] ?? ''),
    })
  } catch (cause) {
    const sentence = 'The signature of this event is missing, wrong or too old.'
    throw new AppError('invalid_input', sentence, { cause })
  }
  if (id.length > LONGEST_ID) throw unreadable()
  return id
}

function parse(body: Buffer): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(body.toString())
  } catch (cause) {
    throw unreadable(cause)
  }
  // JSON.parse returns only JSON values.
  const kept = without(value as JsonValue, 0)
  if (!isObject(kept)) throw unreadable()
  return kept
}

function unreadable(cause?: unknown): AppError {
  return new AppError('invalid_input', 'This event could not be read.', { cause })
}

/** The details are under `data`, or at the top level beside the type. */
function eventOf(input: { id: string; type: string; payload: JsonObject }): MailEvent {
  const { id, type, payload } = input
  const data = isObject(payload.data) ? payload.data : payload
  const bounce = isObject(data.bounce) ? data.bounce : {}
  const reason = reasonOf(data, bounce)
  if (reason !== undefined) data.reason = reason
  if (isObject(data.click) && data.click.link !== undefined) data.click.url = data.click.link
  return {
    id,
    type: type.slice(0, 100),
    at: momentOf(payload.created_at ?? data.created_at),
    recipients: addressesOf(data.to ?? data.email),
    // A suppression names the email that caused it.
    providerId: textOf(data.email_id) ?? textOf(data.source_id),
    subject: textOf(data.subject),
    tags: tagsOf(data.tags),
    verdict: verdictOf(type, data),
    reason,
    payload,
  }
}

/**
 * A bounce of Resend's is permanent unless its type is transient or undetermined: only then a later
 * email may be delivered. Resend drops every email to a suppressed address, so a suppression is
 * permanent too. Its removal there lifts nothing here, because that needs a reason.
 */
function verdictOf(type: string, { bounce, origin }: JsonObject): MailVerdict | undefined {
  switch (type) {
    case 'email.delivered':
      return 'delivered'
    case 'email.complained':
      return 'complaint'
    case 'email.suppressed':
      return 'hard-bounce'
    case 'suppression.added':
      return origin === 'complaint' ? 'complaint' : 'hard-bounce'
    case 'email.bounced': {
      const kind = isObject(bounce) ? textOf(bounce.type)?.toLowerCase() : undefined
      return kind === 'transient' || kind === 'undetermined' ? 'soft-bounce' : 'hard-bounce'
    }
  }
}

function reasonOf(data: JsonObject, bounce: JsonObject): string | undefined {
  const { failed, suppressed } = data
  const said =
    textOf(data.reason) ??
    textOf(bounce.message) ??
    (isObject(failed) ? textOf(failed.reason) : undefined) ??
    (isObject(suppressed) ? textOf(suppressed.message) : undefined)
  return said?.slice(0, LONGEST_WORDS)
}

/** Drops fields that are not kept, values nested too deeply, and NUL characters, which no text column accepts. */
function without(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return value.replaceAll('\0', '')
  if (value === null || typeof value !== 'object') return value
  if (depth > DEEPEST) return null
  if (Array.isArray(value)) return value.map((entry) => without(entry, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !LEFT_OUT.has(name))
      .map(([name, entry]) => [name, without(entry, depth + 1)]),
  )
}

function addressesOf(to: JsonValue | undefined): string[] {
  const entries = Array.isArray(to) ? to : [to]
  return entries.flatMap((entry) => {
    const text = textOf(entry) ?? ''
    const address = (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim().toLowerCase()
    return address.includes('@') && address.length <= LONGEST_ADDRESS ? address : []
  })
}

function tagsOf(tags: JsonValue | undefined): Record<string, string> {
  if (!isObject(tags ?? null)) return {}
  const texts = Object.entries(tags ?? {}).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]))
}

function momentOf(value: JsonValue | undefined): Date | undefined {
  const moment = new Date(textOf(value) ?? '')
  return Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 2000 ? undefined : moment
}

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

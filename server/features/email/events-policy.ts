import type { JsonValue, MailEvent } from '#server/ports/email/port.ts'

/** Longest event data in characters; more than any provider sends about one email. */
const LONGEST_DATA = 16_000

/**
 * The part of an event to store, as JSON. Links to this site lose their query, which can contain a
 * reset token or the story that somebody reads. For an unlisted event, everything that reveals the
 * email's subject matter is left out.
 */
export function keptData(
  event: MailEvent,
  { isListed, publicUrl }: { isListed: boolean; publicUrl: string },
): string {
  if (!isListed) return bareData(event)
  const data = JSON.stringify(withoutQueries(event.payload, new URL(publicUrl).host))
  return data.length <= LONGEST_DATA ? data : bareData(event)
}

function bareData({ type, providerId, reason }: MailEvent): string {
  return JSON.stringify({ type, data: { email_id: providerId, reason } })
}

function withoutQueries(value: JsonValue, host: string): JsonValue {
  if (typeof value === 'string') return withoutQuery(value, host)
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return value.map((entry) => withoutQueries(entry, host))
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withoutQueries(entry, host)]),
  )
}

function withoutQuery(text: string, host: string): string {
  const url = /^\s*https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined
  return url?.host === host ? `${url.origin}${url.pathname}` : text
}

/** When the event happened: its own time if known and not in the future, otherwise now. */
export function momentOf({ at }: MailEvent, now: Date): Date {
  return at && at < now ? at : now
}

/**
 * The address that an event concerns. Our emails have one recipient each, so an event that names
 * several is not certain to concern any of them.
 */
export function addressOf({ recipients }: MailEvent): { email: string; isCertain: boolean } {
  return { email: recipients[0] ?? '', isCertain: recipients.length === 1 }
}

import type { JsonValue, MailEvent } from '#server/ports/email/port.ts'

/** Characters of an event's data; larger than any that a provider sends about one mail. */
const LONGEST_DATA = 16_000

/**
 * What is kept of an event, as JSON. Links into this site lose their query, in which reset links
 * hold their token and others the story that somebody reads. Of an event that is not listed nothing
 * stays that tells what its mail was about.
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

/** When it happened: never later than now, which is also what holds when nobody says. */
export function momentOf({ at }: MailEvent, now: Date): Date {
  return at && at < now ? at : now
}

/**
 * Whose event it is. A mail of ours goes to one person, so that of an event with several recipients
 * nobody can tell which of them it speaks of.
 */
export function addressOf({ recipients }: MailEvent): { email: string; isCertain: boolean } {
  return { email: recipients[0] ?? '', isCertain: recipients.length === 1 }
}

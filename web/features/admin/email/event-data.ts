/** What the page shows of an event besides its type and address. Untrusted, so shown as text only. */
export interface EventFacts {
  subject: string | undefined
  /** The sender. */
  from: string | undefined
  /** Why an email bounced, or which link was opened. */
  detail: string | undefined
}

const LONGEST = 500

/**
 * Reads the data of an event, a JSON text with its fields at the top level or under `data`
 * (administrator document, section 3). It can contain anything; non-string values are ignored.
 */
export function readEventData(json: string): EventFacts {
  const top = recordOf(parsed(json))
  const nested = recordOf(top.data)
  const text = (...path: string[]): string | undefined => textAt(nested, path) ?? textAt(top, path)
  return {
    subject: text('subject'),
    from: text('from'),
    detail:
      text('reason') ??
      text('bounce', 'message') ??
      text('failed', 'reason') ??
      text('suppressed', 'message') ??
      text('click', 'url') ??
      text('click', 'link'),
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function textAt(record: Record<string, unknown>, path: readonly string[]): string | undefined {
  let value: unknown = record
  for (const name of path) {
    const fields = recordOf(value)
    value = Object.hasOwn(fields, name) ? fields[name] : undefined
  }
  if (typeof value !== 'string') return undefined
  const text = readable(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text || undefined
}

function recordOf(value: unknown): Record<string, unknown> {
  // An object parsed from JSON has string keys.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** The text without control, bidirectional and invisible characters. */
function readable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** What a page tells of an event, besides its kind and address. */
export interface EventFacts {
  subject: string | undefined
  /** Why a mail came back, or which link was opened. To be shown as text: nobody proved it. */
  detail: string | undefined
}

const LONGEST = 500

/**
 * Reads the data of an event, a JSON text whose fields stand at its top or below `data`
 * (administrator document, section 3). Anything may stand there; what is no text is left out.
 */
export function readEventData(json: string): EventFacts {
  const top = recordOf(parsed(json))
  const nested = recordOf(top.data)
  const text = (...path: string[]): string | undefined => textAt(nested, path) ?? textAt(top, path)
  return {
    subject: text('subject'),
    detail:
      text('reason') ??
      text('bounce', 'message') ??
      text('failed', 'reason') ??
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
  // An object of JSON has text keys.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Without characters that turn text around or hide in it. */
function readable(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

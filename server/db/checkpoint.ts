/**
 * A point of the audit log that people and backups keep outside of the database: the number of an
 * entry, a short form of its hash, and when it was added. It reveals nothing about the entry, because
 * the hash contains random salts and the full hash of the entry before, which isn't published.
 */
export interface Checkpoint {
  position: number
  /** 20 hexadecimal digits. */
  hash: string
  /** To the minute. */
  at: Date
}

/** Length of the short form, in bytes. A second log with the same 80 bits can't be found. */
const SHORT_BYTES = 10

/** The short form of a hash. */
export function shortHash(hash: Buffer): string {
  return hash.toString('hex', 0, SHORT_BYTES)
}

/** For people: `Entry 12, 9f3a-5c1b-22de-8a01-77c0, 2026-03-05 12:00 UTC`. */
export function formatCheckpoint({ position, hash, at }: Checkpoint): string {
  const groups = hash.match(/.{4}/g) ?? []
  return `Entry ${position}, ${groups.join('-')}, ${minuteOf(at)}`
}

const WRITTEN =
  /entry\s+(\d{1,9}),\s+((?:[0-9a-f]{4}-){4}[0-9a-f]{4}),\s+(\d{4}-\d\d-\d\d)\s+(\d\d:\d\d)\s+UTC/i

/** Finds a checkpoint in a text, such as the end of an email. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [, position, hash, day, time] = WRITTEN.exec(text) ?? []
  const at = new Date(`${day}T${time}Z`)
  if (!position || !hash || Number.isNaN(at.getTime())) return undefined
  return { position: Number(position), hash: hash.replaceAll('-', '').toLowerCase(), at }
}

/** `2026-03-05 12:00 UTC`. */
export function minuteOf(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

const NEWEST = `
  select position, hash, added_at as at from audit_link order by position desc limit 1`

/** The newest checkpoint, for people; null while the log is empty. `query` may be of any client. */
export async function findCheckpoint(
  query: (statement: string) => Promise<{ rows: unknown[] }>,
): Promise<string | null> {
  const { rows } = await query(NEWEST)
  // The statement names its columns.
  const [row] = rows as { position: number; hash: Buffer; at: Date }[]
  return row ? formatCheckpoint({ ...row, hash: shortHash(row.hash) }) : null
}

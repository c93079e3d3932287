import pg from 'pg'
import { listTables } from '#server/backup/tables.ts'
import { withClient } from '#server/db/with-client.ts'
import type { Note } from './kept.ts'

/**
 * The tables of what people write, with the column that says when a row was added. All other rows
 * are counted together.
 */
const COUNTED = [
  { table: 'member', noun: 'account', since: 'created_at' },
  { table: 'story', noun: 'story', since: 'created_at' },
  { table: 'reply', noun: 'reply', since: 'created_at' },
  { table: 'guidance_request', noun: 'guidance request', since: 'created_at' },
  { table: 'mood_entry', noun: 'journal entry', since: 'created_at' },
  { table: 'purchase', noun: 'purchase', since: 'purchased_at' },
  { table: 'payment', noun: 'payment', since: 'paid_at' },
  { table: 'mailing', noun: 'broadcast', since: 'created_at' },
  { table: 'live_session', noun: 'live session', since: 'started_at' },
] as const

/** Tables that also change while people only read, and while nobody is there. */
const BOOKKEEPING = [
  'audit_entry',
  'audit_link',
  'backup_record',
  'check_result',
  'daily_run',
  'drill_record',
  'live_ticket',
  'mail_gate',
  'maintenance_run',
  'notification',
  'one_time_code',
  'passkey_challenge',
  'payment_comparison',
  'pending_sign_in',
  // The site's own key, made when a page first asks for it.
  'push_key',
  'push_subscription',
  'rate_limit',
  'security_event',
  'session',
  'story_count',
  // The question of the day is drawn when somebody first asks for it.
  'trivia',
]

/** Rows of other tables that change when somebody only visits: $2 is the time of the upgrade. */
const VISITED: Record<string, string> = {
  member: 'created_at < $2 and last_seen_week > $2::timestamptz::date - 7',
  trivia_question: 'updated_at < $2 and last_shown_on > $2::timestamptz::date - 2',
}

export interface Change {
  noun: string
  added: number
  /** Changed rows among those that existed before. */
  changed: number
  removed: number
}

export interface Changes {
  counted: Change[]
  /** New or changed rows of all other tables: settings, reactions, marks and so on. */
  otherRows: number
}

/** Records what `countChanges` later compares with. `superuserUrl` is the URL for the superuser. */
export function takeNote(
  superuserUrl: string,
): Promise<Pick<Note, 'systemIdentifier' | 'transaction' | 'rows'>> {
  return withClient({ url: superuserUrl, name: 'folx-upgrade' }, async (client) => {
    const rows: Record<string, number> = {}
    for (const { name } of await listTables(client)) {
      rows[name] = await count(client, `select count(*)::int from ${tableOf(name)}`)
    }
    const { rows: found } = await client.query<{ transaction: string }>(
      'select pg_current_xact_id()::xid::text as transaction',
    )
    const systemIdentifier = await readIdentifier(client)
    return { systemIdentifier, transaction: found[0]?.transaction ?? '', rows }
  })
}

/**
 * Counts what was written after an upgrade. Undefined if this isn't the database that was upgraded,
 * for example after a restore. Each row carries the id of the transaction that wrote it,
 * so the counts are exact, except that an account of a member who visited doesn't count as changed.
 */
export function countChanges(superuserUrl: string, note: Note): Promise<Changes | undefined> {
  return withClient({ url: superuserUrl, name: 'folx-upgrade' }, async (client) => {
    if ((await readIdentifier(client)) !== note.systemIdentifier) return undefined
    const values = [note.transaction, note.upgradedAt]
    const written = (table: string, condition = 'true'): Promise<number> =>
      count(
        client,
        `select count(*)::int from ${tableOf(table)} where age(xmin) < age($1::xid)
         and $2::timestamptz is not null and ${condition}`,
        values,
      )
    const tables = new Set((await listTables(client)).map(({ name }) => name))
    for (const name of BOOKKEEPING) tables.delete(name)
    const counted: Change[] = []
    for (const { table, noun, since } of COUNTED) {
      if (!tables.delete(table)) continue
      const all = await count(client, `select count(*)::int from ${tableOf(table)}`)
      const added = await written(table, `${since} >= $2`)
      const changed = (await written(table, changedIn(table))) - added
      counted.push({ noun, added, changed, removed: (note.rows[table] ?? 0) + added - all })
    }
    let otherRows = 0
    for (const table of tables) otherRows += await written(table, changedIn(table))
    return { counted, otherRows }
  })
}

function changedIn(table: string): string | undefined {
  const visited = VISITED[table]
  // Where a date is missing, nobody visited.
  return visited && `(${visited}) is not true`
}

async function readIdentifier(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return rows[0]?.id ?? ''
}

async function count(
  client: pg.ClientBase,
  statement: string,
  values: string[] = [],
): Promise<number> {
  const { rows } = await client.query<{ count: number }>(statement, values)
  return rows[0]?.count ?? 0
}

function tableOf(name: string): string {
  return `public.${pg.escapeIdentifier(name)}`
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Manifest } from '#server/backup/manifest.ts'
import { counted } from '#server/checks/words.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { pendingMigrations, readMigrations, tablesWithChangedRows } from '#server/db/migrate.ts'
import { nameColumns, nameKey } from '#server/domain/name-key.ts'
import { hashPassword } from '#server/domain/password.ts'
import { openText } from '#server/features/private-text/service.ts'
import type { DrillStep } from './certificate.ts'

/** The newest entries of this many members are opened. */
const ENTRIES = 20
/** How much of a recording is played, in bytes. */
const PLAYED_BYTES = 4_096

type Result = Omit<DrillStep, 'title'>
/** Cookies of the drill's account. */
type Cookie = string

const passed = (detail: string): Result => ({ outcome: 'passed', detail })
const failed = (detail: string): Result => ({ outcome: 'failed', detail })
const skipped = (detail: string): Result => ({ outcome: 'skipped', detail })

/**
 * Compares the row count of each table with the manifest, before the site is used. Skips tables
 * whose rows newer migrations change on purpose, as the migrations state.
 */
export async function compareCounts(
  db: Db,
  manifest: Manifest,
  restored: { files: number; expectedFiles: number },
): Promise<Result> {
  const { migrations } = manifest
  const newer = pendingMigrations(await readMigrations(), migrations)
  const named = new Set(newer.flatMap(tablesWithChangedRows))
  const tables = manifest.tables.filter(({ name }) => !named.has(name))
  const rows = new Map<string, number>()
  for (const { name } of tables) {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(`public.${name}`)}`.execute(db)
    rows.set(name, found[0]?.count ?? -1)
  }
  const different = tables.find((table) => rows.get(table.name) !== table.rows)
  if (different) {
    return failed(
      `${different.name} has ${rows.get(different.name)} rows, ${different.rows} in the manifest.`,
    )
  }
  const { files, expectedFiles } = restored
  if (files !== expectedFiles) return failed(`${files} files, ${expectedFiles} in the manifest.`)
  const all = tables.reduce((sum, table) => sum + table.rows, 0)
  const parts = [
    `${all} rows in ${tables.length} tables, ${files} files, ${migrations.length} migrations`,
    ...(newer.length > 0
      ? [newer.length === 1 ? '1 newer one ran' : `${newer.length} newer ones ran`]
      : []),
    ...(named.size > 0 ? [`they change the rows of ${[...named].join(', ')}`] : []),
  ]
  return passed(`${parts.join('; ')}.`)
}

/** Opens the newest journal entries of some members. Their words are not reported. */
export async function openJournals(context: Context): Promise<Result> {
  const { rows } = await sql<{ memberId: string; sealed: Buffer }>`
    select distinct on (member_id) member_id, sealed from mood_entry
    order by member_id, day desc limit ${sql.lit(ENTRIES)}`.execute(context.db)
  if (rows.length === 0) return skipped('There is no journal entry in the backup.')
  let opened = 0
  for (const { memberId, sealed } of rows) {
    const text = await openText(context, context.db, { memberId, kind: 'mood', sealed })
    if (text !== undefined) opened += 1
  }
  const detail = `${opened} of ${rows.length} sealed journal entries open with the restored keys.`
  return opened === rows.length ? passed(detail) : failed(detail)
}

/**
 * Checks that refunds fit their payments and payments fit their purchases, and reports the sums.
 */
export async function balanceLedgers(db: Db): Promise<Result> {
  const { rows } = await sql<{
    payments: number
    paidCents: string
    refundedCents: string
    wrong: number
  }>`
    select count(*)::int as payments,
      coalesce(sum(amount_cents) filter (where status = 'paid'), 0)::text as paid_cents,
      coalesce(sum(refunded_cents), 0)::text as refunded_cents,
      count(*) filter (where refunded_cents not between 0 and amount_cents
        or (purchase_id is not null and not exists (select from purchase
          where purchase.purchase_id = payment.purchase_id
            and (payment.checkout_id is null or purchase.checkout_id = payment.checkout_id)))
      )::int as wrong
    from payment`.execute(db)
  const [sums] = rows
  if (!sums || sums.payments === 0) return skipped('There is no payment in the backup.')
  const detail = `${counted(sums.payments, 'payment')}: ${dollars(sums.paidCents)} paid, ${dollars(sums.refundedCents)} refunded.`
  return sums.wrong === 0
    ? passed(detail)
    : failed(
        `${detail} ${counted(sums.wrong, 'doesn’t fit its purchase', 'don’t fit their purchase')}.`,
      )
}

function dollars(cents: string): string {
  return `$${(Number(cents) / 100).toFixed(2)}`
}

/** Signs in over HTTP with an account made for the drill. */
export async function signIn(
  { db, config }: Context,
  url: string,
): Promise<{ result: Result; cookie: Cookie }> {
  const [username, password] = [name(), randomBytes(16).toString('hex')]
  const anonymousUsername = name()
  await db
    .insertInto('member')
    .values({
      username,
      usernameKey: nameKey(username),
      email: `${username}@drill.invalid`,
      emailVerifiedAt: new Date(),
      passwordHash: await hashPassword(password),
      ...nameColumns(anonymousUsername),
      rights: [],
      timeZone: 'UTC',
    })
    .execute()
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: config.publicUrl },
    body: JSON.stringify({ username, password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const user = await fetch(`${url}/api/user`, { headers: { cookie } })
  const stories = await fetch(`${url}/api/stories?page=1&pageSize=6`, { headers: { cookie } })
  const statuses = [answer.status, user.status, stories.status]
  const isIn = statuses.every((status) => status === 200)
  return {
    cookie,
    result: isIn
      ? passed('An account made for the drill signed in and read the stories.')
      : failed(`Signing in, reading the account and the stories answered ${statuses.join(', ')}.`),
  }
}

/** A name that no member has. */
function name(): string {
  return `drill-${randomBytes(8).toString('hex')}`
}

/** Plays the beginning of a recording over HTTP, or reads a part of any file if there is none. */
export async function playRecording(
  { db, files }: Context,
  url: string,
  cookie: Cookie,
): Promise<Result> {
  const story = await db
    .selectFrom('story')
    .select('storyId')
    .where('audioState', '=', 'ready')
    .where('status', '=', 'approved')
    .where('hiddenAt', 'is', null)
    .orderBy('storyId', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!story) {
    for await (const { key, size } of files.list()) {
      if (key.startsWith('member-keys/') || size === 0) continue
      const { stream, length } = await files.read(key, { start: 0, end: PLAYED_BYTES - 1 })
      stream.destroy()
      return passed(`There is no public recording; ${length} bytes of another file were read.`)
    }
    return skipped('There is no recording in the backup.')
  }
  const answer = await fetch(`${url}/api/stories/${story.storyId}/audio`, {
    headers: { cookie, range: `bytes=0-${PLAYED_BYTES - 1}` },
  })
  const { byteLength } = await answer.arrayBuffer()
  const type = answer.headers.get('content-type')
  return answer.status === 206 && byteLength > 0
    ? passed(`The first ${byteLength} bytes of a recording (${type}) were played.`)
    : failed(`A recording answered ${answer.status} with ${byteLength} bytes.`)
}

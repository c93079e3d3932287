import type { Selectable } from 'kysely'
import { DailyType, type GeneratedContent } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import type { DailyRun } from '#server/db/schema.gen.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { contentOf, writeText } from './generate.ts'
import { dueRun } from './policy.ts'
import { dailyImages } from './publish.ts'
import { announceDaily, communityTimeZone } from './service.ts'
import { getDailySettings, listDay, type NewRow } from './store.ts'

/** A run that has not finished after this time is considered abandoned by its node. */
const STALE_MS = 5 * 60_000

/**
 * Generates and publishes the daily content that is due now, if any, and returns its day. Called
 * every minute on some node; handles each day once, and makes up for runs that a stopped server
 * missed. Content that an administrator published for the day stays.
 */
export async function runDueDaily(context: Context): Promise<DateText | undefined> {
  const day = await findDueDay(context)
  if (day === undefined) return undefined
  const startedAt = context.now()
  const staleBefore = new Date(startedAt.getTime() - STALE_MS)
  if (!(await claimRun(context.db, { day, startedAt, staleBefore }))) return undefined
  const texts = await writeMissing(context, day)
  const isOurs = await inTransaction(context.db, (trx) =>
    publishRun(context, trx, { claim: { day, startedAt }, texts }),
  )
  if (!isOurs) return undefined
  announceDaily(context)
  const sources = texts.map(({ type, source }) => `${type}: ${source}`)
  context.log.info({ day, sources }, 'the daily content was generated')
  return day
}

async function findDueDay(context: Context): Promise<DateText | undefined> {
  const settings = await getDailySettings(context.db)
  if (!settings.autoGenerate) return undefined
  const timeZone = await communityTimeZone(context.db)
  const run = dueRun({ ...settings, timeZone }, context.now())
  if (!run) return undefined
  const day = run.date
  const known = await findRun(context.db, day)
  return known?.finishedAt ? undefined : day
}

/** Runs outside a transaction, because a provider can be slow. */
async function writeMissing(context: Context, day: DateText): Promise<GeneratedContent[]> {
  const settings = await getDailySettings(context.db)
  const present = new Set((await listDay(context.db, day)).map((row) => row.type))
  const missing = DailyType.options.filter((type) => !present.has(type))
  return Promise.all(missing.map((type) => writeText(context, { type, settings, isUnseen: true })))
}

/**
 * Publishes the texts unless content exists already; false if another node has taken over the run.
 */
async function publishRun(
  context: Context,
  trx: Trx,
  { claim, texts }: { claim: RunClaim; texts: GeneratedContent[] },
): Promise<boolean> {
  if (!(await lockClaim(trx, claim))) return false
  const { day } = claim
  const now = context.now()
  const published: GeneratedContent[] = []
  for (const text of texts) {
    const row = { day, type: text.type, ...contentOf(text), createdAt: now, updatedAt: now }
    if (await insertIfEmpty(trx, row)) published.push(text)
  }
  const sourceOf = (type: DailyType) => published.find((text) => text.type === type)?.source ?? null
  const reasons = new Set(published.flatMap((text) => text.fallbackReason ?? []))
  await finishRun(trx, {
    day,
    finishedAt: now,
    messageSource: sourceOf('message'),
    reflectionSource: sourceOf('reflection'),
    fallbackReason: reasons.size > 0 ? [...reasons].join(' ') : null,
  })
  return true
}

const ROW = [
  'day',
  'startedAt',
  'finishedAt',
  'messageSource',
  'reflectionSource',
  'fallbackReason',
] as const

export type DailyRunRow = Pick<Selectable<DailyRun>, (typeof ROW)[number]>

/** A node's claim on the run of a day. It ends when another node restarts the run. */
interface RunClaim {
  day: DateText
  startedAt: Date
}

function findRun(db: Queryable, day: DateText): Promise<DailyRunRow | undefined> {
  return db.selectFrom('dailyRun').select(ROW).where('day', '=', day).executeTakeFirst()
}

/** The run for the latest day. */
export function findLastRun(db: Queryable): Promise<DailyRunRow | undefined> {
  return db.selectFrom('dailyRun').select(ROW).orderBy('day', 'desc').limit(1).executeTakeFirst()
}

/**
 * Claims the run of a day, unless it is finished or was claimed at `staleBefore` or later by a node
 * that may still be working on it. If several nodes try at once, only one gets it.
 */
async function claimRun(
  db: Queryable,
  { day, startedAt, staleBefore }: RunClaim & { staleBefore: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('dailyRun')
    .values({ day, startedAt })
    .onConflict((conflict) =>
      conflict
        .column('day')
        .doUpdateSet({ startedAt })
        .where('dailyRun.finishedAt', 'is', null)
        .where('dailyRun.startedAt', '<', staleBefore),
    )
    .returning('day')
    .executeTakeFirst()
  return row !== undefined
}

/** Whether the claim still applies. Locks the run until the transaction ends. */
async function lockClaim(trx: Queryable, claim: RunClaim): Promise<boolean> {
  const row = await trx
    .selectFrom('dailyRun')
    .select('day')
    .where('day', '=', claim.day)
    .where('startedAt', '=', claim.startedAt)
    .where('finishedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function finishRun(
  trx: Queryable,
  { day, ...outcome }: Omit<DailyRunRow, 'startedAt'>,
): Promise<void> {
  await trx.updateTable('dailyRun').set(outcome).where('day', '=', day).execute()
}

const EVERY_MINUTE = '* * * * *'

export async function startDailyJobs(context: Context): Promise<void> {
  await context.jobs.work('remove-daily-image', ({ key }) => dailyImages.removeUnused(context, key))
  await context.jobs.repeat('run-daily', EVERY_MINUTE, () => runScheduled(context))
}

async function runScheduled(context: Context): Promise<void> {
  try {
    await runDueDaily(context)
  } catch (error) {
    context.log.error({ err: error }, 'the scheduled daily content could not be generated')
    throw error
  }
}

/** Inserts content unless its place has some. Returns whether it did. */
async function insertIfEmpty(trx: Queryable, row: NewRow): Promise<boolean> {
  const result = await trx
    .insertInto('dailyContent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['day', 'type']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

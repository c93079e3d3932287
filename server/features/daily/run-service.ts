import { DailyType, type GeneratedContent } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { contentOf, writeText } from './generate-service.ts'
import { dueRun } from './policy.ts'
import { claimRun, findRun, finishRun, lockClaim, type RunClaim } from './run-store.ts'
import { announceDaily, communityTimeZone } from './service.ts'
import { getDailySettings } from './settings-store.ts'
import { insertIfEmpty, listDay } from './store.ts'

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

import { createHash } from 'node:crypto'
import { DAY_MS } from '#contract/durations.ts'
import {
  type Broadcast,
  EMAIL_LIMITS,
  type Mailing,
  type MailingKind,
  type MailingStatus,
} from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { sliceOf } from '#server/db/page.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { outdated } from '#server/domain/version.ts'
import { type Admin, hasRight } from '#server/domain/viewer.ts'
import { type AuditAction, recordAudit } from '../audit/service.ts'
import { cleanContent } from './content.ts'
import { countExpected, fixRecipients, type GivenGroup, validateGroup } from './groups.ts'
import { type MailingAct, outcomeOf } from './policy.ts'
import { presentMailing } from './present.ts'
import { announceMailings, queueBatches } from './sending.ts'
import {
  findMailing,
  findMailingByKey,
  insertMailing,
  listMailings,
  lockMailing,
  type MailingRow,
  updateMailing,
} from './store.ts'

export async function readMailings(
  context: Context,
  admin: Admin,
  query: { kind?: MailingKind | undefined; page: number; pageSize: number },
): Promise<Page<Mailing>> {
  const { rows, total } = await listMailings(context.db, {
    kind: query.kind,
    ...sliceOf(query),
  })
  return { items: await present(context, admin, context.db, rows), total }
}

/** Throws `not_found`. */
export async function getMailing(context: Context, admin: Admin, id: number): Promise<Mailing> {
  const row = await findMailing(context.db, id)
  if (!row) throw mailingNotFound()
  return presentOne(context, admin, context.db, row)
}

function mailingNotFound(): AppError {
  return new AppError('not_found', 'This email doesn’t exist.')
}

async function present(
  context: Context,
  admin: Admin,
  db: Queryable,
  rows: readonly MailingRow[],
): Promise<Mailing[]> {
  const expected = await countExpected(context, db, rows)
  const { provider } = context.config.mail
  const hasEvents = context.mailEvents !== undefined
  return rows.map((row) =>
    presentMailing(row, {
      expected: expected.get(row.mailingId) ?? 0,
      provider,
      hasEvents,
      seesSkipped: hasRight(admin, 'people'),
    }),
  )
}

async function presentOne(
  context: Context,
  admin: Admin,
  db: Queryable,
  row: MailingRow,
): Promise<Mailing> {
  const [mailing] = await present(context, admin, db, [row])
  if (!mailing) throw new Error('One row presents one mailing.')
  return mailing
}

/** A group as columns of a mailing's row. */
async function groupColumns(
  db: Queryable,
  given: GivenGroup,
): Promise<Pick<MailingRow, 'recipientGroup' | 'productId'>> {
  const { group, productId } = await validateGroup(db, given)
  return { recipientGroup: group, productId }
}

/**
 * Sends a broadcast to everyone in its group who may get it. A repeated key returns its existing
 * broadcast, even for two calls at the same time. Throws `conflict` if nobody would get it.
 */
export async function sendBroadcast(
  context: Context,
  admin: Admin,
  { content, key }: { content: Broadcast; key: string | undefined },
): Promise<{ id: number; recipientCount: number; status: MailingStatus }> {
  const clientKey = clientKeyOf(key)
  const now = context.now()
  const { row, isNew } = await inTransaction(context.db, async (trx) => {
    const written = await insertMailing(trx, {
      kind: 'broadcast',
      clientKey,
      createdBy: admin.id,
      sendAt: now,
      createdAt: now,
      subject: content.subject,
      preheader: content.preheader ?? '',
      html: cleanContent(content.html),
      ...(await groupColumns(trx, content)),
    })
    if (!written) return { row: await getByKey(trx, clientKey), isNew: false }
    const row = await begin(context, trx, written)
    if (row.recipientCount === 0) {
      throw new AppError('conflict', 'Nobody would get this email yet.')
    }
    await remember(trx, { admin, action: 'mailing-sent', row })
    return { row, isNew: true }
  })
  if (isNew) announceMailings(context)
  return { id: row.mailingId, recipientCount: row.recipientCount ?? 0, status: row.status }
}

async function getByKey(trx: Trx, clientKey: string): Promise<MailingRow> {
  const row = await findMailingByKey(trx, clientKey)
  if (!row)
    throw new AppError('conflict', 'This email is being changed right now. Please try again.')
  return row
}

/** Hashed, so that any text can be a key, but none can equal the key of an automatic mailing. */
function clientKeyOf(key: string | undefined): string {
  if (key === undefined) return `broadcast ${crypto.randomUUID()}`
  return `broadcast ${createHash('sha256').update(key).digest('hex')}`
}

/** Stores the recipients, and queues the jobs that send the first emails. */
async function begin(context: Context, trx: Trx, row: MailingRow): Promise<MailingRow> {
  const recipientCount = await fixRecipients(context, trx, row)
  const { provider } = context.config.mail
  const begun = await updateMailing(trx, row.mailingId, {
    status: 'sending',
    recipientCount,
    provider,
  })
  await queueBatches(context, trx, row.mailingId)
  return begun
}

/** Starts a scheduled mailing whose time has come, or continues one that is being sent. */
export async function startDueMailing(context: Context, mailingId: number): Promise<void> {
  const isStarted = await inTransaction(context.db, async (trx) => {
    const row = await lockMailing(trx, mailingId)
    if (row?.status === 'sending') await queueBatches(context, trx, mailingId)
    if (row?.status !== 'scheduled' || row.sendAt > context.now()) return false
    await begin(context, trx, row)
    return true
  })
  if (isStarted) announceMailings(context)
}

/**
 * Schedules a broadcast. A repeated key returns its existing broadcast. Throws `invalid_input` for
 * a time in the past or too far ahead.
 */
export async function createScheduled(
  context: Context,
  admin: Admin,
  input: Broadcast & { sendAt: string; key?: string | undefined },
): Promise<Mailing> {
  const clientKey = clientKeyOf(input.key)
  const now = context.now()
  const sendAt = validateSendAt(input.sendAt, now)
  const mailing = await inTransaction(context.db, async (trx) => {
    const row = await insertMailing(trx, {
      kind: 'broadcast',
      clientKey,
      createdBy: admin.id,
      sendAt,
      createdAt: now,
      subject: input.subject,
      preheader: input.preheader ?? '',
      html: cleanContent(input.html),
      ...(await groupColumns(trx, input)),
    })
    if (!row) return presentOne(context, admin, trx, await getByKey(trx, clientKey))
    await startAt(context, trx, row)
    await remember(trx, { admin, action: 'mailing-scheduled', row })
    return presentOne(context, admin, trx, row)
  })
  announceMailings(context)
  return mailing
}

/**
 * Changes a broadcast that is not being sent yet. Throws `conflict` if its version differs from the
 * given one.
 */
export function changeScheduled(
  context: Context,
  admin: Admin,
  change: Partial<Broadcast> & { id: number; sendAt?: string; version?: number },
): Promise<Mailing> {
  const { id, subject, preheader, html, group, version } = change
  const what = { id, act: 'change', action: 'mailing-changed' } as const
  return act(context, admin, what, async (trx, before) => {
    if (version !== undefined && version !== before.version) {
      throw outdated(await presentOne(context, admin, trx, before))
    }
    const row = await updateMailing(trx, id, {
      ...(subject !== undefined && { subject }),
      ...(preheader !== undefined && { preheader }),
      ...(html !== undefined && { html: cleanContent(html) }),
      ...(group !== undefined && (await groupColumns(trx, change))),
      ...(change.sendAt && { sendAt: validateSendAt(change.sendAt, context.now()) }),
      status: 'scheduled',
      version: before.version + 1,
    })
    if (change.sendAt) await startAt(context, trx, row)
    return row
  })
}

/** Sends a scheduled broadcast right away; does nothing if it is being sent already. */
export function sendScheduled(context: Context, admin: Admin, id: number): Promise<Mailing> {
  return act(context, admin, { id, act: 'send', action: 'mailing-sent' }, async (trx, row) =>
    begin(context, trx, await updateMailing(trx, row.mailingId, { sendAt: context.now() })),
  )
}

/** Cancels a scheduled or paused mailing; emails already sent cannot be recalled. */
export function cancelScheduled(context: Context, admin: Admin, id: number): Promise<Mailing> {
  const finishedAt = context.now()
  return act(context, admin, { id, act: 'cancel', action: 'mailing-cancelled' }, (trx) =>
    updateMailing(trx, id, { status: 'cancelled', finishedAt }),
  )
}

export function pauseSending(context: Context, admin: Admin, id: number): Promise<Mailing> {
  return act(context, admin, { id, act: 'pause', action: 'mailing-paused' }, (trx) =>
    updateMailing(trx, id, { status: 'paused' }),
  )
}

export function resumeSending(context: Context, admin: Admin, id: number): Promise<Mailing> {
  return act(context, admin, { id, act: 'resume', action: 'mailing-resumed' }, async (trx) => {
    const row = await updateMailing(trx, id, { status: 'sending' })
    await queueBatches(context, trx, id)
    return row
  })
}

/**
 * Performs an act on a mailing unless it would change nothing. Throws `not_found`, and `conflict`
 * with the reason why the act is not possible.
 */
async function act(
  context: Context,
  admin: Admin,
  what: { id: number; act: MailingAct; action: AuditAction },
  work: (trx: Trx, row: MailingRow) => Promise<MailingRow>,
): Promise<Mailing> {
  const { mailing, isChanged } = await inTransaction(context.db, async (trx) => {
    const before = await lockMailing(trx, what.id)
    if (!before) throw mailingNotFound()
    const outcome = outcomeOf(what.act, before.status)
    if ('refusal' in outcome) throw new AppError('conflict', outcome.refusal)
    const isChanged = what.act === 'change' || outcome.status !== before.status
    const row = isChanged ? await work(trx, before) : before
    if (isChanged) await remember(trx, { admin, action: what.action, row })
    return { mailing: await presentOne(context, admin, trx, row), isChanged }
  })
  if (isChanged) announceMailings(context)
  return mailing
}

/** Starts a mailing on time; without this, the job that runs every minute would start it. */
function startAt(context: Context, trx: Trx, { mailingId, sendAt }: MailingRow): Promise<void> {
  return context.jobs.send(trx, 'start-mailing', { mailingId }, { startAfter: sendAt })
}

function validateSendAt(text: string, now: Date): Date {
  const sendAt = new Date(text)
  const refusal =
    sendAt <= now
      ? 'Choose a time in the future.'
      : sendAt.getTime() > now.getTime() + EMAIL_LIMITS.daysAhead * DAY_MS
        ? 'Choose a time within a year from now.'
        : undefined
  if (!refusal) return sendAt
  throw new AppError('invalid_input', refusal, { fields: { sendAt: refusal } })
}

function remember(
  trx: Trx,
  { admin, action, row }: { admin: Admin; action: AuditAction; row: MailingRow },
): Promise<void> {
  const detail = row.recipientCount === null ? undefined : { recipients: row.recipientCount }
  return recordAudit(trx, admin, { action, subjectId: row.mailingId, detail })
}

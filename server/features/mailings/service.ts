import { createHash } from 'node:crypto'
import {
  EMAIL_LIMITS,
  type MailContent,
  type Mailing,
  type MailingKind,
  type MailingStatus,
  type Recipients,
} from '#contract/email.ts'
import type { Page } from '#contract/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Change } from '#server/db/changes.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { type AuditEntry, recordAudit } from '../audit/service.ts'
import { cleanContent } from './content-service.ts'
import { type MailingAct, outcomeOf } from './policy.ts'
import { presentMailing, presentRecipients } from './present.ts'
import { countAudience, insertRecipients } from './recipients-store.ts'
import {
  findMailingByKey,
  insertMailing,
  listMailings,
  lockMailing,
  type MailingRow,
  updateMailing,
} from './store.ts'
import { hasOpenWork } from './worker-store.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How many people would get a broadcast now, and who is left out. */
export async function readRecipients(context: Context): Promise<Recipients> {
  return presentRecipients(await countAudience(context.db, 'broadcast'))
}

export async function readMailings(
  context: Context,
  query: { kind?: MailingKind | undefined; page: number; pageSize: number },
): Promise<Page<Mailing>> {
  const { rows, total } = await listMailings(context.db, {
    kind: query.kind,
    limit: query.pageSize,
    offset: (query.page - 1) * query.pageSize,
  })
  const isOpen = rows.some((row) => row.recipientCount === null && row.status === 'scheduled')
  // Only broadcasts wait without fixed recipients.
  const expected = isOpen ? (await countAudience(context.db, 'broadcast')).recipients : 0
  return { items: rows.map((row) => presentMailing(row, expected)), total }
}

/**
 * Sends a broadcast to everyone who may get it. A known key answers the broadcast that it belongs
 * to, also when both calls come at the same time. Throws `conflict` when nobody would get it.
 */
export async function sendBroadcast(
  context: Context,
  admin: Admin,
  { content, key }: { content: MailContent; key: string | undefined },
): Promise<{ id: number; recipientCount: number; status: MailingStatus }> {
  const clientKey = clientKeyOf(key)
  const now = context.now()
  const { row, isNew } = await inTransaction(context.db, async (trx) => {
    const written = await insertMailing(trx, {
      ...{ kind: 'broadcast', clientKey, createdBy: admin.id, sendAt: now, createdAt: now },
      subject: content.subject,
      html: cleanContent(content.html),
    })
    if (!written) return { row: await getByKey(trx, clientKey), isNew: false }
    const row = await begin(trx, written)
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

/** Hashed, so that any text serves and none can be the key of an automatic mailing. */
function clientKeyOf(key: string | undefined): string {
  if (key === undefined) return `broadcast ${crypto.randomUUID()}`
  return `broadcast ${createHash('sha256').update(key).digest('hex')}`
}

/** Fixes the recipients and lets the worker begin. */
async function begin(trx: Trx, { mailingId, kind }: MailingRow): Promise<MailingRow> {
  // Before everything that is due later, whatever the clocks of the nodes say.
  const dueAt = new Date(0)
  const recipientCount = await insertRecipients(trx, { mailingId, kind, dueAt })
  return updateMailing(trx, mailingId, { status: 'sending', recipientCount })
}

/** Starts a scheduled mailing whose time has come; nothing for any other. */
export async function startDueMailing(context: Context, mailingId: number): Promise<void> {
  const isStarted = await inTransaction(context.db, async (trx) => {
    const row = await lockMailing(trx, mailingId)
    if (row?.status !== 'scheduled' || row.sendAt > context.now()) return false
    await begin(trx, row)
    return true
  })
  if (isStarted) announceMailings(context)
}

/**
 * Writes a broadcast for later; a known key answers the one that it belongs to. Throws
 * `invalid_input` for a time that is over or too far ahead.
 */
export async function createScheduled(
  context: Context,
  admin: Admin,
  input: MailContent & { sendAt: string; key?: string | undefined },
): Promise<Mailing> {
  const clientKey = clientKeyOf(input.key)
  const now = context.now()
  const sendAt = proveSendAt(input.sendAt, now)
  const { row, expected } = await inTransaction(context.db, async (trx) => {
    const row = await insertMailing(trx, {
      ...{ kind: 'broadcast', clientKey, createdBy: admin.id },
      ...{ subject: input.subject, html: cleanContent(input.html), sendAt, createdAt: now },
    })
    if (!row) return { row: await getByKey(trx, clientKey), expected: await expectedOf(trx) }
    await startAt(context, trx, row)
    await remember(trx, { admin, action: 'mailing-scheduled', row })
    return { row, expected: await expectedOf(trx) }
  })
  announceMailings(context)
  return presentMailing(row, expected)
}

/** Changes a broadcast that is not sending yet. */
export function changeScheduled(
  context: Context,
  admin: Admin,
  change: { id: number; subject?: string; html?: string; sendAt?: string },
): Promise<Mailing> {
  const { id, subject, html } = change
  return act(context, admin, { id, act: 'change', action: 'mailing-changed' }, async (trx) => {
    const row = await updateMailing(trx, id, {
      ...(subject !== undefined && { subject }),
      ...(html !== undefined && { html: cleanContent(html) }),
      ...(change.sendAt && { sendAt: proveSendAt(change.sendAt, context.now()) }),
      status: 'scheduled',
    })
    if (change.sendAt) await startAt(context, trx, row)
    return row
  })
}

/** Sends a scheduled broadcast at once; one that is sending already stays as it is. */
export function sendScheduled(context: Context, admin: Admin, id: number): Promise<Mailing> {
  return act(context, admin, { id, act: 'send', action: 'mailing-sent' }, async (trx, row) =>
    begin(trx, await updateMailing(trx, row.mailingId, { sendAt: context.now() })),
  )
}

/** Cancels what is scheduled or paused; who has it keeps it. */
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
  return act(context, admin, { id, act: 'resume', action: 'mailing-resumed' }, (trx) =>
    updateMailing(trx, id, { status: 'sending' }),
  )
}

/**
 * Does something with a mailing unless it is done already. Throws `not_found`, and `conflict` with
 * the reason.
 */
async function act(
  context: Context,
  admin: Admin,
  what: { id: number; act: MailingAct; action: AuditEntry['action'] },
  work: (trx: Trx, row: MailingRow) => Promise<MailingRow>,
): Promise<Mailing> {
  const { row, expected, isChanged } = await inTransaction(context.db, async (trx) => {
    const before = await lockMailing(trx, what.id)
    if (!before) throw new AppError('not_found', 'This email doesn’t exist.')
    const outcome = outcomeOf(what.act, before.status)
    if ('refusal' in outcome) throw new AppError('conflict', outcome.refusal)
    const isChanged = what.act === 'change' || outcome.status !== before.status
    const row = isChanged ? await work(trx, before) : before
    if (isChanged) await remember(trx, { admin, action: what.action, row })
    return { row, isChanged, expected: row.recipientCount === null ? await expectedOf(trx) : 0 }
  })
  if (isChanged) announceMailings(context)
  return presentMailing(row, expected)
}

async function expectedOf(db: Queryable): Promise<number> {
  return (await countAudience(db, 'broadcast')).recipients
}

/** The minutely job starts it anyway; this is for starting on time. */
function startAt(context: Context, trx: Trx, { mailingId, sendAt }: MailingRow): Promise<void> {
  return context.jobs.send(trx, 'start-mailing', { mailingId }, { startAfter: sendAt })
}

function proveSendAt(text: string, now: Date): Date {
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
  { admin, action, row }: { admin: Admin; action: AuditEntry['action']; row: MailingRow },
): Promise<void> {
  const entry: AuditEntry = {
    ...{ adminId: admin.id, action, subjectType: 'mailing', subjectId: String(row.mailingId) },
    ...(row.recipientCount !== null && { detail: { recipients: row.recipientCount } }),
  }
  return recordAudit(trx, entry)
}

/** Whether a worker has something to do. */
export function hasMailingWork({ db, now }: Context): Promise<boolean> {
  return hasOpenWork(db, now())
}

/** Whether a change can give a worker something to do. */
export function concernsMailings(change: Change): boolean {
  return change.kind === 'missed' || (change.kind === 'topic' && change.topic === 'mailings')
}

/** Has open pages ask again, and wakes the workers of all nodes. */
export function announceMailings(context: Context): void {
  context.changes.announce({ kind: 'topic', topic: 'mailings' })
}

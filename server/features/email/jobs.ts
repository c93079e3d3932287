import type { Context } from '#server/context.ts'
import type { Queryable } from '#server/db/connect.ts'
import { AppError } from '#server/domain/app-error.ts'
import { oneLine } from '#server/domain/one-line.ts'
import { MailUnavailable, PermanentMailError } from '#server/ports/email/port.ts'
import { unsubscribeHeaders } from './preferences.ts'
import { openBody } from './sealed-body.ts'
import { isForgotten, mailSender, senderFor } from './service.ts'
import { isUnlistedKind, type NewMailRow, UNLISTED } from './store.ts'

/**
 * Delivers queued emails, a few at a time. The queue retries temporary failures until the email
 * expires. An email that a provider without idempotency keys may have accepted is never sent again:
 * a second code would look like an attack.
 */
export async function startEmailJobs(context: Context): Promise<void> {
  await context.jobs.work(
    'send-email',
    async ({ emailMessageId }, { isLastTry }) => {
      const mail = await findOpenMail(context.db, emailMessageId)
      if (mail) await deliver(context, mail, isLastTry)
    },
    { concurrency: 4 },
  )
}

async function deliver(context: Context, mail: MailRow, isLastTry: boolean): Promise<void> {
  const { emailMessageId } = mail
  let isHandedOver = false
  const beforeHandOver = async (): Promise<void> => {
    await markHandedOver(context.db, { emailMessageId, now: context.now() })
    isHandedOver = true
  }
  try {
    const body = openBody(context.keys, mail)
    if (!body) throw new PermanentMailError('The master key changed while this email was waiting.')
    if (body.expiresAt && new Date(body.expiresAt) < context.now()) {
      throw new PermanentMailError(expiryReason(mail))
    }
    const message = {
      to: mail.toAddress,
      from: senderFor(await mailSender(context), mail.subject),
      subject: oneLine(mail.subject),
      text: body.text,
      html: body.html,
      ...(body.unsubscribeUrl && { headers: unsubscribeHeaders(body.unsubscribeUrl) }),
      idempotencyKey: deliveryKey(mail),
    }
    const sent = await context.email.send(
      message,
      context.email.keyLifeMs === 0 ? { beforeHandOver } : {},
    )
    const now = context.now()
    if (isForgotten(mail.kind)) await deleteMail(context.db, emailMessageId)
    else {
      const { lastError } = mail
      await markSent(context.db, { emailMessageId, providerId: sent.providerId, lastError, now })
    }
  } catch (error) {
    const isInDoubt = isHandedOver && !isRefusal(error)
    const isFinal = isLastTry || isInDoubt || error instanceof PermanentMailError
    await markFailed(context.db, {
      emailMessageId,
      error: isInDoubt ? IN_DOUBT : reasonOf(error),
      isFinal,
      ...(isForgotten(mail.kind) && { toAddress: '' }),
      now: context.now(),
    })
    if (!isFinal) throw error
    context.log.error({ emailMessageId, kind: mail.kind }, 'an email could not be delivered')
  }
}

function expiryReason({ lastError }: MailRow): string {
  const sentence = 'This email expired before it could be sent.'
  return lastError ? `${sentence} ${lastError}` : sentence
}

/** Whether the provider said that it doesn't take the email. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof PermanentMailError || (error instanceof MailUnavailable && error.isRefusal)
  )
}

function reasonOf(error: unknown): string {
  const cause = error instanceof AppError ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : 'unknown'
}

/** Why an email is not sent again although nobody knows whether it arrived. */
export const IN_DOUBT = 'It may have arrived: the mail server got it, and no answer came.'

interface MailRow extends NewMailRow {
  emailMessageId: number
  /** Why the last try failed. */
  lastError: string | null
}

/** The idempotency key, the same for every attempt to deliver an email. */
function deliveryKey({ kind, emailMessageId }: MailRow): string {
  return `${isUnlistedKind(kind) ? UNLISTED : ''}mail-${emailMessageId}`
}

/** An email that is not sent and has not failed for good. */
function findOpenMail(db: Queryable, emailMessageId: number): Promise<MailRow | undefined> {
  return db
    .selectFrom('emailMessage')
    .select(['emailMessageId', 'kind', 'toAddress', 'subject', 'text', 'html', 'lastError'])
    .where('emailMessageId', '=', emailMessageId)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .executeTakeFirst()
}

/**
 * Marks an email as failed for good before the mail server gets its end. If this process dies before
 * the outcome is stored, the email is not sent a second time.
 */
async function markHandedOver(
  db: Queryable,
  { emailMessageId, now }: { emailMessageId: number; now: Date },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set({ failedAt: now, lastError: IN_DOUBT })
    .where('emailMessageId', '=', emailMessageId)
    .execute()
}

/** Marks an email as sent and erases its content. `lastError` is that of an earlier try. */
async function markSent(
  db: Queryable,
  input: {
    emailMessageId: number
    providerId: string | undefined
    lastError: string | null
    now: Date
  },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set((eb) => ({
      sentAt: input.now,
      failedAt: null,
      lastError: input.lastError,
      providerId: input.providerId ?? null,
      attempts: eb('attempts', '+', 1),
      text: '',
      html: '',
    }))
    .where('emailMessageId', '=', input.emailMessageId)
    .execute()
}

async function deleteMail(db: Queryable, emailMessageId: number): Promise<void> {
  await db.deleteFrom('emailMessage').where('emailMessageId', '=', emailMessageId).execute()
}

/**
 * Records a failed attempt. If it `isFinal`, erases the content and replaces the address by
 * `toAddress`, if given.
 */
async function markFailed(
  db: Queryable,
  input: {
    emailMessageId: number
    error: string
    isFinal: boolean
    toAddress?: string
    now: Date
  },
): Promise<void> {
  await db
    .updateTable('emailMessage')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      lastError: input.error.slice(0, 500),
      failedAt: input.isFinal ? input.now : null,
      ...(input.isFinal && {
        text: '',
        html: '',
        ...(input.toAddress !== undefined && { toAddress: input.toAddress }),
      }),
    }))
    .where('emailMessageId', '=', input.emailMessageId)
    .execute()
}

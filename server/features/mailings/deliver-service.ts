import type { Context } from '#server/context.ts'
import { oneLine } from '#server/domain/one-line.ts'
import {
  MailTakenError,
  MailUnavailable,
  PermanentMailError,
  UnansweredMailError,
} from '#server/ports/email/port.ts'
import { unsubscribeHeaders, unsubscribeUrl } from '../email/preferences-service.ts'
import { tagsOf } from '../email/results-service.ts'
import { mailSender, senderFor } from '../email/service.ts'
import type { MailingMail } from '../email/templates/mailing-mail.ts'
import { neutralSubject } from '../email/templates/neutral-subject.ts'
import type { Claim } from './claim-service.ts'
import { layOut } from './content-service.ts'
import { delayAfter } from './policy.ts'
import { type OpenMailing, type Outcome, startHandedMark } from './worker-store.ts'

/** The outcome of a message, and what it says about the provider. */
export interface Delivery {
  /** Undefined if another node may have claimed the message by then. */
  outcome: Outcome | undefined
  provider: 'answers' | 'puts-off' | 'fails'
  reason: string | null
  retryAfterMs: number | undefined
}

/** A mailing rendered once, with a placeholder for each reader's unsubscribe link. */
export interface SharedMail extends MailingMail {
  from: string
  place: string
}

export async function composeShared(context: Context, mailing: OpenMailing): Promise<SharedMail> {
  // Random, so that no administrator's text can contain it, not even on purpose.
  const place = `https://unsubscribe.invalid/${crypto.randomUUID()}`
  const mail = await layOut(context, { ...mailing, unsubscribeUrl: place })
  return { ...mail, place, from: await mailSender(context) }
}

/** Sends one message. Never throws; errors are part of the result. */
export async function deliver(
  context: Context,
  claim: Claim,
  given: { compose: () => Promise<SharedMail>; isOurs: () => boolean },
): Promise<Delivery> {
  let isLost = false
  let marked = Promise.resolve()
  const beforeHandOver = async (): Promise<void> => {
    isLost = !given.isOurs()
    if (isLost) throw new Error('Another node may have taken this message over.')
    const { stored } = await startHandedMark(context.pool, claim)
    marked = stored.then(
      () => undefined,
      (error: unknown) =>
        context.log.error({ err: error }, 'the mark of a handed-over message was not stored'),
    )
  }
  try {
    const message = messageFor(context, claim, await given.compose())
    const { providerId = null } = await context.email.send(message, { beforeHandOver })
    // The outcome must not be stored before the mark, which uses another connection.
    await marked
    return delivery(claim, { status: 'sent', providerId })
  } catch (error) {
    if (isLost) return { ...delivery(claim, {}), outcome: undefined }
    await marked
    return judge(context, claim, error)
  }
}

function messageFor(
  context: Context,
  { email, memberId, neutralName, mailing, mailingId, mailingRecipientId }: Claim,
  { html, text, place, from }: SharedMail,
): Parameters<Context['email']['send']>[0] {
  const { kind } = mailing
  const subject = neutralName ? neutralSubject(neutralName, kind) : oneLine(mailing.subject)
  const url = unsubscribeUrl(context, { memberId, kind, mailingId })
  return {
    to: email,
    from: senderFor(from, subject),
    subject,
    html: html.replaceAll(place, url),
    text: text.replaceAll(place, url),
    headers: unsubscribeHeaders(url),
    tags: tagsOf({ mailingId, mailingRecipientId }),
    idempotencyKey: `mailing-${mailingId}-${mailingRecipientId}`,
  }
}

function judge(context: Context, claim: Claim, error: unknown): Delivery {
  const reason = reasonOf(error)
  if (error instanceof MailTakenError) return delivery(claim, { status: 'sent' })
  if (error instanceof PermanentMailError || error instanceof UnansweredMailError) {
    return delivery(claim, { status: 'failed', error: reason })
  }
  if (error instanceof MailUnavailable && error.concerns === 'recipient') {
    const delay = delayAfter(claim.attempts + 1)
    if (delay === undefined) return delivery(claim, { status: 'failed', error: reason })
    const dueAt = new Date(context.now().getTime() + delay)
    const put = delivery(claim, { status: 'waiting', error: reason, dueAt })
    return { ...put, provider: 'puts-off', reason }
  }
  const retryAfterMs = error instanceof MailUnavailable ? error.retryAfterMs : undefined
  const again = delivery(claim, { status: 'waiting', error: reason })
  return { ...again, provider: 'fails', reason, retryAfterMs }
}

function delivery(
  { mailingId, mailingRecipientId }: Claim,
  outcome: Partial<Pick<Outcome, 'status' | 'providerId' | 'error' | 'dueAt'>>,
): Delivery {
  const { status = 'waiting', providerId = null, error = null, dueAt = null } = outcome
  return {
    outcome: { mailingId, mailingRecipientId, status, providerId, error, dueAt },
    provider: 'answers',
    reason: null,
    retryAfterMs: undefined,
  }
}

/** Contains no address, because adapters remove addresses from the errors they pass on. */
function reasonOf(error: unknown): string {
  const cause = error instanceof MailUnavailable ? (error.cause ?? error) : error
  return cause instanceof Error ? cause.message : 'unknown'
}

import type { EmailHealth } from '#contract/email.ts'
import type { MailConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { findLastArrival, hasSentBetween } from './events-store.ts'

/** An event of a mail is there by then, in ms. */
const ARRIVAL_MS = 60 * 60 * 1000

/** How mail leaves, whether events arrive, and what DNS says of the sender. */
export async function readEmailHealth(context: Context): Promise<EmailHealth> {
  const { config, db, senderDomains } = context
  const { mail } = config
  const from = senderOf(mail)
  const name = from?.split('@')[1]?.toLowerCase()
  const [lastEventAt, records] = await Promise.all([
    findLastArrival(db),
    mail.provider === 'outbox' || !name
      ? undefined
      : senderDomains.check({ domain: name, provider: mail.provider }),
  ])
  return {
    provider: mail.provider,
    from,
    webhookUrl: `${config.publicUrl}/api/webhooks/resend`,
    hasWebhookSecret: context.mailEvents !== undefined,
    lastEventAt: lastEventAt?.toISOString() ?? null,
    notice: noticeOf(mail, await arrivalsOf(context, lastEventAt)),
    ratePerMinute: config.mailRatePerMinute,
    domain: name && records ? { name, ...records } : null,
  }
}

/** The plain address of the sender. */
function senderOf(mail: MailConfig): string | null {
  if (mail.provider === 'outbox') return null
  return /<([^<>]+)>$/.exec(mail.from)?.[1] ?? mail.from
}

type Arrivals = 'none' | 'stopped' | 'well'

/** Whether the mails that have left were followed by events. */
async function arrivalsOf({ db, now }: Context, lastEventAt: Date | undefined): Promise<Arrivals> {
  if (!lastEventAt) return 'none'
  const before = new Date(now().getTime() - ARRIVAL_MS)
  return (await hasSentBetween(db, { after: lastEventAt, before })) ? 'stopped' : 'well'
}

/** What an administrator must know about bounces here; null when all is well. */
function noticeOf(mail: MailConfig, arrivals: Arrivals): string | null {
  switch (mail.provider) {
    case 'outbox':
      return 'Emails stay in the outbox on this server. Nothing is sent, so nothing can bounce.'
    case 'smtp':
      return 'This site can’t see bounces: with SMTP, they arrive in the sender’s mailbox. Check it, and ask those members for another address.'
    case 'resend':
      if (!mail.webhookSecret) {
        return 'This site can’t see bounces: RESEND_WEBHOOK_SECRET isn’t set.'
      }
      if (arrivals === 'none') {
        return 'No event has arrived yet. Enter the webhook address at Resend.'
      }
      return arrivals === 'well'
        ? null
        : 'Emails were sent since then, but no events arrived. Check at Resend that the webhook is on and that its secret matches the one set here.'
  }
}

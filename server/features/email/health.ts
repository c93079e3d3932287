import { HOUR_MS } from '#contract/durations.ts'
import type { EmailHealth } from '#contract/email.ts'
import type { MailConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { findLastArrival, hasSentBetween } from './events.ts'

/** Time in ms after which an event about a sent email should have arrived. */
const ARRIVAL_MS = HOUR_MS

/** How emails are sent, whether events arrive, and the DNS records of the sender's domain. */
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

/** The sender's address without a name. */
function senderOf(mail: MailConfig): string | null {
  if (mail.provider === 'outbox') return null
  return /<([^<>]+)>$/.exec(mail.from)?.[1] ?? mail.from
}

type Arrivals = 'none' | 'stopped' | 'well'

/** Whether events have arrived for the emails that were sent. */
async function arrivalsOf({ db, now }: Context, lastEventAt: Date | undefined): Promise<Arrivals> {
  if (!lastEventAt) return 'none'
  const before = new Date(now().getTime() - ARRIVAL_MS)
  return (await hasSentBetween(db, { after: lastEventAt, before })) ? 'stopped' : 'well'
}

/** A notice about bounces for administrators; null if everything works. */
function noticeOf(mail: MailConfig, arrivals: Arrivals): string | null {
  switch (mail.provider) {
    case 'outbox':
      return 'No email service is connected. Nothing is sent, so nothing can bounce.'
    case 'smtp':
      return 'This site can’t see bounces: they arrive in the sender’s mailbox. Check it, and ask those members for another address.'
    case 'resend':
      if (!mail.webhookSecret) {
        return 'This site can’t see bounces until Resend’s signing secret is entered on the page Connections.'
      }
      if (arrivals === 'none') {
        return 'No event has arrived yet. Enter the webhook address at Resend.'
      }
      return arrivals === 'well'
        ? null
        : 'Emails were sent since then, but no events arrived. Check at Resend that the webhook is on, and that its signing secret is the one entered on the page Connections.'
  }
}

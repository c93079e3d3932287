import type { EmailHealth } from '#contract/email.ts'
import type { MailConfig } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import { findLastArrival } from './events-store.ts'

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
    notice: noticeOf(mail, { hasEvents: lastEventAt !== undefined }),
    ratePerMinute: config.mailRatePerMinute,
    domain: name && records ? { name, ...records } : null,
  }
}

/** The plain address of the sender. */
function senderOf(mail: MailConfig): string | null {
  if (mail.provider === 'outbox') return null
  return /<([^<>]+)>$/.exec(mail.from)?.[1] ?? mail.from
}

/** What an administrator must know about bounces here; null when all is well. */
function noticeOf(mail: MailConfig, { hasEvents }: { hasEvents: boolean }): string | null {
  switch (mail.provider) {
    case 'outbox':
      return 'Mails stay in the outbox on this site. None leaves, so none can bounce.'
    case 'smtp':
      return 'This site does not see bounces: by SMTP they come back as mails to the sender’s mailbox. Look there, and ask those members for another address.'
    case 'resend':
      if (!mail.webhookSecret) {
        return 'This site does not see bounces: RESEND_WEBHOOK_SECRET is not set.'
      }
      return hasEvents ? null : 'No event has arrived yet. Enter the webhook address at Resend.'
  }
}

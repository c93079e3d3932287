import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '#contract/durations.ts'
import type { Config, MailConfig } from '#server/config.ts'
import { findLastArrival, hasSentBetween } from '#server/features/email/events.ts'
import type { ProviderHealth } from '#server/ports/provider-health.ts'
import type { DomainRecords } from '#server/ports/sender-domain/port.ts'
import {
  type Check,
  databaseCheck,
  failed,
  judgeHealth,
  ok,
  skipped,
  type Verdict,
  warning,
} from './check.ts'
import { counted, percent } from './words.ts'

const OUTBOX = 'No email service is set up, so nothing is sent.'

const NOTHING_ARRIVES = 'Members get no sign-in codes, no password resets and no notifications.'

function judgeOutbox(isPublic: boolean): Verdict {
  if (!isPublic) return skipped('Emails are kept here and reach nobody.')
  return warning({
    finding: 'No email service is set up.',
    meaning: NOTHING_ARRIVES,
    action: 'Connect one on the page Connections.',
  })
}

function judgeSmtp(url: string, health: ProviderHealth): Verdict {
  const { host } = new URL(url)
  return judgeHealth(health, {
    works: `The SMTP server ${host} accepts the connection and the login.`,
    meaning: NOTHING_ARRIVES,
    refused: {
      finding: `The SMTP server ${host} refuses the login`,
      action: 'Check the user name and the password.',
    },
    unreachable: {
      finding: `The SMTP server ${host} can’t be reached`,
      action:
        'Check the name of the server and the port, and that the firewall lets Folx connect to them.',
    },
  })
}

function judgeResend(health: ProviderHealth): Verdict {
  return judgeHealth(health, {
    works: 'Resend accepts the key.',
    meaning: NOTHING_ARRIVES,
    refused: {
      finding: 'Resend refuses the key',
      action: 'Copy the API key from Resend again.',
    },
    unreachable: {
      finding: 'Resend can’t be reached',
      action: 'Check the network of this server, and whether Resend reports an outage.',
    },
  })
}

/** Signs in to the email service, and sends nothing. */
export async function tryEmailProvider({
  mail,
  isPublic,
}: Pick<Config, 'mail' | 'isPublic'>): Promise<Verdict> {
  switch (mail.provider) {
    case 'outbox':
      return judgeOutbox(isPublic)
    case 'smtp': {
      const { checkSmtp } = await import('#server/ports/email/smtp.ts')
      return judgeSmtp(mail.url, await checkSmtp(mail))
    }
    case 'resend': {
      const { checkResend } = await import('#server/ports/email/resend.ts')
      return judgeResend(await checkResend(mail))
    }
  }
}

interface SendingFacts {
  /** Number of emails given up in the last day. */
  failed: number
  /** Number of emails waiting for another try. */
  delayed: number
  /** Why the latest of these emails wasn't sent; null if unknown. */
  reason: string | null
  isClosed: boolean
}

function judgeSending(facts: SendingFacts): Verdict {
  const action =
    'Check the key or password of your email service, and whether your account there is in order.'
  if (facts.isClosed) {
    return failed({
      finding: 'The email service doesn’t take emails at the moment.',
      meaning: 'Broadcasts and daily messages wait until it does.',
      action,
    })
  }
  const said = facts.reason ? ` Latest reason: ${facts.reason}` : ''
  if (facts.failed === 0 && facts.delayed === 0) return ok('No email failed in the last day.')
  if (facts.failed === 0) {
    return warning({
      finding: `${counted(facts.delayed, 'email')} couldn’t be sent yet.${said}`,
      meaning:
        'They are tried again for a day; codes and reset links only as long as they are valid.',
      action,
    })
  }
  const advice = {
    finding: `${counted(facts.failed, 'email')} couldn’t be sent in the last day.${said}`,
    meaning:
      'Their members got no code, reset link or notification. Each was tried for a day; codes and reset links only as long as they were valid.',
    action,
  }
  return facts.failed >= 10 ? failed(advice) : warning(advice)
}

function judgeDomain(domain: string, { spf, dkim, dmarc }: DomainRecords): Verdict {
  const missing = Object.entries({ SPF: spf, DKIM: dkim, DMARC: dmarc }).flatMap(([name, found]) =>
    found === 'missing' ? [name] : [],
  )
  if (missing.length === 0) {
    return spf === 'unknown'
      ? skipped(`DNS didn’t answer for ${domain}.`)
      : ok(`The records of ${domain} are published.`)
  }
  const advice = {
    finding: `DNS has no ${missing.join(' and ')} record for ${domain}.`,
    meaning: 'Many mailboxes put your emails into spam or refuse them.',
    action: 'Add the records that your email service shows for this domain at your DNS provider.',
  }
  return spf === 'missing' && dkim === 'missing' ? failed(advice) : warning(advice)
}

/** Counts are for the last 7 days. */
function judgeBounces({ bounced, sent }: { bounced: number; sent: number }): Verdict {
  const share = sent > 0 ? bounced / sent : 0
  const addresses = counted(bounced, 'address', 'addresses')
  const finding = `${addresses} bounced or complained in the last 7 days, of ${counted(sent, 'email')}.`
  const advice = {
    finding,
    meaning: 'Email services block senders with many bounces.',
    action:
      'Open Email on the admin page, look at the bounced addresses, and send no broadcasts until the cause is clear.',
  }
  if (bounced < 5 || share < 0.05) return ok(finding)
  return share >= 0.1
    ? failed({ ...advice, finding: `${finding.slice(0, -1)} (${percent(share)}).` })
    : warning(advice)
}

interface MailWebhookFacts {
  provider: MailConfig['provider']
  hasSecret: boolean
  hasEvents: boolean
  /** Whether emails were sent after the last event, and long enough ago. */
  isSilent: boolean
}

function judgeMailWebhook(facts: MailWebhookFacts): Verdict {
  const { provider, hasSecret, hasEvents, isSilent } = facts
  if (provider === 'outbox') return skipped(OUTBOX)
  if (provider === 'smtp') return skipped('With SMTP, bounces arrive in the sender’s mailbox.')
  const meaning = 'The site doesn’t see which emails bounced, and keeps writing to dead addresses.'
  if (!hasSecret) {
    return warning({
      finding: 'The signing secret of the webhook at Resend isn’t set.',
      meaning,
      action:
        'Add the webhook at Resend, and enter its signing secret, as the page Connections shows.',
    })
  }
  if (!isSilent) {
    return hasEvents ? ok('Delivery events arrive.') : skipped('No email has been sent yet.')
  }
  return failed({
    finding: 'Emails were sent, but no delivery event arrived since.',
    meaning,
    action:
      'Check at Resend that the webhook is on and that its signing secret is the one entered here.',
  })
}

/** The part of the sender's address after the @. */
function domainOf(mail: MailConfig): string | undefined {
  if (mail.provider === 'outbox') return undefined
  return /@([^<>@\s]+)>?$/.exec(mail.from)?.[1]?.toLowerCase()
}

export const EMAIL_CHECKS: readonly Check[] = [
  {
    name: 'email-provider',
    title: 'Email service',
    run: ({ config }) => tryEmailProvider(config),
  },
  databaseCheck({
    name: 'email-sending',
    title: 'Sending email',
    run: async ({ config: { mail }, db, now }) => {
      if (mail.provider === 'outbox') return skipped(OUTBOX)
      const since = new Date(now().getTime() - DAY_MS)
      const { rows } = await sql<SendingFacts>`
        select (select count(*)::int from (select from email_message
            where failed_at >= ${since} limit 1000) counted) as failed,
          (select count(*)::int from job.job where name = 'send-email' and state = 'retry')
            as delayed,
          coalesce(
            (select last_error from email_message
              where failed_at >= ${since} order by failed_at desc limit 1),
            (select m.last_error from job.job j
              join email_message m on m.email_message_id = (j.data->>'emailMessageId')::int
              where j.name = 'send-email' and j.state = 'retry'
              order by j.start_after desc limit 1)) as reason,
          coalesce((select closed_until > now() from mail_gate), false) as is_closed`.execute(db)
      return judgeSending(rows[0] ?? { failed: 0, delayed: 0, reason: null, isClosed: false })
    },
  }),
  {
    name: 'email-domain',
    title: 'Sender domain',
    run: async ({ config: { mail }, senderDomains }) => {
      const domain = domainOf(mail)
      if (mail.provider === 'outbox' || !domain) return skipped(OUTBOX)
      return judgeDomain(domain, await senderDomains.check({ domain, provider: mail.provider }))
    },
  },
  databaseCheck({
    name: 'email-bounces',
    title: 'Bounces',
    run: async ({ config: { mail }, db, now }) => {
      if (mail.provider !== 'resend') return skipped('Bounces are seen with Resend only.')
      const since = new Date(now().getTime() - 7 * DAY_MS)
      const { rows } = await sql<{ bounced: number; sent: number }>`
        select (select count(*)::int from (select from email_suppression
            where lifted_at is null and created_at >= ${since} limit 10000) counted) as bounced,
          (select count(*)::int from (select from email_message
            where sent_at >= ${since} limit 100000) counted)
          + (select count(*)::int from (select from mailing_recipient
            where status = 'sent' and done_at >= ${since} limit 100000) counted) as sent`.execute(
        db,
      )
      return judgeBounces(rows[0] ?? { bounced: 0, sent: 0 })
    },
  }),
  databaseCheck({
    name: 'email-webhook',
    title: 'Email webhook',
    run: async ({ config: { mail }, db, now }) => {
      const last = await findLastArrival(db)
      const before = new Date(now().getTime() - HOUR_MS)
      return judgeMailWebhook({
        provider: mail.provider,
        hasSecret: mail.provider === 'resend' && mail.webhookSecret !== undefined,
        hasEvents: last !== undefined,
        isSilent: await hasSentBetween(db, { after: last ?? new Date(0), before }),
      })
    },
  }),
]

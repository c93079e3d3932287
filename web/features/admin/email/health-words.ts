import type { EmailHealth } from '#contract/email.ts'

type DomainHealth = NonNullable<EmailHealth['domain']>
export type RecordKind = 'spf' | 'dkim' | 'dmarc'

export const PROVIDER_LABELS: Record<EmailHealth['provider'], string> = {
  outbox: 'None: emails stay in the outbox on this server',
  smtp: 'SMTP',
  resend: 'Resend',
}

export const RECORD_LABELS: Record<RecordKind, string> = {
  spf: 'SPF: the servers that may send for this domain',
  dkim: 'DKIM: the key that proves an email wasn’t changed',
  dmarc: 'DMARC: what to do with emails that fail these checks',
}

const MISSING: Record<RecordKind, string> = {
  spf: 'Missing. Add your email provider’s SPF record to this domain’s DNS, or emails will land in spam.',
  dkim: 'Missing. Add your email provider’s DKIM record to this domain’s DNS, or emails will land in spam.',
  dmarc:
    'Missing. Add a TXT record for _dmarc to this domain’s DNS, such as “v=DMARC1; p=none”. Large email services require one.',
}

const UNKNOWN: Record<RecordKind, string> = {
  spf: 'Unknown: the DNS server didn’t answer.',
  dkim: 'Unknown: its name depends on the provider, or the DNS server didn’t answer.',
  dmarc: 'Unknown: the DNS server didn’t answer.',
}

/** Whether the DNS has a record, and what to do if it is missing. */
export function recordWords(kind: RecordKind, state: DomainHealth[RecordKind]): string {
  if (state === 'found') return 'Found.'
  return state === 'missing' ? MISSING[kind] : UNKNOWN[kind]
}

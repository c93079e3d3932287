import type { EmailHealth } from '#contract/email.ts'

type DomainHealth = NonNullable<EmailHealth['domain']>
export type RecordKind = 'spf' | 'dkim' | 'dmarc'

export const PROVIDER_LABELS: Record<EmailHealth['provider'], string> = {
  outbox: 'The outbox of this site: nothing is sent',
  smtp: 'SMTP',
  resend: 'Resend',
}

export const RECORD_LABELS: Record<RecordKind, string> = {
  spf: 'SPF: which servers may send for this domain',
  dkim: 'DKIM: the key that proves a mail was not changed',
  dmarc: 'DMARC: what to do with mails that prove nothing',
}

const MISSING: Record<RecordKind, string> = {
  spf: 'Missing. Add the SPF record that your mail provider names to the DNS of this domain, or mails will land in spam.',
  dkim: 'Missing. Add the DKIM record that your mail provider names to the DNS of this domain, or mails will land in spam.',
  dmarc:
    'Missing. Add a TXT record for _dmarc to the DNS of this domain, such as “v=DMARC1; p=none”. Large mail services ask for one.',
}

const UNKNOWN: Record<RecordKind, string> = {
  spf: 'Not known: the DNS did not answer from here.',
  dkim: 'Not known: its name depends on the provider, or the DNS did not answer from here.',
  dmarc: 'Not known: the DNS did not answer from here.',
}

/** What DNS says of one record, and what to do about it. */
export function recordWords(kind: RecordKind, state: DomainHealth[RecordKind]): string {
  if (state === 'found') return 'Found.'
  return state === 'missing' ? MISSING[kind] : UNKNOWN[kind]
}

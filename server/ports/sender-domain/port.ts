/** The DNS answer for one record; unknown when nobody answered. */
export type Presence = 'found' | 'missing' | 'unknown'

/** What lets receivers trust mails from a domain. */
export interface DomainRecords {
  /** Which servers may send for it (RFC 7208). */
  spf: Presence
  /** The key that its mails are signed with (RFC 6376). */
  dkim: Presence
  /** What receivers do with mails that fail both (RFC 7489). */
  dmarc: Presence
}

/** Looks at what is published about the domain that mails come from. */
export interface SenderDomains {
  /** Never fails and never takes longer than three seconds; what is open by then is unknown. */
  check(input: { domain: string; provider: 'smtp' | 'resend' }): Promise<DomainRecords>
}

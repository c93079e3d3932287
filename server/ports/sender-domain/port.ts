/** Whether DNS has a record; unknown if no server answered. */
export type Presence = 'found' | 'missing' | 'unknown'

/** The records that let receivers trust emails from a domain. */
export interface DomainRecords {
  /** Says which servers may send for the domain (RFC 7208). */
  spf: Presence
  /** The key that the domain's emails are signed with (RFC 6376). */
  dkim: Presence
  /** Says what receivers should do with emails that fail both (RFC 7489). */
  dmarc: Presence
}

/** Checks the DNS records of the domain that emails are sent from. */
export interface SenderDomains {
  /** Never fails and never takes longer than three seconds; unanswered queries become `unknown`. */
  check(input: { domain: string; provider: 'smtp' | 'resend' }): Promise<DomainRecords>
}

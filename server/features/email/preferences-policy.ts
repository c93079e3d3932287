import type { EmailPreferences, MailingKind } from '#contract/email.ts'
import type { MailChoice } from './preferences-store.ts'

/** Broadcasts are on unless the member turns them off; the other mailings are off by default. */
const DEFAULTS: Record<MailingKind, boolean> = {
  broadcast: true,
  'daily-message': false,
  'weekly-digest': false,
}

/** Whether a member with these choices wants a kind of mailing. */
export function wants(choices: readonly MailChoice[], kind: MailingKind): boolean {
  return choices.find((choice) => choice.kind === kind)?.isWanted ?? DEFAULTS[kind]
}

export function preferencesOf(choices: readonly MailChoice[]): EmailPreferences {
  return {
    broadcasts: wants(choices, 'broadcast'),
    dailyMessage: wants(choices, 'daily-message'),
    weeklyDigest: wants(choices, 'weekly-digest'),
  }
}

/** The choices in a change of preferences. */
export function choicesIn(change: Partial<EmailPreferences>): MailChoice[] {
  const named: [MailingKind, boolean | undefined][] = [
    ['broadcast', change.broadcasts],
    ['daily-message', change.dailyMessage],
    ['weekly-digest', change.weeklyDigest],
  ]
  return named.flatMap(([kind, isWanted]) => (isWanted === undefined ? [] : { kind, isWanted }))
}

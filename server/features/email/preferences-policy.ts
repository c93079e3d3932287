import type { EmailPreferences, MailingKind } from '#contract/email.ts'
import type { MailChoice } from './preferences-store.ts'

/** News from the community comes unless somebody switches it off; the rest only when switched on. */
const DEFAULTS: Record<MailingKind, boolean> = {
  broadcast: true,
  'daily-message': false,
  'weekly-digest': false,
}

/** Whether a kind is wanted by who has made these choices. */
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

/** The choices that a change of preferences makes. */
export function choicesIn(change: Partial<EmailPreferences>): MailChoice[] {
  const named: [MailingKind, boolean | undefined][] = [
    ['broadcast', change.broadcasts],
    ['daily-message', change.dailyMessage],
    ['weekly-digest', change.weeklyDigest],
  ]
  return named.flatMap(([kind, isWanted]) => (isWanted === undefined ? [] : { kind, isWanted }))
}

import type { MailingKind } from '#contract/email.ts'
import { NEUTRAL_NAMES, type NeutralName } from '#contract/neutral-names.ts'
import type { MailKind } from '../service.ts'

/** Shared by all kinds that could concern the pseudonym, so that they can't be told apart. */
const SOMETHING_NEW = 'something new'

/**
 * The words of a neutral subject: enough for a member to recognize it, nothing about the community.
 */
const WORDS: Record<MailKind | MailingKind, string> = {
  code: 'your code',
  'email-code': 'your code',
  reset: 'your link',
  welcome: 'welcome',
  'password-changed': 'account notice',
  'factors-changed': 'account notice',
  'factors-failed': 'account notice',
  'email-changed': 'account notice',
  'email-in-use': 'account notice',
  'email-change-undone': 'account notice',
  'payment-failed': 'account notice',
  'payment-refunded': 'account notice',
  'connection-changed': 'account notice',
  'suspension-answered': 'account notice',
  'story-approved': SOMETHING_NEW,
  'story-returned': SOMETHING_NEW,
  notification: SOMETHING_NEW,
  invitation: SOMETHING_NEW,
  'application-declined': SOMETHING_NEW,
  'notice-answered': SOMETHING_NEW,
  reminder: 'your reminder',
  broadcast: SOMETHING_NEW,
  'daily-message': SOMETHING_NEW,
  'weekly-digest': SOMETHING_NEW,
}

const NAMES: readonly NeutralName[] = ['notes', 'journal', 'daily']

/** The subject of an email to a member with a neutral name. */
export function neutralSubject(name: NeutralName, kind: MailKind | MailingKind): string {
  return `${NEUTRAL_NAMES[name]}: ${WORDS[kind]}`
}

/** The neutral name in a neutral subject; undefined for other subjects. */
export function neutralNameOf(subject: string): NeutralName | undefined {
  return NAMES.find((name) =>
    Object.values(WORDS).some((words) => subject === `${NEUTRAL_NAMES[name]}: ${words}`),
  )
}

/** The neutral subjects, with each name, of emails that are not listed for administrators. */
export function neutralUnlistedSubjects(): string[] {
  return NAMES.flatMap((name) => [
    neutralSubject(name, 'notification'),
    neutralSubject(name, 'reminder'),
  ])
}

/** The `From` header with the neutral name and the same address. */
export function neutralSender(name: NeutralName, sender: string): string {
  const address = /<([^<>]*)>$/.exec(sender)?.[1] ?? sender
  return `${NEUTRAL_NAMES[name]} <${address}>`
}

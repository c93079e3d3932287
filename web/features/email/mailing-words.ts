import type { MailingKind } from '#contract/email.ts'

interface MailingWords {
  /** The label of a switch. */
  name: string
  /** When it is sent. */
  help: string
  /** For use in the middle of a sentence. */
  inSentence: string
}

/** The wording for each kind of mailing. */
export const MAILING_WORDS: Record<MailingKind, MailingWords> = {
  broadcast: {
    name: 'News from the community',
    help: 'An occasional email with news for everyone.',
    inSentence: 'news from the community',
  },
  'daily-message': {
    name: 'The Daily Message',
    help: 'Every day, at the same hour in your time zone.',
    inSentence: 'the Daily Message',
  },
  'weekly-digest': {
    name: 'New stories of the week',
    help: 'Once a week, when there are any.',
    inSentence: 'the new stories of the week',
  },
}

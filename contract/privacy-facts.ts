/** Someone who might want to learn something about a member. */
export type Observer =
  | 'listeners'
  | 'administrators'
  | 'operator'
  | 'database-thief'
  | 'server-thief'

/** One thing that an observer can or cannot learn. A test with the same id tries exactly that. */
export interface PrivacyFact {
  id: string
  observer: Observer
  canLearn: boolean
  /** A whole sentence for members. */
  text: string
}

/**
 * The statements of the page `/privacy-facts`. `server/http/privacy-facts.db.test.ts` has a test for each
 * fact and fails while one has none.
 */
export const PRIVACY_FACTS: readonly PrivacyFact[] = [
  {
    id: 'listeners-another-voice',
    observer: 'listeners',
    canLearn: false,
    text: 'If you choose “Another voice”, they never hear you. Only your words are sent, and each listener’s device reads them aloud.',
  },
  {
    id: 'listeners-no-original',
    observer: 'listeners',
    canLearn: false,
    text: 'If you choose “Softened” or “Sounds different”, they get only the changed recording. Your natural voice isn’t sent.',
  },
  {
    id: 'listeners-natural',
    observer: 'listeners',
    canLearn: true,
    text: 'If you choose “Natural”, people who know you can recognize your voice.',
  },
  {
    id: 'listeners-softened',
    observer: 'listeners',
    canLearn: true,
    text: 'If you choose “Softened”, someone close to you may recognize your voice.',
  },
  {
    id: 'listeners-different',
    observer: 'listeners',
    canLearn: true,
    text: 'If you choose “Sounds different”, people will hardly recognize your voice, but a computer that compares recordings can.',
  },
  {
    id: 'admin-no-journal',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t read your moods or notes. No page shows them to anyone but you.',
  },
  {
    id: 'admin-no-guidance-author',
    observer: 'administrators',
    canLearn: false,
    text: 'They read guidance requests and answer them, but they aren’t told who asked.',
  },
  {
    id: 'admin-no-story-author',
    observer: 'administrators',
    canLearn: false,
    text: 'Your stories, replies and prayer requests show them your community username, and not your username or email.',
  },
  {
    id: 'admin-no-mutes',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t see whom you mute, or how many members mute you.',
  },
  {
    id: 'admin-no-prayers',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t see which prayer requests you prayed for, or who prayed for yours.',
  },
  {
    id: 'admin-no-reminder',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t see whether you have a daily reminder or on which days it came.',
  },
  {
    id: 'admin-no-reporter',
    observer: 'administrators',
    canLearn: false,
    text: 'They read your report and can answer it, but they aren’t told who reported.',
  },
  {
    id: 'admin-no-removed',
    observer: 'administrators',
    canLearn: false,
    text: 'Once they remove a story or reply of yours, they can’t read it anymore, unless you ask for a second look. We keep its text for you for 30 days, so that you can copy it.',
  },
  {
    id: 'admin-no-transcript-draft',
    observer: 'administrators',
    canLearn: false,
    text: 'No page shows them a draft of your transcript before you confirm it. A helper who writes one sees your story as any member does, and you aren’t told who it was.',
  },
  {
    id: 'admin-no-invitation',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t see which invitation you used. Only how often each was used is stored.',
  },
  {
    id: 'admin-no-password',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t see your password.',
  },
  {
    id: 'admin-no-journal-by-email',
    observer: 'administrators',
    canLearn: false,
    text: 'They can’t reach your journal by changing your email. Someone who signs in through the new address can’t open your journal or guidance requests for 7 days, unless you agree.',
  },
  {
    id: 'admin-users-tab',
    observer: 'administrators',
    canLearn: true,
    text: 'They can open one list that shows your username, email and community username together. Each time someone opens it, a permanent log records who did and when.',
  },
  {
    id: 'admin-last-seen',
    observer: 'administrators',
    canLearn: true,
    text: 'They see in which week you were last here, and not on which day or at what time.',
  },
  {
    id: 'admin-change-email',
    observer: 'administrators',
    canLearn: true,
    text: 'They can give your account another email address, and whoever reads it can then sign in. We tell your old address right away, and you can undo the change for 72 hours.',
  },
  {
    id: 'admin-stories',
    observer: 'administrators',
    canLearn: true,
    text: 'They read your stories and prayer requests before they’re published, and everything that’s published.',
  },
  {
    id: 'admin-purchases',
    observer: 'administrators',
    canLearn: true,
    text: 'They see which email address bought what, and when. Your community username isn’t shown there.',
  },
  {
    id: 'admin-outbox',
    observer: 'administrators',
    canLearn: true,
    text: 'If this site has no email service, they can read account emails, sign-in codes included. On the internet, that’s only so if the operator has turned it on.',
  },
  {
    id: 'admin-connections',
    observer: 'administrators',
    canLearn: true,
    text: 'An administrator with the right “Team” can choose the server that sends our emails, and the place and the key of the backups, unless the operator has. That could let them read as much as the operator. Each change is in the audit log, and everyone with that right is told.',
  },
  {
    id: 'operator-no-password',
    observer: 'operator',
    canLearn: false,
    text: 'They can’t read your password. We store only a scrambled form that can’t be turned back.',
  },
  {
    id: 'operator-no-card',
    observer: 'operator',
    canLearn: false,
    text: 'They never get your card number. You enter it on the payment service’s page.',
  },
  {
    id: 'operator-no-names-in-logs',
    observer: 'operator',
    canLearn: false,
    text: 'The server’s log doesn’t show your name, your email or anything you write.',
  },
  {
    id: 'operator-no-identity-check',
    observer: 'operator',
    canLearn: false,
    text: 'They can’t see what we point out to you while you write, such as a name that could identify you. Your device checks your text and sends nothing.',
  },
  {
    id: 'operator-speech',
    observer: 'operator',
    canLearn: true,
    text: 'If you ask for a computer’s draft of a transcript, they have that one recording written down by the service that the page names. No other recording leaves their server for that.',
  },
  {
    id: 'operator-no-deleted-journal',
    observer: 'operator',
    canLearn: false,
    text: 'After you delete your account, they can’t read your moods, notes or guidance requests anymore, even in an old copy of the database. Your key is deleted with the account.',
  },
  {
    id: 'operator-private-writing',
    observer: 'operator',
    canLearn: true,
    text: 'They could read your moods, notes and guidance requests, because the server holds the keys to show them to you. The site has no page for this; they would have to take the keys from the server.',
  },
  {
    id: 'operator-everything-else',
    observer: 'operator',
    canLearn: true,
    text: 'They can see everything else that’s stored: your email, usernames, stories, replies, prayer requests, daily actions and purchases.',
  },
  {
    id: 'database-no-private-writing',
    observer: 'database-thief',
    canLearn: false,
    text: 'They can’t read your moods, notes, guidance requests or the answers to them. These are encrypted, and the keys aren’t in the database.',
  },
  {
    id: 'database-no-sign-in',
    observer: 'database-thief',
    canLearn: false,
    text: 'They can’t use it to sign in as you. Passwords, sessions, codes and reset links are in it only as hashes or encrypted. (Emails of a site without an email service are the exception.)',
  },
  {
    id: 'database-no-prayers',
    observer: 'database-thief',
    canLearn: false,
    text: 'They can’t see who prayed for whom. For each prayer, the database has a code that can’t be turned back without a key kept elsewhere, and it’s deleted after some days.',
  },
  {
    id: 'database-days',
    observer: 'database-thief',
    canLearn: true,
    text: 'They see on which days you wrote in your journal and about how long the text is. They also see when you asked for guidance, the topic you chose, and whether you said that you are under 18.',
  },
  {
    id: 'database-neutral-name',
    observer: 'database-thief',
    canLearn: true,
    text: 'They see whether you use a neutral name for tabs, emails and the installed app, and which one.',
  },
  {
    id: 'database-reminder',
    observer: 'database-thief',
    canLearn: true,
    text: 'They see at what time and on which days you want to be reminded, and when your last reminder was sent.',
  },
  {
    id: 'database-readable',
    observer: 'database-thief',
    canLearn: true,
    text: 'They can read your email, usernames, stories, replies and prayer requests, including which account wrote them, your daily actions and what you bought.',
  },
  {
    id: 'server-no-password',
    observer: 'server-thief',
    canLearn: false,
    text: 'They can’t read your password directly. They can try guesses, so use a long one that you don’t use anywhere else.',
  },
  {
    id: 'server-everything',
    observer: 'server-thief',
    canLearn: true,
    text: 'They can read everything the server can, including your moods, notes and guidance requests, because the keys are on it too.',
  },
]

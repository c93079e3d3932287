import { isolated } from '#contract/direction.ts'
import type { AuditLogEntry } from '#contract/users.ts'
import { type DateLocale, longDate, longDay } from '#web/lib/dates.ts'

/** The label of each action, by what it is about, in the order of the filter. */
export const ACTION_GROUPS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Stories and replies': {
    'story-approved': 'Approved a story',
    'story-withdrawn': 'Unpublished a story',
    'story-rejected': 'Rejected a story',
    'story-removed': 'Deleted a story',
    'story-tagged': 'Tagged a story',
    'story-author-suspended': 'Suspended the author of a story',
    'reply-author-suspended': 'Suspended the author of a reply',
    'story-author-warned': 'Warned the author of a story',
    'reply-author-warned': 'Warned the author of a reply',
    'reply-removed': 'Removed a reply',
    'reply-approved': 'Approved a first reply',
    'reply-declined': 'Declined a first reply',
    'report-kept': 'Dismissed a report',
    'notice-upheld': 'Acted on a notice of something unlawful',
    'notice-refused': 'Left what was reported',
    'second-look-kept': 'Kept a decision after a second look',
    'second-look-changed': 'Changed a decision after a second look',
    'tag-created': 'Created a tag',
    'tag-renamed': 'Renamed a tag',
    'tag-merged': 'Merged a tag into another',
    'tag-removed': 'Deleted a tag',
  },
  Prayer: {
    'prayer-approved': 'Approved a prayer request',
    'prayer-returned': 'Returned a prayer request',
    'prayer-withdrawn': 'Put a prayer request back in review',
    'prayer-author-suspended': 'Suspended the author of a prayer request',
  },
  Transcripts: {
    'transcript-written': 'Drafted a transcript',
    'transcript-approved': 'Approved a transcript',
    'transcript-returned': 'Returned a transcript',
  },
  Guidance: {
    'guidance-answered': 'Answered a guidance request',
    'guidance-answer-changed': 'Changed a guidance response',
    'guidance-answer-proposed': 'Wrote a guidance response for a second reader',
    'guidance-answer-returned': 'Gave back a guidance response',
    'guidance-hidden': 'Hid a guidance request',
    'guidance-shown': 'Unhid a guidance request',
  },
  'Daily content and trivia': {
    'daily-published': 'Published daily content',
    'daily-removed': 'Removed daily content',
    'daily-settings-changed': 'Changed the AI settings',
    'trivia-regenerated': 'Regenerated the trivia',
    'trivia-question-added': 'Added a trivia question',
    'trivia-question-changed': 'Changed a trivia question',
    'trivia-questions-imported': 'Imported trivia questions',
    'business-words-changed': 'Changed the business words',
  },
  'Users and team': {
    'users-listed': 'Viewed the users',
    'user-opened': 'Opened a user’s profile',
    'user-purchases-read': 'Viewed a user’s purchases',
    'user-email-changed': 'Changed a user’s email',
    'user-email-change-undone': 'Stopped a user’s email change',
    'user-made-admin': 'Made a user an administrator',
    'user-unmade-admin': 'Removed administrator rights from a user',
    'user-rights-changed': 'Changed a user’s rights',
    'user-suspended': 'Suspended a user',
    'user-restored': 'Restored a user',
    'user-sessions-ended': 'Signed a user out everywhere',
    'user-factors-reset': 'Reset a user’s second factors',
    'admin-factor-required': 'Required a second step for administrators',
    'admin-factor-optional': 'Made the second step optional for administrators',
  },
  Joining: {
    'joining-changed': 'Changed who may join',
    'invitation-created': 'Created an invitation',
    'invitation-revoked': 'Revoked an invitation',
    'invitations-sent': 'Sent invitations to a list',
    'application-approved': 'Approved an application',
    'application-declined': 'Declined an application',
  },
  'Products and payments': {
    'product-added': 'Added a product',
    'product-drafted': 'Added a product as a draft',
    'products-ordered': 'Changed the order of the products',
    'product-changed': 'Changed a product',
    'product-published': 'Published a product',
    'product-unpublished': 'Unpublished a product',
    'orders-read': 'Viewed the orders',
    'orders-exported': 'Exported the orders',
    'refund-started': 'Started a refund',
    'refund-failed': 'Started a refund that failed',
    'subscribers-read': 'Viewed the subscribers',
    'subscription-ended': 'Ended a subscription',
    'till-played': 'Simulated a failed test payment',
  },
  Email: {
    'outbox-read': 'Read the unsent emails',
    'mailing-sent': 'Sent a broadcast',
    'mailing-scheduled': 'Scheduled a broadcast',
    'mailing-changed': 'Changed a scheduled email',
    'mailing-cancelled': 'Canceled a broadcast',
    'mailing-paused': 'Paused a broadcast',
    'mailing-resumed': 'Resumed a broadcast',
    'test-mail-sent': 'Sent a test email',
    'bounce-lifted': 'Allowed a bounced address again',
    'email-settings-changed': 'Changed the email settings',
  },
  'Live room': {
    'live-started': 'Put the live room on air',
    'live-stopped': 'Took the live room off air',
    'live-recording-started': 'Started a recording of the live room',
    'live-recording-published': 'Published a recording of the live room',
    'live-recording-withdrawn': 'Unpublished a recording of the live room',
    'live-recording-removed': 'Deleted a recording of the live room',
    'live-settings-changed': 'Changed the live room’s settings',
  },
  Site: {
    'settings-changed': 'Changed the website settings',
    'setup-answered': 'Answered a step of setting up the site',
    'backup-started': 'Started a backup',
    'restore-tried': 'Tried to restore a backup',
    'site-restored': 'Restored the site from a backup',
    'backup-time-changed': 'Changed the time of the daily backup',
    'connection-changed': 'Changed a connection',
    'connection-removed': 'Disconnected a service',
  },
}

/** The label of each action. */
export const ACTION_LABELS: Readonly<Record<string, string>> = Object.assign(
  {},
  ...Object.values(ACTION_GROUPS),
)

/** Names of settings and details whose keys don’t read as words. */
const NAMES: Readonly<Record<string, string>> = {
  logoUrl: 'logo',
  helpEmail: 'email for help',
  confidentialityLimit: 'limit of confidentiality',
  answerPromiseHours: 'response time goal',
  coaching: 'live coaching',
  membershipProductId: 'membership product',
  autoGenerate: 'automatic generation',
  generateTime: 'generation time',
  localGenerateTime: 'generation time',
  storyId: 'story',
  productType: 'type',
  displayOrder: 'order',
  imageUrl: 'image',
  digitalFileUrl: 'digital file',
  digitalFileName: 'file name',
  mode: 'who may join',
  holdsFirstReply: 'first replies',
  newcomerDays: 'days with limits',
  newcomerReplies: 'newcomers’ replies per day',
  newcomerReports: 'newcomers’ reports per day',
  maxUses: 'uses',
  note: 'message to whoever reported it',
}

/** The label of an action. An unknown action is named by its key. */
export function actionWords(action: string): string {
  return ACTION_LABELS[action] ?? capitalized(action.replaceAll('-', ' '))
}

function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const OPERATOR_ACTIONS = ['user-factors-reset', 'invitations-sent', 'site-restored']

/** Who did it. */
export function actorWords({ action, anonymousUsername }: AuditLogEntry): string {
  if (action === 'user-email-change-undone') return 'the previous address'
  if (OPERATOR_ACTIONS.includes(action)) return 'the operator'
  return anonymousUsername ?? 'a deleted account'
}

/** The subject of the action; undefined if its label already says it. */
export function subjectWords(entry: AuditLogEntry, dates: DateLocale): string | undefined {
  const { subjectType, subjectId, about } = entry
  if (about && subjectType === 'guidance') {
    const [category = '', at = ''] = about.split(' ')
    return `${capitalized(category)}, submitted ${longDate(new Date(at), dates)}`
  }
  if (about)
    return subjectType === 'reply' ? `Reply to “${isolated(about)}”` : `“${isolated(about)}”`
  if (!subjectId || subjectType === 'settings' || subjectId === 'settings') return undefined
  // The start of an id is enough to tell accounts apart.
  if (subjectType === 'user') return `ID ${subjectId.slice(0, 8)}`
  if (subjectType === 'tag') return `“${isolated(subjectId)}”`
  if (subjectType === 'daily') {
    const [day = '', type = ''] = subjectId.split(' ')
    return `${capitalized(type)} for ${longDay(day, dates.locale)}`
  }
  return `No. ${subjectId}`
}

/** Further details, such as 'Changed: site title, logo'. */
export function detailWords({ action, detail }: AuditLogEntry): string[] {
  return Object.entries(detail)
    .filter(([name, value]) => !isPlain(action, name, value) && !isLinked(action, name))
    .map(([name, value]) => {
      const words = [value].flat().map((each) => isolated(wordOf(name, each)))
      return `${capitalized(nameOf(name))}: ${words.join(', ') || 'none'}`
    })
}

/** Actions that view or export a list. */
const VIEWS = ['users-listed', 'outbox-read', 'orders-read', 'subscribers-read', 'orders-exported']

/** Whether a detail is not worth showing: viewing the first page, or without a search. */
function isPlain(action: string, name: string, value: unknown): boolean {
  if (!VIEWS.includes(action)) return false
  return (name === 'page' && value === 1) || (name === 'searched' && value === 'no')
}

/** The ids of the accounts that the viewed user list matched, which are shown as links. */
export function matchedUsers({ action, detail }: AuditLogEntry): string[] {
  const { matched } = detail
  return isLinked(action, 'matched') && Array.isArray(matched) ? matched : []
}

function isLinked(action: string, name: string): boolean {
  return action === 'users-listed' && name === 'matched'
}

function wordOf(name: string, value: string | number): string {
  return name === 'changed' ? nameOf(String(value)) : String(value)
}

/** 'siteTitle' is 'site title'. A variable of the environment keeps its name. */
function nameOf(name: string): string {
  if (/^[A-Z0-9_]+$/.test(name)) return name
  return NAMES[name] ?? name.replace(/[A-Z]|\d+/g, (start) => ` ${start.toLowerCase()}`)
}

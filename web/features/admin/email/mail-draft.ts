import { z } from 'zod'
import { DAY_MS } from '#contract/durations.ts'
import {
  type Broadcast,
  EMAIL_LIMITS,
  MailContent,
  type Mailing,
  RecipientGroup,
  TestEmail,
} from '#contract/email.ts'
import { CalendarDate, ClockTime } from '#contract/fields.ts'
import { wallTime } from '#contract/logical-date.ts'
import { instantOf } from '#web/features/admin/daily/clocks.ts'

/** An email that is being written, possibly incomplete. */
export const MailDraft = z.object({
  /** Survives reloads and is new for each email, so that no email is sent twice. */
  id: z.string(),
  subject: z.string(),
  preheader: z.string().default(''),
  html: z.string(),
  group: RecipientGroup.default('everyone'),
  /** Empty until one is selected. */
  productId: z.string().default(''),
  /** The version of the scheduled email that it changes. */
  version: z.number().default(0),
  testEmail: z.string(),
  /** The day on which it is sent, in the community's time zone. */
  date: z.string(),
  time: z.string(),
})
export type MailDraft = z.infer<typeof MailDraft>

export function emptyDraft(): MailDraft {
  return {
    id: crypto.randomUUID(),
    subject: '',
    preheader: '',
    html: '',
    testEmail: '',
    group: 'everyone',
    productId: '',
    version: 0,
    date: '',
    time: '09:00',
  }
}

/** The draft key of the broadcast that an administrator is writing. */
export function broadcastDraftKey(memberId: string): string {
  return `mail:${memberId}:broadcast`
}

/** A new draft with the content and group of an earlier email. */
export function copyOf(mailing: Mailing): MailDraft {
  const { subject, preheader, html, group, productId } = mailing
  return { ...emptyDraft(), subject, preheader, html, group, productId: textOf(productId) }
}

/** The product id as the value of the form's select. */
function textOf(productId: number | null): string {
  return productId === null ? '' : String(productId)
}

/** Whether the draft has nothing worth saving. */
export function isEmptyDraft({ subject, preheader, html }: MailDraft): boolean {
  return [subject, preheader, html].every((text) => text.trim() === '')
}

export type GroupChoice = Pick<Broadcast, 'group' | 'productId'>

/** The selected group; undefined while its product is missing. */
export function choiceOf({
  group,
  productId,
}: Pick<MailDraft, 'group' | 'productId'>): GroupChoice | undefined {
  if (group !== 'buyers') return { group }
  return productId === '' ? undefined : { group, productId: Number(productId) }
}

/** The values that are sent to the server. */
export function broadcastOf(draft: MailDraft): Broadcast {
  const { subject, preheader, html, group } = draft
  return { subject, preheader: preheader.trim(), html, group, ...choiceOf(draft) }
}

export interface MailProblem {
  field: 'subject' | 'preheader' | 'html' | 'productId' | 'testEmail'
  /** The title of the toast. */
  title: string
  description?: string
}

const EMPTY_HTML: MailProblem = { field: 'html', title: 'Email content missing' }

/** Why an email can't be sent yet (administrator document, section 5). */
export function problemOf(content: Broadcast): MailProblem | undefined {
  if (content.group === 'buyers' && !content.productId) {
    return { field: 'productId', title: 'Product required', description: 'Choose a product.' }
  }
  if (content.subject.trim() === '') {
    return {
      field: 'subject',
      title: 'Subject required',
      description: 'Please enter an email subject',
    }
  }
  if (content.html.trim() === '') return EMPTY_HTML
  const issue = MailContent.safeParse(content).error?.issues[0]
  if (!issue) return undefined
  const [name] = issue.path
  const field = name === 'subject' || name === 'preheader' ? name : 'html'
  return { field, title: 'Failed to prepare email', description: issue.message }
}

/** Why a test can't be sent yet. It needs no subject. */
export function testProblemOf(draft: { html: string; testEmail: string }): MailProblem | undefined {
  if (draft.testEmail.trim() === '') {
    return {
      field: 'testEmail',
      title: 'Test email required',
      description: 'Please enter a test email address',
    }
  }
  const problem = testContentProblemOf(draft)
  if (problem) return problem
  const noAddress = TestEmail.shape.testEmail.safeParse(draft.testEmail).error?.issues[0]?.message
  if (!noAddress) return undefined
  return { field: 'testEmail', title: 'Failed to send test email', description: noAddress }
}

/** Why an email can't be previewed. */
export function missingContentOf({ html }: { html: string }): MailProblem | undefined {
  return html.trim() === '' ? EMPTY_HTML : undefined
}

/** Why a test can't be sent to any address. */
export function testContentProblemOf({ html }: { html: string }): MailProblem | undefined {
  const missing = missingContentOf({ html })
  if (missing) return missing
  const tooLong = TestEmail.shape.html.safeParse(html).error?.issues[0]?.message
  if (!tooLong) return undefined
  return { field: 'html', title: 'Failed to prepare test email', description: tooLong }
}

/**
 * The idempotency key for sending or scheduling a draft: the same for each attempt with the same
 * content, also after a reload or after an edit is undone.
 */
export function actionKey(draft: { id: string }, content: unknown): string {
  return `${draft.id}-${fingerprint(JSON.stringify(content))}`
}

/** FNV-1a twice with different seeds, 64 bits in all. Distinguishes the versions of one draft. */
function fingerprint(text: string): string {
  let first = 0x811c9dc5
  let second = 0x9747b28c
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    first = Math.imul(first ^ code, 0x01000193)
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 13)
  }
  return `${hex(first)}${hex(second)}`
}

function hex(number: number): string {
  return (number >>> 0).toString(16).padStart(8, '0')
}

export type SendTime = { sendAt: string } | { field: 'date' | 'time'; problem: string }

/** The instant of a date and time in the community's time zone, or why nothing can be sent then. */
export function sendTimeOf(input: {
  date: string
  time: string
  timeZone: string
  now: Date
}): SendTime {
  const { date, time, timeZone, now } = input
  if (!CalendarDate.safeParse(date).success) return { field: 'date', problem: 'Choose a day.' }
  if (!ClockTime.safeParse(time).success) return { field: 'time', problem: 'Choose a time.' }
  const at = new Date(instantOf(`${date}T${time}:00Z`, timeZone))
  const shown = wallTime(at, timeZone)
  const [hour, minute] = time.split(':').map(Number)
  if (shown.date !== date || shown.hour !== hour || shown.minute !== minute) {
    return { field: 'time', problem: 'The clocks skip this time on that day. Choose another time.' }
  }
  if (at <= now) return { field: 'time', problem: 'Choose a time in the future.' }
  const days = (at.getTime() - now.getTime()) / DAY_MS
  if (days > EMAIL_LIMITS.daysAhead) {
    return { field: 'date', problem: 'Choose a time within a year from now.' }
  }
  return { sendAt: at.toISOString() }
}

/** An instant as date and time fields in the community's time zone. */
export function clockFields(instant: string, timeZone: string): { date: string; time: string } {
  const { date, hour, minute } = wallTime(new Date(instant), timeZone)
  const two = (number: number): string => String(number).padStart(2, '0')
  return { date, time: `${two(hour)}:${two(minute)}` }
}

import { z } from 'zod'
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

/** A mail as it is being written, possibly incomplete. */
export const MailDraft = z.object({
  /** Stays through reloads and is new for the next mail, so that a mail is sent once. */
  id: z.string(),
  subject: z.string(),
  preheader: z.string().default(''),
  html: z.string(),
  group: RecipientGroup.default('everyone'),
  /** Empty before one is chosen. */
  productId: z.string().default(''),
  /** Of the scheduled email that it changes. */
  version: z.number().default(0),
  testEmail: z.string(),
  /** When it goes out, by the community's clocks. */
  date: z.string(),
  time: z.string(),
})
export type MailDraft = z.infer<typeof MailDraft>

export function emptyDraft(): MailDraft {
  return {
    ...{ id: crypto.randomUUID(), subject: '', preheader: '', html: '', testEmail: '' },
    ...{ group: 'everyone', productId: '', version: 0, date: '', time: '09:00' },
  }
}

/** Where the broadcast is kept that an administrator writes. */
export function broadcastDraftKey(memberId: string): string {
  return `mail:${memberId}:broadcast`
}

/** A new mail that says what an earlier one does. */
export function copyOf(mailing: Mailing): MailDraft {
  const { subject, preheader, html, group, productId } = mailing
  return { ...emptyDraft(), subject, preheader, html, group, productId: textOf(productId) }
}

/** The product of a mail as the form holds it. */
function textOf(productId: number | null): string {
  return productId === null ? '' : String(productId)
}

/** Whether there is nothing worth keeping. */
export function isEmptyDraft({ subject, preheader, html }: MailDraft): boolean {
  return [subject, preheader, html].every((text) => text.trim() === '')
}

export type GroupChoice = Pick<Broadcast, 'group' | 'productId'>

/** The chosen group; undefined while its product is missing. */
export function choiceOf({
  group,
  productId,
}: Pick<MailDraft, 'group' | 'productId'>): GroupChoice | undefined {
  if (group !== 'buyers') return { group }
  return productId === '' ? undefined : { group, productId: Number(productId) }
}

/** What is sent to the server. */
export function broadcastOf(draft: MailDraft): Broadcast {
  const { subject, preheader, html, group } = draft
  return { subject, preheader: preheader.trim(), html, group, ...choiceOf(draft) }
}

export interface MailProblem {
  field: 'subject' | 'preheader' | 'html' | 'productId' | 'testEmail'
  /** Of the toast. */
  title: string
  description?: string
}

const EMPTY_HTML: MailProblem = { field: 'html', title: 'Email content missing' }

/** Why a mail cannot go out yet (administrator document, section 5). */
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

/** Why a test cannot be sent yet. It may do without a subject. */
export function testProblemOf(draft: { html: string; testEmail: string }): MailProblem | undefined {
  if (draft.testEmail.trim() === '') {
    return {
      field: 'testEmail',
      title: 'Test email required',
      description: 'Please enter a test email address',
    }
  }
  if (draft.html.trim() === '') return EMPTY_HTML
  const { testEmail, html } = TestEmail.shape
  const tooLong = html.safeParse(draft.html).error?.issues[0]?.message
  if (tooLong) {
    return { field: 'html', title: 'Failed to prepare test email', description: tooLong }
  }
  const noAddress = testEmail.safeParse(draft.testEmail).error?.issues[0]?.message
  if (!noAddress) return undefined
  return { field: 'testEmail', title: 'Failed to send test email', description: noAddress }
}

/**
 * The idempotency key of what is done with a draft: the same for each try with the same content,
 * also after a reload or when a change was undone.
 */
export function actionKey(draft: { id: string }, content: unknown): string {
  return `${draft.id}-${fingerprint(JSON.stringify(content))}`
}

/** FNV-1a twice with different starts, 64 bits in all. It tells the versions of one draft apart. */
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

/** The moment that the community's clocks name, or why nothing can go out then. */
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
  const days = (at.getTime() - now.getTime()) / 86_400_000
  if (days > EMAIL_LIMITS.daysAhead) {
    return { field: 'date', problem: 'Choose a time within a year from now.' }
  }
  return { sendAt: at.toISOString() }
}

/** What the community's clocks show at a moment, for the fields of a form. */
export function clockFields(instant: string, timeZone: string): { date: string; time: string } {
  const { date, hour, minute } = wallTime(new Date(instant), timeZone)
  const two = (number: number): string => String(number).padStart(2, '0')
  return { date, time: `${two(hour)}:${two(minute)}` }
}

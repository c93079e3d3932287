import { z } from 'zod'
import { type AdminDailyContent, DAILY_LIMITS, DailyText, DailyType } from '#contract/daily.ts'
import { requiredLine } from '#contract/fields.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'
import { dayProblem, lastPublishDay, publishDay } from '#web/features/admin/daily/publish-day.ts'
import type { Submission } from '#web/features/admin/daily/queries.ts'

/** The values of the manual form, possibly incomplete. The image is stored separately. */
export const ManualDraft = z.object({
  type: DailyType,
  format: z.enum(['text', 'image']),
  content: z.string(),
  altText: z.string(),
  /** Empty for the day on which it is published. */
  date: z.string(),
})
export type ManualDraft = z.infer<typeof ManualDraft>

export const EMPTY_MANUAL: ManualDraft = {
  type: 'message',
  format: 'text',
  content: '',
  altText: '',
  date: '',
}

export function manualDraftKey(memberId: string): string {
  return `daily:${memberId}:manual`
}

/** An empty form for the next day that lacks a message or a reflection. */
export function manualForNextGap(
  entries: readonly Pick<AdminDailyContent, 'date' | 'type'>[],
  today: DateText,
): ManualDraft {
  for (let date = today; date <= lastPublishDay(today); date = addDays(date, 1)) {
    const types = entries.filter((entry) => entry.date === date).map(({ type }) => type)
    if (types.length < 2) {
      return { ...draftForDay(undefined, { date, types }), date: date === today ? '' : date }
    }
  }
  return EMPTY_MANUAL
}

/** Whether a draft has nothing worth saving. An image draft always refers to an image. */
export function isEmptyManual(draft: ManualDraft): boolean {
  if (draft.format === 'image') return false
  return draft.content.trim() === '' && draft.altText.trim() === ''
}

/** A published text as a draft, to be edited and published again. */
export function draftOfEntry({ type, content, date }: AdminDailyContent): ManualDraft {
  return { ...EMPTY_MANUAL, type, content, date }
}

/**
 * The draft moved to another day. An empty draft gets the type that the day lacks.
 */
export function draftForDay(
  draft: ManualDraft | undefined,
  { date, types }: { date: DateText; types: readonly DailyType[] },
): ManualDraft {
  if (draft && !isEmptyManual(draft)) return { ...draft, date }
  const type = types.includes('message') ? 'reflection' : 'message'
  return { ...EMPTY_MANUAL, type, date }
}

const AltText = requiredLine({
  required: 'Describe the image for people who can’t see it.',
  max: DAILY_LIMITS.altText,
  tooLong: 'The description must be 300 characters or less.',
})

/** A complete form. The image itself is not part of these values. */
export function manualValues(today: DateText) {
  const shared = { type: DailyType, date: dateSchema(today) }
  return z.discriminatedUnion('format', [
    z.object({
      ...shared,
      format: z.literal('text'),
      content: DailyText,
      altText: z.string(),
    }),
    z.object({ ...shared, format: z.literal('image'), content: z.string(), altText: AltText }),
  ])
}
export type ManualValues = z.output<ReturnType<typeof manualValues>>

function dateSchema(today: DateText) {
  return z
    .string()
    .transform((date) => publishDay(date, today))
    .superRefine((date, issues) => {
      const message = dayProblem(date, today)
      if (message) issues.addIssue({ code: 'custom', message })
    })
}

export function submissionOf(values: ManualValues, image: Blob | undefined): Submission {
  const { type, format, altText, date } = values
  const isText = format === 'text'
  return {
    type,
    format,
    content: isText ? values.content : '',
    image: isText ? undefined : image,
    altText,
    date,
    source: 'manual',
    libraryKey: null,
  }
}

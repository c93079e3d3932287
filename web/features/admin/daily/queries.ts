import { type QueryClient, queryOptions } from '@tanstack/react-query'
import type { AdminDailyContent, DailyFormat, DailySource, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { call } from '#web/lib/api.ts'
import { dailyCalls } from '#web/lib/calls.gen.ts'
import { endpointQuery, fresh, freshPage } from '#web/lib/endpoint-query.ts'

/** The content published for the community's today and scheduled for later days. */
export function overviewQuery(today: DateText) {
  return queryOptions({
    ...freshPage,
    queryKey: [dailyCalls.overview.path, today],
    queryFn: ({ signal }) => call(dailyCalls.overview, { signal }),
  })
}

/** The content of each day of a month, `YYYY-MM`. */
export function calendarQuery(month: string) {
  const query = { month }
  return endpointQuery(dailyCalls.calendar, { query, ...freshPage })
}

/** How content is generated, when the next run is, and how the last one went. */
export const dailySettingsQuery = endpointQuery(dailyCalls.getSettings, fresh)

/** The quotations of a text. Cached forever, since the same text always gives the same result. */
export function quotationsQuery(content: string) {
  return queryOptions({
    queryKey: [dailyCalls.checkQuotations.path, content],
    queryFn: ({ signal }) => call(dailyCalls.checkQuotations, { body: { content }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Content to publish. */
export interface Submission {
  type: DailyType
  format: DailyFormat
  /** HTML; empty for an image. */
  content: string
  image?: Blob | undefined
  altText: string
  date: DateText
  source: DailySource
  libraryKey: string | null
  /** That of the entry that it replaces, as the question showed it; empty without one. */
  version?: string
}

export function publishContent(
  submission: Submission,
  onProgress: (sent: number) => void,
): Promise<AdminDailyContent> {
  return call(dailyCalls.publish, { form: formOf(submission), onProgress })
}

function formOf(submission: Submission): FormData {
  const { type, format, content, image, altText, date, source, libraryKey } = submission
  const form = new FormData()
  form.set('type', type)
  form.set('format', format)
  form.set('date', date)
  form.set('source', source)
  if (libraryKey !== null) form.set('libraryKey', libraryKey)
  if (submission.version !== undefined) form.set('version', submission.version)
  if (format === 'text') form.set('content', content)
  if (format === 'image') form.set('altText', altText)
  // Last, so that the server knows everything else before the file arrives.
  if (format === 'image' && image) form.set('content', image, 'image')
  return form
}

/** Refetches what shows a change: the overview, the calendar and the daily page. */
export async function refreshDaily(queryClient: QueryClient): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: [dailyCalls.overview.path] }),
    queryClient.invalidateQueries({ queryKey: [dailyCalls.calendar.path] }),
    queryClient.invalidateQueries({ queryKey: [dailyCalls.get.path] }),
  ])
}

import type { DailySource, DailyType, Quotation } from '#contract/daily.ts'
import { addDays, type DateText } from '#contract/logical-date.ts'
import { longDay } from '#web/lib/dates.ts'

export const TYPE_LABELS: Record<DailyType, string> = {
  message: 'Daily Message',
  reflection: 'Daily Reflection',
}

/** Where a text comes from. `model` is the model of the AI provider, if known. */
export function sourceLabel(source: DailySource, model?: string | null): string {
  if (source === 'manual') return 'Written by your team'
  if (source === 'library') return 'From the built-in library'
  return model ? `Written by the AI provider (${model})` : 'Written by the AI provider'
}

/** 'Today, Tuesday, March 3, 2026'. */
export function dayLabel(date: DateText, today: DateText, locale: string): string {
  const label = namedDay(date, today, locale)
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** A day inside a heading: 'today, Tuesday, March 3, 2026'. */
export function namedDay(date: DateText, today: DateText, locale: string): string {
  const [words, day] = [dayWords(date, today, locale), longDay(date, locale)]
  return words === day ? day : `${words}, ${day}`
}

/** A day inside a sentence: 'today', 'tomorrow', 'Tuesday, March 3, 2026'. */
export function dayWords(date: DateText, today: DateText, locale: string): string {
  if (date === today) return 'today'
  return date === addDays(today, 1) ? 'tomorrow' : longDay(date, locale)
}

export const QUOTATION_LABELS: Record<Quotation['status'], string> = {
  matches: 'Matches the World English Bible',
  differs: 'Differs from the World English Bible',
  unknown: 'Not found in the World English Bible',
}

/** The quotations that an administrator should check. */
export function doubtful(quotations: readonly Quotation[]): Quotation[] {
  return quotations.filter(({ status }) => status !== 'matches')
}

/** '1 quotation doesn’t match', '2 quotations don’t match'; undefined if all match. */
export function doubtLabel(quotations: readonly Quotation[]): string | undefined {
  const { length } = doubtful(quotations)
  if (length === 0) return undefined
  return length === 1 ? '1 quotation doesn’t match' : `${length} quotations don’t match`
}

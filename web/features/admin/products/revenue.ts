import type { RevenueMonth } from '#contract/shop.ts'
import { formatDay } from '#web/lib/dates.ts'

export interface RevenueBar extends RevenueMonth {
  /** Share of the scale's height, 0 to 1. */
  share: number
  /** 'Mar'. */
  short: string
  /** 'Mar 2026'. */
  medium: string
  /** 'March 2026'. */
  long: string
}

export interface RevenuePicture {
  /** Oldest first. */
  bars: RevenueBar[]
  /** The amount at the top of the scale: 1, 2 or 5 times a power of ten. */
  top: number
  /** The total of all months, as a decimal string. */
  total: string
  /** The month with the most revenue; undefined without revenue. */
  best: RevenueBar | undefined
}

/** The months as bars on one scale. */
export function revenuePicture(months: readonly RevenueMonth[], locale: string): RevenuePicture {
  const cents = months.map(({ amount }) => Math.round(Number(amount) * 100))
  const most = Math.max(0, ...cents)
  const top = roundTop(most / 100)
  const bars = months.map((entry, index) => ({
    ...entry,
    share: (cents[index] ?? 0) / (top * 100),
    short: monthName(entry.month, { month: 'short' }, locale),
    medium: monthName(entry.month, { month: 'short', year: 'numeric' }, locale),
    long: monthName(entry.month, { month: 'long', year: 'numeric' }, locale),
  }))
  const sum = cents.reduce((total, each) => total + each, 0)
  return {
    bars,
    top,
    total: (sum / 100).toFixed(2),
    best: most > 0 ? bars[cents.indexOf(most)] : undefined,
  }
}

/** The share of the subscriptions at the start of a month that ended in it: '4.2%', or '–' if none. */
export function churnText(month: RevenueMonth): string {
  const { subscribersAtStart, endedSubscribers } = month
  if (subscribersAtStart === 0) return '–'
  return `${Math.round((endedSubscribers / subscribersAtStart) * 1_000) / 10}%`
}

/** The next of 1, 2, 5, 10, 20, 50 and so on; at least 1. */
function roundTop(dollars: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, dollars)))
  return [1, 2, 5, 10].map((step) => step * power).find((each) => each >= dollars) ?? power
}

/** @param month `YYYY-MM` */
function monthName(month: string, form: Intl.DateTimeFormatOptions, locale: string): string {
  return formatDay(`${month}-15`, locale, form)
}

import type {
  AdminDailyContent,
  AdminSettings,
  BusinessWord,
  DailyCalendar,
  DailyContent,
  DailyPage,
  DailyRun,
  DailyVerse,
  Quotation,
} from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import { nextRun, utcTimeOf } from '#server/domain/schedule.ts'
import { versionOf } from '#server/domain/version.ts'
import type { DailyRunRow } from './run.ts'
import type { DailyPlace, DailyRow, DailySettingsRow } from './store.ts'

export function presentPage(input: {
  date: DateText
  today: DateText
  rows: DailyRow[]
  word: BusinessWord
  verse: DailyVerse
  neighbors: { previous: DateText | null; next: DateText | null }
}): DailyPage {
  const { date, today, rows, word, verse, neighbors } = input
  const contentOf = (type: DailyRow['type']): DailyContent | null => {
    const row = rows.find((candidate) => candidate.type === type)
    return row ? { content: row.content } : null
  }
  return {
    date,
    today,
    message: contentOf('message'),
    reflection: contentOf('reflection'),
    word,
    verse: { text: verse.text, reference: verse.reference },
    previousDate: neighbors.previous,
    nextDate: neighbors.next,
  }
}

export function presentContent(row: DailyRow, quotations: Quotation[]): AdminDailyContent {
  const { day, type, format, content, source, updatedAt } = row
  return {
    date: day,
    type,
    format,
    content,
    source,
    quotations,
    updatedAt: updatedAt.toISOString(),
    version: versionOf({ content }),
  }
}

export function presentCalendar(input: {
  month: string
  today: DateText
  /** By date. */
  places: readonly DailyPlace[]
  autoGenerate: boolean
}): DailyCalendar {
  const { places, ...rest } = input
  const byDay = Map.groupBy(places, ({ day }) => day)
  const days = [...byDay].map(([date, ofDay]) => ({ date, types: ofDay.map(({ type }) => type) }))
  return { ...rest, days }
}

export function presentSettings(input: {
  settings: DailySettingsRow
  timeZone: string
  now: Date
  /** The provider's model; undefined without a provider. */
  provider: { model: string | null } | undefined
  lastRun: DailyRunRow | undefined
}): AdminSettings {
  const { settings, timeZone, now, provider, lastRun } = input
  const { scheduledSince: _, ...editable } = settings
  const next = { localTime: settings.generateAt, timeZone, after: now }
  return {
    autoGenerate: settings.autoGenerate,
    generateTime: utcTimeOf(next),
    dailyMessagePrompt: settings.dailyMessagePrompt,
    agentStyle: settings.agentStyle,
    reflectionPrompt: settings.reflectionPrompt,
    timeZone,
    localGenerateTime: settings.generateAt,
    nextRunAt: settings.autoGenerate ? nextRun(next).at.toISOString() : null,
    hasProvider: provider !== undefined,
    model: provider?.model ?? null,
    lastRun: lastRun ? presentRun(lastRun) : null,
    version: versionOf(editable),
  }
}

function presentRun(row: DailyRunRow): DailyRun {
  return {
    date: row.day,
    startedAt: row.startedAt.toISOString(),
    finishedAt: row.finishedAt?.toISOString() ?? null,
    messageSource: row.messageSource,
    reflectionSource: row.reflectionSource,
    fallbackReason: row.fallbackReason,
  }
}

import type { Selectable } from 'kysely'
import type { DailyFormat, DailySource, DailyType } from '#contract/daily.ts'
import type { DateText } from '#contract/logical-date.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DailyContent, DailySettings } from '#server/db/schema.gen.ts'

export const ROW = ['day', 'type', 'format', 'content', 'source', 'updatedAt'] as const

export type DailyRow = Pick<Selectable<DailyContent>, (typeof ROW)[number]>

/** A day and a type of content, which identify a row. */
export interface DailyPlace {
  day: DateText
  type: DailyType
}

/** The content for such a place. */
export interface NewContent {
  format: DailyFormat
  /** Sanitized HTML. */
  content: string
  source: DailySource
  /** The key of the library text, if it is one. */
  libraryKey: string | null
  /** Key of the image in the file store. */
  imageKey: string | null
}

export interface NewRow extends DailyPlace, NewContent {
  createdAt: Date
  updatedAt: Date
}

export function listDay(db: Queryable, day: DateText): Promise<DailyRow[]> {
  return db.selectFrom('dailyContent').select(ROW).where('day', '=', day).execute()
}

export const SETTINGS = [
  'autoGenerate',
  /** HH:MM in the community's time zone. */
  'generateAt',
  /** Runs that were due before this are not made up for. */
  'scheduledSince',
  'dailyMessagePrompt',
  'agentStyle',
  'reflectionPrompt',
] as const

export type DailySettingsRow = Pick<Selectable<DailySettings>, (typeof SETTINGS)[number]>

export function getDailySettings(db: Queryable): Promise<DailySettingsRow> {
  return db.selectFrom('dailySettings').select(SETTINGS).executeTakeFirstOrThrow()
}

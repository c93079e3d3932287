import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import {
  CalendarDate,
  DayStamp,
  IdParams,
  Instant,
  limitedText,
  PageQuery,
  Version,
} from './fields.ts'
import { MOOD_LIMITS, MOOD_SENTENCES, MOODS } from './mood-limits.ts'

export const Mood = z.enum(MOODS, MOOD_SENTENCES.mood)
export type Mood = z.infer<typeof Mood>

/** A journal entry. Only its author can read it. */
export const MoodEntry = z.object({
  id: z.int(),
  /** The logical day in the author's time zone. */
  date: z.string(),
  mood: Mood,
  notes: z.string().nullable(),
  createdAt: Instant,
  updatedAt: Instant,
  version: z.string(),
})
export type MoodEntry = z.infer<typeof MoodEntry>

/** Minutes after which the journal asks for the password again. */
export const LOCK_MINUTES = [1, 5, 15, 60] as const

export const JournalLock = z.object({
  /** Null while the journal has no lock. */
  minutes: z.int().nullable(),
  isLocked: z.boolean(),
})
export type JournalLock = z.infer<typeof JournalLock>

const Password = z
  .string('Enter your password.')
  .min(1, 'Enter your password.')
  .max(1_000, 'Enter your password.')

const MoodInput = DayStamp.extend({
  mood: Mood,
  notes: limitedText({
    max: MOOD_LIMITS.notes,
    tooLong: MOOD_SENTENCES.notes,
  })
    .transform((notes) => notes || null)
    .nullable()
    .optional(),
  version: Version,
})

export const JournalLockChange = z.object({
  minutes: z.literal(LOCK_MINUTES, 'Choose 1, 5, 15 or 60 minutes.').nullable(),
  password: Password,
})

export const JournalUnlock = z.object({ password: Password })

export const moodEndpoints = {
  list: defineEndpoint({
    method: 'GET',
    path: '/api/moods',
    who: 'member',
    ownerOnly: true,
    summary: "The caller's entries, newest first; 403 journal_locked while the journal is locked.",
    query: PageQuery.extend({ from: CalendarDate.optional(), to: CalendarDate.optional() }),
    response: z.array(MoodEntry),
    paged: true,
    noStore: true,
  }),
  onThisDay: defineEndpoint({
    method: 'GET',
    path: '/api/moods/on-this-day',
    who: 'member',
    ownerOnly: true,
    summary:
      "The caller's entries of this day a month, six months and one to ten years ago, newest first; 403 journal_locked while the journal is locked.",
    response: z.array(MoodEntry),
    noStore: true,
  }),
  save: defineEndpoint({
    method: 'POST',
    path: '/api/moods',
    who: 'member',
    ownerOnly: true,
    summary:
      'Saves the entry of the day, in place of an earlier one of the same day; with a `version`, only of the one that it names.',
    body: MoodInput,
    response: MoodEntry,
    status: 201,
  }),
  remove: defineEndpoint({
    method: 'DELETE',
    path: '/api/moods/:id',
    who: 'member',
    ownerOnly: true,
    summary: 'Deletes an entry of the caller.',
    params: IdParams,
    response: null,
  }),
  getLock: defineEndpoint({
    method: 'GET',
    path: '/api/moods/lock',
    who: 'member',
    summary: 'Whether the journal has a lock and is locked in this session.',
    response: JournalLock,
  }),
  changeLock: defineEndpoint({
    method: 'PUT',
    path: '/api/moods/lock',
    who: 'member',
    summary: 'Sets or removes the lock.',
    body: JournalLockChange,
    response: JournalLock,
  }),
  lockNow: defineEndpoint({
    method: 'POST',
    path: '/api/moods/lock',
    who: 'member',
    summary: 'Locks the journal in this session right away.',
    response: JournalLock,
  }),
  unlock: defineEndpoint({
    method: 'POST',
    path: '/api/moods/unlock',
    who: 'member',
    summary: 'Unlocks the journal in this session.',
    body: JournalUnlock,
    response: JournalLock,
  }),
}

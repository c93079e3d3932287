import { interleave } from '../interleave.ts'
import { ofDay } from '../of-day.ts'
import type { LibraryMessage, Verse } from '../types.ts'
import { courageMessages } from './courage.ts'
import { hopeMessages } from './grief-and-hope.ts'
import { peopleMessages } from './people.ts'
import { prayerMessages } from './prayer.ts'
import { purposeMessages } from './purpose.ts'
import { restMessages } from './rest.ts'
import { seasonMessages } from './seasons.ts'
import { workMessages } from './work.ts'

/** Every Daily Message, in the order they are shown. */
export const libraryMessages: readonly LibraryMessage[] = interleave([
  restMessages,
  workMessages,
  prayerMessages,
  peopleMessages,
  hopeMessages,
  purposeMessages,
  seasonMessages,
  courageMessages,
])

/** The verse of a day, `YYYY-MM-DD`, for a community whose own texts quote none. */
export function libraryVerseOf(date: string): Verse {
  return ofDay(libraryMessages, date).verse
}

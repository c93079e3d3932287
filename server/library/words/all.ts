import { interleave } from '../interleave.ts'
import { ofDay } from '../of-day.ts'
import type { LibraryWord } from '../types.ts'
import { buildingWords } from './building.ts'
import { customerWords } from './customers.ts'
import { moneyWords } from './money.ts'
import { workWords } from './people-and-work.ts'

/** Every business word, in the order they are shown. */
export const libraryWords: readonly LibraryWord[] = interleave([
  moneyWords,
  workWords,
  customerWords,
  buildingWords,
])

/** The business word of a day, `YYYY-MM-DD`. */
export function wordOf(date: string): LibraryWord {
  return ofDay(libraryWords, date)
}

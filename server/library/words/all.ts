import { interleave } from '../interleave.ts'
import type { LibraryWord } from '../types.ts'
import { buildingWords } from './building.ts'
import { customerWords } from './customers.ts'
import { moneyWords } from './money.ts'
import { workWords } from './people-and-work.ts'

/** Every business word, in the order of the days. */
export const libraryWords: readonly LibraryWord[] = interleave([
  moneyWords,
  workWords,
  customerWords,
  buildingWords,
])

const DAY_MS = 86_400_000

/**
 * The business word of a day, `YYYY-MM-DD`: the same for every reader, and not again before all
 * others have had their day.
 */
export function wordOf(date: string): LibraryWord {
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS)
  const count = libraryWords.length
  const word = libraryWords[((day % count) + count) % count]
  if (!word) throw new Error('This is not a date, or the library holds no words.')
  return word
}

import { interleave } from '../interleave.ts'
import type { LibraryReflection } from '../types.ts'
import { faithReflections } from './faith.ts'
import { peopleReflections } from './people.ts'
import { selfReflections } from './self.ts'
import { workReflections } from './work.ts'

/** Every Daily Reflection, in the order they are shown. */
export const libraryReflections: readonly LibraryReflection[] = interleave([
  selfReflections,
  faithReflections,
  workReflections,
  peopleReflections,
])

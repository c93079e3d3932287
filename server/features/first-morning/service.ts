import type { FirstMorning } from '#contract/first-morning.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { findSteps } from './store.ts'

/** Which of the first steps the viewer has taken. */
export function readFirstMorning(context: Context, viewer: Viewer): Promise<FirstMorning> {
  return findSteps(context.db, viewer.id)
}

import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { findMuted } from './mutes-store.ts'

const NOBODY: ReadonlySet<string> = new Set()

/**
 * Which of the authors the viewer has muted. Costs no query for viewers without mutes, who are most
 * members.
 */
export async function readMuted(
  context: Context,
  viewer: Viewer | undefined,
  rows: readonly { memberId: string | null }[],
): Promise<ReadonlySet<string>> {
  if (!viewer?.hasMutes) return NOBODY
  const authorIds = [...new Set(rows.flatMap(({ memberId }) => memberId ?? []))]
  if (authorIds.length === 0) return NOBODY
  return new Set(await findMuted(context.db, { memberId: viewer.id, authorIds }))
}

import type { NeighborQuery, Neighbors } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import { notSignedIn } from '#server/domain/app-error.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import { findNeighbors } from './list-store.ts'
import { filterOf } from './pages-service.ts'
import { presentNeighbor } from './present.ts'

/** The neighbors of a story in the list that the query describes. */
export async function getNeighbors(
  context: Context,
  viewer: Viewer | undefined,
  { storyId, query }: { storyId: number; query: NeighborQuery },
): Promise<Neighbors> {
  if (query.mine && !viewer) throw notSignedIn()
  const db = query.q ? context.replica : context.db
  const filter = filterOf(viewer, query)
  const { newer, older } = await findNeighbors(db, { filter, storyId })
  return {
    previous: newer ? presentNeighbor(newer) : null,
    next: older ? presentNeighbor(older) : null,
  }
}

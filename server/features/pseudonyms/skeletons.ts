import { DAY_MS } from '#contract/durations.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { brokenUniqueRule } from '#server/db/transaction.ts'
import { isReservedName, nameSkeleton } from '#server/domain/name-key.ts'
import {
  findSkeletons,
  forgetSkeletons,
  listFormerKeys,
  listUnkeyedNames,
  storeSkeletons,
  type UnkeyedName,
  updateFormerKey,
} from './names.ts'
import { freeOldPseudonyms } from './service.ts'

/** Small, because the server answers nobody while it computes them. */
const BATCH = 200
/** Longer than two releases run side by side. */
const RECENT_MS = 7 * DAY_MS

/**
 * For a job: stores the skeletons of names from an older release. Of names that look alike, the
 * oldest account’s is the right one; the others, and names that look like the team’s or can’t be
 * seen, are marked as questionable.
 */
export async function fillSkeletons({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  // The older account of a look-alike may be gone, and a server of the older release doesn't store
  // the skeleton of a changed name.
  await forgetSkeletons(db, new Date(now().getTime() - RECENT_MS))
  for (let names = await next(db); names.length > 0; names = await next(db)) await fill(db, names)
  for (const { formerPseudonymId, nameKey } of await listFormerKeys(db)) {
    const skeleton = nameSkeleton(nameKey)
    if (skeleton !== nameKey) await updateFormerKey(db, { formerPseudonymId, nameKey: skeleton })
  }
}

function next(db: Db): Promise<UnkeyedName[]> {
  return listUnkeyedNames(db, BATCH)
}

async function fill(db: Db, names: readonly UnkeyedName[]): Promise<void> {
  const keyed = names.map((name) => ({ ...name, skeleton: nameSkeleton(name.anonymousUsername) }))
  const taken = await findSkeletons(
    db,
    keyed.map(({ skeleton }) => skeleton),
  )
  const judged = keyed.map((name) => {
    const { skeleton, anonymousUsername } = name
    const isQuestionable =
      taken.has(skeleton) || skeleton === '' || isReservedName(anonymousUsername)
    taken.add(skeleton)
    return { ...name, isQuestionable }
  })
  try {
    await storeSkeletons(db, judged)
  } catch (error) {
    // Someone took one of them just now; the next try finds it.
    if (brokenUniqueRule(error) === undefined) throw error
  }
}

export async function startPseudonymJobs(context: Context): Promise<void> {
  await context.jobs.repeat('free-old-pseudonyms', '50 4 * * *', async () => {
    await freeOldPseudonyms(context)
    await fillSkeletons(context)
  })
}

import type { ManagedTag } from '#contract/tags.ts'
import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { lockPublicCounters } from '#server/db/public-counters.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceQueue } from '../review/service.ts'
import { presentTag } from './present.ts'
import { tagKey } from './tag-key.ts'
import { copyTag, deleteTag, listTags, lockTags, type TagRow, updateTagName } from './tags-store.ts'

export async function readManagedTags(context: Context, _admin: Admin): Promise<ManagedTag[]> {
  return (await listTags(context.db)).map(presentTag)
}

/** Throws `conflict` if another tag has the name. */
export async function renameTag(
  context: Context,
  admin: Admin,
  { tagId, name }: { tagId: number; name: string },
): Promise<ManagedTag> {
  try {
    return await changeTags(context, [tagId], async (trx, [tag]) => {
      await updateTagName(trx, { tagId, name, nameKey: tagKey(name) })
      await recordAudit(trx, admin, {
        action: 'tag-renamed',
        subjectId: tag.name,
        detail: { name },
      })
      return presentTag({ ...tag, name })
    })
  } catch (error) {
    if (!brokenUniqueRule(error)) throw error
    const sentence = 'Another tag has this name. Merge the two instead.'
    throw new AppError('conflict', sentence, { fields: { name: sentence } })
  }
}

/** Replaces a tag with another one on all its stories. */
export async function mergeTags(
  context: Context,
  admin: Admin,
  { tagId, into }: { tagId: number; into: number },
): Promise<ManagedTag> {
  if (tagId === into) throw new AppError('invalid_input', 'Choose another tag to merge into.')
  return changeTags(context, [tagId, into], async (trx, [tag, target]) => {
    await copyTag(trx, { from: tagId, into })
    await deleteTag(trx, tagId)
    const detail = { name: target.name }
    await recordAudit(trx, admin, { action: 'tag-merged', subjectId: tag.name, detail })
    const [merged = target] = await lockTags(trx, [into])
    return presentTag(merged)
  })
}

/** Deletes a tag and removes it from all stories. */
export async function removeTag(context: Context, admin: Admin, tagId: number): Promise<void> {
  await changeTags(context, [tagId], async (trx, [tag]) => {
    await deleteTag(trx, tagId)
    await recordAudit(trx, admin, { action: 'tag-removed', subjectId: tag.name })
  })
}

/** Runs `work` on the locked tags, one such change at a time. */
async function changeTags<Ids extends readonly [number] | readonly [number, number], Result>(
  context: Context,
  tagIds: Ids,
  work: (trx: Trx, tags: { [Index in keyof Ids]: TagRow }) => Promise<Result>,
): Promise<Result> {
  const result = await inTransaction(context.db, async (trx) => {
    await lockPublicCounters(trx)
    const rows = await lockTags(trx, tagIds)
    const tags = tagIds.map((id) => rows.find(({ tagId }) => tagId === id))
    if (tags.includes(undefined)) throw new AppError('not_found', 'This tag does not exist.')
    // The rows are in the order of the ids, none missing.
    return work(trx, tags as { [Index in keyof Ids]: TagRow })
  })
  context.changes.announce({ kind: 'topic', topic: 'tags' })
  announceQueue(context)
  return result
}

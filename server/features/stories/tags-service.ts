import type { Context } from '#server/context.ts'
import type { Trx } from '#server/db/connect.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { getTagName, insertTags, listTagNames, replaceStoryTags } from './moderation-store.ts'
import { tagKey } from './tag-key.ts'

export function readTags(context: Context): Promise<string[]> {
  return listTagNames(context.db)
}

/** Creates a tag, or finds the one with this name in any case. */
export async function createTag(
  context: Context,
  admin: Admin,
  name: string,
): Promise<{ name: string; isNew: boolean }> {
  const nameKey = tagKey(name)
  const isNew = await inTransaction(context.db, async (trx) => {
    const isNew = (await insertTags(trx, [{ name, nameKey }])) > 0
    if (isNew) {
      await recordAudit(trx, admin, { action: 'tag-created', subjectId: name })
    }
    return isNew
  })
  if (isNew) context.changes.announce({ kind: 'topic', topic: 'tags' })
  return { name: await getTagName(context.db, nameKey), isNew }
}

/** Replaces a story's tags; new names are created. */
export async function writeStoryTags(
  trx: Trx,
  input: { storyId: number; names: readonly string[] },
): Promise<void> {
  // Reversed, so that of two spellings the first is kept.
  const byKey = new Map(input.names.toReversed().map((name) => [tagKey(name), name]))
  // Sorted, so that two administrators who use the same new names don't deadlock.
  const nameKeys = [...byKey.keys()].sort()
  await insertTags(
    trx,
    nameKeys.map((nameKey) => ({ nameKey, name: byKey.get(nameKey) ?? nameKey })),
  )
  await replaceStoryTags(trx, { storyId: input.storyId, nameKeys })
}

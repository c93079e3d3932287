import { sql } from 'kysely'
import type { ManagedTag } from '#contract/tags.ts'
import type { Context } from '#server/context.ts'
import type { Queryable, Trx } from '#server/db/connect.ts'
import { brokenUniqueRule, inTransaction } from '#server/db/transaction.ts'
import { AppError } from '#server/domain/app-error.ts'
import { requireKnown, versionOf } from '#server/domain/version.ts'
import type { Admin } from '#server/domain/viewer.ts'
import { recordAudit } from '../audit/service.ts'
import { announceQueue } from '../review/service.ts'
import { lockPublicCounters } from './public-counters.ts'

/** Names of all tags in alphabetical order, ignoring case. */
export async function readTags({ db }: Context): Promise<string[]> {
  const rows = await db.selectFrom('tag').select('name').orderBy('nameKey').execute()
  return rows.map((row) => row.name)
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
  const nameKeys = tagKeys(input.names)
  await insertTags(
    trx,
    nameKeys.map((nameKey) => ({ nameKey, name: byKey.get(nameKey) ?? nameKey })),
  )
  await replaceStoryTags(trx, { storyId: input.storyId, nameKeys })
}

export async function readManagedTags(context: Context): Promise<ManagedTag[]> {
  return (await listTags(context.db)).map(presentTag)
}

/** Throws `conflict` if another tag has the name, or if the tag has changed since `version`. */
export async function renameTag(
  context: Context,
  admin: Admin,
  { tagId, name, version }: { tagId: number; name: string; version: string | undefined },
): Promise<ManagedTag> {
  try {
    return await changeTags(context, [tagId], async (trx, [tag]) => {
      const saved = { name: tag.name }
      requireKnown({ version, saved, changes: { name }, newer: () => presentTag(tag) })
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

function presentTag({ tagId, name, storyCount }: TagRow): ManagedTag {
  return { id: tagId, name, storyCount, version: versionOf({ name }) }
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

interface TagRow {
  tagId: number
  name: string
  /** The number of public stories with this tag. */
  storyCount: number
}

const COLUMNS = ['tagId', 'name', 'storyCount'] as const

/** Tags that are listed at most; nobody can manage more in one list. */
const MOST_TAGS = 1_000

/** All tags by name. */
function listTags(db: Queryable): Promise<TagRow[]> {
  return db.selectFrom('tag').select(COLUMNS).orderBy('nameKey').limit(MOST_TAGS).execute()
}

/** These tags by id, locked until the transaction ends. */
function lockTags(trx: Queryable, tagIds: readonly number[]): Promise<TagRow[]> {
  return trx
    .selectFrom('tag')
    .select(COLUMNS)
    .where('tagId', 'in', tagIds)
    .orderBy('tagId')
    .forUpdate()
    .execute()
}

async function updateTagName(
  trx: Queryable,
  { tagId, ...name }: { tagId: number; name: string; nameKey: string },
): Promise<void> {
  await trx.updateTable('tag').set(name).where('tagId', '=', tagId).execute()
}

/** Adds another tag to all stories of a tag. */
async function copyTag(
  trx: Queryable,
  { from, into }: { from: number; into: number },
): Promise<void> {
  await sql`insert into story_tag (story_id, tag_id)
    select story_id, ${into} from story_tag where tag_id = ${from}
    on conflict do nothing`.execute(trx)
}

async function deleteTag(trx: Queryable, tagId: number): Promise<void> {
  await trx.deleteFrom('tag').where('tagId', '=', tagId).execute()
}

interface TagName {
  name: string
  /** As `tagKey` gives it. */
  nameKey: string
}

/** Creates missing tags; returns how many are new. */
async function insertTags(trx: Queryable, tags: readonly TagName[]): Promise<number> {
  if (tags.length === 0) return 0
  const rows = await trx
    .insertInto('tag')
    .values(tags)
    .onConflict((conflict) => conflict.column('nameKey').doNothing())
    .returning('tagId')
    .execute()
  return rows.length
}

/** The name of a tag as it is stored. */
async function getTagName(db: Queryable, nameKey: string): Promise<string> {
  const row = await db
    .selectFrom('tag')
    .select('name')
    .where('nameKey', '=', nameKey)
    .executeTakeFirstOrThrow()
  return row.name
}

/** Sets a story's tags, which must exist. */
async function replaceStoryTags(
  trx: Queryable,
  input: { storyId: number; nameKeys: readonly string[] },
): Promise<void> {
  const chosen = sql`(select tag_id from tag where name_key = any(${input.nameKeys}::text[]))`
  await sql`delete from story_tag
    where story_id = ${input.storyId} and tag_id not in ${chosen}`.execute(trx)
  await sql`insert into story_tag (story_id, tag_id)
    select ${input.storyId}, tag_id from ${chosen} tag
    on conflict do nothing`.execute(trx)
}

/**
 * The key that different spellings of a tag share: ignores Unicode form, case and repeated spaces.
 */
export function tagKey(name: string): string {
  return name.normalize('NFKC').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/**
 * The keys of tags, each once. Sorted, so that they can be compared, and two administrators who use
 * the same new names don't deadlock.
 */
export function tagKeys(names: readonly string[]): string[] {
  return [...new Set(names.map(tagKey))].sort()
}

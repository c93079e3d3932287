import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

/** Deletes a story with everything that belongs to it. */
export async function deleteStory(trx: Queryable, storyId: number): Promise<void> {
  await trx.deleteFrom('story').where('storyId', '=', storyId).execute()
}

/** Records when the author sent a story again. */
export async function insertResubmission(
  trx: Queryable,
  values: { storyId: number; resubmittedAt: Date },
): Promise<void> {
  await trx
    .insertInto('storyResubmission')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export interface TagName {
  name: string
  /** As `tagKey` gives it. */
  nameKey: string
}

/** Names of all tags in alphabetical order, ignoring case. */
export async function listTagNames(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('tag').select('name').orderBy('nameKey').execute()
  return rows.map((row) => row.name)
}

/** Creates missing tags; returns how many are new. */
export async function insertTags(trx: Queryable, tags: readonly TagName[]): Promise<number> {
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
export async function getTagName(db: Queryable, nameKey: string): Promise<string> {
  const row = await db
    .selectFrom('tag')
    .select('name')
    .where('nameKey', '=', nameKey)
    .executeTakeFirstOrThrow()
  return row.name
}

/** Sets a story's tags, which must exist. */
export async function replaceStoryTags(
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

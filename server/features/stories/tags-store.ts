import { sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'

export interface TagRow {
  tagId: number
  name: string
  /** The number of public stories with this tag. */
  storyCount: number
}

const COLUMNS = ['tagId', 'name', 'storyCount'] as const

/** Tags that are listed at most; nobody can manage more in one list. */
const MOST_TAGS = 1_000

/** All tags by name. */
export function listTags(db: Queryable): Promise<TagRow[]> {
  return db.selectFrom('tag').select(COLUMNS).orderBy('nameKey').limit(MOST_TAGS).execute()
}

/** These tags by id, locked until the transaction ends. */
export function lockTags(trx: Queryable, tagIds: readonly number[]): Promise<TagRow[]> {
  return trx
    .selectFrom('tag')
    .select(COLUMNS)
    .where('tagId', 'in', tagIds)
    .orderBy('tagId')
    .forUpdate()
    .execute()
}

export async function updateTagName(
  trx: Queryable,
  { tagId, ...name }: { tagId: number; name: string; nameKey: string },
): Promise<void> {
  await trx.updateTable('tag').set(name).where('tagId', '=', tagId).execute()
}

/** Adds another tag to all stories of a tag. */
export async function copyTag(
  trx: Queryable,
  { from, into }: { from: number; into: number },
): Promise<void> {
  await sql`insert into story_tag (story_id, tag_id)
    select story_id, ${into} from story_tag where tag_id = ${from}
    on conflict do nothing`.execute(trx)
}

export async function deleteTag(trx: Queryable, tagId: number): Promise<void> {
  await trx.deleteFrom('tag').where('tagId', '=', tagId).execute()
}

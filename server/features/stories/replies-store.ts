import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '#server/db/connect.ts'
import { hasRight, type Viewer } from '#server/domain/viewer.ts'
import { type NotifiedMember, needsMore, notingInApp } from '../notifications/service.ts'
import type { ReplyFacts } from './policy.ts'

/** A reply with its author's pseudonym and that of the reply it answers. */
export interface ReplyRow extends ReplyFacts {
  replyId: number
  storyId: number
  parentId: number | null
  replyToId: number | null
  replyToName: string | null
  anonymousUsername: string | null
  content: string
  createdAt: Date
}

/** The facts needed to change a reply. */
export interface ReplyState extends ReplyFacts {
  replyId: number
  storyId: number
}

const DAY_MS = 24 * 60 * 60_000

export interface NewReplyRow {
  storyId: number
  memberId: string
  content: string
  /** The answered reply, at any level; null for a reply to the story. */
  targetId: number | null
  /** Chosen by the page; a member's second reply with the same key violates `reply_client_key`. */
  key: string | null
  now: Date
  /** Nothing is added while the member has this many replies since `floodSince`. */
  floodLimit: number
  floodSince: Date
  /** Nothing is added to a story with this many replies. */
  mostReplies: number
  /** Undefined for administrators, however new their account is. */
  newcomer: { joinedAt: Date } | undefined
  /** Adds nothing if an email or push may be needed, which takes a transaction. */
  isOnlyInApp: boolean
}

/** A new reply, and the members it concerns. */
export interface AddedReplyRow extends Omit<ReplyRow, 'anonymousUsername'> {
  /** The authors of the story and of the answered reply, other than the reply's own author. */
  notified: NotifiedMember[]
}

/** The select list and joins of every query for replies. */
const REPLY_ROWS = sql`
    select r.reply_id, r.story_id, r.parent_id, r.reply_to_id, r.member_id, r.content,
      r.created_at, r.deleted_at, r.hidden_at, r.held_at, m.anonymous_username,
      tm.anonymous_username as reply_to_name
    from reply r
    left join member m on m.member_id = r.member_id
    left join reply t on t.reply_id = r.reply_to_id and r.reply_to_id <> r.parent_id
    left join member tm on tm.member_id = t.member_id`

/**
 * Adds a reply, counts it and notifies the authors concerned in the app, in one statement: updating
 * the counter locks and checks the story. Undefined, and nothing stored, if the story is full or
 * not public, the target doesn't exist, or the member is too fast. Throws a foreign key violation,
 * and counts nothing, if the target is deleted meanwhile.
 */
export async function insertReply(
  db: Queryable,
  reply: NewReplyRow,
): Promise<AddedReplyRow | undefined> {
  const { storyId, memberId, targetId } = reply
  const mayStore = reply.isOnlyInApp ? sql`not ${needsMore(sql`concerned t`)}` : sql`true`
  const { rows } = await sql<AddedReplyRow>`
    with ${checksOf(reply)}, concerned as (
      -- Each author once: the author of both is notified about the answered reply.
      select distinct on (author.member_id) author.member_id, author.kind,
        ${storyId}::int as subject_id
      from (
        select member_id, 'reply-reply'::notification_kind as kind, 1 as place from target
        union all
        select member_id, 'story-reply', 2 from story where story_id = ${storyId}
      ) author
      where author.member_id <> ${memberId}
      order by author.member_id, author.place
    ), counted as (
      update story set reply_count = reply_count + 1
      where story_id = ${storyId} and status = 'approved' and hidden_at is null
        and reply_count < ${sql.lit(reply.mostReplies)}
        and (${targetId}::int is null or exists (select from target))
        and not exists (select from recent where created_at > ${reply.floodSince})
        and not (select is_held or is_limited from rule)
        and ${mayStore}
      returning story_id
    ), noted as (
      ${notingInApp(sql`(select concerned.* from concerned, counted) t`, reply.now)}
    )
    insert into reply (
      story_id, parent_id, reply_to_id, member_id, content, client_key, created_at
    )
    select story_id, (select parent_id from target), (select reply_id from target),
      ${memberId}, ${reply.content}, ${reply.key}, ${reply.now}
    from counted
    returning reply_id, story_id, parent_id, reply_to_id, member_id, content, created_at,
      deleted_at, hidden_at, held_at, (select anonymous_username from target) as reply_to_name,
      coalesce((
        select json_agg(json_build_object(
          'memberId', c.member_id, 'kind', c.kind, 'subjectId', c.subject_id,
          'inApp', case when n.member_id is not null then json_build_object(
            'memberId', n.member_id, 'notificationId', n.notification_id,
            'happenings', n.happenings, 'isFull', n.is_full
          ) end
        )) from concerned c left join noted n on n.member_id = c.member_id
      ), '[]') as notified`.execute(db)
  return rows[0]
}

/** The checks that decide whether a reply is added, as common table expressions. */
function checksOf(reply: NewReplyRow): RawBuilder<unknown> {
  const { storyId, memberId, targetId } = reply
  return sql`recent as (
      select created_at from reply where member_id = ${memberId}
      order by reply_id desc limit 1 offset ${sql.lit(reply.floodLimit - 1)}
    ), target as (
      select r.reply_id, coalesce(r.parent_id, r.reply_id) as parent_id, r.member_id,
        m.anonymous_username
      from reply r left join member m on m.member_id = r.member_id
      where r.reply_id = ${targetId} and r.story_id = ${storyId}
        and r.deleted_at is null and r.hidden_at is null
    ), rule as (${ruleOf(reply)})`
}

/** Applies the newcomer settings to a member's next reply. */
function ruleOf({ memberId, newcomer, now }: ReplyRuleInput): RawBuilder<ReplyRule> {
  if (!newcomer) return sql`select false as is_held, false as is_limited, 0 as most_replies`
  const since = new Date(now.getTime() - DAY_MS)
  return sql`
      select
        holds_first_reply and not exists (
          select from reply where member_id = ${memberId} and held_at is null
        ) as is_held,
        ${newcomer.joinedAt}::timestamptz > ${now}::timestamptz - newcomer_days * interval '1 day'
          and (
            select count(*) from (
              select from reply where member_id = ${memberId} and created_at > ${since}
              limit newcomer_replies
            ) sent
          ) >= newcomer_replies as is_limited,
        newcomer_replies::int as most_replies
      from joining_settings`
}

type ReplyRuleInput = Pick<NewReplyRow, 'memberId' | 'newcomer' | 'now'>

export interface ReplyRule {
  /** The reply is held for an administrator. */
  isHeld: boolean
  /** The member has already sent `mostReplies` in 24 hours. */
  isLimited: boolean
  mostReplies: number
}

export async function findReplyRule(db: Queryable, input: ReplyRuleInput): Promise<ReplyRule> {
  const { rows } = await sql<ReplyRule>`${ruleOf(input)}`.execute(db)
  const [rule] = rows
  if (!rule) throw new Error('The settings have one row.')
  return rule
}

/**
 * Adds a held first reply, which is hidden, not counted and notifies no author. Undefined as for
 * `insertReply`, and if `mostHeld` replies of the member are already held.
 */
export async function insertHeldReply(
  trx: Queryable,
  reply: NewReplyRow & { mostHeld: number },
): Promise<AddedReplyRow | undefined> {
  const { storyId, memberId, targetId, now } = reply
  const { rows } = await sql<AddedReplyRow>`
    with ${checksOf(reply)}, open_story as (
      select story_id from story
      where story_id = ${storyId} and status = 'approved' and hidden_at is null
        and reply_count < ${sql.lit(reply.mostReplies)}
      for no key update
    ), waiting as (
      select from reply
      where member_id = ${memberId} and held_at is not null and deleted_at is null
    )
    insert into reply (
      story_id, parent_id, reply_to_id, member_id, content, client_key, created_at, hidden_at, held_at
    )
    select story_id, (select parent_id from target), (select reply_id from target),
      ${memberId}, ${reply.content}, ${reply.key}, ${now}, ${now}, ${now}
    from open_story, rule
    where is_held and not is_limited
      and (${targetId}::int is null or exists (select from target))
      and not exists (select from recent where created_at > ${reply.floodSince})
      and (select count(*) from waiting) < ${sql.lit(reply.mostHeld)}
    returning reply_id, story_id, parent_id, reply_to_id, member_id, content, created_at,
      deleted_at, hidden_at, held_at, (select anonymous_username from target) as reply_to_name,
      '[]'::json as notified`.execute(trx)
  return rows[0]
}

/**
 * The replies to a story that the viewer can see, oldest first, and invisible ones that have
 * visible answers.
 *
 * @param level `top`, the children of one reply, or all
 */
export async function listReplies(
  db: Queryable,
  input: {
    storyId: number
    level: 'all' | 'top' | { parentId: number }
    viewer: Pick<Viewer, 'id' | 'rights'> | undefined
  },
): Promise<ReplyRow[]> {
  const { storyId, level, viewer } = input
  const ofLevel =
    level === 'all'
      ? sql`true`
      : level === 'top'
        ? sql`r.parent_id is null`
        : sql`r.parent_id = ${level.parentId}`
  const { rows } = await sql<ReplyRow>`
    ${REPLY_ROWS}
    where r.story_id = ${storyId} and ${ofLevel} and (
      ${visibleTo(viewer, 'r')}
      or exists (
        select from reply c
        where c.story_id = ${storyId} and c.parent_id = r.reply_id and ${visibleTo(viewer, 'c')}
      )
      or exists (
        select from reply c
        where c.story_id = ${storyId} and c.reply_to_id = r.reply_id and ${visibleTo(viewer, 'c')}
      )
    )
    order by r.reply_id`.execute(db)
  return rows
}

/** The reply that the member sent under this key, deleted or not. */
export async function findReplyByKey(
  db: Queryable,
  { memberId, key }: { memberId: string; key: string },
): Promise<ReplyRow | undefined> {
  const { rows } = await sql<ReplyRow>`
    ${REPLY_ROWS}
    where r.member_id = ${memberId} and r.client_key = ${key}`.execute(db)
  return rows[0]
}

/** `canSeeReply` as a SQL condition. */
function visibleTo(
  viewer: Pick<Viewer, 'id' | 'rights'> | undefined,
  alias: 'r' | 'c',
): RawBuilder<unknown> {
  const reply = sql.raw(alias)
  if (hasRight(viewer, 'stories')) return sql`${reply}.deleted_at is null`
  if (!viewer) return sql`(${reply}.deleted_at is null and ${reply}.hidden_at is null)`
  return sql`(${reply}.deleted_at is null
    and (${reply}.hidden_at is null or ${reply}.member_id = ${viewer.id}))`
}

export function findReplyState(db: Queryable, replyId: number): Promise<ReplyState | undefined> {
  return db
    .selectFrom('reply')
    .select(['replyId', 'storyId', 'memberId', 'deletedAt', 'hiddenAt', 'heldAt'])
    .where('replyId', '=', replyId)
    .executeTakeFirst()
}

/** Deletes a reply's text; false if it was already deleted. The caller locks the story. */
export async function eraseReply(
  trx: Queryable,
  input: { replyId: number; now: Date },
): Promise<boolean> {
  const erased = await trx
    .updateTable('reply')
    .set({ deletedAt: input.now, content: '' })
    .where('replyId', '=', input.replyId)
    .where('deletedAt', 'is', null)
    .returning(['storyId', 'hiddenAt'])
    .executeTakeFirst()
  if (erased && !erased.hiddenAt) await countReplies(trx, erased.storyId, -1)
  return erased !== undefined
}

/** Hides a visible reply, or shows a hidden one. The caller locks the story. */
export async function setReplyHidden(
  trx: Queryable,
  input: { replyId: number; hiddenAt: Date | null },
): Promise<boolean> {
  const changed = await trx
    .updateTable('reply')
    .set({ hiddenAt: input.hiddenAt })
    .where('replyId', '=', input.replyId)
    .where('hiddenAt', input.hiddenAt ? 'is' : 'is not', null)
    .where('deletedAt', 'is', null)
    .returning('storyId')
    .executeTakeFirst()
  if (changed) await countReplies(trx, changed.storyId, input.hiddenAt ? -1 : 1)
  return changed !== undefined
}

/** Counts a reply that became visible, or invisible. The caller locks the story. */
export async function countReplies(trx: Queryable, storyId: number, change: 1 | -1): Promise<void> {
  await trx
    .updateTable('story')
    .set((eb) => ({ replyCount: eb('replyCount', '+', change) }))
    .where('storyId', '=', storyId)
    .execute()
}

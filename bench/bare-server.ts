/**
 * The peer of the throughput rows: only `node:http`, `pg` and one prepared statement per call, in its
 * own process. Needs `DATABASE_URL` and `VIEWER_ID`; sends its port to its parent process.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import pg from 'pg'

// One statement per answer, with columns named and ordered as in the contract, so that only
// `JSON.stringify` remains to be done.

/** `$1` the viewer. Besides the story's fields, the total count as `total`. */
const LIST = `
  select s.story_id as "id", null as "userId", false as "mine", s.title, s.category, s.content,
    case when s.audio_state = 'ready'
      then '/api/stories/' || s.story_id || '/audio' end as "audioUrl",
    s.audio_duration as "audioDuration", s.audio_state as "audioState", s.waveform,
    s.another_voice as "anotherVoice", s.caption,
    array(select t.name from story_tag st join tag t on t.tag_id = st.tag_id
      where st.story_id = s.story_id order by t.name_key) as "tags",
    coalesce(m.anonymous_username, 'A former member') as "anonymousUsername",
    true as "approved", s.status, null as "rejectionReason", s.reply_count as "replyCount",
    json_build_object(
      'total', s.heart_count + s.praying_hands_count + s.raised_hands_count,
      'counts', json_build_object('heart', s.heart_count,
        'praying_hands', s.praying_hands_count, 'raised_hands', s.raised_hands_count),
      'mine', array(select r.kind::text from reaction r
        where r.story_id = s.story_id and r.member_id = $1 order by r.kind)) as "reactions",
    false as "canEdit", true as "canReport",
    s.member_id is not null as "canMute", false as "isMuted", s.created_at as "createdAt",
    (select stories from story_count where scope = 'all') as total
  from story s left join member m on m.member_id = s.member_id
  where s.status = 'approved' and s.hidden_at is null
  order by s.story_id desc limit 6`

/** `$1` the story, `$2` the viewer. */
const THREAD = `
  select r.reply_id as "id", r.story_id as "storyId",
    case when r.deleted_at is null then r.content else '' end as "content",
    r.parent_id as "parentId",
    case when t.reply_id is not null then json_build_object('id', t.reply_id,
      'anonymousUsername', coalesce(tm.anonymous_username, 'A former member')) end as "replyTo",
    null as "userId", false as "mine", false as "canDelete",
    r.deleted_at is null as "canReport",
    r.deleted_at is null and r.member_id is not null as "canMute", false as "isMuted",
    json_build_object('anonymousUsername',
      coalesce(m.anonymous_username, 'A former member')) as "user",
    r.created_at as "createdAt", r.deleted_at is not null as "isDeleted",
    false as "isWaiting"
  from reply r
  left join member m on m.member_id = r.member_id
  left join reply t on t.reply_id = r.reply_to_id and r.reply_to_id <> r.parent_id
  left join member tm on tm.member_id = t.member_id
  where r.story_id = $1 and (
    (r.deleted_at is null and (r.hidden_at is null or r.member_id = $2))
    or exists (select from reply c where (c.parent_id = r.reply_id or c.reply_to_id = r.reply_id)
      and c.deleted_at is null and (c.hidden_at is null or c.member_id = $2))
  )
  order by r.reply_id`

/**
 * `$1` the story, `$2` its writer, `$3` the text. Stores the same rows as the product: the reply, its
 * story's counter and the notification of the story's author, if the story takes replies and the
 * writer is not too fast. One statement is one transaction.
 */
const REPLY = `
  with recent as (
    select created_at from reply where member_id = $2 order by reply_id desc limit 1 offset 29
  ), counted as (
    update story set reply_count = reply_count + 1
    where story_id = $1 and status = 'approved' and hidden_at is null and reply_count < 5000
      and not exists (select from recent where created_at > now() - interval '1 minute')
    returning story_id, member_id
  ), noted as (
    insert into notification (member_id, kind, subject_id)
    select s.member_id, 'story-reply', s.story_id
    from counted s left join notification_choice c
      on c.member_id = s.member_id and c.kind = 'story-reply'
    where s.member_id <> $2 and coalesce(c.in_app, true)
    on conflict (member_id, kind, subject_id) where read_at is null
    do update set happenings = notification.happenings + 1, updated_at = excluded.updated_at
  )
  insert into reply (story_id, member_id, content) select story_id, $2, $3 from counted
  returning reply_id as "id", story_id as "storyId", content, created_at as "createdAt"`

// The same number of connections as the product.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const viewerId = process.env.VIEWER_ID ?? ''

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    response.writeHead(500).end(String(error))
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object' && address) process.send?.({ port: address.port })
})
process.on('disconnect', () => process.exit())

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [path = ''] = request.url?.split('?') ?? []
  if (request.method === 'POST') return addReply(request, response)
  if (request.headers['if-none-match']) {
    response.writeHead(304).end()
    return
  }
  if (path.endsWith('/replies')) {
    const values = [Number(path.split('/')[3]), viewerId]
    const { rows } = await pool.query({ name: 'thread', text: THREAD, values })
    response.setHeader('X-Total-Count', rows.length)
    return send(response, 200, rows)
  }
  const { rows } = await pool.query({ name: 'list', text: LIST, values: [viewerId] })
  response.setHeader('X-Total-Count', rows[0]?.total ?? 0)
  send(
    response,
    200,
    rows.map(({ total: _, ...story }) => story),
  )
}

async function addReply(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { storyId, memberId, content } = JSON.parse(Buffer.concat(chunks).toString())
  const values = [storyId, memberId, content]
  const { rows } = await pool.query({ name: 'reply', text: REPLY, values })
  if (!rows[0]) throw new Error('The reply was refused.')
  send(response, 201, rows[0])
}

function send(response: ServerResponse, status: number, value: unknown): void {
  const body = Buffer.from(JSON.stringify(value))
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': body.length,
    })
    .end(body)
}

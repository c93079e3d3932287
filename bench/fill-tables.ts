import { LONG_THREAD_REPLIES, POPULATION_FUNCTIONS, TAGS } from './population.ts'

/** Members, tags and sessions. `$1` members, `$2` sessions, `$3` the hash of the shared password. */
export const BASE_STEPS: string[] = [
  `insert into member (member_id, username, username_key, email, email_verified_at,
        password_hash, anonymous_username, anonymous_username_key, anonymous_username_skeleton,
        time_zone, created_at)
      select bench.member_id(i), 'member-' || i, 'member-' || i, 'member-' || i || '@example.org',
        now(), $3, 'Sparrow ' || i, 'sparrow ' || i, 'sparrow ' || i, 'America/Chicago',
        now() - ($1 - i) * interval '3 years' / $1
      from generate_series(1, $1::int) i where $2::int is not null`,
  `insert into session (member_id, token_hash, device, expires_at)
      select bench.member_id((1 + floor(i::bigint * $1::int / $2::int))::int),
        sha256(('bench-session-' || i)::bytea), 'Firefox on Linux', now() + interval '1 day'
      from generate_series(0, $2::int - 1) i where $3::text is not null`,
  `insert into tag (tag_id, name, name_key) overriding system value
      select i, 'tag ' || i, 'tag ' || i from generate_series(1, ${TAGS}) i
      where $1::int + $2::int > 0 and $3::text is not null`,
]

/** `$1` and `$2` first and last story, `$3` stories, `$4` members, `$5` titles, `$6` paragraphs. */
export const STORY_STEP = `
    insert into story (story_id, member_id, title, category, content, status, rejection_reason,
      hidden_at, audio_state, audio_key, audio_duration, waveform, heart_count,
      praying_hands_count, raised_hands_count, reply_count, created_at, submitted_at)
    overriding system value
    select i, bench.member_id(bench.author(i, $4::int)),
      ($5::text[])[1 + bench.roll(i, 10, cardinality($5::text[]))],
      (enum_range(null::story_category))[1 + bench.skewed(i, 11, 10)],
      case when i % 10 <> 8 then concat_ws(e'\\n\\n',
        ($6::text[])[1 + bench.roll(i, 12, cardinality($6::text[]))],
        case when i % 2 = 0 then ($6::text[])[1 + bench.roll(i, 13, cardinality($6::text[]))] end
      ) end,
      (case i % 40 when 7 then 'pending' when 13 then 'rejected' else 'approved' end)::story_status,
      case when i % 40 = 13 then 'Please tell it without the name of your neighbour.' end,
      case when i % 1000 = 17 then now() end,
      case when i % 10 = 8 then 'ready'::audio_state end,
      case when i % 10 = 8 then 'bench/' || i end,
      case when i % 10 = 8 then 30 + bench.roll(i, 14, 2000) / 10.0 end,
      case when i % 10 = 8 then array(
        select bench.roll(i * 1000::bigint + k, 15, 1000) / 1000.0 from generate_series(1, 120) k
      ) end,
      bench.hearts(i), (i % 5 = 0)::int, 0,
      -- Every 97th reply is deleted: see the replies.
      bench.replies(i) - (bench.replies(i) + 84) / 97,
      bench.time_of(i, $3::int), bench.time_of(i, $3::int)
    from generate_series($1::int, $2::int) i`

/** Tags, replies and reactions of the stories `$1` to `$2`; `$3` stories, `$4` members, `$5` texts. */
export const STORY_PART_STEPS: string[] = [
  `insert into story_tag (story_id, tag_id)
      select distinct i, 1 + bench.skewed(i * 10::bigint + k, 20, ${TAGS})
      from generate_series($1::int, $2::int) i, generate_series(1, bench.roll(i, 21, 4)) k
      where $3::int + $4::int > 0 and $5::text[] is not null`,
  // Of five in a row the first three answer the story, the fourth the first, the fifth the fourth.
  // In random order, so that replies to one story are spread over the table as in reality.
  `insert into reply (reply_id, story_id, parent_id, reply_to_id, member_id, content,
        created_at, deleted_at)
      overriding system value
      select base + k, i,
        case when k % 5 in (3, 4) and k >= 5 then base + k - k % 5 end,
        case when k % 5 in (3, 4) and k >= 5
          then base + k - case k % 5 when 3 then 3 else 1 end end,
        bench.member_id(2 + bench.skewed(base + k, 30, $4::int - 1)),
        case when k % 97 = 13 then ''
          else ($5::text[])[1 + bench.roll(base + k, 31, cardinality($5::text[]))] end,
        bench.time_of(i, $3::int) + k * interval '3 hours' / bench.replies(i),
        case when k % 97 = 13 then now() end
      from generate_series($1::int, $2::int) i, generate_series(1, bench.replies(i)) k,
        lateral (select i * ${LONG_THREAD_REPLIES + 1} as base) ids
      order by bench.roll(base + k, 32, 1000000000)`,
  `insert into reaction (story_id, member_id, kind)
      select i, bench.member_id(2 + (i * 31::bigint + k) % ($4::int - 1)),
        'heart'::reaction_kind
      from generate_series($1::int, $2::int) i, generate_series(1, bench.hearts(i)) k
      where $3::int > 0 and $5::text[] is not null
      union all
      select i, bench.member_id((2 + i % ($4::int - 1))::int), 'praying_hands'
      from generate_series($1::int, $2::int) i where i % 5 = 0`,
]

export const BEFORE = `set session_replication_role = replica; ${POPULATION_FUNCTIONS}`

/** Sets the counters that triggers normally maintain, and the next ids. */
export const AFTER = `
  update story_count c set stories = n.stories from (
    select coalesce(category::text, 'all') as scope, count(*) as stories from story
    where status = 'approved' and hidden_at is null group by grouping sets ((category), ())
  ) n where n.scope = c.scope;
  update tag t set story_count = n.stories from (
    select st.tag_id, count(*) as stories from story_tag st join story s on s.story_id = st.story_id
    where s.status = 'approved' and s.hidden_at is null group by st.tag_id
  ) n where n.tag_id = t.tag_id;
  select setval(pg_get_serial_sequence('story', 'story_id'), (select max(story_id) from story));
  select setval(pg_get_serial_sequence('tag', 'tag_id'), ${TAGS});
  select setval(pg_get_serial_sequence('reply', 'reply_id'), (select max(reply_id) from reply));
  drop schema bench cascade;
`

import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '#server/testing/template-database.ts'
import { migrate } from './migrate.ts'

const BEFORE = '0073-community.sql'
const DESK = '0080-review-desk.sql'

/** Members 1 and 2 write, 3 and 4 decide. */
const MEMBERS = `
  insert into member (member_id, username, username_key, email, password_hash, anonymous_username,
    anonymous_username_key, rights, time_zone)
  select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'm' || n, 'm' || n,
    'm' || n || '@example.org', 'none', 'Name ' || n, 'name' || n,
    case when n > 2 then '{stories,guidance}'::text[] else '{}' end, 'UTC'
  from generate_series(1, 4) n`
const memberId = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`
const until = '2030-01-01 00:00Z'

/** Something of each kind in each state, as the previous release stored it. */
const EVERYTHING = `
  insert into story (member_id, title, category, content, status, hidden_at, submitted_at)
  values ('${memberId(1)}', 'Waits', 'faith', 'x', 'pending', null, '2026-01-01Z'),
    ('${memberId(1)}', 'Claimed', 'faith', 'x', 'pending', null, '2026-01-02Z'),
    ('${memberId(1)}', 'Approved', 'faith', 'x', 'approved', null, '2026-01-03Z'),
    ('${memberId(1)}', 'Returned', 'faith', 'x', 'rejected', null, '2026-01-04Z'),
    ('${memberId(1)}', 'Hidden by reports', 'faith', 'x', 'approved', '2026-01-06Z', '2026-01-05Z');
  insert into story (member_id, title, category, status, audio_state, audio_key, hidden_at, submitted_at)
  select '${memberId(1)}', 'Voice ' || n, 'faith', case when n = 15 then 'pending' else 'approved' end::story_status,
    'ready', n || '.m4a', case when n = 16 then timestamptz '2026-01-07Z' end, '2026-01-06Z'
  from generate_series(11, 17) n;
  insert into transcript (story_id, state, text, source, changed_at, claimed_by, claimed_until)
  select story_id, t.state::transcript_state, t.text, t.source::transcript_source, t.changed_at::timestamptz, t.claimed_by::uuid, t.until::timestamptz
  from (values
    ('Voice 11', 'asked', null, null, '2026-02-01Z', null, null),
    ('Voice 12', 'asked', null, null, '2026-02-02Z', '${memberId(3)}', '${until}'),
    ('Voice 13', 'review', 'Words', 'author', '2026-02-03Z', null, null),
    ('Voice 14', 'draft', 'Words', 'helper', '2026-02-04Z', null, null),
    ('Voice 15', 'asked', null, null, '2026-02-05Z', null, null),
    ('Voice 16', 'review', 'Words', 'author', '2026-02-06Z', null, null),
    ('Voice 17', 'left-out', null, null, '2026-02-07Z', null, null)
  ) t (title, state, text, source, changed_at, claimed_by, until) join story using (title);
  insert into reply (story_id, member_id, content, held_at, hidden_at, deleted_at)
  values (3, '${memberId(2)}', 'Held', '2026-03-01Z', '2026-03-01Z', null),
    (3, '${memberId(2)}', 'Held and deleted', '2026-03-01Z', '2026-03-01Z', '2026-03-02Z'),
    (3, '${memberId(2)}', 'Reported and claimed', null, null, null),
    (3, '${memberId(2)}', 'Nothing', null, null, null);
  insert into report (story_id, reply_id, member_id, created_at, resolved_at)
  values (5, null, '${memberId(2)}', '2026-04-01Z', null), (5, null, '${memberId(3)}', '2026-04-02Z', null),
    (3, 3, '${memberId(1)}', '2026-04-03Z', null), (3, 4, '${memberId(1)}', '2026-04-03Z', '2026-04-04Z');
  insert into review_claim (story_id, reply_id, claimed_by, claimed_until)
  values (2, null, '${memberId(3)}', '${until}'), (5, null, '${memberId(4)}', '${until}'),
    (3, 3, '${memberId(3)}', '${until}');
  insert into prayer_request (member_id, content, status, ends_at, waiting_since, submitted_at, claimed_by, claimed_until)
  values ('${memberId(1)}', 'New', 'pending', null, '2026-05-01Z', '2026-05-01Z', null, null),
    ('${memberId(1)}', 'Reported', 'approved', '2027-01-01Z', '2026-05-02Z', '2026-04-01Z', '${memberId(4)}', '${until}'),
    ('${memberId(1)}', 'Listed', 'approved', '2027-01-01Z', null, '2026-04-01Z', null, null);
  insert into guidance_request (member_id, category, waiting_since, answered_at, is_hidden, claimed_by, claimed_until)
  values ('${memberId(1)}', 'faith', '2026-06-01Z', null, false, null, null),
    ('${memberId(1)}', 'faith', '2026-06-02Z', null, true, null, null),
    ('${memberId(1)}', 'faith', null, '2026-06-03Z', false, '${memberId(3)}', '${until}');
  insert into application (email, message, created_at) values ('a@example.org', 'May I?', '2026-07-01Z');
  insert into audit_entry (admin_id, action, subject_type, subject_id, created_at)
  values ('${memberId(3)}', 'story-rejected', 'story', '3', '2026-08-01Z'),
    ('${memberId(4)}', 'story-approved', 'story', '3', '2026-08-02Z'),
    ('${memberId(4)}', 'report-kept', 'story', '3', '2026-08-03Z'),
    ('${memberId(4)}', 'story-tagged', 'story', '3', '2026-08-04Z'),
    ('${memberId(3)}', 'story-removed', 'story', '999', '2026-08-05Z'),
    ('${memberId(3)}', 'report-kept', 'reply', '4', '2026-08-06Z'),
    (null, 'guidance-answered', 'guidance', '3', '2026-08-07Z'),
    ('${memberId(3)}', 'user-suspended', 'user', '${memberId(1)}', '2026-08-08Z')`

/** A site with everything in it: as the previous release left it, and after the migration. */
async function openDesk(): Promise<pg.Client> {
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  await migrate(database.ownerUrl, { until: BEFORE })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(MEMBERS)
  await client.query(EVERYTHING)
  await migrate(database.ownerUrl, { until: DESK })
  return client
}

/** The items as `story 2 since 2026-01-02 claimed by Name 3 until 2030-01-01`, and so on. */
async function itemsIn(client: pg.Client, where = 'true'): Promise<string[]> {
  const { rows } = await client.query<{ item: string }>(`
    select concat_ws(' ', subject, subject_id,
      'since ' || to_char(waiting_since at time zone 'UTC', 'YYYY-MM-DD'),
      'claimed by ' || claimant.anonymous_username, decision,
      case when decision is not null then 'by ' || coalesce(decider.anonymous_username, 'nobody') end
    ) as item
    from review_item
    left join member claimant on claimant.member_id = claimed_by
    left join member decider on decider.member_id = decided_by
    where ${where} order by subject, subject_id`)
  return rows.map(({ item }) => item)
}

/** The claims where the previous release looks for them. */
async function earlierClaims(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ claim: string }>(`
    select concat_ws(' ', what, id, anonymous_username) as claim from (
      select 'story' as what, story_id as id, claimed_by from review_claim where reply_id is null
      union all select 'reply', reply_id, claimed_by from review_claim where reply_id is not null
      union all select 'prayer', prayer_request_id, claimed_by from prayer_request
      union all select 'transcript', story_id, claimed_by from transcript
      union all select 'guidance', guidance_request_id, claimed_by from guidance_request
    ) claim join member on member_id = claimed_by order by what, id`)
  return rows.map(({ claim }) => claim)
}

const claimItem = (subject: string, id: number, n: number | null): string => `
  insert into review_item (subject, subject_id, claimed_by, claimed_until)
  values ('${subject}', ${id}, ${n === null ? 'null, null' : `'${memberId(n)}', '${until}'`})
  on conflict (subject, subject_id) do update
    set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until`

test('what waited, who had claimed it and the latest decisions are on the desk', async () => {
  const client = await openDesk()
  expect(await itemsIn(client)).toEqual([
    'story 1 since 2026-01-01',
    'story 2 since 2026-01-02 claimed by Name 3',
    'story 3 story-approved by Name 4',
    'story 10 since 2026-01-06',
    'story 999 story-removed by Name 3',
    'story-report 3 report-kept by Name 4',
    'story-report 5 since 2026-04-01 claimed by Name 4',
    'reply 1 since 2026-03-01',
    'reply-report 3 since 2026-04-03 claimed by Name 3',
    'reply-report 4 report-kept by Name 3',
    'prayer 1 since 2026-05-01',
    'prayer 2 since 2026-05-02 claimed by Name 4',
    'transcript 6 since 2026-02-01',
    'transcript 7 since 2026-02-02 claimed by Name 3',
    'transcript 8 since 2026-02-03',
    'guidance 1 since 2026-06-01',
    'guidance 3 claimed by Name 3 guidance-answered by nobody',
    'application 1 since 2026-07-01',
  ])
})

test('claims of servers of either release hold for both', async () => {
  const client = await openDesk()
  // The previous release claims and releases.
  await client.query(`
    insert into review_claim (story_id, reply_id, claimed_by, claimed_until)
    values (1, null, '${memberId(4)}', '${until}') on conflict (story_id, reply_id) do update
      set claimed_by = excluded.claimed_by, claimed_until = excluded.claimed_until;
    delete from review_claim where story_id = 2;
    update review_claim set claimed_by = '${memberId(4)}' where reply_id = 3;
    update prayer_request set claimed_by = '${memberId(3)}', claimed_until = '${until}' where content = 'New';
    update transcript set claimed_by = null, claimed_until = null where story_id = 7;
    update guidance_request set claimed_by = '${memberId(4)}' where guidance_request_id = 3`)
  expect(await itemsIn(client, 'claimed_by is not null and waiting_since is not null')).toEqual([
    'story 1 since 2026-01-01 claimed by Name 4',
    'story-report 5 since 2026-04-01 claimed by Name 4',
    'reply-report 3 since 2026-04-03 claimed by Name 4',
    'prayer 1 since 2026-05-01 claimed by Name 3',
    'prayer 2 since 2026-05-02 claimed by Name 4',
  ])
  expect(await itemsIn(client, `subject = 'guidance' and claimed_by is not null`)).toEqual([
    'guidance 3 claimed by Name 4 guidance-answered by nobody',
  ])
  // This release claims and releases.
  for (const [subject, id, n] of [
    ['story', 1, 3],
    ['story-report', 5, null],
    ['reply-report', 3, 3],
    ['prayer', 1, null],
    ['prayer', 2, 3],
    ['transcript', 6, 4],
    ['guidance', 1, 4],
    ['guidance', 3, null],
  ] as const) {
    await client.query(claimItem(subject, id, n))
  }
  expect(await earlierClaims(client)).toEqual([
    'guidance 1 Name 4',
    'prayer 2 Name 3',
    'reply 3 Name 3',
    'story 1 Name 3',
    'transcript 6 Name 4',
  ])
  // A claim ends with its administrator's account, wherever it is.
  await client.query(`delete from member where member_id = '${memberId(3)}'`)
  expect(await earlierClaims(client)).toEqual(['guidance 1 Name 4', 'transcript 6 Name 4'])
  expect(await itemsIn(client, `claimed_by = '${memberId(3)}'`)).toEqual([])
})

test('what the previous release sends, decides and deletes is on the desk', async () => {
  const client = await openDesk()
  const decided = (action: string, type: string, id: number): string => `
    insert into audit_entry (admin_id, action, subject_type, subject_id)
    values ('${memberId(4)}', '${action}', '${type}', '${id}');`
  await client.query(`
    update story set status = 'approved' where story_id = 1; ${decided('story-approved', 'story', 1)}
    update story set status = 'pending', submitted_at = '2026-09-01Z' where story_id = 4;
    ${decided('story-removed', 'story', 3)} delete from story where story_id = 3;
    update report set resolved_at = now() where story_id = 5;
    update story set hidden_at = null where title in ('Hidden by reports', 'Voice 16');
    ${decided('report-kept', 'story', 5)}
    update prayer_request set waiting_since = null, claimed_by = null, claimed_until = null
      where prayer_request_id = 2; ${decided('prayer-approved', 'prayer', 2)}
    delete from prayer_request where prayer_request_id = 1;
    update guidance_request set waiting_since = null, answered_at = now(), claimed_by = null
      where guidance_request_id = 1; ${decided('guidance-answered', 'guidance', 1)}
    update guidance_request set is_hidden = false where guidance_request_id = 2;
    update transcript set state = 'draft', text = 'Words', source = 'helper', claimed_by = null
      where story_id = 7;
    delete from transcript where story_id = 8;
    update application set created_at = '2026-09-02Z';
    insert into reply (story_id, member_id, content, held_at, hidden_at)
      values (5, '${memberId(2)}', 'Another', '2026-09-03Z', '2026-09-03Z')`)
  expect(await itemsIn(client, 'waiting_since is not null')).toEqual([
    'story 2 since 2026-01-02 claimed by Name 3',
    'story 4 since 2026-09-01',
    'story 10 since 2026-01-06',
    'reply 5 since 2026-09-03',
    'transcript 6 since 2026-02-01',
    'transcript 11 since 2026-02-06',
    'guidance 2 since 2026-06-02',
    'application 1 since 2026-09-02',
  ])
  expect(await itemsIn(client, 'waiting_since is null')).toEqual([
    'story 1 story-approved by Name 4',
    'story 3 story-removed by Name 4',
    'story 999 story-removed by Name 3',
    'story-report 5 report-kept by Name 4',
    'prayer 2 prayer-approved by Name 4',
    'transcript 7',
    'transcript 8',
    'guidance 1 guidance-answered by Name 4',
    'guidance 3 claimed by Name 3 guidance-answered by nobody',
  ])
  // An item outlives its subject only to say who removed it.
  await client.query('delete from member; delete from application; delete from story')
  expect(await itemsIn(client)).toEqual([
    'story 3 story-removed by nobody',
    'story 999 story-removed by nobody',
  ])
})

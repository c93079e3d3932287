import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '#server/db/with-client.ts'
import { keysFrom } from '#server/domain/keys.ts'
import { newMemberKey, seal, wrapKey } from '#server/domain/sealed-text.ts'
import { putKeyFile } from '#server/features/private-text/service.ts'
import { loadMasterKey } from '#server/master-key.ts'
import { createDiskFiles } from '#server/ports/files/disk.ts'
import type { Installation } from './installation.ts'
import { memberId, memberNumber } from './population.ts'
import { say } from './workspace.ts'

/** Members whose entries can be decrypted; the entries of all others are random data of the same size. */
const READERS = 200

const TEXT = JSON.stringify({ mood: 'grateful', notes: 'The kettle, and nobody in a hurry.' })

/** `$1` days. Moods, ticks, personal actions and trivia of every member on each of these days. */
const STEPS = [
  `insert into mood_entry (member_id, day, sealed, made_at)
    select member_id, current_date - d, decode(repeat(md5(member_id::text || d), 10), 'hex'), now()
    from member, generate_series(0, $1::int - 1) d on conflict do nothing`,
  `insert into action_tick (member_id, day, action_type, finished_later)
    select member_id, current_date - d, type, false
    from member, generate_series(0, $1::int - 1) d, unnest('{prayer,growth}'::action_type[]) type`,
  `insert into personal_action (member_id, content)
    select member_id, 'Call my sister' from member, generate_series(1, 5) where $1::int > 0`,
  `insert into personal_action_tick (personal_action_id, member_id, day, finished_later)
    select personal_action_id, member_id, current_date - d, false
    from personal_action, generate_series(0, $1::int / 5) d`,
  `insert into daily_content (day, type, format, content, source)
    select current_date - d, type, 'text', repeat('<p>A word for the day.</p>', 20), 'manual'
    from generate_series(0, $1::int - 1) d, unnest(enum_range(null::daily_type)) type`,
  `insert into trivia (day, trivia_question_id, question, options, answer, explanation, source)
    select current_date - d, (select min(trivia_question_id) from trivia_question),
      'A question?', '{yes,no}', 'yes', 'Because.', 'A book'
    from generate_series(1, $1::int - 1) d`,
  `insert into trivia_answer (member_id, day, trivia_id, answer, is_correct)
    select member_id, day, trivia_id, 'yes', true from member, trivia where $1::int > 0`,
]

/** Adds that many days of daily practice for every member of a running installation. */
export async function fillPractice(installation: Installation, days: number): Promise<void> {
  const startedAt = performance.now()
  await withClient({ url: installation.databaseUrl }, async (client) => {
    await writeJournals(client, installation, days)
    await client.query('set session_replication_role = replica; set synchronous_commit = off')
    for (const step of STEPS) await client.query(step, [days])
    await client.query('vacuum (analyze)')
  })
  say(`  ${days} days of practice in ${Math.round((performance.now() - startedAt) / 1000)} s`)
}

/** Writes real entries for the members who will read theirs. */
async function writeJournals(
  client: pg.Client,
  installation: Installation,
  days: number,
): Promise<void> {
  const { dataDir, population } = installation
  const keys = keysFrom(
    await loadMasterKey({ configured: undefined, dataDir, isDatabaseUsed: async () => false }),
  )
  const files = createDiskFiles(join(dataDir, 'files'))
  const readers = Math.min(READERS, population.sessions)
  for (let session = 0; session < readers; session += 1) {
    const id = memberId(memberNumber(session, population))
    const memberKey = newMemberKey()
    const fileKey = `member-keys/${randomUUID()}`
    const wrapped = wrapKey(keys.derive('member-key'), { memberId: id, memberKey })
    await putKeyFile(files, { fileKey, wrapped })
    await client.query('insert into member_key (member_id, file_key) values ($1, $2)', [
      id,
      fileKey,
    ])
    const sealed = Array.from({ length: days }, () =>
      seal(memberKey, { memberId: id, kind: 'mood', text: TEXT }),
    )
    await client.query(
      `insert into mood_entry (member_id, day, sealed, made_at)
       select $1, current_date - (n - 1)::int, bytes, now()
       from unnest($2::bytea[]) with ordinality as entry (bytes, n)`,
      [id, sealed],
    )
  }
  await files.close()
}

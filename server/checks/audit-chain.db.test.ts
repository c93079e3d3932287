import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { expect, inject, onTestFinished } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import type { Context } from '#server/context.ts'
import { findCheckpoint, formatCheckpoint, parseCheckpoint } from '#server/db/checkpoint.ts'
import { connectDatabase, type Trx } from '#server/db/connect.ts'
import { migrate } from '#server/db/migrate.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordAudit } from '#server/features/audit/service.ts'
import { databaseOf } from '#server/testing/database-of.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { emptyDatabase } from '#server/testing/template-database.ts'
import { test } from '#server/testing/world.ts'
import { judgeChain } from './audit.ts'
import { examineChain, type KnownCheckpoint } from './audit-chain.ts'
import type { Verdict } from './check.ts'

const ENTRIES = 12
/** A log with entry 1 of 1 AM, entry 2 of 2 AM, and so on, in a transaction that is rolled back. */
async function openLog(
  context: Context,
  world: World,
): Promise<{ trx: Trx; people: TestMember[] }> {
  const people = [await world.admin(), await world.admin()]
  const owner = connectDatabase({ url: databaseOf(context).ownerUrl, max: 1 })
  onTestFinished(() => owner.close())
  const trx = await owner.db.startTransaction().execute()
  onTestFinished(async () => void (await trx.rollback().execute()))
  await sql`alter table audit_entry disable trigger audit_entry_chain`.execute(trx)
  await sql`truncate audit_entry, audit_link restart identity`.execute(trx)
  for (let hour = 1; hour <= ENTRIES; hour += 1) {
    await sql`
      insert into audit_entry (admin_id, action, subject_type, subject_id, detail, created_at)
      values (${people[hour % 2]?.id}, 'user-opened', 'user', ${`user ${hour}`},
        ${JSON.stringify({ hour })}, ${timeOf(hour)})`.execute(trx)
  }
  await relink(trx, 1)
  return { trx, people }
}

const timeOf = (hour: number): Date => new Date(Date.UTC(2026, 2, 5, hour))

/** Makes the chain anew from an entry on, as somebody with full access to the database could. */
async function relink(trx: Trx, from: number): Promise<void> {
  await sql`delete from audit_link where position >= ${from}`.execute(trx)
  await sql`
    select link_audit_entry(entry, created_at, gen_random_uuid()) from audit_entry entry
    where audit_entry_id not in (select audit_entry_id from audit_link)
    order by audit_entry_id`.execute(trx)
}

/** The checkpoint of the log's newest entry, as one that was kept elsewhere. */
async function keepCheckpoint(trx: Trx): Promise<KnownCheckpoint> {
  const checkpoint = await findCheckpoint((statement) => sql.raw(statement).execute(trx))
  const parsed = parseCheckpoint(checkpoint ?? '')
  if (!parsed) throw new Error('The log is empty.')
  return { ...parsed, source: 'in the backup of 2026-03-05 13:00 UTC' }
}

async function judge(trx: Trx, known: KnownCheckpoint[] = []): Promise<Verdict> {
  return judgeChain(await examineChain(trx, known), { known, losses: [] })
}

const remove = (...numbers: number[]): RawBuilder<unknown>[] => [
  sql`delete from audit_entry where audit_entry_id in (${sql.join(numbers)})`,
  sql`delete from audit_link where audit_entry_id in (${sql.join(numbers)})`,
]
const FORGE = sql`
  insert into audit_entry (action, subject_type, subject_id, created_at)
  values ('user-opened', 'user', 'forged', ${timeOf(3)})`
const AT_12 =
  'The checkpoint in the backup of 2026-03-05 13:00 UTC (entry 12) doesn’t fit this log:'

interface Sabotage {
  sql: RawBuilder<unknown>[]
  /** Whether the chain is made anew from this entry on, so that only a checkpoint finds it. */
  relinkFrom?: number
  says: string
}

const SABOTAGES: Record<string, Sabotage> = {
  'an entry’s text is changed': {
    sql: [sql`update audit_entry set subject_id = 'user 99' where audit_entry_id = 4`],
    says: 'Entry 4 was changed (written on 2026-03-05 04:00 UTC).',
  },
  'several entries’ details are changed': {
    sql: [sql`update audit_entry set detail = '{}' where audit_entry_id in (5, 6, 7)`],
    says: 'Entries 5 to 7 were changed (written between 2026-03-05 05:00 UTC and 2026-03-05 07:00 UTC).',
  },
  'an entry’s time is changed': {
    sql: [
      sql`update audit_entry set created_at = created_at - interval '40 minutes'
        where audit_entry_id = 7`,
    ],
    says: 'Entry 7 was changed (written on 2026-03-05 07:00 UTC).',
  },
  'another administrator is named': {
    sql: [
      sql`update audit_entry set admin_id =
        (select admin_id from audit_entry where audit_entry_id = 1) where audit_entry_id = 8`,
    ],
    says: 'Entry 8 was attributed to somebody else (written on 2026-03-05 08:00 UTC).',
  },
  'an administrator with an account is no longer named': {
    sql: [sql`update audit_entry set admin_id = null where audit_entry_id = 8`],
    says: 'Entry 8 was attributed to somebody else (written on 2026-03-05 08:00 UTC).',
  },
  'one entry is removed': {
    sql: [sql`delete from audit_entry where audit_entry_id = 5`],
    says: 'Entry 5 was removed (written on 2026-03-05 05:00 UTC).',
  },
  'several entries are removed with their links': {
    sql: remove(5, 6, 7),
    says: 'Entries 5 to 7 were removed (written between 2026-03-05 04:00 UTC and 2026-03-05 08:00 UTC).',
  },
  'the first entry is removed with its link': {
    sql: remove(1),
    says: 'Entry 1 was removed (written before 2026-03-05 02:00 UTC).',
  },
  'the end is cut off': {
    sql: remove(11, 12),
    says: `${AT_12} entries 11 to 12 were cut off the end (written between 2026-03-05 10:00 UTC and 2026-03-05 12:00 UTC).`,
  },
  'two entries change places': {
    sql: [
      sql`update audit_entry e set subject_id = o.subject_id, detail = o.detail,
          created_at = o.created_at
        from audit_entry o
        where e.audit_entry_id in (4, 9) and o.audit_entry_id = 13 - e.audit_entry_id`,
    ],
    says: 'Entry 4 was put in another order (written on 2026-03-05 04:00 UTC). Entry 9 was put in another order (written on 2026-03-05 09:00 UTC).',
  },
  'two links change places': {
    sql: [
      sql`update audit_link set position = -4 where position = 4`,
      sql`update audit_link set position = 4 where position = 5`,
      sql`update audit_link set position = 5 where position = -4`,
    ],
    says: 'Entries 4 to 6 were put in another order (written between 2026-03-05 05:00 UTC and 2026-03-05 06:00 UTC).',
  },
  'an entry is inserted without a link': {
    sql: [FORGE],
    says: 'One entry was inserted without a link in the chain (dated on 2026-03-05 03:00 UTC).',
  },
  'an entry is added with an earlier time': {
    sql: [
      FORGE,
      sql`select link_audit_entry(entry, '2026-03-08 05:00Z', gen_random_uuid())
        from audit_entry entry where subject_id = 'forged'`,
    ],
    says: 'Entry 13 was added with a wrong time (written on 2026-03-08 05:00 UTC).',
  },
  'an entry is changed and the rest of the chain made anew': {
    sql: [sql`update audit_entry set subject_id = 'user 99' where audit_entry_id = 10`],
    relinkFrom: 10,
    says: `${AT_12} entries 9 to 12 were replaced or removed (written between 2026-03-05 08:00 UTC and 2026-03-05 12:00 UTC).`,
  },
  'an older state is put back and the log goes on': {
    sql: [...remove(10, 11, 12), FORGE, FORGE, FORGE],
    relinkFrom: 10,
    says: `${AT_12} entries 9 to 12 were replaced or removed`,
  },
  'the whole log is deleted': {
    sql: [sql`truncate audit_entry, audit_link`],
    says: 'The checkpoint in the backup of 2026-03-05 09:00 UTC (entry 8) doesn’t fit this log: entries 1 to 12 were cut off the end (written before 2026-03-05 12:00 UTC).',
  },
  'all entries are deleted, and their links stay': {
    sql: [sql`truncate audit_entry`],
    says: 'Entries 1 to 12 were removed (written between 2026-03-05 01:00 UTC and 2026-03-05 12:00 UTC).',
  },
  'the hash of the last link is changed': {
    sql: [sql`update audit_link set hash = sha256('x') where position = 12`],
    says: 'Entry 12 was changed (written on 2026-03-05 12:00 UTC).',
  },
}

test.for(Object.entries(SABOTAGES))(
  'it is named when %s',
  async ([, { sql: statements, relinkFrom, says }], { context, world }) => {
    const { trx } = await openLog(context, world)
    const newest = await keepCheckpoint(trx)
    const { rows } = await sql<{ hash: string }>`
      select encode(substr(hash, 1, 10), 'hex') as hash from audit_link where position = 8`.execute(
      trx,
    )
    const earlier = { position: 8, hash: rows[0]?.hash ?? '', at: timeOf(8) }
    const known = [newest, { ...earlier, source: 'in the backup of 2026-03-05 09:00 UTC' }]
    expect(await judge(trx, known)).toEqual({
      state: 'ok',
      finding: 'The 12 entries of the audit log fit together. So do 2 checkpoints.',
    })
    for (const statement of statements) await statement.execute(trx)
    if (relinkFrom !== undefined) {
      await relink(trx, relinkFrom)
      expect(await judge(trx), 'without a checkpoint').toMatchObject({ state: 'ok' })
    }
    const verdict = await judge(trx, known)
    expect(verdict.finding).toContain(says)
    expect(verdict).toMatchObject({ state: 'failed', action: expect.any(String) })
  },
)

/** The check's result about the log of the test's own site. */
async function judgeSite({ db }: Context): Promise<Verdict> {
  return judgeChain(await examineChain(db, []), { known: [], losses: [] })
}

const TWENTY = Array.from({ length: 20 }, (_, index) => index)

test('twenty writers at once make one chain, whatever else they lock', async ({
  context,
  world,
}) => {
  const { db } = context
  const admin = await world.admin()
  const { length } = await examineChain(db, [])
  await Promise.all(
    TWENTY.map((index) =>
      inTransaction(db, async (trx) => {
        const record = () => recordAudit(trx, admin, { action: 'user-opened', subjectId: index })
        const lock = () => sql`select from website_settings for update`.execute(trx)
        // Half of them lock a row before they write to the log, and half of them after it.
        const steps = index % 2 === 0 ? [record, lock, record] : [lock, record, record]
        for (const step of steps) await step()
      }),
    ),
  )
  expect(await judgeSite(context)).toMatchObject({ state: 'ok' })
  expect(await examineChain(db, [])).toMatchObject({ length: length + 40, faults: [] })
})

test('an entry that is rolled back leaves no link', async ({ context, world }) => {
  const admin = await world.admin()
  const before = await examineChain(context.db, [])
  const failing = inTransaction(context.db, async (trx) => {
    await recordAudit(trx, admin, { action: 'user-opened', subjectId: 1 })
    throw new Error('rolled back')
  })
  await expect(failing).rejects.toThrow('rolled back')
  expect(await examineChain(context.db, [])).toEqual(before)
})

test('deleting an administrator’s account and what entries are about keeps the chain', async ({
  api,
  context,
  world,
}) => {
  const leaving = await world.admin()
  const member = await world.member()
  for (const subjectId of [member.id, leaving.id]) {
    await recordAudit(context.db, leaving, { action: 'user-opened', subjectId })
  }
  await world.admin()
  for (const { id, password } of [leaving, member]) {
    const body = { password, stories: 'remove' } as const
    const one = id === leaving.id ? leaving : member
    await api.as(one).call(accountEndpoints.removeAccount, { body })
  }
  const { rows } = await sql<{ adminId: string | null }>`
    select admin_id from audit_entry where subject_id in (${leaving.id}, ${member.id})`.execute(
    context.db,
  )
  expect(rows).toEqual([{ adminId: null }, { adminId: null }])
  expect(await judgeSite(context)).toMatchObject({ state: 'ok' })
  const { rows: links } = await sql<{ dump: string }>`
    select string_agg(audit_link::text, ' ') as dump from audit_link`.execute(context.db)
  expect(links[0]?.dump).not.toContain(leaving.id)
})

/** A site of the previous release with three entries, written as its servers write them. */
async function openPreviousSite(): Promise<{ ownerUrl: string; client: pg.Client }> {
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  await migrate(database.ownerUrl, { until: '0083-administration.sql' })
  const client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`
    update community set community_id = '00000000-0000-4000-8000-000000000000';
    insert into member (member_id, username, username_key, email, password_hash,
      anonymous_username, anonymous_username_key, rights, time_zone)
    values ('00000000-0000-4000-8000-000000000001', 'ann', 'ann', 'ann@example.org', '',
      'Quiet Oak', 'quietoak', '{keeper}', 'UTC')`)
  for (const time of [`'2026-01-02Z'`, `'2026-01-01Z'`, `'2026-01-03Z'`]) {
    await client.query(previousEntry(time))
  }
  return { ownerUrl: database.ownerUrl, client }
}

const previousEntry = (time: string): string => `
  insert into audit_entry (admin_id, action, subject_type, subject_id, created_at)
  select member_id, 'settings-changed', 'settings', '', ${time} from member`

test('an upgrade chains the log, and then what servers of the previous release write', async () => {
  const checkpoints: (string | null)[] = []
  for (let upgrade = 1; upgrade <= 2; upgrade += 1) {
    const { ownerUrl, client } = await openPreviousSite()
    await migrate(ownerUrl)
    checkpoints.push(await findCheckpoint((statement) => client.query(statement)))
    await client.query(previousEntry('now()'))
    const { db, close } = connectDatabase({ url: ownerUrl, max: 1 })
    onTestFinished(() => close())
    expect(await examineChain(db, [])).toMatchObject({ length: 4, faults: [] })
  }
  expect(checkpoints[0]).toMatch(/^Entry 3, .* 2026-01-03 00:00 UTC$/)
  // So that checkpoints from before a rollback fit the log of a second upgrade.
  expect(checkpoints[1]).toBe(checkpoints[0])
})

test('a checkpoint is found in the text of an email, and nothing else is one', () => {
  const text = 'Checkpoint of the log: Entry 12, 9f3a-5c1b-22de-8a01-77C0,\n 2026-03-05 12:00 UTC\n'
  const checkpoint = parseCheckpoint(text)
  expect(checkpoint).toEqual({
    position: 12,
    hash: '9f3a5c1b22de8a0177c0',
    at: new Date('2026-03-05T12:00:00Z'),
  })
  expect(checkpoint && formatCheckpoint(checkpoint)).toBe(
    'Entry 12, 9f3a-5c1b-22de-8a01-77c0, 2026-03-05 12:00 UTC',
  )
  for (const wrong of [
    '',
    'Entry 12',
    text.replace('9f3a', '9f3'),
    text.replace('03-05', '13-45'),
  ]) {
    expect(parseCheckpoint(wrong), wrong).toBeUndefined()
  }
})

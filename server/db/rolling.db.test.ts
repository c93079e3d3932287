import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { listReleasedSets } from '#server/testing/released/sets.ts'
import { readSchema, rollingProblems } from '#server/testing/rolling.ts'
import {
  cloneDatabase,
  emptyDatabase,
  type TestDatabase,
} from '#server/testing/template-database.ts'
import { migrate, migrateAsBefore, readMigrations, reasonAgainstRolling } from './migrate.ts'
import { requireRolling } from './prepare.ts'

/** The last migration from before nodes of two releases had to work side by side. */
const BEFORE_THE_RULE = '0050-live-stage.sql'

async function openDatabase(): Promise<TestDatabase> {
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  return database
}

async function connect(connectionString: string, name?: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString, ...(name && { application_name: name }) })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('servers of the previous release keep working beside each migration that does not say otherwise', async () => {
  const { ownerUrl } = await openDatabase()
  await migrate(ownerUrl, { until: BEFORE_THE_RULE })
  const client = await connect(ownerUrl)
  for (const migration of await readMigrations()) {
    if (migration.name <= BEFORE_THE_RULE) continue
    const before = await readSchema(client)
    await migrate(ownerUrl, { until: migration.name })
    const problems = rollingProblems(before, await readSchema(client))
    const isRolling = reasonAgainstRolling(migration) === undefined
    expect(problems.length === 0, `${migration.name}: ${problems.join('; ')}`).toBe(isRolling)
  }
})

test('changes that break the previous release are found', async () => {
  const { ownerUrl } = await openDatabase()
  await migrate(ownerUrl, { until: BEFORE_THE_RULE })
  const client = await connect(ownerUrl)
  const before = await readSchema(client)
  const problemsOf = async (statement: string): Promise<string[]> => {
    await client.query('begin')
    await client.query(statement)
    const after = await readSchema(client)
    await client.query('rollback')
    return rollingProblems(before, after)
  }
  const harmless = [
    'alter table story add column mood text',
    'alter table story add column mood text not null default $$calm$$ check (mood <> $$$$)',
    'alter table story add column guide_id uuid unique references member on delete set null',
    'create table walk (walk_id integer primary key, name text not null unique)',
    'create index story_content_length on story (length(content))',
    `alter type notification_kind add value 'walk'`,
    'alter table story alter column content drop not null',
  ]
  for (const statement of harmless) expect(await problemsOf(statement), statement).toEqual([])
  const breaking: [string, string][] = [
    ['drop table mute', 'the table mute is gone'],
    ['alter table mute rename to silence', 'the table mute is gone'],
    ['alter table member drop column devices_since', 'the column member.devices_since is gone'],
    ['alter table story rename column title to heading', 'the column story.title is gone'],
    [
      'alter table reply alter column reply_id type bigint',
      'the column reply.reply_id is bigint now',
    ],
    [
      'alter table story alter column created_at drop default',
      'story.created_at needs a value now',
    ],
    [
      'alter table tag add column color text not null',
      'tag.color needs a value and has no default',
    ],
    [
      'alter table story add column code uuid not null default gen_random_uuid()',
      'the table story is rewritten as a whole',
    ],
    ['truncate rate_limit', 'the table rate_limit is rewritten as a whole'],
    ['alter table story add check (length(title) > 3)', 'rows of story have to meet a new rule'],
    ['create unique index story_title on story (title)', 'rows of story have to be unique by'],
    [
      'alter type reaction_kind rename value $$heart$$ to $$love$$',
      'the value reaction_kind.heart is gone',
    ],
  ]
  for (const [statement, problem] of breaking) {
    expect((await problemsOf(statement)).join('; '), statement).toContain(problem)
  }
})

test('a migration marked as not rolling does not run beside a server', async () => {
  const urls = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => urls.drop())
  const [newest] = (await readMigrations()).slice(-1)
  const breaking = {
    name: '9000-breaking.sql',
    sql: '-- Colors of tags.\n-- not rolling: it drops a column\nselect 1;',
    checksum: '9000',
  }
  const program = newest ? [newest, breaking] : [breaking]
  await requireRolling(urls, program)
  await connect(urls.url, 'folx-changes')
  await expect(requireRolling(urls, program)).rejects.toThrow(
    '9000-breaking.sql can’t run beside servers of the previous release: it drops a column.',
  )
  await requireRolling(urls)
})

test('the repair of an earlier text does not run beside a server that it would break', async () => {
  const urls = await openDatabase()
  const set = (await listReleasedSets()).findLast(({ tables }) =>
    tables.some(({ name, columns }) => name === 'pending_sign_in' && columns.includes('device')),
  )
  if (!set) throw new Error('No site with the first text of 0010 is recorded.')
  await migrateAsBefore(urls.ownerUrl, set.migrations)
  await connect(urls.ownerUrl, 'folx-changes')
  await expect(requireRolling({ ...urls, url: urls.ownerUrl })).rejects.toThrow(
    '0010-second-factors.sql can’t run beside servers of the previous release: it drops a column',
  )
})

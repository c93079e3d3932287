import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { RIGHTS } from '#contract/rights.ts'
import { emptyDatabase } from '#server/testing/template-database.ts'
import { migrate } from './migrate.ts'

const ADD = `
  insert into member (username, username_key, email, password_hash, anonymous_username,
    anonymous_username_key, is_admin, time_zone)
  values ($1, $1, $1 || '@example.org', '', $1, $1, $2, 'UTC')`

test('administrators of an existing community keep all rights, and members get none', async () => {
  const database = await emptyDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  await migrate(database.adminUrl, { until: '0018-restored-from.sql' })
  const client = new pg.Client({ connectionString: database.adminUrl })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(ADD, ['ann', true])
  await client.query(ADD, ['ben', false])
  const since = `select username, admin_since from member order by username`
  const before = await client.query(since)

  await migrate(database.adminUrl)
  const { rows } = await client.query(
    'select username, rights, is_admin, rights_changed_at from member order by username',
  )
  expect(rows).toEqual([
    {
      username: 'ann',
      rights: [...RIGHTS],
      is_admin: true,
      rights_changed_at: before.rows[0].admin_since,
    },
    { username: 'ben', rights: [], is_admin: false, rights_changed_at: null },
  ])
  // The time to set up a second factor still counts from the same day.
  expect((await client.query(since)).rows).toEqual(before.rows)
  const unknown = client.query(`update member set rights = '{king}'`)
  await expect(unknown).rejects.toThrow('member_rights_check')
})

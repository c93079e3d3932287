import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase } from '#server/testing/template-database.ts'
import { recordBackup } from './record.ts'

test('a site records its last backup; a read-only role makes backups without recording them', async () => {
  const database = await cloneDatabase(inject('adminUrl'))
  onTestFinished(() => database.drop())
  const owner = new pg.Client({ connectionString: database.adminUrl })
  await owner.connect()
  onTestFinished(() => owner.end())
  const recorded = async (): Promise<Date[]> => {
    const { rows } = await owner.query('select made_at from backup_record')
    return rows.map(({ made_at }) => new Date(made_at))
  }
  const place = '/mnt/backups'
  const [first, second, third] = ['2026-03-01', '2026-03-02', '2026-03-03'].map(
    (day) => new Date(`${day}T04:00:00Z`),
  ) as [Date, Date, Date]
  await recordBackup(database.adminUrl, { madeAt: first, place })
  await recordBackup(database.adminUrl, { madeAt: second, place })
  expect(await recorded()).toEqual([second])

  const { username } = new URL(database.url)
  await owner.query(`revoke insert, update on backup_record from ${pg.escapeIdentifier(username)}`)
  await recordBackup(database.url, { madeAt: third, place })
  expect(await recorded()).toEqual([second])

  // The database of an older release doesn't know places.
  await owner.query('alter table backup_record drop column place')
  await recordBackup(database.adminUrl, { madeAt: third, place })
  expect(await recorded()).toEqual([third])
})

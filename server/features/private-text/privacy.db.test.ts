import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { allEndpoints } from '#contract/api.ts'
import { isForTeam } from '#contract/endpoint.ts'
import { moodEndpoints as calls } from '#contract/moods.ts'
import { storyEndpoints } from '#contract/stories.ts'
import type { Context } from '#server/context.ts'
import type { Db } from '#server/db/connect.ts'
import { asOwner } from '#server/testing/as-owner.ts'
import { base64FormsOf } from '#server/testing/base64-forms.ts'
import type { TestMember } from '#server/testing/population.ts'
import { test as base } from '#server/testing/world.ts'
import { memberKeyCache, openText, putKeyFile, readKeyFile } from './service.ts'

const MARKER = 'Zimtsternmorgenröte'
/** An id that no other number in the tests resembles. */
const MOOD_ID = 1_987_654_321

/** A member who has written a text that appears nowhere else. */
const test = base.extend<{ $file: { writer: TestMember } }>({
  writer: [
    async ({ api, world, context }, use) => {
      const writer = await world.member()
      await asOwner(
        context,
        sql`alter table mood_entry alter column mood_entry_id restart with ${sql.lit(MOOD_ID)}`,
      )
      const notes = `${MARKER}, said quietly. ${MARKER}`
      const entry = await api.as(writer).call(calls.save, { body: { mood: 'anxious', notes } })
      expect(entry.id).toBe(MOOD_ID)
      await api.as(writer).call(calls.save, { body: { mood: 'sad', notes } })
      await api.as(writer).request(calls.save, { body: { mood: MARKER, notes } })
      await api.as(writer).request(accountEndpoints.exportData)
      await use(writer)
    },
    { scope: 'file' },
  ],
})

/** The forms in which a dump, a log or a file could contain a text. */
function formsOf(text: string): string[] {
  const bytes = Buffer.from(text)
  const whole = [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text)]
  const escaped = [...bytes].map((byte) =>
    byte < 128 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
  )
  const encoded = [bytes.toString('hex'), bytes.toString('utf16le'), escaped.join('')]
  return [...whole, ...encoded, ...base64FormsOf(text)].map((form) => form.toLowerCase())
}

function containsText(content: string, text: string): boolean {
  const lower = content.toLowerCase()
  return formsOf(text).some((form) => lower.includes(form))
}

/** Every row of every table, with bytes in every form that PostgreSQL writes. */
async function dump(db: Db): Promise<string> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string }>`
    select format('%I.%I', table_schema, table_name) as table, format('%I', column_name) as column,
      data_type as type
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema in ('public', 'job') and table_type = 'BASE TABLE'`.execute(db)
  expect(columns.length).toBeGreaterThan(100)
  const parts: string[] = []
  for (const { table, column, type } of columns) {
    const [from, name] = [sql.raw(table), sql.raw(column)]
    const texts =
      type === 'bytea'
        ? ['hex', 'base64', 'escape'].map(
            (form) => sql`replace(encode(${name}, ${form}), e'\n', '')`,
          )
        : [sql`${name}::text`, sql`replace(encode(${name}::text::bytea, 'base64'), e'\n', '')`]
    for (const text of texts) {
      const { rows } = await sql<{ all: string | null }>`
        select string_agg(${text}, ' ') as all from ${from}`.execute(db)
      parts.push(`${table}.${column}: ${rows[0]?.all ?? ''}`)
    }
  }
  return parts.join('\n')
}

async function contentsBelow(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const parts = files.map(async (file) => {
    const path = join(file.parentPath, file.name)
    const bytes = await readFile(path)
    return [path, bytes.toString(), bytes.toString('hex'), bytes.toString('base64')].join('\n')
  })
  return (await Promise.all(parts)).join('\n')
}

test('a dump of the database contains no notes and no moods', async ({
  api,
  world,
  context,
  writer,
}) => {
  // Public text is found in every form, so the search would find the notes too.
  const known = 'Apfelkuchenmittwoch'
  const title = `${known}, a story`
  const fields = { title, category: 'faith', content: 'Words.' }
  await api.as(await world.member()).call(storyEndpoints.create, { fields })
  await context.db
    .insertInto('firstAdminLink')
    .values({ tokenHash: Buffer.from(`..${known}ß..`), expiresAt: new Date() })
    .execute()
  const text = await dump(context.db)
  expect(containsText(text, known)).toBe(true)
  const link = text.split('\n').filter((line) => line.startsWith('public.first_admin_link.token'))
  expect(link.map((line) => containsText(line, `${known}ß`))).toEqual([true, true, true])

  expect(text).toContain(String(MOOD_ID))
  expect(containsText(text, MARKER)).toBe(false)
  const entry = text.split('\n').filter((line) => line.startsWith('public.mood_entry.sealed'))
  expect(entry).toHaveLength(3)
  for (const mood of ['anxious', 'sad']) {
    for (const line of entry) expect(containsText(line, `{"mood":"${mood}"`)).toBe(false)
  }
  // … although the entry can be read through the API.
  const { items } = await api.as(writer).call(calls.list)
  expect(items).toMatchObject([{ mood: 'sad', notes: `${MARKER}, said quietly. ${MARKER}` }])
})

test('no file and no log contains the notes', async ({ context, writer, logLines }) => {
  expect(writer.id).toBeTruthy()
  const files = await contentsBelow(context.config.dataDir)
  expect(files).toContain('/files/member-keys/')
  expect(containsText(files, MARKER)).toBe(false)
  const log = logLines.join('\n')
  expect(log).toContain('/api/moods')
  expect(containsText(log, MARKER)).toBe(false)
  expect(log).not.toContain(String(MOOD_ID))
})

test('no API call returns a member’s mood to an administrator', async ({ api, world, writer }) => {
  expect(writer.id).toBeTruthy()
  const admin = await world.admin()
  const endpoints = Object.values(allEndpoints)
    .flatMap((ofFeature) => Object.values(ofFeature))
    .filter((endpoint) => endpoint.method === 'GET' && isForTeam(endpoint))
  const statuses: number[] = []
  for (const endpoint of endpoints) {
    const ids = [MOOD_ID, 1].map((id) => ({ id, date: '2026-01-01', type: 'message' }))
    for (const params of ids) {
      const response = await api.as(admin).request(endpoint, { params })
      statuses.push(response.status)
      expect(containsText(response.text, MARKER)).toBe(false)
      expect(response.text).not.toContain(String(MOOD_ID))
    }
  }
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  // The mood calls treat an administrator as a member without entries.
  expect(await api.as(admin).call(calls.list)).toEqual({ items: [], total: 0 })
  expect(Object.values(calls).map(({ who }) => who)).toEqual(Array(8).fill('member'))
})

test('the rows of a removed account, put back from a backup, open no note', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  await api.as(member).call(calls.save, { body: { mood: 'sad', notes: 'For nobody else.' } })
  const backup = await rowsOf(context, member.id)
  const { fileKey } = backup.memberKey
  const keyFile = await readKeyFile(context.files, fileKey)
  const body = { password: member.password, stories: 'remove' } as const
  await api.as(member).call(accountEndpoints.removeAccount, { body })
  await vi.waitFor(() =>
    expect(context.files.stat(fileKey)).rejects.toMatchObject({ code: 'not_found' }),
  )
  const left = await dump(context.db)
  expect(left).not.toContain(backup.moodEntry.sealed.toString('hex'))

  const { isAdmin: _generated, ...row } = backup.member
  await context.db.insertInto('member').values(row).execute()
  await context.db.insertInto('memberKey').values(backup.memberKey).execute()
  const { moodEntryId: _, ...entry } = backup.moodEntry
  await context.db.insertInto('moodEntry').values(entry).execute()
  const again = api.as({ cookie: await world.session(member.id) })
  expect(await again.call(calls.list)).toEqual({ items: [], total: 1 })
  const { sealed } = entry
  for (const memberKeys of [context.memberKeys, memberKeyCache()]) {
    const place = { ...context, memberKeys }
    const owner = { memberId: member.id, kind: 'mood', sealed } as const
    expect(await openText(place, place.db, owner)).toBeUndefined()
  }
  // Only the key is missing: with a copy of its file, the same rows can be opened.
  expect(await contentsBelow(join(context.config.dataDir, 'files'))).not.toContain(fileKey)
  await putKeyFile(context.files, { fileKey, wrapped: keyFile ?? Buffer.alloc(0) })
  expect((await again.call(calls.list)).items).toMatchObject([{ notes: 'For nobody else.' }])
})

/** The rows that a backup contains of a member with one entry. */
async function rowsOf({ db }: Context, memberId: string) {
  const [member, memberKey, moodEntry] = await Promise.all([
    db.selectFrom('member').selectAll().where('memberId', '=', memberId).executeTakeFirstOrThrow(),
    db
      .selectFrom('memberKey')
      .selectAll()
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('moodEntry')
      .selectAll()
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow(),
  ])
  return { member, memberKey, moodEntry }
}

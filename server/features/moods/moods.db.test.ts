import { expect } from 'vitest'
import { addDays, logicalDate, wallTime } from '#contract/logical-date.ts'
import { MOODS } from '#contract/mood-limits.ts'
import { moodEndpoints as calls } from '#contract/moods.ts'
import type { Context } from '#server/context.ts'
import { daysLikeThis } from '#server/domain/days-like-this.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const ZONE = 'America/Chicago'

/** Now, or noon of an earlier day. */
function daysAgo(days: number): Date {
  if (days === 0) return new Date()
  return new Date(`${addDays(dayOf(new Date()), -days)}T18:00:00Z`)
}

function dayOf(instant: Date): string {
  return logicalDate(instant, ZONE)
}

test('an entry is created, read, replaced and deleted', async ({ api, world }) => {
  const ana = api.as(await world.member())
  const first = { mood: 'grateful', notes: '  The rain stopped in time.  ' } as const
  const created = await ana.request(calls.save, { body: first })
  expect(created.status).toBe(201)
  expect(created.headers['cache-control']).toBe('no-store')
  const entry = {
    id: expect.any(Number),
    date: dayOf(new Date()),
    mood: 'grateful',
    notes: 'The rain stopped in time.',
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
    version: expect.any(String),
  }
  expect(created.json).toEqual(entry)
  expect(await ana.call(calls.list)).toEqual({ items: [created.json], total: 1 })

  const again = await ana.request(calls.save, { body: { mood: 'sad' } })
  expect(again.status).toBe(200)
  expect(again.json).toMatchObject({ ...entry, mood: 'sad', notes: null })
  expect(await ana.call(calls.list)).toEqual({ items: [again.json], total: 1 })

  const { id } = again.json as { id: number }
  expect((await ana.request(calls.remove, { params: { id } })).status).toBe(204)
  expect(await ana.call(calls.list)).toEqual({ items: [], total: 0 })
  expect(await ana.refuse(calls.remove, { params: { id } })).toMatchObject({
    status: 404,
    message: 'This entry does not exist.',
  })
})

test('on this day: only the viewer’s entries for this day in earlier months and years', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const ana = api.as(member)
  const today = dayOf(new Date())
  const wanted = daysLikeThis(today)
  const save = async (own: TestApi, day: string | undefined, notes: string): Promise<void> => {
    const { id } = await own.call(calls.save, { body: { mood: 'peaceful', notes } })
    await context.db
      .updateTable('moodEntry')
      .set({ day: day ?? '' })
      .where('moodEntryId', '=', id)
      .execute()
  }
  await save(ana, wanted.at(-1), 'ten years ago')
  await save(ana, addDays(today, -3), 'another day')
  await save(ana, wanted[0], 'a month ago')
  await save(api.as(await world.member()), wanted[2], 'of somebody else')
  const { json, headers } = await ana.request(calls.onThisDay)
  expect(json).toMatchObject([{ notes: 'a month ago' }, { notes: 'ten years ago' }])
  expect(headers['cache-control']).toBe('no-store')

  await context.db
    .updateTable('member')
    .set({ journalLockMinutes: 5 })
    .where('memberId', '=', member.id)
    .execute()
  expect(await ana.refuse(calls.onThisDay)).toMatchObject({ status: 403, code: 'journal_locked' })
})

test('browsers don’t cache the journal', async ({ api, world }) => {
  const ana = api.as(await world.member())
  await ana.call(calls.save, { body: { mood: 'joyful' } })
  expect((await ana.request(calls.list)).headers['cache-control']).toBe('no-store')
})

test.for([
  [{}, 'mood', "Share your mood: Please select how you're feeling before sharing."],
  [{ mood: 'hungry' }, 'mood', "Share your mood: Please select how you're feeling before sharing."],
  [{ mood: 'sad', notes: 'x'.repeat(2_001) }, 'notes', 'Notes must be 2,000 characters or less'],
  [{ mood: 'sad', madeAt: 'yesterday' }, 'madeAt', 'Enter a moment in UTC.'],
  [{ mood: 'sad', date: '2026-02-30' }, 'date', 'Enter a date as YYYY-MM-DD.'],
  [{ mood: 'sad', madeAt: '2019-01-01T00:00:00Z' }, 'madeAt', 'This is too old to be added.'],
  [
    { mood: 'sad', date: '2019-01-01' },
    'date',
    'Only today and, until noon, yesterday can be changed.',
  ],
] as const)('%j is refused', async ([body, field, sentence], { api, world }) => {
  const ana = api.as(await world.member())
  expect(await ana.refuse(calls.save, { body })).toMatchObject({
    status: 400,
    code: 'invalid_input',
    fields: { [field]: sentence },
  })
  expect(await ana.call(calls.list)).toEqual({ items: [], total: 0 })
})

test('every mood and every character of the notes is returned unchanged', async ({
  api,
  world,
}) => {
  const ana = api.as(await world.member())
  for (const mood of MOODS) {
    const notes = `${'ñ🕊️ "\\ \u0001 \\u0000'} ${'x'.repeat(1_900)}`
    await ana.call(calls.save, { body: { mood, notes } })
    expect((await ana.call(calls.list)).items).toMatchObject([{ mood, notes }])
  }
})

test('entries are listed newest first, by page and date range', async ({ api, world }) => {
  const ana = api.as(await world.member())
  const other = api.as(await world.member())
  for (const days of [3, 0, 5, 1]) {
    const madeAt = daysAgo(days).toISOString()
    await ana.call(calls.save, { body: { mood: 'neutral', notes: `${days} ago`, madeAt } })
    await other.call(calls.save, { body: { mood: 'angry', notes: 'theirs', madeAt } })
  }
  const notesOf = async (query: Record<string, unknown>): Promise<unknown> => {
    const { items, total } = await ana.call(calls.list, { query })
    return [items.map(({ notes }) => notes), total]
  }
  expect(await notesOf({})).toEqual([['0 ago', '1 ago', '3 ago', '5 ago'], 4])
  expect(await notesOf({ pageSize: 3 })).toEqual([['0 ago', '1 ago', '3 ago'], 4])
  expect(await notesOf({ pageSize: 3, page: 2 })).toEqual([['5 ago'], 4])
  expect(await notesOf({ pageSize: 3, page: 3 })).toEqual([[], 4])
  const [from, to] = [dayOf(daysAgo(3)), dayOf(daysAgo(1))]
  expect(await notesOf({ from })).toEqual([['0 ago', '1 ago', '3 ago'], 3])
  expect(await notesOf({ to })).toEqual([['1 ago', '3 ago', '5 ago'], 3])
  expect(await notesOf({ from, to })).toEqual([['1 ago', '3 ago'], 2])
  expect(await notesOf({ from: to, to: from })).toEqual([[], 0])
})

test('members see and delete only their own entries', async ({ api, world }) => {
  const [ana, ben, admin] = [await world.member(), await world.member(), await world.admin()]
  const entry = await api.as(ana).call(calls.save, { body: { mood: 'sad', notes: 'Only mine.' } })
  for (const other of [ben, admin]) {
    expect(await api.as(other).call(calls.list)).toEqual({ items: [], total: 0 })
    const refusal = await api.as(other).refuse(calls.remove, { params: { id: entry.id } })
    expect(refusal).toMatchObject({ status: 404, message: 'This entry does not exist.' })
  }
  await api.as(ben).call(calls.save, { body: { mood: 'joyful', notes: 'Mine, too.' } })
  expect((await api.as(ana).call(calls.list)).items).toEqual([entry])
})

test('an entry that arrives late never replaces a newer one', async ({ api, world }) => {
  const ana = api.as(await world.member())
  // Noon of the day before yesterday in Chicago, and an hour before and after it.
  const day = dayOf(daysAgo(2))
  const at = (hour: string): string => `${day}T${hour}:00:00.000Z`
  const save = (madeAt: string, notes: string) =>
    ana.request(calls.save, { body: { mood: 'peaceful', notes, madeAt } })
  const middle = await save(at('18'), 'middle')
  expect([middle.status, middle.json]).toMatchObject([201, { date: day, createdAt: at('18') }])
  const older = await save(at('17'), 'older')
  expect([older.status, older.json]).toEqual([200, middle.json])
  const newer = await save(at('19'), 'newer')
  expect([newer.status, newer.json]).toMatchObject([200, { notes: 'newer', updatedAt: at('19') }])
  const same = await save(at('19'), 'newer')
  expect([same.status, same.json]).toEqual([200, newer.json])
  expect((await ana.call(calls.list)).items).toMatchObject([{ date: day, notes: 'newer' }])
})

test('yesterday’s entry can be written until noon', async ({ api, world }) => {
  const zoneAt = (hours: (hour: number) => boolean): string => {
    const zones = Array.from({ length: 24 }, (_, index) => index - 11)
    const names = zones.map((offset) => `Etc/GMT${offset < 0 ? offset : `+${offset}`}`)
    const name = names.find((zone) => hours(wallTime(new Date(), zone).hour))
    if (!name) throw new Error('Somewhere it is that hour.')
    return name
  }
  const morning = zoneAt((hour) => hour >= 4 && hour < 11)
  const evening = zoneAt((hour) => hour >= 12 && hour < 23)
  const early = api.as(await world.member({ timeZone: morning }))
  const late = api.as(await world.member({ timeZone: evening }))
  const body = (zone: string) => ({
    mood: 'neutral',
    date: addDays(logicalDate(new Date(), zone), -1),
  })
  const entry = await early.call(calls.save, { body: body(morning) })
  expect(entry.date).toBe(body(morning).date)
  expect(await late.refuse(calls.save, { body: body(evening) })).toMatchObject({
    status: 400,
    fields: { date: 'That day is closed.' },
  })
})

test('an entry whose key is missing is left out, and its day can be written again', async ({
  api,
  world,
  context,
}) => {
  const member = await world.member()
  const ana = api.as(member)
  await ana.call(calls.save, { body: { mood: 'sad', notes: 'lost' } })
  await context.db.deleteFrom('memberKey').where('memberId', '=', member.id).execute()
  expect((await ana.call(calls.list)).items).toEqual([])
  const madeAt = new Date(Date.now() - 60_000)
  // Just after midnight UTC, the minute before belongs to another day.
  const isSameDay = dayOf(madeAt) === dayOf(new Date())
  const body = { mood: 'neutral', notes: 'anew', madeAt: madeAt.toISOString() }
  const again = await ana.request(calls.save, { body })
  expect(again.status).toBe(isSameDay ? 200 : 201)
  expect((await ana.call(calls.list)).items).toMatchObject([{ notes: 'anew' }])
})

test('concurrent first entries for several days share one key', async ({ api, world, context }) => {
  for (let round = 0; round < 6; round++) {
    const member = await world.member()
    const ana = api.as(member)
    const save = (days: number) =>
      ana.request(calls.save, {
        body: { mood: 'joyful', notes: `${days}`, madeAt: daysAgo(days).toISOString() },
      })
    const responses = await Promise.all([0, 1, 2, 3, 4, 5].map(save))
    expect(responses.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const { items } = await ana.call(calls.list)
    expect(items.map(({ notes }) => notes)).toEqual(['0', '1', '2', '3', '4', '5'])
    const keys = await context.db
      .selectFrom('memberKey')
      .select('fileKey')
      .where('memberId', '=', member.id)
      .execute()
    expect(keys).toHaveLength(1)
  }
})

test('of concurrent entries for one day only the newest is kept', async ({
  api,
  world,
  context,
}) => {
  for (let round = 0; round < 6; round++) {
    const member = await world.member()
    const ana = api.as(member)
    const start = daysAgo(2).getTime()
    const save = (seconds: number) => {
      const madeAt = new Date(start + seconds).toISOString()
      return ana.request(calls.save, { body: { mood: 'sad', notes: `${seconds}`, madeAt } })
    }
    const responses = await Promise.all([3, 1, 5, 2, 4].map(save))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201])
    expect((await ana.call(calls.list)).items).toMatchObject([{ notes: '5' }])
    expect(await rowsOf(context, member.id)).toBe(1)
  }
})

test('entries can be saved 120 times an hour', async ({ api, world }) => {
  const ana: TestApi = api.as(await world.member())
  const body = { mood: 'neutral' }
  for (let count = 0; count < 120; count++) await ana.call(calls.save, { body })
  expect(await ana.refuse(calls.save, { body })).toMatchObject({ code: 'rate_limited' })
  expect((await ana.call(calls.list)).items).toHaveLength(1)
})

testLogNamesNobody()

async function rowsOf(context: Context, memberId: string): Promise<number> {
  const rows = await context.db
    .selectFrom('moodEntry')
    .select('moodEntryId')
    .where('memberId', '=', memberId)
    .execute()
  return rows.length
}

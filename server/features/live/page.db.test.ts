import { expect } from 'vitest'
import { liveEndpoints as calls } from '#contract/live.ts'
import { operationsEndpoints } from '#contract/operations.ts'
import { settingsEndpoints } from '#contract/settings.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

const MINUTE = 60_000
/** The start times of the next sessions on the page. */
async function startsOf(api: TestApi): Promise<string[]> {
  return (await api.call(calls.page)).sessions.map(({ startsAt }) => startsAt)
}

function inChicago(instant: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Chicago',
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(instant))
}

function dayInChicago(instant: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Chicago' }).format(new Date(instant))
}

test('the next three sessions are second Thursdays at the community’s time', async ({
  api,
  world,
  admin,
}) => {
  await admin.call(settingsEndpoints.save, {
    body: { coaching: { time: '19:00', exceptions: [] } },
  })
  const starts = await startsOf(api.as(await world.member()))
  expect(starts).toHaveLength(3)
  for (const start of starts) {
    expect(inChicago(start)).toBe('Thursday 19:00')
    const day = Number(dayInChicago(start).slice(8))
    expect(day).toBeGreaterThanOrEqual(8)
    expect(day).toBeLessThanOrEqual(14)
  }
  expect(starts.toSorted()).toEqual(starts)
})

test('exceptions move or cancel sessions', async ({ api, world }) => {
  const [admin, member] = [api.as(await world.admin()), api.as(await world.member())]
  const exceptions: { date: string; movedTo: string | null }[] = []
  await admin.call(settingsEndpoints.save, { body: { coaching: { time: '19:00', exceptions } } })
  const [first = '', second = '', third = ''] = await startsOf(member)
  exceptions.push({ date: dayInChicago(first), movedTo: null })
  const nextDay = dayInChicago(new Date(Date.parse(second) + 24 * 60 * MINUTE).toISOString())
  exceptions.push({ date: dayInChicago(second), movedTo: nextDay })
  await admin.call(settingsEndpoints.save, { body: { coaching: { time: '19:00', exceptions } } })
  const { sessions } = await member.call(calls.page)
  expect(
    sessions.slice(0, 2).map(({ startsAt, isMoved }) => [dayInChicago(startsAt), isMoved]),
  ).toEqual([
    [nextDay, true],
    [dayInChicago(third), false],
  ])
})

test('a session is shown until it ends', async ({ api, world, clock }) => {
  const [admin, member] = [api.as(await world.admin()), api.as(await world.member())]
  await admin.call(settingsEndpoints.save, {
    body: { coaching: { time: '19:00', exceptions: [] } },
  })
  const [first = '', second = ''] = await startsOf(member)
  const cookie = await world.session(
    (await world.member()).id,
    new Date(Date.now() + 400 * 86_400_000),
  )
  const lasting = api.as({ cookie })
  clock.advance({ minutes: (Date.parse(first) - Date.now()) / MINUTE + 59 })
  expect((await startsOf(lasting))[0]).toBe(first)
  clock.advance({ minutes: 1 })
  expect((await startsOf(lasting))[0]).toBe(second)
})

test('the calendar contains the sessions of a year, each with its own id that never changes', async ({
  api,
  world,
  admin,
}) => {
  const body = { siteTitle: 'Faith, Hope', coaching: { time: '19:00', exceptions: [] } }
  await admin.call(settingsEndpoints.save, { body })
  const member = api.as(await world.member())
  const response = await member.request(calls.calendar)
  expect(response.headers).toMatchObject({
    'content-type': 'text/calendar; charset=utf-8',
    'content-disposition': 'attachment; filename="live-coaching.ics"',
  })
  const lines = response.text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain('X-WR-CALNAME:Faith\\, Hope Live Coaching')
  const uids = lines.filter((line) => line.startsWith('UID:'))
  expect(uids.length).toBeGreaterThanOrEqual(12)
  expect(uids.length).toBeLessThanOrEqual(13)
  expect(new Set(uids).size).toBe(uids.length)
  expect(uids[0]).toMatch(/^UID:live-coaching-\d{4}-\d\d-\d\d@localhost$/)
  const [first = ''] = await startsOf(member)
  const stamp = `${first.slice(0, 19).replace(/[-:]/g, '')}Z`
  expect(lines).toContain(`DTSTART:${stamp}`)

  const date = dayInChicago(first)
  const movedTo = dayInChicago(new Date(Date.parse(first) + 2 * 86_400_000).toISOString())
  const coaching = { time: '19:00', exceptions: [{ date, movedTo }] }
  await admin.call(settingsEndpoints.save, { body: { coaching } })
  const moved = (await member.request(calls.calendar)).text
  expect(moved).toContain(`UID:live-coaching-${date}@localhost`)
  expect(moved).not.toContain(`DTSTART:${stamp}`)
  await admin.call(settingsEndpoints.save, { body: { siteTitle: 'Folx' } })
})

test('only administrators see the engine’s health', async ({ api, world }) => {
  const { health } = operationsEndpoints
  expect(await api.as(await world.member()).call(health)).not.toHaveProperty('live')
  const { live } = await api.as(await world.admin()).call(health)
  expect(live?.sentence).toMatch(/\w/)
})

test('the assignment is sanitized, and members see it', async ({ api, world, admin }) => {
  const assignment = {
    title: 'Rest on purpose',
    html: '<p onclick="x()">Once a week.</p><script>steal()</script>',
  }
  const saved = await admin.call(calls.saveSettings, { body: { assignment } })
  const clean = { title: 'Rest on purpose', html: '<p>Once a week.</p>' }
  expect(saved.assignment).toEqual(clean)
  expect((await api.as(await world.member()).call(calls.page)).assignment).toEqual(clean)
  expect(await admin.call(calls.getSettings)).toEqual(saved)
})

test.for([
  [{ retentionDays: 0 }, 'Keep recordings for at least one day.'],
  [{ retentionDays: 3_651 }, 'Keep recordings for at most ten years.'],
  [{ retentionDays: 1.5 }, 'Enter whole days.'],
  [{ assignment: { title: ' ', html: '<p>x</p>' } }, 'Title is required'],
  [{ assignment: { title: 'x', html: '<script>x</script>' } }, 'Text is required'],
] as const)('%j is refused', async ([body, message], { admin }) => {
  expect(await admin.refuse(calls.saveSettings, { body })).toMatchObject({ status: 400, message })
})

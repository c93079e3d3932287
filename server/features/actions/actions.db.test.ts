import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { actionEndpoints as calls } from '#contract/actions.ts'
import type { TestApi } from '#server/testing/api.ts'
import type { TestClock } from '#server/testing/clock.ts'
import type { TestMember, World } from '#server/testing/population.ts'
import { test } from '#server/testing/world.ts'

/** When the sessions in these tests end: later than any moment they use. */
const FAR = new Date('2040-01-01T00:00:00Z')

async function newMember(world: World, timeZone = 'UTC'): Promise<TestMember> {
  const member = await world.member({ timeZone })
  return { ...member, cookie: await world.session(member.id, FAR) }
}

function goTo(clock: TestClock, instant: string): void {
  clock.advance({ minutes: (Date.parse(instant) - clock.now().getTime()) / 60_000 })
}

async function ticked(api: TestApi, date?: string): Promise<string[]> {
  const actions = await api.call(calls.listSystem, { query: { date } })
  return actions
    .filter(({ completed }) => completed)
    .map(({ actionType, finishedLater }) => actionType + (finishedLater ? ' later' : ''))
}

test('the five fixed actions are listed in order and start open', async ({ api, world }) => {
  const own = api.as(await newMember(world))
  const open = { completed: false, finishedLater: false }
  expect(await own.call(calls.listSystem)).toEqual([
    { actionType: 'hydration', ...open },
    { actionType: 'prayer', ...open },
    { actionType: 'movement', ...open },
    { actionType: 'growth', ...open },
    { actionType: 'selfcare', ...open },
  ])
})

test('a tick is stored, a second one changes nothing, and it can be removed', async ({
  api,
  world,
}) => {
  const [own, other] = [api.as(await newMember(world)), api.as(await newMember(world))]
  const done = { actionType: 'prayer', completed: true, finishedLater: false }
  const tick = () => own.call(calls.completeSystem, { body: { actionType: 'prayer' } })
  expect(await tick()).toEqual(done)
  expect(await tick()).toEqual(done)
  expect(await ticked(own)).toEqual(['prayer'])
  expect(await ticked(other)).toEqual([])
  const untick = () => own.call(calls.uncompleteSystem, { params: { actionType: 'prayer' } })
  expect(await untick()).toEqual({ ...done, completed: false })
  expect(await untick()).toEqual({ ...done, completed: false })
  expect(await ticked(own)).toEqual([])
})

test('the same tick sent many times at once is stored once', async ({ api, world, context }) => {
  const member = await newMember(world)
  const tick = () =>
    api.as(member).request(calls.completeSystem, { body: { actionType: 'growth' } })
  const responses = await Promise.all(Array.from({ length: 20 }, tick))
  expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200))
  const rows = await context.db
    .selectFrom('actionTick')
    .select('actionType')
    .where('memberId', '=', member.id)
    .execute()
  expect(rows).toEqual([{ actionType: 'growth' }])
})

test('a day begins at 03:00 in each member’s time zone', async ({ api, world, clock }) => {
  const chicago = api.as(await newMember(world, 'America/Chicago'))
  const tokyo = api.as(await newMember(world, 'Asia/Tokyo'))
  const body = { actionType: 'movement' } as const
  goTo(clock, '2031-05-14T07:50:00Z')
  await chicago.call(calls.completeSystem, { body })
  await tokyo.call(calls.completeSystem, { body })
  expect((await chicago.call(calls.week)).today).toBe('2031-05-13')
  expect((await tokyo.call(calls.week)).today).toBe('2031-05-14')
  goTo(clock, '2031-05-14T08:00:00Z')
  expect(await ticked(chicago)).toEqual([])
  expect(await ticked(tokyo)).toEqual(['movement'])
  goTo(clock, '2031-05-14T18:00:00Z')
  expect(await ticked(tokyo)).toEqual([])
})

test('a member who changes the time zone gets that zone’s day', async ({ api, world, clock }) => {
  goTo(clock, '2031-05-20T15:00:00Z')
  const own = api.as(await newMember(world, 'America/Chicago'))
  await own.call(calls.completeSystem, { body: { actionType: 'prayer' } })
  await own.call(accountEndpoints.changeUser, { body: { timeZone: 'Pacific/Kiritimati' } })
  expect((await own.call(calls.week)).today).toBe('2031-05-21')
  expect(await ticked(own)).toEqual([])
  await own.call(accountEndpoints.changeUser, { body: { timeZone: 'America/Chicago' } })
  expect(await ticked(own)).toEqual(['prayer'])
})

test('yesterday can be read and finished until noon, and is then marked as finished later', async ({
  api,
  world,
  clock,
}) => {
  const own = api.as(await newMember(world))
  goTo(clock, '2031-06-03T20:00:00Z')
  await own.call(calls.completeSystem, { body: { actionType: 'hydration' } })
  goTo(clock, '2031-06-04T11:59:00Z')
  const date = '2031-06-03'
  const tick = (actionType: 'hydration' | 'prayer') =>
    own.call(calls.completeSystem, { body: { actionType, date } })
  expect(await tick('prayer')).toMatchObject({ completed: true, finishedLater: true })
  // An action ticked in time stays so.
  expect(await tick('hydration')).toMatchObject({ completed: true, finishedLater: false })
  expect(await ticked(own, date)).toEqual(['hydration', 'prayer later'])
  expect(await ticked(own)).toEqual([])
  expect(await ticked(own, '2031-06-04')).toEqual([])
  const params = { actionType: 'hydration' } as const
  await own.call(calls.uncompleteSystem, { params, query: { date } })
  expect(await ticked(own, date)).toEqual(['prayer later'])

  goTo(clock, '2031-06-04T12:00:00Z')
  const closed = { status: 400, code: 'invalid_input', fields: { date: expect.any(String) } }
  expect(await own.refuse(calls.listSystem, { query: { date } })).toMatchObject(closed)
  const body = { actionType: 'growth', date }
  expect(await own.refuse(calls.completeSystem, { body })).toMatchObject(closed)
  expect(await own.refuse(calls.uncompleteSystem, { params, query: { date } })).toMatchObject(
    closed,
  )
  expect(await own.refuse(calls.listPersonal, { query: { date } })).toMatchObject(closed)
})

test('an offline tick counts for the day on which it was made', async ({ api, world, clock }) => {
  const own = api.as(await newMember(world))
  goTo(clock, '2031-06-20T17:00:00Z')
  const send = (actionType: string, madeAt: string) =>
    own.request(calls.completeSystem, { body: { actionType, madeAt } })
  const statuses = [
    await send('prayer', '2031-06-18T22:00:00Z'),
    await send('growth', '2031-06-19T02:59:59Z'),
    await send('selfcare', '2031-06-20T03:00:00Z'),
  ].map(({ status, json }) => [status, json])
  expect(statuses).toEqual([
    [200, { actionType: 'prayer', completed: true, finishedLater: false }],
    [200, { actionType: 'growth', completed: true, finishedLater: false }],
    [200, { actionType: 'selfcare', completed: true, finishedLater: false }],
  ])
  const { days } = await own.call(calls.week)
  expect(days.map(({ completedCount }) => completedCount)).toEqual([0, 0, 0, 0, 2, 0, 1])
})

test.for([
  ['an unknown action', { actionType: 'sleep' }, 'actionType'],
  ['no action', {}, 'actionType'],
  ['a day that does not exist', { actionType: 'prayer', date: '2026-02-30' }, 'date'],
  ['a day long ago', { actionType: 'prayer', date: '2020-01-01' }, 'date'],
  ['a day to come', { actionType: 'prayer', date: '2039-01-01' }, 'date'],
  ['a moment that is none', { actionType: 'prayer', madeAt: 'yesterday' }, 'madeAt'],
  ['a moment long ago', { actionType: 'prayer', madeAt: '2020-01-01T10:00:00Z' }, 'madeAt'],
] as const)('%s is refused with a sentence', async ([, body, field], { api, world }) => {
  const own = api.as(await newMember(world))
  const refusal = await own.refuse(calls.completeSystem, { body })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(refusal.fields?.[field]).toBe(refusal.message)
  expect(refusal.message).toMatch(/^[A-Z].+[.n]$/)
})

test('an unknown action in the path is refused', async ({ api, world }) => {
  const own = api.as(await newMember(world))
  const params = { actionType: 'sleep' as 'prayer' }
  expect(await own.refuse(calls.uncompleteSystem, { params })).toMatchObject({
    status: 400,
    message: 'Unknown action',
  })
})

test('the week counts both kinds of actions, skips rest days, and allows two misses', async ({
  api,
  world,
  clock,
}) => {
  const own = api.as(await newMember(world))
  goTo(clock, '2031-07-16T08:00:00Z')
  const { id } = await own.call(calls.createPersonal, { body: { actionContent: 'Walk' } })
  const tickOn = async (day: string) => {
    const madeAt = `2031-07-${day}T12:00:00Z`
    await own.call(calls.completeSystem, { body: { actionType: 'prayer', madeAt } })
    await own.call(calls.changePersonal, { params: { id }, body: { completed: true, madeAt } })
  }
  for (const day of ['10', '11', '13']) await tickOn(day)
  const before = await own.call(calls.week)
  expect(before.days.map(({ date, completedCount }) => [date, completedCount])).toEqual([
    ['2031-07-10', 2],
    ['2031-07-11', 2],
    ['2031-07-12', 0],
    ['2031-07-13', 2],
    ['2031-07-14', 0],
    ['2031-07-15', 0],
    ['2031-07-16', 0],
  ])
  expect(before).toMatchObject({
    today: '2031-07-16',
    restWeekdays: [],
    misses: 3,
    isWhole: false,
    mayFinishYesterday: true,
  })
  // 12 July 2031 is a Saturday.
  const rested = await own.call(calls.chooseRestDays, { body: { weekdays: [6, 3, 6] } })
  expect(rested).toMatchObject({ restWeekdays: [3, 6], misses: 2, isWhole: true })
  expect(rested.days.map(({ isRest }) => isRest)).toEqual([
    false,
    false,
    true,
    false,
    false,
    false,
    true,
  ])
  const date = '2031-07-15'
  await own.call(calls.completeSystem, { body: { actionType: 'growth', date } })
  const finished = await own.call(calls.week)
  expect(finished.misses).toBe(1)
  expect(finished.days[5]).toEqual({
    date,
    completedCount: 1,
    isRest: false,
    isFinishedLater: true,
  })
  await own.call(calls.removePersonal, { params: { id } })
  expect((await own.call(calls.week)).days[0]?.completedCount).toBe(2)
})

test('days before the member joined are neither missed nor open, and the first week is not on track yet', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await newMember(world, 'America/Chicago')
  await context.db
    .updateTable('member')
    // 01:00 of the 13th in Chicago, which is the 12th.
    .set({ createdAt: new Date('2031-08-13T06:00:00Z') })
    .where('memberId', '=', member.id)
    .execute()
  const own = api.as(member)
  goTo(clock, '2031-08-14T18:00:00Z')
  expect(await own.call(calls.week)).toMatchObject({
    joinedOn: '2031-08-12',
    misses: 2,
    isWhole: false,
  })
  goTo(clock, '2031-08-13T07:00:00Z')
  expect(await own.call(calls.week)).toMatchObject({ misses: 0, isWhole: false })
})

test('yesterday cannot be finished on the day of joining, but can the next morning', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member({
    timeZone: 'UTC',
    createdAt: new Date('2031-10-05T08:00:00Z'),
  })
  const own = api.as({ cookie: await world.session(member.id, FAR) })
  goTo(clock, '2031-10-05T08:05:00Z')
  const { id } = await own.call(calls.createPersonal, { body: { actionContent: 'Walk' } })
  expect((await own.call(calls.week)).mayFinishYesterday).toBe(false)
  const date = '2031-10-04'
  const refusals = [
    await own.refuse(calls.listSystem, { query: { date } }),
    await own.refuse(calls.completeSystem, { body: { actionType: 'prayer', date } }),
    await own.refuse(calls.uncompleteSystem, { params: { actionType: 'prayer' }, query: { date } }),
    await own.refuse(calls.listPersonal, { query: { date } }),
    await own.refuse(calls.changePersonal, { params: { id }, body: { completed: true, date } }),
  ]
  const sentence = 'This day is before you joined. Check off today’s actions instead.'
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 400, message: sentence, fields: { date: sentence } })
  }
  expect((await own.call(calls.week)).days.map(({ completedCount }) => completedCount)).toEqual(
    Array(7).fill(0),
  )

  goTo(clock, '2031-10-06T08:00:00Z')
  expect((await own.call(calls.week)).mayFinishYesterday).toBe(true)
  const body = { actionType: 'growth', date: '2031-10-05' } as const
  expect(await own.call(calls.completeSystem, { body })).toMatchObject({ finishedLater: true })
})

test('a tick from a device whose clock is behind counts for the day of joining', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member({
    timeZone: 'UTC',
    createdAt: new Date('2031-11-05T03:05:00Z'),
  })
  const own = api.as({ cookie: await world.session(member.id, FAR) })
  goTo(clock, '2031-11-05T03:10:00Z')
  const body = { actionType: 'prayer', madeAt: '2031-11-05T02:50:00Z' } as const
  await own.call(calls.completeSystem, { body })
  expect(await ticked(own)).toEqual(['prayer'])
})

test.for([
  ['02:59', false],
  ['03:00', true],
  ['11:59', true],
  ['12:00', false],
  ['23:59', false],
] as const)(
  'at %s, whether yesterday can be finished is %s',
  async ([time, may], { api, world, clock }) => {
    const own = api.as(await newMember(world))
    goTo(clock, `2031-09-02T${time}:00Z`)
    expect((await own.call(calls.week)).mayFinishYesterday).toBe(may)
  },
)

test.for([
  [{ weekdays: [7] }, 'Choose days of the week.'],
  [{ weekdays: [0, 1, 2, 3, 4, 5, 6] }, 'Leave one day of the week for your actions.'],
  [{ weekdays: 'Sunday' }, 'Choose days of the week.'],
  [{}, 'Choose days of the week.'],
] as const)('rest days %j are refused', async ([body, message], { api, world }) => {
  const own = api.as(await newMember(world))
  expect(await own.refuse(calls.chooseRestDays, { body })).toMatchObject({
    status: 400,
    code: 'invalid_input',
    message,
  })
})

import { expect } from 'vitest'
import { ACTION_LIMITS, actionEndpoints as calls } from '#contract/actions.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'

async function create(api: TestApi, actionContent: string): Promise<number> {
  return (await api.call(calls.createPersonal, { body: { actionContent } })).id
}

async function fill(api: TestApi, count: number): Promise<void> {
  for (let index = 0; index < count; index++) await create(api, `Action ${index}`)
}

test('personal actions are listed oldest first, and can be ticked and unticked', async ({
  api,
  world,
}) => {
  const own = api.as(await world.member())
  const response = await own.request(calls.createPersonal, {
    body: { actionContent: '  Write one page ' },
  })
  expect(response.status).toBe(201)
  const first = { actionContent: 'Write one page', completed: false, finishedLater: false }
  expect(response.json).toEqual({ id: expect.any(Number), ...first })
  const second = await create(own, 'Call my mother')
  const tick = (completed: boolean) =>
    own.call(calls.changePersonal, { params: { id: second }, body: { completed } })
  const done = {
    id: second,
    actionContent: 'Call my mother',
    completed: true,
    finishedLater: false,
  }
  expect(await tick(true)).toEqual(done)
  expect(await tick(true)).toEqual(done)
  expect(await own.call(calls.listPersonal)).toEqual([{ id: second - 1, ...first }, done])
  expect(await tick(false)).toEqual({ ...done, completed: false })
  expect(await tick(false)).toEqual({ ...done, completed: false })
  expect((await own.call(calls.listPersonal)).map(({ completed }) => completed)).toEqual([
    false,
    false,
  ])
})

test('a tick counts for its day only: the action is open tomorrow, and yesterday can be finished', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member({ timeZone: 'UTC' })
  const own = api.as({ cookie: await world.session(member.id, new Date('2040-01-01T00:00:00Z')) })
  const id = await create(own, 'Read a psalm')
  const goTo = (instant: string) =>
    clock.advance({ minutes: (Date.parse(instant) - clock.now().getTime()) / 60_000 })
  goTo('2031-03-03T20:00:00Z')
  await own.call(calls.changePersonal, { params: { id }, body: { completed: true } })
  goTo('2031-03-04T09:00:00Z')
  const read = async (date?: string) => {
    const [action] = await own.call(calls.listPersonal, { query: { date } })
    return [action?.completed, action?.finishedLater]
  }
  expect(await read()).toEqual([false, false])
  expect(await read('2031-03-03')).toEqual([true, false])
  const tick = (completed: boolean) =>
    own.call(calls.changePersonal, {
      params: { id },
      body: { completed, date: '2031-03-03' },
    })
  expect(await tick(true)).toMatchObject({ completed: true, finishedLater: false })
  await tick(false)
  expect(await read('2031-03-03')).toEqual([false, false])
  expect(await tick(true)).toMatchObject({ completed: true, finishedLater: true })
  expect(await read('2031-03-03')).toEqual([true, true])
  expect(await read()).toEqual([false, false])
  const late = { params: { id }, body: { completed: true, date: '2031-03-02' } }
  expect(await own.refuse(calls.changePersonal, late)).toMatchObject({ status: 400 })
  const offline = { completed: true, madeAt: '2031-03-02T21:00:00Z' }
  await own.call(calls.changePersonal, { params: { id }, body: offline })
  const { days } = await own.call(calls.week)
  expect(days.slice(-3).map(({ completedCount }) => completedCount)).toEqual([1, 1, 0])
})

test('nobody else can read or change an action, not even an administrator', async ({
  api,
  world,
}) => {
  const own = api.as(await world.member())
  const id = await create(own, 'Only mine')
  const missing = { status: 404, code: 'not_found', message: 'This action does not exist.' }
  for (const stranger of [await world.member(), await world.admin()]) {
    const other = api.as(stranger)
    for (const completed of [true, false]) {
      const input = { params: { id }, body: { completed } }
      expect(await other.refuse(calls.changePersonal, input)).toMatchObject(missing)
    }
    expect(await other.refuse(calls.removePersonal, { params: { id } })).toMatchObject(missing)
    expect(await other.call(calls.listPersonal)).toEqual([])
  }
  expect(await own.call(calls.listPersonal)).toMatchObject([{ id, completed: false }])
})

test('removing an action erases its text, works once, and keeps its ticks', async ({
  api,
  world,
  context,
}) => {
  const own = api.as(await world.member())
  const id = await create(own, 'A private resolution')
  await own.call(calls.changePersonal, { params: { id }, body: { completed: true } })
  const remove = () => own.request(calls.removePersonal, { params: { id } })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  const again = { params: { id }, body: { completed: false } }
  expect(await own.refuse(calls.changePersonal, again)).toMatchObject({ status: 404 })
  expect(await own.call(calls.listPersonal)).toEqual([])
  const row = await context.db
    .selectFrom('personalAction')
    .select(['content', 'removedAt'])
    .where('personalActionId', '=', id)
    .executeTakeFirst()
  expect(row).toEqual({ content: '', removedAt: expect.any(Date) })
  expect((await own.call(calls.week)).days.at(-1)?.completedCount).toBe(1)
})

test('the same key returns the same action, even if sent many times at once', async ({
  api,
  world,
}) => {
  const [member, other] = [await world.member(), await world.member()]
  const key = crypto.randomUUID()
  const body = { actionContent: 'Sent again', key }
  const send = () => api.as(member).request(calls.createPersonal, { body })
  const responses = await Promise.all(Array.from({ length: 12 }, send))
  expect(responses.map(({ status }) => status)).toEqual(Array(12).fill(201))
  expect(new Set(responses.map(({ text }) => text)).size).toBe(1)
  const [action, ...more] = await api.as(member).call(calls.listPersonal)
  expect(more).toEqual([])
  const id = action?.id ?? 0
  await api.as(member).call(calls.changePersonal, { params: { id }, body: { completed: true } })
  expect((await send()).json).toMatchObject({ id, completed: true })
  // The same key of another member is a different key.
  const others = await api.as(other).call(calls.createPersonal, { body })
  expect(others.id).not.toBe(id)
  await api.as(member).call(calls.removePersonal, { params: { id } })
  expect(await api.as(member).refuse(calls.createPersonal, { body })).toMatchObject({
    status: 409,
    message: 'This action was removed.',
  })
})

test('there are at most fifty actions, even if many are added at once', async ({ api, world }) => {
  const own = api.as(await world.member())
  await fill(own, ACTION_LIMITS.actions - 2)
  const key = crypto.randomUUID()
  const add = (index: number) =>
    own.request(calls.createPersonal, {
      body: { actionContent: `Late ${index}`, ...(index === 0 && { key }) },
    })
  const responses = await Promise.all(Array.from({ length: 12 }, (_, index) => add(index)))
  const statuses = responses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([201, 201, ...Array(10).fill(409)])
  const refused = responses.find(({ status }) => status === 409)
  expect(refused?.json).toMatchObject({
    code: 'conflict',
    message: 'You can have up to 50 actions.',
    error: 'You can have up to 50 actions.',
  })
  const actions = await own.call(calls.listPersonal)
  expect(actions).toHaveLength(50)
  const id = actions[0]?.id ?? 0
  await own.call(calls.removePersonal, { params: { id } })
  expect((await add(50)).status).toBe(201)
  expect((await own.call(calls.listPersonal)).map((action) => action.id)).not.toContain(id)
})

test.for([
  [{}, 'Action content is required'],
  [{ actionContent: '   ' }, 'Action content is required'],
  [{ actionContent: 7 }, 'Action content is required'],
  [{ actionContent: 'a'.repeat(201) }, 'Actions must be 200 characters or less'],
  [{ actionContent: 'a\0b' }, 'This text has a character that can’t be stored.'],
] as const)('%j is refused', async ([body, message], { api, world }) => {
  const own = api.as(await world.member())
  expect(await own.refuse(calls.createPersonal, { body })).toMatchObject({
    status: 400,
    message,
    fields: { actionContent: message },
  })
})

test('two hundred characters are accepted; a wrong id, key or state is refused', async ({
  api,
  world,
}) => {
  const own = api.as(await world.member())
  const id = await create(own, 'a'.repeat(200))
  expect((await own.call(calls.listPersonal))[0]?.actionContent).toHaveLength(200)
  const refused = [
    await own.refuse(calls.changePersonal, { params: { id: 'x' }, body: { completed: true } }),
    await own.refuse(calls.changePersonal, { params: { id: 2 ** 40 }, body: { completed: true } }),
    await own.refuse(calls.changePersonal, { params: { id }, body: { completed: 'yes' } }),
    await own.refuse(calls.changePersonal, { params: { id }, body: {} }),
    await own.refuse(calls.createPersonal, { body: { actionContent: 'x', key: 'x' } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400])
})

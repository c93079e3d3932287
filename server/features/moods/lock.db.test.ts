import { expect } from 'vitest'
import { accountEndpoints } from '#contract/accounts.ts'
import { moodEndpoints as calls } from '#contract/moods.ts'
import type { TestApi } from '#server/testing/api.ts'
import { test, testLogNamesNobody } from '#server/testing/world.ts'

const LOCKED = {
  status: 403,
  code: 'journal_locked',
  message: 'Enter your password to open your journal.',
}
const WRONG = {
  status: 400,
  code: 'invalid_input',
  fields: { password: 'This is not your current password.' },
}

/** Whether all calls that show or change the journal are allowed; none may differ. */
async function isOpen(caller: TestApi): Promise<boolean> {
  const responses = [
    await caller.request(calls.list),
    await caller.request(calls.save, { body: { mood: 'neutral' } }),
    await caller.request(calls.remove, { params: { id: 2_000_000_000 } }),
    await caller.request(accountEndpoints.exportData),
  ]
  const refusals = responses.filter(({ json }) => (json as { code?: string })?.code === LOCKED.code)
  if (refusals.length === 0) return true
  for (const response of responses)
    expect(response).toMatchObject({ status: 403, json: LOCKED_BODY })
  return false
}
const { status: _, ...LOCKED_BODY } = LOCKED

test('without a lock no password is needed', async ({ api, world, clock }) => {
  const ana = api.as(await world.member())
  expect(await ana.call(calls.getLock)).toEqual({ minutes: null, isLocked: false })
  expect(await ana.call(calls.lockNow)).toEqual({ minutes: null, isLocked: false })
  clock.advance({ minutes: 600 })
  expect(await isOpen(ana)).toBe(true)
})

test('the journal locks after its minutes without use, and every use extends the time', async ({
  api,
  world,
  clock,
}) => {
  const member = await world.member()
  const ana = api.as(member)
  const { password } = member
  const set = await ana.call(calls.changeLock, { body: { minutes: 5, password } })
  expect(set).toEqual({ minutes: 5, isLocked: false })
  for (let count = 0; count < 4; count++) {
    clock.advance({ minutes: 4 })
    expect((await ana.request(calls.list)).status).toBe(200)
  }
  // Reading the lock's state doesn't count as using the journal.
  clock.advance({ minutes: 3 })
  expect(await ana.call(calls.getLock)).toEqual({ minutes: 5, isLocked: false })
  clock.advance({ minutes: 2.1 })
  expect(await ana.call(calls.getLock)).toEqual({ minutes: 5, isLocked: true })
  expect(await isOpen(ana)).toBe(false)
  expect(await ana.call(calls.unlock, { body: { password } })).toEqual({
    minutes: 5,
    isLocked: false,
  })
  expect(await isOpen(ana)).toBe(true)
})

test('the time of use is written at most once in 20 seconds', async ({
  api,
  world,
  clock,
  context,
}) => {
  const member = await world.member()
  const ana = api.as(member)
  await ana.call(calls.changeLock, { body: { minutes: 1, password: member.password } })
  const seenAt = async (): Promise<number | undefined> => {
    const row = await context.db
      .selectFrom('session')
      .select('journalSeenAt')
      .where('memberId', '=', member.id)
      .executeTakeFirstOrThrow()
    return row.journalSeenAt?.getTime()
  }
  const first = await seenAt()
  clock.advance({ minutes: 0.05 })
  await ana.call(calls.list)
  expect(await seenAt()).toBe(first)
  clock.advance({ minutes: 0.35 })
  await ana.call(calls.list)
  expect(await seenAt()).toBeGreaterThan((first ?? 0) + 20_000)
})

test('a lock applies to each session separately, and its removal to all of them', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const laptop = api.as(member)
  const phone = api.as({ cookie: await world.session(member.id) })
  const { password } = member
  expect(await isOpen(phone)).toBe(true)
  await laptop.call(calls.changeLock, { body: { minutes: 15, password } })
  expect(await isOpen(laptop)).toBe(true)
  expect(await isOpen(phone)).toBe(false)
  await phone.call(calls.unlock, { body: { password } })
  await laptop.call(calls.lockNow)
  expect(await isOpen(laptop)).toBe(false)
  expect(await isOpen(phone)).toBe(true)
  const lifted = await phone.call(calls.changeLock, { body: { minutes: null, password } })
  expect(lifted).toEqual({ minutes: null, isLocked: false })
  expect(await isOpen(laptop)).toBe(true)
})

test('locking now wins over reads at the same moment', async ({ api, world, clock }) => {
  const member = await world.member()
  const ana = api.as(member)
  const { password } = member
  for (let round = 0; round < 10; round++) {
    await ana.call(calls.changeLock, { body: { minutes: 1, password } })
    clock.advance({ minutes: 0.5 })
    const reads = () => [ana.request(calls.list), ana.request(calls.list)]
    const [, , lock] = await Promise.all([...reads(), ana.request(calls.lockNow), ...reads()])
    expect(lock?.json).toEqual({ minutes: 1, isLocked: true })
    expect(await ana.call(calls.getLock)).toEqual({ minutes: 1, isLocked: true })
  }
})

test('a lock can’t be changed without the password, and guesses are limited', async ({
  api,
  world,
}) => {
  const member = await world.member()
  const ana = api.as(member)
  const wrong = { password: 'not this one' }
  expect(await ana.refuse(calls.changeLock, { body: { minutes: 5, ...wrong } })).toMatchObject(
    WRONG,
  )
  expect(await ana.call(calls.getLock)).toEqual({ minutes: null, isLocked: false })
  const { password } = member
  await ana.call(calls.changeLock, { body: { minutes: 5, password } })
  await ana.call(calls.lockNow)
  expect(await ana.refuse(calls.unlock, { body: wrong })).toMatchObject(WRONG)
  expect(await ana.refuse(calls.changeLock, { body: { minutes: null, ...wrong } })).toMatchObject(
    WRONG,
  )
  expect(await ana.refuse(calls.list)).toMatchObject(LOCKED)
  for (let count = 0; count < 8; count++) await ana.refuse(calls.unlock, { body: wrong })
  for (const body of [wrong, { password }]) {
    expect(await ana.refuse(calls.unlock, { body })).toMatchObject({ code: 'rate_limited' })
  }
  expect(await ana.call(calls.getLock)).toEqual({ minutes: 5, isLocked: true })
})

test.for([
  [{ minutes: 5 }, 'password', 'Enter your password.'],
  [{ minutes: 5, password: '' }, 'password', 'Enter your password.'],
  [{ minutes: 2, password: 'x' }, 'minutes', 'Choose 1, 5, 15 or 60 minutes.'],
  [{ minutes: '5', password: 'x' }, 'minutes', 'Choose 1, 5, 15 or 60 minutes.'],
  [{ password: 'x' }, 'minutes', 'Choose 1, 5, 15 or 60 minutes.'],
] as const)('%j is refused', async ([body, field, sentence], { api, world }) => {
  const ana = api.as(await world.member())
  expect(await ana.refuse(calls.changeLock, { body })).toMatchObject({
    status: 400,
    fields: { [field]: sentence },
  })
})

test('a member’s lock doesn’t affect other members', async ({ api, world }) => {
  const [ana, ben] = [await world.member(), await world.member()]
  const { password } = ana
  await api.as(ana).call(calls.changeLock, { body: { minutes: 1, password } })
  await api.as(ana).call(calls.lockNow)
  expect(await api.as(ben).call(calls.getLock)).toEqual({ minutes: null, isLocked: false })
  expect(await isOpen(api.as(ben))).toBe(true)
})

testLogNamesNobody()

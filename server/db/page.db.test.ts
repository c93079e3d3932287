import { expect } from 'vitest'
import { addDays } from '#contract/logical-date.ts'
import { test } from '#server/testing/world.ts'
import { walkPages, walkRows } from './page.ts'

const ACTIONS = ['growth', 'hydration', 'movement', 'prayer', 'selfcare'] as const

test('a walk reads every row once, in the order of its key', async ({ context: { db }, world }) => {
  const { id: memberId } = await world.member()
  const days = Array.from({ length: 90 }, (_, index) => addDays('2026-01-01', index))
  const ticks = days.flatMap((day) =>
    ACTIONS.map((actionType) => ({ memberId, day, actionType, finishedLater: false })),
  )
  await db.insertInto('actionTick').values(ticks.toReversed()).execute()

  const own = db
    .selectFrom('actionTick')
    .select(['memberId', 'day', 'actionType'])
    .where('memberId', '=', memberId)
  const pages = []
  for await (const page of walkPages(own, ['day', 'actionType'])) pages.push(page)
  expect(pages.map((page) => page.length)).toEqual([200, 200, 50])
  expect(pages.flat()).toEqual(await own.orderBy('day').orderBy('actionType').execute())
})

test('a walk needs no key among the columns it selects', async ({ context: { db }, world }) => {
  const { id: memberId } = await world.member()
  const contents = Array.from({ length: 201 }, (_, index) => `Action ${index}`)
  const actions = contents.map((content) => ({ memberId, content, createdAt: new Date() }))
  await db.insertInto('personalAction').values(actions).execute()

  const own = db.selectFrom('personalAction').select('content').where('memberId', '=', memberId)
  const walked = []
  for await (const row of walkRows(own, ['personalActionId'])) walked.push(row)
  expect(walked).toEqual(contents.map((content) => ({ content })))
})

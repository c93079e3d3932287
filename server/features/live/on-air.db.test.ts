import { expect, vi } from 'vitest'
import { liveEndpoints as calls } from '#contract/live.ts'
import type { Context } from '#server/context.ts'
import { test } from '#server/testing/live-world.ts'
import type { TestMember } from '#server/testing/population.ts'
import { notifyOnAir } from './on-air.ts'

async function notified({ db }: Context, memberId: string) {
  return db
    .selectFrom('notification')
    .select(['happenings', 'readAt', 'subjectId'])
    .where('memberId', '=', memberId)
    .where('kind', '=', 'live-on-air')
    .orderBy('notificationId')
    .execute()
}

async function runningSession({ db }: Context): Promise<number> {
  const { liveSessionId } = await db
    .selectFrom('liveSession')
    .select('liveSessionId')
    .where('endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return liveSessionId
}

const ONCE = [{ happenings: 1, readAt: null, subjectId: null }]

test('going on air notifies members with access once, but not the starter and those without access', async ({
  stage,
  world,
}) => {
  const [ana, poor, otherHost] = [await stage.member(), await world.member(), await world.admin()]
  const suspended = await stage.member()
  await stage.context.db
    .updateTable('member')
    .set({ suspendedAt: new Date() })
    .where('memberId', '=', suspended.id)
    .execute()
  await stage.onAir()
  await vi.waitFor(async () => expect(await notified(stage.context, ana.id)).toEqual(ONCE), {
    interval: 200,
  })
  await vi.waitFor(async () => expect(await notified(stage.context, otherHost.id)).toEqual(ONCE))
  for (const { id } of [poor, stage.host, suspended]) {
    expect(await notified(stage.context, id)).toEqual([])
  }
  await stage.api.as(stage.host).call(calls.start)
  expect(await notified(stage.context, ana.id)).toEqual(ONCE)
})

test('a batch that runs twice notifies once, even with an earlier unread notification', async ({
  stage,
  context,
}) => {
  const ana = await stage.member()
  await context.db
    .insertInto('notification')
    .values({
      memberId: ana.id,
      kind: 'live-on-air',
      createdAt: new Date('2026-01-01'),
      updatedAt: new Date('2026-01-01'),
    })
    .execute()
  await stage.onAir()
  const liveSessionId = await runningSession(context)
  const job = { liveSessionId, after: null }
  await Promise.all([notifyOnAir(context, job), notifyOnAir(context, job)])
  await notifyOnAir(context, job)
  const [old, fresh, ...more] = await notified(context, ana.id)
  expect(old?.readAt).not.toBeNull()
  expect(fresh).toEqual(ONCE[0])
  expect(more).toEqual([])
})

test('nobody is notified if the room is off air by then', async ({ stage, context }) => {
  const ana = await stage.member()
  await stage.onAir()
  const liveSessionId = await runningSession(context)
  await stage.api.as(stage.host).call(calls.stop)
  await notifyOnAir(context, { liveSessionId, after: null })
  expect(await notified(context, ana.id)).toEqual([])
})

test('more members than fit in one batch are all notified', async ({ stage, world, context }) => {
  const admins: TestMember[] = []
  while (admins.length < 230) admins.push(await world.admin())
  await stage.onAir()
  const liveSessionId = await runningSession(context)
  await notifyOnAir(context, { liveSessionId, after: null })
  await vi.waitFor(
    async () => {
      const { count } = await context.db
        .selectFrom('notification')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('kind', '=', 'live-on-air')
        .where(
          'memberId',
          'in',
          admins.map(({ id }) => id),
        )
        .executeTakeFirstOrThrow()
      expect(Number(count)).toBe(230)
    },
    { interval: 200 },
  )
})

import { expect, test } from 'vitest'
import { moodCalls } from '#web/lib/calls.gen.ts'
import { deliverNow } from '#web/lib/outbox/delivery.ts'
import { TestServer } from '#web/lib/outbox/testing/fixtures.ts'
import { sendOrQueue } from '#web/lib/outbox.ts'

test('without storage a call is sent if possible, and an offline call is thrown', async () => {
  const server = new TestServer()
  server.memberId = 'someone'
  server.install()
  server.answer = () => ({ status: 201, body: { id: 1 } })
  const save = (): Promise<unknown> =>
    sendOrQueue(
      moodCalls.save,
      { body: { mood: 'joyful' } },
      { memberId: 'someone', key: 'mood', title: 'Mood' },
    )
  expect(await save()).toEqual({ answer: { id: 1 } })
  server.isReachable = false
  await expect(save()).rejects.toMatchObject({ code: 'offline' })
  expect(await deliverNow('someone')).toBeUndefined()
})

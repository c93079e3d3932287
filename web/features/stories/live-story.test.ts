import { expect, test } from 'vitest'
import type { Reply } from '#contract/stories.ts'
import { quietly } from './live-story.ts'

function reply(id: number, given: Partial<Reply> = {}): Reply {
  return {
    id,
    storyId: 1,
    content: 'Amen.',
    parentId: null,
    replyTo: null,
    userId: null,
    mine: false,
    canDelete: false,
    canReport: true,
    canMute: false,
    isMuted: false,
    user: { anonymousUsername: 'Sparrow' },
    createdAt: '2026-03-05T12:00:00.000Z',
    isDeleted: false,
    isWaiting: false,
    ...given,
  }
}

function ids(replies: Reply[]): number[] {
  return replies.map(({ id }) => id)
}

test('before any news every reply is shown', () => {
  const { shown, fresh } = quietly([reply(1), reply(2)], undefined)
  expect([ids(shown), ids(fresh)]).toEqual([[1, 2], []])
})

test('what others send while the thread is open waits, what the reader sends does not', () => {
  const replies = [reply(1), reply(2), reply(3, { mine: true }), reply(4)]
  const { shown, fresh } = quietly(replies, new Map([[1, reply(1)]]))
  expect([ids(shown), ids(fresh)]).toEqual([
    [1, 3],
    [2, 4],
  ])
})

test('what was deleted before anybody saw it is no news', () => {
  const { shown, fresh } = quietly(
    [reply(1), reply(2, { isDeleted: true })],
    new Map([[1, reply(1)]]),
  )
  expect([ids(shown), ids(fresh)]).toEqual([[1], []])
})

test('a reply that is being answered stays although it is deleted, others go', () => {
  const known = new Map([1, 2].map((id) => [id, reply(id)]))
  const deleted = [1, 2].map((id) => reply(id, { content: '', isDeleted: true }))
  const { shown } = quietly(deleted, known, reply(2))
  expect(shown.map(({ isDeleted }) => isDeleted)).toEqual([true, false])
})

test.each([
  ['before any news', undefined],
  ['after news', new Map([1, 2, 3].map((id) => [id, reply(id)]))],
])('a reply that is being answered stays in its place when it is gone, %s', (_, known) => {
  const { shown, fresh } = quietly([reply(1), reply(3)], known, reply(2))
  expect([ids(shown), ids(fresh)]).toEqual([[1, 2, 3], []])
})

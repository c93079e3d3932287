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

test('before any live update every reply is shown', () => {
  const { shown, fresh } = quietly([reply(1), reply(2)], undefined)
  expect([ids(shown), ids(fresh)]).toEqual([[1, 2], []])
})

test('new replies by others are held back while the thread is open, the reader’s own are shown', () => {
  const replies = [reply(1), reply(2), reply(3, { mine: true }), reply(4)]
  const { shown, fresh } = quietly(replies, new Map([[1, reply(1)]]))
  expect([ids(shown), ids(fresh)]).toEqual([
    [1, 3],
    [2, 4],
  ])
})

test('a new reply that was deleted before it was shown is not announced', () => {
  const { shown, fresh } = quietly(
    [reply(1), reply(2, { isDeleted: true })],
    new Map([[1, reply(1)]]),
  )
  expect([ids(shown), ids(fresh)]).toEqual([[1], []])
})

test('a deleted reply that is being answered stays, other deleted replies do not', () => {
  const known = new Map([1, 2].map((id) => [id, reply(id)]))
  const deleted = [1, 2].map((id) => reply(id, { content: '', isDeleted: true }))
  const { shown } = quietly(deleted, known, reply(2))
  expect(shown.map(({ isDeleted }) => isDeleted)).toEqual([true, false])
})

test.each([
  ['before any live update', undefined],
  ['after a live update', new Map([1, 2, 3].map((id) => [id, reply(id)]))],
])(
  'a reply that is being answered stays in its place when the server no longer lists it, %s',
  (_, known) => {
    const { shown, fresh } = quietly([reply(1), reply(3)], known, reply(2))
    expect([ids(shown), ids(fresh)]).toEqual([[1, 2, 3], []])
  },
)

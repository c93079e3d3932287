import { expect, test } from 'vitest'
import type { Reply } from '#contract/stories.ts'
import { countReplies, isContinuation, threadsOf } from './thread.ts'

function reply(id: number, parentId: number | null = null, change: Partial<Reply> = {}): Reply {
  return {
    id,
    storyId: 1,
    content: `reply ${id}`,
    parentId,
    replyTo: null,
    userId: null,
    mine: false,
    canDelete: false,
    canReport: true,
    canMute: false,
    isMuted: false,
    user: { anonymousUsername: `member${id}` },
    createdAt: new Date(Date.UTC(2026, 2, 1, 6, id)).toISOString(),
    isDeleted: false,
    isWaiting: false,
    ...change,
  }
}

function shapeOf(replies: Reply[]): [number, number[]][] {
  return threadsOf(replies).map(({ root, answers }) => [root.id, answers.map(({ id }) => id)])
}

test('answers are nested under their top-level reply, oldest first at both levels', () => {
  expect(shapeOf([reply(5, 1), reply(2), reply(4, 1), reply(1)])).toEqual([
    [1, [4, 5]],
    [2, []],
  ])
})

test('an answer to an answer is nested under the top-level ancestor', () => {
  expect(shapeOf([reply(1), reply(2, 1), reply(3, 2)])).toEqual([[1, [2, 3]]])
})

test('of two replies with the same time, the lower id comes first', () => {
  const createdAt = '2026-03-01T06:00:00.000Z'
  expect(shapeOf([reply(9, null, { createdAt }), reply(8, null, { createdAt })])).toEqual([
    [8, []],
    [9, []],
  ])
})

test('a removed reply is left out when it has no answers', () => {
  expect(shapeOf([reply(1, null, { isDeleted: true }), reply(2)])).toEqual([[2, []]])
})

test('a removed reply keeps its place while it has an answer', () => {
  const removed = reply(1, null, { isDeleted: true })
  expect(shapeOf([removed, reply(2, 1)])).toEqual([[1, [2]]])
  expect(shapeOf([removed, reply(2, 1, { isDeleted: true })])).toEqual([])
})

test('a removed answer keeps its place while another reply refers to it', () => {
  const removed = reply(2, 1, { isDeleted: true })
  const replyTo = { id: 2, anonymousUsername: 'member2' }
  expect(shapeOf([reply(1), removed, reply(3, 1, { replyTo })])).toEqual([[1, [2, 3]]])
  expect(shapeOf([reply(1), removed])).toEqual([[1, []]])
})

test('an answer whose parent is not in the list is shown at the top level', () => {
  expect(shapeOf([reply(3, 99)])).toEqual([[3, []]])
})

test('removed replies are not counted', () => {
  expect(countReplies([reply(1, null, { isDeleted: true }), reply(2, 1)])).toBe(1)
})

test('replies that are each other’s parent do not cause an endless loop', () => {
  expect(threadsOf([reply(1, 2), reply(2, 1)]).length).toBeGreaterThan(0)
})

test('new replies continue a thread at the top level and in its last thread, and nowhere else', () => {
  const shown = [reply(1), reply(2), reply(3, 1)]
  expect(isContinuation(shown, [reply(4), reply(5, 4), reply(6, 2)])).toBe(true)
  expect(isContinuation(shown, [reply(4), reply(5, 1)])).toBe(false)
  expect(isContinuation([], [reply(1)])).toBe(true)
})

import { expect, test } from 'vitest'
import {
  addToast,
  dismissGroup,
  dismissToast,
  type QueuedToast,
  removeToast,
  toastDuration,
} from '#web/ui/toast-queue.ts'

function phases(queue: readonly QueuedToast[]): string[] {
  return queue.map((toast) => `${toast.id} ${toast.phase}`)
}

function queueOf(...ids: string[]): QueuedToast[] {
  return ids.reduce<QueuedToast[]>((queue, id) => addToast(queue, { id, title: id }), [])
}

test('the first toast opens and later ones wait', () => {
  expect(phases(queueOf('a', 'b', 'c'))).toEqual(['a open', 'b waiting', 'c waiting'])
})

test('dismissing the open toast shows the one that waited longest', () => {
  expect(phases(dismissToast(queueOf('a', 'b', 'c'), 'a'))).toEqual([
    'a dismissed',
    'b open',
    'c waiting',
  ])
})

test('dismissing a waiting toast leaves the open one on screen', () => {
  expect(phases(dismissToast(queueOf('a', 'b'), 'b'))).toEqual(['a open', 'b dismissed'])
})

test('dismissing twice changes nothing more', () => {
  const once = dismissToast(queueOf('a', 'b'), 'a')
  expect(phases(dismissToast(once, 'a'))).toEqual(phases(once))
})

test('a toast that comes after a dismissed one opens at once', () => {
  const queue = addToast(dismissToast(queueOf('a'), 'a'), { id: 'b', title: 'b' })
  expect(phases(queue)).toEqual(['a dismissed', 'b open'])
})

test('removing a toast shows the next', () => {
  expect(phases(removeToast(queueOf('a', 'b'), 'a'))).toEqual(['b open'])
})

const SAVED = { title: 'Saved', group: 'form' }
const FAILED = { title: 'Failed', group: 'form', variant: 'destructive' } as const

test('a newer message replaces an older one of its group at once', () => {
  const queue = addToast(addToast(queueOf('other'), { ...SAVED, id: 'a' }), { ...SAVED, id: 'b' })
  expect(phases(queue)).toEqual(['other open', 'a dismissed', 'b waiting'])
  expect(phases(dismissToast(queue, 'other'))).toEqual(['other dismissed', 'a dismissed', 'b open'])
})

test('an error replaces an older success of its group', () => {
  const queue = addToast(addToast([], { ...SAVED, id: 'a' }), { ...FAILED, id: 'b' })
  expect(phases(queue)).toEqual(['a dismissed', 'b open'])
})

test('an error is not replaced by a newer message of its group', () => {
  const queue = addToast(addToast([], { ...FAILED, id: 'a' }), { ...SAVED, id: 'b' })
  expect(phases(queue)).toEqual(['a open', 'b waiting'])
})

test('messages of another group or of none wait for each other', () => {
  const mixed = addToast(addToast([], { ...SAVED, id: 'a' }), { title: 'b', group: 'x', id: 'b' })
  expect(phases(mixed)).toEqual(['a open', 'b waiting'])
})

test('dismissing a group closes its errors too and shows the next', () => {
  const queue = addToast(addToast([], { ...FAILED, id: 'a' }), { id: 'b', title: 'b' })
  expect(phases(dismissGroup(queue, 'form'))).toEqual(['a dismissed', 'b open'])
})

test('a message stays 5 seconds, an error until it is closed', () => {
  expect(toastDuration({ title: 'Saved' })).toBe(5000)
  expect(toastDuration({ title: 'Failed', variant: 'destructive' })).toBe(Number.POSITIVE_INFINITY)
})

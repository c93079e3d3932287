import { expect, test } from 'vitest'
import {
  addToast,
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

test('removing forgets the toast and shows the next', () => {
  expect(phases(removeToast(queueOf('a', 'b'), 'a'))).toEqual(['b open'])
})

test('a message stays 5 seconds, an error until it is closed', () => {
  expect(toastDuration({ title: 'Saved' })).toBe(5000)
  expect(toastDuration({ title: 'Failed', variant: 'destructive' })).toBe(Number.POSITIVE_INFINITY)
})

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  dismissErrorToasts,
  dismissShown,
  dismissToasts,
  shownToast,
  toast,
} from '#web/ui/toast-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('document', { activeElement: null })
})
afterEach(() => {
  dismissShown()
  vi.runAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function title(): unknown {
  const shown = shownToast()
  return shown?.isOpen ? shown.title : undefined
}

function error(text: string, about?: string): void {
  toast({ title: text, variant: 'destructive', ...(about && { about }) })
}

test('a success of the same action replaces its error at once', () => {
  error('Failed to upload logo')
  toast({ title: 'Logo uploaded successfully' })
  expect(title()).toBe('Logo uploaded successfully')
})

test('a newer message about the same thing replaces an older one at once', () => {
  toast({ title: 'Room is now ON AIR', about: 'broadcast' })
  toast({ title: 'Room is now OFF AIR', about: 'broadcast' })
  expect(title()).toBe('Room is now OFF AIR')
})

test('a message about something else waits until the first can have been read', () => {
  toast({ title: 'Room is now ON AIR', about: 'broadcast' })
  toast({ title: 'Joined audio room', about: 'room' })
  vi.advanceTimersByTime(1400)
  expect(title()).toBe('Room is now ON AIR')
  vi.advanceTimersByTime(200)
  expect(title()).toBe('Joined audio room')
})

test('a message that waits appears once the first is closed', () => {
  toast({ title: 'Room is now ON AIR', about: 'broadcast' })
  toast({ title: 'Joined audio room', about: 'room' })
  dismissShown()
  vi.advanceTimersByTime(0)
  expect(title()).toBe('Joined audio room')
})

test('a message that is no longer true never appears', () => {
  toast({ title: 'Room is now ON AIR', about: 'broadcast' })
  toast({ title: 'Joined audio room', about: 'room' })
  dismissToasts('room')
  vi.advanceTimersByTime(2000)
  expect(title()).toBe('Room is now ON AIR')
})

test('the next action on a thing closes what was said about it', () => {
  toast({ title: 'Daily action completed!', about: 'prayer' })
  dismissToasts('hydration')
  expect(title()).toBe('Daily action completed!')
  dismissToasts('prayer')
  expect(title()).toBeUndefined()
})

test('the next action closes an error about the last, but no success', () => {
  error('Failed to submit reply')
  dismissToasts()
  expect(title()).toBeUndefined()
  toast({ title: 'Reply submitted successfully' })
  dismissToasts()
  expect(title()).toBe('Reply submitted successfully')
})

test('an error about something stays until that is acted on or its page is left', () => {
  error('Only invited people can speak', 'room')
  dismissToasts()
  expect(title()).toBe('Only invited people can speak')
  dismissErrorToasts()
  expect(title()).toBeUndefined()
})

test('a closed toast is removed after 1,000,000 ms', () => {
  toast({ title: 'Saved' })
  dismissShown()
  vi.advanceTimersByTime(999_999)
  expect(shownToast()).toMatchObject({ title: 'Saved', isOpen: false })
  vi.advanceTimersByTime(1)
  expect(shownToast()).toBeUndefined()
})

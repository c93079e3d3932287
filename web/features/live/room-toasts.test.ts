import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Participant } from '#contract/live-room.ts'
import { participant, snapshot } from '#web/features/live/room-fakes.ts'
import { OUTSIDE, type RoomState } from '#web/features/live/room-state.ts'
import { showRoomToast, watchOwnPart } from '#web/features/live/room-toasts.ts'
import { createListeners } from '#web/lib/listeners.ts'
import { dismissShown, shownToast } from '#web/ui/toast-store.ts'

const listeners = createListeners()
let state: RoomState = OUTSIDE

function change(part: Partial<RoomState>): void {
  state = { ...state, ...part }
  listeners.notify()
}

function inside(part: Partial<Participant>): Partial<RoomState> {
  return { me: 'p1', phase: 'in', room: snapshot({ participants: [participant('p1', part)] }) }
}

beforeEach(() => {
  vi.stubGlobal('document', { activeElement: null })
  state = OUTSIDE
})
afterEach(() => {
  dismissShown()
  vi.unstubAllGlobals()
})

test('a refusal ends when the person becomes a co-host, and a message when they leave', () => {
  watchOwnPart({ subscribe: listeners.subscribe, getSnapshot: () => state })
  change(inside({ maySpeak: false }))
  showRoomToast({ type: 'refused', sentence: 'Only invited people can speak' })
  expect(shownToast()).toMatchObject({ isOpen: true, description: 'Only invited people can speak' })
  change({ isSoundBlocked: true })
  expect(shownToast()?.isOpen).toBe(true)
  change(inside({ isCohost: true }))
  expect(shownToast()?.isOpen).toBe(false)
  showRoomToast({ type: 'cohost', isCohost: true })
  expect(shownToast()).toMatchObject({ isOpen: true, title: 'You are a co-host' })
  change(OUTSIDE)
  expect(shownToast()?.isOpen).toBe(false)
})

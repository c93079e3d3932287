import { useSyncExternalStore } from 'react'
import { ApiError, sentenceOf } from '#web/lib/api.ts'
import { loadMediaClient } from './media-client.ts'
import { openMicrophone } from './microphone.ts'
import { setPresence } from './room-presence.ts'
import { askForGrant } from './room-queries.ts'
import { openRoomSocket } from './room-socket.ts'
import { isInside, type RoomState } from './room-state.ts'
import { createRoomStore } from './room-store.ts'
import { showRoomToast } from './room-toasts.ts'

/** The one visit of this page. It goes on while other pages of the app are looked at. */
export const room = createRoomStore({
  askForGrant,
  openSocket: openRoomSocket,
  judge: (error) => ({
    isForSubscribers: error instanceof ApiError && error.code === 'subscription_required',
    isWorthRetrying: error instanceof ApiError && isPassing(error.status),
    // What the network does is not told in the server's words.
    sentence: error instanceof ApiError && error.status !== 0 ? sentenceOf(error) : undefined,
  }),
  loadMedia: loadMediaClient,
  openMicrophone: () => openMicrophone(),
  tell: showRoomToast,
})

room.subscribe(() => setPresence(isInside(room.getSnapshot())))
window.addEventListener('online', room.hurry)

/** The visit as it is now. */
export function useRoom(): RoomState {
  return useSyncExternalStore(room.subscribe, room.getSnapshot)
}

/** How loud somebody is, 0 to 1, in tenths: a tenth further is worth a new picture. */
export function useLevel(participantId: string): number {
  const read = (): number => Math.round(room.levels.of(participantId) * 10) / 10
  return useSyncExternalStore(room.levels.subscribe, read)
}

function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

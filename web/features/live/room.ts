import { useSyncExternalStore } from 'react'
import { loadMediaClient } from '#web/features/live/media-client.ts'
import { openMicrophone } from '#web/features/live/microphone.ts'
import { requireEntry } from '#web/features/live/queries.ts'
import { openRoomSocket } from '#web/features/live/room-connection.ts'
import { saveInterrupted, setPresence, type Visit } from '#web/features/live/room-presence.ts'
import { isInside, ownPart, type RoomState } from '#web/features/live/room-state.ts'
import { RoomStore } from '#web/features/live/room-store.ts'
import { showRoomToast, watchOwnPart } from '#web/features/live/room-toasts.ts'
import { ApiError, sentenceOf } from '#web/lib/api.ts'

/**
 * This tab’s time in the room. It continues while the person opens other pages of the app.
 */
export const room = new RoomStore({
  requireEntry,
  openSocket: openRoomSocket,
  judge: (error) => ({
    isForSubscribers: error instanceof ApiError && error.code === 'subscription_required',
    isWorthRetrying: error instanceof ApiError && isPassing(error.status),
    // A network failure has no message from the server.
    sentence: error instanceof ApiError && error.status !== 0 ? sentenceOf(error) : undefined,
  }),
  loadMedia: loadMediaClient,
  openMicrophone: () => openMicrophone(),
  notify: showRoomToast,
})

watchOwnPart(room)
room.subscribe(() => setPresence(isInside(room.getSnapshot())))
if (!import.meta.env.SSR) {
  window.addEventListener('online', () => room.reconnectNow())
  window.addEventListener('pagehide', () => {
    const state = room.getSnapshot()
    // Quick exit hides the page; nobody comes back from there by themselves.
    if (!isInside(state) || document.documentElement.hidden) return
    saveInterrupted({
      microphone: state.microphone === 'live' ? 'live' : 'muted',
      role: ownPart(state)?.isHost ? 'host' : 'member',
    })
  })
}

/**
 * Takes a person back into the room after a reload: a host muted only if they were, and a member
 * muted, with a notice if they were speaking.
 */
export function returnToRoom({ microphone, role }: Visit): void {
  const wasSpeaking = microphone === 'live'
  room.join({ wasSpeaking })
  if (!wasSpeaking || role === 'member') return
  const stop = room.subscribe(() => {
    const { phase } = room.getSnapshot()
    if (phase === 'joining') return
    stop()
    room.toggleMicrophone()
  })
}

/** The state of the room now. */
export function useRoom(): RoomState {
  return useSyncExternalStore(room.subscribe, room.getSnapshot, room.getSnapshot)
}

/** A person's loudness from 0 to 1, rounded to tenths to limit rerenders. */
export function useLevel(participantId: string): number {
  const read = (): number => Math.round(room.levels.of(participantId) * 10) / 10
  return useSyncExternalStore(room.levels.subscribe, read, read)
}

function isPassing(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}
